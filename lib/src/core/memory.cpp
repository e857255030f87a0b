#include "tanda/core/memory.hpp"

#include <cmath>

#include "tanda/core/types.hpp"

namespace tanda {
namespace {

template <class S>
double packed(Eigen::Index rows, Eigen::Index cols, Eigen::Index depth) {
  // Eigen chooses its blocks by the caches of the machine: ask it. The whole width is what the products of
  // triangular results pack; small blocks live on the stack.
  Eigen::Index width = cols;
  Eigen::internal::computeProductBlockingSizes<S, S>(depth, rows, width);
  const auto on_heap = [](double bytes) { return bytes > EIGEN_STACK_ALLOCATION_LIMIT ? bytes : 0; };
  return on_heap(sizeof(S) * double(depth) * double(rows)) +
         on_heap(sizeof(S) * double(depth) * double(cols));
}

}  // namespace

double packed_bytes(double rows, double cols, double depth, double scalar_bytes) {
  const auto size = [](double count) { return static_cast<Eigen::Index>(std::clamp(count, 1.0, 1e9)); };
  return scalar_bytes == 4 ? packed<float>(size(rows), size(cols), size(depth))
                           : packed<double>(size(rows), size(cols), size(depth));
}

double packed_bytes_of_panels(double rows, double cols, double samples) {
  const double panel = double(panel_samples), last = std::fmod(samples, panel);
  return std::max(samples >= panel ? packed_bytes(rows, cols, panel) : 0,
                  last > 0 ? packed_bytes(rows, cols, last) : 0);
}

}  // namespace tanda
