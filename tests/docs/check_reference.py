#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Samples of headers whose comments must stand below the right declarations of the site's reference.

    check_reference.py
"""
import pathlib
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "docs"))
sys.dont_write_bytecode = True

from comments import Source  # noqa: E402
from reference import Item, Page  # noqa: E402

# A header, and below it the declarations that must stand together, each group with its text.
SAMPLES = {
    "cpp": ("""\
// Writes elements.
void assign(Array source);
void assign(Expr source);
template <class T>
void fill(T value);

// The dtype of a result.
Dtype apply_dtype(Array a);

#define OP(name) Expr name(Expr a);
OP(acos)
// Both are Python's.
Expr operator/(Expr a);
Expr operator%(Expr a);
""", [(["assign", "assign"], "Writes elements."), (["fill"], ""), (["apply_dtype"], "The dtype of a result."),
      (["acos"], ""), (["operator/", "operator%"], "Both are Python's.")]),
    "c": ("""\
/* Copies elements to host memory, or the other way. */
int kiln_a_read(int a);
int kiln_a_write(int a);
int kiln_a_retain(int a);
void kiln_a_release(int a);
""", [(["kiln_a_read", "kiln_a_write"], "Copies elements to host memory, or the other way."),
      (["kiln_a_retain", "kiln_a_release"], "")]),
}


def main():
    for language, (header, expected) in SAMPLES.items():
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "sample"
            path.write_text(header, encoding="utf-8")
            page = Page(Source(path), language)
        names = [name for group, _ in expected for name in group]
        items, at = [], 0
        for name in names:
            at = next(i for i, line in enumerate(header.split("\n")) if i >= at and f"{name}(" in
                      line.replace("OP(acos)", "acos(") and not line.startswith("#"))
            items.append(Item("function", f"void {name}()", "sample", at, name))
            at += 1
        page.group(items, "")
        found = []
        for line in page.lines:
            if line.strip().startswith("void ") or "::" in line:
                name = line.rpartition("void ")[2].replace("()", "").strip()
                if "::" in line:
                    found.append(([name], ""))
                else:
                    found[-1][0].append(name)
            elif line.strip():
                found[-1] = (found[-1][0], line.strip())
        if found != expected:
            sys.exit(f"{language}: got {found}, expected {expected}")
    print("no problem found")


if __name__ == "__main__":
    main()
