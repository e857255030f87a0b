// Angles between spans.
#pragma once

#include "tanda/base/types.hpp"

/// An orthonormal basis of the columns, each scaled first: directions of very different lengths count alike.
tanda::MatrixD orthonormal(tanda::MatrixD columns);

/// Largest principal angle between the spans of two sets of columns, exact for small angles. π/2 for unequal
/// counts.
double largest_angle(const tanda::MatrixD& a, const tanda::MatrixD& b);
