#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the checks of .clang-tidy; skipped (77) where clang-tidy's major version is not CLANG_TIDY.

    check_tidy.py changed BUILD ROOT [--seconds N]   what differs from the upstream main branch, else FIXED, for N s
    check_tidy.py all BUILD ROOT                     every file that BUILD compiles
    check_tidy.py refused ROOT                       planted faults are found, behind this build's flags too

BUILD's compile_commands.json is read as clang can use it: without GCC's precompiled headers and warnings, and with the
files that a unity build compiles together taken apart.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

CLANG_TIDY = 14  # Debian 12's
SKIPPED = 77
SOURCES = (".c", ".cpp")
HEADERS = (".h", ".hpp")
# What is looked at where no change is known: the C++ interface, which includes the C one, and the layer that all use.
FIXED = ["include/kiln/kiln.hpp", "lib/base/"]


def clang_tidy():
    """The name of a clang-tidy of the right version, and why there is none."""
    seen = []
    for name in (f"clang-tidy-{CLANG_TIDY}", "clang-tidy"):
        if shutil.which(name):
            said = subprocess.run([name, "--version"], capture_output=True, text=True).stdout
            version = re.search(r"version (\d+)\S*", said)
            if version and int(version.group(1)) == CLANG_TIDY:
                return name, ""
            seen.append(version.group() if version else name)
    return None, f"needs clang-tidy {CLANG_TIDY}, found {', '.join(seen) or 'none'}"


def flags_of(command):
    """The arguments of a compiler's command that say what a file means."""
    kept, skip = [], False
    for argument in shlex.split(command):
        if skip:
            skip = False
        elif argument in ("-include", "-o", "-MF", "-MQ", "-MT"):  # every -include is of a precompiled header
            skip = True
        elif argument.startswith(("-I", "-D", "-U", "-std=", "-isystem", "-pthread", "-f")) and not argument.startswith(
                ("-fpch", "-fdiagnostics", "-fsanitize", "-fno-sanitize")):
            kept.append(argument)
    return kept


def commands(build):
    """{source: (folder, flags)} of what a build compiles."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        folder = pathlib.Path(entry["directory"])
        path = pathlib.Path(os.path.normpath(folder / entry["file"]))
        parts = [path]
        if re.search(r"-unity\d+\.\w+$", path.name):
            parts = [pathlib.Path(os.path.normpath(folder / name))
                     for name in re.findall(r'^#include\s*[<"](.+)[>"]', path.read_text(), flags=re.M)]
        for part in parts:
            found.setdefault(part, (folder, flags_of(entry["command"])))
    return found


def sources_of(headers, chosen, found, scratch):
    """{source: (folder, flags)} for each header that no chosen source includes: in `scratch`, with the nearest's flags."""
    text = "".join(path.read_text() for path in chosen)
    included = set(re.findall(r'^#include ["<](?:\S*/)?(\S+)[">]', text, flags=re.M))
    made = {}
    for header in headers:
        if header.name in included:
            continue

        def distance(source):
            shared = pathlib.Path(os.path.commonpath([source, header]))
            return -len(shared.parts), source.stem != header.stem, len(source.parts)
        source = scratch / (header.as_posix().strip("/").replace("/", "_") + ".cpp")
        source.write_text(f'#include "{header}"\n')
        sees = [path for path, (folder, flags) in found.items() if path.suffix == ".cpp" and any(
            flag.startswith("-I") and pathlib.Path(os.path.normpath(folder / flag[2:])) in header.parents
            for flag in flags)]
        made[source] = found[min(sees or (path for path in found if path.suffix == ".cpp"), key=distance)]
    return made


def changed_files(root):
    """Names of the files that differ from the upstream main branch; none where git does not know one."""
    def git(*arguments):
        run = subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True)
        return run.stdout.split("\n")[:-1] if run.returncode == 0 else []
    if not (root / ".git").exists() or not shutil.which("git"):
        return []
    for upstream in ("@{upstream}", "upstream/main", "origin/main"):
        base = git("merge-base", "HEAD", upstream)
        if base:
            return (git("diff", "--name-only", "--diff-filter=d", base[0]) +
                    git("ls-files", "--others", "--exclude-standard"))
    return []


def run_tidy(tool, root, path, folder, flags):
    """What clang-tidy says of one file: its findings as lines."""
    config = [] if root in path.parents else [f"--config-file={root / '.clang-tidy'}"]  # else the nearest .clang-tidy
    run = subprocess.run([tool, "--quiet", *config, str(path), "--", *flags], cwd=folder, capture_output=True, text=True)
    findings = re.findall(r"^(.+?):(\d+):\d+: (?:warning|error): (.+)$", run.stdout, flags=re.M)
    lines = [f"{os.path.relpath(folder / name, root)}:{line}: {message}" for name, line, message in findings]
    return lines or ([f"{path}: {(run.stdout + run.stderr).strip()}"] if run.returncode else [])


