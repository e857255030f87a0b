// Learning on the device: two devices see half of the samples each, one sends its statistics to the other as
// a byte string, and the LDA fitted there classifies samples it has not seen. No heap, no files, no standard
// output: the same program runs on a bare-metal board and on a desktop.
#include "console.hpp"
#include "tanda/detail/random.hpp"
#include "tanda/learn.hpp"
#include "tanda/micro.hpp"

namespace {
using namespace tanda;

constexpr std::size_t features = 4, classes = 3, outputs = 2;
using Seen = Statistics<float, int(features), int(classes)>;
using Map = Projection<float, features, outputs>;

/// Random flowers similar to the iris data: length and width of sepals and petals.
class Meadow {
 public:
  explicit Meadow(std::uint64_t seed) : random_(seed) {}
  void pick(int label, float (&x)[features]) {
    static constexpr float middle[classes][features] = {
        {5.0f, 3.4f, 1.5f, 0.25f}, {5.9f, 2.8f, 4.3f, 1.3f}, {6.6f, 3.0f, 5.6f, 2.0f}};
    static constexpr float spread[features] = {0.25f, 0.25f, 0.3f, 0.15f};
    const float size = bell();  // a large flower is large in all measurements
    for (std::size_t j = 0; j < features; ++j) x[j] = middle[label][j] + spread[j] * (size + bell());
  }

 private:
  /// Mean 0, standard deviation 1.
  float bell() {
    float sum = -6;
    for (int i = 0; i < 12; ++i) sum += float(random_.uniform());
    return sum;
  }
  Random random_;
};

// All large objects are static: the linker knows their size, and the stack stays small.
Seen here, there;
device::FitMemory<features> memory;
unsigned char message[Seen::fixed_saved_bytes()];
Map map;
float centres[classes][outputs];

bool learn() {
  Meadow meadow(1);
  float x[features];
  for (int i = 0; i < 150; ++i) {
    meadow.pick(i % 3, x);
    if ((i < 75 ? here : there).push(x, i % 3) != Code::ok) return false;
  }
  there.save(message);
  Seen received;
  return received.load(message, sizeof message) == Code::ok && here.merge(received) == Code::ok &&
         bool(fit_lda(here, memory, map));
}

/// Projects the class means.
void place_centres() {
  for (int c = 0; c < int(classes); ++c) {
    float mean[features];
    for (int j = 0; j < int(features); ++j) mean[j] = here.origin()[j] + here.mean(c)[j];
    map(mean, centres[c]);
  }
}

int classify(const float (&x)[features]) {
  float y[outputs];
  map(x, y);
  return nearest_mean(y, centres[0], classes, outputs);
}

void say_number(const char* name, unsigned value) {
  char digits[12];
  char* at = digits + sizeof digits;
  *--at = '\0';
  *--at = '\n';
  do {
    *--at = char('0' + value % 10);
    value /= 10;
  } while (value > 0);
  say(name);
  say(at);
}

}  // namespace

int main() {
  if (!learn()) {
    say("the fit failed\n");
    return 1;
  }
  place_centres();
  Meadow meadow(2);
  unsigned right = 0, checksum = 0;
  for (int i = 0; i < 300; ++i) {
    float x[features];
    meadow.pick(i % 3, x);
    const int found = classify(x);
    right += found == i % 3;
    checksum = checksum * 31 + unsigned(found);
  }
  say_number("samples seen     ", unsigned(here.count()));
  say_number("bytes of state   ", unsigned(sizeof(Seen)));
  say_number("bytes of work    ", unsigned(sizeof memory));
  say_number("right of 300     ", right);
  say_number("checksum         ", checksum);
  return right >= 280 ? 0 : 1;
}
