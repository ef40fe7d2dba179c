#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on a link, a file name or a folder in the pages of the repository that leads nowhere.

    check_docs.py tree ROOT    checks every *.md but CHANGELOG.md, which names what was
    check_docs.py refused      a sample page with each fault is refused, and one without passes
"""
import fnmatch
import pathlib
import re
import sys
import tempfile

from check_style import files_of

HISTORY = {"CHANGELOG.md"}
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.S | re.M)
# A name with one of these endings is a file of the repository. A part in capitals stands for many names.
FILE = re.compile(r"(?<![\w/.<-])([\w*{},-]+(?:/[\w*{},.-]+)*\.(?:cl|cu|cpp|hpp|h|c|py|md|sh|def|map))\b(?![/\w-])")
FOLDER = re.compile(r"(?<![\w/.<-])((?:backends|bindings|compat|docs|include|kernels|lib|tests|tools)"
                    r"(?:/[\w*{},.-]*[\w*}])+)")
PLACEHOLDER = re.compile(r"(^|[/_.])[A-Z][A-Z0-9_]*([/_.]|$)")
# Files that a build or a reader makes, and files of others.
ELSEWHERE = {"kernels.hpp", "kernel_launches.hpp", "program.c", "program.cpp", "opencl-c.h", "dlpack.h", "cluda.h"}


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


def problems(root):
    files = [name.as_posix() for name in files_of(root)]
    paths = ["/" + name for name in files]

    def is_there(name):
        return (root / name).exists() or any(fnmatch.fnmatchcase(path, "*/" + name) for path in paths)

    for page in files:
        if not page.endswith(".md") or page in HISTORY:
            continue
        text = (root / page).read_text(encoding="utf-8")
        line_of = lambda at: text.count("\n", 0, at) + 1
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
        (root / "docs/good.md").write_text(good)
        (root / "docs/other.md").write_text("## A b\n```sh\n# c\n```\n")
        bad = ["[a](gone.md)", "[a](other.md#c)", "[a](#nothing)", "`lib/a/gone.cpp`", "`gone.cl`", "`lib/gone`",
               "`lib/a/here.{cpp,h}`", "`b/here.cpp`", "```text\n  lib/a/gone.hpp  x\n```"]
        for number, text in enumerate(bad):
            (root / f"docs/bad{number}.md").write_text(f"# Page\n{text}\n")
        (root / "CHANGELOG.md").write_text("`lib/gone.cpp`\n")
        said = list(problems(root))
        for number, text in enumerate(bad):
            of_it = [line for line in said if line.startswith(f"docs/bad{number}.md:{3 if '```' in text else 2}: ")]
            if len(of_it) != 1:
                yield f"{text!r}: expected one refusal, got {of_it}"
        yield from (line for line in said if not line.startswith("docs/bad"))


def main():
    found = list(refused() if sys.argv[1] == "refused" else problems(pathlib.Path(sys.argv[2])))
    print("\n".join(found) if found else "no problem found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
