#include "evaluate_options.hpp"

#include <CLI/CLI.hpp>

namespace cli {

Result<tanda::internal::EvaluateOptions> evaluate_options(const Options& options, const Registry& registry) {
  if (options.honest && options.best_dims == tanda::internal::BestDims::split)
    return Status(Code::bad_argument,
                  "--honest chooses dimensions without the test samples, --best-dims split by them",
                  "give one of the two");
  return tanda::internal::evaluate_options(options, registry);
}

tanda::internal::CsvOptions evaluate_table_options(const Options& options) {
  tanda::internal::CsvOptions csv = options.csv;
  if (!options.by.empty()) {
    if (!csv.id.empty()) csv.drop.push_back(csv.id);
    csv.id = options.by;
  }
  return csv;
}

void add_evaluate_options(CLI::App& app, EvaluateArguments& arguments) {
  app.add_option("DATA", arguments.data.path, data_help)->required()->option_text(" ");
  arguments.data.words.add_to(app, tanda::internal::takes_evaluate | tanda::internal::takes_read);
  app.add_flag("--times", arguments.times, "Time and memory of each fit in the JSON, time in the CSV, too");
  app.add_option("-o,--output", arguments.out, "File to write (default: standard output)")
      ->option_text("OUT");
}

}  // namespace cli
