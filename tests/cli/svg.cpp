// The functions that draw pictures: well-formed, complete and readable for all kinds of data.
#include "svg.hpp"

#include <cmath>
#include <limits>

#include "svg_parts.hpp"
#include "ut.hpp"
#include "xml.hpp"

namespace svg_cli_test {
using namespace ut;
using namespace cli;

constexpr double infinity = std::numeric_limits<double>::infinity();
const std::string hostile =
    "</text><script>alert(1)</script> & \"quoted\" 'it' \x01\x1b\xff\xc0\x80\xed\xa0\x80\xef\xbf\xbf ]]> "
    "日本";

bool good(const std::string& svg) {
  const std::string problem = XmlCheck::problem(svg);
  expect(problem.empty()) << problem;
  return problem.empty() && !has_bad_numbers(svg) && svg.rfind("<svg ", 0) == 0 &&
         svg.find("viewBox=\"0 0 ") != std::string::npos && svg.find("<title>") != std::string::npos &&
         svg.find("<script") == std::string::npos &&
         svg.find("prefers-color-scheme:dark") != std::string::npos;
}

std::vector<std::string> names(int count, const std::string& start = "class ") {
  std::vector<std::string> result;
  for (int i = 0; i < count; ++i) result.push_back(start + std::to_string(i));
  return result;
}

ScatterPlot cloud(int classes, int each) {
  ScatterPlot plot;
  plot.groups = names(classes);
  for (int c = 0; c < classes; ++c)
    for (int i = 0; i < each; ++i)
      plot.points.push_back({std::sin(7.0 * i + c) + c, std::cos(11.0 * i * c) - c, c});
  return plot;
}

const suite svg_suite = [] {
  "text is escaped and always XML"_test = [] {
    expect(xml_text("a<b>&\"c\"") == "a&lt;b&gt;&amp;&quot;c&quot;");
    expect(xml_text("é日😀") == "é日😀");
    expect(xml_text("tab\tline\nend\r") == "tab line end ");
    const std::string bad = "\xEF\xBF\xBD";
    expect(xml_text(std::string("a\0b\x1f\x7f", 5)) == "a" + bad + "b" + bad + bad);
    expect(xml_text("\xff") == bad && xml_text("\xe6\x97") == bad + bad &&
           xml_text("\xed\xa0\x80") == bad + bad + bad);
    for (int i = 0; i < 256; ++i) {
      const std::string text = std::string("<t>") + xml_text(std::string(1, char(i)) + "x") + "</t>";
      expect(XmlCheck::problem(text).empty()) << i << XmlCheck::problem(text);
    }
  };

  "the checker itself finds what is wrong"_test = [] {
    expect(XmlCheck::problem("<a b=\"1\"><c/>x &amp; y</a>\n").empty());
    for (const char* bad : {"", "x", "<a>", "</a>", "<a></b>", "<a/><b/>", "<a b=1/>", "<a b=\"1\" b=\"2\"/>",
                            "<a>&</a>", "<a>&x;</a>", "<a b=\"<\"/>", "<a>\x01</a>", "<a>\xff</a>", "<a"})
      expect(!XmlCheck::problem(bad).empty()) << bad;
  };

  "coordinates are short and finite"_test = [] {
    expect(coordinate(1.5) == "1.5" && coordinate(-0.001) == "0" && coordinate(100) == "100" &&
           coordinate(2.346) == "2.35");
    expect(coordinate(std::nan("")) == "0" && coordinate(infinity) == "0" && coordinate(1e300) == "1000000");
  };

  "ticks are round and inside"_test = [] {
    for (const auto& [low, high] : {std::pair<double, double>{0, 1},
                                    {-3.7, 12.2},
                                    {1e-9, 3e-9},
                                    {-1e300, 1e300},
                                    {1e6, 1e6 + 1},
                                    {5, 5},
                                    {0, 0},
                                    {-8e307, 8e307},
                                    {1e-320, 2e-320},
                                    {123456, 7654321}}) {
      const Axis axis = make_axis(low, high, 7);
      expect(axis.ticks.size() >= 2u && axis.ticks.size() <= 12u) << low << high << axis.ticks.size();
      expect(axis.low <= low && axis.high >= high && axis.low < axis.high);
      std::set<std::string> labels;
      for (const double tick : axis.ticks) {
        expect(axis.part(tick) > -1e-6 && axis.part(tick) < 1 + 1e-6) << low << high << tick;
        labels.insert(axis.label(tick));
      }
      expect(labels.size() == axis.ticks.size()) << "labels tell them apart" << low << high;
    }
    Axis axis = make_axis(0, 0.1, 5);
    axis.percent = true;
    expect(axis.label(0.02) == "2 %" && axis.label(0) == "0 %") << axis.label(0.02);
    expect(make_axis(-1, 1, 5).label(-0.5) == "−0.5");
    const Axis dims = make_whole_axis(1, 9, 12);
    expect(dims.ticks.size() == 9u && dims.label(3) == "3");
  };

  "names are shortened between characters"_test = [] {
    expect(shortened("short", 100, 13) == "short");
    const std::string cut = shortened("日本語日本語日本語日本語", 60, 13);
    expect(cut.size() % 3 == 0 && cut.size() < 20 && cut.substr(cut.size() - 3) == "…") << cut;
    expect(text_width(cut) * 13 <= 75);
  };

  "a scatter has one marker for each point and one key for each class"_test = [] {
    for (int classes : {1, 2, 10, 11, 26, 70}) {
      const std::string svg = scatter_svg(cloud(classes, 4));
      expect(good(svg)) << classes;
      expect(occurrences(svg, "\"td-mark ") == std::size_t(classes) * 4) << classes;
      expect(occurrences(svg, "\"td-key ") == std::size_t(classes)) << classes;
    }
  };

  "classes past the colours have other shapes"_test = [] {
    std::set<std::string> looks;
    for (int i = 0; i < 80; ++i) looks.insert(marker(i, false, 0, 0, 5));
    expect(looks.size() == 80u);
  };

  "points without class, hollow points and points that cannot be drawn"_test = [] {
    ScatterPlot plot = cloud(3, 5);
    plot.open_name = "held out";
    plot.points.push_back({0, 0, -1});
    plot.points.push_back({0, 0, 99});
    plot.points.push_back({1, 1, 2, true});
    plot.points.push_back({std::nan(""), 1, 0});
    plot.points.push_back({1, infinity, 0});
    const std::string svg = scatter_svg(plot);
    expect(good(svg) && occurrences(svg, "\"td-mark ") == 18u);
    expect(occurrences(svg, "\"td-mark td-open") == 3u) << occurrences(svg, "\"td-mark td-open");
    expect(svg.find("no label (2)") != std::string::npos &&
           svg.find("hollow: held out") != std::string::npos);
    expect(svg.find("2 points are not finite") != std::string::npos);
  };

  "ellipses need three points, and may be flat"_test = [] {
    ScatterPlot plot = cloud(2, 9);
    plot.ellipses = true;
    plot.groups = names(5);
    for (int i = 0; i < 4; ++i) plot.points.push_back({double(i), 2.0 * i, 2});
    for (int i = 0; i < 4; ++i) plot.points.push_back({3, 3, 3});
    plot.points.push_back({3, 3, 4});
    const std::string svg = scatter_svg(plot);
    expect(good(svg) && occurrences(svg, "<ellipse ") == 4u) << occurrences(svg, "<ellipse ");
  };

  "no data, equal data and huge data make a picture"_test = [] {
    for (bool ellipses : {false, true}) {
      ScatterPlot plot;
      plot.ellipses = ellipses;
      expect(good(scatter_svg(plot)) && good(strips_svg(plot))) << "none";
      plot.points.assign(5, {2.5, 2.5, -1});
      expect(good(scatter_svg(plot)) && good(strips_svg(plot))) << "equal";
      expect(occurrences(strips_svg(plot), "\"td-mark ") == 5u &&
             occurrences(scatter_svg(plot), "\"td-key ") == 0u);
      const double most = std::numeric_limits<double>::max();
      plot.points = {{-most, most, 0}, {most, -most, 0}, {0, 0, 0}, {1e-320, -1e-320, 0}};
      expect(good(scatter_svg(plot)) && good(strips_svg(plot))) << "huge";
      plot.points = {{1e-320, 0, 0}, {2e-320, 1e-310, 0}, {0, 0, 0}};
      expect(good(scatter_svg(plot)) && good(strips_svg(plot))) << "tiny";
    }
  };

  "hostile texts are text everywhere"_test = [] {
    const Caption caption{hostile, hostile, hostile};
    ScatterPlot plot = cloud(2, 5);
    plot.caption = caption;
    plot.groups = {hostile, hostile + hostile};
    plot.x_name = plot.y_name = plot.open_name = hostile;
    plot.points[0].open = true;
    expect(good(scatter_svg(plot)) && good(strips_svg(plot)));
    expect(
        good(line_chart_svg({caption, hostile, hostile, {{hostile, {1, 2}, {0.5, 0.25}, {}}}, true, true})));
    expect(good(confusion_svg({caption, {hostile, ""}, {1, 2, 3, 4}})));
  };

  "the same points give the same picture, strips have a row for each class"_test = [] {
    const ScatterPlot plot = cloud(4, 20);
    expect(scatter_svg(plot) == scatter_svg(plot) && strips_svg(plot) == strips_svg(plot));
    const std::string svg = strips_svg(plot);
    expect(good(svg) && occurrences(svg, "fill-opacity=\"0.18\"") == 4u &&
           occurrences(svg, "\"td-mark ") == 80u);
  };

  "lines have bands, gaps and a lowest point"_test = [] {
    LineChart chart;
    chart.percent = chart.mark_lowest = true;
    chart.series = {{"a", {1, 2, 3, 4, 5}, {0.5, 0.4, std::nan(""), 0.2, 0.3}, {0.1, 0.1, 0.1, 0.1, 0.3}},
                    {"b", {1, 2, 3}, {0.3, infinity, 0.1}, {}},
                    {"none", {}, {}, {}},
                    {"broken", {1}, {std::nan("")}, {std::nan("")}}};
    const std::string svg = line_chart_svg(chart);
    expect(good(svg));
    expect(occurrences(svg, "\"td-band ") == 2u && occurrences(svg, "\"td-lowest ") == 2u);
    expect(occurrences(svg, "\"td-mark ") == 6u) << occurrences(svg, "\"td-mark ");
    expect(occurrences(svg, "\"td-key ") == 4u && svg.find(" %</text>") != std::string::npos);
    chart.series = {{"one", {7}, {0}, {}}};
    expect(good(line_chart_svg(chart)) && good(line_chart_svg(LineChart())));
  };

  "many series remain distinguishable"_test = [] {
    LineChart chart;
    std::vector<int> x;
    for (int i = 1; i <= 200; ++i) x.push_back(i);
    for (int s = 0; s < 30; ++s)
      chart.series.push_back({"s" + std::to_string(s), x, std::vector<double>(200, s), {}});
    const std::string svg = line_chart_svg(chart);
    expect(good(svg) && occurrences(svg, "stroke-dasharray") == 40u) << occurrences(svg, "stroke-dasharray");
    expect(occurrences(svg, "\"td-mark ") == 0u) << "too many for markers";
  };

  "a confusion matrix shows every count that is not zero"_test = [] {
    for (int classes : {1, 2, 10, 40}) {
      std::vector<std::size_t> counts;
      std::size_t cells = 0;
      for (int i = 0; i < classes * classes; ++i) {
        counts.push_back(i % (classes + 1) == 0 ? 90 : i % 7 == 0 ? 3 : 0);
        cells += counts.back() > 0;
      }
      const std::string svg = confusion_svg({{"c", "", ""}, names(classes), counts});
      expect(good(svg) && occurrences(svg, "\"td-cell ") == cells) << classes;
    }
    const std::string svg = confusion_svg({{}, {"a", "b"}, {1999, 1, 0, 0}});
    expect(good(svg) && svg.find(">99.9 %<") != std::string::npos &&
           svg.find("1999 of 2000 right") != std::string::npos);
    expect(good(confusion_svg({})) && good(confusion_svg({{}, {"a"}, {}}))) << "sizes that do not fit";
    const std::size_t most = std::numeric_limits<std::size_t>::max() / 4;
    expect(good(confusion_svg({{}, names(2), {most, most, most, 0}})));
  };
};
}  // namespace svg_cli_test
