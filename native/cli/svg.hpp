// Pictures as text: scatter plots, strips of one dimension, line charts, confusion matrices. Each is a
// complete <svg> that scales, has a title and a description for screen readers, adapts to dark mode and
// prints on white. It has only class names that begin with "td-" and no ids, so several fit in one HTML page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cli {

/// The texts of a picture. They may hold any bytes; what XML does not allow becomes U+FFFD.
struct Caption {
  std::string title;
  std::string subtitle;     ///< small, below the title; may be empty
  std::string description;  ///< for screen readers; may be empty
};

struct PlotPoint {
  double x, y;
  int group;          ///< number of its class, −1 = none
  bool open = false;  ///< drawn hollow: belongs to a second set, such as held-out samples
};

/// Class i has the same colour and marker in every picture: 10 colours that colour-blind people can
/// distinguish, then the same colours with other shapes.
struct ScatterPlot {
  Caption caption;
  std::string x_name, y_name;
  std::vector<std::string> groups;  ///< class names; none = one colour and no legend
  std::vector<PlotPoint> points;    ///< points that are not finite are left out
  std::string open_name;            ///< the meaning of hollow markers, for the legend
  bool ellipses = false;            ///< two standard deviations around each class of three or more
  double width = 800;               ///< in a fixed space, a narrower picture has larger text
};
std::string scatter_svg(const ScatterPlot& plot);

/// Points in one dimension (y is ignored): a row for each class with its density, and markers spread evenly
/// over the row's height.
std::string strips_svg(const ScatterPlot& plot);

struct LineSeries {
  std::string name;
  std::vector<int> x;        ///< ascending
  std::vector<double> y;     ///< as many as x; a value that is not finite interrupts the line
  std::vector<double> band;  ///< half the height of the band around y, such as a standard deviation; or empty
};
struct LineChart {
  Caption caption;
  std::string x_name, y_name;
  std::vector<LineSeries> series;
  bool percent = false;      ///< y is a fraction, shown as a percentage
  bool mark_lowest = false;  ///< ring the lowest point of each series
};
std::string line_chart_svg(const LineChart& chart);

/// counts[true class · classes + predicted class]; cells are shaded by their share of the row.
struct ConfusionMatrix {
  Caption caption;
  std::vector<std::string> classes;
  std::vector<std::size_t> counts;
};
std::string confusion_svg(const ConfusionMatrix& matrix);

}  // namespace cli
