// The system that couples the tangent vectors of one class, as in pmpda: iteration and our block factor
// compared with Eigen's sparse factor.
#include <Eigen/SparseCholesky>

#include "geometry/elimination.hpp"
#include "harness.hpp"
#include "linalg/block_iteration.hpp"

namespace bench {
namespace {

using tanda::internal::BlockMatrix;
using tanda::internal::Index;
using tanda::internal::Json;
using tanda::internal::MatrixD;

/// S, the ridge and −S_tv of the first class, with pmpda's default options.
struct System {
  BlockMatrix s;
  MatrixD pull;
  double ridge = 0;
};

System system_of(const tanda::internal::Table<float>& table) {
  std::vector<Index> rows;
  for (Index i = 0; i < table.rows; ++i) {
    if (table.labels.numbers[std::size_t(i)] == 0) rows.push_back(i);
  }
  const Index n = Index(rows.size()), d = table.columns;
  const double classes = double(table.labels.classes.size());
  tanda::internal::Samples<double> samples{MatrixD(d, n), tanda::internal::VectorD::Zero(d)};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j) samples.x(j, i) = table.values[std::size_t(rows[std::size_t(i)] * d + j)];
  }
  samples.shift = samples.x.rowwise().mean();
  const tanda::internal::Classes all{{0, n}};
  tanda::internal::Array<int> original;
  for (const Index row : rows) original.push_back(int(row));
  tanda::internal::Monitor monitor;
  const tanda::internal::NeighborLists lists =
      tanda::internal::nearest(tanda::internal::Points<double>{samples, all, original, monitor}, 7);
  const tanda::internal::Graph graph = tanda::internal::or_graph(lists);
  tanda::internal::TangentSystem system = tanda::internal::tangent_system(
      samples, graph, tanda::internal::point_owners(lists), 0, n, tanda::internal::TangentChoice{0, 0.95});
  const double lengths = tanda::internal::total_squared_length(graph, samples);
  BlockMatrix s = tanda::internal::tangent_blocks(system, true, lengths / double(graph.edges()));
  return {std::move(s), std::move(system.pull), 0.1 * classes * lengths / double(d)};
}

/// The lower triangle of S + ridge as a sparse matrix.
Eigen::SparseMatrix<double> entries_of(const System& system) {
  const tanda::internal::Array<Index>& begin = system.s.begin();
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < std::size_t(system.s.nodes()); ++i) {
    const BlockMatrix::ConstBlock block = system.s.diagonal(Index(i));
    for (Index c = 0; c < block.cols(); ++c) {
      for (Index r = c; r < block.rows(); ++r)
        entries.emplace_back(begin[i] + r, begin[i] + c, block(r, c) + (r == c ? system.ridge : 0));
    }
  }
  for (Index l = 0; l < system.s.links(); ++l) {
    const BlockMatrix::ConstLink link = system.s.link(l);
    for (Index c = 0; c < link.block.cols(); ++c) {
      for (Index r = 0; r < link.block.rows(); ++r) {
        const Index i = begin[std::size_t(link.row)] + r, j = begin[std::size_t(link.column)] + c;
        entries.emplace_back(std::max(i, j), std::min(i, j), link.block(r, c));
      }
    }
  }
  Eigen::SparseMatrix<double> result(begin.back(), begin.back());
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

template <class T>
double factor_bytes(const System& system, Times& times) {
  double bytes = 0;
  times = measure([&] {
    tanda::internal::BlockCholesky<T> factor(system.s);
    bytes = factor.bytes();
    tanda::internal::Matrix<T> half = system.pull.cast<T>();
    if (factor.factor(system.s, system.ridge)) factor.solve_half(half);
  });
  return bytes;
}

void compare(Report& report, const std::string& set, const tanda::internal::Table<float>& table, bool eigen) {
  const System system = system_of(table);
  const tanda::internal::BlockIteration iteration(system.s, system.ridge);
  const Times steps = measure([&] {
    MatrixD b = MatrixD::Zero(system.pull.rows(), system.pull.rows());
    iteration.subtract_form(b, system.pull);
  });
  const auto row = [&](const std::string& how, const Times& times, double bytes) {
    report.row({set + ", " + how, std::to_string(system.pull.cols()), fixed(1e3 * times.median, 1),
                fixed(times.median / steps.median, 2), fixed(bytes / 1048576, 1)},
               Json::object()
                   .set("set", set)
                   .set("how", how)
                   .set("unknowns", system.pull.cols())
                   .set("seconds", times.median)
                   .set("ratio", times.median / steps.median)
                   .set("bytes", bytes));
  };
  row(fixed(iteration.steps(), 0) + " steps", steps, iteration.bytes(system.pull.rows()));
  Times times;
  const double single_bytes = factor_bytes<float>(system, times);
  row("block factor, float", times, single_bytes);
  const double double_bytes = factor_bytes<double>(system, times);
  row("block factor, double", times, double_bytes);
  if (!eigen) return;
  const Eigen::SparseMatrix<double> entries = entries_of(system);
  const MatrixD right = system.pull.transpose();
  double bytes = 0;
  times = measure([&] {
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(entries);
    bytes = 12 * double(factor.matrixL().nestedExpression().nonZeros());
    MatrixD half = factor.permutationP() * right;
    factor.matrixL().solveInPlace(half);
  });
  row("Eigen SimplicialLDLT, AMD", times, bytes);
}

}  // namespace

Json sparse_group(const Request& request) {
  Report report("the tangent system of one class of pmpda", {"set, how", "unknowns", "ms", "/ steps", "MiB"});
  const tanda::internal::Table<float> semeion = read(request.data, "semeion.csv"),
                                      digits = read(request.data, "optdigits.csv");
  if (semeion.rows > 0) compare(report, "Semeion", semeion, true);
  if (digits.rows > 0) compare(report, "OptDigits", digits, true);
  compare(report, "10000x64", gaussian(10000, 64, 10, 1), true);
  compare(report, "20000x64", gaussian(20000, 64, 10, 1), request.full);
  if (request.full) compare(report, "100000x64", gaussian(100000, 64, 10, 1), false);
  return report.json();
}

}  // namespace bench
