// The manifold partition and its geodesics: compared with the reference's patches, with brute force, and on
// degenerate data.
#include "geometry/partition.hpp"

#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include "embedded.hpp"
#include "geometry/geodesic.hpp"
#include "synthetic.hpp"
#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace partition_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;
using Geodesic = PartitionOptions::Geodesic;

/// The points of a set sorted by class; `mix` shuffles the columns within each class.
template <class S>
struct Sorted {
  Samples<S> samples;
  Classes classes;
  Array<int> order;
  mutable Monitor monitor;

  explicit Sorted(const synthetic::Set<double>& set, bool mix = false) {
    const synthetic::Set<S> data = set.cast<S>();
    order.resize(data.labels.size());
    std::iota(order.begin(), order.end(), 0);
    if (mix) Random(3).shuffle(order);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return unsigned(data.labels[std::size_t(a)]) <
             unsigned(data.labels[std::size_t(b)]);  // unlabelled last
    });
    for (int c = 0; c <= int(data.classes.size()); ++c) {
      classes.begin.push_back(std::count_if(data.labels.begin(), data.labels.end(),
                                            [&](int label) { return unsigned(label) < unsigned(c); }));
    }
    samples = {Matrix<S>(data.columns, data.rows), VectorD::Zero(data.columns)};
    for (std::size_t i = 0; i < order.size(); ++i) samples.x.col(Index(i)) = data.view().x.col(order[i]);
  }
  Points<S> points() const { return {samples, classes, order, monitor}; }
};

/// Patch numbers in the order of the samples.
template <class S>
Array<int> in_file_order(const Sorted<S>& sorted, const Partition& partition) {
  Array<int> result(partition.patch.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[std::size_t(sorted.order[i])] = partition.patch[i];
  return result;
}

template <class Numbers>
std::set<std::set<int>> as_sets(const Numbers& patch) {
  std::map<int, std::set<int>> members;
  for (std::size_t i = 0; i < patch.size(); ++i) members[int(patch[i])].insert(int(i));
  std::set<std::set<int>> result;
  for (const auto& entry : members) result.insert(entry.second);
  return result;
}

/// Checks what holds for every partition; with `size` 0 nothing about sizes.
template <class S>
void check_valid(const Sorted<S>& sorted, const Partition& partition, Index size, const std::string& what) {
  expect(Index(partition.patch.size()) == sorted.samples.count()) << what;
  expect(Index(partition.linearity.size()) == partition.count) << what;
  Array<Index> sizes(std::size_t(partition.count)), owner(std::size_t(partition.count), -1);
  Array<int> lowest(std::size_t(partition.count), 1 << 30);
  bool good = true;
  for (std::size_t i = 0; i < partition.patch.size() && good; ++i) {
    const int patch = partition.patch[i];
    const Index c = sorted.classes.of(Index(i));
    if (c == sorted.classes.count()) {
      good = patch == -1;
      continue;
    }
    good = patch >= 0 && patch < partition.count;
    if (!good) break;
    Index& own = owner[std::size_t(patch)];
    good = own < 0 || own == c;
    own = c;
    ++sizes[std::size_t(patch)];
    lowest[std::size_t(patch)] = std::min(lowest[std::size_t(patch)], sorted.order[i]);
  }
  expect(good) << what << "a point in no patch, or a patch in two classes";
  for (std::size_t p = 0; p < sizes.size(); ++p) {
    expect(sizes[p] > 0 && (size == 0 || sizes[p] <= size)) << what << "patch of" << double(sizes[p]);
    expect(partition.linearity[p] >= 1 - 1e-9 && partition.linearity[p] < 1e9)
        << what << partition.linearity[p];
    const bool numbered =
        p == 0 || owner[p - 1] < owner[p] || (owner[p - 1] == owner[p] && lowest[p - 1] < lowest[p]);
    expect(numbered) << what << "patches out of order";
  }
}

PartitionOptions with(int size, int neighbors, Geodesic geodesic = Geodesic::automatic, int samples = 0,
                      bool coarse_first = false) {
  return {neighbors, size, geodesic, samples, coarse_first};
}

template <class S>
void check_all_ways(const synthetic::Set<double>& set, const std::string& what) {
  const Sorted<S> sorted(set);
  for (const int size : {1, 3, 10, 100000}) {
    for (const int neighbors : {1, 6, 5000}) {
      for (const Geodesic geodesic : {Geodesic::automatic, Geodesic::no}) {
        const std::string name =
            what + " size " + std::to_string(size) + " neighbors " + std::to_string(neighbors);
        const Points<S> points = sorted.points();
        check_valid(sorted, partition(points, with(size, neighbors, geodesic)), size, name);
        check_valid(sorted, partition(points, with(size, neighbors, geodesic, 0, true)), size,
                    name + " two stages");
        check_valid(sorted, partition(points, with(size, neighbors, geodesic, 7)), 0, name + " samples");
        check_valid(sorted, partition(points, with(size, neighbors, geodesic, 5, true)), 0, name + " both");
      }
    }
  }
}

template <class S>
void check_golden() {
  const std::map<std::string, synthetic::Set<double>> sets{{"gauss3", synthetic::gauss3(90, 102)},
                                                           {"arcs3", synthetic::arcs3(150, 146)},
                                                           {"wide4", synthetic::wide4(60, 168)}};
  std::istringstream lines{std::string(embedded("patches.txt"))};
  std::size_t seen = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::string name = line.substr(0, line.find(' ')), letters = line.substr(line.find(' ') + 1);
    ++seen;
    for (const bool mix : {false, true}) {
      const Sorted<S> sorted(sets.at(name), mix);
      const Partition result = partition(sorted.points(), {});
      check_valid(sorted, result, 10, name);
      expect(as_sets(in_file_order(sorted, result)) == as_sets(letters))
          << name << "other patches than the reference";
    }
  }
  expect(seen == sets.size());
}

