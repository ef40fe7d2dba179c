#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The code blocks of the pages, as programs.

    blocks.py write ROOT OUT.cpp OUT.c DEPFILE   blocks of C++ and C as cases of one test program
    blocks.py run ROOT KILN                      runs blocks of Python, shell and rc files
    blocks.py refused                            a page with each fault is refused, and one without passes

A comment in front of a block is an instruction, which a reader does not see:

    <!-- before: CODE -->         CODE stands in front of the block
    <!-- then: CODE -->           CODE stands behind it, and usually checks something
    <!-- goes on -->              the block goes on in the function of the block before, on this page
    <!-- declarations -->         the block stands outside of functions
    <!-- kernel: NAME -->         the block is the text of a kernel: it is built on the device, and the blocks behind it
                                  on this page have it as NAME
    <!-- expression -->           the block, of text, is one of the expression language: it is prepared as a kernel
    <!-- not run: REASON -->      the block is compiled only; of other languages than C and C++ it is not looked at

Blocks of CMake and Meson are files of docs/install.md, whose commands tests/consume/page.py runs.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "style"))
sys.dont_write_bytecode = True

from check_style import files_of  # noqa: E402

HISTORY = {"CHANGELOG.md"}
OTHERS = {"docs/install.md"}  # tests/consume/page.py runs its blocks, in their order
LANGUAGES = {"c", "cpp", "python", "sh", "ini", "text", "cmake", "meson"}
COMMENT = re.compile(r"<!--\s*(before|then|not run|kernel|goes on|declarations|expression|prototypes)\b"
                     r":?\s*(.*?)\s*-->$", re.S)


class Block:
    def __init__(self, page, line, language, lines):
        self.page, self.line, self.language, self.lines = page, line, language, lines
        self.comments = []

    def has(self, name):
        return any(kind == name for kind, _ in self.comments)

    def texts(self, name):
        return [text for kind, text in self.comments if kind == name]

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    @property
    def place(self):
        return f"{self.page}:{self.line}"


def blocks_of(page, text):
    """The fenced blocks of a page; yields a text instead of a block where something is wrong."""
    lines = text.split("\n")
    at, comments, paragraph = 0, [], ""
    while at < len(lines):
        line = lines[at]
        fence = re.match(r"( *)```(\S*)$", line)
        if line.startswith("<!--"):
            first = at
            while "-->" not in lines[at]:
                at += 1
            comment = COMMENT.match("\n".join(lines[first:at + 1]))
            if comment:
                comments.append((comment.group(1), comment.group(2)))
            paragraph = ""
        elif fence:
            indent, language, first = len(fence.group(1)), fence.group(2), at + 1
            at = first
            while lines[at].strip() != "```":
                at += 1
            if language not in LANGUAGES:
                yield f"{page}:{first}: a block of '{language}', expected one of {', '.join(sorted(LANGUAGES))}"
            block = Block(page, first + 1, language, [each[indent:] for each in lines[first:at]])
            block.comments, comments, paragraph = comments, [], ""
            if language != "text" or block.has("expression"):
                yield block
        elif line.startswith("    ") and not paragraph and line.strip():
            yield f"{page}:{at + 1}: a block by indentation, expected a fence with its language"
            paragraph = line
        else:
            paragraph = line.strip()
            if paragraph and comments:
                yield f"{page}:{at + 1}: '{comments[0][0]}' stands in front of no block"
                comments = []
        at += 1


def pages(root):
    names = [name.as_posix() for name in files_of(root) if name.suffix == ".md"]
    return [name for name in names if name not in HISTORY | OTHERS and not name.startswith("tests/")]


def read(root):
    """All blocks, and what is wrong with the pages."""
    blocks, wrong = [], []
    for page in pages(root):
        for found in blocks_of(page, (root / page).read_text(encoding="utf-8")):
            (wrong if isinstance(found, str) else blocks).append(found)
    return blocks, wrong


def at_line(block):
    return f'#line {block.line} "{block.page}"\n'


