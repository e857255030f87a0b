// The sparse block factor and the eigenpairs found with it, against dense ones.
#include "linalg/block_cholesky.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <set>

#include "linalg/block_iteration.hpp"
#include "sorted.hpp"
#include "spans.hpp"
#include "spectral/inverse_iteration.hpp"
#include "ut.hpp"

namespace block_cholesky_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

/// A definite matrix of nodes with 1 to 5 rows, each linked to about `links` others, and the same dense.
struct Example {
  BlockMatrix blocks;
  MatrixD dense;
};

Example example(int nodes, int links, std::uint64_t seed) {
  Random random(seed);
  Example result;
  Array<Index> sizes;
  Index rows = 0;
  for (int i = 0; i < nodes; ++i) {
    sizes.push_back(1 + Index(random.below(5)));
    rows += sizes.back();
    result.blocks.add_node(sizes.back());
  }
  const Array<Index> begin = result.blocks.begin();
  result.dense = MatrixD::Zero(rows, rows);
  const auto at = [&](int node) { return begin[std::size_t(node)]; };
  std::set<std::pair<int, int>> seen;
  for (int l = 0; l < nodes * links / 2; ++l) {
    const int i = int(random.below(std::uint64_t(nodes))), j = int(random.below(std::uint64_t(nodes)));
    if (i == j || !seen.emplace(std::minmax(i, j)).second) continue;
    const MatrixD block =
        random_matrix(sizes[std::size_t(i)], sizes[std::size_t(j)], seed + std::uint64_t(l));
    result.blocks.add_link(i, j) = block;
    result.dense.block(at(i), at(j), block.rows(), block.cols()) = block;
    result.dense.block(at(j), at(i), block.cols(), block.rows()) = block.transpose();
  }
  // Diagonal blocks large enough to make the matrix definite; only their lower triangles may be read.
  for (int i = 0; i < nodes; ++i) {
    const Index size = sizes[std::size_t(i)];
    MatrixD block = random_matrix(size, size, seed + 1000 + std::uint64_t(i));
    block = (block + block.transpose()).eval();
    for (Index r = 0; r < size; ++r) {
      block(r, r) = 1 + result.dense.row(at(i) + r).cwiseAbs().sum() + block.row(r).cwiseAbs().sum();
    }
    result.dense.block(at(i), at(i), size, size) = block;
    block.triangularView<Eigen::StrictlyUpper>().setConstant(1e6);
    result.blocks.diagonal(i) = block;
  }
  return result;
}

template <class T>
void check(const Example& e, double ridge, double tolerance, const char* what) {
  const Index rows = e.dense.rows();
  const MatrixD shifted = e.dense + ridge * MatrixD::Identity(rows, rows);
  const MatrixD right = random_matrix(7, rows, 99);
  const MatrixD solved = shifted.llt().solve(right.transpose()).transpose();
  BlockCholesky<T> factor(e.blocks);
  expect(factor.rows() == rows && factor.factor(e.blocks, ridge)) << what;
  Matrix<T> columns = right.cast<T>();
  factor.solve(columns);
  const MatrixD found = columns.template cast<double>();
  expect((found - solved).norm() <= tolerance * solved.norm()) << what << (found - solved).norm();
  Matrix<T> half = right.cast<T>();
  factor.solve_half(half);
  const MatrixD form = half.template cast<double>() * half.template cast<double>().transpose();
  const MatrixD wanted = solved * right.transpose();
  expect((form - wanted).norm() <= tolerance * wanted.norm()) << what << (form - wanted).norm();
}

