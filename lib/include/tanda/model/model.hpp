// A fitted model: a map (for most methods the affine y = P·x + c), the points to classify by, and how it was
// made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tanda/base/json.hpp"
#include "tanda/base/status.hpp"
#include "tanda/base/types.hpp"
#include "tanda/data/csv.hpp"
#include "tanda/data/kernel.hpp"
#include "tanda/model/classifier.hpp"
#include "tanda/model/map.hpp"
#include "tanda/model/rule.hpp"

namespace tanda {

/// y = coefficients · k(points, z) with z = basis'·(factor ∘ (x − mean)).
struct KernelMap {
  Kernel kernel;
  VectorD factor;        ///< d
  MatrixD basis;         ///< d×p; empty = identity, p = d
  MatrixD points;        ///< p×m, in the coordinates of z
  MatrixD coefficients;  ///< r×m
};

struct Model {
  Map map = Map::linear;
  MatrixD projection;             ///< Map::linear: r×d
  VectorD offset;                 ///< Map::linear: r
  KernelMap kernel;               ///< Map::kernel
  VectorD mean;                   ///< d, of the training samples: offset = −projection·mean
  Vector<float> range;            ///< d, largest |x − mean| of the training samples; empty = not known
  bool unit_length = false;       ///< bring each sample to length one before the map
  bool double_precision = false;  ///< keep the map in double in the file, beside the float one

  Rule rule = Rule::none;
  Index neighbors = 1;
  Index block = 0;                   ///< columns per class (Rule::membership)
  Index class_dims = 0;              ///< columns per class whatever the rule; of a fit, not in the file
  Matrix<float> references;          ///< r×m projected training samples; Map::embedding: all there is
  std::vector<std::int32_t> labels;  ///< m class numbers; Map::embedding: −1 = none, empty = none at all

  std::vector<std::string> classes;
  std::vector<std::string> features;  ///< d names, or empty
  Json record;                        ///< method, params, rows, cols, eigenvalues, notes, version, ...

  Index inputs() const { return map == Map::linear ? projection.cols() : mean.size(); }
  Index outputs() const {
    return map == Map::linear   ? projection.rows()
           : map == Map::kernel ? kernel.coefficients.rows()
                                : references.rows();
  }
};

/// Projects samples (d×n) to r×n: an affine map in the samples' precision, a kernel map always in double. A
/// sample gives the same numbers alone and in a batch of any size. Code::no_projection for an embedding, also
/// of `predict`.
template <class S>
Result<Matrix<S>> transform(const Model& model, ConstMatrixView<S> samples);

/// What classifies projected samples: a view of the model's reference points.
Classifier classifier_of(const Model& model);

/// Predicts class numbers of samples (d×n).
template <class S>
Result<std::vector<int>> predict(const Model& model, ConstMatrixView<S> samples);

/// Puts into the model's record what its table's columns were called: the label, with its number from 1 (0 =
/// not known), and what named the rows. An empty name and 0 are not kept.
void remember_columns(Model& model, const std::string& label, Index label_column, const std::string& id);

/// Whether the samples were doubles when the model was fitted: then new ones are read so, too, and those it
/// was fitted to land where they did. A map may be kept in double for samples that were floats.
bool fitted_in_double(const Model& model);

/// Tells a reader which columns the model takes, what stands in for missing values, and what was remembered.
void want_columns(const Model& model, CsvOptions& options);

/// The model file (docs/MODEL_FILE.md), and back. `encode` gives a file for every consistent model, and for
/// any other one bytes that `decode` refuses; `decode` is safe on any bytes.
Result<std::vector<std::uint8_t>> encode(const Model& model);
Result<Model> decode(const std::uint8_t* bytes, std::size_t size);

/// `tanda export --format json`.
std::string model_json(const Model& model);

}  // namespace tanda
