// Stratified random splits and folds: what is trained on and what is tested.
//
// What a seed means. `Random(seed)` shuffles the numbers 0..n-1 (n = all samples, unlabelled ones too) once,
// and everything else follows from that order and from which samples share a label. So the same seed gives
// the same result on every platform, however the classes are numbered; a sample more or less gives another
// one. Splits of one seed are nested: what is trained on at 25 % is also trained on at 50 %.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// The seed of the number-th repetition of something seeded: those of neighbouring seeds do not overlap.
std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t number);

/// Where samples without a label (negative numbers) go. They are never tested.
enum class Unlabelled : unsigned char { train, leave_out };

/// Sample numbers, ascending.
struct Split {
  std::vector<Index> train, test;
  std::vector<Index> hidden = {};  ///< those of `train` whose label is not to be seen
};

/// How much of each class: a fraction, rounded to the nearest count (halves up), or a count.
struct PartSize {
  double fraction = 0;  ///< 0 < fraction < 1, or 0 = by count
  Index per_class = 0;  ///< ≥ 1, or 0 = by fraction
  bool given() const { return fraction != 0 || per_class != 0; }
};

/// What a split takes of each class. A class of two or more has at least one sample on either side; a class
/// of one is trained on. Where a class has too few, it gives what it has; where all have, that is refused.
struct SplitSizes {
  PartSize train;
  PartSize test;       ///< of what is not trained on; not given = all of it
  Index labelled = 0;  ///< so many of the training samples keep their label; 0 = all

  SplitSizes(PartSize train_size, PartSize test_size = {}, Index labelled_size = 0)
      : train(train_size), test(test_size), labelled(labelled_size) {}
};

/// Of each class, the first in the shuffled order are trained on, and the first of these keep their label;
/// the last are tested, so that other training sizes are tested on the same samples. O(n).
Result<Split> stratified_split(const int* labels, Index samples, const SplitSizes& sizes,
                               Unlabelled unlabelled, std::uint64_t seed);

struct Folds {
  int count = 0;
  std::vector<int> of_sample;  ///< 0..count-1, −1 = unlabelled
};

/// The classes one after the other, by their first member in the shuffled order, dealt out to the folds in
/// turn: of each class any two folds have equally many or one more, and so they do in all. 2 ≤ folds ≤
/// labelled samples. A class of fewer samples than folds is absent from some of them; a class of one is
/// tested untrained. O(n).
Result<Folds> stratified_folds(const int* labels, Index samples, int folds, std::uint64_t seed);

/// Fold number `tested` against all others.
Split fold_split(const Folds& folds, int tested, Unlabelled unlabelled);

}  // namespace tanda::internal
