// Makes the model of a solution: its map in raw units and its reference points.
#include <algorithm>
#include <cmath>
#include <limits>

#include "applied_map.hpp"
#include "base/text.hpp"
#include "fit_parts.hpp"
#include "linalg/dense.hpp"
#include "map_parts.hpp"
#include "model/classifiers.hpp"

namespace tanda::internal {
namespace {

/// Changes signs so that the entry of largest magnitude in each row is positive; of equal ones, the first
/// counts.
void fix_signs(MatrixD& projection) {
  if (!projection.data()) return;
  for (Index i = 0; i < projection.rows(); ++i) {
    const double largest = projection.row(i).cwiseAbs().maxCoeff();
    Index at = 0;
    while (std::abs(projection(i, at)) < largest * (1 - 1e-9)) ++at;
    if (projection(i, at) < 0) projection.row(i) = -projection.row(i);
  }
}

// Rounding the map to float may move projected samples by this fraction of their spread.
constexpr double float_map_tolerance = 1e-3;

}  // namespace

template <class S>
void set_map(ModelParts& model, Output output, const Prepared<S>& prepared, const Solution& solution,
             Workspace* home) {
  if (output == Output::projection) {
    const MatrixD projection = prepared.unfold(solution.directions);
    LinearMap& map = model.linear();
    map.projection = MatrixD(home, projection);  // a copy: the model outlives the workspace
    fix_signs(map.projection);
    map.offset = VectorD(home, map.projection.rows());
    set_product(map.offset, map.projection, model.mean);
    if (map.offset.data()) map.offset = -map.offset;
  } else if (output == Output::kernel) {
    KernelMap& map = model.kernel();
    map.kernel = solution.kernel.kernel;
    map.factor = VectorD(home, prepared.factor);
    map.basis = MatrixD(home, prepared.basis);
    map.points = MatrixD(home, solution.kernel.points);
    map.coefficients = MatrixD(home, solution.kernel.coefficients.transpose());
    fix_signs(map.coefficients);
  } else {
    model.embed();
  }
}

void set_embedding(ModelParts& model, const MatrixD& embedding, const Array<int>& order, const int* labels) {
  MatrixD rows(embedding.home(), embedding.transpose());
  fix_signs(rows);
  model.references.resize(rows.rows(), rows.cols());
  if (!model.references.data()) return;
  if (labels) model.labels.resize(order.size());
  for (Index i = 0; i < rows.cols(); ++i) {
    const int at = order[std::size_t(i)];
    model.references.col(at) = rows.col(i).cast<float>();
    if (labels) model.labels[std::size_t(at)] = labels[at];
  }
}

std::uint64_t model_bytes(const ModelParts& model) {
  std::uint64_t bytes = sizeof(float) * std::uint64_t(model.range.size() + model.references.size()) +
                        sizeof(model.labels[0]) * model.labels.size();
  for_each_map_part(model, [&](Section, auto&& matrix, Index, Index) {
    bytes += sizeof(double) * std::uint64_t(matrix.size());
  });
  Workspace applied = Workspace::counting();
  if (model.kind() != Map::embedding) AppliedMap<float>(model, &applied);
  return bytes + applied.peak();
}

namespace {

/// Calls use(matrix) for each matrix of the map that depends on the solution.
template <class Use>
void for_each_solved_part(const ModelParts& model, Use use) {
  if (const LinearMap* const map = model.linear_map()) {
    use(map->projection);
    use(map->offset);
  }
  if (const KernelMap* const map = model.kernel_map()) {
    use(map->points);
    use(map->coefficients);
  }
}

bool finite(const ModelParts& model) {
  bool all = true;
  for_each_solved_part(model, [&](const auto& matrix) { all = all && all_finite(matrix); });
  return all;
}

bool fits_single_precision(const ModelParts& model) {
  constexpr double most = std::numeric_limits<float>::max();
  bool all = all_finite(model.range) && largest_magnitude(model.mean) <= most;
  for_each_solved_part(model, [&](const auto& matrix) { all = all && largest_magnitude(matrix) <= most; });
  const KernelMap* const map = model.kernel_map();
  return all && (!map || (largest_magnitude(map->factor) <= most && largest_magnitude(map->basis) <= most));
}

}  // namespace

Status check_map(const ModelParts& model, const Solution& solution, Index asked, Monitor& monitor) {
  const Index given = solution.block > 0 ? solution.block : solution.dims();
  if (given < asked)
    monitor.note(joined({"asked for ", asked, " dimensions, these data and this method give ", given}));
  if (!finite(model) || !all_finite(solution.values)) {
    return Status(Code::no_variation, "the problem is too ill-conditioned to solve",
                  "use {scale=zscore}, {pca}, or a larger ridge");
  }
  if (!fits_single_precision(model)) return Status(Code::not_representable);
  return {};
}

template <class S>
bool floats_do(const ModelParts& model, const Dataset<S>& data, Workspace* home) {
  const Index count = std::min(checked_samples, data.samples());
  Matrix<S> some(home, data.dims(), count), kept(home, model.outputs(), count);
  MatrixD doubles(home, data.dims(), count), exact(home, model.outputs(), count);
  ModelParts rounded;
  rounded.unit_length = model.unit_length;
  rounded.mean = VectorD(home, model.mean);
  if (const LinearMap* const map = model.linear_map()) {
    rounded.linear().projection = MatrixD(home, map->projection);
    rounded.linear().offset = VectorD(home, map->offset);
  }
  if (const KernelMap* const map = model.kernel_map()) {
    rounded.kernel().kernel = map->kernel;
    rounded.kernel().factor = VectorD(home, map->factor);
    rounded.kernel().basis = MatrixD(home, map->basis);
    rounded.kernel().points = MatrixD(home, map->points);
    rounded.kernel().coefficients = MatrixD(home, map->coefficients);
  }
  if (!measuring(home)) {
    for (Index i = 0; i < count; ++i) some.col(i) = data.x.col(i * data.samples() / count);
    doubles = some.template cast<double>();
    for_each_map_part(rounded, [](Section, auto&& matrix, Index, Index) {
      matrix = matrix.template cast<float>().template cast<double>();
    });
  }
  AppliedMap<double>(model, home).apply({doubles.data(), doubles.rows(), count}, exact.data(), home);
  AppliedMap<S>(rounded, home).apply({some.data(), some.rows(), count}, kept.data(), home);
  if (measuring(home)) return true;
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

/// The classifier asked for; by default membership if each class has columns of its own, else neighbours.
const ClassifierInfo& wanted_classifier(const FitOptions& options, Index block) {
  if (options.neighbors == 0) return classifier_of_rule(Rule::none);
  if (options.classifier) return *options.classifier;
  return classifier_of_rule(block > 0 ? Rule::membership : Rule::neighbors);
}

}  // namespace

template <class S>
Status add_references(ModelParts& model, const Dataset<S>& data, const FitOptions& options, Index block,
                      Monitor& monitor, Workspace* home) {
  const bool counts = measuring(home);
  const bool labels = data.labels || (counts && !data.classes.empty());  // a plan may know sizes only
  const ClassifierInfo& info = wanted_classifier(options, block);
  if (!info.classifies() || !labels) return {};
  Array<int> labelled(home);
  labelled.reserve(std::size_t(data.samples()));
  Index count = data.labels ? 0 : data.samples();
  for (Index i = 0; data.labels && i < data.samples(); ++i) {
    if (data.labels[i] < 0) continue;
    ++count;
    if (!counts) labelled.push_back(int(i));
  }
  if (count == 0) return {};
  model.rule = info.rule;
  model.classifier = &info;
  if (Status s = info.set(model, {options.neighbors, count, block}); !s) return s;
  const Index most = std::min(count, panel_samples);
  model.references.resize(model.outputs(), count);
  const bool all = count == data.samples();  // then the samples are contiguous already
  Matrix<S> batch(home, data.dims(), all ? 0 : most), projected(home, model.outputs(), most);
  const AppliedMap<S> map(model, home);
  if (counts) {
    map.apply({nullptr, data.dims(), most}, nullptr, home);
    return {};
  }
  for (Index first = 0; first < count; first += panel_samples) {
    const Index size = std::min(count - first, panel_samples);
    if (!monitor.advance(double(first) / double(count))) return Status(Code::cancelled);
    const S* x = data.x.col(first).data();
    for (Index i = 0; !all && i < size; ++i) batch.col(i) = data.x.col(labelled[std::size_t(first + i)]);
    if (!all) x = batch.data();
    projected.conservativeResize(Eigen::NoChange, size);
    map.apply({x, data.dims(), size}, projected.data(), home);
    std::copy_n(projected.data(), projected.size(), model.references.col(first).data());
  }
  if (!all_finite(model.references)) return Status(Code::not_representable);
  model.labels.reserve(labelled.size());
  for (const int i : labelled) model.labels.push_back(data.labels[i]);
  if (info.finish) info.finish(model);
  return {};
}

#define TANDA_INSTANTIATE(S)                                                                         \
  template void set_map(ModelParts&, Output, const Prepared<S>&, const Solution&, Workspace*);       \
  template bool floats_do(const ModelParts&, const Dataset<S>&, Workspace*);                         \
  template Status add_references(ModelParts&, const Dataset<S>&, const FitOptions&, Index, Monitor&, \
                                 Workspace*);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
