#!/usr/bin/env python3
"""Makes docs/METHODS.md, the method table of README.md and the C++ structs of options, lib/include/tanda/methods.hpp,
from what the program says of itself.

    docs/generate.py TANDA [--check]      --check changes nothing and fails when a file is out of date
"""
import json
import pathlib
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- methods: made by ./dev docs -->", "<!-- end of methods -->"
DIMS = {"rank": "up to the rank of the data", "classes-1": "up to the number of classes − 1",
        "per-class": "chosen for each class", "samples-1": "up to the number of samples − 1"}
GIVES = {"projection": "a linear map", "kernel": "a kernel expansion: the model keeps its samples",
         "embedding": "the embedded samples; new ones cannot be projected"}
# The choices of solvers, declared by hand: those of methods that have the same name are these.
CHOICES = "detail/small/choices.hpp"


def main(program, check):
    methods = json.loads(subprocess.run([program, "methods", "--json"], check=True, capture_output=True).stdout)
    files = {ROOT / "docs/METHODS.md": pages(methods), ROOT / "lib/include/tanda/methods.hpp": header(methods)}
    readme = ROOT / "README.md"
    if readme.exists():
        files[readme] = with_table(readme.read_text(encoding="utf-8"), methods)
    stale = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"{path.relative_to(ROOT)} {'is out of date: run ./dev docs' if check else 'written'}")
        if not check:
            path.write_text(files[path], encoding="utf-8")
    return 1 if check and stale else 0


def pages(methods):
    """One section for each method, families in the order of their first method."""
    out = ["# Methods", "", "Made by `./dev docs` from the methods' own descriptors: change those, not this page.",
           "Parameters are given with `tanda fit --set NAME=VALUE`.", ""]
    for family in dict.fromkeys(method["family"] for method in methods):
        out += [f"## {family.capitalize()}", ""]
        for method in methods:
            if method["family"] == family:
                out += section(method)
    return "\n".join(out).rstrip() + "\n"


def section(method):
    out = [f"### `{method['id']}`: {method['title']}", "", method["summary"], "",
           f"- paper: {method['paper']}",
           f"- labels: {labels(method)}",
           f"- gives: {GIVES[method['output']]}",
           f"- dims: {DIMS.get(method['dims'], method['dims'])}", ""]
    if method["parameters"]:
        rows = [[f"`{p['name']}`", p["type"], f"`{value(p['default'])}`", allowed(p), p["doc"]]
                for p in method["parameters"]]
        out += table(["parameter", "type", "default", "values", "meaning"], rows) + [""]
    return out


def labels(method):
    if not method["supervised"]:
        return "not used"
    return "needed; samples without one help too" if method["unlabelled"] else "needed"


def allowed(parameter):
    if "choices" in parameter:
        return ", ".join(f"`{choice}`" for choice in parameter["choices"])
    if "min" in parameter:
        return f"{value(parameter['min'])} … {value(parameter['max'])}" + (", `auto`" if "auto" in parameter else "")
    return "`true`, `false`"


def value(x):
    return str(x).lower() if isinstance(x, bool) else str(x)


def with_table(readme, methods):
    if readme.count(BEGIN) != 1 or readme.count(END) != 1:
        sys.exit(f"README.md: the table of methods belongs between one line '{BEGIN}' and one line '{END}'")
    rows = [[f"[`{m['id']}`](docs/METHODS.md#{anchor(m)})", m["title"], m["family"],
             "yes" if m["supervised"] else "no", m["summary"]] for m in methods]
    before, rest = readme.split(BEGIN)
    lines = table(["id", "method", "family", "labels", "what it does"], rows)
    return before + BEGIN + "\n" + "\n".join(lines) + "\n" + END + rest.split(END)[1]


