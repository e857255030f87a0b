// tanda evaluate: methods compared on the same random splits, with an honest report.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "../memory_meter.hpp"
#include "command.hpp"
#include "evaluation_pictures.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "text.hpp"

namespace cli {

namespace {

using tanda::Contestant;
using tanda::Evaluation;
using tanda::Json;

struct EvaluateArguments {
  DataArguments data;
  PrepareArguments prepare;
  std::vector<std::string> methods, selects;
  std::string train = "0.25", splits = "10", folds = "5", dims, seed, neighbors;
  std::string scalar = "float", format = "table", out, resume, threads;
  bool honest = false, tune = false, no_baseline = false, times = false;
};

enum class Format { table, json, csv, html };

Result<std::vector<Contestant>> contestants_of(const EvaluateArguments& arguments, Index dims,
                                               const Registry& registry) {
  std::vector<Contestant> contestants;
  if (!arguments.no_baseline) contestants.push_back({tanda::baseline_name, {}, {}});
  for (const std::string& list : arguments.methods) {
    std::vector<Contestant> more;
    if (Status status = tanda::parse_contestants(registry, list, arguments.tune).get(more); !status)
      return status;
    contestants.insert(contestants.end(), more.begin(), more.end());
  }
  for (const std::string& list : arguments.selects) {
    if (Status status = tanda::add_grids(registry, "--select", list, contestants); !status) return status;
  }
  Preparation preparation;
  if (Status status = preparation_of(arguments.prepare).get(preparation); !status) return status;
  Index neighbors = 0;
  if (!arguments.neighbors.empty())
    if (Status status = parse_count("--neighbors", arguments.neighbors, 1).get(neighbors); !status)
      return status;
  for (Contestant& contestant : contestants) {
    contestant.fit.scale = preparation.scale;
    contestant.fit.pca = preparation.pca;
    contestant.fit.dims = dims;
    contestant.fit.classify_by_neighbors(neighbors);
  }
  return contestants;
}

Result<tanda::EvaluateOptions> evaluate_options(const EvaluateArguments& arguments,
                                                const Registry& registry) {
  tanda::EvaluateOptions options;
  tanda::DimsChoice dims;
  if (Status s = tanda::parse_dims("--dims", arguments.dims).get(dims); !s) return s;
  options.dims = std::move(dims.listed);
  if (Status s = contestants_of(arguments, dims.most, registry).get(options.contestants); !s) return s;
  if (Status s = tanda::parse_train("--train", arguments.train).get(options.train); !s) return s;
  Index splits = 0, folds = 0;
  if (Status s = parse_count("--splits", arguments.splits, 1).get(splits); !s) return s;
  if (Status s = parse_count("--folds", arguments.folds, 2).get(folds); !s) return s;
  if (splits > 100000 || folds > 100000) return Status(Code::bad_argument, "at most 100000 splits and folds");
  options.splits = static_cast<int>(splits);
  options.folds = static_cast<int>(folds);
  if (!arguments.seed.empty())
    if (Status s = tanda::parse_seed("--seed", arguments.seed).get(options.seed); !s) return s;
  options.honest = arguments.honest;
  if (Status s = parse_threads(arguments.threads).get(options.threads); !s) return s;
  return options;
}

Result<Evaluation> earlier(const std::string& path) {
  if (path.empty()) return Evaluation{};
  std::string text;
  tanda::Monitor monitor;
  const auto take = [&](std::string_view piece) {
    text += piece;
    return Status();
  };
  if (Status status = read_pieces(path, monitor, take); !status) return status;
  const Result<Json> json = Json::parse(text);
  if (!json)
    return Status(Code::bad_argument, path + ": " + json.status().message(),
                  "give a report of --format json");
  Result<Evaluation> evaluation = tanda::evaluation_from_json(*json);
  if (!evaluation) return Status(Code::bad_argument, path + ": " + evaluation.status().message());
  return evaluation;
}

template <class S>
EvaluationContext context_of(const EvaluateArguments& arguments, const tanda::EvaluateOptions& options,
                             const tanda::Table<S>& table) {
  EvaluationContext context;
  context.data = arguments.data.path == "-" ? "standard input"
                                            : arguments.data.path.substr(arguments.data.path.rfind('/') + 1);
  context.what = std::to_string(table.rows) + " × " + std::to_string(table.columns) + ", " +
                 counted(table.labels.classes.size(), "class", "classes");
  context.split = counted(static_cast<std::uint64_t>(options.splits), "split", "splits") + ", " +
                  (options.train.per_class > 0
                       ? counted(static_cast<std::uint64_t>(options.train.per_class), "sample", "samples")
                       : rounded(100 * options.train.fraction) + " %") +
                  " of each class for training, seed " + std::to_string(options.seed);
  if (arguments.prepare.scale != "none") context.note += "scale " + arguments.prepare.scale;
  if (!arguments.prepare.pca.empty())
    context.note += (context.note.empty() ? "PCA " : ", PCA ") + arguments.prepare.pca;
  return context;
}

/// What took hours to compute is not lost to a full disk: it is shown instead.
Status write_report(const std::string& text, const std::string& path) {
  const auto write = [&] {
    Output out;
    if (Status status = out.open(path); !status) return status;
    if (Status status = out.write(text); !status) return status;
    return out.commit();
  };
  const Status status = write();
  if (status || is_stdout(path) || !print(text)) return status;
  return {status.code(), status.message(), "the report went to the standard output instead"};
}

template <class S>
Status run_as(const EvaluateArguments& arguments, const tanda::EvaluateOptions& options, Format format,
              Evaluation evaluation, const Registry& registry) {
  tanda::CsvOptions csv;
  if (Status status = csv_options(arguments.data).get(csv); !status) return status;
  Progress progress;
  tanda::Monitor monitor(progress.callback());
  tanda::Table<S> table;
  if (Status status = read_table<S>(arguments.data.path, csv, monitor).get(table); !status) return status;
  const tanda::Dataset<S> data = table.view();
  std::size_t live = 0;
  tanda::EvaluateHooks hooks;
  if (meter::available()) {
    hooks.before_fit = [&] {
      live = meter::live();
      meter::reset_peak();
    };
    hooks.peak = [&] { return static_cast<double>(meter::peak() - live); };
  }
  const Status status = tanda::evaluate(registry, data, options, evaluation, monitor, hooks);
  progress.erase();
  const bool stopped = status.code() == Code::cancelled && !evaluation.contests.empty();
  if (!status && !stopped) return status;

  const EvaluationContext context = context_of(arguments, options, table);
  std::string text;
  switch (format) {
    case Format::table:
      text = evaluation_table(evaluation, context);
      break;
    case Format::json:
      text = tanda::evaluation_json(evaluation, arguments.times)
                 .set("data", context.data)
                 .set("split", context.split)
                 .dump(2) +
             '\n';
      break;
    case Format::csv:
      text = evaluation_csv(evaluation);
      break;
    case Format::html:
      text = evaluation_html(evaluation, context, evaluation_pictures(registry, data, options, evaluation));
      break;
  }
  if (Status s = write_report(text, arguments.out); !s) return s;
  for (const std::string& note : table.notes) std::fprintf(stderr, "note: %s\n", note.c_str());
  if (!stopped) return {};
  return {Code::cancelled,
          "stopped after " + std::to_string(evaluation.finished()) + " of " + std::to_string(options.splits) +
              " splits; the report holds those",
          format == Format::json ? "go on with --resume " + arguments.out
                                 : "a report of --format json can be gone on with: --resume"};
}

Status run(const EvaluateArguments& arguments, const Registry& registry) {
  tanda::EvaluateOptions options;
  if (Status status = evaluate_options(arguments, registry).get(options); !status) return status;
  const Result<bool> scalar = parse_scalar("--scalar", arguments.scalar);
  if (!scalar) return scalar.status();
  const Result<int> format = parse_word("--format", arguments.format, {"table", "json", "csv", "html"});
  if (!format) return format.status();
  Evaluation evaluation;
  if (Status status = earlier(arguments.resume).get(evaluation); !status) return status;
  if (Status status = check_writable(arguments.out, {arguments.data.path}); !status) return status;
  const Format as = static_cast<Format>(*format);
  return *scalar ? run_as<double>(arguments, options, as, std::move(evaluation), registry)
                 : run_as<float>(arguments, options, as, std::move(evaluation), registry);
}

}  // namespace

Command evaluate_command(CLI::App& program, const Registry& registry) {
  const auto arguments = std::make_shared<EvaluateArguments>();
  CLI::App* app = program.add_subcommand("evaluate", "Compare methods on the same random splits");
  const auto option = [&](const char* names, std::string& value, const std::string& help, const char* text) {
    app->add_option(names, value, help)->option_text(text);
  };
  app->add_option("DATA", arguments->data.path, "CSV or TSV file, plain or .gz; - = standard input")
      ->required()
      ->option_text(" ");
  app->add_option("--methods", arguments->methods, "Methods: pca,lda,lfda:ridge=0, or all (required)")
      ->required()
      ->allow_extra_args(false)
      ->option_text("ID,ID,...");
  option("--train", arguments->train, "Part of each class to train on, or samples of each (default 0.25)",
         "PART|N");
  option("--splits", arguments->splits, "Random splits (default 10)", "N");
  option("--dims", arguments->dims,
         "Dimensions to compare: 10, 2,5,10, 1-40 or all (default 1-" +
             std::to_string(tanda::default_scored_dims) + ")",
         "LIST");
  option("--neighbors", arguments->neighbors,
         "Classify by K neighbours (default 1; methods with columns for each class: by membership)", "K");
  app->add_option("--select", arguments->selects,
                  "Try these values by cross-validation; several with ; or repeated")
      ->allow_extra_args(false)
      ->option_text("[ID.]NAME=V1,V2");
  app->add_flag("--tune", arguments->tune, "Try what each method proposes by cross-validation");
  option("--folds", arguments->folds, "Folds of the cross-validation (default 5)", "F");
  app->add_flag("--honest", arguments->honest, "Choose the dimension by cross-validation, too");
  add_prepare_options(*app, arguments->prepare);
  option("--scalar", arguments->scalar, "float (default) or double", "TYPE");
  add_data_options(*app, arguments->data);
  option("--threads", arguments->threads, "Splits side by side (default: one for each core)", "N");
  option("--seed", arguments->seed, "Seed of all random choices (default 0)", "N");
  app->add_flag("--no-baseline", arguments->no_baseline, "Leave out the row without reduction");
  option("--format", arguments->format, "table (default), json, csv or html", "HOW");
  app->add_flag("--times", arguments->times, "Time and memory of each fit in the JSON, too");
  option("--resume", arguments->resume, "Go on with a report of --format json", "REPORT");
  option("-o,--output", arguments->out, "File to write (default: standard output)", "OUT");
  return {app, [arguments, &registry] { return run(*arguments, registry); }};
}

}  // namespace cli
