#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parses every kernel file as OpenCL C 1.2 behind the prelude, with and without double precision."""
import pathlib
import subprocess
import sys

clang, folder = sys.argv[1], pathlib.Path(sys.argv[2])
failed = 0
AFTER = {"complex_functions.cl": "complex.cl"}  # what a file without a kernel of its own follows
files = sorted(folder.glob("*.cl"))
for path in files:
    for double in ([], ["-Xclang", "-cl-ext=-cl_khr_fp64"]):
        command = [clang, "-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-fsyntax-only",
                   "-target", "spir64-unknown-unknown", *double]
        if path.name != "prelude_opencl.cl":
            command += ["-include", str(folder / "prelude_opencl.cl")]
        if path.name in AFTER:
            command += ["-include", str(folder / AFTER[path.name])]
        result = subprocess.run(command + [str(path)], capture_output=True, text=True)
        if result.returncode:
            failed += 1
            print(path.name, *double, result.stderr, sep="\n")
assert files, "no kernel files found"
sys.exit(1 if failed else 0)
