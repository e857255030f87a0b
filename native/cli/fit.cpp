// tanda fit: data in, model out, and a report of what was done, for people or as JSON.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <memory>

#include "command.hpp"
#include "describe.hpp"
#include "input.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "tanda/select/choose.hpp"
#include "tanda/select/tune.hpp"
#include "text.hpp"

namespace cli {

namespace {

using Clock = std::chrono::steady_clock;
using tanda::Json;
using tanda::Model;

struct FitRunArguments {
  DataArguments data;
  FitArguments fit;
  std::string seed, out, folds, repeats;
  std::vector<std::string> selects;
  bool tune = false, json = false;
  bool tunes() const { return tune || !selects.empty(); }
};

/// What a fit has to tell besides its model.
struct Report {
  std::string title, out;
  tanda::Index rows, cols;
  std::size_t classes;
  Model model;
  std::vector<std::string> notes;
  std::vector<tanda::StageTime> stages;
  double total;
  std::string tuned;  ///< what cross-validation chose, or ""
  tanda::Choice choice;
  tanda::MemoryUse memory;
  std::size_t model_bytes;
};

const Json& field(const Json& record, const char* name) {
  static const Json none;
  const Json* found = record.find(name);
  return found ? *found : none;
}

Json report_json(const Report& report) {
  Json seconds = Json::object();
  for (const tanda::StageTime& stage : report.stages) seconds.set(stage.name, stage.seconds);
  seconds.set("total", report.total);
  Json json = Json::object()
                  .set("method", field(report.model.record, "method"))
                  .set("params", field(report.model.record, "params"))
                  .set("rows", report.rows)
                  .set("cols", report.cols)
                  .set("classes", report.classes)
                  .set("dims", report.model.outputs())
                  .set("eigenvalues", field(report.model.record, "eigenvalues"))
                  .set("notes", Json::array(report.notes))
                  .set("seconds", std::move(seconds))
                  .set("plan_bytes", report.memory.planned)
                  .set("peak_bytes", report.memory.peak)
                  .set("model", report.out)
                  .set("model_bytes", report.model_bytes);
  for (const char* name : {"tuned", "chosen"}) {
    if (const Json* how = report.model.record.find(name)) json.set(name, *how);
  }
  return json;
}

std::string accuracy_text(const tanda::Summary& error) {
  return percent(1 - error.mean) + " ± " + percent(error.sd) + " %";
}

std::string dims_text(const Report& report) {
  const tanda::Choice& choice = report.choice;
  std::string text = std::to_string(report.model.outputs());
  if (!choice.reason.empty()) text += ", not chosen by cross-validation: " + choice.reason;
  if (choice.chose_dims)
    text += ", chosen by " + std::to_string(choice.folds) + "-fold cross-validation" +
            (choice.settings.empty() ? "" : " with " + tanda::settings_text(choice.settings)) +
            ": accuracy " + accuracy_text(choice.error);
  if (choice.chose_dims && choice.samples < report.rows)
    text += " (on " + std::to_string(choice.samples) + " rows)";
  return text;
}

/// The methods that were compared, and which was taken.
std::string comparison_text(const tanda::Choice& choice) {
  if (choice.compared.empty()) return "";
  std::vector<std::vector<std::string>> rows = {{"", "method", "dims", "accuracy (cross-validated)", ""}};
  for (const tanda::Compared& row : choice.compared) {
    const std::string mark = row.method == choice.fit.method ? "*" : "";
    if (row.failure.empty()) {
      rows.push_back({mark, row.method, std::to_string(row.dims), accuracy_text(row.error),
                      tanda::settings_text(row.settings)});
    } else {
      rows.push_back({mark, row.method, "", "failed: " + row.failure, ""});
    }
  }
  return "compared, the simplest within one standard error of the best taken (*):\n" + columns(rows, 2) +
         '\n';
}

std::string report_text(const Report& report) {
  std::vector<std::string> values, times;
  for (const Json& value : field(report.model.record, "eigenvalues").items()) {
    values.push_back(rounded(value.number_or(0)));
  }
  for (const tanda::StageTime& stage : report.stages) {
    if (stage.seconds >= 0.0005) times.push_back(stage.name + ' ' + seconds_text(stage.seconds));
  }
  const std::string classes = report.classes ? ", " + counted(report.classes, "class", "classes") : "";
  std::vector<std::vector<std::string>> rows = {
      {"data", std::to_string(report.rows) + " × " + std::to_string(report.cols) + classes},
      {"dims", dims_text(report)},
      {"eigenvalues", head(values, 8)},
  };
  if (!report.tuned.empty()) rows.push_back({"tuned", report.tuned});
  for (const std::string& note : report.notes) rows.push_back({"note", note});
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

/// The grid asked for: the method's own, with what --select says instead or on top.
Result<tanda::TuneOptions> tune_options(const FitRunArguments& arguments, const tanda::FitOptions& options,
                                        const tanda::MethodInfo& method) {
  tanda::TuneOptions how;
  if (Status s = tanda::parse_grid(arguments.tune, arguments.selects, method.parameters).get(how.grid); !s)
    return s;
  tanda::Index folds = how.folds, repeats = how.repeats;
  if (!arguments.folds.empty())
    if (Status status = parse_count("--folds", arguments.folds, 2).get(folds); !status) return status;
  if (!arguments.repeats.empty())
    if (Status status = parse_count("--repeats", arguments.repeats, 1).get(repeats); !status) return status;
  if (folds > 100000 || repeats > 100000)
    return Status(Code::bad_argument, "at most 100000 folds and repeats");
  how.folds = static_cast<int>(folds);
  how.repeats = static_cast<int>(repeats);
  how.seed = options.seed;
  return how;
}

std::string tuned_text(const tanda::TuneResult& tuned, const tanda::TuneOptions& how) {
  const std::string settings = tanda::settings_text(tuned.settings());
  return (settings.empty() ? "" : settings + ", ") +
         counted(static_cast<std::uint64_t>(tuned.dims), "dimension", "dimensions") + ": " +
         rounded(100 * tuned.error) + " % error in " + std::to_string(how.folds) +
         "-fold cross-validation of " + counted(tuned.points.size(), "candidate", "candidates");
}

/// What is left of a memory limit is told with what took the rest.
Status beside_table(const Status& status, std::uint64_t table_bytes) {
  if (status.code() != Code::memory_limit) return status;
  return {status.code(), status.message() + " next to the table of " + std::to_string(table_bytes),
          status.remedy()};
}

template <class S>
Status run_as(const FitRunArguments& arguments, tanda::FitOptions options, const tanda::CsvOptions& csv,
              const Registry& registry) {
  const Clock::time_point start = Clock::now();
  Progress progress(arguments.json && !on_terminal(STDOUT_FILENO));
  tanda::Monitor monitor(progress.callback());

  tanda::Table<S> table;
  if (Status status = read_table<S>(arguments.data.path, csv, monitor).get(table); !status) return status;
  if (Status s = memory_left(csv.memory_limit, table.bytes()).get(options.memory_limit); !s) return s;
  const tanda::Dataset<S> data = table.view();

  Report report;
  Json tuned_record;
  if (arguments.tunes() && !options.method.empty()) {
    const tanda::MethodInfo& info = *registry.find(options.method)->info;
    tanda::TuneOptions how;
    if (Status status = tune_options(arguments, options, info).get(how); !status) return status;
    tanda::FitOptions bounded = options;
    if (bounded.dims > 0) how.dims = {bounded.dims};  // what was given stays
    if (bounded.dims == 0) bounded.dims = tanda::most_chosen_dims;
    tanda::TuneResult tuned;
    if (Status status = tanda::tune(registry, data, bounded, how, monitor).get(tuned); !status)
      return beside_table(status, table.bytes());
    options.settings = tanda::merged(options.settings, tuned.settings());
    options.dims = tuned.dims;
    tuned_record = tanda::tune_record(tuned, how);
    report.tuned = tuned_text(tuned, how);
  } else {
    if (Status status = tanda::choose(registry, data, options, monitor).get(report.choice); !status)
      return beside_table(status, table.bytes());
    options = report.choice.fit;
  }
  report.rows = table.rows;
  report.cols = table.columns;
  report.classes = table.labels.classes.size();
  if (Status status = tanda::fit<S>(registry, data, options, monitor).get(report.model); !status)
    return beside_table(status, table.bytes());
  report.memory = monitor.memory();

  if (!report.tuned.empty()) report.model.record.set("tuned", std::move(tuned_record));
  if (report.choice.folds > 0) report.model.record.set("chosen", report.choice.record());
  tanda::remember_columns(report.model, table.label_name, table.label_column + 1, table.id_name);
  monitor.stage("write");
  std::vector<std::uint8_t> bytes;
  if (Status status = tanda::encode(report.model).get(bytes); !status) return status;
  if (monitor.cancelled()) return Status(Code::cancelled);
  if (Status status = write_model(arguments.out, bytes); !status) return status;
  monitor.finish();
  progress.erase();

  const tanda::MethodInfo& method = *registry.find(options.method)->info;
  report.title = std::string(method.id) + ": " + method.title;
  report.out = arguments.out;
  report.model_bytes = bytes.size();
  report.notes = table.notes;
  report.notes.insert(report.notes.end(), monitor.notes().begin(), monitor.notes().end());
  report.stages = monitor.stages();
  report.total = std::chrono::duration<double>(Clock::now() - start).count();
  if (arguments.json) return print(report_json(report).dump(2) + '\n');
  if (!is_stdout(arguments.out)) return print(report_text(report));
  std::fputs(report_text(report).c_str(), stderr);  // the standard output is the model
  return {};
}

/// --folds and --repeats are those of --tune and --select.
Status check_folds(const FitRunArguments& arguments, bool named) {
  const char* const given = !arguments.folds.empty()     ? "--folds"
                            : !arguments.repeats.empty() ? "--repeats"
                                                         : "";
  if (*given == '\0' || (arguments.tunes() && named)) return {};
  return {Code::bad_argument,
          std::string(given) + (named ? ": there is nothing to tune" : ": no method was named to be tuned") +
              ", and what is not given is chosen in folds of its own",
          std::string(named ? "add --tune, or leave " : "name a --method with --tune, or leave ") + given +
              " out"};
}

Status run(const FitRunArguments& arguments, const Registry& registry) {
  tanda::FitOptions options;
  if (Status status = fit_options(arguments.fit, registry).get(options); !status) return status;
  if (!arguments.seed.empty())
    if (Status status = tanda::parse_seed("--seed", arguments.seed).get(options.seed); !status) return status;
  const Result<bool> in_double = parse_scalar("--scalar", arguments.fit.scalar);
  if (!in_double) return in_double.status();
  tanda::CsvOptions csv;
  if (Status status = csv_options(arguments.data).get(csv); !status) return status;
  if (options.method.empty() && !arguments.selects.empty()) {
    return {Code::bad_argument, "--select: no method was named, and its values are those of a method",
            "name it with --method"};
  }
  if (Status status = check_folds(arguments, !options.method.empty()); !status) return status;
  if (arguments.json && is_stdout(arguments.out)) {
    return {Code::bad_argument, "the report and the model cannot both go to the standard output",
            "give -o a file name"};
  }
  if (Status status = check_writable(arguments.out, {arguments.data.path}); !status) return status;
  return *in_double ? run_as<double>(arguments, options, csv, registry)
                    : run_as<float>(arguments, options, csv, registry);
}

Result<std::string> extra_help(const std::string& id, const Registry& registry) {
  if (id == "auto") {
    return "Methods (`tanda fit --method ID --help` shows the parameters):\n\n" + method_list(registry);
  }
  const Result<tanda::Method> method = registry.find(id);
  if (!method) return method.status();
  return method_page(*method->info);
}

}  // namespace

Command fit_command(CLI::App& program, const Registry& registry) {
  const auto arguments = std::make_shared<FitRunArguments>();
  CLI::App* app = program.add_subcommand("fit", "Fit a projection to a table and save the model");
  app->add_option("DATA", arguments->data.path, data_help)->required()->option_text(" ");
  add_fit_options(*app, arguments->fit);
  add_data_options(*app, arguments->data);
  add_partition_option(*app, arguments->data);
  app->add_flag("--tune", arguments->tune, "Choose parameters and dimensions by cross-validation");
  app->add_option("--select", arguments->selects,
                  "Values to choose from; repeatable, implies --tune for them")
      ->allow_extra_args(false)
      ->option_text("NAME=V1,V2");
  app->add_option("--folds", arguments->folds, "Folds of the cross-validation (default 5)")->option_text("F");
  app->add_option("--repeats", arguments->repeats, "Repetitions of it (default 1)")->option_text("N");
  app->add_option("--seed", arguments->seed, "Seed of all random choices (default 0)")->option_text("N");
  app->add_flag("--json", arguments->json, "Print the report as JSON");
  app->add_option("-o,--output", arguments->out, "The model file to write (required)")
      ->required()
      ->option_text("MODEL");
  return {app, [arguments, &registry] { return run(*arguments, registry); },
          [arguments, &registry] { return extra_help(arguments->fit.method, registry); }};
}

}  // namespace cli
