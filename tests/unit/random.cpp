// The random generator gives the same numbers on every target and in every version. Splits and models depend
// on them.
#include "tanda/detail/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "ut.hpp"

namespace random_test {
using namespace ut;
using tanda::Random;

const suite random_suite = [] {
  "known values stay the same"_test = [] {
    const std::uint64_t zero[] = {0x99ec5f36cb75f2b4u, 0xbf6e1f784956452au, 0x1a5f849d4933e6e0u,
                                  0x6aa594f1262d2d2cu};
    const std::uint64_t many[] = {0x15780b2e0c2ec716u, 0x6104d9866d113a7eu, 0xae17533239e499a1u,
                                  0xecb8ad4703b360a1u};
    Random from_zero(0), from_42(42);
    for (const std::uint64_t value : zero) expect(from_zero.next() == value);
    for (const std::uint64_t value : many) expect(from_42.next() == value);
    std::vector<int> items(10);
    std::iota(items.begin(), items.end(), 0);
    Random(7).shuffle(items);
    expect(items == std::vector<int>{8, 3, 9, 0, 7, 2, 1, 6, 5, 4});
  };

  "uniform numbers lie in [0, 1) and fill it"_test = [] {
    Random random(1);
    double sum = 0, low = 1, high = 0;
    for (int i = 0; i < 100000; ++i) {
      const double u = random.uniform();
      expect(u >= 0 && u < 1);
      sum += u;
      low = std::min(low, u);
      high = std::max(high, u);
    }
    expect(std::abs(sum / 100000 - 0.5) < 0.005 && low < 1e-3 && high > 1 - 1e-3);
  };

  "below is without bias"_test = [] {
    Random random(2);
    for (const std::uint64_t bound : {1u, 2u, 3u, 7u, 100u}) {
      std::vector<double> seen(bound, 0);
      const int draws = 20000;
      for (int i = 0; i < draws; ++i) seen[random.below(bound)] += 1;
      double chi = 0;
      for (const double count : seen)
        chi += (count - draws / double(bound)) * (count - draws / double(bound)) * double(bound) / draws;
      // Mean bound − 1, variance 2(bound − 1): five standard deviations.
      expect(chi < double(bound) - 1 + 5 * std::sqrt(2.0 * double(bound)))
          << "bound" << double(bound) << "chi²" << chi;
    }
    // A bound just above half the range: plain remainders would give its lower half twice as often.
    const std::uint64_t bound = (std::uint64_t{1} << 63) + (std::uint64_t{1} << 62);
    int low = 0;
    for (int i = 0; i < 3000; ++i) low += random.below(bound) < bound / 2;
    expect(low > 1300 && low < 1700) << low;
  };

  "a shuffle is a permutation, and each place is equally likely"_test = [] {
    Random random(3);
    int first_stays = 0;
    for (int i = 0; i < 5000; ++i) {
      std::vector<int> items{0, 1, 2, 3, 4};
      random.shuffle(items);
      first_stays += items[0] == 0;
      std::sort(items.begin(), items.end());
      expect(items == std::vector<int>{0, 1, 2, 3, 4});
    }
    expect(first_stays > 850 && first_stays < 1150) << first_stays;
    std::vector<int> none, one{9};
    random.shuffle(none);
    random.shuffle(one);
    expect(none.empty() && one[0] == 9);
  };
};

}  // namespace random_test
