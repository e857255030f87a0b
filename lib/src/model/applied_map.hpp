// A model's map made ready once, for samples that come batch by batch.
#pragma once

#include <optional>

#include "model/projector.hpp"

namespace tanda::internal {

/// A map that is kept in double is applied in double, whatever the samples are; a kernel map always is. A
/// sample gives the same numbers alone and in a batch of any size.
template <class S>
class AppliedMap {
 public:
  /// Of parts with a map, which have to outlive this. It lies in `home`.
  AppliedMap(const ModelParts& parts, Workspace* home);

  /// Whether `apply` takes memory.
  bool needs_scratch() const { return !own_ || parts_.unit_length; }
  /// The map of the samples (d×n): r×n numbers, sample after sample in `out`. Its scratch lies in `scratch`,
  /// or on the heap.
  void apply(ConstMatrixView<S> samples, S* out, Workspace* scratch) const;

 private:
  void apply_kernel(ConstMatrixView<S> samples, S* out, Workspace* scratch) const;
  void apply_exactly(ConstMatrixView<S> samples, S* out, Workspace* scratch) const;

  const ModelParts& parts_;
  std::optional<Projector<S>> own_;
  std::optional<Projector<double>> exact_;
};

}  // namespace tanda::internal
