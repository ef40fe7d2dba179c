#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The matrix in docs/reference/operations/table.md is what `kiln selftest --matrix` prints.

    check_matrix.py KILN PAGE [--write]      --write puts it there
"""
import pathlib
import subprocess
import sys

BEGIN, END = "<!-- kiln selftest --matrix -->\n", "<!-- end -->"
kiln, page = sys.argv[1], pathlib.Path(sys.argv[2])
printed = subprocess.run([kiln, "selftest", "--matrix"], capture_output=True, text=True, check=True).stdout
text = page.read_text()
before, rest = text.split(BEGIN)
written, after = rest.split(END)
if "--write" in sys.argv:
    page.write_text(before + BEGIN + printed + END + after)
elif written != printed:
    sys.exit(f"{page}: the matrix is not that of the table; {sys.argv[0]} KILN PAGE --write mends it")