const suite block_cholesky_suite = [] {
  "the factor solves what a dense one solves"_test = [] {
    for (const auto& [nodes, links] :
         {std::pair{1, 0}, {2, 2}, {30, 0}, {40, 3}, {60, 59}, {300, 4}, {250, 20}}) {
      const Example e = example(nodes, links, 7);
      check<double>(e, 0.5, 1e-12, "double");
      check<float>(e, 0.5, 2e-6, "float");
      check<double>(e, 0, 1e-12, "no ridge");
    }
  };

  "a factor can be made again with another ridge"_test = [] {
    const Example e = example(50, 5, 3);
    BlockCholesky<double> factor(e.blocks);
    expect(!factor.factor(e.blocks, -1e6)) << "not definite";
    expect(factor.factor(e.blocks, 2));
    MatrixD columns = MatrixD::Identity(e.dense.rows(), e.dense.rows());
    factor.solve(columns);
    const MatrixD shifted = e.dense + 2 * MatrixD::Identity(e.dense.rows(), e.dense.rows());
    expect((columns * shifted - MatrixD::Identity(shifted.rows(), shifted.rows())).norm() < 1e-10);
  };

  "steps give the form that a factor gives"_test = [] {
    for (const auto& [nodes, links] : {std::pair{1, 0}, {30, 0}, {60, 59}, {300, 4}}) {
      const Example e = example(nodes, links, 7);
      const Index rows = e.dense.rows();
      const MatrixD right = random_matrix(7, rows, 99);
      for (const double part : {10.0, 1.0, 0.01}) {
        const double ridge = part * e.blocks.largest_row_sum();
        const BlockIteration iteration(e.blocks, ridge);
        MatrixD found = MatrixD::Ones(7, 7);
        iteration.subtract_form(found, right);
        const MatrixD shifted = e.dense + ridge * MatrixD::Identity(rows, rows);
        const MatrixD wanted = right * shifted.llt().solve(right.transpose());
        const MatrixD off = found - MatrixD::Ones(7, 7) + wanted;
        expect(MatrixD(off.triangularView<Eigen::Lower>()).norm() <= 1e-13 * wanted.norm()) << nodes << part;
        expect(iteration.steps() <= 20 / std::sqrt(part) && iteration.operations(7) > 0) << iteration.steps();
      }
    }
    expect(BlockIteration(example(20, 3, 5).blocks, 0).steps() > 1e300) << "no ridge";
  };

  "what is not finite is refused"_test = [] {
    Example e = example(20, 3, 5);
    e.blocks.link(0).block(0, 0) = std::nan("");
    BlockCholesky<double> factor(e.blocks);
    expect(!factor.factor(e.blocks, 1));
  };

  "row sums bound the eigenvalues"_test = [] {
    const Example e = example(40, 6, 11);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(e.dense);
    expect(e.blocks.largest_row_sum() >= eigen.eigenvalues().maxCoeff());
    expect(std::abs(e.blocks.largest_row_sum() - e.dense.cwiseAbs().rowwise().sum().maxCoeff()) < 1e-9);
    expect(std::abs(e.blocks.trace() - e.dense.trace()) < 1e-9);
  };

  "the smallest eigenpairs are those of a dense solver"_test = [] {
    for (const int nodes : {20, 150}) {  // solved as dense, and by iteration
      const Example e = example(nodes, 4, 13);
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(e.dense);
      Monitor monitor;
      const Eigenpairs pairs = smallest_eigenpairs(e.blocks, 4, monitor);
      expect(pairs.values.size() == 4) << nodes;
      if (pairs.values.size() != 4) continue;
      expect((pairs.values - eigen.eigenvalues().head(4)).norm() < 1e-8 * eigen.eigenvalues()[3]) << nodes;
      expect(largest_angle(pairs.vectors, eigen.eigenvectors().leftCols(4)) < 1e-5) << nodes;
    }
  };

  "an iteration can be cancelled"_test = [] {
    const Example e = example(400, 4, 13);
    Monitor monitor([](const char*, double) { return false; });
    monitor.stage("solve");
    expect(smallest_eigenpairs(e.blocks, 4, monitor).values.size() == 0);
  };
};

}  // namespace block_cholesky_test
