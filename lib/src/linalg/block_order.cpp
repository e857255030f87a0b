// The order in which the nodes of a block matrix are eliminated, and which of them together.
#include <algorithm>
#include <utility>

#include "base/order.hpp"
#include "minimum_degree.hpp"

namespace tanda::internal {
namespace {

/// The largest fraction of explicit zeros in the panel of joined supernodes. It is larger for narrow panels,
/// which are slow even without zeros.
double zeros_allowed(Index width) {
  return width <= 24 ? 0.5 : width <= 64 ? 0.2 : 0.05;
}

/// Panels begin at multiples of this many entries, so that they are aligned in either precision.
constexpr Index panel_unit = Index(Workspace::alignment / sizeof(float));

/// Calls use(k, j) for each block of L below the diagonal, in row j and column k: row by row, so that the
/// blocks of a column come in ascending order. Row j has a block in column k if k is on the path in the
/// elimination tree from a place i < j that is linked to j, up to j. earlier(j, visit) must call visit(i) for
/// each such i. Also makes the tree: `parent` must begin as -1. False when cancelled.
template <class Earlier, class Use>
bool walk_rows(Array<int>& parent, Array<int>& mark, Earlier earlier, Use use, Monitor* monitor) {
  std::fill(mark.begin(), mark.end(), -1);
  for (int j = 0; j < int(parent.size()); ++j) {
    mark[std::size_t(j)] = j;
    Index visited = 0;
    earlier(j, [&](int k) {
      for (; mark[std::size_t(k)] != j; k = parent[std::size_t(k)]) {
        if (parent[std::size_t(k)] < 0) parent[std::size_t(k)] = j;
        mark[std::size_t(k)] = j;
        use(k, j);
        ++visited;
      }
    });
    if (!goes_on(monitor, 25 * double(visited))) return false;
  }
  return true;
}

/// Postorder of the elimination tree: each subtree is contiguous, children come before their parent. The
/// child with the most blocks in its column comes last, next to the parent, because it is the best one to
/// join.
void postorder(const Array<int>& parent, const Array<int>& sizes, Array<int>& order) {
  const std::size_t nodes = parent.size();
  Workspace* const home = order.home();
  // Roots are children of -1.
  Array<int> begin(home, nodes + 2, 0), children(home, nodes), stack(home, nodes);
  if (measuring(home)) return;
  for (const int p : parent) ++begin[std::size_t(p + 2)];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  for (std::size_t k = 0; k < nodes; ++k) children[std::size_t(begin[std::size_t(parent[k] + 1)]++)] = int(k);
  // Now the children of p are begin[p]..begin[p + 1], and those of -1 come first.
  const int roots = begin[0];
  std::size_t ordered = 0;
  for (int root = roots; root-- > 0;) {
    std::size_t depth = 0;
    for (stack[depth++] = children[std::size_t(root)]; depth > 0;) {
      const int k = stack[--depth];
      order[ordered++] = k;
      int *const first = children.data() + begin[std::size_t(k)], *const last = children.data() +
                                                                                begin[std::size_t(k) + 1];
      sort_by(first, last, sizes.data());
      for (const int* child = first; child != last; ++child) stack[depth++] = *child;
    }
  }
  std::reverse(order.begin(), order.end());
}

}  // namespace

BlockOrder::BlockOrder(const BlockMatrix& s, Monitor* monitor)
    : rows_(s.rows()),
      begin_(s.begin()),
      node_at_(s.home(), std::size_t(s.nodes())),
      place_of_(s.home(), std::size_t(s.nodes())),
      at_(s.home(), std::size_t(s.nodes()) + 1),
      links_at_(s.home(), std::size_t(s.nodes()) + 1),
      links_(s.home(), std::size_t(s.links())),
      supernode_of_(s.home(), std::size_t(s.nodes())),
      supernodes_(s.home()),
      offset_(s.home(), std::size_t(s.nodes())),
      below_(s.home()) {
  supernodes_.reserve(std::size_t(s.nodes()));
  order_nodes(s, monitor);
}

/// Groups the links by place(a, b), which selects one of the two places a and b of a link.
template <class Place>
void BlockOrder::list_links(const BlockMatrix& s, Place place) {
  const auto of = [&](Index l) {
    const auto [row, column] = s.ends(l);
    return std::size_t(place(place_of_[std::size_t(row)], place_of_[std::size_t(column)]));
  };
  std::fill(links_at_.begin(), links_at_.end(), 0);
  for (Index l = 0; l < s.links(); ++l) ++links_at_[of(l) + 1];
  for (std::size_t k = 1; k < links_at_.size(); ++k) links_at_[k] += links_at_[k - 1];
  for (Index l = 0; l < s.links(); ++l) links_[std::size_t(links_at_[of(l)]++)] = int(l);
  for (std::size_t k = links_at_.size() - 1; k > 0; --k) links_at_[k] = links_at_[k - 1];
  links_at_[0] = 0;
}

void BlockOrder::order_nodes(const BlockMatrix& s, Monitor* monitor) {
  Workspace* const w = home();
  const std::size_t nodes = std::size_t(s.nodes());
  MinimumDegree(s).run(node_at_, monitor);
  if (stopped(monitor)) return;
  Array<int> parent(w, nodes, -1), sizes(w, nodes, 0);
  Array<Index> begin(w, nodes + 1, 0), heights(w, nodes, 0);
  Array<int> order(w, nodes), new_place(w, nodes), mark(w, nodes);
  if (measuring(w)) {
    if (w->ask_for_factors()) below_.resize(std::size_t(index_bound(0.5 * double(nodes) * double(nodes))));
    postorder(parent, sizes, order);
    return bound_extent(s);
  }
  const auto number = [&] {
    for (std::size_t k = 0; k < nodes; ++k) place_of_[std::size_t(node_at_[k])] = int(k);
  };
  number();

  // The places below each place: first their number, then the places.
  list_links(s, [](int a, int b) { return std::max(a, b); });
  const auto earlier = [&](int j, auto visit) {
    for (Index i = links_at_[std::size_t(j)]; i < links_at_[std::size_t(j) + 1]; ++i) {
      const auto [row, column] = s.ends(links_[std::size_t(i)]);
      visit(std::min(place_of_[std::size_t(row)], place_of_[std::size_t(column)]));
    }
  };
  if (!walk_rows(
          parent, mark, earlier, [&](int k, int) { ++begin[std::size_t(k) + 1]; }, monitor))
    return;
  for (std::size_t k = 0; k < nodes; ++k) begin[k + 1] += begin[k];
  below_.resize(std::size_t(begin[nodes]));
  const auto add = [&](int k, int j) {
    below_[std::size_t(begin[std::size_t(k)] + sizes[std::size_t(k)]++)] = j;
  };
  if (!walk_rows(parent, mark, earlier, add, monitor)) return;

  // Renumbers the places in postorder, so that each subtree is contiguous. The fill-in is the same.
  postorder(parent, sizes, order);
  for (std::size_t k = 0; k < nodes; ++k) {
    mark[k] = node_at_[std::size_t(order[k])];
    new_place[std::size_t(order[k])] = int(k);
  }
  std::copy(mark.begin(), mark.end(), node_at_.begin());
  number();
  at_[0] = 0;
  for (std::size_t k = 0; k < nodes; ++k) {
    const std::size_t node = std::size_t(node_at_[k]);
    at_[k + 1] = at_[k] + begin_[node + 1] - begin_[node];
  }
  list_links(s, [](int a, int b) { return std::min(a, b); });
  for (std::size_t k = 0; k < nodes; ++k) {
    int *const first = below_.data() + begin[k], *const last = below_.data() + begin[k + 1];
    const std::size_t now = std::size_t(new_place[k]);
    for (int* place = first; place != last; ++place) {
      *place = new_place[std::size_t(*place)];
      heights[now] += size(*place);
    }
    std::sort(first, last);
    parent[now] = first == last ? -1 : *first;
  }
  join_supernodes(parent, heights);

  // The places below the last node of a supernode include those below its other nodes, so only they are kept.
  Index kept = 0;
  for (std::size_t k = 0; k < nodes; ++k) {
    const int now = new_place[k];
    Supernode& node = supernodes_[std::size_t(supernode_of_[std::size_t(now)])];
    if (node.last - 1 != now) continue;
    node.below = kept;
    node.count = begin[k + 1] - begin[k];
    std::copy_n(below_.data() + begin[k], node.count, below_.data() + kept);
    kept += node.count;
  }
  below_.resize(std::size_t(kept));
  set_extent();
}

/// `first_below`: for each place, the first place below it; `heights`: the number of rows below it.
void BlockOrder::join_supernodes(const Array<int>& first_below, const Array<Index>& heights) {
  const int nodes = int(first_below.size());
  double zeros = 0;
  for (int k = 0; k < nodes; ++k) {
    bool joined = false;
    if (k > 0 && first_below[std::size_t(k) - 1] == k) {
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
      supernodes_.push_back({k, k + 1, 0, 0, 0, 0});
    }
    supernode_of_[std::size_t(k)] = int(supernodes_.size()) - 1;
  }
}

void BlockOrder::set_extent() {
  for (Supernode& node : supernodes_) {
    Index rows = 0;
    for (const int place : below(node)) rows += size(place);
    node.height = width(node) + rows;
    node.panel = extent_.entries;
    extent_.entries += (node.height * width(node) + panel_unit - 1) / panel_unit * panel_unit;
    extent_.width = std::max(extent_.width, width(node));
    extent_.below = std::max(extent_.below, rows);
  }
  for (const Supernode& node : supernodes_) {
    const Index rows = node.height - width(node);
    extent_.product = std::max(extent_.product, rows * std::min(rows, extent_.width));
  }
}

/// Upper bounds for complete fill-in; sizes of factors stay 0 where the workspace does not count them.
void BlockOrder::bound_extent(const BlockMatrix& s) {
  extent_.width = std::min(rows_, std::max(widest, s.size().widest));
  extent_.below = rows_;
  if (!home()->ask_for_factors()) return;
  const double rows = double(rows_), width = double(extent_.width);
  extent_.entries = index_bound(0.5 * rows * (rows + width) + double(s.nodes()) * double(panel_unit));
  extent_.product = index_bound(rows * width);
}

double BlockOrder::factor_bytes(std::size_t scalar_bytes) const {
  if (measuring(home())) return double(scalar_bytes) * (double(extent_.entries) + double(extent_.product));
  double entries = 0, product = 0, places = 0;
  for (const Supernode& node : supernodes_) {
    const double rows = double(node.height - width(node));
    entries += double(width(node)) * (double(width(node)) + rows);
    product = std::max(product, rows * std::min(rows, double(extent_.width)));
    places += double(node.count);
  }
  return double(scalar_bytes) * (entries + product) + double(sizeof(int)) * places;
}

double BlockOrder::operations(Index columns) const {
  double sum = 0;
  for (const Supernode& node : supernodes_) {
    const double own = double(width(node)), rows = double(node.height) - own;
    sum += own * (own * own / 3 + rows * (own + rows)) + double(columns) * own * (own + 2 * rows);
  }
  return sum;
}

void BlockOrder::lay_out(const Supernode& node) {
  Index next = 0;
  const auto place_at = [&](int place) {
    offset_[std::size_t(place)] = next;
    next += size(place);
  };
  for (int place = node.first; place < node.last; ++place) place_at(place);
  for (const int place : below(node)) place_at(place);
}

}  // namespace tanda::internal
