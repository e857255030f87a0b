#!/usr/bin/env python3
"""Exported C headers, compiled as C99 and C++17 and run on real rows, compared with the program's own results.

    c_header.py TANDA DATA_FOLDER

DATA_FOLDER is native/data. Uses every compiler that is installed; at least one C and one C++ compiler must be.
"""
import csv
import json
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Wdouble-promotion", "-Wundef",
            "-Wfloat-equal", "-Werror"]
EPSILON = 2.0**-23

# Reads samples, writes projections, scores and labels: bytes in, bytes out, so that nothing is rounded on the way.
MAIN = r"""
#include <stdio.h>
#include "model.h"
int main(void) {
  float x[MODEL_INPUTS], y[MODEL_OUTPUTS];
  const int failed = model_selftest();
  if (failed != 0) return failed;
  while (fread(x, sizeof x, 1, stdin) == 1) {
    int label = -1;
    model_project(x, y);
    if (fwrite(y, sizeof y, 1, stdout) != 1) return 100;
#ifdef MODEL_CLASSES
    {
      float scores[MODEL_CLASSES];
      label = model_classify(x);
      model_scores(y, scores);
      if (fwrite(scores, sizeof scores, 1, stdout) != 1) return 100;
    }
#endif
    if (fwrite(&label, sizeof label, 1, stdout) != 1) return 100;
  }
  return 0;
}
"""

COMPILERS = [  # command, language
    (["gcc", "-std=c99", "-x", "c"], "C"),
    (["g++", "-std=c++17", "-x", "c++"], "C++"),
    (["clang", "-std=c99", "-x", "c"], "C"),
    (["clang++", "-std=c++17", "-x", "c++"], "C++"),
]
CORTEX_M4 = ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16", "-Os", "-ffreestanding"]
CROSS_COMPILERS = [
    ["arm-none-eabi-gcc", "-std=c99", "-x", "c", *CORTEX_M4],
    ["arm-none-eabi-g++", "-std=c++17", "-x", "c++", *CORTEX_M4],
]

# data, options of fit, quantized or not. Even rows are trained on, odd ones tested.
CASES = [
    ("iris", ["--method", "lda"], None),
    ("wine", ["--method", "lfda", "--scale", "zscore", "--classifier", "knn:5"], None),
    ("wine", ["--method", "mfa", "--scale", "unit", "--classifier", "knn:3"], None),
    ("digits", ["--method", "lda", "--classifier", "knn:3"], None),
    ("digits", ["--method", "pca", "--dims", "5", "--classifier", "none"], None),
    ("iris", ["--method", "mpda"], None),
    ("wine", ["--method", "lda", "--classifier", "mean"], None),
    ("iris", ["--method", "sle"], None),
    ("iris", ["--method", "lda"], "int8"),
    ("wine", ["--method", "lda", "--scale", "unit"], "int8"),
    ("digits", ["--method", "lda"], "int8"),
]

passed = failed = 0


def check(holds, what):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    if not holds:
        print("FAILED", what)


def run(command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, **options)


