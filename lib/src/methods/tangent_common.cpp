#include "tangent_common.hpp"

namespace tanda {
namespace {

double most_axes(double rank, double wanted) {
  return wanted > 0 ? std::min(wanted, rank) : rank;
}

}  // namespace

void plan_affinity_between(MemoryPlan& plan, const Shape& shape, const AffinityOptions& o) {
  MemoryPlan inner = plan;
  plan_local_between(inner, shape, o, false);
  plan.use(inner.peak() - plan.held());
  plan.hold(scatter_bytes(shape));
}

TangentPlan plan_of_points(const Shape& shape, double samples, double neighbors, double tangent_dims) {
  const double k = std::min(neighbors, samples - 1);
  const double each = most_axes(std::min(k, shape.dims), tangent_dims);
  return {samples, samples * each, each, k};
}

TangentPlan plan_of_patches(const Shape& shape, double samples, double neighbors, double tangent_dims,
                            double patch_size) {
  const bool given = shape.patches > 0;
  const double size = std::min(given ? shape.largest_patch : patch_size, samples);
  // Those of real data are a third full and more.
  const double patches = given ? std::min(shape.patches, samples) : samples * std::min(1.0, 3 / size);
  const double each = most_axes(std::min(std::max(0.0, size - 1), shape.dims), tangent_dims);
  const double links = std::min(patches, neighbors * size);
  return {patches, std::min(samples, patches * each), each, links};
}

}  // namespace tanda
