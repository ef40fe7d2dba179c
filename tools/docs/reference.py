# SPDX-License-Identifier: Apache-2.0
"""Writes the reference of the C and C++ interfaces: a page for each public header.

Doxygen says what is declared where. Texts are the headers' comments as they stand, for one comment may describe
several declarations that follow without a blank line.
"""
import re
import subprocess
import xml.etree.ElementTree as xml

from comments import Source, escape, paragraphs
from expand import copy_expanded

DOXYGEN = """
INPUT = {headers}
RECURSIVE = YES
FILE_PATTERNS = *.h *.hpp
EXTENSION_MAPPING = h=C++
STRIP_FROM_PATH = {headers}
OUTPUT_DIRECTORY = {out}
GENERATE_XML = YES
GENERATE_HTML = NO
GENERATE_LATEX = NO
XML_PROGRAMLISTING = NO
EXTRACT_ALL = YES
MACRO_EXPANSION = NO
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
"""

HIDDEN = re.compile(r"(^|::)(detail|table|std)(::|$)")
MACRO_OF_HEADER = re.compile(r"_(H|HPP)$|^KILN_(API|DEFAULT|ENTRY|VISIBLE)$|^KILN_CXX_|"
                             r"^KILN_GRAPH_(REDUCTION|SCAN|UNARY|BINARY)")
KINDS = ("define", "enum", "typedef", "variable", "function", "friend")


def text_of(element, name):
    found = element.find(name)
    return re.sub(r"\s+", " ", "".join(found.itertext())).strip() if found is not None else ""


class Item:
    """One declaration: where it stands, how it is spelled, and what is inside."""

    def __init__(self, role, spelling, file, line, name):
        self.role, self.spelling, self.file, self.line, self.name = role, spelling, file, line, name
        self.members = []


def parameters_of(element):
    listed = element.find("templateparamlist")
    if listed is None:
        return ""
    each = []
    for parameter in listed.findall("param"):
        word = text_of(parameter, "type")
        if name := text_of(parameter, "declname"):
            word += " " + name
        if default := text_of(parameter, "defval"):
            word += " = " + default
        each.append(word)
    return f"template<{', '.join(each)}> "


def spelling_of(member, language):
    kind, name = member.get("kind"), text_of(member, "name")
    kind_of_type = re.sub(r"\b(inline|constexpr|extern)\b ?", "", text_of(member, "type")).strip()
    arguments = re.sub(r"\s*=\s*default$", "", text_of(member, "argsstring"))
    if kind == "define":
        listed = [text_of(each, "defname") for each in member.findall("param")]
        return "macro", name + (f"({', '.join(listed)})" if listed else "")
    if kind == "enum":
        return ("enum-class" if member.get("strong") == "yes" else "enum"), name
    if kind == "typedef":
        if "(*" in kind_of_type:
            return "type", f"{kind_of_type}{name}{arguments}"
        return "type", (f"{name} = {kind_of_type}" if language == "cpp" else f"{kind_of_type} {name}")
    before = parameters_of(member) + ("static " if member.get("static") == "yes" and kind == "function" else "")
    before += "explicit " if member.get("explicit") == "yes" else ""
    before += "virtual " if member.get("virt", "non-virtual") != "non-virtual" else ""
    if kind == "variable":
        return ("member" if language == "c" else "var"), f"{parameters_of(member)}{kind_of_type} {name}{arguments}"
    kind_of_type = re.sub(r"\b(static|virtual|explicit|friend)\b ?", "", kind_of_type)
    return "function", f"{before}{kind_of_type} {name}{arguments}".replace("  ", " ").strip()


def is_plumbing(member, name):
    """What every class has for itself: copies, assignments, the end; and what takes the wrapper's own handles."""
    arguments = text_of(member, "argsstring")
    return (name.startswith("~") or name == "operator=" or "detail::" in arguments or
            re.match(rf"\((const )?{re.escape(name)} ?&&?\s*\w*\)", arguments))


def items_of(compound, language):
    for member in compound.iter("memberdef"):
        name, kind = text_of(member, "name"), member.get("kind")
        if member.get("prot", "public") != "public" or kind not in KINDS:
            continue
        if kind == "friend" and "(" not in text_of(member, "argsstring"):
            continue
        if "@" in text_of(member, "type"):  # of a type without a name, which stands among the compounds
            continue
        if is_plumbing(member, name):
            continue
        if text_of(member, "argsstring").endswith("=delete") or name.startswith("@") or MACRO_OF_HEADER.search(name):
            continue
        place = member.find("location")
        role, spelling = spelling_of(member, language)
        item = Item(role, spelling, place.get("declfile") or place.get("file"),
                    int(place.get("declline") or place.get("line")) - 1, name)
        if kind == "enum":
            for value in member.findall("enumvalue"):
                item.members.append(Item("enumerator", text_of(value, "name"), item.file, -1, text_of(value, "name")))
        yield item


