// A model as an .npz file: what numpy.load reads, without pickle.
#pragma once

#include <cstdint>
#include <vector>

#include "tanda/core/status.hpp"
#include "tanda/model/model.hpp"

namespace tanda {

/// A stored zip of .npy arrays, the same bytes for the same model. Matrices as in the model file (float64
/// when the model is of double precision, else float32), texts as fixed-width unicode:
///   map, unit_length, rule, neighbors, block, record (JSON)      scalars
///   mean (d), range (d), features (d), classes (C)               range and features when they are known
///   projection (r, d), offset (r)                                a linear map:  y = projection @ x + offset
///   kernel, width, degree, kernel_offset, factor (d),            a kernel map:  z = basis.T @ (factor * (x -
///   mean)), basis (d, p), points (q, p), coefficients (r, q)             y = coefficients @ k(points, z);
///   basis may be missing references (m, r), labels (m)                                when there are any
/// numpy drops zero bytes at the end of a text. Code::bad_model for a model that is not sound.
Result<std::vector<std::uint8_t>> model_npz(const Model& model);

}  // namespace tanda
