// tanda plot: draws all samples, whatever their classes are called.
#include "shell.hpp"
#include "ut.hpp"
#include "xml.hpp"

namespace plot_cli_test {
using namespace ut;

/// Whether the text is a picture with this many samples.
bool shows(const std::string& svg, std::size_t samples) {
  const std::string problem = XmlCheck::problem(svg);
  expect(problem.empty()) << problem;
  expect(occurrences(svg, "\"td-mark ") == samples) << occurrences(svg, "\"td-mark ");
  return problem.empty() && occurrences(svg, "\"td-mark ") == samples && !has_bad_numbers(svg);
}

/// A folder with data.csv (30 samples of three classes), m.tanda in two dimensions and one.tanda in one.
struct Plotted : Folder {
  Plotted() : Folder(TANDA_PROGRAM) {
    write("data.csv", small_table());
    expect(tanda("fit data.csv --method lda --dims 2 -o m.tanda").code == 0);
    expect(tanda("fit data.csv --method lda --dims 1 -o one.tanda").code == 0);
  }
};

const suite plot_suite = [] {
  "plot draws every sample in two dimensions"_test = [] {
    const Plotted folder;
    const Ran ran = folder.tanda("plot m.tanda data.csv -o x.svg");
    expect(ran.code == 0 && ran.out.empty() && ran.err.empty()) << ran.err;
    const std::string svg = folder.read("x.svg");
    expect(shows(svg, 30) && has(svg, ">y1<") && has(svg, ">y2<") && has(svg, "30 samples, 3 classes"));
    for (const char* name : {">a (10)<", ">b (10)<", ">c (10)<"}) expect(has(svg, name)) << name;
    expect(folder.tanda("plot m.tanda data.csv").out == svg) << "the same on the standard output";
  };

  "dimensions, ellipses and title are as asked for"_test = [] {
    const Plotted folder;
    const Ran turned = folder.tanda("plot m.tanda data.csv --dims 2,1 --ellipses --title 'A <b> & c'");
    expect(turned.code == 0 && shows(turned.out, 30) && occurrences(turned.out, "<ellipse ") == 3u);
    expect(has(turned.out, "A &lt;b&gt; &amp; c") && turned.out.find(">y2<") < turned.out.find(">y1<"));
    const Ran strip = folder.tanda("plot m.tanda data.csv --dims 2");
    expect(strip.code == 0 && shows(strip.out, 30) && has(strip.out, ">y2<") && !has(strip.out, ">y1<"));
  };

  "a model of one dimension makes strips"_test = [] {
    const Plotted folder;
    const Ran ran = folder.tanda("plot one.tanda data.csv --ellipses");
    expect(ran.code == 0 && shows(ran.out, 30) && has(ran.out, ">y1<") && has(ran.out, ">c (10)<"))
        << ran.err;
    expect(ran.out == folder.tanda("plot one.tanda data.csv --ellipses").out);
  };

  "samples without labels have one colour and no legend"_test = [] {
    const Plotted folder;
    for (const char* model : {"m.tanda", "one.tanda"}) {
      const Ran ran =
          folder.shell(std::string("cut -d, -f1-4 data.csv | tanda plot ") + model + " - --label none");
      expect(ran.code == 0 && shows(ran.out, 30) && occurrences(ran.out, "\"td-key ") == 0u) << ran.err;
      expect(occurrences(ran.out, "\"td-mark td-f0 ") == 30u && !has(ran.out, " classes")) << "one colour";
    }
  };

  "some samples without a label are hollow"_test = [] {
    const Plotted folder;
    const Ran ran = folder.shell("sed '2,6s/,[abc]$/,/' data.csv | tanda plot m.tanda -");
    expect(ran.code == 0 && shows(ran.out, 30) && has(ran.out, "no label (5)")) << ran.err;
    expect(occurrences(ran.out, "\"td-mark td-open td-sn") == 5u);
  };

  "a class keeps its colour, new ones come after"_test = [] {
    const Plotted folder;
    const Ran ran = folder.shell("sed -n '1p;/,c$/p;s/,b$/,Z/p' data.csv | tanda plot m.tanda -");
    expect(ran.code == 0 && shows(ran.out, 20)) << ran.err;
    expect(occurrences(ran.out, "\"td-mark td-f2 ") == 10u &&
           occurrences(ran.out, "\"td-mark td-f3 ") == 10u);
    expect(!has(ran.out, ">a (") && has(ran.out, ">Z (10)<"));
  };

  "hostile class names, feature names and file names are text"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    const std::string name = "<script>&\"\"x\xff</text>";
    std::string table = "\"<w>\",x,y,z,label\n" + small_table("");
    for (std::size_t at = 0; (at = table.find(",a\n", at)) != std::string::npos;)
      table.replace(at, 3, ",\"" + name + "\"\n");
    folder.write("<&>.csv", table);
    const Ran fitted = folder.tanda("fit '<&>.csv' --method lda -o m.tanda");
    expect(fitted.code == 0) << fitted.err;
    const Ran ran = folder.tanda("plot m.tanda '<&>.csv' --ellipses");
    expect(ran.code == 0 && shows(ran.out, 30) && !has(ran.out, "<script") &&
           has(ran.out, "&lt;script&gt;&amp;&quot;x"))
        << ran.err;
  };

