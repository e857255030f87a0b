// Cholesky factor of a sparse symmetric matrix made of small dense blocks.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>

#include "base/types.hpp"

namespace tanda::internal {

class Monitor;

/// Converts an upper bound of a count to an index; bounds too large for that become the largest count
/// allowed.
inline Index index_bound(double count) {
  return Index(std::min({count, double(std::numeric_limits<Index>::max()), 0x1p56}));
}

/// A sparse symmetric matrix of dense blocks. Its rows are grouped into nodes; each node has a block on the
/// diagonal, and each linked pair of nodes has one off the diagonal. All entries are in one array.
class BlockMatrix {
 public:
  using Block = Eigen::Map<PlainMatrix<double>>;
  using ConstBlock = Eigen::Map<const PlainMatrix<double>>;
  template <class B>
  struct LinkOf {
    int row, column;  ///< two different nodes; each pair is given once, in either order
    B block;
  };
  using Link = LinkOf<Block>;
  using ConstLink = LinkOf<ConstBlock>;
  /// The numbers of nodes, links, entries of all blocks, and rows; `widest` is the most rows of a node.
  struct Size {
    Index nodes = 0, links = 0, entries = 0, rows = 0, widest = 0;
  };

  /// An empty matrix with memory for this size. In a counting workspace it has this size at once, and nothing
  /// may be added.
  BlockMatrix(Workspace* home, const Size& room);
  explicit BlockMatrix(Workspace* home) : BlockMatrix(home, Size()) {}
  BlockMatrix() : BlockMatrix(nullptr) {}
  /// An upper bound of the size of a matrix with this many nodes and links, at most `rows` rows in all and at
  /// most `widest` in each node.
  static Size bound(Index nodes, Index links, Index rows, Index widest);

  /// Adds a block of zeros. If the memory reserved is exceeded, blocks obtained before become invalid.
  Block add_node(Index rows);
  Block add_link(int row, int column);

  Index nodes() const { return size_.nodes; }
  Index links() const { return size_.links; }
  Index rows() const { return size_.rows; }
  /// In a counting workspace this is an upper bound, like all sizes.
  const Size& size() const { return size_; }
  Workspace* home() const { return entries_.home(); }
  /// First row of each node, then the number of all rows.
  const Array<Index>& begin() const { return begin_; }
  Index rows_of(Index node) const { return begin_[std::size_t(node) + 1] - begin_[std::size_t(node)]; }

  /// The block of node i on the diagonal, never empty; only its lower triangle is used.
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
  /// The two nodes of a link.
  std::pair<int, int> ends(Index l) const {
    return {ties_[std::size_t(l)].row, ties_[std::size_t(l)].column};
  }

  double trace() const;
  /// The largest sum of magnitudes in a row, an upper bound of all eigenvalues. O(entries)
  double largest_row_sum() const;

 private:
  struct Tie {
    int row, column;
    Index at;
  };
  Index add_entries(Index count);

  Size size_;
  Array<Index> begin_, at_;  ///< the first row and the first entry of each node
  Array<Tie> ties_;
  Array<double> entries_;
};

/// The order of elimination of a block matrix: nodes in an order that keeps L sparse (minimum degree), joined
/// into supernodes so that most of the work is dense products.
class BlockOrder {
 public:
  /// Uses only the pattern of s, not its values. The result is invalid when cancelled.
  explicit BlockOrder(const BlockMatrix& s, Monitor* monitor = nullptr);
  /// Nodes are joined into supernodes of at most this many columns, so that a panel fits the cache and stores
  /// few zeros above the diagonal of L.
  static constexpr Index widest = 192;
  Index rows() const { return rows_; }
  /// Bytes of L, of its pattern, and of the largest product during the factorisation. In a counting workspace
  /// an upper bound, or 0 if the workspace does not count factors.
  double factor_bytes(std::size_t scalar_bytes) const;
  /// Multiplications and additions to compute L and to solve with it for this many columns.
  double operations(Index columns) const;

