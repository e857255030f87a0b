// In which order a block matrix is eliminated, and which of its nodes together.
#include <algorithm>
#include <utility>

#include "tanda/base/monitor.hpp"
#include "tanda/base/order.hpp"
#include "tanda/linalg/block_cholesky.hpp"

namespace tanda {
namespace {

/// How many explicit zeros joining two supernodes may cost, as a part of the joined panel: narrow ones are
/// slow whatever they hold.
double zeros_allowed(Index width) {
  return width <= 24 ? 0.5 : width <= 64 ? 0.2 : 0.05;
}

/// Minimum degree: next comes the node that is tied to fewest others, which are tied to each other then. Such
/// a clique is kept as one list, an element; degrees are bounds, as Amestoy, Davis and Duff (1996) count
/// them.
class MinimumDegree {
 public:
  explicit MinimumDegree(const BlockMatrix& s)
      : count_(s.diagonal.size()),
        nodes_(count_),
        elements_(count_),
        members_(count_),
        degree_(count_),
        outside_(count_),
        seen_(count_, -1),
        done_(count_, 0),
        waiting_(count_ + 1) {
    for (const BlockMatrix::Link& link : s.links) {
      nodes_[std::size_t(link.row)].push_back(link.column);
      nodes_[std::size_t(link.column)].push_back(link.row);
    }
    for (std::size_t i = count_; i-- > 0;) wait(int(i), nodes_[i].size());
  }

  /// Not all nodes when cancelled.
  Array<int> run(Monitor* monitor) {
    Array<int> order;
    order.reserve(count_);
    for (std::size_t least = 0; order.size() < count_;) {
      if (!goes_on(monitor, 20 * double(std::exchange(looked_at_, 0)))) break;
      if (waiting_[least].empty()) {
        ++least;
        continue;
      }
      const int next = waiting_[least].back();
      waiting_[least].pop_back();
      if (done_[std::size_t(next)] || degree_[std::size_t(next)] != least) continue;  // it waits elsewhere
      least = std::min(least, eliminate(next, order));
    }
    return order;
  }

 private:
  void wait(int node, std::size_t degree) {
    degree_[std::size_t(node)] = degree;
    waiting_[degree].push_back(node);
  }

  /// With it those that are tied to nothing but the same nodes. Gives the least degree of the others.
  std::size_t eliminate(int node, Array<int>& order) {
    order.push_back(node);
    const std::size_t at = std::size_t(node);
    Array<int>& clique = members_[at];
    seen_[at] = node;
    done_[at] = 1;
    const auto take = [&](const Array<int>& others) {
      for (const int other : others) {
        if (done_[std::size_t(other)] || seen_[std::size_t(other)] == node) continue;
        seen_[std::size_t(other)] = node;
        clique.push_back(other);
      }
    };
    take(nodes_[at]);
    for (const int element : elements_[at]) {
      take(members_[std::size_t(element)]);
      members_[std::size_t(element)] = {};  // is a part of the new one
    }
    nodes_[at] = {};
    // How many nodes of each other element are outside of the new one.
    for (const int i : clique) {
      for (const int element : elements_[std::size_t(i)])
        outside_[std::size_t(element)] = members_[std::size_t(element)].size();
    }
    for (const int i : clique) {
      for (const int element : elements_[std::size_t(i)]) {
        if (outside_[std::size_t(element)] > 0) --outside_[std::size_t(element)];
      }
    }
    std::size_t least = count_;
    const std::size_t size = clique.size();
    for (const int i : clique) {
      Array<int>&others = nodes_[std::size_t(i)], &elements = elements_[std::size_t(i)];
      looked_at_ += others.size() + elements.size();
      const auto covered = [&](int other) {
        return done_[std::size_t(other)] || seen_[std::size_t(other)] == node;
      };
      others.cut(std::remove_if(others.begin(), others.end(), covered));
      const auto gone = [&](int element) { return outside_[std::size_t(element)] == 0; };
      elements.cut(std::remove_if(elements.begin(), elements.end(), gone));
      if (others.empty() && elements.empty()) {
        done_[std::size_t(i)] = 1;
        order.push_back(i);
        continue;
      }
      std::size_t degree = others.size() + size - 1;
      for (const int element : elements) degree += outside_[std::size_t(element)];
      elements.push_back(node);
      degree = std::min({degree, count_ - order.size() - 1, degree_[std::size_t(i)] + size - 1});
      wait(i, degree);
      least = std::min(least, degree);
    }
    clique.cut(std::remove_if(clique.begin(), clique.end(), [&](int i) { return done_[std::size_t(i)]; }));
    return least;
  }

