// How a model maps a sample. Freestanding: firmware includes this file.
#pragma once

namespace tanda {

/// How a model maps a sample. The numbers are stored in model files.
enum class Map : unsigned char {
  linear = 0,     ///< y = P·x + c
  kernel = 1,     ///< y = coefficients · k(points, z), z from x by an affine map
  embedding = 2,  ///< nothing: the model is the embedded training set
};

/// Its name, such as "linear".
/// @param map which
constexpr const char* map_name(Map map) {
  return map == Map::linear ? "linear" : map == Map::kernel ? "kernel" : "embedding";
}

}  // namespace tanda
