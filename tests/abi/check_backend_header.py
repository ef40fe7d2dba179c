#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails where include/kiln/backend.h is no successor of an earlier version of it: the same major version, and nothing that
was there moved, changed or went. Structs that begin with struct_size may have grown at the end; others are as they were.

    check_backend_header.py CURRENT FROZEN...
    check_backend_header.py --freeze CURRENT        writes the declarations of a header without comments
"""
import re
import sys


def declarations(path):
    """The text without comments, defaults and what is for C++."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    text = re.sub(r"#ifdef __cplusplus\n(?:(?!#endif|#else).*\n)*(?:#else\n((?:(?!#endif).*\n)*))?#endif\n", r"\1", text)
    text = re.sub(r"^#(define|undef) KILN_DEFAULT.*\n", "", text, flags=re.M)
    text = re.sub(r"\s*KILN_DEFAULT\((?:[^()]|\([^()]*\))*\)", "", text)
    return re.sub(r"\n{2,}", "\n", "\n".join(line.rstrip() for line in text.splitlines())) + "\n"


def parse(path):
    text = declarations(path)
    version = tuple(int(re.search(rf"#define KILN_BACKEND_{part} (\d+)", text).group(1)) for part in ("MAJOR", "MINOR"))
    structs = {name: [" ".join(field.split()) for field in body.split(";") if field.strip()]
               for body, name in re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", text, flags=re.S)}
    values = dict(re.findall(r"(KILN_BACKEND_\w+) = (\d+)", text))
    return version, structs, values


def compare(current, frozen):
    """What a backend compiled with the frozen header would trip over, and whether anything was appended."""
    (version, structs, values), (old_version, old_structs, old_values) = current, frozen
    problems = []
    if version[0] != old_version[0] or version[1] < old_version[1]:
        problems.append(f"version {version} follows {old_version}")
    for name, value in old_values.items():
        if values.get(name) != value:
            problems.append(f"{name} was {value}, is {values.get(name)}")
    grown = len(values) > len(old_values)
    for name, fields in old_structs.items():
        now = structs.get(name, [])
        grows = fields[0] == "size_t struct_size" or name == "kiln_backend_exports"
        for i, field in enumerate(fields):
            if i >= len(now) or now[i] != field:
                problems.append(f"{name}: '{field}' was at place {i}, there is '{now[i] if i < len(now) else ''}'")
        if len(now) > len(fields):
            grown = True
            if not grows:
                problems.append(f"{name} has no struct_size and has grown")
    if grown and version == old_version:
        problems.append(f"something was appended, and the version is {version} still")
    return problems


def self_test(path):
    """A check that refuses nothing would pass as well."""
    version, structs, values = parse(path)
    for name, change in {"moved": lambda f: f[:1] + f[2:3] + f[1:2] + f[3:], "gone": lambda f: f[:-1],
                         "grown": lambda f: f + ["int more"]}.items():
        for struct in ("kiln_backend_launch", "kiln_backend_context_api", "kiln_backend_argument"):
            changed = dict(structs, **{struct: change(structs[struct])})
            if not compare((version, changed, values), (version, structs, values)):
                sys.exit(f"{struct} with a field {name} was not refused")
    if compare(((version[0], version[1] + 1), dict(structs, kiln_backend_launch=structs["kiln_backend_launch"] + ["int x"]),
                values), (version, structs, values)):
        sys.exit("a field appended in a later minor version was refused")


def main():
    if sys.argv[1] == "--freeze":
        print(declarations(sys.argv[2]), end="")
        return
    current = parse(sys.argv[1])
    self_test(sys.argv[1])
    failed = 0
    for path in sys.argv[2:]:
        frozen = parse(path)
        for problem in compare(current, frozen):
            failed += 1
            print(f"{path}: {problem}")
        print(f"{path}: {len(frozen[1])} structs, {sum(map(len, frozen[1].values()))} fields, {len(frozen[2])} values")
    sys.exit(1 if failed or len(sys.argv) < 3 else 0)


main()
