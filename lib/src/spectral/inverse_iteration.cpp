#include "spectral/inverse_iteration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/dense.hpp"
#include "tanda/detail/random.hpp"

namespace tanda::internal {
namespace {

constexpr Index dense_rows = 300;
constexpr Index most_blocks = 4;  // blocks in the basis before it is restarted from the best directions
constexpr int most_solutions = 300;
constexpr double no_bound = std::numeric_limits<double>::infinity();
// Relative residuals: good enough, and good enough if another restart hardly improves them.
constexpr double good = 1e-9, fair = 1e-6;

/// The width of a block: more columns than wanted, because then the convergence depends on the ratio of
/// eigenvalues far apart. All n where two such blocks do not fit into n.
double columns_of_block(double n, double count) {
  const double several = 2 * count + 10;
  return n < 2 * several ? n : several;
}

/// Makes columns first..last orthonormal among themselves and to the earlier columns, which are orthonormal
/// already and have been projected out once. A column that depends on the others is replaced by a random
/// direction.
void orthonormalise(MatrixD& q, Index first, Index last, Random& random) {
  const auto take_off = [&](Index begin, Index end, Index from, Index count) {
    if (begin == end) return;
    const auto basis = q.middleCols(begin, end - begin);
    auto columns = q.middleCols(from, count);
    library_product(q.home(), q.rows(), count, end - begin, sizeof(double));
    add_product(columns, basis, product(basis.transpose(), columns, q.home()), -1);
  };
  const VectorD lengths = squared_lengths(q.middleCols(first, last - first), q.home());
  take_off(0, first, first, last - first);
  if (measuring(q.home())) return take_off(0, last - 1, last - 1, 1);
  for (Index j = first; j < last; ++j) {
    double least = 1e-12 * std::sqrt(lengths[j - first]);
    // The columns before this block have been projected out already; that is repeated only where little is
    // left.
    double whole = 1e-3 * std::sqrt(squared_length(q.col(j)));
    for (int twice = 0; twice < 2; ++twice) take_off(first, j, j, 1);
    while (true) {
      double length = std::sqrt(squared_length(q.col(j)));
      if (!(length > whole)) {
        for (int twice = 0; twice < 2; ++twice) take_off(0, j, j, 1);
        length = std::sqrt(squared_length(q.col(j)));
      }
      if (length > least) {
        q.col(j) /= length;
        break;
      }
      for (Index i = 0; i < q.rows(); ++i) q(i, j) = random.uniform() - 0.5;
      least = 1e-12;
      whole = no_bound;
    }
  }
}

MatrixD dense(const BlockMatrix& a, Workspace* w) {
  MatrixD result(w, a.rows(), a.rows());
  if (measuring(w)) return result;
  result.setZero();
  const Array<Index>& begin = a.begin();
  const auto at = [&](int node) { return begin[std::size_t(node)]; };
  for (int i = 0; i < int(a.nodes()); ++i) {
    const BlockMatrix::ConstBlock block = a.diagonal(i);
    result.block(at(i), at(i), block.rows(), block.cols()) = block;
  }
  for (Index l = 0; l < a.links(); ++l) {
    const BlockMatrix::ConstLink link = a.link(l);
    result.block(at(link.row), at(link.column), link.block.rows(), link.block.cols()) += link.block;
    result.block(at(link.column), at(link.row), link.block.cols(), link.block.rows()) +=
        link.block.transpose();
  }
  return result;
}

/// The largest eigenpairs θ of M, and their largest relative residual.
struct Approximation {
  Eigenpairs pairs;
  double off;
};

/// Eigenvalues that are certainly below `least` may be inexact. `ask(fraction)` says whether to go on.
Approximation iterate(Index n, Index count, const Multiply& multiply, int most, double least,
                      const std::function<bool(double)>& ask, Workspace* home) {
  count = std::min(count, n);
  const Index block = Index(columns_of_block(double(n), double(count))),
              blocks = std::clamp<Index>(n / block, 1, most_blocks);
  Random random(1);
  Approximation result{{MatrixD(home, n, count), VectorD(home, count)}, 0};
  MatrixD q(home, n, blocks * block);  // a basis of the span of V, MV, M²V, ...
  for (Index j = 0; j < block && q.data(); ++j) {
    for (Index i = 0; i < n; ++i) q(i, j) = random.uniform() - 0.5;
  }
  orthonormalise(q, 0, block, random);
  MatrixD inside(home, q.cols(), q.cols());  // M restricted to that basis
  MatrixD w(home, block, n);
  double before = no_bound;
  for (int done = 0;;) {
    for (Index first = 0; first < q.cols(); first += block) {
      if (!ask(double(done++) / most)) return {};
      const Index known = first + block;
      w = q.middleCols(first, block).transpose();
      multiply(w);
      if (!all_finite(w)) return {};
      {
        const MatrixD parts = product(w, q.leftCols(known), home);
        if (parts.data()) inside.block(first, 0, block, known) = parts;
      }
      library_product(home, block, n, known, sizeof(double));
      add_product(w, inside.block(first, 0, block, known), q.leftCols(known).transpose(), -1);
      if (known == q.cols()) break;
      if (w.data()) q.middleCols(known, block) = w.transpose();
      orthonormalise(q, known, known + block, random);
    }
    // Eigenpairs within the span (Ritz pairs); w is the part of M times the last block outside of the span.
    const Eigenpairs ritz = extreme_eigen(MatrixD(inside), block, End::largest);
    const MatrixD out = product(w.transpose(), ritz.vectors.block(q.cols() - block, 0, block, count), home);
    // Residuals below `noise` do not count: next to a nearly infinite value (the inverse of a singular A) the
    // others cannot be more exact.
    if (measuring(home)) {
      product(q, ritz.vectors, home);
      return result;
    }
    const double noise = 1e-14 * std::abs(ritz.values[0]) + 1e-300;
    double off = 0;
    for (Index i = 0; i < count; ++i) {
      const double length = std::sqrt(squared_length(out.col(i)));
      // An eigenvalue lies within `length` of each Ritz value. A tenth more allows for one that has not been
      // found yet.
      if (i > 0 && 1.1 * (ritz.values[i] + length) < least) break;
      if (length > noise) off = std::max(off, length / std::abs(ritz.values[i]));
    }
    q.leftCols(block) = product(q, ritz.vectors, home);
    if (off <= good || (off <= fair && off > 0.5 * before) || done >= most || q.cols() == n) {
      result.pairs.vectors = q.leftCols(count);
      result.pairs.values = ritz.values.head(count);
      result.off = off;
      return result;
    }
    before = off;
    orthonormalise(q, 0, block, random);
  }
}

}  // namespace

Eigenpairs largest_eigenpairs(Index n, Index count, const Multiply& multiply, Monitor* monitor,
                              Workspace* w) {
  constexpr int most_products = 60;
  const double operations = 2 * double(n) * double(n) * columns_of_block(double(n), double(count));
  const auto ask = [&](double) { return goes_on(monitor, operations); };
  Approximation found = iterate(n, count, multiply, most_products, -no_bound, ask, w);
  return found.pairs.values.size() > 0 && found.off <= good ? std::move(found.pairs) : Eigenpairs{};
}

Eigenpairs smallest_eigenpairs(Index n, Index count, double shift, const Multiply& solve, Monitor& monitor,
                               double enough, Workspace* w) {
  const auto ask = [&](double fraction) { return monitor.advance(fraction); };
  Approximation found = iterate(n, count, solve, most_solutions, 1 / (enough + shift), ask, w);
  if (found.pairs.values.size() == 0) return {};
  if (found.off > fair)
    monitor.note("the smallest eigenvalues lie too close together to be told apart exactly");
  if (!measuring(w)) found.pairs.values = found.pairs.values.cwiseInverse().array() - shift;
  return std::move(found.pairs);
}

Eigenpairs smallest_eigenpairs(const BlockMatrix& a, Index count, Monitor& monitor, double enough,
                               Workspace* w) {
  const Index n = a.rows();
  count = std::min(count, n);
  if (measuring(w) && n > dense_rows) {  // the fit may have fewer rows, and a dense problem
    const MatrixD fewer(w, dense_rows, dense_rows);
    const Eigenpairs pairs = symmetric_eigen(MatrixD(w, dense_rows, dense_rows));
  }
  if (n <= dense_rows) {
    Eigenpairs pairs = symmetric_eigen(dense(a, w));
    keep_end(pairs, count, End::smallest);
    return pairs;
  }
  Eigenpairs result{MatrixD(w, n, count), VectorD(w, count)};
  const double scale = measuring(w) ? 1 : a.trace() / double(n);
  BlockCholesky<double> factor(a, &monitor);
  if (monitor.cancelled() || !monitor.afford(factor.bytes())) return {};
  for (double relative = relative_shift; relative < 1e-3 && !monitor.cancelled(); relative *= 100) {
    if (!factor.factor(a, relative * scale, &monitor) && !measuring(w)) continue;
    const Eigenpairs found = smallest_eigenpairs(
        n, count, relative * scale, [&](MatrixD& v) { factor.solve(v, &monitor); }, monitor, enough, w);
    if (found.values.size() == 0) return {};
    result.vectors = found.vectors;
    result.values = found.values;
    return result;
  }
  return {};
}

}  // namespace tanda::internal
