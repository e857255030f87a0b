#!/usr/bin/env python3
"""Every experiment runs: its methods, parameters and options exist. On small made-up tables with the names of the real ones.

    experiments.py TANDA FOLDER_OF_EXPERIMENTS
"""
import gzip
import os
import random
import subprocess
import sys
import tempfile
import tomllib


def table():
    random.seed(1)
    rows = ["a,b,c,d,e,f,label"]
    for i in range(80):
        label = i % 10
        rows.append(",".join(f"{random.gauss(label * (j + 1) % 7, 1):.3f}" for j in range(6)) + f",{label}")
    return "\n".join(rows) + "\n"


def run(tanda, experiments, data, *words):
    command = [sys.executable, os.path.join(experiments, "run.py"), tanda, data, *words]
    return subprocess.run(command, capture_output=True, text=True)


def main(tanda, experiments):
    checks = []
    with tempfile.TemporaryDirectory() as folder:
        files = [name for name in os.listdir(experiments) if name.endswith(".toml")]
        for name in files:
            with open(os.path.join(experiments, name), "rb") as file:
                for entry in tomllib.load(file)["run"]:
                    data = entry.get("data", [])
                    for wanted in data if isinstance(data, list) else [data]:
                        if wanted == "text.csv":
                            continue
                        opener = gzip.open if wanted.endswith(".gz") else open
                        with opener(os.path.join(folder, wanted), "wt") as out:
                            out.write(table())
        page = os.path.join(folder, "page.md")
        done = run(tanda, experiments, folder, "--splits", "1", "-o", page)
        checks.append((done.returncode == 0, done.stderr))
        text = open(page).read() if os.path.exists(page) else ""
        checks.append((text.count("\n## ") == len(files), "a section for each experiment"))
        checks.append(("Not run: there is no text.csv." in text, "what is missing is said"))
        checks.append(("| mp_tsimr |" in text and "| none |" in text and "reference" in text, "tables"))
        checks.append((not [line for line in text.splitlines() if "unknown" in line], "no method drops out by its name"))
        done = run(tanda, experiments, folder, "nope")
        checks.append((done.returncode == 1 and "there is no nope" in done.stderr, "an unknown name"))
        done = run(tanda, experiments, os.path.join(folder, "nowhere"))
        checks.append((done.returncode == 1 and "there is no folder" in done.stderr, "an unknown folder"))
    failed = [message for right, message in checks if not right]
    for message in failed:
        print("FAILED", message)
    print(f"{len(checks) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
