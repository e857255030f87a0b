#include "tanda/geometry/partition.hpp"

#include <map>

#include "splitter.hpp"
#include "tanda/base/guarded.hpp"
#include "tanda/base/order.hpp"
#include "tanda/data/arrange.hpp"

namespace tanda {
namespace {

constexpr Index geodesic_default_most = 2000;  // points of a class: 16 MB of distances
constexpr Index geodesic_most = 32768;
constexpr Index coarse_factor = 8;

bool along_geodesics(PartitionOptions::Geodesic choice, Index count) {
  using Geodesic = PartitionOptions::Geodesic;
  if (choice == Geodesic::no || count < 2) return false;
  return count <= (choice == Geodesic::yes ? geodesic_most : geodesic_default_most);
}

/// The columns of class c in the order of their original indices.
Array<int> by_original(const Classes& classes, Index c, const Array<int>& original) {
  Array<int> columns(std::size_t(classes.size(c)));
  std::iota(columns.begin(), columns.end(), int(classes.first(c)));
  sort_by(columns.data(), columns.data() + columns.size(), original.data());
  return columns;
}

/// Partitions one class after the other.
template <class S>
class Partitioner {
 public:
  /// `stand`: how many points each column stands for; empty = one.
  Partitioner(const Points<S>& points, const PartitionOptions& options, Array<double> stand,
              const NeighborLists* lists = nullptr)
      : points_(points), options_(options), stand_(std::move(stand)) {
    const Index k = std::max<Index>(1, options.neighbors);
    if (lists && lists->width >= std::min(k, points.classes.largest() - 1)) {
      lists_ = leading(*lists, k);
    } else {
      points.monitor.stage("neighbors");
      lists_ = nearest_within(points, k);
    }
    points.monitor.stage("partition");
    node_of_.assign(std::size_t(points.count()), -1);
    result_.patch.assign(std::size_t(points.count()), -1);
  }

  Partition run() {
    const double size = double(std::max<Index>(1, options_.size));
    const auto number = [&](const Array<int>& patch, double linearity) {
      for (const int column : patch) result_.patch[std::size_t(column)] = int(result_.count);
      result_.linearity.push_back(linearity);
      ++result_.count;
    };
    for (Index c = 0; c < points_.classes.count(); ++c) {
      const Array<int> columns = by_original(points_.classes, c, points_.original);
      if (!options_.coarse_first) {
        split(columns, options_.geodesic, size, number);
        continue;
      }
      std::vector<Array<int>> parts;
      split(columns, PartitionOptions::Geodesic::no, size * double(coarse_factor),
            [&](const Array<int>& part, double) { parts.push_back(part); });
      for (const Array<int>& part : parts) split(part, options_.geodesic, size, number);
    }
    return std::move(result_);
  }

 private:
  /// Calls see(columns, linearity) for every patch.
  void split(const Array<int>& columns, PartitionOptions::Geodesic choice, double size,
             const std::function<void(const Array<int>&, double)>& see) {
    if (columns.empty()) return;
    for (std::size_t i = 0; i < columns.size(); ++i) node_of_[std::size_t(columns[i])] = int(i);
    Terrain<S> terrain{points_, lists_, columns, node_of_, stand_};
    if (along_geodesics(choice, Index(columns.size()))) {
      terrain.geodesics = shortest_paths(length_graph(points_, lists_, columns, node_of_), points_.monitor);
      if (!points_.monitor.cancelled()) terrain.find_ratios();
    }
    if (points_.monitor.cancelled()) {  // a partition nobody will use
      for (const int column : columns) node_of_[std::size_t(column)] = -1;
      return see(columns, 1);
    }
    Splitter<S> splitter(terrain, size);
    Array<int> members;
    for (const Patch& patch : splitter.run()) {
      members.clear();
      for (Index i = patch.first; i < patch.last; ++i) {
        members.push_back(columns[std::size_t(splitter.order()[std::size_t(i)])]);
      }
      see(members, patch.linearity(terrain.flat()));
    }
    for (const int column : columns) node_of_[std::size_t(column)] = -1;
  }

