// Choosing λ on a path: the candidates, the samples they are scored on, and the best by their errors.
#pragma once

#include "data/class_part.hpp"
#include "spectral/laplacian_path_errors.hpp"

namespace tanda::internal {

/// 10^-6..10^6, even in log; a single one is 1.
VectorD lambda_candidates(Index count, Workspace* w = nullptr);
/// The middle of the longest run of least errors.
Index best_candidate(const Array<Index>& errors);

/// The labelled samples in the coordinates of a path: those that take part first. `samples` are what the path
/// was made of, the columns of `points` in coordinates of their own. `tests`: how many do not take part.
template <class S>
PathSamples path_samples(const Samples<S>& samples, const Points<S>& points, const LaplacianPath& path,
                         const Mask& part, Index tests);

}  // namespace tanda::internal
