#!/usr/bin/env python3
"""Errors on real data compared with those of a plain reference. Skipped (exit code 77) if the data are not there.

    real_data.py TANDA FOLDER
"""
import json
import os
import subprocess
import sys

# file, arguments, {method: expected error in %}, tolerance
CASES = [
    ("semeion.csv", "--pca 0.95 --dims 1-40", {"none": 14.2, "pca": 11.9, "lfda": 11.1, "pmpda": 9.4, "mpda": 9.5}, 1.2),
    ("optdigits.csv", "--splits 5", {"none": 2.3, "lfda": 1.9, "mpda": 1.9}, 0.4),
    ("coil20.csv.gz", "--pca 0.95 --splits 5 --dims 1-60", {"none": 5.5, "lfda": 2.2, "pmpda": 2.1}, 1.5),
]


def main(program, folder):
    cases = [case for case in CASES if os.path.exists(os.path.join(folder, case[0]))]
    if not cases:
        print(f"skipped: no data in {folder}")
        return 77
    passed = failed = 0
    for name, arguments, expected, margin in cases:
        methods = ",".join(method for method in expected if method != "none")
        command = [program, "evaluate", os.path.join(folder, name), "--methods", methods, "--format", "json"]
        report = json.loads(subprocess.run(command + arguments.split(), check=True, capture_output=True).stdout)
        found = {contest["name"]: 100 * contest["error"] for contest in report["contests"]}
        for method, error in expected.items():
            # An error below the reference's is fine.
            right = found[method] <= error + margin
            passed += right
            failed += not right
            if not right:
                print(f"FAILED {name} {method}: {found[method]:.1f} %, expected {error} %")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
