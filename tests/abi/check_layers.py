#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on an #include that goes the wrong way through the layers (the table in docs/architecture.md).

    check_layers.py SOURCE_ROOT            checks the tree
    check_layers.py --expect-bad ROOT      for a sample tree: every file that has "bad" in its name must be refused, no other
"""
import pathlib
import re
import sys

LAYERS = {
    "base": {"base"},
    "layout": {"base", "layout"},
    "expr": {"base", "expr"},
    "codegen": {"base", "layout", "expr", "codegen", "kernels"},
    "runtime": {"base", "runtime", "kernels"},
    "array": {"base", "layout", "expr", "codegen", "runtime", "array"},
    "graph": {"base", "layout", "expr", "codegen", "runtime", "array", "graph"},
    "capi": {"base", "layout", "expr", "codegen", "runtime", "array", "graph", "capi"},
    "compat": {"compat", "kernels"},  # the public API, and its own texts
    "pch": set(),  # the precompiled header
}
VENDOR = re.compile(r"(CL|OpenCL)/|cuda|nvrtc|cublas|nccl|clblast|hip/|level_zero/", re.I)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Backends share the base layer; nothing else of lib/ is theirs.
BACKEND_LAYERS = {"base", "kernels"}


def layer_of(name):
    head = name.split("/")[0]
    return head if "/" in name and (head in LAYERS or head == "kernels") else None


def problem_in(path, bracket, name, root):
    """What is wrong with one #include of one file, or None."""
    parts = path.relative_to(root).parts
    top = parts[0]
    own_vendor_header = bracket == '"' and (path.parent / name).exists()
    # The benchmark's floors are loops in the vendors' own APIs; beside Kiln stand programs that use them, or libgpuarray's
    # header of CUDA functions.
    vendor_allowed = parts[:2] in (("backends", "opencl"), ("backends", "cuda")) or (
        parts[:2] == ("tools", "bench") and path.name.startswith("floor_")) or (
        parts[:3] == ("docs", "examples", "interop") or parts[:2] == ("tests", "interop")) or (
        parts[:3] == ("lib", "compat", "include") and path.name == "ext_cuda.h")
    if VENDOR.match(name) and not own_vendor_header and not vendor_allowed:
        return "vendor headers belong to backends/opencl and backends/cuda"
    layer = layer_of(name)
    if top == "lib" and len(parts) > 2:
        allowed = LAYERS.get(parts[1])
        if allowed is None:
            return f"lib/{parts[1]} is no layer; add it to LAYERS"
        if layer and layer not in allowed:
            return f"{parts[1]} may not include {layer}"
        if name in ("kiln/kiln.hpp",) or name.startswith("kiln/cxx/"):
            return "the library does not use its own C++ wrapper"
    elif top == "backends":
        if layer and layer not in BACKEND_LAYERS:
            return f"a backend may not include {layer}"
    elif top == "include":
        if layer or bracket == '"':
            return "public headers include only each other and the standard library"
    elif top == "tools" or parts[:2] == ("docs", "examples"):
        if layer and not (path.parent / name).exists():
            return f"{top} use the public API only"
    return None


def check(root):
    """(file, line number, include, what is wrong) of every bad include, and how many files were read."""
    found, files = [], 0
    for top in ("include", "lib", "backends", "tools", "docs/examples", "kernels"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".h", ".hpp", ".c", ".cpp", ".cc"):
                continue
            files += 1
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                problem = match and problem_in(path, match.group(1), match.group(2), root)
                if problem:
                    found.append((path.relative_to(root), number, match.group(2), problem))
    return found, files


def main():
    expect_bad = sys.argv[1] == "--expect-bad"
    root = pathlib.Path(sys.argv[-1]).resolve()
    found, files = check(root)
    for path, number, name, problem in found:
        print(f"{path}:{number}: #include of {name}: {problem}")
    print(f"{files} files, {len(found)} bad includes")
    if not expect_bad:
        sys.exit(1 if found or files == 0 else 0)
    refused = {str(path) for path, *_ in found}
    bad = {str(p.relative_to(root)) for p in root.rglob("*bad*") if p.is_file()}
    for name in sorted(refused ^ bad):
        print(f"{name}: {'was refused' if name in refused else 'was not refused'}")
    sys.exit(0 if refused == bad and bad else 1)


main()
