// What the first rows of a table tell: whether the first one is a header, and what its numbers look like.
#pragma once

#include "csv_columns.hpp"

namespace tanda::internal::csv {

/// Is the first row one of names? Those that the options speak of tell, else where it has text.
bool is_header(const Cells& row, const Head& head, char decimal, const CsvOptions& options);

/// Do the first rows have decimal commas and no decimal points? "1,234" may be a thousand: not counted.
bool has_decimal_commas(const Head& head);

/// "5,1" is a number where commas stand for decimal points.
bool is_decimal_comma(std::string_view text);

/// How many features a model wants; 0 = there is no model.
int wanted_features(const CsvOptions& options);

/// "4" → 3; -1 when it is not a column number of a table this wide.
int column_number(const std::string& text, std::size_t columns);

}  // namespace tanda::internal::csv
