// Confusion matrices: which classes are predicted as which, with balanced accuracy and recall.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include "base/types.hpp"

namespace tanda::internal {

/// Whether class sizes differ so much that accuracy alone misleads: the largest is more than 1.5 times the
/// smallest. Classes without samples do not count.
bool uneven_classes(const std::vector<Index>& sizes);

/// Counts of (true class, predicted class) pairs. Only pairs that occur take memory.
class Confusion {
 public:
  void add(int actual, int predicted);

  Index count(int actual, int predicted) const;
  Index samples(int actual) const;  ///< of that class
  Index samples() const { return all_; }
  double accuracy() const;  ///< 0 without samples
  /// The fraction of a class's samples that are classified as that class; −1 when it has no samples.
  double recall(int actual) const;
  /// The mean recall of the classes that have samples; 0 if none has.
  double balanced_accuracy() const;
  bool uneven() const { return uneven_classes(sizes_); }
  const std::map<std::pair<int, int>, Index>& counts() const { return counts_; }
  /// One row for each true class, of which there are `classes`, and one column for each predicted class.
  Json json(std::size_t classes) const;

 private:
  std::map<std::pair<int, int>, Index> counts_;
  std::vector<Index> sizes_;
  Index all_ = 0, right_ = 0;
};

}  // namespace tanda::internal
