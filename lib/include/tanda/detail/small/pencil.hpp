// The eigenproblem A t = λ B t with a positive semidefinite B, solved in the caller's memory.
#pragma once

#include "tanda/detail/small/cholesky.hpp"
#include "tanda/detail/small/symmetric.hpp"

namespace tanda::small {

/// The memory of a fit: two n×n matrices and a few vectors, Eigen maps of fixed or dynamic size.
template <class T, int N = Eigen::Dynamic>
struct Scratch {
  using Scalar = T;
  Eigen::Map<Eigen::Matrix<T, N, N>> a, b;
  Numbers<T> values;  ///< n; after a fit, the eigenvalues of the directions
  Numbers<T> mean;    ///< n
  Numbers<T> work;    ///< 2n

  Scratch(T* a_at, T* b_at, T* values_at, T* mean_at, T* work_at, Index n = N)
      : a(a_at, n, n),
        b(b_at, n, n),
        values(values_at, n),
        mean(mean_at, n),
        work(work_at, 2 * Eigen::Index(n)) {}
  Index dims() const { return Index(a.rows()); }
};

/// Eigenvalues of a scatter matrix below this fraction of the largest count as zero: they are rounding errors
/// of a matrix summed in precision S and solved in T.
template <class S, class T>
constexpr T range_floor() {
  constexpr double s = std::numeric_limits<S>::epsilon(), t = std::numeric_limits<T>::epsilon();
  constexpr double rounding = 64 * (s > t ? s : t);
  return T(rounding > 1e-10 ? rounding : 1e-10);
}

/// M (lower triangle) += factor · y·x'
template <class M, class Y, class X>
void add_outer(M& m, ScalarOf<M> factor, const Y& y, const X& x) {
  using T = ScalarOf<M>;
  const Index n = Index(x.size());
  for (Index j = 0; j < n; ++j)
    add(Numbers<T>(&m(j, j), n - j), factor * x[j], ConstNumbers<T>(y.data() + j, n - j));
}

template <class M>
ScalarOf<M> trace(const M& m, Index n) {
  ScalarOf<M> sum = 0;
  for (Index i = 0; i < n; ++i) sum += m(i, i);
  return sum;
}

/// B += ridge·tr(B)/n·I
template <class M>
void add_ridge(M& b, ScalarOf<M> ridge) {
  const Index n = Index(b.rows());
  const ScalarOf<M> shift = ridge * trace(b, n) / ScalarOf<M>(n);
  for (Index i = 0; i < n; ++i) b(i, i) += shift;
}

/// Replaces B (both triangles given) by W (n×q) with W'BW = I on the range of B; the leading principal axes
/// of B come first. Gives q; −1 if an entry is not finite. O(n³)
template <class M, class V, class W>
Index whiten_by_axes(M& b, V& values, W& work, ScalarOf<M> floor) {
  using T = ScalarOf<M>;
  const Index n = Index(b.rows());
  if (!eigenpairs(b, n, values, work, End::largest, n)) return -1;
  Index rank = 0;
  for (; rank < n && values[rank] > 0 && values[rank] > floor * values[0]; ++rank)
    scale(Numbers<T>(&b(0, rank), n), 1 / root(T(values[rank])));
  return rank;
}

/// The same with unordered columns; cheaper where B has full rank.
template <class M, class V, class W>
Index whiten(M& b, V& values, W& work, ScalarOf<M> floor) {
  using T = ScalarOf<M>;
  const Index n = Index(b.rows());
  constexpr T safety = T(1e-8);  // below it Cholesky is given up, as in the solvers for large matrices
  if (cholesky(b, n, values.data(), floor > safety ? floor : safety)) return inverse(b, n);
  restore(b, n, values.data());
  return whiten_by_axes(b, values, work, floor);
}

/// Replaces the upper left q×q corner of a symmetric A by W'AW, where W is the first q columns of `white`.
/// `work` holds one column. O(n² q)
template <class M, class V>
void congruence(M& a, const M& white, Index q, V& work) {
  using T = ScalarOf<M>;
  const Index n = Index(a.rows());
  const Numbers<T> line(work.data(), n);
  for (Index i = 0; i < n; ++i) {
    for (Index k = 0; k < n; ++k) work[k] = a(i, k);
    for (Index j = 0; j < q; ++j) a(i, j) = dot(line, ConstNumbers<T>(&white(0, j), n));
  }
  for (Index j = 0; j < q; ++j) {
    for (Index k = 0; k < n; ++k) work[k] = a(k, j);
    for (Index i = 0; i < q; ++i) a(i, j) = dot(line, ConstNumbers<T>(&white(0, i), n));
  }
}

/// Replaces each of the first `count` columns v of A, given in the q whitened coordinates, by factor·W·v, a
/// direction in the coordinates of the data.
template <class M, class V>
void leave_white(M& a, const M& white, Index q, V& work, Index count, ScalarOf<M> factor) {
  using T = ScalarOf<M>;
  const Index n = Index(a.rows());
  for (Index j = 0; j < count; ++j) {
    Numbers<T> t(&a(0, j), n);
    for (Index k = 0; k < q; ++k) work[k] = a(k, j);
    for (Index i = 0; i < n; ++i) a(i, j) = 0;
    for (Index k = 0; k < q; ++k) add(t, work[k] * factor, ConstNumbers<T>(&white(0, k), n));
  }
}

/// Replaces A's first columns by the leading eigenvectors of the pencil on the range of B, at most `wanted`,
/// best first, scaled to t'Bt = 1. Only the lower triangles of A and B are read. Gives the number of
/// eigenvectors; −1 if an entry is not finite. O(n³)
template <class T, int N>
Index solve(Scratch<T, N>& s, End end, T floor, Index wanted) {
  const T a_scale = normalise(s.a, s.dims()), b_scale = normalise(s.b, s.dims());
  if (!(a_scale > 0 && b_scale > 0)) return -1;
  fill_upper(s.a, s.dims());
  fill_upper(s.b, s.dims());
  const Index rank = whiten(s.b, s.values, s.work, floor);
  if (wanted > rank) wanted = rank;
  if (rank <= 0) return rank;
  congruence(s.a, s.b, rank, s.work);
  if (!eigenpairs(s.a, rank, s.values, s.work, end, wanted)) return -1;
  for (Index j = 0; j < wanted; ++j) s.values[j] *= a_scale / b_scale;
  leave_white(s.a, s.b, rank, s.work, wanted, 1 / root(b_scale));
  return wanted;
}

/// Scales the first `count` columns, which have t'Bt = 1, as `columns` says.
template <class M>
void scale_columns(M& t, Index count, Columns columns) {
  if (columns == Columns::orthonormal) return orthonormalise(t, count);
  for (Index j = 0; columns == Columns::unit && j < count; ++j) normalise_column(t.col(j));
}

}  // namespace tanda::small
