// What a fit is compared with, timed in the same run: Eigen's product, Eigen's eigenproblem, scikit-learn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness.hpp"

namespace bench {

/// On a noisy machine a single measurement is not reliable: measure before and after what is compared, and
/// use the median.
class Yardsticks {
 public:
  /// Measures on this table, which must outlive this object.
  explicit Yardsticks(const tanda::internal::Table<float>& table) : table_(table) {}

  void read();

  double product() const;       ///< seconds of Eigen's X·X' in float, 2nd² flops
  double eigenproblem() const;  ///< of Eigen's d×d generalised eigenproblem in double, all vectors
  /// scikit-learn's LDA (solver "eigen") and PCA; nothing if it is not installed.
  std::optional<double> lda() const;
  std::optional<double> pca() const;
  /// A line with the measured times.
  std::string text() const;
  tanda::internal::Json json() const;

 private:
  void read_peers();

  const tanda::internal::Table<float>& table_;
  std::vector<double> products_, eigenproblems_, ldas_, pcas_;
  std::string version_;
};

/// A ratio as text; "–" without a yardstick.
std::string ratio_text(double seconds, std::optional<double> yardstick);

}  // namespace bench
