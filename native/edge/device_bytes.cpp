// The RAM of fits on the device, as docs/DEVICE.md shows it: sizes are the same on a board and on a desk.
#include <cstdio>

#include "tanda/device/batch.hpp"
#include "tanda/device/streaming.hpp"

namespace {
using namespace tanda::device;

template <std::size_t D, std::size_t C>
void streaming_row() {
  std::printf("| %zu | %zu | %zu | %zu | %zu | %zu | %zu |\n", D, C, sizeof(Accumulator<float, D, C>),
              sizeof(Accumulator<float, D, C, Scatter::per_class>), sizeof(Accumulator<double, D, C>),
              sizeof(Workspace<D>), sizeof(Workspace<D, float>));
}

void batch_row(int n, int d, int classes) {
  std::printf("| %d | %d | %d | %zu | %zu | %zu | %zu |\n", n, d, classes,
              bytes_needed(LfdaOptions{}, n, d, classes), bytes_needed(MfaOptions{}, n, d, classes),
              bytes_needed(TsdOptions{}, n, d, classes), bytes_needed<float>(TsdOptions{}, n, d, classes));
}

}  // namespace

int main() {
  std::puts("| features | classes | float | float, per class | double | Workspace double | float |");
  std::puts("|---|---|---|---|---|---|---|");
  streaming_row<4, 3>();
  streaming_row<8, 4>();
  streaming_row<16, 5>();
  streaming_row<32, 10>();
  streaming_row<64, 10>();
  std::puts("\n| samples | features | classes | lfda | mfa | tsd | tsd, all in float |");
  std::puts("|---|---|---|---|---|---|---|");
  batch_row(100, 8, 3);
  batch_row(200, 16, 5);
  batch_row(500, 32, 10);
  batch_row(200, 64, 10);
}
