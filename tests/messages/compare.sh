#!/usr/bin/env bash
# Compares every message of the library and the program with messages.txt, those that name options in every spelling.
#   compare.sh SPELL [--update]     SPELL: the program of spell.cpp
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
now=$("$here/collect.py" "$here/../.." | "$1")
if [[ ${2:-} == --update ]]; then
  echo "$now" >"$here/messages.txt"
elif diff "$here/messages.txt" <(echo "$now"); then
  echo "$(grep -c '^[^ ]' "$here/messages.txt") passed, 0 failed"
else
  echo "FAILED messages changed; if that is meant: ./dev messages --update"
  exit 1
fi
