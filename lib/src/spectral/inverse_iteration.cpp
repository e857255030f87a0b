#include "tanda/spectral/inverse_iteration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tanda/core/dense.hpp"
#include "tanda/core/random.hpp"

namespace tanda {
namespace {

constexpr Index dense_rows = 300;
constexpr Index most_blocks = 4;  // of the basis, before it is made anew from the best
constexpr int most_solutions = 300;
constexpr double good = 1e-9, fair = 1e-6;  // residuals: enough, and enough if more work does not help

/// More columns than wanted: what is wanted then converges at the ratio of eigenvalues far apart. All, if
/// there is no room for two such blocks.
double columns_of_block(double n, double count) {
  const double several = 2 * count + 10;
  return n < 2 * several ? n : several;
}

/// Makes columns first..last orthonormal, among themselves and to those before, which are. One that depends
/// on the others becomes any other direction.
void orthonormalise(MatrixD& q, Index first, Index last, Random& random) {
  const auto take_off = [&](Index before, Index from, Index count) {
    if (before == 0) return;
    const auto basis = q.leftCols(before);
    auto columns = q.middleCols(from, count);
    add_product(columns, basis, product(basis.transpose(), columns), -1);
  };
  const VectorD lengths = squared_lengths(q.middleCols(first, last - first));
  for (int twice = 0; twice < 2; ++twice) take_off(first, first, last - first);
  for (Index j = first; j < last; ++j) {
    double least = 1e-12 * std::sqrt(lengths[j - first]);
    while (true) {
      for (int twice = 0; twice < 2; ++twice) take_off(j, j, 1);
      const double length = std::sqrt(squared_length(q.col(j)));
      if (length > least) {
        q.col(j) /= length;
        break;
      }
      for (Index i = 0; i < q.rows(); ++i) q(i, j) = random.uniform() - 0.5;
      least = 1e-12;
    }
  }
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
  const Index block = Index(columns_of_block(double(n), double(count))),
              blocks = std::clamp<Index>(n / block, 1, most_blocks);
  Random random(1);
  MatrixD q(n, blocks * block);  // a basis of the span of V, A⁻¹V, A⁻²V, ...
  for (Index j = 0; j < block; ++j) {
    for (Index i = 0; i < n; ++i) q(i, j) = random.uniform() - 0.5;
  }
  orthonormalise(q, 0, block, random);
  MatrixD inside(q.cols(), q.cols());  // A⁻¹ in that basis
  MatrixD w;
  double before = std::numeric_limits<double>::infinity();
  for (int solved = 0;;) {
    for (Index first = 0; first < q.cols(); first += block) {
      if (!monitor.advance(double(solved++) / most_solutions)) return {};
      const Index known = first + block;
      w = MatrixD(q.middleCols(first, block).transpose());
      solve(w);
      if (!all_finite(w)) return {};
      inside.block(first, 0, block, known) = product(w, q.leftCols(known));
      add_product(w, inside.block(first, 0, block, known), q.leftCols(known).transpose(), -1);
      if (known == q.cols()) break;
      q.middleCols(known, block) = w.transpose();
      orthonormalise(q, known, known + block, random);
    }
    // Eigenpairs θ of the inverse in the span, the largest of which belong to the smallest of A. What leads
    // out of the span is w.
    const Eigenpairs ritz = largest_pairs(symmetric_eigen(MatrixD(inside)), block);
    const MatrixD out = product(w.transpose(), ritz.vectors.block(q.cols() - block, 0, block, count));
    // Beside a value that is nearly infinite (A's own is zero) the others cannot be had any better.
    const double noise = 1e-14 * std::abs(ritz.values[0]) + 1e-300;
    double off = 0;
    for (Index i = 0; i < count; ++i) {
      const double length = std::sqrt(squared_length(out.col(i)));
      if (length > noise) off = std::max(off, length / std::abs(ritz.values[i]));
    }
    q.leftCols(block) = product(q, ritz.vectors);
    if (off <= good || (off <= fair && off > 0.5 * before) || solved >= most_solutions || q.cols() == n) {
      if (off > fair)
        monitor.note("the smallest eigenvalues lie too close together to be told apart exactly");
      return {q.leftCols(count), ritz.values.head(count).cwiseInverse().array() - shift};
    }
    before = off;
    orthonormalise(q, 0, block, random);
  }
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
  const double block = columns_of_block(n, count);
  plan.use(6 * 8 * n * block + (n <= double(dense_rows) ? 3 * 8 * n * n : 0));
}

}  // namespace tanda
