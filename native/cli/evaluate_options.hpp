// The options of `tanda evaluate`: what the command line says, and what the library is to do.
#pragma once

#include "options.hpp"

namespace cli {

struct EvaluateArguments {
  DataArguments data;
  PrepareArguments prepare;
  std::vector<std::string> methods, selects;
  std::string train = "0.25", test, labelled, by, splits = "10", folds = "5", dims, best_dims = "mean", seed,
              neighbors;
  std::string scalar = "float", format = "table", out, resume, threads;
  bool honest = false, tune = false, no_baseline = false, times = false, confusion = false;
};

void add_evaluate_options(CLI::App& app, EvaluateArguments& arguments);
/// Those of --train, ascending; at least one.
Result<std::vector<tanda::PartSize>> train_sizes(const EvaluateArguments& arguments);
/// With the first of the sizes; all but the strata, which stand in the table.
Result<tanda::EvaluateOptions> evaluate_options(const EvaluateArguments& arguments, const Registry& registry);
/// How to read the table: the column of --by names the rows, so that it is no feature and its texts are kept.
Result<tanda::CsvOptions> evaluate_table_options(const EvaluateArguments& arguments);

}  // namespace cli
