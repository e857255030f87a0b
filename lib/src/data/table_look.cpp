#include "table_look.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/text.hpp"
#include "csv_text.hpp"
#include "data/precision.hpp"

namespace tanda::internal::csv {
namespace {

/// With fewer rows, too little is known about a column.
constexpr Index fewest_rows = 20;

template <class S>
class Look {
 public:
  Look(const Table<S>& table, const Columns& columns, const std::vector<bool>& varies)
      : table_(table), columns_(columns), varies_(varies) {
    column_of_.resize(std::size_t(table.columns));
    for (int c = 0; c < columns.count(); ++c)
      if (const int feature = columns.target[std::size_t(c)]; feature >= 0)
        column_of_[std::size_t(feature)] = c;
  }

  std::vector<std::string> notes() {
    if (table_.rows >= 2) look_at_columns();
    note_constant();
    note_lost();
    note_names_of_rows();
    note_leaks();
    note_copies();
    note_single_classes();
    return std::move(notes_);
  }

 private:
  S value(Index row, Index feature) const {
    return table_.values[std::size_t(row) * std::size_t(table_.columns) + std::size_t(feature)];
  }

  void look_at_columns() {
    const std::size_t classes = table_.labels.classes.size();
    for (Index j = 0; j < table_.columns; ++j) {
      const int c = column_of_[std::size_t(j)];
      if (is_constant(j))
        (!varies_.empty() && varies_[std::size_t(j)] ? lost_ : constant_).push_back(c);
      else if (table_.rows >= fewest_rows && numbers_rows(j))
        names_.push_back(c);
      else if (table_.rows >= fewest_rows && classes >= 2 &&
               (tells_class(j, std::max<std::size_t>(20, 2 * classes)) || orders_classes(j)))
        leaks_.push_back(c);
    }
  }

  bool is_constant(Index j) const {
    for (Index i = 1; i < table_.rows; ++i)
      if (value(i, j) != value(0, j)) return false;
    return true;
  }

