#!/usr/bin/env python3
"""Runs the experiments in this folder on the data that are there and writes docs/REPRODUCTION.md.

    run.py TANDA DATA_FOLDER [-o PAGE] [--splits N] [NAME...]

With NAMEs, only those are run and nothing is written but to the standard output. An experiment is a .toml file;
README.md beside this one says what stands in it.
"""
import argparse
import csv
import gzip
import json
import math
import os
import subprocess
import sys
import tempfile
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))


class Missing(Exception):
    """A data set is not in the folder."""


def open_table(path):
    return gzip.open(path, "rt", newline="") if path.endswith(".gz") else open(path, newline="")


def prepared(run, data, folder):
    """The table a run works on: a file as it is, several put together, with classes merged, or made here."""
    if "swiss_roll" in run:
        path = os.path.join(folder, "swiss_roll.csv")
        with open(path, "w") as file:
            file.writelines(swiss_roll(run["swiss_roll"]))
        return path
    names = run["data"] if isinstance(run["data"], list) else [run["data"]]
    paths = [os.path.join(data, name) for name in names]
    for name, path in zip(names, paths):
        if not os.path.exists(path):
            raise Missing(name)
    if len(paths) == 1 and "classes" not in run:
        return paths[0]
    merged = {str(old): new for new, olds in run.get("classes", {}).items() for old in olds}
    made = os.path.join(folder, "made.csv")
    with open(made, "w", newline="") as file:
        out = csv.writer(file)
        for number, path in enumerate(paths):
            with open_table(path) as source:
                rows = csv.reader(source)
                header = next(rows)
                if number == 0:
                    out.writerow(header)
                for row in rows:
                    out.writerow(row[:-1] + [merged.get(row[-1], row[-1])])
    return made


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


def command_of(run, methods):
    words = ["--methods", ",".join(methods), "--train", str(run.get("train", 0.25)), "--splits", str(run["splits"])]
    for option in ("pca", "dims", "scale", "folds"):
        if option in run:
            words += [f"--{option}", str(run[option])]
    for grid in run.get("select", []):
        words += ["--select", grid]
    return words


