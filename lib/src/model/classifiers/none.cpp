// No classifier: the model only projects.
#include "model/classifiers.hpp"

namespace tanda::internal {

extern const ClassifierInfo no_classifier;
const ClassifierInfo no_classifier{"none",  "",      "project only", 0,       Rule::none,
                                   nullptr, nullptr, nullptr,        nullptr, nullptr};

}  // namespace tanda::internal
