// The table of export formats agrees with what each format does.
#include "base/json.hpp"
#include "model/export.hpp"
#include "models.hpp"
#include "ut.hpp"

namespace written_formats_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

Result<std::string> written(const Model& model, const ExporterInfo& format, bool int8 = false) {
  ExportOptions options;
  options.format = &format;
  options.int8 = int8;
  return export_model(model, options);
}

const suite written_formats_suite = [] {
  "every format writes the models that it says it can, and refuses the others"_test = [] {
    for (const ExporterInfo& format : exporters()) {
      const Result<std::string> linear = written(models::make(Rule::neighbors), format),
                                kernel = written(models::make_kernel("cosine", Rule::neighbors), format),
                                embedding = written(models::make_embedding(true), format);
      expect(linear && !linear->empty()) << format.id << linear.status().text();
      expect(bool(kernel) == format.kernels && bool(embedding) == format.embeddings) << format.id;
      if (linear) expect((linear->find('\0') == std::string::npos) == format.text) << format.id;
      if (!format.kernels) {
        expect(kernel.status().code() == Code::no_projection);
        expect(kernel.status().message().find(format.title) != std::string::npos) << kernel.status().text();
        expect(kernel.status().remedy().find("json, onnx, npz or tanda") != std::string::npos)
            << kernel.status().text();
      }
      if (!format.embeddings) expect(embedding.status().code() == Code::no_projection) << format.id;
    }
  };

  "options that a format does not take are refused, naming the formats that do"_test = [] {
    for (const ExporterInfo& format : exporters()) {
      const Status status = written(models::make(Rule::neighbors), format, true).status();
      const bool refused = status.message().find("cannot be quantized") != std::string::npos;
      expect(refused != ((format.takes & with_quantize) != 0)) << format.id << status.text();
      if (refused)
        expect(status.code() == Code::bad_argument && status.remedy() == "use the format c") << status.text();
    }
    expect(format_list(with_quantize) == "c" && format_list(with_name) == "c or cpp")
        << format_list(with_name);
    expect(format_list() == "c, cpp, json, onnx, npz or tanda") << format_list();
  };

  "the list is for every language"_test = [] {
    const Result<Json> list = Json::parse(formats_json());
    expect(list && list->items().size() == exporters().size());
    if (!list) return;
    for (std::size_t i = 0; i < list->items().size(); ++i)
      expect(list->items()[i].text_or("id", "") == exporters()[i].id &&
             !list->items()[i].text_or("extension", "").empty());
    expect(ExportOptions().format == exporters().find("json"));
  };
};

}  // namespace written_formats_test
