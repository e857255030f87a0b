// The edges of one column (a star), and what one edge of the pair term adds to a system of tangent vectors.
#pragma once

#include "geometry/elimination.hpp"
#include "linalg/dense.hpp"

namespace tanda::internal {

/// Memory for the edges of one column at a time.
class Star {
 public:
  Star(Workspace* home, Index dims, Index most_edges)
      : differences_(home, dims, most_edges), weights_(home, most_edges) {}

  /// Reads the edges of column j.
  template <class S>
  void set(const Samples<S>& samples, const Graph& graph, Index j) {
    const Index first = graph.begin[std::size_t(j)];
    size_ = graph.begin[std::size_t(j) + 1] - first;
    for (Index e = 0; e < size_; ++e) {
      samples.difference(graph.to[std::size_t(first + e)], j, differences_.col(e).data());
      weights_[e] = graph.weight[std::size_t(first + e)];
    }
  }
  /// For a counting workspace: as many edges as there is room for.
  void fill() { size_ = weights_.size(); }

  Index size() const { return size_; }
  /// p×size
  Eigen::Map<const PlainMatrix<double>> differences() const {
    return {differences_.data(), differences_.rows(), size_};
  }
  Eigen::Map<const PlainVector<double>> weights() const { return {weights_.data(), size_}; }

 private:
  MatrixD differences_;
  VectorD weights_;
  Index size_ = 0;
};

/// The most edges of any of these columns.
inline Index most_edges(const Graph& graph, Index first, Index last) {
  Index most = 0;
  for (Index j = first; j < last; ++j)
    most = std::max(most, graph.begin[std::size_t(j) + 1] - graph.begin[std::size_t(j)]);
  return most;
}

/// a + value·I
inline void add_to_diagonal(Target<double> a, double value) {
  for (Index i = 0; i < a.rows; ++i) a.data[i * (a.stride + 1)] += value;
}

/// Adds both directions of an edge of the pair term: g W (‖v_p − A v_q‖² + ‖v_q − A'v_p‖²), A = T_p'T_q. The
/// block between the two is −2g A.
inline void add_pair(const MatrixD& a, double g, Target<double> from, Target<double> to) {
  add_product(from, a, a.transpose(), g);
  add_to_diagonal(from, g);
  add_product(to, a.transpose(), a, g);
  add_to_diagonal(to, g);
}

}  // namespace tanda::internal
