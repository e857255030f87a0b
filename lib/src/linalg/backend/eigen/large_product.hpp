// Products of factors large enough to pack, by Eigen. Another library can compute them instead by replacing
// only this header: see src/linalg/backend/blaze.
#pragma once

#include "whole.hpp"

namespace tanda::internal {

/// c += scale·a·b
template <class T>
void add_large_product(const Target<T>& c, const Operand<T>& a, const Operand<T>& b, T scale) {
  with_factors(a, b,
               [&](const auto& left, const auto& right) { whole(c).noalias() += scale * left * right; });
}

/// The lower triangle of c += scale·a·b
template <class T>
void add_large_product_lower(const Target<T>& c, const Operand<T>& a, const Operand<T>& b, T scale) {
  with_factors(a, b, [&](const auto& left, const auto& right) {
    whole(c).template triangularView<Eigen::Lower>() += scale * left * right;
  });
}

/// An upper bound of the bytes that a product of this size packs its factors into.
template <class T>
double packed_for_product(Index rows, Index cols, Index depth) {
  // Eigen chooses block sizes by the caches of the machine, hence the call. It may reduce `width`, but
  // products with a triangular result pack all columns, so `cols` is counted. Small blocks are on the stack
  // and are not counted.
  Index width = cols;
  Eigen::internal::computeProductBlockingSizes<T, T>(depth, rows, width);
  const auto on_heap = [](double bytes) { return bytes > EIGEN_STACK_ALLOCATION_LIMIT ? bytes : 0; };
  return on_heap(sizeof(T) * double(depth) * double(rows)) +
         on_heap(sizeof(T) * double(depth) * double(cols));
}

}  // namespace tanda::internal
