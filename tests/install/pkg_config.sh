#!/usr/bin/env bash
# Builds the user's programs with the flags that pkg-config gives, in C and in C++.
#   pkg_config.sh PREFIX static|shared CC CXX FOLDER IRIS
set -euo pipefail
examples=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../native/examples" && pwd)
prefix=$1 kind=$2 cc=$3 cxx=$4 folder=$5 iris=$6
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name tanda.pc)")
export PKG_CONFIG_PATH
rm -rf "$folder" && mkdir -p "$folder"
passed=0 failed=0

# flags MODULE: static programs also need the flags of the library's own dependencies.
flags() {
  if [[ $kind == static ]]; then
    pkg-config --static --cflags --libs "$1" | sed 's/^/-static /'
  else
    pkg-config --cflags --libs "$1"
    echo "-Wl,-rpath,$(pkg-config --variable=libdir tanda-c)"
  fi
}

# check NAME COMMAND...
check() {
  if "${@:2}"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED $1"
  fi
}

# shellcheck disable=SC2046
{
  check "C compiles" "$cc" -std=c99 "$examples/c/flowers.c" -o "$folder/c" $(flags tanda-c)
  check "C++ compiles" "$cxx" -std=c++17 "$examples/cpp/flowers.cpp" -o "$folder/cxx" $(flags tanda)
}
check "the C program runs" "$folder/c" "$iris"
check "the C++ program runs" "$folder/cxx" "$iris" "$folder/iris.tanda"
shared=$(readelf -d "$folder/c" "$folder/cxx" | grep -c 'NEEDED.*libtanda\.so\.1' || true)
check "both take the $kind library" [ "$shared" = "$([[ $kind == shared ]] && echo 2 || echo 0)" ]
[[ $kind == static ]] || check "C++ is bound to this release" grep -q 'Name: TANDA_CXX_0\.9 ' <(readelf -V "$folder/cxx")
check "the C ABI needs nothing of Eigen's" [ -z "$(pkg-config --cflags tanda-c | grep -i eigen)" ]
check "a version can be asked for" pkg-config --exists "tanda >= 0.9 tanda < 0.10"
echo "$passed passed, $failed failed"
((failed == 0))
