#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""parse_kernels.py CLANG KERNELS GOLDEN_TEXTS: parses every kernel file as OpenCL C 1.2 behind the prelude, with and
without double precision: texts that others stand behind by themselves, kernels in the golden texts, with the macros that
these define. What builtins_opencl.cl declares must be what Clang's opencl-c.h declares, type by type and attribute by
attribute. A section of builtins_inline.cl must name the sections that define its macros. What kernels may use must be in
both preludes."""
import pathlib
import re
import subprocess
import sys

clang, folder = sys.argv[1], pathlib.Path(sys.argv[2])
sys.dont_write_bytecode = True
sys.path.insert(0, str(folder))
from embed_kernels import code_of, with_packed  # noqa: E402

failed = 0
# Texts that stand before others, and what some of them follow.
AFTER = {"complex_functions.cl": ["complex.cl"], "exp.cl": ["vector.cl"], "log.cl": ["vector.cl"], "powers.cl": ["vector.cl"]}
AFTER |= {"builtins_inline.cl": ["builtins_opencl.cl"]}
AFTER |= {f"vector_{name}.cl": ["vector.cl"] for name in ("f64", "circle", "exp")}
AFTER |= {f"vector_{name}.cl": ["vector.cl", "vector_f64.cl"] for name in ("rest", "circle_f64", "hyperbolic_f64", "power_f64")}
AFTER |= {f"vector_{name}.cl": ["vector.cl", "vector_f64.cl", "vector_exp.cl"] for name in ("hyperbolic", "power")}
files = sorted(folder.glob("*/*.cl"), key=lambda path: path.name)
places = {path.name: path for path in folder.glob("*/*.c[lu]")}
PLAIN, NO_DOUBLE = [], ["-Xclang", "-cl-ext=-cl_khr_fp64"]


def parse(title, options, text):
    """Whether the text is OpenCL C behind what the options name."""
    standard = "CL2.0" if "atomic_fetch_add_explicit" in text else "CL1.2"
    command = [clang, "-x", "cl", f"-cl-std={standard}", "-Xclang", "-finclude-default-header", "-fsyntax-only",
               "-target", "spir64-unknown-unknown", "-Dasm=__asm__", *options, "-"]  # NVIDIA's compiler knows `asm`
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    if result.returncode:
        print(title, *options, result.stderr, sep="\n")
    return result.returncode == 0


def included(*names):
    return [word for name in names for word in ("-include", str(places[name]))]


for path in files:
    if path.parent.name not in ("common", "math"):
        continue
    modes = [PLAIN, NO_DOUBLE]
    if path.name.startswith(("vector", "powers", "exp", "builtins_inline")):  # the functions themselves, for processors
        modes += [mode + ["-D__FMA__"] for mode in modes]
    before = [] if path.name == "prelude_opencl.cl" else ["prelude_opencl.cl"]
    for mode in modes:
        if not parse(path.name, mode + included(*before, *AFTER.get(path.name, [])), path.read_text()):
            failed += 1

# Kernels need macros that a generator defines: they are parsed in the golden texts, two of each set of files.
programs, reached = {}, set()
for golden in sorted(pathlib.Path(sys.argv[3]).glob("*.cl")):
    for program in golden.read_text().split("======== ")[1:]:
        title, text = re.match(r"(.*)\n(?:[a-z_]+(?: \d+)?\n)*([^\0]*)", program).groups()  # less the build's options
        names = re.findall(r"^<<(.*)>>$", text, re.M)
        programs.setdefault(tuple(names), []).append((f"{golden.name} {title}", text))
        reached |= set(names)
for texts in programs.values():
    for title, text in dict.fromkeys((texts[0], texts[-1])):
        text = re.sub(r"^<<(.*)>>$", lambda match: with_packed(code_of(places[match[1]].read_text())), text, flags=re.M)
        if not parse(title, (PLAIN if "double" in text else NO_DOUBLE) + included("prelude_opencl.cl"), text):
            failed += 1
for path in files:
    if "_KERNEL void" in path.read_text() and path.name not in reached:
        failed += 1
        print(path.name, "is in no golden text")
assert files, "no kernel files found"

# A kernel is compiled behind either prelude.
macros = [set(re.findall(r"^ *# *define (KILN_\w+)", places[name].read_text(), re.M)) for name in ("prelude_opencl.cl", "prelude_cuda.cu")]
if missing := macros[0] - macros[1] - {"KILN_OPENCL", "KILN_TOUCHED"}:
    failed += 1
    print("not defined in prelude_cuda.cu:", *sorted(missing))

# __shared__ is of what memory holds, not of what points there.
for path in files:
    if not path.name.startswith(("prelude", "builtins")) and (pointers := re.findall(r"KILN_LOCAL (?:const )?\w+ *\*.*", path.read_text())):
        failed += 1
        print(path.name, "has pointers to local memory, which the CUDA dialect has no word for:", *pointers, sep="\n  ")

# What may come before any kernel has macros of its own.
own = set(re.findall(r"^ *# *define (KILN_B_\w+)", places["builtins_inline.cl"].read_text(), re.M))
for path in files:
    if path.name != "builtins_inline.cl" and (shared := own & set(re.findall(r"KILN_B_\w+", path.read_text()))):
        failed += 1
        print(path.name, "has macros of builtins_inline.cl:", *sorted(shared))

# The OpenCL backend takes sections by their names (backends/opencl/program/builtins.cpp), from the text without comments.
first, *parts = re.split(r"^//@ ", code_of(places["builtins_inline.cl"].read_text()), flags=re.M)
sections = {re.match(r"\w+", part)[0]: part for part in parts}
for name, part in sections.items():
    taken, text = {name}, first + part
    while more := (set(re.findall(r"\w+", text)) & sections.keys()) - taken:
        taken |= more
        text += "".join(sections[other] for other in more)
    if missing := set(re.findall(r"KILN_B_\w+", part)) - set(re.findall(r"define (KILN_B_\w+)", text)):
        failed += 1
        print(f"section {name} of builtins_inline.cl needs sections that it does not name, which define", *sorted(missing))

# The tree of the whole header and of our file behind it: a declaration that is there already names the one before.
builtins = places["builtins_opencl.cl"]
result = subprocess.run([clang, "-x", "cl", "-cl-std=CL1.2", "-cl-no-stdinc", "-Xclang", "-finclude-default-header",
                         "-fsyntax-only", "-target", "spir64-unknown-unknown", "-Xclang", "-ast-dump", str(builtins)],
                        capture_output=True, text=True)
attributes, ours, here, address = {}, [], False, None
for line in result.stdout.splitlines():
    here = here or builtins.name in line
    if declaration := re.match(r"[|`]-(\w+) (0x\w+)(?: prev (0x\w+))? (.*)", line):
        address = declaration[2]
        attributes[address] = set()
        if here and declaration[1] == "FunctionDecl":
            ours.append((address, declaration[3], declaration[4]))
    elif (attribute := re.match(r"[| ] [|`]-(\w+Attr) ", line)) and "Inherited" not in line and "Implicit" not in line:
        attributes[address].add(attribute[1])
assert len(ours) > 500, f"{len(ours)} declarations found: {result.stderr}"
for address, before, text in ours:
    if before is None or attributes[before] != attributes[address]:
        failed += 1
        print(f"not a declaration of OpenCL's: {text}: {attributes[address]}, expected {attributes.get(before)}")
sys.exit(1 if failed else 0)
