// Tangent vectors that are alike for neighbours, eliminated class by class.
#include <cmath>

#include "star.hpp"
#include "tanda/linalg/block_iteration.hpp"

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

/// Up to this condition single precision is as good as the data.
constexpr double most_condition = 1000;

/// Whether steps take less time than a factor, and no more memory. Products of small blocks run at about a
/// quarter of the speed of the factor's.
bool steps_are_cheaper(const BlockIteration& iteration, const BlockOrder& order, Index rows) {
  return 4 * iteration.operations(rows) < order.operations(rows) &&
         iteration.bytes(rows) <= order.factor_bytes(sizeof(float));
}

/// b −= pull·(S + ridge)⁻¹·pull' in single precision. False if numbers are too large or too small for it.
bool eliminate_in_single(MatrixD& b, const BlockMatrix& s, BlockOrder order, double ridge,
                         const MatrixD& pull, Monitor& monitor) {
  const double side = largest_magnitude(pull);
  if (!(ridge > 1e-30 && ridge < 1e30 && side > 1e-15 && side < 1e15)) return false;
  BlockCholesky<float> factor(std::move(order));
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
    const double shift = ridge_of(ridge, s);
    BlockOrder order(s, &monitor);
    if (monitor.cancelled()) return;
    if (const BlockIteration iteration(s, shift); iteration.condition() < most_condition) {
      if (steps_are_cheaper(iteration, order, b.rows())) {
        if (!monitor.afford(iteration.bytes(b.rows()))) return;
        iteration.subtract_form(b, system.pull, &monitor);
        continue;
      }
      if (sizeof(S) == sizeof(float)) {
        if (eliminate_in_single(b, s, std::move(order), shift, system.pull, monitor)) continue;
        if (monitor.cancelled()) return;
        order = BlockOrder(s, &monitor);
      }
    }
    BlockCholesky<double> factor(std::move(order));
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