 protected:
  /// Consecutive nodes that are eliminated together. Its panel holds their columns of L: their own rows and
  /// the nonzero rows below.
  struct Supernode {
    int first, last;     ///< places in the order of elimination
    Index below, count;  ///< range in below_, the places with rows below the supernode: see below()
    Index height;        ///< rows of the panel
    Index panel;         ///< first entry of the panel among those of all panels
  };
  Workspace* home() const { return node_at_.home(); }
  /// The places with rows below a supernode, ascending.
  Span<int> below(const Supernode& node) const { return {below_.data() + node.below, node.count}; }
  Index width(const Supernode& node) const {
    return at_[std::size_t(node.last)] - at_[std::size_t(node.first)];
  }
  /// Rows of the node at a place.
  Index size(int place) const { return at_[std::size_t(place) + 1] - at_[std::size_t(place)]; }
  /// Sets `offset_` for the panel of this supernode.
  void lay_out(const Supernode& node);

  /// Sizes over all supernodes; upper bounds in a counting workspace.
  struct Extent {
    Index entries = 0;           ///< total of all panels
    Index product = 0;           ///< most entries of a product that one supernode subtracts from another
    Index width = 0, below = 0;  ///< most columns of a supernode, most rows below one
  };

  Index rows_ = 0;
  Array<Index> begin_;       ///< first row of each node
  Array<int> node_at_;       ///< the node at each place
  Array<int> place_of_;      ///< the place of each node
  Array<Index> at_;          ///< first row of each place in the order of elimination, then their number
  Array<Index> links_at_;    ///< where the links of each place begin in links_
  Array<int> links_;         ///< all links, grouped by the earlier of their two places
  Array<int> supernode_of_;  ///< the supernode of each place
  Array<Supernode> supernodes_;
  Array<Index> offset_;  ///< scratch: row of each place within the current panel
  Array<int> below_;     ///< places below each supernode, one supernode after another
  Extent extent_;

 private:
  void order_nodes(const BlockMatrix& s, Monitor* monitor);
  template <class Place>
  void list_links(const BlockMatrix& s, Place place);
  void join_supernodes(const Array<int>& first_below, const Array<Index>& heights);
  void set_extent();
  void bound_extent(const BlockMatrix& s);
};

/// S + ridge·I = L·L', in precision T. Cheap for a sparse S; for a dense one a blocked dense factorisation.
/// Takes the memory of L and of a few panels.
template <class T>
class BlockCholesky : private BlockOrder {
 public:
  using BlockOrder::BlockOrder;
  using BlockOrder::rows;
  explicit BlockCholesky(BlockOrder order) : BlockOrder(std::move(order)) {}

  /// False if S + ridge·I is not positive definite or not finite, or when cancelled.
  bool factor(const BlockMatrix& s, double ridge, Monitor* monitor = nullptr);
  /// Bytes that `factor` will take, except for its small scratch arrays.
  double bytes() const { return factor_bytes(sizeof(T)); }

  /// columns ← columns·L⁻' (L in the order of elimination), so that columns·columns' becomes
  /// columns·(S + ridge·I)⁻¹·columns'. Column j belongs to row j of S. Stops early when cancelled.
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
  /// What `move` does with the columns of some nodes: copy them from `columns` to contiguous memory `own`,
  /// copy them back, or subtract `own` from them.
  enum class Move : unsigned char { out, back, subtract };
  template <class Place>
  void move(Index count, Place place, Move how, Matrix<T>& columns, T* own) const;
  void move_own(const Supernode& node, Move how, Matrix<T>& columns, T* own) const;
  void move_below(const Supernode& node, Move how, Matrix<T>& columns, T* own) const;

  Vector<T> entries_;  ///< L, one panel after another: a supernode's own rows, then those below
};

}  // namespace tanda::internal
