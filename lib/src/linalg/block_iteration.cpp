#include "tanda/linalg/block_iteration.hpp"

#include <cmath>
#include <limits>

#include "tanda/base/monitor.hpp"
#include "tanda/linalg/dense.hpp"

namespace tanda {

BlockIteration::BlockIteration(const BlockMatrix& s, double ridge)
    : s_(s),
      ridge_(ridge),
      reach_(std::max(s.largest_row_sum(), 1e-3 * ridge) / 2),
      steps_(std::numeric_limits<double>::infinity()),
      begin_(s.begin()) {
  // k steps leave residuals R = P·q(S) with |q| ≤ 1/T_k(σ) on all eigenvalues, and what R·(S + ridge)⁻¹·R'
  // misses of the form is at most 1/T_k(σ)² of it; T_k(σ) = cosh(k·acosh σ).
  const double sigma = (ridge + reach_) / reach_, rate = std::acosh(sigma);
  if (rate > 0 && std::isfinite(sigma))
    steps_ = std::ceil(std::acosh(1 / std::sqrt(std::numeric_limits<double>::epsilon())) / rate);
}

double BlockIteration::operations(Index rows) const {
  double entries = 3 * double(begin_.back());
  for (const MatrixD& block : s_.diagonal) entries += double(block.size());
  for (const BlockMatrix::Link& link : s_.links) entries += 2 * double(link.block.size());
  return 2 * double(rows) * entries * steps_;
}

double BlockIteration::bytes(Index rows) const {
  return 3 * 8 * double(rows) * double(begin_.back());
}

/// from −= columns·(S + ridge·I)
void BlockIteration::subtract_product(MatrixD& from, const MatrixD& columns) const {
  const auto at = [&](int node, auto& m) {
    return m.middleCols(begin_[std::size_t(node)], s_.diagonal[std::size_t(node)].rows());
  };
  MatrixD own;
  for (int i = 0; i < int(s_.nodes()); ++i) {
    own = s_.diagonal[std::size_t(i)];
    fill_upper(own);
    for (Index j = 0; j < own.rows(); ++j) own(j, j) += ridge_;
    add_product(at(i, from), at(i, columns), own, -1);
  }
  for (const BlockMatrix::Link& link : s_.links) {
    add_product(at(link.row, from), at(link.column, columns), link.block.transpose(), -1);
    add_product(at(link.column, from), at(link.row, columns), link.block, -1);
  }
}

void BlockIteration::subtract_form(MatrixD& b, const MatrixD& p, Monitor* monitor) const {
  const double middle = ridge_ + reach_, sigma = middle / reach_;
  MatrixD solution = MatrixD::Zero(p.rows(), p.cols()), residual = p, step = p / middle;
  double rho = 1 / sigma;
  for (double k = 0; k < steps_; ++k) {
    if (!goes_on(monitor, operations(p.rows()) / steps_)) return;
    solution += step;
    subtract_product(residual, step);
    const double next = 1 / (2 * sigma - rho);
    step = next * rho * step + (2 * next / reach_) * residual;
    rho = next;
  }
  // X·(P + R)' misses only R·(S + ridge)⁻¹·R', where X·P' would miss R·(S + ridge)⁻¹·P'.
  residual += p;
  add_product_lower(b, solution, residual.transpose(), -1);
}

}  // namespace tanda
