// Every allocation behind the C++ front door is made to fail in turn: the call returns a status, throws
// nothing and leaks nothing.
#include <vector>

#include "starve.hpp"
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
  };
};

}  // namespace front_memory_test
