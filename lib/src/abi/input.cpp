#include "input.hpp"

#include "front/samples.hpp"

namespace tanda::internal::abi {

Result<Input> input_of(const tanda_data* data, bool whole) {
  if (!data) return missing_argument("data");
  if (!data->values == !data->doubles)
    return Status(Code::bad_argument, "data: give values or doubles, one of the two");
  if (data->rows == 0 || data->cols == 0) return Status(Code::empty_data);
  if (Status s = check_size(data->rows, data->cols); !s) return s;
  Input input;
  if (data->features) {
    for (std::size_t j = 0; j < data->cols; ++j) {
      if (!data->features[j]) return missing_argument("data: a feature's name");
      input.features.emplace_back(data->features[j]);
    }
  }
  if (!data->labels) return input;
  input.labels = data->labels;
  // Each class has a sample, so a count larger than the number of rows is an error. For a subset of the
  // samples, classes can be missing: their number is limited by their names, or by a fixed bound.
  const std::size_t most = whole ? data->rows : data->classes ? max_count : 65535;
  const auto count = count_classes(data->labels, data->rows, data->class_count, most);
  if (!count) return count.status();
  if (!data->classes) input.classes = numbers_as_names(*count);
  for (std::size_t c = 0; data->classes && c < *count; ++c) {
    if (!data->classes[c]) return missing_argument("data: a class's name");
    input.classes.emplace_back(data->classes[c]);
  }
  return input;
}

}  // namespace tanda::internal::abi
