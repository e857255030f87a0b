// A fitted model: one affine map y = P·x + c, the points to classify by, and how it was made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tanda/core/json.hpp"
#include "tanda/core/status.hpp"
#include "tanda/core/types.hpp"
#include "tanda/model/rule.hpp"

namespace tanda {

struct Model {
  MatrixD projection;             ///< r×d
  VectorD offset;                 ///< r
  VectorD mean;                   ///< d, of the training samples: offset = −projection·mean
  bool unit_length = false;       ///< bring each sample to length one before the map
  bool double_precision = false;  ///< keep the map in double in the file, beside the float one

  Rule rule = Rule::none;
  Index neighbors = 1;
  Index block = 0;                   ///< columns per class (Rule::membership)
  Matrix<float> references;          ///< r×m projected training samples
  std::vector<std::int32_t> labels;  ///< m class numbers

  std::vector<std::string> classes;
  std::vector<std::string> features;  ///< d names, or empty
  Json record;                        ///< method, params, rows, cols, eigenvalues, notes, version, ...

  Index inputs() const { return projection.cols(); }
  Index outputs() const { return projection.rows(); }
};

/// Projects samples (d×n) to r×n. The model's map in the samples' precision.
template <class S>
Result<Matrix<S>> transform(const Model& model, ConstMatrixView<S> samples);

/// Predicts class numbers of samples (d×n).
template <class S>
Result<std::vector<int>> predict(const Model& model, ConstMatrixView<S> samples);

/// The model file (docs/MODEL_FILE.md), and back. `encode` gives a file for every consistent model, and for
/// any other one bytes that `decode` refuses; `decode` is safe on any bytes.
std::vector<std::uint8_t> encode(const Model& model);
Result<Model> decode(const std::uint8_t* bytes, std::size_t size);

/// `tanda export --format json`.
std::string model_json(const Model& model);

}  // namespace tanda
