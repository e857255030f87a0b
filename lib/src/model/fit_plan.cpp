// What a fit will need, before anything is computed.
#include <algorithm>
#include <cmath>
#include <map>

#include "fit_parts.hpp"
#include "tanda/base/guarded.hpp"
#include "tanda/linalg/dense.hpp"

namespace tanda {
namespace {

/// Of the names a model keeps. Short ones are a part of their string.
double name_bytes(const std::vector<std::string>& names) {
  double bytes = sizeof(std::string) * double(names.size());
  for (const std::string& name : names) bytes += name.size() > 15 ? double(name.size()) + 24 : 0;
  return bytes;
}

/// Of a partition of the caller's own; 0 = there is none.
struct PatchSizes {
  double count = 0, largest = 0;
};
template <class S>
PatchSizes patch_sizes(const Dataset<S>& data) {
  PatchSizes result;
  if (!data.patches) return result;
  std::map<std::pair<int, int>, double> samples;
  for (Index i = 0; i < data.samples(); ++i)
    result.largest = std::max(result.largest, ++samples[{data.labels ? data.labels[i] : 0, data.patches[i]}]);
  result.count = double(samples.size());
  return result;
}

Result<Plan> unguarded_plan(const Registry& registry, const FitOptions& options, Index samples, Index dims,
                            Index classes, std::size_t scalar_bytes, Index largest_class, double names,
                            const PatchSizes& own = {}) {
  Result<Method> method = registry.find(options.method);
  if (!method) return method.status();
  const MethodInfo& info = *method->info;
  Result<Parameters> parameters = Parameters::make(info.parameters, options.settings);
  if (!parameters) return parameters.status();

  MemoryPlan plan;
  Shape shape{
      double(samples),
      double(dims),
      double(dims),
      double(std::max<Index>(1, classes)),
      0,
      double(scalar_bytes),
      double(largest_class > 0 ? largest_class
                               : (samples + std::max<Index>(1, classes) - 1) / std::max<Index>(1, classes))};
  shape.threads = double(std::max(1, options.threads));
  shape.patches = own.count;
  shape.largest_patch = own.largest;
  shape.wanted = double(wanted_dims(info, options.dims, dims, samples, std::max<Index>(2, classes)));
  const double n = shape.samples, d = shape.dims;
  plan.hold(4 * n + 16 * shape.classes +
            8192);  // the order of the samples, where classes begin, and small change
  plan_prepare(plan, shape, pca_choice(info, options.pca, dims, samples));
  MemoryPlan solving = plan;
  method->plan(solving, shape, *parameters);

  // The model: directions, projection, ranges, references and labels, made batch by batch when the working
  // samples are gone.
  const double outputs = shape.wanted * (info.limit == Limit::per_class && classes > 2 ? shape.classes : 1);
  const double batch = std::min(double(panel_samples), n);
  plan.hold(8 * outputs * (shape.dims + d) + 64 * outputs + 4 * d + names);
  plan.use(8 * outputs * ((d > n ? n : 0) + d) +
           (d > n ? 8 * batch * d + packed_bytes(d, outputs, batch) + n * d : 0));
  plan.release(shape.scalar_bytes * n * shape.points);
  plan.hold(4 * n * (outputs + 3));
  // A float map is looked at once more with its numbers as floats keep them.
  const bool checked = shape.scalar_bytes < 8;
  plan.use(shape.scalar_bytes * (batch * d + outputs * (d + batch) + 16 * d) +
           (checked ? 8 * ((2 * outputs + 2) * d + double(checked_samples) * (d + outputs)) : 0));
  if (info.output == Output::kernel) {  // its points and axes stay, and it is applied in double
    const double axes = shape.points < d ? shape.points : 0, group = 32 * std::ceil(batch / 32);
    const double map = 8 * n * (shape.points + outputs) + 8 * d * (axes + 2);
    plan.hold(8 * n * (shape.points + 2 * outputs) + 8 * d * axes);
    plan.use((checked ? map + names + 8 * n * d : 0) + 8 * group * (d + n + axes + outputs) +
             shape.scalar_bytes * batch * d + packed_bytes(n, group, shape.points) +
             (axes > 0 ? packed_bytes(axes, group, d) : 0));
  }
  // A hundredth more: some fits of wide data take up to that over what is counted above.
  const auto whole = [](double bytes) {
    bytes *= 1.01;
    return bytes < 1.8e19 ? std::uint64_t(bytes) : ~std::uint64_t{0};
  };
  return Plan{whole(std::max(plan.peak(), solving.peak())),
              whole(std::max(plan.unfilled(), solving.unfilled()))};
}

}  // namespace

Result<Plan> plan(const Registry& registry, const FitOptions& options, Index samples, Index dims,
                  Index classes, std::size_t scalar_bytes, Index largest_class) {
  return guarded([&] {
    const double names = sizeof(std::string) * (double(dims) + double(classes));
    return unguarded_plan(registry, options, samples, dims, classes, scalar_bytes, largest_class, names);
  });
}

template <class S>
Result<Plan> plan_arranged(const Registry& registry, const Arranged& arranged, const MethodInfo& info,
                           const Dataset<S>& data, const FitOptions& options) {
  return unguarded_plan(registry, options, Index(arranged.order.size()), data.dims(),
                        class_count(arranged, info, data), sizeof(S), arranged.classes.largest(),
                        name_bytes(data.features) + name_bytes(data.classes), patch_sizes(data));
}

template <class S>
Result<Plan> plan(const Registry& registry, const Dataset<S>& data, const FitOptions& options) {
  return guarded([&]() -> Result<Plan> {
    const Result<Method> method = registry.find(options.method);
    if (!method) return method.status();
    Arranged arranged;
    Monitor nobody;
    const MethodInfo& info = *method->info;
    if (Status s = arrange(data, info.supervision, nobody).get(arranged); !s) return s;
    return plan_arranged(registry, arranged, info, data, options);
  });
}

#define TANDA_INSTANTIATE(S)                                                               \
  template Result<Plan> plan_arranged(const Registry&, const Arranged&, const MethodInfo&, \
                                      const Dataset<S>&, const FitOptions&);               \
  template Result<Plan> plan(const Registry&, const Dataset<S>&, const FitOptions&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
