// The one header firmware includes: read a model in place, project, classify. Freestanding C++17: no heap,
// exceptions, RTTI or iostreams, and of the C library only memcpy, memcmp and memset.
//   tanda::ModelView model;
//   if (tanda::ModelView::open_linear(flash, size, model) != tanda::Code::ok) return;
//   model.project(x, y);              // x: model.inputs() numbers, y: room for model.outputs()
//   const int label = model.classify(y);
#pragma once

#include "tanda/base/code.hpp"
#include "tanda/model/format.hpp"
#include "tanda/model/map.hpp"
#include "tanda/model/model_view.hpp"
#include "tanda/model/nearest_mean.hpp"
#include "tanda/model/plain_projection.hpp"
#include "tanda/model/quantized.hpp"
#include "tanda/model/rule.hpp"
#include "tanda/model/vote.hpp"
