#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the site of the documentation. Every warning is an error.

    build_site.py ROOT KILN WORK OUT [--check]     KILN is the command, WORK a folder for files on the way
                                                   --check: reads all pages, and writes none

The pages are those of docs/ and the reference that is generated from the public headers. docs/index.md lists all
pages: each of its headings becomes a part of the site's navigation.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent / "kiln")]
sys.dont_write_bytecode = True

import manual  # noqa: E402
from reference import write_reference  # noqa: E402

SKIPPED = 77
TOP = ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
HELP, FLAGS = "<!-- kiln --help -->", "<!-- kiln flags -->"
REFERENCE = {"include/kiln": "docs/reference/c/index.rst", "include/kiln/cxx": "docs/reference/cpp/index.rst"}


def missing():
    """What the site needs and this machine lacks."""
    for tool in ("doxygen", "sphinx-build"):
        if not shutil.which(tool):
            return tool
    with open(shutil.which("sphinx-build"), encoding="utf-8") as script:
        python = script.readline()[2:].split()
    for module in ("myst_parser", "furo"):
        if subprocess.run(python + ["-c", f"import {module}"], capture_output=True).returncode:
            return module
    return None


def linked(text, page, root):
    """Links as the site has them: headers lead to the reference, folders nowhere."""
    def replace(found):
        words, target, anchor = found.group(1), found.group(2), found.group(3) or ""
        if not target or re.match(r"[a-z]+:", target):
            return found.group()
        path = pathlib.Path(os.path.normpath(page.parent / target))
        header = re.fullmatch(r"include/kiln/(cxx/(?:nn/)?)?(\w+)\.(h|hpp)", path.as_posix())
        to = REFERENCE.get(path.as_posix())
        if header:
            language = "cpp" if header.group(3) == "hpp" else "c"
            to = f"docs/reference/{language}/{header.group(2)}.{header.group(3)}.rst"
        if to:
            return f"[{words}]({os.path.relpath(to, page.parent)})"
        if (root / path).is_dir() or not (root / path).exists():  # CHANGELOG.md names what was
            return words
        return f"[{words}]({target}{anchor})"
    return LINK.sub(replace, text)


def navigation(index):
    """Tables of contents, hidden, of the links below each heading of docs/index.md."""
    out = []
    for part in re.split(r"^## ", index, flags=re.M)[1:]:
        heading, _, text = part.partition("\n")
        pages = [target for _, target, _ in LINK.findall(text) if target.endswith((".md", ".rst"))]
        out += ["```{toctree}", ":hidden:", f":caption: {heading.strip()}", "", *dict.fromkeys(pages), "```", ""]
    return "\n".join(out)


def flag_table(kiln, page):
    """The flags as `kiln flags` prints them; fails if the page that describes them leaves one out."""
    flags = json.loads(subprocess.run([kiln, "flags", "--json"], capture_output=True, text=True, check=True).stdout)
    rows = {row[0]: row[1:] for row in re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|", page, flags=re.M)}
    for flag in flags:
        default = f"`{flag['default']}`" if flag["default"] else "nothing"
        if flag["name"] not in rows or rows[flag["name"]][1] != default:
            sys.exit(f"flags: no row of '{flag['name']}' with the default {default}")
    return "\n".join(["```text"] + [f"{flag['name']:20} {flag['type']}" for flag in flags] + ["```"])


def assemble(root, kiln, work):
    """The pages as Sphinx reads them."""
    source = work / "pages"
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(root / "docs", source / "docs", ignore=shutil.ignore_patterns("examples"))
    for name in TOP:
        shutil.copy(root / name, source / name)
    shutil.copy(HERE / "conf.py", source / "conf.py")
    for path in sorted(source.rglob("*.md")):
        page = path.relative_to(source)
        text = linked(path.read_text(encoding="utf-8"), page, root)
        for _, target, _ in LINK.findall(text):  # files that a page names become downloads
            file = pathlib.Path(os.path.normpath(page.parent / target))
            if target and (root / file).is_file() and not (source / file).exists():
                (source / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(root / file, source / file)
        if page.as_posix() == "docs/index.md":
            text += "\n" + navigation(text)
        if HELP in text:
            text = text.replace(HELP, manual.markdown(kiln))
        if FLAGS in text:
            text = text.replace(FLAGS, flag_table(kiln, text))
        path.write_text(text, encoding="utf-8")
    write_reference(root / "include", work, source / "docs/reference")
    reference = "\n".join(path.read_text(encoding="utf-8") for path in source.glob("docs/reference/c/*.rst"))
    for symbol in re.findall(r"^kiln_\w+", (root / "tests/abi/symbols.txt").read_text(encoding="utf-8"), flags=re.M):
        if not re.search(rf"\b{symbol}\(", reference):
            sys.exit(f"{symbol}: an entry of the C interface is not in the reference")
    return source


def main():
    root, kiln, work, out = sys.argv[1], sys.argv[2], *(pathlib.Path(argument).resolve() for argument in sys.argv[3:5])
    if lacks := missing():
        print(f"skipped: the site needs {lacks}")
        return SKIPPED
    work.mkdir(parents=True, exist_ok=True)
    source = assemble(pathlib.Path(root).resolve(), kiln, work)
    builder = "dummy" if "--check" in sys.argv else "html"
    command = ["sphinx-build", "-W", "--keep-going", "-q", "-E", "-b", builder, "-d", work / "doctrees", source, out]
    if subprocess.run(command).returncode:
        return 1
    if builder == "html":
        (out / "index.html").write_text('<!doctype html><meta http-equiv="refresh" content="0; url=docs/index.html">'
                                        '<a href="docs/index.html">Kiln</a>\n', encoding="utf-8")
        print(f"the site is {out / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
