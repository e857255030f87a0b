// Fits from statistics compared with fits of the same rows, whatever the pieces, their order and the order of
// merging.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/json.hpp"
#include "fits.hpp"
#include "model/checksum.hpp"
#include "model/fit_statistics.hpp"
#include "model/statistics_file.hpp"
#include "synthetic.hpp"
#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace fit_statistics_test {
using namespace ut;
using tanda::Code;
using tanda::Scatter;
using tanda::internal::Dataset;
using tanda::internal::FitOptions;
using tanda::internal::Index;
using tanda::internal::MatrixD;
using tanda::internal::Model;
using tanda::internal::Monitor;
using tanda::internal::registry;
using tanda::internal::RunningStatistics;
using tanda::internal::Setting;
using Set = synthetic::Set<double>;

FitOptions options_of(const char* method, std::vector<Setting> settings = {}) {
  FitOptions options;
  options.method = method;
  options.settings = std::move(settings);
  options.dims = 2;
  return options;
}

/// Some rows. Their classes are numbered in order of appearance, and only those that occur are named.
Set part_of(const Set& set, const std::vector<int>& rows) {
  Set part{Index(rows.size()), set.columns, {}, {}, {}};
  for (const int i : rows) {
    const auto row = set.values.begin() + i * set.columns;
    part.values.insert(part.values.end(), row, row + set.columns);
    const int label = set.labels[std::size_t(i)];
    if (label < 0) {
      part.labels.push_back(-1);
      continue;
    }
    const std::string& name = set.classes[std::size_t(label)];
    const auto at = std::find(part.classes.begin(), part.classes.end(), name);
    part.labels.push_back(int(at - part.classes.begin()));
    if (at == part.classes.end()) part.classes.push_back(name);
  }
  return part;
}

RunningStatistics collected(const Set& set, Scatter kept = Scatter::pooled) {
  RunningStatistics seen(kept);
  const tanda::Status status = seen.push(set.view());
  expect(bool(status)) << status.text();
  return seen;
}

/// Collected in shuffled blocks of random sizes, into three statistics that are merged in the end.
RunningStatistics scattered(const Set& set, Scatter kept, std::uint64_t seed) {
  tanda::Random random(seed);
  std::vector<int> order(set.labels.size());
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  std::vector<RunningStatistics> all(3, RunningStatistics(kept));
  for (std::size_t first = 0; first < order.size();) {
    const std::size_t size = std::min<std::size_t>(1 + random.below(9), order.size() - first);
    const Set block =
        part_of(set, {order.begin() + std::ptrdiff_t(first), order.begin() + std::ptrdiff_t(first + size)});
    const tanda::Status status = all[random.below(3)].push(block.view());
    expect(bool(status)) << status.text();
    first += size;
  }
  for (const std::size_t other : {1, 2}) {
    const tanda::Status status = all[0].merge(all[other]);
    expect(bool(status)) << status.text();
  }
  return all[0];
}

tanda::Result<Model> fit_of(const RunningStatistics& seen, const FitOptions& options) {
  Monitor monitor;
  return fit_statistics(registry(), seen, options, monitor);
}

double distance(const MatrixD& a, const MatrixD& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return 1e9;
  return (a - b).norm() / std::max(1e-300, b.norm());
}

