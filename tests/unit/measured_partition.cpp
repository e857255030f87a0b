// Partitions, geodesics and paths of λ in exactly the memory that a counting workspace says they need.
#include <numeric>

#include "geometry/geodesic.hpp"
#include "geometry/partition.hpp"
#include "measured.hpp"
#include "sorted.hpp"
#include "spectral/laplacian_path_choice.hpp"
#include "synthetic.hpp"

namespace measured_partition_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;
using Geodesic = PartitionOptions::Geodesic;

template <class S>
SortedPoints<S> points_of(int rows, int columns, int classes, bool unlabelled = false) {
  synthetic::Set<double> set = synthetic::gaussian(rows, columns, classes, 5);
  for (std::size_t i = 0; unlabelled && i < set.labels.size(); i += 6) set.labels[i] = -1;
  return sorted_points<S>(MatrixD(Eigen::Map<const Eigen::MatrixXd>(set.values.data(), columns, rows)),
                          set.labels);
}

/// The samples with their classes and indices, in a workspace.
template <class S>
struct Moved {
  Samples<S> samples;
  Array<int> original;
  Monitor monitor;
  Points<S> points;

  Moved(Workspace* w, const SortedPoints<S>& from)
      : samples{Matrix<S>(w, from.samples.x), VectorD(w, from.samples.shift)},
        original(from.original.begin(), from.original.end(), w),
        points{samples, from.classes, original, monitor} {}
};

template <class T>
bool same(const Array<T>& a, const Array<T>& b) {
  return a == b;
}

template <class S>
void check_partition(const SortedPoints<S>& sorted, const PartitionOptions& options, const std::string& what,
                     bool fixed, double most = 3) {
  const Moved<S> on_heap(nullptr, sorted);
  const Partition expected = partition(on_heap.points, options);
  Index bound = 0;
  const Measured both = expect_measured(what, [&](Workspace& w) {
    const Moved<S> moved(&w, sorted);
    const Partition found = partition(moved.points, options);
    expect(found.patch.home() == &w && found.linearity.home() == &w) << what;
    expect(found.patch.size() == expected.patch.size() && Index(found.linearity.size()) == found.count);
    if (measuring(&w)) {
      bound = found.count;
    } else {
      expect(found.count <= bound) << what << found.count << bound;
      expect(same(found.patch, expected.patch) && same(found.linearity, expected.linearity)) << what;
    }
  });
  if (fixed) expect(both.counted == both.taken) << what << both.counted << both.taken;
  expect(double(both.counted) <= most * double(both.taken)) << what << both.counted << both.taken;
}

template <class S>
void check_partitions(int rows, int columns, int classes, bool unlabelled) {
  const SortedPoints<S> sorted = points_of<S>(rows, columns, classes, unlabelled);
  for (const int size : {1, 10, 1000}) {
    for (const int neighbors : {1, 6}) {
      for (const Geodesic geodesic : {Geodesic::automatic, Geodesic::no}) {
        const std::string what = std::to_string(rows) + "x" + std::to_string(columns) + " size " +
                                 std::to_string(size) + " neighbors " + std::to_string(neighbors) +
                                 (geodesic == Geodesic::no ? " straight" : "");
        for (const int samples : {0, 7})
          for (const bool coarse : {false, true})
            check_partition(sorted, {neighbors, size, geodesic, samples, coarse},
                            what + (samples > 0 ? " samples" : "") + (coarse ? " coarse" : ""), false);
      }
    }
  }
}

/// A problem of n samples, all labelled or only some, in a workspace.
template <class S>
LaplacianProblem problem_of(Workspace* w, const Samples<S>& samples, Index classes, bool beyond) {
  const Index p = samples.dims(), n = samples.count();
  LaplacianProblem problem{MatrixD(w, p, p), MatrixD(w, p, p), MatrixD(w, p, classes), beyond};
  if (measuring(w)) return problem;
  const Eigen::MatrixXd x = samples.x.template cast<double>(), half = x.leftCols(beyond ? n / 2 : n);
  const Eigen::MatrixXd steps = x.rightCols(n - 1) - x.leftCols(n - 1);
  problem.smoothness = steps * steps.transpose();
  problem.total = half * half.transpose();
  problem.targets = half * random_matrix(half.cols(), classes, 3);
  return problem;
}

