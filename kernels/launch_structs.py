#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a header with a struct for each kernel of the library whose signature is fixed. A struct has a member for each
parameter, in the kernel's order and with its name; its type converts from no other (lib/array/arguments.hpp).
Designated initialisers of the struct do not compile where an argument is missing, out of order or of another type.

    launch_structs.py OUT KERNEL_FILES...

Kernels that share a name and a signature (one shape for CPU devices, one for others) share a struct. A kernel has none
if there is a macro among its parameters that no kernel file defines: the text's generator writes its signature."""
import pathlib
import re
import sys

NUMBERS = {"int": "std::int32_t", "uint": "std::uint32_t", "long": "std::int64_t", "ulong": "std::uint64_t",
           "float": "float", "double": "double"}
# Integers that are 64 bits wide where the kernel's text says so, else 32.
INDICES = {"KILN_INDEX", "KILN_OFFSET", "KILN_STEP", "KILN_END"}
# The names of structs for kernels that share a name but not a signature. A key has the kernel's file and name, and, if
# the file has several kernels of that name, the #if condition before the kernel.
NAMES = {
    ("scan_once", "scan"): "ScanOnce",
    ("sort_warps", "count_digits"): "CountTileDigits",
    ("index_add", "index_add", "KILN_CPU"): "IndexAddPlaces",
}
# Runs of parameters that several kernels have. Each entry names the struct for the run, the kernel struct's member of
# this type, and the run's parameters with their members. Without KILN_INDEX in the kernel they have 64 bits.
RUNS = [
    ("ScanSteps", "source_steps", {"s0": "row", "s1": "axis", "s2": "col", "s": "start"}),
    ("ScanSteps", "result_steps", {"r0": "row", "r1": "axis", "r2": "col", "r": "start"}),
    ("MoveExtents", "extents", {name: name for name in ("n", "outer", "count", "inner")}),
    ("AxisSteps", "a_steps", {"a0": "outer", "a1": "middle", "a2": "inner"}),
    ("AxisSteps", "b_steps", {"b0": "outer", "b1": "middle", "b2": "inner"}),
    ("AxisSteps", "index_steps", {"i0": "outer", "i1": "middle", "i2": "inner"}),
    ("ConvFilters", "filters", {"a_line": "line", "a_outer": "outer", "a_inner": "inner", "ak0": "k0", "ak1": "k1",
                                "ak2": "k2", "ak3": "k3"}),
    ("ConvResult", "result", {"c_row": "row", "c0": "d0", "c1": "d1", "c2": "d2", "c3": "d3", "c_outer": "outer",
                              "c_inner": "inner"}),
    ("GemmExtents", "extents", {name: name for name in ("m", "n", "k")}),
    ("GemmFactors", "factors", {name: name for name in ("a_row", "a_k", "a_outer", "a_inner",
                                                        "b_k", "b_column", "b_outer", "b_inner")}),
    ("GemmResult", "result", {name: name for name in ("c_row", "c_column", "c_outer", "c_inner")}),
    ("GemmConjugates", "conjugate", {"conjugate_a": "a", "conjugate_b": "b"}),
    ("GemmScale", "scale", {name: name for name in ("use_beta", "alpha", "beta")}),
]


class Generated(Exception):
    """A signature that is not in the kernel files alone."""


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


def kernels_of(text):
    """(name, parameters, condition, whether packed) of each kernel. The condition is that of the innermost #if or #elif
    before it."""
    for match in re.finditer(r"^(?:KILN_KERNEL|KILN_PACKED_KERNEL) void (\w+)\((.*?)\)\s*\{", text, re.M | re.S):
        conditions = []
        for line in text[:match.start()].splitlines():
            if directive := re.match(r"#\s*(ifndef|ifdef|if|elif|else|endif)\b\s*(.*?)\s*(//.*)?$", line):
                word, condition = directive[1], directive[2]
                if word == "endif":
                    conditions.pop()
                elif word in ("elif", "else"):
                    conditions[-1] = condition
                else:
                    conditions.append(condition)
        yield match[1], match[2], conditions[-1] if conditions else "", match[0].startswith("KILN_PACKED")


