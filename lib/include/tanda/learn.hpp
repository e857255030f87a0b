// The one header of machines that learn themselves: statistics of a stream, fits of them, and fits of samples
// in the caller's memory. No heap, no exceptions, no RTTI; Eigen's headers are all it needs. Compile with
// -DNDEBUG: Eigen's own checks call assert, and the C library's assert prints, from a heap. \code
//   static tanda::Statistics<float, 16, 4> seen;      // 16 features, 4 classes
//   static tanda::device::FitMemory<16> memory;       // only needed while fitting
//   static tanda::Projection<float, 16, 3> map;
//   if (seen.push(x, label) != tanda::Code::ok) return;
//   if (fit_lda(seen, memory, map)) map(x, y);
// \endcode
#pragma once

#include "tanda/detail/device/global.hpp"
#include "tanda/detail/device/local.hpp"
#include "tanda/detail/device/signed_laplacian.hpp"
#include "tanda/detail/device/tangent.hpp"
#include "tanda/projection.hpp"
#include "tanda/statistics.hpp"
