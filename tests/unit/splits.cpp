#include "select/splits.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace splits_test {
using namespace ut;
using tanda::internal::Index;
using tanda::internal::Split;
using tanda::internal::Unlabelled;
using Labels = std::vector<int>;

/// Shuffled labels with these class sizes.
Labels mixed(const std::vector<int>& sizes, int unlabelled = 0) {
  Labels labels(std::size_t(unlabelled), -1);
  for (std::size_t c = 0; c < sizes.size(); ++c) labels.insert(labels.end(), std::size_t(sizes[c]), int(c));
  tanda::Random(7).shuffle(labels);
  return labels;
}

Split split(const Labels& labels, const tanda::internal::SplitSizes& sizes, std::uint64_t seed,
            Unlabelled unlabelled = Unlabelled::leave_out) {
  auto result =
      tanda::internal::stratified_split(labels.data(), Index(labels.size()), sizes, unlabelled, seed);
  expect(bool(result)) << result.status().text();
  return result ? *result : Split{};
}
Split split(const Labels& labels, tanda::internal::SampleSize size, std::uint64_t seed,
            Unlabelled unlabelled = Unlabelled::leave_out) {
  return split(labels, tanda::internal::SplitSizes(size), seed, unlabelled);
}

tanda::internal::Folds folds(const Labels& labels, int count, std::uint64_t seed) {
  auto result = tanda::internal::stratified_folds(labels.data(), Index(labels.size()), count, seed);
  expect(bool(result)) << result.status().text();
  return result ? *result : tanda::internal::Folds{};
}

std::map<int, int> counts(const Labels& labels, const std::vector<Index>& samples) {
  std::map<int, int> result;
  for (Index i : samples) ++result[labels[std::size_t(i)]];
  return result;
}

bool same(const Split& a, const Split& b) {
  return a.train == b.train && a.test == b.test;
}

