#!/usr/bin/env python3
"""The size of inference on a Cortex-M4, from the symbols of linked programs.

    footprint.py NM FOOTPRINT.elf SCORES.elf PROGRAM.elf...

FOOTPRINT.elf only opens a model, projects and classifies, SCORES.elf gives scores as well; no program may have a heap.
"""
import re
import subprocess
import sys

PROJECT_BYTES = 80
CODE_BYTES = 2048
SCORES_BYTES = 1280
HEAP = re.compile(r"^(_?_?(malloc|calloc|realloc|free|sbrk)(_r)?|_malloc_r|_free_r|_sbrk(_r)?|_Zn[wa].*|_Zd[la].*)$")
# Symbols of the board and of the C library; all others are the library's.
BOARD = {"reset", "start", "fault", "run_program", "main", "vectors", "memcpy", "memcmp", "memset"}

passed = failed = 0


def check(holds, what):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    print("ok    " if holds else "FAILED", what)


def symbols(nm, program):
    """Name, type and bytes of every symbol with a size."""
    lines = subprocess.run([nm, "-S", program], capture_output=True, text=True, check=True).stdout.splitlines()
    fields = [line.split() for line in lines]
    return [(f[3], f[2], int(f[1], 16)) for f in fields if len(f) == 4], {f[-1] for f in fields}


def bytes_of(sized, kinds):
    return sum(size for name, kind, size in sized if kind in kinds and name not in BOARD)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    nm, footprint, scores, *others = sys.argv[1:]
    for program in [footprint, scores, *others]:
        heap = sorted(name for name in symbols(nm, program)[1] if HEAP.match(name))
        check(not heap, f"{program.rsplit('/', 1)[-1]}: no heap {heap or ''}")

    sized, _ = symbols(nm, footprint)
    code, tables = bytes_of(sized, "tTwW"), bytes_of(sized, "rRvV")
    ram = [(name, size) for name, kind, size in sized if kind in "bBdD"]
    projects = [size for name, kind, size in sized if name.startswith("_ZN5tanda13plain_projectIfE")]
    check(len(projects) == 1 and projects[0] <= PROJECT_BYTES, f"project: {projects} of {PROJECT_BYTES} bytes of code")
    check(0 < code <= CODE_BYTES, f"open + project + classify: {code} of {CODE_BYTES} bytes of code")
    check(code + tables <= CODE_BYTES, f"the same with its {tables} bytes of tables: {code + tables}")
    more = bytes_of(symbols(nm, scores)[0], "tTwWrRvV") - code - tables
    check(0 < more <= SCORES_BYTES, f"scores: {more} of {SCORES_BYTES} bytes more")
    check(not ram, f"no RAM beyond the caller's buffers and the stack {ram or ''}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)
