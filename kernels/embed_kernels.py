#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes one .cpp with the text of every kernel file and a look-up by file name.

Comments and empty lines are left out: compilers and the keys of cached programs do not see them, so a comment may be
as long as its reader needs, and may change without a program being compiled again. Lines that begin with "//@" stay:
they divide builtins_inline.cl into sections (backends/opencl/program/builtins.cpp)."""
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


def main(out, paths):
    lines = ['#include "kernels.hpp"', "", "namespace kiln::kernels {", "namespace {"]
    for i, path in enumerate(paths):
        with open(path, encoding="utf-8") as file:
            data = code_of(file.read()).encode()
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
