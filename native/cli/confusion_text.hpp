// Accuracy, recalls and confusions for people.
#pragma once

#include <string>
#include <vector>

#include "select/confusion.hpp"

namespace cli {

/// "b 12.5, c 40.0": the lowest recalls, lowest first, at most so many.
std::string lowest_text(const std::vector<double>& recalls, const std::vector<std::string>& classes,
                        std::size_t most);

/// "accuracy 91.0 % (91 of 100)", and where classes are uneven balanced accuracy and recalls, too.
std::string accuracy_lines(const tanda::internal::Confusion& confusion,
                           const std::vector<std::string>& classes);

/// A row for each class, a column for each it is taken for; of many classes, the pairs that are confused
/// most.
std::string confusion_table(const tanda::internal::Confusion& confusion,
                            const std::vector<std::string>& classes);

}  // namespace cli
