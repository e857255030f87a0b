#include "kernel_coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tanda/detail/random.hpp"

namespace tanda::internal {
namespace {

// The largest residual of a carrier's k(x, x) that is ignored, as a fraction of the largest k(x, x): well
// above the rounding errors of the factorization.
constexpr double kernel_tolerance = 1e-12;
// A function of the feature space that differs from 1 by no more than this counts as constant: its variation
// is below the range tolerance of any scatter matrix.
constexpr double constant_tolerance = 1e-6;

MatrixD gather(const MatrixD& samples, const Array<int>& which) {
  MatrixD result(samples.home(), samples.rows(), Index(which.size()));
  if (measuring(samples.home())) return result;
  for (std::size_t i = 0; i < which.size(); ++i) result.col(Index(i)) = samples.col(which[i]);
  return result;
}

}  // namespace

Kernel kernel_of(const KernelOptions& o, const MatrixD& samples, double unit) {
  const KernelInfo& info = kernels()[std::size_t(o.kernel)];
  Kernel kernel{&info, o.kernel_width, o.degree, 1};
  for (int i = 0; i < info.width_power; ++i) kernel.width *= unit;
  if (kernel.width > 0) return kernel;
  kernel.width = info.default_width(samples);
  if (!(kernel.width > 0)) kernel.width = 1;
  return kernel;
}

Array<int> landmarks_of(Index samples, Index wanted, std::uint64_t seed, Workspace* w) {
  Array<int> order(w, static_cast<std::size_t>(samples));
  if (measuring(w)) {
    if (wanted > 0) order.resize(std::size_t(std::min(wanted, samples)));
    return order;
  }
  std::iota(order.begin(), order.end(), 0);
  if (wanted == 0 || wanted >= samples) return order;
  Random(seed).shuffle(order);
  order.resize(std::size_t(wanted));
  std::sort(order.begin(), order.end());
  return order;
}

KernelCoordinates::KernelCoordinates(const Kernel& kernel, const MatrixD& samples, const Array<int>& carriers,
                                     Monitor* monitor)
    : kernel_(kernel) {
  Workspace* const home = samples.home();
  const bool counting = measuring(home);
  carriers_ = gather(samples, carriers);
  MatrixD matrix = kernel_matrix(kernel, carriers_, carriers_);
  if (!counting && !all_finite(matrix)) return;
  const Index n = samples.cols(), m = matrix.rows();
  Array<int> order(home, std::size_t(m));
  // Coordinates beyond the dimension of the feature space are rounding errors.
  const double most = kernel.info->most_rank ? kernel.info->most_rank(kernel.degree, double(samples.rows()))
                                             : std::numeric_limits<double>::infinity();
  const Index found = pivoted_cholesky(matrix, kernel_tolerance, order, monitor);
  const Index r = most < double(found) ? Index(most) : found;
  if (r == 0) return;
  if (m == n) {  // the coordinates of carriers are the rows of L
    values_ = MatrixD(home, r, n);
    if (!counting) values_.setZero();
    for (Index k = 0; k < r && !counting; ++k) {
      for (Index i = k; i < n; ++i) values_(k, order[std::size_t(i)]) = matrix(i, k);
    }
  }
  order.resize(std::size_t(r));
  carriers_.conservativeResize(Eigen::NoChange, r);
  for (Index k = 0; k < r && !counting; ++k)
    carriers_.col(k) = samples.col(carriers[std::size_t(order[std::size_t(k)])]);
  if (m < n) {
    values_ = kernel_matrix(kernel, carriers_, samples);
    solve_triangle(matrix.topLeftCorner(r, r), values_);
  }
  matrix.conservativeResize(r, r);
  factor_ = std::move(matrix);
  dims_ = r;
  drop_constant();
}

void KernelCoordinates::drop_constant() {
  Workspace* const home = factor_.home();
  VectorD v(home, rank());
  if (!measuring(home)) v.setOnes();
  solve_triangle(factor_, v);
  const MatrixD along = product(v.transpose(), values_, home);
  if (measuring(home)) {  // when counting: its memory, with all dimensions
    constant_ = std::move(v);
    const MatrixD reflected = product(constant_.transpose(), values_, home);
    return;
  }
  for (Index i = 0; i < along.size(); ++i) {
    if (!(std::abs(along(0, i) - 1) <= constant_tolerance)) return;
  }
  if (rank() == 1) return;
  v /= std::sqrt(squared_length(v));
  // I − ww' with w'w = 2
  double& last = v[rank() - 1];
  const double length = std::sqrt(1 + std::abs(last));
  last += std::copysign(1, last);
  v /= length;
  constant_ = std::move(v);
  --dims_;
  add_product(values_, constant_, product(constant_.transpose(), values_, home), -1);
}

KernelSolution KernelCoordinates::expansion(const MatrixD& directions) {
  Workspace* const home = factor_.home();
  MatrixD coefficients(home, rank(), directions.cols());
  if (!measuring(home)) {
    coefficients.setZero();
    coefficients.topRows(dims()) = directions;
  }
  if (constant_.size() > 0)
    add_product(coefficients, constant_, product(constant_.transpose(), coefficients, home), -1);
  solve_triangle(factor_.transpose(), coefficients);
  return {kernel_, std::move(carriers_), std::move(coefficients)};
}

}  // namespace tanda::internal
