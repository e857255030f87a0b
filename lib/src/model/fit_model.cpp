// The model of a solution: its map in raw units and the points it classifies by.
#include <algorithm>
#include <cmath>
#include <limits>

#include "fit_parts.hpp"
#include "map_parts.hpp"
#include "tanda/linalg/dense.hpp"

namespace tanda {
namespace {

/// The largest-magnitude entry of each row is positive; of equal ones, the first decides.
void fix_signs(MatrixD& projection) {
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

void set_embedding(Model& model, const MatrixD& embedding, const Array<int>& order, const int* labels) {
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

#define TANDA_INSTANTIATE(S)                                             \
  template void set_map(Model&, Output, const Prepared<S>&, Solution&&); \
  template Result<bool> floats_do(const Model&, const Dataset<S>&);      \
  template Status add_references(Model&, const Dataset<S>&, const FitOptions&, Index, Monitor&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
