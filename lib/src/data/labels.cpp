// Class numbers for label texts. O(n log n).
#include <algorithm>

#include "number.hpp"
#include "tanda/data/dataset.hpp"

namespace tanda {
namespace {

struct Class {
  double value = 0;
  std::size_t begin = 0, end = 0;  ///< its samples in the sorted order
};

}  // namespace

Labels encode_labels(const std::vector<std::string>& texts) {
  Labels labels;
  labels.numbers.assign(texts.size(), -1);

  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (!texts[i].empty()) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });

  std::vector<Class> classes;  // by bytes
  bool all_numbers = true;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || texts[order[i]] != texts[order[i - 1]]) {
      const Number number = read_number(texts[order[i]]);
      all_numbers &= number.kind == NumberKind::number;
      classes.push_back({number.value, i, i});
    }
    classes.back().end = i + 1;
  }
  // Stable: equal values ("1" and "1.0", two classes) stay in the order of their texts.
  if (all_numbers)
    std::stable_sort(classes.begin(), classes.end(),
                     [](const Class& a, const Class& b) { return a.value < b.value; });

  for (const Class& c : classes) {
    for (std::size_t i = c.begin; i < c.end; ++i) labels.numbers[order[i]] = int(labels.classes.size());
    labels.classes.push_back(texts[order[c.begin]]);
  }
  return labels;
}

}  // namespace tanda