def read(folder):
    """{file: {namespace: [items]}}"""
    files, classes, without_name = {}, {}, {}
    compounds = [xml.parse(path).getroot().find("compounddef") for path in sorted(folder.glob("*.xml"))
                 if path.name.startswith(("struct", "class", "namespace", "union")) or "_8h" in path.name]
    for compound in compounds:
        kind, name = compound.get("kind"), text_of(compound, "compoundname")
        if HIDDEN.search(name) or "<" in name:
            continue
        file = compound.find("location").get("file")
        language = "cpp" if file.endswith(".hpp") else "c"
        items = list(items_of(compound, language))
        if kind in ("struct", "class", "union"):
            if compound.get("prot", "public") != "public":
                continue
            line = int(compound.find("location").get("line")) - 1
            parameters = parameters_of(compound)
            item = Item(kind, parameters + name.split("::")[-1], file, line, name.split("::")[-1])
            item.members = items
            classes[name] = item
            without_name.update((re.sub(r"^(struct|union) ", "", text_of(member, "type")), text_of(member, "name"))
                                for member in compound.iter("memberdef") if "@" in text_of(member, "type"))
        else:
            namespace = name if kind == "namespace" else ""
            for each in items:
                files.setdefault(each.file, {}).setdefault(namespace, []).append(each)
    for name, item in sorted(classes.items()):
        if name in without_name:
            item.spelling = item.name = without_name[name]
        outer = name.rpartition("::")[0]
        if outer in classes:
            classes[outer].members.append(item)
        else:
            files.setdefault(item.file, {}).setdefault(outer, []).append(item)
    for namespaces in files.values():
        for items in namespaces.values():
            named = {item.name for item in items if item.role.startswith(("struct", "class", "union", "enum"))}
            items[:] = [item for item in items if not (item.role == "type" and item.name in named)]
    return files


class Page:
    def __init__(self, source, language):
        self.source, self.domain, self.lines = source, language, []

    def enumerators(self, item):
        """Where a header has each enumerator."""
        at = item.line
        for value in item.members:
            place = re.compile(rf"(^|[{{,\s]){value.name}\b\s*(=|,|$|/|}})")
            while at < len(self.source.lines) and not place.search(self.source.lines[at]):
                at += 1
            value.line = at

    def text(self, item):
        """The comment of a declaration, whether that may stand above, and whether it is the declaration's own."""
        start = self.source.start_of(item.line)
        above, continues = self.source.above(start)
        behind = self.source.behind(item.line) if item.role in ("member", "var", "enumerator", "type") else []
        return paragraphs(above) + paragraphs(behind), continues and not behind, bool(behind)

    def shares(self, item, follower):
        """Whether a comment above one declaration is meant for the next one too, which has none of its own. In C++
        that is the next overload, since a function without a comment is C's of the same name. In C it is every
        declaration but those that count a handle's references."""
        if self.domain == "cpp":
            names = [re.sub(r"^operator\W.*", "operator", each.name) for each in (item, follower)]
            return names[0] == names[1]
        return not re.search(r"_(retain|release)$", follower.name)

    def group(self, items, indent, section=""):
        inner = indent + "   "
        at = 0
        while at < len(items):
            item = items[at]
            if item.role not in ("enumerator", "macro"):
                before, section = section, self.source.section(item.line)
                if section and section != before:
                    self.lines += [f"{indent}.. rubric:: {escape(section)}", ""]
            text, _, alone = self.text(item)
            signatures = [item.spelling]
            while not alone and at + 1 < len(items) and not item.members:
                follower = items[at + 1]
                more, continues, _ = self.text(follower)
                same_line = follower.line == items[at].line
                if follower.role != item.role or follower.members or \
                        not same_line and (more or text and not (continues and self.shares(item, follower))) or \
                        self.source.section(follower.line) != section:
                    break
                at += 1
                signatures.append(items[at].spelling)
            head = f"{indent}.. {self.domain}:{item.role}:: "
            self.lines += [head + signatures[0]] + [" " * len(head) + each for each in signatures[1:]] + [""]
            self.lines += [inner + line if line else "" for line in text] + [""]
            if item.members:
                if item.role.startswith("enum"):
                    self.enumerators(item)
                self.group(sorted(item.members, key=lambda each: each.line), inner, section)
            at += 1

    def write(self, path, title, namespaces):
        bar = "=" * len(title)
        self.lines += [title, bar, ""] + paragraphs(self.source.top())
        for namespace, items in sorted(namespaces.items()):
            macros = [item for item in items if item.role == "macro"]
            for domain, chosen in ((self.domain, [item for item in items if item.role != "macro"]), ("c", macros)):
                if not chosen:
                    continue
                if domain == "cpp":
                    self.lines += [f".. cpp:namespace:: {namespace or 'NULL'}", ""]
                own, self.domain = self.domain, domain
                self.group(sorted(chosen, key=lambda item: item.line), "")
                self.domain = own
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(self.lines) + "\n", encoding="utf-8")


LISTS = {"c": ("The C interface",
               "A page for each header of `kiln/`. `kiln/kiln.h` includes all but `kiln/backend.h`."),
         "cpp": ("The C++ interface", "A page for each header of `kiln/cxx/`. `kiln/kiln.hpp` includes all but "
                 "`kiln/cxx/nn.hpp`, which includes those of `kiln/cxx/nn/`. `kiln/backend.hpp` is for backends.")}


def write_reference(include, work, out):
    """Pages of the headers in `include`, below the folder `out`; `work` is for files on the way."""
    headers = work / "headers"
    copy_expanded(include, headers)
    (work / "Doxyfile").write_text(DOXYGEN.format(headers=headers, out=work), encoding="utf-8")
    subprocess.run(["doxygen", work / "Doxyfile"], check=True)
    listed = {"c": [], "cpp": []}
    for file, namespaces in sorted(read(work / "xml").items()):
        language = "cpp" if file.endswith(".hpp") else "c"
        name = file.rpartition("/")[2]  # with its ending: the page `index` is the folder's own
        if not any(namespaces.values()) or name == "fold_call.hpp":
            continue
        Page(Source(include / file), language).write(out / language / (name + ".rst"), file, namespaces)
        listed[language].append(name)
    for language, names in listed.items():
        title, text = LISTS[language]
        (out / language / "index.rst").write_text(
            f"{title}\n{'=' * len(title)}\n\n{text.replace('`', '``')}\n\n.. toctree::\n   :maxdepth: 1\n\n" +
            "".join(f"   {name}\n" for name in names), encoding="utf-8")