template <class S>
void check_path(int rows, int columns, int classes, Index candidates, bool beyond = false) {
  const SortedPoints<S> sorted = points_of<S>(rows, columns, classes);
  const std::string what = "path " + std::to_string(rows) + "x" + std::to_string(columns) + " of " +
                           std::to_string(classes) + (beyond ? " beyond" : "");
  Array<Index> expected;
  MatrixD directions, direct;
  bool real = false;
  const auto run = [&](Workspace* w) {
    const Moved<S> moved(w, sorted);
    Monitor monitor;
    {
      LaplacianProblem problem = problem_of(w, moved.samples, classes, beyond);
      const MatrixD found = laplacian_directions(problem, 0.5, &monitor);
      if (!real) direct = MatrixD(found);
      if (!measuring(w))
        expect(found.size() == direct.size() && (found.size() == 0 || found == direct)) << what;
    }
    const LaplacianPath path(problem_of(w, moved.samples, classes, beyond), &monitor);
    const Index tests = Index(moved.original.size()) / 5;
    Mask part(w, moved.original.size(), 1);
    for (Index i = 0; !measuring(w) && i < tests; ++i) part[std::size_t(4 * i + 1)] = 0;
    const PathSamples samples = path_samples(moved.samples, moved.points, path, part, tests);
    const VectorD lambdas = lambda_candidates(candidates, w);
    Array<Index> errors(w, std::size_t(candidates), 0);
    add_path_errors(path, samples, lambdas, errors, monitor);
    const MatrixD one = path.directions(2);
    expect(one.home() == w && errors.home() == w);
    if (measuring(w)) return;
    if (!real) {
      expected = Array<Index>(errors.begin(), errors.end());
      directions = MatrixD(one);
    }
    expect(errors == expected && one == directions) << what;
    expect(best_candidate(errors) >= 0);
  };
  run(nullptr);
  real = true;
  const Measured both = expect_measured(what, [&](Workspace& w) { run(&w); });
  expect(double(both.counted) <= 3 * double(both.taken)) << what << both.counted << both.taken;
}

const suite measured_partition_suite = [] {
  "partitions take what is measured"_test = [] {
    check_partitions<float>(90, 3, 2, false);
    check_partitions<double>(60, 40, 3, true);
    check_partitions<double>(5, 2, 2, false);
    check_partitions<float>(700, 5, 1, false);
  };

  "large classes go straight, in less memory"_test = [] {
    const SortedPoints<float> sorted = points_of<float>(2600, 6, 1);
    check_partition<float>(sorted, {}, "automatic", false);
    check_partition<float>(sorted, {6, 10, Geodesic::automatic, 0, true}, "coarse", false);
    check_partition<float>(sorted, {6, 10, Geodesic::yes, 300, false}, "samples", false);
  };

  "partitions of the caller's own"_test = [] {
    const SortedPoints<float> sorted = points_of<float>(60, 3, 3, true);
    Array<int> given(60, 0);
    for (std::size_t i = 0; i < 60; ++i) given[i] = int(i * 7 % 11);
    const Partition expected = given_partition(sorted.classes, sorted.original, given.data());
    expect_measured("given", [&](Workspace& w) {
      const Array<int> original(sorted.original.begin(), sorted.original.end(), &w);
      const Partition found = given_partition(sorted.classes, original, given.data());
      if (!measuring(&w)) expect(found.patch == expected.patch && found.linearity == expected.linearity);
      expect(Index(found.linearity.size()) == found.count);
    });
    // Patches are numbered by the lowest original index.
    expect(expected.patch[std::size_t(sorted.classes.first(0))] == 0);
  };

  "geodesics"_test = [] {
    const SortedPoints<double> sorted = points_of<double>(130, 4, 1);
    for (const int k : {1, 6}) {
      const Moved<double> on_heap(nullptr, sorted);
      const auto graph_of = [&](const Moved<double>& moved) {
        return length_graph(moved.points, nearest_within(moved.points, k), moved.original, moved.original);
      };
      Monitor monitor;
      const Geodesics expected = shortest_paths(graph_of(on_heap), monitor);
      expect_measured("geodesics", [&](Workspace& w) {
        const Moved<double> moved(&w, sorted);
        const Geodesics found = shortest_paths(graph_of(moved), monitor);
        for (Index i = 0; !measuring(&w) && i < found.nodes(); ++i)
          for (Index j = 0; j < i; ++j) expect(found(i, j) == expected(i, j));
      });
    }
  };

  "paths of lambda and their errors"_test = [] {
    for (const Index candidates : {1, 30, 300}) {
      check_path<float>(150, 6, 3, candidates);
      check_path<double>(40, 60, 5, candidates);
      check_path<double>(90, 20, 12, candidates, true);
    }
    check_path<double>(400, 230, 3, 20);
    check_path<double>(180, 230, 3, 20);
    check_path<double>(500, 3, 2, 40);
  };
};

}  // namespace measured_partition_test
