# The parts of `./dev test`, sourced by dev: what each needs, what it does, and how tests are counted.
# shellcheck shell=bash

# name | d: in `./dev test`, a: in `./dev test all` only | packages, as dev names them | seconds on two cores | what it tests
# In the order in which they start: first those that others wait for, then the longest.
part_table() {
  cat <<'END'
unit      | d | program                          | 300 | the library: unit, golden and property tests
page      | d | program wasm node chromium numpy | 250 | the page, in Chromium
npm       | d | program wasm node chromium       | 220 | the npm package, in Node and in Chromium
program   | d | program                          |  30 | the command line program, the C ABI and its examples
style     | d | program format                   |   5 | formatting, who may include whom, generated documents
asan      | a | program sanitizers               | 430 | library and program with address and undefined-behaviour sanitizers
fuzz      | a | program sanitizers               | 350 | model files, tables and the C ABI with random input
install   | a | program install api              | 360 | each file compiled alone, the API reference; installed, and used by projects; the C ABI as recorded
aarch64   | a | program aarch64                  | 590 | unit tests on 64-bit ARM (qemu)
armhf     | a | program armhf                    | 740 | unit tests on 32-bit ARM (qemu)
wasm      | a | program wasm node                | 600 | unit tests as WebAssembly, in Node
count     | a | program count                    | 170 | instructions of every fit against those recorded
cortex-m4 | a | program cortex-m4                |  70 | inference and learning on a bare-metal Cortex-M4 (qemu)
export    | a | program wasm node numpy onnx     |  50 | exported models in ONNX Runtime, ONNX's checker, numpy, C compilers
data      | a | program                          |  10 | real data sets, where ../shared/data has them; experiment files
firefox   | a | program wasm node firefox        |  20 | the npm package, in Firefox
runtimes  | a | program wasm node chromium       | 120 | the npm package in Deno and Bun, built by webpack and Next.js
budgets   | a | program wasm node                |   5 | sizes of the npm package and planned memory of fits
END
}

mapfile -t parts < <(part_table | awk '{ print $1 }')

# field NAME COLUMN of the table.
field() {
  part_table | awk -F ' *[|] *' -v name="$1" -v column="$2" '$1 == name { print $column }'
}

part_needs() {
  [[ " ${parts[*]} " == *" $1 "* ]] || die "there is no part '$1'; there are: all, ${parts[*]}"
  field "$1" 3
}

list_parts() {
  local part seconds heading=""
  echo "part       seconds  what it tests [packages, as dev names them]"
  for part in "${parts[@]}"; do
    [[ $(field "$part" 2) == d || $heading ]] || heading="only in ./dev test all:"
    [[ $heading != only* ]] || { echo "$heading" && heading=" "; }
    seconds=$(cat "build/logs/$part.seconds" 2>/dev/null || field "$part" 4)
    printf '%-10s %7d  %s [%s]\n' "$part" "$seconds" "$(field "$part" 5)" "$(field "$part" 3)"
  done
  echo "Seconds: the last time here, or about the first time on two cores with another part at the same time."
}

