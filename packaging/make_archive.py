#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes libkiln.a: one object with all of libkiln and its backends.

    make_archive.py OUT SCRATCH SYMBOLS LIBRARY... -- NAME MODULE... -- COMPILER...
LIBRARY: a static library of libkiln. NAME MODULE: a backend and a static library with its objects. Its record
kiln_backend_module is renamed to kiln_backend_NAME, which backends/builtin.c lists. COMPILER: the command of the C++
compiler. The environment variables OBJCOPY and AR may name these tools.

The global symbols of the archive are those in the file SYMBOLS, as in the shared library. All others become local, so
that they cannot clash with the program's own (fmt, templates of the standard library).
"""
import os
import pathlib
import shutil
import subprocess
import sys


def run(*command):
    subprocess.run(list(map(str, command)), check=True)


def main():
    first = sys.argv.index("--")
    second = sys.argv.index("--", first + 1)
    out, scratch, symbols, *parts = sys.argv[1:first]
    modules, link = sys.argv[first + 1:second], [*sys.argv[second + 1:], "-r", "-nostdlib"]
    objcopy, scratch = os.environ.get("OBJCOPY", "objcopy"), pathlib.Path(scratch)
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    for name, module in zip(modules[::2], modules[1::2]):
        part = scratch / f"{name}.o"
        run(*link, "-Wl,--whole-archive", module, "-o", part)
        run(objcopy, f"--redefine-sym=kiln_backend_module=kiln_backend_{name}", part)
        parts.append(part)
    whole = scratch / "kiln.o"
    # Without the groups the linker would later drop a local copy of a template in favour of the program's.
    run(*link, "-Wl,--force-group-allocation", "-Wl,--whole-archive", *parts, "-o", whole)
    run(objcopy, "--wildcard", "--weaken-symbol=_Z*", whole)  # --keep-global-symbols leaves unique symbols as they are
    run(objcopy, f"--keep-global-symbols={symbols}", whole)
    pathlib.Path(out).unlink(missing_ok=True)
    run(os.environ.get("AR", "ar"), "rcsD", out, whole)
    shutil.rmtree(scratch)


main()
