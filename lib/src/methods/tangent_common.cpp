#include "tangent_common.hpp"

namespace tanda {
namespace {

double most_axes(double rank, const Parameters& parameters) {
  const double wanted = parameters.get("tangent_dims");
  return wanted > 0 ? std::min(wanted, rank) : rank;
}

}  // namespace

void plan_affinity_between(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  MemoryPlan inner = plan;
  plan_local_between(inner, shape, parameters, false);
  plan.use(inner.peak() - plan.held());
  plan.hold(scatter_bytes(shape));
}

TangentPlan plan_of_points(const Shape& shape, double samples, const Parameters& parameters) {
  const double k = std::min(parameters.get("neighbors"), samples - 1);
  const double each = most_axes(std::min(k, shape.dims), parameters);
  return {samples, samples * each, each, k};
}

TangentPlan plan_of_patches(const Shape& shape, double samples, const Parameters& parameters) {
  const bool given = shape.patches > 0;
  const double size = std::min(given ? shape.largest_patch : parameters.get("patch_size"), samples);
  // Those of real data are a third full and more.
  const double patches = given ? std::min(shape.patches, samples) : samples * std::min(1.0, 3 / size);
  const double each = most_axes(std::min(std::max(0.0, size - 1), shape.dims), parameters);
  const double links = std::min(patches, parameters.get("neighbors") * size);
  return {patches, std::min(samples, patches * each), each, links};
}

}  // namespace tanda
