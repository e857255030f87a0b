// Whether a model is one that can be written: what every exporter asks first.
#pragma once

#include "tanda/model/model.hpp"

namespace tanda {

/// Parts of the sizes they should have, labels of classes there are, finite numbers. O(size of the model),
/// time and memory.
Status check_sound(const Model& model);

}  // namespace tanda
