// Assigns class numbers to label texts. O(n log n).
#include <algorithm>

#include "base/order.hpp"
#include "data/dataset.hpp"
#include "number.hpp"

namespace tanda::internal {

Labels encode_labels(const std::vector<std::string>& texts) {
  Labels labels;
  labels.numbers.assign(texts.size(), -1);

  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (!texts[i].empty()) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });

  std::vector<std::size_t> begin;  // start of each class in that order
  Array<double> values;
  bool all_numbers = true;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && texts[order[i]] == texts[order[i - 1]]) continue;
    const Number number = read_number(texts[order[i]]);
    all_numbers &= number.kind == NumberKind::number;
    values.push_back(number.value);
    begin.push_back(i);
  }
  begin.push_back(order.size());
  // Equal values ("1" and "1.0", two classes) stay in the order of their texts.
  if (!all_numbers) std::fill(values.begin(), values.end(), 0);

  for (const int c : order_of(values)) {
    const std::size_t first = begin[std::size_t(c)], last = begin[std::size_t(c) + 1];
    for (std::size_t i = first; i < last; ++i) labels.numbers[order[i]] = int(labels.classes.size());
    labels.classes.push_back(texts[order[first]]);
  }
  return labels;
}

}  // namespace tanda::internal
