// Statistics of tables that come piece by piece, from anywhere: with the names of classes and features, so
// that any pieces go together in any order.
#pragma once

#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "tanda/statistics.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// What pca, lda and their like need of all rows seen so far. Classes are in natural order, whatever order
/// they came in; rows without a label are left out, unless none has one: then there is one class without a
/// name.
struct RunningStatistics {
  /// Can be copied as everything inside, where memory that runs out is thrown.
  template <Scatter kept>
  struct Of : Statistics<double, Eigen::Dynamic, Eigen::Dynamic, kept> {
    Of() = default;
    Of(const Of& other) {
      if (this->copy(other) != Code::ok) Eigen::internal::throw_std_bad_alloc();
    }
    Of(Of&&) noexcept = default;
    Of& operator=(Of other) noexcept {
      Statistics<double, Eigen::Dynamic, Eigen::Dynamic, kept>::operator=(std::move(other));
      return *this;
    }
    ~Of() = default;
  };

  explicit RunningStatistics(Scatter scatter = Scatter::pooled) : kept(scatter) {}

  Scatter kept;
  Index dims = 0;  ///< 0: nothing has been seen
  bool labelled = false;
  std::vector<std::string> classes, features;  ///< features: dims names, or none
  Of<Scatter::pooled> pooled;                  ///< one of these two; the other one is empty
  Of<Scatter::per_class> each;
  std::vector<double> low, high;        ///< of each feature; empty without rows
  std::vector<double> at_low, at_high;  ///< how many rows are at these ends
  double left_out = 0;                  ///< rows without a label
  std::string label_name;  ///< what the label's column was called, and its number from 1 (0 = not
  Index label_column = 0;  ///< known): for a model to remember

  /// use(the statistics), of either kind.
  template <class Use>
  auto with(Use use) const {
    return kept == Scatter::pooled ? use(pooled) : use(each);
  }
  template <class Use>
  auto with(Use use) {
    return kept == Scatter::pooled ? use(pooled) : use(each);
  }
  /// Rows that count.
  double rows() const {
    return low.empty() ? 0 : with([](const auto& s) { return double(s.count()); });
  }

  /// Adds rows; those that cannot go with what has been seen change nothing. O(n d² + d² C)
  template <class S>
  Status push(const Dataset<S>& rows);
  /// As if this one had seen all that the other one has. O(d² C)
  Status merge(const RunningStatistics& other);

 private:
  Status check_alike(Index their_dims, bool their_labels,
                     const std::vector<std::string>& their_features) const;
  /// Takes more classes in; gives the numbers of these.
  Result<std::vector<int>> add_classes(const std::vector<std::string>& names);
};

}  // namespace tanda::internal
