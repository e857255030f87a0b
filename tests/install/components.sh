#!/usr/bin/env bash
# How find_package answers requests for versions and components.
#   components.sh CMAKE PREFIX FOLDER
set -euo pipefail
cmake=$1 prefix=$2 folder=$3
rm -rf "$folder" && mkdir -p "$folder"
passed=0 failed=0

# asked TITLE EXPECTED WORDS...: configures a project that calls find_package(tanda WORDS); its output has to
# match EXPECTED.
asked() {
  local title=$1 expected=$2 said
  shift 2
  cat >"$folder/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(asked LANGUAGES C CXX)
$before
find_package(tanda $*)
$after
message(STATUS "found: \${tanda_FOUND}")
END
  said=$("$cmake" -S "$folder" -B "$folder/build" --fresh -Dtanda_ROOT="$prefix" 2>&1 || true)
  if tr -s ' \n' ' ' <<<"$said" | grep -qE -- "$expected"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$title" "$said"
  fi
}

# targets NAME...: CMake code that fails unless exactly these targets exist.
targets() {
  printf 'foreach(name tanda c micro learn static shared)\n  if(TARGET tanda::${name})\n    list(APPEND got ${name})\n  endif()\nendforeach()\n'
  printf 'message(STATUS "targets: ${got};")\n'
}

before='' after=$(targets)
asked "no component" 'targets: tanda;c;static; .*found: 1' 0.9 REQUIRED
asked "an unknown component" "tanda has no component 'python': there are cxx, c, micro, learn, static, shared" 0.9 REQUIRED COMPONENTS cxx python
asked "an unknown one that may be missing" 'found: (0|FALSE)' 0.9 QUIET COMPONENTS python
asked "both kinds" 'tanda is linked static or shared, not both' 0.9 REQUIRED COMPONENTS static shared
asked "an older interface" 'compatible with requested version "0.8"' 0.8 REQUIRED
asked "a newer one" 'compatible with requested version "0.9.99"' 0.9.99 REQUIRED
asked "this very version" 'found: 1' 0.9.0 REQUIRED
before='set(BUILD_SHARED_LIBS ON)'
asked "a project of shared libraries" 'targets: tanda;c;shared;' 0.9 REQUIRED
asked "one that says static" 'targets: tanda;c;static;' 0.9 REQUIRED COMPONENTS cxx static
before='set(CMAKE_DISABLE_FIND_PACKAGE_Eigen3 ON)'
asked "C without Eigen" 'targets: c;shared; .*found: 1' 0.9 REQUIRED COMPONENTS c shared
asked "C without Eigen, static" 'targets: c;static; .*found: 1' 0.9 REQUIRED COMPONENTS c static
asked "firmware without Eigen" 'targets: micro; .*found: 1' 0.9 REQUIRED COMPONENTS micro
asked "C++ without Eigen" 'Eigen3' 0.9 REQUIRED COMPONENTS cxx
before=''
asked "headers for learning" 'targets: micro;learn; .*found: 1' 0.9 REQUIRED COMPONENTS learn

# An installation with one kind of library only.
cp -r "$prefix" "$folder/one"
prefix=$folder/one
find "$prefix" -name 'tanda_shared*.cmake' -delete
before='set(BUILD_SHARED_LIBS ON)'
asked "the only kind there is" 'targets: tanda;c;static;' 0.9 REQUIRED
asked "the kind that is missing" 'this installation of tanda has no shared library' 0.9 REQUIRED COMPONENTS cxx shared
echo "$passed passed, $failed failed"
((failed == 0))
