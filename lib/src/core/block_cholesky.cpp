#include "tanda/core/block_cholesky.hpp"

#include <Eigen/Cholesky>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

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
      std::stable_sort(next.begin(), next.end(), [&](int a, int b) {
        return below[std::size_t(a)].size() < below[std::size_t(b)].size();
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
  const auto rows = [&](int node, Index count) { return sums.segment(first[std::size_t(node)], count); };
  for (int i = 0; i < int(nodes()); ++i) {
    const MatrixD& block = diagonal[std::size_t(i)];
    rows(i, block.rows()) += MatrixD(block.selfadjointView<Eigen::Lower>()).cwiseAbs().rowwise().sum();
  }
  for (const Link& link : links) {
    rows(link.row, link.block.rows()) += link.block.cwiseAbs().rowwise().sum();
    rows(link.column, link.block.cols()) += link.block.cwiseAbs().colwise().sum().transpose();
  }
  return sums.size() > 0 ? sums.maxCoeff() : 0;
}

double BlockMatrix::trace() const {
  double sum = 0;
  for (const MatrixD& block : diagonal) sum += block.trace();
  return sum;
}

template <class T>
BlockCholesky<T>::BlockCholesky(const BlockMatrix& s) {
  begin_ = s.begin();
  rows_ = begin_.back();
  order_nodes(s);
}

template <class T>
void BlockCholesky<T>::order_nodes(const BlockMatrix& s) {
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

template <class T>
void BlockCholesky<T>::join_supernodes(std::vector<std::vector<int>> below) {
  const int nodes = int(below.size());
  const auto size = [&](int place) { return at_[std::size_t(place) + 1] - at_[std::size_t(place)]; };
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
      supernodes_.push_back({k, k + 1, {}, {}});
    }
    supernode_of_[std::size_t(k)] = int(supernodes_.size()) - 1;
  }
  // What is below the last column of a supernode holds what is below the others.
  for (Supernode& node : supernodes_) node.below = std::move(below[std::size_t(node.last) - 1]);
}

template <class T>
void BlockCholesky<T>::assemble(const BlockMatrix& s, double ridge, std::size_t which) {
  Supernode& to = supernodes_[which];
  const Index start = at_[std::size_t(to.first)];
  Index next = width(to);
  for (int place = to.first; place < to.last; ++place)
    offset_[std::size_t(place)] = at_[std::size_t(place)] - start;
  for (const int place : to.below) {
    offset_[std::size_t(place)] = next;
    next += at_[std::size_t(place) + 1] - at_[std::size_t(place)];
  }
  to.panel = Matrix<T>::Zero(next, width(to));
  for (int place = to.first; place < to.last; ++place) {
    const Index column = offset_[std::size_t(place)];
    const MatrixD& diagonal = s.diagonal[std::size_t(node_at_[std::size_t(place)])];
    to.panel.block(column, column, diagonal.rows(), diagonal.cols()) = diagonal.template cast<T>();
    to.panel.block(column, column, diagonal.rows(), diagonal.cols()).diagonal().array() += T(ridge);
    for (const int l : links_of_[std::size_t(place)]) {
      const BlockMatrix::Link& link = s.links[std::size_t(l)];
      const int row_place = place_of_[std::size_t(link.row)],
                column_place = place_of_[std::size_t(link.column)];
      if (column_place == place) {
        to.panel.block(offset_[std::size_t(row_place)], column, link.block.rows(), link.block.cols()) +=
            link.block.template cast<T>();
      } else {
        to.panel.block(offset_[std::size_t(column_place)], column, link.block.cols(), link.block.rows()) +=
            link.block.transpose().template cast<T>();
      }
    }
  }
}

