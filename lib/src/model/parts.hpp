// The data of a model, which can be filled in freely; `Model::make` checks that they fit together.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/json.hpp"
#include "base/types.hpp"
#include "data/kernel.hpp"
#include "tanda/detail/map.hpp"
#include "tanda/detail/rule.hpp"

namespace tanda::internal {

/// y = projection·x + offset
struct LinearMap {
  MatrixD projection;  ///< r×d
  VectorD offset;      ///< r, −projection·mean
};

/// y = coefficients · k(points, z) with z = basis'·(factor ∘ (x − mean)).
struct KernelMap {
  Kernel kernel;
  VectorD factor;        ///< d, scale of each feature
  MatrixD basis;         ///< d×p; empty = identity, p = d
  MatrixD points;        ///< p×m, in the coordinates of z
  MatrixD coefficients;  ///< r×m
};

/// No map: the references are the embedded training samples.
struct EmbeddedSet {};

struct ClassifierInfo;

struct ModelParts {
  std::variant<LinearMap, KernelMap, EmbeddedSet> map;  ///< alternatives in the order of Map
  VectorD mean;                                         ///< d, of the training samples
  Vector<float> range;            ///< d, largest |x − mean| of the training samples; empty = not known
  bool unit_length = false;       ///< bring each sample to length one before the map
  bool double_precision = false;  ///< keep the map in double in the file, in addition to the float one

  Rule rule = Rule::none;                      ///< the rule in the header of the file
  const ClassifierInfo* classifier = nullptr;  ///< with that rule; null = its default
  Index neighbors = 1;
  Index block = 0;                   ///< columns per class (Rule::membership)
  Index class_dims = 0;              ///< columns per class for any rule; used by the fit, not in the file
  Matrix<float> references;          ///< r×m projected training samples; of an embedding all samples
  std::vector<std::int32_t> labels;  ///< m class numbers; of an embedding −1 = unlabelled, empty = no labels

  std::vector<std::string> classes;
  std::vector<std::string> features;  ///< d names, or empty
  Json record;                        ///< method, params, rows, cols, eigenvalues, notes, version, ...

  Map kind() const { return static_cast<Map>(map.index()); }
  Index inputs() const { return mean.size(); }
  Index outputs() const;

  /// The linear map; replaces a map of another kind by an empty one.
  LinearMap& linear() { return as<LinearMap>(); }
  KernelMap& kernel() { return as<KernelMap>(); }
  void embed() { map.emplace<EmbeddedSet>(); }
  /// The linear map, or null if the map is of another kind.
  const LinearMap* linear_map() const { return std::get_if<LinearMap>(&map); }
  const KernelMap* kernel_map() const { return std::get_if<KernelMap>(&map); }

 private:
  template <class M>
  M& as() {
    if (M* const found = std::get_if<M>(&map)) return *found;
    return map.emplace<M>();
  }
};

inline Index ModelParts::outputs() const {
  if (const LinearMap* const linear = linear_map()) return linear->projection.rows();
  if (const KernelMap* const kernel = kernel_map()) return kernel->coefficients.rows();
  return references.rows();
}

}  // namespace tanda::internal
