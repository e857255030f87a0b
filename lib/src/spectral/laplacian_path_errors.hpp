// 1-NN errors along a regularisation path: every λ scored, few of them computed.
#pragma once

#include "base/monitor.hpp"
#include "spectral/laplacian_path.hpp"

namespace tanda::internal {

/// The samples that are scored: training columns first, sorted by class, then the test columns.
struct PathSamples {
  MatrixD coordinates;        ///< t×(training + test): F'x
  Array<Index> begin;         ///< training columns of class c are begin[c]..begin[c + 1]
  Array<Index> test_classes;  ///< class of each test column
  Array<int> original;        ///< original index of every column: ties go to the lower one

  Index training() const { return Index(original.size()) - tests(); }
  Index tests() const { return Index(test_classes.size()); }
};

/// Adds to errors[s] how many test columns have their nearest training column at lambdas[s] (ascending) in
/// another class.
///
/// Exact for every λ, in three steps that each leave little to the next: (1) the factors of all λ are smooth
/// functions of log λ, so a handful of numbers per sample and dimension describe all embeddings at once;
/// (2) over a block of neighbouring λ an embedded sample stays within a ball that those numbers bound, and
/// where the balls leave one class only, the whole block is decided by its middle; (3) the others are
/// compared λ by λ, with the few training samples whose balls allow it. Cancelled: stops early.
void add_path_errors(const LaplacianPath& path, const PathSamples& samples, const VectorD& lambdas,
                     Array<Index>& errors, Monitor& monitor);

}  // namespace tanda::internal
