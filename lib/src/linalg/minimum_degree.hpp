// An order of elimination for the nodes of a block matrix that causes little fill-in.
#pragma once

#include <algorithm>
#include <utility>

#include "base/monitor.hpp"
#include "linalg/block_cholesky.hpp"

namespace tanda::internal {

/// Minimum degree ordering: the node with the fewest neighbours is eliminated next, which links its
/// neighbours to each other. Such a clique is stored as one list, an element. Degrees are the upper bounds of
/// Amestoy, Davis and Duff (1996).
///
/// All lists are in one pool. The list of a node, its neighbours and the elements that contain it, never
/// grows: when a new element is added to it, the eliminated node or an element merged into the new one is
/// removed. All elements together never need more room than the lists of the nodes they were made of.
class MinimumDegree {
 public:
  explicit MinimumDegree(const BlockMatrix& s)
      : count_(std::size_t(s.nodes())),
        first_(s.home(), count_ + 1),
        nodes_(s.home(), count_),
        elements_(s.home(), count_),
        member_first_(s.home(), count_),
        members_(s.home(), count_),
        degree_(s.home(), count_),
        outside_(s.home(), count_),
        seen_(s.home(), count_, -1),
        done_(s.home(), count_),
        top_(s.home(), count_ + 1, -1),
        above_(s.home(), count_, -1),
        beneath_(s.home(), count_, -1),
        made_(s.home(), count_),
        pool_(s.home(), std::size_t(index_bound(4 * double(s.links()) + double(count_)))) {
    if (measuring(s.home())) return;
    for (Index l = 0; l < s.links(); ++l) {
      const auto [row, column] = s.ends(l);
      ++nodes_[std::size_t(row)];
      ++nodes_[std::size_t(column)];
    }
    for (std::size_t i = 0; i < count_; ++i) first_[i + 1] = first_[i] + std::exchange(nodes_[i], 0);
    for (Index l = 0; l < s.links(); ++l) {
      const auto [row, column] = s.ends(l);
      list(row)[nodes_[std::size_t(row)]++] = column;
      list(column)[nodes_[std::size_t(column)]++] = row;
    }
    end_ = first_[count_];
    for (std::size_t i = count_; i-- > 0;) push(int(i), nodes_[i]);
  }

  /// Writes the nodes to `order` in the order of elimination. Gives their number: not all when cancelled.
  std::size_t run(Array<int>& order, Monitor* monitor) {
    if (measuring(order.home())) return count_;
    order_ = order.data();
    for (int least = 0; ordered_ < count_;) {
      if (!goes_on(monitor, 20 * double(std::exchange(looked_at_, 0)))) break;
      const int next = top_[std::size_t(least)];
      if (next < 0) {
        ++least;
        continue;
      }
      least = std::min(least, eliminate(next));
    }
    return ordered_;
  }

 private:
  /// The neighbours of a node, then the elements that contain it. An element has the index of the node whose
  /// elimination made it.
  int* list(int node) { return pool_.data() + first_[std::size_t(node)]; }
  int* members(int element) { return pool_.data() + member_first_[std::size_t(element)]; }

  // The nodes of each degree that are not eliminated yet form a stack, a doubly linked list.
  void push(int node, int degree) {
    const std::size_t at = std::size_t(node);
    degree_[at] = degree;
    int& top = top_[std::size_t(degree)];
    above_[at] = -1;
    beneath_[at] = top;
    if (top >= 0) above_[std::size_t(top)] = node;
    top = node;
  }
  void take_out(int node) {
    const int above = above_[std::size_t(node)], beneath = beneath_[std::size_t(node)];
    (above >= 0 ? beneath_[std::size_t(above)] : top_[std::size_t(degree_[std::size_t(node)])]) = beneath;
    if (beneath >= 0) above_[std::size_t(beneath)] = above;
  }
  void put_in_order(int node) {
    take_out(node);
    done_[std::size_t(node)] = 1;
    order_[ordered_++] = node;
  }

  /// Makes room for `size` entries at the end of the pool, by closing the gaps between elements if necessary.
  void make_room(std::size_t size) {
    if (end_ + Index(size) <= Index(pool_.size())) return;
    Index end = first_[count_];
    std::size_t kept = 0;
    for (std::size_t e = 0; e < elements_made_; ++e) {
      const int element = made_[e];
      const int size_of = members_[std::size_t(element)];
      if (size_of == 0) continue;
      std::copy_n(members(element), size_of, pool_.data() + end);
      member_first_[std::size_t(element)] = end;
      end += size_of;
      made_[kept++] = element;
    }
    elements_made_ = kept;
    end_ = end;
  }

