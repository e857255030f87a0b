// Streaming fits without a heap: compared with the hosted methods, merged, stored, and on difficult data.
#include <cmath>
#include <cstring>
#include <limits>

#include "fits.hpp"
#include "memory_meter.hpp"
#include "spans.hpp"
#include "tanda/learn.hpp"
#include "twins.hpp"

namespace device_test {
using namespace ut;
using synthetic::Set;
using tanda::Code;
using tanda::Columns;
using tanda::Projection;
using tanda::Scatter;
using tanda::Statistics;
using tanda::device::FitMemory;
using tanda::device::Fitted;
using tanda::device::SignedWeights;
using tanda::internal::Index;
using tanda::internal::MatrixD;
using tanda::internal::Setting;
using tanda::internal::VectorD;

template <class Seen, class S>
void push_all(Seen& statistics, const Set<S>& set, std::size_t first = 0, std::size_t step = 1) {
  for (std::size_t i = first; i < set.labels.size(); i += step) {
    const Code code = statistics.push(set.values.data() + i * std::size_t(set.columns), set.labels[i]);
    expect(code == Code::ok);
  }
}

template <class S, std::size_t D, std::size_t R>
MatrixD rows(const Projection<S, D, R>& map, int dims) {
  return rows_of(map.matrix, Index(D), dims);
}

/// A fit on the device and the hosted fit of the same samples.
struct Twin {
  const char* method;
  std::vector<Setting> settings;
  Columns columns = Columns::b_normal;
  bool turned = false;  ///< eigenvalues are equal: only the metric P'P is determined
};

template <class Seen, class Memory, class Map>
Fitted fit_on_device(const Twin& twin, const Seen& statistics, Memory& memory, Map& map) {
  const std::string method = twin.method;
  const auto setting = [&](const char* name, const char* fallback) {
    for (const Setting& s : twin.settings) {
      if (s.first == name) return s.second;
    }
    return std::string(fallback);
  };
  if (method == "pca") return fit_pca(statistics, memory, map);
  if (method == "lda")
    return fit_lda(statistics, memory, map, {std::stod(setting("ridge", "0.1")), twin.columns});
  if (method == "ulda") return fit_ulda(statistics, memory, map, {twin.columns});
  if (method == "laplda") return fit_laplda(statistics, memory, map, {std::stod(setting("lambda", "1"))});
  const std::string weights = setting("weights", "plain");
  return fit_sle(statistics, memory, map,
                 {weights == "plain"      ? SignedWeights::plain
                  : weights == "balanced" ? SignedWeights::balanced
                                          : SignedWeights::side});
}

template <std::size_t D, std::size_t C, std::size_t R, Scatter kept, class S>
void check_twin(const Twin& twin, const Set<double>& raw, double angle) {
  const Set<S> set = raw.cast<S>();
  const bool blocks = std::strcmp(twin.method, "sle") == 0 && C > 2;
  // The hosted fit of exactly the samples that the device saw, in double.
  const auto model =
      fit_set(set.template cast<double>(), twin.method, twin.settings, Index(blocks ? R / C : R));
  const std::string name = twin_name(twin.method, twin.settings, sizeof(S));
  expect(bool(model)) << name << model.status().text();
  Statistics<S, int(D), int(C), kept> statistics;
  push_all(statistics, set);
  FitMemory<D> memory;
  Projection<S, D, R> map{};
  const Fitted fitted = fit_on_device(twin, statistics, memory, map);
  expect(bool(fitted)) << name << tanda::info(fitted.code).name;
  if (!model || !fitted) return;
  const VectorD offset =
      Eigen::Map<const tanda::internal::PlainVector<S>>(map.offset, fitted.dims).template cast<double>();
  expect_twins(*model, rows(map, fitted.dims), offset,
               {angle, blocks ? fitted.dims / Index(C) : 0, twin.turned}, name);
}

template <std::size_t D, std::size_t C, std::size_t R, Scatter kept = Scatter::pooled>
void check(const Twin& twin, const Set<double>& set, double float_angle = 1e-3, double double_angle = 1e-8) {
  check_twin<D, C, R, kept, double>(twin, set, double_angle);
  check_twin<D, C, R, kept, float>(twin, set, float_angle);
}

/// The samples with every feature shifted and scaled.
Set<double> moved(Set<double> set, double scale, double shift) {
  for (double& value : set.values) value = value * scale + shift;
  return set;
}

const suite device_suite = [] {
  "device fits equal hosted fits"_test = [] {
    const Set<double> gauss = synthetic::gauss3(90, 102), arcs = synthetic::arcs3(150, 3);
    for (const Twin& twin :
         {Twin{"lda", {}}, Twin{"lda", {{"ridge", "0"}}}, Twin{"ulda", {}},
          Twin{"lda", {{"columns", "unit"}}, Columns::unit},
          Twin{"lda", {{"columns", "orthonormal"}}, Columns::orthonormal},
          Twin{"ulda", {{"columns", "unit"}}, Columns::unit}, Twin{"laplda", {{"graph", "class"}}},
          Twin{"laplda", {{"graph", "class"}, {"lambda", "0"}}},
          Twin{"laplda", {{"graph", "class"}, {"lambda", "100"}}}}) {
      check<6, 3, 2>(twin, gauss);
      check<10, 3, 2>(twin, arcs);
    }
    check<6, 3, 3>({"pca", {}}, gauss);
    check<10, 3, 3>({"pca", {}}, arcs);
    check<6, 3, 3>({"sle", {}}, gauss);
    check<10, 3, 3>({"sle", {}}, arcs);
    check<10, 3, 6>({"sle", {}}, arcs);
    for (const char* weights : {"balanced", "side"}) {
      check<6, 3, 6, Scatter::per_class>({"sle", {{"weights", weights}}}, gauss);
      check<10, 3, 6, Scatter::per_class>({"sle", {{"weights", weights}}}, arcs);
    }
    check<7, 2, 1>({"sle", {}}, synthetic::gaussian(60, 7, 2, 4));
    check<6, 3, 2, Scatter::per_class>({"lda", {}}, gauss);
  };

  "means far from zero lose no digits"_test = [] {
    const Set<double> far = moved(synthetic::gauss3(90, 102), 1, 400);
    for (const char* method : {"lda", "ulda"}) check<6, 3, 2>({method, {}}, far);
    check<6, 3, 2>({"lda", {{"ridge", "0"}}}, far);
    check<6, 3, 3>({"pca", {}}, far);
    check<6, 3, 3>({"sle", {}}, far);
    // Many samples far from zero: subtracting one mean at the end would lose all digits of a float.
    const Set<double> farther = moved(synthetic::gauss3(6000, 102), 1, 40000);
    check<6, 3, 2>({"lda", {}}, farther, 1e-4);
  };

  "features in very different units"_test = [] {
    Set<double> set = synthetic::gauss3(90, 102);
    for (std::size_t i = 0; i < set.values.size(); ++i)
      set.values[i] *= std::pow(10.0, 0.6 * double(i % 6) - 1);
    check<6, 3, 2>({"ulda", {}}, set);
    check<6, 3, 2>({"lda", {{"ridge", "0"}}}, set);
    check<6, 3, 3>({"sle", {}}, set);
    // A constant feature changes nothing about the others.
    Set<double> with_constant = synthetic::empty_set(90, 7, 3);
    for (std::size_t i = 0; i < 90; ++i) {
      std::copy_n(set.values.begin() + std::ptrdiff_t(6 * i), 6,
                  with_constant.values.begin() + std::ptrdiff_t(7 * i));
      with_constant.values[7 * i + 6] = 1.1;
    }
    check<7, 3, 2>({"ulda", {}}, with_constant);
  };

  "fewer samples than features, constant and repeated features"_test = [] {
    const Set<double> wide = synthetic::gaussian(18, 24, 3, 5);
    check<24, 3, 2>({"lda", {}}, wide);
    check<24, 3, 2>({"ulda", {}, {}, true}, wide);
    check<24, 3, 5>({"pca", {}}, wide);
    check<24, 3, 3>({"sle", {}}, wide);
    check<24, 3, 2>({"laplda", {{"graph", "class"}}}, wide);
    Set<double> set = synthetic::gaussian(60, 7, 3, 6);
    for (int i = 0; i < 60; ++i) {
      set.values[std::size_t(i * 7 + 2)] = 42.1;
      set.values[std::size_t(i * 7 + 5)] =
          set.values[std::size_t(i * 7 + 1)] - set.values[std::size_t(i * 7)];
    }
    for (const char* method : {"lda", "ulda"}) check<7, 3, 2>({method, {}}, set);
    check<7, 3, 2>({"lda", {{"ridge", "0"}}}, set);
    check<7, 3, 2>({"laplda", {{"graph", "class"}}}, set);
    check<7, 3, 3>({"sle", {}}, set);
    check<7, 3, 3>({"pca", {}}, set);
  };

  "classes of one sample, empty classes"_test = [] {
    Set<double> set = synthetic::gaussian(40, 5, 3, 7);
    for (std::size_t i = 0; i < 40; ++i) set.labels[i] = i == 3 ? 2 : int(i % 2);
    for (const char* method : {"lda", "ulda"}) check<5, 3, 2>({method, {}}, set);
    check<5, 3, 3>({"sle", {}}, set);
    // A class of half of the samples: its graph has equal weights inside and outside.
    for (std::size_t i = 0; i < 40; ++i) set.labels[i] = i % 2 == 0 ? 0 : i % 5 < 2 ? 1 : 2;
    check<5, 3, 6, Scatter::per_class>({"sle", {{"weights", "balanced"}}}, set);
    for (std::size_t i = 0; i < 40; ++i) set.labels[i] = i == 3 ? 2 : int(i % 2);
    // Class 3 of four has no sample: hosted fits skip it, so the result has two rows and the third is zero.
    Statistics<double, 5, 4> gap;
    push_all(gap, set);
    FitMemory<5> memory;
    Projection<double, 5, 3> map{};
    for (double& value : map.matrix) value = 7;
    const Fitted fitted = fit_lda(gap, memory, map);
    expect(fitted && fitted.dims == 2);
    expect(map.matrix[10] == 0 && map.offset[2] == 0 && map.matrix[0] != 7);
  };

  "the solver may be single too"_test = [] {
    const Set<double> set = synthetic::gauss3(90, 102);
    Statistics<float, 6, 3> statistics;
    push_all(statistics, set.cast<float>());
    FitMemory<6, float> single;
    FitMemory<6> fine;
    Projection<float, 6, 2> coarse_map{}, fine_map{};
    expect(fit_lda(statistics, single, coarse_map) && fit_lda(statistics, fine, fine_map));
    expect(largest_angle(rows(coarse_map, 2).transpose(), rows(fine_map, 2).transpose()) < 1e-3);
    expect(fit_pca(statistics, single, coarse_map) && fit_pca(statistics, fine, fine_map));
    expect(largest_angle(rows(coarse_map, 2).transpose(), rows(fine_map, 2).transpose()) < 1e-3);
  };

  "two hundred thousand samples in single precision"_test = [] {
    const Set<float> set = synthetic::gauss3(200000, 5).cast<float>();
    Statistics<double, 6, 3> exact;
    Statistics<float, 6, 3> once, merged, parts[20];
    push_all(exact, set);
    push_all(once, set);
    for (std::size_t p = 0; p < 20; ++p) {
      push_all(parts[p], set, p, 20);
      expect(merged.merge(parts[p]) == Code::ok);
    }
    FitMemory<6> memory;
    Projection<double, 6, 2> wanted{};
    Projection<float, 6, 2> found{};
    expect(bool(fit_ulda(exact, memory, wanted)));
    const auto off = [&](const Statistics<float, 6, 3>& statistics) {
      expect(bool(fit_ulda(statistics, memory, found)));
      return largest_angle(rows(found, 2).transpose(), rows(wanted, 2).transpose());
    };
    expect(off(once) < 1e-4) << off(once);
    expect(off(merged) < 1e-5) << "sums of parts lose fewer digits:" << off(merged);
  };

  "merged halves equal the whole, in any order"_test = [] {
    const Set<double> set = moved(synthetic::arcs3(240, 8), 1, 300);
    using Seen = Statistics<double, 10, 3, Scatter::per_class>;
    Seen whole, parts[3];
    push_all(whole, set);
    for (std::size_t p = 0; p < 3; ++p) push_all(parts[p], set, p, 4);  // 0, 1, 2 mod 4
    push_all(parts[1], set, 3, 4);
    FitMemory<10> memory;
    Projection<double, 10, 2> wanted{}, found{};
    expect(bool(fit_ulda(whole, memory, wanted)));
    for (const auto& order : {std::vector<int>{0, 1, 2}, {2, 0, 1}, {1, 2, 0}}) {
      Seen merged;
      for (const int p : order) expect(merged.merge(parts[p]) == Code::ok);
      expect(merged.count() == 240 && merged.count(1) == whole.count(1));
      expect(bool(fit_ulda(merged, memory, found)));
      expect((rows(found, 2) - rows(wanted, 2)).norm() < 1e-10 * rows(wanted, 2).norm());
    }
    // (a + b) + c = a + (b + c)
    Seen tail = parts[1], left = parts[0];
    expect(tail.merge(parts[2]) == Code::ok && left.merge(tail) == Code::ok && left.count() == 240);
    expect(bool(fit_ulda(left, memory, found)));
    expect((rows(found, 2) - rows(wanted, 2)).norm() < 1e-10 * rows(wanted, 2).norm());
    // Merged with itself and with empty statistics.
    Seen twice = whole;
    expect(twice.merge(twice) == Code::ok && twice.count() == 480);
    expect(bool(fit_ulda(twice, memory, found)));
    expect(largest_angle(rows(found, 2).transpose(), rows(wanted, 2).transpose()) < 1e-9);
    expect(whole.merge(Seen()) == Code::ok && whole.count() == 240);
  };

  "a class per device merges too"_test = [] {
    const Set<float> set = synthetic::gauss3(90, 102).cast<float>();
    using Seen = Statistics<float, 6, 3>;
    Seen whole, merged;
    push_all(whole, set);
    for (std::size_t c = 0; c < 3; ++c) {
      Seen part;
      push_all(part, set, c, 3);
      expect(merged.merge(part) == Code::ok);
    }
    FitMemory<6> memory;
    Projection<float, 6, 2> wanted{}, found{};
    expect(fit_lda(whole, memory, wanted) && fit_lda(merged, memory, found));
    expect(largest_angle(rows(found, 2).transpose(), rows(wanted, 2).transpose()) < 1e-4);
  };

  "saved bytes load again, others are refused"_test = [] {
    using Seen = Statistics<float, 6, 3>;
    static_assert(std::is_trivially_copyable_v<Seen> && std::is_standard_layout_v<Seen>);
    Seen statistics, loaded;
    push_all(statistics, synthetic::gauss3(90, 102).cast<float>());
    std::vector<unsigned char> bytes(Seen::fixed_saved_bytes());
    statistics.save(bytes.data());
    expect(loaded.load(bytes.data(), bytes.size()) == Code::ok && loaded.count() == 90);
    expect(std::memcmp(&loaded, &statistics, sizeof loaded) == 0);
    expect(loaded.load(bytes.data(), bytes.size() - 1) == Code::wrong_shape);
    Statistics<float, 6, 4> other;
    expect(other.load(bytes.data(), bytes.size()) == Code::wrong_shape);
    Statistics<double, 6, 3> finer;
    Statistics<float, 6, 3, Scatter::per_class> richer;
    expect(finer.load(bytes.data(), bytes.size()) == Code::wrong_shape);
    expect(richer.load(bytes.data(), bytes.size()) == Code::wrong_shape);
    expect(loaded.load(bytes.data(), 3) == Code::wrong_shape);
    // A class without samples has no mean.
    std::vector<unsigned char> emptied = bytes;
    std::memset(&emptied[16 + 4], 0, 4);
    expect(loaded.load(emptied.data(), emptied.size()) == Code::bad_model);
    for (const std::size_t at : {0, 1, 4, 5, 6, 8, 9, 12, 13}) {
      std::vector<unsigned char> broken = bytes;
      broken[at] ^= 0x40;
      expect(loaded.load(broken.data(), broken.size()) != Code::ok) << "byte" << double(at);
    }
    const float bad[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                         -1e30f};
    for (const float value : bad) {
      std::vector<unsigned char> broken = bytes;
      std::memcpy(&broken[bytes.size() - 4], &value, 4);  // the last feature's scatter
      expect(loaded.load(broken.data(), broken.size()) == Code::bad_model) << value;
    }
    expect(std::memcmp(&loaded, &statistics, sizeof loaded) == 0) << "what was refused changed nothing";
  };

  "bad samples change nothing"_test = [] {
    Statistics<float, 2, 2> statistics;
    const float good[2] = {1, 2}, nan[2] = {1, std::numeric_limits<float>::quiet_NaN()},
                infinite[2] = {-std::numeric_limits<float>::infinity(), 0}, large[2] = {0, 1e20f};
    const double beyond[2] = {1e60, 0};
    expect(statistics.push(good, 0) == Code::ok);
    const auto before = statistics;
    expect(statistics.push(nan, 0) == Code::not_finite && statistics.push(infinite, 1) == Code::not_finite);
    expect(statistics.push(large, 0) == Code::too_large && statistics.push(beyond, 0) == Code::too_large);
    expect(statistics.push(good, 2) == Code::wrong_shape && statistics.push(good, -1) == Code::wrong_shape);
    expect(std::memcmp(&before, &statistics, sizeof before) == 0);
    const short counts[2] = {3, 4};
    expect(statistics.push(counts, 1) == Code::ok && statistics.count() == 2);
  };

  "what cannot be fitted says why and leaves the map alone"_test = [] {
    using Seen = Statistics<float, 3, 3>;
    FitMemory<3> memory;
    Projection<float, 3, 3> map{};
    map.matrix[0] = 5;
    const auto codes = [&](const Seen& s, Code unsupervised, Code supervised) {
      expect(fit_pca(s, memory, map).code == unsupervised);
      expect(fit_lda(s, memory, map).code == supervised && fit_ulda(s, memory, map).code == supervised);
      expect(fit_sle(s, memory, map).code == supervised && fit_laplda(s, memory, map).code == supervised);
      expect(map.matrix[0] == 5);
    };
    Seen s;
    codes(s, Code::empty_data, Code::empty_data);
    const float x[4][3] = {{1, 2, 3}, {1, 2, 3}, {4, 5, 7}, {0, 1, 9}};
    expect(s.push(x[0], 0) == Code::ok);
    codes(s, Code::too_few_samples, Code::too_few_samples);
    expect(s.push(x[1], 0) == Code::ok);
    codes(s, Code::no_variation, Code::one_class);  // all equal
    expect(s.push(x[1], 1) == Code::ok);
    codes(s, Code::no_variation, Code::no_variation);
    Seen singles;
    for (int i = 0; i < 3; ++i) expect(singles.push(x[i + 1], i) == Code::ok);
    expect(fit_lda(singles, memory, map).code == Code::too_few_samples);
    Seen one;
    for (const auto& row : x) expect(one.push(row, 2) == Code::ok);
    expect(fit_lda(one, memory, map).code == Code::one_class && map.matrix[0] == 5);
    expect(fit_lda(one, memory, map, {-1, {}}).code == Code::bad_parameter);
    expect(fit_lda(one, memory, map, {std::nan(""), {}}).code == Code::bad_parameter);
    expect(fit_laplda(one, memory, map, {-1}).code == Code::bad_parameter);
    expect(fit_sle(one, memory, map, {SignedWeights::balanced}).code == Code::bad_parameter);
    expect(bool(fit_pca(one, memory, map)) && map.matrix[0] != 5);
    Projection<float, 3, 2> narrow{};  // three classes need three blocks
    Seen three = one;
    expect(three.push(x[0], 0) == Code::ok && three.push(x[2], 1) == Code::ok);
    expect(fit_sle(three, memory, narrow).code == Code::bad_argument);
  };

  "classes of equal means"_test = [] {
    Statistics<double, 2, 2> s;
    const double x[4][2] = {{1, 0}, {-1, 0}, {0, 2}, {0, -2}};
    for (int i = 0; i < 4; ++i) expect(s.push(x[i], i / 2) == Code::ok);
    FitMemory<2> memory;
    Projection<double, 2, 1> map{};
    for (const Fitted fitted : {fit_lda(s, memory, map), fit_ulda(s, memory, map), fit_sle(s, memory, map),
                                fit_laplda(s, memory, map)}) {
      expect(fitted && fitted.dims == 1 && std::isfinite(map.matrix[0]) && std::isfinite(map.matrix[1]));
    }
  };

  "streaming fits never touch the heap"_test = [] {
    if (!meter::available()) return;
    const Set<float> set = synthetic::gauss3(90, 102).cast<float>();
    using Seen = Statistics<float, 6, 3, Scatter::per_class>;
    unsigned char bytes[Seen::fixed_saved_bytes()];
    int failed = 0;
    meter::reset_peak();
    const std::size_t before = meter::live();
    {
      Seen statistics, other;
      for (std::size_t i = 0; i < 90; ++i)
        failed += statistics.push(set.values.data() + 6 * i, set.labels[i]) != Code::ok;
      statistics.save(bytes);
      failed += other.load(bytes, Seen::fixed_saved_bytes()) != Code::ok;
      failed += other.merge(statistics) != Code::ok;
      FitMemory<6> memory;
      Projection<float, 6, 3> map;
      failed += !fit_pca(other, memory, map) + !fit_lda(other, memory, map) + !fit_ulda(other, memory, map) +
                !fit_laplda(other, memory, map) + !fit_sle(other, memory, map) +
                !fit_sle(other, memory, map, {SignedWeights::balanced});
    }
    const std::size_t peak = meter::peak(), after = meter::live();
    expect(failed == 0 && peak == before && after == before) << double(peak - before) << "bytes";
  };
};

}  // namespace device_test
