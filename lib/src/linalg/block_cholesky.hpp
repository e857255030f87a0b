// Cholesky factor of a sparse symmetric matrix made of small dense blocks.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>

#include "base/types.hpp"

namespace tanda::internal {

class Monitor;

/// A bound of how many there are, as an index; of what fits none, the largest that may be counted.
inline Index index_bound(double count) {
  return Index(std::min({count, double(std::numeric_limits<Index>::max()), 0x1p56}));
}

/// A symmetric matrix whose rows fall into nodes; most pairs of nodes have no block. All entries lie in one
/// piece of memory.
class BlockMatrix {
 public:
  using Block = Eigen::Map<PlainMatrix<double>>;
  using ConstBlock = Eigen::Map<const PlainMatrix<double>>;
  template <class B>
  struct LinkOf {
    int row, column;  ///< nodes, different ones; a pair is given once, either way round
    B block;
  };
  using Link = LinkOf<Block>;
  using ConstLink = LinkOf<ConstBlock>;
  /// How much there is. Entries are those of all blocks, `widest` the most rows of a node.
  struct Size {
    Index nodes = 0, links = 0, entries = 0, rows = 0, widest = 0;
  };

  /// With room for so much. On a counting workspace it has this size at once, and nothing is added.
  BlockMatrix(Workspace* home, const Size& room);
  explicit BlockMatrix(Workspace* home) : BlockMatrix(home, Size()) {}
  BlockMatrix() : BlockMatrix(nullptr) {}
  /// The most that so many nodes and links can hold, with no more rows than these in all and in each.
  static Size bound(Index nodes, Index links, Index rows, Index widest);

  /// Of zeros. Blocks that were asked for before may have moved if there was no room.
  Block add_node(Index rows);
  Block add_link(int row, int column);

  Index nodes() const { return size_.nodes; }
  Index links() const { return size_.links; }
  Index rows() const { return size_.rows; }
  /// Bounds on a counting workspace, as all sizes are there.
  const Size& size() const { return size_; }
  Workspace* home() const { return entries_.home(); }
  /// First row of each node, and the number of rows.
  const Array<Index>& begin() const { return begin_; }
  Index rows_of(Index node) const { return begin_[std::size_t(node) + 1] - begin_[std::size_t(node)]; }

  /// Of each node, not empty; only the lower triangle counts.
  Block diagonal(Index i) { return {entries_.data() + at_[std::size_t(i)], rows_of(i), rows_of(i)}; }
  ConstBlock diagonal(Index i) const {
    return {entries_.data() + at_[std::size_t(i)], rows_of(i), rows_of(i)};
  }
  Link link(Index l) {
    const Tie& tie = ties_[std::size_t(l)];
    return {tie.row, tie.column, Block(entries_.data() + tie.at, rows_of(tie.row), rows_of(tie.column))};
  }
  ConstLink link(Index l) const {
    const Tie& tie = ties_[std::size_t(l)];
    return {tie.row, tie.column, ConstBlock(entries_.data() + tie.at, rows_of(tie.row), rows_of(tie.column))};
  }
  /// Nodes of a link.
  std::pair<int, int> ends(Index l) const {
    return {ties_[std::size_t(l)].row, ties_[std::size_t(l)].column};
  }

  double trace() const;
  /// No eigenvalue is larger: the largest sum of magnitudes in a row.
  double largest_row_sum() const;

 private:
  struct Tie {
    int row, column;
    Index at;
  };
  Index add_entries(Index count);

  Size size_;
  Array<Index> begin_, at_;  ///< of each node: its first row, its first entry
  Array<Tie> ties_;
  Array<double> entries_;
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
  /// Bytes of L, of its pattern, and of the product in work. On a counting workspace the most of them, none
  /// if that does not count factors.
  double factor_bytes(std::size_t scalar_bytes) const;
  /// Multiplications and additions that make L, and solve with it for so many columns.
  double operations(Index columns) const;

 protected:
  /// Consecutive nodes eliminated together: columns of L, and the rows below.
  struct Supernode {
    int first, last;     ///< places in the order of elimination
    Index below, count;  ///< of the places of nodes that have rows under these columns: see below()
    Index height;        ///< rows of the panel
    Index panel;         ///< its first entry among those of all
  };
  Workspace* home() const { return node_at_.home(); }
  /// Ascending.
  Span<int> below(const Supernode& node) const { return {below_.data() + node.below, node.count}; }
  Index width(const Supernode& node) const {
    return at_[std::size_t(node.last)] - at_[std::size_t(node.first)];
  }
  /// Rows of the node at a place.
  Index size(int place) const { return at_[std::size_t(place) + 1] - at_[std::size_t(place)]; }
  /// Sets the offsets of this supernode's panel.
  void lay_out(const Supernode& node);

  /// The largest of all supernodes, or what they can be at most.
  struct Extent {
    Index entries = 0;  ///< of all panels
    Index product = 0;  ///< entries of what one supernode takes off another
    Index width = 0, below = 0;
  };

  Index rows_ = 0;
  Array<Index> begin_;       ///< first row of each node
  Array<int> node_at_;       ///< the node at each place
  Array<int> place_of_;      ///< and back
  Array<Index> at_;          ///< first row of each place in the order of elimination, and their number
  Array<Index> links_at_;    ///< where the links of each place begin in the next
  Array<int> links_;         ///< by the earlier of their places
  Array<int> supernode_of_;  ///< of each place
  Array<Supernode> supernodes_;
  Array<Index> offset_;  ///< scratch: row of each place within the panel at hand
  Array<int> below_;     ///< places below all supernodes
  Extent extent_;

 private:
  void order_nodes(const BlockMatrix& s, Monitor* monitor);
  template <class Place>
  void list_links(const BlockMatrix& s, Place place);
  void join_supernodes(const Array<int>& first_below, const Array<Index>& heights);
  void set_extent();
  void bound_extent(const BlockMatrix& s);
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
  /// What `factor` will take, but for its scratch.
  double bytes() const { return factor_bytes(sizeof(T)); }

  /// columns ← columns·L⁻' (in an order of its own), so that columns·columns' becomes
  /// columns·(S + ridge·I)⁻¹·columns'. Columns of the matrix are rows of S. Stops early when cancelled.
  void solve_half(Matrix<T>& columns, Monitor* monitor = nullptr) const;
  /// columns ← columns·(S + ridge·I)⁻¹
  void solve(Matrix<T>& columns, Monitor* monitor = nullptr) const;

 private:
  using Panel = Eigen::Map<PlainMatrix<T>>;
  using ConstPanel = Eigen::Map<const PlainMatrix<T>>;

  Panel panel(const Supernode& node) { return {entries_.data() + node.panel, node.height, width(node)}; }
  ConstPanel panel(const Supernode& node) const {
    return {entries_.data() + node.panel, node.height, width(node)};
  }
  void assemble(const BlockMatrix& s, double ridge, const Supernode& node);
  void subtract_product(const Supernode& from, Index begin, Index end, Panel to, Vector<T>& room);
  /// Columns of some nodes, side by side in `own`, out of all or back.
  enum class Move : unsigned char { out, back, subtract };
  template <class Place>
  void move(Index count, Place place, Move how, Matrix<T>& columns, T* own) const;
  void move_own(const Supernode& node, Move how, Matrix<T>& columns, T* own) const;
  void move_below(const Supernode& node, Move how, Matrix<T>& columns, T* own) const;

  Vector<T> entries_;  ///< L: of each supernode its own rows, then those below
};

}  // namespace tanda::internal
