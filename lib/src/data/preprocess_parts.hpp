// Decisions of the preprocessing, of samples and of statistics alike.
#pragma once

#include "data/preprocess.hpp"
#include "linalg/symmetric.hpp"

namespace tanda::internal {

/// What Scale::automatic stands for, and a note of it.
Scale chosen_scale(bool differ_in_scale, Monitor& monitor);

/// The power of two that samples with this largest value are multiplied by.
double working_unit(double largest);

/// Can samples be squared, and told apart, whose largest value is this?
Status check_reach(double largest);

/// How many leading principal axes (eigenvalues ascending) to keep.
Index axes_to_keep(const VectorD& values, PcaChoice pca);

}  // namespace tanda::internal
