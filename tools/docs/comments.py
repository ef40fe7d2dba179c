# SPDX-License-Identifier: Apache-2.0
"""The comments of the public headers as reStructuredText."""
import re

SEPARATOR = re.compile(r"\s*(?:/\*|//) -{3,} (.*?) -{3,}")


def escape(text):
    """Plain text of a comment, whose `code` becomes literal."""
    parts = re.split(r"(`[^`\n]+`)", text)
    return "".join("``" + part[1:-1] + "``" if part.startswith("`") and len(part) > 2 and part.endswith("`") else
                   re.sub(r"([\\*`|_])", r"\\\1", part) for part in parts).replace("``\\", "`` \\")


def paragraphs(lines):
    """Lines of a comment as reStructuredText: paragraphs, lists, and what is indented as it stands."""
    out, block = [], []

    def flush():
        nonlocal block
        if not block:
            return
        first = block[0]
        item = re.match(r"\s*(?:-|\d+\.) (.*)", first)
        if item:
            rest = [line.strip() for line in block[1:]]
            out.extend(["- " + escape(" ".join([item.group(1)] + rest)), ""])
        elif first.startswith("  "):
            out.extend(["::", ""] + ["   " + line for line in block] + [""])
        else:
            out.extend([escape(" ".join(line.strip() for line in block)), ""])
        block = []

    for line in lines:
        starts_item = re.match(r"\s{0,2}(?:-|\d+\.) ", line)
        indented = line.startswith("  ") and not starts_item
        in_item = bool(block) and re.match(r"\s{0,2}(?:-|\d+\.) ", block[0])
        in_literal = bool(block) and block[0].startswith("  ") and not in_item
        if not line.strip() or starts_item:
            flush()
        elif block and not in_item and in_literal != indented:
            flush()
        elif in_item and not line.startswith("  "):
            flush()
        if line.strip():
            block.append(line)
    flush()
    return out


def bare(lines):
    """The text of comment lines without their marks, the common indentation kept."""
    text = []
    for line in lines:
        line = re.sub(r"^\s*(?:/\*+|//|\*(?!/)(?=\s|$))", "", line.rstrip())
        line = re.sub(r"\s*\*/\s*$", "", line)
        text.append(line[1:] if line.startswith(" ") else line)
    text = [line for line in text if "SPDX-License-Identifier" not in line]
    while text and not text[0].strip():
        text.pop(0)
    while text and not text[-1].strip():
        text.pop()
    return text


class Source:
    """A header's lines, and where comments stand beside its declarations."""

    def __init__(self, path):
        self.lines = path.read_text(encoding="utf-8").split("\n")
        self.comment = [False] * len(self.lines)  # whether a line is nothing but comment
        inside = False
        for number, line in enumerate(self.lines):
            stripped = line.strip()
            if inside:
                self.comment[number] = True
                inside = "*/" not in stripped
            elif stripped.startswith("//"):
                self.comment[number] = True
            elif stripped.startswith("/*"):
                closed = stripped.find("*/")
                self.comment[number] = closed < 0 or closed == len(stripped) - 2
                inside = closed < 0

    def top(self):
        """The comment at the top of the file."""
        end = 0
        while end < len(self.lines) and self.comment[end]:
            end += 1
        return bare(self.lines[:end])

    def start_of(self, number):
        """The first line of the declaration whose name stands in line `number` (from 0)."""
        while number > 0:
            above = self.lines[number - 1].strip()
            code = re.sub(r"\s*(//.*|/\*.*\*/)$", "", above)
            ended = code.endswith((";", "}", "{", ":", ",")) and not code.startswith("template")
            if not above or self.comment[number - 1] or above.startswith("#") or ended:
                return number
            number -= 1
        return number

    def above(self, start):
        """The comment directly above line `start`, and whether another declaration of one line stands there."""
        end = start
        while start > 0 and self.comment[start - 1] and not SEPARATOR.match(self.lines[start - 1]):
            start -= 1
        if start < end:
            return bare(self.lines[start:end]), False
        above = self.lines[start - 1].strip() if start else ""
        return [], bool(above) and above != "}" and not SEPARATOR.match(above)

    def section(self, number):
        """The title of the part of the header that line `number` is in: that of the last separator above it."""
        for line in reversed(self.lines[:number]):
            if found := SEPARATOR.match(line):
                return found.group(1)
        return ""

    def behind(self, number):
        """The comment behind the declaration that ends in or after line `number`."""
        for at in range(number, min(number + 12, len(self.lines))):
            line = self.lines[at]
            mark = re.search(r"[;,{}a-z0-9A-Z_)]\s*(/\*|//)\s?(.*)", line)
            if mark:
                text = [mark.group(2)]
                if mark.group(1) == "/*":
                    while "*/" not in self.lines[at] and at + 1 < len(self.lines):
                        at += 1
                        text.append(self.lines[at].strip())
                    text = [re.sub(r"\s*\*/.*$", "", line) for line in text]
                text = " ".join(line.strip() for line in text)
                return [text[0].upper() + text[1:] if re.match(r"[a-z]+[ ,;]", text) else text]
            if ";" in line or "," in line or not line.strip() or "{" in line:
                return []
        return []
