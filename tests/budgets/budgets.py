#!/usr/bin/env python3
"""Sizes (planned memory, code, files) compared with budgets.json: more than 3 % over a budget fails.

    budgets.py plan PACKAGE                planned memory of fits, by the npm package
    budgets.py firmware NM FOOTPRINT.elf   code, tables and RAM of inference on a Cortex-M4
    budgets.py files FOLDER                gzipped sizes of files, named in the budgets of this kind

`--write` as the first argument records the measured sizes as new budgets: do that on purpose, and say why in the commit.
"""
import gzip
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILE = HERE / "budgets.json"
GROWTH = 1.03


def plan(package):
    yield from json.loads(output("node", HERE / "plans.mjs", package)).items()


def firmware(nm, program):
    sys.path.insert(0, str(HERE.parent / "firmware"))
    import footprint

    sized, _ = footprint.symbols(nm, program)
    ours = [(name, kind, size) for name, kind, size in sized if name not in footprint.BOARD]
    yield "project", sum(size for name, _, size in ours if name.startswith("_ZN5tanda13plain_projectIfE"))
    yield "open, project, classify", sum(size for _, kind, size in ours if kind in "tTwW")
    yield "tables", sum(size for _, kind, size in ours if kind in "rRvV")
    yield "static RAM", sum(size for _, kind, size in sized if kind in "bBdD")


def files(folder):
    for name in json.loads(FILE.read_text()).get("files", {}):
        yield name, len(gzip.compress((Path(folder) / name).read_bytes(), 9, mtime=0))


def output(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def main(words):
    write = words[:1] == ["--write"]
    words = words[write:]
    kinds = {"plan": plan, "firmware": firmware, "files": files}
    if not words or words[0] not in kinds:
        sys.exit(__doc__)
    measured = dict(kinds[words[0]](*words[1:]))
    budgets = json.loads(FILE.read_text())
    if write:
        budgets[words[0]] = measured
        FILE.write_text(json.dumps(budgets, indent=2) + "\n")
        return 0
    passed = failed = 0
    wanted = budgets.get(words[0], {})
    for name in sorted(set(measured) | set(wanted)):
        has, may = measured.get(name), wanted.get(name)
        fits = has is not None and may is not None and has <= may * GROWTH
        passed, failed = passed + fits, failed + (not fits)
        if not fits:
            print(f"FAILED {words[0]}: {name}: {has} bytes, the budget is {may}")
        else:
            print(f"{words[0]}: {name}: {has} bytes" + (f", less than the {may} of the budget: lower it" if has < may / GROWTH else ""))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
