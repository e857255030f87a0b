// Writes a model as an .npz file, which numpy.load reads without pickle.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// A stored zip of .npy arrays, the same bytes for the same model. Matrices as in the model file (float64
/// when the model is of double precision, else float32), texts as fixed-width unicode:
/// - map, unit_length, rule, neighbors, block, record (JSON): scalars;
/// - mean (d), classes (C); range (d) and features (d) when they are known;
/// - a linear map, y = projection @ x + offset: projection (r, d), offset (r);
/// - a kernel map, y = coefficients @ k(points, z) with z = basis.T @ (factor * (x - mean)): kernel, width,
///   degree, kernel_offset, factor (d), basis (d, p) unless it is the identity, points (q, p), coefficients
///   (r, q);
/// - references (m, r) and labels (m), when there are any.
///
/// numpy drops zero bytes at the end of a text.
/// Code::bad_argument if padding names to the longest takes more than 16 MB and 16 times the size of the
/// names, and for files above 4 GB.
Result<std::vector<std::uint8_t>> model_npz(const Model& model);

}  // namespace tanda::internal