  /// Eliminates a node, and with it all nodes that have no neighbours outside of the new element. Gives the
  /// least degree of the other nodes of the element.
  int eliminate(int node) {
    put_in_order(node);
    const std::size_t at = std::size_t(node);
    seen_[at] = node;
    const int* const own_elements = list(node) + nodes_[at];
    std::size_t most = std::size_t(nodes_[at]);
    for (int e = 0; e < elements_[at]; ++e) most += std::size_t(members_[std::size_t(own_elements[e])]);
    make_room(std::min(most, count_ - ordered_));
    made_[elements_made_++] = node;
    member_first_[at] = end_;
    int* const clique = pool_.data() + end_;
    int size = 0;
    const auto take = [&](const int* others, int count) {
      for (int i = 0; i < count; ++i) {
        const int other = others[i];
        if (done_[std::size_t(other)] || seen_[std::size_t(other)] == node) continue;
        seen_[std::size_t(other)] = node;
        clique[size++] = other;
      }
    };
    take(list(node), nodes_[at]);
    for (int e = 0; e < elements_[at]; ++e) {
      const std::size_t element = std::size_t(own_elements[e]);
      take(members(own_elements[e]), members_[element]);
      members_[element] = 0;  // merged into the new one
    }
    count_outside(clique, size);
    int least = int(count_);
    for (int k = 0; k < size; ++k) least = std::min(least, put_in_element(clique[k], node, size));
    const auto done = [&](int i) { return done_[std::size_t(i)] != 0; };
    members_[at] = int(std::remove_if(clique, clique + size, done) - clique);
    end_ += members_[at];
    return least;
  }

  /// Sets `outside_`: how many nodes of each other element are outside of the new one.
  void count_outside(const int* clique, int size) {
    const auto each = [&](auto use) {
      for (int k = 0; k < size; ++k) {
        const std::size_t i = std::size_t(clique[k]);
        const int* const elements = list(clique[k]) + nodes_[i];
        for (int e = 0; e < elements_[i]; ++e) use(std::size_t(elements[e]));
      }
    };
    each([&](std::size_t element) { outside_[element] = members_[element]; });
    each([&](std::size_t element) {
      if (outside_[element] > 0) --outside_[element];
    });
  }

  /// Adds the new element, which has `size` nodes, to the list of one of its nodes. Gives the new degree of
  /// that node; the number of all nodes if it is eliminated at once.
  int put_in_element(int node, int element, int size) {
    const std::size_t i = std::size_t(node);
    int *const others = list(node), *const elements = others + nodes_[i];
    looked_at_ += std::size_t(nodes_[i]) + std::size_t(elements_[i]);
    const auto covered = [&](int other) {
      return done_[std::size_t(other)] || seen_[std::size_t(other)] == element;
    };
    const auto gone = [&](int other) { return outside_[std::size_t(other)] == 0; };
    int* const others_end = std::remove_if(others, others + nodes_[i], covered);
    int* const elements_end = std::remove_if(elements, elements + elements_[i], gone);
    nodes_[i] = int(others_end - others);
    elements_[i] = int(elements_end - elements);
    std::copy(elements, elements_end, others_end);
    if (nodes_[i] + elements_[i] == 0) {
      put_in_order(node);
      return int(count_);
    }
    std::size_t degree = std::size_t(nodes_[i]) + std::size_t(size) - 1;
    for (int e = 0; e < elements_[i]; ++e) degree += std::size_t(outside_[std::size_t(others_end[e])]);
    others_end[elements_[i]++] = element;
    degree = std::min({degree, count_ - ordered_ - 1, std::size_t(degree_[i]) + std::size_t(size) - 1});
    take_out(node);
    push(node, int(degree));
    return int(degree);
  }

  std::size_t count_, looked_at_ = 0, ordered_ = 0, elements_made_ = 0;
  Index end_ = 0;  ///< end of the used entries of the pool
  int* order_ = nullptr;
  Array<Index> first_;         ///< where the list of each node begins in the pool
  Array<int> nodes_;           ///< number of neighbours in the list of each node
  Array<int> elements_;        ///< number of elements in the list of each node
  Array<Index> member_first_;  ///< where the nodes of each element begin in the pool
  Array<int> members_;         ///< number of nodes of each element
  Array<int> degree_;          ///< upper bound of the degree of each node
  Array<int> outside_;         ///< see count_outside
  Array<int> seen_;            ///< the last element that each node was put in
  Array<char> done_;
  Array<int> top_, above_, beneath_;  ///< top of each stack; the nodes above and beneath each node
  Array<int> made_;                   ///< elements in the order of their places in the pool
  Array<int> pool_;
};

}  // namespace tanda::internal
