// y = P·x + c for machines with vector registers, prepared for repeated calls. Each output is the sum over
// the first half of the features plus the sum over the second half, each added up feature by feature. Only
// different outputs share an instruction, so a sample gives the same numbers alone and in a batch of any
// size, which a general matrix product does not guarantee.
#pragma once

#include "model/parts.hpp"

namespace tanda::internal {

/// A linear map in the samples' precision; for float, with exactly the numbers of the model file.
template <class S>
class Projector {
 public:
  /// The prepared map is allocated in `home`, null = on the heap.
  Projector(const LinearMap& map, bool unit_length, Workspace* home = nullptr);

  Index inputs() const { return factors_.cols(); }
  Index outputs() const { return outputs_; }

  /// Projects one sample; y has room for the outputs. Uses no heap.
  void project(const S* x, S* y) const;
  /// Projects the columns of `samples`; the results are written one after the other to `out`. O(r d) per
  /// sample, several samples at a time. Samples that are scaled to unit length are copied into `scratch`, or
  /// to the heap if that is null.
  void project(ConstMatrixView<S> samples, S* out, Workspace* scratch = nullptr) const;

 private:
  template <class Sum>
  void add_together(Index row, Index begin, Index end, const S* x, Sum* sums) const;
  void project_together(Index row, const S* x, S* y, const S* end) const;
  template <class Value>
  void project_alone(Value value, S* y) const;
  template <int registers, class Value>
  void project_rows(Index row, Value value, S* y) const;

  Matrix<S> factors_;  ///< of all outputs for each feature, padded with zeros
  Vector<S> offset_;
  Index outputs_;
  bool unit_length_;
};

}  // namespace tanda::internal
