#include "sound.hpp"

#include "tanda/model/model_view.hpp"

namespace tanda {

/// The reader of model files knows what a sound model is, and nobody else has to.
Status check_sound(const Model& model) {
  const Result<std::vector<std::uint8_t>> bytes = encode(model);
  if (!bytes) return bytes.status();
  ModelView view;
  if (ModelView::open(bytes->data(), bytes->size(), view) == Code::ok) return {};
  return {Code::bad_model, "the model's parts do not fit together, or it has numbers that are not finite",
          "fit the model again"};
}

}  // namespace tanda
