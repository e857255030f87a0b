#include "input.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace tanda::internal::abi {

Result<Input> input_of(const tanda_data* data, bool whole) {
  if (!data) return missing_argument("data");
  if (!data->values == !data->doubles)
    return Status(Code::bad_argument, "data: give values or doubles, one of the two");
  if (data->rows == 0 || data->cols == 0) return Status(Code::empty_data);
  // The address space of the values bounds both, so that nothing computed from them can wrap.
  const std::size_t most = static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(double);
  if (data->rows > most / data->cols || data->rows > max_count || data->cols > max_count)
    return Status(Code::wrong_shape, "data: rows times columns is more than memory can hold");
  Input input;
  if (data->features) {
    for (std::size_t j = 0; j < data->cols; ++j) {
      if (!data->features[j]) return missing_argument("data: a feature's name");
      input.features.emplace_back(data->features[j]);
    }
  }
  if (!data->labels) return input;
  input.labelled = true;
  input.labels.assign(data->labels, data->labels + data->rows);
  const int highest = *std::max_element(input.labels.begin(), input.labels.end());
  const int lowest = *std::min_element(input.labels.begin(), input.labels.end());
  const std::size_t numbered = highest < 0 ? 0 : static_cast<std::size_t>(highest) + 1;
  const std::size_t count = data->class_count > 0 ? data->class_count : numbered;
  if (lowest < -1 || (highest >= 0 && static_cast<std::size_t>(highest) >= count))
    return Status(Code::wrong_shape, joined({"data: a label is not between -1 and ", count, " - 1"}));
  // Each class needs a sample: a count that does not fit the rows is a mistake, and could be any size. Of a
  // part of the samples, each class needs a name or a place in a short list.
  constexpr std::size_t listed = 65535;
  if (whole ? count > data->rows : !data->classes && count > listed)
    return Status(Code::wrong_shape, "data: there are more classes than rows",
                  "number the classes from 0 without gaps");
  for (std::size_t c = 0; c < count; ++c) {
    if (data->classes && !data->classes[c]) return missing_argument("data: a class's name");
    input.classes.push_back(data->classes ? data->classes[c] : std::to_string(c));
  }
  return input;
}

}  // namespace tanda::internal::abi
