// The model of a solution: its map in raw units and the points it classifies by.
#include <algorithm>
#include <cmath>
#include <limits>

#include "applied_map.hpp"
#include "fit_parts.hpp"
#include "map_parts.hpp"
#include "tanda/linalg/dense.hpp"

namespace tanda {
namespace {

/// The largest-magnitude entry of each row is positive; of equal ones, the first decides.
void fix_signs(MatrixD& projection) {
  if (!projection.data()) return;
  for (Index i = 0; i < projection.rows(); ++i) {
    const double largest = projection.row(i).cwiseAbs().maxCoeff();
    Index at = 0;
    while (std::abs(projection(i, at)) < largest * (1 - 1e-9)) ++at;
    if (projection(i, at) < 0) projection.row(i) = -projection.row(i);
  }
}

// A map of floats may move projected samples by this part of their spread.
constexpr double float_map_tolerance = 1e-3;

}  // namespace

Model model_in(Workspace* home) {
  Model model;
  model.projection = MatrixD::in(home);
  model.offset = VectorD::in(home);
  model.kernel.factor = VectorD::in(home);
  model.kernel.basis = MatrixD::in(home);
  model.kernel.points = MatrixD::in(home);
  model.kernel.coefficients = MatrixD::in(home);
  model.mean = VectorD::in(home);
  model.range = Vector<float>::in(home);
  model.references = Matrix<float>::in(home);
  return model;
}

template <class S>
void set_map(Model& model, Output output, const Prepared<S>& prepared, const Solution& solution) {
  if (output == Output::projection) {
    const MatrixD projection = prepared.unfold(solution.directions);
    model.projection = projection;  // a copy: the model outlives the workspace
    fix_signs(model.projection);
    model.offset.resize(model.projection.rows());
    set_product(model.offset, model.projection, model.mean);
    if (model.offset.data()) model.offset = -model.offset;
  } else if (output == Output::kernel) {
    model.map = Map::kernel;
    model.kernel.kernel = solution.kernel.kernel;
    model.kernel.factor = prepared.factor;
    model.kernel.basis = prepared.basis;
    model.kernel.points = solution.kernel.points;
    model.kernel.coefficients = solution.kernel.coefficients.transpose();
    fix_signs(model.kernel.coefficients);
  } else {
    model.map = Map::embedding;
  }
}

void set_embedding(Model& model, const MatrixD& embedding, const Array<int>& order, const int* labels) {
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

std::uint64_t model_bytes(const Model& model) {
  std::uint64_t bytes = sizeof(float) * std::uint64_t(model.range.size() + model.references.size()) +
                        sizeof(model.labels[0]) * model.labels.size();
  for_each_map_part(model, [&](Section, auto&& matrix, Index, Index) {
    bytes += sizeof(double) * std::uint64_t(matrix.size());
  });
  return bytes;
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

template <class S>
bool floats_do(const Model& model, const Dataset<S>& data, Workspace* home) {
  const Index count = std::min(checked_samples, data.samples());
  Matrix<S> some(home, data.dims(), count), kept(home, model.outputs(), count);
  MatrixD doubles(home, data.dims(), count), exact(home, model.outputs(), count);
  Model rounded = model_in(home);
  rounded.map = model.map;
  rounded.unit_length = model.unit_length;
  rounded.mean = model.mean;
  rounded.projection = model.projection;
  rounded.offset = model.offset;
  rounded.kernel.kernel = model.kernel.kernel;
  rounded.kernel.factor = model.kernel.factor;
  rounded.kernel.basis = model.kernel.basis;
  rounded.kernel.points = model.kernel.points;
  rounded.kernel.coefficients = model.kernel.coefficients;
  if (!measuring(home)) {
    for (Index i = 0; i < count; ++i) some.col(i) = data.x.col(i * data.samples() / count);
    doubles = some.template cast<double>();
    for_each_map_part(rounded, [](Section, auto&& matrix, Index, Index) {
      matrix = matrix.template cast<float>().template cast<double>();
    });
  }
  AppliedMap<double>(model, home).apply({doubles.data(), doubles.rows(), count}, exact);
  AppliedMap<S>(rounded, home).apply({some.data(), some.rows(), count}, kept);
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

template <class S>
Status add_references(Model& model, const Dataset<S>& data, const FitOptions& options, Index block,
                      Monitor& monitor, Workspace* home) {
  const bool counts = measuring(home);
  const bool labels = data.labels || (counts && !data.classes.empty());  // a plan may know sizes only
  if (options.neighbors == 0 || options.rule == Rule::none || !labels) return {};
  Array<int> labelled(home);
  labelled.reserve(std::size_t(data.samples()));
  Index count = data.labels ? 0 : data.samples();
  for (Index i = 0; data.labels && i < data.samples(); ++i) {
    if (data.labels[i] < 0) continue;
    ++count;
    if (!counts) labelled.push_back(int(i));
  }
  if (count == 0) return {};
  model.rule = options.rule.value_or(block > 0 ? Rule::membership : Rule::neighbors);
  if (model.rule == Rule::membership && block == 0)
    return Status(Code::bad_argument,
                  "this method does not give each class columns of its own to be a member in",
                  "classify by neighbours: knn:1");
  model.neighbors = std::min(options.neighbors, count);
  model.block = model.rule == Rule::membership ? block : 0;
  const Index most = std::min(count, panel_samples);
  model.references.resize(model.outputs(), count);
  const bool all = count == data.samples();  // then samples lie side by side already
  Matrix<S> batch(home, data.dims(), all ? 0 : most), projected(home, model.outputs(), most);
  const AppliedMap<S> map(model, home);
  if (counts) {
    map.apply({nullptr, data.dims(), most}, projected);
    return {};
  }
  for (Index first = 0; first < count; first += panel_samples) {
    const Index size = std::min(count - first, panel_samples);
    if (!monitor.advance(double(first) / double(count))) return Status(Code::cancelled);
    const S* x = data.x.col(first).data();
    for (Index i = 0; !all && i < size; ++i) batch.col(i) = data.x.col(labelled[std::size_t(first + i)]);
    if (!all) x = batch.data();
    projected.conservativeResize(Eigen::NoChange, size);
    map.apply({x, data.dims(), size}, projected);
    std::copy_n(projected.data(), projected.size(), model.references.col(first).data());
  }
  if (!all_finite(model.references)) return Status(Code::not_representable);
  model.labels.reserve(labelled.size());
  for (const int i : labelled) model.labels.push_back(data.labels[i]);
  return {};
}

#define TANDA_INSTANTIATE(S)                                                  \
  template void set_map(Model&, Output, const Prepared<S>&, const Solution&); \
  template bool floats_do(const Model&, const Dataset<S>&, Workspace*);       \
  template Status add_references(Model&, const Dataset<S>&, const FitOptions&, Index, Monitor&, Workspace*);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
