// Detects from the first rows of a table whether the first one is a header, and the decimal mark.
#pragma once

#include "csv_columns.hpp"

namespace tanda::internal::csv {

/// Whether the first row has names: decided by names given in the options, else by where it has text.
bool is_header(const Cells& row, const Head& head, char decimal, const CsvOptions& options);

/// Whether the first rows have decimal commas and no decimal points. "1,234" is not counted, because it may
/// be a thousand.
bool has_decimal_commas(const Head& head);

/// Whether a text is a number with a decimal comma, such as "5,1".
bool is_decimal_comma(std::string_view text);

/// The number of features that a model needs; 0 = no model.
int wanted_features(const CsvOptions& options);

/// "4" → 3; -1 if the text is not the number of a column.
int column_number(const std::string& text, std::size_t columns);

}  // namespace tanda::internal::csv
