#include "options.hpp"

#include <CLI/CLI.hpp>
#include <thread>

namespace cli {

Result<std::vector<tanda::Setting>> parse_settings(const std::vector<std::string>& texts) {
  std::vector<tanda::Setting> settings(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (Status status = parse_setting("--set", texts[i]).get(settings[i]); !status) return status;
  }
  return settings;
}

void add_data_options(CLI::App& app, DataArguments& arguments) {
  app.add_option("--label", arguments.label, "Label column by name or number; none = no labels")
      ->option_text("COL");
  app.add_option("--missing", arguments.missing, "Missing values: error (default), drop or mean")
      ->option_text("HOW");
}

Result<tanda::CsvOptions> csv_options(const DataArguments& arguments) {
  tanda::CsvOptions options;
  options.label = arguments.label;
  int missing = 0;
  Status status = parse_word("--missing", arguments.missing, {"error", "drop", "mean"}).get(missing);
  if (!status) return status;
  options.missing = static_cast<tanda::Missing>(missing);
  return options;
}

void add_prepare_options(CLI::App& app, PrepareArguments& arguments) {
  app.add_option("--scale", arguments.scale, "none (default), zscore, minmax or unit")->option_text("HOW");
  app.add_option("--pca", arguments.pca, "PCA first: to N dimensions, or a part of the variance (0.95)")
      ->option_text("N|ENERGY");
}

Result<Preparation> preparation_of(const PrepareArguments& arguments) {
  Preparation result;
  if (Status status = parse_scale("--scale", arguments.scale).get(result.scale); !status) return status;
  if (!arguments.pca.empty())
    if (Status status = parse_pca("--pca", arguments.pca).get(result.pca); !status) return status;
  return result;
}

Result<int> parse_threads(const std::string& text) {
  Index threads = std::max<Index>(1, std::thread::hardware_concurrency());
  if (!text.empty())
    if (Status status = parse_count("--threads", text, 1).get(threads); !status) return status;
  return static_cast<int>(std::min<Index>(threads, 256));
}

void add_fit_options(CLI::App& app, FitArguments& arguments) {
  app.add_option("--method", arguments.method, "The method, see below (required)")
      ->required()
      ->option_text("ID");
  app.add_option("--dims", arguments.dims, "Dimensions of the projection")->option_text("R");
  app.add_option("--set", arguments.settings, "Set a parameter of the method; repeatable")
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE");
  add_prepare_options(app, arguments.prepare);
  app.add_option("--scalar", arguments.scalar, "float (default) or double")->option_text("TYPE");
  app.add_option("--classifier", arguments.classifier,
                 "knn:K, membership (for methods with columns for each class, which take it by default) or "
                 "none (default knn:1)")
      ->option_text("RULE");
  app.add_option("--threads", arguments.threads, "Threads that share the work (default: one for each core)")
      ->option_text("N");
}

Result<tanda::FitOptions> fit_options(const FitArguments& arguments, const Registry& registry) {
  tanda::FitOptions options;
  options.method = arguments.method;
  const Result<tanda::Method> method = registry.find(arguments.method);
  if (!method) return method.status();
  if (Status status = parse_settings(arguments.settings).get(options.settings); !status) return status;
  if (const auto checked = tanda::Parameters::make(method->info->parameters, options.settings); !checked) {
    return checked.status();
  }
  if (!arguments.dims.empty())
    if (Status status = parse_count("--dims", arguments.dims, 1).get(options.dims); !status) return status;
  Preparation preparation;
  if (Status status = preparation_of(arguments.prepare).get(preparation); !status) return status;
  options.scale = preparation.scale;
  options.pca = preparation.pca;
  if (!arguments.classifier.empty())
    if (Status status = parse_classifier("--classifier", arguments.classifier, options); !status)
      return status;
  if (Status status = parse_threads(arguments.threads).get(options.threads); !status) return status;
  return options;
}

}  // namespace cli
