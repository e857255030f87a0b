// Classification by the nearest class mean: C·r numbers instead of all reference points, and C distances per
// sample. Freestanding: firmware includes this file.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tanda/detail/vote.hpp"
#include "tanda/model_view.hpp"

namespace tanda {

/// Computes the means of the reference points of each class, class after class. The mean of a class without
/// points is infinite. Returns false, and writes nothing, if there are no labelled points. O(m (C + r))
/// @param view a model that keeps reference points
/// @param means room for classes × outputs numbers
[[nodiscard]] inline bool class_means(const ModelView& view, float* means) {
  const std::size_t dims = view.outputs(), points = view.references();
  const std::uint32_t* labels = view.labels();
  std::size_t labelled = 0;
  for (std::size_t i = 0; labels && i < points; ++i) labelled += labels[i] < view.classes();
  if (labelled == 0) return false;
  for (std::uint32_t c = 0; c < view.classes(); ++c, means += dims) {
    for (std::size_t j = 0; j < dims; ++j) means[j] = __builtin_huge_valf();
    float count = 0;
    for (std::size_t i = 0; i < points; ++i) {
      if (labels[i] != c) continue;
      const float* point = view.reference(i);
      count += 1;
      // A running mean: a sum of many large numbers would overflow.
      for (std::size_t j = 0; j < dims; ++j)
        means[j] = count == 1 ? point[j] : means[j] + (point[j] - means[j]) / count;
    }
  }
  return true;
}

/// The class whose mean is nearest to y; ties go to the lower number. Class 0 if y is not finite.
/// @param y a projected sample
/// @param means the result of `class_means`
/// @param classes number of classes
/// @param dims numbers of each mean
template <class S>
int nearest_mean(const S* y, const S* means, std::size_t classes, std::size_t dims) {
  int winner = 0;
  S least = static_cast<S>(__builtin_huge_val());
  for (std::size_t c = 0; c < classes; ++c) {
    const S distance = squared_distance(means + c * dims, y, dims);
    if (distance < least) {
      least = distance;
      winner = static_cast<int>(c);
    }
  }
  return winner;
}

}  // namespace tanda
