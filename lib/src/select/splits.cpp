#include "select/splits.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "base/text.hpp"
#include "tanda/detail/random.hpp"

namespace tanda::internal {
namespace {

/// The members of each class in shuffled order; classes in the order of their first members.
struct Shuffled {
  std::vector<std::vector<Index>> classes;
  std::vector<Index> unlabelled;

  Index labelled() const {
    return std::accumulate(classes.begin(), classes.end(), Index{0},
                           [](Index sum, const auto& members) { return sum + Index(members.size()); });
  }
};

Shuffled shuffled(const int* labels, Index samples, std::uint64_t seed) {
  std::vector<Index> order(static_cast<std::size_t>(samples));
  std::iota(order.begin(), order.end(), Index{0});
  Random(seed).shuffle(order);
  // Labels may be any numbers: they are looked up by rank, so that large ones cost nothing.
  std::vector<int> known(labels, labels + samples);
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  std::vector<std::size_t> place(known.size(), known.size());

  Shuffled result;
  for (const Index sample : order) {
    if (labels[sample] < 0) {
      result.unlabelled.push_back(sample);
      continue;
    }
    const auto rank = std::lower_bound(known.begin(), known.end(), labels[sample]) - known.begin();
    std::size_t& at = place[static_cast<std::size_t>(rank)];
    if (at == known.size()) {
      at = result.classes.size();
      result.classes.emplace_back();
    }
    result.classes[at].push_back(sample);
  }
  return result;
}

Status check(const char* which, SampleSize size) {
  const bool by_fraction = size.per_class == 0 && size.fraction > 0 && size.fraction < 1;
  const bool by_count = size.fraction == 0 && size.per_class >= 1;
  if (by_fraction || by_count) return {};
  return {Code::bad_argument, joined({"the ", which,
                                      " set must be a fraction between 0 and 1 or a count per class "
                                      "from 1 up"})};
}

Status check(const SplitSizes& sizes) {
  if (Status status = check("training", sizes.train); !status) return status;
  if (sizes.labelled < 0) return {Code::bad_argument, "labelled samples must be 1 or more of each class"};
  if (!sizes.test.given()) return {};
  if (Status status = check("test", sizes.test); !status) return status;
  // The sum of decimal fractions may exceed 1 by rounding.
  if (sizes.train.fraction + sizes.test.fraction > 1 + 1e-9)
    return {Code::bad_argument, "the training and the test set are together more than all samples",
            "let them add up to 1 or less"};
  return {};
}

/// The wanted size for a class of `members`, at least one and at most `most`.
std::size_t samples_of(SampleSize size, std::size_t members, std::size_t most) {
  // A single product and no sum: with a sum, a fused multiply-add would round differently on some targets.
  const double wanted = size.per_class > 0 ? static_cast<double>(size.per_class)
                                           : std::round(size.fraction * static_cast<double>(members));
  return static_cast<std::size_t>(
      std::clamp(wanted, std::min(1.0, static_cast<double>(most)), static_cast<double>(most)));
}

/// How many samples of a class are trained on, labelled and tested.
struct Cut {
  std::size_t trained, labelled, tested;
};

Cut cut(const SplitSizes& sizes, std::size_t members) {
  Cut result{members, members, 0};
  if (members > 1) result.trained = samples_of(sizes.train, members, members - 1);
  const std::size_t rest = members - result.trained;
  result.tested = sizes.test.given() ? samples_of(sizes.test, members, rest) : rest;
  result.labelled = result.trained;
  if (sizes.labelled > 0) result.labelled = std::min(result.trained, std::size_t(sizes.labelled));
  return result;
}

/// Refuses counts that no class can give: the split would not be the one asked for.
Status check_counts(const SplitSizes& sizes, const std::vector<std::vector<Index>>& classes) {
  std::size_t trained = 0, rest = 0;
  for (const std::vector<Index>& members : classes) {
    const Cut here = cut(sizes, members.size());
    trained = std::max(trained, here.trained);
    rest = std::max(rest, members.size() - here.trained);
  }
  if (std::size_t(sizes.test.per_class) > rest)
    return {Code::too_few_samples,
            joined({"no class has ", sizes.test.per_class,
                    " samples to test besides those it is trained on: at most ", rest}),
            "test or train on fewer"};
  if (std::size_t(sizes.labelled) > trained)
    return {
        Code::too_few_samples,
        joined({"no class is trained on ", sizes.labelled, " samples, to be labelled: at most ", trained}),
        "label fewer, or train on more"};
  return {};
}

Status no_labels() {
  return {Code::no_labels, "no sample has a label"};
}

}  // namespace

std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t number) {
  return Random(Random(seed).next() + number).next();
}

Result<Split> stratified_split(const int* labels, Index samples, const SplitSizes& sizes,
                               Unlabelled unlabelled, std::uint64_t seed) {
  if (Status status = check(sizes); !status) return status;
  if (!labels) return no_labels();
  const Shuffled all = shuffled(labels, samples, seed);
  if (all.classes.empty()) return no_labels();
  Split split;
  for (const std::vector<Index>& members : all.classes) {
    const Cut here = cut(sizes, members.size());
    const auto middle = members.begin() + static_cast<std::ptrdiff_t>(here.trained);
    split.train.insert(split.train.end(), members.begin(), middle);
    split.hidden.insert(split.hidden.end(), members.begin() + static_cast<std::ptrdiff_t>(here.labelled),
                        middle);
    split.test.insert(split.test.end(), members.end() - static_cast<std::ptrdiff_t>(here.tested),
                      members.end());
  }
  if (split.test.empty())
    return Status(Code::too_few_samples, "no class has two samples, one to train on and one to test");
  if (Status status = check_counts(sizes, all.classes); !status) return status;
  if (unlabelled == Unlabelled::train)
    split.train.insert(split.train.end(), all.unlabelled.begin(), all.unlabelled.end());
  for (std::vector<Index>* set : {&split.train, &split.test, &split.hidden})
    std::sort(set->begin(), set->end());
  return split;
}

Result<Folds> stratified_folds(const int* labels, Index samples, int folds, std::uint64_t seed) {
  if (folds < 2) return Status(Code::bad_argument, "there must be at least 2 folds");
  if (!labels) return no_labels();
  const Shuffled all = shuffled(labels, samples, seed);
  if (all.labelled() < folds)
    return Status(Code::too_few_samples,
                  joined({all.labelled(), " labelled samples are too few for ", folds, " folds"}));
  Folds result{folds, std::vector<int>(static_cast<std::size_t>(samples), -1)};
  int next = 0;
  for (const std::vector<Index>& members : all.classes) {
    for (const Index sample : members) {
      result.of_sample[static_cast<std::size_t>(sample)] = next;
      next = (next + 1) % folds;
    }
  }
  return result;
}

Split fold_split(const Folds& folds, int tested, Unlabelled unlabelled) {
  Split split;
  for (std::size_t i = 0; i < folds.of_sample.size(); ++i) {
    const int fold = folds.of_sample[i];
    if (fold < 0 && unlabelled == Unlabelled::leave_out) continue;
    (fold == tested ? split.test : split.train).push_back(static_cast<Index>(i));
  }
  return split;
}

}  // namespace tanda::internal
