#!/usr/bin/env python3
"""Writes the measured columns of docs/COSTS.md.

    docs/costs.py MEASURED.json        MEASURED.json: tanda_bench growth --json
    docs/costs.py --check TANDA        fails unless the rows are exactly the methods of the program
"""
import json
import pathlib
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parent / "COSTS.md"
BEGIN, END = "<!-- costs: the columns from n on are made by ./dev bench growth --markdown -->", "<!-- end of costs -->"
WRITTEN = 3  # columns by hand: method, time, memory


def parts():
    """What stands before the table, its head, its rows as cells, and the rest."""
    text = PAGE.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"{PAGE.name}: the table belongs between one line '{BEGIN}' and one line '{END}'")
    before, rest = text.split(BEGIN)
    table, after = rest.split(END)
    head, rule, *rows = table.strip().splitlines()
    return before + BEGIN, [head, rule], [[cell.strip() for cell in row.strip("|").split("|")] for row in rows], END + after


def method_of(row):
    return row[0].strip("`")


def write(path):
    measured = {row["method"]: row for row in json.loads(pathlib.Path(path).read_text())["growth"]["rows"]}
    before, head, rows, after = parts()
    if wrong := set(measured) ^ {method_of(row) for row in rows}:
        sys.exit(f"{PAGE.name} and the measured methods differ: {', '.join(sorted(wrong))}")
    lines = head + ["| " + " | ".join(row[:WRITTEN] + cells(measured[method_of(row)])) + " |" for row in rows]
    PAGE.write_text("\n".join([before, *lines, after]), encoding="utf-8")


def cells(row):
    factors = [f"{row[name]:.1f}" for name in ("n_time", "n_peak", "d_time", "d_peak")]
    milliseconds = 1e3 * row["seconds"]
    return [str(int(row["rows"])), f"{milliseconds:.{1 if milliseconds < 100 else 0}f}", *factors]


def check(program):
    methods = json.loads(subprocess.run([program, "methods", "--json"], check=True, capture_output=True).stdout)
    wrong = {method["id"] for method in methods} ^ {method_of(row) for row in parts()[2]}
    for method in sorted(wrong):
        print(f"{PAGE.name}: {method} has a row and is no method, or the other way round")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        sys.exit(check(sys.argv[2]))
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(sys.argv[1])
