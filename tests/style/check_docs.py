#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on a link, a file name or a folder in the pages of the repository that leads nowhere, on a page of docs/ that
another file names and that is not there, and on what makes a page hard to read: wide lines, full cells, long pages.

    check_docs.py tree ROOT       checks every *.md but CHANGELOG.md, which names what was
    check_docs.py prototypes ROOT puts the prototypes that pages of operations show there anew, from the headers
    check_docs.py refused         a sample page with each fault is refused, and one without passes
"""
import fnmatch
import pathlib
import re
import sys
import tempfile

from check_style import files_of

HISTORY = {"CHANGELOG.md"}
LINE, CELL, PAGE = 120, 25, 400  # characters of a line, words of a table's cell, lines of a page of docs/
PAGE_NAME = re.compile(r"\bdocs/(?!examples/)[\w/]+\.md\b")
# An entry, a type or a macro; with a * or a part in capitals it stands for many.
ENTRY = re.compile(r"(?<![\w/.-])((?:kiln|KILN)_\w+)(?![\w*]|\.\w)")
PROTOTYPES = re.compile(r"(<!-- prototypes: ([\w\s]+) -->\n```c\n)(.*?)(```\n)", re.S)
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.S | re.M)
# A name with one of these endings is a file of the repository. A part in capitals stands for many names.
FILE = re.compile(r"(?<![\w/.<-])([\w*{},-]+(?:/[\w*{},.-]+)*\.(?:cl|cu|cpp|hpp|h|c|py|md|sh|def|map))\b(?![/\w-])")
FOLDER = re.compile(r"(?<![\w/.<-])((?:backends|bindings|compat|docs|include|kernels|lib|tests|tools)"
                    r"(?:/[\w*{},.-]*[\w*}])+)")
PLACEHOLDER = re.compile(r"(^|[/_.])[A-Z][A-Z0-9_]*([/_.]|$)")
# Files that a build or a reader makes, and files of others.
ELSEWHERE = {"kernels.hpp", "kernel_launches.hpp", "program.c", "program.cpp", "opened.c", "mine.cpp", "opencl-c.h",
             "dlpack.h", "cluda.h"}


def slug(heading):
    """The anchor that renderers of Markdown give a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip()).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(text):
    found, counts = set(), {}
    for line in CODE.sub(lambda m: "" if m.group().startswith("```") else m.group(), text).split("\n"):
        if heading := re.match(r"#{1,6}\s+(.*)", line):
            name = slug(heading.group(1))
            found.add(f"{name}-{counts[name]}" if name in counts else name)
            counts[name] = counts.get(name, 0) + 1
    return found


def spellings(name):
    """"backend.{h,hpp}" as two names."""
    braces = re.search(r"\{([^{}]*,[^{}]*)\}", name)
    if not braces:
        return [name]
    return [each for part in braces.group(1).split(",")
            for each in spellings(name[:braces.start()] + part + name[braces.end():])]


