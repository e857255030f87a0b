#!/usr/bin/env python3
"""The experiments are consistent: each names a published table, its methods and data are named as there, and all of it runs.
Uses small artificial tables with the names of the real ones.

    experiments.py TANDA FOLDER_OF_EXPERIMENTS
"""
import gzip
import os
import random
import subprocess
import sys
import tempfile

checks = []


def check(right, message):
    checks.append((bool(right), message))


def check_names(experiments, facts):
    """Rows and columns exist, and every cell that is not compared has a reason."""
    for experiment in experiments:
        where = f"{experiment.name}: "
        known = facts.get(experiment.paper, {}).get("tables", {})
        check(experiment.table in known, where + f"no {experiment.table} in {experiment.paper}")
        table = known.get(experiment.table, {})
        rows, columns = list(table.get("rows", {})), table.get("columns", [])
        data, methods = (rows, columns) if experiment.data_are_rows else (columns, rows)
        for name in [*experiment.absent, *(part for cause in experiment.causes for part in cause.split("/"))]:
            check(name in rows + columns, where + f"{name} is neither a row nor a column")
        if experiment.kind != "evaluate" or not rows:
            continue
        for run in experiment.runs:
            for method in run.methods:
                check(method in methods, where + f"{method} is no method of the table")
        places = {run.place for run in experiment.runs} | set(experiment.absent)
        for place in data:
            check(place in places or set(methods) <= set(experiment.absent), where + f"{place} is neither run nor absent")


def made_up(rows_of_class, classes):
    random.seed(1)
    yield "a,b,c,d,e,f,label\n"
    for i in range(rows_of_class * len(classes)):
        kind = i % len(classes)
        yield ",".join(f"{random.gauss(kind * (j + 1) % 7, 1):.3f}" for j in range(6)) + f",{classes[kind]}\n"


def make_data(experiments, folder):
    """A table for each file that an experiment names, with its classes and just as many samples as it takes."""
    wanted = {}
    for run in (run for experiment in experiments for run in experiment.runs if "data" in run.entries):
        train, test = (run.entries.get(key, 0) for key in ("train", "test"))
        sizes = [max(train) if isinstance(train, list) else train, test]
        groups = run.entries.get("classes", {})
        for name in run.files():
            rows, classes = wanted.get(name, (0, None))
            rows = max(rows, 8, sum(size for size in sizes if isinstance(size, int)))
            wanted[name] = rows, [str(old) for olds in groups.values() for old in olds] or classes
    for name, (rows, classes) in wanted.items():
        with gzip.open(os.path.join(folder, name), "wt") if name.endswith(".gz") else open(os.path.join(folder, name), "w") as out:
            out.writelines(made_up(rows, classes or list(map(str, range(10)))))


def compared(experiments, facts):
    """The tables whose cells the summary counts."""
    from facts import Table

    return [Table(facts, e.paper, e.table) for e in experiments if e.kind in ("evaluate", "none")]


def check_runs(tanda, folder_of_experiments, experiments, facts):
    with tempfile.TemporaryDirectory() as folder:
        def run(*words):
            command = [sys.executable, os.path.join(folder_of_experiments, "run.py"), tanda, *words]
            return subprocess.run(command, capture_output=True, text=True, cwd=folder)

        make_data(experiments, folder)
        done = run(folder, "--splits", "1", "--keep", "kept")
        check(done.returncode == 0, done.stderr)
        text = done.stdout
        check(text.count("\n## ") == len(experiments) + 1, "a summary and a section for each experiment")
        check("not complete" not in text, "nothing is missing")
        cells = sum("mean" in cell for table in compared(experiments, facts) for *_, cell in table.cells())
        check(f"| **all** | {cells} |" in text, f"the summary counts the {cells} cells that were printed")
        check("| Baseline `none` | 13.31 ± 0.72 |" in text, "printed cells stand as they were printed")
        apart = sum(int(cell) for cell in text.split("| **all** |")[1].split("\n")[0].split("|")[3:5])
        listed = text.split("| cell | difference | cause |")[1].split("\n\n")[0].count("\n|") - 1
        check(apart == listed, f"{apart} cells differ and {listed} are listed")
        again = run(folder, "--splits", "1", "--keep", "kept")
        check(again.stderr == "" and again.stdout == text, "what was run once is not run again: " + again.stderr)
        with open(os.path.join(folder, "vehicle.csv"), "a") as file:
            file.write("1,2,3,4,5,6,0\n")
        changed = run(folder, "--splits", "1", "--keep", "kept")
        check("vehicle" in changed.stderr and "coil20" not in changed.stderr, "other data are run again: " + changed.stderr)
        name = next(file for file in os.listdir(folder) if file.startswith("optdigits"))
        os.remove(os.path.join(folder, name))
        done = run(folder, "--keep", "other", "-o", "page.md", "mpda-table-2", "--splits", "1")
        check(done.returncode == 1 and f"there is no {name}" in done.stderr, "missing data are named: " + done.stderr)
        done = run(folder, "nope")
        check(done.returncode == 1 and "there is no nope" in done.stderr, "an unknown name")
        done = run(os.path.join(folder, "nowhere"))
        check(done.returncode == 1 and "there is no folder" in done.stderr, "an unknown folder")


def main(tanda, folder):
    tanda, folder = os.path.abspath(tanda), os.path.abspath(folder)
    sys.path.insert(0, folder)
    from experiment import Experiment, all_names
    from facts import published

    experiments = [Experiment(name) for name in all_names()]
    check_names(experiments, published())
    check_runs(tanda, folder, experiments, published())
    failed = [message for right, message in checks if not right]
    for message in failed:
        print("FAILED", message)
    print(f"{len(checks) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