def problems(tool, root, chosen, seconds, jobs):
    """Distinct findings in the chosen {path: (folder, flags)}, and the files there was no time for."""
    end = time.monotonic() + seconds
    found, left = {}, []

    def one(path):
        if time.monotonic() > end:
            left.append(path)
            return []
        return run_tidy(tool, root, path, *chosen[path])
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for lines in pool.map(one, chosen):
            found.update(dict.fromkeys(lines))
    return list(found), left


def choose(mode, build, root, scratch):
    """The files to look at: {path: (folder, flags)}."""
    found = {path: how for path, how in commands(build).items() if root in path.parents and build not in path.parents}
    if mode == "all":
        return found
    names = [name for name in changed_files(root) if name.endswith(SOURCES + HEADERS) and (root / name).is_file()]
    names = [name for name in names if root / name in found or name.endswith(HEADERS)]
    if names:
        print(f"{len(names)} files differ from the upstream main branch")
    else:
        print(f"no change known: {', '.join(FIXED)}")
        names = [name for name in FIXED if name.endswith(HEADERS)]
        names += [path.relative_to(root).as_posix() for path in found]
        names = [name for name in names if name.startswith(tuple(FIXED))]
    chosen = {root / name: found[root / name] for name in names if root / name in found}
    headers = [root / name for name in names if name.endswith(HEADERS)]
    return {**sources_of(headers, chosen, found, scratch), **chosen}


PLANTED = {  # file: (text, the check that finds its fault, or "")
    "moved.cpp": ("""#include <string>
#include <utility>
std::string f(std::string a) {
  std::string b = std::move(a);
  return a + b;
}
""", "bugprone-use-after-move"),
    "together.cpp": ("""#include <mutex>
std::mutex m;
int n;
void f() {
  std::lock_guard<std::mutex>{m};
  ++n;
}
""", "bugprone-unused-raii"),
    "dangling.hpp": ("""#include <string>
#include <string_view>
inline std::string g() { return {}; }
inline std::size_t f() {
  std::string_view v = g();
  return v.size();
}
""", "clang-diagnostic-dangling-gsl"),
    "good.cpp": ("""#include KILN_HEADER
std::string f(std::string a) { return a; }
""", ""),
}


def refused(tool, root):
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(os.path.realpath(folder))
        build = top / "build"
        build.mkdir()
        shutil.copy(root / ".clang-tidy", top)
        for name, (text, _) in PLANTED.items():
            (top / name).write_text(text)
        (build / "a-unity0.cpp").write_text('#include "../together.cpp"\n#include "../good.cpp"\n')
        flags = ("-Wall -Winvalid-pch -std=c++20 -Wshadow=local '-DKILN_HEADER=<string>' -include none.hpp "
                 "-fpch-preprocess -MD -MF x.d")
        (build / "compile_commands.json").write_text(json.dumps([
            {"directory": str(build), "file": name, "command": f"ccache g++ {flags} -o x.o -c {name}"}
            for name in ("../moved.cpp", "a-unity0.cpp")]))
        found = commands(build)
        if set(found) != {top / name for name in PLANTED if name.endswith(SOURCES)}:
            yield f"expected the sources of {list(PLANTED)}, got {list(map(str, found))}"
            return
        found.update(sources_of([top / name for name in PLANTED if name.endswith(HEADERS)], found, found, build))
        said, left = problems(tool, top, found, 60, 1)
        for name, (_, check) in PLANTED.items():
            of_it = [line for line in said if line.startswith(name + ":")]
            if (not of_it or check not in of_it[0]) if check else of_it:
                yield f"{name}: expected '{check}', got {of_it}"
        said, left = problems(tool, top, found, -1, 1)
        if said or len(left) != len(PLANTED):
            yield f"without time: expected no finding and {len(PLANTED)} files left, got {said} and {left}"


def main():
    mode = sys.argv[1]
    tool, why = clang_tidy()
    if not tool:
        print(f"skipped: {why}")
        return SKIPPED
    left = []
    if mode == "refused":
        said = list(refused(tool, pathlib.Path(sys.argv[2]).resolve()))
    else:
        build, root = (pathlib.Path(os.path.realpath(name)) for name in sys.argv[2:4])
        seconds = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else float("inf")
        with tempfile.TemporaryDirectory() as scratch:
            chosen = choose(mode, build, root, pathlib.Path(scratch))
            said, left = problems(tool, root, chosen, seconds, 1 if mode == "changed" else os.cpu_count() or 1)
        print(f"{len(chosen) - len(left)} of {len(chosen)} files looked at")
    for path in left:
        print(f"note: no time for {path}")
    print("\n".join(said) if said else "no problem found")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
