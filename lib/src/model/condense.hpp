// Fewer reference points, for devices that have no room for the whole training set.
#pragma once

#include "model/model.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// The same model with at most `prototypes` reference points, of which every class has its share and at least
/// one. With Rule::neighbors it is the nearest prototype that decides, however many neighbours did before:
/// several votes need several points nearby. A model that has no more points than that comes back as it is.
/// The record gets a member "condensed" {prototypes, from} and a note. Deterministic; O(m · prototypes · r ·
/// rounds), up to 100 rounds, in double.
Result<Model> condense(const Model& model, Index prototypes);

}  // namespace tanda::internal
