#include "geometry/partition.hpp"

#include <numeric>

#include "base/guarded.hpp"
#include "base/order.hpp"
#include "data/arrange.hpp"
#include "sampled_classes.hpp"
#include "splitter.hpp"

namespace tanda::internal {
namespace {

// Up to this many points of a class geodesics are the default: 16 MB of distances.
constexpr Index geodesic_default_most = 2000;
constexpr Index geodesic_most = 32768;
constexpr Index coarse_factor = 8;

/// The largest class that geodesics are computed for.
Index most_along(PartitionOptions::Geodesic choice) {
  using Geodesic = PartitionOptions::Geodesic;
  return choice == Geodesic::no ? 0 : choice == Geodesic::yes ? geodesic_most : geodesic_default_most;
}

bool along_geodesics(PartitionOptions::Geodesic choice, Index count) {
  return count >= 2 && count <= most_along(choice);
}

/// The columns of class c in the order of their original indices.
Array<int> by_original(const Classes& classes, Index c, const Array<int>& original) {
  Array<int> columns(original.home(), std::size_t(classes.size(c)));
  if (measuring(original.home())) return columns;
  std::iota(columns.begin(), columns.end(), int(classes.first(c)));
  sort_by(columns.data(), columns.data() + columns.size(), original.data());
  return columns;
}

/// An empty partition with room for so many columns, of which so many are labelled.
Partition empty_partition(Workspace* home, Index columns, Index labelled) {
  Partition result{Array<int>(home, std::size_t(columns), -1), 0, Array<double>(home)};
  result.linearity.reserve(std::size_t(labelled));
  return result;
}

/// Partitions the classes one after the other.
template <class S>
class Partitioner {
 public:
  /// `result` must be empty. `stand`: how many points each column stands for, empty = one each.
  Partitioner(const Points<S>& points, const PartitionOptions& options, const Array<double>& stand,
              Partition& result, const NeighborLists* lists = nullptr)
      : points_(points), options_(options), stand_(stand), result_(result) {
    const Index k = std::max<Index>(1, options.neighbors);
    if (lists && lists->width >= std::min(k, points.classes.largest() - 1)) {
      lists_ = leading(*lists, k);
    } else {
      points.monitor.stage("neighbors");
      lists_ = nearest_within(points, k);
    }
    points.monitor.stage("partition");
    node_of_ = Array<int>(points.home(), std::size_t(points.count()), -1);
  }

  void run() {
    const Index size = std::max<Index>(1, options_.size);
    const auto number = [this](const Array<int>& patch, double linearity) {
      for (const int column : patch) result_.patch[std::size_t(column)] = int(result_.count);
      result_.linearity.push_back(linearity);
      ++result_.count;
    };
    for (Index c = 0; c < points_.classes.count(); ++c) {
      const Array<int> columns = by_original(points_.classes, c, points_.original);
      if (options_.coarse_first) {
        split_twice(columns, size, number);
      } else {
        split(columns, options_.geodesic, double(size), stand_.empty(), number);
      }
    }
    if (!measuring(points_.home())) return;
    result_.count = points_.classes.labelled();
    result_.linearity.resize(std::size_t(result_.count));
  }

 private:
  template <class See>
  void split_twice(const Array<int>& columns, Index size, See see) {
    Workspace* const home = points_.home();
    Array<int> parts(home), ends(home);
    parts.reserve(columns.size());
    ends.reserve(columns.size());
    split(columns, PartitionOptions::Geodesic::no, double(size * coarse_factor), true,
          [&](const Array<int>& part, double) {
            for (const int column : part) parts.push_back(column);
            ends.push_back(int(parts.size()));
          });
    if (measuring(home)) {
      const std::size_t most = std::size_t(std::min(Index(columns.size()), size * coarse_factor));
      return split(Array<int>(home, most), options_.geodesic, double(size), false, see);
    }
    const int* begin = parts.begin();
    for (const int end : ends) {
      const Array<int> part(begin, parts.begin() + end, home);
      split(part, options_.geodesic, double(size), false, see);
      begin += part.size();
    }
  }

