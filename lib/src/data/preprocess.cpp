#include "tanda/data/preprocess.hpp"

#include <cmath>
#include <numeric>
#include <type_traits>

#include "tanda/base/decimal.hpp"
#include "tanda/base/order.hpp"
#include "tanda/base/text.hpp"
#include "tanda/linalg/dense.hpp"
#include "tanda/linalg/symmetric.hpp"

namespace tanda {
namespace {

// Squares of samples whose largest value is between these keep their digits, also as floats.
constexpr double small_values = 0x1p-40, large_values = 0x1p50;
// What a model of floats can still be made for.
constexpr double smallest_values = 0x1p-112, largest_values = 0x1p120;

/// Samples taken together, so that what is known so far is read and written once for all of them.
constexpr Index samples_at_once = 4;

/// The wanted samples one by one, divided by their lengths if they are to be of unit length.
template <class S>
class Source {
 public:
  Source(const Dataset<S>& data, const std::vector<int>& order, Scale scale) : data_(data), order_(order) {
    if (scale != Scale::unit) return;
    length_ = VectorD::Ones(count());
    for (Index i = 0; i < count(); ++i) {
      const double length = data.x.col(order[std::size_t(i)]).template cast<double>().stableNorm();
      if (length > 0) length_[i] = length;
    }
  }

  Index count() const { return Index(order_.size()); }
  Index dims() const { return data_.dims(); }

  /// Calls use(row), row(i) being sample i: of the data's own type, unless its length is changed; then it
  /// stays until three others have been asked for.
  template <class Use>
  void with_rows(Use use) const {
    const auto own = [&](Index i) { return data_.x.col(order_[std::size_t(i)]).data(); };
    if (length_.size() == 0) return use(own);
    MatrixD changed(dims(), samples_at_once);
    use([&](Index i) {
      double* const x = changed.col(i % samples_at_once).data();
      for (Index j = 0; j < dims(); ++j) x[j] = double(own(i)[j]) / length_[i];
      return const_cast<const double*>(x);
    });
  }

 private:
  const Dataset<S>& data_;
  const std::vector<int>& order_;
  VectorD length_;
};

/// What is known of each feature.
struct Statistics {
  VectorD mean, deviation, low, high;

  template <class S>
  explicit Statistics(const Source<S>& source)
      : mean(VectorD::Zero(source.dims())), deviation(VectorD::Zero(source.dims())) {
    source.with_rows([&](const auto& row) { gather(row, source.dims(), source.count()); });
  }

  /// What each feature is multiplied by.
  VectorD factor(Scale scale) const {
    VectorD result = VectorD::Ones(mean.size());
    for (Index j = 0; j < mean.size(); ++j) {
      const double spread = scale == Scale::zscore ? deviation[j] : high[j] - low[j];
      if ((scale == Scale::zscore || scale == Scale::minmax) && spread > 0) result[j] = 1 / spread;
    }
    return result;
  }

  /// Whether the range of a feature differs from the median range by more than ten times. Features of one
  /// value do not count, nor do narrow ones that are at one of their ends in most samples, such as pixels at
  /// the edge of a picture.
  template <class S>
  bool differ_in_scale(const Source<S>& source) const {
    constexpr double most = 10;
    std::vector<double> ranges;
    ranges.reserve(std::size_t(mean.size()));
    for (Index j = 0; j < mean.size(); ++j) {
      if (high[j] > low[j]) ranges.push_back(high[j] - low[j]);
    }
    if (ranges.empty()) return false;
    const auto middle = ranges.begin() + std::ptrdiff_t(ranges.size() / 2);
    std::nth_element(ranges.begin(), middle, ranges.end());
    const double median = *middle;
    if (*std::max_element(middle, ranges.end()) > most * median) return true;
    struct Narrow {
      Index feature, at_low, at_high;
    };
    std::vector<Narrow> narrow;
    for (Index j = 0; j < mean.size(); ++j) {
      if (high[j] > low[j] && most * (high[j] - low[j]) < median) narrow.push_back({j, 0, 0});
    }
    if (narrow.empty()) return false;
    source.with_rows([&](const auto& row) {
      for (Index i = 0; i < source.count(); ++i) {
        const auto* const x = row(i);
        for (Narrow& each : narrow) {
          each.at_low += double(x[each.feature]) == low[each.feature];
          each.at_high += double(x[each.feature]) == high[each.feature];
        }
      }
    });
    return std::any_of(narrow.begin(), narrow.end(), [&](const Narrow& each) {
      return 2 * std::max(each.at_low, each.at_high) <= source.count();
    });
  }

