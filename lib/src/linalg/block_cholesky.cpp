#include "tanda/linalg/block_cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tanda/base/monitor.hpp"
#include "tanda/linalg/dense.hpp"

namespace tanda {

Array<Index> BlockMatrix::begin() const {
  Array<Index> result{0};
  result.reserve(diagonal.size() + 1);
  for (const MatrixD& block : diagonal) result.push_back(result.back() + block.rows());
  return result;
}

double BlockMatrix::largest_row_sum() const {
  const Array<Index> first = begin();
  VectorD sums = VectorD::Zero(first.back());
  const auto at = [&](int node) { return sums.data() + first[std::size_t(node)]; };
  for (int i = 0; i < int(nodes()); ++i) {
    const MatrixD& block = diagonal[std::size_t(i)];
    for (Index k = 0; k < block.cols(); ++k) {
      for (Index j = k; j < block.rows(); ++j) {
        at(i)[j] += std::abs(block(j, k));
        if (j > k) at(i)[k] += std::abs(block(j, k));
      }
    }
  }
  for (const Link& link : links) {
    for (Index k = 0; k < link.block.cols(); ++k) {
      for (Index j = 0; j < link.block.rows(); ++j) {
        at(link.row)[j] += std::abs(link.block(j, k));
        at(link.column)[k] += std::abs(link.block(j, k));
      }
    }
  }
  return sums.size() > 0 ? sums.maxCoeff() : 0;
}

double BlockMatrix::trace() const {
  double sum = 0;
  for (const MatrixD& block : diagonal) sum += block.trace();
  return sum;
}

namespace {

/// Adds a block, or its transpose, from (row, column) on.
template <class T>
void add_block(Matrix<T>& panel, Index row, Index column, const MatrixD& block, bool transposed) {
  for (Index j = 0; j < block.cols(); ++j) {
    for (Index i = 0; i < block.rows(); ++i) {
      (transposed ? panel(row + j, column + i) : panel(row + i, column + j)) += T(block(i, j));
    }
  }
}

}  // namespace

template <class T>
void BlockCholesky<T>::assemble(const BlockMatrix& s, double ridge, std::size_t which) {
  const Supernode& node = supernodes_[which];
  const Index height = lay_out(node);
  Matrix<T>& panel = panels_[which];
  reshape(panel, height, width(node));
  panel.setZero();
  for (int place = node.first; place < node.last; ++place) {
    const Index column = offset_[std::size_t(place)];
    add_block(panel, column, column, s.diagonal[std::size_t(node_at_[std::size_t(place)])], false);
    for (Index i = 0; i < size(place); ++i) panel(column + i, column + i) += T(ridge);
    for (const int l : links_of_[std::size_t(place)]) {
      const BlockMatrix::Link& link = s.links[std::size_t(l)];
      const int of_row = place_of_[std::size_t(link.row)], of_column = place_of_[std::size_t(link.column)];
      const bool straight = of_column == place;
      add_block(panel, offset_[std::size_t(straight ? of_row : of_column)], column, link.block, !straight);
    }
  }
}

/// Nodes begin..end of those below supernode `from` are columns of `to`: what their elimination takes off.
template <class T>
void BlockCholesky<T>::subtract_product(std::size_t from, Index begin, Index end, Matrix<T>& to,
                                        Matrix<T>& product) {
  const Array<int>& below = supernodes_[from].below;
  const Matrix<T>& panel = panels_[from];
  Index first = panel.cols(), columns = 0;
  for (Index i = 0; i < begin; ++i) first += size(below[std::size_t(i)]);
  for (Index i = begin; i < end; ++i) columns += size(below[std::size_t(i)]);
  reshape(product, panel.rows() - first, columns);
  set_product(product, panel.bottomRows(product.rows()), panel.middleRows(first, columns).transpose());
  Index column = 0;
  for (Index j = begin; j < end; ++j) {
    const Index target_column = offset_[std::size_t(below[std::size_t(j)])],
                size_j = size(below[std::size_t(j)]);
    Index row = column;
    for (std::size_t i = std::size_t(j); i < below.size();) {
      // Nodes that lie side by side here and there move as one.
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
  // Left-looking: a supernode is made whole, less what all earlier ones take off. Each of those waits in the
  // list of the supernode its next rows are columns of.
  const std::size_t count = supernodes_.size();
  panels_.resize(count);
  Array<int> waiting(count, -1), next_waiting(count, -1);
  Array<Index> reached(count, 0);
  const auto wait = [&](std::size_t which) {
    const Supernode& node = supernodes_[which];
    if (reached[which] >= Index(node.below.size())) return;
    const std::size_t target =
        std::size_t(supernode_of_[std::size_t(node.below[std::size_t(reached[which])])]);
    next_waiting[which] = waiting[target];
    waiting[target] = int(which);
  };
  Matrix<T> product;
  for (std::size_t which = 0; which < count; ++which) {
    assemble(s, ridge, which);
    const Supernode& node = supernodes_[which];
    Matrix<T>& panel = panels_[which];
    for (int from = waiting[which]; from >= 0;) {
      const std::size_t source = std::size_t(from);
      const Supernode& earlier = supernodes_[source];
      const Index begin = reached[source];
      Index end = begin;
      while (end < Index(earlier.below.size()) && earlier.below[std::size_t(end)] < node.last) ++end;
      if (!goes_on(monitor, 2 * double(panels_[source].size()) * double(panel.cols()))) return false;
      subtract_product(source, begin, end, panel, product);
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
void BlockCholesky<T>::move(const int* first, const int* last, Move how, Matrix<T>& columns,
                            Matrix<T>& own) const {
  T* at = own.data();
  for (; first != last; ++first) {
    const std::size_t node = std::size_t(node_at_[std::size_t(*first)]);
    T* const whole = columns.data() + begin_[node] * columns.rows();
    const Index count = (begin_[node + 1] - begin_[node]) * columns.rows();
    if (how == Move::out) {
      std::copy_n(whole, count, at);
    } else if (how == Move::back) {
      std::copy_n(at, count, whole);
    } else {
      for (Index i = 0; i < count; ++i) whole[i] -= at[i];
    }
    at += count;
  }
}

template <class T>
void BlockCholesky<T>::move_own(const Supernode& node, Move how, Matrix<T>& columns, Matrix<T>& own) const {
  Array<int> places(std::size_t(node.last - node.first));
  std::iota(places.begin(), places.end(), node.first);
  if (how == Move::out) reshape(own, columns.rows(), width(node));
  move(places.data(), places.data() + places.size(), how, columns, own);
}

template <class T>
void BlockCholesky<T>::solve_half(Matrix<T>& columns, Monitor* monitor) const {
  Matrix<T> own, product;
  for (std::size_t which = 0; which < supernodes_.size(); ++which) {
    const Supernode& node = supernodes_[which];
    const Matrix<T>& panel = panels_[which];
    const Index rows = panel.rows() - panel.cols();
    if (!goes_on(monitor, 2 * double(panel.size()) * double(columns.rows()))) return;
    move_own(node, Move::out, columns, own);
    solve_triangle_right(panel.topRows(panel.cols()).transpose(), own);
    move_own(node, Move::back, columns, own);
    if (rows == 0) continue;
    reshape(product, own.rows(), rows);
    set_product(product, own, panel.bottomRows(rows).transpose());
    move(node.below.data(), node.below.data() + node.below.size(), Move::subtract, columns, product);
  }
}

template <class T>
void BlockCholesky<T>::solve(Matrix<T>& columns, Monitor* monitor) const {
  solve_half(columns, monitor);
  Matrix<T> own, others;
  for (std::size_t which = supernodes_.size(); which-- > 0;) {
    const Supernode& node = supernodes_[which];
    const Matrix<T>& panel = panels_[which];
    const Index rows = panel.rows() - panel.cols();
    if (!goes_on(monitor, 2 * double(panel.size()) * double(columns.rows()))) return;
    move_own(node, Move::out, columns, own);
    reshape(others, columns.rows(), rows);
    move(node.below.data(), node.below.data() + node.below.size(), Move::out, columns, others);
    add_product(own, others, panel.bottomRows(rows), -1);
    solve_triangle_right(panel.topRows(panel.cols()), own);
    move_own(node, Move::back, columns, own);
  }
}

template class BlockCholesky<float>;
template class BlockCholesky<double>;

double dense_factor_bytes(double rows) {
  const double panel = std::min(rows, double(BlockOrder::widest));
  return 8 * rows * (0.5 * rows + 0.5 * panel) + 8 * rows * panel;
}

}  // namespace tanda
