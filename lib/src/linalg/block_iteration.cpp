#include "linalg/block_iteration.hpp"

#include <cmath>
#include <limits>

#include "base/monitor.hpp"
#include "linalg/dense.hpp"

namespace tanda::internal {

BlockIteration::BlockIteration(const BlockMatrix& s, double ridge)
    : s_(s),
      ridge_(ridge),
      reach_(std::max(s.largest_row_sum(), 1e-3 * ridge) / 2),
      steps_(std::numeric_limits<double>::infinity()) {
  // After k steps the residual is R = P·q(S) with |q| ≤ 1/T_k(σ) on all eigenvalues, where
  // T_k(σ) = cosh(k·acosh σ). The error of the form, R·(S + ridge)⁻¹·R', is at most 1/T_k(σ)² of it.
  const double sigma = (ridge + reach_) / reach_, rate = std::acosh(sigma);
  if (rate > 0 && std::isfinite(sigma))
    steps_ = std::ceil(std::acosh(1 / std::sqrt(std::numeric_limits<double>::epsilon())) / rate);
}

double BlockIteration::operations(Index rows) const {
  double entries = 3 * double(s_.rows());
  for (Index i = 0; i < s_.nodes(); ++i) entries += double(s_.diagonal(i).size());
  for (Index l = 0; l < s_.links(); ++l) entries += 2 * double(s_.link(l).block.size());
  return 2 * double(rows) * entries * steps_;
}

double BlockIteration::bytes(Index rows) const {
  return 3 * 8 * double(rows) * double(s_.rows());
}

/// from −= columns·(S + ridge·I)
void BlockIteration::subtract_product(MatrixD& from, const MatrixD& columns, MatrixD& room) const {
  const auto at = [&](Index node, auto& m) {
    return m.middleCols(s_.begin()[std::size_t(node)], s_.rows_of(node));
  };
  for (Index i = 0; i < s_.nodes(); ++i) {
    BlockMatrix::Block own(room.data(), s_.rows_of(i), s_.rows_of(i));
    own = s_.diagonal(i);
    fill_upper(own);
    for (Index j = 0; j < own.rows(); ++j) own(j, j) += ridge_;
    add_product(at(i, from), at(i, columns), own, -1);
  }
  for (Index l = 0; l < s_.links(); ++l) {
    const BlockMatrix::ConstLink link = s_.link(l);
    add_product(at(link.row, from), at(link.column, columns), link.block.transpose(), -1);
    add_product(at(link.column, from), at(link.row, columns), link.block, -1);
  }
}

void BlockIteration::subtract_form(MatrixD& b, const MatrixD& p, Monitor* monitor) const {
  Workspace* const w = p.home();
  const Index widest = s_.size().widest;
  const double middle = ridge_ + reach_, sigma = middle / reach_;
  MatrixD solution(w, p.rows(), p.cols()), residual = p, step(w, p.rows(), p.cols());
  MatrixD room(w, widest, widest);
  library_product(w, p.rows(), widest, widest, sizeof(double));
  library_product(w, b.rows(), b.rows(), p.cols(), sizeof(double));
  if (measuring(w)) return;
  solution.setZero();
  step = p / middle;
  double rho = 1 / sigma;
  for (double k = 0; k < steps_; ++k) {
    if (!goes_on(monitor, operations(p.rows()) / steps_)) return;
    solution += step;
    subtract_product(residual, step, room);
    const double next = 1 / (2 * sigma - rho);
    step = next * rho * step + (2 * next / reach_) * residual;
    rho = next;
  }
  // The error of X·(P + R)' is only R·(S + ridge)⁻¹·R'; that of X·P' would be R·(S + ridge)⁻¹·P'.
  residual += p;
  add_product_lower(b, solution, residual.transpose(), -1);
}

}  // namespace tanda::internal
