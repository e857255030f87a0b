#include "running_statistics.hpp"

#include <numeric>

#include "base/text.hpp"
#include "data/arrange.hpp"

namespace tanda::internal {
namespace {

constexpr Index most_numbered = 65535;  // largest number of features and of classes

/// The smallest or largest value so far, and the number of rows that have it.
struct Extreme {
  double &value, &count;
  void see(double x, double times, bool beyond) {
    if (beyond) {
      value = x;
      count = times;
    } else if (x == value) {
      count += times;
    }
  }
};

void see_ends(RunningStatistics& s, std::size_t j, double low, double at_low, double high, double at_high) {
  Extreme{s.low[j], s.at_low[j]}.see(low, at_low, low < s.low[j]);
  Extreme{s.high[j], s.at_high[j]}.see(high, at_high, high > s.high[j]);
}

template <class S>
void see_row(RunningStatistics& s, const S* x) {
  if (s.low.empty()) {
    s.low.assign(x, x + s.dims);
    s.high = s.low;
    s.at_low.assign(s.low.size(), 0);
    s.at_high = s.at_low;
  }
  for (std::size_t j = 0; j < s.low.size(); ++j) see_ends(s, j, double(x[j]), 1, double(x[j]), 1);
}

std::string quoted(const std::string& name) {
  return joined({"\"", name, "\""});
}

}  // namespace

Status RunningStatistics::check_alike(Index their_dims, bool their_labels,
                                      const std::vector<std::string>& their_features) const {
  if (their_dims > most_numbered)
    return Status(Code::wrong_shape, joined({"statistics are of at most ", most_numbered, " features"}));
  if (dims == 0) return {};
  if (their_dims != dims)
    return Status(Code::wrong_shape,
                  joined({"these rows have ", their_dims, " features, those before had ", dims}));
  if (their_labels != labelled)
    return Status(Code::wrong_shape, joined({"these rows have ", (their_labels ? "labels" : "no labels"),
                                             ", those before had ", (labelled ? "some" : "none")}));
  if (features.empty() || their_features.empty()) return {};
  for (std::size_t j = 0; j < features.size(); ++j) {
    if (features[j] == their_features[j]) continue;
    return Status(Code::wrong_shape,
                  joined({"feature ", j + 1, " is called ", quoted(their_features[j]), ", before it was ",
                          quoted(features[j])}),
                  "use the same columns, in the same order");
  }
  return {};
}

Result<std::vector<int>> RunningStatistics::add_classes(const std::vector<std::string>& names) {
  const auto renumber = [&](const std::vector<int>& to, int count) {
    return Status(with([&](auto& s) {
      return s.classes() > 0 ? s.renumber(to.data(), count, s) : s.reset(int(dims), count);
    }));
  };
  if (!labelled) {
    if (with([](const auto& s) { return s.classes(); }) == 0)
      if (Status s = renumber({}, 1); !s) return s;
    return std::vector<int>();
  }
  std::vector<std::string> all = classes;
  all.insert(all.end(), names.begin(), names.end());
  Labels labels = encode_labels(all);
  if (Index(labels.classes.size()) > most_numbered)
    return Status(Code::wrong_shape, joined({"statistics are of at most ", most_numbered, " classes"}));
  for (const int number : labels.numbers)
    if (number < 0) return Status(Code::bad_argument, "a class has an empty name");
  const auto own = labels.numbers.begin() + std::ptrdiff_t(classes.size());
  std::vector<int> theirs(own, labels.numbers.end());
  if (labels.classes.size() > classes.size()) {
    if (Status s = renumber({labels.numbers.begin(), own}, int(labels.classes.size())); !s) return s;
    classes = std::move(labels.classes);
  }
  return theirs;
}

template <class S>
Status RunningStatistics::push(const Dataset<S>& rows) {
  if (Status s = check_finite(rows); !s) return s;
  if (Status s = check_labels(rows); !s) return s;
  if (Status s = check_alike(rows.dims(), rows.labels != nullptr, rows.features); !s) return s;
  RunningStatistics next = *this;
  next.dims = rows.dims();
  next.labelled = rows.labels != nullptr;
  if (next.features.empty()) next.features = rows.features;
  std::vector<int> number;
  if (Status s = next.add_classes(rows.classes).get(number); !s) return s;
  for (Index i = 0; i < rows.samples(); ++i) {
    if (rows.labels && rows.labels[i] < 0) {
      ++next.left_out;
      continue;
    }
    const S* const x = rows.x.col(i).data();
    const int label = rows.labels ? number[std::size_t(rows.labels[i])] : 0;
    const Code code = next.with([&](auto& s) { return s.push(x, label); });
    if (code != Code::ok) return Status(code, joined({"row ", i + 1, ": ", info(code).text}));
    see_row(next, x);
  }
  *this = std::move(next);
  return {};
}

Status RunningStatistics::merge(const RunningStatistics& other) {
  if (other.dims == 0) return {};
  if (other.kept != kept)
    return Status(Code::wrong_shape, "one keeps the scatter of all classes together, the other that of each",
                  "collect both with the same {scatter}");
  if (Status s = check_alike(other.dims, other.labelled, other.features); !s) return s;
  RunningStatistics next = *this;
  next.dims = other.dims;
  next.labelled = other.labelled;
  if (next.features.empty()) next.features = other.features;
  if (next.label_name.empty() && next.label_column == 0) {
    next.label_name = other.label_name;
    next.label_column = other.label_column;
  }
  next.left_out += other.left_out;
  std::vector<int> number;
  if (Status s = next.add_classes(other.classes).get(number); !s) return s;
  if (!other.labelled) number = {0};
  if (!other.low.empty()) {
    const auto add = [&](auto& mine, const auto& theirs) {
      std::decay_t<decltype(mine)> same_numbers;
      const Code code = theirs.renumber(number.data(), mine.classes(), same_numbers);
      return code == Code::ok ? mine.merge(same_numbers) : code;
    };
    const Code code = kept == Scatter::pooled ? add(next.pooled, other.pooled) : add(next.each, other.each);
    if (code != Code::ok) return Status(code);
    if (next.low.empty()) {
      next.low = other.low;
      next.high = other.high;
      next.at_low = other.at_low;
      next.at_high = other.at_high;
    } else {
      for (std::size_t j = 0; j < low.size(); ++j)
        see_ends(next, j, other.low[j], other.at_low[j], other.high[j], other.at_high[j]);
    }
  }
  *this = std::move(next);
  return {};
}

template Status RunningStatistics::push(const Dataset<float>&);
template Status RunningStatistics::push(const Dataset<double>&);

}  // namespace tanda::internal
