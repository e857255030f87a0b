#include "select/statistics.hpp"
#include "base/exponential.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <string>

namespace tanda::internal {
namespace {

constexpr double half_log_two_pi = 0.91893853320467274178;
constexpr int few_steps = 2000, all_steps = 200000;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// ln x by log1p, which is linked anyway; the C library's log brings a table of four thousand bytes.
double logarithm(double x) {
  int power;
  double fraction = std::frexp(x, &power);
  if (fraction < 0.70710678118654752440) {  // for x near 1 the digits are those of log1p
    fraction *= 2;
    --power;
  }
  return std::log1p(fraction - 1) + power * 0.69314718055994530942;
}

/// The remainder in ln Γ(z) = (z − ½) ln z − z + ½ ln 2π + stirling_rest(z). For small z it is computed from
/// z + 1, z + 2, ... until the series converges; so the difference of large logarithms, which would lose
/// digits, is never formed.
double stirling_rest(double z) {
  double shifted = 0;
  for (; z < 12; z += 1) {
    const double step = z < 1 ? std::log1p(z) - logarithm(z) : std::log1p(1 / z);
    shifted += (z + 0.5) * step - 1;
  }
  // Bernoulli numbers B_2k / (2k (2k − 1)); the first term left out is below 1e-17.
  constexpr double terms[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                              1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400};
  const double square = 1 / z / z;
  double sum = 0;
  for (std::size_t k = std::size(terms); k-- > 0;) sum = sum * square + terms[k];
  return shifted + sum / z;
}

/// ln(1 + u) − u for u > −1, without cancellation near 0.
double log1p_minus(double u) {
  if (std::abs(u) > 0.4) return std::log1p(u) - u;
  // With v = u / (2 + u): ln(1 + u) = 2 artanh v and u = 2v / (1 − v), and their difference is −u v + 2 (v³/3
  // + v⁵/5 + ...).
  const double v = u / (2 + u), square = v * v;
  double power = v * square, sum = 0;
  for (int k = 3; std::abs(power) > epsilon * square; k += 2, power *= square) sum += power / k;
  return 2 * sum - u * v;
}

/// A beta distribution at x. Its mean is a / (a + b), and `off` is x minus the mean. y = 1 − x is given
/// separately, because for x close to 1 a caller knows y with more digits.
struct Beta {
  double a, b, x, y;
  double total() const { return a + b; }
  double off() const { return (x * b - y * a) / total(); }
  /// Approximately. Compares the smaller of x and y, because numbers next to 1 have few digits left.
  bool below_mean() const { return x < y ? x * (total() + 2) <= a + 1 : y * (total() + 2) >= b + 1; }

