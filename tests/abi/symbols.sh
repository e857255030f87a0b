#!/usr/bin/env bash
# What the shared library shows is what symbols.txt says: no less, or old programs break; no more, or they could
# come to depend on it.
#   symbols.sh LIBRARY
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if diff "$here/symbols.txt" <(nm -D --defined-only "$1" | awk '$2 != "A" { print $3 }' | LC_ALL=C sort); then
  echo "1 passed, 0 failed"
else
  echo "FAILED the symbols are not those of symbols.txt (<): if that is meant, change it, and TANDA_ABI when one is gone"
  exit 1
fi
