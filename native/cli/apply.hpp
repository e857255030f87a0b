// What `transform` and `predict` have in common: they load a model, read a table with the columns the model
// needs, and write CSV lines block by block.
#pragma once

#include <functional>

#include "command.hpp"
#include "input.hpp"
#include "model/model.hpp"
#include "options.hpp"

namespace cli {

struct ApplyArguments {
  std::string model, out;
  DataArguments data;
  bool safe_csv = false;
};
void add_apply_options(CLI::App& app, ApplyArguments& arguments);

/// How to read a table for this model: the columns it needs, and its means in place of missing values.
Result<tanda::internal::CsvOptions> wanted_columns(const DataArguments& data,
                                                   const tanda::internal::Model& model);

/// Loads the model; an error if it cannot be applied to new samples.
Result<ModelFile> model_to_apply(const ApplyArguments& arguments);

/// A name as a field of the output: unchanged in a file, on a terminal without escape sequences and line
/// breaks, and with --safe-csv never a formula of a spreadsheet.
std::string text_field(const ApplyArguments& arguments, const std::string& text);

/// What to compute for the samples, in the precision S.
template <class S>
struct Work {
  /// The header line, without the columns for ids and labels.
  std::string header;
  /// Takes a block of samples (d×count) and the number of its first sample; gives one CSV line for each,
  /// without id and label.
  std::function<Result<std::vector<std::string>>(const tanda::internal::Table<S>&, Index first, Index count)>
      lines;
  /// The header of the columns after the labels ("" = none), and their text for each sample of the last
  /// block.
  std::string last;
  std::function<std::string(Index of_block)> last_field;
};

/// Small enough to show progress and to stop promptly, large enough for matrix products.
inline constexpr Index block_samples = 512;

/// Samples first..first+count-1 as a matrix for the model functions.
template <class S>
tanda::internal::ConstMatrixView<S> block(const tanda::internal::Table<S>& table, Index first, Index count) {
  return {table.values.data() + first * table.columns, table.columns, count};
}

/// Reads the table, does the work and writes header, ids, lines and labels. Notes on how the table was read
/// and on dropped rows go to stderr.
template <class S>
Status apply(const ApplyArguments& arguments, const tanda::internal::Model& model, const Work<S>& work);

}  // namespace cli
