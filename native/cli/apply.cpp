#include "apply.hpp"

#include <unistd.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "base/decimal.hpp"
#include "base/text.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "text.hpp"

namespace cli {

namespace {

template <class S>
std::string label_of(const tanda::internal::Table<S>& table, Index sample) {
  const int number = table.labels.numbers[static_cast<std::size_t>(sample)];
  return number < 0 ? "" : table.labels.classes[static_cast<std::size_t>(number)];
}

/// Spreadsheets take a field that begins with one of these for a formula. So do they take a number, but that
/// is harmless.
bool looks_like_formula(const std::string& text) {
  double value = 0;
  std::string_view rest = text;
  return !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos &&
         !(tanda::internal::read_decimal(rest, value) && rest.empty());
}

}  // namespace

Result<tanda::internal::CsvOptions> wanted_columns(const DataArguments& data,
                                                   const tanda::internal::Model& model) {
  Options asked;
  if (Status status = data.words.options().get(asked); !status) return status;
  tanda::internal::want_columns(model, asked.csv);
  return asked.csv;
}

void add_apply_options(CLI::App& app, ApplyArguments& arguments) {
  app.add_option("MODEL", arguments.model, "Model file made by `tanda fit`")->required()->option_text(" ");
  app.add_option("DATA", arguments.data.path, data_help)->required()->option_text(" ");
  arguments.data.words.add_to(app, tanda::internal::takes_read);
  app.add_option("-o,--output", arguments.out, "File to write (default: standard output)")
      ->option_text("OUT.csv");
  app.add_flag("--safe-csv", arguments.safe_csv,
               "Put ' before names that a spreadsheet would run as formulas (= + - @)");
}

std::string text_field(const ApplyArguments& arguments, const std::string& text) {
  std::string shown = arguments.safe_csv && looks_like_formula(text) ? '\'' + text : text;
  const bool terminal = is_stdout(arguments.out) && on_terminal(STDOUT_FILENO);
  return csv_field(terminal ? for_terminal(std::move(shown)) : shown);
}

Result<ModelFile> model_to_apply(const ApplyArguments& arguments) {
  Result<ModelFile> file = read_model(arguments.model);
  if (file && file->model.map() == tanda::Map::embedding) {
    return Status(Code::no_projection, tanda::internal::literal_text(arguments.model) + ": " +
                                           tanda::info(Code::no_projection).text);
  }
  return file;
}

template <class S>
Status apply(const ApplyArguments& arguments, const tanda::internal::Model& model, const Work<S>& work) {
  tanda::internal::CsvOptions csv;
  if (Status status = wanted_columns(arguments.data, model).get(csv); !status) return status;
  if (Status status = check_writable(arguments.out, {arguments.model, arguments.data.path}); !status)
    return status;

  Progress progress;
  tanda::internal::Monitor monitor(progress.callback());
  tanda::internal::Table<S> table;
  Status status = read_table<S>(arguments.data.path, std::move(csv), monitor).get(table);
  if (!status) return status;

  monitor.stage("apply");
  Output out;
  if (status = out.open(arguments.out); !status) return status;
  const bool labels = table.has_labels;
  const bool ids = !table.ids.empty();
  const std::string id = ids ? text_field(arguments, table.id_name.empty() ? "id" : table.id_name) + ',' : "";
  if (status = out.write(id + work.header + (labels ? ",label" : "") +
                         (work.last.empty() ? "" : ',' + work.last) + '\n');
      !status)
    return status;
  for (Index first = 0; first < table.rows; first += block_samples) {
    std::vector<std::string> lines;
    status = work.lines(table, first, std::min(block_samples, table.rows - first)).get(lines);
    if (!status) return status;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (ids)
        lines[i].insert(0, text_field(arguments, table.ids[static_cast<std::size_t>(first) + i]) + ',');
      if (labels) lines[i] += ',' + text_field(arguments, label_of(table, first + static_cast<Index>(i)));
      if (!work.last.empty()) lines[i] += ',' + work.last_field(static_cast<Index>(i));
      if (status = out.write(lines[i] + '\n'); !status) return status;
    }
    if (!monitor.advance(static_cast<double>(first) / static_cast<double>(table.rows))) {
      return Status(Code::cancelled);
    }
  }
  if (status = out.commit(); !status) return status;
  progress.erase();
  for (const std::string& note : table.notes)
    std::fprintf(stderr, "note: %s\n", for_terminal(spelled(note)).c_str());
  return {};
}

template Status apply(const ApplyArguments&, const tanda::internal::Model&, const Work<float>&);
template Status apply(const ApplyArguments&, const tanda::internal::Model&, const Work<double>&);

}  // namespace cli