  const Points<S>& points_;
  const PartitionOptions& options_;
  const Array<double> stand_;
  NeighborLists lists_;
  Array<int> node_of_;
  Partition result_;
};

/// Some points of every class, and which of them is nearest to each point.
struct Sampled {
  Array<int> columns;  ///< by class, ascending original index
  Array<int> nearest;  ///< of each column: a position in `columns`, -1 = unlabelled
  Classes classes;
  Array<int> original;
  Array<double> stand;  ///< points each of them is nearest to
};

/// Farthest-point sampling: each next point is the one farthest from those before. O(n · most · d) a class
template <class S>
Sampled sample_classes(const Points<S>& points, Index most) {
  Sampled result;
  result.nearest.assign(std::size_t(points.count()), -1);
  result.classes.begin.push_back(0);
  Array<double> squared(std::size_t(points.count()), std::numeric_limits<double>::infinity());
  const auto original = [&](int column) { return points.original[std::size_t(column)]; };
  for (Index c = 0; c < points.classes.count(); ++c) {
    const int first = int(points.classes.first(c)), last = int(points.classes.last(c));
    const std::size_t begin = result.columns.size();
    int next = first;
    for (int i = first; i < last; ++i) next = original(i) < original(next) ? i : next;
    for (Index count = 0;
         count < std::min(most, Index(last - first)) && (count == 0 || points.monitor.advance(0)); ++count) {
      if (count > 0 && !(squared[std::size_t(next)] > 0)) break;  // only duplicates are left
      const int chosen = next;
      result.columns.push_back(chosen);
      for (int i = first; i < last; ++i) {
        double& least = squared[std::size_t(i)];
        int& nearest = result.nearest[std::size_t(i)];
        const double distance = points.samples.squared_distance(chosen, i);
        if (nearest < 0 || distance < least || (distance == least && original(chosen) < original(nearest))) {
          least = distance;
          nearest = chosen;
        }
        const double far = squared[std::size_t(next)];
        if (i == first || least > far || (least == far && original(i) < original(next))) next = i;
      }
    }
    sort_by(result.columns.data() + begin, result.columns.data() + result.columns.size(),
            points.original.data());
    result.classes.begin.push_back(Index(result.columns.size()));
  }
  Array<int> position(std::size_t(points.count()), -1);
  for (std::size_t a = 0; a < result.columns.size(); ++a) {
    position[std::size_t(result.columns[a])] = int(a);
    result.original.push_back(original(result.columns[a]));
  }
  result.stand.assign(result.columns.size(), 0);
  for (int& nearest : result.nearest) {
    if (nearest >= 0) result.stand[std::size_t(nearest = position[std::size_t(nearest)])] += 1;
  }
  return result;
}

/// Numbers patches again, by class and lowest original index.
void number_by_lowest(Partition& result, const Array<int>& original, const Classes& classes) {
  Array<int> fresh(std::size_t(result.count), -1);
  Array<double> linearity;
  linearity.reserve(std::size_t(result.count));
  for (Index c = 0; c < classes.count(); ++c) {
    for (const int column : by_original(classes, c, original)) {
      int& patch = result.patch[std::size_t(column)];
      if (patch < 0) continue;
      int& number = fresh[std::size_t(patch)];
      if (number < 0) {
        number = int(linearity.size());
        linearity.push_back(result.linearity[std::size_t(patch)]);
      }
      patch = number;
    }
  }
  result.linearity = std::move(linearity);
}

/// Patches are hardly ever smaller than a third of their largest size on average.
double most_patches(double samples, const PartitionOptions& options) {
  return samples * std::min(1.0, 3.0 / double(std::max<Index>(1, options.size)));
}

}  // namespace

template <class S>
Partition partition(const Points<S>& points, const PartitionOptions& options, const NeighborLists* lists) {
  Partition result;
  if (options.samples <= 0) {
    result = Partitioner<S>(points, options, {}, lists).run();
  } else {
    points.monitor.stage("partition");
    Sampled some = sample_classes(points, options.samples);
    Samples<S> chosen{Matrix<S>(points.samples.dims(), Index(some.columns.size())), points.samples.shift};
    for (Index a = 0; a < chosen.count(); ++a) {
      chosen.x.col(a) = points.samples.x.col(some.columns[std::size_t(a)]);
    }
    const Points<S> few{chosen, some.classes, some.original, points.monitor};
    result = Partitioner<S>(few, options, std::move(some.stand)).run();
    for (int& nearest : some.nearest) {
      if (nearest >= 0) nearest = result.patch[std::size_t(nearest)];
    }
    result.patch = std::move(some.nearest);
  }
  number_by_lowest(result, points.original, points.classes);
  return result;
}

Partition given_partition(const Classes& classes, const Array<int>& original, const int* given) {
  Partition result;
  result.patch.assign(original.size(), -1);
  for (Index c = 0; c < classes.count(); ++c) {
    std::map<int, int> numbers;
    for (const int column : by_original(classes, c, original)) {
      const auto [found, fresh] = numbers.emplace(given[column], int(result.count));
      result.count += fresh;
      result.patch[std::size_t(column)] = found->second;
    }
  }
  result.linearity.assign(std::size_t(result.count), 1);
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
  Array<int> patch(std::size_t(data.samples()), -1);
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

double partition_bytes(const Shape& shape, const PartitionOptions& options) {
  return 4 * shape.samples + 8 * most_patches(shape.samples, options);
}

void plan_partition(MemoryPlan& plan, const Shape& shape, const PartitionOptions& options,
                    double largest_class) {
  const double k = double(std::max<Index>(1, options.neighbors));
  double largest = largest_class > 0 ? largest_class : std::max(1.0, shape.samples - shape.classes + 1);
  Shape few = shape;
  double kept = 0;
  if (options.samples > 0) {
    largest = std::min(largest, double(options.samples));
    few.samples = std::min(shape.samples, shape.classes * double(options.samples));
    kept = 4 * shape.samples + few.samples * (16 + shape.scalar_bytes * shape.points);
    plan.use(kept + 12 * shape.samples);
    plan.hold(kept);
  }
  plan_lists(plan, few, k);
  const double inside = (8 + 4) * few.samples + 16 * most_patches(few.samples, options);
  plan.hold(inside);
  // Halves while they grow, and twice the patches: vectors double.
  const double splitting = 32 * largest + 2 * sizeof(Patch) * most_patches(largest, options);
  const double pair = shape.points * shape.scalar_bytes * std::min(largest, double(exact_pair_most));
  double nodes = options.coarse_first
                     ? std::min(largest, double(coarse_factor * std::max<Index>(1, options.size)))
                     : largest;
  nodes = std::min(
      nodes,
      double(options.geodesic == PartitionOptions::Geodesic::yes ? geodesic_most : geodesic_default_most));
  if (options.geodesic == PartitionOptions::Geodesic::no) nodes = 0;
  if (options.coarse_first || nodes < largest) plan.use(splitting + pair);
  if (nodes > 0) {
    plan_geodesics(plan, nodes, k);
    plan.use(splitting);
    plan.release(geodesic_bytes(nodes));
  }
  plan.release(inside + list_bytes(few, k) + kept);
  plan.use(partition_bytes(shape, options) + 12 * most_patches(shape.samples, options) + 4 * largest);
  plan.hold(partition_bytes(shape, options));
}

}  // namespace tanda