  /// Calls see(columns, linearity) for every patch. With a counting workspace, counts what as many columns
  /// take and, unless their number is `known`, what any smaller number takes.
  template <class See>
  void split(const Array<int>& columns, PartitionOptions::Geodesic choice, double size, bool known, See see) {
    Workspace* const home = points_.home();
    const Index n = Index(columns.size());
    if (n == 0) return;
    const bool along = along_geodesics(choice, n);
    if (measuring(home)) {
      take_for(columns, size, false);
      if (along) take_for(columns, size, true);
      const Index most = most_along(choice);
      if (!known && n > most && most > 0) take_for(Array<int>(home, std::size_t(most)), size, true);
      return;
    }
    for (Index i = 0; i < n; ++i) node_of_[std::size_t(columns[std::size_t(i)])] = int(i);
    Terrain<S> terrain{points_, lists_, columns, node_of_, stand_};
    if (along && !points_.monitor.cancelled()) find_geodesics(terrain);
    if (points_.monitor.cancelled()) {  // the result will not be used
      see(columns, 1);
    } else {
      Splitter<S> splitter(terrain, size);
      Array<int> members(home);
      members.reserve(columns.size());
      for (const Patch& patch : splitter.run()) {
        members.clear();
        for (Index i = patch.first; i < patch.last; ++i) {
          members.push_back(columns[std::size_t(splitter.order()[std::size_t(i)])]);
        }
        see(members, patch.linearity(terrain.flat()));
      }
    }
    for (const int column : columns) node_of_[std::size_t(column)] = -1;
  }

  /// Counts what `split` takes in a counting workspace.
  void take_for(const Array<int>& columns, double size, bool along) {
    Terrain<S> terrain{points_, lists_, columns, node_of_, stand_};
    if (along) find_geodesics(terrain);
    Splitter<S> splitter(terrain, size);
    const Array<int> members(points_.home(), columns.size());
    splitter.run();
  }

  void find_geodesics(Terrain<S>& terrain) {
    terrain.geodesics = Geodesics(points_.home(), Index(terrain.columns.size()));
    find_shortest_paths(length_graph(points_, lists_, terrain.columns, node_of_), points_.monitor,
                        terrain.geodesics);
    if (!points_.monitor.cancelled()) terrain.find_ratios();
  }

