#include "tanda/linalg/memory.hpp"

#include <cmath>

#include "tanda/linalg/dense.hpp"

namespace tanda {
double packed_bytes(double rows, double cols, double depth, double scalar_bytes) {
  const auto size = [](double count) { return static_cast<Index>(std::clamp(count, 1.0, 1e9)); };
  return product_bytes(size(rows), size(cols), size(depth), scalar_bytes);
}

double packed_bytes_of_panels(double rows, double cols, double samples, double panel, double scalar_bytes) {
  const double last = std::fmod(samples, panel);
  return std::max(samples >= panel ? packed_bytes(rows, cols, panel, scalar_bytes) : 0,
                  last > 0 ? packed_bytes(rows, cols, last, scalar_bytes) : 0);
}

}  // namespace tanda