def with_end(code, start):
    """A main that ends without a return statement, as an ordinary function."""
    at = code.index("{", start)
    depth, end = 1, at + 1
    while depth:
        depth += (code[end] == "{") - (code[end] == "}")
        end += 1
    return code[:end - 1] + "return 0; " + code[end - 1:]


class Program:
    """One file of blocks. `includes` come first; a block is a function, or stands beside functions."""

    def __init__(self, language):
        self.language, self.includes, self.body, self.cases = language, [], [], []

    def code(self, block):
        """The block with what its comments put around it; its includes go to the top."""
        lines, last = [], max((at for at, line in enumerate(block.lines) if line.startswith("#include")), default=-1)
        for at, line in enumerate(block.lines):
            if line.startswith("#include") or line.startswith("#define") and at < last:
                self.includes.append(line)
                line = ""
            lines.append(line)
        before = "".join(text + "\n" for text in block.texts("before"))
        for line in re.findall(r"^#include.*$", before, flags=re.M):
            self.includes.append(line)
        before = re.sub(r"^#include.*\n", "", before, flags=re.M)
        return before + at_line(block) + "\n".join(lines) + "\n" + "".join(text + "\n" for text in block.texts("then"))

    def add(self, number, group):
        first = group[0]
        name = f"block_{number}"
        code = "".join(self.code(block) for block in group)
        cpp = self.language == "cpp"
        runs = not any(block.has("not run") for block in group)
        if first.has("declarations") or first.has("prototypes"):
            self.body.append(f"namespace {name} {{\n{code}}}\n" if cpp else code)
            return
        if main := re.search(r"\bint main\((void)?\)", code):
            code = re.sub(r"\bint main\(", f"int {name}_main(", with_end(code, main.start()))
            self.body.append(f"namespace {name} {{\n{code}}}\n" if cpp else code)
            if not cpp:
                self.cases.append(f'extern "C" int {name}_main(void);\n')
            if runs:
                call = f"{name}::{name}_main" if cpp else f"{name}_main"
                self.cases.append(f'TEST_CASE("{first.place}", "[docs]") {{ CHECK({call}() == 0); }}\n')
            return
        if cpp:
            self.body.append(f"namespace {{\n[[maybe_unused]] void {name}() {{\n{code}}}\n}}\n")
        else:
            self.body.append(f"void {name}(void) {{\n{code}}}\n")
            self.cases.append(f'extern "C" void {name}(void);\n')
        if runs:
            self.cases.append(f'TEST_CASE("{first.place}", "[docs]") {{ {name}(); }}\n')


def programs(blocks):
    cpp, c = Program("cpp"), Program("c")
    group, number, kernels = [], 0, {}
    groups = []
    for block in blocks:
        if block.has("expression"):
            cpp.cases.append(f'TEST_CASE("{block.place}", "[docs]") {{\n  kiln::Elementwise(docs_context(), '
                             f'R"({block.text})");\n}}\n')
        if block.language not in ("c", "cpp"):
            continue
        if block.has("kernel"):
            name = block.texts("kernel")[0]
            kernels.setdefault(block.page, []).append((name, block))
            continue
        if block.has("goes on") and groups and groups[-1][0].page == block.page:
            groups[-1].append(block)
        else:
            groups.append([block])
    for page, listed in kernels.items():
        for name, block in listed:
            number += 1
            cpp.body.append(f'namespace {{\nconst char kernel_{number}[] = R"kernel(\n{block.text})kernel";\n}}\n')
            cpp.cases.append(f'TEST_CASE("{block.place}", "[docs]") {{\n'
                             f'  kiln::Program(docs_context(), kernel_{number});\n}}\n')
            for group in groups:
                if group[0].page != page:
                    continue
                value = f"kernel_{number}"
                before = f"[[maybe_unused]] const char* const {name} = {value};"
                if group[0].language == "c":
                    cpp.body.append(f'extern "C" const char* docs_{value}() {{ return {value}; }}\n')
                    before = (f"const char* docs_{value}(void);\nconst char* const {name} = docs_{value}();\n"
                              f"(void){name};")
                group[0].comments.insert(0, ("before", before))
    for group in groups:
        number += 1
        (cpp if group[0].language == "cpp" else c).add(number, group)
    top = "// The code blocks of the pages, by tests/docs/blocks.py.\n"
    unique = lambda lines: "".join(line + "\n" for line in dict.fromkeys(lines))
    return (top + '#include "docs_blocks.hpp"\n' + unique(cpp.includes) + "".join(cpp.body) +
            # With a dot: Catch2 3.4 aborts at a test case in a file whose name has none.
            '#line 1 "cases.cpp"\n' + "".join(dict.fromkeys(cpp.cases + c.cases)),
            top + '#include "docs_blocks.h"\n' + unique(c.includes) + "".join(c.body))


