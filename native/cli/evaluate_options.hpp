// The options of `tanda evaluate`: what the command line says, and what the library is to do.
#pragma once

#include "options.hpp"

namespace cli {

struct EvaluateArguments {
  DataArguments data;
  std::string out;
  bool times = false;
  std::string text_or(const char* name, const char* otherwise) const {
    return data.words.has(name) ? data.words.text(name) : otherwise;
  }
};

void add_evaluate_options(CLI::App& app, EvaluateArguments& arguments);
/// With the first of the sizes; all but the strata, which stand in the table.
Result<tanda::internal::EvaluateOptions> evaluate_options(const Options& options, const Registry& registry);
/// How to read the table: the column of --by names the rows, so that it is no feature and its texts are kept.
tanda::internal::CsvOptions evaluate_table_options(const Options& options);

}  // namespace cli