def header(methods):
    """The structs of options for C++, after the choices that several of them share."""
    shared = shared_choices(methods)
    by_hand = (ROOT / "lib/include/tanda" / CHOICES).read_text(encoding="utf-8")
    out = ["// The options of every method as a struct, for `tanda::fit`. Made by `./dev docs` from the methods' own",
           "// descriptors: change those, not this file. \\code",
           f"//   tanda::{camel(methods[-1]['id'])}Options method;",
           f"//   method.{word(methods[-1]['parameters'][0]['name'])} = {value(methods[-1]['parameters'][0]['default'])};",
           "//   const auto model = tanda::fit(*table, method);", "// \\endcode", "#pragma once", "", "#include <array>", "#include <tuple>", "",
           f'#include "tanda/{CHOICES}"', "", "namespace tanda {", "", "// clang-format off", "",
           "/// For a parameter that says so: the method chooses.", "inline constexpr double automatic = -1;", ""]
    for name, words in shared.items():
        if f"enum class {name} " not in by_hand:
            out += enum(name, words, "") + [""]
    for method in methods:
        out += struct(method, shared) + [""]
    names = ", ".join(camel(method["id"]) + "Options" for method in methods)
    out += ["namespace detail {", "using EveryMethod = std::tuple<" + textwrap.fill(names, 110) + ">;", "}  // namespace detail", ""]
    return "\n".join(out) + "// clang-format on\n\n}  // namespace tanda\n"


def shared_choices(methods):
    """Name and words of the parameters that are the same choice wherever they are one, and one of two methods or more."""
    found = {}
    for p in (p for method in methods for p in method["parameters"] if p["type"] == "choice"):
        found.setdefault(camel(p["name"]), []).append(tuple(p["choices"]))
    return {name: words[0] for name, words in found.items() if len(words) > 1 and len(set(words)) == 1}


def enum(name, words, indent):
    return [f"{indent}/// Values of `{name.lower()}`.",
            f"{indent}enum class {name} : unsigned char {{ {', '.join(map(word, words))} }};"]


def struct(method, shared):
    parameters = method["parameters"]
    out = comment(f"{method['title']}. {method['summary']} {method['paper']}.", "")
    out += [f"struct {camel(method['id'])}Options {{",
            "  /// The method's id.", f"  static constexpr const char* id = \"{method['id']}\";"]
    for p in parameters:
        if p["type"] == "choice" and camel(p["name"]) not in shared:
            out += enum(camel(p["name"]), p["choices"], "  ")
    for p in parameters:
        out += comment(f"{p['doc'][0].upper()}{p['doc'][1:]}.{span(p)}", "  ")
        out += [f"  {member_type(p)} {word(p['name'])} = {initial(p)};"]
    listed = ", ".join(f"double({word(p['name'])})" for p in parameters)
    return out + ["  /// All of them, in this order.",
                  f"  std::array<double, {len(parameters)}> values() const {{ return {{{listed}}}; }}", "};"]


def comment(text, indent):
    return ["\n".join(textwrap.wrap(text, 110, initial_indent=indent + "/// ", subsequent_indent=indent + "/// ",
                                    break_long_words=False))]


def span(p):
    if "min" not in p:
        return ""
    return f" {value(p['min'])} to {value(p['max'])}{', or tanda::automatic' if 'auto' in p else ''}."


def member_type(p):
    return {"integer": "int", "real": "double", "flag": "bool"}.get(p["type"]) or camel(p["name"])


def initial(p):
    if p["type"] == "choice":
        return f"{camel(p['name'])}::{word(p['default'])}"
    return "automatic" if p["default"] == "auto" else value(p["default"])


def camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


def word(text):
    """A name in C++: reserved words get an underscore."""
    name = text.replace("-", "_")
    return name + "_" if name in ("auto", "class", "true", "false", "default", "float", "double", "int") else name


def anchor(method):
    """The address GitHub gives the method's heading."""
    heading = f"{method['id']}: {method['title']}".lower()
    return "".join(c for c in heading if c.isalnum() or c in " -_").replace(" ", "-")


def table(head, rows):
    def line(cells):
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
    return [line(head), "|" + "---|" * len(head)] + [line(row) for row in rows]


if __name__ == "__main__":
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    sys.exit(main(arguments[0], "--check" in sys.argv))
