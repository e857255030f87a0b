#!/usr/bin/python3
"""Exported npz models: numpy computes the same projections and classes from the arrays alone.

    npz.py TANDA        77 when this Python has no numpy
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("skipped: no numpy")
    sys.exit(77)

DATA = Path(__file__).resolve().parents[2] / "native" / "data"


def kernel(model, z):
    points, name = model["points"].astype(float), str(model["kernel"])
    if name == "rbf":
        return np.exp(-((z[:, None] - points[None]) ** 2).sum(2) / model["width"])
    if name == "laplace":
        return np.exp(-np.abs(z[:, None] - points[None]).sum(2) / model["width"])
    products = z @ points.T
    if name == "cosine":
        return products / np.linalg.norm(z, axis=1)[:, None] / np.linalg.norm(points, axis=1)
    return products if name == "linear" else (products / model["width"] + model["kernel_offset"]) ** model["degree"]


def project(model, x):
    if model["unit_length"]:
        length = np.linalg.norm(x, axis=1, keepdims=True)
        x = x / np.where(length == 0, 1, length)
    if str(model["map"]) == "linear":
        y = x @ model["projection"].T.astype(float) + model["offset"]
        assert np.allclose(y, (x - model["mean"]) @ model["projection"].T, atol=1e-3 * np.abs(y).max())
        return y
    z = (x - model["mean"]) * model["factor"]
    if "basis" in model:
        z = z @ model["basis"]
    return kernel(model, z) @ model["coefficients"].T


def nearest_label(model, y):
    distances = ((y[:, None] - model["references"][None].astype(float)) ** 2).sum(2)
    return model["labels"][distances.argmin(1)]


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = path, Path(folder)

    def run(self, *arguments):
        return subprocess.run([self.path, *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    def npz(self, csv, *fit, size=()):
        self.run("fit", csv, *fit, "-o", self.folder / "model.tanda")
        out = self.folder / "model.npz"
        self.run("export", self.folder / "model.tanda", "--format", "npz", *size, "-o", out)
        with np.load(out, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}

    def rows(self, command, csv):
        return [line.split(",") for line in self.run(command, self.folder / "model.tanda", csv).splitlines()[1:]]

    def compare(self, name, csv, *fit, dtype=np.float32):
        model = self.npz(csv, *fit)
        lines = [line.split(",") for line in csv.read_text().splitlines()]
        x = np.array([line[:-1] for line in lines[1:]], dtype).astype(float)
        wanted = np.array([row[:-1] for row in self.rows("transform", csv)], float)
        y = project(model, x)
        assert y.shape == wanted.shape and np.abs(y - wanted).max() <= 1e-5 * np.abs(wanted).max(), name
        assert list(model["features"]) == lines[0][:-1], name
        assert model["mean"].dtype == dtype and model["references"].dtype == np.float32, name
        reach = np.abs((x / np.linalg.norm(x, axis=1, keepdims=True) if model["unit_length"] else x) - model["mean"])
        assert np.allclose(model["range"], reach.max(0), rtol=1e-5), name
        if str(model["rule"]) == "neighbors" and model["neighbors"] == 1:
            predicted = [row[0] for row in self.rows("predict", csv)]
            assert list(model["classes"][nearest_label(model, y)]) == predicted, name
        assert json.loads(str(model["record"]))["cols"] == x.shape[1], name
        print("ok", name)


def main(path):
    with tempfile.TemporaryDirectory() as folder:
        program = Program(path, folder)
        for data in ("iris", "wine", "digits"):
            csv = DATA / f"{data}.csv"
            program.compare(data, csv, "--method", "lda")
            program.compare(f"{data}, unit length", csv, "--method", "lda", "--scale", "unit")
        wine = DATA / "wine.csv"
        program.compare("double", wine, "--method", "lda", "--scalar", "double", dtype=np.float64)
        program.compare("membership", wine, "--method", "sle", "--scale", "zscore")
        for name in ("rbf", "poly", "linear", "laplace", "cosine"):
            program.compare(name, wine, "--method", "kernel_laplda", "--set", f"kernel={name}", "--scale", "zscore")
        # In raw units float has too few digits for this case.
        program.compare("kernel after PCA", wine, "--method", "kernel_laplda", "--pca", "5", dtype=np.float64)

        few = program.npz(wine, "--method", "lda", size=("--prototypes", "9"))
        assert few["references"].shape == (9, 2) and sorted(set(few["labels"])) == [0, 1, 2]
        assert json.loads(str(few["record"]))["condensed"] == {"prototypes": 9, "from": 178}

        odd = program.folder / "odd.csv"
        odd.write_text('größe,label\n0,"ä ""x"""\n1,"ä ""x"""\n7,\U0001F600\n8,\U0001F600\n')
        names = program.npz(odd, "--method", "lda")
        assert sorted(names["classes"]) == ['ä "x"', "\U0001F600"] and list(names["features"]) == ["größe"]

        embedding = program.npz(DATA / "iris.csv", "--method", "tsimr")
        assert str(embedding["map"]) == "embedding" and embedding["references"].shape[0] == 150
    print("all right")


main(sys.argv[1])
