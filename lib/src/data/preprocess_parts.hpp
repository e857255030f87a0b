// Decisions of the preprocessing, for samples and statistics alike.
#pragma once

#include "data/preprocess.hpp"
#include "linalg/symmetric.hpp"

namespace tanda::internal {

/// The scale that Scale::automatic becomes, with a note on it.
Scale chosen_scale(bool differ_in_scale, Monitor& monitor);

/// The power of two by which samples with this largest value are multiplied.
double working_unit(double largest);

/// Fails if samples with this largest value are too large to be squared or too small to be distinguished.
Status check_reach(double largest);

/// The number of leading principal axes to keep (eigenvalues ascending).
Index axes_to_keep(const VectorD& values, PcaChoice pca);

}  // namespace tanda::internal
