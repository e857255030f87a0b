#include "kernel_coordinates.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "tanda/core/random.hpp"

namespace tanda {
namespace {

// Eigenvalues of the kernel matrix below this part of the largest carry no coordinate.
constexpr double kernel_tolerance = 1e-12;

/// Dimensions of the feature space over d features.
double most_rank(const Parameters& parameters, double d) {
  const std::string_view word = parameters.choice("kernel");
  if (word == "rbf") return std::numeric_limits<double>::infinity();
  double result = 1;  // monomials of up to this degree
  const int degree = word == "poly" ? parameters.count("degree") : 1;
  for (int i = 1; i <= degree; ++i) result *= (d + i) / i;
  return result;
}

}  // namespace

Kernel kernel_of(const Parameters& parameters, double mean_square) {
  const std::string_view word = parameters.choice("kernel");
  Kernel kernel{word == "rbf"    ? KernelKind::rbf
                : word == "poly" ? KernelKind::poly
                                 : KernelKind::linear,
                parameters.get("kernel_width"), parameters.count("degree"), 1};
  if (kernel.width == 0) kernel.width = mean_square > 0 ? 2 * mean_square : 1;
  return kernel;
}

std::vector<int> landmarks_of(Index samples, Index wanted, std::uint64_t seed) {
  std::vector<int> order(static_cast<std::size_t>(samples));
  std::iota(order.begin(), order.end(), 0);
  if (wanted == 0 || wanted >= samples) return order;
  Random(seed).shuffle(order);
  order.resize(std::size_t(wanted));
  std::sort(order.begin(), order.end());
  return order;
}

MatrixD kernel_whitening(MatrixD&& matrix) {
  if (!all_finite(matrix)) return {};
  const Eigenpairs pairs = symmetric_eigen(std::move(matrix));
  return whitening(pairs, rank_of(pairs.values, kernel_tolerance));
}

Shape plan_kernel_coordinates(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double n = shape.samples, wanted = parameters.get("landmarks");
  const double m = wanted > 0 ? std::min(wanted, n) : n;
  const double rank = std::min(m, most_rank(parameters, shape.points));
  plan.hold(8 * shape.points * (n + m) + 4 * n + 4096);
  plan.use(8 * m * m + 8 * m * rank);
  plan.hold(8 * rank * m + shape.scalar_bytes * rank * n);
  plan.use(8 * m * n + 8 * rank * n + packed_bytes(rank, n, m));
  plan.release(8 * shape.points * n);
  Shape inner = shape;
  inner.dims = inner.points = rank;
  return inner;
}

}  // namespace tanda
