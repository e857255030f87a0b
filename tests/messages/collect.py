#!/usr/bin/env python3
"""Every message of the library and of the program, one per line, from their sources: what is only known when it
happens is an ellipsis. A message is a text with a blank in it that is given to a Status, to a function that makes one of it, or to
a list of notes; of the library also any text that names an option, helps among them.
  collect.py ROOT
"""
import re
import sys
from pathlib import Path

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
TOKEN = re.compile(rf"{LITERAL}|'(?:[^'\\\n]|\\.)+'|::|.", re.S)
COMMENT = re.compile(rf"({LITERAL}|'(?:[^'\\\n]|\\.)+')|//[^\n]*|/\*.*?\*/", re.S)
OPTION = re.compile(r"\{[a-z][a-z-]*(?:=[^}]+|\([^)]*\))?\}")
OPTION_TEXT = re.compile(rf"option_text\(\s*(?:({LITERAL})|[^,()]+)\s*([,)])")
JOINED = re.compile(r"(?:\w+::)*joined\(\s*\{(.*)\}\s*\)", re.S)
# A function that gives a Status and takes a text, and what makes one or takes note of one anyway.
HELPER = re.compile(r"\bStatus (?:\w+::)*(\w+)\((?=[^;{]*(?:const char\*|std::string))")
MAKERS = [r"Status(?: \w+)?", "note", r"notes_?\.push_back", "joined", "append"]
BRACES = r"\{(?=\s*(?:(?:tanda::)?Code::\w+|\w+(?:\.|->)code\(\)|code)\s*,)"


def split(code, separators):
    """The code cut at these tokens where they stand outside of all brackets, up to a bracket that closes nothing."""
    depth, part, parts = 0, "", []
    for token in TOKEN.findall(code):
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
        if depth < 0:
            break
        if depth == 0 and token in separators:
            parts.append(part)
            part = ""
        else:
            part += token
    return parts + [part]


def text_of(code):
    """What an expression says: its literals, and an ellipsis for each other part."""
    code = code.strip()
    if re.fullmatch(rf"(?:{LITERAL}\s*)+", code):
        return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], "".join(x[1:-1] for x in re.findall(LITERAL, code)))
    inside = JOINED.fullmatch(code)
    if inside:
        return "".join(map(text_of, split(inside[1], ",")))
    if code[:1] == "(" and split(code[1:], ",")[0] == code[1:-1]:
        return text_of(code[1:-1])
    chosen = split(code, "?")
    if len(chosen) > 1:
        words = [text_of(x) for x in split("?".join(chosen[1:]), ":")]
        return words[0] if len(words) == 1 else "(" + "|".join(words) + ")"
    added = split(code, "+")
    if len(added) > 1:
        return "".join(map(text_of, added))
    call = OPTION_TEXT.match(code)
    if call:
        return "{" + (call[1][1:-1] if call[1] else "missing") + ("=…}" if call[2] == "," else "}")  # "missing" for any
    return "…"


def messages(code, makers):
    makers = "|".join(makers)
    for match in re.finditer(rf"{LITERAL}|'(?:[^'\\\n]|\\.)+'|\b(?:{makers})\(|{BRACES}", code):
        if match[0][0] in "\"'":
            continue
        for argument in split(code[match.end():], ","):
            argument = argument.strip()
            yield text_of(argument[1:-1] if argument[:1] == "{" else argument)
    for match in re.finditer(rf"'(?:[^'\\\n]|\\.)+'|{LITERAL}(?:\s*{LITERAL})*", code):
        text = text_of(match[0])
        if OPTION.search(text):
            yield text


def main():
    root, found = Path(sys.argv[1]), set()
    sources = {path: COMMENT.sub(lambda match: match[1] or "", path.read_text())
               for folder in ("lib", "native/cli") for path in (root / folder).rglob("*.[ch]pp")
               if path.stem != "spelling"}
    makers = MAKERS + sorted({name for code in sources.values() for name in HELPER.findall(code)})
    for code in sources.values():
        found.update(messages(code, makers))
    # A word alone is a name, and what has no word of its own is in other texts.
    told = {text for text in found if OPTION.search(text) or (" " in text.strip() and re.search(r"[a-z]{3}", text))}
    print("\n".join(sorted({text.strip().replace("\n", "\\n") for text in told})))


main()
