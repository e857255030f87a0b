// Which classes are taken for which, and what that says beside accuracy.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include "base/types.hpp"

namespace tanda::internal {

/// Do classes of these sizes differ so much that accuracy alone misleads: is the largest more than 1.5 times
/// the smallest? Classes without samples do not count.
bool uneven_classes(const std::vector<Index>& sizes);

/// Counts of (true class, predicted class). Only pairs that occur take memory.
class Confusion {
 public:
  void add(int actual, int predicted);

  Index count(int actual, int predicted) const;
  Index samples(int actual) const;  ///< of that class
  Index samples() const { return all_; }
  double accuracy() const;  ///< 0 of no samples
  /// The part of a class's samples that are classified as such; −1 when it has none.
  double recall(int actual) const;
  /// The mean recall of the classes that have samples; 0 of none.
  double balanced_accuracy() const;
  bool uneven() const { return uneven_classes(sizes_); }
  const std::map<std::pair<int, int>, Index>& counts() const { return counts_; }
  /// One row for each of so many true classes, one column for each predicted one.
  Json json(std::size_t classes) const;

 private:
  std::map<std::pair<int, int>, Index> counts_;
  std::vector<Index> sizes_;
  Index all_ = 0, right_ = 0;
};

}  // namespace tanda::internal
