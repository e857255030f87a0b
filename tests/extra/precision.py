#!/usr/bin/env python3
"""Float compared with double through fit, save and predict, for every method that projects, on real data: accuracies
differ by no more than half a point, or one sample. Skipped (exit code 77) if the data are not there.

    precision.py TANDA FOLDER [--all]

Without --all only some rows of some data sets, which takes about a minute.
"""
import csv
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile

# file, rows to fit and to test with; with --all, and without (none: left out)
SETS = [
    ("satimage.csv", (600, 1500), (150, 400)),
    ("letter_a_m.csv", (600, 1500), None),
    ("soybean.csv", (280, 282), None),
    ("column_2c.csv", (155, 155), (155, 155)),
    ("image_segmentation_unique.csv", (600, 1400), (150, 400)),
    ("theorem_test.csv", (500, 1000), None),
    ("wine.csv", (90, 88), (90, 88)),
    ("vehicle.csv", (420, 420), (150, 400)),
    ("ionosphere.csv", (175, 175), None),
    ("mnist_train2000.csv.gz", (400, 1500), None),
    ("yale32.csv", (90, 75), (90, 75)),
    ("coil20.csv.gz", (300, 1000), None),
]
SCALES = ["none", "zscore"]
DIMS = "4"
MARGIN = 0.5  # points

# file, method, scale: why accuracies differ there
TIES = "whole numbers: of 16 of the 280 rows the fifth and the sixth neighbour are equally far, and rounding decides"
EXCEPTIONS = {
    ("soybean.csv", "lltsa", "zscore"): TIES,
    ("soybean.csv", "apps_dag_dne", "zscore"): TIES,
}


def read_rows(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1:]


def split(rows, train, test):
    """A stratified split: each class gives its share to the training set and to the test set."""
    rows = sorted(rows, key=lambda row: row[-1])
    chosen = random.Random(1).sample(range(len(rows)), min(len(rows), train + test))
    chosen.sort()
    parts = ([], [])
    for i, row in enumerate(chosen):
        parts[int((i + 1) * train / len(chosen)) == int(i * train / len(chosen))].append(rows[row])
    return parts


def write_rows(path, header, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([header] + rows)


def accuracy(program, folder, method, scale, scalar, labels):
    """In %, or why there is none."""
    model = os.path.join(folder, "model.tanda")
    fit = subprocess.run([program, "fit", os.path.join(folder, "train.csv"), "--method", method, "--dims", DIMS,
                          "--scale", scale, "--scalar", scalar, "-o", model], capture_output=True, text=True)
    if fit.returncode != 0:
        return fit.stderr.strip().splitlines()[-1]
    out = os.path.join(folder, "out.csv")
    subprocess.run([program, "predict", model, os.path.join(folder, "test.csv"), "-o", out], check=True,
                   capture_output=True)
    with open(out) as file:
        predicted = [row["predicted"] for row in csv.DictReader(file)]
    return 100 * sum(a == b for a, b in zip(predicted, labels)) / len(labels)


def same(a, b, rows):
    if isinstance(a, str) or isinstance(b, str):
        return isinstance(a, str) and isinstance(b, str)
    return abs(a - b) <= max(MARGIN, 100 / rows) + 1e-9


def main(program, folder, *words):
    everything = "--all" in words
    listed = json.loads(subprocess.run([program, "methods", "--json"], check=True, capture_output=True).stdout)
    methods = [method["id"] for method in listed if method["output"] != "embedding"]
    passed = failed = 0
    for name, whole, part in SETS:
        sizes, path = whole if everything else part, os.path.join(folder, name)
        if sizes is None or not os.path.exists(path):
            continue
        header, rows = read_rows(path)
        train, test = split(rows, *sizes)
        labels = [row[-1] for row in test]
        with tempfile.TemporaryDirectory() as work:
            write_rows(os.path.join(work, "train.csv"), header, train)
            write_rows(os.path.join(work, "test.csv"), header, test)
            for method in methods:
                for scale in SCALES:
                    found = [accuracy(program, work, method, scale, scalar, labels) for scalar in ("float", "double")]
                    right = same(*found, len(labels))
                    passed += right
                    if right:
                        continue
                    why = EXCEPTIONS.get((name, method, scale))
                    failed += why is None
                    print(f"{'FAILED' if why is None else 'differs, because ' + why}: {name} {method} --scale {scale}: "
                          f"float {found[0]}, double {found[1]}")
    if passed + failed == 0:
        print(f"skipped: no data in {folder}")
        return 77
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
