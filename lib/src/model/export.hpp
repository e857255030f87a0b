// export: a model in another program's format, and what that costs in accuracy. A format is one file in
// exporters/ and one line in exporters.cpp.
#pragma once

#include <string>

#include "base/catalog.hpp"
#include "model/model.hpp"

namespace tanda::internal {

struct ExportOptions;

/// Options that not every format takes. Fewer reference points (`prototypes`) are for all of them.
enum ExporterOptions : unsigned char {
  with_name = 1,      ///< what its names begin with
  with_quantize = 2,  ///< weights and inputs of one byte
};

struct ExporterInfo {
  const char* id;
  const char* extension;  ///< of its files, without the dot
  const char* title;      ///< what it writes: "an ONNX model"
  bool text;              ///< and not bytes
  Result<std::string> (*write)(const Model& model, const ExportOptions& options);
  unsigned takes = 0;      ///< of ExporterOptions
  bool kernels = true;     ///< models with a kernel map
  bool embeddings = true;  ///< models without a map
};

/// All formats, in the order of help.
const Catalog<ExporterInfo>& exporters();
/// "c, cpp or json": the ids of those that take an option, or of all.
std::string format_list(unsigned takes = 0);
/// [{"id":"c","extension":"h","title":"…","text":true,"options":["name","quantize","prototypes"]}, …]
std::string formats_json();

/// For exporters that make bytes.
Result<std::string> bytes_of(const Result<std::vector<std::uint8_t>>& bytes);

/// What is written where no format is said.
const ExporterInfo& default_exporter();

struct ExportOptions {
  const ExporterInfo* format = &default_exporter();
  std::string name = "model";  ///< with_name: what its names begin with
  bool int8 = false;           ///< with_quantize
  Index prototypes = 0;        ///< at most so many reference points, 0 = all
};

/// The bytes of the file. Code::bad_argument for an option that the format does not take, Code::no_projection
/// for a model of a kind that it has no words for.
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

}  // namespace tanda::internal
