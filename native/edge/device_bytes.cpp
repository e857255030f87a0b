// The RAM of fits on the device, as docs/DEVICE.md shows it; the sizes are the same on a board and on a
// desktop.
#include <cstdio>

#include "tanda/learn.hpp"

namespace {
using namespace tanda;
using namespace tanda::device;

template <int D, int C>
void streaming_row() {
  std::printf("| %d | %d | %zu | %zu | %zu | %zu | %zu |\n", D, C, sizeof(Statistics<float, D, C>),
              sizeof(Statistics<float, D, C, Scatter::per_class>), sizeof(Statistics<double, D, C>),
              sizeof(FitMemory<D, double>), sizeof(FitMemory<D, float>));
}

void batch_row(int n, int d, int classes) {
  std::printf(
      "| %d | %d | %d | %zu | %zu | %zu | %zu |\n", n, d, classes,
      bytes_needed(LfdaOptions<double>{}, n, d, classes), bytes_needed(MfaOptions<double>{}, n, d, classes),
      bytes_needed(TsdOptions<double>{}, n, d, classes), bytes_needed(TsdOptions<float>{}, n, d, classes));
}

}  // namespace

int main() {
  std::puts("| features | classes | float | float, per class | double | FitMemory double | float |");
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
