// Scores of a classifier: a number in [0, 1] for each class, summing to 1. The predicted class has the
// largest score; ties are decided by the classifier's rule. Freestanding: firmware includes this file.
#pragma once

#include <cstddef>

#include "tanda/detail/vote.hpp"

namespace tanda {

/// Divides each value by the sum of all. Values are ≥ 0; if some are infinite, these share 1 equally; if all
/// are zero, all get the same share.
template <class S>
void shares(S* values, std::size_t classes) {
  S highest = 0, sum = 0;
  for (std::size_t c = 0; c < classes; ++c) highest = values[c] > highest ? values[c] : highest;
  for (std::size_t c = 0; c < classes; ++c) {
    values[c] = values[c] == highest ? S(1) : values[c] / highest;
    sum += values[c];
  }
  for (std::size_t c = 0; c < classes; ++c) values[c] /= sum;
}

/// Turns squared distances into shares of 1/distance²: the nearest gets the largest. Distances of 0 share 1
/// equally, infinite ones get 0; if all are infinite, all get the same share.
template <class S>
void inverse_shares(S* squared, std::size_t classes) {
  S least = static_cast<S>(__builtin_huge_val());
  for (std::size_t c = 0; c < classes; ++c) least = squared[c] < least ? squared[c] : least;
  for (std::size_t c = 0; c < classes; ++c) squared[c] = squared[c] == least ? S(1) : least / squared[c];
  shares(squared, classes);
}

/// (2·(how many of the k neighbours are of the class) + s) / (2k + 1), where s are the classes' shares of
/// 1/distance² of the nearest neighbour each has: the majority decides; if two classes have equally many
/// neighbours, the nearer one gets more.
template <class S, class Label, class Score>
void neighbor_scores(const Nearest<S>& nearest, const Label* labels, std::size_t classes, Score* scores) {
  for (std::size_t c = 0; c < classes; ++c) scores[c] = -1;
  Score sum = 0;
  for (std::size_t i = 0; i < nearest.count(); ++i) {
    Score& own = scores[labels[nearest[i].index]];
    if (own >= 0) continue;
    const S first = nearest[0].distance, distance = nearest[i].distance;
    own = distance == first ? Score(1) : static_cast<Score>(first / distance);
    sum += own;
  }
  for (std::size_t c = 0; c < classes; ++c) scores[c] = scores[c] < 0 ? Score(0) : scores[c] / sum;
  for (std::size_t i = 0; i < nearest.count(); ++i) scores[labels[nearest[i].index]] += 2;
  for (std::size_t c = 0; c < classes; ++c) scores[c] /= static_cast<Score>(2 * nearest.count() + 1);
}

}  // namespace tanda
