#!/usr/bin/env bash
# Installs a build into an empty folder, checks the files there, and moves it to PREFIX, because packages are
# built in one place and unpacked in another.
#   install.sh CMAKE BUILD SOURCE PREFIX
set -euo pipefail
cmake=$1 build=$2 source=$3 prefix=$4 first=$4.first
rm -rf "$first" "$prefix"
"$cmake" --install "$build" --prefix "$first" >/dev/null
passed=0 failed=0

# check TITLE TEXT: fails unless the text is empty.
check() {
  if [[ -z $2 ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$1" "$2"
  fi
}

check "only what belongs into it is installed" "$(cd "$first" && find . -type f -o -type l | grep -Ev \
  '^\./(bin/tanda|include/tanda/.*\.h(pp)?|lib.*/libtanda\.(a|so(\.[0-9.]+)?)|lib.*/cmake/tanda/.*\.cmake|lib.*/pkgconfig/tanda(-c)?\.pc)$' || true)"
check "no file names the folder it was made in" "$(grep -rlIF -e "$first" -e "$build" -e "$source" "$first" || true)"
library=$(find "$first" -name 'libtanda.so')
check "the shared library has the name of its ABI" "$(readelf -d "$library" | grep -q 'SONAME.*\[libtanda\.so\.1\]' || echo "$library")"
check "it needs nothing that is not there" "$(ldd "$library" | grep 'not found' || true)"
check "and no path to look in" "$(readelf -d "$library" | grep -E 'RPATH|RUNPATH' || true)"
mv "$first" "$prefix"
check "the program runs" "$("$prefix/bin/tanda" --version | grep -qx "tanda $(sed -n 's/.* version = "\(.*\)".*/\1/p' "$source/lib/include/tanda/version.hpp")" || echo "$("$prefix/bin/tanda" --version)")"
echo "$passed passed, $failed failed"
((failed == 0))
