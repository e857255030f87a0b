#!/usr/bin/env bash
# Rules about the sources that a compiler does not check. Each one prints what breaks it.
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

# code FOLDER...: "file:line: code" without comments; texts for people become "", single words like "mfa"
# stay.
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

# scripts FOLDER...: "file:line: code" of TypeScript without lines that are comments.
scripts() {
  grep -rnE --include='*.ts' '' "$@" | grep -vE '^[^:]*:[0-9]*: *(//|/?\*)' | sed 's/:/: /2'
}

# Places that may know ids of others, each with its reason; both rules below look past them.
known() {
  grep -v \
    -e '^native/bench/' -e '^native/examples/' `# say what they use` \
    -e '^lib/include/tanda/methods.hpp:' -e '^wasm/src/methods.ts:' `# made from the tables` \
    -e '^lib/include/tanda/detail/rule.hpp:' -e '^wasm/src/\(api\|reader\|results\|run\).ts:.*membership' `# the rules of model files have names` \
    -e '^wasm/src/\(options\|types\).ts:.*knn' `# an object with k for JavaScript` \
    -e '^web/src/app/\(fit\|study\).ts:.*knn' -e '^web/src/panels/export.ts:.*knn' `# the page has a slider for k` \
    -e '^web/src/panels/\(export\|snippets\).ts:.*\(onnx\|npz\|cpp\)' `# says of each what it is for, with lines that use it` \
    -e '^web/src/app/\(link\|state\).ts:.*lfda' -e "^web/src/app/state.ts:.*method: 'tsd'" `# what the page compares, and begins with` \
    -e '^\(wasm\|web\)/src/.*import .*from' `# names of modules` || true
}

# A method's id may occur only in its own file, in the registry and in generated files. Benchmarks and
# examples may name the methods they use; pca is also a preprocessing step.
method_names() {
  local registry=lib/src/methods/registry.cpp ids id all pages
  ids=$(grep -oE '\bX\([a-z0-9_]+\)' "$registry" | sed 's/X(\(.*\))/\1/')
  [[ $(wc -w <<<"$ids") -gt 5 ]] || echo "$registry: the list of methods has another form, this rule cannot read it"
  all=$(code lib native | known | grep -v "^$registry:")
  pages=$(scripts wasm/src web/src | known)
  for id in $ids; do
    [[ -f lib/src/methods/$id.cpp ]] || echo "lib/src/methods/$id.cpp is missing"
    [[ $id == pca ]] && continue
    grep -E ": .*\b$id\b" <<<"$all" | grep -v "^lib/src/methods/$id.cpp:" || true
    grep -E ": .*['\"]$id['\"]" <<<"$pages" || true
  done
}

# The same for kernels, exporters, readers and classifiers. Ids that also have other meanings are not checked: linear (a map),
# mean (missing=mean, best-dims), none, c (a letter), json and csv (arguments, forms of reports), tanda.
table_names() {
  local table list folder ids id all pages
  all=$(code lib native | known)
  pages=$(scripts wasm/src web/src | known)
  for table in data/kernels model/exporters data/readers model/classifiers; do
    folder=lib/src/$table list=lib/src/$table.cpp
    if [[ -f $list ]]; then
      ids=$(grep -oE '\bX\([a-z0-9_]+\)' "$list" | sed 's/X(\(.*\))/\1/')
      for id in $ids; do [[ -f $folder/$id.cpp ]] || echo "$folder/$id.cpp is missing"; done
    else
      list=$folder/table.cpp
      ids=$(cat "$folder"/*.cpp | tr '\n' ' ' | grep -oE 'const ClassifierInfo [a-z_]+\{ *"[a-z0-9_]+"' | grep -oE '[a-z0-9_]+"$' | tr -d '"' || true)
      [[ $(wc -w <<<"$ids") == "$(grep -cE '^  X\(' "$list")" ]] || ids=
    fi
    [[ $(wc -w <<<"$ids") -gt 3 ]] || echo "$list: the list has another form, this rule cannot read it"
    for id in $ids; do
      case $id in linear | mean | none | c | json | csv | tanda) continue ;; esac
      grep -E ": .*[\"']$id[\"']" <<<"$all"$'\n'"$pages" | grep -vE "^lib/src/(data|model)/[a-z]+/$id.cpp:|^lib/src/model/classifiers/" || true
    done
  done
}

# base ← linalg ← data ← graph ← geometry ← spectral ← methods ← model ← select ← options ← front ← abi: each
# room may include those to its left and the public headers, include/tanda/, which include none of them.
# Headers for firmware include none that are for hosts only.
include_direction() {
  awk 'BEGIN { n = split("base linalg data graph geometry spectral methods model select options front abi", order); for (i = 1; i <= n; ++i) at[order[i]] = i }
       /^#include "\.\./ { print FILENAME ":" FNR ": goes up a folder: " $0; next }
       match($0, /^#include "[^"]*\//) {
         split(FILENAME, path, "/"); split(substr($0, 11), include, "/"); theirs = include[1]
         if (theirs == "tanda") next
         if (path[2] == "include") print FILENAME ":" FNR ": a public header may not include " theirs
         else if (!(theirs in at) || at[theirs] > at[path[3]]) print FILENAME ":" FNR ": " path[3] " may not include " theirs
       }' $(find lib -name '*.[ch]pp')
}

# The library names options as {missing=drop} and commands as {methods()}; each front end has its own
# spelling.
neutral_messages() {
  find lib -name '*.[ch]pp' ! -path lib/src/base/spelling.cpp -print0 | xargs -0 grep -nE '^[^/]*"[^"]*(--[a-z]|`tanda )' || true
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

# Only the vcpkg manifest has to repeat it.
version_elsewhere() {
  local version
  version=$(sed -n 's/.* version = "\(.*\)".*/\1/p' lib/include/tanda/version.hpp)
  grep -q "\"version\": \"$version\"" toolchains/packaging/vcpkg/tanda/vcpkg.json || echo "toolchains/packaging/vcpkg/tanda/vcpkg.json is not of $version"
}

# Only the front door is installed: few headers, with what only these need in detail/.
public_headers() {
  local headers=(lib/include/tanda/*.h*)
  ((${#headers[@]} <= 15)) || echo "lib/include/tanda has ${#headers[@]} headers: at most 15 beside detail/"
}

rule "the front door has few headers" public_headers
rule "a method's name stands in its file and the registry only" method_names
rule "the id of a kernel, exporter, reader or classifier stands in its file and its list only" table_names
rule "includes point one way" include_direction
rule "the library's messages name options neutrally" neutral_messages
rule "the library does not throw, print or ask for types" library_manners
rule "each folder opens with a README" folder_readmes
rule "the version is the same everywhere" version_elsewhere
echo "$passed passed, $failed failed"
((failed == 0))
