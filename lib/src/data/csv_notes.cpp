#include "csv_notes.hpp"
#include "tanda/core/text.hpp"

namespace tanda::csv {

std::vector<std::string> table_notes(const Tally& tally, const Columns& columns, const LabelTexts& labels,
                                     const CsvOptions& options) {
  std::vector<std::string> notes;
  if (columns.label_is_last || columns.label_by_name) {
    const std::string name = columns.called(columns.label);
    notes.push_back(
        joined({"label ", (columns.has_name(columns.label) ? joined({"column: ", name.substr(7)}) : name),
                (columns.label_is_last ? " (last column)" : " (by its name)")}));
    if (labels.look_measured())
      notes.push_back(
          joined({"the labels in ", name, " look like measurements (",
                  counted(labels.distinct(), "different number"), " in ", counted(tally.rows_kept, "row"),
                  "): name the label column with --label, or use --label none"}));
  }
  std::string over;
  int passed = 0;
  for (int c = 0; c < columns.count(); ++c)
    if (columns.target[std::size_t(c)] == Columns::passed_over && ++passed <= 3)
      over += (passed > 1 ? ", " : "") + columns.called(c);
  if (passed > 0)
    notes.push_back(joined({"passed over ", over, (passed > 3 ? joined({" and ", passed - 3, " more"}) : ""),
                            ": not in the model"}));
  if (options.wanted.empty() && columns.header && columns.names[0].empty() && columns.target[0] >= 0)
    notes.push_back("column 1 has no name and is used as a feature: remove it if it only numbers the rows");
  if (tally.rows_seen > tally.rows_kept)
    notes.push_back(
        joined({"dropped ", counted(tally.rows_seen - tally.rows_kept, "row"), " with missing values"}));
  if (tally.missing > 0)
    notes.push_back(joined({"filled ", counted(tally.missing, "missing value"), " with ",
                            (options.fill.empty() ? "the mean of the column" : "the means given")}));
  if (labels.unlabelled() > 0)
    notes.push_back(joined({counted(labels.unlabelled(), "sample"), " without a label"}));
  return notes;
}

}  // namespace tanda::csv
