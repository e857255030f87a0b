"""An experiment file: which table of which paper, and the runs of the program that show its numbers."""
import csv
import gzip
import hashlib
import json
import math
import os
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
OPTIONS = {  # key of a run → option of `tanda evaluate`
    "train": "--train", "test": "--test", "labelled": "--labelled", "by": "--by", "splits": "--splits",
    "dims": "--dims", "best_dims": "--best-dims", "pca": "--pca", "scale": "--scale", "folds": "--folds",
    "neighbors": "--neighbors",
}


class Missing(Exception):
    """A data set is not in the folder."""


class Experiment:
    def __init__(self, name):
        with open(os.path.join(HERE, name + ".toml"), "rb") as file:
            entries = tomllib.load(file)
        self.name = name
        self.paper, self.table = entries["paper"], entries["table"]
        self.kind = entries.get("kind", "evaluate")
        self.about, self.remark = entries["about"].strip(), entries.get("remark", "").strip()
        self.causes = entries.get("causes", {})
        self.absent = entries.get("absent", {})
        every = {key: entries[key] for key in entries.keys() & {*OPTIONS, "data", "methods", "select", "also"}}
        self.runs = [Run(name, {**every, **run}) for run in entries.get("run", [])]
        self.data_are_rows = entries.get("data_are", "columns") == "rows"
        self.of = entries.get("of", [])
        self.unit = entries.get("unit")  # the method whose seconds or bytes the others are multiples of


def all_names():
    return sorted(name[:-5] for name in os.listdir(HERE) if name.endswith(".toml"))


class Run:
    """One call of the program."""

    def __init__(self, experiment, entries):
        self.entries, self.place = entries, entries["place"]
        self.title = ", ".join([self.place, *([entries["part"]] if "part" in entries else [])])
        self.id = f"{experiment}/{''.join(c if c.isalnum() else '-' for c in self.title.lower())}"
        self.remark = entries.get("remark", "").strip()
        values = entries.get("with", {})
        self.methods = {row: spec.format(**values) for row, spec in entries.get("methods", {}).items()}
        if entries.get("pca", "none") != "none":  # with it, `none` means all that PCA keeps
            self.methods = {row: "original" if spec == "none" else spec for row, spec in self.methods.items()}
        self.also = [spec.format(**values) for spec in entries.get("also", [])]
        self.seconds = entries.get("seconds", 30)

    def specs(self):
        """The value of --methods: every method once, without the baseline."""
        return [spec for spec in dict.fromkeys([*self.methods.values(), *self.also]) if spec not in ("none", "original")]

    def words(self, splits=None):
        """The options of `tanda evaluate`."""
        entries = {**self.entries, **({"splits": min(splits, self.entries["splits"])} if splits else {})}
        words = ["--methods", ",".join(self.specs())]
        for key, option in OPTIONS.items():
            if key in entries and (key, entries[key]) != ("pca", "none"):
                value = entries[key]
                words += [option, ",".join(map(str, value)) if isinstance(value, list) else str(value)]
        for grid in entries.get("select", []):
            words += ["--select", grid]
        return words

    def files(self):
        data = self.entries.get("data", [])
        return data if isinstance(data, list) else [data]

    def data_name(self):
        return " + ".join(self.files()) or "made here"

    def table(self, folder, work):
        """The file to read: one of the folder, or one made from several."""
        if "swiss_roll" in self.entries:
            return made(work, "swiss_roll.csv", swiss_roll(self.entries["swiss_roll"]))
        if "random" in self.entries:
            return made(work, "random.csv", random_table(*self.entries["random"]))
        names = self.files()
        for name in names:
            if not os.path.exists(os.path.join(folder, name)):
                raise Missing(name)
        if len(names) == 1 and not self.entries.keys() & {"classes", "take"}:
            return os.path.join(folder, names[0])
        return made(work, "made.csv", self.merged([os.path.join(folder, name) for name in names]))

    def merged(self, paths):
        """Lines of several files under one header; with `classes`, labels are merged, and the original ones become the column
        `was` if splits are stratified by it; with `take`, so many rows of each class, evenly spaced."""
        groups = {str(old): new for new, olds in self.entries.get("classes", {}).items() for old in olds}
        rows, header = [], []
        for path in paths:
            with gzip.open(path, "rt", newline="") if path.endswith(".gz") else open(path, newline="") as file:
                header, *more = csv.reader(file)
                rows += more
        if take := self.entries.get("take"):
            of_class = {}
            for row in rows:
                of_class.setdefault(row[-1], []).append(row)
            rows = [row for found in of_class.values() for row in spaced(found, min(take, len(found)))]
        was = ["was"] if self.entries.get("by") == "was" else []
        yield ",".join([*header[:-1], *was, "label"]) + "\n"
        for *features, label in rows:
            yield ",".join([*features, *([label] if was else []), groups.get(label, label)]) + "\n"


def spaced(rows, count):
    return [rows[i * len(rows) // count] for i in range(count)]


def made(work, name, lines):
    path = os.path.join(work, name)
    with open(path, "w") as file:
        file.writelines(lines)
    return path


def swiss_roll(rows):
    """Points of a rolled-up band, evenly spread by an additive sequence: the same on every machine."""
    yield "x,y,z,label\n"
    for i in range(rows):
        along, across = (0.5 + i * 0.7548776662466927) % 1, (0.5 + i * 0.5698402909980532) % 1
        angle = 1.5 * math.pi * (1 + 2 * along)
        yield f"{angle * math.cos(angle):.6f},{21 * across:.6f},{angle * math.sin(angle):.6f},{arc(angle):.6f}\n"


def arc(angle):
    """Length of the spiral r = angle from its centre."""
    return 0.5 * (angle * math.sqrt(1 + angle * angle) + math.asinh(angle))


def random_table(rows, columns, classes):
    """Whole numbers from a hash; only the size of the table matters, since it is used for timing."""
    yield ",".join(f"f{j}" for j in range(columns)) + ",label\n"
    for i in range(rows):
        digest = hashlib.shake_128(i.to_bytes(4, "little")).digest(columns)
        yield ",".join(map(str, digest)) + f",{i % classes}\n"


def fingerprint(*parts):
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]