def call(words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return done.stdout


def shown(words):
    return " ".join(f"'{word}'" if set(word) & set(";' ") else word for word in words)


def data_name(run):
    if "swiss_roll" in run:
        return f"Swiss roll of {run['swiss_roll']} points"
    return " + ".join(run["data"] if isinstance(run["data"], list) else [run["data"]])


def evaluation(run, tanda, path):
    """Lines of Markdown: the errors of all methods beside what others have found."""
    words = command_of(run, run["methods"])
    report = json.loads(call([tanda, "evaluate", path, "--format", "json"] + words))
    others = [(title, run[title]) for title in ("published", "reference") if title in run]
    show_dims = run.get("show_dims", [])
    head = ["method", "error %", "dims"] + [f"in {q}" for q in show_dims] + [title for title, _ in others] + ["chosen most"]
    yield f"`tanda evaluate {data_name(run)} {shown(words)}`"
    yield ""
    yield "| " + " | ".join(head) + " |"
    yield "|---" + "|---:" * (len(head) - 2) + "|---|"
    for contest in report["contests"]:
        if "failure" in contest:
            yield f"| {contest['name']} | {contest['failure']} |" + " |" * (len(head) - 2)
            continue
        mean = f"{100 * contest['error']:.1f} ± {100 * contest['sd']:.1f}"
        cells = [contest["name"], f"**{mean}**" if contest["best"] else mean + (" +" if contest["not_worse"] else "")]
        cells.append("all" if contest["name"] == "none" else str(contest["dims"] or ""))
        for q in show_dims:
            errors = [split["errors"] for split in contest["splits"]]
            reached = all(len(e) >= q for e in errors) and contest["name"] != "none"
            cells.append(f"{100 * sum(e[q - 1] for e in errors) / len(errors):.1f}" if reached else "")
        cells += [str(found.get(contest["name"], "")) for _, found in others]
        cells.append(most_chosen(contest))
        yield "| " + " | ".join(cells) + " |"
    yield from verdict(run, report)


def most_chosen(contest):
    counts = {}
    for split in contest["splits"]:
        text = ", ".join(f"{name} {value}" for name, value in split.get("chosen", {}).items())
        counts[text] = counts.get(text, 0) + 1
    return max(counts, key=counts.get) if counts else ""


def verdict(run, report):
    """Says for every number of others whether ours is within a standard deviation of it."""
    ours = {contest["name"]: contest for contest in report["contests"] if "error" in contest}
    for title in ("published", "reference"):
        off = []
        for name, error in run.get(title, {}).items():
            difference = 100 * ours[name]["error"] - error
            if abs(difference) > max(100 * ours[name]["sd"], 0.05):
                off.append(f"{name} ({difference:+.1f})")
        if title in run:
            yield ""
            yield (f"Further than one standard deviation from the {title} value: {', '.join(off)}." if off
                   else f"All within one standard deviation of the {title} values.")


def unrolling(run, tanda, path, folder):
    """Lines of Markdown: how well the first dimensions order the points along the roll."""
    truth = []
    with open(path) as file:
        for row in list(csv.reader(file))[1:]:
            truth.append(float(row[-1]))
    bare = os.path.join(folder, "bare.csv")
    with open(path) as source, open(bare, "w") as out:
        for line in source:
            out.write(line.rsplit(",", 1)[0] + "\n")
    yield f"`tanda fit {data_name(run)} --label none --method METHOD --dims {run['dims']}`"
    yield ""
    yield "| method | rank correlation with the length along the roll |"
    yield "|---|---:|"
    for method in run["methods"]:
        name, *settings = method.split(":")
        model = os.path.join(folder, "model.tanda")
        words = ["--label", "none", "--method", name, "--dims", str(run["dims"])]
        for setting in settings:
            words += ["--set", setting]
        call([tanda, "fit", bare, "-o", model] + words)
        columns = embedded(tanda, model, bare)
        yield f"| {method} | {max(abs(rank_correlation(column, truth)) for column in columns):.3f} |"


def embedded(tanda, model, table):
    exported = json.loads(call([tanda, "export", model, "--format", "json"]))
    if "embedding" in exported:
        return list(zip(*exported["embedding"]))
    rows = list(csv.reader(call([tanda, "transform", model, table]).splitlines()))[1:]
    return list(zip(*[[float(value) for value in row] for row in rows]))


def rank_correlation(a, b):
    def ranks(values):
        order = sorted(range(len(values)), key=values.__getitem__)
        place = [0] * len(values)
        for position, index in enumerate(order):
            place[index] = position
        return place

    n, distance = len(a), sum((x - y) ** 2 for x, y in zip(ranks(a), ranks(b)))
    return 1 - 6 * distance / (n * (n * n - 1))


def page_of(experiment, tanda, data, log):
    yield f"## {experiment['title']}"
    yield ""
    yield experiment["paper"] + "."
    yield ""
    yield experiment["about"].strip()
    for run in experiment["run"]:
        yield ""
        yield f"### {run['name']}"
        yield ""
        with tempfile.TemporaryDirectory() as folder:
            try:
                path = prepared(run, data, folder)
                print(f"  {run['name']}", file=log, flush=True)
                lines = unrolling(run, tanda, path, folder) if "swiss_roll" in run else evaluation(run, tanda, path)
                yield from lines
            except Missing as missing:
                yield f"Not run: there is no {missing}."
        if "remark" in run:
            yield ""
            yield run["remark"].strip()


def main():
    parser = argparse.ArgumentParser(description="Runs the experiments of the papers.")
    parser.add_argument("tanda")
    parser.add_argument("data")
    parser.add_argument("names", nargs="*")
    parser.add_argument("-o", "--output")
    parser.add_argument("--splits", type=int, help="instead of what the experiments say, for a quick look")
    arguments = parser.parse_args()
    if not os.path.isdir(arguments.data):
        sys.exit(f"experiments: there is no folder {arguments.data}")
    files = sorted(name for name in os.listdir(HERE) if name.endswith(".toml"))
    known = [name[:-5] for name in files]
    for name in arguments.names:
        if name not in known:
            sys.exit(f"experiments: there is no {name}; there are {', '.join(known)}")
    pages = []
    for name in known:
        if arguments.names and name not in arguments.names:
            continue
        print(name, file=sys.stderr, flush=True)
        with open(os.path.join(HERE, name + ".toml"), "rb") as file:
            experiment = tomllib.load(file)
        for run in experiment["run"]:
            run["splits"] = arguments.splits or run.get("splits", 20)
        pages.append("\n".join(page_of(experiment, arguments.tanda, arguments.data, sys.stderr)))
    text = "\n\n".join(pages) + "\n"
    if arguments.names or not arguments.output:
        sys.stdout.write(text)
        return
    with open(os.path.join(HERE, "preface.md")) as file:
        text = file.read() + "\n" + text
    temporary = arguments.output + ".part"
    with open(temporary, "w") as file:
        file.write(text)
    os.replace(temporary, arguments.output)


if __name__ == "__main__":
    main()
