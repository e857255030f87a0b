// Labels while a table is read.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "csv_text.hpp"
#include "number.hpp"
#include "tanda/data/dataset.hpp"

namespace tanda::csv {

/// Label texts as they come: each distinct text is kept once. O(log classes) a sample.
class LabelTexts {
 public:
  void push(std::string_view text) {
    const Number number = read_number(text);
    // "NA" may well be a class; what else stands for a missing value is an unlabelled sample.
    if (number.kind == NumberKind::missing && text != "NA") {
      ids_.push_back(-1);
      ++unlabelled_;
      return;
    }
    auto found = known_.find(text);
    if (found == known_.end()) {
      found = known_.emplace(std::string(text), int(known_.size())).first;
      all_numbers_ &= number.kind == NumberKind::number;
      any_fraction_ |= number.value != std::floor(number.value);
    }
    ids_.push_back(found->second);
  }

  long long unlabelled() const { return unlabelled_; }
  long long distinct() const { return static_cast<long long>(known_.size()); }
  bool look_measured() const { return all_numbers_ && any_fraction_ && 2 * known_.size() > ids_.size(); }

  Labels encode() && {
    std::vector<std::string> texts(known_.size());
    for (const auto& [text, id] : known_) texts[std::size_t(id)] = to_utf8(text);
    Labels labels = encode_labels(texts);
    for (int& id : ids_)
      if (id >= 0) id = labels.numbers[std::size_t(id)];
    labels.numbers = std::move(ids_);
    return labels;
  }

 private:
  std::map<std::string, int, std::less<>> known_;
  std::vector<int> ids_;
  long long unlabelled_ = 0;
  bool all_numbers_ = true, any_fraction_ = false;
};

}  // namespace tanda::csv
