#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the linker's version script from a list of symbols.

    version_script.py SYMBOLS OUT
A line "# VERSION" in SYMBOLS begins the symbols of that version, the oldest version first.
"""
import sys


def main():
    nodes = []
    with open(sys.argv[1]) as symbols:
        for line in symbols.read().splitlines():
            if line.startswith("# "):
                nodes.append((line[2:], []))
            elif line:
                nodes[-1][1].append(line)
    with open(sys.argv[2], "w") as out:
        base = ""
        for version, names in nodes:
            listed = "".join(f"    {name};\n" for name in names)
            hidden = "" if base else "  local:\n    *;\n"
            out.write(f"{version} {{\n  global:\n{listed}{hidden}}}{base};\n")
            base = f" {version}"


main()
