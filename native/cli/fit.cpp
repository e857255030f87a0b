// tanda fit: fits a model to data and reports what was done, as text or as JSON.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>

#include "base/spelling.hpp"
#include "command.hpp"
#include "describe.hpp"
#include "front/run.hpp"
#include "input.hpp"
#include "model/fit_statistics.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "text.hpp"

namespace cli {

namespace {

using Clock = std::chrono::steady_clock;
using tanda::internal::Json;
using tanda::internal::Model;

struct FitRunArguments {
  DataArguments data;
  std::string out;
  std::vector<std::string> from;
  bool json = false;
};

/// What a fit reports besides the model.
struct Report {
  std::string title, out;
  tanda::internal::Index rows, cols;
  std::size_t classes;
  std::optional<Model> model;
  std::vector<std::string> notes;
  std::vector<tanda::internal::StageTime> stages;
  double total;
  std::string tuned;  ///< what cross-validation chose, or ""
  tanda::internal::Choice choice;
  tanda::internal::MemoryUse memory;
  std::size_t model_bytes;
};

const Json& field(const Json& record, const char* name) {
  static const Json none;
  const Json* found = record.find(name);
  return found ? *found : none;
}

Json report_json(const Report& report) {
  Json seconds = Json::object();
  for (const tanda::internal::StageTime& stage : report.stages) seconds.set(stage.name, stage.seconds);
  seconds.set("total", report.total);
  Json json = Json::object()
                  .set("method", field(report.model->record(), "method"))
                  .set("params", field(report.model->record(), "params"))
                  .set("rows", report.rows)
                  .set("cols", report.cols)
                  .set("classes", report.classes)
                  .set("dims", report.model->outputs())
                  .set("eigenvalues", field(report.model->record(), "eigenvalues"))
                  .set("notes", Json::array(report.notes))
                  .set("seconds", std::move(seconds))
                  .set("plan_bytes", report.memory.planned)
                  .set("peak_bytes", report.memory.peak)
                  .set("model", report.out)
                  .set("model_bytes", report.model_bytes);
  for (const char* name : {"tuned", "chosen"}) {
    if (const Json* how = report.model->record().find(name)) json.set(name, *how);
  }
  return json;
}

std::string accuracy_text(const tanda::internal::Summary& error) {
  return percent(1 - error.mean) + " ± " + percent(error.sd) + " %";
}

std::string dims_text(const Report& report) {
  const tanda::internal::Choice& choice = report.choice;
  std::string text = std::to_string(report.model->outputs());
  if (!choice.reason.empty()) text += ", not chosen by cross-validation: " + choice.reason;
  if (choice.chose_dims)
    text += ", chosen by " + std::to_string(choice.folds) + "-fold cross-validation" +
            (choice.settings.empty() ? "" : " with " + tanda::internal::settings_text(choice.settings)) +
            ": accuracy " + accuracy_text(choice.error);
  if (choice.chose_dims && choice.samples < report.rows)
    text += " (on " + std::to_string(choice.samples) + " rows)";
  return text;
}

/// The methods that were compared, and the one that was chosen.
std::string comparison_text(const tanda::internal::Choice& choice) {
  if (choice.compared.empty()) return "";
  std::vector<std::vector<std::string>> rows = {{"", "method", "dims", "accuracy (cross-validated)", ""}};
  for (const tanda::internal::Compared& row : choice.compared) {
    const std::string mark = row.method == choice.fit.method ? "*" : "";
    if (row.failure.empty()) {
      rows.push_back({mark, row.method, std::to_string(row.dims), accuracy_text(row.error),
                      tanda::internal::settings_text(row.settings)});
    } else {
      rows.push_back({mark, row.method, "", "failed: " + spelled(row.failure), ""});
    }
  }
  return "compared, the simplest within one standard error of the best taken (*):\n" + columns(rows, 2) +
         '\n';
}

std::string report_text(const Report& report) {
  std::vector<std::string> values, times;
  for (const Json& value : field(report.model->record(), "eigenvalues").items()) {
    values.push_back(rounded(value.number_or(0)));
  }
  for (const tanda::internal::StageTime& stage : report.stages) {
    if (stage.seconds >= 0.0005) times.push_back(stage.name + ' ' + seconds_text(stage.seconds));
  }
  const std::string classes = report.classes ? ", " + counted(report.classes, "class", "classes") : "";
  std::vector<std::vector<std::string>> rows = {
      {"data", std::to_string(report.rows) + " × " + std::to_string(report.cols) + classes},
      {"dims", dims_text(report)},
      {"eigenvalues", head(values, 8)},
  };
  if (!report.tuned.empty()) rows.push_back({"tuned", report.tuned});
  for (const std::string& note : report.notes) rows.push_back({"note", spelled(note)});
  rows.push_back({"seconds", seconds_text(report.total) + (times.empty() ? "" : ": " + join(times, ", "))});
  rows.push_back(
      {"memory", std::string(report.choice.folds > 0 || !report.tuned.empty() ? "of the last fit: " : "") +
                     "planned " + bytes_text(static_cast<double>(report.memory.planned)) + ", used " +
                     bytes_text(static_cast<double>(report.memory.peak))});
  rows.push_back({"model", report.out + ", " + bytes_text(static_cast<double>(report.model_bytes))});
  return comparison_text(report.choice) + report.title + '\n' + columns(rows, 2);
}

Status write_model(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  Output out;
  if (Status status = out.open(path); !status) return status;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (Status status = out.write(text); !status) return status;
  return out.commit();
}

std::string tuned_text(const tanda::internal::TuneResult& tuned, const tanda::internal::TuneOptions& how) {
  const std::string settings = tanda::internal::settings_text(tuned.settings());
  return (settings.empty() ? "" : settings + ", ") +
         counted(static_cast<std::uint64_t>(tuned.dims), "dimension", "dimensions") + ": " +
         rounded(100 * tuned.error) + " % error in " + std::to_string(how.folds) +
         "-fold cross-validation of " + counted(tuned.points.size(), "candidate", "candidates");
}

/// Adds to an error about the memory limit how much of it the table takes.
Status beside_table(const Status& status, std::uint64_t table_bytes) {
  if (status.code() != Code::memory_limit) return status;
  return {status.code(), status.message() + " next to the table of " + std::to_string(table_bytes),
          status.remedy()};
}

/// The last steps of every fit: writing the file and the report.
Status write_and_report(const FitRunArguments& arguments, Report& report, tanda::internal::Monitor& monitor,
                        Progress& progress, Clock::time_point start, const Registry& registry) {
  monitor.stage("write");
  std::vector<std::uint8_t> bytes;
  if (Status status = tanda::internal::encode(*report.model).get(bytes); !status) return status;
  if (monitor.cancelled()) return Status(Code::cancelled);
  if (Status status = write_model(arguments.out, bytes); !status) return status;
  monitor.finish();
  progress.erase();

  const std::string id = report.model->record().text_or("method", "");
  report.title = id + ": " + registry.find(id)->info->title;
  report.out = arguments.out;
  report.model_bytes = bytes.size();
  report.notes.insert(report.notes.end(), monitor.notes().begin(), monitor.notes().end());
  report.stages = monitor.stages();
  report.total = std::chrono::duration<double>(Clock::now() - start).count();
  if (arguments.json)
    return print(
        tanda::internal::spelled_json(report_json(report), tanda::internal::Spelling::program).dump(2) +
        '\n');
  if (!is_stdout(arguments.out)) return print(report_text(report));
  std::fputs(report_text(report).c_str(), stderr);  // not to standard output, which may be the model
  return {};
}

template <class S>
Status run_as(const FitRunArguments& arguments, Options asked, const Registry& registry) {
  const Clock::time_point start = Clock::now();
  Progress progress(arguments.json && !on_terminal(STDOUT_FILENO));
  tanda::internal::Monitor monitor(progress.callback());

  tanda::internal::Table<S> table;
  if (Status status = read_table<S>(arguments.data.path, asked.csv, monitor).get(table); !status)
    return status;
  if (Status s = memory_left(asked.csv.memory_limit, table.bytes()).get(asked.fit.memory_limit); !s) return s;
  const tanda::internal::Dataset<S> data = table.view();

  Report report;
  tanda::internal::Settled settled;
  const Result<Model> fitted = run_fit(registry, asked, data, monitor, nullptr, &settled);
  if (!fitted) return beside_table(fitted.status(), table.bytes());
  if (settled.tuned) report.tuned = tuned_text(*settled.tuned, settled.tuning);
  report.choice = settled.choice;
  report.rows = table.rows;
  report.cols = table.columns;
  report.classes = table.labels.classes.size();
  report.memory = monitor.memory();
  report.model =
      tanda::internal::remember_columns(*fitted, table.label_name, table.label_column + 1, table.id_name);
  report.notes = table.notes;
  return write_and_report(arguments, report, monitor, progress, start, registry);
}

/// Refuses options about reading DATA where the fit is made from statistics.
Status check_from(const FitRunArguments& arguments) {
  std::string given = arguments.data.path.empty() ? "" : "DATA";
  for (const char* name : {"tune", "select", "folds", "repeats", "label", "drop", "keep", "id", "partition",
                           "sep", "decimal", "missing"})
    if (given.empty() && arguments.data.words.has(name)) given = std::string("--") + name;
  if (given.empty()) return {};
  return {Code::bad_argument, given + " and --from do not go together: statistics are all there is",
          "leave " + given + " out, or fit to the data themselves"};
}

Status run_from(const FitRunArguments& arguments, const tanda::internal::FitOptions& options,
                const Registry& registry) {
  const Clock::time_point start = Clock::now();
  Progress progress(arguments.json && !on_terminal(STDOUT_FILENO));
  tanda::internal::Monitor monitor(progress.callback());
  monitor.stage("read");
  tanda::internal::RunningStatistics all;
  for (std::size_t k = 0; k < arguments.from.size(); ++k) {
    tanda::internal::RunningStatistics part;
    if (Status status = read_statistics(arguments.from[k]).get(part); !status) return status;
    if (k == 0) all.kept = part.kept;
    if (const Status status = all.merge(part); !status)
      return {status.code(), arguments.from[k] + ": " + status.message(), status.remedy()};
  }
  Report report;
  const Result<Model> fitted = fit_statistics(registry, all, options, monitor);
  if (!fitted) return fitted.status();
  report.model = *fitted;
  report.rows = static_cast<Index>(all.rows());
  report.cols = all.dims;
  report.classes = all.classes.size();
  report.memory = monitor.memory();
  return write_and_report(arguments, report, monitor, progress, start, registry);
}

/// Refuses --folds and --repeats without --tune or --select.
Status check_folds(const Options& asked, bool named) {
  const char* const given = asked.has("folds") ? "--folds" : asked.has("repeats") ? "--repeats" : "";
  if (*given == '\0' || (asked.tunes() && named)) return {};
  return {Code::bad_argument,
          std::string(given) + (named ? ": there is nothing to tune" : ": no method was named to be tuned") +
              ", and what is not given is chosen in folds of its own",
          std::string(named ? "add --tune, or leave " : "name a --method with --tune, or leave ") + given +
              " out"};
}

/// Checks that either DATA or --from is given, and where the model is written to.
Status check_given(const FitRunArguments& arguments) {
  const auto missing = [](const char* name, const std::string& what) {
    return Status(Code::bad_argument, name + (" is missing: " + what), "see `tanda fit --help`");
  };
  if (arguments.data.path.empty() && arguments.from.empty()) return missing("DATA", data_help);
  return arguments.out.empty() ? missing("--output", "The model file to write") : Status();
}

Status run(const FitRunArguments& arguments, const Registry& registry) {
  if (Status status = check_given(arguments); !status) return status;
  Options asked;
  if (Status status = arguments.data.words.options(registry).get(asked); !status) return status;
  tanda::internal::FitOptions options;
  if (Status status = tanda::internal::fit_options(asked, registry).get(options); !status) return status;
  if (Status status = check_folds(asked, !options.method.empty()); !status) return status;
  if (arguments.json && is_stdout(arguments.out)) {
    return {Code::bad_argument, "the report and the model cannot both go to the standard output",
            "give -o a file name"};
  }
  if (!arguments.from.empty()) {
    if (Status status = check_from(arguments); !status) return status;
    for (const std::string& path : arguments.from)
      if (Status status = check_writable(arguments.out, {path}); !status) return status;
    return run_from(arguments, options, registry);
  }
  if (Status status = check_writable(arguments.out, {arguments.data.path}); !status) return status;
  return asked.in_double ? run_as<double>(arguments, std::move(asked), registry)
                         : run_as<float>(arguments, std::move(asked), registry);
}

Result<std::string> extra_help(const std::string& id, const Registry& registry) {
  if (id == "auto") {
    return "Methods (`tanda fit --method ID --help` shows the parameters):\n\n" + method_list(registry);
  }
  const Result<tanda::internal::Method> method = registry.find(id);
  if (!method) return method.status();
  return method_page(*method->info);
}

}  // namespace

Command fit_command(CLI::App& program, const Registry& registry) {
  const auto arguments = std::make_shared<FitRunArguments>();
  CLI::App* app = program.add_subcommand("fit", "Fit a projection to a table and save the model");
  app->add_option("DATA", arguments->data.path, data_help)->option_text(" ");
  app->add_option("--from", arguments->from,
                  "Instead of DATA: statistics made by `tanda collect`, one file or more")
      ->option_text("PART...");
  arguments->data.words.add_to(*app, tanda::internal::takes_fit | tanda::internal::takes_read);
  app->add_flag("--json", arguments->json, "Print the report as JSON");
  app->add_option("-o,--output", arguments->out, "The model file to write (required)")->option_text("MODEL");
  return {app, [arguments, &registry] { return run(*arguments, registry); },
          [arguments, &registry] {
            const GivenWords& words = arguments->data.words;
            return extra_help(words.has("method") ? words.text("method") : "auto", registry);
          }};
}

}  // namespace cli
