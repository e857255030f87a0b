// Drawing points in two dimensions, and in one.
#include <algorithm>
#include <cmath>
#include <limits>

#include "svg_parts.hpp"
#include "tanda/detail/random.hpp"

namespace cli {

namespace {

constexpr double height_of_width = 0.6;

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  /// An axis with a margin, so that no marker is cut off.
  Axis axis(int wanted) const {
    if (low > high) return make_axis(0, 1, wanted);
    const double room = (high / 2 - low / 2) * 0.08;
    return make_axis(low - room, high + room, wanted);
  }
};

/// The points that can be drawn, and counts of all of them.
struct Drawable {
  std::vector<PlotPoint> points;
  std::vector<std::size_t> counts;  ///< points of each group
  std::size_t without_group = 0, open = 0, left_out = 0;
};

/// A plot without classes is drawn as one class without a name.
Drawable drawable(const ScatterPlot& plot, bool two_dims) {
  Drawable result;
  result.counts.assign(std::max<std::size_t>(plot.groups.size(), 1), 0);
  for (PlotPoint point : plot.points) {
    if (!two_dims) point.y = 0;
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
      ++result.left_out;
      continue;
    }
    if (plot.groups.empty()) point.group = 0;
    if (point.group < 0 || point.group >= static_cast<int>(result.counts.size())) {
      point.group = -1;
      ++result.without_group;
    } else {
      ++result.counts[static_cast<std::size_t>(point.group)];
    }
    result.open += point.open;
    result.points.push_back(point);
  }
  return result;
}

/// Shuffles the drawing order: tables are often sorted by class, and the last class would hide the others.
std::vector<PlotPoint> in_fair_order(std::vector<PlotPoint> points) {
  tanda::Random(0).shuffle(points);
  return points;
}

double radius_for(std::size_t points) {
  return points <= 300 ? 4.2 : points <= 1200 ? 3.4 : points <= 5000 ? 2.6 : 1.9;
}

std::string counted_name(const std::string& name, std::size_t count) {
  return (name.empty() ? "(no name)" : name) + " (" + std::to_string(count) + ")";
}

std::vector<LegendEntry> legend_entries(const ScatterPlot& plot, const Drawable& drawn) {
  std::vector<LegendEntry> entries;
  for (std::size_t g = 0; g < plot.groups.size(); ++g) {
    if (drawn.counts[g] == 0) continue;
    entries.push_back({marker(static_cast<int>(g), false, 10, 0, 5, "td-key "),
                       counted_name(plot.groups[g], drawn.counts[g])});
  }
  if (drawn.without_group > 0 && !plot.groups.empty())
    entries.push_back(
        {marker(-1, true, 10, 0, 5, "td-key "), "no label (" + std::to_string(drawn.without_group) + ")"});
  if (drawn.open > 0 && !plot.open_name.empty())
    entries.push_back({marker(0, true, 4, 0, 4, "td-key ") + marker(colours + 1, true, 15, 0, 4, "td-key "),
                       "hollow: " + plot.open_name});
  return entries;
}

std::string description(const ScatterPlot& plot, const Drawable& drawn) {
  std::string text = plot.caption.description;
  const auto add = [&](const std::string& sentence) { text += (text.empty() ? "" : " ") + sentence; };
  add(std::to_string(drawn.points.size()) + " points.");
  for (std::size_t g = 0; g < plot.groups.size() && g < 60; ++g)
    if (drawn.counts[g] > 0)
      add(counted_name(plot.groups[g], drawn.counts[g]) + (g + 1 < plot.groups.size() ? "," : "."));
  if (drawn.left_out > 0)
    add(std::to_string(drawn.left_out) + " points are not finite numbers and not shown.");
  return text;
}

