// The methods that need only statistics of classes, each defined once for all targets. S_w is the scatter
// within classes, S_b = Σ n_c (m_c − m)(m_c − m)' that of the class means, and S_t = S_w + S_b the total
// scatter.
//
// F holds the statistics, two matrices A and B, and the operations on them: device::InPlace works in the
// caller's memory, internal::ClassFit uses the solvers for large matrices. When a step fails, F remembers it
// and skips the steps that follow, so the definitions read like formulas.
#pragma once

#include "tanda/detail/device/options.hpp"

namespace tanda::small {

/// Which scatter matrix of the statistics; `none` is zero.
enum class Part : unsigned char { none, between, within, total };

/// Eigenvectors of the largest eigenvalues of S_t/n.
template <class F>
void solve_pca(F& f) {
  f.eigenpairs(Part::total);
  f.keep_range();
  f.divide_values(f.samples());
}

/// Eigenvectors of the largest eigenvalues of the pencil (S_b, S_w + ridge·tr(S_w)/d·I).
template <class F, class O>
void solve_lda(F& f, const O& o) {
  f.make(Part::between, Part::within);
  f.add_ridge(o.ridge);
  f.solve(End::largest, f.classes() - 1);
  f.scale(o.columns);
}

/// Eigenvectors G of the largest eigenvalues of the pencil (S_b, S_t), G'S_tG = I. With fewer samples than
/// features all these eigenvalues are 1.
template <class F, class O>
void solve_ulda(F& f, const O& o) {
  f.make(Part::between, Part::total);
  f.solve_with_ties(End::largest, f.classes() - 1);
  f.scale(o.columns);
}

/// W = (λS_w + S_t)⁺H, H = [√(n n_c)(m_c − m)]. W is then rotated so that its columns are sorted by length,
/// which does not change the metric WW'. The graph links samples of the same class, so XLX' = S_w.
template <class F, class O>
void solve_laplda(F& f, const O& o) {
  f.make(o.lambda > 0 ? Part::within : Part::none, Part::total);
  f.regress(o.lambda);
}

/// The Laplacian L~ = D~ − W~ of the signed graph of one class against all other samples. D~ is `inside` for
/// samples of the class and `outside` for the others. Because Xe_others = −Xe_class for centred X, the
/// low-rank term of XL~X' is pull·uu' with u = Xe_class.
template <class T>
struct SignedGraph {
  T inside, outside, pull;
  /// Whether all eigenvalues but one are equal, so that only the first direction is determined.
  bool leaves_open() const { return inside == outside; }
};

template <class T>
SignedGraph<T> signed_graph(device::SignedWeights weights, T size, T n) {
  const T rest = n - size;
  if (weights == device::SignedWeights::balanced)
    return {1 + rest / n, 1 + size / n, 1 / size + 1 / rest + 2 / n};
  if (weights == device::SignedWeights::side) return {1 + rest, 1 + size, 1 / size + 1 / rest + 2};
  return {n, n, 4};
}

/// Eigenvectors of the smallest eigenvalues of the pencil (X L~ X', XX'), in coordinates that whiten S_t =
/// XX'. Two classes give one block of directions, more classes give one block each. Where only the first
/// direction of a block is determined, the leading principal axes supply the others.
template <class F, class O>
void solve_sle(F& f, const O& o) {
  using T = typename F::Real;
  const auto graph_of = [&](int c) { return signed_graph(o.weights, f.size(c), f.samples()); };
  if (!f.begin_blocks(f.classes() == 2 ? 1 : f.classes())) return;
  f.whiten(Part::total, graph_of);
  f.for_each_block([&](int c) {
    const SignedGraph<T> graph = graph_of(c);
    const T length = f.pull(c);  // u = W'·n_c(m_c − m), W the whitening
    if (graph.leaves_open()) {
      f.complete(graph.outside - graph.pull * length * length, graph.outside);
    } else {
      f.project(c);                                                         // A = W'X_cX_c'W
      f.combine(graph.inside - graph.outside, graph.outside, -graph.pull);  // of A, I and uu'
      f.solve_white(End::smallest);
    }
  });
}

}  // namespace tanda::small
