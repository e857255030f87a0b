// Eliminating tangent vectors that the pair term makes alike for neighbours, class by class.

#include "linalg/block_iteration.hpp"
#include "star.hpp"

namespace tanda::internal {
namespace {

double ridge_of(TangentRidge ridge, const BlockMatrix& s) {
  return ridge.absolute + ridge.relative * s.trace() / std::max(1.0, double(s.rows()));
}

/// Factors S_vv. If it is singular, adds the smallest ridge with which it succeeds.
bool factor_somehow(BlockCholesky<double>& factor, const BlockMatrix& s, TangentRidge ridge,
                    Monitor& monitor) {
  for (double extra = 0; extra < 1 && !monitor.cancelled(); extra = std::max(1e-12, extra * 100)) {
    if (factor.factor(s, ridge_of({ridge.absolute, ridge.relative + extra}, s), &monitor)) return true;
  }
  return false;
}

/// Up to this condition number single precision is as exact as the data.
constexpr double most_condition = 1000;

/// Whether iteration takes less time than a factor, and no more memory. Products of small blocks run at about
/// a quarter of the speed of the factor's.
bool steps_are_cheaper(const BlockIteration& iteration, const BlockOrder& order, Index rows) {
  return 4 * iteration.operations(rows) < order.operations(rows) &&
         iteration.bytes(rows) <= order.factor_bytes(sizeof(float));
}

/// b −= pull·(S + ridge)⁻¹·pull' in single precision. False if numbers are too large or too small for it.
bool eliminate_in_single(MatrixD& b, const BlockMatrix& s, BlockOrder order, double ridge,
                         const MatrixD& pull, Monitor& monitor) {
  Workspace* const w = pull.home();
  if (!measuring(w)) {
    const double side = largest_magnitude(pull);
    if (!(ridge > 1e-30 && ridge < 1e30 && side > 1e-15 && side < 1e15)) return false;
  }
  BlockCholesky<float> factor(std::move(order));
  if (!measuring(w) && !monitor.afford(factor.bytes())) return false;
  if (!factor.factor(s, ridge, &monitor)) return false;
  Matrix<float> half(w, pull.cast<float>());
  factor.solve_half(half, &monitor);
  if (!all_finite(half)) return false;
  MatrixD room(w, half.rows(), std::min(panel_samples, half.cols()));
  library_product(w, b.rows(), b.rows(), room.cols(), sizeof(double));
  if (measuring(w)) return true;
  for (Index first = 0; first < half.cols(); first += panel_samples) {
    const Index size = std::min(panel_samples, half.cols() - first);
    if (!monitor.work(double(half.rows()) * double(half.rows()) * double(size))) return false;
    auto panel = room.leftCols(size);
    for (Index j = 0; j < size; ++j) {
      for (Index i = 0; i < half.rows(); ++i) panel(i, j) = double(half(i, first + j));
    }
    add_square_lower(b, panel, -1);
  }
  return true;
}

/// b −= pull·(S + ridge)⁻¹·pull' with a factor in double precision. Overwrites `pull`.
void eliminate_in_double(MatrixD& b, const BlockMatrix& s, BlockOrder order, TangentRidge ridge,
                         MatrixD& pull, Monitor& monitor) {
  BlockCholesky<double> factor(std::move(order));
  if (!measuring(pull.home()) && (monitor.cancelled() || !monitor.afford(factor.bytes()))) return;
  if (!factor_somehow(factor, s, ridge, monitor)) return;
  factor.solve_half(pull, &monitor);
  if (monitor.cancelled()) return;
  library_product(pull.home(), b.rows(), b.rows(), pull.cols(), sizeof(double));
  add_square_lower(b, pull, -1);
}

/// Counts what one elimination takes. Which way is cheapest depends on the data, so all are counted, one
/// after the other.
template <class S>
void measure_elimination(MatrixD& b, const BlockMatrix& s, MatrixD& pull, Monitor& monitor) {
  BlockOrder order(s, &monitor);
  const BlockIteration iteration(s, 1);
  if (iteration.bytes(b.rows()) <= order.factor_bytes(sizeof(float)))
    iteration.subtract_form(b, pull, &monitor);
  if (sizeof(S) == sizeof(float)) {
    eliminate_in_single(b, s, std::move(order), 1, pull, monitor);
    order = BlockOrder(s, &monitor);
  }
  eliminate_in_double(b, s, std::move(order), {1, 0}, pull, monitor);
}

/// Eliminates the tangent vectors of one class, columns first..last.
template <class S>
void eliminate_class(MatrixD& b, const Samples<S>& samples, const Graph& graph, const Owners& owners,
                     Index first, Index last, TangentChoice choice, TangentRidge ridge, double pair_weight,
                     Monitor& monitor, const Samples<S>* members) {
  TangentSystem system = tangent_system(samples, graph, owners, first, last, choice, &monitor, members);
  if (monitor.cancelled()) return;
  const BlockMatrix s = tangent_blocks(system, true, pair_weight);
  if (s.nodes() == 0) return;
  system.bases.axes.resize(0, 0);
  if (measuring(samples.home())) return measure_elimination<S>(b, s, system.pull, monitor);
  const double shift = ridge_of(ridge, s);
  BlockOrder order(s, &monitor);
  if (monitor.cancelled()) return;
  if (const BlockIteration iteration(s, shift); iteration.condition() < most_condition) {
    if (steps_are_cheaper(iteration, order, b.rows())) {
      if (!monitor.afford(iteration.bytes(b.rows()))) return;
      return iteration.subtract_form(b, system.pull, &monitor);
    }
    if (sizeof(S) == sizeof(float)) {
      if (eliminate_in_single(b, s, std::move(order), shift, system.pull, monitor)) return;
      if (monitor.cancelled()) return;
      order = BlockOrder(s, &monitor);
    }
  }
  eliminate_in_double(b, s, std::move(order), ridge, system.pull, monitor);
}

}  // namespace

template <class S>
void eliminate_coupled(MatrixD& b, const Samples<S>& samples, const Graph& graph, const Classes& classes,
                       const Owners& owners, TangentChoice choice, TangentRidge ridge, double pair_weight,
                       Monitor& monitor, const Samples<S>* members) {
  if (measuring(samples.home()))
    return eliminate_class(b, samples, graph, owners, 0, classes.largest(), choice, ridge, pair_weight,
                           monitor, members);
  for (Index c = 0; c < classes.count(); ++c) {
    if (!monitor.advance(double(c) / double(classes.count()))) return;
    eliminate_class(b, samples, graph, owners, classes.first(c), classes.last(c), choice, ridge, pair_weight,
                    monitor, members);
    if (monitor.cancelled()) return;
  }
}

template void eliminate_coupled(MatrixD&, const Samples<float>&, const Graph&, const Classes&, const Owners&,
                                TangentChoice, TangentRidge, double, Monitor&, const Samples<float>*);
template void eliminate_coupled(MatrixD&, const Samples<double>&, const Graph&, const Classes&, const Owners&,
                                TangentChoice, TangentRidge, double, Monitor&, const Samples<double>*);

}  // namespace tanda::internal
