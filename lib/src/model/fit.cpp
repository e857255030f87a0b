#include "model/fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>

#include "base/decimal.hpp"
#include "base/guarded.hpp"
#include "base/text.hpp"
#include "fit_parts.hpp"
#include "linalg/dense.hpp"
#include "tanda/version.hpp"

namespace tanda::internal {
namespace {

/// Whether label-blocks of columns match the class numbers: the class numbers of a dataset may have gaps,
/// those of blocks have none.
template <class S>
bool blocks_match_classes(const Dataset<S>& data, const Classes& classes) {
  return Index(data.classes.size()) == classes.count();
}

void note_unit(Monitor& monitor, double unit) {
  monitor.note(
      joined({"values are very ", unit > 1 ? "small" : "large", ": the map multiplies them by ",
              decimal_text(unit, 3), " (2^", std::ilogb(unit), "), so that floats can hold their squares"}));
}

bool takes_partition(const MethodInfo& info) {
  return std::any_of(info.parameters.begin(), info.parameters.end(),
                     [](const Parameter& p) { return p.stage == Stage::partition; });
}

/// The number of patches in the caller's partition, and the number of samples in the largest.
struct PatchSizes {
  Index count = 0, largest = 0;
};
template <class S>
PatchSizes patch_sizes(const Dataset<S>& data) {
  std::map<std::pair<int, int>, Index> samples;
  PatchSizes result;
  for (Index i = 0; data.patches && i < data.samples(); ++i)
    result.largest = std::max(result.largest, ++samples[{data.labels ? data.labels[i] : 0, data.patches[i]}]);
  result.count = Index(samples.size());
  return result;
}

/// Names of the classes; a class without a name gets its number as a name.
template <class S>
std::vector<std::string> named_classes(const Dataset<S>& data) {
  std::vector<std::string> names = data.classes;
  int most = -1;
  for (Index i = 0; data.labels && i < data.samples(); ++i) most = std::max(most, data.labels[i]);
  while (names.size() <= std::size_t(most) && most >= 0) names.push_back(std::to_string(names.size()));
  return names;
}

/// Runs the method and builds the parts of the model, which are allocated in `model_home`. `keep`: the
/// groundwork will be used by other fits, so its neighbour lists and its last pencil are kept. If
/// `model_home` only counts, samples have no values, and nothing is computed.
template <class S>
Result<ModelParts> solve_in(Groundwork<S>& groundwork, const Method& method, const Parameters& parameters,
                            const Dataset<S>& data, const FitOptions& options, bool keep, Monitor& monitor,
                            Workspace* model_home = nullptr) {
  const MethodInfo& info = *method.info;
  const PcaChoice pca = groundwork_key(info, data, options).pca;
  const Arranged& arranged = groundwork.arranged;
  const Prepared<S>& prepared = groundwork.prepared;
  const Index n = Index(arranged.order.size());
  if (pca.wanted() && !options.pca.wanted()) {
    monitor.note(joined({"fewer samples than features: a PCA to ", prepared.ambient(),
                         " dimensions (98 % of the variance) came first"}));
  }
  if (prepared.unit != 1) note_unit(monitor, prepared.unit);
  const Samples<S>& samples = prepared.samples();
  Workspace* const home = samples.home();
  const bool counts = measuring(home);
  const Index dims =
      wanted_dims(info, options.dims, samples.dims(), n, class_count(groundwork.arranged, info, data));
  Array<int> patches(home, data.patches ? std::size_t(n) : 0);
  for (Index i = 0; data.patches && !counts && i < n; ++i)
    patches[std::size_t(i)] = data.patches[arranged.order[std::size_t(i)]];
  if (data.patches && !takes_partition(info))
    monitor.note("this method makes no use of a partition: the one given was passed over");
  if (keep) groundwork.pencils.begin(info, parameters);
  const PatchSizes own = counts ? patch_sizes(data) : PatchSizes{};
  const Problem<S> problem{
      samples,
      {prepared.points, arranged.classes, arranged.order, monitor, keep ? &groundwork.neighbors : nullptr},
      dims,
      prepared.ambient(),
      options.seed,
      monitor,
      keep ? &groundwork.pencils : nullptr,
      prepared.unit,
      Units::own,
      data.patches ? patches.data() : nullptr,
      own.count,
      own.largest};
  Result<Solution> solution = method.fit(problem, parameters);
  if (monitor.cancelled()) return Status(Code::cancelled);
  if (!solution) return solution.status();

  monitor.stage("model");
  if (solution->dims() == 0) return Status(Code::no_variation);
  ModelParts model;
  model.mean = VectorD(model_home, prepared.mean);
  model.unit_length = prepared.scale == Scale::unit;
  model.double_precision = sizeof(S) == 8;
  set_map(model, info.output, prepared, *solution, model_home);
  model.range = Vector<float>(model_home, prepared.range);
  model.references = Matrix<float>::in(model_home);
  if (Status s = check_map(model, *solution, options.dims, monitor); !s) return s;
  if (model.kind() != Map::embedding && !model.double_precision && !floats_do(model, data, home)) {
    model.double_precision = true;
    monitor.note("floats have too few digits for this map: the model keeps it in double precision");
  }
  if (model.kind() == Map::embedding) {
    set_embedding(model, solution->embedding, arranged.order, data.labels);
  } else {
    const Index block = blocks_match_classes(data, arranged.classes) ? solution->block : 0;
    model.class_dims = solution->block;
    if (Status s = add_references(model, data, options, block, monitor, home); !s) return s;
  }
  if (counts) return model;
  model.classes = named_classes(data);
  model.features = data.features;
  if (model.classifier == &classifier_of_rule(Rule::neighbors) && options.neighbors > model.neighbors)
    monitor.note(joined({"asked for ", options.neighbors, " neighbours, there are ", model.neighbors,
                         " labelled samples: every sample gets the most frequent class (of equally frequent "
                         "ones the nearest)"}));
  monitor.finish();
  if (monitor.cancelled()) return Status(Code::cancelled);
  model.record = record_of(info, parameters, *solution, options, prepared.scale, pca);
  if (data.patches && takes_partition(info)) model.record.set("patches", "given");
  model.record.set("rows", n)
      .set("cols", data.dims())
      .set("dims", model.outputs())
      .set("scalar", sizeof(S) == 8 ? "double" : "float")
      .set("notes", Json::array(monitor.notes()))
      .set("version", version);
  return model;
}

/// Provides a thread pool for the duration of a fit.
class FitThreads {
 public:
  FitThreads(Monitor& monitor, int threads) : monitor_(monitor) {
    if (threads > 1) monitor_.join(&pool_.emplace(threads));
  }
  ~FitThreads() {
    if (pool_) monitor_.join(nullptr);
  }

