// Every allocation of every method's fit is made to fail, once and for ever: a status comes back, nothing is
// lost, and the next fit works.
#include <string>
#include <vector>

#include "memory_meter.hpp"
#include "tanda/geometry/partition.hpp"
#include "tanda/methods/registry.hpp"
#include "tanda/model/condense.hpp"
#include "tanda/model/export.hpp"
#include "tanda/select/evaluate.hpp"
#include "tanda/tanda.h"
#include "ut.hpp"

namespace out_of_memory_test {
using namespace ut;

struct Small {
  std::vector<float> values;
  std::vector<int32_t> labels;
  tanda_data data{};

  Small() {
    unsigned state = 3;
    for (int i = 0; i < 24; ++i) {
      for (int j = 0; j < 3; ++j) {
        state = state * 1664525u + 1013904223u;
        values.push_back(static_cast<float>(state >> 8) / 16777216.0f +
                         static_cast<float>((i % 2) * (j == 0)));
      }
      labels.push_back(i % 2);
    }
    data.values = values.data();
    data.rows = 24;
    data.cols = 3;
    data.labels = labels.data();
  }
};

/// Fits with the allocation that comes after `skip` others failing. Gives the code.
int32_t starved_fit(const tanda_options* options, const tanda_data& data, std::size_t skip, bool for_ever) {
  tanda_model* model = nullptr;
  tanda_error error;
  meter::fail_at(meter::allocations() + skip, for_ever);
  const int32_t code = tanda_fit(options, &data, &model, &error);
  meter::never_fail();
  tanda_model_free(model);
  return code;
}

/// Runs work that gives a status with each of its allocations failing, and all after it, until it needs no
/// more. Nothing may be thrown.
template <class Work>
void starve(const char* name, Work work) {
  expect(bool(work())) << name;  // what is made once is there now, stacks of threads too
  const std::size_t live = meter::live();
  tanda::Code code = tanda::Code::out_of_memory;
  std::size_t skip = 0, unexpected = 0, thrown = 0;
  for (; code != tanda::Code::ok && skip < 20000; ++skip) {
    code = tanda::Code::out_of_memory;
    meter::fail_at(meter::allocations() + skip, true);
    try {
      code = work().code();
    } catch (...) {
      ++thrown;
    }
    meter::never_fail();
    unexpected += code != tanda::Code::ok && code != tanda::Code::out_of_memory;
  }
  expect(code == tanda::Code::ok && skip > 1) << name << double(skip);
  expect(thrown == 0) << name << "threw" << double(thrown);
  expect(unexpected == 0) << name << double(unexpected);
  expect(meter::live() == live) << name;
}

/// Every allocation of every method's fit, or the first and about `most` of the others. Dimensions that are
/// not given are chosen, which takes a hundred fits.
void check_fits(const char* threads, std::size_t most, const char* dims) {
  if (!meter::available()) return;
  const Small small;
  for (const tanda::Method& method : tanda::registry().methods()) {
    tanda_options* options = tanda_options_new();
    tanda_options_set(options, "method", method.info->id, nullptr);
    tanda_options_set(options, "dims", dims, nullptr);
    tanda_options_set(options, "threads", threads, nullptr);
    tanda_model* model = nullptr;
    expect(tanda_fit(options, &small.data, &model, nullptr) == 0) << method.info->id;
    tanda_model_free(model);  // what is made once for all fits is there now
    const std::size_t before = meter::allocations();
    tanda_fit(options, &small.data, &model, nullptr);
    tanda_model_free(model);
    const std::size_t all = meter::allocations() - before, live = meter::live();
    // The methods that iterate allocate the same things again and again: there every few is enough.
    const std::size_t step = all / most + 1;
    std::size_t tried = 0, refused = 0, unexpected = 0, lost = 0;
    for (std::size_t skip = 0; skip < all; skip += skip < 100 ? 1 : step) {
      ++tried;
      for (const bool for_ever : {false, true}) {
        const int32_t code = starved_fit(options, small.data, skip, for_ever);
        refused += code != 0;
        unexpected += code != 0 && std::string(tanda_code_name(code)) != "out_of_memory";
        lost += meter::live() != live;
      }
    }
    expect(all > 10 && refused >= tried) << method.info->id << double(all) << double(refused);
    expect(unexpected == 0) << method.info->id << double(unexpected);
    expect(lost == 0) << method.info->id << double(lost);
    expect(tanda_fit(options, &small.data, &model, nullptr) == 0) << "the next one works" << method.info->id;
    tanda_model_free(model);
    tanda_options_free(options);
  }
}

const suite out_of_memory_suite = [] {
  "a fit survives the failure of any allocation"_test = [] { check_fits("1", 3000, "1"); };

  tag("slow") / "so does one that chooses its dimensions"_test = [] { check_fits("1", 50, "auto"); };

  // Also while threads start and while they work, where one that is thrown and not caught would end the
  // process.
  "so does one with threads"_test = [] { check_fits("4", 100, "1"); };

  "so do reading, saving, opening and exporting"_test = [] {
    if (!meter::available()) return;
    const Small small;
    const std::string csv = "a,b,label\n1,2,x\n2,3,y\n3,5,x\n4,4.5,y\n";
    tanda_options* options = tanda_options_new();
    tanda_options_set(options, "method", "lda", nullptr);
    tanda_options_set(options, "prototypes", "4", nullptr);
    tanda_model* model = nullptr;
    expect(tanda_fit(options, &small.data, &model, nullptr) == 0);
    tanda_bytes* file = nullptr;
    expect(tanda_save(model, &file, nullptr) == 0);
    std::vector<float> y(48);
    std::vector<int32_t> labels(24);
    const std::size_t live = meter::live();
    for (std::size_t skip = 0; skip < 400; ++skip) {
      for (const char* format : {"c", "json", "onnx", "npz"}) {
        tanda_options_set(options, "format", format, nullptr);
        const std::size_t held = meter::live();
        tanda_bytes* bytes = nullptr;
        meter::fail_at(meter::allocations() + skip, true);
        tanda_export(model, options, &bytes, nullptr);
        meter::never_fail();
        tanda_bytes_free(bytes);
        expect(meter::live() == held) << format << double(skip);
      }
      tanda_table* table = nullptr;
      tanda_model* opened = nullptr;
      tanda_bytes* saved = nullptr;
      meter::fail_at(meter::allocations() + skip, true);
      tanda_read_csv(csv.data(), csv.size(), nullptr, nullptr, &table, nullptr);
      meter::fail_at(meter::allocations() + skip, true);
      tanda_open(tanda_bytes_data(file), tanda_bytes_size(file), &opened, nullptr);
      meter::fail_at(meter::allocations() + skip, true);
      tanda_save(model, &saved, nullptr);
      meter::fail_at(meter::allocations() + skip, true);
      tanda_transform(model, small.values.data(), 24, 3, y.data(), nullptr);
      meter::fail_at(meter::allocations() + skip, true);
      tanda_predict(model, small.values.data(), 24, 3, labels.data(), nullptr);
      meter::never_fail();
      tanda_table_free(table);
      tanda_model_free(opened);
      tanda_bytes_free(saved);
      expect(meter::live() <= live + 64) << double(skip);  // the option's own text may have grown
    }
    tanda_bytes_free(file);
    tanda_model_free(model);
    tanda_options_free(options);
  };

  "the C++ functions throw nothing"_test = [] {
    if (!meter::available()) return;
    const Small small;
    tanda::Dataset<float> data{tanda::ConstMatrixView<float>(small.values.data(), 3, 24),
                               small.labels.data(),
                               {"the first of the classes", "the second of the classes"},
                               {"a long name of a feature", "b", "c"}};
    const tanda::ConstMatrixView<float> x = data.x;
    const tanda::Registry& registry = tanda::registry();
    tanda::FitOptions options;
    options.method = "lda";
    tanda::Monitor monitor;
    tanda::Model model;
    expect(bool(tanda::fit(registry, data, options, monitor).get(model)));
    const std::vector<std::uint8_t> bytes = *tanda::encode(model);
    const std::string csv = "a,b,label\n1,2,x\n2,3,y\n3,5,x\n4,4.5,y\n";
    starve("fit", [&] {
      tanda::Monitor nobody;
      return tanda::fit(registry, data, options, nobody).status();
    });
    starve("plan", [&] { return tanda::plan(registry, options, 24, 3, 2, 4).status(); });
    starve("read_csv", [&] { return tanda::read_csv<float>(csv, {}).status(); });
    starve("transform", [&] { return tanda::transform(model, x).status(); });
    starve("predict", [&] { return tanda::predict(model, x).status(); });
    starve("encode", [&] { return tanda::encode(model).status(); });
    starve("decode", [&] { return tanda::decode(bytes.data(), bytes.size()).status(); });
    starve("condense", [&] { return tanda::condense(model, 4).status(); });
    for (const auto format :
         {tanda::ExportFormat::c, tanda::ExportFormat::cpp, tanda::ExportFormat::json,
          tanda::ExportFormat::onnx, tanda::ExportFormat::npz, tanda::ExportFormat::tanda}) {
      tanda::ExportOptions how;
      how.format = format;
      starve("export", [&] { return tanda::export_model(model, how).status(); });
    }
    starve("partition", [&] {
      tanda::Monitor nobody;
      return tanda::partition(data, tanda::Scale::none, {}, {}, nobody).status();
    });
    tanda::TuneOptions tuning;
    tuning.folds = 2;
    starve("tune", [&] {
      tanda::Monitor nobody;
      return tanda::tune(registry, data, options, tuning, nobody).status();
    });
    for (const int threads : {1, 3}) {
      tanda::EvaluateOptions contest;
      contest.contestants = {{"lda", options, {}}};
      contest.splits = 3;
      contest.threads = threads;
      starve("evaluate", [&] {
        tanda::Monitor nobody;
        tanda::Evaluation evaluation;
        const tanda::Status status = tanda::evaluate(registry, data, contest, evaluation, nobody);
        const bool failed = status && !evaluation.contests[0].failure.empty();  // for want of memory
        return failed ? tanda::Status(tanda::Code::out_of_memory) : status;
      });
    }
  };
};

}  // namespace out_of_memory_test
