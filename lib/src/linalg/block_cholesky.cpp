// Cholesky factor of a block matrix.
#include "linalg/block_cholesky.hpp"

#include <algorithm>

#include "base/monitor.hpp"
#include "linalg/dense.hpp"

namespace tanda::internal {
namespace {

/// Adds a block, or its transpose, to the panel; (row, column) is where its first entry goes.
template <class Panel>
void add_block(Panel& panel, Index row, Index column, const BlockMatrix::ConstBlock& block, bool transposed) {
  using T = typename Panel::Scalar;
  for (Index j = 0; j < block.cols(); ++j) {
    for (Index i = 0; i < block.rows(); ++i) {
      (transposed ? panel(row + j, column + i) : panel(row + i, column + j)) += T(block(i, j));
    }
  }
}

}  // namespace

template <class T>
void BlockCholesky<T>::assemble(const BlockMatrix& s, double ridge, const Supernode& node) {
  lay_out(node);
  Panel panel = this->panel(node);
  panel.setZero();
  for (int place = node.first; place < node.last; ++place) {
    const Index column = offset_[std::size_t(place)];
    add_block(panel, column, column, s.diagonal(node_at_[std::size_t(place)]), false);
    for (Index i = 0; i < size(place); ++i) panel(column + i, column + i) += T(ridge);
    for (Index l = links_at_[std::size_t(place)]; l < links_at_[std::size_t(place) + 1]; ++l) {
      const BlockMatrix::ConstLink link = s.link(links_[std::size_t(l)]);
      const int of_row = place_of_[std::size_t(link.row)], of_column = place_of_[std::size_t(link.column)];
      const bool straight = of_column == place;
      add_block(panel, offset_[std::size_t(straight ? of_row : of_column)], column, link.block, !straight);
    }
  }
}

/// Subtracts the product of supernode `from` with itself from panel `to`, in the columns of nodes begin..end
/// of those below `from`.
template <class T>
void BlockCholesky<T>::subtract_product(const Supernode& from, Index begin, Index end, Panel to,
                                        Vector<T>& room) {
  const Span<int> below = this->below(from);
  const Panel panel = this->panel(from);
  Index first = panel.cols(), columns = 0;
  for (Index i = 0; i < begin; ++i) first += size(below[i]);
  for (Index i = begin; i < end; ++i) columns += size(below[i]);
  Panel product(room.data(), panel.rows() - first, columns);
  set_product(product, panel.bottomRows(product.rows()), panel.middleRows(first, columns).transpose());
  Index column = 0;
  for (Index j = begin; j < end; ++j) {
    const Index target_column = offset_[std::size_t(below[j])], size_j = size(below[j]);
    Index row = column;
    for (Index i = j; i < below.size();) {
      // Nodes that are contiguous in the product and in `to` are subtracted as one block.
      const Index target_row = offset_[std::size_t(below[i])];
      Index run = 0;
      for (; i < below.size() && offset_[std::size_t(below[i])] == target_row + run; ++i)
        run += size(below[i]);
      to.block(target_row, target_column, run, size_j) -= product.block(row, column, run, size_j);
      row += run;
    }
    column += size_j;
  }
}

template <class T>
bool BlockCholesky<T>::factor(const BlockMatrix& s, double ridge, Monitor* monitor) {
  // Left-looking: a supernode is assembled, the products of all earlier ones are subtracted, then it is
  // factored. Each finished supernode is in the list `waiting` of the supernode that its next product
  // changes.
  Workspace* const w = home();
  if (entries_.size() != extent_.entries) entries_ = Vector<T>(w, extent_.entries);
  const std::size_t count = measuring(w) ? std::size_t(s.nodes()) : supernodes_.size();
  Array<int> waiting(w, count, -1), next_waiting(w, count, -1);
  Array<Index> reached(w, count, 0);
  Vector<T> room(w, extent_.product);
  library_product(w, extent_.below, extent_.width, extent_.width, sizeof(T));
  library_product(w, extent_.width, extent_.width, cholesky_depth, sizeof(T));
  if (measuring(w)) return true;
  const auto wait = [&](std::size_t which) {
    const Supernode& node = supernodes_[which];
    if (reached[which] >= node.count) return;
    const std::size_t target = std::size_t(supernode_of_[std::size_t(below(node)[reached[which]])]);
    next_waiting[which] = waiting[target];
    waiting[target] = int(which);
  };
  for (std::size_t which = 0; which < count; ++which) {
    const Supernode& node = supernodes_[which];
    assemble(s, ridge, node);
    Panel panel = this->panel(node);
    for (int from = waiting[which]; from >= 0;) {
      const std::size_t source = std::size_t(from);
      const Supernode& earlier = supernodes_[source];
      const Span<int> places = below(earlier);
      const Index begin = reached[source];
      Index end = begin;
      while (end < places.size() && places[end] < node.last) ++end;
      if (!goes_on(monitor, 2 * double(this->panel(earlier).size()) * double(panel.cols()))) return false;
      subtract_product(earlier, begin, end, panel, room);
      from = next_waiting[source];
      reached[source] = end;
      wait(source);
    }
    if (!goes_on(monitor, double(panel.size()) * double(panel.cols()))) return false;
    const auto own = panel.topRows(panel.cols());
    if (!cholesky(panel.topRows(panel.cols())) || !all_finite(own)) return false;
    solve_triangle_right(own.transpose(), panel.bottomRows(panel.rows() - panel.cols()));
    wait(which);
  }
  return true;
}

template <class T>
template <class Place>
void BlockCholesky<T>::move(Index count, Place place, Move how, Matrix<T>& columns, T* at) const {
  for (Index i = 0; i < count; ++i) {
    const std::size_t node = std::size_t(node_at_[std::size_t(place(i))]);
    T* const whole = columns.data() + begin_[node] * columns.rows();
    const Index size = (begin_[node + 1] - begin_[node]) * columns.rows();
    if (how == Move::out) {
      std::copy_n(whole, size, at);
    } else if (how == Move::back) {
      std::copy_n(at, size, whole);
    } else {
      for (Index k = 0; k < size; ++k) whole[k] -= at[k];
    }
    at += size;
  }
}

template <class T>
void BlockCholesky<T>::move_own(const Supernode& node, Move how, Matrix<T>& columns, T* own) const {
  move(
      node.last - node.first, [&](Index i) { return Index(node.first) + i; }, how, columns, own);
}

template <class T>
void BlockCholesky<T>::move_below(const Supernode& node, Move how, Matrix<T>& columns, T* own) const {
  const Span<int> places = below(node);
  move(
      places.size(), [&](Index i) { return Index(places[i]); }, how, columns, own);
}

template <class T>
void BlockCholesky<T>::solve_half(Matrix<T>& columns, Monitor* monitor) const {
  const Index height = columns.rows();
  Matrix<T> own_room(home(), height, extent_.width), room(home(), height, extent_.below);
  library_product(home(), height, extent_.below, extent_.width, sizeof(T));
  if (measuring(home())) return;
  for (const Supernode& node : supernodes_) {
    const ConstPanel panel = this->panel(node);
    const Index rows = panel.rows() - panel.cols();
    if (!goes_on(monitor, 2 * double(panel.size()) * double(height))) return;
    Panel own(own_room.data(), height, panel.cols());
    move_own(node, Move::out, columns, own.data());
    solve_triangle_right(panel.topRows(panel.cols()).transpose(), own);
    move_own(node, Move::back, columns, own.data());
    if (rows == 0) continue;
    Panel product(room.data(), height, rows);
    set_product(product, own, panel.bottomRows(rows).transpose());
    move_below(node, Move::subtract, columns, product.data());
  }
}

template <class T>
void BlockCholesky<T>::solve(Matrix<T>& columns, Monitor* monitor) const {
  solve_half(columns, monitor);
  const Index height = columns.rows();
  Matrix<T> own_room(home(), height, extent_.width), room(home(), height, extent_.below);
  library_product(home(), height, extent_.width, extent_.below, sizeof(T));
  if (measuring(home())) return;
  for (std::size_t which = supernodes_.size(); which-- > 0;) {
    const Supernode& node = supernodes_[which];
    const ConstPanel panel = this->panel(node);
    const Index rows = panel.rows() - panel.cols();
    if (!goes_on(monitor, 2 * double(panel.size()) * double(height))) return;
    Panel own(own_room.data(), height, panel.cols()), others(room.data(), height, rows);
    move_own(node, Move::out, columns, own.data());
    move_below(node, Move::out, columns, others.data());
    add_product(own, others, panel.bottomRows(rows), -1);
    solve_triangle_right(panel.topRows(panel.cols()), own);
    move_own(node, Move::back, columns, own.data());
  }
}

template class BlockCholesky<float>;
template class BlockCholesky<double>;

}  // namespace tanda::internal
