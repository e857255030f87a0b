#include "tanda/model/fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "map_parts.hpp"
#include "tanda/base/decimal.hpp"
#include "tanda/base/guarded.hpp"
#include "tanda/base/text.hpp"
#include "tanda/base/version.hpp"
#include "tanda/data/arrange.hpp"
#include "tanda/linalg/dense.hpp"

namespace tanda {
namespace {

std::string count_text(Index count, const char* thing, const char* things) {
  return joined({count, " ", (count == 1 ? thing : things)});
}

template <class S>
Result<Arranged> arrange(const Dataset<S>& data, Supervision supervision, Monitor& monitor) {
  if (supervision == Supervision::none) return arrange_as_one(data.samples());
  if (!data.labels) return Status(Code::no_labels);
  Arranged result = arrange_by_class(data.samples(), data.labels, supervision == Supervision::semi);
  const Index left_out = data.samples() - Index(result.order.size());
  if (left_out > 0)
    monitor.note(
        joined({count_text(left_out, "unlabelled sample was", "unlabelled samples were"), " left out"}));
  if (result.classes.labelled() == 0) return Status(Code::no_labels, "no sample has a label");
  if (result.classes.count() < 2) {
    const std::size_t label = std::size_t(data.labels[result.order[0]]);
    const std::string name = label < data.classes.size() ? joined({" (\"", data.classes[label], "\")"}) : "";
    return Status(Code::one_class, joined({"all samples are of one class", name}));
  }
  if (result.classes.count() == result.classes.labelled()) {
    return Status(Code::too_few_samples,
                  joined({"each of the ", result.classes.count(),
                          " samples is a class of its own, and a class needs two"}),
                  "train with two samples of a class or more; if these are no classes, name another label "
                  "column with --label");
  }
  return result;
}

/// The dimensions to ask the method for: what the caller wants, within what the method can give.
Index wanted_dims(const MethodInfo& info, Index asked, Index dims, Index samples, Index classes) {
  if (info.output == Output::kernel) dims = samples;
  switch (info.limit) {
    case Limit::samples:
      dims = samples - 1;
      break;
    case Limit::classes_minus_one:
      return std::min(asked > 0 ? asked : classes - 1, classes - 1);
    case Limit::per_class:
      return std::min(asked > 0 ? asked : 1, dims);
    case Limit::rank:
      break;
  }
  return std::min(asked > 0 ? asked : std::max<Index>(2, classes - 1), dims);
}

PcaChoice pca_choice(const MethodInfo& info, PcaChoice asked, Index dims, Index samples) {
  if (!asked.wanted() && info.pca_when_wide > 0 && dims >= samples) return {0, info.pca_when_wide};
  return asked;
}

/// The largest-magnitude entry of each row is positive; of equal ones, the first decides.
void fix_signs(MatrixD& projection) {
  for (Index i = 0; i < projection.rows(); ++i) {
    const double largest = projection.row(i).cwiseAbs().maxCoeff();
    Index at = 0;
    while (std::abs(projection(i, at)) < largest * (1 - 1e-9)) ++at;
    if (projection(i, at) < 0) projection.row(i) = -projection.row(i);
  }
}

/// The map in raw units.
template <class S>
void set_map(Model& model, Output output, const Prepared<S>& prepared, Solution&& solution) {
  if (output == Output::projection) {
    model.projection = prepared.unfold(solution.directions);
    fix_signs(model.projection);
    model.offset = -product(model.projection, model.mean);
  } else if (output == Output::kernel) {
    model.map = Map::kernel;
    model.kernel = {solution.kernel.kernel, prepared.factor, prepared.basis,
                    std::move(solution.kernel.points), solution.kernel.coefficients.transpose()};
    fix_signs(model.kernel.coefficients);
  } else {
    model.map = Map::embedding;
  }
}

/// The embedded samples in the caller's order.
void set_embedding(Model& model, const MatrixD& embedding, const std::vector<int>& order, const int* labels) {
  MatrixD rows = embedding.transpose();
  fix_signs(rows);
  model.references.resize(rows.rows(), rows.cols());
  if (labels) model.labels.resize(order.size());
  for (Index i = 0; i < rows.cols(); ++i) {
    const int at = order[std::size_t(i)];
    model.references.col(at) = rows.col(i).cast<float>();
    if (labels) model.labels[std::size_t(at)] = labels[at];
  }
}

bool finite(const Model& model) {
  return all_finite(model.projection) && all_finite(model.offset) && all_finite(model.kernel.points) &&
         all_finite(model.kernel.coefficients);
}

bool fits_single_precision(const Model& model) {
  constexpr double most = std::numeric_limits<float>::max();
  return largest_magnitude(model.projection) <= most && largest_magnitude(model.offset) <= most &&
         largest_magnitude(model.mean) <= most && all_finite(model.range) &&
         largest_magnitude(model.kernel.factor) <= most && largest_magnitude(model.kernel.basis) <= most &&
         largest_magnitude(model.kernel.points) <= most &&
         largest_magnitude(model.kernel.coefficients) <= most;
}

/// The parameters of a fit; those the method chose as they were chosen.
Json params_json(const Parameters& parameters, const std::vector<Setting>& chosen) {
  Json json = Json::object();
  for (const Parameter& p : parameters.list()) {
    const auto made =
        std::find_if(chosen.begin(), chosen.end(), [&](const Setting& s) { return s.first == p.name; });
    if (made != chosen.end()) {
      std::string_view text = made->second;
      if (double value = 0; read_decimal(text, value)) json.set(p.name, value);
    } else if (p.automatic && parameters.value(p) == automatic_value) {
      json.set(p.name, "auto");
    } else if (p.kind == Kind::flag) {
      json.set(p.name, parameters.value(p) != 0);
    } else if (p.kind == Kind::choice) {
      json.set(p.name, parameters.text(p));
    } else {
      json.set(p.name, parameters.value(p));
    }
  }
  return json;
}

// A map of floats may move projected samples by this part of their spread.
constexpr double float_map_tolerance = 1e-3;
constexpr Index checked_samples = 64;

}  // namespace

template <class S>
Result<bool> floats_do(const Model& model, const Dataset<S>& data) {
  const Index count = std::min(checked_samples, data.samples());
  Matrix<S> some(data.dims(), count);
  for (Index i = 0; i < count; ++i) some.col(i) = data.x.col(i * data.samples() / count);
  const MatrixD doubles = some.template cast<double>();
  Model rounded;
  rounded.map = model.map;
  rounded.unit_length = model.unit_length;
  rounded.mean = model.mean;
  rounded.projection = model.projection;
  rounded.offset = model.offset;
  rounded.kernel = model.kernel;
  for_each_map_part(rounded, [](Section, auto&& matrix, Index, Index) {
    matrix = matrix.template cast<float>().template cast<double>();
  });
  MatrixD exact;
  Matrix<S> kept;
  const ConstMatrixView<S> samples(some.data(), some.rows(), count);
  const ConstMatrixView<double> exact_samples(doubles.data(), doubles.rows(), count);
  if (Status s = transform(model, exact_samples).get(exact); !s) return s;
  if (Status s = transform(rounded, samples).get(kept); !s) return s;
  double moved = 0, spread = 0;
  for (Index k = 0; k < exact.rows(); ++k) {
    double mean = 0;
    for (Index i = 0; i < count; ++i) mean += exact(k, i) / double(count);
    for (Index i = 0; i < count; ++i) {
      const double change = double(kept(k, i)) - exact(k, i), deviation = exact(k, i) - mean;
      moved += change * change;
      spread += deviation * deviation;
    }
  }
  return moved <= float_map_tolerance * float_map_tolerance * spread;
}

namespace {

/// Projected training samples and their labels, to classify by.
template <class S>
Status add_references(Model& model, const Dataset<S>& data, const FitOptions& options, Index block,
                      Monitor& monitor) {
  if (options.neighbors == 0 || options.rule == Rule::none || !data.labels) return {};
  std::vector<int> labelled;
  for (Index i = 0; i < data.samples(); ++i) {
    if (data.labels[i] >= 0) labelled.push_back(int(i));
  }
  if (labelled.empty()) return {};
  model.rule = options.rule.value_or(block > 0 ? Rule::membership : Rule::neighbors);
  if (model.rule == Rule::membership && block == 0)
    return Status(Code::bad_argument,
                  "this method does not give each class columns of its own to be a member in",
                  "classify by neighbours: knn:1");
  model.neighbors = std::min(options.neighbors, Index(labelled.size()));
  model.block = model.rule == Rule::membership ? block : 0;
  const Index count = Index(labelled.size());
  model.references.resize(model.outputs(), count);
  Matrix<S> batch;  // where some are not labelled: otherwise all lie side by side already
  for (Index first = 0; first < count; first += panel_samples) {
    const Index size = std::min(count - first, panel_samples);
    if (!monitor.advance(double(first) / double(count))) return Status(Code::cancelled);
    const S* x = data.x.col(first).data();
    if (count < data.samples()) {
      reshape(batch, data.dims(), size);
      for (Index i = 0; i < size; ++i) batch.col(i) = data.x.col(labelled[std::size_t(first + i)]);
      x = batch.data();
    }
    Matrix<S> projected;
    if (Status s = transform(model, ConstMatrixView<S>(x, data.dims(), size)).get(projected); !s) return s;
    std::copy_n(projected.data(), projected.size(), model.references.col(first).data());
  }
  if (!all_finite(model.references)) return Status(Code::not_representable);
  model.labels.reserve(labelled.size());
  for (int i : labelled) model.labels.push_back(data.labels[i]);
  return {};
}

/// A label-block of columns belongs to each class; the classes of the dataset may have gaps, the blocks do
/// not.
template <class S>
bool blocks_match_classes(const Dataset<S>& data, const Classes& classes) {
  return Index(data.classes.size()) == classes.count();
}

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

/// The samples a method with this supervision uses.
template <class S>
Index used_samples(const Dataset<S>& data, Supervision supervision) {
  if (supervision != Supervision::labels || !data.labels) return data.samples();
  return Index(
      std::count_if(data.labels, data.labels + data.samples(), [](int label) { return label >= 0; }));
}

template <class S>
Index class_count(const Groundwork<S>& groundwork, const MethodInfo& info, const Dataset<S>& data) {
  return info.supervision != Supervision::none ? groundwork.arranged.classes.count()
                                               : std::max<Index>(1, Index(data.classes.size()));
}

/// Prepares what `arrange` has put into the groundwork.
template <class S>
Status prepare_groundwork(Groundwork<S>& groundwork, const Dataset<S>& data, const GroundworkKey& key,
                          Monitor& monitor) {
  monitor.stage("prepare");
  return prepare(data, groundwork.arranged.order, key.scale, key.pca, monitor).get(groundwork.prepared);
}

Json record_of(const MethodInfo& info, const Parameters& parameters, const Solution& solution,
               const FitOptions& options, Scale scale, PcaChoice pca) {
  Json pca_json;
  if (pca.dims > 0) pca_json = Json(double(pca.dims));
  if (pca.dims == 0 && pca.energy > 0) pca_json = Json(pca.energy);
  return Json::object()
      .set("method", info.id)
      .set("params", params_json(parameters, solution.chosen))
      .set("eigenvalues", Json::array(solution.values))
      .set("scale", scale_name(scale))
      .set("scale_chosen", options.scale == Scale::automatic)
      .set("pca", std::move(pca_json))
      .set("seed", whole_json(options.seed));
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
  const Index dims = wanted_dims(info, options.dims, samples.dims(), n, class_count(groundwork, info, data));
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

Result<Plan> plan(const Registry& registry, const FitOptions& options, Index samples, Index dims,
                  Index classes, std::size_t scalar_bytes, Index largest_class) {
  return guarded([&] {
    const double names = sizeof(std::string) * (double(dims) + double(classes));
    return unguarded_plan(registry, options, samples, dims, classes, scalar_bytes, largest_class, names);
  });
}

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

/// Of what `arrange` has put into the groundwork.
template <class S>
Result<Plan> plan_of(const Registry& registry, const Groundwork<S>& groundwork, const MethodInfo& info,
                     const Dataset<S>& data, const FitOptions& options) {
  return unguarded_plan(registry, options, Index(groundwork.arranged.order.size()), data.dims(),
                        class_count(groundwork, info, data), sizeof(S), groundwork.arranged.classes.largest(),
                        name_bytes(data.features) + name_bytes(data.classes), patch_sizes(data));
}

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
    const Result<Plan> planned = plan_of(registry, groundwork, info, data, options);
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
Result<Plan> plan(const Registry& registry, const Dataset<S>& data, const FitOptions& options) {
  return guarded([&]() -> Result<Plan> {
    const Result<Method> method = registry.find(options.method);
    if (!method) return method.status();
    Groundwork<S> groundwork;
    Monitor nobody;
    const MethodInfo& info = *method->info;
    if (Status s = arrange(data, info.supervision, nobody).get(groundwork.arranged); !s) return s;
    return plan_of(registry, groundwork, info, data, options);
  });
}

template <class S>
Result<Model> fit(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                  Monitor& monitor) {
  return guarded([&] { return unguarded_fit(registry, data, options, monitor); });
}

#define TANDA_INSTANTIATE(S)                                                                         \
  template GroundworkKey groundwork_key(const MethodInfo&, const Dataset<S>&, const FitOptions&);    \
  template Result<Plan> plan(const Registry&, const Dataset<S>&, const FitOptions&);                 \
  template Result<Groundwork<S>> make_groundwork(const Dataset<S>&, const GroundworkKey&, Monitor&); \
  template Result<Model> fit_in(Groundwork<S>&, const Method&, const Dataset<S>&, const FitOptions&, \
                                Monitor&);                                                           \
  template Result<bool> floats_do(const Model&, const Dataset<S>&);                                  \
  template Result<Model> fit(const Registry&, const Dataset<S>&, const FitOptions&, Monitor&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