/// A set of one feature.
synthetic::Set<double> line(const std::vector<double>& values, int classes = 1) {
  synthetic::Set<double> set = synthetic::empty_set(int(values.size()), 1, classes);
  set.values = values;
  return set;
}

const suite partition_suite = [] {
  "the reference's patches, double"_test = [] { check_golden<double>(); };
  "the reference's patches, float"_test = [] { check_golden<float>(); };

  "shortest paths are the shortest"_test = [] {
    const Sorted<double> sorted(synthetic::gaussian(70, 3, 1, 9));
    const Graph graph =
        length_graph(sorted.points(), nearest_within(sorted.points(), 3), sorted.order, sorted.order);
    const Index n = graph.nodes();
    MatrixD brute = MatrixD::Constant(n, n, 1e30);
    for (Index i = 0; i < n; ++i) {
      brute(i, i) = 0;
      for (Index e = graph.begin[std::size_t(i)]; e < graph.begin[std::size_t(i) + 1]; ++e) {
        brute(i, graph.to[std::size_t(e)]) = graph.weight[std::size_t(e)];
      }
    }
    for (Index via = 0; via < n; ++via) {
      brute = brute.cwiseMin(brute.col(via).replicate(1, n) + brute.row(via).replicate(n, 1));
    }
    Monitor monitor;
    const Geodesics paths = shortest_paths(graph, monitor);
    double worst = 0;
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) worst = std::max(worst, std::abs(paths(i, j) - brute(i, j)));
    }
    expect(worst < 1e-12) << worst;
  };

  "components are joined by the shortest edges"_test = [] {
    // Pairs of nearest neighbours: 0-1, 10-11, 30-31; the gaps are bridged at 1-10 and 11-30.
    const Sorted<double> sorted(line({30, 0, 11, 1, 31, 10}));
    const Graph graph =
        length_graph(sorted.points(), nearest_within(sorted.points(), 1), sorted.order, sorted.order);
    expect(graph.edges() == 10);
    Monitor monitor;
    const Geodesics paths = shortest_paths(graph, monitor);
    expect(paths(1, 4) == 31.0 && paths(2, 0) == 19.0 && paths(3, 5) == 9.0) << paths(1, 4);
  };

  "unreachable nodes are infinitely far"_test = [] {
    Monitor monitor;
    const Geodesics paths = shortest_paths(or_graph(Pairs{{0, 1}}, 3), monitor);
    expect(paths(0, 1) == 1.0 && std::isinf(paths(0, 2)) && std::isinf(paths(2, 1)));
  };

  "a straight line is flat and cut in the middle"_test = [] {
    const Sorted<float> sorted(line({0, 1, 2, 3, 4, 5, 6, 7}));
    for (const Geodesic geodesic : {Geodesic::yes, Geodesic::no}) {
      const Partition result = partition(sorted.points(), with(4, 2, geodesic));
      check_valid(sorted, result, 4, "line");
      expect(result.count == 2 && result.linearity[0] == 1.0 && result.patch[3] == 0 && result.patch[4] == 1);
    }
  };

  "a bent class has linearity above one"_test = [] {
    const Sorted<double> sorted(synthetic::arcs3(150, 146));
    const auto mean = [&](int size) {
      const Array<double> linearity = partition(sorted.points(), with(size, 6)).linearity;
      return std::accumulate(linearity.begin(), linearity.end(), 0.0) / double(linearity.size());
    };
    expect(mean(1000) > 1.1 && mean(5) < mean(1000)) << mean(1000) << mean(5);
    expect(mean(1) == 1.0);
    for (const double value : partition(sorted.points(), with(10, 6, Geodesic::no)).linearity)
      expect(value == 1.0);
  };

  "disconnected clusters are not mixed while there is room"_test = [] {
    synthetic::Set<double> set = synthetic::gaussian(60, 4, 1, 5);
    for (int i = 0; i < 60; ++i) set.values[std::size_t(i * 4)] += 1000 * (i % 3);
    const Sorted<double> sorted(set);
    for (const Geodesic geodesic : {Geodesic::yes, Geodesic::no}) {
      const Partition result = partition(sorted.points(), with(20, 4, geodesic));
      check_valid(sorted, result, 20, "clusters");
      std::map<int, int> cluster;
      for (int i = 0; i < 60; ++i) {
        const auto entry = cluster.emplace(result.patch[std::size_t(i)], i % 3);
        expect(entry.first->second == i % 3) << "a patch over two clusters";
      }
    }
  };

  "partitioning all points as samples and a coarse stage that cuts nothing change nothing"_test = [] {
    const Sorted<float> sorted(synthetic::arcs3(150, 7));
    const Partition exact = partition(sorted.points(), {});
    expect(partition(sorted.points(), with(10, 6, Geodesic::yes, 50)).patch == exact.patch);
    expect(partition(sorted.points(), with(10, 6, Geodesic::yes, 0, true)).patch == exact.patch);
  };

  "the order of the columns does not matter"_test = [] {
    const synthetic::Set<double> set = synthetic::gaussian(200, 3, 2, 8);
    const Sorted<double> sorted(set), mixed(set, true);
    for (const PartitionOptions& options :
         {with(7, 5), with(7, 5, Geodesic::no), with(7, 5, Geodesic::yes, 40),
          with(3, 5, Geodesic::yes, 0, true)}) {
      expect(in_file_order(sorted, partition(sorted.points(), options)) ==
             in_file_order(mixed, partition(mixed.points(), options)));
    }
  };

  "every way gives a valid partition"_test = [] {
    check_all_ways<float>(synthetic::gaussian(90, 3, 2, 4), "gaussian");
    check_all_ways<double>(synthetic::gaussian(40, 60, 3, 4), "more features than samples");
  };

  "duplicates, classes of one, unlabelled samples"_test = [] {
    synthetic::Set<double> same = synthetic::empty_set(80, 3, 2);
    check_all_ways<float>(same, "all points equal");
    synthetic::Set<double> twins = synthetic::gaussian(90, 2, 2, 6);
    for (double& value : twins.values) value = std::round(value);
    check_all_ways<float>(twins, "a small grid");
    check_all_ways<double>(line({1, 2, 3}, 3), "classes of one");
    check_all_ways<double>(line({1, 2, 5, 5, 1}, 2), "tiny");
    synthetic::Set<double> some = synthetic::gaussian(60, 3, 2, 6);
    for (std::size_t i = 0; i < 60; i += 5) some.labels[i] = -1;
    check_all_ways<double>(some, "some unlabelled");
    synthetic::Set<double> huge = synthetic::gaussian(50, 3, 2, 6);
    for (double& value : huge.values) value *= 1e180;  // squared distances overflow
    const Sorted<double> sorted(huge);
    check_valid(sorted, partition(sorted.points(), {}), 10, "huge");
    check_valid(sorted, partition(sorted.points(), with(10, 6, Geodesic::no)), 10, "huge, straight");
  };

  "duplicates are halved, not peeled off one by one"_test = [] {
    const Sorted<float> sorted(synthetic::empty_set(4096, 1, 1));
    const Partition result = partition(sorted.points(), with(8, 6, Geodesic::no));
    check_valid(sorted, result, 8, "equal points");
    expect(result.count <= 1024) << double(result.count);
  };

  "large classes go straight by themselves"_test = [] {
    const Sorted<float> sorted(synthetic::gaussian(2600, 3, 1, 12));
    const Partition result = partition(sorted.points(), {});
    check_valid(sorted, result, 10, "large");
    expect(*std::max_element(result.linearity.begin(), result.linearity.end()) == 1.0);
    expect(result.patch == partition(sorted.points(), with(10, 6, Geodesic::no)).patch);
  };

  "a cancelled partition is complete all the same"_test = [] {
    const Sorted<float> sorted(synthetic::gaussian(300, 3, 2, 12));
    for (int calls = 0; calls < 40; ++calls) {
      int left = calls;
      Monitor monitor([&](const char*, double) { return left-- > 0; });
      const Points<float> points{sorted.samples, sorted.classes, sorted.order, monitor};
      const Partition result = partition(points, with(10, 6, Geodesic::automatic, calls % 2 ? 30 : 0));
      for (const int patch : result.patch) expect(patch >= 0 && patch < result.count);
    }
  };
};

}  // namespace partition_test
