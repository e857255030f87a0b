#include "tanda/spectral/inverse_iteration.hpp"

#include <algorithm>
#include <cmath>

#include "tanda/core/dense.hpp"
#include "tanda/core/random.hpp"

namespace tanda {
namespace {

constexpr Index dense_rows = 300;
constexpr int most_iterations = 300;

/// More columns than wanted: what is wanted then converges at the ratio of eigenvalues far apart.
Index iterated(Index n, Index count) {
  return std::min(n, 2 * count + 10);
}

MatrixD orthonormal_rows(const MatrixD& v) {
  return orthonormal_columns(v.transpose()).transpose();
}

MatrixD dense(const BlockMatrix& a) {
  const std::vector<Index> begin = a.begin();
  MatrixD result = MatrixD::Zero(begin.back(), begin.back());
  const auto at = [&](int node) { return begin[std::size_t(node)]; };
  for (int i = 0; i < int(a.nodes()); ++i) {
    const MatrixD& block = a.diagonal[std::size_t(i)];
    result.block(at(i), at(i), block.rows(), block.cols()) = block;
  }
  for (const BlockMatrix::Link& link : a.links) {
    result.block(at(link.row), at(link.column), link.block.rows(), link.block.cols()) += link.block;
    result.block(at(link.column), at(link.row), link.block.cols(), link.block.rows()) +=
        link.block.transpose();
  }
  return result;
}

Eigenpairs head(const Eigenpairs& all, Index count) {
  return {all.vectors.leftCols(count), all.values.head(count)};
}

}  // namespace

Eigenpairs smallest_eigenpairs(Index n, Index count, double shift, const SolveShifted& solve,
                               Monitor& monitor) {
  count = std::min(count, n);
  const Index block = iterated(n, count);
  Random random(1);
  MatrixD v(block, n);
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < block; ++i) v(i, j) = random.uniform() - 0.5;
  }
  v = orthonormal_rows(v);
  Eigenpairs ritz;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    if (!monitor.advance(double(iteration) / most_iterations)) return {};
    MatrixD w = v;
    solve(w);
    if (!all_finite(w)) return {};
    // Eigenpairs θ of the inverse in the span, the largest of which belong to the smallest of A.
    ritz = largest_pairs(symmetric_eigen(product(w, v.transpose())), block);
    v = product(ritz.vectors.transpose(), v);
    w = product(ritz.vectors.transpose(), w);
    double off = 0;
    for (Index i = 0; i < count; ++i) {
      double squares = 0;
      for (Index j = 0; j < n; ++j) squares += std::pow(w(i, j) - ritz.values[i] * v(i, j), 2);
      off = std::max(off, std::sqrt(squares) / std::max(std::abs(ritz.values[i]), 1e-300));
    }
    if (off <= 1e-10 || iteration + 1 == most_iterations || block == n) {
      return {v.topRows(count).transpose(), ritz.values.head(count).cwiseInverse().array() - shift};
    }
    v = orthonormal_rows(w);
  }
  return {};
}

Eigenpairs smallest_eigenpairs(const BlockMatrix& a, Index count, Monitor& monitor) {
  const Index n = a.begin().back();
  count = std::min(count, n);
  if (n <= dense_rows) return head(symmetric_eigen(dense(a)), count);
  const double scale = a.trace() / double(n);
  BlockCholesky<double> factor(a);
  if (!monitor.afford(factor.bytes())) return {};
  for (double relative = relative_shift; relative < 1e-3; relative *= 100) {
    if (!factor.factor(a, relative * scale)) continue;
    return smallest_eigenpairs(
        n, count, relative * scale, [&](MatrixD& v) { factor.solve(v); }, monitor);
  }
  return {};
}

void plan_smallest_eigenpairs(MemoryPlan& plan, double n, double count) {
  const double block = std::min(n, 2 * count + 10);
  plan.use(6 * 8 * n * block + (n <= double(dense_rows) ? 3 * 8 * n * n : 0));
}

}  // namespace tanda
