// Whether one list of scores is better than another: mean, standard deviation and the paired t-test.
#pragma once

#include <vector>

#include "base/types.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

struct Summary {
  Index n = 0;
  double mean = 0;  ///< 0 without values
  double sd = 0;    ///< of a sample (divided by n − 1); 0 with fewer than two values
};
/// Equal values give exactly their value as the mean, and the deviation 0. O(n).
Summary summarize(const std::vector<double>& values);

/// I_x(a, b) = ∫₀ˣ t^(a−1) (1 − t)^(b−1) dt / B(a, b), for a, b > 0 and 0 ≤ x ≤ 1; NaN for anything else.
/// Relative error below 1e-12 for a, b from 1e-3 to 1e6, or the change that the last bit of x makes if that
/// is larger; always a number in [0, 1].
double incomplete_beta(double a, double b, double x);

/// Probability that |T| ≥ |t| for Student's T with `freedom` > 0 degrees of freedom, also fractional ones.
double student_p(double t, double freedom);

struct PairedTest {
  Index n = 0;
  double mean_difference = 0;  ///< of first − second
  double t = 0;                ///< infinite when all differences are equal and not 0
  double p = 1;                ///< two-sided; below 0.05 the two lists differ
};
/// Paired t-test of two lists of scores, such as the errors of two methods on the same splits. Fewer than two
/// pairs give p = 1. Lists of different lengths are refused.
Result<PairedTest> paired_t_test(const std::vector<double>& first, const std::vector<double>& second);

}  // namespace tanda::internal
