// CSV/TSV text in, Table out. Fed in pieces, so that a large file is never held as text.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tanda/core/status.hpp"
#include "tanda/data/dataset.hpp"

namespace tanda {

enum class Missing : unsigned char { error, drop, mean };

struct CsvOptions {
  /// Name or number (from 1) of the label column; "" = a column called label, class, target, species, ...,
  /// else the last one; "none" = there is no label column.
  std::string label;
  Missing missing = Missing::error;
  /// The features a model wants. When given, columns are picked by these names if there is a header,
  /// otherwise by position; other columns are passed over, and the label column is optional.
  std::vector<std::string> wanted;
  /// How many features the model wants, 0 = any.
  Index wanted_count = 0;
  /// Per-feature values for Missing::mean; empty = the means of this very table.
  std::vector<double> fill;
};

/// A push parser: feed any pieces of the text, then finish once.
template <class S>
class CsvReader {
 public:
  explicit CsvReader(CsvOptions options);
  ~CsvReader();
  CsvReader(CsvReader&&) noexcept;

  Status feed(std::string_view piece);
  Result<Table<S>> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
  Status status_;  ///< the first error; it stays
};

template <class S>
Result<Table<S>> read_csv(std::string_view text, const CsvOptions& options);

}  // namespace tanda
