#!/usr/bin/env bash
# Compiles each source and each header on its own, without writing output. Builds compile many files as one,
# which hides missing includes and local names that shadow those of another file.
#   alone.sh ROOT COMPILER
set -euo pipefail
cd "$1"
flags=(-std=c++17 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Wno-psabi -Werror -isystem /usr/include/eigen3
  -DEIGEN_DONT_PARALLELIZE -Ilib/include -Ilib/src -Ilib/src/linalg/backend/eigen -Inative -Inative/cli)
files=$(find lib/include lib/src native/cli -name '*.[ch]pp' -not -path '*/backend/blaze/*')
failed=$(xargs -P "$(nproc)" -I '{}' sh -c '"$@" -x c++ -include "{}" /dev/null 1>&2 || echo "{}"' sh "$2" "${flags[@]}" <<<"$files")
# A user has the public headers only, and may use a later standard.
public=(-fsyntax-only -Wall -Wextra -Wpedantic -Werror -isystem /usr/include/eigen3 -DEIGEN_DONT_PARALLELIZE -DTANDA_HOSTED -Ilib/include)
for standard in 17 20; do
  for header in lib/include/tanda/*.hpp; do
    files+=" $header"
    "$2" "-std=c++$standard" "${public[@]}" -x c++ -include "$header" /dev/null 1>&2 || failed+=" $header,c++$standard"
  done
done
count=$(wc -w <<<"$failed")
[[ -z $failed ]] || printf 'FAILED %s\n' $failed
echo "$(($(wc -w <<<"$files") - count)) passed, $count failed"
((count == 0))
