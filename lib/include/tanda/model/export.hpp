// export: a model in another program's format, and what that costs in accuracy.
#pragma once

#include <string>

#include "tanda/model/model.hpp"

namespace tanda {

enum class ExportFormat : unsigned char { c, cpp, json, onnx, npz, tanda };

struct ExportOptions {
  ExportFormat format = ExportFormat::json;
  std::string name = "model";  ///< c, cpp: what its names begin with
  bool int8 = false;           ///< c: weights and inputs of one byte
  Index prototypes = 0;        ///< at most so many reference points, 0 = all
};

/// The bytes of the file. Code::bad_argument where the format has no room for what is asked.
Result<std::string> export_model(const Model& model, const ExportOptions& options);

/// What a C header with int8 will say of samples (d×n).
Result<std::vector<int>> predict_int8(const Model& model, ConstMatrixView<float> samples);

/// Parts of a model's own reference points that are taken for what they are.
struct OwnAccuracy {
  double all;         ///< by all the others
  double prototypes;  ///< by the prototypes
};
/// For Rule::neighbors, before and after `condense`. O(m² r).
Result<OwnAccuracy> own_accuracy(const Model& model, const Model& condensed);

}  // namespace tanda
