// Fits of samples that are kept, in the caller's arena: local and marginal Fisher analysis, tangent-space
// discriminant analysis. Freestanding: firmware includes this file.
#pragma once

#include "tanda/device/local.hpp"
#include "tanda/device/tangent.hpp"
