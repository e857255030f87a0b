#include "tanda/core/block_cholesky.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tanda/core/dense.hpp"

namespace tanda {
namespace {

// A supernode wider than this is cut: its panel stays in the cache, and L stays near its triangle.
constexpr Index widest = 192;

/// How many explicit zeros joining two supernodes may cost, as a part of the joined panel: narrow ones are
/// slow whatever they hold.
double zeros_allowed(Index width) {
  return width <= 24 ? 0.5 : width <= 64 ? 0.2 : 0.05;
}

/// The order of elimination that keeps L sparse.
std::vector<int> minimum_degree_order(const BlockMatrix& s) {
  const int nodes = int(s.nodes());
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(s.links.size() + s.diagonal.size());
  for (int i = 0; i < nodes; ++i) entries.emplace_back(i, i, 1.0);
  for (const BlockMatrix::Link& link : s.links) {
    entries.emplace_back(std::max(link.row, link.column), std::min(link.row, link.column), 1.0);
  }
  Eigen::SparseMatrix<double> pattern(nodes, nodes);
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern.selfadjointView<Eigen::Lower>(), order);
  return {order.indices().data(), order.indices().data() + nodes};
}

/// For each place the later places its column of L has blocks at; the first of them is its parent.
std::vector<std::vector<int>> column_structure(const BlockMatrix& s, const std::vector<int>& place_of) {
  const std::size_t nodes = place_of.size();
  std::vector<std::vector<int>> below(nodes), children(nodes);
  for (const BlockMatrix::Link& link : s.links) {
    const auto [low, high] = std::minmax(place_of[std::size_t(link.row)], place_of[std::size_t(link.column)]);
    below[std::size_t(low)].push_back(high);
  }
  std::vector<int> seen(nodes, -1);
  for (std::size_t k = 0; k < nodes; ++k) {
    std::vector<int> rows;
    seen[k] = int(k);
    const auto add = [&](const std::vector<int>& places) {
      for (const int place : places) {
        if (seen[std::size_t(place)] == int(k)) continue;
        seen[std::size_t(place)] = int(k);
        rows.push_back(place);
      }
    };
    add(below[k]);
    for (const int child : children[k]) add(below[std::size_t(child)]);
    std::sort(rows.begin(), rows.end());
    below[k] = std::move(rows);
    if (!below[k].empty()) children[std::size_t(below[k].front())].push_back(int(k));
  }
  return below;
}

/// Children before their parents and right before them, the one with most rows last: it is the one to join.
std::vector<int> postorder(const std::vector<std::vector<int>>& below) {
  const int nodes = int(below.size());
  std::vector<std::vector<int>> children(below.size());
  std::vector<int> roots, order, stack;
  for (int k = 0; k < nodes; ++k) {
    const std::vector<int>& rows = below[std::size_t(k)];
    (rows.empty() ? roots : children[std::size_t(rows.front())]).push_back(k);
  }
  order.reserve(below.size());
  for (auto root = roots.rbegin(); root != roots.rend(); ++root) {
    for (stack.assign(1, *root); !stack.empty();) {
      const int k = stack.back();
      stack.pop_back();
      order.push_back(k);
      std::vector<int>& next = children[std::size_t(k)];
      std::sort(next.begin(), next.end(), [&](int a, int b) {
        const std::size_t of_a = below[std::size_t(a)].size(), of_b = below[std::size_t(b)].size();
        return of_a != of_b ? of_a < of_b : a < b;
      });
      stack.insert(stack.end(), next.begin(), next.end());
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace

std::vector<Index> BlockMatrix::begin() const {
  std::vector<Index> result{0};
  result.reserve(diagonal.size() + 1);
  for (const MatrixD& block : diagonal) result.push_back(result.back() + block.rows());
  return result;
}

double BlockMatrix::largest_row_sum() const {
  const std::vector<Index> first = begin();
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

BlockOrder::BlockOrder(const BlockMatrix& s) {
  begin_ = s.begin();
  rows_ = begin_.back();
  order_nodes(s);
}

void BlockOrder::order_nodes(const BlockMatrix& s) {
  const std::size_t nodes = s.diagonal.size();
  node_at_ = minimum_degree_order(s);
  place_of_.resize(nodes);
  const auto number = [&] {
    for (std::size_t k = 0; k < nodes; ++k) place_of_[std::size_t(node_at_[k])] = int(k);
  };
  number();
  std::vector<std::vector<int>> below = column_structure(s, place_of_);

  // The same elimination with every subtree in one piece.
  const std::vector<int> order = postorder(below);
  std::vector<int> nodes_in_order, new_place(nodes);
  for (std::size_t k = 0; k < nodes; ++k) {
    nodes_in_order.push_back(node_at_[std::size_t(order[k])]);
    new_place[std::size_t(order[k])] = int(k);
  }
  std::vector<std::vector<int>> moved(nodes);
  for (std::size_t k = 0; k < nodes; ++k) {
    std::vector<int>& rows = moved[k];
    rows = std::move(below[std::size_t(order[k])]);
    for (int& place : rows) place = new_place[std::size_t(place)];
    std::sort(rows.begin(), rows.end());
  }
  node_at_ = std::move(nodes_in_order);
  number();

  at_.assign(1, 0);
  for (const int node : node_at_) {
    at_.push_back(at_.back() + begin_[std::size_t(node) + 1] - begin_[std::size_t(node)]);
  }
  links_of_.resize(nodes);
  for (std::size_t l = 0; l < s.links.size(); ++l) {
    const auto [row, column, block] = std::tie(s.links[l].row, s.links[l].column, s.links[l].block);
    links_of_[std::size_t(std::min(place_of_[std::size_t(row)], place_of_[std::size_t(column)]))].push_back(
        int(l));
  }
  offset_.resize(nodes);
  join_supernodes(std::move(moved));
}

void BlockOrder::join_supernodes(std::vector<std::vector<int>> below) {
  const int nodes = int(below.size());
  std::vector<Index> heights(below.size(), 0);
  for (std::size_t k = 0; k < below.size(); ++k) {
    for (const int place : below[k]) heights[k] += size(place);
  }
  supernode_of_.resize(below.size());
  double zeros = 0;
  for (int k = 0; k < nodes; ++k) {
    bool joined = false;
    if (k > 0 && !below[std::size_t(k) - 1].empty() && below[std::size_t(k) - 1].front() == k) {
      Supernode& last = supernodes_.back();
      const Index width_before = width(last), width_after = width_before + size(k);
      const double more =
          double(width_before) * double(size(k) + heights[std::size_t(k)] - heights[std::size_t(k) - 1]);
      const double entries =
          double(width_after) * (0.5 * double(width_after) + double(heights[std::size_t(k)]));
      if (width_after <= widest && zeros + more <= zeros_allowed(width_after) * entries) {
        zeros += more;
        last.last = k + 1;
        joined = true;
      }
    }
    if (!joined) {
      zeros = 0;
      supernodes_.push_back({k, k + 1, {}});
    }
    supernode_of_[std::size_t(k)] = int(supernodes_.size()) - 1;
  }
  // What is below the last column of a supernode holds what is below the others.
  for (Supernode& node : supernodes_) node.below = std::move(below[std::size_t(node.last) - 1]);
}

double BlockOrder::factor_bytes(std::size_t scalar_bytes) const {
  double entries = 0, product = 0, places = 0, most_columns = 0;
  for (const Supernode& node : supernodes_) most_columns = std::max(most_columns, double(width(node)));
  for (const Supernode& node : supernodes_) {
    double rows = 0;
    for (const int place : node.below) rows += double(size(place));
    entries += double(width(node)) * (double(width(node)) + rows);
    product = std::max(product, rows * std::min(rows, most_columns));
    places += double(node.below.size());
  }
  return double(scalar_bytes) * (entries + product) + double(sizeof(int)) * places;
}

Index BlockOrder::lay_out(const Supernode& node) {
  Index next = 0;
  const auto place_at = [&](int place) {
    offset_[std::size_t(place)] = next;
    next += size(place);
  };
  for (int place = node.first; place < node.last; ++place) place_at(place);
  for (const int place : node.below) place_at(place);
  return next;
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
  const std::vector<int>& below = supernodes_[from].below;
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
bool BlockCholesky<T>::factor(const BlockMatrix& s, double ridge) {
  // Left-looking: a supernode is made whole, less what all earlier ones take off. Each of those waits in the
  // list of the supernode its next rows are columns of.
  const std::size_t count = supernodes_.size();
  panels_.resize(count);
  std::vector<int> waiting(count, -1), next_waiting(count, -1);
  std::vector<Index> reached(count, 0);
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
      subtract_product(source, begin, end, panel, product);
      from = next_waiting[source];
      reached[source] = end;
      wait(source);
    }
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
  std::vector<int> places(std::size_t(node.last - node.first));
  std::iota(places.begin(), places.end(), node.first);
  if (how == Move::out) reshape(own, columns.rows(), width(node));
  move(places.data(), places.data() + places.size(), how, columns, own);
}

template <class T>
void BlockCholesky<T>::solve_half(Matrix<T>& columns) const {
  Matrix<T> own, product;
  for (std::size_t which = 0; which < supernodes_.size(); ++which) {
    const Supernode& node = supernodes_[which];
    const Matrix<T>& panel = panels_[which];
    const Index rows = panel.rows() - panel.cols();
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
void BlockCholesky<T>::solve(Matrix<T>& columns) const {
  solve_half(columns);
  Matrix<T> own, others;
  for (std::size_t which = supernodes_.size(); which-- > 0;) {
    const Supernode& node = supernodes_[which];
    const Matrix<T>& panel = panels_[which];
    const Index rows = panel.rows() - panel.cols();
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
  const double panel = std::min(rows, double(widest));
  return 8 * rows * (0.5 * rows + 0.5 * panel) + 8 * rows * panel;
}

}  // namespace tanda