def macros_of(text):
    """The bodies of each macro that a file defines itself, by name. Definitions behind #ifndef stand in for a
    generator's."""
    found, conditions = {}, []
    for line in text.replace("\\\n", " ").splitlines():
        if directive := re.match(r"#\s*(ifndef|ifdef|if|endif)\b", line):
            conditions.pop() if directive[1] == "endif" else conditions.append(directive[1])
        elif "ifndef" not in conditions and (match := re.match(r"#\s*define (\w+)(?:\(\w+\))?\s+(.*)", line)):
            found.setdefault(match[1], []).append(re.sub(r"//.*", "", match[2]).strip())
    return found


class Signature:
    def __init__(self, parameters, macros):
        self.macros, self.members, self.groups, self.wide = macros, [], {}, False
        self.rest, self.optional, self.packed = parameters, False, False
        while self.take(r"[\s,]*") is not None and self.rest:
            self.parameter()
        self.put_wide = set()  # members of RUNS whose numbers are 64 bits wide in this kernel
        for struct, member, names in RUNS:
            self.gather(struct, member, names)

    def gather(self, struct, member, names):
        """One member in place of the run of parameters `names`, if the kernel has it."""
        found = [name for _, name in self.members]
        at = found.index(next(iter(names))) if next(iter(names)) in found else 0
        if found[at:at + len(names)] != list(names):
            return
        run = self.members[at:at + len(names)]
        inner = Signature("", self.macros)
        inner.wide = any(kind in ("Index", "Number<std::int64_t>") for kind, _ in run)
        inner.members = [("Index" if kind == "Number<std::int64_t>" else kind, names[name]) for kind, name in run]
        if ("Number<std::int64_t>", next(iter(names))) in run:
            self.put_wide.add(member)
        self.groups[struct] = inner
        self.members[at:at + len(names)] = [(struct, member)]

    def take(self, pattern):
        match = re.match(pattern, self.rest)
        if match:
            self.rest = self.rest[match.end():]
        return match

    def add(self, kind, name):
        self.members.append((f"Optional<{kind}>" if self.optional else kind, name))

    def group(self, macro, name):
        """A struct for the parameters that a macro stands for. Their names lose the "##k" of its argument."""
        bodies = self.macros.get(macro, [])
        if not bodies:
            raise Generated(macro)
        self.groups[name] = Signature(re.sub(r"##k\b", "", bodies[0]), self.macros)
        self.wide = self.wide or self.groups[name].wide
        return name

    def parameter(self):
        if self.take(r"#\s*if \w+\n"):
            self.optional = True
        elif self.take(r"#\s*endif"):
            self.optional = False
        elif match := self.take(r"KILN_ARG\((const )?(\w+), (\w+)\)"):
            bodies = self.macros.get(match[2], [])
            either = not match[1] and {body.startswith("const ") for body in bodies} == {True, False}
            self.add("Memory" if either else "Read" if match[1] else "Write", match[3])
        elif match := self.take(r"KILN_(?:EACH|OPERANDS)\((\w+)\)"):
            self.add(f"Several<{self.group(match[1], 'Each')}>", match[1].removeprefix("KILN_").lower())
        elif match := self.take(r"(KILN_\w+)\(0\)((?: *\n? *\1\(\d\))*)"):
            count = 1 + match[2].count(match[1])
            self.add(f"std::array<{self.group(match[1], 'Each')}, {count}>", match[1].removeprefix("KILN_").lower())
        elif match := self.take(r"(?:const )?(\w+) (?!KILN_)(\w+)"):
            if match[1] in INDICES:
                self.wide = True
                self.add("Index", match[2])
            else:
                self.add(f"Number<{NUMBERS[match[1]]}>" if match[1] in NUMBERS else "Value", match[2])
        elif match := self.take(r"(KILN_\w+)(?!\()"):
            name = match[1].removeprefix("KILN_").lower()
            self.add(self.group(match[1], camel(name)), name.removesuffix("_arguments"))
        else:
            raise Generated(self.rest)

    def lines(self, name, kernel):
        """The struct's text. `kernel` is None for a group of parameters, whose put() gets the width of indices."""
        out = [f"struct {name} {{"]
        if "Each" in self.groups:
            out += ["  " + line if line else "" for line in self.groups["Each"].lines("Each", None)[:-1]]
        if kernel:
            out.append(f'  static constexpr const char* kName = "{kernel}";')
        if kernel and self.packed:
            out.append("  static constexpr bool kPacked = true;")
        if kernel and self.wide:
            out.append("  Wide wide;")
        out += [f"  {kind.replace('Optional<', 'std::optional<')} {member};" for kind, member in self.members]
        wide = "wide.value" if kernel else "wide"
        told = "" if kernel else ", [[maybe_unused]] bool wide"
        out += ["  template <class Launch>", f"  void put(Launch& launch{told}) const {{"]
        for kind, member in self.members:
            bare = re.sub(r"^Optional<(.*)>$", r"\1", kind)
            value = member if bare == kind else f"*{member}"
            call = f"launch.add({value}{f', {wide}' if bare == 'Index' else ''});"
            inside = "true" if member in self.put_wide else wide if self.wide else "false"
            if bare != kind:
                out.append(f"    if ({member}) {call}")
            elif kind.startswith(("Several", "std::array")):
                out.append(f"    for (const auto& each : {member}) each.put(launch, {inside});")
            elif kind in self.groups:
                out.append(f"    {member}.put(launch, {inside});")
            else:
                out.append(f"    {call}")
        return out + ["  }", "};", ""]


