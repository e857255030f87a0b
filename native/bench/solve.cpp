// Eigenpairs and Cholesky factors: the header-only templates for small matrices and the blocked solvers for
// large ones, each compared with Eigen's own. The table of lib/README.md is made from this.
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <cstdio>

#include "harness.hpp"
#include "linalg/dense.hpp"
#include "linalg/tridiagonal.hpp"
#include "spectral/pencil.hpp"
#include "tanda/detail/random.hpp"
#include "tanda/detail/small/pencil.hpp"

namespace bench {
namespace {

using tanda::internal::Index;
using tanda::internal::Json;
using tanda::internal::MatrixD;

/// The scatter matrix of as many samples as features, plus a ridge; its eigenvalues spread like those of real
/// data.
MatrixD scatter_of(Index d, std::uint64_t seed) {
  tanda::Random random(seed);
  MatrixD x(d, d);
  for (double& value : x.reshaped()) value = 2 * random.uniform() - 1;
  for (Index i = 0; i < d; ++i) x.row(i) /= std::sqrt(1.0 + double(i));
  MatrixD result = x * x.transpose();
  result.diagonal().array() += 0.1 * result.trace() / double(d);
  return result;
}

/// The largest ‖At − λBt‖ in units of ‖A‖‖t‖ + |λ|‖B‖‖t‖.
double residual(const MatrixD& a, const MatrixD& b, const tanda::internal::Eigenpairs& pairs) {
  double worst = 0;
  for (Index i = 0; i < pairs.values.size(); ++i) {
    const tanda::internal::VectorD t = pairs.vectors.col(i);
    const double size = (a.norm() + std::abs(pairs.values[i]) * b.norm()) * t.norm();
    worst = std::max(worst, (a * t - pairs.values[i] * (b * t)).norm() / size);
  }
  return worst;
}

void compare(Report& report, Index d, Index dims, tanda::End end) {
  const MatrixD a = scatter_of(d, 1), b = scatter_of(d, 2);
  tanda::internal::Eigenpairs pairs;
  std::vector<double> ours, eigens;
  // In turns, so that a disturbance affects both alike.
  for (int turn = 0; turn < 2; ++turn) {
    append_times(ours, [&] { pairs = tanda::internal::solve(tanda::internal::Pencil{a, b, end}, dims); });
    append_times(eigens, [&] { const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> all(a, b); });
  }
  const double own = median(ours), full = median(eigens), off = residual(a, b, pairs);
  const char* const word = end == tanda::End::largest ? "largest" : "smallest";
  char shown[20];
  std::snprintf(shown, sizeof shown, "%.0e", off);
  report.row({"d = " + std::to_string(d) + ", " + std::to_string(dims) + " " + word, fixed(1e3 * own, 2),
              fixed(1e3 * full, 2), fixed(own / full, 2), shown},
             Json::object()
                 .set("dims", d)
                 .set("wanted", dims)
                 .set("end", word)
                 .set("seconds", own)
                 .set("eigen", full)
                 .set("ratio", own / full)
                 .set("residual", off));
}

constexpr Index sizes[] = {8, 16, 24, 32, 48, 64, 100, 128, 160, 200, 256, 512};

/// Seconds of one call in the middle of many, each on a copy of the matrix, of all of these in turns, so that
/// they meet the same machine.
std::vector<double> seconds_of(const MatrixD& a, const std::vector<std::function<void(MatrixD&&)>>& ways) {
  const int calls = 1 + int(1e6 / std::pow(double(a.rows()), 3));
  std::vector<std::vector<double>> all(ways.size());
  for (int turn = 0; turn < 2; ++turn) {
    for (std::size_t i = 0; i < ways.size(); ++i) {
      append_times(all[i], [&] {
        for (int call = 0; call < calls; ++call) ways[i](MatrixD(a));
      });
    }
  }
  std::vector<double> result;
  for (const std::vector<double>& seconds : all) result.push_back(median(seconds) / calls);
  return result;
}

/// Every way beside Eigen's, which is the last one, as parts of its time.
void ratios(Report& report, Index n, const std::vector<std::string>& names,
            const std::vector<double>& seconds) {
  std::vector<std::string> cells{std::to_string(n)};
  Json json = Json::object().set("rows", n);
  for (std::size_t i = 0; i + 1 < seconds.size(); ++i) {
    cells.push_back(fixed(seconds[i] / seconds.back(), 2));
    json.set(names[i].c_str(), seconds[i] / seconds.back());
  }
  cells.push_back(fixed(1e6 * seconds.back(), 1));
  json.set("eigen", seconds.back());
  report.row(cells, json);
}

void small_eigenpairs(MatrixD&& a) {
  tanda::internal::VectorD values(a.rows()), work(2 * a.rows());
  tanda::small::eigenpairs(a, int(a.rows()), values, work, tanda::End::smallest, int(a.rows()));
}

void large_eigenpairs(MatrixD&& a) {
  tanda::internal::VectorD factors;
  tanda::internal::Tridiagonal t = tanda::internal::reduce_to_tridiagonal(a, factors);
  tanda::internal::form_reflections(a, factors);
  tanda::internal::diagonalise(t, a);
}

Json eigenpairs() {
  Report report("eigenpairs of one matrix, double, in units of Eigen's SelfAdjointEigenSolver",
                {"rows", "small", "large", "leading 2", "leading 10", "Eigen: us"});
  const auto leading = [](Index count) {
    return [count](MatrixD&& a) { extreme_eigen(std::move(a), count, tanda::End::largest); };
  };
  for (const Index n : sizes) {
    const MatrixD a = scatter_of(n, 3) / double(n);
    ratios(report, n, {"small", "large", "leading_2", "leading_10"},
           seconds_of(a, {small_eigenpairs, large_eigenpairs, leading(2), leading(10),
                          [](MatrixD&& b) { const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> all(b); }}));
  }
  return report.json();
}

Json factors() {
  Report report("Cholesky factors, double, in units of Eigen's LLT", {"rows", "small", "large", "Eigen: us"});
  for (const Index n : sizes) {
    const auto small = [](MatrixD&& a) {
      tanda::internal::VectorD diagonal(a.rows());
      (void)tanda::small::cholesky(a, int(a.rows()), diagonal.data());
    };
    ratios(report, n, {"small", "large"},
           seconds_of(scatter_of(n, 4),
                      {small, [](MatrixD&& a) { (void)tanda::internal::cholesky(a); },
                       [](MatrixD&& a) { const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> llt(a); }}));
  }
  return report.json();
}

}  // namespace

Json solve_group(const Request&) {
  const Json one = eigenpairs(), triangles = factors();
  Report report("generalised eigenvectors, double", {"pencil", "ms", "Eigen: ms", "ratio", "residual"});
  for (const Index d : {256, 1024}) {
    compare(report, d, 10, tanda::End::largest);
    compare(report, d, 10, tanda::End::smallest);
  }
  return Json::object().set("eigenpairs", one).set("factors", triangles).set("pencils", report.json());
}

}  // namespace bench
