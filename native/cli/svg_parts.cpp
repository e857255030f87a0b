#include "svg_parts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace cli {

namespace {

/// Colours are literals in classes, not CSS variables, because programs that print and convert pictures know
/// only those. Six are of Okabe and Ito; the others were chosen by a search for the largest distances in
/// CIELAB from these and from each other, also as seen by people without red, green or blue cones. They are
/// lighter in dark mode.
struct Colour {
  const char *light, *dark;
};
constexpr Colour palette[colours] = {{"#0072b2", "#4aa3df"}, {"#d55e00", "#f0803c"}, {"#009e73", "#2fc49a"},
                                     {"#cc79a7", "#e39cc4"}, {"#e69f00", "#f2b632"}, {"#56b4e9", "#a6dcff"},
                                     {"#7a1fe8", "#9a52f2"}, {"#1c1c1c", "#f2f2b4"}, {"#5c3d00", "#aa6248"},
                                     {"#1d0c80", "#647c7c"}};

std::string theme(bool dark) {
  const char* const ink = dark ? "#e8e8e8" : "#1f2328";
  const char* const soft = dark ? "#a8adb4" : "#59636e";
  const char* const paper = dark ? "#16191d" : "#ffffff";
  std::string css = std::string(".td-paper{fill:") + paper + "}.td-ink{fill:" + ink +
                    "}.td-soft{fill:" + soft + "}.td-grid{stroke:" + (dark ? "#2c3138" : "#e6e8eb") +
                    "}.td-frame{stroke:" + (dark ? "#59616b" : "#9aa1a9") + "}.td-halo{stroke:" + paper +
                    "}.td-on{fill:" + (dark ? "#0b0d0f" : "#ffffff") +
                    "}.td-hit{fill:" + (dark ? "#4aa3df" : "#0072b2") +
                    "}.td-miss{fill:" + (dark ? "#f0803c" : "#d55e00") + "}.td-open{fill:" + paper + "}";
  for (int i = 0; i <= colours; ++i) {
    const char* const colour = i == colours ? soft : dark ? palette[i].dark : palette[i].light;
    const std::string name = i == colours ? "n" : std::to_string(i);
    css += ".td-f" + name + "{fill:" + colour + "}.td-s" + name + "{stroke:" + colour + "}";
  }
  return css;
}

std::string style() {
  return "<style>.td-plot text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,"
         "'DejaVu Sans',sans-serif}.td-title{font-size:18px;font-weight:600}.td-text{font-size:13px}"
         ".td-small{font-size:11.5px}.td-mid{text-anchor:middle}.td-end{text-anchor:end}"
         ".td-grid,.td-frame,.td-line{fill:none}.td-frame,.td-grid{stroke-width:1}.td-line{stroke-width:2;"
         "stroke-linejoin:round;stroke-linecap:round}" +
         theme(false) + "@media screen and (prefers-color-scheme:dark){" + theme(true) + "}</style>";
}

struct Character {
  std::uint32_t point;
  std::size_t length;
};

constexpr Character broken = {0xFFFD, 1};

/// Decodes strict UTF-8, and of that only what XML 1.0 allows.
Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  if (byte(0) < 0x80) {
    const bool allowed =
        byte(0) >= 0x20 ? byte(0) != 0x7F : byte(0) == '\t' || byte(0) == '\n' || byte(0) == '\r';
    return allowed ? Character{byte(0), 1} : broken;
  }
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4) return broken;
  std::uint32_t point = byte(0) & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return broken;
    point = point << 6 | (byte(i) & 0x3F);
  }
  const std::uint32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  const bool surrogate = point >= 0xD800 && point < 0xE000;
  if (point < least || point > 0x10FFFF || surrogate || (point & 0xFFFE) == 0xFFFE) return broken;
  return {point, length};
}

