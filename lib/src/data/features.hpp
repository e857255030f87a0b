// Statistics of each feature: mean, deviation and range.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "data/dataset.hpp"
#include "data/preprocess.hpp"

namespace tanda::internal {

/// Samples processed together, so that the running values are read and written once for all of them.
constexpr Index samples_at_once = 4;

/// Gives the selected samples one by one, scaled to unit length if wanted. Matrices computed from them are
/// allocated in home().
template <class S>
class Source {
 public:
  Source(const Dataset<S>& data, const Array<int>& order, Scale scale, Workspace* w = nullptr)
      : data_(data), order_(order), length_(VectorD::in(w)) {
    if (scale != Scale::unit) return;
    length_ = VectorD::Ones(count());
    if (measuring(w)) return;
    for (Index i = 0; i < count(); ++i) {
      const double length = data.x.col(order[std::size_t(i)]).template cast<double>().stableNorm();
      if (length > 0) length_[i] = length;
    }
  }

  Index count() const { return Index(order_.size()); }
  Index dims() const { return data_.dims(); }
  Workspace* home() const { return length_.home(); }

  /// Calls use(row), where row(i) is sample i, in the data's own type. A sample scaled to unit length is a
  /// double vector that is overwritten after three more calls of row.
  template <class Use>
  void with_rows(Use use) const {
    const auto own = [&](Index i) { return data_.x.col(order_[std::size_t(i)]).data(); };
    if (length_.size() == 0) return use(own);
    MatrixD changed(home(), dims(), samples_at_once);
    use([&](Index i) {
      double* const x = changed.col(i % samples_at_once).data();
      for (Index j = 0; j < dims(); ++j) x[j] = double(own(i)[j]) / length_[i];
      return const_cast<const double*>(x);
    });
  }

 private:
  const Dataset<S>& data_;
  const Array<int>& order_;
  VectorD length_;
};

/// Statistics of each feature.
struct FeatureSummary {
  VectorD mean, deviation, low, high;

  /// A summary without values, to be filled in by the caller.
  FeatureSummary(Workspace* home, Index dims)
      : mean(home, dims), deviation(home, dims), low(home, dims), high(home, dims) {}
  template <class S>
  explicit FeatureSummary(const Source<S>& source)
      : mean(source.home(), VectorD::Zero(source.dims())),
        deviation(source.home(), VectorD::Zero(source.dims())),
        low(source.home(), source.dims()),
        high(source.home(), source.dims()) {
    source.with_rows([&](const auto& row) { gather(row, source.dims(), source.count()); });
  }

  /// The factor by which feature j is multiplied.
  double factor(Index j, Scale scale) const {
    const double spread = scale == Scale::zscore ? deviation[j] : high[j] - low[j];
    return (scale == Scale::zscore || scale == Scale::minmax) && spread > 0 ? 1 / spread : 1;
  }

  /// Whether the range of some feature is more than ten times as large or as small as the median range.
  /// Constant features do not count, nor do narrow features that are at one of their ends in most samples,
  /// such as pixels at the edge of a picture.
  template <class S>
  bool differ_in_scale(const Source<S>& source) const {
    return differ_in_scale(double(source.count()), [&](Array<Narrow>& narrow) {
      source.with_rows([&](const auto& row) {
        for (Index i = 0; i < source.count(); ++i) {
          const auto* const x = row(i);
          for (Narrow& each : narrow) {
            each.at_low += double(x[each.feature]) == low[each.feature];
            each.at_high += double(x[each.feature]) == high[each.feature];
          }
        }
      });
    });
  }

