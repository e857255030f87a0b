#include "data/preprocess.hpp"

#include <cmath>
#include <numeric>

#include "base/decimal.hpp"
#include "base/order.hpp"
#include "base/text.hpp"
#include "data/precision.hpp"
#include "features.hpp"
#include "linalg/dense.hpp"
#include "linalg/symmetric.hpp"
#include "preprocess_parts.hpp"

namespace tanda::internal {
namespace {

/// Rounds the mean to a multiple of a power of two above the deviation, so that subtracting it leaves
/// integers and other coarse values exact.
void set_coarse(VectorD& to, const VectorD& mean, const VectorD& deviation) {
  for (Index j = 0; j < mean.size(); ++j) {
    int power;
    std::frexp(deviation[j], &power);
    const double step = std::ldexp(1.0, power);
    to[j] = deviation[j] > 0 ? step * std::round(mean[j] / step) : mean[j];
  }
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
                               ? joined({"\"", literal_text(data.features[std::size_t(which)]), "\""})
                               : joined({which + 1});
  return joined({"feature ", name, lost > 1 ? joined({" and ", lost - 1, " more vary"}) : " varies", " by ",
                 decimal_text(statistics.deviation[which], 2), " around ",
                 decimal_text(statistics.mean[which], 3),
                 ", where floats have lost the digits that tell samples apart: ", keep_digits});
}

/// Sets the samples in working units, and the means, factors and ranges of `result`.
template <class S>
Status set_samples(Samples<S>& points, Prepared<S>& result, const Dataset<S>& data, const Array<int>& order,
                   Scale scale, Monitor& monitor) {
  Workspace* const home = points.home();
  const Source<S> source(data, order, scale, home);
  const FeatureSummary statistics(source);
  const Index d = source.dims(), n = source.count();
  if (scale == Scale::automatic) scale = chosen_scale(statistics.differ_in_scale(source), monitor);
  result.scale = scale;
  VectorD centre(home, d);
  Vector<S> own(home, d);
  if (measuring(home)) return {};
  if (scale != Scale::unit)
    if (const std::string note = lost_digits(data, statistics); !note.empty()) monitor.note(note);
  result.mean = statistics.mean;
  if (scale == Scale::zscore || scale == Scale::minmax)
    centre = statistics.mean;
  else
    set_coarse(centre, statistics.mean, statistics.deviation);
  double largest = 0;
  for (Index j = 0; j < d; ++j) {
    result.factor[j] = statistics.factor(j, scale);
    result.range[j] = float(statistics.reach(j, result.mean[j]));
    largest = std::max(largest, statistics.reach(j, centre[j]) * result.factor[j]);
  }
  if (Status s = check_reach(largest); !s) return s;
  result.unit = working_unit(largest);
  result.factor *= result.unit;

  points.shift = result.factor.cwiseProduct(statistics.mean - centre);
  const double *const from = centre.data(), *const factor = result.factor.data();
  own = centre.template cast<S>();
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
  return {};
}

/// The n×q matrix M such that X·M has orthonormal columns, the leading principal axes. It is computed from
/// the eigenpairs of X'X, in their memory.
MatrixD sample_side_axes(Eigenpairs&& pairs, Index kept) {
  MatrixD axes = std::move(pairs.vectors);
  const Index n = axes.cols();
  for (Index j = 0; axes.data() && 2 * j < n - 1; ++j) axes.col(j).swap(axes.col(n - 1 - j));
  axes.conservativeResize(Eigen::NoChange, kept);
  for (Index j = 0; axes.data() && j < kept; ++j) axes.col(j) /= std::sqrt(pairs.values[n - 1 - j]);
  return axes;
}

/// `axes` has room for the largest possible number of axes.
template <class S>
void set_principal_axes(MatrixD& axes, const Samples<S>& samples, PcaChoice pca, Monitor& monitor) {
  const bool wide = samples.dims() > samples.count();
  Eigenpairs pairs = symmetric_eigen(
      wide ? inner_product(samples, &monitor) : outer_product(samples, 0, samples.count(), &monitor),
      &monitor);
  if (monitor.cancelled()) return;
  if (!measuring(samples.home())) axes.reuse(axes.rows(), axes_to_keep(pairs.values, pca));
  if (wide) return set_times(axes, samples, sample_side_axes(std::move(pairs), axes.cols()));
  for (Index j = 0; axes.data() && j < axes.cols(); ++j)
    axes.col(j) = pairs.vectors.col(pairs.vectors.cols() - 1 - j);
}

/// If a product is only measured, this records the size of its packing buffers.
void will_pack(Workspace* w, Index rows, Index cols, Index depth) {
  if (measuring(w)) w->library_takes(std::size_t(product_bytes(rows, cols, depth, sizeof(double))));
}

/// Coordinates basis'·(x − shift), basis p×q. `to` has room for the largest possible number.
template <class S>
void set_coordinates(Samples<S>& to, const Samples<S>& samples, const MatrixD& basis) {
  Workspace* const home = samples.home();
  const Index n = samples.count(), most = std::min(panel_samples, n);
  to.x.reuse(basis.cols(), n);
  to.shift.reuse(basis.cols(), 1);
  MatrixD panel(home, samples.dims(), most);
  if (measuring(home)) {
    const MatrixD part(home, basis.cols(), most);
    will_pack(home, basis.cols(), most, samples.dims());
    return;
  }
  to.shift.setZero();
  for (Index first = 0; first < n; first += panel_samples) {
    const Index size = std::min(panel_samples, n - first);
    samples.panel(first, size, panel);
    to.x.middleCols(first, size) = product(basis.transpose(), panel, home).template cast<S>();
  }
}

/// Coordinates in the span, directly from the eigenvectors of X'X: Λ^½ V'.
template <class S>
void enter_span(Prepared<S>& result, Monitor& monitor) {
  Workspace* const home = result.points.home();
  Eigenpairs pairs = symmetric_eigen(inner_product(result.points, &monitor), &monitor);
  if (monitor.cancelled()) return;
  const Index n = result.points.count(), kept = measuring(home) ? n : axes_to_keep(pairs.values, {});
  result.span = {Matrix<S>(home, kept, n), VectorD(home, VectorD::Zero(kept))};
  for (Index j = 0; j < kept && !measuring(home); ++j) {
    const Index from = n - 1 - j;
    const double length = std::sqrt(pairs.values[from]);
    for (Index i = 0; i < n; ++i) result.span.x(j, i) = S(length * pairs.vectors(i, from));
  }
  result.span_basis = sample_side_axes(std::move(pairs), kept);
}

}  // namespace

template <class S>
MatrixD Prepared<S>::unfold(const MatrixD& directions) const {
  Workspace* const home = directions.home();
  MatrixD result(home, directions.cols(), factor.size());
  if (span.count() > 0) will_pack(home, span_basis.rows(), directions.cols(), span_basis.cols());
  MatrixD t = span.count() > 0 ? times(points, product(span_basis, directions, home)) : directions;
  if (basis.size() > 0) will_pack(home, basis.rows(), directions.cols(), basis.cols());
  if (basis.size() > 0) t = product(basis, t, home);
  scale_rows(t, factor);
  result = t.transpose();
  return result;
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
                            Monitor& monitor, Workspace* w) {
  const Index d = data.dims(), n = Index(order.size());
  Prepared<S> result;
  result.mean = VectorD(w, d);
  result.factor = VectorD(w, d);
  result.range = Vector<float>(w, d);
  if (pca.wanted()) {  // the axes stay, so they are allocated below the samples, which do not
    const Index small = std::min(n, d), most = pca.dims > 0 ? std::min(pca.dims, small) : small;
    result.basis = MatrixD(w, d, most);
    result.points = {Matrix<S>(w, most, n), VectorD(w, most)};
  }
  Samples<S> points{Matrix<S>(w, d, n), VectorD(w, d)};
  if (Status s = set_samples(points, result, data, order, scale, monitor); !s) return s;
  if (pca.wanted()) {
    monitor.stage("pca");
    set_principal_axes(result.basis, points, pca, monitor);
    if (monitor.cancelled()) return Status(Code::cancelled);
    set_coordinates(result.points, points, result.basis);
  } else {
    result.points = std::move(points);
  }
  if (result.points.dims() > result.points.count()) {
    monitor.stage("span");
    enter_span(result, monitor);
    if (monitor.cancelled()) return Status(Code::cancelled);
  }
  return result;
}

template std::string lost_digits_note(const Dataset<float>&);
template std::string lost_digits_note(const Dataset<double>&);
template struct Prepared<float>;
template struct Prepared<double>;
template Result<Prepared<float>> prepare(const Dataset<float>&, const Array<int>&, Scale, PcaChoice, Monitor&,
                                         Workspace*);
template Result<Prepared<double>> prepare(const Dataset<double>&, const Array<int>&, Scale, PcaChoice,
                                          Monitor&, Workspace*);

}  // namespace tanda::internal
