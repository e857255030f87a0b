// The coordinates of a kernel: how they are factored, and that a fit in them equals one in the coordinates
// Λ^½Q' of the kernel matrix's eigenvectors.
#include <Eigen/Eigenvalues>

#include "linalg/dense.hpp"
#include "model/fit.hpp"
#include "sorted.hpp"
#include "spectral/pencil.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

namespace kernel_coordinates_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

/// Largest |K − LL'| in the order of the factor, relative to the largest entry of K; K's upper triangle is
/// not read.
double factor_error(const MatrixD& k, Index wanted_rank, double tolerance) {
  MatrixD a = k;
  a.triangularView<Eigen::StrictlyUpper>().setConstant(1e6);
  Array<int> order;
  const Index r = pivoted_cholesky(a, tolerance, order);
  expect(r == wanted_rank || wanted_rank < 0) << double(r) << double(wanted_rank);
  const MatrixD l = MatrixD(a.triangularView<Eigen::Lower>()).leftCols(r), square = l * l.transpose();
  for (Index i = 1; i < r; ++i) expect(l(i, i) <= l(i - 1, i - 1) * (1 + 1e-9)) << "the largest comes first";
  double off = 0;
  for (Index j = 0; j < k.cols(); ++j) {
    for (Index i = 0; i < k.rows(); ++i)
      off = std::max(off, std::abs(square(i, j) - k(order[std::size_t(i)], order[std::size_t(j)])));
  }
  return off / k.cwiseAbs().maxCoeff();
}

MatrixD rbf(const MatrixD& x, double width) {
  MatrixD k(x.cols(), x.cols());
  for (Index j = 0; j < x.cols(); ++j)
    for (Index i = 0; i < x.cols(); ++i) k(i, j) = std::exp(-(x.col(i) - x.col(j)).squaredNorm() / width);
  return k;
}

/// A set whose features are Λ^½Q' of the kernel matrix of another.
synthetic::Set<double> in_eigenvectors(const synthetic::Set<double>& set, const char* kernel, double width) {
  MatrixD x = set.view().x;
  x.colwise() -= VectorD(x.rowwise().mean());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(
      kernel_matrix({kernels().find(kernel), width, 1, 0}, x, x));
  const Index n = x.cols(), rank = (eigen.eigenvalues().array() > 1e-12 * eigen.eigenvalues()[n - 1]).count();
  const VectorD lengths = eigen.eigenvalues().tail(rank).cwiseSqrt();  // the others are rounding errors
  const MatrixD z = lengths.asDiagonal() * eigen.eigenvectors().rightCols(rank).transpose();
  synthetic::Set<double> result = set;
  result.columns = z.rows();
  result.values.assign(z.data(), z.data() + z.size());
  return result;
}

MatrixD distances(const synthetic::Set<double>& set, const char* method, std::vector<Setting> settings) {
  FitOptions options;
  options.scale = Scale::none;
  options.method = method;
  options.settings = std::move(settings);
  Monitor monitor;
  const Result<Model> model = fit(registry(), set.view(), options, monitor);
  expect(bool(model)) << method << model.status().text();
  Matrix<double> y;
  if (!model || !transform(*model, set.view().x).get(y)) return {};
  return (y.colwise().squaredNorm().transpose().replicate(1, y.cols()) +
          y.colwise().squaredNorm().replicate(y.cols(), 1) - 2 * y.transpose() * y)
      .cwiseMax(0)
      .cwiseSqrt();
}

const suite kernel_coordinates_suite = [] {
  "a pivoted factor finds the rank, and loses nothing"_test = [] {
    for (const Index n : {1, 2, 64, 65, 200}) {
      for (const Index rank : {1, 2, 63, 64, 65, 130, 200}) {
        const MatrixD f = random_matrix(n, std::min(n, rank), std::uint64_t(n + rank));
        expect(factor_error(f * f.transpose(), std::min(n, rank), 1e-12) < 1e-12)
            << double(n) << double(rank);
      }
    }
    expect(factor_error(MatrixD::Identity(70, 70), 70, 1e-12) == 0) << "ties";
    Array<int> order;
    MatrixD zero = MatrixD::Zero(5, 5), none;
    expect(pivoted_cholesky(zero, 1e-12, order) == 0 && pivoted_cholesky(none, 1e-12, order) == 0);
  };

  "where eigenvalues fade away, it stops within its tolerance"_test = [] {
    const MatrixD x = random_matrix(2, 300, 7);
    for (const double width : {0.1, 1.0, 100.0, 1e6})
      expect(factor_error(rbf(x, width), -1, 1e-12) < 1e-11) << width;
  };

  "a fit in kernel coordinates is the fit in those of the eigenvectors"_test = [] {
    for (const int rows : {60, 240}) {  // small, and large enough for the ways meant for large sets
      const synthetic::Set<double> set = synthetic::gaussian(rows, 12, 3, 5);
      const double width = 40;
      const auto same = [&](const char* kernel, const char* linear, std::vector<Setting> settings,
                            const char* id = "rbf") {
        const MatrixD wanted = distances(in_eigenvectors(set, id, width), linear, settings);
        settings.push_back({"kernel_width", std::to_string(width)});
        settings.push_back({"kernel", id});
        const MatrixD found = distances(set, kernel, settings);
        expect(found.size() > 0 && wanted.size() == found.size());
        if (wanted.size() != found.size()) return;
        const double off = (found - wanted).cwiseAbs().maxCoeff() / wanted.maxCoeff();
        expect(off < 1e-6) << kernel << id << rows << "embeddings differ by" << off;
      };
      same("kernel_tsd", "tsd", {{"absolute", "true"}, {"gamma", "0.05"}});
      same("kernel_tsd", "tsd", {{"absolute", "true"}, {"gamma", "0.05"}, {"subsample", "0.5"}});
      same("kernel_laplda", "laplda", {});
      for (const char* id : {"laplace", "cosine"}) {
        same("kernel_tsd", "tsd", {{"absolute", "true"}, {"gamma", "0.05"}}, id);
        same("kernel_laplda", "laplda", {}, id);
      }
    }
  };

  "a low-rank kernel needs few samples"_test = [] {
    const synthetic::Set<double> set = synthetic::gaussian(150, 6, 3, 5);
    FitOptions options;
    options.scale = Scale::none;
    options.method = "kernel_tsd";
    options.settings = {{"kernel", "linear"}};
    Monitor monitor;
    const Result<Model> model = fit(registry(), set.view(), options, monitor);
    expect(model && model->kernel().points.cols() == 6);
  };

  tag("slow") / "few eigenpairs of a large pencil are those of the whole solver"_test = [] {
    const Index d = 520;
    const MatrixD f = random_matrix(d, 30, 1), g = random_matrix(d, d, 2),
                  a = f * f.transpose() + 0.5 * MatrixD::Identity(d, d),
                  b = g * g.transpose() / double(d) + MatrixD::Identity(d, d);
    const Eigenpairs found = solve(Pencil{a, b, End::largest}, 9);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> wanted(a, b);
    expect(found.values.size() == 9);
    for (Index i = 0; i < found.values.size(); ++i) {
      expect(std::abs(found.values[i] / wanted.eigenvalues()[d - 1 - i] - 1) < 1e-10);
      const VectorD v = wanted.eigenvectors().col(d - 1 - i);
      expect(std::abs(std::abs(v.dot(b * found.vectors.col(i))) - 1) < 1e-10) << double(i);
    }
  };
};

}  // namespace kernel_coordinates_test
