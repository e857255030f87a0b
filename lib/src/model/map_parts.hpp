// The matrices of a model's map in the order of the file, for `encode` and `decode`.
#pragma once

#include "model/parts.hpp"
#include "tanda/detail/format.hpp"

namespace tanda::internal {

/// Calls visit(section, matrix, rows, cols) for each matrix of the map, in the order of `map_sections`. The
/// file has each matrix row by row. `Parts` is a ModelParts, constant or not.
template <class Parts, class Visit>
void for_each_map_part(Parts& parts, Visit visit) {
  const Index r = parts.outputs(), d = parts.inputs();
  if (auto* const map = std::get_if<LinearMap>(&parts.map)) {
    visit(Section::projection, map->projection, r, d);
    visit(Section::offset, map->offset, r, Index{1});
  }
  visit(Section::mean, parts.mean, d, Index{1});
  if (auto* const map = std::get_if<KernelMap>(&parts.map)) {
    const Index p = map->points.rows(), q = map->points.cols();
    visit(Section::factor, map->factor, d, Index{1});
    if (map->basis.size() > 0) visit(Section::basis, map->basis.transpose(), p, d);
    visit(Section::points, map->points.transpose(), q, p);
    visit(Section::coefficients, map->coefficients, r, q);
  }
}

}  // namespace tanda::internal
