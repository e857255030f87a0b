// How a model predicts. Freestanding: firmware includes this file.
#pragma once

namespace tanda {

/// How a label is predicted from a projected sample. The numbers are those of tanda_model_info.rule in C.
enum class Rule : unsigned char {
  none = 0,        ///< the model only projects
  neighbors = 1,   ///< majority of the k nearest reference points; ties go to the nearer class
  membership = 2,  ///< one block of columns per class: θ(c) = distance to the nearest of the rest / to the
                   ///< nearest of c
  mean = 3,  ///< the class with the nearest mean. In a model file, the header has `neighbors` with k = 1, and
             ///< the record marks the points as means
};

/// Its name, such as "neighbors".
/// @param rule which
constexpr const char* rule_name(Rule rule) {
  return rule == Rule::neighbors    ? "neighbors"
         : rule == Rule::membership ? "membership"
         : rule == Rule::mean       ? "mean"
                                    : "none";
}

}  // namespace tanda