  /// a ln(x / mean) + b ln(y / (1 − mean)) ≤ 0. The first-order terms cancel exactly, so they are left out.
  double exponent() const {
    if (x <= 0 || y <= 0) return -std::numeric_limits<double>::infinity();
    const double u = off() * total() / a, v = -off() * total() / b;
    return a * (u > -0.9 ? log1p_minus(u) : logarithm(x) - logarithm(a / total()) - u) +
           b * (v > -0.9 ? log1p_minus(v) : logarithm(y) - logarithm(b / total()) - v);
  }
  /// ln of x^a y^b / B(a, b), with Stirling's formula for B.
  double log_front() const {
    return exponent() + 0.5 * (logarithm(a) + logarithm(b) - logarithm(total())) - half_log_two_pi -
           stirling_rest(a) - stirling_rest(b) + stirling_rest(total());
  }
};

/// x^a y^b / B(a, b) / I_x(a, b) as a continued fraction, evaluated by Lentz's method: the even part of DLMF
/// 8.17.22, written so that x and the mean occur only as `off` (Didonato and Morris 1992). Takes about
/// √max(a, b) steps near the mean, few below it. False when the steps do not suffice.
bool continued_fraction(const Beta& beta, int most_steps, double& value) {
  constexpr double tiny = 1e-300;
  const auto away_from_zero = [](double term) { return std::abs(term) < tiny ? tiny : term; };
  const double a = beta.a, b = beta.b, x = beta.x, start = 1 - beta.off() * beta.total();
  double c = value = away_from_zero(a / (a + 1) * start), d = 0;
  for (int m = 1; m <= most_steps; ++m) {
    const double left = a + 2 * m - 1, right = a + 2 * m + 1;
    const double above = (a + m - 1) / left * ((beta.total() + m - 1) / left * x) * (m * (b - m) * x);
    const double below = m + m * ((b - m) / left * x) + (a + m) / right * (start + m * (1 + beta.y));
    d = 1 / away_from_zero(below + above * d);
    c = away_from_zero(below + above / c);
    value *= d * c;
    if (std::abs(d * c - 1) < 2 * epsilon) return true;
  }
  return false;
}

/// Temme's expansion around the normal distribution with its first correction (DLMF 8.18.9): the relative
/// error shrinks like min(a, b)^(−3/2).
double by_normal(const Beta& beta) {
  const double n = beta.total(), mean = beta.a / n, width = std::sqrt(mean * (beta.b / n));
  const double exponent = beta.exponent();
  const double eta = std::copysign(std::sqrt(-2 * exponent / n), beta.off());
  // Both terms grow without bound towards the mean; their difference does not.
  const double correction =
      std::abs(eta) < 1e-8 ? (1 - 2 * mean) / (3 * width) : 1 / eta - width / beta.off();
  const double pi2 = 6.28318530717958647693;
  return 0.5 * std::erfc(-eta * std::sqrt(n / 2)) + exponential(exponent) * correction / std::sqrt(pi2 * n);
}

/// I_x(a, b) by the continued fraction, 1 when that takes too many steps. Near a = 0 the fraction loses its
/// digits; there I_x(a, b) = I_x(a + 1, b) + x^a y^b / (a B(a, b)) (DLMF 8.17.20).
double tail(const Beta& beta, int most_steps) {
  if (beta.a < 0.5) {
    const double first = exponential(beta.log_front() - logarithm(beta.a));
    return std::min(1.0, first + tail({beta.a + 1, beta.b, beta.x, beta.y}, most_steps));
  }
  double fraction = 0;
  const bool converged = continued_fraction(beta, most_steps, fraction);
  return converged ? exponential(beta.log_front()) / fraction : 1;
}

double within_0_1(double p) {
  return std::min(std::max(p, 0.0), 1.0);
}

double regularized(const Beta& beta) {
  if (beta.x <= 0) return 0;
  if (beta.y <= 0) return 1;
  const double least = std::min(beta.a, beta.b);
  if (least > 1e30) return beta.off() < 0 ? 0 : beta.off() > 0 ? 1 : 0.5;
  if (least > 1e8) return within_0_1(by_normal(beta));
  // The fraction converges fast below the mean; above it, the other tail is computed. If that tail is nearly
  // 1, the difference from 1 has few digits, and the slow side is tried.
  if (beta.below_mean()) return within_0_1(tail(beta, all_steps));
  const double rest = tail({beta.b, beta.a, beta.y, beta.x}, all_steps);
  const double direct = rest > 0.9 ? tail(beta, few_steps) : 1;
  return within_0_1(direct < 1 ? direct : 1 - rest);
}

/// Parameters beyond these bounds are replaced by them: there the result is 0 or 1 to the last bit or nearly
/// so, and neither sums nor ratios of two parameters overflow.
double bounded(double parameter) {
  return std::min(std::max(parameter, 1e-150), 1e150);
}

}  // namespace

Summary summarize(const std::vector<double>& values) {
  Summary summary;
  double squares = 0;  // of differences from the running mean (Welford's algorithm, exact for equal values)
  for (const double value : values) {
    const double difference = value - summary.mean;
    ++summary.n;
    summary.mean += difference / static_cast<double>(summary.n);
    squares += difference * (value - summary.mean);
  }
  if (summary.n > 1) summary.sd = std::sqrt(squares / static_cast<double>(summary.n - 1));
  return summary;
}

double incomplete_beta(double a, double b, double x) {
  if (!(a > 0 && b > 0 && x >= 0 && x <= 1)) return std::numeric_limits<double>::quiet_NaN();
  return regularized({bounded(a), bounded(b), x, 1 - x});
}

double student_p(double t, double freedom) {
  if (std::isnan(t) || !(freedom > 0)) return std::numeric_limits<double>::quiet_NaN();
  const double a = bounded(freedom / 2), ratio = std::abs(t) / std::sqrt(2 * a);
  // x = 1 / (1 + ratio²) and y = 1 − x, both without a subtraction.
  if (ratio <= 1) {
    const double square = ratio * ratio;
    return regularized({a, 0.5, 1 / (1 + square), square / (1 + square)});
  }
  const double square = 1 / ratio / ratio;
  return regularized({a, 0.5, square / (1 + square), 1 / (1 + square)});
}

Result<PairedTest> paired_t_test(const std::vector<double>& first, const std::vector<double>& second) {
  if (first.size() != second.size())
    return Status(Code::wrong_shape,
                  joined({"the paired lists have ", first.size(), " and ", second.size(), " scores"}));
  std::vector<double> differences(first.size());
  std::transform(first.begin(), first.end(), second.begin(), differences.begin(), std::minus<double>());
  const Summary summary = summarize(differences);
  PairedTest test;
  test.n = summary.n;
  test.mean_difference = summary.mean;
  if (summary.n < 2 || (summary.sd == 0 && summary.mean == 0)) return test;
  test.t = summary.mean / (summary.sd / std::sqrt(static_cast<double>(summary.n)));
  test.p = student_p(test.t, static_cast<double>(summary.n - 1));
  return test;
}

}  // namespace tanda::internal