  const Points<S>& points_;
  const PartitionOptions& options_;
  const Array<double>& stand_;
  Partition& result_;
  NeighborLists lists_;
  Array<int> node_of_;
};

/// Partitions a sample of each class; the other points join the patch of the nearest sampled one.
template <class S>
void partition_sampled(const Points<S>& points, const PartitionOptions& options, Partition& result) {
  points.monitor.stage("partition");
  Workspace* const home = points.home();
  Sampled some = sample_classes(points, options.samples);
  const Index count = Index(some.columns.size());
  Samples<S> chosen{Matrix<S>(home, points.samples.dims(), count), VectorD(home, points.samples.shift)};
  Partition of_chosen = empty_partition(home, count, count);
  const Points<S> few{chosen, some.classes, some.original, points.monitor};
  for (Index a = 0; !measuring(home) && a < count; ++a)
    chosen.x.col(a) = points.samples.x.col(some.columns[std::size_t(a)]);
  Partitioner<S>(few, options, some.stand, of_chosen).run();
  result.count = of_chosen.count;
  if (measuring(home)) return result.linearity.resize(std::size_t(result.count));
  for (std::size_t i = 0; i < some.nearest.size(); ++i) {
    if (some.nearest[i] >= 0) result.patch[i] = of_chosen.patch[std::size_t(some.nearest[i])];
  }
  result.linearity.assign(of_chosen.linearity.begin(), of_chosen.linearity.end());
}

/// Renumbers patches by class and lowest original index.
void number_by_lowest(Partition& result, const Array<int>& original, const Classes& classes) {
  Workspace* const home = original.home();
  Array<int> fresh(home, std::size_t(result.count), -1);
  Array<double> before = result.linearity;
  int next = 0;
  for (Index c = 0; c < classes.count(); ++c) {
    const Array<int> columns = by_original(classes, c, original);
    if (measuring(home)) continue;
    for (const int column : columns) {
      int& patch = result.patch[std::size_t(column)];
      if (patch < 0) continue;
      int& number = fresh[std::size_t(patch)];
      if (number < 0) {
        number = next++;
        result.linearity[std::size_t(number)] = before[std::size_t(patch)];
      }
      patch = number;
    }
  }
}

}  // namespace

template <class S>
Partition partition(const Points<S>& points, const PartitionOptions& options, const NeighborLists* lists) {
  const Index labelled = points.classes.labelled();
  Partition result =
      empty_partition(points.home(), points.count(),
                      options.samples > 0 ? most_sampled(points.classes, options.samples) : labelled);
  if (options.samples > 0) {
    partition_sampled(points, options, result);
  } else {
    const Array<double> alike;
    Partitioner<S>(points, options, alike, result, lists).run();
  }
  number_by_lowest(result, points.original, points.classes);
  return result;
}

Partition given_partition(const Classes& classes, const Array<int>& original, const int* given) {
  Workspace* const home = original.home();
  Partition result{Array<int>(home, original.size(), -1), 0, {}};
  for (Index c = 0; c < classes.count(); ++c) {
    const Array<int> columns = by_original(classes, c, original);
    // Positions in `columns`, sorted by given number; and for each number its first position.
    const std::size_t n = columns.size();
    Array<int> numbers(home, n), order(home, n), leader(home, n);
    if (measuring(home)) {
      result.count = classes.labelled();
      continue;
    }
    for (std::size_t i = 0; i < n; ++i) numbers[i] = given[columns[i]];
    std::iota(order.begin(), order.end(), 0);
    sort_by(order.data(), order.data() + n, numbers.data());
    for (std::size_t i = 0, first = 0; i < n; ++i) {
      if (numbers[std::size_t(order[i])] != numbers[std::size_t(order[first])]) first = i;
      leader[std::size_t(order[i])] = order[first];
    }
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t first = std::size_t(leader[i]);
      result.patch[std::size_t(columns[i])] =
          first == i ? int(result.count++) : result.patch[std::size_t(columns[first])];
    }
  }
  result.linearity = Array<double>(home, std::size_t(result.count), 1.0);
  return result;
}

template Partition partition(const Points<float>&, const PartitionOptions&, const NeighborLists*);
template Partition partition(const Points<double>&, const PartitionOptions&, const NeighborLists*);

namespace {

template <class S>
Result<Partition> unguarded_partition(const Dataset<S>& data, Scale scale, PcaChoice pca,
                                      const PartitionOptions& options, Monitor& monitor) {
  if (Status s = check_values(data); !s) return s;
  const Arranged arranged =
      data.labels ? arrange_by_class(data.samples(), data.labels, false) : arrange_as_one(data.samples());
  if (arranged.order.empty()) return Status(Code::no_labels, "no sample has a label");
  monitor.stage("prepare");
  Result<Prepared<S>> prepared = prepare(data, arranged.order, scale, pca, monitor);
  if (!prepared) return prepared.status();
  monitor.stage("partition");
  Partition result =
      partition(Points<S>{prepared->points, arranged.classes, arranged.order, monitor}, options);
  if (monitor.cancelled()) return Status(Code::cancelled);
  Array<int> patch(result.patch.home(), std::size_t(data.samples()), -1);
  for (std::size_t i = 0; i < arranged.order.size(); ++i) {
    patch[std::size_t(arranged.order[i])] = result.patch[i];
  }
  result.patch = std::move(patch);
  return result;
}

}  // namespace

template <class S>
Result<Partition> partition(const Dataset<S>& data, Scale scale, PcaChoice pca,
                            const PartitionOptions& options, Monitor& monitor) {
  return guarded([&] { return unguarded_partition(data, scale, pca, options, monitor); });
}

template Result<Partition> partition(const Dataset<float>&, Scale, PcaChoice, const PartitionOptions&,
                                     Monitor&);
template Result<Partition> partition(const Dataset<double>&, Scale, PcaChoice, const PartitionOptions&,
                                     Monitor&);

}  // namespace tanda::internal
