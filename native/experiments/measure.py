"""Runs of the program, one for each kind of experiment. The results are plain JSON and are kept in a file, so that
a finished run is not repeated with the same program, options and data."""
import csv
import hashlib
import json
import os
import subprocess
import tempfile
import time

from experiment import fingerprint


class Program:
    def __init__(self, path, folder, kept, splits=None, any_build=False):
        self.path, self.folder, self.kept, self.splits, self.any_build = path, folder, kept, splits, any_build
        self.build = file_hash(path)
        self.builds = set()  # the builds that made the results
        self.hashes = {}

    def call(self, *words):
        done = subprocess.run([self.path, *words], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"tanda {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def known(self, experiment, run):
        """The result of an earlier run, or None."""
        try:
            with open(self.file(run)) as file:
                kept = json.load(file)
        except FileNotFoundError:
            return None
        if kept["of"] != self.of(experiment, run) or not (self.any_build or kept["build"] == self.build):
            return None
        self.builds.add(kept["build"])
        return kept["result"]

    def result(self, experiment, run):
        found = self.known(experiment, run)
        if found is None:
            with tempfile.TemporaryDirectory() as work:
                found = MEASURE[experiment.kind](self, run, run.table(self.folder, work), work)
            os.makedirs(os.path.dirname(self.file(run)), exist_ok=True)
            with open(self.file(run) + ".part", "w") as file:
                json.dump({"of": self.of(experiment, run), "build": self.build, "result": found}, file)
            os.replace(self.file(run) + ".part", self.file(run))
            self.builds.add(self.build)
        return found

    def file(self, run):
        return os.path.join(self.kept, run.id + ".json")

    def of(self, experiment, run):
        data = [self.data_hash(name) for name in run.files()]
        return fingerprint(experiment.kind, run.entries, run.words(self.splits), data)

    def data_hash(self, name):
        if name not in self.hashes:
            path = os.path.join(self.folder, name)
            self.hashes[name] = file_hash(path) if os.path.exists(path) else "missing"
        return self.hashes[name]


def file_hash(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def evaluation(program, run, table, work):
    """The report, without entries that are not used later."""
    return compact(json.loads(program.call("evaluate", table, "--format", "json", "--times", *run.words(program.splits))))


def curve(program, run, table, work):
    """Reports of training sets of several sizes."""
    report = json.loads(program.call("evaluate", table, "--format", "json", "--times", *run.words(program.splits)))
    return [compact(point) for point in report["curve"]]


def compact(report):
    for contest in report["contests"]:
        contest["chosen"] = [split.get("chosen", {}) for split in contest.pop("splits", []) if split]
    return {"contests": report["contests"], "splits": report["finished_splits"],
            "train": report["train_per_class"], "test": report["test_per_class"]}


def memory(program, run, table, work):
    """Peak bytes of one fit of each method."""
    report = json.loads(program.call("evaluate", table, "--format", "json", "--times", "--no-baseline", *run.words(1)))
    return {contest["name"]: contest["peak_bytes"] for contest in report["contests"]}


def candidates(program, run, table, work):
    """Seconds of a fit that chooses among so many values; the shortest of three runs."""
    return {str(count): min(fit_seconds(program, run, table, work, f"candidates={count}") for _ in range(3))
            for count in run.entries["counts"]}


def fit_seconds(program, run, table, work, setting):
    name, *settings = run.specs()[0].split(":")
    words = [word for text in [*settings, setting] for word in ("--set", text)]
    model = os.path.join(work, "model.tanda")
    report = json.loads(program.call("fit", table, "--json", "--method", name, "--scale", "none", "-o", model, *words))
    seconds = report["seconds"]
    return seconds["total"] - seconds["read"] - seconds["write"]


def unrolled(program, run, table, work):
    """How well each embedding orders the points along the roll, and what its fit took."""
    with open(table) as file:
        rows = list(csv.reader(file))
    truth = [float(row[-1]) for row in rows[1:]]
    bare = os.path.join(work, "bare.csv")
    with open(bare, "w") as out:
        out.writelines(",".join(row[:-1]) + "\n" for row in rows)
    found = {}
    for spec in run.specs():
        name, *settings = spec.split(":")
        model = os.path.join(work, "model.tanda")
        words = [word for text in settings for word in ("--set", text)]
        start = time.perf_counter()
        program.call("fit", bare, "--label", "none", "--method", name, "--dims", "2", "--scale", "none", "-o", model, *words)
        seconds = time.perf_counter() - start
        columns = embedded(program, model, bare)
        found[spec] = {"seconds": seconds, "order": max(abs(rank_correlation(column, truth)) for column in columns)}
    return found


def embedded(program, model, table):
    exported = json.loads(program.call("export", model, "--format", "json"))
    if "embedding" in exported:
        return list(zip(*exported["embedding"]))
    rows = list(csv.reader(program.call("transform", model, table).splitlines()))[1:]
    return list(zip(*[[float(value) for value in row] for row in rows]))


def rank_correlation(a, b):
    def ranks(values):
        place = [0] * len(values)
        for position, index in enumerate(sorted(range(len(values)), key=values.__getitem__)):
            place[index] = position
        return place

    n, distance = len(a), sum((x - y) ** 2 for x, y in zip(ranks(a), ranks(b)))
    return 1 - 6 * distance / (n * (n * n - 1))


MEASURE = {"evaluate": evaluation, "curve": curve, "memory": memory, "candidates": candidates, "unroll": unrolled}