/// Nodes begin..end of those below `from` are columns of `to`: what their elimination takes off.
template <class T>
void BlockCholesky<T>::subtract_product(const Supernode& from, Index begin, Index end, Supernode& to,
                                        Matrix<T>& product) {
  const auto size = [&](int place) { return at_[std::size_t(place) + 1] - at_[std::size_t(place)]; };
  Index first = width(from), columns = 0;
  for (Index i = 0; i < begin; ++i) first += size(from.below[std::size_t(i)]);
  for (Index i = begin; i < end; ++i) columns += size(from.below[std::size_t(i)]);
  const Index rows = from.panel.rows() - first;
  reshape(product, rows, columns);
  product.noalias() = from.panel.bottomRows(rows) * from.panel.middleRows(first, columns).transpose();
  Index column = 0;
  for (Index j = begin; j < end; ++j) {
    const int place_j = from.below[std::size_t(j)];
    const Index target_column = offset_[std::size_t(place_j)], size_j = size(place_j);
    Index row = column;
    for (std::size_t i = std::size_t(j); i < from.below.size();) {
      // Nodes that lie side by side here and there move as one.
      const Index target_row = offset_[std::size_t(from.below[i])];
      Index run = 0;
      for (; i < from.below.size() && offset_[std::size_t(from.below[i])] == target_row + run; ++i) {
        run += size(from.below[i]);
      }
      to.panel.block(target_row, target_column, run, size_j) -= product.block(row, column, run, size_j);
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
    Supernode& node = supernodes_[which];
    for (int from = waiting[which]; from >= 0;) {
      const std::size_t source = std::size_t(from);
      const Supernode& earlier = supernodes_[source];
      const Index begin = reached[source];
      Index end = begin;
      while (end < Index(earlier.below.size()) && earlier.below[std::size_t(end)] < node.last) ++end;
      subtract_product(earlier, begin, end, node, product);
      from = next_waiting[source];
      reached[source] = end;
      wait(source);
    }
    const Index w = width(node);
    Eigen::Ref<Matrix<T>> own(node.panel.topRows(w));
    const Eigen::LLT<Eigen::Ref<Matrix<T>>> llt(own);
    if (llt.info() != Eigen::Success || !own.allFinite()) return false;
    if (node.panel.rows() > w) {
      own.template triangularView<Eigen::Lower>().transpose().template solveInPlace<Eigen::OnTheRight>(
          node.panel.bottomRows(node.panel.rows() - w));
    }
    wait(which);
  }
  return true;
}

template <class T>
void BlockCholesky<T>::gather(const Supernode& node, const Matrix<T>& columns, Matrix<T>& own) const {
  reshape(own, columns.rows(), width(node));
  Index column = 0;
  for (int place = node.first; place < node.last; ++place) {
    const std::size_t from = std::size_t(node_at_[std::size_t(place)]);
    const Index size = begin_[from + 1] - begin_[from];
    own.middleCols(column, size) = columns.middleCols(begin_[from], size);
    column += size;
  }
}

template <class T>
void BlockCholesky<T>::scatter(const Supernode& node, const Matrix<T>& own, Matrix<T>& columns) const {
  Index column = 0;
  for (int place = node.first; place < node.last; ++place) {
    const std::size_t to = std::size_t(node_at_[std::size_t(place)]);
    const Index size = begin_[to + 1] - begin_[to];
    columns.middleCols(begin_[to], size) = own.middleCols(column, size);
    column += size;
  }
}

template <class T>
void BlockCholesky<T>::solve_half(Matrix<T>& columns) const {
  Matrix<T> own, product;
  for (const Supernode& node : supernodes_) {
    const Index w = width(node), rows = node.panel.rows() - w;
    gather(node, columns, own);
    node.panel.topRows(w)
        .template triangularView<Eigen::Lower>()
        .transpose()
        .template solveInPlace<Eigen::OnTheRight>(own);
    scatter(node, own, columns);
    if (rows == 0) continue;
    reshape(product, own.rows(), rows);
    product.noalias() = own * node.panel.bottomRows(rows).transpose();
    Index column = 0;
    for (const int place : node.below) {
      const std::size_t to = std::size_t(node_at_[std::size_t(place)]);
      const Index size = begin_[to + 1] - begin_[to];
      columns.middleCols(begin_[to], size) -= product.middleCols(column, size);
      column += size;
    }
  }
}

template <class T>
void BlockCholesky<T>::solve(Matrix<T>& columns) const {
  solve_half(columns);
  Matrix<T> own, others;
  for (auto node = supernodes_.rbegin(); node != supernodes_.rend(); ++node) {
    const Index w = width(*node), rows = node->panel.rows() - w;
    gather(*node, columns, own);
    reshape(others, columns.rows(), rows);
    Index column = 0;
    for (const int place : node->below) {
      const std::size_t from = std::size_t(node_at_[std::size_t(place)]);
      const Index size = begin_[from + 1] - begin_[from];
      others.middleCols(column, size) = columns.middleCols(begin_[from], size);
      column += size;
    }
    if (rows > 0) own.noalias() -= others * node->panel.bottomRows(rows);
    node->panel.topRows(w).template triangularView<Eigen::Lower>().template solveInPlace<Eigen::OnTheRight>(
        own);
    scatter(*node, own, columns);
  }
}

template class BlockCholesky<float>;
template class BlockCholesky<double>;

double dense_factor_bytes(double rows) {
  const double panel = std::min(rows, double(widest));
  return 8 * rows * (0.5 * rows + 0.5 * panel) + 8 * rows * panel;
}

}  // namespace tanda