def readable(page, text):
    """What is wrong with the lines of a page."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LINE:
            yield f"{page}:{number}: {len(line)} characters in a line, expected at most {LINE}"
        fenced ^= line.startswith("```")
        if line.startswith("|") and not fenced:
            words = max(len(cell.split()) for cell in re.split(r"(?<!\\)\|", line))
            if words > CELL:
                yield f"{page}:{number}: {words} words in a cell, expected at most {CELL}"
    if page.startswith("docs/") and text.count("\n") > PAGE:
        yield f"{page}:1: {text.count(chr(10))} lines, expected at most {PAGE}: split it by what a reader looks for"


def prototypes(root, names):
    """The declarations of functions of the C interface, as their headers have them."""
    found = {}
    for header in sorted((root / "include/kiln").glob("*.h")):
        text = header.read_text(encoding="utf-8")
        for declared in re.finditer(r"^KILN_API ([^;]*?\b(kiln_\w+)\([^;]*\);)", text, re.M):
            lines = declared.group(1).split("\n")
            found[declared.group(2)] = "\n".join([lines[0]] + [line[len("KILN_API "):] for line in lines[1:]]) + "\n"
    return "".join(found.get(name, f"{name} is not declared\n") for name in names.split())


def with_prototypes(root, text):
    return PROTOTYPES.sub(lambda found: found.group(1) + prototypes(root, found.group(2)) + found.group(4), text)


def problems(root):
    files = [name.as_posix() for name in files_of(root)]
    paths = ["/" + name for name in files]

    def is_there(name):
        return (root / name).exists() or any(fnmatch.fnmatchcase(path, "*/" + name) for path in paths)

    entries = set()
    for file in files:
        if file.endswith(".md") or file.startswith("tests/style/"):
            continue
        try:
            text = (root / file).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        entries.update(re.findall(r"(?:kiln|KILN)_\w+", text))
        for named in PAGE_NAME.finditer(text):
            if not (root / named.group()).exists():
                yield f"{file}:{text.count(chr(10), 0, named.start()) + 1}: {named.group()} is not there"
    for page in files:
        if not page.endswith(".md") or page in HISTORY:
            continue
        text = (root / page).read_text(encoding="utf-8")
        line_of = lambda at: text.count("\n", 0, at) + 1
        yield from readable(page, text)
        if text != with_prototypes(root, text):
            yield f"{page}:1: prototypes are not those of the headers; check_docs.py prototypes mends them"
        for link in LINK.finditer(CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)):
            target, _, anchor = link.group(1).partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            path = (root / page).parent / target if target else root / page
            if not path.exists():
                yield f"{page}:{line_of(link.start())}: a link to {target}, which is not there"
            elif anchor and path.suffix == ".md" and anchor not in anchors(path.read_text(encoding="utf-8")):
                yield f"{page}:{line_of(link.start())}: a link to {link.group(1)}, which has no such heading"
        for code in CODE.finditer(text):
            for entry in ENTRY.finditer(code.group()):
                name = entry.group(1)
                if name not in entries and not name.endswith("_") and not re.match(r"kiln_.*[A-Z]", name):
                    yield f"{page}:{line_of(code.start() + entry.start())}: {name} is nowhere in the repository"
            names = {found.span(1): found.group(1)
                     for pattern in (FOLDER, FILE) for found in pattern.finditer(code.group())}
            for (start, _), name in sorted(names.items()):
                for each in spellings(name):
                    if not (PLACEHOLDER.search(each) or each.split("/")[-1] in ELSEWHERE or is_there(each)):
                        yield f"{page}:{line_of(code.start() + start)}: {each} is not in the repository"


def refused():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in ("lib/a/here.cpp", "lib/a/here.hpp", "docs/examples/data/README.md"):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text("")
        good = ("# One: two `three`\n[a](other.md#a-b) [b](#one-two-three) [c](https://x.y/z)\n"
                "`lib/a/here.{cpp,hpp}`, `here.cpp`, `lib/a`, `lib/*/here.*`, `lib/ROOM/NAME.cpp`, `a/here.hpp`\n"
                "```text\n  lib/a/here.cpp\n# no heading\n```\n")
        good += "| " + "b " * 25 + "|\n" + "x" * 120 + "\n"
        good += "<!-- prototypes: kiln_f -->\n```c\nint kiln_f(int x,\n         int y);\n```\n"
        (root / "docs/good.md").write_text(good)
        (root / "lib/a/names.cpp").write_text("// docs/other.md\n// docs/gone.md\n")
        (root / "docs/long.md").write_text("\n" * 401)
        (root / "docs/other.md").write_text("## A b\n```sh\n# c\n```\n")
        bad = ["[a](gone.md)", "[a](other.md#c)", "[a](#nothing)", "`lib/a/gone.cpp`", "`gone.cl`", "`lib/gone`",
               "`lib/a/here.{cpp,h}`", "`b/here.cpp`", "`kiln_g`", "```text\n  lib/a/gone.hpp  x\n```", "x" * 121,
               "| a | " + "b " * 26 + "|", "<!-- prototypes: kiln_f -->\n```c\nint kiln_f(long x);\n```\n"]
        (root / "include/kiln").mkdir(parents=True)
        (root / "include/kiln/f.h").write_text("KILN_API int kiln_f(int x,\n                  int y);\n")
        for number, text in enumerate(bad):
            (root / f"docs/bad{number}.md").write_text(f"# Page\n{text}\n")
        (root / "CHANGELOG.md").write_text("`lib/gone.cpp`\n")
        said = list(problems(root))
        for number, text in enumerate(bad):
            at = 1 if "prototypes" in text else 3 if "```" in text else 2
            of_it = [line for line in said if line.startswith(f"docs/bad{number}.md:{at}: ")]
            if len(of_it) != 1:
                yield f"{text!r}: expected one refusal, got {of_it}"
        others = ("lib/a/names.cpp:2: ", "docs/long.md:1: ")
        for name in others:
            if len([line for line in said if line.startswith(name)]) != 1:
                yield f"{name}: expected one refusal"
        yield from (line for line in said if not line.startswith(("docs/bad", *others)))


def main():
    if sys.argv[1] == "prototypes":
        root = pathlib.Path(sys.argv[2])
        for page in (root / "docs").rglob("*.md"):
            page.write_text(with_prototypes(root, page.read_text(encoding="utf-8")), encoding="utf-8")
        return 0
    found = list(refused() if sys.argv[1] == "refused" else problems(pathlib.Path(sys.argv[2])))
    print("\n".join(found) if found else "no problem found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
