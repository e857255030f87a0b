// Statistics beyond what fits on the device use: dynamic sizes, serialising, forgetting, removing.
#include <cmath>
#include <cstring>

#include "spans.hpp"
#include "synthetic.hpp"
#include "tanda/learn.hpp"
#include "twins.hpp"
#include "ut.hpp"

namespace statistics_stream_test {
using namespace ut;
using tanda::Code;
using tanda::Projection;
using tanda::Scatter;
using tanda::Statistics;
using tanda::device::FitMemory;
using tanda::device::Target;
using tanda::internal::Index;
using tanda::internal::MatrixD;

using Dynamic = Statistics<double>;
using PerClass = Statistics<double, 6, 3, Scatter::per_class>;

template <class Seen>
void push_all(Seen& seen, const synthetic::Set<double>& set) {
  expect(seen.push(set.values.data(), set.labels.data(), set.labels.size()) == Code::ok);
}

template <class Seen = Dynamic>
Seen sized(int dims, int classes) {
  Seen seen;
  expect(seen.reset(dims, classes) == Code::ok);
  return seen;
}

template <class Seen>
MatrixD directions(const Seen& seen) {
  FitMemory<6, double> memory;
  std::vector<double> matrix(12), offset(2);
  const auto fitted = fit_lda(seen, memory.scratch(), Target<double>{matrix.data(), offset.data(), 2});
  expect(bool(fitted)) << tanda::info(fitted.code).name;
  return rows_of(matrix.data(), 6, 2);
}

const suite statistics_stream_suite = [] {
  const auto set = synthetic::gauss3(90, 102);

  "dynamic statistics are the fixed ones"_test = [set] {
    Statistics<double, 6, 3> fixed;
    Dynamic dynamic = sized(6, 3);
    push_all(fixed, set);
    push_all(dynamic, set);
    expect(fixed.count() == 90 && dynamic.count(1) == fixed.count(1));
    expect((directions(fixed) - directions(dynamic)).norm() == 0);
    // All sizes dynamic.
    std::vector<double> a(36), b(36), values(6), mean(6), work(12), matrix(12), offset(2);
    const tanda::small::Scratch<double> scratch(a.data(), b.data(), values.data(), mean.data(), work.data(),
                                                6);
    expect(bool(fit_lda(dynamic, scratch, Target<double>{matrix.data(), offset.data(), 2})));
    expect((rows_of(matrix.data(), 6, 2) - directions(fixed)).norm() < 1e-12);
    expect(dynamic.merge(sized(5, 3)) == Code::wrong_shape && dynamic.merge(sized(6, 3)) == Code::ok);
  };

  "bytes go between fixed and dynamic, and hostile ones are refused"_test = [set] {
    Statistics<double, 6, 3> fixed;
    push_all(fixed, set);
    std::vector<unsigned char> bytes(fixed.saved_bytes());
    expect(bytes.size() == Statistics<double, 6, 3>::fixed_saved_bytes());
    fixed.save(bytes.data());
    expect(std::memcmp(bytes.data(), "TSTS\1\10\0\0\6\0\0\0\3\0\0\0", 16) == 0) << "little-endian everywhere";
    Dynamic loaded;
    expect(loaded.load(bytes.data(), bytes.size()) == Code::ok && loaded.dims() == 6 && loaded.count() == 90);
    expect((directions(loaded) - directions(fixed)).norm() == 0);
    for (std::size_t size = 0; size < bytes.size(); size += 7) {
      expect(loaded.load(bytes.data(), size) == Code::wrong_shape);
    }
    for (std::size_t at = 0; at < 16; ++at) {
      for (const unsigned char value : {0x40, 0xff}) {
        std::vector<unsigned char> broken = bytes;
        broken[at] ^= value;
        expect(loaded.load(broken.data(), broken.size()) != Code::ok) << "byte" << double(at);
      }
    }
    std::vector<unsigned char> newer = bytes;
    newer[4] = 2;
    expect(loaded.load(newer.data(), newer.size()) == Code::model_version);
    expect(loaded.count() == 90 && loaded.classes() == 3) << "what was refused changed nothing";
  };

  "a class removed was never there"_test = [set] {
    PerClass all, without;
    push_all(all, set);
    for (std::size_t i = 0; i < 90; ++i) {
      if (set.labels[i] != 1) expect(without.push(set.values.data() + 6 * i, set.labels[i]) == Code::ok);
    }
    expect(all.remove(1) == Code::ok && all.count() == without.count() && all.count(1) == 0);
    FitMemory<6, double> memory;
    Projection<double, 6, 1> first{}, second{};
    expect(bool(fit_lda(all, memory, first)) && bool(fit_lda(without, memory, second)));
    expect((rows_of(first.matrix, 6, 1) - rows_of(second.matrix, 6, 1)).norm() < 1e-10);
    expect(all.remove(3) == Code::wrong_shape && all.remove(-1) == Code::wrong_shape);
    Statistics<double, 6, 3> pooled;
    push_all(pooled, set);
    expect(pooled.remove(1) == Code::bad_argument && pooled.count() == 90);
  };

  "what is forgotten fades"_test = [set] {
    Statistics<double, 6, 3> faded, twice;
    push_all(faded, set);
    const MatrixD before = directions(faded);
    expect(faded.forget(0.25) == Code::ok && faded.count() == 22.5);
    expect((directions(faded) - 2 * before).norm() < 1e-9) << "t'Bt = 1 with a quarter of B";
    // Adding samples with weight ¼ and again with weight ¾ equals adding them once.
    push_all(twice, set);
    expect(twice.forget(0.75) == Code::ok && faded.merge(twice) == Code::ok);
    expect((directions(faded) - before).norm() < 1e-9);
    for (const double bad : {-0.1, 1.1, std::nan("")}) expect(faded.forget(bad) == Code::bad_argument);
    // Every sample fades before the next one is added, until less than one of each class remains; that still
    // allows a fit.
    Statistics<double, 6, 3> window;
    for (std::size_t i = 0; i < 90; ++i) {
      expect(window.forget(0.6) == Code::ok);
      expect(window.push(set.values.data() + 6 * i, set.labels[i]) == Code::ok);
    }
    expect(window.count() < 2.6 && directions(window).allFinite());
    expect(window.forget(0) == Code::ok && window.count() == 0);
    expect(window.push(set.values.data(), 0) == Code::ok && window.count() == 1);
  };

  "a first sample far off costs no digits for ever"_test = [set] {
    const auto pushed = [&set](Statistics<float, 6, 3>& to, float shift) {
      for (std::size_t i = 0; i < 90; ++i) {
        float x[6];
        for (std::size_t j = 0; j < 6; ++j) x[j] = float(set.values[6 * i + j]) + shift;
        expect(to.push(x, set.labels[i]) == Code::ok);
      }
    };
    Statistics<float, 6, 3> far, near, both;
    const float glitch[6] = {1e7f, 1e7f, 1e7f, 1e7f, 1e7f, 1e7f};
    expect(far.push(glitch, 0) == Code::ok && far.forget(0) == Code::ok);
    pushed(near, 0);
    both = near;
    expect(both.merge(far) == Code::ok && (both.mean(1) - near.mean(1)).norm() == 0) << "of no weight";
    Statistics<float, 6, 3> one;
    expect(one.push(glitch, 0) == Code::ok && one.merge(near) == Code::ok);
    expect((one.mean(1) + one.origin() - near.mean(1) - near.origin()).norm() < 1e-4f) << "the larger one's";
    Statistics<float, 6, 3> fading;
    expect(fading.push(glitch, 0) == Code::ok);
    for (int round = 0; round < 3; ++round) {
      expect(fading.forget(0.001f) == Code::ok);
      pushed(fading, 0);
    }
    expect(fading.origin().norm() < 1e5f) << "the origin follows";
  };

  "sizes that do not go together are refused"_test = [set] {
    Statistics<double> seen = sized(6, 3);
    push_all(seen, set);
    FitMemory<5, double> small_memory;
    Projection<double, 5, 1> small_map{};
    expect(fit_lda(seen, small_memory, small_map).code == Code::wrong_shape);
    using HalfFixed = Statistics<float, 4, Eigen::Dynamic>;
    const float x[8] = {};
    HalfFixed half;
    expect(half.push(x, 0) == Code::wrong_shape) << "there is no room before reset";
    for (const auto& [dims, classes] : {std::pair<int, int>{8, 2}, {-1, 2}, {4, 0}, {4, 65536}})
      expect(half.reset(dims, classes) == Code::wrong_shape && half.dims() == 0);
    expect(half.reset(4, 2) == Code::ok && half.push(x, 1) == Code::ok && half.count(1) == 1);
  };

  "dynamic statistics are copied, moved and numbered anew"_test = [set] {
    Dynamic seen = sized(6, 3), copied, renumbered;
    push_all(seen, set);
    expect(copied.copy(seen) == Code::ok && copied.mean(2) == seen.mean(2) && copied.count() == 90);
    const int to[] = {3, 0, 1};
    expect(seen.renumber(to, 4, renumbered) == Code::ok && renumbered.classes() == 4);
    expect(renumbered.mean(0) == seen.mean(1) && renumbered.count(2) == 0 &&
           renumbered.count(3) == seen.count(0));
    expect(copied.renumber(to, 4, copied) == Code::ok && copied.mean(3) == renumbered.mean(3));
    const Dynamic moved = std::move(copied);
    expect(moved.classes() == 4 && moved.scatter(0) == seen.scatter(0) && copied.dims() == 0);
    expect(copied.copy(Dynamic()) == Code::ok && copied.dims() == 0);
  };

  "bytes that no stream could have led to are refused"_test = [set] {
    using Seen = Statistics<float, 2, 2>;
    Seen seen;
    for (std::size_t i = 0; i < 90; ++i) {
      const float x[2] = {float(set.values[6 * i]), float(set.values[6 * i + 1])};
      expect(seen.push(x, set.labels[i] % 2) == Code::ok);
    }
    unsigned char bytes[Seen::fixed_saved_bytes()];
    const auto with = [&](std::size_t number, float value) {
      seen.save(bytes);
      std::memcpy(bytes + 16 + 4 * number, &value, 4);
      return Seen().load(bytes, sizeof bytes);
    };
    constexpr std::size_t count = 0, origin = 2, mean = 4, scatter = 8;
    expect(with(count, 30) == Code::ok) << "another weight is possible";
    for (const auto& [number, value] : {std::pair<std::size_t, float>{count, -1.f},
                                        {count, 1e30f},
                                        {origin, 1e20f},
                                        {mean, 1e20f},
                                        {scatter, -1.f},
                                        {scatter, 3e38f},
                                        {scatter + 1, -3e38f}})
      expect(with(number, value) == Code::bad_model) << double(number) << double(value);
  };

  "a class is full when one more would not count"_test = [] {
    Statistics<float, 1, 1> seen;
    const float x[1] = {1};
    expect(seen.push(x, 0) == Code::ok);
    for (int i = 0; i < 24; ++i) expect(seen.merge(seen) == Code::ok);
    expect(seen.count() == 16777216 && seen.push(x, 0) == Code::too_large &&
           seen.merge(seen) == Code::too_large);
  };
};

}  // namespace statistics_stream_test
