#include "base/exponential.hpp"

#include <cmath>
#include <limits>

#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace exponential_test {
using namespace ut;
using tanda::internal::exponential;

const suite exponentials = [] {
  "exponential agrees with the C library to the last digits"_test = [] {
    tanda::Random random(1);
    for (int i = 0; i < 20000; ++i) {
      const double x = (random.uniform() - 0.5) * (i % 2 ? 1400 : 4), expected = std::exp(x);
      expect(std::abs(exponential(x) - expected) <= 1e-15 * expected) << x;
    }
    expect(exponential(0) == 1);
  };

  "exponential takes any number"_test = [] {
    const double infinity = std::numeric_limits<double>::infinity();
    expect(exponential(-701) == 0);
    expect(exponential(-infinity) == 0);
    expect(exponential(-std::numeric_limits<double>::max()) == 0);
    expect(std::isnan(exponential(std::numeric_limits<double>::quiet_NaN())));
  };
};

}  // namespace exponential_test
