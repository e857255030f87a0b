// A model's map, prepared once for samples that come in batches.
#pragma once

#include <optional>

#include "model/projector.hpp"

namespace tanda::internal {

/// A map that is kept in double is applied in double, whatever the type of the samples; a kernel map is
/// always applied in double. A sample gives the same numbers alone and in a batch of any size.
template <class S>
class AppliedMap {
 public:
  /// `parts` must have a map and outlive this object. The prepared map is allocated in `home`.
  AppliedMap(const ModelParts& parts, Workspace* home);

  /// Whether `apply` allocates scratch memory.
  bool needs_scratch() const { return !own_ || parts_.unit_length; }
  /// Maps samples (d×n) to r×n numbers, written sample by sample to `out`. Scratch memory is allocated in
  /// `scratch`, or on the heap if that is null.
  void apply(ConstMatrixView<S> samples, S* out, Workspace* scratch) const;

 private:
  void apply_kernel(ConstMatrixView<S> samples, S* out, Workspace* scratch) const;
  void apply_exactly(ConstMatrixView<S> samples, S* out, Workspace* scratch) const;

  const ModelParts& parts_;
  std::optional<Projector<S>> own_;
  std::optional<Projector<double>> exact_;
};

}  // namespace tanda::internal
