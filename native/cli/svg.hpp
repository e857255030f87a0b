// Pictures as text: scatter plot, strips of one dimension, line chart, confusion matrix. Each is a whole
// <svg> that scales, has a title and a description for screen readers, follows a dark screen and prints on
// white. Only class selectors that start with "td-" and no ids: several can stand in one HTML page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cli {

/// What every picture has. Texts may hold anything; bytes that XML does not allow become U+FFFD.
struct Caption {
  std::string title;
  std::string subtitle;     ///< small, below the title; may be empty
  std::string description;  ///< for screen readers; may be empty
};

struct PlotPoint {
  double x, y;
  int group;          ///< number of its class, −1 = none
  bool open = false;  ///< hollow: of a second set, such as held-out samples
};

/// Class i keeps its colour and marker in every picture: 10 colours that colour-blind people can tell apart,
/// then the same with another shape.
struct ScatterPlot {
  Caption caption;
  std::string x_name, y_name;
  std::vector<std::string> groups;  ///< class names; none = one colour and no legend
  std::vector<PlotPoint> points;    ///< those that are not finite are left out
  std::string open_name;            ///< what hollow markers are, for the legend
  bool ellipses = false;            ///< two standard deviations around each class of three or more
  double width = 800;               ///< the narrower, the larger its text where the picture fills a space
};
std::string scatter_svg(const ScatterPlot& plot);

/// Points of one dimension (y is ignored): a row for each class with its density, markers spread evenly in
/// it.
std::string strips_svg(const ScatterPlot& plot);

struct LineSeries {
  std::string name;
  std::vector<int> x;        ///< ascending
  std::vector<double> y;     ///< as many; what is not finite interrupts the line
  std::vector<double> band;  ///< half the height of the band around y, such as a standard deviation; or empty
};
struct LineChart {
  Caption caption;
  std::string x_name, y_name;
  std::vector<LineSeries> series;
  bool percent = false;      ///< y is a part of one, shown as a percentage
  bool mark_lowest = false;  ///< ring the lowest point of each series
};
std::string line_chart_svg(const LineChart& chart);

/// counts[true class · classes + predicted class]; cells are shaded by their part of the row.
struct ConfusionMatrix {
  Caption caption;
  std::vector<std::string> classes;
  std::vector<std::size_t> counts;
};
std::string confusion_svg(const ConfusionMatrix& matrix);

}  // namespace cli
