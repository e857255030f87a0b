#!/usr/bin/env python3
"""Runs the papers' experiments and writes docs/REPRODUCTION.md.

    run.py TANDA DATA_FOLDER [-o PAGE] [--keep FOLDER] [--quick | --splits N] [--partial] [--kept] [NAME...]

An experiment is a .toml file; README.md describes its keys. Finished runs are kept in FOLDER and not repeated.
With NAMEs, only those are run, and the page is printed. A page with a part missing is written only with --partial.
--kept runs nothing: the page is made from kept results, also those of other builds of the program.
--quick takes three splits of each, --splits N; then, too, the page is only printed.
"""
import argparse
import os
import sys
import time

import page as pages
from experiment import Experiment, Missing, all_names
from facts import Table, published
from measure import Program


def chosen(names):
    known = all_names()
    for name in names:
        if name not in known:
            sys.exit(f"experiments: there is no {name}; there are {', '.join(known)}")
    experiments = [Experiment(name) for name in known if not names or name in names]
    return sorted(experiments, key=lambda e: (pages.ORDER.index(e.paper), e.table))


class Progress:
    """Shows the current run, the progress of all, and an estimate of the time left."""

    def __init__(self, runs):
        self.start, self.done = time.monotonic(), 0.0
        self.all = sum(run.seconds for run in runs)
        self.number, self.count = 0, len(runs)

    def says(self, run):
        self.number += 1
        left = ""
        if self.done > 0:
            left = f", about {minutes((time.monotonic() - self.start) / self.done * (self.all - self.done))} left"
        print(f"{self.number}/{self.count} {run.id}{left}", file=sys.stderr, flush=True)

    def ended(self, run):
        self.done += run.seconds


def minutes(seconds):
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def run_all(program, experiments, only_kept):
    """Results of all runs by id, and which are missing."""
    results, missing = {}, []
    runs = [(experiment, run) for experiment in experiments for run in experiment.runs]
    for experiment, run in runs:
        found = program.known(experiment, run)
        if found is not None:
            results[run.id] = found
    open_runs = [(experiment, run) for experiment, run in runs if run.id not in results]
    if only_kept:
        return results, [f"{run.id}: not run" for _, run in open_runs]
    progress = Progress([run for _, run in open_runs])
    for experiment, run in open_runs:
        progress.says(run)
        try:
            results[run.id] = program.result(experiment, run)
        except Missing as file:
            missing.append(f"{run.id}: there is no {file} in the folder")
        except RuntimeError as error:
            missing.append(f"{run.id}: {error}")
        progress.ended(run)
    return results, missing


def make_page(experiments, results, builds):
    facts, made = published(), pages.Page()
    by_name = {experiment.name: experiment for experiment in experiments}
    for experiment in experiments:
        runs = [*experiment.runs, *(run for name in experiment.of if name in by_name for run in by_name[name].runs)]
        found = [(run, results[run.id]) for run in runs if run.id in results]
        table = Table(facts, experiment.paper, experiment.table)
        if found or experiment.kind == "none":
            made.add(experiment, table, found)
        else:
            made.missing.append(table)
    return made.text(builds)


def main():
    parser = argparse.ArgumentParser(description="Runs the papers' experiments.")
    parser.add_argument("tanda")
    parser.add_argument("data")
    parser.add_argument("names", nargs="*")
    parser.add_argument("-o", "--output")
    parser.add_argument("--keep", default="experiments")
    parser.add_argument("--splits", type=int)
    parser.add_argument("--quick", action="store_const", const=3, dest="splits")
    parser.add_argument("--partial", action="store_true")
    parser.add_argument("--kept", action="store_true")
    arguments = parser.parse_intermixed_args()
    if not os.path.isdir(arguments.data):
        sys.exit(f"experiments: there is no folder {arguments.data}")
    experiments = chosen(arguments.names)
    keep = os.path.join(arguments.keep, str(arguments.splits or "all"))
    program = Program(arguments.tanda, arguments.data, keep, arguments.splits, arguments.kept)
    results, missing = run_all(program, experiments, arguments.kept)
    for line in missing:
        print(f"experiments: {line}", file=sys.stderr)
    text = make_page(experiments, results, len(program.builds))
    if arguments.names or arguments.splits or not arguments.output:
        sys.stdout.write(text)
    elif missing and not arguments.partial:
        sys.exit("experiments: the page was not written because a part is missing; --partial writes it without")
    else:
        with open(arguments.output + ".part", "w") as file:
            file.write(text)
        os.replace(arguments.output + ".part", arguments.output)
    return 1 if missing and not arguments.partial else 0


if __name__ == "__main__":
    sys.exit(main())
