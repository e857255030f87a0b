// Neighbours and shortest pairs compared with brute force, with and without ties.
#include "graph/neighbors.hpp"

#include <set>
#include <tuple>

#include "sorted.hpp"
#include "ut.hpp"

namespace neighbors_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

enum class Which { all, within, between, farthest };

/// One list, by sorting all candidates.
template <class S>
std::vector<int> brute_list(const SortedPoints<S>& p, Index i, Which which, Index k) {
  std::vector<std::tuple<double, int, int>> candidates;
  const Index own = p.classes.of(i);
  for (Index j = 0; j < p.samples.count(); ++j) {
    const bool labelled = j < p.classes.labelled();
    const bool taken =
        which == Which::all || (labelled && (p.classes.of(j) == own) == (which != Which::between));
    if (j == i || !taken) continue;
    const double squared =
        (p.samples.x.col(i).template cast<double>() - p.samples.x.col(j).template cast<double>())
            .squaredNorm();
    candidates.emplace_back(which == Which::farthest ? -squared : squared, p.original[std::size_t(j)],
                            int(j));
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.resize(std::min(candidates.size(), std::size_t(k)));
  std::vector<int> list;
  for (const auto& c : candidates) list.push_back(std::get<2>(c));
  return list;
}

template <class S>
void check_lists(SortedPoints<S>& p, Index k, const char* what) {
  const Points<S> points = p.view();
  for (const Which which : {Which::all, Which::within, Which::between, Which::farthest}) {
    const NeighborLists lists = which == Which::all       ? nearest(points, k)
                                : which == Which::within  ? nearest_within(points, k)
                                : which == Which::between ? nearest_between(points, k)
                                                          : farthest_within(points, k);
    expect(lists.count() == p.samples.count()) << what;
    int wrong = 0;
    const Index queries = which == Which::all ? p.samples.count() : p.classes.labelled();
    for (Index i = 0; i < lists.count(); ++i) {
      std::vector<int> expected = i < queries ? brute_list(p, i, which, k) : std::vector<int>();
      expected.resize(std::size_t(lists.width), -1);
      wrong += !std::equal(expected.begin(), expected.end(), lists.begin(i));
    }
    expect(wrong == 0) << what << "lists" << int(which) << "k" << double(k) << "wrong:" << wrong;
  }
}

/// Searching both kinds of lists together gives the same lists as searching each alone.
template <class S>
void check_together(SortedPoints<S>& p, Index own, Index others, const char* what) {
  const Points<S> points = p.view();
  const SplitLists both = nearest_within_and_between(points, own, others);
  expect(both.within.at == nearest_within(points, own).at) << what << "own" << double(own);
  expect(both.between.at == nearest_between(points, others).at) << what << "others" << double(others);
  expect(leading(both.within, 2).at == nearest_within(points, 2).at || both.within.width < 2) << what;
}

using PairSet = std::set<std::pair<int, int>>;

/// The k shortest pairs (inside, outside) of class c; c < 0: of all classes, each pair once.
template <class S>
PairSet brute_pairs(const SortedPoints<S>& p, Index c, Index k) {
  std::vector<std::tuple<double, int, int, int, int>> all;
  for (Index i = 0; i < p.classes.labelled(); ++i) {
    for (Index j = 0; j < p.classes.labelled(); ++j) {
      if (p.classes.of(i) == p.classes.of(j) || (c >= 0 && p.classes.of(i) != c)) continue;
      const int a = p.original[std::size_t(i)], b = p.original[std::size_t(j)];
      if (c < 0 && a > b) continue;
      all.emplace_back(p.samples.squared_distance(i, j), a, b, int(i), int(j));
    }
  }
  std::sort(all.begin(), all.end());
  all.resize(std::min(all.size(), std::size_t(k)));
  PairSet result;
  for (const auto& [key, a, b, i, j] : all) result.emplace(std::min(i, j), std::max(i, j));
  return result;
}

PairSet as_set(Pairs::const_iterator first, Pairs::const_iterator last) {
  PairSet result;
  for (; first != last; ++first) {
    result.emplace(std::min(first->first, first->second), std::max(first->first, first->second));
  }
  return result;
}

template <class S>
void check_pairs(SortedPoints<S>& p, Index k, const char* what) {
  const Pairs overall = shortest_pairs(p.view(), k);
  expect(as_set(overall.begin(), overall.end()) == brute_pairs(p, -1, k))
      << what << "shortest of all, k" << double(k);
  const Pairs by_class = shortest_pairs_by_class(p.view(), k);
  auto at = by_class.begin();
  for (Index c = 0; c < p.classes.count(); ++c) {
    const PairSet expected = brute_pairs(p, c, k);
    const auto next = at + std::min<std::ptrdiff_t>(std::ptrdiff_t(expected.size()), by_class.end() - at);
    expect(as_set(at, next) == expected) << what << "shortest of class" << double(c) << "k" << double(k);
    at = next;
  }
  expect(at == by_class.end()) << what;
}

template <class S>
void check_all(const MatrixD& x, const std::vector<int>& labels, const char* what,
               std::initializer_list<int> ks = {1, 5, 40}) {
  SortedPoints<S> p = sorted_points<S>(x, labels);
  for (const int k : ks) {
    check_lists(p, k, what);
    check_pairs(p, k, what);
    check_together(p, k, k + 1, what);
  }
}

template <class S>
void check_ties_and_plain() {
  check_all<S>(random_matrix(20, 150, 1), random_labels(150, 3, 2), "random, high d");
  check_all<S>(random_matrix(3, 300, 3), random_labels(300, 2, 4), "random, low d: tree", {1, 7});
  check_all<S>(random_grid(3, 300, 5, 5), random_labels(300, 2, 6), "grid, low d: tree", {1, 7});
  check_all<S>(random_grid(2, 90, 4, 7), random_labels(90, 3, 8), "grid, low d: blocks");
  check_all<S>(random_grid(30, 200, 2, 9), random_labels(200, 4, 10), "binary 200×30");
  check_all<S>(random_grid(12, 450, 3, 41), random_labels(450, 2, 42), "many tiles of ties", {1, 6});
  check_all<S>(random_matrix(12, 60, 43), random_labels(60, 20, 44), "classes of a few", {3});
  check_all<S>(MatrixD::Zero(4, 60), random_labels(60, 2, 11), "all equal");
  check_all<S>(MatrixD::Zero(4, 300), random_labels(300, 2, 12), "all equal: tree", {5});
}

const suite neighbors_suite = [] {
  "neighbours are those of brute force, ties and all"_test = [] {
    check_ties_and_plain<double>();
    check_ties_and_plain<float>();
  };

  "far from the origin the products cancel, the neighbours stay right"_test = [] {
    const MatrixD x = random_grid(20, 150, 3, 13).array() + 1000.0;
    check_all<float>(x, random_labels(150, 3, 14), "offset 1000");
  };

  "small classes give short lists"_test = [] {
    std::vector<int> labels = random_labels(60, 2, 15);
    for (int& label : labels) label = label == 0 ? 0 : 2;
    labels[17] = 1;  // a class of one
    labels[3] = 3;   // and one of two
    labels[40] = 3;
    check_all<double>(random_matrix(5, 60, 16), labels, "class of one", {1, 3, 1000});
    check_all<float>(random_grid(12, 60, 2, 17), labels, "class of one, binary", {1, 3, 1000});
  };

  "unlabelled points are candidates only where labels do not matter"_test = [] {
    std::vector<int> labels = random_labels(80, 3, 18);
    for (std::size_t i = 0; i < labels.size(); i += 4) labels[i] = -1;
    check_all<double>(random_grid(4, 80, 3, 19), labels, "unlabelled", {1, 6});
    std::vector<int> many = random_labels(400, 2, 20);
    for (std::size_t i = 0; i < many.size(); i += 4) many[i] = -1;
    check_all<float>(random_grid(2, 400, 9, 21), many, "unlabelled: tree", {6});
  };

  "two points are each other's neighbours"_test = [] {
    check_all<double>(random_matrix(3, 2, 22), {0, 1}, "two of two classes");
    check_all<float>(random_matrix(3, 2, 23), {0, 0}, "two of one class");
  };

  "tiny and huge values keep their order"_test = [] {
    check_all<float>(random_grid(3, 300, 6, 24) * 1e-30, random_labels(300, 2, 25), "1e-30: tree", {4});
    check_all<float>(random_grid(12, 100, 6, 26) * 1e-30, random_labels(100, 2, 27), "1e-30: blocks", {4});
    check_all<float>(random_grid(3, 300, 6, 28) * 1e15, random_labels(300, 2, 29), "1e15: tree", {4});
    check_all<float>(random_grid(12, 100, 6, 30) * 1e15, random_labels(100, 2, 31), "1e15: blocks", {4});
    check_all<float>(random_grid(12, 100, 6, 30) * 1e19, random_labels(100, 2, 31), "squares overflow", {4});
    check_all<double>(random_grid(3, 300, 6, 32) * 0x1p249, random_labels(300, 2, 33), "2^249: tree", {4});
  };
};

}  // namespace neighbors_test
