// Statistics of tables that are read piece by piece, with the names of classes and features, so that the
// pieces can be combined in any order.
#pragma once

#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "tanda/statistics.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// The statistics that pca, lda and similar methods need of all rows seen so far. Classes are in natural
/// order, whatever the order of the rows. Rows without a label are left out, unless no row has one: then
/// there is one class without a name.
struct RunningStatistics {
  /// A copyable Statistics; its copy constructor throws if memory runs out.
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
  Index dims = 0;  ///< 0 if no rows have been seen
  bool labelled = false;
  std::vector<std::string> classes, features;  ///< features: dims names, or none
  Of<Scatter::pooled> pooled;  ///< `pooled` or `each` is used, depending on `kept`; the other is empty
  Of<Scatter::per_class> each;
  std::vector<double> low, high;        ///< of each feature; empty without rows
  std::vector<double> at_low, at_high;  ///< numbers of rows at these ends
  double left_out = 0;                  ///< rows without a label
  std::string label_name;               ///< name of the label column, and its number from 1 (0 = unknown),
  Index label_column = 0;               ///< to be recorded in a model

  /// Calls use with the statistics of the kind in use.
  template <class Use>
  auto with(Use use) const {
    return kept == Scatter::pooled ? use(pooled) : use(each);
  }
  template <class Use>
  auto with(Use use) {
    return kept == Scatter::pooled ? use(pooled) : use(each);
  }
  /// The number of rows in the statistics.
  double rows() const {
    return low.empty() ? 0 : with([](const auto& s) { return double(s.count()); });
  }

  /// Adds rows. Rows that do not match the earlier ones fail and change nothing. O(n d² + d² C)
  template <class S>
  Status push(const Dataset<S>& rows);
  /// Adds all rows that another one has seen. O(d² C)
  Status merge(const RunningStatistics& other);

 private:
  Status check_alike(Index their_dims, bool their_labels,
                     const std::vector<std::string>& their_features) const;
  /// Adds missing classes; gives the numbers of all given names.
  Result<std::vector<int>> add_classes(const std::vector<std::string>& names);
};

}  // namespace tanda::internal
