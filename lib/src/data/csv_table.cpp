// The second half of the CSV reader: keeps rows within the memory limit and makes the table at the end.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "csv_label_rule.hpp"
#include "csv_reader.hpp"
#include "table_look.hpp"

namespace tanda::internal::csv {

constexpr const char* give_rows = "give a table with one row for each sample";

template <class S>
Status TableReader<S>::keep_row() {
  if (Status s = make_room(); !s) return s;
  values.insert(values.end(), row.begin(), row.end());
  if (columns.label >= 0) labels.push(label_text);
  if (columns.patches >= 0) {
    patches.push(patch_text);
    if (patches.unlabelled() > 0)
      return {Code::missing_value, joined({place(columns.patches), " has no value: every row is in a patch"}),
              "fill it in, or leave the rows out"};
  }
  if (columns.id >= 0) {
    ids.push_back(to_utf8(id_text));
    id_bytes += ids.back().capacity() > 15 ? ids.back().capacity() : 0;
  }
  ++tally.rows_kept;
  return {};
}

/// Makes room for one more row, within the limit. Grows by half instead of doubling, because browsers count
/// reserved memory.
template <class S>
Status TableReader<S>::make_room() {
  const std::uint64_t limit = options.memory_limit, held_now = sizeof(S) * values.capacity();
  if (limit > 0 && other_bytes() + held_now > limit) return over_limit();
  if (values.capacity() - values.size() >= row.size()) return {};
  std::size_t room = values.size() + std::max(values.size() / 2, 16 * row.size());
  if (limit > 0) {  // old and new values exist at the same time
    const std::uint64_t left = limit - other_bytes() - held_now;
    room = std::size_t(std::min<std::uint64_t>(room, left / sizeof(S)));
    if (room < values.size() + row.size()) return over_limit();
  }
  values.reserve(room);
  return {};
}

/// Bytes of everything except the values.
template <class S>
std::uint64_t TableReader<S>::other_bytes() const {
  return head.capacity() + (reader ? reader->held_bytes() : 0) + bytes_held + columns.bytes() +
         sizeof(S) * row.size() + whole.size() / 8 + sizeof(Written) * written.capacity() + labels.bytes() +
         patches.bytes() + sizeof(std::string) * ids.capacity() + id_bytes +
         (columns.header ? sizeof(std::string) * std::size_t(columns.features) : 0);
}

template <class S>
Status TableReader<S>::over_limit() const {
  const std::string where = have_columns ? joined({row_place(), ": "}) : std::string();
  return {Code::memory_limit,
          joined({where, "the table takes more than the memory limit of ", options.memory_limit, " bytes"}),
          "raise {memory-limit}, or take fewer rows or columns"};
}

/// Reads the rest of the text that was held back.
template <class S>
Status TableReader<S>::end_text() {
  if (layout_is_known()) return {};
  if (phase == Phase::head)
    if (Status s = open_text(); !s) return s;
  for (bool more = reader != nullptr; more && !layout_is_known();) {
    converted.clear();
    more = false;
    if (Status s = reader->finish(converted, more); !s) return s;
    if (Status s = feed_csv(converted); !s) return s;
  }
  if (phase == Phase::first_line)
    if (Status s = split_head(); !s) return s;
  if (Status s = splitter.finish(*this); !s) return s;
  if (!have_columns && !held.empty())
    if (Status s = begin_table(); !s) return s;
  return have_columns ? Status() : Status(Code::empty_data, "the text is empty", give_rows);
}

/// Fails if there are no rows for a table.
template <class S>
Status TableReader<S>::check_rows() const {
  if (suspect) return suspect->verdict(columns);
  if (tally.rows_seen == 0) return {Code::empty_data, "there is a header but no rows", give_rows};
  if (tally.rows_kept == 0)
    return {Code::empty_data, "every row has a missing value",
            "use {missing=mean}, or leave out the column that has none with {drop}"};
  return {};
}

template <class S>
Status TableReader<S>::take(Table<S>& table, bool last) {
  if (options.missing == Missing::mean)
    return {Code::bad_argument, "the means of columns are known only when all rows have been read",
            "use {missing=drop}"};
  if (last) {
    if (Status s = end_text(); !s) return s;
    if (Status s = check_rows(); !s) return s;
  }
  if (!have_columns || values.empty()) return {};
  if (!label_is_settled()) {
    if (column > 0) {  // the current row must be read with the columns as they are
      settle_soon = true;
      return {};
    }
    if (Status s = settle_label_now(); !s) return s;
  }
  table.values = std::move(values);
  values.clear();
  ids.clear();
  id_bytes = 0;
  patches.clear();
  table.columns = columns.features;
  table.rows = Index(table.values.size()) / table.columns;
  table.features = columns.feature_names();
  table.has_labels = columns.label >= 0;
  table.label_column = columns.label;
  if (table.has_labels && columns.header) table.label_name = columns.names[std::size_t(columns.label)];
  if (table.has_labels) table.labels = labels.take();
  return {};
}

template <class S>
Status TableReader<S>::settle_label_now() {
  settle_soon = false;
  Table<S> table;
  table.values = std::move(values);
  table.rows = Index(tally.rows_kept);
  table.columns = columns.features;
  if (Status s = settle_label(table); !s) return s;
  values = std::move(table.values);
  row.resize(std::size_t(columns.features));
  return {};
}

template <class S>
Status TableReader<S>::finish(Table<S>& table) {
  if (Status s = end_text(); !s) return s;
  if (Status s = check_rows(); !s) return s;
  table.values = std::move(values);
  table.rows = Index(tally.rows_kept);
  table.columns = columns.features;
  table.ids = std::move(ids);
  table.patches = std::move(patches).encode().numbers;
  if (columns.label >= 0)
    if (Status s = settle_label(table); !s) return s;
  if (columns.header && columns.id >= 0) table.id_name = columns.names[std::size_t(columns.id)];
  table.features = columns.feature_names();
  table.has_labels = columns.label >= 0;
  table.label_column = columns.label;
  if (table.has_labels && columns.header) table.label_name = columns.names[std::size_t(columns.label)];
  if (Status s = fill_missing(table); !s) return s;
  labels.settle(options.fitted_classes);
  table.notes = table_notes(tally, columns, labels, options);
  if (table.has_labels) table.labels = std::move(labels).encode();
  // The check of all values needs temporary memory and is left out if the memory limit is too low for it.
  const bool room =
      options.memory_limit == 0 || table.bytes() + 16 * std::uint64_t(table.rows) <= options.memory_limit;
  if (options.wanted_count == 0 && options.wanted.empty() && room) {
    std::vector<bool> varies(written.size());
    for (std::size_t j = 0; j < written.size(); ++j) varies[j] = written[j].varies;
    std::vector<std::string> more = data_notes(table, columns, varies);
    table.notes.insert(table.notes.end(), more.begin(), more.end());
  }
  return {};
}

template <class S>
Status TableReader<S>::finish(CsvLayout& layout) {
  if (Status s = end_text(); !s) return s;
  layout.separator = separator;
  layout.decimal = columns.decimal;
  layout.header = columns.header;
  for (int c = 0; c < columns.count(); ++c)
    layout.columns.push_back(columns.has_name(c) ? std::string(columns.names[std::size_t(c)])
                                                 : joined({"column ", c + 1}));
  if (scan) {
    scan->settle_label(columns);
  } else if (columns.label >= 0) {
    Table<S> table;
    table.values = std::move(values);
    table.rows = Index(tally.rows_kept);
    table.columns = columns.features;
    if (Status s = settle_label(table); !s) return s;
  }
  layout.label = columns.label;
  layout.reason = columns.label >= 0 ? reason(columns) : no_label;
  if (columns.label < 0 && columns.count() == 1) layout.reason = "there is one column only";
  return {};
}

/// Decides from all rows whether the label is the last column or the only one of few whole numbers.
template <class S>
Status TableReader<S>::settle_label(Table<S>& table) {
  const int last = columns.label;
  if (columns.target[std::size_t(last)] == Columns::is_label) return {};  // it was decided at the start
  if (!columns.open) {                                                    // the last column has text
    columns.why = Why::text;
    return give_label(table, last);
  }
  const int label = label_of_all_rows(columns, table.rows, [&](int c, long long most) -> long long {
    const int feature = columns.target[std::size_t(c)];
    return whole[std::size_t(feature)] ? distinct_values(table, feature, std::size_t(most)) : most + 1;
  });
  if (label != last) columns.why = Why::whole_numbers;
  return give_label(table, label);
}

/// Removes the label column from the values, where it was read as a feature. If it is not the last column,
/// whose texts were kept, its whole numbers become the labels.
template <class S>
Status TableReader<S>::give_label(Table<S>& table, int label) {
  const bool other = label != columns.label;
  const std::size_t d = std::size_t(columns.features), out = std::size_t(columns.target[std::size_t(label)]);
  const std::size_t was = std::size_t(columns.target[std::size_t(columns.label)]);
  if (other && !last_misses && options.missing == Missing::error) return last_misses;
  if (other) labels.clear();
  std::size_t kept = 0, to = 0;
  for (std::size_t i = 0; i < std::size_t(table.rows); ++i) {
    const S* const from = table.values.data() + i * d;
    if (other && options.missing == Missing::drop && std::isnan(from[was])) continue;
    if (other)
      labels.push(std::isnan(from[out]) ? std::string() : std::to_string(static_cast<long long>(from[out])));
    for (std::size_t j = 0; j < d; ++j)
      if (j != out) table.values[to++] = from[j];
    if (!table.ids.empty() && kept != i) table.ids[kept] = std::move(table.ids[i]);
    if (!table.patches.empty()) table.patches[kept] = table.patches[i];
    ++kept;
  }
  table.values.resize(to);
  if (!table.ids.empty()) table.ids.resize(kept);
  if (!table.patches.empty()) table.patches.resize(kept);
  table.rows = Index(kept);
  tally.rows_kept = static_cast<long long>(kept);
  columns.label = label;
  columns.open = false;
  for (int& target : columns.target)
    target = target == int(out) ? Columns::is_label : target > int(out) ? target - 1 : target;
  table.columns = --columns.features;
  if (!written.empty()) written.erase(written.begin() + std::ptrdiff_t(out));
  return {};
}

template <class S>
Status TableReader<S>::fill_missing(Table<S>& table) {
  if (options.missing != Missing::mean) return {};  // then no values are missing
  for (const S value : table.values) tally.missing += std::isnan(value);
  if (tally.missing == 0) return {};
  const std::size_t d = std::size_t(table.columns);
  std::vector<double> means = options.fill;
  if (means.empty()) {
    means.assign(d, 0);
    std::vector<double> present(d, 0);
    for (std::size_t i = 0; i < table.values.size(); ++i) {
      const double value = double(table.values[i]);
      if (std::isnan(value)) continue;
      const double n = ++present[i % d];
      double& mean = means[i % d];
      mean += value / n - mean / n;  // cannot overflow, unlike a sum
    }
    for (int c = 0; c < columns.count(); ++c)
      if (const int f = columns.target[std::size_t(c)]; f >= 0 && present[std::size_t(f)] == 0)
        return {Code::missing_value, joined({columns.called(c), " has no values at all"}),
                joined({"leave it out with ", option_text("drop", columns.word(c))})};
  }
  for (const double mean : means)
    if (!(std::abs(mean) <= double(std::numeric_limits<S>::max())))
      return {Code::not_finite, "a value to fill in is not finite"};
  for (std::size_t i = 0; i < table.values.size(); ++i)
    if (std::isnan(table.values[i])) table.values[i] = S(means[i % d]);
  return {};
}

template Status TableReader<float>::keep_row();
template Status TableReader<double>::keep_row();
template Status TableReader<float>::take(Table<float>&, bool);
template Status TableReader<double>::take(Table<double>&, bool);
template Status TableReader<float>::settle_label_now();
template Status TableReader<double>::settle_label_now();
template Status TableReader<float>::over_limit() const;
template Status TableReader<double>::over_limit() const;
template Status TableReader<float>::finish(CsvLayout&);
template Status TableReader<float>::finish(Table<float>&);
template Status TableReader<double>::finish(Table<double>&);

}  // namespace tanda::internal::csv
