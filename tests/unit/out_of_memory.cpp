// Every allocation of every method's fit is made to fail, once or from then on: the fit returns a status,
// leaks nothing, and the next fit succeeds.
#include <string>
#include <vector>

#include "geometry/partition.hpp"
#include "methods/registry.hpp"
#include "model/condense.hpp"
#include "model/export.hpp"
#include "select/evaluate.hpp"
#include "starve.hpp"
#include "tanda/tanda.h"
#include "ut.hpp"

namespace out_of_memory_test {
using namespace ut;
using starve_support::starve;

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

/// Fits with the allocation after `skip` others failing, and all later ones if `for_ever`. Returns the code.
int32_t starved_fit(const tanda_options* options, const tanda_data& data, std::size_t skip, bool for_ever) {
  tanda_model* model = nullptr;
  tanda_error error;
  meter::fail_at(meter::allocations() + skip, for_ever);
  const int32_t code = tanda_fit(options, &data, &model, &error);
  meter::never_fail();
  tanda_model_free(model);
  return code;
}

/// Tests every allocation of every method's fit, or the first ones and about `most` of the others. Dimensions
/// that are not given are chosen, which takes a hundred fits.
void check_fits(const char* threads, std::size_t most, const char* dims) {
  if (!meter::available()) return;
  const Small small;
  for (const tanda::internal::Method& method : tanda::internal::registry().methods()) {
    tanda_options* options = tanda_options_new();
    tanda_options_set(options, "method", method.info->id, nullptr);
    tanda_options_set(options, "dims", dims, nullptr);
    tanda_options_set(options, "threads", threads, nullptr);
    tanda_model* model = nullptr;
    expect(tanda_fit(options, &small.data, &model, nullptr) == 0) << method.info->id;
    tanda_model_free(model);  // caches that are made once for all fits exist now
    const std::size_t before = meter::allocations();
    tanda_fit(options, &small.data, &model, nullptr);
    tanda_model_free(model);
    const std::size_t all = meter::allocations() - before, live = meter::live();
    // Iterative methods repeat the same allocations: testing some of them is enough.
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

  // Also while threads start and work, where an uncaught exception would end the process.
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
    tanda_predict(model, small.values.data(), 24, 3, labels.data(), nullptr);  // allocates kept scratch
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

  "so do statistics: what fails has changed nothing"_test = [] {
    if (!meter::available()) return;
    Small small;
    const char* const classes[] = {"the first of the classes", "the second of the classes"};
    small.data.classes = classes;
    small.data.class_count = 2;
    tanda_options* options = tanda_options_new();
    tanda_statistics* other = nullptr;
    expect(tanda_statistics_new(options, &other, nullptr) == 0);
    expect(tanda_statistics_push(other, &small.data, nullptr) == 0);
    tanda_bytes *file = nullptr, *last = nullptr;
    expect(tanda_statistics_save(other, &file, nullptr) == 0);
    const auto same = [&](const tanda_statistics* statistics, const std::string& before) {
      tanda_bytes* bytes = nullptr;
      expect(tanda_statistics_save(statistics, &bytes, nullptr) == 0);
      const bool equal = before.size() == tanda_bytes_size(bytes) &&
                         before.compare(0, before.size(), static_cast<const char*>(tanda_bytes_data(bytes)),
                                        tanda_bytes_size(bytes)) == 0;
      tanda_bytes_free(bytes);
      return equal;
    };
    const std::string full(static_cast<const char*>(tanda_bytes_data(file)), tanda_bytes_size(file));
    std::size_t failed = 0, done = 0;
    for (std::size_t skip = 0; skip < 400; ++skip) {
      const std::size_t live = meter::live();
      const auto starved = [&](auto work) {
        meter::fail_at(meter::allocations() + skip, true);
        const int32_t code = work();
        meter::never_fail();
        failed += code != 0;
        done += code == 0;
        return code;
      };
      tanda_statistics *fresh = nullptr, *opened = nullptr;
      tanda_model* model = nullptr;
      tanda_bytes* json = nullptr;
      if (starved([&] { return tanda_statistics_new(options, &fresh, nullptr); }) == 0) {
        tanda_bytes* empty = nullptr;
        tanda_statistics_save(fresh, &empty, nullptr);
        const std::string before(static_cast<const char*>(tanda_bytes_data(empty)), tanda_bytes_size(empty));
        tanda_bytes_free(empty);
        if (starved([&] { return tanda_statistics_push(fresh, &small.data, nullptr); }) != 0)
          expect(same(fresh, before)) << double(skip);
        if (starved([&] { return tanda_statistics_merge(other, other, nullptr); }) != 0) {
          expect(same(other, full)) << double(skip);
        } else {
          tanda_statistics_free(other);
          tanda_statistics_open(full.data(), full.size(), &other, nullptr);
        }
      }
      starved([&] { return tanda_statistics_open(full.data(), full.size(), &opened, nullptr); });
      starved([&] { return tanda_statistics_save(other, &last, nullptr); });
      tanda_bytes_free(last);
      last = nullptr;
      starved([&] { return tanda_statistics_fit(other, options, &model, nullptr); });
      starved([&] { return tanda_statistics_describe(other, &json, nullptr); });
      tanda_statistics_free(fresh);
      tanda_statistics_free(opened);
      tanda_model_free(model);
      tanda_bytes_free(json);
      expect(meter::live() <= live + 64) << double(skip);
    }
    expect(failed > 150 && done > 200) << double(failed) << double(done);
    tanda_bytes_free(file);
    tanda_statistics_free(other);
    tanda_options_free(options);
  };

  "the C++ functions throw nothing"_test = [] {
    if (!meter::available()) return;
    const Small small;
    tanda::internal::Dataset<float> data{tanda::internal::ConstMatrixView<float>(small.values.data(), 3, 24),
                                         small.labels.data(),
                                         {"the first of the classes", "the second of the classes"},
                                         {"a long name of a feature", "b", "c"}};
    const tanda::internal::ConstMatrixView<float> x = data.x;
    const tanda::internal::Registry& registry = tanda::internal::registry();
    tanda::internal::FitOptions options;
    options.method = "lda";
    tanda::internal::Monitor monitor;
    const tanda::Result<tanda::internal::Model> fitted =
        tanda::internal::fit(registry, data, options, monitor);
    expect(bool(fitted));
    const tanda::internal::Model& model = *fitted;
    const std::vector<std::uint8_t> bytes = *tanda::internal::encode(model);
    const std::string csv = "a,b,label\n1,2,x\n2,3,y\n3,5,x\n4,4.5,y\n";
    starve("fit", [&] {
      tanda::internal::Monitor monitor;
      return tanda::internal::fit(registry, data, options, monitor).status();
    });
    starve("plan", [&] { return tanda::internal::plan(registry, options, 24, 3, 2, 4).status(); });
    starve("read_csv", [&] { return tanda::internal::read_csv<float>(csv, {}).status(); });
    starve("transform", [&] { return tanda::internal::transform(model, x).status(); });
    starve("predict", [&] { return tanda::internal::predict(model, x).status(); });
    starve("encode", [&] { return tanda::internal::encode(model).status(); });
    starve("decode", [&] { return tanda::internal::decode(bytes.data(), bytes.size()).status(); });
    starve("condense", [&] { return tanda::internal::condense(model, 4).status(); });
    for (const tanda::internal::ExporterInfo& format : tanda::internal::exporters()) {
      tanda::internal::ExportOptions how;
      how.format = &format;
      starve("export", [&] { return tanda::internal::export_model(model, how).status(); });
    }
    starve("partition", [&] {
      tanda::internal::Monitor monitor;
      return tanda::internal::partition(data, tanda::internal::Scale::none, {}, {}, monitor).status();
    });
    tanda::internal::TuneOptions tuning;
    tuning.folds = 2;
    starve("tune", [&] {
      tanda::internal::Monitor monitor;
      return tanda::internal::tune(registry, data, options, tuning, monitor).status();
    });
    for (const int threads : {1, 3}) {
      tanda::internal::EvaluateOptions how;
      how.contestants = {{"lda", options, {}}};
      how.splits = 3;
      how.threads = threads;
      starve("evaluate", [&] {
        tanda::internal::Monitor monitor;
        tanda::internal::Evaluation evaluation;
        const tanda::Status status = tanda::internal::evaluate(registry, data, how, evaluation, monitor);
        const bool failed = status && !evaluation.contests[0].failure.empty();  // for want of memory
        return failed ? tanda::Status(tanda::Code::out_of_memory) : status;
      });
    }
  };
};

}  // namespace out_of_memory_test
