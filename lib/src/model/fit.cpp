#include "tanda/model/fit.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "fit_parts.hpp"
#include "tanda/base/decimal.hpp"
#include "tanda/base/guarded.hpp"
#include "tanda/base/text.hpp"
#include "tanda/base/version.hpp"
#include "tanda/linalg/dense.hpp"

namespace tanda {
namespace {

/// A label-block of columns belongs to each class; the classes of the dataset may have gaps, the blocks do
/// not.
template <class S>
bool blocks_match_classes(const Dataset<S>& data, const Classes& classes) {
  return Index(data.classes.size()) == classes.count();
}

/// Prepares what `arrange` has put into the groundwork.
template <class S>
Status prepare_groundwork(Groundwork<S>& groundwork, const Dataset<S>& data, const GroundworkKey& key,
                          Monitor& monitor) {
  monitor.stage("prepare");
  return prepare(data, groundwork.arranged.order, key.scale, key.pca, monitor).get(groundwork.prepared);
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

/// `keep`: other fits will use the groundwork, and find its neighbour lists and its last pencil there.
template <class S>
Result<Model> solve_in(Groundwork<S>& groundwork, const Method& method, const Parameters& parameters,
                       const Dataset<S>& data, const FitOptions& options, bool keep, Monitor& monitor) {
  const MethodInfo& info = *method.info;
  const PcaChoice pca = groundwork_key(info, data, options).pca;
  const Arranged& arranged = groundwork.arranged;
  Prepared<S>& prepared = groundwork.prepared;
  const Index n = Index(arranged.order.size());
  if (pca.wanted() && !options.pca.wanted()) {
    monitor.note(joined({"fewer samples than features: a PCA to ", prepared.ambient(),
                         " dimensions (98 % of the variance) came first"}));
  }
  if (prepared.unit != 1) note_unit(monitor, prepared.unit);
  const Samples<S>& samples = prepared.samples();
  const Index dims =
      wanted_dims(info, options.dims, samples.dims(), n, class_count(groundwork.arranged, info, data));
  std::vector<int> patches;
  if (data.patches)
    for (const int i : arranged.order) patches.push_back(data.patches[i]);
  if (data.patches && !takes_partition(info))
    monitor.note("this method makes no use of a partition: the one given was passed over");
  if (keep) groundwork.pencils.begin(info, parameters);
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
      patches.empty() ? nullptr : patches.data()};
  Result<Solution> solution = method.fit(problem, parameters);
  if (monitor.cancelled()) return Status(Code::cancelled);
  if (!solution) return solution.status();

  monitor.stage("model");
  if (solution->dims() == 0) return Status(Code::no_variation);
  const Index given = solution->block > 0 ? solution->block : solution->dims();
  if (given < options.dims) {
    monitor.note(
        joined({"asked for ", options.dims, " dimensions, these data and this method give ", given}));
  }
  Model model;
  model.mean = prepared.mean;
  model.unit_length = prepared.scale == Scale::unit;
  model.double_precision = sizeof(S) == 8;
  model.classes = data.classes;
  model.features = data.features;
  model.record = record_of(info, parameters, *solution, options, prepared.scale, pca);
  if (data.patches && takes_partition(info)) model.record.set("patches", "given");
  set_map(model, info.output, prepared, std::move(*solution));
  model.range = prepared.range;
  if (!finite(model) || !all_finite(solution->values)) {
    return Status(Code::no_variation, "the problem is too ill-conditioned to solve",
                  "use --scale zscore, --pca, or a larger ridge");
  }
  if (!fits_single_precision(model)) return Status(Code::not_representable);
  if (!keep) {
    prepared.points.x.resize(0, 0);
    prepared.basis.resize(0, 0);
  }
  if (model.map != Map::embedding && !model.double_precision) {
    bool enough = false;
    if (Status s = floats_do(model, data).get(enough); !s) return s;
    if (!enough) {
      model.double_precision = true;
      monitor.note("floats have too few digits for this map: the model keeps it in double precision");
    }
  }
  if (model.map == Map::embedding) {
    set_embedding(model, solution->embedding, arranged.order, data.labels);
  } else {
    const Index block = blocks_match_classes(data, arranged.classes) ? solution->block : 0;
    model.class_dims = solution->block;
    if (Status s = add_references(model, data, options, block, monitor); !s) return s;
  }
  if (model.rule == Rule::neighbors && options.neighbors > model.neighbors)
    monitor.note(joined({"asked for ", options.neighbors, " neighbours, there are ", model.neighbors,
                         " labelled samples: every sample gets the most frequent class (of equally frequent "
                         "ones the nearest)"}));
  monitor.finish();
  if (monitor.cancelled()) return Status(Code::cancelled);
  model.record.set("rows", n)
      .set("cols", data.dims())
      .set("dims", model.outputs())
      .set("scalar", sizeof(S) == 8 ? "double" : "float")
      .set("notes", Json::array(monitor.notes()))
      .set("version", version);
  return model;
}

/// A team for as long as a fit takes.
class Helpers {
 public:
  Helpers(Monitor& monitor, int threads) : monitor_(monitor) {
    if (threads > 1) monitor_.join(&team_.emplace(threads));
  }
  ~Helpers() {
    if (team_) monitor_.join(nullptr);
  }

