// What a fit is measured against, timed in the same run: Eigen's product, Eigen's eigenproblem, scikit-learn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness.hpp"

namespace bench {

/// On a noisy machine one reading is none: take them before and after what is compared, and use the median.
class Yardsticks {
 public:
  /// Of this table, which must stay.
  explicit Yardsticks(const tanda::internal::Table<float>& table) : table_(table) {}

  void read();

  double product() const;       ///< seconds of Eigen's X·X' in float, 2nd² flops
  double eigenproblem() const;  ///< of Eigen's d×d generalised eigenproblem in double, all vectors
  /// Of scikit-learn's LDA (solver "eigen") and PCA; nothing when it is not installed.
  std::optional<double> lda() const;
  std::optional<double> pca() const;
  /// A line that says what they took.
  std::string text() const;
  tanda::internal::Json json() const;

 private:
  void read_peers();

  const tanda::internal::Table<float>& table_;
  std::vector<double> products_, eigenproblems_, ldas_, pcas_;
  std::string version_;
};

/// A ratio for people; "–" when there is nothing to compare with.
std::string ratio_text(double seconds, std::optional<double> yardstick);

}  // namespace bench
