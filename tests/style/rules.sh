#!/usr/bin/env bash
# Rules about the sources that a compiler does not see. Each one prints what breaks it.
#   rules.sh ROOT
set -euo pipefail
cd "$1"
passed=0 failed=0

# rule TITLE FUNCTION: the function prints one line for each breach.
rule() {
  local breaches
  breaches=$($2)
  if [[ -z $breaches ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$1" "$breaches"
  fi
}

# code FOLDER...: "file:line: code" without comments; texts for people become "", words like "mfa" stay.
code() {
  find "$@" -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' \) -print0 | xargs -0 awk '{
    rest = FILENAME ~ /\.h$/ && /^ ?(\/\*| \*)/ ? "" : $0  # comments of C headers, line by line
    kept = ""
    while (match(rest, /"([^"\\]|\\.)*"|\/\/.*/)) {
      token = substr(rest, RSTART, RLENGTH)
      if (token ~ /^\/\//) token = ""
      else if (token !~ /^"[a-z_]*"$/) token = "\"\""
      kept = kept substr(rest, 1, RSTART - 1) token
      rest = substr(rest, RSTART + RLENGTH)
    }
    print FILENAME ":" FNR ": " kept rest
  }'
}

# Nothing in the tree knows a method by name but its file and the registry. The benchmarks say what they measure;
# pca is also a step of the preprocessing.
method_names() {
  local registry=lib/src/methods/registry.cpp ids id all
  ids=$(grep -oE '\bX\([a-z0-9_]+\)' "$registry" | sed 's/X(\(.*\))/\1/')
  [[ $(wc -w <<<"$ids") -gt 5 ]] || echo "$registry: the list of methods has another form, this rule cannot read it"
  all=$(code lib native | grep -v -e '^native/bench/' -e "^$registry:")
  for id in $ids; do
    [[ -f lib/src/methods/$id.cpp ]] || echo "lib/src/methods/$id.cpp is missing"
    [[ $id == pca ]] || grep -E ": .*\b$id\b" <<<"$all" | grep -v "^lib/src/methods/$id.cpp:" || true
  done
}

# base ← linalg ← data ← graph ← geometry ← spectral ← methods ← model ← select, and the library knows nobody outside. device
# and linalg/small are for firmware too: they take what is free of the heap and nothing more, and nobody takes device.
include_direction() {
  awk 'BEGIN { n = split("base linalg data graph geometry spectral methods model select abi", order); for (i = 1; i <= n; ++i) at[order[i]] = i }
       match($0, /^#include "tanda\//) {
         if (FILENAME ~ /^lib\/include\/tanda\/[^\/]*$/) next  # above all folders: micro.hpp
         split(FILENAME, path, "/"); mine = path[2] == "src" ? path[3] : path[4]
         split($0, include, "/"); theirs = include[2]
         if (theirs ~ /^tanda.h"/ && mine == "abi") next
         small = $0 ~ /"tanda\/(base\/code\.hpp|linalg\/small\/)/
         heapless = small || theirs == "device" || $0 ~ /"tanda\/(data\/statistics|model\/projection)\.hpp"/
         allowed = mine == "device" ? heapless : FILENAME ~ /linalg\/small\// ? small : (theirs in at) && at[theirs] <= at[mine]
         if (!allowed) print FILENAME ":" FNR ": " mine " may not include " theirs
       }
       /^#include "\.\./ { print FILENAME ":" FNR ": goes up a folder: " $0 }' $(find lib -name '*.[ch]pp')
}

library_manners() {
  code lib | grep -E '\b(throw|dynamic_cast|typeid|printf|fprintf|puts)\b|<(iostream|fstream|sstream|ostream|istream)>' || true
}

folder_readmes() {
  local folder
  for folder in */; do
    [[ $folder == build/ || $folder == docs/ || -s ${folder}README.md ]] || echo "${folder}README.md is missing"
  done
}

rule "a method's name stands in its file and the registry only" method_names
rule "includes point one way" include_direction
rule "the library does not throw, print or ask for types" library_manners
rule "each folder opens with a README" folder_readmes
echo "$passed passed, $failed failed"
((failed == 0))
