// tanda fit: data in, model out, and a report of what was done, for people or as JSON.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "../memory_meter.hpp"
#include "command.hpp"
#include "describe.hpp"
#include "input.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
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
  std::string memory_limit, seed, out, folds = "5", repeats = "1";
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
  tanda::Plan plan;
  std::size_t peak_bytes, model_bytes;
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
                  .set("plan_bytes", report.plan.bytes)
                  .set("peak_bytes", meter::available() ? Json(report.peak_bytes) : Json())
                  .set("model", report.out)
                  .set("model_bytes", report.model_bytes);
  if (!report.tuned.empty()) json.set("tuned", field(report.model.record, "tuned"));
  return json;
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
      {"dims", std::to_string(report.model.outputs())},
      {"eigenvalues", head(values, 8)},
  };
  if (!report.tuned.empty()) rows.push_back({"tuned", report.tuned});
  for (const std::string& note : report.notes) rows.push_back({"note", note});
  rows.push_back({"seconds", seconds_text(report.total) + (times.empty() ? "" : ": " + join(times, ", "))});
  rows.push_back(
      {"memory", "planned " + bytes_text(static_cast<double>(report.plan.bytes)) +
                     (meter::available() ? ", used " + bytes_text(static_cast<double>(report.peak_bytes))
                                         : std::string())});
  rows.push_back({"model", report.out + ", " + bytes_text(static_cast<double>(report.model_bytes))});
  return report.title + '\n' + columns(rows, 2);
}

Status write_model(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  Output out;
  if (Status status = out.open(path); !status) return status;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (Status status = out.write(text); !status) return status;
  return out.commit();
}

/// Samples of the largest class; the plan of unequal classes depends on it.
tanda::Index largest_class(const tanda::Labels& labels) {
  std::vector<tanda::Index> sizes(labels.classes.size() + 1, 0);
  for (const int number : labels.numbers) {
    if (number >= 0) ++sizes[static_cast<std::size_t>(number)];
  }
  return *std::max_element(sizes.begin(), sizes.end());
}

/// The grid asked for: the method's own, with what --select says instead or on top.
Result<tanda::TuneOptions> tune_options(const FitRunArguments& arguments, const tanda::FitOptions& options,
                                        const tanda::MethodInfo& method) {
  tanda::TuneOptions how;
  if (arguments.tune) how.grid = tanda::default_grid(method.parameters);
  for (const std::string& list : arguments.selects) {
    for (const std::string& text : tanda::split_at(list, ';')) {
      tanda::Axis axis;
      if (Status status = tanda::parse_axis(text, method.parameters).get(axis); !status) return status;
      tanda::put_axis(how.grid, std::move(axis));
    }
  }
  tanda::Index folds = 0, repeats = 0;
  if (Status status = parse_count("--folds", arguments.folds, 2).get(folds); !status) return status;
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

template <class S>
Status run_as(const FitRunArguments& arguments, tanda::FitOptions options, const tanda::CsvOptions& csv,
              const Registry& registry) {
  const Clock::time_point start = Clock::now();
  Progress progress(arguments.json && !on_terminal(STDOUT_FILENO));
  tanda::Monitor monitor(progress.callback());

  tanda::Table<S> table;
  if (Status status = read_table<S>(arguments.data.path, csv, monitor).get(table); !status) return status;
  const tanda::Dataset<S> data = table.view();

  Report report;
  Json tuned_record;
  if (arguments.tunes()) {
    const tanda::MethodInfo& info = *registry.find(options.method)->info;
    tanda::TuneOptions how;
    if (Status status = tune_options(arguments, options, info).get(how); !status) return status;
    tanda::FitOptions bounded = options;
    if (bounded.dims == 0) bounded.dims = tanda::default_scored_dims;
    tanda::TuneResult tuned;
    if (Status status = tanda::tune(registry, data, bounded, how, monitor).get(tuned); !status) return status;
    options.settings = tanda::merged(options.settings, tuned.settings());
    options.dims = tuned.dims;
    tuned_record = tanda::tune_record(tuned, how);
    report.tuned = tuned_text(tuned, how);
  }
  report.rows = table.rows;
  report.cols = table.columns;
  report.classes = table.labels.classes.size();
  Status status =
      tanda::plan(registry, options, report.rows, report.cols, static_cast<tanda::Index>(report.classes),
                  sizeof(S), largest_class(table.labels))
          .get(report.plan);
  if (!status) return status;

  const std::size_t live_before = meter::live();
  meter::reset_peak();
  status = tanda::fit<S>(registry, data, options, monitor).get(report.model);
  report.peak_bytes = meter::peak() - live_before;
  if (!status) return status;

  if (arguments.tunes()) report.model.record.set("tuned", std::move(tuned_record));
  monitor.stage("write");
  const std::vector<std::uint8_t> bytes = tanda::encode(report.model);
  if (monitor.cancelled()) return Status(Code::cancelled);
  if (status = write_model(arguments.out, bytes); !status) return status;
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

Status run(const FitRunArguments& arguments, const Registry& registry) {
  tanda::FitOptions options;
  if (Status status = fit_options(arguments.fit, registry).get(options); !status) return status;
  if (!arguments.memory_limit.empty())
    if (Status status =
            tanda::parse_bytes("--memory-limit", arguments.memory_limit).get(options.memory_limit);
        !status)
      return status;
  if (!arguments.seed.empty())
    if (Status status = tanda::parse_seed("--seed", arguments.seed).get(options.seed); !status) return status;
  const Result<bool> in_double = parse_scalar("--scalar", arguments.fit.scalar);
  if (!in_double) return in_double.status();
  tanda::CsvOptions csv;
  if (Status status = csv_options(arguments.data).get(csv); !status) return status;
  if (arguments.json && is_stdout(arguments.out)) {
    return {Code::bad_argument, "the report and the model cannot both go to the standard output",
            "give -o a file name"};
  }
  if (Status status = check_writable(arguments.out, {arguments.data.path}); !status) return status;
  return *in_double ? run_as<double>(arguments, options, csv, registry)
                    : run_as<float>(arguments, options, csv, registry);
}

Result<std::string> extra_help(const std::string& id, const Registry& registry) {
  if (id.empty()) {
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
  app->add_option("DATA", arguments->data.path, "CSV or TSV file, plain or .gz; - = standard input")
      ->required()
      ->option_text(" ");
  add_fit_options(*app, arguments->fit);
  add_data_options(*app, arguments->data);
  app->add_flag("--tune", arguments->tune, "Choose parameters and dimensions by cross-validation");
  app->add_option("--select", arguments->selects,
                  "Values to choose from; repeatable, implies --tune for them")
      ->allow_extra_args(false)
      ->option_text("NAME=V1,V2");
  app->add_option("--folds", arguments->folds, "Folds of the cross-validation (default 5)")->option_text("F");
  app->add_option("--repeats", arguments->repeats, "Repetitions of it (default 1)")->option_text("N");
  app->add_option("--memory-limit", arguments->memory_limit, "Refuse a fit that needs more (512M, 2GiB)")
      ->option_text("BYTES");
  app->add_option("--seed", arguments->seed, "Seed of all random choices (default 0)")->option_text("N");
  app->add_flag("--json", arguments->json, "Print the report as JSON");
  app->add_option("-o,--output", arguments->out, "The model file to write (required)")
      ->required()
      ->option_text("MODEL");
  return {app, [arguments, &registry] { return run(*arguments, registry); },
          [arguments, &registry] { return extra_help(arguments->fit.method, registry); }};
}

}  // namespace cli
