// Sparse symmetric matrices of dense blocks.
#include <cmath>

#include "linalg/block_cholesky.hpp"

namespace tanda::internal {

BlockMatrix::BlockMatrix(Workspace* home, const Size& room)
    : begin_(home), at_(home), ties_(home), entries_(home) {
  begin_.reserve(std::size_t(room.nodes) + 1);
  at_.reserve(std::size_t(room.nodes));
  ties_.reserve(std::size_t(room.links));
  entries_.reserve(std::size_t(room.entries));
  if (!measuring(home)) {
    begin_.push_back(0);
    return;
  }
  size_ = room;
  begin_.resize(std::size_t(room.nodes) + 1);
  at_.resize(std::size_t(room.nodes));
  ties_.resize(std::size_t(room.links));
  entries_.resize(std::size_t(room.entries));
}

BlockMatrix::Size BlockMatrix::bound(Index nodes, Index links, Index rows, Index widest) {
  const double all = double(rows) * double(rows), each = double(widest) * double(widest);
  const double own = std::min(all, std::min(double(nodes) * each, double(rows) * double(widest)));
  return {nodes, links, index_bound(own + std::min(double(links) * each, all / 2)), rows, widest};
}

Index BlockMatrix::add_entries(Index count) {
  const Index at = size_.entries;
  size_.entries += count;
  entries_.resize(std::size_t(size_.entries));
  return at;
}

BlockMatrix::Block BlockMatrix::add_node(Index rows) {
  at_.push_back(add_entries(rows * rows));
  size_.rows += rows;
  size_.widest = std::max(size_.widest, rows);
  begin_.push_back(size_.rows);
  return diagonal(size_.nodes++);
}

BlockMatrix::Block BlockMatrix::add_link(int row, int column) {
  ties_.push_back({row, column, add_entries(rows_of(row) * rows_of(column))});
  return link(size_.links++).block;
}

double BlockMatrix::largest_row_sum() const {
  VectorD sums(home(), rows());
  if (measuring(home())) return 0;
  sums.setZero();
  const auto at = [&](Index node) { return sums.data() + begin_[std::size_t(node)]; };
  for (Index i = 0; i < nodes(); ++i) {
    const ConstBlock block = diagonal(i);
    for (Index k = 0; k < block.cols(); ++k) {
      for (Index j = k; j < block.rows(); ++j) {
        at(i)[j] += std::abs(block(j, k));
        if (j > k) at(i)[k] += std::abs(block(j, k));
      }
    }
  }
  for (Index l = 0; l < links(); ++l) {
    const ConstLink one = link(l);
    for (Index k = 0; k < one.block.cols(); ++k) {
      for (Index j = 0; j < one.block.rows(); ++j) {
        at(one.row)[j] += std::abs(one.block(j, k));
        at(one.column)[k] += std::abs(one.block(j, k));
      }
    }
  }
  return sums.size() > 0 ? sums.maxCoeff() : 0;
}

double BlockMatrix::trace() const {
  if (measuring(home())) return 0;
  double sum = 0;
  for (Index i = 0; i < nodes(); ++i) sum += diagonal(i).trace();
  return sum;
}

}  // namespace tanda::internal
