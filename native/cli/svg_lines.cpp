// Drawing line charts over whole numbers, such as the errors of methods in 1, 2, 3, ... dimensions.
#include <algorithm>
#include <cmath>
#include <limits>

#include "svg_parts.hpp"

namespace cli {

namespace {

constexpr double picture_width = 800, plot_height = 420;

double band_at(const LineSeries& series, std::size_t i) {
  return i < series.band.size() && std::isfinite(series.band[i]) ? std::abs(series.band[i]) : 0;
}
std::size_t length(const LineSeries& series) {
  return std::min(series.x.size(), series.y.size());
}

struct Scales {
  Axis x, y;
  Rectangle place;
  double px(int value) const { return place.left + x.part(value) * place.width; }
  double py(double value) const {
    return place.bottom() - std::clamp(y.part(value), 0.0, 1.0) * place.height;
  }
};

Scales scales_of(const LineChart& chart) {
  int first = std::numeric_limits<int>::max(), last = std::numeric_limits<int>::min();
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const LineSeries& series : chart.series) {
    for (std::size_t i = 0; i < length(series); ++i) {
      if (!std::isfinite(series.y[i])) continue;
      first = std::min(first, series.x[i]);
      last = std::max(last, series.x[i]);
      low = std::min(low, series.y[i] - band_at(series, i));
      high = std::max(high, series.y[i] + band_at(series, i));
    }
  }
  if (first > last) first = 0, last = 1, low = 0, high = 1;
  const double room = (high - low) * 0.06;
  // An error rate cannot be below 0 %: neither is there room below it, nor does the band reach there.
  const bool from_zero = chart.percent && low - room < 0;
  Scales scales;
  scales.x = make_whole_axis(first, last, 12);
  scales.y = make_axis(from_zero ? 0 : low - room, high + room, 7);
  scales.y.percent = chart.percent;
  const double left = widest_label(scales.y) + 46;
  scales.place = {left, caption_height(chart.caption) + 12, picture_width - left - 28, plot_height};
  return scales;
}

/// Calls use(begin, end) for each run of finite values.
template <class Use>
void for_each_run(const LineSeries& series, Use use) {
  for (std::size_t begin = 0, n = length(series); begin < n;) {
    std::size_t end = begin;
    while (end < n && std::isfinite(series.y[end])) ++end;
    if (end > begin) use(begin, end);
    begin = end + 1;
  }
}

std::string band_path(const LineSeries& series, const Scales& scales, std::size_t begin, std::size_t end) {
  std::string path;
  const auto place = [&](std::size_t i, double y) {
    path += (path.empty() ? "M" : "L") + coordinate(scales.px(series.x[i])) + ' ' + coordinate(scales.py(y));
  };
  for (std::size_t i = begin; i < end; ++i) place(i, series.y[i] + band_at(series, i));
  for (std::size_t i = end; i-- > begin;) place(i, series.y[i] - band_at(series, i));
  return path + "Z";
}

/// When there are more series than colours, dashes distinguish them.
std::string dashes(int number) {
  const char* const patterns[] = {"", "7 4", "2 4", "9 3 2 3"};
  const std::string pattern = patterns[number / colours % 4];
  return pattern.empty() ? "" : " stroke-dasharray=\"" + pattern + '"';
}

std::string line(int number, const std::string& path) {
  return "<path class=\"td-line td-s" + colour_class(number) + '"' + dashes(number) + " d=\"" + path + "\"/>";
}

std::string draw_band(const LineSeries& series, int number, const Scales& scales) {
  std::string out;
  if (series.band.empty()) return out;
  for_each_run(series, [&](std::size_t begin, std::size_t end) {
    out += "<path class=\"td-band td-f" + colour_class(number) + "\" fill-opacity=\"0.13\" d=\"" +
           band_path(series, scales, begin, end) + "\"/>\n";
  });
  return out;
}

std::string draw_line(const LineSeries& series, int number, const Scales& scales, bool markers) {
  std::string out;
  for_each_run(series, [&](std::size_t begin, std::size_t end) {
    std::string path;
    for (std::size_t i = begin; i < end; ++i) {
      path += (path.empty() ? "M" : "L") + coordinate(scales.px(series.x[i])) + ' ' +
              coordinate(scales.py(series.y[i]));
    }
    if (end - begin > 1) out += line(number, path) + '\n';
    // A value between two gaps has no line segment, so it gets a marker.
    for (std::size_t i = begin; i < end && (markers || end - begin == 1); ++i)
      out += marker(number, false, scales.px(series.x[i]), scales.py(series.y[i]), 3.2, "td-mark ") + '\n';
  });
  return out;
}

std::string draw_lowest(const LineSeries& series, int number, const Scales& scales) {
  std::size_t lowest = length(series);
  for (std::size_t i = 0; i < length(series); ++i)
    if (std::isfinite(series.y[i]) && (lowest == length(series) || series.y[i] < series.y[lowest]))
      lowest = i;
  if (lowest == length(series)) return "";
  return marker(number, true, scales.px(series.x[lowest]), scales.py(series.y[lowest]), 5.2, "td-lowest ") +
         '\n';
}

}  // namespace

std::string line_chart_svg(const LineChart& chart) {
  const Scales scales = scales_of(chart);
  std::string body = axes(scales.place, scales.x, scales.y, chart.x_name, chart.y_name);
  const int series = static_cast<int>(chart.series.size());
  const bool markers = scales.x.high - scales.x.low <= 30;
  const auto at = [&](int i) -> const LineSeries& { return chart.series[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < series; ++i) body += draw_band(at(i), i, scales);
  // Drawn in reverse order: the first series, which the user named first, is on top.
  for (int i = series; i-- > 0;) body += draw_line(at(i), i, scales, markers);
  for (int i = series; chart.mark_lowest && i-- > 0;) body += draw_lowest(at(i), i, scales);

  std::vector<LegendEntry> entries;
  for (int i = 0; i < series; ++i)
    entries.push_back({line(i, "M0 0H20") + marker(i, false, 10, 0, 3.6, "td-key "), at(i).name});
  const double top = scales.place.bottom() + 58;
  const Legend legend = make_legend(entries, scales.place.left, top, picture_width - scales.place.left - 24);
  const double height = legend.height > 0 ? top + legend.height + 18 : top;
  Caption caption = chart.caption;
  if (caption.description.empty())
    caption.description = chart.y_name + " over " + chart.x_name + ", " + std::to_string(series) + " series.";
  return whole_svg(caption, "line chart", picture_width, height, body + legend.body);
}

}  // namespace cli
