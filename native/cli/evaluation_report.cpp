#include "evaluation_report.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>

#include "confusion_text.hpp"
#include "html_page.hpp"
#include "svg_parts.hpp"
#include "text.hpp"

namespace cli {

namespace {

using tanda::internal::Contest;
using tanda::internal::Evaluation;
using tanda::internal::Index;
using tanda::internal::Standing;

std::string spread_text(const tanda::internal::Summary& error) {
  return percent(error.mean) + " ± " + percent(error.sd);
}

/// Two digits: further ones would differ in the next run.
std::string milliseconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text,
                seconds < 0.001  ? "%.2f"
                : seconds < 0.01 ? "%.1f"
                                 : "%.0f",
                1e3 * seconds);
  return text;
}

/// "12 ± 1.5"
std::string time_text(const tanda::internal::Summary& seconds) {
  if (seconds.n == 0) return "-";
  const std::string mean = milliseconds_text(seconds.mean);
  return seconds.n < 2 ? mean : mean + " ± " + milliseconds_text(seconds.sd);
}

std::string dims_text(const Evaluation& evaluation, const Contest& contest, const Standing& standing) {
  if (contest.name == tanda::internal::majority_name) return "-";  // it does not use the features
  if (standing.dims > 0) return std::to_string(standing.dims);
  if (evaluation.best_dims == tanda::internal::BestDims::split) return rounded(standing.mean_dims);
  Index low = 0, high = 0;
  for (Index split = 0; split < evaluation.finished(); ++split) {
    const tanda::internal::SplitScore& score = *contest.splits[static_cast<std::size_t>(split)];
    const Index dims = score.space_dims > 0 ? score.space_dims : score.chosen_dims;
    low = split == 0 ? dims : std::min(low, dims);
    high = std::max(high, dims);
  }
  return low == high ? std::to_string(low) : std::to_string(low) + "-" + std::to_string(high);
}

std::string p_text(const Standing& standing) {
  if (standing.best) return "best";
  if (standing.error.n < 3) return "-";  // too few splits for a test
  if (standing.p < 0.0005) return "<0.001";
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", standing.p);
  return text;
}

/// The parameters chosen most often, and how often.
std::string chosen_text(const Evaluation& evaluation, const Contest& contest) {
  std::map<std::string, int> counts;
  for (Index split = 0; split < evaluation.finished(); ++split) {
    const std::string text =
        tanda::internal::settings_text(contest.splits[static_cast<std::size_t>(split)]->chosen);
    if (!text.empty()) ++counts[text];
  }
  std::string best;
  int most = 0;
  for (const auto& [text, count] : counts) {
    if (count > most) {
      best = text;
      most = count;
    }
  }
  return best.empty() ? "" : best + " (" + std::to_string(most) + "x)";
}

std::string mark(const Standing& standing) {
  return standing.best ? " *" : standing.not_worse ? " +" : "";
}

std::string progress_text(const Evaluation& evaluation) {
  if (evaluation.complete()) return "";
  return "NOT COMPLETE: " +
         counted(static_cast<std::uint64_t>(evaluation.finished()), "split was", "splits were") +
         " finished before it was stopped.";
}

bool has(const Evaluation& evaluation, const char* name) {
  return std::any_of(evaluation.contests.begin(), evaluation.contests.end(),
                     [&](const Contest& contest) { return contest.name == name; });
}

const char* dims_legend(const Evaluation& evaluation) {
  if (evaluation.honest) return "dims: chosen by cross-validation on each training set";
  if (evaluation.best_dims == tanda::internal::BestDims::split)
    return "dims: mean over the splits of where the test error of each is smallest (--honest chooses without "
           "the test samples)";
  return "dims: where the mean test error is smallest (--honest chooses without the test samples)";
}

const char* baseline_legend(const Evaluation& evaluation) {
  if (has(evaluation, tanda::internal::original_name))
    return "; none: no reduction after the PCA, original: none and no PCA, majority: always the most "
           "frequent class";
  return has(evaluation, tanda::internal::majority_name)
             ? "; none: no reduction, majority: always the most frequent class"
             : "";
}

std::string notes_of(const Evaluation& evaluation) {
  std::string text;
  for (const Contest& contest : evaluation.contests) {
    if (!contest.note.empty()) text += "; " + contest.name + ": " + contest.note;
  }
  return text;
}

