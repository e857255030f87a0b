#!/usr/bin/env bash
# The flash (with software double precision) and the stack of each fit on a Cortex-M4, counting each function of the
# library once, as docs/DEVICE.md shows them. Fails if a heap is linked in, or if a fit is larger than its limit.
#   device_flash.sh [ROOT [EIGEN]]
set -euo pipefail
root=$(realpath "${1:-$(dirname "$0")/../..}")
eigen=${2:-/usr/include/eigen3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c++17 -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -Os -fno-exceptions -fno-rtti -fstack-usage
       -ffunction-sections -fdata-sections -Wall -Wextra -Wpedantic -Wshadow -Wno-psabi -Werror -DNDEBUG
       -I "$root/lib/include" -isystem "$eigen")

# measure NAME LIMIT: links the program on standard input from its function `run` on.
measure() {
  local flash
  cat >"$work/run.cpp"
  arm-none-eabi-g++ "${flags[@]}" -c "$work/run.cpp" -o "$work/run.o"
  arm-none-eabi-g++ "${flags[@]}" "$work/run.o" -nostartfiles -Wl,--gc-sections -Wl,-e,run --specs=nosys.specs \
    -o "$work/run.elf"
  if arm-none-eabi-nm -C "$work/run.elf" | grep -E 'malloc|calloc|realloc|_sbrk|operator new|\bfree\b' >&2; then
    echo "$1 links a heap" >&2
    exit 1
  fi
  flash=$(arm-none-eabi-size "$work/run.elf" | awk 'END { print $1 + $2 }')
  if ((flash > $2)); then
    echo "$1: $flash bytes of flash, at most $2 are allowed" >&2
    exit 1
  fi
  echo "| $1 | $flash |" "$(awk -F '\t' '{ sum += $2 } END { print sum }' "$work/run.su") |"
}

streaming() {  # STATEMENT [SCALAR OF THE SOLVER]
  cat <<CPP
#include "tanda/learn.hpp"
using namespace tanda::device;
tanda::Statistics<float, 16, 5, tanda::Scatter::per_class> data;
FitMemory<16, ${2:-float}> memory;
tanda::Projection<float, 16, 5> map;
extern "C" tanda::Code run(const float* x, int label);
extern "C" tanda::Code run(const float* x, int label) {
  if (label >= 0) return data.push(x, label);
  return $1;
}
CPP
}

batch() {  # FUNCTION [SCALAR]
  cat <<CPP
#include "tanda/learn.hpp"
using namespace tanda::device;
extern "C" tanda::Code run(Arena& arena, const Samples<float>& samples, const Target<float>& map);
extern "C" tanda::Code run(Arena& arena, const Samples<float>& samples, const Target<float>& map) {
  return $1<${2:-float}>(arena, samples, map).code;
}
CPP
}

echo "| fit | flash | stack, at most |"
echo "|---|---|---|"
streaming 'tanda::Code::ok' | measure "push only" 512
for fit in pca lda ulda; do
  streaming "fit_$fit(data, memory, map).code" | measure "push, $fit" 5120
done
for fit in laplda sle; do
  streaming "fit_$fit(data, memory, map).code" | measure "push, $fit" 7168
done
streaming "fit_lda(data, memory, map).code" double | measure "push, lda solved in double" 11264
for fit in lfda mfa tsd; do
  batch "fit_$fit" | measure "$fit" 12288
done
batch fit_tsd double | measure "tsd, all in double" 24576
