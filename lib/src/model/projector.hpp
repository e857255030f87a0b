// y = P·x + c on machines with registers to spare, ready to be called again and again. Each output is the sum
// over the first half of the features plus that over the second, each one feature after the other, and only
// different outputs share an instruction: a sample gives the same numbers alone and in a batch of any size,
// which a general matrix product does not promise.
#pragma once

#include "model/parts.hpp"

namespace tanda::internal {

/// A linear map in the samples' precision: for float, the very numbers of the model file.
template <class S>
class Projector {
 public:
  /// It lies in `home`.
  Projector(const LinearMap& map, bool unit_length, Workspace* home = nullptr);

  Index inputs() const { return factors_.cols(); }
  Index outputs() const { return outputs_; }

  /// One sample; y has room for the outputs. No heap.
  void project(const S* x, S* y) const;
  /// Samples are columns; so are the results, one after the other in `out`. O(r d) a sample, several of them
  /// at a time. Those to be brought to unit length are copied into `scratch`, without which that is the heap.
  void project(ConstMatrixView<S> samples, S* out, Workspace* scratch = nullptr) const;

 private:
  template <class Sum>
  void add_together(Index row, Index begin, Index end, const S* x, Sum* sums) const;
  void project_together(Index row, const S* x, S* y, const S* end) const;
  template <class Value>
  void project_alone(Value value, S* y) const;
  template <int registers, class Value>
  void project_rows(Index row, Value value, S* y) const;

  Matrix<S> factors_;  ///< of all outputs for each feature, filled up with zeros
  Vector<S> offset_;
  Index outputs_;
  bool unit_length_;
};

}  // namespace tanda::internal
