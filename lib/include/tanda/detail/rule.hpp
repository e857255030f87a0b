// How a model predicts. Freestanding: firmware includes this file.
#pragma once

namespace tanda {

/// How a label is predicted from a projected sample. The numbers stand in model files.
enum class Rule : unsigned char {
  none = 0,        ///< the model only projects
  neighbors = 1,   ///< majority of the k nearest reference points, ties to the nearer
  membership = 2,  ///< one block of columns per class: θ(c) = distance to the nearest of the rest / to the
                   ///< nearest of c
};

constexpr const char* rule_name(Rule rule) {
  return rule == Rule::neighbors ? "neighbors" : rule == Rule::membership ? "membership" : "none";
}

}  // namespace tanda
