#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `kiln --help` and the help of its subcommands say, as a manual page or as Markdown.

    manual.py man KILN VERSION OUT      writes kiln.1
    manual.py markdown KILN             prints a section for each subcommand
"""
import re
import subprocess
import sys

ENVIRONMENT = [("KILN_FLAGS", "Flags between commas, such as device=opencl0:0,floatX=float32. kiln flags lists them."),
               ("KILNRC", "The file that has flags, in place of ~/.config/kiln/kilnrc."),
               ("KILN_BACKEND_PATH", "Folders that hold the backends, separated by colons; absolute paths."),
               ("OCL_ICD_VENDORS", "Read by OpenCL's loader: the folder that names the OpenCL drivers.")]
FILES = [("~/.config/kiln/kilnrc", "Flags, a line each."),
         ("~/.cache/kiln/v1", "Compiled kernels. kiln cache looks after them.")]
STATUS = "Exit status: "  # so begins the last paragraph of each help


def help_of(kiln, words):
    """(description, usage, options, names of subcommands, exit status); an option is (spelling, text)."""
    text = subprocess.run([kiln, *words, "--help"], capture_output=True, text=True, check=True).stdout
    text, _, status = text.partition("\n" + STATUS)
    head, _, rest = text.partition("\nUsage: ")
    usage, _, rest = rest.partition("\n")
    section, options, subcommands = "", [], []
    for line in rest.split("\n"):
        if re.match(r"\S.*:$", line):
            section = line
            continue
        entry = re.match(r"  (\S.*?)(?:  +(\S.*))?$", line)
        into = subcommands if section.startswith("Subcommands") else options
        if entry:
            into.append([entry.group(1), entry.group(2) or ""])
        elif line.strip() and into:
            into[-1][1] = (into[-1][1] + " " + line.strip()).strip()
    return head.strip(), usage, options, [name for name, _ in subcommands], " ".join(status.split())


def commands(kiln, words=()):
    """Every command that does something, with its help, in the order of the help."""
    description, usage, options, below, status = help_of(kiln, words)
    if not words or not below:
        yield words, description, usage, options, status
    for name in below:
        yield from commands(kiln, words + (name,))


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def man(kiln, version):
    listed = list(commands(kiln))
    _, about, _, options, general = listed[0]
    lines = [f'.TH KILN 1 "" "Kiln {version}" "User Commands"', ".SH NAME",
             "kiln \\- looks after devices, flags and compiled kernels", ".SH SYNOPSIS"]
    for words, _, usage, _, _ in listed[1:]:
        lines += [".B " + roff(" ".join(("kiln",) + words)), roff(usage.split(" ".join(words), 1)[1].strip()), ".br"]
    lines += [".SH DESCRIPTION", roff(about) + ".",
              "Results go to standard output, everything else to standard error.", ".SH OPTIONS"]
    for spelling, text in options:
        lines += [".TP", ".B " + roff(spelling), roff(text) + "."]
    lines += [".SH COMMANDS"]
    for words, description, _, options, status in listed[1:]:
        lines += [".SS " + roff("kiln " + " ".join(words)), roff(description) + "."]
        for spelling, text in options[1:]:
            lines += [".TP", ".B " + roff(spelling), roff(text) + "."]
        if status != general:
            lines += [".PP", roff(STATUS + status)]
    for title, entries in (("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)):
        lines.append(".SH " + title)
        for name, text in entries:
            lines += [".TP", ".B " + roff(name), roff(text)]
    return "\n".join(lines + [".SH EXIT STATUS", roff("The exit status is " + general), ""])


def markdown(kiln):
    lines = []
    for words, description, usage, options, status in list(commands(kiln))[1:]:
        lines += [f"### kiln {' '.join(words)}", "", f"{description}.", "", "```text", usage]
        width = max(len(spelling) for spelling, _ in options)
        lines += [f"  {spelling.ljust(min(width, 28))}  {text}" for spelling, text in options] + ["```", ""]
        if status:
            lines += [STATUS + status, ""]
    return "\n".join(lines)


def main():
    if sys.argv[1] == "man":
        with open(sys.argv[4], "w", encoding="utf-8") as page:
            page.write(man(sys.argv[2], sys.argv[3]))
    else:
        print(markdown(sys.argv[2]))


if __name__ == "__main__":
    main()