  /// The largest distance of feature j from a value.
  double reach(Index j, double from) const { return std::max(high[j] - from, from - low[j]); }

 private:
  /// Each loop does one thing, in one type, for four samples: these are what compilers make fast.
  template <class Row>
  [[gnu::noinline]] void gather(const Row& row, Index d, Index n) {
    using Value = std::decay_t<decltype(*row(0))>;
    const Eigen::Map<const Vector<Value>> first(row(0), d);
    Vector<Value> lows = first, highs = first;
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
      // A constant feature is constant to the last bit, whatever its mean is rounded to.
      mean[j] = low[j] == high[j] ? low[j] : mean[j] / double(n);
    }
    add_up(row, d, n, deviation.data(),
           [centre = mean.data()](Index j, double x) { return (x - centre[j]) * (x - centre[j]); });
    for (Index j = 0; j < d; ++j) {
      deviation[j] = std::sqrt(deviation[j] / double(n));
      // Squares of next to nothing are nothing; the feature varies all the same.
      if (deviation[j] == 0) deviation[j] = high[j] - low[j];
    }
  }

  /// The last ones may come more than once.
  template <class Row, class Use>
  static void each_four(const Row& row, Index n, Use use) {
    const auto at = [&](Index i) { return row(std::min(i, n - 1)); };
    for (Index i = 0; i < n; i += samples_at_once) use(at(i), at(i + 1), at(i + 2), at(i + 3));
  }

