#include "evaluation_report.hpp"

#include <cstdio>
#include <map>

#include "svg_parts.hpp"
#include "text.hpp"

namespace cli {

namespace {

using tanda::Contest;
using tanda::Evaluation;
using tanda::Index;
using tanda::Standing;

std::string percent(double part, int digits = 1) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, 100 * part);
  return text;
}

std::string error_text(const Standing& standing) {
  return percent(standing.error.mean) + " ± " + percent(standing.error.sd);
}

std::string dims_text(const Evaluation& evaluation, const Contest& contest, const Standing& standing) {
  if (contest.name == tanda::baseline_name) return "all";  // the baseline reduces nothing
  if (standing.dims > 0) return std::to_string(standing.dims);
  Index low = 0, high = 0;
  for (Index split = 0; split < evaluation.finished(); ++split) {
    const Index dims = contest.splits[static_cast<std::size_t>(split)]->chosen_dims;
    low = split == 0 ? dims : std::min(low, dims);
    high = std::max(high, dims);
  }
  return low == high ? std::to_string(low) : std::to_string(low) + "-" + std::to_string(high);
}

std::string p_text(const Standing& standing) {
  if (standing.best) return "best";
  if (standing.p < 0.0005) return "<0.001";
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", standing.p);
  return text;
}

/// The parameters chosen most often, and how often.
std::string chosen_text(const Evaluation& evaluation, const Contest& contest) {
  std::map<std::string, int> counts;
  for (Index split = 0; split < evaluation.finished(); ++split) {
    const std::string text = tanda::settings_text(contest.splits[static_cast<std::size_t>(split)]->chosen);
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

std::string legend(const Evaluation& evaluation) {
  return std::string("error in % of 1-NN in the subspace, mean ± sd; ") +
         (evaluation.honest ? "dims chosen by cross-validation on each training part"
                            : "dims = where the mean test error is smallest") +
         "; * best, + not worse by a paired t-test at 5 %";
}

const char* const page_style = R"(
:root { color-scheme: light dark; --ink: #1c2026; --soft: #5b6470; --line: #d8dde3; --paper: #fff; --mark: #eef5ff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a2abb6; --line: #353b44; --paper: #14171b; --mark: #1d2a3a; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
p, caption { color: var(--soft); } .stop { color: #b3261e; font-weight: 600; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .35rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child, td.text, th.text { text-align: left; } tr.best td { background: var(--mark); font-weight: 600; }
figure { margin: 1rem 0; } svg { width: 100%; height: auto; } .pair { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); }
@media print { body { margin: 0; max-width: none; } h2, figure { break-inside: avoid; } }
)";

std::string html_rows(const Evaluation& evaluation) {
  const std::vector<Standing> all = tanda::standings(evaluation);
  std::string rows;
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Contest& contest = evaluation.contests[c];
    if (all[c].error.n == 0) {
      rows += "<tr><td>" + xml_text(contest.name) + "</td><td class=text colspan=6>" +
              xml_text(contest.failure.empty() ? "not run" : contest.failure) + "</td></tr>\n";
      continue;
    }
    const auto cell = [](const std::string& text) { return "<td>" + xml_text(text) + "</td>"; };
    rows += std::string("<tr") + (all[c].best ? " class=best" : "") + ">" +
            cell(contest.name + mark(all[c])) + cell(error_text(all[c])) +
            cell(dims_text(evaluation, contest, all[c])) + cell(p_text(all[c])) +
            cell(all[c].fit_seconds > 0 ? rounded(1e3 * all[c].fit_seconds) : "") +
            cell(all[c].peak_bytes > 0 ? bytes_text(all[c].peak_bytes) : "") + "<td class=text>" +
            xml_text(chosen_text(evaluation, contest)) + "</td></tr>\n";
  }
  return rows;
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
  std::vector<std::vector<tanda::Summary>> curves;
  for (const Contest& contest : evaluation.contests) {
    curves.push_back(contest.failure.empty() ? tanda::curve(evaluation, contest)
                                             : std::vector<tanda::Summary>());
    widest = std::max(widest, curves.back().size());
  }
  for (std::size_t c = 0; c < curves.size(); ++c) {
    if (curves[c].empty()) continue;
    LineSeries series;
    series.name = evaluation.contests[c].name;
    const bool flat = curves[c].size() == 1;  // the baseline has no dimensions: a level line
    for (std::size_t q = 0; q < (flat ? widest : curves[c].size()); ++q) {
      const tanda::Summary& summary = curves[c][flat ? 0 : q];
      series.x.push_back(static_cast<int>(q) + 1);
      series.y.push_back(summary.mean);
      series.band.push_back(summary.sd);
    }
    chart.series.push_back(std::move(series));
  }
  return chart.series.empty() ? "" : line_chart_svg(chart);
}

}  // namespace