std::string legend(const Evaluation& evaluation, const EvaluationContext& context) {
  return "error: % of the held-out samples that " + context.classifier + " classifies wrongly, mean ± sd; " +
         (evaluation.uneven() ? "balanced: mean of the classes' errors, each class counting the same; "
                              : "") +
         dims_legend(evaluation) + "; * best, + not worse by a paired t-test at 5 %" +
         baseline_legend(evaluation) + notes_of(evaluation);
}

/// The heading, then a row for each contest; for a failed one its name and the reason.
std::vector<std::vector<std::string>> table_rows(const Evaluation& evaluation) {
  const std::vector<Standing> all = tanda::internal::standings(evaluation);
  const bool uneven = evaluation.uneven();
  std::vector<std::vector<std::string>> rows = {{"method", "error %"}};
  if (uneven) rows[0].push_back("balanced %");
  for (const char* name : {"dims", "p", "fit ms", "peak", "chosen"}) rows[0].push_back(name);
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Contest& contest = evaluation.contests[c];
    if (all[c].error.n == 0) {
      rows.push_back({contest.name, contest.failure.empty() ? "not run" : contest.failure});
      continue;
    }
    rows.push_back({contest.name + mark(all[c]), spread_text(all[c].error)});
    if (uneven) rows.back().push_back(spread_text(all[c].balanced));
    for (const std::string& cell :
         {dims_text(evaluation, contest, all[c]), p_text(all[c]), time_text(all[c].fit_seconds),
          all[c].peak_bytes > 0 ? bytes_text(all[c].peak_bytes) : "-", chosen_text(evaluation, contest)})
      rows.back().push_back(cell);
  }
  return rows;
}

/// Above this number of classes, recalls do not fit on a line.
constexpr std::size_t most_recall_columns = 8;

/// The recalls of all classes if they fit on a line, otherwise the lowest ones. Nothing where class sizes are
/// even.
std::vector<std::vector<std::string>> recall_rows(const Evaluation& evaluation) {
  std::vector<std::vector<std::string>> rows;
  if (!evaluation.uneven() || evaluation.classes.empty()) return rows;
  const std::vector<Standing> all = tanda::internal::standings(evaluation);
  const bool each = evaluation.classes.size() <= most_recall_columns;
  rows.push_back({"recall %"});
  if (each) {
    for (const std::string& name : evaluation.classes) rows[0].push_back(shortened(name, 16));
  } else {
    rows[0].push_back("lowest five of " + std::to_string(evaluation.classes.size()) + " classes");
  }
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (all[c].error.n == 0 || all[c].recall.empty()) continue;
    rows.push_back({evaluation.contests[c].name});
    if (each) {
      for (const double recall : all[c].recall) rows.back().push_back(recall < 0 ? "-" : percent(recall));
    } else {
      rows.back().push_back(lowest_text(all[c].recall, evaluation.classes, 5));
    }
  }
  return rows.size() > 1 ? rows : std::vector<std::vector<std::string>>();
}

std::string curves_svg(const Evaluation& evaluation) {
  LineChart chart;
  chart.caption = {"Error over dimensions", "band: one standard deviation; ring: lowest mean",
                   "Mean error of each method in 1, 2, … dimensions"};
  chart.x_name = "dimensions";
  chart.y_name = "error";
  chart.percent = true;
  chart.mark_lowest = true;
  std::size_t widest = 1;
  std::vector<std::vector<tanda::internal::Summary>> curves;
  for (const Contest& contest : evaluation.contests) {
    curves.push_back(contest.failure.empty() ? tanda::internal::curve(evaluation, contest)
                                             : std::vector<tanda::internal::Summary>());
    widest = std::max(widest, curves.back().size());
  }
  for (std::size_t c = 0; c < curves.size(); ++c) {
    // The error of the most frequent class is so much larger that the other curves would look flat.
    if (curves[c].empty() || evaluation.contests[c].name == tanda::internal::majority_name) continue;
    LineSeries series;
    series.name = evaluation.contests[c].name;
    const bool flat = curves[c].size() == 1;  // a baseline has no dimensions: a horizontal line
    for (std::size_t q = 0; q < (flat ? widest : curves[c].size()); ++q) {
      const tanda::internal::Summary& summary = curves[c][flat ? 0 : q];
      series.x.push_back(static_cast<int>(q) + 1);
      series.y.push_back(summary.mean);
      series.band.push_back(summary.sd);
    }
    chart.series.push_back(std::move(series));
  }
  return chart.series.empty() ? "" : line_chart_svg(chart);
}

}  // namespace

