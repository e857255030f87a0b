// The pages that `tanda evaluate --format html` writes: one file that needs nothing else.
#pragma once

#include <string>
#include <vector>

#include "evaluation_report.hpp"

namespace cli {

/// The first row is the heading, a row that is shorter ends with a text. Row `best` is marked.
std::string html_table(const std::vector<std::vector<std::string>>& rows, std::size_t best, bool text_last);

/// What was evaluated, then `body`.
std::string html_page(const EvaluationContext& context, const std::string& body);

}  // namespace cli
