#!/usr/bin/env python3
"""tanda from Python through ctypes: fits, saves, loads, predicts. Needs the shared library only, no package.

    flowers.py libtanda.so iris.csv
"""
import ctypes
import csv
import sys
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_float, c_int32, c_size_t, c_void_p


class Error(ctypes.Structure):
    _fields_ = [("code", c_int32), ("message", c_char * 508), ("remedy", c_char * 256)]


class Data(ctypes.Structure):
    _fields_ = [
        ("values", POINTER(c_float)),
        ("doubles", POINTER(c_double)),
        ("rows", c_size_t),
        ("cols", c_size_t),
        ("labels", POINTER(c_int32)),
        ("classes", POINTER(c_char_p)),
        ("class_count", c_size_t),
        ("features", POINTER(c_char_p)),
    ]


class TandaError(Exception):
    """An error message, with its remedy."""


class Tanda:
    """The functions this example needs; each raises TandaError."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.tanda_options_new.restype = c_void_p
        self.library.tanda_bytes_data.restype = c_void_p
        self.library.tanda_bytes_size.restype = c_size_t
        self.library.tanda_class_name.restype = c_char_p
        for name in ("options", "model", "bytes"):
            getattr(self.library, f"tanda_{name}_free").argtypes = [c_void_p]

    def call(self, name, *arguments):
        error = Error()
        if getattr(self.library, name)(*arguments, byref(error)) != 0:
            raise TandaError(f"{error.message.decode()} ({error.remedy.decode()})")

    def fit(self, rows, labels, classes, **options):
        flat = [value for row in rows for value in row]
        data = Data(rows=len(rows), cols=len(rows[0]), class_count=len(classes))
        data.values = (c_float * len(flat))(*flat)
        data.labels = (c_int32 * len(labels))(*labels)
        data.classes = (c_char_p * len(classes))(*[name.encode() for name in classes])
        handle = c_void_p(self.library.tanda_options_new())
        try:
            for name, value in options.items():
                self.call("tanda_options_set", handle, name.encode(), str(value).encode())
            model = c_void_p()
            self.call("tanda_fit", handle, byref(data), byref(model))
            return Model(self, model)
        finally:
            self.library.tanda_options_free(handle)

    def open(self, content):
        model = c_void_p()
        self.call("tanda_open", content, c_size_t(len(content)), byref(model))
        return Model(self, model)


class Model:
    def __init__(self, tanda, handle):
        self.tanda, self.handle, self.classes = tanda, handle, 0
        while tanda.library.tanda_class_name(handle, c_size_t(self.classes)):
            self.classes += 1

    def __del__(self):
        self.tanda.library.tanda_model_free(self.handle)

    def save(self):
        file = c_void_p()
        self.tanda.call("tanda_save", self.handle, byref(file))
        library = self.tanda.library
        content = ctypes.string_at(library.tanda_bytes_data(file), library.tanda_bytes_size(file))
        library.tanda_bytes_free(file)
        return content

    def predict(self, rows):
        """The class of each row, and how sure that is (0..1)."""
        flat = [value for row in rows for value in row]
        x, found = (c_float * len(flat))(*flat), (c_int32 * len(rows))()
        scores = (c_float * (len(rows) * self.classes))()
        self.tanda.call("tanda_predict_scores", self.handle, x, c_size_t(len(rows)), c_size_t(len(rows[0])), found, scores)
        return [(self.tanda.library.tanda_class_name(self.handle, c_size_t(label)).decode(), scores[i * self.classes + label])
                for i, label in enumerate(found)]


def main(library, path):
    with open(path, newline="") as file:
        table = list(csv.reader(file))[1:]
    rows, names = [[float(value) for value in row[:-1]] for row in table], [row[-1] for row in table]
    classes = sorted(set(names))
    tanda = Tanda(library)
    content = tanda.fit(rows, [classes.index(name) for name in names], classes, method="lfda", dims=2).save()
    found = tanda.open(content).predict(rows)
    right = sum(a == b for (a, _), b in zip(found, names))
    print(f"{right} of {len(rows)} samples right with a model of {len(content)} bytes; the first one is {found[0][0]} "
          f"(score {found[0][1]:.2g})")
    try:
        tanda.fit(rows, [0] * len(rows), ["all"], method="lfda")
    except TandaError as error:
        print(f"one class: {error}")
    else:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
