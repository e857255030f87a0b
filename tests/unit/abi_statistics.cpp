// Statistics through the C ABI: blocks of rows in any order, and errors.
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "synthetic.hpp"
#include "tanda/tanda.h"
#include "ut.hpp"

namespace abi_statistics_test {
using namespace ut;

struct Free {
  void operator()(tanda_options* p) const { tanda_options_free(p); }
  void operator()(tanda_model* p) const { tanda_model_free(p); }
  void operator()(tanda_statistics* p) const { tanda_statistics_free(p); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

std::string text_of(tanda_bytes* bytes) {
  const std::string text(static_cast<const char*>(tanda_bytes_data(bytes)), tanda_bytes_size(bytes));
  tanda_bytes_free(bytes);
  return text;
}

Owned<tanda_options> options_of(const char* method) {
  Owned<tanda_options> options(tanda_options_new());
  expect(tanda_options_set(options.get(), "method", method, nullptr) == 0);
  expect(tanda_options_set(options.get(), "scalar", "double", nullptr) == 0);
  expect(tanda_options_set(options.get(), "dims", "2", nullptr) == 0);
  return options;
}

Owned<tanda_statistics> new_statistics(const tanda_options* options = nullptr) {
  tanda_statistics* made = nullptr;
  expect(tanda_statistics_new(options, &made, nullptr) == 0);
  return Owned<tanda_statistics>(made);
}

const char* const features[] = {"u", "v", "w", "x", "y", "z"};

/// Rows first..first+count of a set whose classes are 0, 1, 2.
tanda_data block(const synthetic::Set<double>& set, std::size_t first, std::size_t count) {
  tanda_data data{};
  data.doubles = set.values.data() + first * 6;
  data.rows = count;
  data.cols = 6;
  data.labels = set.labels.data() + first;
  data.features = features;
  return data;
}

std::vector<float> projected(const tanda_model* model, const std::vector<float>& x) {
  std::vector<float> y(x.size() / 6 * 2);
  expect(tanda_transform(model, x.data(), x.size() / 6, 6, y.data(), nullptr) == 0);
  return y;
}

const suite abi_statistics_suite = [] {
  "blocks in any order, merged, saved and opened, are the rows"_test = [] {
    const auto set = synthetic::gauss3(60, 31);
    const std::vector<float> x(set.values.begin(), set.values.end());
    for (const char* method : {"pca", "lda", "ulda", "sle"}) {
      const auto options = options_of(method);
      const auto one = new_statistics(), two = new_statistics();
      const std::size_t cuts[] = {0, 1, 4, 20, 21, 44, 60};
      for (std::size_t k = 6; k > 0; --k) {
        const tanda_data part = block(set, cuts[k - 1], cuts[k] - cuts[k - 1]);
        tanda_error error;
        expect(tanda_statistics_push((k % 2 ? one : two).get(), &part, &error) == 0) << error.message;
      }
      tanda_bytes* file = nullptr;
      expect(tanda_statistics_save(two.get(), &file, nullptr) == 0);
      const std::string bytes = text_of(file);
      tanda_statistics* opened = nullptr;
      expect(tanda_statistics_open(bytes.data(), bytes.size(), &opened, nullptr) == 0);
      const Owned<tanda_statistics> other(opened);
      expect(tanda_statistics_merge(one.get(), other.get(), nullptr) == 0);
      tanda_model *streamed = nullptr, *batch = nullptr;
      tanda_error error;
      expect(tanda_statistics_fit(one.get(), options.get(), &streamed, &error) == 0) << error.message;
      const tanda_data all = block(set, 0, 60);
      expect(tanda_fit(options.get(), &all, &batch, nullptr) == 0);
      const Owned<tanda_model> first(streamed), second(batch);
      if (!streamed || !batch) continue;
      tanda_model_info info;
      tanda_model_describe(streamed, &info);
      expect(info.inputs == 6 && info.classes == 3 && std::string(tanda_feature_name(streamed, 2)) == "w");
      if (std::string(method) == "sle") continue;  // six columns
      const std::vector<float> y = projected(streamed, x), exact = projected(batch, x);
      double largest = 0;
      for (std::size_t i = 0; i < y.size(); ++i)
        largest = std::max(largest, std::abs(double(y[i]) - double(exact[i])));
      expect(largest < 1e-5) << method << largest;
      std::vector<int32_t> labels(60);
      expect(tanda_predict(streamed, x.data(), 60, 6, labels.data(), nullptr) == 0);
      int right = 0;
      for (std::size_t i = 0; i < 60; ++i) right += labels[i] == set.labels[i];
      expect(right > 45) << method << double(right);
    }
  };

  "floats are taken as they are, and the report says what was collected"_test = [] {
    const auto set = synthetic::gauss3(30, 32);
    const std::vector<float> x(set.values.begin(), set.values.end());
    tanda_data data{};
    data.values = x.data();
    data.rows = 30;
    data.cols = 6;
    std::vector<int32_t> labels = set.labels;
    labels[4] = -1;
    data.labels = labels.data();
    const char* const names[] = {"b", "c", "a"};
    data.classes = names;
    data.class_count = 3;
    const auto options = options_of("lda");
    expect(tanda_options_set(options.get(), "scatter", "class", nullptr) == 0);
    const auto seen = new_statistics(options.get());
    expect(tanda_statistics_push(seen.get(), &data, nullptr) == 0);
    tanda_bytes* json = nullptr;
    expect(tanda_statistics_describe(seen.get(), &json, nullptr) == 0);
    const std::string found = text_of(json);
    expect(found == R"({"rows":29,"cols":6,"left_out":1,"scatter":"class","classes":["a","b","c"],)"
                    R"("class_rows":[10,10,9],"features":[],"label":null})")
        << found;
    // A block of two rows may name more classes than it has rows.
    data.rows = 2;
    expect(tanda_statistics_push(seen.get(), &data, nullptr) == 0);
  };

  "arguments that make no sense are refused, and nothing has changed"_test = [] {
    const auto set = synthetic::gauss3(30, 33);
    const auto options = options_of("lda");
    const auto seen = new_statistics();
    tanda_data data = block(set, 0, 30);
    tanda_error error;
    const auto refused = [&](int32_t code, const char* name) {
      expect(code != 0 && error.code == code && error.message[0] != 0) << name;
    };
    refused(tanda_statistics_new(nullptr, nullptr, &error), "new");
    refused(tanda_statistics_push(nullptr, &data, &error), "push");
    refused(tanda_statistics_push(seen.get(), nullptr, &error), "no data");
    refused(tanda_statistics_merge(seen.get(), nullptr, &error), "merge");
    refused(tanda_statistics_save(seen.get(), nullptr, &error), "save");
    refused(tanda_statistics_describe(nullptr, nullptr, &error), "describe");
    tanda_statistics* opened = nullptr;
    refused(tanda_statistics_open(nullptr, 5, &opened, &error), "open");
    refused(tanda_statistics_open("tstat", 5, &opened, &error), "short");
    expect(opened == nullptr);
    tanda_model* model = nullptr;
    refused(tanda_statistics_fit(seen.get(), options.get(), &model, &error), "nothing seen");
    expect(std::string(tanda_code_name(error.code)) == "empty_data") << error.message;
    expect(tanda_statistics_push(seen.get(), &data, &error) == 0);
    refused(tanda_statistics_fit(seen.get(), nullptr, &model, &error), "no options");
    refused(tanda_statistics_fit(seen.get(), options.get(), nullptr, &error), "no model");
    std::vector<double> bad = set.values;
    bad[7] = std::nan("");
    tanda_data broken = data;
    broken.doubles = bad.data();
    refused(tanda_statistics_push(seen.get(), &broken, &error), "not finite");
    broken = data;
    broken.labels = nullptr;
    refused(tanda_statistics_push(seen.get(), &broken, &error), "no labels");
    const std::vector<int32_t> far(30, 70000);
    broken.labels = far.data();
    refused(tanda_statistics_push(seen.get(), &broken, &error), "too many classes");
    const char* const others[] = {"u", "v", "w", "x", "y", "other"};
    broken = data;
    broken.features = others;
    refused(tanda_statistics_push(seen.get(), &broken, &error), "another feature");
    expect(std::strstr(error.message, "other")) << error.message;
    tanda_bytes* json = nullptr;
    expect(tanda_statistics_describe(seen.get(), &json, nullptr) == 0);
    expect(text_of(json).find("\"rows\":30") != std::string::npos);
    for (const char* word : {"tune", "select"}) {
      const auto tuned = options_of("lda");
      const char* const value = std::string(word) == "tune" ? "true" : "ridge=0,1";
      expect(tanda_options_set(tuned.get(), word, value, nullptr) == 0);
      refused(tanda_statistics_fit(seen.get(), tuned.get(), &model, &error), word);
    }
    refused(tanda_statistics_fit(seen.get(), options_of("mfa").get(), &model, &error), "a method of samples");
    expect(std::strstr(error.remedy, "pca, lda, ulda")) << error.remedy;
    refused(tanda_options_set(options.get(), "scatter", "none", &error), "scatter");
    tanda_statistics_free(nullptr);
  };
};

}  // namespace abi_statistics_test
