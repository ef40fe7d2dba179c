#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes one .cpp with the text of every kernel file and a look-up by file name.

Comments and empty lines are left out: compilers and the keys of cached programs do not see them, so a comment may be
as long as its reader needs, and may change without a program being compiled again. Lines that begin with "//@" stay:
they divide builtins_inline.cl into sections (backends/opencl/program/builtins.cpp).

A kernel that begins with KILN_PACKED_KERNEL has two heads in the text. Where KILN_PACKS is 1, its numbers, offsets of
arrays among them, are one structure, whose members lie in the parameters' order; the structure ends with a KILN_REST,
so that no compiler adds bytes there."""
import os
import re
import sys

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)


def code_of(text):
    """The text without comments, empty lines and blanks at the ends of lines."""
    def kept(match):
        token = match[0]
        return token if token.startswith(('"', "//@")) else " " if token.startswith("/*") else ""
    lines = [re.sub(r"\s+\\$", r" \\", line.rstrip()) for line in TOKEN.sub(kept, text).split("\n")]
    lines = [line for line in lines if line.strip() != "\\"]
    # An empty line ends a macro whose last line asks for another.
    return "".join(f"{line}\n" for before, line in zip([""] + lines, lines) if line or before.endswith("\\"))


def parameters_of(text):
    """The parameters of a kernel, and the lines of directives among them."""
    found, depth, last = [], 0, ""
    for token in re.split(r"(^\s*#[^\n]*\n|[(),]|(?<=\S)\s+(?=KILN_OPERANDS\())", text, flags=re.M):
        directive = token.lstrip().startswith("#")
        depth += {"(": 1, ")": -1}.get(token, 0)
        if directive or (depth == 0 and token == ",") or re.fullmatch(r"\s+", token):
            found.append(last.strip())
            last = token if directive else ""
            if directive:
                found.append(last.strip())
                last = ""
            continue
        last += token
    return [each for each in found + [last.strip()] if each]


def packed_head(match):
    """Both heads of a kernel with KILN_PACKED_KERNEL."""
    name, parameters = match[1], match[2]
    memories, members, declared = [], [], []
    for each in parameters_of(parameters):
        if each.startswith("#"):
            for lines in (memories, members, declared):
                lines.append(each)
        elif memory := re.fullmatch(r"KILN_ARG\((.*), (\w+)\)", each):
            memories.append(f"KILN_GLOBAL {memory[1]} *{memory[2]}_base,")
            members.append(f"ulong {memory[2]}_offset;")
            declared.append(f"const ulong {memory[2]}_offset = kiln_at.{memory[2]}_offset;")
        elif several := re.fullmatch(r"KILN_OPERANDS\((\w+)\)", each):
            memories.append(f"KILN_OPERANDS({several[1]}_MEMORY)")
            members.append(f"KILN_OPERANDS({several[1]}_MEMBERS)")
            declared.append(f"KILN_OPERANDS({several[1]}_NUMBERS)")
        elif number := re.fullmatch(r"(\w+) (\w+)", each):
            members.append(f"{each};")
            declared.append(f"const {each} = kiln_at.{number[2]};")
        else:
            sys.exit(f"{name}: '{each}' is no parameter of a packed kernel")
    return "\n".join(["#if KILN_PACKS", "typedef struct {", *members, "KILN_REST kiln_rest;", "} kiln_numbers;",
                      f"KILN_KERNEL void {name}(", *memories, "const kiln_numbers kiln_at) {", *declared, "#else",
                      f"KILN_KERNEL void {name}({parameters}) {{", "#endif"])


def with_packed(text):
    return re.sub(r"^KILN_PACKED_KERNEL void (\w+)\((.*?)\)\s*\{", packed_head, text, flags=re.M | re.S)


def main(out, paths):
    lines = ['#include "kernels.hpp"', "", "namespace kiln::kernels {", "namespace {"]
    for i, path in enumerate(paths):
        with open(path, encoding="utf-8") as file:
            data = with_packed(code_of(file.read())).encode()
        lines.append(f"constexpr unsigned char file{i}[] = {{{','.join(str(byte) for byte in data)},0}};")
    lines += ["}  // namespace", "", "std::string_view find(std::string_view name) noexcept {"]
    for i, path in enumerate(paths):
        name = os.path.basename(path)
        lines.append(f'  if (name == "{name}") return {{reinterpret_cast<const char*>(file{i}), sizeof(file{i}) - 1}};')
    lines += ["  static_cast<void>(name);", "  return {};", "}", "}  // namespace kiln::kernels", ""]
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
