// What `transform` and `predict` have in common: a model, a table read as that model wants it, and CSV lines
// made block by block.
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

/// How to read a table for this model: its columns, and its means for missing values.
Result<tanda::internal::CsvOptions> wanted_columns(const DataArguments& data,
                                                   const tanda::internal::Model& model);

/// The model, when new samples can be put into it.
Result<ModelFile> model_to_apply(const ApplyArguments& arguments);

/// A name as a field of the output: exact in a file, without escapes and line breaks on a terminal, and with
/// --safe-csv no formula of a spreadsheet.
std::string text_field(const ApplyArguments& arguments, const std::string& text);

/// What to do with the samples, in the precision S.
template <class S>
struct Work {
  /// The header line, without the columns of ids and labels.
  std::string header;
  /// Gets a block of samples (d×count) and the number of the first; gives one CSV line for each, without id
  /// and label.
  std::function<Result<std::vector<std::string>>(const tanda::internal::Table<S>&, Index first, Index count)>
      lines;
  /// The header of the columns after the labels, and what they say of a sample of the last block; "" = there
  /// are none.
  std::string last;
  std::function<std::string(Index of_block)> last_field;
};

/// Small enough to show progress and to stop at once, large enough for matrix products.
inline constexpr Index block_samples = 512;

/// Samples first..first+count-1 as the model functions want them.
template <class S>
tanda::internal::ConstMatrixView<S> block(const tanda::internal::Table<S>& table, Index first, Index count) {
  return {table.values.data() + first * table.columns, table.columns, count};
}

/// Reads the table, does the work, writes header, ids, lines and labels. What was decided or dropped goes to
/// stderr.
template <class S>
Status apply(const ApplyArguments& arguments, const tanda::internal::Model& model, const Work<S>& work);

}  // namespace cli
