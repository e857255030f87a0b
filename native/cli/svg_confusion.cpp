// Drawing confusion matrices.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "svg_parts.hpp"

namespace cli {

namespace {

/// All sizes that depend on the number of classes.
struct Layout {
  std::size_t classes;
  double cell, font, name_font, names_left, names_top, left, top;

  double side() const { return cell * static_cast<double>(classes); }
  double at(std::size_t i) const { return cell * static_cast<double>(i); }
};

constexpr double most_name = 150, share_width = 62;

Layout layout_of(const ConfusionMatrix& matrix) {
  Layout layout{};
  layout.classes = matrix.classes.size();
  layout.cell = std::clamp(560.0 / std::max(1.0, double(layout.classes)), 19.0, 66.0);
  layout.font = std::clamp(layout.cell * 0.36, 7.5, 15.0);
  layout.name_font = std::clamp(layout.cell * 0.5, 9.5, text_font);
  double widest = 0;
  for (const std::string& name : matrix.classes)
    widest = std::max(widest, text_width(name) * layout.name_font);
  widest = std::min(widest, most_name);
  layout.names_left = widest + 12;
  // Class names that fit are written horizontally above their column, others vertically.
  layout.names_top = widest <= layout.cell - 6 ? layout.name_font + 10 : widest + 14;
  layout.left = 24 + text_font + 10 + layout.names_left;
  layout.top = caption_height(matrix.caption) + text_font + 18 + layout.names_top;
  return layout;
}

/// Numbers of four and more digits do not fit into small cells: there 12345 is written as 12k.
std::string count_text(std::size_t count, const Layout& layout) {
  std::string text = std::to_string(count);
  if (text_width(text) * layout.font <= layout.cell - 2) return text;
  const char* const units[] = {"k", "M", "G", "T", "P", "E"};
  double value = static_cast<double>(count) / 1000;
  std::size_t unit = 0;
  for (; value >= 999.5 && unit < 5; ++unit) value /= 1000;
  return std::to_string(static_cast<long>(std::lround(value))) + units[unit];
}

std::string sized(double font) {
  return " style=\"font-size:" + coordinate(font) + "px\"";
}

std::string cell(const ConfusionMatrix& matrix, const Layout& layout, std::size_t row, std::size_t column,
                 double total) {
  const std::size_t count = matrix.counts[row * layout.classes + column];
  if (count == 0) return "";
  const double part = static_cast<double>(count) / total, x = layout.left + layout.at(column),
               y = layout.top + layout.at(row);
  // A single error in a large class has to be visible.
  const double shade = 0.1 + 0.9 * part;
  std::string out =
      "<rect class=\"td-cell " + std::string(row == column ? "td-hit" : "td-miss") + "\" x=\"" +
      coordinate(x) + "\" y=\"" + coordinate(y) + "\" width=\"" + coordinate(layout.cell) + "\" height=\"" +
      coordinate(layout.cell) + "\" fill-opacity=\"" + coordinate(shade) + "\"><title>" +
      xml_text(matrix.classes[row] + " → " + matrix.classes[column] + ": " + std::to_string(count)) +
      "</title></rect>";
  return out +
         text_at(x + layout.cell / 2, y + layout.cell / 2 + layout.font * 0.36,
                 shade > 0.55 ? "td-on td-mid" : "td-ink td-mid", count_text(count, layout),
                 sized(layout.font)) +
         '\n';
}

std::string grid(const Layout& layout) {
  std::string path;
  for (std::size_t i = 1; i < layout.classes; ++i) {
    path += "M" + coordinate(layout.left + layout.at(i)) + ' ' + coordinate(layout.top) + "v" +
            coordinate(layout.side());
    path += "M" + coordinate(layout.left) + ' ' + coordinate(layout.top + layout.at(i)) + "h" +
            coordinate(layout.side());
  }
  return (path.empty() ? "" : "<path class=\"td-grid\" d=\"" + path + "\"/>") +
         "<rect class=\"td-frame\" x=\"" + coordinate(layout.left) + "\" y=\"" + coordinate(layout.top) +
         "\" width=\"" + coordinate(layout.side()) + "\" height=\"" + coordinate(layout.side()) + "\"/>\n";
}

std::string names(const ConfusionMatrix& matrix, const Layout& layout) {
  std::string out;
  const bool upright = layout.names_top < layout.name_font + 11;
  for (std::size_t i = 0; i < layout.classes; ++i) {
    const std::string name = shortened(matrix.classes[i], most_name, layout.name_font);
    const double middle = layout.at(i) + layout.cell / 2 + layout.name_font * 0.36;
    out += text_at(layout.left - 8, layout.top + middle, "td-ink td-end", name, sized(layout.name_font));
    const double x = layout.left + (upright ? layout.at(i) + layout.cell / 2 : middle), y = layout.top - 8;
    const std::string turn =
        upright ? "" : " transform=\"rotate(-90 " + coordinate(x) + ' ' + coordinate(y) + ")\"";
    out += text_at(x, y, upright ? "td-ink td-mid" : "td-ink", name, sized(layout.name_font) + turn) + '\n';
  }
  const double center = layout.top + layout.side() / 2, side = 24 + text_font * 0.6;
  out += text_at(side, center, "td-text td-soft td-mid", "true class",
                 " transform=\"rotate(-90 " + coordinate(side) + ' ' + coordinate(center) + ")\"");
  return out +
         text_at(layout.left + layout.side() / 2, layout.top - layout.names_top - 8, "td-text td-soft td-mid",
                 "predicted class") +
         text_at(layout.left + layout.side() + share_width - 6, layout.top - 8, "td-small td-soft td-end",
                 "right") +
         '\n';
}

/// One decimal, but never 100 % with an error in it.
std::string percent(std::size_t part, std::size_t whole) {
  if (whole == 0) return "–";
  const double tenths =
      std::floor(1000 * static_cast<double>(part) / static_cast<double>(whole) + (part == whole ? 0 : 0.5));
  const auto shown = static_cast<long>(part == whole ? 1000 : std::min(tenths, 999.0));
  return shown == 1000 ? "100 %" : std::to_string(shown / 10) + '.' + std::to_string(shown % 10) + " %";
}

}  // namespace

std::string confusion_svg(const ConfusionMatrix& matrix) {
  const std::size_t classes = matrix.classes.size();
  if (classes == 0 || matrix.counts.size() != classes * classes)
    return whole_svg(matrix.caption, "confusion matrix", 400, caption_height(matrix.caption) + 20, "");
  const Layout layout = layout_of(matrix);
  std::string body = grid(layout), shares;
  std::size_t right = 0, all = 0;
  for (std::size_t row = 0; row < classes; ++row) {
    const auto begin = matrix.counts.begin() + static_cast<std::ptrdiff_t>(row * classes);
    const std::size_t total =
        std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(classes), std::size_t{0});
    const std::size_t hits = matrix.counts[row * classes + row];
    right += hits;
    all += total;
    for (std::size_t column = 0; column < classes; ++column)
      body += cell(matrix, layout, row, column, static_cast<double>(total));
    shares += text_at(layout.left + layout.side() + share_width - 6,
                      layout.top + layout.at(row) + layout.cell / 2 + 4, "td-small td-soft td-end",
                      percent(hits, total));
  }
  Caption caption = matrix.caption;
  const std::string sum =
      std::to_string(right) + " of " + std::to_string(all) + " right, " + percent(right, all);
  if (caption.description.empty())
    caption.description = "Confusion matrix of " + std::to_string(classes) + " classes: " + sum + ".";
  const double width = std::max(420.0, layout.left + layout.side() + share_width + 24);
  const double bottom = layout.top + layout.side();
  body += names(matrix, layout) + shares + text_at(layout.left, bottom + 24, "td-text td-soft", sum) + '\n';
  return whole_svg(caption, "confusion matrix", width, bottom + 44, body);
}

}  // namespace cli
