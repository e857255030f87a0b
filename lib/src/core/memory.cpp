#include "tanda/core/memory.hpp"

#include <Eigen/Core>

namespace tanda {
namespace {

template <class S>
double packed(Eigen::Index rows, Eigen::Index cols, Eigen::Index depth) {
  // Eigen chooses its blocks by the caches of the machine: ask it. The whole width is what the products of
  // triangular results pack; small blocks live on the stack.
  Eigen::Index width = cols;
  Eigen::internal::computeProductBlockingSizes<S, S>(depth, rows, width);
  const auto on_heap = [](double bytes) { return bytes > EIGEN_STACK_ALLOCATION_LIMIT ? bytes : 0; };
  return on_heap(sizeof(S) * double(depth) * double(rows)) + on_heap(sizeof(S) * double(depth) * double(cols));
}

}  // namespace

double packed_bytes(double rows, double cols, double depth, double scalar_bytes) {
  const auto size = [](double count) { return static_cast<Eigen::Index>(std::clamp(count, 1.0, 1e9)); };
  return scalar_bytes == 4 ? packed<float>(size(rows), size(cols), size(depth))
                           : packed<double>(size(rows), size(cols), size(depth));
}

}  // namespace tanda
