#!/usr/bin/env bash
# Compares the C ABI of a library with debug information (its functions and the types in tanda.h) with the
# record in abi.xml. Additions are fine; changes break compiled programs. --update writes a new record.
#   record.sh LIBRARY [--update]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
header=$(readlink -f "$here/../../lib/include/tanda/tanda.h")
record=$here/abi.xml
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
found=$work/found.xml
# Paths of the machine it was built on are removed.
abidw "$1" --header-file "$header" --exported-interfaces-only --drop-private-types --drop-undefined-syms --no-architecture \
  --no-corpus-path --no-comp-dir-path --no-elf-needed --no-show-locs --no-parameter-names --type-id-style hash |
  sed "s/ path='[^']*'//" >"$found"
for type in $(sed -n 's/^typedef struct \(.*\) {$/\1/p' "$header"); do
  grep -q "<class-decl name='$type' size-in-bits" "$found" || { echo "FAILED $type of tanda.h was not found in $1" && exit 1; }
done
if [[ ${2:-} == --update ]]; then
  cp "$found" "$record"
  exit
fi
# A changed member of a type has to be detected; otherwise this test would check nothing.
double=$(sed -n "s/.*type-decl name='double'.* id='\(.*\)'.*/\1/p" "$record")
sed "s/name='neighbors' type-id='[^']*'/name='neighbors' type-id='$double'/" "$record" >"$work/changed.xml"
code=0
abidiff --no-added-syms "$work/changed.xml" "$found" >/dev/null || code=$?
((code & 4)) || { echo "FAILED a changed member passes" && exit 1; }
if abidiff --no-added-syms "$record" "$found"; then
  echo "2 passed, 0 failed"
else
  echo "FAILED programs that were compiled before would break: add instead of changing; or, before a release that says so,"
  echo "count TANDA_ABI up and run ./dev abi --update"
  exit 1
fi
