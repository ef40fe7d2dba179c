# SPDX-License-Identifier: Apache-2.0
"""Copies the public headers with the declarations that macros make written out, every line where it was, and
without marks for compilers.

Doxygen expands a macro by the last definition that it saw, which is wrong where a header defines one name several
times.
"""
import re

DEFINE = re.compile(r"#define\s+(KILN_\w+)\(([^)]*)\)(.*)", re.S)
USE = re.compile(r"(KILN_\w+)\((.*)\)\s*(?://.*)?$")


def split_arguments(text):
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


def expand(text, macros):
    """`text`, which is nothing but uses of macros, written out."""
    out, at = "", 0
    while found := re.compile(r"\b(KILN_\w+|F)\(").search(text, at):
        name = found.group(1)
        if name not in macros:
            out += text[at:found.end()]
            at = found.end()
            continue
        end, depth = found.end(), 1
        while depth:
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
        names, body = macros[name]
        given = dict(zip(names, split_arguments(text[found.end():end - 1])))
        for parameter, argument in given.items():
            body = re.sub(rf"(?<!#)#\s*{parameter}\b", f'"{argument}"', body)
            body = re.sub(rf"\b{parameter}\b", lambda _: argument, body)
        out += text[at:found.start()] + expand(body.replace("##", ""), macros)
        at = end
    return out + text[at:]


def expanded(text, macros):
    lines, number = text.split("\n"), 0
    while number < len(lines):
        last = number
        while lines[last].endswith("\\") and last + 1 < len(lines):
            last += 1
        statement = " ".join(line.rstrip("\\").strip() for line in lines[number:last + 1])
        if define := DEFINE.match(statement):
            macros[define.group(1)] = ([each.strip() for each in define.group(2).split(",")], define.group(3))
        elif undefined := re.match(r"#undef\s+(\w+)", statement):
            macros.pop(undefined.group(1), None)
        elif (use := USE.match(statement)) and use.group(1) in macros:
            lines[number] = expand(statement, macros)
        number = last + 1
    return "\n".join(lines)


def copy_expanded(include, out):
    macros = {}
    # The lists of functions stand in a header that others include.
    headers = sorted(include.rglob("*.h*"), key=lambda path: (path.name != "functions.hpp", path))
    for header in headers:
        target = out / header.relative_to(include)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = header.read_text(encoding="utf-8")
        text = re.sub(r"^KILN_API |\s*\bKILN_DEFAULT\((?:[^()]|\([^()]*\))*\)(?=;)", "", text, flags=re.M)
        target.write_text(expanded(text, macros), encoding="utf-8")
