// Instructions of fits on the board, both streaming fits and fits in an arena.
#include "clock.hpp"
#include "semihosting.hpp"
#include "tanda/detail/random.hpp"
#include "tanda/learn.hpp"
#include "text.hpp"

namespace {
using namespace tanda;

constexpr std::size_t features = 16, classes = 4;
constexpr int samples = 200;

float x[samples * features];
int labels[samples];
Statistics<float, int(features), int(classes)> statistics;
device::FitMemory<features, double> fine;
device::FitMemory<features, float> coarse;
Projection<float, features, 3> map;
alignas(device::Arena::alignment) unsigned char memory[16 * 1024];

void make_samples() {
  Random random(5);
  for (int i = 0; i < samples; ++i) {
    labels[i] = i % int(classes);
    for (std::size_t j = 0; j < features; ++j) {
      const bool lit = int(j) % int(classes) == labels[i];
      x[std::size_t(i) * features + j] = float(random.uniform() + random.uniform() + (lit ? 1 : 0));
    }
  }
}

/// Prints how many thousand instructions it took. False if it failed, if it took more than `most`, or if the
/// clock does not count instructions.
template <class Body>
bool measure(const InstructionClock& clock, const char* name, std::uint32_t most, Body body) {
  bool done = false;
  const std::uint32_t thousands = clock.count([&] { done = body(); }) / 1000;
  Line line;
  line.words(name).words(": ").number(int(thousands)).words(" thousand instructions");
  if (!done) line.words(", and it failed");
  if (thousands > most) line.words(", and it may take ").number(int(most));
  say(line.letter('\n').text());
  return done && thousands > 1 && thousands <= most;
}

bool fits_agree(const float (&first)[3 * features], const float (&second)[3 * features]) {
  for (std::size_t i = 0; i < 3 * features; ++i) {
    const float off = first[i] - second[i];
    if (!(off < 1e-3f && off > -1e-3f)) return false;
  }
  return true;
}

}  // namespace

int main() {
  make_samples();
  const InstructionClock clock;
  const device::Samples<float> table{x, labels, samples, int(features), int(classes)};
  const device::Target<float> target{map.matrix, map.offset, 3};
  device::Arena arena(memory, sizeof memory);
  bool fine_so_far = measure(clock, "200 samples of 16 features pushed", 400, [] {
    for (int i = 0; i < samples; ++i) {
      if (statistics.push(x + std::size_t(i) * features, labels[i]) != Code::ok) return false;
    }
    return true;
  });
  fine_so_far &=
      measure(clock, "lda solved in double", 5000, [] { return bool(fit_lda(statistics, fine, map)); });
  const Projection<float, features, 3> exact = map;
  fine_so_far &= measure(clock, "lda", 300, [] { return bool(fit_lda(statistics, coarse, map)); });
  fine_so_far &= fits_agree(exact.matrix, map.matrix);
  fine_so_far &= measure(clock, "lfda", 10000, [&] { return bool(fit_lfda(arena, table, target)); });
  fine_so_far &= measure(clock, "mfa", 20000, [&] { return bool(fit_mfa(arena, table, target)); });
  fine_so_far &= measure(clock, "tsd", 40000, [&] { return bool(fit_tsd(arena, table, target)); });
  fine_so_far &= measure(clock, "tsd, all in double", 400000,
                         [&] { return bool(device::fit_tsd<double>(arena, table, target)); });
  return fine_so_far ? 0 : 1;
}
