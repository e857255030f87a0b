#!/usr/bin/env python3
"""Exported C++ headers, compiled and run on real rows, compared with the program's own results.

    cpp_header.py TANDA DATA_FOLDER INCLUDE EIGEN

DATA_FOLDER is native/data, INCLUDE lib/include.
"""
import json
import shutil
import struct
import sys
import tempfile
from pathlib import Path

import c_header
from c_header import MAIN, WARNINGS, check, train_and_test, must, run, table

CASES = [
    ("iris", ["--method", "lda", "--classifier", "knn:1"]),
    ("wine", ["--method", "lfda", "--scale", "zscore", "--classifier", "knn:5"]),
    ("wine", ["--method", "mfa", "--scale", "unit", "--classifier", "knn:1"]),
    ("digits", ["--method", "pca", "--dims", "5", "--classifier", "none"]),
    ("iris", ["--method", "sle", "--classifier", "membership"]),
    ("wine", ["--method", "lda", "--classifier", "mean"]),
]
CORTEX_M4 = ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16", "-Os", "-DNDEBUG"]


def compiled(folder, includes, optimise):
    (folder / "main.cpp").write_text(MAIN)
    command = ["g++", "-std=c++17", *WARNINGS, optimise, *includes, folder / "main.cpp", "-o", folder / "program"]
    done = run(command, text=True)
    check(done.returncode == 0, f"{optimise}: {done.stderr[:2000]}")
    return done.returncode == 0


def evaluate(tanda, data, options, folder, includes):
    title = " ".join([data.stem, *options])
    train_and_test(data, folder)
    model, header = folder / "model.tanda", folder / "model.h"
    must([tanda, "fit", folder / "model.csv", *options, "-o", model])
    must([tanda, "export", model, "--format", "cpp", "-o", header])
    text = header.read_text()
    check("tanda::Projection<float, MODEL_INPUTS, MODEL_OUTPUTS> model_projection" in text, f"{title}: fixed sizes")
    check(("tanda::NearestPoint" in text) == ("knn:1" in options or "mean" in options), f"{title}: a fixed classifier for one neighbour")

    rows = table((folder / "test.csv").read_text())
    samples = [list(map(float, row[:-1])) for row in rows]
    stdin = b"".join(struct.pack(f"{len(x)}f", *x) for x in samples)
    wanted, sizes = c_header.projected(json.loads(must([tanda, "export", model, "--format", "json"])), samples)
    classifies = "none" not in options
    predicted = table(must([tanda, "predict", model, folder / "test.csv", "--scores"])) if classifies else []
    names = c_header.class_names(header) if classifies else []
    for optimise in ("-O0", "-O2"):
        if not compiled(folder, includes, optimise):
            continue
        done = run([folder / "program"], input=stdin)
        check(done.returncode == 0, f"{title} {optimise}: self-test of sample {done.returncode}")
        values = c_header.unpacked(f"{title} {optimise}", done.stdout, len(samples), len(wanted[0]) + len(names))
        if not values:
            continue
        c_header.compare_float(f"{title} {optimise}", values, wanted, sizes)
        different = sum(names[v[-1]] != row[0] for v, row in zip(values, predicted))
        check(different == 0, f"{title} {optimise}: {different} labels differ")
        c_header.compare_scores(f"{title} {optimise}", values, predicted, len(names))
    if shutil.which("arm-none-eabi-g++"):
        on_board(title, folder, includes)


def on_board(title, folder, includes):
    """Constants are in flash, and no heap is used."""
    (folder / "board.cpp").write_text('#include "model.h"\nextern "C" void run(const float (&x)[MODEL_INPUTS], '
                                      "float (&y)[MODEL_OUTPUTS]) { model_project(x, y); }\n")
    done = run(["arm-none-eabi-g++", "-std=c++17", *CORTEX_M4, "-Wall", "-Wextra", "-Werror", "-Wno-psabi",
                "-fno-exceptions", "-fno-rtti", *includes, "-c", folder / "board.cpp", "-o", folder / "board.o"], text=True)
    check(done.returncode == 0, f"{title}, Cortex-M4: {done.stderr[:2000]}")
    symbols = must(["arm-none-eabi-nm", folder / "board.o"]) if done.returncode == 0 else ""
    check("malloc" not in symbols and "_Zn" not in symbols, f"{title}, Cortex-M4: a heap")


def hostile(tanda, rule, folder, includes):
    """Names that would end strings and comments are escaped."""
    c_header.hostile_model(folder / "model.tanda", rule)
    must([tanda, "export", folder / "model.tanda", "--format", "cpp", "-o", folder / "model.h"])
    if compiled(folder, includes, "-O0"):
        check(run([folder / "program"], input=b"").returncode == 0, f"hostile names, rule {rule}: self-test")


def two_models(tanda, data, folder, includes):
    """Two headers with the same model name in two files of one program do not mix."""
    for number, method in ((1, "pca"), (2, "mfa")):
        must([tanda, "fit", data, "--method", method, "--dims", "2", "-o", folder / "model.tanda"])
        must([tanda, "export", folder / "model.tanda", "--format", "cpp", "-o", folder / f"model{number}.h"])
        (folder / f"part{number}.cpp").write_text(f'#include "model{number}.h"\nint test{number}() {{ return model_selftest(); }}\n')
    (folder / "both.cpp").write_text("int test1();\nint test2();\nint main() { return test1() != 0 || test2() != 0; }\n")
    for optimise in ("-O0", "-Os"):
        must(["g++", "-std=c++17", optimise, *includes, *(folder / f"{name}.cpp" for name in ("part1", "part2", "both")),
              "-o", folder / "both"])
        check(run([folder / "both"]).returncode == 0, f"two models in one program, {optimise}")


def refused(tanda, folder):
    """8 bits, and names that are no C++ identifiers, are refused and leave no file."""
    out = folder / "refused.h"
    for words, said in ((["--quantize", "int8"], "cannot be quantized (use the format c)"), (["--name", "1st"], "no name")):
        done = run([tanda, "export", folder / "model.tanda", "--format", "cpp", *words, "-o", out], text=True)
        check(done.returncode == 2 and said in done.stderr, f"{words}: {done.returncode} {done.stderr}")
        check(not out.exists(), "a refused export leaves no file")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    program, data, *folders = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        include = [word for folder in [place, *folders] for word in ("-isystem" if folder != place else "-I", str(folder))]
        for case, options in CASES:
            evaluate(program, Path(data) / f"{case}.csv", options, place, include)
        for rule in (1, 2):
            hostile(program, rule, place, include)
        two_models(program, Path(data) / f"{CASES[0][0]}.csv", place, include)
        refused(program, place)
    print(f"{c_header.passed} passed, {c_header.failed} failed")
    sys.exit(c_header.failed != 0)
