#include "options.hpp"

#include <CLI/CLI.hpp>
#include <thread>

#include "tanda/select/choose.hpp"

namespace cli {

Result<std::vector<tanda::Setting>> parse_settings(const std::vector<std::string>& texts) {
  std::vector<tanda::Setting> settings(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (Status status = parse_setting("--set", texts[i]).get(settings[i]); !status) return status;
  }
  return settings;
}

void add_data_options(CLI::App& app, DataArguments& arguments) {
  const auto list = [&](const char* name, std::vector<std::string>& words, const char* text) {
    app.add_option(name, words, text)->allow_extra_args(false)->option_text("COL,...");
  };
  app.add_option("--label", arguments.label, "Label column by name or number; none = no labels")
      ->option_text("COL");
  list("--drop", arguments.drop, "Columns to leave out, by name or number; repeatable");
  list("--keep", arguments.keep, "The only columns to take as features; repeatable");
  app.add_option("--id", arguments.id, "Column that names the rows: no feature, but in the output")
      ->option_text("COL");
  app.add_option("--missing", arguments.missing, "Missing values: error (default), drop or mean")
      ->option_text("HOW");
  app.add_option("--sep", arguments.separator, "Separator: a character or tab, space, pipe (default: found)")
      ->option_text("CHAR");
  app.add_option("--decimal", arguments.decimal, "Decimal sign: . or , (default: found)")
      ->option_text("CHAR");
  app.add_option("--memory-limit", arguments.memory_limit,
                 "Refuse what needs more, table and all (512M, 2GiB)")
      ->option_text("BYTES");
}

void add_partition_option(CLI::App& app, DataArguments& arguments) {
  app.add_option("--partition", arguments.patches,
                 "Column with a partition of one's own, for methods that take one: rows of a class with the "
                 "same value make a patch")
      ->option_text("COL");
}

namespace {

std::vector<std::string> listed_columns(const std::vector<std::string>& lists) {
  std::vector<std::string> words;
  for (const std::string& list : lists)
    for (const std::string& word : tanda::split_at(list, ','))
      if (!word.empty()) words.push_back(word);
  return words;
}

}  // namespace

Result<tanda::CsvOptions> csv_options(const DataArguments& arguments) {
  tanda::CsvOptions options;
  options.label = arguments.label;
  options.drop = listed_columns(arguments.drop);
  options.keep = listed_columns(arguments.keep);
  options.id = arguments.id;
  options.patches = arguments.patches;
  int word = 0;
  if (Status s = parse_word("--missing", arguments.missing, {"error", "drop", "mean"}).get(word); !s)
    return s;
  options.missing = static_cast<tanda::Missing>(word);
  if (!arguments.separator.empty())
    if (Status s = tanda::parse_separator("--sep", arguments.separator).get(options.separator); !s) return s;
  if (!arguments.decimal.empty())
    if (Status s = tanda::parse_decimal("--decimal", arguments.decimal).get(options.decimal); !s) return s;
  if (!arguments.memory_limit.empty())
    if (Status s = tanda::parse_bytes("--memory-limit", arguments.memory_limit).get(options.memory_limit); !s)
      return s;
  return options;
}

Result<std::uint64_t> memory_left(std::uint64_t limit, std::uint64_t taken, std::uint64_t lanes) {
  if (limit == 0) return limit;
  if (limit > taken && (limit - taken) / lanes > 0) return (limit - taken) / lanes;
  return Status(Code::memory_limit, "the table and its copies take " + std::to_string(taken) +
                                        " bytes, the limit is " + std::to_string(limit));
}

void add_prepare_options(CLI::App& app, PrepareArguments& arguments) {
  app.add_option("--scale", arguments.scale,
                 "auto (default: zscore where features differ in scale by more than 10 times, else none), "
                 "none, zscore, "
                 "minmax or unit")
      ->option_text("HOW");
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
  app.add_option("--method", arguments.method,
                 "The method, see below; auto (default): the best of several by cross-validation")
      ->option_text("ID|auto");
  app.add_option("--dims", arguments.dims,
                 "Dimensions of the projection; auto (default): by cross-validation")
      ->option_text("R|auto");
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
  if (Status status = tanda::parse_method(registry, arguments.method).get(options.method); !status)
    return status;
  if (Status status = parse_settings(arguments.settings).get(options.settings); !status) return status;
  if (Status status = tanda::check_settings(registry, options); !status) return status;
  if (Status status = tanda::parse_fit_dims("--dims", arguments.dims).get(options.dims); !status)
    return status;
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