  std::size_t count_, looked_at_ = 0;
  std::vector<Array<int>> nodes_;     ///< that each node is tied to, but for elements
  std::vector<Array<int>> elements_;  ///< that each node is in; an element is named by the node it came from
  std::vector<Array<int>> members_;   ///< of each element
  std::vector<std::size_t> degree_;   ///< of each node, a bound
  std::vector<std::size_t> outside_;  ///< scratch
  Array<int> seen_;                   ///< the last element each node came into
  std::vector<char> done_;
  std::vector<Array<int>> waiting_;  ///< by degree; those whose degree has changed since are passed over
};

/// For each place the later places its column of L has blocks at; the first of them is its parent. Empty when
/// cancelled.
std::vector<Array<int>> column_structure(const BlockMatrix& s, const Array<int>& place_of, Monitor* monitor) {
  const std::size_t nodes = place_of.size();
  std::vector<Array<int>> below(nodes), children(nodes);
  for (const BlockMatrix::Link& link : s.links) {
    const auto [low, high] = std::minmax(place_of[std::size_t(link.row)], place_of[std::size_t(link.column)]);
    below[std::size_t(low)].push_back(high);
  }
  Array<int> seen(nodes, -1);
  for (std::size_t k = 0; k < nodes; ++k) {
    Array<int> rows;
    seen[k] = int(k);
    const auto add = [&](const Array<int>& places) {
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
    if (!goes_on(monitor, 50 * double(below[k].size()))) return {};
    if (!below[k].empty()) children[std::size_t(below[k].front())].push_back(int(k));
  }
  return below;
}

/// Children before their parents and right before them, the one with most rows last: it is the one to join.
Array<int> postorder(const std::vector<Array<int>>& below) {
  const int nodes = int(below.size());
  std::vector<Array<int>> children(below.size());
  Array<int> roots, order, stack, sizes;
  for (int k = 0; k < nodes; ++k) {
    const Array<int>& rows = below[std::size_t(k)];
    sizes.push_back(int(rows.size()));
    (rows.empty() ? roots : children[std::size_t(rows.front())]).push_back(k);
  }
  order.reserve(below.size());
  for (const int* root = roots.end(); root-- != roots.begin();) {
    for (stack.assign(1, *root); !stack.empty();) {
      const int k = stack.back();
      stack.pop_back();
      order.push_back(k);
      Array<int>& next = children[std::size_t(k)];
      sort_by(next.data(), next.data() + next.size(), sizes.data());
      for (const int child : next) stack.push_back(child);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace

BlockOrder::BlockOrder(const BlockMatrix& s, Monitor* monitor) {
  begin_ = s.begin();
  rows_ = begin_.back();
  order_nodes(s, monitor);
}

void BlockOrder::order_nodes(const BlockMatrix& s, Monitor* monitor) {
  const std::size_t nodes = s.diagonal.size();
  node_at_ = MinimumDegree(s).run(monitor);
  if (stopped(monitor)) return;
  place_of_.resize(nodes);
  const auto number = [&] {
    for (std::size_t k = 0; k < nodes; ++k) place_of_[std::size_t(node_at_[k])] = int(k);
  };
  number();
  std::vector<Array<int>> below = column_structure(s, place_of_, monitor);
  if (stopped(monitor)) return;

  // The same elimination with every subtree in one piece.
  const Array<int> order = postorder(below);
  Array<int> nodes_in_order, new_place(nodes);
  for (std::size_t k = 0; k < nodes; ++k) {
    nodes_in_order.push_back(node_at_[std::size_t(order[k])]);
    new_place[std::size_t(order[k])] = int(k);
  }
  std::vector<Array<int>> moved(nodes);
  for (std::size_t k = 0; k < nodes; ++k) {
    Array<int>& rows = moved[k];
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

void BlockOrder::join_supernodes(std::vector<Array<int>> below) {
  const int nodes = int(below.size());
  Array<Index> heights(below.size(), 0);
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

double BlockOrder::operations(Index columns) const {
  double sum = 0;
  for (const Supernode& node : supernodes_) {
    const double own = double(width(node));
    double rows = 0;
    for (const int place : node.below) rows += double(size(place));
    sum += own * (own * own / 3 + rows * (own + rows)) + double(columns) * own * (own + 2 * rows);
  }
  return sum;
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

}  // namespace tanda
