// The options of `tanda evaluate`, translated into options of the library.
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
/// With the first of the training sizes; without the strata, which are read from the table.
Result<tanda::internal::EvaluateOptions> evaluate_options(const Options& options, const Registry& registry);
/// How to read the table: the column of --by is read as row names, so that it is no feature and keeps its
/// texts.
tanda::internal::CsvOptions evaluate_table_options(const Options& options);

}  // namespace cli
