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
/// A plain Eigen matrix, on the heap.
template <class S>
using PlainMatrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
template <class S>
using PlainVector = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <class S>
using ConstMatrixView = Eigen::Map<const PlainMatrix<S>>;

/// Samples are float or double; d×d matrices are always double. A float fit is a double fit of float data:
/// single-precision scatter matrices lose 1e-7 · cond(B), which is too much for unscaled tables. (PCA has no
/// B: it multiplies in float first and checks whether that was precise enough.)
using MatrixD = Matrix<double>;
using VectorD = Vector<double>;

/// Whether samples may also be double. Not in WebAssembly, where the second instantiation of all code would
/// cost too many bytes; the pencils are double in either case.
#ifdef TANDA_SINGLE_PRECISION
inline constexpr bool double_samples = false;
#else
inline constexpr bool double_samples = true;
#endif

/// How many samples at a time are cast to double before a product with X.
inline constexpr Index panel_samples = 256;

}  // namespace tanda::internal
