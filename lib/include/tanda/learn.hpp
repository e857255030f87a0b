// The one header of machines that learn themselves: statistics of a stream, fits of them, and fits of samples
// in the caller's memory. No heap, no exceptions, no RTTI; Eigen's headers are all it needs. Compile with
// -DNDEBUG: Eigen's own checks call assert, and the C library's assert prints, from a heap. \code
//   static tanda::Statistics<float, 16, 4> seen;      // 16 features, 4 classes
//   static tanda::device::FitMemory<16> memory;       // only needed while fitting
//   static tanda::Projection<float, 16, 3> map;
//   if (seen.push(x, label) != tanda::Code::ok) return;
//   if (fit_lda(seen, memory, map)) map(x, y);
// \endcode
//
// The fits, in tanda::device; each gives a Fitted: a code, and how many rows of the map are directions.
//
//   of statistics, fit_...(seen, memory, map, options), O(d³), of classes also O(d² C):
//     fit_pca      largest variance, no labels needed
//     fit_lda      LdaOptions{ridge, columns}: class means apart relative to the scatter within
//     fit_ulda     UldaOptions{columns}: the same, uncorrelated, without a ridge
//     fit_laplda   LapldaOptions{lambda}: LDA as least squares that changes little within classes
//     fit_sle      SleOptions{weights}: each class against the rest, columns of its own for each
//   of samples in memory, fit_...(arena, samples, target, options), O(n² d + n d²); bytes_needed(options, n,
//   d, classes) says how many bytes the arena must have:
//     fit_lfda     LfdaOptions{neighbors, ridge, sparse, columns}
//     fit_mfa      MfaOptions{neighbors, between, ridge, columns}
//     fit_tsd      TsdOptions{neighbors, between, gamma, ...}
//
// docs/DEVICE.md has what each costs in flash, memory and time.
#pragma once

#include "tanda/detail/device/global.hpp"
#include "tanda/detail/device/local.hpp"
#include "tanda/detail/device/signed_laplacian.hpp"
#include "tanda/detail/device/tangent.hpp"
#include "tanda/projection.hpp"
#include "tanda/statistics.hpp"
