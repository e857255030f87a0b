#!/usr/bin/env python3
"""Makes the compact golden files from the reference results: compact.py REFERENCE_DIR METHOD...

The data are not stored: the tests generate them from the same seed.
"""
import json
import pathlib
import sys


def numbers(values):
    return " ".join(f"{v:.12g}" for v in values)


def main():
    reference, wanted = pathlib.Path(sys.argv[1]), set(sys.argv[2:])
    here = pathlib.Path(__file__).parent
    for source in sorted(reference.glob("syn_*.json")):
        golden = json.loads(source.read_text())
        lines = [f"set {golden['set']} {golden['n']} {golden['d']} {golden['seed']}"]
        for name, case in golden["cases"].items():
            if case["fit"][2] not in wanted:  # --method ID
                continue
            lines.append(f"case {name} {' '.join(case['fit'][1:])}")
            lines.append("safe " + " ".join(map(str, case["safe_dims"])))
            lines.append("float_angle " + " ".join(f"{a:.2g}" for a in case.get("float32_data_angle", [])))
            lines.append(f"block {case.get('columns_per_class', 0)}")
            if case["fit"][0].endswith("_semi.csv"):
                lines.append("semi")
            if not case.get("ordered", True) and "columns_per_class" not in case:  # only the metric WW' is defined, and as many values as its rank
                lines.append("metric")
            lines.append("eigenvalues " + numbers(case["eigenvalues"][:case["rank"]]))
            if len(case["projection"]) != golden["d"]:  # coefficients of a kernel expansion: compare the embedding
                lines.append("dist20 " + numbers(case["dist20"]))
                continue
            for row in case["projection"]:
                lines.append("p " + numbers(row))
        (here / f"{golden['set']}.txt").write_text("\n".join(lines) + "\n")


main()
