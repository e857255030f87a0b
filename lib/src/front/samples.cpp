#include "front/samples.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "tanda/detail/format.hpp"

namespace tanda::internal {

Status check_size(std::size_t rows, std::size_t cols) {
  const std::size_t most = static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(double);
  if (rows <= max_count && cols <= max_count && (cols == 0 || rows <= most / cols)) return {};
  return Status(Code::wrong_shape, "rows times columns is more than memory can hold");
}

Result<std::size_t> count_classes(const int* labels, std::size_t rows, std::size_t given, std::size_t most) {
  const auto [lowest, highest] = std::minmax_element(labels, labels + rows);
  const std::size_t numbered = *highest < 0 ? 0 : static_cast<std::size_t>(*highest) + 1;
  const std::size_t count = given > 0 ? given : numbered;
  if (*lowest < -1 || numbered > count)
    return Status(Code::wrong_shape, joined({"a label is not between -1 and ", count, " - 1"}));
  if (count > most)
    return Status(Code::wrong_shape, "there are more classes than rows",
                  "number the classes from 0 without gaps");
  return count;
}

std::vector<std::string> numbers_as_names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < count; ++c) names.push_back(std::to_string(c));
  return names;
}

template <class S>
Result<ConstMatrixView<S>> samples_of(const S* x, std::size_t rows, std::size_t cols, std::size_t inputs) {
  if (!x && rows > 0) return Status(Code::bad_argument, "the samples are missing: x is null");
  if (cols != inputs)
    return Status(Code::wrong_shape, joined({"the model takes ", inputs, " features, not ", cols}));
  if (Status s = check_size(rows, cols); !s) return s;
  return ConstMatrixView<S>(x, Index(cols), Index(rows));
}

template Result<ConstMatrixView<float>> samples_of(const float*, std::size_t, std::size_t, std::size_t);
template Result<ConstMatrixView<double>> samples_of(const double*, std::size_t, std::size_t, std::size_t);

}  // namespace tanda::internal
