#include "data/arrange.hpp"

#include <cmath>
#include <numeric>

#include "base/order.hpp"
#include "base/text.hpp"
#include "linalg/dense.hpp"

namespace tanda::internal {

template <class S>
Status check_finite(const Dataset<S>& data) {
  if (data.samples() == 0 || data.dims() == 0) return Status(Code::empty_data);
  const bool valid = all_finite(data.x);
  for (Index i = 0; !valid && i < data.samples(); ++i) {
    if (all_finite(data.x.col(i))) continue;
    Index j = 0;
    while (std::isfinite(double(data.x(j, i)))) ++j;
    const std::string name = std::size_t(j) < data.features.size()
                                 ? joined({"\"", literal_text(data.features[std::size_t(j)]), "\""})
                                 : std::to_string(j + 1);
    return Status(Code::not_finite,
                  joined({"row ", i + 1, ", column ", name,
                          (std::isnan(double(data.x(j, i))) ? ": not a number" : ": infinite")}));
  }
  return {};
}

template <class S>
Status check_labels(const Dataset<S>& data) {
  for (Index i = 0; data.labels && i < data.samples(); ++i) {
    if (data.labels[i] < int(data.classes.size())) continue;
    const std::size_t count = data.classes.size();
    return Status(Code::wrong_shape,
                  joined({"row ", i + 1, ": its class number is ", data.labels[i], ", and there are ", count,
                          (count == 1 ? " class" : " classes")}));
  }
  return {};
}

template <class S>
Status check_values(const Dataset<S>& data) {
  if (Status s = check_finite(data); !s) return s;
  if (data.samples() < 2) return Status(Code::too_few_samples, "there is only one sample");
  if (Status s = check_labels(data); !s) return s;
  for (Index i = 0; data.patches && i < data.samples(); ++i) {
    if (data.patches[i] < 0)
      return Status(Code::wrong_shape,
                    joined({"row ", i + 1, " has no patch: its number is ", data.patches[i]}),
                    "give each row the number of its patch, from 0");
  }
  return {};
}

Arranged arrange_as_one(Index samples, Workspace* w) {
  Arranged result{Array<int>(w, std::size_t(samples)), {}};
  if (result.order.data()) std::iota(result.order.begin(), result.order.end(), 0);
  result.classes.begin = {0, samples};
  return result;
}

Arranged arrange_by_class(Index samples, const int* labels, bool keep_unlabelled, Workspace* w) {
  if (measuring(w)) return arrange_as_one(samples, w);
  Arranged result{Array<int>(w), {}};
  Array<int>& order = result.order;
  order.reserve(std::size_t(samples));
  for (int i = 0; i < int(samples); ++i) {
    if (labels[i] >= 0) order.push_back(i);
  }
  sort_by(order.data(), order.data() + order.size(), labels);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || labels[order[i]] != labels[order[i - 1]]) result.classes.begin.push_back(Index(i));
  }
  result.classes.begin.push_back(Index(order.size()));
  for (int i = 0; keep_unlabelled && i < int(samples); ++i) {
    if (labels[i] < 0) order.push_back(i);
  }
  return result;
}

#define TANDA_INSTANTIATE(S)                       \
  template Status check_finite(const Dataset<S>&); \
  template Status check_labels(const Dataset<S>&); \
  template Status check_values(const Dataset<S>&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
