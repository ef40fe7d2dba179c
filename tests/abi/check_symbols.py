#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what libkiln, or a backend module, exports and needs with what it may.

    check_symbols.py LIBRARY SYMBOLS [--needs=NAME] [--any-library]
The exported symbols are exactly those of SYMBOLS: a list separated by commas, or a file, in which a line "# VERSION"
gives the version of the symbols after it.
--needs: a library that may be needed too. --any-library: do not check the needed libraries (sanitizers add theirs).
"""
import re
import subprocess
import sys

NEEDED = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libdl.so.2", "libpthread.so.0"}


def exported(library):
    """The names, "NAME@VERSION" where they have a version."""
    output = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    for line in output.splitlines():
        kind, name = line.split()[-2:]
        if kind != "A":  # the versions themselves
            yield name.replace("@@", "@")


def listed(path):
    version = ""
    for line in open(path).read().splitlines():
        if line.startswith("# "):
            version = "@" + line[2:]
        elif line:
            yield line + version


def needed(library):
    output = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", output))


def main():
    library, symbols, *options = sys.argv[1:]
    problems = []
    expected = set(listed(symbols) if symbols.endswith(".txt") else symbols.split(","))
    allowed = NEEDED | {option.split("=", 1)[1] for option in options if option.startswith("--needs=")}
    found = set(exported(library))
    problems += [f"exports {name}, which is not listed" for name in sorted(found - expected)]
    problems += [f"does not export {name}" for name in sorted(expected - found)]
    if "--any-library" not in options:
        extra = {name for name in needed(library) - allowed if not name.startswith("ld-linux")}
        problems += [f"needs {name}" for name in sorted(extra)]
    for problem in problems:
        print(f"{library}: {problem}")
    print(f"{len(found)} symbols, {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
