#include "tanda/data/preprocess.hpp"

#include <cmath>
#include <numeric>

#include "features.hpp"
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
std::string lost_digits(const Dataset<S>& data, const FeatureSummary& statistics) {
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
  Array<int> order(static_cast<std::size_t>(data.samples()));
  std::iota(order.begin(), order.end(), 0);
  return lost_digits(data, FeatureSummary(Source<S>(data, order, Scale::none)));
}

template <class S>
Result<Prepared<S>> prepare(const Dataset<S>& data, const Array<int>& order, Scale scale, PcaChoice pca,
                            Monitor& monitor) {
  const Source<S> source(data, order, scale);
  const FeatureSummary statistics(source);
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
template Result<Prepared<float>> prepare(const Dataset<float>&, const Array<int>&, Scale, PcaChoice,
                                         Monitor&);
template Result<Prepared<double>> prepare(const Dataset<double>&, const Array<int>&, Scale, PcaChoice,
                                          Monitor&);

}  // namespace tanda
