// Solving a pencil for a few eigenvectors, compared with Eigen's solver, which finds all.
#include <Eigen/Eigenvalues>
#include <cmath>
#include <cstdio>

#include "harness.hpp"
#include "spectral/pencil.hpp"
#include "tanda/detail/random.hpp"

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

}  // namespace

Json solve_group(const Request&) {
  Report report("generalised eigenvectors, double", {"pencil", "ms", "Eigen: ms", "ratio", "residual"});
  for (const Index d : {256, 1024}) {
    compare(report, d, 10, tanda::End::largest);
    compare(report, d, 10, tanda::End::smallest);
  }
  return report.json();
}

}  // namespace bench
