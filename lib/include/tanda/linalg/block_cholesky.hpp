// Cholesky factor of a sparse symmetric matrix made of small dense blocks.
#pragma once

#include <utility>
#include <vector>

#include "tanda/base/types.hpp"

namespace tanda {

class Monitor;

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
  Array<Index> begin() const;
  double trace() const;
  /// No eigenvalue is larger: the largest sum of magnitudes in a row.
  double largest_row_sum() const;
};

/// How a block matrix is eliminated: nodes in an order that keeps L sparse (minimum degree), joined to
/// supernodes, so that the work is dense products.
class BlockOrder {
 public:
  /// Needs only the pattern. Of no use when cancelled.
  explicit BlockOrder(const BlockMatrix& s, Monitor* monitor = nullptr);
  /// A supernode wider than this is cut: its panel stays in the cache, and L stays near its triangle.
  static constexpr Index widest = 192;
  Index rows() const { return rows_; }
  /// Bytes of L, of its pattern, and of the product in work.
  double factor_bytes(std::size_t scalar_bytes) const;
  /// Multiplications and additions that make L, and solve with it for so many columns.
  double operations(Index columns) const;

 protected:
  /// Consecutive nodes eliminated together: columns of L, and the rows below.
  struct Supernode {
    int first, last;   ///< places in the order of elimination
    Array<int> below;  ///< places of the nodes that have rows under these columns, ascending
  };

  Index width(const Supernode& node) const {
    return at_[std::size_t(node.last)] - at_[std::size_t(node.first)];
  }
  /// Rows of the node at a place.
  Index size(int place) const { return at_[std::size_t(place) + 1] - at_[std::size_t(place)]; }
  /// Sets the offsets of this supernode's panel, and gives its height.
  Index lay_out(const Supernode& node);

  Index rows_ = 0;
  Array<Index> begin_;   ///< first row of each node
  Array<int> node_at_;   ///< the node at each place
  Array<int> place_of_;  ///< and back
  Array<Index> at_;      ///< first row of each place in the order of elimination, and their number
  std::vector<Array<int>> links_of_;  ///< links by the earlier of their places
  Array<int> supernode_of_;           ///< of each place
  std::vector<Supernode> supernodes_;
  Array<Index> offset_;  ///< scratch: row of each place within the panel at hand

 private:
  void order_nodes(const BlockMatrix& s, Monitor* monitor);
  void join_supernodes(std::vector<Array<int>> below);
};

/// S + ridge·I = L·L', in the precision T. Cheap where S is sparse, and a blocked dense factorisation where
/// it is not. Memory is that of L and a few panels.
template <class T>
class BlockCholesky : private BlockOrder {
 public:
  using BlockOrder::BlockOrder;
  using BlockOrder::rows;
  explicit BlockCholesky(BlockOrder order) : BlockOrder(std::move(order)) {}

  /// False if S + ridge·I is not positive definite, or not finite; and when cancelled.
  bool factor(const BlockMatrix& s, double ridge, Monitor* monitor = nullptr);
  /// What `factor` will allocate, exact but for its scratch.
  double bytes() const { return factor_bytes(sizeof(T)); }

  /// columns ← columns·L⁻' (in an order of its own), so that columns·columns' becomes
  /// columns·(S + ridge·I)⁻¹·columns'. Columns of the matrix are rows of S. Stops early when cancelled.
  void solve_half(Matrix<T>& columns, Monitor* monitor = nullptr) const;
  /// columns ← columns·(S + ridge·I)⁻¹
  void solve(Matrix<T>& columns, Monitor* monitor = nullptr) const;

 private:
  void assemble(const BlockMatrix& s, double ridge, std::size_t which);
  void subtract_product(std::size_t from, Index begin, Index end, Matrix<T>& to, Matrix<T>& product);
  /// Columns of some nodes, side by side in `own`, out of all or back.
  enum class Move : unsigned char { out, back, subtract };
  void move(const int* first, const int* last, Move how, Matrix<T>& columns, Matrix<T>& own) const;
  void move_own(const Supernode& node, Move how, Matrix<T>& columns, Matrix<T>& own) const;

  std::vector<Matrix<T>> panels_;  ///< L: of each supernode its own rows, then those below
};

/// Bytes of a factor of so many rows when everything fills in, with what making it uses.
double dense_factor_bytes(double rows);

}  // namespace tanda
