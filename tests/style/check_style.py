#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on a file that does not follow the habits of CONTRIBUTING.md.

    check_style.py text ROOT      licence lines, widths of lines, lengths of functions and files
    check_style.py format ROOT    clang-format; skipped (77) where its major version is not CLANG_FORMAT
    check_style.py refused        every rule above refuses a sample that breaks it, and lets pass one that does not
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CLANG_FORMAT = 14  # Debian 12's; each version formats a little differently
SKIPPED = 77

# Not kernels (.cl, .cu), in whose macros clang-format reads `(int)(row) * n` as a call, and not what meson configures.
FORMATTED = {".c", ".cpp", ".h", ".hpp", ".def"}
# Golden texts, which a program writes; samples that another check refuses; a fuzzer's inputs.
EXEMPT = re.compile(r"^(tests/golden/texts|tests/codegen/golden|tests/abi/layer_sample|tests/fuzz/corpus)/")

# The widest line of each kind of file. The aim is 120: older lines of the last three are wider, and are only counted.
WIDTHS = {".c": 120, ".cpp": 120, ".h": 120, ".hpp": 120, ".def": 120, ".cu": 120, ".sh": 120,
          ".py": 140, ".cl": 150, "meson.build": 150}
AIM = 120

LICENSED = {".c", ".cpp", ".h", ".hpp", ".def", ".cu", ".cl", ".py", ".sh", ".map"}
LICENSE = "SPDX-License-Identifier: Apache-2.0"

FILE_LINES = 430
FILE_LINES_IN = ("lib/", "compat/", "backends/", "kernels/")
FUNCTION_LINES = 100
FUNCTION_LINES_IN = ("lib/", "compat/", "backends/", "include/", "tools/", "docs/examples/")


def kind_of(path):
    return path.name if path.name == "meson.build" else path.suffix


def files_of(root):
    """The repository's files, those of git where there is one: paths relative to root."""
    git = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                         capture_output=True, text=True) if (root / ".git").exists() and shutil.which("git") else None
    if git and git.returncode == 0:
        names = [pathlib.Path(name) for name in git.stdout.split("\0") if name]
    else:
        names = [path.relative_to(root) for path in root.rglob("*")]
        names = [name for name in names if not name.parts[0].startswith((".", "build"))]
    return sorted(name for name in set(names) if (root / name).is_file() and not EXEMPT.match(name.as_posix()))


def code_of(text):
    """C or C++ text with comments, literals and preprocessor lines blanked; every line stays where it is."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    literals = r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\''
    text = re.sub(literals + r"|//[^\n]*|/\*.*?\*/", blank, text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.M)


TYPE = re.compile(r"\s*(class|struct|union|enum)\b")
SCOPE = re.compile(r"(^|[\s>])(namespace|class|struct|union|enum|extern)\b")


def functions_of(text):
    """(name, first line, lines) of every function's body outside other functions."""
    found, scopes, head = [], [], ""
    code = code_of(text)
    line = 1
    for c in code:
        if c == "{":
            inside = bool(scopes) and scopes[-1][0] != "scope"
            called = re.search(r"(operator\s*[^\s\w]+|[\w:~]+)\s*\(", head)
            if inside or re.search(r"=\s*$", head):
                scopes.append(("block", "", line))
            elif called and not TYPE.match(re.sub(r"template\s*<[^{;]*?>", "", head)):
                scopes.append(("function", called.group(1), line - head.lstrip().count("\n")))
            elif SCOPE.search(head):
                scopes.append(("scope", "", line))
            else:  # behind a constructor's initialiser list, or a table
                scopes.append(("function", "?", line))
            head = ""
        elif c == "}":
            if scopes:
                kind, name, first = scopes.pop()
                if kind == "function":
                    found.append((name, first, line - first + 1))
            head = ""
        elif c == ";":
            head = ""
        else:
            head += c
        line += c == "\n"
    return found


def text_problems(root, note=print):
    over_aim = {}
    for name in files_of(root):
        kind, where = kind_of(name), name.as_posix()
        if kind not in WIDTHS and kind not in LICENSED:
            continue
        text = (root / name).read_text(encoding="utf-8")
        lines = text.split("\n")
        if kind in LICENSED and not any(LICENSE in line for line in lines[:3]):
            yield f"{where}:1: no line '{LICENSE}' at its top"
        width = WIDTHS.get(kind)
        for number, line in enumerate(lines, 1):
            if width and len(line) > width:
                yield f"{where}:{number}: {len(line)} characters in a line, expected at most {width}"
            elif width and len(line) > AIM:
                over_aim[kind] = over_aim.get(kind, 0) + 1
            if line.endswith((" ", "\t", "\r")):
                yield f"{where}:{number}: blanks at the end of the line"
        if text and not text.endswith("\n"):
            yield f"{where}:{len(lines)}: no newline at the end"
        if where.startswith(FILE_LINES_IN) and kind != "meson.build" and len(lines) - 1 > FILE_LINES:
            yield f"{where}:1: {len(lines) - 1} lines, expected at most {FILE_LINES}: split it by purpose"
        if where.startswith(FUNCTION_LINES_IN) and kind in (".c", ".cpp", ".h", ".hpp"):
            for function, first, count in functions_of(text):
                if count > FUNCTION_LINES:
                    yield f"{where}:{first}: {function} has {count} lines, expected at most {FUNCTION_LINES}"
    for kind, count in sorted(over_aim.items()):
        note(f"note: {count} lines of *{kind} have more than {AIM} characters")


