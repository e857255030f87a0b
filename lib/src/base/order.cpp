#include "base/order.hpp"

#include <algorithm>
#include <numeric>

namespace tanda::internal {

void sort_by(int* first, int* last, const double* keys) {
  std::sort(first, last, [&](int a, int b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
}

void sort_by(int* first, int* last, const int* keys) {
  std::sort(first, last, [&](int a, int b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
}

Array<int> order_of(const Array<double>& keys) {
  Array<int> result(keys.home(), keys.size());
  if (measuring(keys.home())) return result;
  std::iota(result.begin(), result.end(), 0);
  sort_by(result.data(), result.data() + result.size(), keys.data());
  return result;
}

}  // namespace tanda::internal
