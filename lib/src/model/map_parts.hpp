// The numbers of a model's map in the order of the file: what `encode` and `decode` have in common.
#pragma once

#include "tanda/model/format.hpp"
#include "tanda/model/model.hpp"

namespace tanda {

/// Calls visit(section, matrix, rows, cols) for each part of the map, in the order of `map_sections`: the
/// file has the matrix row after row, and a consistent model has it of that size.
template <class SomeModel, class Visit>
void for_each_map_part(SomeModel& model, Visit visit) {
  const Index r = model.outputs(), d = model.inputs();
  if (model.map == Map::linear) {
    visit(Section::projection, model.projection, r, d);
    visit(Section::offset, model.offset, r, Index{1});
  }
  visit(Section::mean, model.mean, d, Index{1});
  if (model.map == Map::kernel) {
    auto& kernel = model.kernel;
    const Index p = kernel.points.rows(), q = kernel.points.cols();
    visit(Section::factor, kernel.factor, d, Index{1});
    if (kernel.basis.size() > 0) visit(Section::basis, kernel.basis.transpose(), p, d);
    visit(Section::points, kernel.points.transpose(), q, p);
    visit(Section::coefficients, kernel.coefficients, r, q);
  }
}

}  // namespace tanda