 private:
  Monitor& monitor_;
  std::optional<Team> team_;
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

template <class S>
Result<Groundwork<S>> make_groundwork(const Dataset<S>& data, const GroundworkKey& key, Monitor& monitor) {
  if (Status s = check_values(data); !s) return s;
  Groundwork<S> groundwork;
  if (Status s = arrange(data, key.supervision, monitor).get(groundwork.arranged); !s) return s;
  if (Status s = prepare_groundwork(groundwork, data, key, monitor); !s) return s;
  return groundwork;
}

template <class S>
Result<Model> fit_in(Groundwork<S>& groundwork, const Method& method, const Dataset<S>& data,
                     const FitOptions& options, Monitor& monitor) {
  const Result<Parameters> parameters = Parameters::make(method.info->parameters, options.settings);
  if (!parameters) return parameters.status();
  if (Status s = check_dims(options); !s) return s;
  return solve_in(groundwork, method, *parameters, data, options, true, monitor);
}

namespace {

template <class S>
Result<Model> unguarded_fit(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                            Monitor& monitor) {
  Result<Method> method = registry.find(options.method);
  if (!method) return method.status();
  const MethodInfo& info = *method->info;
  const Result<Parameters> parameters = Parameters::make(info.parameters, options.settings);
  if (!parameters) return parameters.status();
  if (Status s = check_dims(options); !s) return s;
  if (Status s = check_values(data); !s) return s;
  Groundwork<S> groundwork;
  if (Status s = arrange(data, info.supervision, monitor).get(groundwork.arranged); !s) return s;
  std::uint64_t unfilled = 0;
  if (options.memory_limit > 0) {
    const Result<Plan> planned = plan_arranged(registry, groundwork.arranged, info, data, options);
    if (planned->unfilled > options.memory_limit) return over_limit("up to ", planned->unfilled, options);
    if (planned->bytes > options.memory_limit)
      monitor.allow(double(options.memory_limit - planned->unfilled));
    unfilled = planned->unfilled;
  }
  if (Status s = prepare_groundwork(groundwork, data, groundwork_key(info, data, options), monitor); !s)
    return s;
  const Helpers helpers(monitor, options.threads);
  Result<Model> model = solve_in(groundwork, *method, *parameters, data, options, false, monitor);
  if (monitor.refused() > 0)
    return over_limit("about ", unfilled + std::uint64_t(monitor.refused()), options);
  return model;
}

}  // namespace

template <class S>
Result<Model> fit(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                  Monitor& monitor) {
  return guarded([&] { return unguarded_fit(registry, data, options, monitor); });
}

#define TANDA_INSTANTIATE(S)                                                                         \
  template GroundworkKey groundwork_key(const MethodInfo&, const Dataset<S>&, const FitOptions&);    \
  template Result<Groundwork<S>> make_groundwork(const Dataset<S>&, const GroundworkKey&, Monitor&); \
  template Result<Model> fit_in(Groundwork<S>&, const Method&, const Dataset<S>&, const FitOptions&, \
                                Monitor&);                                                           \
  template Result<Model> fit(const Registry&, const Dataset<S>&, const FitOptions&, Monitor&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
