// Every allocation behind the C++ front door is made to fail in turn: the call returns a status, throws
// nothing and leaks nothing.
#include <cstdio>
#include <vector>

#include "starve.hpp"
#include "tanda/statistics.hpp"
#include "tanda/tanda.hpp"

namespace front_memory_test {
using namespace ut;
using starve_support::starve;

const suite front_memory_suite = [] {
  "nothing behind the front door throws when memory runs out"_test = [] {
    if (!meter::available()) return;
    constexpr const char* csv =
        "one,a feature with a long name,class\n1,2,x\n2,3,y\n3,5,x\n4,4.5,y\n1.5,2,x\n2.5,3.5,y\n";
    tanda::Table<float> table;
    expect(bool(tanda::read_csv_text(csv).get(table)));
    tanda::FitOptions how;
    how.dims = 1;
    how.classifier = "knn:1";
    how.progress = [](const char*, double) { return true; };
    tanda::FitReport report;
    how.report = &report;
    const auto model = tanda::fit(table, "lda", {}, how);
    expect(bool(model));
    const auto bytes = model->bytes();
    const tanda::Rows<double> doubles = table.x().cast<double>();
    starve("read_csv_text", [&] { return tanda::read_csv_text(csv).status(); });
    starve("read_csv_text for a model", [&] { return tanda::read_csv_text(csv, {}, &*model).status(); });
    starve("fit of words", [&] { return tanda::fit(table, "lda", {{"ridge", "0.5"}}, how).status(); });
    starve("fit of a struct", [&] { return tanda::fit(table, tanda::LfdaOptions{3}, how).status(); });
    starve("fit that chooses", [&] { return tanda::fit(table, "pca").status(); });
    starve("refused fit", [&] {
      const tanda::Status refused = tanda::fit(table, "lda", {{"no such parameter there is", "1"}}).status();
      return refused.code() == tanda::Code::unknown_parameter ? tanda::Status() : refused;
    });
    starve("plan", [&] { return tanda::plan(table, "lda").status(); });
    starve("plan of sizes", [&] { return tanda::plan(100, 5, 2, "lda").status(); });
    starve("methods", [&] { return tanda::methods().status(); });
    starve("open", [&] { return tanda::Model::open(bytes->data(), bytes->size()).status(); });
    starve("bytes", [&] { return model->bytes().status(); });
    starve("export", [&] { return model->export_as("json").status(); });
    starve("transform", [&] { return model->transform(table.x()).status(); });
    starve("transform of doubles", [&] { return model->transform(doubles).status(); });
    starve("predict", [&] { return model->predict(table.x()).status(); });
    starve("predict_scores", [&] { return model->predict_scores(table.x()).status(); });
    tanda::TuneOptions tuning;
    tuning.folds = 2;
    tuning.proposed = false;
    starve("tune", [&] { return tanda::tune(table, "pca", {}, tuning).status(); });
    tanda::EvaluateOptions comparing;
    comparing.splits = 2;
    comparing.train = 0.5;
    starve("evaluate", [&] { return tanda::evaluate(table, "pca", comparing).status(); });
  };

  "nor do files when memory runs out"_test = [] {
    if (!meter::available()) return;
    // In the folder that the tests run in, and gone afterwards.
    const char* const path = "front_memory_test.csv";
    constexpr const char* csv = "one,two,class\n1,2,x\n2,3,y\n3,5,x\n4,4.5,y\n";
    std::FILE* const file = std::fopen(path, "wb");
    expect(file && std::fputs(csv, file) >= 0);
    if (!file) return;
    std::fclose(file);
    starve("read_csv", [&] { return tanda::read_csv(path).status(); });
    const auto model = tanda::fit(*tanda::read_csv(path), "pca");
    expect(bool(model));
    starve("save", [&] { return model->save(path); });
    starve("open", [&] { return tanda::Model::open(path).status(); });
    std::remove(path);
  };

  "nor do statistics whose sizes are dynamic"_test = [] {
    if (!meter::available()) return;
    const double rows[] = {1, 2, 2, 3, 3, 5};
    const int labels[] = {0, 1, 0}, to[] = {1, 0};
    unsigned char bytes[200];
    starve("Statistics", [&] {
      tanda::Statistics<double> seen, copied, loaded;
      tanda::Code code = seen.reset(2, 2);
      if (code == tanda::Code::ok) code = seen.push(rows, labels, 3);
      if (code == tanda::Code::ok) code = copied.copy(seen);
      if (code == tanda::Code::ok) code = copied.merge(seen);
      if (code == tanda::Code::ok) code = copied.renumber(to, 2, copied);
      if (code != tanda::Code::ok) return tanda::Status(code);
      expect(copied.saved_bytes() <= sizeof bytes && copied.count(0) == 2);
      copied.save(bytes);
      return tanda::Status(loaded.load(bytes, copied.saved_bytes()));
    });
    tanda::Statistics<double, Eigen::Dynamic, Eigen::Dynamic, tanda::Scatter::per_class> seen;
    expect(seen.reset(3, 2) == tanda::Code::ok);
    meter::fail_at(meter::allocations(), true);
    const tanda::Code refused = seen.reset(60000, 60000);
    meter::never_fail();
    expect(refused == tanda::Code::out_of_memory && seen.dims() == 3) << "nothing has changed";
  };

  "nor does what a status says"_test = [] {
    if (!meter::available()) return;
    const std::string words(100, 'w');
    const auto without_memory = [&](auto work) {
      std::string message = words;
      meter::fail_at(meter::allocations(), true);
      try {
        work(std::move(message));
        meter::never_fail();
      } catch (...) {
        meter::never_fail();
        expect(false) << "threw";
      }
    };
    const tanda::Status said(tanda::Code::not_finite, words);
    tanda::Status made, copied;
    std::string message, remedy, text;
    without_memory([&](std::string m) { made = tanda::Status(tanda::Code::not_finite, std::move(m)); });
    without_memory([&](std::string) { copied = said; });
    without_memory([&](std::string) { message = said.message(); });
    without_memory([&](std::string) { remedy = said.remedy(); });
    without_memory([&](std::string) { text = said.text(); });
    expect(made.code() == tanda::Code::not_finite && copied.code() == tanda::Code::not_finite);
    expect(made.message() != words && copied.message() != words && said.message() == words);
    expect(message == "no memory" && text == "no memory" && remedy == "no memory")
        << message << remedy << text;
  };
};

}  // namespace front_memory_test
