// The pages that `tanda evaluate --format html` writes: self-contained files.
#pragma once

#include <string>
#include <vector>

#include "evaluation_report.hpp"

namespace cli {

/// The first row is the heading. In a shorter row the last cell is a text that spans the rest. Row `best` is
/// highlighted.
std::string html_table(const std::vector<std::vector<std::string>>& rows, std::size_t best, bool text_last);

/// A page with a description of what was evaluated, followed by `body`.
std::string html_page(const EvaluationContext& context, const std::string& body);

}  // namespace cli
