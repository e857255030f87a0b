#include "tangent_common.hpp"

namespace tanda {

void plan_coupled(MemoryPlan& plan, const Shape& shape, double owners, double neighbors,
                  const Parameters& parameters) {
  const double wanted = parameters.get("tangent_dims"), rank = std::min(neighbors, shape.dims);
  const double axes = owners * (wanted > 0 ? std::min(wanted, rank) : rank);
  const double sides = 3 * 8 * shape.dims * axes;  // bases, pull, right-hand side
  const double blocks = 8 * axes * rank * 3;       // curvature, diagonal blocks, temporaries
  // Half as much again: the sparse form is tried beside the dense one.
  plan.use(1.5 * (sides + blocks + 8 * axes * axes + 16 * owners * 2 * neighbors));
}

}  // namespace tanda
