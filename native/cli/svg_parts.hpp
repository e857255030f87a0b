// Building blocks of the pictures of svg.hpp: escaped text, colours and markers, axes, legend, frame.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "svg.hpp"

namespace cli {

/// Text for XML 1.0 content and attributes: markup is escaped; what is not UTF-8 or not allowed becomes
/// U+FFFD.
std::string xml_text(std::string_view text);
/// A coordinate: two decimals at most, no exponent, never NaN.
std::string coordinate(double value);
/// The approximate width of a text at a font size of one pixel.
double text_width(std::string_view text);
/// The text, or its beginning and "…" if it is wider.
std::string shortened(std::string_view text, double width, double font);

constexpr int colours = 10;
/// The class name that gives group i its colour; −1 = no group.
std::string colour_class(int group);
/// The marker of group i: circles for the first ten, then other shapes. `more`: further class names for the
/// class attribute.
std::string marker(int group, bool open, double x, double y, double radius, std::string_view more = "");

/// The range of an axis, and the round numbers marked on it.
struct Axis {
  double low = 0, high = 1;
  std::vector<double> ticks;
  int decimals = 0;
  bool percent = false;

  /// The position from 0 (low end) to 1 (high end); also for numbers whose difference overflows.
  double part(double value) const;
  std::string label(double tick) const;
};
/// An axis with about `wanted` round numbers between low and high, hardly more; an empty range is widened.
Axis make_axis(double low, double high, int wanted);
/// The same with whole numbers only.
Axis make_whole_axis(int low, int high, int wanted);

struct Rectangle {
  double left, top, width, height;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
};
/// Grid, ticks and axis names around a plot.
std::string axes(const Rectangle& plot, const Axis& x, const Axis& y, std::string_view x_name,
                 std::string_view y_name, bool rows = true);
double widest_label(const Axis& axis);

/// A symbol 16 pixels high, drawn around y = 0 from x = 0 on, and its text.
struct LegendEntry {
  std::string drawing, text;
};
struct Legend {
  std::string body;
  double height;
};
/// Entries in columns of equal width, as many as fit.
Legend make_legend(const std::vector<LegendEntry>& entries, double left, double top, double width);

constexpr double title_font = 18, text_font = 13, small_font = 11.5, legend_drawing = 26;
/// The y where the drawing begins, below title and subtitle.
double caption_height(const Caption& caption);
/// The complete picture: style, background, title, body. `kind` is its role for screen readers.
std::string whole_svg(const Caption& caption, std::string_view kind, double width, double height,
                      const std::string& body);
std::string text_at(double x, double y, std::string_view classes, std::string_view text,
                    std::string_view more = "");

}  // namespace cli