 private:
  Monitor& monitor_;
  std::optional<ThreadPool> pool_;
};

Status over_limit(const char* about, std::uint64_t bytes, const FitOptions& options) {
  return Status(Code::memory_limit, joined({"the fit would need ", about, bytes, " bytes, the limit leaves ",
                                            options.memory_limit}));
}

Status check_dims(const FitOptions& options) {
  if (options.dims >= 0) return {};
  return Status(Code::bad_argument, joined({"dims = ", options.dims, ": it must be at least 1"}));
}

}  // namespace

template <class S>
GroundworkKey groundwork_key(const MethodInfo& info, const Dataset<S>& data, const FitOptions& options) {
  return {info.supervision, options.scale,
          pca_choice(info, options.pca, data.dims(), used_samples(data, info.supervision))};
}

namespace {

/// Prepares the arranged samples in the workspace.
template <class S>
Result<Groundwork<S>> groundwork_of(Arranged arranged, const Dataset<S>& data, const GroundworkKey& key,
                                    Monitor& monitor, Workspace* w) {
  Groundwork<S> groundwork;
  groundwork.arranged = std::move(arranged);
  monitor.stage("prepare");
  if (Status s =
          prepare(data, groundwork.arranged.order, key.scale, key.pca, monitor, w).get(groundwork.prepared);
      !s)
    return s;
  return groundwork;
}

}  // namespace

template <class S>
Result<Groundwork<S>> make_groundwork(const Dataset<S>& data, const GroundworkKey& key, Monitor& monitor) {
  if (Status s = check_values(data); !s) return s;
  Arranged arranged;
  if (Status s = arrange(data, key.supervision, monitor).get(arranged); !s) return s;
  return groundwork_of(std::move(arranged), data, key, monitor, nullptr);
}

template <class S>
Result<Model> fit_in(Groundwork<S>& groundwork, const Method& method, const Dataset<S>& data,
                     const FitOptions& options, Monitor& monitor) {
  const Result<Parameters> parameters = Parameters::make(method.info->parameters, options.settings);
  if (!parameters) return parameters.status();
  if (Status s = check_dims(options); !s) return s;
  Result<ModelParts> made = solve_in(groundwork, method, *parameters, data, options, true, monitor);
  return made ? Model::make(std::move(*made)) : made.status();
}

template <class S>
Result<ModelParts> fit_arranged(const Method& method, const Parameters& parameters, Arranged arranged,
                                const Dataset<S>& data, const FitOptions& options, Monitor& monitor,
                                Workspace& w, Workspace* model_home) {
  Groundwork<S> groundwork;
  const GroundworkKey key = groundwork_key(*method.info, data, options);
  if (Status s = groundwork_of(std::move(arranged), data, key, monitor, &w).get(groundwork); !s) return s;
  return solve_in(groundwork, method, parameters, data, options, false, monitor, model_home);
}

namespace {

/// Memory for a workspace, with the required alignment; data() is null if the system has too little memory.
class Memory {
 public:
  explicit Memory(std::size_t size) : raw_(std::malloc(size + Workspace::alignment)) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { std::free(raw_); }
  void* data() const {
    const std::size_t off = reinterpret_cast<std::uintptr_t>(raw_) % Workspace::alignment;
    return raw_ ? static_cast<char*>(raw_) + (Workspace::alignment - off) : nullptr;
  }