const suite splits_suite{[] {
  "a split takes its part of every class and every sample once"_test = [] {
    const Labels labels = mixed({40, 10, 3, 2, 1});
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Split s = split(labels, {0.25, 0}, seed);
      expect(counts(labels, s.train) == std::map<int, int>{{0, 10}, {1, 3}, {2, 1}, {3, 1}, {4, 1}});
      expect(counts(labels, s.test) == std::map<int, int>{{0, 30}, {1, 7}, {2, 2}, {3, 1}});
      expect(std::is_sorted(s.train.begin(), s.train.end()) && std::is_sorted(s.test.begin(), s.test.end()));
      std::set<Index> all(s.train.begin(), s.train.end());
      all.insert(s.test.begin(), s.test.end());
      expect(all.size() == labels.size());
    }
  };

  "a count per class leaves one to test"_test = [] {
    const Labels labels = mixed({40, 10, 3, 2, 1});
    const Split s = split(labels, {0, 8}, 3);
    expect(counts(labels, s.train) == std::map<int, int>{{0, 8}, {1, 8}, {2, 2}, {3, 1}, {4, 1}});
    expect(counts(labels, split(labels, {0, 1000000}, 3).test) ==
           std::map<int, int>{{0, 1}, {1, 1}, {2, 1}, {3, 1}});
    expect(counts(labels, split(labels, {1e-9, 0}, 3).train)[0] == 1);
    expect(counts(labels, split(labels, {1 - 1e-9, 0}, 3).test)[0] == 1);
  };

  "a test size leaves the rest unused, and is the same whatever is trained on"_test = [] {
    const Labels labels = mixed({40, 20, 5, 2, 1});
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Split s = split(labels, {{0, 10}, {0, 6}}, seed);
      expect(counts(labels, s.train) == std::map<int, int>{{0, 10}, {1, 10}, {2, 4}, {3, 1}, {4, 1}});
      expect(counts(labels, s.test) == std::map<int, int>{{0, 6}, {1, 6}, {2, 1}, {3, 1}});
      expect(std::is_sorted(s.test.begin(), s.test.end()) && s.hidden.empty());
      std::set<Index> all(s.train.begin(), s.train.end());
      all.insert(s.test.begin(), s.test.end());
      expect(all.size() == s.train.size() + s.test.size()) << "disjoint";
      expect(same(s, split(labels, {{0, 10}, {0, 6}}, seed)) &&
             s.train == split(labels, {0, 10}, seed).train);
      const Split more = split(labels, {{0, 12}, {0, 6}}, seed);
      expect(more.test == s.test && more.train != s.train);
      const Split parts = split(labels, {{0.25, 0}, {0.5, 0}}, seed);
      expect(counts(labels, parts.train)[0] == 10 && counts(labels, parts.test)[0] == 20 &&
             counts(labels, parts.test)[1] == 10);
      const Split both = split(labels, {{0.5, 0}, {0, 3}}, seed);
      expect(counts(labels, both.train)[1] == 10 && counts(labels, both.test)[1] == 3);
      expect(same(split(labels, {{0.3, 0}, {0.7, 0}}, seed), split(labels, {0.3, 0}, seed)));
    }
  };

  "so many of each class keep their label, the same ones whatever else is trained on"_test = [] {
    const Labels labels = mixed({40, 20, 5, 2}, 7);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Split s = split(labels, {{0, 10}, {}, 3}, seed, Unlabelled::train),
                  all = split(labels, {0, 10}, seed, Unlabelled::train);
      expect(s.train == all.train && s.test == all.test && all.hidden.empty());
      expect(counts(labels, s.hidden) == std::map<int, int>{{0, 7}, {1, 7}, {2, 1}});
      expect(std::includes(s.train.begin(), s.train.end(), s.hidden.begin(), s.hidden.end()));
      const auto labelled = [](const Split& of) {
        std::vector<Index> kept;
        std::set_difference(of.train.begin(), of.train.end(), of.hidden.begin(), of.hidden.end(),
                            std::back_inserter(kept));
        return kept;
      };
      expect(labelled(s) != labelled(all));
      const Split fewer = split(labels, {{0, 6}, {}, 3}, seed, Unlabelled::leave_out);
      expect(counts(labels, labelled(fewer)) == std::map<int, int>{{0, 3}, {1, 3}, {2, 3}, {3, 1}});
      const std::vector<Index> kept = labelled(s), kept_of_fewer = labelled(fewer);
      expect(std::includes(kept.begin(), kept.end(), kept_of_fewer.begin(), kept_of_fewer.end()));
    }
    expect(split(labels, {{0, 10}, {}, 10}, 1).hidden.empty());
  };

  "unlabelled samples are trained on or left out"_test = [] {
    const Labels labels = mixed({5, 5}, 6);
    const Split out = split(labels, {0.6, 0}, 1), in = split(labels, {0.6, 0}, 1, Unlabelled::train);
    expect(out.train.size() == 6u && out.test.size() == 4u && out.test == in.test);
    expect(in.train.size() == 12u && counts(labels, in.train)[-1] == 6);
    const tanda::internal::Folds f = folds(labels, 5, 1);
    expect(tanda::internal::fold_split(f, 2, Unlabelled::leave_out).train.size() == 8u);
    expect(tanda::internal::fold_split(f, 2, Unlabelled::train).train.size() == 14u);
    expect(tanda::internal::fold_split(f, 2, Unlabelled::train).test.size() == 2u);
  };

  "a seed is a promise: these splits must not change"_test = [] {
    const Labels labels = {0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
    expect(split(labels, {0.5, 0}, 0).train == std::vector<Index>{1, 2, 4, 5, 7});
    expect(split(labels, {0.5, 0}, 1).train == std::vector<Index>{0, 3, 5, 8, 9});
    expect(split(labels, {0.5, 0}, ~std::uint64_t{0}).train == std::vector<Index>{1, 3, 4, 5, 9});
    expect(folds(labels, 3, 0).of_sample == std::vector<int>{0, 1, 0, 2, 0, 2, 0, 1, 2, 1});
    expect(folds(labels, 3, 1).of_sample == std::vector<int>{1, 0, 2, 0, 2, 0, 1, 0, 1, 2});
    expect(tanda::internal::derived_seed(0, 0) == 5518286860253071851u);
  };

  "seeds differ, numbering does not matter"_test = [] {
    const Labels labels = mixed({30, 20, 10}, 4);
    Labels renamed = labels;
    const int names[] = {1000000007, 0, 5};
    for (int& label : renamed)
      if (label >= 0) label = names[label];
    std::set<std::vector<Index>> seen;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const Split s = split(labels, {0.5, 0}, seed);
      seen.insert(s.train);
      expect(same(s, split(renamed, {0.5, 0}, seed)));
      expect(folds(labels, 4, seed).of_sample == folds(renamed, 4, seed).of_sample);
      const Split less = split(labels, {0.25, 0}, seed);
      expect(std::includes(s.train.begin(), s.train.end(), less.train.begin(), less.train.end())) << "nested";
    }
    expect(seen.size() == 50u);
  };

  "every sample is trained on equally often"_test = [] {
    const Labels labels = mixed({20, 20});
    std::vector<int> times(40, 0);
    for (std::uint64_t i = 0; i < 2000; ++i)
      for (Index sample : split(labels, {0.5, 0}, tanda::internal::derived_seed(1, i)).train)
        ++times[std::size_t(sample)];
    // Binomial(2000, ½): mean 1000, five standard deviations 112.
    for (int t : times) expect(t > 888 && t < 1112) << t;
  };

  "derived seeds are all different"_test = [] {
    std::set<std::uint64_t> seeds;
    for (std::uint64_t seed = 0; seed < 50; ++seed)
      for (std::uint64_t i = 0; i < 50; ++i) seeds.insert(tanda::internal::derived_seed(seed, i));
    expect(seeds.size() == 2500u);
  };

  "folds are balanced, by class and in all"_test = [] {
    for (int count : {2, 3, 5, 10}) {
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const Labels labels = mixed({17, 8, 3, 1, 5}, 3);
        const tanda::internal::Folds f = folds(labels, count, seed);
        std::vector<std::size_t> sizes;
        for (int fold = 0; fold < count; ++fold) {
          const Split s = tanda::internal::fold_split(f, fold, Unlabelled::leave_out);
          sizes.push_back(s.test.size());
          expect(s.train.size() + s.test.size() == 34u);
          for (int c = 0; c < 5; ++c) {
            const int all = int(std::count(labels.begin(), labels.end(), c)),
                      here = counts(labels, s.test)[c];
            expect(here == all / count || here == all / count + (all % count > 0)) << count << c << here;
          }
        }
        const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
        expect(*most - *least <= 1u) << count << seed;
      }
    }
  };

  "what cannot be split is refused"_test = [] {
    const auto code = [](const Labels& labels, tanda::internal::SampleSize size) {
      return tanda::internal::stratified_split(labels.data(), Index(labels.size()), size, Unlabelled::train,
                                               0)
          .status()
          .code();
    };
    using tanda::Code;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (tanda::internal::SampleSize size :
         {tanda::internal::SampleSize{0, 0}, {1, 0}, {-0.5, 0}, {0, -1}, {0.5, 3}, {nan, 0}})
      expect(code({0, 0, 1, 1}, size) == Code::bad_argument) << size.fraction << Index(size.per_class);
    expect(code({0, 1, 2}, {0.5, 0}) == Code::too_few_samples);
    expect(code({-1, -1}, {0.5, 0}) == Code::no_labels && code({}, {0.5, 0}) == Code::no_labels);
    expect(tanda::internal::stratified_split(nullptr, 3, {{0.5, 0}}, Unlabelled::train, 0).status().code() ==
           Code::no_labels);
    const auto sizes = [](const tanda::internal::SplitSizes& of) {
      const Labels labels = mixed({20, 10});
      return tanda::internal::stratified_split(labels.data(), 30, of, Unlabelled::train, 0).status();
    };
    for (const tanda::internal::SampleSize test :
         {tanda::internal::SampleSize{1, 0}, {-0.5, 0}, {0, -1}, {0.5, 3}, {nan, 0}})
      expect(sizes({{0.5, 0}, test}).code() == Code::bad_argument) << test.fraction << Index(test.per_class);
    expect(sizes({{0.5, 0}, {0.6, 0}}).code() == Code::bad_argument) << "more than all";
    expect(sizes({{0.5, 0}, {}, -1}).code() == Code::bad_argument);
    expect(bool(sizes({{0, 15}, {0, 5}, 15})));
    expect(sizes({{0, 15}, {0, 6}}).code() == Code::too_few_samples) << "of no class";
    expect(sizes({{0, 15}, {}, 16}).code() == Code::too_few_samples) << "of no class";
    const Labels three = {0, 0, 1, -1};
    expect(tanda::internal::stratified_folds(three.data(), 4, 1, 0).status().code() == Code::bad_argument);
    expect(tanda::internal::stratified_folds(three.data(), 4, 4, 0).status().code() == Code::too_few_samples);
    expect(bool(tanda::internal::stratified_folds(three.data(), 4, 3, 0)));
  };
}};
}  // namespace splits_test
