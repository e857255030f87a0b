#!/usr/bin/env python3
"""Results for all digits on the board, compared with the host's.

    digits.py make TANDA DIGITS.csv FOLDER               model.tanda (of every other row), samples.bin (all rows)
    digits.py check TANDA DIGITS.csv FOLDER COMMAND...   runs COMMAND, which runs the board's program
"""
import csv
import json
import struct
import subprocess
import sys
from pathlib import Path

EPSILON = 2.0**-23
passed = failed = 0


def check(holds, what):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    print("ok    " if holds else "FAILED", what)


def must(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout[-500:]}{done.stderr}")
    return done.stdout


def read(path):
    rows = list(csv.reader(path.read_text().splitlines()))[1:]
    return [list(map(float, row[:-1])) for row in rows], [row[-1] for row in rows]


def make(tanda, path, folder):
    folder.mkdir(parents=True, exist_ok=True)
    header, *rows = path.read_text().splitlines()
    (folder / "model.csv").write_text("\n".join([header, *rows[0::2]]) + "\n")
    samples, _ = read(path)
    must([tanda, "fit", folder / "model.csv", "--method", "lfda", "--dims", "10", "-o", folder / "model.tanda"])
    (folder / "samples.bin").write_bytes(b"".join(struct.pack(f"<{len(x)}f", *x) for x in samples))


def nearest_means(projections, labels, names):
    """Classes by the nearest mean of the training samples, in double; None where two means are nearly equally far."""
    learned = list(zip(projections, labels))[0::2]
    groups = [[y for y, label in learned if label == name] for name in names]
    means = [[sum(column) / len(group) for column in zip(*group)] for group in groups]
    for y in projections:
        distances = [sum((a - b) ** 2 for a, b in zip(y, mean)) for mean in means]
        order = sorted(range(len(names)), key=distances.__getitem__)
        clear = distances[order[1]] - distances[order[0]] > 1e-4 * distances[order[1]]
        yield names[order[0]] if clear else None


def compare(tanda, path, folder, command):
    samples, labels = read(path)
    model = json.loads(must([tanda, "export", folder / "model.tanda", "--format", "json"]))
    predicted = [row[0] for row in csv.reader(must([tanda, "predict", folder / "model.tanda", path]).splitlines())][1:]
    lines = [line.split() for line in must(command).splitlines()]
    check(len(lines) == len(samples) == len(predicted), f"{len(lines)} of {len(samples)} samples came back")

    names = model["classes"]
    by_neighbors, by_means, in_int8 = ([names[int(line[k])] for line in lines] for k in range(3))
    different = sum(a != b for a, b in zip(by_neighbors, predicted))
    check(different == 0, f"{different} of {len(lines)} labels differ from the host's")

    maps = list(zip(model["projection"], model["offset"]))
    exact = [[sum(p * v for p, v in zip(row, x)) + c for row, c in maps] for x in samples]
    sizes = [[sum(abs(p * v) for p, v in zip(row, x)) + abs(c) for row, c in maps] for x in samples]
    board = [[struct.unpack(">f", bytes.fromhex(word))[0] for word in line[3:]] for line in lines]
    worst = max(abs(a - b) / s for ya, yb, ss in zip(board, exact, sizes) for a, b, s in zip(ya, yb, ss))
    check(worst <= 8 * EPSILON, f"projections differ by at most {worst / EPSILON:.2f} epsilon of the sum of sizes")

    means = list(nearest_means(exact, labels, names))
    different = sum(a != b for a, b in zip(by_means, means) if b is not None)
    check(different == 0 and means.count(None) < 10, f"{different} nearest means differ from those in double")

    held_out = range(1, len(labels), 2)  # what the model has not seen
    accuracy = lambda predicted: 100 * sum(predicted[i] == labels[i] for i in held_out) / len(held_out)
    lost = accuracy(by_neighbors) - accuracy(in_int8)
    check(accuracy(by_neighbors) > 90 and lost <= 0.5,
          f"accuracy {accuracy(by_neighbors):.2f} %, in 8 bits {accuracy(in_int8):.2f} %, "
          f"by the nearest mean {accuracy(by_means):.2f} %")


if __name__ == "__main__":
    if len(sys.argv) < 5 or sys.argv[1] not in ("make", "check"):
        sys.exit(__doc__)
    task, program, digits, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
    if task == "make":
        make(program, digits, folder)
        sys.exit(0)
    compare(program, digits, folder, sys.argv[5:])
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)
