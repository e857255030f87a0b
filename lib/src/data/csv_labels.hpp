// Collects labels while a table is read.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "csv_encoding.hpp"
#include "data/dataset.hpp"
#include "number.hpp"

namespace tanda::internal::csv {

/// Whether a text for a missing value may be a class in a label column. Other texts for missing values never
/// are.
inline bool may_be_class(std::string_view text) {
  return text == "-" || equal_ignoring_case(text, "NA");
}

/// Whether a text is -?digits, at most seven: a float holds it exactly and it can be written in the same way.
inline bool is_plain_integer(std::string_view text) {
  if (!text.empty() && text[0] == '-') text.remove_prefix(1);
  return !text.empty() && text.size() <= 7 && (text[0] != '0' || text.size() == 1) &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Collects label texts; each distinct text is stored once. O(log classes) per sample.
class LabelTexts {
 public:
  void push(std::string_view text) {
    if (!may_be_class(text) && read_number(text).kind == NumberKind::missing) return push_none();
    auto found = known_.find(text);
    if (found == known_.end()) {
      found = known_.emplace(std::string(text), texts_++).first;
      text_bytes_ += node_bytes + text.size();
    }
    ids_.push_back(found->second);
  }
  void push_none() {
    ids_.push_back(-1);
    ++unlabelled_;
  }
  void clear() { *this = {}; }

  /// Called when all labels are known: decides whether "NA" and "-" are classes or missing values. With a
  /// model, its classes decide; otherwise they are classes if there are fewer than two others, as in a column
  /// of + and -. O(n).
  void settle(const std::vector<std::string>& classes_of_model) {
    std::vector<std::string> doubtful;
    for (const auto& [text, id] : known_)
      if (may_be_class(text)) doubtful.push_back(text);
    const bool classes = known_.size() - doubtful.size() < 2;
    for (const std::string& text : doubtful) {
      const bool is_class =
          classes_of_model.empty()
              ? classes
              : std::find(classes_of_model.begin(), classes_of_model.end(), text) != classes_of_model.end();
      (is_class ? kept_words_ : missing_words_).push_back(text);
      if (is_class) continue;
      const auto found = known_.find(text);
      unlabelled_ += std::count(ids_.begin(), ids_.end(), found->second);
      known_.erase(found);  // the number now has no text, so its samples have no label
    }
  }
  /// The labels since the last call. The first call decides whether "NA" and "-" are classes.
  Labels take() {
    LabelTexts now = *this;
    ids_.clear();
    now.settle(first_classes_);
    Labels labels = std::move(now).encode();
    if (first_classes_.empty()) first_classes_ = labels.classes;
    return labels;
  }
  /// The texts that were decided to be missing values, and those decided to be classes.
  const std::vector<std::string>& missing_words() const { return missing_words_; }
  const std::vector<std::string>& kept_words() const { return kept_words_; }

  long long samples() const { return static_cast<long long>(ids_.size()); }
  long long unlabelled() const { return unlabelled_; }
  long long distinct() const { return static_cast<long long>(known_.size()); }
  std::size_t bytes() const { return sizeof(int) * ids_.capacity() + text_bytes_; }

  Labels encode() && {
    std::vector<std::string> texts(static_cast<std::size_t>(texts_));
    for (const auto& [text, id] : known_) texts[std::size_t(id)] = to_utf8(text);
    Labels labels = encode_labels(texts);
    for (int& id : ids_)
      if (id >= 0) id = labels.numbers[std::size_t(id)];
    labels.numbers = std::move(ids_);
    return labels;
  }

 private:
  static constexpr std::size_t node_bytes = 80;  ///< approximate size of a node of the map

  std::map<std::string, int, std::less<>> known_;
  int texts_ = 0;  ///< number of different texts seen
  std::vector<int> ids_;
  std::vector<std::string> missing_words_, kept_words_;
  std::vector<std::string> first_classes_;  ///< the classes of the first call of `take`
  long long unlabelled_ = 0;
  std::size_t text_bytes_ = 0;
};

}  // namespace tanda::internal::csv
