#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on an #include that goes the wrong way through the layers (the table in docs/architecture.md), on includes
that make a circle of rooms, on a room with too many files, and on imports that make a circle of modules of the Python
package. A room is a folder of a layer. Files beside the rooms are the layer's ground: its headers know no room, its
sources may use all of them.

    check_layers.py SOURCE_ROOT            checks the tree
    check_layers.py --expect-bad ROOT      for a sample tree: every file that has "bad" in its name must be refused, no other
"""
import ast
import pathlib
import re
import sys

LAYERS = {
    "base": {"base"},
    "layout": {"base", "layout"},
    "expr": {"base", "expr"},
    "codegen": {"base", "layout", "expr", "codegen", "kernels"},
    "runtime": {"base", "runtime"},
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
# Layers whose files stand in rooms, and how many files a room has at most.
LAYERS_OF_ROOMS = ("base", "expr", "runtime", "codegen", "array", "graph", "capi", "compat")
# Folders beside the layers whose files stand in rooms too.
FOLDERS_OF_ROOMS = ("backends/cuda", "backends/opencl", "bindings/python/kiln", "docs/examples", "kernels", "tests/abi",
                    "tests/backends", "tools/operations")
MOST_FILES = 20
# The one header of lib that tools use: it needs the standard library alone, and there is one rule for nearest names.
TOOLS_HEADER = "base/nearest.hpp"
PYTHON_PACKAGE = "bindings/python/kiln"


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
        parts[:2] == ("compat", "include") and path.name == "ext_cuda.h")
    if VENDOR.match(name) and not own_vendor_header and not vendor_allowed:
        return "vendor headers belong to backends/opencl and backends/cuda"
    layer = layer_of(name)
    if top == "compat" or (top == "lib" and len(parts) > 2):
        allowed = LAYERS.get(parts[1] if top == "lib" else top)
        if allowed is None:
            return f"lib/{parts[1]} is no layer; add it to LAYERS"
        if layer and layer not in allowed:
            return f"{parts[1] if top == 'lib' else top} may not include {layer}"
        if name in ("kiln/kiln.hpp",) or name.startswith("kiln/cxx/"):
            return "the library does not use its own C++ wrapper"
    elif top == "backends":
        if layer and layer not in BACKEND_LAYERS:
            return f"a backend may not include {layer}"
    elif top == "include":
        if layer or bracket == '"':
            return "public headers include only each other and the standard library"
    elif top == "tools" or parts[:2] == ("docs", "examples"):
        if layer and not (path.parent / name).exists() and (top, name) != ("tools", TOOLS_HEADER):
            return f"{top} use the public API only"
    return None


def check(root):
    """(file, line number, include, what is wrong) of every bad include, and how many files were read."""
    found, files = [], 0
    for top in ("include", "lib", "compat", "backends", "tools", "docs/examples", "kernels"):
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


def folder_of(root, layer):
    """The drop-in stands beside lib: it is a library of its own."""
    return root / layer if layer == "compat" else root / "lib" / layer


def room_of(name):
    """("array", "fold") of "array/fold/scan.hpp", ("array", None) of "array/array.hpp"; None outside layers of rooms."""
    parts = name.split("/")
    if parts[0] not in LAYERS_OF_ROOMS:
        return None
    return parts[0], parts[1] if len(parts) > 2 else None


def circles(arrows):
    """(from, to, place) of every arrow that is part of a circle. arrows: {from: {to: [places]}}."""

    def reaches(start, goal, seen):
        if start == goal:
            return True
        seen.add(start)
        return any(reaches(after, goal, seen) for after in arrows.get(start, {}) if after not in seen)

    for here, targets in arrows.items():
        for there, places in targets.items():
            if reaches(there, here, set()):
                yield from ((here, there, place) for place in places)


def check_rooms(root):
    """(file, line number, include, what is wrong) of includes that make circles, and of headers of the ground that use rooms."""
    found, arrows = [], {}
    for layer in LAYERS_OF_ROOMS:
        folder = folder_of(root, layer)
        for path in sorted(folder.rglob("*.?pp")):
            here = room_of(str(path.relative_to(folder.parent)))
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                there = match and room_of(match.group(2))
                if not there or there[0] != layer or there == here or there[1] is None:
                    continue
                place = (path.relative_to(root), number, match.group(2))
                if here[1] is not None:
                    arrows.setdefault(here, {}).setdefault(there, []).append(place)
                elif path.suffix == ".hpp":
                    found.append((*place, "a header beside the rooms may not use one"))

    return found + [(*place, f"a circle: {there[1]} uses {here[1]} too") for here, there, place in circles(arrows)]


def module_of(parts, package):
    """The module that the parts of a dotted name lead to inside the package: "_c._abi" is _c/_abi.py. A part without a
    file names something in the module before it, and the package itself is "__init__"."""
    for count in range(len(parts), 0, -1):
        file = package.joinpath(*parts[:count])
        if file.with_suffix(".py").exists() or (file / "__init__.py").exists():
            return ".".join(parts[:count])
    return "__init__"


def imported(node, folder, package):
    """The modules of a package that an import statement in a file of a folder of it names."""
    names = []
    if isinstance(node, ast.Import):
        names = [alias.name.split(".")[1:] for alias in node.names if alias.name.split(".")[0] == package.name]
    elif isinstance(node, ast.ImportFrom):
        whole = (node.module or "").split(".") if node.module else []
        if node.level == 0 and whole[:1] != [package.name]:
            return []
        here = folder.relative_to(package).parts
        inside = [*here[:len(here) - node.level + 1], *whole] if node.level else whole[1:]
        names = [[*inside, alias.name] for alias in node.names]
    return sorted({module_of(name, package) for name in names})


def check_python(root):
    """(file, line number, import, what is wrong) of imports that make a circle of modules, and how many modules import
    others. Imports inside functions, and those for type checkers only, count too: they hide a circle and do not undo it."""
    package = root / PYTHON_PACKAGE
    arrows = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        here = module_of(parts[:-1] if path.stem == "__init__" else parts, package)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for name in imported(node, path.parent, package):
                place = (path.relative_to(root), node.lineno, name)
                arrows.setdefault(here, {}).setdefault(name, []).append(place)
    return [(*place, f"a circle: {there} uses {here} too") for here, there, place in circles(arrows)], len(arrows)


def crowded_rooms(root):
    """Folders of LAYERS_OF_ROOMS and FOLDERS_OF_ROOMS with more files than MOST_FILES, and how many they have."""
    tops = [folder_of(root, layer) for layer in LAYERS_OF_ROOMS] + [root / folder for folder in FOLDERS_OF_ROOMS]
    folders = [folder for top in tops if top.is_dir() for folder in (top, *top.rglob("*"))
               if folder.is_dir() and folder.name != "__pycache__"]
    counts = {folder: sum(f.is_file() for f in folder.iterdir()) for folder in folders}
    return [(folder.relative_to(root), count) for folder, count in counts.items() if count > MOST_FILES]


def main():
    expect_bad = sys.argv[1] == "--expect-bad"
    root = pathlib.Path(sys.argv[-1]).resolve()
    found, files = check(root)
    found += check_rooms(root)
    bad_imports, modules = check_python(root)
    found += bad_imports
    crowded = crowded_rooms(root)
    for folder, count in crowded:
        print(f"{folder}: {count} files, expected at most {MOST_FILES}")
    for path, number, name, problem in found:
        what = "import" if path.suffix == ".py" else "#include"
        print(f"{path}:{number}: {what} of {name}: {problem}")
    print(f"{files} files and {modules} Python modules, {len(found)} bad includes and imports")
    if not expect_bad:
        sys.exit(1 if found or crowded or files == 0 or modules == 0 else 0)
    refused = {str(path) for path, *_ in found}
    bad = {str(p.relative_to(root)) for p in root.rglob("*bad*") if p.is_file()}
    for name in sorted(refused ^ bad):
        print(f"{name}: {'was refused' if name in refused else 'was not refused'}")
    sys.exit(0 if refused == bad and bad else 1)


main()
