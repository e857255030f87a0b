#include "tanda/data/kernel.hpp"

#include <cmath>

#include "tanda/base/exponential.hpp"
#include "tanda/linalg/dense.hpp"

namespace tanda {
namespace {

/// Vectorised exponentials stop at numbers without a leading bit, which slow every product down.
constexpr double negligible = 1e-300;

/// By squaring: the same on every target, which pow is not.
double power(double base, int degree) {
  double result = 1;
  for (; degree > 0; degree >>= 1, base *= base) {
    if (degree & 1) result *= base;
  }
  return result;
}

/// Of products that overflow one by one: infinite, or what they cancel to, but never a NaN.
template <class A, class B>
double scaled_product(const A& a, const B& b) {
  const double of_a = a.cwiseAbs().maxCoeff(), of_b = b.cwiseAbs().maxCoeff();
  return (a / of_a).dot(b / of_b) * of_a * of_b;
}

/// `products` holds a'b and becomes the squared distances. |a|² + |b|² − 2a'b loses the digits of near
/// points, and all of them when it overflows: those pairs are done the long way, so that equal points are at
/// distance zero.
void to_distances(const MatrixD& a, const MatrixD& b, MatrixD& products) {
  constexpr double cancelled = 1e-6;
  const VectorD lengths = squared_lengths(a, products.home());
  if (measuring(products.home())) return;
  for (Index j = 0; j < b.cols(); ++j) {
    const double length = b.col(j).squaredNorm();
    for (Index i = 0; i < a.cols(); ++i) {
      const double sum = lengths[i] + length, distance = sum - 2 * products(i, j);
      const bool good = distance > cancelled * sum && std::isfinite(distance);
      products(i, j) = good ? distance : (a.col(i) - b.col(j)).squaredNorm();
    }
  }
}

}  // namespace

MatrixD kernel_matrix(const Kernel& kernel, const MatrixD& a, const MatrixD& b) {
  Workspace* const home = b.home() ? b.home() : a.home();
  MatrixD values(home, a.cols(), b.cols());
  library_product(home, a.cols(), b.cols(), a.rows(), sizeof(double));
  if (!measuring(home)) set_product(values, a.transpose(), b);
  if (kernel.kind == KernelKind::rbf) {
    to_distances(a, b, values);
    if (measuring(home)) return values;
    for (double& value : values.reshaped()) value = exponential(value / -kernel.width);
    for (double& value : values.reshaped()) value = value < negligible ? 0 : value;
    return values;
  }
  for (Index j = 0; !measuring(home) && j < b.cols(); ++j) {
    for (Index i = 0; i < a.cols(); ++i) {
      double& value = values(i, j);
      if (!std::isfinite(value)) value = scaled_product(a.col(i), b.col(j));
      if (kernel.kind == KernelKind::poly) value = power(value / kernel.width + kernel.offset, kernel.degree);
    }
  }
  return values;
}

}  // namespace tanda
