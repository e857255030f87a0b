#!/usr/bin/env bash
# The symbols that the shared library exports. In C exactly those in symbols.txt: fewer would break old
# programs, more could be used by new ones. In C++ nothing internal.
#   symbols.sh LIBRARY
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
shown=$(nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | LC_ALL=C sort -u)
if ! diff "$here/symbols.txt" <(grep -v '^_Z' <<<"$shown"); then
  echo "FAILED the symbols are not those of symbols.txt (<): if that is meant, change it, and TANDA_ABI when one is gone"
  exit 1
fi
if grep -E '^_Z(T[ISV])?NK?5tanda8internal' <<<"$shown" | c++filt; then
  echo "FAILED these are internal"
  exit 1
fi
echo "1 passed, 0 failed"
