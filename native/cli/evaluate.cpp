// tanda evaluate: compares methods on the same random splits.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>

#include "base/text.hpp"
#include "command.hpp"
#include "evaluation_context.hpp"
#include "evaluation_pictures.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "learning_curve.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "text.hpp"

namespace cli {

namespace {

using tanda::internal::Contestant;
using tanda::internal::Evaluation;
using tanda::internal::Json;
using tanda::internal::ReportFormat;

Result<Evaluation> earlier(const std::string& path) {
  if (path.empty()) return Evaluation{};
  std::string text;
  tanda::internal::Monitor monitor;
  const auto take = [&](std::string_view piece) {
    text += piece;
    return Status();
  };
  if (Status status = read_pieces(path, monitor, take); !status) return status;
  const char* const remedy = "give a report that `tanda evaluate --format json` wrote";
  const Result<Json> json = Json::parse(text);
  if (!json)
    return Status(Code::bad_argument, tanda::internal::literal_text(path) + ": " + json.status().message(),
                  remedy);
  Result<Evaluation> evaluation = tanda::internal::evaluation_from_json(*json);
  if (!evaluation)
    return Status(Code::bad_argument,
                  tanda::internal::literal_text(path) + ": " + evaluation.status().message(), remedy);
  return evaluation;
}

/// When the report cannot be written it is printed, so that a full disk does not lose hours of work.
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

/// When all methods failed, the reason of the first.
Status any_method(const tanda::internal::EvaluateOptions& options, const Evaluation& evaluation) {
  const tanda::internal::Contest* first = nullptr;
  for (std::size_t c = 0; c < options.contestants.size(); ++c) {
    if (options.contestants[c].baseline()) continue;
    if (evaluation.contests[c].failure.empty()) return {};
    if (!first) first = &evaluation.contests[c];
  }
  if (!first) return {};
  return {Code::no_variation, "no method could be fitted: " + first->name + ": " + first->failure,
          "the report has the reason of each"};
}

/// The table to evaluate on, and the options.
template <class S>
struct Bench {
  const EvaluateArguments& arguments;
  const Registry& registry;
  Options asked;
  tanda::internal::EvaluateOptions options;
  tanda::internal::Table<S> table;
  std::vector<std::string> notes;
};

/// Reads the table, and computes the memory limit of each fit and the strata.
template <class S>
Status read_into(Bench<S>& bench, tanda::internal::Monitor& monitor) {
  tanda::internal::EvaluateOptions& options = bench.options;
  const tanda::internal::CsvOptions csv = evaluate_table_options(bench.asked);
  if (Status s = read_table<S>(bench.arguments.data.path, csv, monitor).get(bench.table); !s) return s;
  const auto lanes = static_cast<std::uint64_t>(std::max(1, std::min(options.threads, options.splits)));
  std::uint64_t limit = 0;  // of one fit; each thread has its own copy of a split
  if (Status s = memory_left(csv.memory_limit, (1 + lanes) * bench.table.bytes(), lanes).get(limit); !s)
    return s;
  for (Contestant& contestant : options.contestants) contestant.fit.memory_limit = limit;
  if (!bench.asked.by.empty()) options.strata = tanda::internal::encode_labels(bench.table.ids).numbers;
  bench.notes = bench.table.notes;
  if (bench.asked.fit.scale != tanda::internal::Scale::unit)
    if (std::string note = tanda::internal::lost_digits_note(bench.table.view()); !note.empty())
      bench.notes.push_back(std::move(note));
  return {};
}

/// The context of the report's numbers. Sizes that some classes cannot give are added to the notes.
template <class S>
EvaluationContext context_of(Bench<S>& bench, const Evaluation& evaluation) {
  const std::vector<Index> strata =
      strata_of_classes(bench.table.labels.numbers, bench.options.strata, evaluation.trained.size());
  for (std::string& note : size_notes(bench.arguments, bench.options, evaluation, strata))
    bench.notes.push_back(std::move(note));
  return evaluation_context(bench.arguments, bench.options, {bench.table.rows, bench.table.columns},
                            bench.asked.train, evaluation, strata);
}

/// The confusion matrices of the first split.
template <class S>
Result<Confusions> confusions_of(Bench<S>& bench, const Evaluation& evaluation) {
  Confusions confusions;
  tanda::internal::Monitor whole;  // not cancelled: a report that was stopped early has them, too
  const auto keep = [&](const tanda::internal::Replay<S>& replay) {
    confusions[replay.contest] = replay.confusion;
    return Status();
  };
  const Result<std::vector<std::string>> replayed =
      tanda::internal::replay<S>(bench.registry, bench.table.view(), bench.options, evaluation, whole, keep);
  if (!replayed) return replayed.status();
  for (const std::string& failure : *replayed) bench.notes.push_back("no confusions of " + failure);
  return confusions;
}

std::string json_text(Json json, const EvaluationContext& context) {
  return json.set("data", context.data).set("split", context.split).dump(2) + '\n';
}

template <class S>
Result<std::string> report_of(Bench<S>& bench, const Evaluation& evaluation) {
  const EvaluateArguments& arguments = bench.arguments;
  const EvaluationContext context = context_of(bench, evaluation);
  if (bench.asked.report == ReportFormat::html) {
    const EvaluationPictures pictures =
        evaluation_pictures(bench.registry, bench.table.view(), bench.options, evaluation);
    for (const std::string& failure : pictures.failures) bench.notes.push_back("no pictures of " + failure);
    return evaluation_html(evaluation, context, pictures.all);
  }
  Confusions confusions;
  if (bench.asked.confusion)
    if (Status s = confusions_of(bench, evaluation).get(confusions); !s) return s;
  if (bench.asked.report == ReportFormat::json)
    return json_text(tanda::internal::evaluation_json(evaluation, arguments.times, confusions), context);
  if (bench.asked.report == ReportFormat::table) return evaluation_table(evaluation, context, confusions);
  return bench.asked.confusion ? confusion_csv(evaluation, confusions)
                               : evaluation_csv(evaluation, arguments.times);
}

template <class S>
std::string report_of(Bench<S>& bench, const LearningCurve& curve) {
  const EvaluationContext context = context_of(bench, curve.back().evaluation);
  switch (bench.asked.report) {
    case ReportFormat::table:
      return curve_table(curve, context);
    case ReportFormat::json:
      return json_text(curve_json(curve, bench.arguments.times), context);
    case ReportFormat::csv:
      return curve_csv(curve, bench.arguments.times);
    case ReportFormat::html:
      return curve_html(curve, context);
  }
  return "";
}

template <class S>
Status write_all(const Bench<S>& bench, const std::string& report) {
  if (Status s = write_report(report, bench.arguments.out); !s) return s;
  for (const std::string& note : bench.notes)
    std::fprintf(stderr, "note: %s\n", for_terminal(spelled(note)).c_str());
  return {};
}

/// Puts the options in failures and notes into the spelling of the program.
void spell_contests(Evaluation& evaluation) {
  for (tanda::internal::Contest& contest : evaluation.contests) {
    contest.failure = spelled(contest.failure);
    contest.note = spelled(contest.note);
  }
}

/// Evaluates with training sets of several sizes. When stopped, the report has the sizes finished before.
template <class S>
Status run_curve(Bench<S>& bench, tanda::internal::Monitor& monitor, Progress& progress) {
  LearningCurve curve;
  Status status;
  for (const tanda::internal::SampleSize size : bench.asked.train) {
    bench.options.train = size;
    Evaluation evaluation;
    status =
        tanda::internal::evaluate(bench.registry, bench.table.view(), bench.options, evaluation, monitor);
    if (!status && (status.code() != Code::cancelled || evaluation.finished() == 0)) break;
    spell_contests(evaluation);
    const Index samples = std::accumulate(evaluation.trained.begin(), evaluation.trained.end(), Index(0));
    curve.push_back({samples, std::move(evaluation)});
    if (!status) break;
  }
  progress.erase();
  if (curve.empty() || (!status && status.code() != Code::cancelled)) return status;
  if (Status s = write_all(bench, report_of(bench, curve)); !s) return s;
  if (status) return any_method(bench.options, curve.back().evaluation);
  return {Code::cancelled, "stopped; the report holds what was finished", "give fewer sizes or splits"};
}

template <class S>
Status run_once(Bench<S>& bench, Evaluation evaluation, tanda::internal::Monitor& monitor,
                Progress& progress) {
  const Status status =
      tanda::internal::evaluate(bench.registry, bench.table.view(), bench.options, evaluation, monitor);
  progress.erase();
  const bool stopped = status.code() == Code::cancelled && !evaluation.contests.empty();
  if (!status && !stopped) return status;
  spell_contests(evaluation);
  std::string report;
  if (Status s = report_of(bench, evaluation).get(report); !s) return s;
  if (Status s = write_all(bench, report); !s) return s;
  if (!stopped) return any_method(bench.options, evaluation);
  const std::string& out = bench.arguments.out;
  return {Code::cancelled,
          "stopped after " + std::to_string(evaluation.finished()) + " of " +
              std::to_string(bench.options.splits) + " splits; the report holds those",
          bench.asked.report == ReportFormat::json && !is_stdout(out)
              ? "go on with --resume " + tanda::internal::literal_text(out)
              : "write it with --format json -o REPORT to go on later with --resume REPORT"};
}

template <class S>
Status run_as(Bench<S> bench, Evaluation evaluation) {
  Progress progress;
  tanda::internal::Monitor monitor(progress.callback());
  if (Status status = read_into(bench, monitor); !status) return status;
  return bench.asked.train.size() > 1 ? run_curve(bench, monitor, progress)
                                      : run_once(bench, std::move(evaluation), monitor, progress);
}

Status run(const EvaluateArguments& arguments, const Registry& registry) {
  Options asked;
  if (Status status = arguments.data.words.options(registry).get(asked); !status) return status;
  tanda::internal::EvaluateOptions options;
  if (Status status = cli::evaluate_options(asked, registry).get(options); !status) return status;
  if (asked.train.size() > 1 && (asked.confusion || !asked.resume.empty()))
    return Status(Code::bad_argument, "--confusion and --resume take one size of training set only",
                  "give --train one size");
  Evaluation evaluation;
  if (Status status = earlier(asked.resume).get(evaluation); !status) return status;
  if (Status status = check_writable(arguments.out, {arguments.data.path}); !status) return status;
  return asked.in_double
             ? run_as<double>({arguments, registry, asked, options, {}, {}}, std::move(evaluation))
             : run_as<float>({arguments, registry, asked, options, {}, {}}, std::move(evaluation));
}

}  // namespace

Command evaluate_command(CLI::App& program, const Registry& registry) {
  const auto arguments = std::make_shared<EvaluateArguments>();
  CLI::App* app = program.add_subcommand("evaluate", "Compare methods on the same random splits");
  add_evaluate_options(*app, *arguments);
  return {app, [arguments, &registry] { return run(*arguments, registry); }};
}

}  // namespace cli
