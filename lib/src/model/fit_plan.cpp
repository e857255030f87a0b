// Plans the memory of a fit by running it with a workspace that only counts.
#include <algorithm>

#include "applied_map.hpp"
#include "base/guarded.hpp"
#include "base/text.hpp"
#include "fit_parts.hpp"

namespace tanda::internal {
namespace {

/// An allowance for notes, names of stages and a record, which are not in the workspace.
constexpr std::uint64_t small_change = 8192;

/// Bytes of the names that a model keeps. Short names are stored inside the string object.
std::uint64_t name_bytes(const std::vector<std::string>& names) {
  std::uint64_t bytes = sizeof(std::string) * names.size();
  for (const std::string& name : names) bytes += name.size() > 15 ? name.size() + 24 : 0;
  return bytes;
}

/// A sum that saturates at the largest number instead of wrapping.
std::uint64_t sum(std::initializer_list<std::uint64_t> all) {
  std::uint64_t result = 0;
  for (const std::uint64_t bytes : all) result += std::min(bytes, ~result);
  return result;
}

/// Arranged samples of which only the numbers are known, not the order.
Arranged hollow(const Classes& classes, Index samples, Workspace& w) {
  return {Array<int>(&w, std::size_t(samples)), classes};
}

/// Runs the fit with counting workspaces. `data` has no values, but may have labels and patches.
template <class S>
Result<Plan> count_fit(const Registry& registry, const Classes& classes, Index samples,
                       const Dataset<S>& data, const FitOptions& options) {
  const Result<Method> method = registry.find(options.method);
  if (!method) return method.status();
  const Result<Parameters> parameters = Parameters::make(method->info->parameters, options.settings);
  if (!parameters) return parameters.status();
  Plan plan;
  for (const bool factors : {false, true}) {
    Workspace w = Workspace::counting(factors), model_memory = Workspace::counting();
    Monitor silent;
    silent.expect(std::max(1, options.threads));
    const Result<ModelParts> model = fit_arranged(*method, *parameters, hollow(classes, samples, w), data,
                                                  options, silent, w, &model_memory);
    if (!model) return model.status();
    const std::uint64_t record =
        64 * std::uint64_t(model->outputs()) + 4 * std::uint64_t(samples) + small_change;
    std::optional<AppliedMap<float>> applied;
    if (model->kind() != Map::embedding) applied.emplace(*model, &model_memory);
    plan.libraries = std::max(w.library_peak(), model_memory.library_peak());
    (factors ? plan.workspace : plan.workspace_unfilled) = w.peak();
    (factors ? plan.bytes : plan.unfilled) = sum({w.peak(), plan.libraries, model_memory.peak(), record,
                                                  name_bytes(data.features), name_bytes(data.classes)});
    if (!factors && !w.factors_asked_for()) {
      plan.bytes = plan.unfilled;
      plan.workspace = plan.workspace_unfilled;
      break;
    }
  }
  return plan;
}

/// Classes with these sizes: the largest first, the others of about equal size.
Classes classes_of(Index samples, Index count, Index largest) {
  Classes classes;
  classes.begin.reserve(std::size_t(count) + 1);
  classes.begin.push_back(0);
  largest = std::clamp<Index>(largest, (samples + count - 1) / count, samples - count + 1);
  const Index rest = samples - largest;
  for (Index c = 0; c < count; ++c)
    classes.begin.push_back(c + 1 == count ? samples : largest + (count > 1 ? rest * c / (count - 1) : 0));
  return classes;
}

/// All sizes multiplied by a factor.
Plan times(const Plan& plan, double factor) {
  const auto scaled = [&](std::uint64_t bytes) {
    const double product = double(bytes) * factor;
    return product < 1.8e19 ? std::uint64_t(product) : ~std::uint64_t{0};
  };
  return {scaled(plan.bytes), scaled(plan.unfilled), scaled(plan.workspace), scaled(plan.workspace_unfilled),
          scaled(plan.libraries)};
}

template <class S>
Result<Plan> plan_sizes(const Registry& registry, const FitOptions& options, Index samples, Index dims,
                        Index classes, Index largest_class) {
  constexpr Index most_classes = 100000;  // beyond it, memory is extrapolated
  const Result<Method> method = registry.find(options.method);
  if (!method) return method.status();
  if (samples < 1 || dims < 1) return Status(Code::empty_data);
  // No machine has memory for so many values, and the sizes of products would wrap.
  constexpr double absurd = sizeof(Index) == 8 ? 0x1p46 : 0x1p30;
  if (double(samples) * double(dims) >= absurd) {
    constexpr std::uint64_t all = ~std::uint64_t{0} / 2;
    return Plan{all, all, all, all, 0};
  }
  classes = std::clamp<Index>(classes, 0, samples);
  const Index counted = std::min(classes, most_classes);
  Dataset<S> data;
  new (&data.x) ConstMatrixView<S>(nullptr, dims, samples);
  data.classes.resize(std::size_t(counted));
  const Index groups = method->info->supervision == Supervision::none ? 1 : std::max<Index>(1, counted);
  Plan plan;
  if (Status s =
          count_fit(registry, classes_of(samples, groups, largest_class), samples, data, options).get(plan);
      !s)
    return s;
  if (classes > counted) plan = times(plan, double(classes) / double(counted));
  const std::uint64_t names = sizeof(std::string) * std::uint64_t(dims);  // assumed to be short
  for (std::uint64_t* bytes : {&plan.bytes, &plan.unfilled}) *bytes = sum({*bytes, names});
  return plan;
}

}  // namespace

Result<Plan> plan(const Registry& registry, const FitOptions& options, Index samples, Index dims,
                  Index classes, std::size_t scalar_bytes, Index largest_class) {
  return guarded([&]() -> Result<Plan> {
    if (scalar_bytes == sizeof(float))
      return plan_sizes<float>(registry, options, samples, dims, classes, largest_class);
    if constexpr (double_samples)
      return plan_sizes<double>(registry, options, samples, dims, classes, largest_class);
    return Status(Code::bad_argument, "this tanda fits in single precision only");
  });
}

template <class S>
Result<Plan> plan(const Registry& registry, const Dataset<S>& data, const FitOptions& options) {
  return guarded([&]() -> Result<Plan> {
    const Result<Method> method = registry.find(options.method);
    if (!method) return method.status();
    Arranged arranged;
    Monitor silent;
    if (Status s = arrange(data, method->info->supervision, silent).get(arranged); !s) return s;
    Dataset<S> hollow = data;
    new (&hollow.x) ConstMatrixView<S>(nullptr, data.dims(), data.samples());
    const Index samples = Index(arranged.order.size());
    arranged.order = {};
    return count_fit(registry, arranged.classes, samples, hollow, options);
  });
}

template Result<Plan> plan(const Registry&, const Dataset<float>&, const FitOptions&);
template Result<Plan> plan(const Registry&, const Dataset<double>&, const FitOptions&);

}  // namespace tanda::internal
