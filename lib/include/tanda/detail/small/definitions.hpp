// The methods that need no more than statistics of classes, each defined once for all targets: of the scatter
// within classes S_w, that of their means S_b = Σ n_c (m_c − m)(m_c − m)', and both together, S_t.
//
// F has the statistics, two matrices A and B, and what solves with them: device::InPlace works in the
// caller's memory, internal::ClassFit with the solvers for large matrices. When a step cannot be done, F
// remembers that and passes over the next ones; so definitions read like formulas.
#pragma once

#include "tanda/detail/device/options.hpp"

namespace tanda::small {

/// A scatter matrix of statistics.
enum class Part : unsigned char { none, between, within, total };

/// Largest of S_t/n.
template <class F>
void solve_pca(F& f) {
  f.eigenpairs(Part::total);
  f.keep_range();
  f.divide_values(f.samples());
}

/// Largest of (S_b, S_w + ridge·tr(S_w)/d·I).
template <class F, class O>
void solve_lda(F& f, const O& o) {
  f.make(Part::between, Part::within);
  f.add_ridge(o.ridge);
  f.solve(End::largest, f.classes() - 1);
  f.scale(o.columns);
}

/// Largest of (S_b, S_t): G'S_tG = I. With fewer samples than features all of them are the same, 1.
template <class F, class O>
void solve_ulda(F& f, const O& o) {
  f.make(Part::between, Part::total);
  f.solve_with_ties(End::largest, f.classes() - 1);
  f.scale(o.columns);
}

/// W = (λS_w + S_t)⁺H, H = [√(n n_c)(m_c − m)], turned so that its columns come in the order of their
/// lengths: WW' is the metric. The graph is that of the classes, where XLX' = S_w.
template <class F, class O>
void solve_laplda(F& f, const O& o) {
  f.make(o.lambda > 0 ? Part::within : Part::none, Part::total);
  f.regress(o.lambda);
}

/// L~ = D~ − W~ of class against rest: D~ is `inside` on the class and `outside` on the rest, and because
/// Xe_rest = −Xe_class for centred X, the low-rank part of XL~X' is pull·uu' with u = Xe_class.
template <class T>
struct SignedGraph {
  T inside, outside, pull;
  /// All eigenvalues but one are the same then: only the first direction is determined.
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

/// Smallest of (X L~ X', XX') in coordinates that whiten XX' = S_t: one block of directions for two classes,
/// else one for each class, side by side. What a block leaves open, the leading principal axes complete.
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
