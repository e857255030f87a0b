#include "learning_curve.hpp"

#include <cmath>

#include "html_page.hpp"
#include "svg_parts.hpp"
#include "text.hpp"

namespace cli {

namespace {

using tanda::internal::Standing;

std::vector<std::vector<Standing>> standings_of(const LearningCurve& curve) {
  std::vector<std::vector<Standing>> all;
  for (const CurvePoint& point : curve) all.push_back(tanda::internal::standings(point.evaluation));
  return all;
}

/// A line for each method, a column for each size.
std::vector<std::vector<std::string>> rows_of(const LearningCurve& curve) {
  const std::vector<std::vector<Standing>> all = standings_of(curve);
  std::vector<std::vector<std::string>> rows = {{"error %"}};
  for (const CurvePoint& point : curve) rows[0].push_back(std::to_string(point.samples));
  for (std::size_t c = 0; c < curve[0].evaluation.contests.size(); ++c) {
    rows.push_back({curve[0].evaluation.contests[c].name});
    for (std::size_t p = 0; p < curve.size(); ++p) {
      const Standing& standing = all[p][c];
      const bool failed = !curve[p].evaluation.contests[c].failure.empty();
      rows.back().push_back(standing.error.n == 0
                                ? (failed ? "failed" : "not run")
                                : percent(standing.error.mean) + " ± " + percent(standing.error.sd) +
                                      (standing.best ? " *" : ""));
    }
  }
  return rows;
}

/// Each reason for a failure once, with the methods it applies to.
std::vector<std::string> failures(const LearningCurve& curve) {
  std::vector<std::string> lines;
  for (std::size_t c = 0; c < curve[0].evaluation.contests.size(); ++c) {
    std::string last;
    for (const CurvePoint& point : curve) {
      const tanda::internal::Contest& contest = point.evaluation.contests[c];
      if (contest.failure.empty() || contest.failure == last) continue;
      last = contest.failure;
      lines.push_back(contest.name + " with " + std::to_string(point.samples) + ": " + last);
    }
  }
  return lines;
}

std::string legend(const LearningCurve& curve, const EvaluationContext& context) {
  return "columns: samples that each split is trained on; error: % of the held-out samples that " +
         context.classifier + " classifies wrongly, mean ± sd, " +
         (curve[0].evaluation.honest ? "dimensions chosen by cross-validation"
                                     : "in the dimensions that give the smallest one") +
         "; * best of its column";
}

std::string stopped(const LearningCurve& curve) {
  return curve.back().evaluation.complete() ? "" : "NOT COMPLETE: stopped before the last size was finished.";
}

std::string curve_svg(const LearningCurve& curve) {
  LineChart chart;
  chart.caption = {"Error over samples to train with", "band: one standard deviation",
                   "Mean error of each method with more and more training samples"};
  chart.x_name = "training samples";
  chart.y_name = "error";
  chart.percent = true;
  const std::vector<std::vector<Standing>> all = standings_of(curve);
  for (std::size_t c = 0; c < curve[0].evaluation.contests.size(); ++c) {
    LineSeries series;
    series.name = curve[0].evaluation.contests[c].name;
    if (series.name == tanda::internal::majority_name)
      continue;  // its error is so much larger that the others would look flat
    for (std::size_t p = 0; p < curve.size(); ++p) {
      const tanda::internal::Summary& error = all[p][c].error;
      series.x.push_back(static_cast<int>(curve[p].samples));
      series.y.push_back(error.n == 0 ? std::nan("") : error.mean);
      series.band.push_back(error.sd);
    }
    chart.series.push_back(std::move(series));
  }
  return chart.series.empty() ? "" : line_chart_svg(chart);
}

}  // namespace

std::string curve_table(const LearningCurve& curve, const EvaluationContext& context) {
  const std::string stop = stopped(curve);
  std::string text = for_terminal(context.data) + ": " + context.what + "; " + context.split +
                     (context.note.empty() ? "" : "; " + context.note) + '\n' +
                     (stop.empty() ? "" : stop + '\n') + columns(rows_of(curve), 2);
  for (const std::string& line : failures(curve)) text += columns({{line}}, 2);
  return text + columns({{legend(curve, context)}}, 0);
}

std::string curve_csv(const LearningCurve& curve, bool times) {
  std::string text;
  for (const CurvePoint& point : curve) {
    const std::string csv = evaluation_csv(point.evaluation, times);
    const std::size_t heading = csv.find('\n') + 1;
    if (text.empty()) text = "samples," + csv.substr(0, heading);
    for (std::size_t at = heading, end; at < csv.size(); at = end) {
      end = csv.find('\n', at) + 1;
      text += std::to_string(point.samples) + ',' + csv.substr(at, end - at);
    }
  }
  return text;
}

tanda::internal::Json curve_json(const LearningCurve& curve, bool times) {
  tanda::internal::Json points = tanda::internal::Json::array();
  for (const CurvePoint& point : curve)
    points.push(tanda::internal::evaluation_json(point.evaluation, times).set("samples", point.samples));
  return tanda::internal::Json::object().set("curve", points);
}

std::string curve_html(const LearningCurve& curve, const EvaluationContext& context) {
  std::string html;
  if (const std::string stop = stopped(curve); !stop.empty())
    html += "<p class=stop role=status>" + xml_text(stop) + "</p>\n";
  html += "<figure>" + curve_svg(curve) + "</figure>\n" + html_table(rows_of(curve), 0, false) + "<p>" +
          xml_text(legend(curve, context)) + ".</p>\n";
  for (const std::string& line : failures(curve)) html += "<p>" + xml_text(line) + "</p>\n";
  return html_page(context, html);
}

}  // namespace cli
