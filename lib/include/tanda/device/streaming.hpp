// Fits from an Accumulator: the same definitions, defaults, scaling and signs as the hosted methods of these
// names, no heap, no sample kept. Freestanding: firmware includes this file.
#pragma once

#include "tanda/device/global.hpp"
#include "tanda/device/signed_laplacian.hpp"

namespace tanda::device {

/// The memory a fit works in, the caller's: static, on the stack or in a union with what sleeps meanwhile. T
/// is the precision of the d×d part; afterwards `values` has the eigenvalues.
template <std::size_t D, class T = double>
struct Workspace {
  T a[D * D], b[D * D], values[D], work[2 * D], mean[D];
  Scratch<T> scratch() { return {square(a, int(D)), square(b, int(D)), values, work, mean}; }
};

template <class S, std::size_t D, std::size_t C, Scatter kept, class T, std::size_t R>
Fitted fit_pca(const Accumulator<S, D, C, kept>& data, Workspace<D, T>& memory, Projection<S, D, R>& out) {
  return fit_into(out, [&](const Target<S>& to) { return fit_pca(data.summary(), memory.scratch(), to); });
}

template <class S, std::size_t D, std::size_t C, Scatter kept, class T, std::size_t R>
Fitted fit_lda(const Accumulator<S, D, C, kept>& data, Workspace<D, T>& memory, Projection<S, D, R>& out,
               LdaOptions options = {}) {
  return fit_into(
      out, [&](const Target<S>& to) { return fit_lda(data.summary(), memory.scratch(), to, options); });
}

template <class S, std::size_t D, std::size_t C, Scatter kept, class T, std::size_t R>
Fitted fit_ulda(const Accumulator<S, D, C, kept>& data, Workspace<D, T>& memory, Projection<S, D, R>& out,
                UldaOptions options = {}) {
  return fit_into(
      out, [&](const Target<S>& to) { return fit_ulda(data.summary(), memory.scratch(), to, options); });
}

template <class S, std::size_t D, std::size_t C, Scatter kept, class T, std::size_t R>
Fitted fit_laplda(const Accumulator<S, D, C, kept>& data, Workspace<D, T>& memory, Projection<S, D, R>& out,
                  LapldaOptions options = {}) {
  return fit_into(
      out, [&](const Target<S>& to) { return fit_laplda(data.summary(), memory.scratch(), to, options); });
}

template <class S, std::size_t D, std::size_t C, Scatter kept, class T, std::size_t R>
Fitted fit_sle(const Accumulator<S, D, C, kept>& data, Workspace<D, T>& memory, Projection<S, D, R>& out,
               SleOptions options = {}) {
  return fit_into(
      out, [&](const Target<S>& to) { return fit_sle(data.summary(), memory.scratch(), to, options); });
}

}  // namespace tanda::device
