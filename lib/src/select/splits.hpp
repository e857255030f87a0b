// Stratified random splits and folds: which samples are trained on and which are tested.
//
// What a seed means. `Random(seed)` shuffles the numbers 0..n-1 once (n counts all samples, unlabelled ones
// too); everything else follows from that order and from which samples share a label. So the same seed gives
// the same split on every platform, however the classes are numbered; adding or removing a sample gives a
// different one. Splits of one seed are nested: samples trained on at 25 % are also trained on at 50 %.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// The seed of the number-th repetition. Seeds derived from neighbouring seeds do not overlap.
std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t number);

/// Where samples without a label (negative numbers) go. They are never tested.
enum class Unlabelled : unsigned char { train, leave_out };

/// Sample numbers, ascending.
struct Split {
  std::vector<Index> train, test;
  std::vector<Index> hidden = {};  ///< those of `train` whose label is hidden from the fit
};

/// How much of each class: a fraction, rounded to the nearest count (halves up), or a count.
struct SampleSize {
  double fraction = 0;  ///< 0 < fraction < 1, or 0 = by count
  Index per_class = 0;  ///< ≥ 1, or 0 = by fraction
  bool given() const { return fraction != 0 || per_class != 0; }
};

/// How a split divides each class. A class of two or more has at least one sample in each set; a class of one
/// is trained on. A class with too few samples gives all it has; if all classes have too few, the split is
/// refused.
struct SplitSizes {
  SampleSize train;
  SampleSize test;     ///< out of the samples that are not trained on; not given = all of these
  Index labelled = 0;  ///< how many training samples of each class keep their label; 0 = all

  SplitSizes(SampleSize train_size, SampleSize test_size = {}, Index labelled_size = 0)
      : train(train_size), test(test_size), labelled(labelled_size) {}
};

/// In each class, the first samples in shuffled order are trained on, and the first of these keep their
/// label. The last samples are tested, so that other training sizes are tested on the same samples. O(n).
Result<Split> stratified_split(const int* labels, Index samples, const SplitSizes& sizes,
                               Unlabelled unlabelled, std::uint64_t seed);

struct Folds {
  int count = 0;
  std::vector<int> of_sample;  ///< 0..count-1, −1 = unlabelled
};

/// The samples, class by class in shuffled order, are dealt to the folds in turn: two folds differ by at most
/// one sample, in each class and in all. 2 ≤ folds ≤ labelled samples. A class of fewer samples than folds is
/// absent from some; the sample of a class of one is tested without being trained on. O(n).
Result<Folds> stratified_folds(const int* labels, Index samples, int folds, std::uint64_t seed);

/// Fold number `tested` as the test set, all others as the training set.
Split fold_split(const Folds& folds, int tested, Unlabelled unlabelled);

}  // namespace tanda::internal
