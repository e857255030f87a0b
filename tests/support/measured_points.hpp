// Sorted samples in a workspace, for measured tests; without values in a counting workspace.
#pragma once

#include <cmath>

#include "data/points.hpp"
#include "measured.hpp"
#include "memory_meter.hpp"
#include "synthetic.hpp"
#include "tanda/detail/random.hpp"

namespace measured {
using namespace tanda;
using namespace tanda::internal;

/// Samples of classes of these sizes, plus `unlabelled` ones, and all that a neighbour search of them needs.
template <class S>
struct Input {
  Input(Workspace* w, Index dims, const std::vector<Index>& sizes, ThreadPool* pool = nullptr,
        Index unlabelled = 0)
      : original(w), samples{Matrix<S>::in(w), VectorD::in(w)} {
    classes.begin.push_back(0);
    for (const Index size : sizes) classes.begin.push_back(classes.begin.back() + size);
    const Index n = classes.labelled() + unlabelled;
    original.resize(std::size_t(n));
    samples.x.resize(dims, n);
    samples.shift.resize(dims, 1);
    monitor.join(pool);
    if (measuring(w)) return;
    Random random(7);
    for (Index i = 0; i < n; ++i) {
      original[std::size_t(i)] = int(i);
      for (Index k = 0; k < dims; ++k) samples.x(k, i) = S(random.uniform() + 0.1 * double(classes.of(i)));
    }
    samples.shift.setConstant(0.5);
  }

  Points<S> points(NeighborCache* cache = nullptr) { return {samples, classes, original, monitor, cache}; }

  Array<int> original;
  Samples<S> samples;
  Classes classes;
  Monitor monitor;
};

inline bool same(const MatrixD& a, const MatrixD& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

/// Checks that `make` gives the same in exactly the memory that was counted as on the heap; `equal` compares
/// two results. Counted sizes that depend on the data are upper bounds, at most `slack` times the real ones.
template <class S, class Make, class Equal>
void check(const std::string& what, Index dims, const std::vector<Index>& sizes, ThreadPool* pool, Make make,
           Equal equal, double slack = 1) {
  const std::string name = what + (sizeof(S) == 4 ? ", floats, " : ", doubles, ") + std::to_string(dims) +
                           "x" + std::to_string(sizes.size());
  Input<S> on_heap(nullptr, dims, sizes, pool);
  const auto wanted = make(on_heap);
  const Measured both = expect_measured(name, [&](Workspace& w) {
    Input<S> input(&w, dims, sizes, pool);
    const auto made = make(input);
    if (!w.measuring()) ut::expect(equal(made, wanted)) << name << "is something else";
  });
  if (meter::available()) {  // all memory must come from the workspace, apart from what libraries are known
                             // to take
    Workspace counting = Workspace::counting(), heap;
    const auto run = [&](Workspace& w) {
      Input<S> input(&w, dims, sizes, pool);
      make(input);
    };
    run(counting);
    const std::size_t before = meter::live();
    meter::reset_peak();
    run(heap);
    ut::expect(meter::peak() <= before + (counting.peak() + counting.library_peak()) + 4096)
        << name << "takes" << meter::peak() - before << "and not"
        << (counting.peak() + counting.library_peak());
  }
  ut::expect(double(both.counted) <= slack * double(both.taken))
      << name << "takes" << both.taken << "of" << both.counted;
}

/// Class sizes of several kinds and numbers, so that blocks, tiles and, with few dims, trees are all used.
inline std::vector<std::vector<Index>> shapes() {
  return {{2, 3}, {70, 30}, {99, 1}, {40, 300, 130}, {300, 290, 20}, {3, 2, 4, 2, 3, 1, 5}};
}

}  // namespace measured
