// A method, a kernel, a reader, an exporter and a classifier, each added with one file and one line, are
// known to all commands.
#include "../shell.hpp"
#include "ut.hpp"

namespace {
using namespace ut;

const suite one_line_suite = [] {
  "a method made of one file and one line is in the list, the JSON and the help"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    const auto has = [](const Ran& ran, const char* text) {
      return ran.code == 0 && ran.out.find(text) != std::string::npos;
    };
    expect(has(folder.tanda("methods"), "Sums of two halves"));
    expect(has(folder.tanda("methods --json"), "\"halves\""));
    expect(has(folder.tanda("methods --json"), "part of the features that makes up the first half"));
    expect(has(folder.tanda("fit --help"), "Sums of two halves"));
    expect(has(folder.tanda("fit --method halves --help"), "0.1 .. 0.9"));
    expect(has(folder.tanda("plan --method halves --rows 10 --cols 4"), "halves"));
  };

  "it fits, projects and predicts"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    folder.write("probe.csv", "w,x,y,z\n0,0,0,0\n1,2,4,8\n");
    const Ran fit = folder.tanda("fit data.csv --method halves --set cut=0.3 -o m.tanda");
    expect(fit.code == 0) << fit.err;
    const Ran ran = folder.tanda("transform m.tanda probe.csv");
    double a = 0, b = 0, c = 0, d = 0;
    expect(std::sscanf(ran.out.c_str(), "y1,y2 %lf,%lf %lf,%lf", &a, &b, &c, &d) == 4) << ran.out << ran.err;
    expect(std::abs(c - a - 1) < 1e-5 && std::abs(d - b - 14) < 1e-5) << ran.out;
    expect(folder.tanda("predict m.tanda data.csv").says("accuracy"));
    expect(folder.tanda("fit data.csv --method halves --set cut=2 -o x.tanda").code == 2);
  };

  "so is a classifier: it fits, predicts, and comes back from its file"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", "x,y,class\n0,0,a\n1,0,a\n9,0,b\n10,1,b\n");
    const Ran fit = folder.tanda("fit data.csv --method pca --dims 1 --classifier farthest -o m.tanda");
    expect(fit.code == 0) << fit.err;
    const Ran ran = folder.tanda("predict m.tanda data.csv");
    expect(ran.out == "predicted,label,score\nb,a,1\nb,a,1\na,b,1\na,b,1\n") << ran.out << ran.err;
    expect(folder.tanda("inspect m.tanda").out.find("farthest on 4 points") != std::string::npos);
    const Ran wrong = folder.tanda("fit data.csv --method pca --classifier other -o x.tanda");
    expect(wrong.code == 2 && wrong.err.find("farthest") != std::string::npos) << wrong.err;
  };

  "a kernel made of one file and one line is a choice, fits, and is found again in the model"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran help = folder.tanda("methods --json");
    expect(help.out.find("\"growth\", \"laplace\"") != std::string::npos);
    expect(help.out.find("growth = exp(product/width)") != std::string::npos);
    const Ran fit =
        folder.tanda("fit data.csv --method kernel_laplda --set kernel=growth --scale zscore -o k.tanda");
    expect(fit.code == 0) << fit.err;
    expect(folder.tanda("inspect k.tanda").out.find("growth kernel") != std::string::npos);
    expect(folder.tanda("predict k.tanda data.csv").says("accuracy"));
    expect(folder.tanda("export k.tanda --format json").out.find("\"type\": \"growth\"") !=
           std::string::npos);
    expect(folder.tanda("export k.tanda --format onnx -o k.onnx").code == 0) << "its steps are written down";
  };

  "a reader made of one file and one line reads what it recognises"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    std::string text = small_table();
    for (char& c : text) c = c == ',' ? '~' : c;
    folder.write("data.any", "#tildes\n" + text);
    folder.write("empty.tld", "");
    expect(folder.tanda("fit data.csv --method lda -o a.tanda").code == 0);
    const Ran fit = folder.tanda("fit data.any --method lda -o b.tanda");
    expect(fit.code == 0) << fit.err;
    expect(folder.read("a.tanda") == folder.read("b.tanda"));
    expect(folder.tanda("fit empty.tld --method lda -o c.tanda").says("no tildes"));
  };

  "an exporter made of one file and one line writes, takes its options and is in the help"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    expect(folder.tanda("fit data.csv --method lda --dims 1 -o m.tanda").code == 0);
    expect(folder.tanda("export m.tanda --format sizes --name mine").out == "mine 4 1\n");
    expect(folder.tanda("export --help").out.find("sizes, json") != std::string::npos);
    expect(folder.tanda("export m.tanda --format sises").says("sizes"));
    expect(folder.tanda("export m.tanda --format sizes --quantize int8").code == 2);
  };
};
}  // namespace
