// Tangent vectors that are alike for neighbours, eliminated class by class.
#include <cmath>

#include "star.hpp"

namespace tanda {
namespace {

double ridge_of(TangentRidge ridge, const BlockMatrix& s) {
  double rows = 0;
  for (const MatrixD& block : s.diagonal) rows += double(block.rows());
  return ridge.absolute + ridge.relative * s.trace() / std::max(1.0, rows);
}

/// Factors S_vv; one that is singular all the same gets the smallest ridge that helps.
bool factor_somehow(BlockCholesky<double>& factor, const BlockMatrix& s, TangentRidge ridge,
                    Monitor& monitor) {
  for (double extra = 0; extra < 1 && !monitor.cancelled(); extra = std::max(1e-12, extra * 100)) {
    if (factor.factor(s, ridge_of({ridge.absolute, ridge.relative + extra}, s), &monitor)) return true;
  }
  return false;
}

/// b −= pull·(S + ridge)⁻¹·pull' in single precision, where the ridge keeps S so well-conditioned that the
/// result is as good as the data. False if it does not.
bool eliminate_in_single(MatrixD& b, const BlockMatrix& s, double ridge, const MatrixD& pull,
                         Monitor& monitor) {
  constexpr double most_condition = 1000;
  const double unit = s.largest_row_sum();
  if (!(ridge * most_condition > unit)) return false;
  const double side = largest_magnitude(pull);
  if (!(unit > 1e-30 && unit < 1e30 && side > 1e-15 && side < 1e15)) return false;
  BlockCholesky<float> factor(s, &monitor);
  if (!monitor.afford(factor.bytes()) || !factor.factor(s, ridge, &monitor)) return false;
  Matrix<float> half = pull.cast<float>();
  factor.solve_half(half, &monitor);
  if (!all_finite(half)) return false;
  MatrixD panel;
  for (Index first = 0; first < half.cols(); first += panel_samples) {
    const Index size = std::min(panel_samples, half.cols() - first);
    if (!monitor.work(double(half.rows()) * double(half.rows()) * double(size))) return false;
    reshape(panel, half.rows(), size);
    for (Index j = 0; j < size; ++j) {
      for (Index i = 0; i < half.rows(); ++i) panel(i, j) = double(half(i, first + j));
    }
    add_square_lower(b, panel, -1);
  }
  return true;
}

}  // namespace

template <class S>
void eliminate_coupled(MatrixD& b, const Samples<S>& samples, const Graph& graph, const Classes& classes,
                       const Owners& owners, TangentChoice choice, TangentRidge ridge, double pair_weight,
                       Monitor& monitor, const Samples<S>* members) {
  for (Index c = 0; c < classes.count(); ++c) {
    if (!monitor.advance(double(c) / double(classes.count()))) return;
    TangentSystem system =
        tangent_system(samples, graph, owners, classes.first(c), classes.last(c), choice, &monitor, members);
    if (monitor.cancelled()) return;
    const BlockMatrix s = tangent_blocks(system, true, pair_weight);
    if (s.nodes() == 0) continue;
    system.bases.axes.resize(0, 0);
    if (sizeof(S) == sizeof(float) && eliminate_in_single(b, s, ridge_of(ridge, s), system.pull, monitor))
      continue;
    if (monitor.cancelled()) return;
    BlockCholesky<double> factor(s, &monitor);
    if (monitor.cancelled() || !monitor.afford(factor.bytes())) return;
    if (!factor_somehow(factor, s, ridge, monitor)) continue;
    factor.solve_half(system.pull, &monitor);
    if (monitor.cancelled()) return;
    add_square_lower(b, system.pull, -1);
  }
}

void plan_eliminate_coupled(MemoryPlan& plan, const Shape& shape, const TangentPlan& t) {
  const double side = 8 * shape.dims * t.axes, own = 8 * t.axes * t.axes_each,
               edges = 16 * t.owners * t.links;
  plan.use(2 * side + own +
           edges);  // bases are made one by one, then put side by side; pulls come beside them
  plan.use(2 * side + own + edges + block_bytes(t, t.axes, t.axes_each));
  plan.hold_factor(dense_factor_bytes(t.axes));
  plan.use(side + own + edges + block_bytes(t, t.axes, t.axes_each));
  plan.use(side + packed_bytes(shape.dims, shape.dims, t.axes));
  plan.release_factor(dense_factor_bytes(t.axes));
}

template void eliminate_coupled(MatrixD&, const Samples<float>&, const Graph&, const Classes&, const Owners&,
                                TangentChoice, TangentRidge, double, Monitor&, const Samples<float>*);
template void eliminate_coupled(MatrixD&, const Samples<double>&, const Graph&, const Classes&, const Owners&,
                                TangentChoice, TangentRidge, double, Monitor&, const Samples<double>*);

}  // namespace tanda