  /// Whether a column has whole numbers that differ in (almost) every row, such as row numbers. Measurements
  /// seldom do. The first thousand rows are decisive for most columns; in single precision some long numbers
  /// become equal.
  bool numbers_rows(Index j) const {
    for (const Index rows : {std::min<Index>(table_.rows, 1000), table_.rows}) {
      std::vector<S> sorted(static_cast<std::size_t>(rows));
      for (Index i = 0; i < rows; ++i) {
        sorted[std::size_t(i)] = value(i, j);
        const double x = double(sorted[std::size_t(i)]);
        if (x != std::floor(x) || std::abs(x) > 9e15) return false;  // all larger doubles are whole
      }
      std::sort(sorted.begin(), sorted.end());
      const Index different = Index(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
      if (20 * (rows - different) > rows) return false;
    }
    return true;
  }

  /// Whether a column has at most `most` values, each in one class only, but not a different one in each row.
  bool tells_class(Index j, std::size_t most) const {
    std::vector<std::pair<S, int>> seen;  // sorted
    for (Index i = 0; i < table_.rows; ++i) {
      const int label = table_.labels.numbers[std::size_t(i)];
      if (label < 0) continue;
      const S x = value(i, j);
      const auto at = std::lower_bound(seen.begin(), seen.end(), x,
                                       [](const std::pair<S, int>& a, S b) { return a.first < b; });
      if (at != seen.end() && at->first == x) {
        if (at->second != label) return false;
      } else {
        if (seen.size() == most) return false;
        seen.insert(at, {x, label});
      }
    }
    if (2 * Index(seen.size()) >= table_.rows) return false;
    return std::any_of(seen.begin(), seen.end(),
                       [&](const auto& each) { return each.second != seen[0].second; });
  }

  /// Whether each class, in rows sorted by this column, is one run of rows, and none is short.
  bool orders_classes(Index j) const {
    std::vector<std::pair<S, S>> ends(
        table_.labels.classes.size());  // lowest and highest value of each class
    std::vector<Index> rows(ends.size(), 0);
    for (Index i = 0; i < table_.rows; ++i) {
      const int label = table_.labels.numbers[std::size_t(i)];
      if (label < 0) continue;
      auto& [low, high] = ends[std::size_t(label)];
      const S x = value(i, j);
      low = rows[std::size_t(label)] > 0 ? std::min(low, x) : x;
      high = rows[std::size_t(label)] > 0 ? std::max(high, x) : x;
      ++rows[std::size_t(label)];
    }
    if (*std::min_element(rows.begin(), rows.end()) < fewest_rows) return false;
    std::sort(ends.begin(), ends.end());
    for (std::size_t c = 1; c < ends.size(); ++c)
      if (!(ends[c - 1].second < ends[c].first)) return false;
    return true;
  }

  std::string which(const std::vector<int>& found) const {
    return found.size() == 1 ? columns_.called(found[0]) : joined({"columns ", columns_.list(found)});
  }
  /// The remedy "{drop=a}" for one column; for several, the user must choose.
  std::string drop(const std::vector<int>& found) const {
    return found.size() == 1 ? option_text("drop", columns_.word(found[0])) : option_text("drop");
  }

  void note_constant() {
    if (constant_.empty()) return;
    notes_.push_back(joined({which(constant_), (constant_.size() == 1 ? " never changes" : " never change"),
                             " and can be left out with ", drop(constant_)}));
  }

  void note_lost() {
    if (lost_.empty()) return;
    notes_.push_back(joined({which(lost_), (lost_.size() == 1 ? " differs" : " differ"),
                             " between rows only in digits that floats do not have: ", subtract_first}));
  }

  void note_names_of_rows() {
    // More such columns are a property of the data, not a mistake.
    if (names_.empty() || names_.size() > 3) return;
    const bool one = names_.size() == 1;
    notes_.push_back(
        joined({which(names_), (one ? " has" : " have"), " a different whole number in almost every row: if ",
                (one ? "it only names" : "they only name"), " the rows, leave ", (one ? "it" : "them"),
                " out with ", drop(names_), ", or carry ", (one ? "it" : "one"), " along with ",
                (one ? option_text("id", columns_.word(names_[0])) : option_text("id"))}));
  }

  void note_leaks() {
    if (leaks_.empty()) return;
    const bool one = leaks_.size() == 1;
    notes_.push_back(
        joined({which(leaks_), (one ? " tells" : " tell"), " the class by ", (one ? "itself" : "themselves"),
                " (no value occurs in two classes): if ", (one ? "it was" : "they were"),
                " made from the label, leave ", (one ? "it" : "them"), " out with ", drop(leaks_)}));
  }

  /// Notes rows that are equal in all features and the label, found by a hash of each row.
  void note_copies() {
    std::vector<std::uint64_t> hashes(std::size_t(table_.rows));
    for (Index i = 0; i < table_.rows; ++i) {
      std::uint64_t hash = table_.has_labels ? std::uint64_t(table_.labels.numbers[std::size_t(i)] + 2) : 1;
      for (Index j = 0; j < table_.columns; ++j) {
        std::uint64_t bits = 0;
        const S x = value(i, j) + S(0);  // −0 is 0
        std::memcpy(&bits, &x, sizeof x);
        hash = (hash ^ bits) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
      }
      hashes[std::size_t(i)] = hash;
    }
    std::sort(hashes.begin(), hashes.end());
    const auto different = std::unique(hashes.begin(), hashes.end()) - hashes.begin();
    const Index copies = table_.rows - Index(different);
    // One or two copies in a hundred rows are common.
    if (table_.rows < fewest_rows || 50 * copies < table_.rows) return;
    notes_.push_back(
        joined({counted(copies, "row"), (copies == 1 ? " is a copy of another:" : " are copies of others:"),
                " remove them if they are not samples of their own, or what is trained on is also what "
                "is tested"}));
  }

  void note_single_classes() {
    const auto& labels = table_.labels;
    std::vector<Index> sizes(labels.classes.size(), 0);
    for (const int label : labels.numbers)
      if (label >= 0) ++sizes[std::size_t(label)];
    std::string names;
    Index single = 0;
    for (std::size_t c = 0; c < sizes.size(); ++c)
      if (sizes[c] == 1 && ++single <= 3) append(names, {(single > 1 ? ", " : ""), shown(labels.classes[c])});
    // If most classes have one sample, the label column is probably wrong; another note reports that.
    if (single == 0 || 2 * single > Index(sizes.size())) return;
    if (single > 3) append(names, {" and ", single - 3, " more"});
    notes_.push_back(
        joined({(single == 1 ? "class " : "classes "), names, (single == 1 ? " has" : " have"),
                " one sample only, which cannot be both trained on and tested: give more, or remove ",
                (single == 1 ? "it" : "them")}));
  }

  const Table<S>& table_;
  const Columns& columns_;
  std::vector<int> column_of_;  ///< the column of each feature
  const std::vector<bool>& varies_;
  std::vector<int> constant_, lost_, names_, leaks_;
  std::vector<std::string> notes_;
};

}  // namespace

template <class S>
long long distinct_values(const Table<S>& table, Index column, std::size_t most) {
  std::vector<S> seen;  // sorted
  for (Index i = 0; i < table.rows; ++i) {
    const S x = table.values[std::size_t(i) * std::size_t(table.columns) + std::size_t(column)];
    if (std::isnan(x)) continue;
    const auto at = std::lower_bound(seen.begin(), seen.end(), x);
    if (at != seen.end() && *at == x) continue;
    if (seen.size() == most) return static_cast<long long>(most) + 1;
    seen.insert(at, x);
  }
  return static_cast<long long>(seen.size());
}

template <class S>
std::vector<std::string> data_notes(const Table<S>& table, const Columns& columns,
                                    const std::vector<bool>& varies) {
  return Look<S>(table, columns, varies).notes();
}

template long long distinct_values(const Table<float>&, Index, std::size_t);
template long long distinct_values(const Table<double>&, Index, std::size_t);
template std::vector<std::string> data_notes(const Table<float>&, const Columns&, const std::vector<bool>&);
template std::vector<std::string> data_notes(const Table<double>&, const Columns&, const std::vector<bool>&);

}  // namespace tanda::internal::csv