def must(command):
    done = run(command, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def train_and_test(path, folder):
    """Every other row into model.csv, the rest into test.csv."""
    header, *rows = path.read_text().splitlines()
    (folder / "model.csv").write_text("\n".join([header, *rows[0::2]]) + "\n")
    (folder / "test.csv").write_text("\n".join([header, *rows[1::2]]) + "\n")


def table(text):
    return list(csv.reader(text.splitlines()))[1:]


def compiled(command, folder, optimise):
    program = folder / "program"
    done = run([*command, *WARNINGS, optimise, folder / "main.c", "-o", program], text=True)
    check(done.returncode == 0, f"{command[:2]} {optimise}: {done.stderr[:2000]}")
    return program if done.returncode == 0 else None


def evaluate(tanda, data, options, quantized, folder):
    title = " ".join([data, *options, quantized or "float"])
    train_and_test(DATA / f"{data}.csv", folder)
    model, header = folder / "model.tanda", folder / "model.h"
    must([tanda, "fit", folder / "model.csv", *options, "-o", model])
    must([tanda, "export", model, "--format", "c", *(["--quantize", quantized] if quantized else []), "-o", header])
    (folder / "main.c").write_text(MAIN)

    rows = table((folder / "test.csv").read_text())
    samples = [list(map(float, row[:-1])) for row in rows]
    stdin = b"".join(struct.pack(f"{len(x)}f", *x) for x in samples)
    wanted, sizes = projected(json.loads(must([tanda, "export", model, "--format", "json"])), samples)
    classifies = "none" not in options
    check(("model_classify" in header.read_text()) == classifies, f"{title}: classify is there if and only if it can")
    predicted = table(must([tanda, "predict", model, folder / "test.csv", "--scores"])) if classifies else []
    names = class_names(header) if classifies else []

    for command in (c for c, _ in COMPILERS if shutil.which(c[0])):
        for optimise in ("-O0", "-O2"):
            program = compiled(command, folder, optimise)
            if not program:
                continue
            done = run([program], input=stdin)
            check(done.returncode == 0, f"{title}, {command[0]} {optimise}: self-test of sample {done.returncode}")
            values = unpacked(f"{title}, {command[0]} {optimise}", done.stdout, len(samples), len(wanted[0]) + len(names))
            if not values:
                continue
            if quantized:
                compare_int8(f"{title}, {command[0]} {optimise}", values, wanted, inside(header, samples, options))
                compare_accuracy(f"{title}, {command[0]} {optimise}", values, predicted, names)
            else:
                compare_float(f"{title}, {command[0]} {optimise}", values, wanted, sizes)
                different = sum(names[v[-1]] != row[0] for v, row in zip(values, predicted))
                check(different == 0, f"{title}, {command[0]} {optimise}: {different} labels differ")
                compare_scores(f"{title}, {command[0]} {optimise}", values, predicted, len(names))
    for command in CROSS_COMPILERS:
        if shutil.which(command[0]):
            done = run([*command, *WARNINGS, "-fsyntax-only", header], text=True)
            check(done.returncode == 0, f"{title}, {command[0]}: {done.stderr[:2000]}")
    damaged(title, folder, header)


def unit(x):
    length = sum(v * v for v in x) ** 0.5
    return [v / length for v in x] if length > 0 else x


def projected(model, samples):
    """y = P x + c in double, and |P||x| + |c|, which rounding errors are relative to."""
    maps = list(zip(model["projection"], model["offset"]))
    if model["unit_length"]:
        samples = [unit(x) for x in samples]
    values = [[sum(p * v for p, v in zip(row, x)) + c for row, c in maps] for x in samples]
    sizes = [[sum(abs(p * v) for p, v in zip(row, x)) + abs(c) for row, c in maps] for x in samples]
    return values, sizes


def array(header, name):
    text = header.read_text()
    begin = re.search(rf"^MODEL_DATA .* model_{name}\[\w+\] = {{", text, re.MULTILINE).end()
    return [item.strip() for item in text[begin : text.index("}", begin)].split(",") if item.strip()]


def class_names(header):
    return [item.strip('"') for item in array(header, "class_names")]


def inside(header, samples, options):
    """Whether a sample has all features within the range of the training samples; others saturate."""
    mean, inverse = ([float(v.rstrip("f")) for v in array(header, name)] for name in ("mean", "inverse"))
    if "unit" in options:
        samples = [unit(x) for x in samples]
    return [all(abs((v - m) * i) <= 127.5 for v, m, i in zip(x, mean, inverse)) for x in samples]


def unpacked(title, out, count, outputs):
    size = 4 * (outputs + 1)
    check(len(out) == size * count, f"{title}: {len(out)} bytes came back")
    return [struct.unpack_from(f"{outputs}fi", out, i * size) for i in range(count)] if len(out) == size * count else []


def compare_float(title, values, wanted, sizes):
    worst = max(abs(a - b) / size for v, y, s in zip(values, wanted, sizes) for a, b, size in zip(v, y, s) if size > 0)
    check(worst <= 8 * EPSILON, f"{title}: projections differ by {worst / EPSILON:.1f} epsilon")


def compare_scores(title, values, predicted, classes):
    """Those of `predict`, but for the rounding of projections."""
    pairs = [(a, float(b)) for v, row in zip(values, predicted) for a, b in zip(v[-1 - classes : -1], row[3:])]
    check(len(pairs) == len(predicted) * classes, f"{title}: {len(pairs)} scores")
    worst = max((abs(a - b) for a, b in pairs), default=0)
    check(worst <= 1e-3, f"{title}: scores differ by {worst}")


def compare_int8(title, values, wanted, used):
    spread = [max(map(abs, column)) for column in zip(*wanted)]
    check(sum(used) > len(used) / 2, f"{title}: only {sum(used)} samples lie in the range of training")
    worst = max(abs(a - b) / s for v, y, u in zip(values, wanted, used) if u for a, b, s in zip(v, y, spread))
    check(0 < worst <= 0.05, f"{title}: 8-bit projections differ by {worst} of their spread")


def compare_accuracy(title, values, predicted, names):
    right = sum(names[v[-1]] == row[1] for v, row in zip(values, predicted))
    right_in_float = sum(row[0] == row[1] for row in predicted)
    lost = 100 * (right_in_float - right) / len(values)
    check(lost <= max(0.5, 100.1 / len(values)), f"{title}: 8 bits lose {lost} points of accuracy")


def damaged(title, folder, header):
    """The self-test detects a changed number."""
    good = header.read_text()
    kind = "model_weights" if "model_weights" in good else "model_matrix"
    begin = good.index("{", good.index(kind)) + 1
    end = good.index("}", begin)
    numbers = [n.strip() for n in good[begin:end].split(",") if n.strip()]
    largest = max(range(len(numbers)), key=lambda i: abs(float(numbers[i].rstrip("f"))))
    value = float(numbers[largest].rstrip("f"))
    numbers[largest] = f"{int(-value)}" if kind == "model_weights" else f"{-1.5 * value!r}f"
    header.write_text(good[:begin] + ", ".join(numbers) + good[end:])
    command = next(c for c, language in COMPILERS if language == "C" and shutil.which(c[0]))
    program = compiled(command, folder, "-O1")
    if program:
        check(run([program], input=b"").returncode != 0, f"{title}: the self-test does not see a damaged {kind}")
    header.write_text(good)


HOSTILE = ['"; int main(void) { return 7; } //', "??/", "*/ #error", "\\", "a\nb", "name_x NAME_INPUTS", "\u00e4%s", ""]


def hostile_model(path, rule):
    """A model file written by hand (docs/MODEL_FILE.md) with names that would end strings and comments."""
    numbers = random.Random(1)
    d, classes, points = 3, len(HOSTILE), 40
    r, block = classes, 1
    floats = lambda count: struct.pack(f"<{count}f", *(numbers.uniform(-1, 1) for _ in range(count)))
    texts = lambda items: names([item.encode() for item in items])
    projection = struct.pack(f"<{r * d}f", *(numbers.uniform(-1, 1) for _ in range(r * d)))
    sections = [
        (1, projection), (2, bytes(4 * r)), (3, bytes(4 * d)), (4, floats(points * r)),
        (5, struct.pack(f"<{points}I", *(i % classes for i in range(points)))), (6, texts(HOSTILE)),
        (7, texts(["*/ #error", "??/\n#error", "\\\n*/"])),
        (8, json.dumps({"method": "*/\n#error ??/\n#error"}).encode()),
    ]
    at = (64 + 24 * len(sections) + 15) // 16 * 16
    entries, body = b"", b""
    for kind, data in sections:
        entries += struct.pack("<IIQQ", kind, 0, at + len(body), len(data))
        body += data + bytes(-len(data) % 16)
    entries += bytes(at - 64 - len(entries))
    fields = struct.pack("<Q10I", at + len(body), 0, rule, d, r, points, classes, 4, block, len(sections), 0)
    checked = fields + entries + body
    path.write_bytes(b"tanda\r\n\x1a" + struct.pack("<II", 1, zlib.crc32(checked)) + checked)


def names(items):
    offsets = [0]
    for item in items:
        offsets.append(offsets[-1] + len(item) + 1)
    return struct.pack(f"<{len(offsets)}I", *offsets) + b"".join(item + b"\0" for item in items)


def hostile(tanda, rule, folder):
    """Such a model compiles without a warning, keeps its names, and gives the labels `predict` gives."""
    model, header, data = folder / "model.tanda", folder / "model.h", folder / "model.csv"
    hostile_model(model, rule)
    numbers = random.Random(2)
    samples = [[numbers.uniform(-2, 2) for _ in range(3)] for _ in range(200)]
    data.write_text("".join(",".join(map(repr, x)) + "\n" for x in samples))
    must([tanda, "export", model, "--format", "c", "-o", header])
    predicted = list(csv.reader(must([tanda, "predict", model, data, "--label", "none"]).splitlines(keepends=True)))[1:]
    (folder / "main.c").write_text(
        MAIN.replace("const int failed", "int c; for (c = 0; c < MODEL_CLASSES; ++c) fprintf(stderr, \"%s|\", "
                                         "model_class_names[c]);\n  {const int failed")
        .replace("  return 0;\n}", "  return 0;\n}}"))
    stdin = b"".join(struct.pack("3f", *x) for x in samples)
    for command in (c for c, _ in COMPILERS if shutil.which(c[0])):
        program = compiled([*command, *(["-trigraphs", "-Wno-trigraphs"] if "-std=c++17" in command else [])], folder,
                           "-O1")
        if not program:
            continue
        done = run([program], input=stdin)
        check(done.returncode == 0, f"hostile names, rule {rule}, {command[0]}: self-test {done.returncode}")
        check(done.stderr.decode() == "".join(name + "|" for name in HOSTILE), f"hostile names: {done.stderr}")
        size = 4 * (2 * len(HOSTILE) + 1)
        labels = [struct.unpack_from("i", done.stdout, i * size + size - 4)[0] for i in range(len(samples))]
        different = sum(HOSTILE[label] != (row or [""])[0] for label, row in zip(labels, predicted))
        check(len(predicted) == len(samples) and different == 0,
              f"rule {rule}, {command[0]}: {different} of {len(predicted)} labels differ")


def refused(tanda, folder):
    """Models that cannot be C headers are refused, and no file is left."""
    train_and_test(DATA / "iris.csv", folder)
    model, header = folder / "refused.tanda", folder / "refused.h"
    must([tanda, "fit", folder / "model.csv", "--method", "kernel_tsd", "-o", model])
    done = run([tanda, "export", model, "--format", "c", "-o", header], text=True)
    check(done.returncode == 2 and "kernel" in done.stderr, f"a kernel model: {done.returncode} {done.stderr}")
    check(not header.exists(), "a refused export leaves no file")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    DATA = Path(sys.argv[2])
    for language in ("C", "C++"):
        if not any(shutil.which(c[0]) for c, l in COMPILERS if l == language):
            sys.exit(f"no {language} compiler")
    with tempfile.TemporaryDirectory() as name:
        for case in CASES:
            evaluate(sys.argv[1], *case, Path(name))
        for rule in (1, 2):
            hostile(sys.argv[1], rule, Path(name))
        refused(sys.argv[1], Path(name))
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)
