// tanda collect: the statistics of a table that pca, lda and similar methods need, as a file that can be
// merged with others.
#include <CLI/CLI.hpp>

#include <memory>

#include "command.hpp"
#include "input.hpp"
#include "model/statistics_file.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "text.hpp"

namespace cli {

namespace {

using tanda::internal::RunningStatistics;

struct CollectArguments {
  DataArguments data;
  std::string out;
};

std::string report(const RunningStatistics& seen, const std::vector<std::string>& notes,
                   const std::string& out, std::size_t bytes) {
  const auto whole = [](double count) { return std::to_string(static_cast<long long>(count)); };
  const std::string classes =
      seen.labelled ? ", " + counted(seen.classes.size(), "class", "classes") : ", no labels";
  std::vector<std::vector<std::string>> rows = {
      {"data", whole(seen.rows()) + " × " + std::to_string(seen.dims) + classes}};
  if (seen.left_out > 0) rows.push_back({"left out", whole(seen.left_out) + " without a label"});
  for (const std::string& note : notes) rows.push_back({"note", note});
  rows.push_back({"statistics", out + ", " + bytes_text(static_cast<double>(bytes))});
  return columns(rows, 2);
}

Status run(const CollectArguments& arguments, const Registry& registry) {
  Options asked;
  if (Status status = arguments.data.words.options(registry).get(asked); !status) return status;
  if (Status status = check_writable(arguments.out, {arguments.data.path}); !status) return status;
  Progress progress(false);
  tanda::internal::Monitor monitor(progress.callback());
  tanda::internal::Table<double> table;
  if (Status status = read_table<double>(arguments.data.path, asked.csv, monitor).get(table); !status)
    return status;
  monitor.stage("collect");
  RunningStatistics seen(asked.scatter);
  if (Status status = seen.push(table.view()); !status) return status;
  seen.label_name = table.label_name;
  seen.label_column = table.label_column + 1;
  const std::string bytes = encode_statistics(seen);
  Output out;
  if (Status status = out.open(arguments.out); !status) return status;
  if (Status status = out.write(bytes); !status) return status;
  if (Status status = out.commit(); !status) return status;
  progress.erase();
  const std::string text = report(seen, table.notes, arguments.out, bytes.size());
  if (!is_stdout(arguments.out)) return print(text);
  std::fputs(text.c_str(), stderr);  // not to standard output, which may be the file
  return {};
}

}  // namespace

Command collect_command(CLI::App& program, const Registry& registry) {
  const auto arguments = std::make_shared<CollectArguments>();
  CLI::App* app =
      program.add_subcommand("collect", "Collect statistics of a part of the data, for `tanda fit --from`");
  app->add_option("DATA", arguments->data.path, data_help)->required()->option_text(" ");
  arguments->data.words.add_to(*app, tanda::internal::takes_statistics | tanda::internal::takes_read);
  app->add_option("-o,--output", arguments->out, "The file to write, such as part.stats (required)")
      ->required()
      ->option_text("PART");
  return {app, [arguments, &registry] { return run(*arguments, registry); }};
}

}  // namespace cli
