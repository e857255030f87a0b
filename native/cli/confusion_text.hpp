// Accuracy, recalls and confusion matrices as text.
#pragma once

#include <string>
#include <vector>

#include "select/confusion.hpp"

namespace cli {

/// "b 12.5, c 40.0": the lowest recalls in ascending order, at most so many.
std::string lowest_text(const std::vector<double>& recalls, const std::vector<std::string>& classes,
                        std::size_t most);

/// "accuracy 91.0 % (91 of 100)"; where class sizes are uneven also balanced accuracy and recalls.
std::string accuracy_lines(const tanda::internal::Confusion& confusion,
                           const std::vector<std::string>& classes);

/// A row for each true class, a column for each predicted class; with many classes, only the pairs that are
/// confused most.
std::string confusion_table(const tanda::internal::Confusion& confusion,
                            const std::vector<std::string>& classes);

}  // namespace cli
