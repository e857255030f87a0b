// Choosing λ on a path: the candidates, the samples they are scored on, and the one with the fewest errors.
#pragma once

#include "data/class_part.hpp"
#include "spectral/laplacian_path_errors.hpp"

namespace tanda::internal {

/// `count` values from 10^-6 to 10^6, evenly spaced in log λ; a single one is 1.
VectorD lambda_candidates(Index count, Workspace* w = nullptr);
/// The middle of the longest run of candidates with the fewest errors.
Index best_candidate(const Array<Index>& errors);

/// The labelled samples in the coordinates of a path, training samples first. `samples` are those the path
/// was made of, the columns of `points` in the coordinates of the path's problem. `tests`: how many are not
/// training samples.
template <class S>
PathSamples path_samples(const Samples<S>& samples, const Points<S>& points, const LaplacianPath& path,
                         const Mask& part, Index tests);

}  // namespace tanda::internal
