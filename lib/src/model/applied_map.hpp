// A model's map made ready once, for samples that come batch by batch.
#pragma once

#include <optional>

#include "tanda/model/projector.hpp"

namespace tanda {

/// A map that is kept in double is applied in double, whatever the samples are; a kernel map always is. A
/// sample gives the same numbers alone and in a batch of any size.
template <class S>
class AppliedMap {
 public:
  /// Of a model with a map, which has to outlive this. It and its scratch lie in `home`.
  AppliedMap(const Model& model, Workspace* home);

  /// out (r×n) = the map of the samples (d×n)
  void apply(ConstMatrixView<S> samples, Matrix<S>& out) const;

 private:
  void apply_kernel(ConstMatrixView<S> samples, Matrix<S>& out) const;
  void apply_exactly(ConstMatrixView<S> samples, Matrix<S>& out) const;

  const Model& model_;
  Workspace* home_;
  std::optional<Projector<S>> own_;
  std::optional<Projector<double>> exact_;
};

}  // namespace tanda