 private:
  void* raw_;
};

template <class S>
Result<Model> unguarded_fit(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                            Monitor& monitor, Workspace* workspace) {
  Result<Method> method = registry.find(options.method);
  if (!method) return method.status();
  const MethodInfo& info = *method->info;
  const Result<Parameters> parameters = Parameters::make(info.parameters, options.settings);
  if (!parameters) return parameters.status();
  if (Status s = check_dims(options); !s) return s;
  if (Status s = check_values(data); !s) return s;
  // The plan arranges the samples once to find the sizes of the classes; they are arranged again in the
  // workspace.
  const Result<Plan> planned = plan(registry, data, options);
  if (!planned) return planned.status();
  monitor.took({planned->bytes, 0});
  double allowed = std::numeric_limits<double>::infinity();  // for sparse factors
  if (options.memory_limit > 0) {
    if (planned->unfilled > options.memory_limit) return over_limit("up to ", planned->unfilled, options);
    if (planned->bytes > options.memory_limit) allowed = double(options.memory_limit - planned->unfilled);
  }
  const std::uint64_t least = planned->workspace_unfilled;
  const Memory memory(workspace ? 0 : std::size_t(least));
  std::optional<Workspace> own;
  if (!workspace) {
    if (!memory.data()) return Status(Code::out_of_memory);
    workspace = &own.emplace(memory.data(), least, true);
  } else if (workspace->room() < least) {
    return Status(Code::memory_limit,
                  joined({"the fit works in ", least, " bytes, and was given ", workspace->room()}));
  } else if (workspace->room() < planned->workspace) {
    allowed = std::min(allowed, double(workspace->room() - least));
  }
  const std::uint64_t given = workspace->room();
  monitor.allow(allowed);
  workspace->reset_peak();
  const std::uint64_t before = workspace->peak();
  const FitThreads threads(monitor, options.threads);
  Arranged arranged;
  if (Status s = arrange(data, info.supervision, monitor, workspace).get(arranged); !s) return s;
  Result<ModelParts> made =
      fit_arranged(*method, *parameters, std::move(arranged), data, options, monitor, *workspace);
  if (monitor.refused() > 0 && options.memory_limit == 0)
    return Status(Code::memory_limit,
                  joined({"the fit would work in about ", least + std::uint64_t(monitor.refused()),
                          " bytes, and was given ", given}));
  if (monitor.refused() > 0)
    return over_limit("about ", planned->unfilled + std::uint64_t(monitor.refused()), options);
  if (!made) return made.status();
  // the memory of libraries is taken from the plan, because it is not measured
  monitor.took({planned->bytes, workspace->peak() - before + planned->libraries + model_bytes(*made)});
  return Model::make(std::move(*made));
}

}  // namespace

template <class S>
Result<Model> fit(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                  Monitor& monitor, Workspace* workspace) {
  return guarded([&] { return unguarded_fit(registry, data, options, monitor, workspace); });
}

#define TANDA_INSTANTIATE(S)                                                                              \
  template GroundworkKey groundwork_key(const MethodInfo&, const Dataset<S>&, const FitOptions&);         \
  template Result<Groundwork<S>> make_groundwork(const Dataset<S>&, const GroundworkKey&, Monitor&);      \
  template Result<Model> fit_in(Groundwork<S>&, const Method&, const Dataset<S>&, const FitOptions&,      \
                                Monitor&);                                                                \
  template Result<ModelParts> fit_arranged(const Method&, const Parameters&, Arranged, const Dataset<S>&, \
                                           const FitOptions&, Monitor&, Workspace&, Workspace*);          \
  template Result<Model> fit(const Registry&, const Dataset<S>&, const FitOptions&, Monitor&, Workspace*);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
