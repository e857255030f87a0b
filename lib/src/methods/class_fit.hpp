// The operations that the definitions in detail/small/definitions.hpp use in hosted fits: with solvers for
// large matrices, in the workspace, cancellable.
#pragma once

#include "methods/method.hpp"
#include "spectral/laplacian_path.hpp"
#include "tanda/detail/small/definitions.hpp"

namespace tanda::internal {

class ClassFit {
 public:
  using Real = double;
  explicit ClassFit(const ClassProblem& problem) : p(problem), samples_(problem.data.samples()) {}

  int classes() const { return int(p.data.classes()); }
  double samples() const { return samples_; }
  double size(int c) const { return p.data.size(c); }

  void make(small::Part a, small::Part b);
  void add_ridge(double ridge);
  /// The best eigenvectors of the pencil: as many as are wanted, but not more than `most`.
  void solve(End end, Index most);
  /// The same where many directions may share an eigenvalue and any rotation of them is a solution: they are
  /// rotated so that the shortest come first, along which samples are furthest apart.
  void solve_with_ties(End end, Index most);
  /// The largest eigenpairs of a scatter matrix.
  void eigenpairs(small::Part a);
  /// Keeps only directions in which the data vary.
  void keep_range();
  void divide_values(double by);
  void scale(Columns columns);
  /// W = (λA + B)⁺H, columns in the order of their lengths.
  void regress(double lambda);
  /// The matrices A, B and H, from which W follows for any λ.
  LaplacianProblem least_squares();

  // Directions in blocks (class_fit_blocks.cpp), in coordinates that W whitens.

  bool begin_blocks(int blocks);
  template <class GraphOf>
  void whiten(small::Part part, GraphOf graph_of) {
    bool open = measuring(p.home());  // when counting, the classes are unknown
    for (int c = 0; c < classes() && !open; ++c) open = graph_of(c).leaves_open();
    whiten(part, open);
  }
  /// Calls use(c), which computes the directions of class c, for each class that has a block.
  template <class Use>
  void for_each_block(Use use) {
    begin_directions();
    for (Index k = 0; k < blocks_ && p.monitor.advance(double(k) / double(blocks_)); ++k) {
      use(int(block_class(k)));
      if (!take_block(k)) return;
    }
  }
  /// u = W'·n_c(m_c − m). Returns its length.
  double pull(int c);
  /// Sets the directions: u and, orthogonal to it, the leading principal axes; with their eigenvalues.
  void complete(double first, double others);
  /// A = W'X_cX_c'W
  void project(int c);
  /// A = of_a·A + of_identity·I + of_pull·uu'
  void combine(double of_a, double of_identity, double of_pull);
  void solve_white(End end);

  Solution result();

 private:
  bool stopped() const { return p.monitor.cancelled(); }
  MatrixD scatter(small::Part part) const;
  void run(End end, Index count);
  void whiten(small::Part part, bool leaves_open);
  void begin_directions();
  Index block_class(Index block) const;
  bool take_block(Index block);

  const ClassProblem& p;
  double samples_;
  Pencil pencil_;
  Solution solution_;
  Index blocks_ = 0;
  MatrixD white_;  ///< W
  MatrixD axes_;   ///< W⁻¹ of the leading principal axes
  VectorD pull_;   ///< u
  MatrixD a_;
  Eigenpairs block_;
};

}  // namespace tanda::internal
