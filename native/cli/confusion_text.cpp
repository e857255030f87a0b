#include "confusion_text.hpp"

#include <algorithm>
#include <cstdio>

#include "text.hpp"

namespace cli {

namespace {

using tanda::internal::Confusion;

/// Wider tables do not fit on a terminal.
constexpr std::size_t most_columns = 15;
/// How many recalls are shown: the lowest ones.
constexpr std::size_t most_recalls = 8;

std::string square_table(const Confusion& confusion, const std::vector<std::string>& classes) {
  std::vector<std::vector<std::string>> rows = {{"class"}};
  for (const std::string& name : classes) rows[0].push_back(shortened(name, 12));
  rows[0].push_back("recall %");
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const int actual = static_cast<int>(c);
    rows.push_back({shortened(classes[c], 24)});
    for (std::size_t p = 0; p < classes.size(); ++p)
      rows.back().push_back(std::to_string(confusion.count(actual, static_cast<int>(p))));
    rows.back().push_back(confusion.samples(actual) == 0 ? "-" : percent(confusion.recall(actual)));
  }
  return "classes in rows, taken for those in columns\n" + columns(rows, 2);
}

std::string pair_table(const Confusion& confusion, const std::vector<std::string>& classes) {
  constexpr std::size_t most = 20;
  using Entry = std::pair<std::pair<int, int>, tanda::internal::Index>;
  std::vector<Entry> wrong;
  for (const auto& [pair, count] : confusion.counts()) {
    if (pair.first != pair.second) wrong.push_back({pair, count});
  }
  std::stable_sort(wrong.begin(), wrong.end(),
                   [](const Entry& a, const Entry& b) { return a.second > b.second; });
  wrong.resize(std::min(wrong.size(), most));
  std::vector<std::vector<std::string>> rows = {{"class", "taken for", "times"}};
  for (const Entry& entry : wrong) {
    rows.push_back({shortened(classes[static_cast<std::size_t>(entry.first.first)], 40),
                    shortened(classes[static_cast<std::size_t>(entry.first.second)], 40),
                    std::to_string(entry.second)});
  }
  return "pairs of classes that are confused most\n" + columns(rows, 2);
}

}  // namespace

std::string lowest_text(const std::vector<double>& recalls, const std::vector<std::string>& classes,
                        std::size_t most) {
  std::vector<std::size_t> order;
  for (std::size_t c = 0; c < recalls.size(); ++c) {
    if (recalls[c] >= 0) order.push_back(c);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return recalls[a] < recalls[b]; });
  std::vector<std::string> words;
  for (std::size_t i = 0; i < std::min(order.size(), most); ++i)
    words.push_back(shortened(for_terminal(classes[order[i]]), 24) + ' ' + percent(recalls[order[i]]));
  return join(words, ", ");
}

std::string accuracy_lines(const Confusion& confusion, const std::vector<std::string>& classes) {
  double right = 0;
  for (std::size_t c = 0; c < classes.size(); ++c)
    right += static_cast<double>(confusion.count(static_cast<int>(c), static_cast<int>(c)));
  std::string text = "accuracy " + percent(confusion.accuracy()) + " % (" +
                     std::to_string(static_cast<long long>(right)) + " of " +
                     std::to_string(confusion.samples()) + ")";
  if (!confusion.uneven()) return text + '\n';
  std::vector<double> recalls;
  for (std::size_t c = 0; c < classes.size(); ++c) recalls.push_back(confusion.recall(static_cast<int>(c)));
  const auto known = std::count_if(recalls.begin(), recalls.end(), [](double recall) { return recall >= 0; });
  text += ", balanced accuracy " + percent(confusion.balanced_accuracy()) +
          " % (the mean recall: classes are uneven)\n";
  return text + "recall %: " + lowest_text(recalls, classes, most_recalls) +
         (static_cast<std::size_t>(known) > most_recalls
              ? " … (the lowest of " + std::to_string(known) + " classes)\n"
              : "\n");
}

std::string confusion_table(const Confusion& confusion, const std::vector<std::string>& classes) {
  return classes.size() <= most_columns ? square_table(confusion, classes) : pair_table(confusion, classes);
}

}  // namespace cli
