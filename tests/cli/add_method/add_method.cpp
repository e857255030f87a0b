// Adding a method is one new file and one line in the registry: the program knows it everywhere.
#include "../shell.hpp"
#include "ut.hpp"

namespace {
using namespace ut;

const suite add_method_suite = [] {
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
};
}  // namespace
