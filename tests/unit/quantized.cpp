#include "tanda/micro.hpp"  // first, to show that it compiles alone

#include <cmath>
#include <vector>

#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace quantized_test {
using namespace ut;
using tanda::Code;

/// A random map with features of very different sizes, and samples that fill the ranges.
struct Example {
  static constexpr std::size_t d = 24, r = 5, n = 200;
  std::vector<float> projection = std::vector<float>(r * d), mean = std::vector<float>(d),
                     range = std::vector<float>(d), samples = std::vector<float>(n * d);
  std::vector<std::int8_t> weights = std::vector<std::int8_t>(r * d);
  std::vector<float> scale = std::vector<float>(r), inverse = std::vector<float>(d);

  Example() {
    tanda::Random random(5);
    const auto number = [&] { return static_cast<float>(random.uniform() * 2 - 1); };
    for (std::size_t j = 0; j < d; ++j) {
      const float size = std::pow(10.f, static_cast<float>(j % 7) - 3);
      mean[j] = 3 * size * number();
      range[j] = size;
      for (std::size_t i = 0; i < r; ++i) projection[i * d + j] = number() / size;
      for (std::size_t k = 0; k < n; ++k) samples[k * d + j] = mean[j] + size * number();
    }
  }
  Code quantize() {
    return tanda::quantize(projection.data(), range.data(), d, r, weights.data(), scale.data(),
                           inverse.data());
  }
  tanda::QuantizedView view() const {
    return {weights.data(), scale.data(), mean.data(), inverse.data(), d, r};
  }
};

const suite quantized_suite{[] {
  "8 bits stay close to the float map"_test = [] {
    Example e;
    expect(e.quantize() == Code::ok);
    std::int8_t steps[Example::d];
    float y[Example::r];
    for (std::size_t k = 0; k < Example::n; ++k) {
      const float* x = e.samples.data() + k * Example::d;
      tanda::project(e.view(), x, steps, y);
      for (std::size_t i = 0; i < Example::r; ++i) {
        double exact = 0, bound = 0;
        for (std::size_t j = 0; j < Example::d; ++j) {
          const double p = double(e.projection[i * Example::d + j]);
          exact += p * (double(x[j]) - double(e.mean[j]));
          // Half a step of the input times the weight, and half a step of the weight times the input.
          bound += 0.5 / 127 * std::fabs(p) * double(e.range[j]) + 0.5 * double(e.scale[i]) * 128;
        }
        expect(std::fabs(double(y[i]) - exact) <= bound * 1.001) << k << i << y[i] << exact << bound;
      }
    }
  };

  "each row uses the whole range of the weights"_test = [] {
    Example e;
    expect(e.quantize() == Code::ok);
    for (std::size_t i = 0; i < Example::r; ++i) {
      int largest = 0;
      for (std::size_t j = 0; j < Example::d; ++j)
        largest = std::max(largest, std::abs(int(e.weights[i * Example::d + j])));
      expect(largest == 127) << i;
    }
  };

  "inputs are rounded to the nearest step, saturate, and are never undefined"_test = [] {
    using tanda::detail::to_int8;
    expect(to_int8(0.49f) == 0 && to_int8(0.5f) == 1 && to_int8(-0.5f) == -1 && to_int8(-0.49f) == 0);
    expect(to_int8(126.4f) == 126 && to_int8(126.6f) == 127 && to_int8(1e30f) == 127);
    expect(to_int8(-126.6f) == -127 && to_int8(-128.f) == -127 && to_int8(-1e30f) == -127);
    expect(to_int8(INFINITY) == 127 && to_int8(-INFINITY) == -127 && to_int8(NAN) == -127);
  };

  "a fixed-size one is a plain constant"_test = [] {
    constexpr tanda::QuantizedProjection<3, 2> map{
        {127, 0, -127, 1, 2, 3}, {0.5f, 2}, {1, 0, 0}, {127, 127, 127}};
    const float x[3] = {2, 0, -1};
    float y[2];
    map(x, y);
    expect(y[0] == 0.5f * (127 * 127 + 127 * 127) && y[1] == 2 * (127 - 3 * 127)) << y[0] << y[1];
    constexpr tanda::QuantizedProjection<2, 1> unit{{127, 127}, {1 / 127.f}, {0, 0}, {100, 100}, true};
    const float long_one[2] = {3e30f, 4e30f}, zero[2] = {0, 0};
    float z[1];
    unit(long_one, z);
    expect(std::fabs(z[0] - 140) < 1e-3f) << z[0];
    unit(zero, z);
    expect(z[0] == 0);
  };

  "the longest sum fits into 32 bits"_test = [] {
    const std::size_t d = tanda::max_quantized_inputs;
    const std::vector<float> projection(d, 1.f), range(d, 1.f), mean(d, 0.f), x(d, 1.f);
    std::vector<std::int8_t> weights(d), steps(d);
    std::vector<float> inverse(d);
    float scale = 0, y = 0;
    expect(tanda::quantize(projection.data(), range.data(), d, 1, weights.data(), &scale, inverse.data()) ==
           Code::ok);
    tanda::project({weights.data(), &scale, mean.data(), inverse.data(), d, 1}, x.data(), steps.data(), &y);
    expect(std::fabs(y - float(d)) < 1e-3f * float(d)) << y;
    for (std::size_t wrong : {std::size_t{0}, d + 1})
      expect(tanda::quantize(projection.data(), range.data(), wrong, 1, weights.data(), &scale,
                             inverse.data()) == Code::wrong_shape);
  };

  "features without a range are left out"_test = [] {
    for (float none : {0.f, 1e-45f, 1e-40f}) {
      Example e;
      e.range[3] = none;
      expect(e.quantize() == Code::ok && e.inverse[3] == 0 && e.weights[3] == 0);
      std::int8_t steps[Example::d];
      float y[Example::r];
      e.samples[3] = 1e30f;
      tanda::project(e.view(), e.samples.data(), steps, y);
      for (float value : y) expect(std::isfinite(value));
    }
    Example e;
    e.range.assign(Example::d, 0.f);
    expect(e.quantize() == Code::ok && e.scale[0] == 0);
  };

  "bad numbers are refused, tiny ones are not"_test = [] {
    for (float bad : {-1.f, NAN, INFINITY, -INFINITY}) {
      Example e;
      e.range[2] = bad;
      expect(e.quantize() == Code::not_finite) << bad;
    }
    for (float bad : {NAN, INFINITY}) {
      Example e;
      e.projection[Example::d + 1] = bad;
      expect(e.quantize() == Code::not_finite) << bad;
    }
    Example huge;
    huge.projection[0] = 3e38f;
    huge.range[0] = 3e38f;
    expect(huge.quantize() == Code::not_representable);
    const double tiny[2] = {1e-320, -1e-320};
    const float range[2] = {1, 1};
    std::int8_t weights[2];
    float scale = 1, inverse[2];
    expect(tanda::quantize(tiny, range, 2, 1, weights, &scale, inverse) == Code::ok);
    expect(weights[0] == 127 && weights[1] == -127 && scale == 0);
  };
}};
}  // namespace quantized_test
