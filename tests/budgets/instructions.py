#!/usr/bin/env python3
"""Instructions of every method's fit on a small set, compared with instructions.json.

    instructions.py PROGRAM [--update]     PROGRAM = tanda_instructions of the preset `counted`

A count hardly depends on how busy the machine is, so 5 % more is a regression and fails; 5 % less fails too, so that the file keeps up with improvements. --update records the counts: do that on purpose, and say why in the commit.
Only the program's own instructions count: those of the C library (memcpy, exp, malloc) depend on the processor.
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FILE = Path(__file__).resolve().parent / "instructions.json"
TOLERANCE = 0.05


def counts(program):
    """The count of each method, in the program's order: callgrind writes and resets its counters whenever a fit ends."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind"
        done = subprocess.run(
            ["valgrind", "--quiet", "--tool=callgrind", "--toggle-collect=counted_fit", "--dump-after=counted_fit",
             "--dump-line=no", f"--callgrind-out-file={out}", program], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{program} failed under valgrind:\n{done.stderr}")
        return {method: own_instructions(Path(f"{out}.{at}"), Path(program).name)
                for at, method in enumerate(done.stdout.split(), 1)}


def own_instructions(dump, program):
    """Self cost of the functions of the program: a line after `calls=` is the cost of a call and belongs to the called function."""
    names, total, own, of_call = {}, 0, False, False
    for line in dump.read_text().splitlines():
        if line.startswith("ob="):
            number, name = re.fullmatch(r"ob=\((\d+)\)(?: (.*))?", line).groups()
            names.setdefault(number, name)
            own = Path(names[number]).name == program
        elif line.startswith("cob="):  # the object file of the called function; its name may be defined here
            number, name = re.fullmatch(r"cob=\((\d+)\)(?: (.*))?", line).groups()
            names.setdefault(number, name)
        elif line.startswith("calls="):
            of_call = True
        elif line[:1].isdigit() or line[:1] in ("+", "-", "*"):
            if own and not of_call:
                total += int(line.split()[1])
            of_call = False
    return total


def main(program, update):
    counted = counts(program)
    if update:
        FILE.write_text(json.dumps(counted, indent=2) + "\n")
        return 0
    recorded = json.loads(FILE.read_text())
    failed = 0
    for method in sorted(set(counted) | set(recorded)):
        has, was = counted.get(method), recorded.get(method)
        if has is None or was is None or abs(has - was) > TOLERANCE * was:
            failed += 1
            change = f" ({has / was - 1:+.1%})" if has and was else ""
            print(f"FAILED {method}: {has} instructions, recorded are {was}{change}; if that is meant: ./dev count --update")
    print(f"{len(set(counted) | set(recorded)) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--update"]
    if len(words) != 1:
        sys.exit(__doc__)
    sys.exit(main(words[0], "--update" in sys.argv))
