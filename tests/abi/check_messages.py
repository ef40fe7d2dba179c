#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails where a message of a backend begins with the name of an entry of the plug-in interface. Such a message reaches the
program behind the name of the function that it called, where an inner name says nothing to it.

    check_messages.py ROOT
"""
import pathlib
import re
import sys


def entries(header):
    return sorted(set(re.findall(r"\(\*(\w+)\)\(", header)))


def inner_names(text, names):
    """(line, message) for each message that begins with one of the names."""
    pattern = re.compile(r'"((?:' + "|".join(names) + r'): [^"]*)"')
    return [(text.count("\n", 0, found.start()) + 1, found.group(1)) for found in pattern.finditer(text)]


def main():
    root = pathlib.Path(sys.argv[1])
    names = entries((root / "include/kiln/backend.h").read_text(encoding="utf-8"))
    sample = 'fail("memory_adopt: the cl_mem is NULL");\nfail("the cl_mem is NULL");'  # a check that finds nothing passes too
    if inner_names(sample, names) != [(1, "memory_adopt: the cl_mem is NULL")]:
        sys.exit("the sample was not refused")
    files = [path for folder in ("backends/opencl", "backends/cuda", "lib/base/plugin")
             for path in sorted((root / folder).rglob("*")) if path.suffix in (".cpp", ".hpp")]
    problems = [f"{path.relative_to(root)}:{line}: '{message}' begins with an entry's name"
                for path in files + [root / "include/kiln/backend.hpp"]
                for line, message in inner_names(path.read_text(encoding="utf-8"), names)]
    print("\n".join(problems + [f"{len(names)} entries, {len(files) + 1} files, {len(problems)} problems"]))
    sys.exit(1 if problems or len(names) < 20 else 0)


main()
