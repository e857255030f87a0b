#include "prepare_statistics.hpp"

#include <cmath>

#include "features.hpp"
#include "linalg/dense.hpp"
#include "preprocess_parts.hpp"
#include "tanda/detail/small/scatter.hpp"

namespace tanda::internal {
namespace {

/// Scales rows and columns of M (lower triangle).
void scale_both_sides(MatrixD& m, const VectorD& factor) {
  for (Index j = 0; j < m.cols(); ++j) {
    for (Index i = j; i < m.rows(); ++i) m(i, j) *= factor[i] * factor[j];
  }
}

/// Replaces M by V'MV (lower triangles).
void turn(MatrixD& m, const MatrixD& basis, Monitor& monitor) {
  fill_upper(m);
  MatrixD half = long_product(m, basis, &monitor, m.home());
  if (monitor.cancelled()) return;
  m = long_product(basis.transpose(), half, &monitor, m.home());
}

/// Chooses the scale, and sets the factor and the range of each feature.
Status set_scale(Prepared<double>& to, const RunningStatistics& seen, const ClassScatter& scatter,
                 Scale scale, Monitor& monitor) {
  const Index d = seen.dims;
  const double n = seen.rows();
  FeatureSummary features(to.mean.home(), d);
  for (Index j = 0; j < d; ++j) {
    const std::size_t at = std::size_t(j);
    features.low[j] = seen.low[at];
    features.high[j] = seen.high[at];
    // The mean of a constant feature is its value exactly, without rounding.
    if (seen.low[at] == seen.high[at]) to.mean[j] = seen.low[at];
    double sum = scatter.scatter(j, j);
    for (Index c = 0; c < scatter.classes(); ++c)
      sum += scatter.sizes[c] * scatter.class_means(j, c) * scatter.class_means(j, c);
    features.deviation[j] = std::sqrt(sum / n);
    if (features.deviation[j] == 0) features.deviation[j] = seen.high[at] - seen.low[at];
  }
  if (scale == Scale::automatic) {
    const bool differ = features.differ_in_scale(n, [&](Array<FeatureSummary::Narrow>& narrow) {
      for (FeatureSummary::Narrow& each : narrow) {
        each.at_low = seen.at_low[std::size_t(each.feature)];
        each.at_high = seen.at_high[std::size_t(each.feature)];
      }
    });
    scale = chosen_scale(differ, monitor);
  }
  to.scale = scale;
  double largest = 0;
  for (Index j = 0; j < d; ++j) {
    to.factor[j] = features.factor(j, scale);
    to.range[j] = float(features.reach(j, to.mean[j]));
    largest = std::max(largest, features.reach(j, to.mean[j]) * to.factor[j]);
  }
  if (Status s = check_reach(largest); !s) return s;
  to.unit = working_unit(largest);
  to.factor *= to.unit;
  return {};
}

/// Sets the axes to the leading eigenvectors of the total scatter.
void set_axes(MatrixD& axes, ClassScatter& scatter, PcaChoice pca, Monitor& monitor) {
  const Eigenpairs pairs = symmetric_eigen(scatter.total(panel_samples), &monitor);
  if (monitor.cancelled() || measuring(axes.home())) return;
  axes.reuse(axes.rows(), axes_to_keep(pairs.values, pca));
  for (Index j = 0; j < axes.cols(); ++j) axes.col(j) = pairs.vectors.col(pairs.vectors.cols() - 1 - j);
}

/// Sets sizes, means (relative to `mean`) and scatter of the classes that have samples.
template <class Seen>
void set_classes(ClassScatter& to, const Seen& seen, const VectorD& mean) {
  to.scatter.setZero();
  small::add_within(seen, to.scatter);
  Index at = 0;
  for (int c = 0; c < seen.classes(); ++c) {
    if (!(seen.count(c) > 0)) continue;
    to.sizes[at] = seen.count(c);
    to.class_means.col(at) = seen.mean(c) - mean;
    if (!to.scatters.empty()) {
      to.scatters[std::size_t(at)].setZero();
      seen.add_scatter(c, to.scatters[std::size_t(at)]);
    }
    ++at;
  }
}

template <class Seen>
Result<PreparedStatistics> prepare_seen(const RunningStatistics& from, const Seen& seen, bool supervised,
                                        Scale scale, PcaChoice pca, Monitor& monitor, Workspace* w) {
  const bool counting = measuring(w);
  const Index d = from.dims;
  if (from.low.empty()) return Status(Code::empty_data, "no rows have been seen");
  VectorD mean(d);
  small::Scratch<double> look(nullptr, nullptr, nullptr, mean.data(), nullptr, int(d));
  const small::Present<double> found = small::look_at(seen, look, supervised);
  if (found.code == Code::one_class) return Status(found.code, "all rows are of one class");
  if (found.code != Code::ok) return Status(found.code);
  PreparedStatistics result;
  Prepared<double>& to = result.prepared;
  ClassScatter& scatter = result.scatter;
  to.mean = VectorD(w, d);
  to.factor = VectorD(w, d);
  to.range = Vector<float>(w, d);
  const Index most = pca.dims > 0 ? std::min(pca.dims, d) : d;
  if (pca.wanted()) to.basis = MatrixD(w, d, most);
  Index classes = 0;
  for (int c = 0; c < seen.classes(); ++c) classes += seen.count(c) > 0;
  scatter.sizes = VectorD(w, classes);
  scatter.class_means = MatrixD(w, d, classes);
  scatter.scatter = MatrixD(w, d, d);
  for (Index c = 0; Seen::scatter_kept() == Scatter::per_class && c < classes; ++c)
    scatter.scatters.emplace_back(w, d, d);
  if (!counting) {
    set_classes(scatter, seen, mean);
    to.mean = mean + seen.origin();
    if (Status status = set_scale(to, from, scatter, scale, monitor); !status) return status;
    scale_rows(scatter.class_means, to.factor);
    scale_both_sides(scatter.scatter, to.factor);
    for (MatrixD& each : scatter.scatters) scale_both_sides(each, to.factor);
  }
  if (!pca.wanted()) return result;
  monitor.stage("pca");
  set_axes(to.basis, scatter, pca, monitor);
  if (monitor.cancelled()) return Status(Code::cancelled);
  scatter.class_means = product(to.basis.transpose(), scatter.class_means, w);
  turn(scatter.scatter, to.basis, monitor);
  for (MatrixD& each : scatter.scatters) turn(each, to.basis, monitor);
  if (monitor.cancelled()) return Status(Code::cancelled);
  return result;
}

}  // namespace

Result<PreparedStatistics> prepare(const RunningStatistics& statistics, bool supervised, Scale scale,
                                   PcaChoice pca, Monitor& monitor, Workspace* w) {
  if (scale == Scale::unit)
    return Status(Code::bad_argument,
                  "statistics do not know the lengths of their rows: {scale=unit} needs these",
                  "bring each row to length one before it is collected, or take another scale");
  return statistics.with(
      [&](const auto& seen) { return prepare_seen(statistics, seen, supervised, scale, pca, monitor, w); });
}

}  // namespace tanda::internal
