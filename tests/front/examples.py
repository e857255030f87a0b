#!/usr/bin/env python3
"""Extracts the examples from documents, so that they are compiled exactly as written.

    examples.py readme README.md OUT.cpp       the C++ program under "From C++"
    examples.py headers OUT.cpp HEADER...      every \\code ... \\endcode block, each in a function of its own
"""
import pathlib
import re
import sys

# What the blocks use without defining it.
PRELUDE = """// Made by tests/front/examples.py.
#include <array>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <tanda/learn.hpp>
#include <tanda/micro.hpp>
#include <tanda/tanda.hpp>

// An example shows how a thing is made, not what it is used for.
#pragma GCC diagnostic ignored "-Wunused"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wshadow"

int fail(const std::string& text);
extern const tanda::Result<tanda::Table<float>> table;
extern tanda::FitOptions how;
extern float x[16], y[3];
extern int label;
extern const unsigned char flash[];
extern const std::size_t size;
"""


def readme(source, out):
    section = pathlib.Path(source).read_text(encoding="utf-8").split("\n## From C++\n")[1].split("\n## ")[0]
    programs = re.findall(r"```cpp\n(.*?)```", section, re.DOTALL)
    if len(programs) != 1:
        sys.exit(f"{source}: one C++ program belongs under 'From C++', there are {len(programs)}")
    write(out, programs[0])


def headers(out, sources):
    functions, count = [], 0
    for source in map(pathlib.Path, sources):
        text = source.read_text(encoding="utf-8")
        blocks = re.findall(r"\\code\n(.*?)\n *//+ *\\endcode", text, re.DOTALL)
        if not blocks:
            sys.exit(f"{source}: there is no example in it, between \\code and \\endcode")
        for block in blocks:
            count += 1
            body = "\n".join(re.sub(r"^ *//[/ ]? ?", "", line) for line in block.split("\n"))
            # A block that returns nothing belongs into a function that does so, too.
            result = "void" if re.search(r"return;", body) else "int"
            end = "" if result == "void" else "\nreturn 0;"
            functions.append(f"// {source.name}\n{result} example_{count}() {{\n{body}{end}\n}}\n")
    write(out, PRELUDE + "\n" + "\n".join(functions))


def write(out, text):
    pathlib.Path(out).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "readme":
        readme(*sys.argv[2:])
    elif len(sys.argv) > 3 and sys.argv[1] == "headers":
        headers(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(__doc__)