def run_other(root, kiln, blocks):
    """Runs what is neither C nor C++; yields what failed."""
    kiln = pathlib.Path(kiln).resolve()
    environment = dict(os.environ, PATH=f"{kiln.parent}:{os.environ['PATH']}")
    groups = []
    for block in blocks:
        if block.language not in ("python", "sh", "ini") or block.has("not run"):
            continue
        if block.has("goes on") and groups and groups[-1][0].page == block.page:
            groups[-1].append(block)
        else:
            groups.append([block])
    for group in groups:
        first = group[0]
        text = "".join("".join(each + "\n" for each in block.texts("before")) + block.text +
                       "".join(each + "\n" for each in block.texts("then")) for block in group)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "block"
            file.write_text(text, encoding="utf-8")
            command = {"python": [sys.executable, "-W", "error", file], "sh": ["bash", "-eu", file],
                       "ini": [kiln, "flags"]}[first.language]
            extra = {"KILNRC": str(file)} if first.language == "ini" else {}
            run = subprocess.run(command, cwd=folder, env=environment | extra, capture_output=True, text=True)
        if run.returncode:
            yield f"{first.place}: status {run.returncode}\n{run.stdout}{run.stderr}"
        else:
            print(f"{first.place}: ran")


def refused():
    bad = {"a block by indentation": "text\n\n    g++ x.cpp\n", "a block of 'java'": "```java\n```\n",
           "stands in front of no block": "<!-- before: x -->\ntext\n", "a block of ''": "```\nx\n```\n"}
    for expected, text in bad.items():
        said = [each for each in blocks_of("page.md", text) if isinstance(each, str)]
        if len(said) != 1 or expected not in said[0]:
            yield f"{text!r}: expected '{expected}', got {said}"
    good = "- item\n  goes on\n\n```text\nx\n```\n<!-- note -->\n<!-- before: int x; -->\n```cpp\nx = 1;\n```\n"
    found = list(blocks_of("page.md", good))
    if len(found) != 1 or found[0].line != 10 or found[0].texts("before") != ["int x;"]:
        yield f"{good!r}: got {found}"
    for text, status in (("```sh\nfalse\n```\n", 1), ("```sh\ntrue\n```\n", 0), ("```python\nassert False\n```\n", 1),
                         ("<!-- not run: x -->\n```sh\nfalse\n```\n", 0)):
        failed = list(run_other(".", "kiln", list(blocks_of("page.md", text))))
        if len(failed) != status:
            yield f"{text!r}: got {failed}"


def main():
    if sys.argv[1] == "refused":
        wrong = list(refused())
    else:
        root = pathlib.Path(sys.argv[2])
        blocks, wrong = read(root)
        if sys.argv[1] == "write" and not wrong:
            for path, text in zip(sys.argv[3:5], programs(blocks)):
                pathlib.Path(path).write_text(text, encoding="utf-8")
            read_files = [root / page for page in pages(root)]
            folders = {path.parent for path in read_files}
            needs = " ".join(str(path.resolve()).replace(" ", "\\ ") for path in [*read_files, *sorted(folders)])
            pathlib.Path(sys.argv[5]).write_text(f"{sys.argv[3]}: {needs}\n", encoding="utf-8")
        elif sys.argv[1] == "run" and not wrong:
            wrong = list(run_other(root, sys.argv[3], blocks))
    print("\n".join(wrong) if wrong else "no problem found")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
