// The only header needed to fit on a device: statistics of a stream, fits to statistics, and fits to samples
// in the caller's memory. No heap, no exceptions, no RTTI; needs Eigen's headers only. Compile with -DNDEBUG:
// Eigen's checks call assert, and the C library's assert prints and uses the heap. \code
//   static tanda::Statistics<float, 16, 4> seen;      // 16 features, 4 classes
//   static tanda::device::FitMemory<16> memory;       // only needed while fitting
//   static tanda::Projection<float, 16, 3> map;
//   if (seen.push(x, label) != tanda::Code::ok) return;
//   if (fit_lda(seen, memory, map)) map(x, y);
// \endcode
//
// The fits, in tanda::device; each returns a Fitted: a code, and the number of rows of the map that are
// directions.
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
// docs/DEVICE.md gives the cost of each in flash, memory and time.
#pragma once

#include "tanda/detail/device/global.hpp"
#include "tanda/detail/device/local.hpp"
#include "tanda/detail/device/signed_laplacian.hpp"
#include "tanda/detail/device/tangent.hpp"
#include "tanda/projection.hpp"
#include "tanda/statistics.hpp"