def structs_of(texts):
    """The structs and the groups of parameters that several have, by name, and the kernels without a struct."""
    # Macros for parameters that one file defines and the files appended to it use.
    shared = {name: macros_of(texts[stem])[name] for stem, name in (("sort_key", "KILN_KEY_ARGUMENTS"),
                                                                    ("sort_parts", "KILN_PARTS"), ("scan", "KILN_TOTAL"),
                                                                    ("conv_side", "KILN_CONV_SIDE"),
                                                                    ("plane_side", "KILN_PLANE_SIDE"),
                                                                    ("epilogue", "KILN_OPERAND"))}
    structs, groups, left = {}, {}, set()
    for stem, text in texts.items():
        for kernel, parameters, condition, packed in kernels_of(text):
            try:
                signature = Signature(parameters, macros_of(text) | shared)
            except Generated as reason:
                left.add(f"{stem}.cl {kernel}: {reason}")
                continue
            name = NAMES.get((stem, kernel, condition)) or NAMES.get((stem, kernel)) or camel(kernel)
            if kernel == "gemm":
                name = camel(stem)
            signature.packed = packed
            known = structs.setdefault(name, (kernel, signature))
            if known[1].members != signature.members or known[0] != kernel:
                sys.exit(f"{stem}.cl: {kernel} has not the signature of another kernel of this name; add it to NAMES")
            for group, inner in signature.groups.items():
                if group != "Each" and groups.setdefault(group, inner).members != inner.members:
                    sys.exit(f"{stem}.cl: {group} is another list of parameters elsewhere")
    return structs, groups, left


def main(out, paths):
    structs, groups, left = structs_of({pathlib.Path(path).stem: pathlib.Path(path).read_text(encoding="utf-8")
                                        for path in paths if path.endswith(".cl")})
    lines = ["// Generated by kernels/launch_structs.py: the arguments of kernels, in their order.", "#pragma once", "",
             "#include <array>", "#include <optional>", "", '#include "array/arguments.hpp"', "",
             "namespace kiln::kernels {", "", "using namespace array::argument;", ""]
    for name, inner in groups.items():
        lines += inner.lines(name, None)
    for name, (kernel, signature) in structs.items():
        lines += signature.lines(name, kernel)
    lines += ["// Kernels whose signature is generated:"] + [f"// {each}" for each in sorted(left)]
    text, written = "\n".join(lines + ["", "}  // namespace kiln::kernels", ""]), pathlib.Path(out)
    # A file that stays as it is keeps its time: what includes it is not compiled again.
    if not written.exists() or written.read_text(encoding="utf-8") != text:
        written.write_text(text, encoding="utf-8")


main(sys.argv[1], sys.argv[2:])