def clang_format():
    """The name of a clang-format of the right version, and why there is none."""
    seen = []
    for name in (f"clang-format-{CLANG_FORMAT}", "clang-format"):
        if shutil.which(name):
            said = subprocess.run([name, "--version"], capture_output=True, text=True).stdout.strip()
            version = re.search(r"version (\d+)", said)
            if version and int(version.group(1)) == CLANG_FORMAT:
                return name, ""
            seen.append(said)
    return None, f"needs clang-format {CLANG_FORMAT}, found {', '.join(seen) or 'none'}"


def format_problems(root, tool):
    names = [name for name in files_of(root) if name.suffix in FORMATTED]
    if not names:
        yield f"{root}: no file to format"
        return
    run = subprocess.run([tool, "--dry-run", "--style=file", "--fallback-style=none", *names], cwd=root,
                         capture_output=True, text=True)
    places = re.findall(r"^(.+?:\d+):\d+: (?:warning|error): ", run.stderr, flags=re.M)
    for place in dict.fromkeys(places):
        yield f"{place}: not as clang-format writes it (clang-format -i {place.rsplit(':', 1)[0]})"
    if run.returncode and not places:
        yield run.stderr.strip() or f"{tool} failed"


def refused():
    """Problems with the rules themselves."""
    top = f"// {LICENSE}\n"
    body = "".join(f"  work({i});\n" for i in range(FUNCTION_LINES - 2))
    samples = {  # path: (text, what is said of it, or "")
        "lib/a/good.cpp": (top + "namespace a {\nclass B {\n" + "  int x = 0;\n" * 120 + "};\n" +
                           "void f(int a,\n       int b) {\n" + body[body.index("\n") + 1:] + "}\n" +
                           "const int kTable[] = {\n" + "    1,\n" * 120 + "};\n}  // namespace a\n", ""),
        "lib/a/no_license.cpp": ("int x;\n", "no line 'SPDX"),
        "kernels/a/no_license.cl": ("int x;\n", "no line 'SPDX"),
        "lib/a/wide.hpp": (top + "// " + "x" * 118 + "\n", "121 characters"),
        "tools/wide.py": (f"# {LICENSE}\n# " + "x" * 139 + "\n", "141 characters"),
        "tools/not_so_wide.py": (f"# {LICENSE}\n# " + "x" * 138 + "\n", ""),
        "lib/a/blanks.cpp": (top + "int x; \n", "blanks at the end"),
        "lib/a/no_end.cpp": (top + "int x;", "no newline"),
        "kernels/a/long.cl": (top + "int x;\n" * FILE_LINES, f"{FILE_LINES + 1} lines"),
        "tests/a/long.cpp": (top + "int x;\n" * FILE_LINES, ""),
        "lib/a/function.cpp": (top + "template <class T>\nvoid C<T>::long_one(\n    T x) {\n" + body + "}\n",
                               "long_one has 102 lines"),
        "lib/a/method.hpp": (top + "struct S {\n  int long_one(char c = '{') const {\n" +
                             body.replace("(1)", '("{", R"({)")') + "  //  {\n  }\n};\n", "long_one has 101 lines"),
        "tests/golden/texts/any.cl": ("int x; ", ""),
        "build/any.cpp": ("int x; ", ""),
        "lib/build/blanks.cpp": (top + "int x; \n", "blanks at the end"),
    }
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, (text, _) in samples.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        said = list(text_problems(root, note=lambda line: None))
        for name, (_, expected) in samples.items():
            of_it = [line for line in said if line.startswith(name + ":")]
            if (len(of_it) != 1 or expected not in of_it[0]) if expected else of_it:
                yield f"{name}: expected '{expected}', got {of_it}"
        tool, why = clang_format()
        if not tool:
            print(f"format not tried: {why}")
            return
        for path in root.rglob("*.*pp"):
            path.unlink()
        (root / ".clang-format").write_text("BasedOnStyle: Google\n")
        (root / "good.cpp").write_text("int main() { return 0; }\n")
        (root / "bad.hpp").write_text("int x;\nint main()\n{ return 0; }\n")
        said = list(format_problems(root, tool))
        if len(said) != 1 or not said[0].startswith("bad.hpp:2: "):
            yield f"format: expected bad.hpp:2, got {said}"


def main():
    mode = sys.argv[1]
    if mode == "refused":
        problems = list(refused())
    elif mode == "text":
        problems = list(text_problems(pathlib.Path(sys.argv[2])))
    else:
        tool, why = clang_format()
        if not tool:
            print(f"skipped: {why}")
            return SKIPPED
        problems = list(format_problems(pathlib.Path(sys.argv[2]), tool))
    print("\n".join(problems) if problems else "no problem found")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
