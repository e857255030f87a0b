#include "model/fit_statistics.hpp"

#include <algorithm>

#include "applied_map.hpp"
#include "base/guarded.hpp"
#include "base/text.hpp"
#include "data/prepare_statistics.hpp"
#include "fit_parts.hpp"
#include "linalg/dense.hpp"
#include "tanda/detail/format.hpp"
#include "tanda/version.hpp"

namespace tanda::internal {
namespace {

/// The method asked for; without an id, the most powerful of the simple methods that can be fitted to these
/// statistics.
Result<Method> method_for(const Registry& registry, const RunningStatistics& statistics,
                          const std::string& id) {
  if (id.empty()) {
    const Method* best = nullptr;
    for (const Method& method : registry.methods()) {
      if (!method.fit_statistics || method.info->simplicity == 0) continue;
      if (!statistics.labelled && method.info->supervision != Supervision::none) continue;
      if (!best || method.info->simplicity > best->info->simplicity) best = &method;
    }
    if (best) return *best;
  }
  Result<Method> method = registry.find(id);
  if (!method || method->fit_statistics) return method;
  std::string others;
  for (const Method& other : registry.methods())
    if (other.fit_statistics) others += joined({(others.empty() ? "" : ", "), other.info->id});
  return Status(Code::bad_argument, joined({id, " needs the samples themselves, statistics are not enough"}),
                joined({"fit it to the data, or choose one of ", others}));
}

Status check_options(const MethodInfo& info, const RunningStatistics& statistics, const FitOptions& options) {
  if (options.dims < 0)
    return Status(Code::bad_argument, joined({"dims = ", options.dims, ": it must be at least 1"}));
  if (statistics.dims > 0 && !statistics.labelled && info.supervision != Supervision::none)
    return Status(Code::no_labels);
  if (options.neighbors > 0 && options.classifier == &classifier_of_rule(Rule::neighbors))
    return Status(Code::bad_argument,
                  "statistics keep no samples: there are no neighbours, only the means of the classes",
                  "classify by the nearest of these with {classifier=mean}");
  return {};
}

/// The means of the classes in raw units, with the class numbers.
struct Means {
  MatrixD points;
  std::vector<std::int32_t> labels;
};
Means means_of(const RunningStatistics& statistics) {
  return statistics.with([](const auto& seen) {
    Means means;
    for (int c = 0; c < seen.classes(); ++c)
      if (seen.count(c) > 0) means.labels.push_back(c);
    means.points = MatrixD(seen.dims(), Index(means.labels.size()));
    for (std::size_t k = 0; k < means.labels.size(); ++k)
      means.points.col(Index(k)) = seen.origin() + seen.mean(means.labels[k]);
    return means;
  });
}

/// The classifier asked for; by default membership if each class has columns of its own, else the nearest
/// mean.
const ClassifierInfo& classifier_by_means(const FitOptions& options, Index block) {
  if (options.neighbors == 0) return classifier_of_rule(Rule::none);
  if (options.classifier) return *options.classifier;
  return block > 0 ? classifier_of_rule(Rule::membership) : mean_classifier;
}

Status add_means(ModelParts& model, const RunningStatistics& statistics, const FitOptions& options,
                 Index block) {
  if (!statistics.labelled) return {};
  Means means = means_of(statistics);
  const Index count = means.points.cols();
  if (means.labels.size() != statistics.classes.size()) block = 0;
  const ClassifierInfo& info = classifier_by_means(options, block);
  if (!info.classifies()) return {};
  if (info.rule == Rule::membership && block == 0)
    return Status(Code::bad_argument,
                  "this method does not give each class columns of its own to be a member in",
                  "classify by the nearest class mean with {classifier=mean}");
  model.rule = info.rule;
  model.classifier = &info;
  if (Status s = info.set(model, {1, count, block}); !s) return s;
  MatrixD projected(model.outputs(), count);
  AppliedMap<double>(model, nullptr)
      .apply({means.points.data(), means.points.rows(), count}, projected.data(), nullptr);
  model.references = projected.cast<float>();
  if (!all_finite(model.references)) return Status(Code::not_representable);
  model.labels = std::move(means.labels);
  return {};
}

/// Runs the fit, or measures its memory if the workspace only counts.
Result<ModelParts> fit_with(const Method& method, const Parameters& parameters,
                            const RunningStatistics& statistics, const FitOptions& options, Monitor& monitor,
                            Workspace* w) {
  const MethodInfo& info = *method.info;
  const bool supervised = info.supervision != Supervision::none;
  PreparedStatistics ready;
  monitor.stage("prepare");
  if (Status s = prepare(statistics, supervised, options.scale, options.pca, monitor, w).get(ready); !s)
    return s;
  const Prepared<double>& prepared = ready.prepared;
  const Index samples = Index(std::min<double>(statistics.rows(), max_count)), p = ready.scatter.dims();
  const ClassProblem problem{
      ready.scatter, wanted_dims(info, options.dims, p, samples, ready.scatter.classes()), p, monitor};
  Result<Solution> solution = method.fit_statistics(problem, parameters);
  if (monitor.cancelled()) return Status(Code::cancelled);
  if (!solution) return solution.status();
  monitor.stage("model");
  if (solution->dims() == 0) return Status(Code::no_variation);
  Workspace* const home = measuring(w) ? w : nullptr;  // the model outlives the workspace
  ModelParts model;
  model.mean = VectorD(home, prepared.mean);
  model.double_precision = true;
  set_map(model, info.output, prepared, *solution, home);
  if (measuring(w)) return ModelParts();
  model.range = Vector<float>(nullptr, prepared.range);
  if (Status s = check_map(model, *solution, options.dims, monitor); !s) return s;
  model.class_dims = solution->block;
  if (Status s = add_means(model, statistics, options, solution->block); !s) return s;
  model.classes = statistics.classes;
  model.features = statistics.features;
  if (statistics.left_out > 0)
    monitor.note(
        joined({Index(statistics.left_out),
                (statistics.left_out == 1 ? " unlabelled row was" : " unlabelled rows were"), " left out"}));
  monitor.finish();
  if (monitor.cancelled()) return Status(Code::cancelled);
  model.record = record_of(info, parameters, *solution, options, prepared.scale, options.pca);
  model.record.set("rows", statistics.rows())
      .set("cols", statistics.dims)
      .set("dims", model.outputs())
      .set("scalar", "double")
      .set("from", "statistics")
      .set("notes", Json::array(monitor.notes()))
      .set("version", version);
  return model;
}

}  // namespace

Result<Model> fit_statistics(const Registry& registry, const RunningStatistics& statistics,
                             FitOptions options, Monitor& monitor) {
  return guarded([&]() -> Result<Model> {
    const Result<Method> method = method_for(registry, statistics, options.method);
    if (!method) return method.status();
    if (options.method.empty())
      monitor.note(joined({"no method was named, and statistics cannot be cross-validated: ",
                           method->info->id, " was taken"}));
    const Result<Parameters> parameters = Parameters::make(method->info->parameters, options.settings);
    if (!parameters) return parameters.status();
    if (Status s = check_options(*method->info, statistics, options); !s) return s;
    Workspace counting = Workspace::counting(), memory;
    Monitor silent;
    const Result<ModelParts> counted = fit_with(*method, *parameters, statistics, options, silent, &counting);
    if (!counted) return counted.status();
    const std::uint64_t planned = counting.peak() + counting.library_peak();
    monitor.took({planned, 0});
    if (options.memory_limit > 0 && planned > options.memory_limit)
      return Status(Code::memory_limit, joined({"the fit would need up to ", planned,
                                                " bytes, the limit leaves ", options.memory_limit}));
    Result<ModelParts> made = fit_with(*method, *parameters, statistics, options, monitor, &memory);
    if (!made) return made.status();
    monitor.took({planned, memory.peak() + counting.library_peak()});
    const Result<Model> model = Model::make(std::move(*made));
    if (!model) return model.status();
    return remember_columns(*model, statistics.label_name, statistics.label_column, "");
  });
}

}  // namespace tanda::internal