/// The width of a character in units of the font size, for common sans-serif fonts.
double width_of(std::uint32_t point) {
  if (point >= 0x300 && point < 0x370) return 0;  // combining marks
  if (point >= 0x1100 && (point < 0x1160 || (point >= 0x2E80 && point < 0xFF61) || point >= 0x1F000))
    return 1.05;
  if (point >= 0x80) return 0.62;
  const char c = static_cast<char>(point);
  if (std::string_view("ijlt.,:;|!'I()[]f ").find(c) != std::string_view::npos) return 0.34;
  if (std::string_view("mwMW@%").find(c) != std::string_view::npos) return 0.9;
  return c >= 'A' && c <= 'Z' ? 0.68 : 0.57;
}

std::string polygon(const std::vector<double>& corners, double x, double y, double r, bool closed) {
  std::string path;
  for (std::size_t i = 0; i < corners.size(); i += 2)
    path += (i == 0 ? "M" : "L") + coordinate(x + r * corners[i]) + ' ' + coordinate(y + r * corners[i + 1]);
  return path + (closed ? "Z" : "");
}

/// Shapes of about the same area that remain distinguishable when small.
std::string shape_path(int shape, double x, double y, double r) {
  switch (shape) {
    case 1:
      return polygon({0, -1.3, 1.2, 0.8, -1.2, 0.8}, x, y, r, true);  // triangle
    case 2:
      return polygon({-0.92, -0.92, 0.92, -0.92, 0.92, 0.92, -0.92, 0.92}, x, y, r, true);
    case 3:
      return polygon({0, -1.35, 1.1, 0, 0, 1.35, -1.1, 0}, x, y, r, true);  // diamond
    case 4:
      return polygon({0, 1.3, 1.2, -0.8, -1.2, -0.8}, x, y, r, true);
    case 5:
      return polygon({-0.4, -1.2, 0.4,  -1.2, 0.4,  -0.4, 1.2,  -0.4, 1.2,  0.4,  0.4,  0.4,
                      0.4,  1.2,  -0.4, 1.2,  -0.4, 0.4,  -1.2, 0.4,  -1.2, -0.4, -0.4, -0.4},
                     x, y, r, true);  // plus
    case 6:
      return polygon({0, -1.4, 0.4,   -0.5, 1.33,  -0.43, 0.62,  0.2,   0.82, 1.13,
                      0, 0.62, -0.82, 1.13, -0.62, 0.2,   -1.33, -0.43, -0.4, -0.5},
                     x, y, r, true);  // star
    default:
      return polygon({-1.3, 0, -0.65, -1.1, 0.65, -1.1, 1.3, 0, 0.65, 1.1, -0.65, 1.1}, x, y, r,
                     true);  // hexagon
  }
}

/// The smallest of 1, 2 or 5 times a power of ten that is at least `step`.
double round_step(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (step <= factor * power * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    switch (c.point) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\t':
      case '\n':
      case '\r':
        out += ' ';
        break;
      case 0xFFFD:
        out += "\xEF\xBF\xBD";
        break;
      default:
        out += text.substr(at, c.length);
    }
    at += c.length;
  }
  return out;
}

std::string coordinate(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", std::isfinite(value) ? std::clamp(value, -1e6, 1e6) : 0.0);
  std::string out = text;
  // The calling program may have set a locale with another decimal point.
  std::replace(out.begin(), out.end(), ',', '.');
  out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  return out == "-0" ? "0" : out;
}

double text_width(std::string_view text) {
  double width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    width += width_of(c.point);
    at += c.length;
  }
  return width;
}

std::string shortened(std::string_view text, double width, double font) {
  if (text_width(text) * font <= width) return std::string(text);
  double used = 0.9 * font;  // the width of the dots
  std::size_t at = 0;
  while (at < text.size()) {
    const Character c = character_at(text, at);
    used += width_of(c.point) * font;
    if (used > width) break;
    at += c.length;
  }
  return std::string(text.substr(0, at)) + "…";
}

std::string colour_class(int group) {
  return group < 0 ? "n" : std::to_string(group % colours);
}