/// A fit of the rows and one of their statistics give the same map, eigenvalues and preprocessing.
void expect_alike(const Set& set, const FitOptions& options, Scatter kept = Scatter::pooled,
                  double tolerance = 1e-8) {
  Monitor monitor;
  const auto batch = tanda::internal::fit(registry(), set.view(), options, monitor);
  expect(bool(batch)) << options.method << batch.status().text();
  if (!batch) return;
  for (const std::uint64_t seed : {1, 2}) {
    const auto model = fit_of(scattered(set, kept, seed), options);
    expect(bool(model)) << options.method << model.status().text();
    if (!model) continue;
    const double off = distance(model->projection(), batch->projection());
    expect(off < tolerance) << options.method << off;
    expect((model->offset() - batch->offset()).norm() < tolerance * (1 + batch->offset().norm()))
        << options.method;
    expect((model->mean() - batch->mean()).norm() < 1e-9 * (1 + batch->mean().norm()));
    expect(model->range() == batch->range()) << "to the last bit";
    expect(model->classes() == batch->classes() && model->double_precision());
    for (const char* name : {"method", "scale", "rows", "cols", "dims", "params"})
      expect(model->record().find(name)->dump() == batch->record().find(name)->dump()) << name;
    const auto& values = model->record().find("eigenvalues")->items();
    const auto& expected = batch->record().find("eigenvalues")->items();
    expect(values.size() == expected.size());
    for (std::size_t k = 0; k < std::min(values.size(), expected.size()); ++k) {
      const double value = values[k].number_or(0), exact = expected[k].number_or(1);
      expect(std::abs(value - exact) < tolerance * (1 + std::abs(exact))) << options.method << value << exact;
    }
  }
}

Set far_away(Set set, double shift) {
  for (double& x : set.values) x += shift;
  return set;
}

std::string names_of(const Model& model) {
  std::string all;
  for (const std::string& name : model.classes()) all += name + ' ';
  return all;
}

