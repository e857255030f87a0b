// Graphs compared with adjacency matrices, and scatter products with dense ones.
#include "graph/graph.hpp"

#include "sorted.hpp"
#include "ut.hpp"

namespace graph_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

MatrixD dense(const Graph& graph) {
  MatrixD w = MatrixD::Zero(graph.nodes(), graph.nodes());
  for (Index i = 0; i < graph.nodes(); ++i) {
    for (Index e = graph.begin[std::size_t(i)]; e < graph.begin[std::size_t(i) + 1]; ++e) {
      w(i, graph.to[std::size_t(e)]) += graph.weight[std::size_t(e)];
    }
  }
  return w;
}

/// listed(i, j) = 1 if j is in i's list.
MatrixD listed(const NeighborLists& lists) {
  MatrixD w = MatrixD::Zero(lists.count(), lists.count());
  for (Index i = 0; i < lists.count(); ++i) {
    for (const int* j = lists.begin(i); j != lists.end(i); ++j) {
      if (*j >= 0) w(i, *j) = 1;
    }
  }
  return w;
}

MatrixD laplacian(const MatrixD& w) {
  return MatrixD(w.rowwise().sum().asDiagonal()) - w;
}

MatrixD full(const MatrixD& lower) {
  return lower.selfadjointView<Eigen::Lower>();
}

/// Relative difference of a lower triangle from a symmetric matrix.
double off(const MatrixD& lower, const MatrixD& expected) {
  return (full(lower) - expected).norm() / std::max(1e-300, expected.norm());
}

template <class S>
MatrixD centred(const Samples<S>& samples) {
  MatrixD x = samples.x.template cast<double>();
  x.colwise() -= samples.shift;
  return x;
}

template <class S>
void check_products(Index d, Index n) {
  SortedPoints<S> p = sorted_points<S>(random_matrix(d, n, 1), random_labels(n, 3, 2));
  p.samples.shift = 0.3 * VectorD::LinSpaced(d, -1, 1);
  const MatrixD x = centred(p.samples);
  MatrixD m = random_matrix(n, n, 3);
  m = MatrixD(m + m.transpose());
  const FillColumn<S> column = [&](Index i, ColumnSum<S>& sum) {
    for (Index j = 0; j < n; ++j) sum.add(m(j, i), j);
  };
  expect(off(scatter(p.samples, p.monitor, column), x * m * x.transpose()) < 1e-12) << "scatter";
  expect(off(squared_scatter(p.samples, p.monitor, column), x * m * m * x.transpose()) < 1e-12)
      << "squared scatter";
  expect(off(outer_product(p.samples, 0, n), x * x.transpose()) < 1e-12) << "outer product";
  const MatrixD part = x.middleCols(3, n - 5);
  expect(off(outer_product(p.samples, 3, n - 5), part * part.transpose()) < 1e-12)
      << "outer product of a part";
  expect(off(inner_product(p.samples), x.transpose() * x) < 1e-12) << "inner product";
  const MatrixD right = random_matrix(n, 4, 4);
  expect((times(p.samples, right) - x * right).norm() < 1e-12 * (x * right).norm()) << "times";

  Graph graph = or_graph(nearest(p.view(), 4));
  expect(off(laplacian_scatter(p.samples, graph, p.monitor), x * laplacian(dense(graph)) * x.transpose()) <
         1e-12)
      << "X L X'";
  MatrixD expected = dense(graph);
  double total = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      if (expected(i, j) == 0) continue;
      total += (x.col(i) - x.col(j)).squaredNorm();
      expected(i, j) *= std::exp(-(x.col(i) - x.col(j)).squaredNorm() / 0.7);
    }
  }
  expect(std::abs(total_squared_length(graph, p.samples) - total) < 1e-10 * total) << "squared length";
  heat_weights(graph, p.samples, 0.7);
  expect((dense(graph) - expected).norm() < 1e-10) << "heat weights";
  expect(off(laplacian_scatter(p.samples, graph, p.monitor), x * laplacian(expected) * x.transpose()) < 1e-10)
      << "weighted X L X'";
}

const suite graph_suite = [] {
  "an or-graph joins what either list holds, a star graph counts both"_test = [] {
    SortedPoints<double> p = sorted_points<double>(random_grid(3, 70, 4, 5), random_labels(70, 3, 6));
    for (const NeighborLists& lists :
         {nearest(p.view(), 5), nearest_within(p.view(), 30), nearest_between(p.view(), 3)}) {
      const MatrixD one_way = listed(lists), both = one_way + one_way.transpose();
      expect(dense(or_graph(lists)) == MatrixD(both.cwiseMin(1.0))) << "or";
      expect(dense(star_graph(lists)) == both) << "star";
      const Graph graph = or_graph(lists);
      for (Index i = 0; i < graph.nodes(); ++i) expect(graph.degree(i) == dense(graph).row(i).sum());
    }
  };

  "pairs given twice are one edge"_test = [] {
    const Graph graph = or_graph(Pairs{{0, 3}, {3, 0}, {0, 3}, {1, 2}}, 5);
    MatrixD expected = MatrixD::Zero(5, 5);
    expected(0, 3) = expected(3, 0) = expected(1, 2) = expected(2, 1) = 1;
    expect(dense(graph) == expected);
    expect(graph.edges() == 4);
    expect(or_graph(Pairs{}, 5).edges() == 0) << "no pairs, no edges";
  };

  "lists cut by label hold the same neighbours"_test = [] {
    SortedPoints<double> p = sorted_points<double>(random_grid(3, 70, 4, 7), random_labels(70, 3, 8));
    const NeighborLists lists = nearest(p.view(), 6);
    const SplitLists split = split_by_class(lists, p.classes);
    expect(MatrixD(listed(split.within) + listed(split.between)) == listed(lists));
    for (Index i = 0; i < 70; ++i) {
      for (Index j = 0; j < 70; ++j) {
        const bool same = p.classes.of(i) == p.classes.of(j);
        expect(listed(same ? split.between : split.within)(i, j) == 0);
      }
    }
  };

  "structured products equal dense ones"_test = [] {
    check_products<double>(7, 40);
    check_products<double>(30, 20);
    check_products<float>(7, 300);  // more than one panel
    check_products<double>(2, 513);
  };
};

}  // namespace graph_test
