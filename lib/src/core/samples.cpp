#include "tanda/core/samples.hpp"

namespace tanda {

template <class S>
MatrixD outer_product(const Samples<S>& samples, Index first, Index size) {
  MatrixD result = MatrixD::Zero(samples.dims(), samples.dims());
  MatrixD panel;
  for (Index done = 0; done < size; done += panel_samples) {
    samples.panel(first + done, std::min(panel_samples, size - done), panel);
    result.selfadjointView<Eigen::Lower>().rankUpdate(panel);
  }
  return result;
}

template <class S>
MatrixD inner_product(const Samples<S>& samples) {
  const Index n = samples.count(), d = samples.dims();
  MatrixD result = MatrixD::Zero(n, n);
  MatrixD panel;  // some features of all samples
  for (Index first = 0; first < d; first += panel_samples) {
    const Index size = std::min(panel_samples, d - first);
    reshape(panel, size, n);
    panel = samples.x.middleRows(first, size).template cast<double>();
    panel.colwise() -= samples.shift.segment(first, size);
    result.selfadjointView<Eigen::Lower>().rankUpdate(panel.transpose());
  }
  return result;
}

template <class S>
MatrixD times(const Samples<S>& samples, const MatrixD& m) {
  const Index n = samples.count();
  MatrixD result = MatrixD::Zero(samples.dims(), m.cols());
  MatrixD panel;
  for (Index first = 0; first < n; first += panel_samples) {
    const Index size = std::min(panel_samples, n - first);
    samples.panel(first, size, panel);
    result.noalias() += panel * m.middleRows(first, size);
  }
  return result;
}

namespace {

/// Calls use(first, ys) with the columns of X·M in panels.
template <class S, class Use>
void for_each_panel(const Samples<S>& samples, Monitor& monitor, const FillColumn<S>& column, Use use) {
  const Index n = samples.count();
  MatrixD ys;
  for (Index first = 0; first < n && monitor.advance(double(first) / double(n)); first += panel_samples) {
    reshape(ys, samples.dims(), std::min(panel_samples, n - first));
    for (Index i = 0; i < ys.cols(); ++i) {
      ColumnSum<S> sum(samples, ys.col(i));
      column(first + i, sum);
      sum.finish();
    }
    use(first, ys);
  }
}

}  // namespace

template <class S>
MatrixD scatter(const Samples<S>& samples, Monitor& monitor, const FillColumn<S>& column) {
  MatrixD result = MatrixD::Zero(samples.dims(), samples.dims());
  MatrixD xs;
  for_each_panel(samples, monitor, column, [&](Index first, const MatrixD& ys) {
    samples.panel(first, ys.cols(), xs);
    result.triangularView<Eigen::Lower>() += ys * xs.transpose();
  });
  return result;
}

template <class S>
MatrixD squared_scatter(const Samples<S>& samples, Monitor& monitor, const FillColumn<S>& column) {
  MatrixD result = MatrixD::Zero(samples.dims(), samples.dims());
  for_each_panel(samples, monitor, column,
                 [&](Index, const MatrixD& ys) { result.selfadjointView<Eigen::Lower>().rankUpdate(ys); });
  return result;
}

#define TANDA_INSTANTIATE(S)                                                   \
  template MatrixD outer_product(const Samples<S>&, Index, Index);             \
  template MatrixD inner_product(const Samples<S>&);                           \
  template MatrixD times(const Samples<S>&, const MatrixD&);                   \
  template MatrixD scatter(const Samples<S>&, Monitor&, const FillColumn<S>&); \
  template MatrixD squared_scatter(const Samples<S>&, Monitor&, const FillColumn<S>&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