/// Mean and covariance of one class in pixels, in which both axes have the same unit.
struct Spread {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  void take(double px, double py) {
    n += 1;
    const double dx = px - x, dy = py - y;
    x += dx / n;
    y += dy / n;
    xx += dx * (px - x);
    xy += dx * (py - y);
    yy += dy * (py - y);
  }
  /// An ellipse with axes from the eigenvalues of the 2×2 covariance.
  std::string ellipse(int group) const {
    const double a = xx / (n - 1), b = xy / (n - 1), c = yy / (n - 1);
    const double middle = (a + c) / 2, root = std::hypot((a - c) / 2, b);
    const double angle = 0.5 * std::atan2(2 * b, a - c) * 180 / 3.14159265358979323846;
    const auto axis = [](double variance) {
      return coordinate(std::max(0.5, 2 * std::sqrt(std::max(0.0, variance))));
    };
    const std::string colour = colour_class(group);
    const std::string dashes = group < colours ? "" : " stroke-dasharray=\"5 3\"";
    return "<ellipse class=\"td-ellipse td-f" + colour + " td-s" + colour +
           "\" fill-opacity=\"0.08\" stroke-width=\"1.4\"" + dashes + " rx=\"" + axis(middle + root) +
           "\" ry=\"" + axis(middle - root) + "\" transform=\"translate(" + coordinate(x) + ' ' +
           coordinate(y) + ") rotate(" + coordinate(angle) + ")\"/>\n";
  }
};

/// Widens the ranges so that they contain the ellipses.
void take_ellipses(const Drawable& drawn, Range& x, Range& y) {
  for (std::size_t g = 0; g < drawn.counts.size(); ++g) {
    if (drawn.counts[g] < 3) continue;
    Spread spread;
    for (const PlotPoint& point : drawn.points)
      if (point.group == static_cast<int>(g)) spread.take(point.x, point.y);
    const double dx = 2 * std::sqrt(spread.xx / (spread.n - 1)),
                 dy = 2 * std::sqrt(spread.yy / (spread.n - 1));
    if (!std::isfinite(dx) || !std::isfinite(dy)) continue;
    x.take(spread.x - dx), x.take(spread.x + dx);
    y.take(spread.y - dy), y.take(spread.y + dy);
  }
}

// ---- one dimension

struct Row {
  int group;
  std::string name;
  std::vector<double> values;
};

std::vector<Row> rows_of(const ScatterPlot& plot, const Drawable& drawn) {
  std::vector<Row> rows;
  for (int g = 0; g < static_cast<int>(drawn.counts.size()); ++g) {
    const std::size_t count = drawn.counts[static_cast<std::size_t>(g)];
    if (count > 0)
      rows.push_back(
          {g, plot.groups.empty() ? "" : counted_name(plot.groups[static_cast<std::size_t>(g)], count), {}});
  }
  if (drawn.without_group > 0)
    rows.push_back({-1, "no label (" + std::to_string(drawn.without_group) + ")", {}});
  for (Row& row : rows)
    for (const PlotPoint& point : drawn.points)
      if (point.group == row.group) row.values.push_back(point.x);
  return rows;
}

/// Gaussian kernel density along the axis, scaled to a maximum of 1. Bandwidth by Silverman's rule, but at
/// least the width of a line.
std::vector<double> density(const std::vector<double>& parts, std::size_t places) {
  double mean = 0, squares = 0, n = 0;
  for (const double part : parts) {
    n += 1;
    const double difference = part - mean;
    mean += difference / n;
    squares += difference * (part - mean);
  }
  const double width = std::max(0.006, n > 1 ? 1.06 * std::sqrt(squares / (n - 1)) * std::pow(n, -0.2) : 0.0);
  std::vector<double> result(places, 0);
  for (std::size_t i = 0; i < places; ++i) {
    const double at = static_cast<double>(i) / static_cast<double>(places - 1);
    for (const double part : parts) result[i] += std::exp(-0.5 * (part - at) * (part - at) / (width * width));
  }
  const double highest = std::max(*std::max_element(result.begin(), result.end()), 1e-300);
  for (double& value : result) value /= highest;
  return result;
}

std::string ridge(const Row& row, const Axis& axis, const Rectangle& place) {
  std::vector<double> parts;
  for (const double value : row.values) parts.push_back(axis.part(value));
  const std::vector<double> curve = density(parts, 241);
  std::string path = "M" + coordinate(place.left) + ' ' + coordinate(place.bottom());
  for (std::size_t i = 0; i < curve.size(); ++i)
    path += "L" +
            coordinate(place.left +
                       place.width * static_cast<double>(i) / static_cast<double>(curve.size() - 1)) +
            ' ' + coordinate(place.bottom() - place.height * curve[i]);
  const std::string colour = colour_class(row.group);
  return "<path class=\"td-f" + colour + " td-s" + colour +
         "\" fill-opacity=\"0.18\" stroke-width=\"1.4\" d=\"" + path + "L" + coordinate(place.right()) + ' ' +
         coordinate(place.bottom()) + "\"/>\n";
}