std::string evaluation_table(const Evaluation& evaluation, const EvaluationContext& context) {
  const std::vector<Standing> all = tanda::standings(evaluation);
  std::vector<std::vector<std::string>> rows = {
      {"method", "error %", "dims", "p", "fit ms", "peak", "chosen"}};
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Contest& contest = evaluation.contests[c];
    if (all[c].error.n == 0) {
      rows.push_back({contest.name, contest.failure.empty() ? "not run" : contest.failure});
      continue;
    }
    rows.push_back({contest.name + mark(all[c]), error_text(all[c]), dims_text(evaluation, contest, all[c]),
                    p_text(all[c]), all[c].fit_seconds > 0 ? rounded(1e3 * all[c].fit_seconds) : "-",
                    all[c].peak_bytes > 0 ? bytes_text(all[c].peak_bytes) : "-",
                    chosen_text(evaluation, contest)});
  }
  const std::string stop = progress_text(evaluation);
  return context.data + ": " + context.what + "; " + context.split +
         (context.note.empty() ? "" : "; " + context.note) + '\n' + (stop.empty() ? "" : stop + '\n') +
         columns(rows, 2) + legend(evaluation) + '\n';
}

std::string evaluation_csv(const Evaluation& evaluation) {
  std::string text = "method,split,dims,error\n";
  for (const Contest& contest : evaluation.contests) {
    for (std::size_t split = 0; split < contest.splits.size(); ++split) {
      if (!contest.splits[split]) continue;
      const std::vector<double>& errors = contest.splits[split]->errors;
      for (std::size_t q = 0; q < errors.size(); ++q) {
        text += csv_field(contest.name) + ',' + std::to_string(split) + ',' + std::to_string(q + 1) + ',' +
                number(errors[q]) + '\n';
      }
    }
  }
  return text;
}

std::string evaluation_html(const Evaluation& evaluation, const EvaluationContext& context,
                            const std::vector<EvaluationPicture>& pictures) {
  std::string html =
      "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
      "<meta name=viewport content=\"width=device-width, initial-scale=1\">"
      "<title>tanda: " +
      xml_text(context.data) + "</title><style>" + page_style + "</style></head><body>\n<h1>" +
      xml_text(context.data) + "</h1>\n<p>" + xml_text(context.what) + ". " + xml_text(context.split) + ". " +
      xml_text(context.note) + "</p>\n";
  if (!evaluation.complete())
    html += "<p class=stop role=status>" + xml_text(progress_text(evaluation)) + "</p>\n";
  html +=
      "<div class=scroll><table><thead><tr><th scope=col>method<th scope=col>error %<th scope=col>dims"
      "<th scope=col>p<th scope=col>fit ms<th scope=col>peak<th scope=col "
      "class=text>chosen</tr></thead><tbody>\n" +
      html_rows(evaluation) + "</tbody></table></div>\n<p>" + xml_text(legend(evaluation)) +
      ".</p>\n<figure>" + curves_svg(evaluation) + "</figure>\n";
  for (const EvaluationPicture& picture : pictures) {
    html += "<section><h2>" + xml_text(picture.name) + " on the first split</h2><div class=pair>";
    if (!picture.scatter.empty()) html += "<figure>" + picture.scatter + "</figure>";
    if (!picture.confusion.empty()) html += "<figure>" + picture.confusion + "</figure>";
    html += "</div></section>\n";
  }
  return html + "</body></html>\n";
}

}  // namespace cli