tests() {
  local name chosen=() needs="" passed=0 failed=0 skipped=0 bad=() start=$SECONDS
  local -A began=()
  [[ ${1:-} != --list ]] || { list_parts && return; }
  for name in "$@"; do [[ $name == all ]] || part_needs "$name" >/dev/null; done
  for name in "${parts[@]}"; do
    [[ " $* " == *" $name "* || " $* " == *" all "* || ($# -eq 0 && $(field "$name" 2) == d) ]] || continue
    chosen+=("$name")
    needs+=" $(part_needs "$name")"
  done
  local lock
  exec {lock}>build/tests.lock # inherited by the parts, which keep it even if this script is killed
  flock -n "$lock" || { echo "waiting for another ./dev test in this folder" && flock "$lock"; }
  need_soon "$needs"
  for name in "${chosen[@]}"; do
    while ((${#jobs[@]} >= $(lanes))); do end_part; done
    echo "$name: $(field "$name" 5)"
    began[$name]=$SECONDS
    background "$name" run_part "$name"
  done
  while ((${#jobs[@]})); do end_part; done
  ((${#bad[@]} == 0)) || echo "failed: ${bad[*]}; their logs are in build/logs"
  echo "$((SECONDS - start)) s in all"
  echo "$passed passed, $failed failed, $skipped skipped"
  ((failed == 0))
}

# How many parts run in parallel: one for each core, and for each 4 GiB of memory.
lanes() {
  awk -v cores="$(nproc)" '/^MemTotal/ { n = int($2 / 4000000); print n < 1 ? 1 : n < cores ? n : cores }' /proc/meminfo
}

# run_part NAME: runs in the background and leaves its counts in $work.
run_part() {
  part=$1
  CMAKE_BUILD_PARALLEL_LEVEL=$(($(nproc) / $(lanes) + 1))
  need "$(part_needs "$part")"
  "part_${part//-/_}"
}

# end_part: waits for one part, prints its result and adds up its counts.
end_part() {
  local p f s seconds summary
  next_job
  touch "$work/$job.counts"
  read -r p f s < <(awk '{ p += $1; f += $2; s += $3 } END { print p + 0, f + 0, s + 0 }' "$work/$job.counts")
  ((f > 0 || (job_code == 0 && p + s > 0))) || f=1 # it ended before it could count, or there was no test
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s)) seconds=$((SECONDS - began[$job]))
  summary="$p passed, $f failed, $s skipped in $seconds s"
  if ((f == 0)); then
    echo "$job: $summary"
    echo $seconds >"build/logs/$job.seconds"
  else
    bad+=("$job")
    echo "$job: FAILED, $summary:"
    failures "build/logs/$job.log" | sed 's/^/  | /'
  fi
}

# failures LOG: the log without the output of tests that passed.
failures() {
  awk 'NR == FNR { if (/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: .*(Passed|Skipped)/) { sub(/^.*#/, ""); fine[$0 + 0] = 1 }; next }
       /^[0-9]+: / && ($0 + 0) in fine { next }
       /^test [0-9]+$|^ +Start +[0-9]+:|^[0-9]+: (Test command|Working Directory|Test timeout)|^$/ { next }
       { print }' "$1" "$1"
}

# suite PRESET [CTEST WORDS...]: runs the tests of a build and counts them.
suite() {
  local preset=$1 out="$work/$part.ctest" code=0
  shift
  ctest --test-dir "build/$preset" --verbose -j "$CMAKE_BUILD_PARALLEL_LEVEL" --timeout 1800 --no-tests=error "$@" | tee "$out" || code=$?
  # A test program says "N passed, M failed[, L skipped]"; one that does not, or dies before it can, counts as one test.
  awk '/^[0-9]+: [0-9]+ passed, [0-9]+ failed(,|$)/ { n = $1 + 0; p[n] = $2; f[n] = $4; s[n] = $6 }
       /^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
         n = substr($0, index($0, "#") + 1) + 0
         skipped += s[n]
         if (/\*\*\*Skipped/) ++skipped
         else if (/ Passed /) { passed += n in p ? p[n] : 1; failed += f[n] }
         else { passed += p[n]; failed += f[n] ? f[n] : 1 }
       }
       END { print passed + 0, failed + 0, skipped + 0 }' "$out" >>"$work/$part.counts"
  return $code
}

# counted COMMAND...: runs tests that print "N passed, M failed[, L skipped]" as their last line.
counted() {
  local out="$work/$part.counted" code=0
  TANDA_PROGRAM=build/native/tanda "$@" | tee "$out" || code=$?
  tail -n 1 "$out" | awk 'BEGIN { f = 1 } /^[0-9]+ passed, [0-9]+ failed/ { p = $1; f = $3; s = $5 }
                          END { print p + 0, f + 0, s + 0 }' >>"$work/$part.counts"
  return $code
}

part_unit() {
  compile native tanda_cli # what other parts wait for comes first
  compile native tanda_unit
  suite native -L unit
}

part_npm() {
  npm_package
  npm_modules wasm/test
  compile native tanda_cli
  counted node wasm/scripts/test.mjs build/npm build/npm-test
}

part_page() {
  page
  web/node_modules/.bin/tsc -p web
  npm_modules web/test
  compile native tanda_cli
  counted node web/scripts/test.mjs build/web
}

part_program() {
  compile native tanda_cli tests_program
  suite native -L program
}

part_style() {
  compile native tanda_cli
  suite native -L style
}

part_asan() {
  compile asan all
  suite asan -LE fuzz
}

part_fuzz() {
  compile asan all
  suite asan -L fuzz
}

part_install() {
  compile portable tanda tanda_cli tanda_shared tanda_described tanda_bench
  suite portable -L install
}

part_aarch64() {
  compile aarch64 all
  suite aarch64
}

part_armhf() {
  compile armhf all
  suite armhf
}

part_wasm() {
  compile wasm-test tanda_unit
  suite wasm-test
}

part_count() {
  compile counted tanda_instructions
  counted tests/budgets/instructions.py build/counted/tests/tanda_instructions
}

part_cortex_m4() {
  compile cortex-m4 all
  suite cortex-m4
}

part_export() {
  npm_modules web/test # ONNX Runtime
  compile native tanda_cli
  suite native -L export
}

part_data() {
  compile native tanda_cli
  suite native -L data
}

part_firefox() {
  npm_package
  npm_modules wasm/test
  counted node wasm/scripts/test.mjs build/npm build/firefox-test firefox
}

part_runtimes() {
  npm_package
  npm_modules wasm/test
  counted node wasm/scripts/runtimes.mjs build/npm build/runtimes
}

part_budgets() {
  npm_package
  local code=0
  counted tests/budgets/budgets.py files build/npm || code=1
  counted tests/budgets/budgets.py plan build/npm || code=1
  return $code
}