/// Multiples of the golden ratio: an even spread without a visible pattern, the same every time.
double spread_place(std::size_t i) {
  const double turns = static_cast<double>(i + 1) * 0.61803398874989484820;
  return turns - std::floor(turns);
}

}  // namespace

std::string scatter_svg(const ScatterPlot& plot) {
  const Drawable drawn = drawable(plot, true);
  Range x_range, y_range;
  for (const PlotPoint& point : drawn.points) x_range.take(point.x), y_range.take(point.y);
  if (plot.ellipses) take_ellipses(drawn, x_range, y_range);
  const Axis x = x_range.axis(9), y = y_range.axis(7);

  const double left = widest_label(y) + 46;
  const Rectangle place{left, caption_height(plot.caption) + 12, plot.width - left - 28,
                        height_of_width * plot.width};
  std::string body = axes(place, x, y, plot.x_name, plot.y_name);
  const double radius = radius_for(drawn.points.size());
  std::vector<Spread> spreads(drawn.counts.size());
  std::string markers;
  for (const PlotPoint& point : in_fair_order(drawn.points)) {
    const double px = place.left + x.part(point.x) * place.width,
                 py = place.bottom() - y.part(point.y) * place.height;
    if (point.group >= 0) spreads[static_cast<std::size_t>(point.group)].take(px, py);
    markers += marker(point.group, point.open || point.group < 0, px, py, radius, "td-mark ") + '\n';
  }
  if (plot.ellipses)
    for (std::size_t g = 0; g < spreads.size(); ++g)
      if (spreads[g].n >= 3) body += spreads[g].ellipse(static_cast<int>(g));
  body += "<g fill-opacity=\"" + std::string(drawn.points.size() > 1200 ? "0.7" : "0.85") + "\">\n" +
          markers + "</g>\n";

  const Legend legend =
      make_legend(legend_entries(plot, drawn), place.left, place.bottom() + 58, plot.width - place.left - 24);
  const double height = place.bottom() + (legend.height > 0 ? 58 + legend.height + 18 : 58);
  Caption caption = plot.caption;
  caption.description = description(plot, drawn);
  return whole_svg(caption, "scatter plot", plot.width, height, body + legend.body);
}

std::string strips_svg(const ScatterPlot& plot) {
  const Drawable drawn = drawable(plot, false);
  Range range;
  for (const PlotPoint& point : drawn.points) range.take(point.x);
  const Axis x = range.axis(9);
  const std::vector<Row> rows = rows_of(plot, drawn);
  const double widest_name = 200,
               row_height =
                   std::clamp(height_of_width * plot.width / std::max(1.0, double(rows.size())), 34.0, 120.0);
  double name_width = 0;
  for (const Row& row : rows) name_width = std::max(name_width, text_width(row.name) * text_font);
  name_width = std::min(name_width, widest_name);

  const double left = name_width > 0 ? name_width + 38 : 28;
  const Rectangle place{left, caption_height(plot.caption) + 12, plot.width - left - 28,
                        row_height * std::max(1.0, static_cast<double>(rows.size()))};
  std::string body = axes(place, x, Axis{}, plot.x_name, "", false);
  const double radius = std::min(radius_for(drawn.points.size()), row_height * 0.07);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double top = place.top + static_cast<double>(r) * row_height;
    body += ridge(rows[r], x, {place.left, top + row_height * 0.06, place.width, row_height * 0.54});
    body += "<g fill-opacity=\"0.85\">\n";
    for (std::size_t i = 0; i < rows[r].values.size(); ++i)
      body += marker(rows[r].group, rows[r].group < 0, place.left + x.part(rows[r].values[i]) * place.width,
                     top + row_height * (0.68 + 0.24 * spread_place(i)), radius, "td-mark ") +
              '\n';
    body += "</g>\n" +
            text_at(place.left - 12, top + row_height * 0.6, "td-text td-ink td-end",
                    shortened(rows[r].name, widest_name, text_font)) +
            '\n';
  }
  Caption caption = plot.caption;
  caption.description = description(plot, drawn);
  return whole_svg(caption, "strip plot", plot.width, place.bottom() + 58, body);
}

}  // namespace cli
