#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of docs/install.md, in their order, in one shell.

    page.py SOURCE_ROOT SCRATCH    all of them, which builds Kiln
A block of another language than sh is saved under the name before it: "`program.c`:". The blocks after the heading
"Use it from a program" run in a folder of their own, the others in a copy of Kiln's source. NEEDS lists the comments
before blocks of sh, which tests/docs/blocks.py reads too. Packages are built where debhelper is installed. apt-get only
says what it would do.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"(?:^<!-- not run: (?P<comment>.*?) -->\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
NEEDS = {None: "", "test consume runs it": "", "test install-page runs it, which builds Kiln": "builds",
         "test install-page runs it at its end, into another root": "as root",
         "test install-page runs it, which builds the packages": "packages"}
SHIMS = {"apt-get": '/usr/bin/apt-get --simulate "$@"', "ldconfig": "test -d \"$DESTDIR\"", "sudo": 'exec "$@"'}
EXPECTED = "45 "


def blocks(page):
    """(needs, language, text, saved name, whether it is in the section about programs) of each block."""
    for found in BLOCK.finditer(page):
        before = page[:found.start()]
        heading = re.findall(r"^## (.*)$", before, re.M)[-1]
        name = re.findall(r"`([\w.]+)`:\s*$", before)
        if found["comment"] not in NEEDS:
            sys.exit(f"docs/install.md: '{found['comment']}', expected one of {list(NEEDS)[1:]}")
        yield (NEEDS[found["comment"]], found["language"], found["text"], name[-1] if name else None,
               heading == "Use it from a program")


def left_out(folder, names):
    """What is no part of the source: the repository's history, and folders of builds."""
    return [name for name in names if name == ".git" or (pathlib.Path(folder) / name / "build.ninja").exists()]


def run(source_root, scratch, home, whole, environment):
    """Runs the page; `home` has the installed tree as its folder kiln unless `whole`. Returns how many blocks ran."""
    page = (pathlib.Path(source_root) / "docs" / "install.md").read_text()
    source, example, shims = scratch / "source", scratch / "example", scratch / "shims"
    for folder in (example, shims, home):
        folder.mkdir(parents=True, exist_ok=True)
    if whole:
        shutil.copytree(source_root, source, symlinks=True, ignore=left_out)
    else:
        source.mkdir()
    for name, text in SHIMS.items():
        (shims / name).write_text(f"#!/bin/sh\n{text}\n")
        (shims / name).chmod(0o755)
    script, last, programs, count = ["set -eux"], [], 0, 0
    for needs, language, text, name, of_program in blocks(page):
        if language != "sh":
            if not name:
                sys.exit(f"docs/install.md: a block of {language} has no name before it")
            (example / name).write_text(text)
        elif needs and not whole:
            continue
        elif needs == "packages" and not shutil.which("dh"):
            print("skipped: the block that builds packages, as debhelper is not installed")
        else:
            where = last if needs == "as root" else script
            where += [f"cd {example if of_program else source}", text]
            programs += len(re.findall(r"^\./\S*program", text, re.M))
            count += 1
    script += [f"export DESTDIR={scratch / 'root'}", *last] if last else []
    environment = dict(environment, HOME=str(home), KILN_SOURCE=str(source), PATH=f"{shims}:{environment['PATH']}")
    done = subprocess.run(["bash", "-c", "\n".join(script)], env=environment, stdout=subprocess.PIPE, text=True)
    print(done.stdout)
    results = done.stdout.splitlines().count(EXPECTED)
    if done.returncode or not programs or results != programs:
        sys.exit(f"docs/install.md: status {done.returncode}; {results} of {programs} programs printed {EXPECTED!r}")
    return count


def main():
    source_root, scratch = map(pathlib.Path, sys.argv[1:])
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("KILN_BACKEND_PATH", "LD_LIBRARY_PATH", "LD_PRELOAD", "PKG_CONFIG_PATH", "DESTDIR")}
    run(source_root, scratch, scratch / "home", True, environment)


if __name__ == "__main__":
    main()
