// Tangent systems, their elimination and the factors of block matrices in exactly the memory that was
// counted.
#include "geometry/elimination.hpp"
#include "linalg/block_iteration.hpp"
#include "measured_points.hpp"

namespace measured_tangents_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;
using measured::Input;
using measured::same;

/// A block matrix of nodes with `rows` rows, each linked to the nodes up to `reach` after it; without values
/// in a counting workspace.
BlockMatrix band(Workspace* w, int nodes, int reach, Index rows) {
  Index links = 0;
  for (int i = 0; i < nodes; ++i) links += std::min(reach, nodes - 1 - i);
  BlockMatrix::Size size{nodes, links, (nodes + links) * rows * rows, nodes * rows, rows};
  BlockMatrix s(w, size);
  if (measuring(w)) return s;
  Random random(5);
  for (int i = 0; i < nodes; ++i) s.add_node(rows).diagonal().setConstant(4.0 * reach * double(rows));
  for (int i = 0; i < nodes; ++i) {
    for (int j = i + 1; j < std::min(nodes, i + reach + 1); ++j) {
      BlockMatrix::Block block = s.add_link(j, i);
      for (Index k = 0; k < block.size(); ++k) block.data()[k] = random.uniform() - 0.5;
    }
  }
  return s;
}

template <class T>
Matrix<T> right_sides(Workspace* w, Index height, Index rows) {
  Matrix<T> result(w, height, rows);
  Random random(6);
  for (Index i = 0; result.data() && i < result.size(); ++i) result.data()[i] = T(random.uniform());
  return result;
}

template <class T>
void check_factor(int nodes, int reach, Index rows, double slack) {
  const std::string what = "factor " + std::to_string(nodes) + " " + std::to_string(reach);
  const auto solve = [&](Workspace* w) {
    Matrix<T> columns = right_sides<T>(w, 7, nodes * rows);
    const BlockMatrix s = band(w, nodes, reach, rows);
    BlockCholesky<T> factor(s);
    expect(factor.factor(s, 0.5)) << what;
    factor.solve(columns);
    return columns;
  };
  const Matrix<T> wanted = solve(nullptr);
  const Measured both = expect_measured(what, [&](Workspace& w) {
    const Matrix<T> found = solve(&w);
    if (!w.measuring()) expect(found == wanted) << what << "is something else";
  });
  expect(double(both.counted) <= slack * double(both.taken)) << what << both.counted << both.taken;
  // Without factors, only what grows with the number of links is counted.
  Workspace counting = Workspace::counting(false);
  solve(&counting);
  expect(counting.used() == 0 && counting.peak() <= both.counted) << what;
}

/// Consecutive patches of `size` points, class by class; a counting workspace knows only their number.
Owners patches(Workspace* w, const Classes& classes, int size) {
  Array<int> patch(w, std::size_t(classes.labelled()));
  int count = 0;
  for (Index c = 0; c < classes.count(); ++c) {
    for (Index i = classes.first(c); i < classes.last(c); ++i) {
      if ((i - classes.first(c)) % size == 0) ++count;
      if (patch.data()) patch[std::size_t(i)] = count - 1;
    }
  }
  return patch_owners(patch, count, size);
}

bool same_system(const TangentSystem& a, const TangentSystem& b) {
  const auto edge = [](const TangentSystem::Edge& e, const TangentSystem::Edge& f) {
    return e.from == f.from && e.to == f.to && e.weight == f.weight;
  };
  return same(a.bases.axes, b.bases.axes) && a.bases.begin == b.bases.begin && same(a.pull, b.pull) &&
         a.curvatures == b.curvatures &&
         std::equal(a.edges.begin(), a.edges.end(), b.edges.begin(), b.edges.end(), edge);
}

bool same_blocks(const BlockMatrix& a, const BlockMatrix& b) {
  if (a.nodes() != b.nodes() || a.links() != b.links()) return false;
  for (Index i = 0; i < a.nodes(); ++i) {
    if (a.rows_of(i) != b.rows_of(i) || a.diagonal(i) != b.diagonal(i)) return false;
  }
  for (Index l = 0; l < a.links(); ++l) {
    if (a.ends(l) != b.ends(l) || a.link(l).block != b.link(l).block) return false;
  }
  return true;
}

