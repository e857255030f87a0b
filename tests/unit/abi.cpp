// The C ABI: everything it can do, and everything it refuses.
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/json.hpp"
#include "data/readers.hpp"
#include "model/export.hpp"
#include "model/model.hpp"
#include "tanda/tanda.h"
#include "ut.hpp"

namespace abi_test {
using namespace ut;
using tanda::internal::Json;

struct Free {
  void operator()(tanda_options* p) const { tanda_options_free(p); }
  void operator()(tanda_model* p) const { tanda_model_free(p); }
  void operator()(tanda_table* p) const { tanda_table_free(p); }
  void operator()(tanda_bytes* p) const { tanda_bytes_free(p); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

std::string text_of(tanda_bytes* bytes) {
  const Owned<tanda_bytes> owned(bytes);
  return std::string(static_cast<const char*>(tanda_bytes_data(bytes)), tanda_bytes_size(bytes));
}

Owned<tanda_options> options_of(const std::vector<std::pair<const char*, const char*>>& words) {
  Owned<tanda_options> options(tanda_options_new());
  for (const auto& [name, value] : words) {
    tanda_error error;
    expect(tanda_options_set(options.get(), name, value, &error) == 0) << name << value << error.message;
  }
  return options;
}

/// Three classes in four dimensions, apart in the first two.
struct Clouds {
  std::vector<float> values;
  std::vector<double> doubles;
  std::vector<int32_t> labels;
  tanda_data data{};

  Clouds() {
    unsigned state = 7;
    for (int i = 0; i < 60; ++i) {
      for (int j = 0; j < 4; ++j) {
        state = state * 1664525u + 1013904223u;
        const float noise = static_cast<float>(state >> 8) / 16777216.0f;
        values.push_back(noise + (j < 2 ? 1.5f * static_cast<float>((i % 3 + j) % 3) : 0.0f));
      }
      labels.push_back(i % 3);
    }
    doubles.assign(values.begin(), values.end());
    data.values = values.data();
    data.rows = 60;
    data.cols = 4;
    data.labels = labels.data();
  }
};

Owned<tanda_model> fitted(const Clouds& clouds, const char* method = "lda") {
  tanda_model* model = nullptr;
  tanda_error error;
  const int32_t code = tanda_fit(options_of({{"method", method}}).get(), &clouds.data, &model, &error);
  expect(code == 0) << method << error.message;
  return Owned<tanda_model>(model);
}

int cancel(void* calls, const char*, double) {
  return ++*static_cast<int*>(calls) > 2;
}

const suite abi_suite = [] {
  const Clouds clouds;

  "versions and codes have words"_test = [] {
    expect(tanda_abi() == TANDA_ABI && std::strlen(tanda_version()) > 4);
    expect(std::strcmp(tanda_code_name(0), "ok") == 0 && std::strcmp(tanda_code_name(-1), "unknown") == 0 &&
           std::strcmp(tanda_code_name(10000), "unknown") == 0);
    for (int32_t code = 1; std::strcmp(tanda_code_name(code), "unknown") != 0; ++code) {
      expect(*tanda_code_text(code) && *tanda_code_remedy(code)) << code;
    }
    tanda_bytes* json = nullptr;
    expect(tanda_methods(&json, nullptr) == 0);
    const auto methods = Json::parse(text_of(json));
    expect(methods && methods->items().size() > 20u);
  };

  "fit, project, predict, save, open"_test = [&] {
    const Owned<tanda_model> model = fitted(clouds);
    tanda_model_info info{};
    tanda_model_describe(model.get(), &info);
    expect(info.inputs == 4u && info.outputs == 2u && info.classes == 3u && info.references == 60u);
    expect(info.map == 0 && info.rule == 1 && info.neighbors == 1 && info.unit_length == 0);
    expect(std::strcmp(tanda_class_name(model.get(), 2), "2") == 0 && !tanda_class_name(model.get(), 3));
    expect(!tanda_feature_name(model.get(), 0));
    std::vector<float> y(120), again(120);
    std::vector<int32_t> found(60);
    expect(tanda_transform(model.get(), clouds.values.data(), 60, 4, y.data(), nullptr) == 0);
    expect(tanda_predict(model.get(), clouds.values.data(), 60, 4, found.data(), nullptr) == 0);
    expect(found == clouds.labels);
    tanda_bytes* file = nullptr;
    expect(tanda_save(model.get(), &file, nullptr) == 0);
    const std::string bytes = text_of(file);
    tanda_model* opened = nullptr;
    expect(tanda_open(bytes.data(), bytes.size(), &opened, nullptr) == 0);
    const Owned<tanda_model> same(opened);
    expect(tanda_transform(opened, clouds.values.data(), 60, 4, again.data(), nullptr) == 0 && again == y);
    tanda_bytes* record = nullptr;
    expect(tanda_model_record(opened, &record, nullptr) == 0);
    const auto json = Json::parse(text_of(record));
    expect(json && json->text_or("method", "") == "lda");
  };

  "names, doubles and the other options"_test = [&] {
    const char* classes[] = {"red", "green", "blue"};
    const char* features[] = {"a", "b", "c", "d"};
    tanda_data data = clouds.data;
    data.values = nullptr;
    data.doubles = clouds.doubles.data();
    data.classes = classes;
    data.class_count = 3;
    data.features = features;
    for (const char* scalar : {"float", "double"}) {
      tanda_model* model = nullptr;
      const auto options = options_of({{"method", "lfda"},
                                       {"set", "ridge=0.01"},
                                       {"set", "neighbors=3"},
                                       {"dims", "1"},
                                       {"scale", "zscore"},
                                       {"pca", "3"},
                                       {"scalar", scalar},
                                       {"classifier", "none"},
                                       {"seed", "5"},
                                       {"memory-limit", "100M"}});
      tanda_error error;
      expect(tanda_fit(options.get(), &data, &model, &error) == 0) << error.message;
      const Owned<tanda_model> owned(model);
      tanda_model_info info{};
      tanda_model_describe(model, &info);
      expect(info.outputs == 1u && info.rule == 0);
      expect(std::strcmp(tanda_class_name(model, 1), "green") == 0 &&
             std::strcmp(tanda_feature_name(model, 3), "d") == 0);
    }
  };

  "what is not set is chosen"_test = [&] {
    tanda_model* model = nullptr;
    tanda_error error{};
    expect(tanda_fit(options_of({}).get(), &clouds.data, &model, &error) == 0) << error.message;
    const Owned<tanda_model> owned(model);
    tanda_bytes* json = nullptr;
    expect(tanda_model_record(model, &json, nullptr) == 0);
    const auto record = Json::parse(text_of(json));
    expect(record && record->find("chosen") && record->find("chosen")->find("methods")->items().size() > 5u);
    uint64_t bytes = 0;
    expect(tanda_plan(options_of({}).get(), 60, 4, 3, 0, &bytes, &error) != 0) << "a plan needs a method";
  };

  "plan, tune, evaluate, and a tuned fit"_test = [&] {
    uint64_t bytes = 0;
    const auto lda = options_of({{"method", "lda"}});
    expect(tanda_plan(lda.get(), 60, 4, 3, 0, &bytes, nullptr) == 0 && bytes > 1000u && bytes < 10000000u);
    const auto tune =
        options_of({{"method", "lda"}, {"select", "ridge=0.001,0.1"}, {"folds", "3"}, {"repeats", "2"}});
    tanda_bytes* json = nullptr;
    expect(tanda_tune(tune.get(), &clouds.data, &json, nullptr) == 0);
    const auto tuned = Json::parse(text_of(json));
    expect(tuned && tuned->find("points")->items().size() == 2u && tuned->find("best")->find("settings"));
    tanda_model* model = nullptr;
    expect(tanda_fit(tune.get(), &clouds.data, &model, nullptr) == 0);
    const Owned<tanda_model> owned(model);
    expect(tanda_model_record(model, &json, nullptr) == 0);
    expect(text_of(json).find("\"tuned\"") != std::string::npos);
    const auto compare = options_of({{"methods", "pca,lda:ridge=0"},
                                     {"train", "0.5"},
                                     {"splits", "3"},
                                     {"dims", "1-2"},
                                     {"threads", "2"},
                                     {"honest", "true"},
                                     {"folds", "3"}});
    expect(tanda_evaluate(compare.get(), &clouds.data, &json, nullptr) == 0);
    const auto evaluation = Json::parse(text_of(json));
    expect(evaluation && evaluation->find("contests")->items().size() == 4u &&
           evaluation->bool_or("complete", false));
    const Json& first = evaluation->find("contests")->items()[0];
    expect(first.find("recall")->items().size() == 3u && first.find("balanced_error") &&
           !first.find("confusion") && evaluation->find("uneven"));
    const auto confused =
        options_of({{"methods", "lda"}, {"train", "0.5"}, {"splits", "1"}, {"confusion", "true"}});
    expect(tanda_evaluate(confused.get(), &clouds.data, &json, nullptr) == 0);
    const auto with_confusion = Json::parse(text_of(json));
    expect(with_confusion &&
           with_confusion->find("contests")->items()[2].find("confusion")->items().size() == 3u);
  };

  "a fit works in the caller's memory, and gives the same bytes"_test = [&] {
    const std::vector<std::pair<const char*, const char*>> words{{"dims", "2"}, {"scale", "none"}};
    for (const char* method : {"lda", "lfda", "tsd", "mpda", "kernel_tsd", "pca"}) {
      const Owned<tanda_options> options = options_of(words);
      tanda_error error;
      expect(tanda_options_set(options.get(), "method", method, &error) == 0);
      uint64_t bytes = 0;
      expect(tanda_workspace(options.get(), &clouds.data, &bytes, &error) == 0 && bytes > 0) << error.message;
      // Beyond the plan, the sparse factor of mpda takes what is left. The memory need not be aligned.
      std::vector<unsigned char> memory(std::size_t(bytes) + (1 << 20) + 1);
      tanda_model *own = nullptr, *other = nullptr;
      expect(tanda_fit_in(options.get(), &clouds.data, memory.data() + 1, memory.size() - 1, &own, &error) ==
             0)
          << method << error.message;
      expect(tanda_fit(options.get(), &clouds.data, &other, &error) == 0);
      const Owned<tanda_model> a(own), b(other);
      std::fill(memory.begin(), memory.end(), static_cast<unsigned char>(0));  // not used by the model
      tanda_bytes *first = nullptr, *second = nullptr;
      expect(tanda_save(a.get(), &first, &error) == 0 && tanda_save(b.get(), &second, &error) == 0);
      expect(text_of(first) == text_of(second)) << method;
      tanda_model* none = nullptr;
      expect(tanda_fit_in(options.get(), &clouds.data, memory.data(), std::size_t(bytes / 2), &none,
                          &error) == int32_t(tanda::Code::memory_limit) &&
             !none)
          << method << error.message;
    }
    tanda_error error;
    tanda_model* none = nullptr;
    unsigned char some[64];
    uint64_t bytes = 0;
    const Owned<tanda_options> unnamed = options_of({});
    expect(tanda_fit_in(unnamed.get(), &clouds.data, some, 64, &none, &error) ==
           int32_t(tanda::Code::bad_argument));
    const Owned<tanda_options> tuned = options_of({{"method", "lda"}, {"tune", "true"}});
    expect(tanda_workspace(tuned.get(), &clouds.data, &bytes, &error) == int32_t(tanda::Code::bad_argument))
        << error.message;
    expect(tanda_fit_in(tuned.get(), &clouds.data, nullptr, 0, &none, &error) ==
           int32_t(tanda::Code::bad_argument));
  };

  "values that differ only beyond float precision get a note"_test = [&] {
    std::vector<double> values(clouds.data.values, clouds.data.values + clouds.data.rows * clouds.data.cols);
    for (std::size_t i = 0; i < clouds.data.rows; ++i) values[i * clouds.data.cols] = 1.7e9 + double(i % 5);
    tanda_data data = clouds.data;
    data.values = nullptr;
    data.doubles = values.data();
    tanda_model* model = nullptr;
    tanda_error error;
    expect(tanda_fit(options_of({{"method", "lda"}, {"dims", "1"}}).get(), &data, &model, &error) == 0)
        << error.message;
    const Owned<tanda_model> lda(model);
    tanda_bytes* json = nullptr;
    expect(tanda_model_record(model, &json, nullptr) == 0);
    expect(text_of(json).find("feature 1 differs between rows only in digits") != std::string::npos);
  };

  "a partition of one's own comes with the options"_test = [&] {
    const auto options = options_of({{"method", "mpda"}, {"dims", "2"}});
    std::vector<int32_t> patches(clouds.data.rows, 0);
    tanda_error error;
    tanda_model* model = nullptr;
    const auto given = [&] {
      tanda_bytes* json = nullptr;
      expect(tanda_model_record(model, &json, nullptr) == 0);
      tanda_model_free(model);
      const auto record = Json::parse(text_of(json));
      return record && record->text_or("patches", "") == "given";
    };
    expect(tanda_options_patches(options.get(), patches.data(), patches.size(), &error) == 0);
    expect(tanda_fit(options.get(), &clouds.data, &model, &error) == 0) << error.message;
    expect(given());
    tanda_bytes* json = nullptr;
    const auto compared = options_of({{"methods", "mpda"}, {"train", "0.5"}, {"splits", "1"}});
    expect(tanda_options_patches(compared.get(), patches.data(), patches.size(), nullptr) == 0);
    expect(tanda_evaluate(compared.get(), &clouds.data, &json, &error) == 0) << error.message;
    text_of(json);
    patches[2] = -1;
    expect(tanda_options_patches(options.get(), patches.data(), patches.size(), nullptr) == 0);
    expect(tanda_fit(options.get(), &clouds.data, &model, &error) != 0 &&
           std::string(error.message).find("row 3") != std::string::npos)
        << error.message;
    expect(tanda_options_patches(options.get(), patches.data(), 2, nullptr) == 0);
    expect(tanda_fit(options.get(), &clouds.data, &model, &error) != 0) << "2 numbers";
    expect(tanda_options_patches(options.get(), nullptr, 0, nullptr) == 0) << "none again";
    expect(tanda_fit(options.get(), &clouds.data, &model, &error) == 0 && !given());
    expect(tanda_options_patches(options.get(), nullptr, 3, &error) != 0);
    expect(tanda_options_patches(nullptr, patches.data(), 3, &error) != 0);
  };

  "splits of evaluate have the sizes that were asked for, of each stratum too"_test = [&] {
    const auto sizes = options_of({{"methods", "pca"},
                                   {"pca", "2"},
                                   {"train", "4"},
                                   {"test", "3"},
                                   {"labelled", "2"},
                                   {"best-dims", "split"},
                                   {"splits", "2"}});
    std::vector<int32_t> strata(clouds.data.rows, 5);
    for (std::size_t i = 0; i < strata.size(); ++i) {
      if (clouds.data.labels[i] == 0) strata[i] = int32_t(i / 3 % 2);
    }
    tanda_error error;
    expect(tanda_options_strata(sizes.get(), strata.data(), strata.size(), &error) == 0);
    tanda_bytes* json = nullptr;
    expect(tanda_evaluate(sizes.get(), &clouds.data, &json, &error) == 0) << error.message;
    const auto report = Json::parse(text_of(json));
    expect(report && report->find("train_per_class")->dump() == "[8,4,4]" &&
           report->find("test_per_class")->dump() == "[6,3,3]" &&
           report->find("labelled_per_class")->dump() == "[4,2,2]")
        << report->dump();
    expect(report->text_or("best_dims", "") == "split" &&
           report->find("contests")->items()[1].text_or("name", "") == "original" &&
           report->find("contests")->items()[3].find("fit_seconds_sd"));
    expect(tanda_options_strata(sizes.get(), strata.data(), strata.size() - 1, nullptr) == 0);
    expect(tanda_evaluate(sizes.get(), &clouds.data, &json, &error) != 0) << "one row has none";
    expect(tanda_options_strata(sizes.get(), nullptr, 0, nullptr) == 0) << "none again";
    expect(tanda_evaluate(sizes.get(), &clouds.data, &json, nullptr) == 0 &&
           Json::parse(text_of(json))->find("train_per_class")->dump() == "[4,4,4]");
    expect(tanda_options_strata(sizes.get(), nullptr, 3, &error) != 0);
    expect(tanda_options_strata(nullptr, strata.data(), 3, &error) != 0);
    for (const auto& [name, value] : std::vector<std::pair<const char*, const char*>>{{"test", "0"},
                                                                                      {"test", "1.5"},
                                                                                      {"test", "nan"},
                                                                                      {"labelled", "0"},
                                                                                      {"labelled", "0.5"},
                                                                                      {"best-dims", "x"}})
      expect(tanda_options_set(sizes.get(), name, value, &error) != 0) << name << value;
  };

  "tables are read, for a model too"_test = [&] {
    const std::string csv = "a,b,label\n1,2,x\n2,3,y\n3,5,x\n4,4.5,y\n9,?,y\n";
    tanda_table* table = nullptr;
    tanda_error error;
    expect(tanda_read_csv(csv.data(), csv.size(), nullptr, nullptr, &table, &error) != 0)
        << "a missing value";
    expect(std::strcmp(tanda_code_name(error.code), "missing_value") == 0 && *error.remedy) << error.message;
    const auto drop = options_of({{"missing", "drop"}, {"label", "label"}});
    expect(tanda_read_csv(csv.data(), csv.size(), drop.get(), nullptr, &table, nullptr) == 0);
    const Owned<tanda_table> owned(table);
    tanda_data data{};
    tanda_table_data(table, &data);
    expect(data.rows == 4u && data.cols == 2u && data.class_count == 2u && data.values[3] == 3.0f);
    expect(std::strcmp(data.features[1], "b") == 0 && std::strcmp(data.classes[1], "y") == 0);
    tanda_bytes* json = nullptr;
    expect(tanda_table_describe(table, &json, nullptr) == 0);
    expect(Json::parse(text_of(json))->text_or("label", "") == "label");
    tanda_model* model = nullptr;
    expect(tanda_fit(options_of({{"method", "lda"}}).get(), &data, &model, nullptr) == 0);
    const Owned<tanda_model> lda(model);
    expect(tanda_csv_layout("a;b;c\n1,5;2;x\n", 14, nullptr, &json, nullptr) == 0);
    const auto layout = Json::parse(text_of(json));
    expect(layout->text_or("sep", "") == ";" && layout->text_or("decimal", "") == "," &&
           layout->number_or("label", 0) == 3.0);
    const std::string more = "b,z,a\n2,9,1\n";
    tanda_table* picked = nullptr;
    expect(tanda_read_csv(more.data(), more.size(), nullptr, model, &picked, nullptr) == 0);
    const Owned<tanda_table> second(picked);
    tanda_table_data(picked, &data);
    expect(data.rows == 1u && data.values[0] == 1.0f && data.values[1] == 2.0f && !data.labels);
  };

  "a model remembers its label column and the names of rows"_test = [] {
    const std::string csv = "name,a,b,kind\nu,1,2,7\nv,2,3,8\nw,3,5,7\nx,4,4.5,8\n";
    const auto options = options_of({{"method", "lda"}, {"label", "kind"}, {"id", "name"}});
    tanda_table* table = nullptr;
    expect(tanda_read_csv(csv.data(), csv.size(), options.get(), nullptr, &table, nullptr) == 0);
    const Owned<tanda_table> owned(table);
    tanda_data data{};
    tanda_table_data(table, &data);
    tanda_model* model = nullptr;
    expect(tanda_fit(options.get(), &data, &model, nullptr) == 0);
    const Owned<tanda_model> lda(model);
    const std::string more = "name,kind,a,b,z\nu,8,1,2,3\n";
    tanda_table* second = nullptr;
    expect(tanda_read_csv(more.data(), more.size(), nullptr, model, &second, nullptr) == 0);
    const Owned<tanda_table> owned_second(second);
    tanda_bytes* json = nullptr;
    expect(tanda_table_describe(second, &json, nullptr) == 0);
    const auto about = Json::parse(text_of(json));
    expect(about->text_or("label", "") == "kind" && about->find("ids")->items().size() == 1u);

    const auto numbered = options_of({{"method", "lda"}, {"label", "3"}});
    expect(tanda_fit(numbered.get(), &data, &model, nullptr) == 0);
    const Owned<tanda_model> third(model);
    data.labels = nullptr;
    tanda_model* bare = nullptr;
    expect(tanda_fit(options_of({{"method", "pca"}, {"label", "kind"}}).get(), &data, &bare, nullptr) == 0);
    const Owned<tanda_model> unlabelled(bare);
    for (const auto& [each, column] : {std::pair{model, 3.0}, {bare, 0.0}}) {
      expect(tanda_model_record(each, &json, nullptr) == 0);
      const auto record = Json::parse(text_of(json));
      const Json* const label = record->find("label");
      expect((label ? label->number_or("column", -1) : 0) == column);
    }
  };

  "columns of a table are chosen, and its memory is limited"_test = [] {
    const std::string csv = "name|a|b|kind\nu|1,5|2|x\nv|2,5|3|y\n";
    const auto options = options_of({{"drop", "b"}, {"id", "name"}, {"sep", "pipe"}, {"decimal", ","}});
    tanda_table* table = nullptr;
    tanda_error error;
    expect(tanda_read_csv(csv.data(), csv.size(), options.get(), nullptr, &table, &error) == 0)
        << error.message;
    const Owned<tanda_table> owned(table);
    tanda_data data{};
    tanda_table_data(table, &data);
    expect(data.cols == 1u && data.values[1] == 2.5f && data.class_count == 2u);
    tanda_bytes* json = nullptr;
    expect(tanda_table_describe(table, &json, nullptr) == 0);
    const auto about = Json::parse(text_of(json));
    expect(about->number_or("label_column", 0) == 4.0 && about->find("ids")->items().size() == 2u);
    std::string large;
    for (int i = 0; i < 20000; ++i) large += "1,2,x\n";
    const auto limited = options_of({{"memory-limit", "50K"}});
    expect(tanda_read_csv(large.data(), large.size(), limited.get(), nullptr, &table, &error) != 0);
    expect(std::strcmp(tanda_code_name(error.code), "memory_limit") == 0) << error.message;
  };

  "formats that are read and written are listed"_test = [] {
    tanda_bytes* list = nullptr;
    expect(tanda_formats(&list, nullptr) == 0 && tanda_formats(nullptr, nullptr) != 0);
    const auto json = tanda::internal::Json::parse(text_of(list));
    expect(json && json->find("readers") && json->find("exporters"));
    if (!json) return;
    expect(json->find("readers")->items().size() == tanda::internal::readers().size());
    for (const tanda::internal::Json& format : json->find("exporters")->items())
      expect(bool(tanda::internal::exporters().find(format.text_or("id", "")))) << format.dump();
  };

  "every format is exported"_test = [&] {
    const Owned<tanda_model> model = fitted(clouds);
    const std::pair<const char*, const char*> begins[] = {
        {"c", "/*"}, {"json", "{"}, {"onnx", "\x08"}, {"npz", "PK"}};
    for (const auto& [format, begin] : begins) {
      tanda_bytes* file = nullptr;
      tanda_error error;
      const auto options = options_of({{"format", format}, {"name", "clouds"}, {"prototypes", "6"}});
      expect(tanda_export(model.get(), options.get(), &file, &error) == 0) << format << error.message;
      const std::string bytes = text_of(file);
      expect(bytes.rfind(begin, 0) == 0) << format;
    }
    tanda_bytes* file = nullptr;
    expect(tanda_export(model.get(), options_of({{"format", "c"}, {"quantize", "int8"}}).get(), &file,
                        nullptr) == 0);
    expect(text_of(file).find("int8_t") != std::string::npos);
    expect(tanda_export(model.get(), options_of({{"format", "npz"}, {"quantize", "int8"}}).get(), &file,
                        nullptr) != 0);
  };

  "a callback cancels, and the next call works"_test = [&] {
    int calls = 0;
    const auto options = options_of({{"method", "lfda"}});
    tanda_options_progress(options.get(), cancel, &calls);
    tanda_model* model = nullptr;
    tanda_error error;
    tanda_fit(options.get(), &clouds.data, &model, &error);
    expect(error.code != 0 && std::strcmp(tanda_code_name(error.code), "cancelled") == 0 && !model);
    tanda_options_progress(options.get(), nullptr, nullptr);
    expect(tanda_fit(options.get(), &clouds.data, &model, &error) == 0 && error.code == 0);
    tanda_model_free(model);
  };

  "what is wrong comes back as a code, and changes nothing"_test = [&] {
    tanda_error error;
    const auto code_of = [&](int32_t code) { return std::string(tanda_code_name(code)); };
    const auto options = options_of({{"method", "lda"}, {"dims", "1"}});
    for (const auto& [name, value] : std::vector<std::pair<const char*, const char*>>{{"nope", "1"},
                                                                                      {"dims", "0"},
                                                                                      {"dims", "x"},
                                                                                      {"scale", "zscores"},
                                                                                      {"pca", "-1"},
                                                                                      {"seed", ""},
                                                                                      {"method", "ldaa"},
                                                                                      {"methods", "lda,"},
                                                                                      {"classifier", "knn:0"},
                                                                                      {"set", "ridge"},
                                                                                      {"tune", "yes"},
                                                                                      {"memory-limit", "10Q"},
                                                                                      {"folds", "1"},
                                                                                      {"threads", "0"},
                                                                                      {"format", "xml"},
                                                                                      {"train", "1.5"}}) {
      expect(tanda_options_set(options.get(), name, value, &error) != 0 && *error.message && *error.remedy)
          << name << value;
    }
    expect(std::string(error.message).find("\"train\"") == 0) << error.message;
    tanda_options_set(options.get(), "neighbours", "1", &error);
    expect(std::string(error.remedy) == "did you mean \"neighbors\"?") << error.remedy;

    tanda_model* model = nullptr;
    const auto fit_code = [&](const tanda_data& data) {
      const std::string name = code_of(tanda_fit(options.get(), &data, &model, &error));
      expect(!model && *error.message);
      return name;
    };
    tanda_data data = clouds.data;
    data.rows = 0;
    expect(fit_code(data) == "empty_data");
    data = clouds.data;
    data.doubles = clouds.doubles.data();
    expect(fit_code(data) == "bad_argument") << "both precisions";
    data.values = nullptr;
    data.doubles = nullptr;
    expect(fit_code(data) == "bad_argument") << "neither";
    data = clouds.data;
    data.labels = nullptr;
    expect(fit_code(data) == "no_labels");
    data = clouds.data;
    data.rows = std::numeric_limits<size_t>::max() / 2;
    expect(fit_code(data) == "wrong_shape") << "a size that cannot be";
    std::vector<int32_t> labels(60, 0);
    data = clouds.data;
    data.labels = labels.data();
    expect(fit_code(data) == "one_class");
    labels[3] = -2;
    expect(fit_code(data) == "wrong_shape");
    labels[3] = std::numeric_limits<int32_t>::max();
    expect(fit_code(data) == "wrong_shape") << "a class number that would take all memory";
    std::vector<float> values = clouds.values;
    values[5] = std::nanf("");
    data = clouds.data;
    data.values = values.data();
    expect(fit_code(data) == "not_finite") << error.message;
    data = clouds.data;
    tanda_options_set(options.get(), "memory-limit", "1K", nullptr);
    expect(fit_code(data) == "memory_limit");

    const Owned<tanda_model> good = fitted(clouds);
    std::vector<float> y(240, 7.0f);
    expect(code_of(tanda_transform(good.get(), clouds.values.data(), 60, 3, y.data(), &error)) ==
           "wrong_shape");
    expect(y == std::vector<float>(240, 7.0f));
    tanda_model* opened = nullptr;
    expect(code_of(tanda_open("garbage", 7, &opened, &error)) == "bad_model" && !opened);
    expect(code_of(tanda_open("", 0, &opened, &error)) == "bad_model" && !opened);
  };

  "NULL is refused or passed over everywhere"_test = [&] {
    tanda_error error;
    const auto options = options_of({{"method", "lda"}});
    const Owned<tanda_model> model = fitted(clouds);
    float number = 0;
    int32_t label = 0;
    tanda_model* out = nullptr;
    tanda_bytes* bytes = nullptr;
    tanda_table* table = nullptr;
    uint64_t size = 0;
    const int32_t bad = tanda_options_set(nullptr, "dims", "1", &error);
    expect(std::strcmp(tanda_code_name(bad), "bad_argument") == 0);
    for (const int32_t code : {tanda_options_set(options.get(), nullptr, "1", &error),
                               tanda_options_set(options.get(), "dims", nullptr, &error),
                               tanda_methods(nullptr, &error),
                               tanda_fit(nullptr, &clouds.data, &out, &error),
                               tanda_fit(options.get(), nullptr, &out, &error),
                               tanda_fit(options.get(), &clouds.data, nullptr, &error),
                               tanda_plan(nullptr, 1, 1, 1, 0, &size, &error),
                               tanda_plan(options.get(), 9, 2, 2, 0, nullptr, &error),
                               tanda_tune(nullptr, &clouds.data, &bytes, &error),
                               tanda_tune(options.get(), &clouds.data, nullptr, &error),
                               tanda_evaluate(nullptr, &clouds.data, &bytes, &error),
                               tanda_evaluate(options.get(), &clouds.data, &bytes, &error),
                               tanda_open(nullptr, 9, &out, &error),
                               tanda_open("x", 1, nullptr, &error),
                               tanda_save(nullptr, &bytes, &error),
                               tanda_save(model.get(), nullptr, &error),
                               tanda_export(nullptr, options.get(), &bytes, &error),
                               tanda_export(model.get(), nullptr, &bytes, &error),
                               tanda_model_record(nullptr, &bytes, &error),
                               tanda_transform(nullptr, &number, 1, 4, &number, &error),
                               tanda_transform(model.get(), nullptr, 1, 4, &number, &error),
                               tanda_predict(model.get(), &number, 1, 4, nullptr, &error),
                               tanda_predict(nullptr, &number, 1, 4, &label, &error),
                               tanda_read_csv(nullptr, 1, nullptr, nullptr, &table, &error),
                               tanda_read_csv("a", 1, nullptr, nullptr, nullptr, &error),
                               tanda_csv_layout(nullptr, 1, nullptr, &bytes, &error),
                               tanda_csv_layout("a", 1, nullptr, nullptr, &error),
                               tanda_table_describe(nullptr, &bytes, &error)}) {
      expect(std::strcmp(tanda_code_name(code), "bad_argument") == 0) << code << error.message;
    }
    expect(tanda_transform(model.get(), nullptr, 0, 4, nullptr, &error) == 0) << "no rows are no mistake";
    tanda_options_progress(nullptr, nullptr, nullptr);
    tanda_model_describe(nullptr, nullptr);
    tanda_table_data(nullptr, nullptr);
    expect(!tanda_class_name(nullptr, 0) && !tanda_feature_name(nullptr, 0) && !tanda_bytes_data(nullptr) &&
           tanda_bytes_size(nullptr) == 0u);
    tanda_options_free(nullptr);
    tanda_model_free(nullptr);
    tanda_table_free(nullptr);
    tanda_bytes_free(nullptr);
  };

  "a long message is cut between characters"_test = [] {
    tanda_error error;
    std::string name;
    for (int i = 0; i < 400; ++i) name += "\xc3\xa4";
    const auto options = options_of({});
    expect(tanda_options_set(options.get(), "methods", name.c_str(), &error) != 0);
    expect(std::strlen(error.message) < sizeof error.message);
    const std::string csv = "label," + name + name + "\nx,1\nx,oops\n";
    tanda_table* table = nullptr;
    expect(tanda_read_csv(csv.data(), csv.size(), nullptr, nullptr, &table, &error) != 0);
    const std::string message = error.message;
    expect(Json(message).dump().find("\xef\xbf\xbd") == std::string::npos) << message;
  };

#if !defined(__EMSCRIPTEN__) || defined(__EMSCRIPTEN_PTHREADS__)
  "threads with handles of their own"_test = [&] {
    std::vector<std::thread> threads;
    std::vector<int> right(4, 0);
    for (std::size_t t = 0; t < right.size(); ++t) {
      threads.emplace_back([&, t] {
        const Clouds own;
        tanda_options* options = tanda_options_new();
        tanda_options_set(options, "method", t % 2 ? "lda" : "pca", nullptr);
        tanda_model* model = nullptr;
        int32_t code = tanda_fit(options, &own.data, &model, nullptr);
        std::vector<int32_t> found(60);
        if (code == 0) code = tanda_predict(model, own.values.data(), 60, 4, found.data(), nullptr);
        right[t] = code == 0 && found == own.labels;
        tanda_model_free(model);
        tanda_options_free(options);
      });
    }
    for (std::thread& thread : threads) thread.join();
    expect(right == std::vector<int>(4, 1));
  };
#endif
};

}  // namespace abi_test
