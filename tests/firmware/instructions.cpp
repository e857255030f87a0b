// Instructions per multiply-add of `project`, compared with a loop written by hand.
#include "clock.hpp"
#include "semihosting.hpp"
#include "tanda/micro.hpp"
#include "text.hpp"

namespace {

constexpr std::size_t inputs = 64, outputs = 10, rounds = 100;

float matrix[outputs * inputs], offset[outputs], x[inputs], y[outputs], mean[inputs], inverse[inputs];
std::int8_t weights[outputs * inputs], steps[inputs];

/// Sizes that, as in a model file, are not known to the compiler.
const volatile std::size_t unknown_inputs = inputs, unknown_outputs = outputs;

/// What a firmware engineer would write for this model alone.
[[gnu::noinline]] void by_hand(const float* p, const float* c, const float* in, float* out) {
  for (std::size_t i = 0; i < outputs; ++i) {
    float sum = 0;
    for (std::size_t j = 0; j < inputs; ++j) sum += *p++ * in[j];
    out[i] = sum + c[i];
  }
}

/// Hundredths of an instruction per multiply-add.
template <class Body>
unsigned measure(const InstructionClock& clock, Body body) {
  const std::uint32_t all = clock.count([&] {
    for (std::size_t round = 0; round < rounds; ++round) body();
  });
  return static_cast<unsigned>(std::uint64_t{100} * all / (rounds * inputs * outputs));
}

}  // namespace

int main() {
  for (std::size_t i = 0; i < outputs * inputs; ++i) matrix[i] = static_cast<float>(i % 7) - 3;
  for (std::size_t j = 0; j < inputs; ++j) x[j] = static_cast<float>(j % 5);
  const InstructionClock clock;
  const std::size_t d = unknown_inputs, r = unknown_outputs;
  const unsigned hand = measure(clock, [] { by_hand(matrix, offset, x, y); });
  const unsigned project = measure(clock, [=] { tanda::plain_project(matrix, offset, d, r, x, y); });
  const unsigned unit = measure(clock, [=] { tanda::plain_project_unit_length(matrix, offset, d, r, x, y); });
  const tanda::QuantizedView map{weights, offset, mean, inverse, d, r};
  const unsigned int8 = measure(clock, [&] { tanda::project(map, x, steps, y); });

  Line line;
  line.words("instructions per multiply-add: project ")
      .hundredths(project)
      .words(", by hand ")
      .hundredths(hand);
  line.words(", unit length ").hundredths(unit).words(", 8 bits ").hundredths(int8);
  say(line.letter('\n').text());
  const bool measured = hand > 100 && hand < 2000;  // without -icount the clock is the host's
  return measured && 2 * project <= 3 * hand ? 0 : 1;
}