std::string evaluation_table(const Evaluation& evaluation, const EvaluationContext& context,
                             const Confusions& confusions) {
  const std::string stop = progress_text(evaluation);
  std::string text = for_terminal(context.data) + ": " + context.what + "; " + context.split +
                     (context.note.empty() ? "" : "; " + context.note) + '\n' +
                     (stop.empty() ? "" : stop + '\n') + columns(table_rows(evaluation), 2);
  if (const auto recalls = recall_rows(evaluation); !recalls.empty())
    text += '\n' + columns(recalls, 2) + '\n';
  text += columns({{legend(evaluation, context)}}, 0);
  for (const auto& [contest, confusion] : confusions) {
    text += '\n' + for_terminal(evaluation.contests[contest].name) +
            ", first split: " + confusion_table(confusion, evaluation.classes);
  }
  return text;
}

std::string evaluation_csv(const Evaluation& evaluation, bool times) {
  std::string text =
      std::string("method,split,dims,error,balanced_error") + (times ? ",fit_seconds\n" : "\n");
  for (const Contest& contest : evaluation.contests) {
    if (!contest.failure.empty()) continue;  // which splits it finished before depends on the threads
    for (std::size_t split = 0; split < contest.splits.size(); ++split) {
      if (!contest.splits[split]) continue;
      const tanda::internal::SplitScore& score = *contest.splits[split];
      const bool majority = contest.name == tanda::internal::majority_name;
      for (std::size_t q = 0; q < score.errors.size(); ++q) {
        const std::size_t dims = score.space_dims > 0 ? static_cast<std::size_t>(score.space_dims) : q + 1;
        text += csv_field(contest.name) + ',' + std::to_string(split) + ',' +
                std::to_string(majority ? 0 : dims) + ',' + number(score.errors[q]) + ',' +
                number(score.balanced[q]) + (times ? ',' + number(score.fit_seconds) : "") + '\n';
      }
    }
  }
  return text;
}

std::string confusion_csv(const Evaluation& evaluation, const Confusions& confusions) {
  std::string text = "method,class,predicted,count\n";
  const auto name = [&](int c) { return csv_field(evaluation.classes[static_cast<std::size_t>(c)]); };
  for (const auto& [contest, confusion] : confusions) {
    for (const auto& [pair, count] : confusion.counts()) {
      text += csv_field(evaluation.contests[contest].name) + ',' + name(pair.first) + ',' +
              name(pair.second) + ',' + std::to_string(count) + '\n';
    }
  }
  return text;
}

std::string evaluation_html(const Evaluation& evaluation, const EvaluationContext& context,
                            const std::vector<EvaluationPicture>& pictures) {
  std::string html;
  if (!evaluation.complete())
    html += "<p class=stop role=status>" + xml_text(progress_text(evaluation)) + "</p>\n";
  const std::vector<Standing> all = tanda::internal::standings(evaluation);
  const auto best = std::find_if(all.begin(), all.end(), [](const Standing& s) { return s.best; });
  html += html_table(table_rows(evaluation), static_cast<std::size_t>(best - all.begin()) + 1, true) + "<p>" +
          xml_text(legend(evaluation, context)) + ".</p>\n";
  if (const auto recalls = recall_rows(evaluation); !recalls.empty())
    html += "<h2>Recall of each class</h2>\n" +
            html_table(recalls, 0, evaluation.classes.size() > most_recall_columns);
  html += "<figure>" + curves_svg(evaluation) + "</figure>\n";
  for (const EvaluationPicture& picture : pictures) {
    html += "<section><h2>" + xml_text(picture.name) + " on the first split</h2><div class=pair>";
    if (!picture.scatter.empty()) html += "<figure>" + picture.scatter + "</figure>";
    if (!picture.confusion.empty()) html += "<figure>" + picture.confusion + "</figure>";
    html += "</div></section>\n";
  }
  return html_page(context, html);
}

}  // namespace cli
