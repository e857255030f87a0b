#include "data/kernel.hpp"

#include <algorithm>
#include <cmath>

#include "base/exponential.hpp"
#include "linalg/dense.hpp"

namespace tanda::internal {
namespace {

/// Smaller exponentials are set to zero, because subnormal numbers slow every product down.
constexpr double negligible = 1e-300;

/// A power by repeated squaring, which gives the same result on every target, unlike std::pow.
double power_of(double base, int degree) {
  double result = 1;
  for (; degree > 0; degree >>= 1, base *= base) {
    if (degree & 1) result *= base;
  }
  return result;
}

/// Applies the steps to a block of values that fits in the cache.
class Computed final : public KernelSteps {
 public:
  explicit Computed(double* values, Index count) : values_(values), count_(count) {}

  void affine(double divisor, double offset) override {
    for (Index i = 0; i < count_; ++i) values_[i] = values_[i] / divisor + offset;
  }
  void power(int degree) override {
    for (Index i = 0; i < count_; ++i) values_[i] = power_of(values_[i], degree);
  }
  void decay(double width) override {
    for (Index i = 0; i < count_; ++i) values_[i] = exponential(values_[i] / -width);
    for (Index i = 0; i < count_; ++i) values_[i] = values_[i] < negligible ? 0 : values_[i];
  }

 private:
  double* values_;
  Index count_;
};

/// A product a'b whose terms may overflow: infinite or the finite sum, but never a NaN.
template <class A, class B>
double scaled_product(const A& a, const B& b) {
  const double of_a = a.cwiseAbs().maxCoeff(), of_b = b.cwiseAbs().maxCoeff();
  return (a / of_a).dot(b / of_b) * of_a * of_b;
}

void set_products(const MatrixD& a, const MatrixD& b, MatrixD& values) {
  library_product(values.home(), a.cols(), b.cols(), a.rows(), sizeof(double));
  if (measuring(values.home())) return;
  set_product(values, a.transpose(), b);
}

void mend_products(const MatrixD& a, const MatrixD& b, MatrixD& values) {
  if (measuring(values.home())) return;
  for (Index j = 0; j < b.cols(); ++j)
    for (Index i = 0; i < a.cols(); ++i)
      if (!std::isfinite(values(i, j))) values(i, j) = scaled_product(a.col(i), b.col(j));
}

/// Turns the products a'b in `values` into squared distances. |a|² + |b|² − 2a'b is inaccurate for near
/// points and on overflow: such pairs are computed from differences, so that equal points have distance zero.
void products_to_distances(const MatrixD& a, const MatrixD& b, MatrixD& values) {
  constexpr double cancelled = 1e-6;
  const VectorD lengths = squared_lengths(a, values.home());
  if (measuring(values.home())) return;
  for (Index j = 0; j < b.cols(); ++j) {
    const double length = b.col(j).squaredNorm();
    for (Index i = 0; i < a.cols(); ++i) {
      const double sum = lengths[i] + length, distance = sum - 2 * values(i, j);
      const bool good = distance > cancelled * sum && std::isfinite(distance);
      values(i, j) = good ? distance : (a.col(i) - b.col(j)).squaredNorm();
    }
  }
}

/// Adds up feature by feature for all pairs, so that the order of each sum does not depend on the processor.
void set_absolute_distances(const MatrixD& a, const MatrixD& b, MatrixD& values) {
  constexpr Index block = 256;
  const MatrixD rows(values.home(), a.transpose());
  if (measuring(values.home())) return;
  values.setZero();
  for (Index first = 0; first < a.cols(); first += block) {
    const Index size = std::min(block, a.cols() - first);
    for (Index j = 0; j < b.cols(); ++j) {
      auto sums = values.col(j).segment(first, size).array();
      for (Index k = 0; k < b.rows(); ++k) sums += (rows.col(k).segment(first, size).array() - b(k, j)).abs();
    }
  }
}

void measure(Measure what, const MatrixD& a, const MatrixD& b, MatrixD& values) {
  switch (what) {
    case Measure::product:
      set_products(a, b, values);
      return mend_products(a, b, values);
    case Measure::cosine:
      return set_products(unit_columns(a, values.home()), unit_columns(b, values.home()), values);
    case Measure::squared_distance:
      set_products(a, b, values);
      return products_to_distances(a, b, values);
    case Measure::absolute_distance:
      return set_absolute_distances(a, b, values);
  }
}

}  // namespace

bool is_valid(const Kernel& kernel) {
  return kernel.info && std::isfinite(kernel.width) && std::isfinite(kernel.offset) && kernel.degree >= 0 &&
         (kernel.width > 0 || !kernel.info->has_width);
}

/// Divides by the largest magnitude first, so that no square overflows or vanishes.
MatrixD unit_columns(const MatrixD& x, Workspace* home) {
  MatrixD unit(home, x.rows(), x.cols());
  if (measuring(home)) return unit;
  for (Index j = 0; j < x.cols(); ++j) {
    const double largest = x.rows() > 0 ? x.col(j).cwiseAbs().maxCoeff() : 0;
    if (largest == 0) {
      unit.col(j).setZero();
      continue;
    }
    unit.col(j) = x.col(j) / largest;
    unit.col(j) /= unit.col(j).norm();
  }
  return unit;
}

MatrixD kernel_matrix(const Kernel& kernel, const MatrixD& a, const MatrixD& b) {
  constexpr Index at_once = 1024;
  Workspace* const home = b.home() ? b.home() : a.home();
  MatrixD values(home, a.cols(), b.cols());
  measure(kernel.info->measure, a, b, values);
  if (measuring(home) || !kernel.info->steps) return values;
  for (Index first = 0; first < values.size(); first += at_once) {
    Computed computed(values.data() + first, std::min(at_once, values.size() - first));
    kernel.info->steps(kernel, computed);
  }
  return values;
}

double twice_variance(const MatrixD& samples) {
  return 2 * (squared_length(samples) / double(samples.cols()));
}

double twice_deviation(const MatrixD& samples) {
  if (measuring(samples.home())) return 0;
  double sum = 0;
  for (Index j = 0; j < samples.cols(); ++j)
    for (Index k = 0; k < samples.rows(); ++k) sum += std::abs(samples(k, j));
  return 2 * (sum / double(samples.cols()));
}

}  // namespace tanda::internal
