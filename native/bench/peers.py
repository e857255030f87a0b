#!/usr/bin/env python3
"""Times scikit-learn on a table, with one thread, and prints seconds as JSON.

    peers.py FILE ROWS COLS DIMS      FILE: ROWS×COLS float32, row after row, then ROWS class numbers as int32
"""
import json
import os
import sys
import time

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
try:
    # Debian's OpenBLAS does not recognise newer processors and treats them as old ones.
    if "avx512f" in open("/proc/cpuinfo", encoding="ascii", errors="replace").read():
        os.environ["OPENBLAS_CORETYPE"] = "SkylakeX"
except OSError:
    pass

try:
    import numpy as np
    import sklearn
    from sklearn.decomposition import PCA
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
except ImportError:
    print(json.dumps({"missing": True}))
    sys.exit(0)


def seconds(fit):
    """Of each run, processor time as the bench takes it: at least five after one to warm up, and for about a second."""
    fit()
    times = []
    while len(times) < 5 or sum(times) < 1:
        start = time.process_time()
        fit()
        times.append(time.process_time() - start)
    return times


def main(path, rows, cols, dims):
    with open(path, "rb") as file:
        x = np.fromfile(file, np.float32, rows * cols).reshape(rows, cols)
        y = np.fromfile(file, np.int32, rows)
    # Its eigen solver refuses a feature that never varies; a little noise there costs it nothing.
    still = x.min(axis=0) == x.max(axis=0)
    x[:, still] += np.random.default_rng(1).standard_normal((rows, int(still.sum())), np.float32)
    print(json.dumps({
        "version": sklearn.__version__,
        "lda": seconds(lambda: LinearDiscriminantAnalysis(solver="eigen", n_components=dims).fit(x, y)),
        "pca": seconds(lambda: PCA(n_components=dims).fit(x)),
    }))


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(sys.argv[1], *(int(word) for word in sys.argv[2:]))
