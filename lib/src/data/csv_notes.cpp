#include "csv_notes.hpp"

#include "base/text.hpp"
#include "csv_text.hpp"
#include "number.hpp"

namespace tanda::internal::csv {

const char* reason(const Columns& columns) {
  switch (columns.why) {
    case Why::told:
      return "";
    case Why::name:
      return "by its name";
    case Why::fitted:
      return "as when the model was fitted";
    case Why::text:
      return "the only column of text";
    case Why::fewest_texts:
      return "of the columns of text the one with the fewest different ones";
    case Why::whole_numbers:
      return "the only column of few whole numbers";
    case Why::last:
      return "last column";
    case Why::file:
      return columns.file_reason;
  }
  return "";
}

namespace {

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) append(out, {(out.empty() ? "" : ", "), shown(word)});
  return out;
}

}  // namespace

std::vector<std::string> table_notes(const Tally& tally, const Columns& columns, const LabelTexts& labels,
                                     const CsvOptions& options) {
  std::vector<std::string> notes;
  const bool by_rule = columns.why != Why::told && columns.why != Why::fitted;
  if (columns.label >= 0 && by_rule) {
    const std::string name = columns.called(columns.label);
    const bool plain = columns.why == Why::name &&  // the name "label" needs no explanation
                       equal_ignoring_case(columns.names[std::size_t(columns.label)], "label");
    if (!plain)
      notes.push_back(
          joined({"label ", (columns.has_name(columns.label) ? joined({"column: ", name.substr(7)}) : name),
                  " (", reason(columns), ")"}));
    if (columns.named >= 0)
      notes.push_back(joined({columns.called(columns.named),
                              " is taken as a feature, not as the label: almost all its values differ; ",
                              option_text("label", columns.word(columns.named)), " takes it"}));
    const long long labelled = labels.samples() - labels.unlabelled();
    if (labels.distinct() > 2 && 2 * labels.distinct() > labelled && options.wanted_count == 0)
      notes.push_back(joined({"the label has ", counted(labels.distinct(), "different value"), " in ",
                              counted(labelled, "row"),
                              ": it looks like a measurement or a name, not a class; name the label column "
                              "with {label}, or use {label=none}"}));
  }
  std::vector<int> over;
  for (int c = 0; c < columns.count(); ++c)
    if (columns.target[std::size_t(c)] == Columns::passed_over) over.push_back(c);
  if (!over.empty())
    notes.push_back(
        joined({"passed over ",
                (over.size() == 1 ? columns.called(over[0]) : joined({"columns ", columns.list(over)})),
                ": not in the model"}));
  if (columns.decimal_seen) notes.push_back("decimal commas: 1,5 is read as one and a half");
  if (columns.latin) notes.push_back("the text is not UTF-8: its names are read as Latin-1");
  if (options.wanted.empty() && columns.header && columns.names[0].empty() && columns.target[0] >= 0)
    notes.push_back("column 1 has no name and is used as a feature: {drop=1} if it only numbers the rows");
  if (tally.rows_seen > tally.rows_kept)
    notes.push_back(
        joined({"dropped ", counted(tally.rows_seen - tally.rows_kept, "row"), " with missing values"}));
  if (tally.ragged > 0)
    notes.push_back(joined({"left out ", counted(tally.ragged, "row"), " of another length"}));
  if (tally.missing > 0)
    notes.push_back(joined({"filled ", counted(tally.missing, "missing value"), " with ",
                            (options.fill.empty() ? "the mean of the column" : "the means given")}));
  if (labels.unlabelled() > 0)
    notes.push_back(
        joined({counted(labels.unlabelled(), "sample"), " without a label",
                (labels.missing_words().empty()
                     ? std::string()
                     : joined({"; ", listed(labels.missing_words()),
                               " in the label column means missing: rename it if it is a class"}))}));
  if (!labels.kept_words().empty() && options.fitted_classes.empty())
    notes.push_back(joined({"the label ", listed(labels.kept_words()),
                            " is taken as a class, since there are not two others: leave the cell empty "
                            "where the class is not known"}));
  return notes;
}

}  // namespace tanda::internal::csv
