// Angles between spans.
#pragma once

#include "base/types.hpp"

/// An orthonormal basis of the columns, which are normalised first, so that directions of very different
/// lengths count alike.
tanda::internal::MatrixD orthonormal(tanda::internal::MatrixD columns);

/// Largest principal angle between the spans of two sets of columns, exact for small angles. π/2 for unequal
/// counts.
double largest_angle(const tanda::internal::MatrixD& a, const tanda::internal::MatrixD& b);