std::string marker(int group, bool open, double x, double y, double radius, std::string_view more) {
  const std::string colour = colour_class(group);
  const std::string look = open ? "td-open td-s" + colour : "td-f" + colour + " td-halo";
  const std::string words =
      " class=\"" + std::string(more) + look + "\" stroke-width=\"" + (open ? "1.4" : "0.6") + "\"/>";
  const int shape = group < 0 ? 0 : group / colours % 8;
  if (shape > 0) return "<path d=\"" + shape_path(shape, x, y, radius) + '"' + words;
  return "<circle cx=\"" + coordinate(x) + "\" cy=\"" + coordinate(y) + "\" r=\"" + coordinate(radius) + '"' +
         words;
}

double Axis::part(double value) const {
  // Halved first, because the difference of the largest numbers overflows.
  return (value / 2 - low / 2) / (high / 2 - low / 2);
}

std::string Axis::label(double tick) const {
  const double shown = percent ? 100 * tick : tick;
  const int places = std::max(0, decimals - (percent ? 2 : 0));
  char text[64];
  const double largest = std::max(std::abs(low), std::abs(high));
  const bool plain = largest < 1e6 && places <= 5;
  // As many digits as are needed to distinguish neighbouring ticks.
  const double ratio = ticks.size() > 1 ? largest / std::abs(ticks[1] - ticks[0]) : 1;
  const int digits = std::clamp(static_cast<int>(std::ceil(std::log10(ratio))) + 1, 2, 15);
  std::snprintf(text, sizeof text, plain ? "%.*f" : "%.*g", plain ? places : digits,
                shown == 0 ? 0.0 : shown);
  std::string out = text;
  std::replace(out.begin(), out.end(), ',', '.');
  if (out[0] == '-') out.replace(0, 1, "−");
  return out + (percent ? " %" : "");
}

Axis make_axis(double low, double high, int wanted) {
  const double size = std::max(std::abs(low), std::abs(high));
  if (!(high / 2 - low / 2 > size * 1e-9) || size < 1e-290) {
    const double room = size < 1e-290 ? 1 : size * 0.05;
    low -= room;
    high += room;
  }
  Axis axis;
  const double limit = 8e307;  // beyond this, margins and the rounding of ticks overflow
  axis.low = std::clamp(low, -limit, limit);
  axis.high = std::clamp(high, -limit, limit);
  const double step = round_step((axis.high / 2 - axis.low / 2) / wanted * 2);
  axis.decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  for (double k = std::ceil(axis.low / step - 1e-9); k <= axis.high / step + 1e-9 && axis.ticks.size() < 50;
       ++k)
    axis.ticks.push_back(k * step);
  return axis;
}

Axis make_whole_axis(int low, int high, int wanted) {
  Axis axis;
  axis.low = low;
  axis.high = high;
  const double span = axis.high - axis.low;
  const double step = std::max(1.0, round_step(std::max(span, 1.0) / wanted));
  // The first value always gets a tick, because it is of interest in itself.
  axis.ticks.push_back(low);
  for (double k = std::floor(low / step) + 1; k * step <= high; ++k)
    if (k * step - low >= 0.5 * step) axis.ticks.push_back(k * step);
  const double room = low == high ? 1 : span * 0.02;
  axis.low -= room;
  axis.high += room;
  return axis;
}

double widest_label(const Axis& axis) {
  double width = 0;
  for (const double tick : axis.ticks) width = std::max(width, text_width(axis.label(tick)) * small_font);
  return width;
}

std::string text_at(double x, double y, std::string_view classes, std::string_view text,
                    std::string_view more) {
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" class=\"" + std::string(classes) +
         '"' + std::string(more) + '>' + xml_text(text) + "</text>";
}

