// Fewer reference points, for devices with too little memory for the whole training set.
#pragma once

#include "model/model.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// The same model with at most `prototypes` reference points, shared out among the classes, at least one
/// each. With Rule::neighbors the nearest prototype alone decides, whatever the number of neighbours was: a
/// majority vote needs several points nearby. A model that has no more points than that is returned
/// unchanged. The record gets a member "condensed" {prototypes, from} and a note. Deterministic; O(m ·
/// prototypes · r · rounds), up to 100 rounds, in double.
Result<Model> condense(const Model& model, Index prototypes);

}  // namespace tanda::internal
