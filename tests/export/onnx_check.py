#!/usr/bin/python3
"""Exported ONNX models pass ONNX's own checker: operators, attributes, types and shapes follow the standard.

    onnx_check.py TANDA        77 when this Python has no onnx
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import onnx
except ImportError:
    print("skipped: no onnx")
    sys.exit(77)

DATA = Path(__file__).resolve().parents[2] / "native" / "data"
KERNEL = ["--method", "kernel_laplda", "--scale", "zscore", "--set"]
FITS = {
    "no classifier": ["--method", "lda", "--classifier", "none"],
    "nearest": ["--method", "lda"],
    "nearest mean": ["--method", "lda", "--classifier", "mean"],
    "5 nearest": ["--method", "lda", "--classifier", "knn:5"],
    "unit length": ["--method", "lda", "--scale", "unit", "--dims", "1"],
    "membership": ["--method", "sle", "--scale", "zscore"],
    "rbf": [*KERNEL, "kernel=rbf"],
    "poly": [*KERNEL, "kernel=poly"],
    "laplace": [*KERNEL, "kernel=laplace"],
    "cosine": [*KERNEL, "kernel=cosine"],
    "linear": [*KERNEL, "kernel=linear", "--pca", "4"],
    "kernel, unit length": ["--method", "kernel_laplda", "--scale", "unit"],
}


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        model, out = Path(folder) / "model.tanda", Path(folder) / "model.onnx"
        for name, fit in FITS.items():
            for command in (["fit", DATA / "wine.csv", *fit, "-o", model], ["export", model, "--format", "onnx", "-o", out]):
                subprocess.run([program, *command], check=True, capture_output=True)
            loaded = onnx.load(str(out))
            onnx.checker.check_model(loaded, full_check=True)
            metadata = {entry.key: json.loads(entry.value) for entry in loaded.metadata_props}
            assert metadata["classes"] == ["1", "2", "3"] and len(metadata["features"]) == 13, name
            assert metadata["record"]["cols"] == 13, name
            print("ok", name)


main(sys.argv[1])