std::string axes(const Rectangle& plot, const Axis& x, const Axis& y, std::string_view x_name,
                 std::string_view y_name, bool rows) {
  std::string grid, labels;
  for (const double tick : x.ticks) {
    const double at = plot.left + x.part(tick) * plot.width;
    grid += "M" + coordinate(at) + ' ' + coordinate(plot.top) + 'V' + coordinate(plot.bottom());
    labels += text_at(at, plot.bottom() + 18, "td-small td-soft td-mid", x.label(tick));
  }
  for (const double tick : rows ? y.ticks : std::vector<double>()) {
    const double at = plot.bottom() - y.part(tick) * plot.height;
    grid += "M" + coordinate(plot.left) + ' ' + coordinate(at) + 'H' + coordinate(plot.right());
    labels += text_at(plot.left - 8, at + 4, "td-small td-soft td-end", y.label(tick));
  }
  const double middle = plot.top + plot.height / 2, side = rows ? plot.left - widest_label(y) - 20 : 0;
  std::string names = text_at(plot.left + plot.width / 2, plot.bottom() + 40, "td-text td-ink td-mid",
                              shortened(x_name, plot.width, text_font));
  if (rows)
    names += text_at(side, middle, "td-text td-ink td-mid", shortened(y_name, plot.height, text_font),
                     " transform=\"rotate(-90 " + coordinate(side) + ' ' + coordinate(middle) + ")\"");
  return (grid.empty() ? "" : "<path class=\"td-grid\" d=\"" + grid + "\"/>") +
         "<rect class=\"td-frame\" x=\"" + coordinate(plot.left) + "\" y=\"" + coordinate(plot.top) +
         "\" width=\"" + coordinate(plot.width) + "\" height=\"" + coordinate(plot.height) + "\"/>" + labels +
         names + '\n';
}

Legend make_legend(const std::vector<LegendEntry>& entries, double left, double top, double width) {
  if (entries.empty()) return {"", 0};
  // One long name must not widen the columns of many short ones.
  const double gap = 22, line = 21, most = entries.size() > 12 ? 150 : 240;
  double widest = 0;
  for (const LegendEntry& entry : entries) widest = std::max(widest, text_width(entry.text) * text_font);
  const double column = std::min(widest, most) + legend_drawing + gap;
  const auto columns = static_cast<std::size_t>(
      std::clamp(std::floor((width + gap) / column), 1.0, static_cast<double>(entries.size())));
  // Columns are filled from top to bottom.
  const std::size_t rows = (entries.size() + columns - 1) / columns;
  Legend legend{"", static_cast<double>(rows) * line};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double x = left + static_cast<double>(i / rows) * column,
                 y = top + (static_cast<double>(i % rows) + 0.5) * line;
    const std::string shown = shortened(entries[i].text, most, text_font);
    const std::string whole =
        shown == entries[i].text ? "" : "<title>" + xml_text(entries[i].text) + "</title>";
    legend.body += "<g transform=\"translate(" + coordinate(x) + ' ' + coordinate(y) + ")\">" + whole +
                   entries[i].drawing + text_at(legend_drawing, 4.5, "td-text td-ink", shown) + "</g>\n";
  }
  return legend;
}

double caption_height(const Caption& caption) {
  return 16 + (caption.title.empty() ? 0 : 26) + (caption.subtitle.empty() ? 0 : 20);
}

std::string whole_svg(const Caption& caption, std::string_view kind, double width, double height,
                      const std::string& body) {
  const std::string name = caption.title.empty() ? std::string(kind) : caption.title;
  const std::string size = coordinate(width) + ' ' + coordinate(height);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"td-plot\" viewBox=\"0 0 " + size +
                    "\" width=\"" + coordinate(width) + "\" height=\"" + coordinate(height) +
                    "\" style=\"max-width:100%;height:auto\" role=\"img\" aria-label=\"" + xml_text(name) +
                    "\">\n<title>" + xml_text(name) + "</title>\n";
  if (!caption.description.empty()) svg += "<desc>" + xml_text(caption.description) + "</desc>\n";
  svg += style() + "\n<rect class=\"td-paper\" width=\"" + coordinate(width) + "\" height=\"" +
         coordinate(height) + "\"/>\n";
  const double room = width - 48;
  if (!caption.title.empty())
    svg += text_at(24, 34, "td-title td-ink", shortened(caption.title, room, title_font * 1.2));
  if (!caption.subtitle.empty())
    svg += text_at(24, caption.title.empty() ? 30 : 55, "td-text td-soft",
                   shortened(caption.subtitle, room, text_font));
  return svg + '\n' + body + "</svg>\n";
}

}  // namespace cli