  /// Adds of(j, x) of every sample to sum j.
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

/// The mean rounded to a power of two above the deviation: subtracting it leaves integers and other coarse
/// values exact.
VectorD coarse(const VectorD& mean, const VectorD& deviation) {
  VectorD result(mean.size());
  for (Index j = 0; j < mean.size(); ++j) {
    int power;
    std::frexp(deviation[j], &power);
    const double step = std::ldexp(1.0, power);
    result[j] = deviation[j] > 0 ? step * std::round(mean[j] / step) : mean[j];
  }
  return result;
}

/// The power of two that samples with this largest value are multiplied by.
double working_unit(double largest) {
  const bool safe = largest >= small_values && largest <= large_values;
  return safe ? 1 : std::ldexp(1.0, -std::ilogb(largest));
}

Status check_reach(double largest) {
  if (!(largest <= largest_values))
    return Status(Code::too_large, joined({"values differ by up to ", decimal_text(2 * largest, 3),
                                           ", too much to square safely"}));
  if (!(largest > 0))
    return Status(Code::no_variation, "all samples are equal",
                  "check for constant columns and duplicate rows; if samples differ in digits that floats do "
                  "not keep, use --scalar double");
  if (largest < smallest_values)
    return Status(Code::not_representable,
                  joined({"values differ by no more than ", decimal_text(2 * largest, 3),
                          ", too little for a model, whose numbers are floats"}),
                  "use other units");
  return {};
}

template <class S>
std::string lost_digits(const Dataset<S>& data, const Statistics& statistics) {
  constexpr double few_steps = 16;
  if (sizeof(S) == sizeof(double)) return "";
  Index lost = 0, which = 0;
  for (Index j = statistics.mean.size() - 1; j >= 0; --j) {
    const double size = std::max(std::abs(statistics.low[j]), std::abs(statistics.high[j]));
    if (!(statistics.deviation[j] > 0)) continue;
    const double step = std::ldexp(1.0, std::ilogb(size) - 23);
    if (statistics.deviation[j] >= few_steps * step) continue;
    ++lost;
    which = j;
  }
  if (lost == 0) return "";
  const std::string name = std::size_t(which) < data.features.size()
                               ? joined({"\"", data.features[std::size_t(which)], "\""})
                               : joined({which + 1});
  return joined({"feature ", name, lost > 1 ? joined({" and ", lost - 1, " more vary"}) : " varies", " by ",
                 decimal_text(statistics.deviation[which], 2), " around ",
                 decimal_text(statistics.mean[which], 3),
                 ", where floats have lost the digits that tell samples apart: use --scalar double"});
}

/// How many leading principal axes (eigenvalues ascending) to keep.
Index axes_to_keep(const VectorD& values, PcaChoice pca) {
  const Index n = values.size(), rank = rank_of(values);
  if (pca.dims > 0) return std::min(pca.dims, rank);
  if (!(pca.energy > 0 && pca.energy < 1)) return rank;
  const double total = values.tail(rank).sum();
  double sum = 0;
  for (Index kept = 1; kept <= rank; ++kept) {
    sum += values[n - kept];
    if (sum >= pca.energy * total * (1 - 1e-12)) return kept;
  }
  return rank;
}

/// Coordinates basis'·(x − shift), basis p×q.
template <class S>
Samples<S> coordinates(const Samples<S>& samples, const MatrixD& basis) {
  Samples<S> result{Matrix<S>(basis.cols(), samples.count()), VectorD::Zero(basis.cols())};
  MatrixD panel;
  for (Index first = 0; first < samples.count(); first += panel_samples) {
    const Index size = std::min(panel_samples, samples.count() - first);
    samples.panel(first, size, panel);
    result.x.middleCols(first, size) = product(basis.transpose(), panel).template cast<S>();
  }
  return result;
}

/// n×q matrix M such that X·M has orthonormal columns, the leading principal axes. For fewer samples than
/// features.
MatrixD sample_side_axes(const Eigenpairs& pairs, PcaChoice pca) {
  const Index kept = axes_to_keep(pairs.values, pca);
  return whitening(pairs, kept);
}

template <class S>
MatrixD principal_axes(const Samples<S>& samples, PcaChoice pca, Monitor& monitor) {
  if (samples.dims() > samples.count()) {
    Eigenpairs pairs = symmetric_eigen(inner_product(samples, &monitor), &monitor);
    if (monitor.cancelled()) return {};
    const MatrixD axes = sample_side_axes(pairs, pca);
    pairs = {};  // their memory is needed no more
    return times(samples, axes);
  }
  const Eigenpairs pairs = symmetric_eigen(outer_product(samples, 0, samples.count(), &monitor), &monitor);
  if (monitor.cancelled()) return {};
  return largest_pairs(pairs, axes_to_keep(pairs.values, pca)).vectors;
}

/// Coordinates in the span straight from the eigenvectors of X'X: Λ^½ V'.
template <class S>
void enter_span(Prepared<S>& result, Monitor& monitor) {
  const Eigenpairs pairs = symmetric_eigen(inner_product(result.points, &monitor), &monitor);
  if (monitor.cancelled()) return;
  const Index kept = axes_to_keep(pairs.values, {});
  result.span_basis = sample_side_axes(pairs, {});
  result.span.x = Matrix<S>(kept, pairs.vectors.rows());
  for (Index j = 0; j < kept; ++j) {
    const Index from = pairs.values.size() - 1 - j;
    const double length = std::sqrt(pairs.values[from]);
    for (Index i = 0; i < pairs.vectors.rows(); ++i) result.span.x(j, i) = S(length * pairs.vectors(i, from));
  }
  result.span.shift = VectorD::Zero(kept);
}

}  // namespace

template <class S>
MatrixD Prepared<S>::unfold(const MatrixD& directions) const {
  MatrixD t = span.count() > 0 ? times(points, product(span_basis, directions)) : directions;
  if (basis.size() > 0) t = product(basis, t);
  scale_rows(t, factor);
  return t.transpose();
}

const char* scale_name(Scale scale) {
  constexpr const char* names[] = {"none", "zscore", "minmax", "unit", "auto"};
  return names[std::size_t(scale)];
}

template <class S>
std::string lost_digits_note(const Dataset<S>& data) {
  if (data.samples() == 0) return "";
  std::vector<int> order(static_cast<std::size_t>(data.samples()));
  std::iota(order.begin(), order.end(), 0);
  return lost_digits(data, Statistics(Source<S>(data, order, Scale::none)));
}

template <class S>
Result<Prepared<S>> prepare(const Dataset<S>& data, const std::vector<int>& order, Scale scale, PcaChoice pca,
                            Monitor& monitor) {
  const Source<S> source(data, order, scale);
  const Statistics statistics(source);
  const Index d = source.dims(), n = source.count();
  if (scale == Scale::automatic) {
    scale = statistics.differ_in_scale(source) ? Scale::zscore : Scale::none;
    if (scale == Scale::zscore)
      monitor.note(
          "features differ in scale by more than 10 times: each was scaled to deviation 1 (--scale none "
          "leaves them as they are)");
  }
  if (scale != Scale::unit)
    if (const std::string note = lost_digits(data, statistics); !note.empty()) monitor.note(note);
  Prepared<S> result;
  result.scale = scale;
  result.mean = statistics.mean;
  result.factor = statistics.factor(scale);
  const bool scaled = scale == Scale::zscore || scale == Scale::minmax;
  const VectorD centre = scaled ? statistics.mean : coarse(statistics.mean, statistics.deviation);
  double largest = 0;
  result.range.resize(d);
  for (Index j = 0; j < d; ++j) {
    result.range[j] = float(statistics.reach(j, result.mean[j]));
    largest = std::max(largest, statistics.reach(j, centre[j]) * result.factor[j]);
  }
  if (Status s = check_reach(largest); !s) return s;
  result.unit = working_unit(largest);
  result.factor *= result.unit;

  Samples<S>& points = result.points;
  points.x.resize(d, n);
  points.shift = result.factor.cwiseProduct(statistics.mean - centre);
  const double *const from = centre.data(), *const factor = result.factor.data();
  const Vector<S> own = centre.cast<S>();
  const bool exactly = result.factor == VectorD::Ones(d) && own.template cast<double>() == centre;
  source.with_rows([&](const auto& row) {
    for (Index i = 0; i < n; ++i) {
      const auto* const x = row(i);
      S* const to = points.x.col(i).data();
      if (exactly) {
        for (Index j = 0; j < d; ++j) to[j] = S(x[j] - own[j]);
      } else {
        for (Index j = 0; j < d; ++j) to[j] = S((double(x[j]) - from[j]) * factor[j]);
      }
    }
  });

  if (pca.wanted()) {
    monitor.stage("pca");
    result.basis = principal_axes(points, pca, monitor);
    if (monitor.cancelled()) return Status(Code::cancelled);
    points = coordinates(points, result.basis);
  }
  if (points.dims() > points.count()) {
    monitor.stage("span");
    enter_span(result, monitor);
    if (monitor.cancelled()) return Status(Code::cancelled);
  }
  return result;
}

void plan_prepare(MemoryPlan& plan, Shape& shape, PcaChoice pca) {
  const double n = shape.samples, d = shape.dims, small = std::min(n, d);
  const double sample_panel = std::min(double(panel_samples), n),
               feature_panel = std::min(double(panel_samples), d);
  const double statistics = 8 * n + 10 * 8 * d;  // lengths, and what is made feature by feature
  plan.hold((3 * 8 + 4) * d);                    // mean, factor, shift, range
  plan.hold(shape.scalar_bytes * n * d);         // the working copy
  plan.hold(statistics);
  // The Gram matrix of the samples or the scatter of the features; its eigenvectors take its memory.
  const auto use_square = [&](bool wide) {
    const double depth = wide ? feature_panel : sample_panel, size = wide ? n : d;
    plan.use(
        8 * size * size + 8 * depth * size +
        (wide ? packed_bytes_of_panels(n, n, d, double(panel_samples)) : packed_for_outer_product(d, n)));
  };
  if (pca.wanted()) {
    const double kept = pca.dims > 0 ? std::min(double(pca.dims), small) : small, axes = 8 * d * kept;
    use_square(d > n);
    plan.use(8 * small * small + 8 * small * kept);
    const double panel = 8 * sample_panel * d + packed_bytes(kept, sample_panel, d);
    if (d > n) plan.use(8 * n * kept + axes + panel);
    plan.hold(axes);
    plan.use(shape.scalar_bytes * n * kept + panel + 8 * sample_panel * kept);
    plan.release(shape.scalar_bytes * n * (d - kept));
    shape.dims = shape.points = kept;
  }
  if (shape.dims > n) {
    use_square(true);
    const double span = (8 + shape.scalar_bytes) * n * n;
    plan.use(8 * n * n + span);
    plan.hold(span);
    shape.dims = n;
  }
  plan.release(statistics);
}

template std::string lost_digits_note(const Dataset<float>&);
template std::string lost_digits_note(const Dataset<double>&);
template struct Prepared<float>;
template struct Prepared<double>;
template Result<Prepared<float>> prepare(const Dataset<float>&, const std::vector<int>&, Scale, PcaChoice,
                                         Monitor&);
template Result<Prepared<double>> prepare(const Dataset<double>&, const std::vector<int>&, Scale, PcaChoice,
                                          Monitor&);

}  // namespace tanda
