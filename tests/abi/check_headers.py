#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles every public header alone: headers of C as strict C99 and C11 and as C++, with one compiler and the other by
turns; headers of C++ in their oldest standard, in which the standard library's headers bring the least. One of these that
another includes before all else is alone there. The umbrella headers in every standard with every compiler that is here.
kiln.hpp is compiled with a caller, too, and says that C++14 is too old.

    check_headers.py INCLUDE_DIR [--without=NAME]
--without: a header that needs what may not be here.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

STRICT = ["-pedantic", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-fsyntax-only"]
OLD = "c++14"
# A launch whose sizes have the types that Kiln gives and that programs have; braces refuse what narrows.
CALLER = """void launch(const kiln::Kernel& kernel, const kiln::GpuArray& a, int tile, std::size_t rows) {
  kernel.launch({a.size(), rows, 3}, a, kiln::LocalBytes{4 * tile});
  kernel.launch(kiln::NdRange{a.size()}.in_groups({tile}), a);
}
"""


def standards(header):
    if header.suffix == ".h":
        return [("c", "c99"), ("c", "c11"), ("c++", "c++11"), ("c++", "c++20")]
    if header.name == "backend.hpp":
        return [("c++", "c++20")]
    return [("c++", "c++17"), ("c++", "c++20")] + ([("c++", OLD)] if header.name == "kiln.hpp" else [])


def first_includes(headers, include):
    """{header of C++: one that it includes first}, without those that come back to it: there it is not alone."""
    names = {str(path.relative_to(include)): path for path in headers if path.suffix == ".hpp"}
    includes = {path: re.findall(r"^ *# *include *<(.+)>", path.read_text(), flags=re.M) for path in names.values()}

    def reached(path):
        seen, left = set(), [path]
        while left:
            new = [names[name] for name in includes[left.pop()] if name in names]
            left += [one for one in new if one not in seen]
            seen.update(new)
        return seen
    first = {path: names.get(found[0]) for path, found in includes.items() if found}
    return {path: one for path, one in first.items() if one and path not in reached(one)}


def main():
    include = pathlib.Path(sys.argv[1])
    compilers = {"c": ["gcc", "clang"], "c++": ["g++", "clang++"]}
    without = {option.split("=", 1)[1] for option in sys.argv[2:] if option.startswith("--without=")}
    headers = sorted(path for suffix in ("h", "hpp") for path in include.glob(f"*/**/*.{suffix}") if path.name not in without)
    first = first_includes(headers, include)
    jobs = []
    for header in headers:
        every = header.name in ("kiln.h", "kiln.hpp")
        own = standards(header)
        if header.suffix == ".hpp" and not every:
            own = [] if header in first.values() else own[:1]
        for number, (language, standard) in enumerate(own):
            here = list(filter(shutil.which, compilers[language]))
            chosen = here if every or not here else [here[number % len(here)]]
            jobs += [(header, language, standard, compiler) for compiler in chosen]

    def compile_alone(job):
        header, language, standard, compiler = job
        # Including it twice shows a missing guard; so it does of what it includes first.
        chain = [header]
        while chain[-1] in first:
            chain.append(first[chain[-1]])
        text = "".join(f"#include <{path.relative_to(include)}>\n" for path in [header, *chain])
        text += "int kiln_header_check;\n"
        text += CALLER if header.name == "kiln.hpp" and standard != OLD else ""
        options = STRICT + (["-Wfatal-errors"] if standard == OLD else [])  # it ends at the first error, which says why
        command = [compiler, f"-std={standard}", *options, f"-I{include}", "-x", language, "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        good = "kiln.hpp needs C++17 or later" in done.stderr if standard == OLD else done.returncode == 0
        return "" if good else f"FAILED: {header.name} with {compiler} as {standard}\n{done.stderr}"

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [text for text in pool.map(compile_alone, jobs) if text]
    print("".join(failures), end="")
    checked, failed = len(jobs), len(failures)
    print(f"{len(headers)} headers, {checked} compilations, {failed} failed")
    sys.exit(1 if failed or checked == 0 else 0)


main()