template <class S>
void check_systems(Index dims, const std::vector<Index>& sizes, TangentChoice choice) {
  for (const bool by_patch : {false, true}) {
    const auto owners_of = [&](Input<S>& in, const NeighborLists& lists) {
      return by_patch ? patches(in.samples.home(), in.classes, 6) : point_owners(lists);
    };
    // Bounds are close where all points are linked and all variance is kept; otherwise the data decide.
    const double slack = 12;
    measured::check<S>(
        "tangent system", dims, sizes, nullptr,
        [&](Input<S>& in) {
          const NeighborLists lists = nearest_within(in.points(), 4);
          const Graph graph = or_graph(lists);
          return tangent_system(in.samples, graph, owners_of(in, lists), 0, in.classes.last(0), choice,
                                &in.monitor);
        },
        same_system, slack);
    measured::check<S>(
        "tangent blocks", dims, sizes, nullptr,
        [&](Input<S>& in) {
          const NeighborLists lists = nearest_within(in.points(), 4);
          const Graph graph = or_graph(lists);
          return tangent_blocks(tangent_system(in.samples, graph, owners_of(in, lists), 0, in.classes.last(0),
                                               choice, &in.monitor),
                                true, 0.7);
        },
        same_blocks, slack);
    for (const double ridge : {0.01, 100.0}) {  // a factor, and iteration where it is cheaper
      measured::check<S>(
          "eliminated", dims, sizes, nullptr,
          [&](Input<S>& in) {
            MatrixD b(in.samples.home(), dims, dims);
            if (b.data()) b.setIdentity();
            const NeighborLists lists = nearest_within(in.points(), 4);
            const Graph graph = or_graph(lists);
            eliminate_coupled(b, in.samples, graph, in.classes, owners_of(in, lists), choice, {ridge, 0}, 0.7,
                              in.monitor);
            return b;
          },
          same, slack);
    }
    measured::check<S>(
        "free form", dims, sizes, nullptr,
        [&](Input<S>& in) {
          const NeighborLists lists = nearest_within(in.points(), 4);
          const Graph graph = or_graph(lists);
          return free_form(in.samples, graph, owners_of(in, lists), choice, {0, 1e-9}, 0.7, &in.monitor);
        },
        [](const FreeForm& a, const FreeForm& b) { return same_blocks(a.form, b.form) && a.row == b.row; },
        slack);
  }
  for (const double scale : {1.0, 2.0}) {
    measured::check<S>(
        "eliminated points", dims, sizes, nullptr,
        [&](Input<S>& in) {
          MatrixD b(in.samples.home(), dims, dims);
          if (b.data()) b.setIdentity();
          const NeighborLists lists = nearest_within(in.points(), 4);
          const Graph graph = or_graph(lists);
          const Array<char> chosen(in.samples.home(), std::size_t(in.samples.count()), 1);
          eliminate_points(b, in.samples, graph, point_owners(lists), chosen, scale, choice, 0.3, in.monitor,
                           in.classes.largest() - 1);
          return b;
        },
        same, 6);
  }
}

template <class S>
void check_basis(Index dims, Index members, TangentChoice choice, double slack) {
  measured::check<S>(
      "tangent basis", dims, {members, 3}, nullptr,
      [&](Input<S>& in) {
        Array<int> group(in.samples.home(), std::size_t(members));
        for (std::size_t i = 0; group.data() && i < group.size(); ++i) group[i] = int(i);
        return tangent_basis(in.samples, {group.data(), members}, choice);
      },
      same, slack);
}

const suite measured_tangents_suite = [] {
  "a block factor takes what is measured"_test = [] {
    for (const auto& [nodes, reach] :
         {std::pair{1, 1}, {2, 1}, {40, 39}, {150, 149}, {100, 5}, {300, 2}, {90, 40}}) {
      const double slack = reach >= nodes - 1 ? 2 : 100;  // the fill-in of a sparse factor is not known
      check_factor<double>(nodes, reach, 3, slack);
      check_factor<float>(nodes, reach, 3, slack);
      check_factor<double>(nodes, reach, 1, 2 * slack);
    }
    check_factor<double>(3, 2, 250, 2);
  };

  "steps take what is measured"_test = [] {
    const auto form = [](Workspace* w) {
      MatrixD b(w, 7, 7);
      if (b.data()) b.setZero();
      const MatrixD p = right_sides<double>(w, 7, 120);
      const BlockMatrix s = band(w, 40, 3, 3);
      BlockIteration(s, 10).subtract_form(b, p);
      return b;
    };
    const MatrixD wanted = form(nullptr);
    const Measured both = expect_measured("steps", [&](Workspace& w) {
      const MatrixD found = form(&w);
      if (!w.measuring()) expect(found == wanted);
    });
    expect(both.counted == both.taken) << both.counted << both.taken;
  };

  "a tangent basis takes what is measured"_test = [] {
    for (const Index dims : {2, 5, 20, 70, 300}) {
      for (const Index members : {1, 2, 6, 17, 20, 60}) {
        check_basis<double>(dims, members, {0, 0.9}, 3);
        check_basis<float>(dims, members, {2, 1}, 3);
      }
    }
  };

  "tangent systems and their elimination take what is measured"_test = [] {
    for (const std::vector<Index>& sizes : {std::vector<Index>{30, 30}, {70, 20, 45}, {9, 2, 5, 6}}) {
      for (const Index dims : {3, 12, 60}) {
        check_systems<double>(dims, sizes, {0, 1});
        check_systems<float>(dims, sizes, {0, 0.9});
        check_systems<float>(dims, sizes, {2, 1});
      }
    }
  };
};

}  // namespace measured_tangents_test