  "a method that embeds its training set shows that"_test = [] {
    const Plotted folder;
    const Ran fitted = folder.tanda("fit data.csv --method tsimr -o e.tanda");
    expect(fitted.code == 0) << fitted.err;
    const Ran alone = folder.tanda("plot e.tanda"), given = folder.tanda("plot e.tanda data.csv");
    expect(alone.code == 0 && shows(alone.out, 30) && alone.says("training set only") &&
           !alone.says("not used"))
        << alone.err;
    expect(given.code == 0 && given.out == alone.out && given.says("the data are not used")) << given.err;
    expect(has(alone.out, "30 training samples"));
  };

  "far samples, equal samples and one sample make a picture"_test = [] {
    const Plotted folder;
    folder.write("far.csv", "w,x,y,z\n1e30,-1e30,1e30,0\n-1e30,1e30,0,0\n0,0,0,0\n");
    folder.write("equal.csv", "w,x,y,z\n1,1,1,1\n1,1,1,1\n");
    folder.write("one.csv", "w,x,y,z\n1,1,1,1\n");
    for (const char* model : {"m.tanda", "one.tanda"}) {
      const std::string plot = std::string("plot ") + model + " ";
      expect(shows(folder.tanda(plot + "far.csv").out, 3) && shows(folder.tanda(plot + "equal.csv").out, 2) &&
             shows(folder.tanda(plot + "one.csv").out, 1));
    }
    folder.write("over.csv", "w,x,y,z\n3e38,-3e38,3e38,3e38\n0,0,0,0\n");
    const Ran over = folder.tanda("plot m.tanda over.csv");
    expect(over.code == 0 && !has_bad_numbers(over.out) && XmlCheck::problem(over.out).empty()) << over.err;
  };

  "plot refuses what makes no sense, and leaves nothing behind"_test = [] {
    const Plotted folder;
    const std::vector<std::string> before = folder.names();
    struct Bad {
      const char* arguments;
      int code;
      const char* says;
    };
    for (const Bad& bad : {Bad{"m.tanda data.csv --dims 3", 2, "no dimension 3"},
                           {"m.tanda data.csv --dims 1,3", 2, "1 to 2"},
                           {"one.tanda data.csv --dims 1,2", 2, "it has one"},
                           {"m.tanda data.csv --dims 0", 2, "--dims"},
                           {"m.tanda data.csv --dims 1,1", 2, "two different"},
                           {"m.tanda data.csv --dims 1,2,1", 2, "--dims"},
                           {"m.tanda data.csv --dims 1,", 2, "--dims"},
                           {"m.tanda data.csv --dims ,", 2, "--dims"},
                           {"m.tanda data.csv --dims x", 2, "--dims"},
                           {"m.tanda data.csv --dims -1", 2, "--dims"},
                           {"m.tanda", 2, "DATA is missing"},
                           {"m.tanda data.csv --missing men", 2, "did you mean mean?"},
                           {"data.csv data.csv", 3, "not a tanda model"},
                           {"m.tanda none.csv", 5, "none.csv"},
                           {"m.tanda data.csv --label nosuch", 3, "nosuch"}}) {
      const Ran ran = folder.tanda(std::string("plot ") + bad.arguments + " -o new.svg");
      expect(ran.code == bad.code && ran.one_line() && ran.says(bad.says))
          << bad.arguments << ran.code << ran.err;
      expect(folder.names() == before) << bad.arguments;
    }
    expect(folder.tanda("plot m.tanda data.csv -o no/such/x.svg").code == 5);
  };
};
}  // namespace plot_cli_test
