// The one header of machines that learn themselves: statistics of a stream, fits of them, and fits of samples
// in the caller's memory. No heap, no exceptions, no RTTI; Eigen's headers are all it needs. Compile with
// -DNDEBUG: Eigen's own checks call assert, and the C library's assert prints, from a heap.
//   static tanda::Statistics<float, 16, 4> seen;      // 16 features, 4 classes
//   static tanda::device::Workspace<16> memory;       // only needed while fitting
//   static tanda::Projection<float, 16, 3> map;
//   if (seen.push(x, label) != tanda::Code::ok) return;
//   if (fit_lda(seen, memory, map)) map(x, y);
#pragma once

#include "tanda/data/statistics.hpp"
#include "tanda/device/global.hpp"
#include "tanda/device/local.hpp"
#include "tanda/device/signed_laplacian.hpp"
#include "tanda/device/tangent.hpp"
#include "tanda/model/projection.hpp"
