#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the C interface of the headers with a dump of it that programs rely on.

    check_abi.py INCLUDE_DIR SYMBOLS DUMP            nothing of the dump may have changed or gone; more may have come
    check_abi.py --refused INCLUDE_DIR SYMBOLS DUMP  headers with one change each: what breaks programs is refused
KILN_UPDATE_ABI=1 writes the dump anew. The release build has no debug information, and libabigail reads types from that
alone. So a library is compiled here that has a pointer to each exported function: the types of these pointers hold all
parameters, structs and enumerations of the interface. Test abi-symbols compares the functions with libkiln's own.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# A name, the header, what is replaced and by what, and whether programs still run.
CHANGES = [
    ("a parameter of another type", "context.h", r"kiln_device_count\(size_t\*", "kiln_device_count(int*", False),
    ("a function that is gone", None, None, None, False),
    ("a member less", "context.h", r"  const char\* reason;.*\n", "", False),
    ("members in another order", "context.h", r"(  const char\* name;.*\n)(  const char\* path;.*\n)", r"\2\1", False),
    ("another value of a status", "types.h", r"KILN_OK = 0", "KILN_OK = 100", False),
    ("nothing", None, None, None, True),
]


def run(*command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)


def library(include, symbols, scratch):
    source, target = scratch / "abi.c", scratch / "abi.so"
    source.write_text("#include <kiln/kiln.h>\n" + "".join(f"__typeof__({name})* abi_{name};\n" for name in symbols))
    done = run("gcc", "-std=gnu11", "-g", "-shared", "-fPIC", "-nostdlib", f"-I{include}", "abi.c", "-o", target,
               cwd=scratch)
    if done.returncode:
        sys.exit(done.stderr)
    return target


def difference(include, symbols, dump, scratch):
    """What is not as in the dump, or ''."""
    done = run("abidiff", "--no-added-syms", dump, library(include, symbols, scratch))
    return done.stdout + done.stderr if done.returncode else ""


def changed(include, symbols, change, scratch):
    """The headers and the symbols after a change."""
    what, header, old, new, _ = change
    if what == "a function that is gone":
        return include, symbols[1:]
    copy = scratch / "include"
    shutil.copytree(include, copy)
    if header:
        path = copy / "kiln" / header
        text, count = re.subn(old, new, path.read_text(), count=1)
        if count != 1:
            sys.exit(f"{what}: {header} has nothing like {old}")
        path.write_text(text)
    return copy, symbols


def main():
    refused = sys.argv[1] == "--refused"
    include, symbols, dump = (pathlib.Path(name).resolve() for name in sys.argv[2 if refused else 1:])
    if not shutil.which("abidiff"):
        print("abidiff is not here (Debian: abigail-tools)")
        sys.exit(77)
    symbols = [name for name in symbols.read_text().splitlines() if not name.startswith("#")]
    for change in CHANGES if refused else [None]:
        with tempfile.TemporaryDirectory() as scratch:
            scratch = pathlib.Path(scratch)
            if change:
                found = bool(difference(*changed(include, symbols, change, scratch), dump, scratch))
                if found == change[4]:
                    sys.exit(f"{change[0]}: {'refused' if found else 'not refused'}")
            elif os.environ.get("KILN_UPDATE_ABI"):
                done = run("abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs",
                           library(include, symbols, scratch))
                dump.write_text(done.stdout)
            elif found := difference(include, symbols, dump, scratch):
                sys.exit(f"{found}\nPrograms built against the dump may break. KILN_UPDATE_ABI=1 writes it anew.")


main()
