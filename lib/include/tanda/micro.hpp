// The only header that firmware includes: read a model in place, project, classify. Freestanding C++17: no
// heap, exceptions, RTTI or iostreams, and of the C library only memcpy, memcmp and memset. \code
//   tanda::ModelView model;
//   if (tanda::ModelView::open_linear(flash, size, model) != tanda::Code::ok) return;
//   model.project(x, y);              // x: model.inputs() numbers, y: room for model.outputs()
//   const int label = model.classify(y);
//   float sure[4];                    // room for model.classes() numbers in 0..1, summing to 1
//   model.scores(y, sure);
// \endcode
#pragma once

#include "tanda/code.hpp"
#include "tanda/detail/format.hpp"
#include "tanda/detail/map.hpp"
#include "tanda/detail/nearest_mean.hpp"
#include "tanda/detail/plain_projection.hpp"
#include "tanda/detail/quantized.hpp"
#include "tanda/detail/rule.hpp"
#include "tanda/detail/scores.hpp"
#include "tanda/detail/vote.hpp"
#include "tanda/model_view.hpp"