const suite fit_statistics_suite = [] {
  "what is fitted from statistics is what is fitted from the rows"_test = [] {
    const Set set = synthetic::gauss3(90, 11);
    for (const char* method : {"pca", "lda", "ulda", "sle"}) expect_alike(set, options_of(method));
    expect_alike(set, options_of("laplda", {{"graph", "class"}}));
    expect_alike(set, options_of("laplda", {{"graph", "class"}, {"lambda", "0"}}));
    expect_alike(set, options_of("lda", {{"ridge", "0"}, {"columns", "orthonormal"}}));
    expect_alike(set, options_of("ulda", {{"columns", "unit"}}));
    expect_alike(set, options_of("lda", {{"ridge", "10"}}), Scatter::per_class);
  };

  "some parameters need the scatter of each class"_test = [] {
    const Set set = synthetic::gauss3(90, 12);
    for (const char* weights : {"balanced", "side"}) {
      expect_alike(set, options_of("sle", {{"weights", weights}}), Scatter::per_class);
      const auto refused = fit_of(collected(set), options_of("sle", {{"weights", weights}}));
      expect(refused.status().code() == Code::bad_parameter) << weights;
    }
  };

  "preparation is the same: scale, principal components, tiny values"_test = [] {
    Set set = synthetic::gaussian(80, 8, 4, 13);
    for (const auto scale :
         {tanda::internal::Scale::none, tanda::internal::Scale::zscore, tanda::internal::Scale::minmax}) {
      FitOptions options = options_of("lda");
      options.scale = scale;
      expect_alike(set, options);
    }
    for (const auto pca : {tanda::internal::PcaChoice{3, 0}, tanda::internal::PcaChoice{0, 0.8}}) {
      FitOptions options = options_of("lda");
      options.pca = pca;
      expect_alike(set, options);
    }
    // One feature is a thousand times as wide, another is nearly always zero: the automatic scaling depends
    // on both.
    for (std::size_t i = 0; i < 80; ++i) set.values[8 * i] *= 1000;
    expect_alike(set, options_of("lda"));
    for (std::size_t i = 0; i < 80; ++i) {
      set.values[8 * i] /= 1000;
      set.values[8 * i + 1] = i == 5 ? 0.05 : 0;
    }
    expect_alike(set, options_of("pca"));
    for (double& x : set.values) x *= 1e-20;
    expect_alike(set, options_of("lda"));
    FitOptions unit = options_of("lda");
    unit.scale = tanda::internal::Scale::unit;
    expect(fit_of(collected(set), unit).status().code() == Code::bad_argument);
  };

  "more features than rows, and rows far from zero"_test = [] {
    const Set wide = synthetic::wide4(40, 14);
    for (const char* method : {"lda", "pca"}) expect_alike(wide, options_of(method), Scatter::pooled, 1e-6);
    expect_alike(far_away(synthetic::gauss3(60, 15), 1e6), options_of("lda"), Scatter::pooled, 1e-7);
  };

  "it classifies by the nearest class mean"_test = [] {
    const Set set = synthetic::gauss3(90, 16);
    const auto model = fit_of(collected(set), options_of("lda"));
    expect(bool(model) && &model->classifier() == &tanda::internal::mean_classifier);
    expect(bool(model) && model->labels() == std::vector<std::int32_t>{0, 1, 2});
    const auto found = tanda::internal::predict(*model, set.view().x);
    expect(bool(found));
    MatrixD means(6, 3);
    means.setZero();
    for (Index i = 0; i < 90; ++i) means.col(i % 3) += set.view().x.col(i) / 30;
    Index right = 0;
    for (Index i = 0; i < 90; ++i) {
      Eigen::Index nearest = 0;
      (model->projection() * (means.colwise() - set.view().x.col(i))).colwise().norm().minCoeff(&nearest);
      right += (*found)[std::size_t(i)] == int(nearest);
    }
    expect(right == 90) << double(right);
    FitOptions none = options_of("lda");
    none.neighbors = 0;
    const auto bare = fit_of(collected(set), none);
    expect(bool(bare) && bare->rule() == tanda::Rule::none && bare->references().size() == 0);
    for (const Index count : {1, 5}) {
      FitOptions by_neighbors = options_of("lda");
      by_neighbors.classify_by_neighbors(count);
      expect(fit_of(collected(set), by_neighbors).status().code() == Code::bad_argument) << double(count);
    }
    FitOptions by_mean = options_of("sle");
    by_mean.classifier = &tanda::internal::mean_classifier;
    const auto nearest_mean = fit_of(collected(set), by_mean);
    expect(bool(nearest_mean) && &nearest_mean->classifier() == &tanda::internal::mean_classifier);
    FitOptions member = options_of("lda");
    member.classifier = &tanda::internal::classifier_of_rule(tanda::Rule::membership);
    expect(fit_of(collected(set), member).status().code() == Code::bad_argument);
    expect(fit_of(collected(set), options_of("sle"))->rule() == tanda::Rule::membership);
  };

  "classes go by their names, in natural order"_test = [] {
    Set set = synthetic::gauss3(60, 17);
    set.classes = {"10", "9", "2"};
    RunningStatistics first = collected(part_of(set, {0, 3, 6, 9}));  // of class 10 only
    expect(first.classes == std::vector<std::string>{"10"});
    std::vector<int> others;
    for (int i = 0; i < 60; ++i)
      if (i % 3 != 0 || i > 9) others.push_back(i);
    expect(bool(first.push(part_of(set, others).view())));
    const auto model = fit_of(first, options_of("lda"));
    expect(bool(model) && names_of(*model) == "2 9 10 ") << names_of(*model);
    Set ordered = set;
    for (int& label : ordered.labels) label = 2 - label;
    ordered.classes = {"2", "9", "10"};
    expect_alike(ordered, options_of("lda"));
    const auto same = fit_of(collected(ordered), options_of("lda"));
    expect(distance(model->projection(), same->projection()) < 1e-9);
  };

  "rows without a label are left out, and said"_test = [] {
    Set set = synthetic::gauss3(60, 18);
    for (std::size_t i = 0; i < 60; i += 7) set.labels[i] = -1;
    expect_alike(set, options_of("lda"));
    const RunningStatistics seen = collected(set);
    expect(seen.left_out == 9 && seen.rows() == 51);
    const auto model = fit_of(seen, options_of("lda"));
    expect(model->record().find("notes")->dump().find("9 unlabelled rows were") != std::string::npos);
  };

  "no method: what these statistics are enough for"_test = [] {
    Set set = synthetic::gauss3(60, 19);
    FitOptions options;
    const auto model = fit_of(collected(set), options);
    expect(bool(model) && model->record().text_or("method", "") == "lda" && model->outputs() == 2);
    RunningStatistics plain;
    Dataset<double> data = set.view();
    data.labels = nullptr;
    data.classes.clear();
    expect(bool(plain.push(data)));
    const auto axes = fit_of(plain, options);
    expect(bool(axes) && axes->record().text_or("method", "") == "pca" && axes->rule() == tanda::Rule::none);
    Monitor monitor;
    FitOptions pca = options_of("pca");
    const auto batch = tanda::internal::fit(registry(), data, pca, monitor);
    expect(distance(axes->projection(), batch->projection()) < 1e-9);
    expect(fit_of(plain, options_of("lda")).status().code() == Code::no_labels);
    const auto refused = fit_of(collected(set), options_of("lfda"));
    expect(refused.status().code() == Code::bad_argument);
    expect(refused.status().remedy().find("pca, lda, ulda, sle, laplda") != std::string::npos);
    expect(fit_of(collected(set), options_of("nothing")).status().code() == Code::unknown_method);
    for (const char* name : {"graph", "lambda"}) {
      const std::vector<Setting> settings =
          name == std::string("graph") ? std::vector<Setting>{}
                                       : std::vector<Setting>{{"graph", "class"}, {"lambda", "auto"}};
      expect(fit_of(collected(set), options_of("laplda", settings)).status().code() == Code::bad_parameter)
          << name;
    }
    FitOptions limited = options_of("lda");
    limited.memory_limit = 500;
    expect(fit_of(collected(set), limited).status().code() == Code::memory_limit);
    FitOptions negative = options_of("lda");
    negative.dims = -1;
    expect(fit_of(collected(set), negative).status().code() == Code::bad_argument);
  };

  "what cannot be fitted says why"_test = [] {
    const Set set = synthetic::gauss3(60, 20);
    expect(fit_of(RunningStatistics(), options_of("pca")).status().code() == Code::empty_data);
    expect(fit_of(collected(part_of(set, {0, 3, 6})), options_of("lda")).status().code() == Code::one_class);
    expect(fit_of(collected(part_of(set, {0, 1, 2})), options_of("lda")).status().code() ==
           Code::too_few_samples);
    expect(fit_of(collected(part_of(set, {0})), options_of("pca")).status().code() == Code::too_few_samples);
    Set same = synthetic::empty_set(9, 2, 3);
    expect(fit_of(collected(same), options_of("lda")).status().code() == Code::no_variation);
    Set unlabelled = set;
    std::fill(unlabelled.labels.begin(), unlabelled.labels.end(), -1);
    unlabelled.classes.clear();
    expect(fit_of(collected(unlabelled), options_of("pca")).status().code() == Code::empty_data);
  };

  "rows that do not go with the others change nothing"_test = [] {
    const Set set = synthetic::gauss3(30, 21);
    RunningStatistics seen = collected(set);
    const std::string before = encode_statistics(seen);
    const auto refused = [&](const tanda::Status& status, Code code) {
      expect(status.code() == code) << status.text();
      expect(encode_statistics(seen) == before);
    };
    Set bad = set;
    bad.values[100] = std::nan("");
    refused(seen.push(bad.view()), Code::not_finite);
    bad.values[100] = 1e80;
    refused(seen.push(bad.view()), Code::too_large);
    Set narrow = synthetic::gaussian(30, 5, 3, 1);
    refused(seen.push(narrow.view()), Code::wrong_shape);
    refused(seen.merge(collected(narrow)), Code::wrong_shape);
    Dataset<double> data = set.view();
    data.labels = nullptr;
    refused(seen.push(data), Code::wrong_shape);
    Set numbers = set;
    numbers.labels[3] = 7;
    refused(seen.push(numbers.view()), Code::wrong_shape);
    Set nameless = set;
    nameless.classes[1] = "";
    refused(seen.push(nameless.view()), Code::bad_argument);
    refused(seen.merge(collected(set, Scatter::per_class)), Code::wrong_shape);
    refused(seen.push(Dataset<double>{}), Code::empty_data);
    Dataset<double> named = set.view();
    named.features = {"a", "b", "c", "d", "e", "f"};
    RunningStatistics called = seen;
    expect(bool(called.push(named)) && called.features == named.features) << "names may come later";
    named.features[2] = "x";
    expect(called.push(named).code() == Code::wrong_shape);
    expect(bool(seen.merge(RunningStatistics())) && encode_statistics(seen) == before);
  };

  "statistics come back from their bytes, and others are refused"_test = [] {
    Set set = synthetic::gauss3(30, 22);
    set.classes = {"a", "b", "c"};
    for (const Scatter kept : {Scatter::pooled, Scatter::per_class}) {
      RunningStatistics seen = collected(set, kept);
      seen.features = {"1", "2", "3", "4", "5", "6"};
      seen.label_name = "kind";
      seen.label_column = 7;
      const std::string bytes = encode_statistics(seen);
      const auto back = tanda::internal::decode_statistics(bytes.data(), bytes.size());
      expect(bool(back) && encode_statistics(*back) == bytes);
      const auto model = fit_of(*back, options_of("lda"));
      expect(bool(model) && model->projection() == fit_of(seen, options_of("lda"))->projection());
      expect(model->features() == seen.features && model->record().dump().find("kind") != std::string::npos);
      for (std::size_t size = 0; size < bytes.size(); size += size < 400 ? 1 : 37)
        expect(!tanda::internal::decode_statistics(bytes.data(), size)) << double(size);
      for (std::size_t at = 0; at < bytes.size(); at += at < 400 ? 1 : 37) {
        std::string broken = bytes;
        broken[at] = char(broken[at] ^ 0x21);
        expect(!tanda::internal::decode_statistics(broken.data(), broken.size())) << double(at);
      }
    }
    // No samples yet, or none with a label.
    Set unlabelled = set;
    std::fill(unlabelled.labels.begin(), unlabelled.labels.end(), -1);
    for (const RunningStatistics& empty : {RunningStatistics(), collected(unlabelled)}) {
      const std::string bytes = encode_statistics(empty);
      const auto back = tanda::internal::decode_statistics(bytes.data(), bytes.size());
      expect(bool(back) && encode_statistics(*back) == bytes && back->left_out == empty.left_out);
    }
  };

  "bytes with a correct checksum are validated all the same"_test = [] {
    const std::string bytes = encode_statistics(collected(synthetic::gauss3(30, 23)));
    tanda::Random random(5);
    std::size_t taken = 0;
    for (int round = 0; round < 3000; ++round) {
      std::string broken = bytes;
      for (std::uint64_t k = 0; k <= random.below(3); ++k)
        broken[16 + random.below(bytes.size() - 16)] = char(random.below(256));
      if (round % 10 == 0) broken.resize(24 + random.below(bytes.size() - 24));
      const std::uint32_t crc = tanda::internal::crc32_of_many(&broken[16], broken.size() - 16);
      std::memcpy(&broken[12], &crc, sizeof crc);
      const auto back = tanda::internal::decode_statistics(broken.data(), broken.size());
      if (!back) continue;
      ++taken;
      for (const char* method : {"pca", "lda", "ulda", "sle"}) {
        const auto model = fit_of(*back, options_of(method));
        if (model) expect(model->projection().allFinite() && model->offset().allFinite()) << method;
      }
      RunningStatistics other = collected(synthetic::gauss3(30, 24));
      (void)other.merge(*back).code();
    }
    expect(taken > 100) << "numbers that could be";
  };
};

}  // namespace fit_statistics_test
