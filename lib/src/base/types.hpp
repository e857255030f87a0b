// Scalar and matrix names. Samples are columns: row-major n×d memory is column-major d×n, so a caller's
// table is viewed without a copy.
#pragma once

#include <cstdint>

#include "base/array.hpp"
#include "base/matrix.hpp"

namespace tanda::internal {

template <class S>
using Matrix = Stored<S, Eigen::Dynamic>;
template <class S>
using Vector = Stored<S, 1>;
/// Eigen's own.
template <class S>
using PlainMatrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
template <class S>
using PlainVector = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <class S>
using ConstMatrixView = Eigen::Map<const PlainMatrix<S>>;

/// Samples are float or double; what is d×d is always double. A float fit is a double fit of float data:
/// single-precision scatter matrices lose 1e-7 · cond(B), which unscaled tables do not forgive. (There is no
/// B in PCA, which multiplies floats first and looks whether that was good enough.)
using MatrixD = Matrix<double>;
using VectorD = Vector<double>;

/// Whether samples can be taken in double, too. Where bytes are dear (WebAssembly) they are not, and their
/// copy of the code is not there: the pencils are in double either way.
#ifdef TANDA_SINGLE_PRECISION
inline constexpr bool double_samples = false;
#else
inline constexpr bool double_samples = true;
#endif

/// How many samples are cast to double at a time by everything that multiplies X with something.
inline constexpr Index panel_samples = 256;

}  // namespace tanda::internal
