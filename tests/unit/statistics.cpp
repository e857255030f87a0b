#include "select/statistics.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "ut.hpp"

namespace statistics_test {
using namespace ut;
using tanda::internal::incomplete_beta;
using tanda::internal::student_p;
constexpr double infinity = std::numeric_limits<double>::infinity();

bool close(double got, double wanted, double relative = 1e-12) {
  return std::abs(got - wanted) <= relative * std::abs(wanted);
}

/// P(X ≥ a) of a binomial X of n = a + b − 1 draws with chance x: I_x(a, b) for whole a and b.
double binomial_sum(int a, int b, double x) {
  const int n = a + b - 1;
  double sum = 0, term = std::pow(1 - x, n);
  for (int k = 0; k <= n; ++k) {
    if (k >= a) sum += term;
    term *= double(n - k) / double(k + 1) * x / (1 - x);
  }
  return sum;
}

const suite statistics_suite{[] {
  "mean and standard deviation"_test = [] {
    const auto s = tanda::internal::summarize({2, 4, 4, 4, 5, 5, 7, 9});
    expect(s.n == 8 && s.mean == 5 && close(s.sd, std::sqrt(32.0 / 7)));
    const auto none = tanda::internal::summarize({}), one = tanda::internal::summarize({3.5});
    expect(none.n == 0 && none.mean == 0 && none.sd == 0 && one.mean == 3.5 && one.sd == 0);
    const auto equal = tanda::internal::summarize(std::vector<double>(7, 0.1));
    expect(equal.mean == 0.1 && equal.sd == 0);
    expect(close(tanda::internal::summarize({1e9 + 1, 1e9 + 2, 1e9 + 3}).sd, 1)) << "far from zero";
  };

  "incomplete beta has its closed forms"_test = [] {
    for (double x : {1e-9, 0.01, 0.25, 0.5, 0.75, 0.99}) {
      for (double p : {1e-3, 0.5, 1.0, 2.5, 40.0, 1000.0}) {
        expect(close(incomplete_beta(1, p, x), -std::expm1(p * std::log1p(-x)))) << "I(1, b)" << p << x;
        if (p * std::log(x) > -600)
          expect(close(incomplete_beta(p, 1, x), std::pow(x, p))) << "I(a, 1)" << p << x;
      }
      expect(close(incomplete_beta(0.5, 0.5, x), std::asin(std::sqrt(x)) * 2 / std::acos(-1.0)))
          << "arcsine" << x;
    }
    for (double a : {1e-100, 1e-3, 0.3, 1.0, 7.0, 1e3, 1e6, 1e12, 1e40})
      expect(close(incomplete_beta(a, a, 0.5), 0.5)) << "symmetric" << a;
  };

  "incomplete beta sums the binomial distribution"_test = [] {
    for (int a : {1, 2, 5, 17, 60}) {
      for (int b : {1, 3, 8, 50}) {
        for (double x : {0.125, 0.5, 0.625, 0.875})
          expect(close(incomplete_beta(a, b, x), binomial_sum(a, b, x))) << a << b << x;
      }
    }
  };

  "incomplete beta agrees with 40-digit arithmetic"_test = [] {
    // mpmath 1.2.1, mp.dps = 40: betainc(a, b, 0, x, regularized=True).
    const double table[][4] = {
        {2.5, 1.5, 0.3, 0.08894372317066559158}, {0.5, 0.5, 0.2, 0.2951672353008665572},
        {30, 20, 0.55, 0.2328886067865692981},   {1000.5, 900.25, 0.53, 0.6240342159182335663},
        {1e-3, 7, 0.01, 0.9977873372572031966},  {12.25, 0.125, 0.99, 0.1968261485360749228}};
    for (const auto& [a, b, x, wanted] : table) {
      expect(close(incomplete_beta(a, b, x), wanted)) << a << b << x;
      expect(std::abs(incomplete_beta(b, a, 1 - x) + wanted - 1) < 1e-12)
          << "from the other side" << a << b << x;
    }
  };

  "extreme arguments give a number from 0 to 1 that does not fall"_test = [] {
    const double parameters[] = {5e-324, 1e-300, 1e-10, 0.5,  3,     1e5,
                                 0.99e8, 1.01e8, 1e12,  1e30, 1e200, infinity};
    const double places[] = {0, 5e-324, 1e-100, 1e-12, 0.1, 0.4999, 0.5, 0.5001, 0.9, 1 - 1e-12, 1};
    for (double a : parameters) {
      for (double b : parameters) {
        double last = 0;
        for (double x : places) {
          const double p = incomplete_beta(a, b, x);
          expect(p >= last - 1e-12 && p <= 1) << a << b << x << p;
          last = p;
        }
        expect(incomplete_beta(a, b, 0) == 0 && incomplete_beta(a, b, 1) == 1);
      }
    }
    for (const auto& [a, b, x] : {std::array<double, 3>{0, 1, 0.5}, {1, -1, 0.5}, {1, 1, -0.1}, {1, 1, 1.1}})
      expect(std::isnan(incomplete_beta(a, b, x)));
    expect(std::isnan(incomplete_beta(1, 1, std::nan(""))) &&
           std::isnan(incomplete_beta(std::nan(""), 1, 0.5)));
  };

  "Student's t at its critical values"_test = [] {
    // Roots of p(t) = 0.05, 0.01, 0.001 by 40-digit arithmetic.
    expect(close(student_p(2.262157162798205543, 9), 0.05));
    expect(close(student_p(-3.249835541592126276, 9), 0.01));
    expect(close(student_p(2.093024054408309769, 19), 0.05));
    expect(close(student_p(8.610301581379275097, 4), 0.001));
    expect(close(student_p(12.70620473617470465, 1), 0.05));
    expect(close(student_p(4.302652729749463852, 2), 0.05));
    expect(student_p(0, 9) == 1 && student_p(infinity, 9) == 0);
    expect(close(student_p(1.959963984540054235, 1e15), 0.05)) << "the normal distribution";
    expect(close(student_p(1, 1), 0.5)) << "Cauchy's distribution";
    expect(std::isnan(student_p(1, 0)));
  };

  "paired t-test"_test = [] {
    const std::vector<double> first = {12, 11, 15, 9, 13}, second = {10, 12, 11, 8, 11};
    const auto test = tanda::internal::paired_t_test(first, second);
    // Differences 2 −1 4 1 2: mean 1.6, variance 3.3.
    expect(test && test->n == 5 && close(test->mean_difference, 1.6));
    expect(close(test->t, 1.6 / std::sqrt(3.3 / 5)));
    expect(close(test->p, student_p(test->t, 4)) && test->p > 0.1 && test->p < 0.15) << test->p;
    const auto back = tanda::internal::paired_t_test(second, first);
    expect(back && back->t == -test->t && back->p == test->p);
  };

  "paired t-test without variation"_test = [] {
    const std::vector<double> scores = {1, 5, 2};
    const auto same = tanda::internal::paired_t_test(scores, scores),
               shifted = tanda::internal::paired_t_test(scores, {2, 6, 3});
    expect(same && same->p == 1 && same->t == 0 && same->mean_difference == 0);
    expect(shifted && shifted->p == 0 && shifted->t == -infinity && shifted->mean_difference == -1);
    const auto none = tanda::internal::paired_t_test({}, {}), one = tanda::internal::paired_t_test({3}, {4});
    expect(none && none->p == 1 && one && one->n == 1 && one->p == 1);
    expect(tanda::internal::paired_t_test({1}, {1, 2}).status().code() == tanda::Code::wrong_shape);
  };
}};
}  // namespace statistics_test
