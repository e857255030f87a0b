#include "select/confusion.hpp"

#include <algorithm>

namespace tanda::internal {

bool uneven_classes(const std::vector<Index>& sizes) {
  Index smallest = 0, largest = 0;
  for (const Index size : sizes) {
    if (size == 0) continue;
    smallest = smallest == 0 ? size : std::min(smallest, size);
    largest = std::max(largest, size);
  }
  return 2 * largest > 3 * smallest;
}

void Confusion::add(int actual, int predicted) {
  ++counts_[{actual, predicted}];
  if (std::size_t(actual) >= sizes_.size()) sizes_.resize(std::size_t(actual) + 1, 0);
  ++sizes_[std::size_t(actual)];
  ++all_;
  right_ += actual == predicted;
}

Index Confusion::count(int actual, int predicted) const {
  const auto found = counts_.find({actual, predicted});
  return found == counts_.end() ? 0 : found->second;
}

Index Confusion::samples(int actual) const {
  return std::size_t(actual) < sizes_.size() ? sizes_[std::size_t(actual)] : 0;
}

double Confusion::accuracy() const {
  return all_ == 0 ? 0 : double(right_) / double(all_);
}

double Confusion::recall(int actual) const {
  const Index size = samples(actual);
  return size == 0 ? -1 : double(count(actual, actual)) / double(size);
}

double Confusion::balanced_accuracy() const {
  double sum = 0, classes = 0;
  for (std::size_t c = 0; c < sizes_.size(); ++c) {
    if (sizes_[c] == 0) continue;
    sum += recall(int(c));
    ++classes;
  }
  return classes == 0 ? 0 : sum / classes;
}

Json Confusion::json(std::size_t classes) const {
  Json rows = Json::array();
  for (std::size_t actual = 0; actual < classes; ++actual) {
    Json row = Json::array();
    for (std::size_t predicted = 0; predicted < classes; ++predicted)
      row.push(count(int(actual), int(predicted)));
    rows.push(std::move(row));
  }
  return rows;
}

}  // namespace tanda::internal