  /// A narrow feature, and the numbers of samples at its ends.
  struct Narrow {
    Index feature;
    double at_low, at_high;
  };
  /// The same for a given number of samples; `count` fills in the numbers of samples at the ends.
  template <class Count>
  bool differ_in_scale(double samples, Count count) const {
    constexpr double most = 10;
    Workspace* const home = mean.home();
    Array<Narrow> narrow(home);
    narrow.reserve(std::size_t(mean.size()));
    Array<double> ranges(home);
    ranges.reserve(std::size_t(mean.size()));
    if (measuring(home)) return false;
    for (Index j = 0; j < mean.size(); ++j) {
      if (high[j] > low[j]) ranges.push_back(high[j] - low[j]);
    }
    if (ranges.empty()) return false;
    const auto middle = ranges.begin() + std::ptrdiff_t(ranges.size() / 2);
    std::nth_element(ranges.begin(), middle, ranges.end());
    const double median = *middle;
    if (*std::max_element(middle, ranges.end()) > most * median) return true;
    for (Index j = 0; j < mean.size(); ++j) {
      if (high[j] > low[j] && most * (high[j] - low[j]) < median) narrow.emplace_back(j, 0.0, 0.0);
    }
    if (narrow.empty()) return false;
    count(narrow);
    return std::any_of(narrow.begin(), narrow.end(), [&](const Narrow& each) {
      return 2 * std::max(each.at_low, each.at_high) <= samples;
    });
  }

  /// The largest distance of feature j from a value.
  double reach(Index j, double from) const { return std::max(high[j] - from, from - low[j]); }

 private:
  /// Each loop does one operation, in one type, for four samples, so that compilers vectorise it.
  template <class Row>
  [[gnu::noinline]] void gather(const Row& row, Index d, Index n) {
    using Value = std::decay_t<decltype(*row(0))>;
    Vector<Value> lows(mean.home(), d), highs(mean.home(), d);
    if (measuring(mean.home())) return;
    lows = highs = Eigen::Map<const PlainVector<Value>>(row(0), d);
    each_four(row, n, [&](const Value* a, const Value* b, const Value* c, const Value* e) {
      const auto smaller = [](Value p, Value q) { return q < p ? q : p; };
      Value *const low_at = lows.data(), *const high_at = highs.data();
      for (Index j = 0; j < d; ++j)
        low_at[j] = smaller(low_at[j], smaller(smaller(a[j], b[j]), smaller(c[j], e[j])));
      const auto larger = [](Value p, Value q) { return p < q ? q : p; };
      for (Index j = 0; j < d; ++j)
        high_at[j] = larger(high_at[j], larger(larger(a[j], b[j]), larger(c[j], e[j])));
    });
    low = lows.template cast<double>();
    high = highs.template cast<double>();
    add_up(row, d, n, mean.data(), [](Index, double x) { return x; });
    for (Index j = 0; j < d; ++j) {
      // The mean of a constant feature is its value exactly, without rounding.
      mean[j] = low[j] == high[j] ? low[j] : mean[j] / double(n);
    }
    add_up(row, d, n, deviation.data(),
           [centre = mean.data()](Index j, double x) { return (x - centre[j]) * (x - centre[j]); });
    for (Index j = 0; j < d; ++j) {
      deviation[j] = std::sqrt(deviation[j] / double(n));
      // Squares of tiny deviations underflow to zero although the feature varies.
      if (deviation[j] == 0) deviation[j] = high[j] - low[j];
    }
  }

  /// Calls use with four samples at a time; the last sample may be repeated.
  template <class Row, class Use>
  static void each_four(const Row& row, Index n, Use use) {
    const auto at = [&](Index i) { return row(std::min(i, n - 1)); };
    for (Index i = 0; i < n; i += samples_at_once) use(at(i), at(i + 1), at(i + 2), at(i + 3));
  }

  /// Adds of(j, x) of every sample x to sums[j].
  template <class Row, class Of>
  static void add_up(const Row& row, Index d, Index n, double* sums, Of of) {
    Index i = 0;
    for (; i + samples_at_once <= n; i += samples_at_once) {
      const auto *const a = row(i), *const b = row(i + 1), *const c = row(i + 2), *const e = row(i + 3);
      for (Index j = 0; j < d; ++j)
        sums[j] += (of(j, double(a[j])) + of(j, double(b[j]))) + (of(j, double(c[j])) + of(j, double(e[j])));
    }
    for (; i < n; ++i) {
      const auto* const x = row(i);
      for (Index j = 0; j < d; ++j) sums[j] += of(j, double(x[j]));
    }
  }
};

}  // namespace tanda::internal
