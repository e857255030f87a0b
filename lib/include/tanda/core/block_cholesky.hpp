// Cholesky factor of a sparse symmetric matrix made of small dense blocks.
#pragma once

#include <vector>

#include "tanda/core/types.hpp"

namespace tanda {

/// A symmetric matrix whose rows fall into nodes; most pairs of nodes have no block.
struct BlockMatrix {
  struct Link {
    int row, column;  ///< nodes, different ones; a pair is given once, either way round
    MatrixD block;
  };
  std::vector<MatrixD> diagonal;  ///< of each node, not empty; only the lower triangle counts
  std::vector<Link> links;

  Index nodes() const { return Index(diagonal.size()); }
  /// First row of each node, and the number of rows.
  std::vector<Index> begin() const;
  double trace() const;
  /// No eigenvalue is larger: the largest sum of magnitudes in a row.
  double largest_row_sum() const;
};

/// S + ridge·I = L·L', in the precision T. Nodes are ordered for little fill (AMD) and joined to supernodes,
/// so that the work is dense products: cheap where S is sparse, and a blocked dense factorisation where it is
/// not. Memory is that of L and a few panels.
template <class T>
class BlockCholesky {
 public:
  /// Plans the elimination; needs only the pattern.
  explicit BlockCholesky(const BlockMatrix& s);

  /// False if S + ridge·I is not positive definite, or not finite.
  bool factor(const BlockMatrix& s, double ridge);

  /// columns ← columns·L⁻' (in an order of its own), so that columns·columns' becomes
  /// columns·(S + ridge·I)⁻¹·columns'. Columns of the matrix are rows of S.
  void solve_half(Matrix<T>& columns) const;
  /// columns ← columns·(S + ridge·I)⁻¹
  void solve(Matrix<T>& columns) const;

  Index rows() const { return rows_; }

 private:
  /// Consecutive nodes eliminated together: columns of L, and the rows below.
  struct Supernode {
    int first, last;         ///< places in the order of elimination
    std::vector<int> below;  ///< places of the nodes that have rows under these columns, ascending
    Matrix<T> panel;         ///< L: own rows, then those below
  };

  void order_nodes(const BlockMatrix& s);
  void join_supernodes(std::vector<std::vector<int>> below);
  void assemble(const BlockMatrix& s, double ridge, std::size_t which);
  void subtract_product(const Supernode& from, Index begin, Index end, Supernode& to, Matrix<T>& product);
  Index width(const Supernode& node) const {
    return at_[std::size_t(node.last)] - at_[std::size_t(node.first)];
  }
  void gather(const Supernode& node, const Matrix<T>& columns, Matrix<T>& own) const;
  void scatter(const Supernode& node, const Matrix<T>& own, Matrix<T>& columns) const;

  Index rows_ = 0;
  std::vector<Index> begin_;   ///< first row of each node
  std::vector<int> node_at_;   ///< the node at each place
  std::vector<int> place_of_;  ///< and back
  std::vector<Index> at_;      ///< first row of each place in the order of elimination, and their number
  std::vector<std::vector<int>> links_of_;  ///< links by the earlier of their places
  std::vector<int> supernode_of_;           ///< of each place
  std::vector<Supernode> supernodes_;
  std::vector<Index> offset_;  ///< scratch: row of each place within the panel at hand
};

/// Bytes of a factor of so many rows when everything fills in, with what making it uses.
double dense_factor_bytes(double rows);

}  // namespace tanda
