#!/usr/bin/env python3
"""Extracts every message that names an option from the library's sources, one per line. What is only known at run time
becomes an ellipsis.
  collect.py ROOT
"""
import re
import sys
from pathlib import Path

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
LITERALS = re.compile(rf"{LITERAL}(?:\s*{LITERAL})*")
COMMENT = re.compile(rf"({LITERAL}|'(?:[^'\\\n]|\\.)+')|//[^\n]*|/\*.*?\*/", re.S)
OPTION = re.compile(r"\{[a-z][a-z-]*(?:=[^}]+|\([^)]*\))?\}")
CALL = re.compile(rf"option_text\(\s*(?:({LITERAL})|[^,()]+)\s*([,)])")
JOINED = re.compile(r"\bjoined\(\{|\bappend\([^;{]*?\{")


def text_of(literals):
    joined = "".join(part[1:-1] for part in re.findall(LITERAL, literals))
    return re.sub(r"\\(.)", r"\1", joined)


def elements(code, at):
    """The comma-separated items from `at`, which is after an opening brace, to the matching brace."""
    depth, begin, found = 0, at, []
    while at < len(code):
        literal = re.compile(LITERAL + r"|'(?:[^'\\\n]|\\.)+'").match(code, at)
        if literal:
            at = literal.end()
            continue
        c = code[at]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        if depth < 0 or (c == "," and depth == 0):
            found.append((begin, code[begin:at]))
            begin = at + 1
        if depth < 0:
            return found
        at += 1
    return found


def shown(element):
    call = CALL.search(element)
    if not call:
        return "…"
    name = call[1][1:-1] if call[1] else "missing"  # any of them
    return "{" + name + ("=…}" if call[2] == "," else "}")


def messages(code):
    code = COMMENT.sub(lambda match: match[1] or "", code)
    in_joined = set()
    for match in JOINED.finditer(code):
        text = ""
        for begin, element in elements(code, match.end()):
            literals = LITERALS.fullmatch(element.strip())
            text += text_of(element) if literals else shown(element)
            if literals:
                in_joined.add(begin + element.index('"'))
        yield text
    for match in LITERALS.finditer(code):
        if match.start() not in in_joined:
            yield text_of(match[0])


def main():
    lib = Path(sys.argv[1]) / "lib"
    found = set()
    for path in sorted([*lib.rglob("*.hpp"), *lib.rglob("*.cpp")]):
        if path.name not in ("spelling.cpp", "spelling.hpp"):
            found.update(text for text in messages(path.read_text()) if OPTION.search(text))
    print("\n".join(sorted(found)))


main()
