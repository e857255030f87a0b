// export: writes a model in the format of another program, and measures the loss of accuracy by fewer points.
// Each format is one file in exporters/ and one line in exporters.cpp.
#pragma once

#include <string>

#include "base/catalog.hpp"
#include "model/model.hpp"

namespace tanda::internal {

struct ExportOptions;

/// Options that only some formats take. Fewer reference points (`prototypes`) are possible with all formats.
enum ExporterOptions : unsigned char {
  with_name = 1,      ///< a prefix of the names in the file
  with_quantize = 2,  ///< weights and inputs of 8 bits
};

struct ExporterInfo {
  const char* id;
  const char* extension;  ///< extension of the format's files, without the dot
  const char* title;      ///< a description of the file: "an ONNX model"
  bool text;              ///< true for text, false for bytes
  Result<std::string> (*write)(const Model& model, const ExportOptions& options);
  unsigned takes = 0;      ///< the set of ExporterOptions that the format takes
  bool kernels = true;     ///< whether models with a kernel map can be written
  bool embeddings = true;  ///< whether models without a map can be written
};

/// All formats, in the order of the help text.
const Catalog<ExporterInfo>& exporters();
/// "c, cpp or json": the ids of the formats that take an option; of all formats for 0.
std::string format_list(unsigned takes = 0);
/// [{"id":"c","extension":"h","title":"…","text":true,"options":["name","quantize","prototypes"]}, …]
std::string formats_json();

/// Converts bytes to the result type of ExporterInfo::write.
Result<std::string> bytes_of(const Result<std::vector<std::uint8_t>>& bytes);

/// The format used if none is given.
const ExporterInfo& default_exporter();

struct ExportOptions {
  const ExporterInfo* format = &default_exporter();
  std::string name = "model";  ///< with_name: prefix of the names in the file
  bool int8 = false;           ///< with_quantize
  Index prototypes = 0;        ///< largest number of reference points, 0 = all
};

/// The content of the file. Code::bad_argument for an option that the format does not take,
/// Code::no_projection for a model of a kind that the format cannot express.
Result<std::string> export_model(const Model& model, const ExportOptions& options);

/// The labels that a C header with int8 predicts for samples (d×n).
Result<std::vector<int>> predict_int8(const Model& model, ConstMatrixView<float> samples);

/// Accuracy on a model's own reference points, each as a fraction of them.
struct OwnAccuracy {
  double all;         ///< each point classified by all others
  double prototypes;  ///< classified by the prototypes
};
/// Accuracies for Rule::neighbors, before and after `condense`. O(m² r).
Result<OwnAccuracy> own_accuracy(const Model& model, const Model& condensed);

}  // namespace tanda::internal
