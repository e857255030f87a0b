#!/usr/bin/env bash
# Makes the API reference of the public headers with doxygen, and fails on a symbol or an argument without a comment.
#   api.sh ROOT FOLDER
set -euo pipefail
command -v doxygen >/dev/null || {
  echo "FAILED the API reference is made by doxygen, which is not installed: ./dev docs installs it"
  exit 1
}
mkdir -p "$2"
folder=$(cd "$2" && pwd)
cd "$1/lib"
warnings=$({ cat Doxyfile && echo "OUTPUT_DIRECTORY=$folder"; } | doxygen - 2>&1 >/dev/null | sed "s#^$PWD/##" | sort -u) || warnings+=$'\ndoxygen failed'
warnings=$(grep -v 'return type of member' <<<"$warnings" || true)  # a comment begins with it
if [[ $warnings ]]; then
  printf '%s\nFAILED what is public has a comment, and so have its arguments\n' "$warnings"
  exit 1
fi
echo "1 passed, 0 failed"
