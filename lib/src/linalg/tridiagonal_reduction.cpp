// Reduction of a symmetric matrix to tridiagonal form by Householder reflections, and applying these.
#include <algorithm>

#include "base/monitor.hpp"
#include "linalg/dense.hpp"
#include "linalg/tridiagonal.hpp"
#include "tanda/detail/small/tridiagonal.hpp"

namespace tanda::internal {
namespace {

using small::loops::dot;

/// Number of rows from which on reduction by panels of columns pays.
constexpr Index many_rows = 128;

/// A = QTQ', one column after another.
void reduce_by_columns(MatrixD& a, Tridiagonal& t, VectorD& factors) {
  const Index n = a.rows();
  VectorD off(a.home(), 2 * n);
  if (measuring(a.home()) || n == 0) return;
  small::reduce(a, int(n), t.diagonal.data(), off.data());
  t.subdiagonal = off.head(n - 1);
  factors = a.diagonal<1>();
}

}  // namespace

Tridiagonal reduce_to_tridiagonal(MatrixD& a, VectorD& factors, Monitor* monitor) {
  const Index n = a.rows();
  Tridiagonal t{VectorD(a.home(), n), VectorD(a.home(), std::max<Index>(0, n - 1))};
  factors = VectorD(a.home(), VectorD::Zero(std::max<Index>(0, n - 1)));
  if (n < many_rows) {
    reduce_by_columns(a, t, factors);
    return t;
  }
  // The reflections V of a panel change the rest of A to A − VW' − WV'.
  MatrixD w(a.home(), n, std::min(tridiagonal_panel, n));
  if (measuring(a.home())) {
    const VectorD along_v(a.home(), w.cols() - 1), along_w(a.home(), w.cols() - 1);
    library_product(a.home(), n, n, w.cols(), sizeof(double));
    return t;
  }
  for (Index first = 0; first < n; first += tridiagonal_panel) {
    const Index last = std::min(first + tridiagonal_panel, n);
    for (Index j = first; j < last; ++j) {
      const Index done = j - first, below = n - j - 1;
      if (!goes_on(monitor, 8 * double(below) * double(below))) return {};
      // Applies the earlier reflections of the panel to column j.
      const auto v = a.block(j, first, n - j, done);
      const auto ws = w.block(j, 0, n - j, done);
      if (done > 0) {
        auto column = a.block(j, j, n - j, 1);
        const VectorD along_v(a.home(), v.row(0)), along_w(a.home(), ws.row(0));
        add_product(column, v, along_w, -1);
        add_product(column, ws, along_v, -1);
      }
      t.diagonal[j] = a(j, j);
      if (below == 0) break;
      double* const reflector = &a(j + 1, j);
      factors[j] = small::reflect(reflector, int(below), t.subdiagonal[j]);
      // w = factor·(A·v), made orthogonal to v.
      auto fresh = w.block(j + 1, done, below, 1);
      const auto own = a.block(j + 1, j, below, 1);
      if (factors[j] == 0) {
        fresh.setZero();
        continue;
      }
      set_symmetric_product(fresh, a.bottomRightCorner(below, below), own);
      if (done > 0) {
        const auto v_below = a.block(j + 1, first, below, done);
        const auto w_below = w.block(j + 1, 0, below, done);
        const MatrixD along_w = product(w_below.transpose(), own, a.home()),
                      along_v = product(v_below.transpose(), own, a.home());
        add_product(fresh, v_below, along_w, -1);
        add_product(fresh, w_below, along_v, -1);
      }
      fresh *= factors[j];
      fresh -= 0.5 * factors[j] * dot(reflector, fresh.data(), int(below)) * own;
    }
    const Index rest = n - last;
    if (rest == 0) break;
    const auto v = a.block(last, first, rest, last - first);
    const auto ws = w.block(last, 0, rest, last - first);
    auto corner = a.bottomRightCorner(rest, rest);
    add_product_lower(corner, v, ws.transpose(), -1);
    add_product_lower(corner, ws, v.transpose(), -1);
  }
  return t;
}

namespace {

/// The number of panels of `count` reflections; at most 1 in a counting workspace, as the first panel is the
/// largest.
Index panels(Index count, const Workspace* home) {
  return measuring(home) ? std::min<Index>(1, count) : (count + tridiagonal_panel - 1) / tridiagonal_panel;
}

/// Number of columns above which applying the reflections by panels pays.
constexpr Index many_columns = 64;

/// The matrix T for which the product of a panel's reflections is I − VTV'. The columns of V (lower
/// triangular) are their vectors.
MatrixD panel_factor(const MatrixD& v, const double* factors) {
  MatrixD t(v.home(), MatrixD::Zero(v.cols(), v.cols()));
  const MatrixD inner = product(v.transpose(), v, v.home());
  if (measuring(v.home())) {
    const VectorD along(v.home(), v.cols() - 1);
    product(t.leftCols(v.cols() - 1), along, v.home());
    return t;
  }
  for (Index j = 0; j < v.cols(); ++j) {
    t(j, j) = factors[j];
    if (j == 0) continue;
    const VectorD along(v.home(), -factors[j] * inner.col(j).head(j));
    t.col(j).head(j) = product(t.topLeftCorner(j, j), along, v.home());
  }
  return t;
}

/// columns ← (I − VTV')·columns
template <class Columns>
void apply_panel(const MatrixD& v, const double* factors, Columns& columns) {
  const MatrixD factor = panel_factor(v, factors), parts = product(v.transpose(), columns, v.home());
  const MatrixD along = product(factor, parts, v.home());
  library_product(v.home(), columns.rows(), columns.cols(), v.cols(), sizeof(double));
  add_product(columns, v, along, -1);
}

}  // namespace

void apply_reflections(const MatrixD& a, const VectorD& factors, MatrixD& vectors, Monitor* monitor) {
  const Index n = a.rows(), count = n - 1;
  if (vectors.cols() <= many_columns) {
    for (Index j = measuring(a.home()) ? 0 : count; j-- > 0;) {
      if (factors[j] == 0) continue;
      const double* const v = &a(j + 1, j);
      for (Index c = 0; c < vectors.cols(); ++c) {
        double* const x = &vectors(j + 1, c);
        const int size = int(n - j - 1);
        small::loops::add(x, -factors[j] * dot(v, x, size), v, size);
      }
    }
    return;
  }
  for (Index panel = panels(count, a.home()); panel-- > 0;) {
    const Index first = panel * tridiagonal_panel, size = std::min(tridiagonal_panel, count - first);
    const Index below = n - first - 1;
    if (!goes_on(monitor, 4 * double(below) * double(size) * double(vectors.cols()))) return;
    MatrixD v(a.home(), a.block(first + 1, first, below, size));
    if (v.data()) v.triangularView<Eigen::StrictlyUpper>().setZero();
    auto columns = vectors.bottomRows(below);
    apply_panel(v, factors.data() + first, columns);
  }
}

// Panel by panel, the last one first: its reflections are applied to the columns after it, which are
// finished, then its own columns are computed.
void form_reflections(MatrixD& a, const VectorD& factors, Monitor* monitor) {
  const Index n = a.rows(), count = n - 1;
  if (!measuring(a.home())) {
    // Reflection j moves to column j + 1, below the diagonal, so that column 0 is free.
    for (Index j = n - 1; j > 0; --j) {
      a.col(j).head(j).setZero();
      a.col(j).tail(n - j) = a.col(j - 1).tail(n - j);
    }
    a.col(0).setZero();
    a(0, 0) = 1;
  }
  for (Index panel = panels(count, a.home()); panel-- > 0;) {
    const Index first = panel * tridiagonal_panel, size = std::min(tridiagonal_panel, count - first);
    const Index row = first + 1, below = n - row, after = below - size;
    if (!goes_on(monitor, 4 * double(below) * double(below) * double(size))) return;
    const MatrixD v(a.home(), a.block(row, row, below, size));
    auto columns = a.block(row, row + size, below, after);
    if (after > 0) apply_panel(v, factors.data() + first, columns);
    for (Index j = measuring(a.home()) ? 0 : size; j-- > 0;) {
      a.block(row, row + j, below, 1).setZero();
      a(row + j, row + j) = 1;
      const double* const x = &v(j, j);
      for (Index c = j; c < size; ++c) {
        double* const y = &a(row + j, row + c);
        const int rest = int(below - j);
        small::loops::add(y, -factors[first + j] * dot(x, y, rest), x, rest);
      }
    }
  }
}

}  // namespace tanda::internal
