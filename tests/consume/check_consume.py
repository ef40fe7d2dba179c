#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the build into a scratch tree, uses it in each way that docs/install.md names, runs the commands of that
page that need no build, and uninstalls it.

    check_consume.py BUILD_ROOT SOURCE_DIR PREFIX LIBDIR SCRATCH [--relocatable] [--static] [--gpuarray] -- MESON...
    check_consume.py --subproject BUILD_ROOT SOURCE_DIR SCRATCH configure|shared|static -- MESON...
The programs run with nothing but the tree: no variable says where the library or its backends are. The build has
--static a static library, --gpuarray the option compat, --relocatable pkg-config files relative to themselves.
--subproject: the same program in a project that has Kiln as a subproject, whose build takes minutes.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import page

WORKS = "45 KILN_OK"
QUIET = {"stdout": subprocess.DEVNULL}


def run(command, **options):
    print("+", " ".join(map(str, command)), flush=True)
    return subprocess.run(list(map(str, command)), check=True, **options)


def output(command, **options):
    return run(command, capture_output=True, text=True, **options).stdout.strip()


def check(condition, text):
    if not condition:
        sys.exit(f"FAILED: {text}")


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def clean_environment():
    ours = ("KILN_BACKEND_PATH", "LD_LIBRARY_PATH", "LD_PRELOAD", "PKG_CONFIG_PATH", "DESTDIR")
    return {name: value for name, value in os.environ.items() if name not in ours}


def compilers():
    """The commands for C and C++ of each compiler that is here."""
    return [pair for pair in (("gcc", "g++"), ("clang", "clang++")) if shutil.which(pair[0])]


class Tree:
    """An installed tree and the programs that are built against it."""

    def __init__(self, root, libdir, scratch, source, relocatable):
        self.root, self.libdir, self.scratch, self.source = root, root / libdir, scratch, source
        self.relocatable, self.env = relocatable, clean_environment()

    def flags(self, package, *options):
        env = dict(self.env, PKG_CONFIG_LIBDIR=str(self.libdir / "pkgconfig"))
        where = [] if self.relocatable else [f"--define-variable=prefix={self.root}"]
        return output(["pkg-config", *where, "--cflags", "--libs", *options, package], env=env).split()

    def build(self, source, compiler, name, *flags):
        program = self.scratch / name
        run([*compiler, "-Wall", "-Wextra", "-Werror", self.source / source, "-o", program, *flags])
        return program

    def expect(self, program, *arguments, env=None):
        found = output([program, *arguments], env=env or self.env)
        check(found == WORKS, f"{program} printed {found!r}, expected {WORKS!r}")


def check_tool(tree):
    """The command finds its library, and the library its backends, from where they lie."""
    found = json.loads(output([tree.root / "bin" / "kiln", "info", "--json"], env=tree.env))
    paths = {backend["name"]: backend["path"] for backend in found["backends"]}
    for name in ("opencl", "cuda"):
        expected = str((tree.libdir / "kiln" / f"kiln_backend_{name}.so").resolve())
        check(paths.get(name) == expected, f"backend {name} is {paths.get(name)!r}, expected {expected!r}")


def check_pkg_config(tree):
    flags = tree.flags("kiln")
    for c, cxx in compilers():
        path = f"-Wl,-rpath,{tree.libdir}"
        tree.expect(tree.build("program.c", [c, "-std=c99", "-pedantic"], f"pkg-{c}", *flags, path))
        tree.expect(tree.build("program.cpp", [cxx, "-std=c++17"], f"pkg-{cxx}", *flags, path))


def check_dlopen(tree):
    program = tree.build("program_dlopen.c", ["gcc", "-std=gnu99"], "dlopen", f"-I{tree.root}/include", "-ldl")
    tree.expect(program, tree.libdir / "libkiln.so.0")


def check_static(tree, static_root):
    """A copy of the tree without shared libraries and modules, which is what a static build installs."""
    shutil.copytree(tree.root, static_root, copy_function=os.link)
    libdir = static_root / tree.libdir.relative_to(tree.root)
    shutil.rmtree(libdir / "kiln")
    for file in libdir.glob("libkiln.so*"):
        file.unlink()
    # Only the interface is visible: the archive's fmt and templates cannot clash with a program's.
    lines = (tree.source.parent / "abi" / "symbols.txt").read_text().split("\n")
    listed = {name for name in lines if name and not name.startswith("#")}
    names = output(["nm", "--extern-only", "--defined-only", "--format=just-symbols", libdir / "libkiln.a"]).split("\n")
    visible = {name for name in names if name and not name.endswith(":")}
    check(visible == listed, f"libkiln.a differs from tests/abi/symbols.txt in {sorted(visible ^ listed)[:5]}")
    static = Tree(static_root, libdir.relative_to(static_root), tree.scratch, tree.source, tree.relocatable)
    flags = static.flags("kiln", "--static")
    for source, compiler in (("program.c", ["gcc", "-std=c99"]), ("program.cpp", ["g++", "-std=c++17"])):
        program = static.build(source, compiler, "static-" + compiler[0], *flags)
        check("libkiln" not in output(["ldd", program]), f"{program} needs libkiln.so")
        static.expect(program)
    # The backends inside, and modules instead of those of their names.
    program = static.build("backends.c", ["gcc", "-std=c99"], "static-backends", *flags)
    check(output([program], env=tree.env) == "opencl ''\ncuda ''", f"{program} has no backends inside")
    modules = tree.libdir / "kiln"
    found = output([program], env=dict(tree.env, KILN_BACKEND_PATH=str(modules)))
    expected = [f"{name} '{modules}/kiln_backend_{name}.so'" for name in ("cuda", "opencl")]
    check(found.split("\n") == expected, f"{program} with modules has {found!r}")
    return static


def check_cmake(tree, static):
    for c, cxx in compilers():
        tried = [("cmake", tree, "kiln::static" if static else "")]
        if static and c == "gcc":
            tried += [("cmake_c", tree, ""), ("cmake_c", static, "")]
        for project, where, archive in tried:
            build = fresh(tree.scratch / f"{project}-{c}")
            run(["cmake", "-S", tree.source / project, "-B", build, f"-DCMAKE_PREFIX_PATH={where.root}",
                 f"-DCMAKE_C_COMPILER={c}", f"-DCMAKE_CXX_COMPILER={cxx}", f"-DSTATIC={archive}",
                 "--no-warn-unused-cli", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"], env=tree.env, **QUIET)
            run(["cmake", "--build", build], env=tree.env, **QUIET)
            programs = [file for file in build.iterdir() if file.name.split("_")[0] in ("c", "cxx", "program")]
            check(len(programs) == (1 if project == "cmake_c" else 4 if archive else 2), f"{build} has {programs}")
            for program in programs:
                tree.expect(program)


def check_cmake_components(tree):
    """A component is a library that is there; the error says which one is missing."""
    project, build, config = tree.scratch / "components", tree.scratch / "components-build", "kilnConfig.cmake"
    libdir = fresh(tree.scratch / "components-lib")
    shutil.copytree(tree.libdir / "cmake", libdir / "cmake")
    text = (libdir / "cmake" / "kiln" / config).read_text()
    shared = re.search(r"EXISTS .*/(libkiln\.so[\d.]+)", text)[1]
    text = re.sub(r'set\(_kiln_libdir ".*"\)', f'set(_kiln_libdir "{libdir}")', text)
    (libdir / "cmake" / "kiln" / config).write_text(text)
    fresh(project)
    (project / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.18)\nproject(components NONE)\n"
                                            "find_package(kiln REQUIRED COMPONENTS ${ASKED})\n")
    for files, asked, reason in (([shared], "shared", ""), (["libkiln.a"], "static", ""),
                                 ([shared, "libkiln.a"], "shared;static", ""),
                                 ([shared], "static", "no static library: libkiln.a is not in"),
                                 (["libkiln.a"], "shared", f"no shared library: {shared} is not in"),
                                 ([shared], "other", "no component other, expected shared or static")):
        for file in (shared, "libkiln.a"):
            (libdir / file).unlink(missing_ok=True)
        for file in files:
            (libdir / file).touch()
        done = subprocess.run(["cmake", "-S", project, "-B", fresh(build), f"-Dkiln_DIR={libdir}/cmake/kiln",
                               f"-DASKED={asked}"], capture_output=True, text=True)
        said = " ".join(done.stderr.split())
        check(bool(done.returncode) == bool(reason) and reason in said, f"components {asked} of {files}: {said}")


def check_cmake_versions(tree):
    """A version is compatible where the name of the shared library is the same, and not older."""
    have = output(["pkg-config", "--modversion", tree.libdir / "pkgconfig" / "kiln.pc"])
    major, minor, patch = map(int, have.split("."))
    check((tree.libdir / f"libkiln.so.{major}").exists(), f"there is no libkiln.so.{major}")
    for asked, fits in (("", True), (f"{major}", True), (f"{major}.{minor}", True), (have, True),
                        (f"{major}.{minor}.{patch + 1}", False), (f"{major}.{minor + 1}", False),
                        (f"{major + 1}", False)):
        script = tree.scratch / "version.cmake"
        script.write_text(f'set(PACKAGE_FIND_VERSION "{asked}")\n'
                          f'set(PACKAGE_FIND_VERSION_MAJOR "{asked.split(".")[0]}")\n'
                          f'include("{tree.libdir}/cmake/kiln/kilnConfigVersion.cmake")\n'
                          'message("${PACKAGE_VERSION_COMPATIBLE}")\n')
        done = run(["cmake", "-P", script], capture_output=True, text=True)
        check(done.stderr.strip() == str(fits).upper(), f"find_package(kiln {asked}) for {have}: {done.stderr}")


def check_gpuarray(tree):
    """The drop-in is in a folder of its own, where the loader does not look."""
    folder = tree.libdir / "kiln" / "libgpuarray"
    outside = [file for file in tree.root.rglob("*gpuarray*") if folder not in (file, *file.parents)]
    check(not outside, f"{outside} are outside {folder}")
    env = dict(tree.env, PKG_CONFIG_LIBDIR=str(folder / "pkgconfig"))
    flags = output(["pkg-config", "--cflags", "--libs", "gpuarray"], env=env).split()
    program = tree.build("program_gpuarray.c", ["gcc", "-std=c99"], "gpuarray", *flags)
    run([program], env=dict(tree.env, LD_LIBRARY_PATH=str(folder)))
    if not shutil.which("update-alternatives"):
        return
    # For a system, as docs/reference/libgpuarray.md says, with another folder of links and a file that stands for the
    # distribution's library.
    state, links, chosen = (fresh(tree.scratch / name) for name in ("alternatives", "links", "chosen"))
    other = fresh(tree.scratch / "distribution") / "libgpuarray.so.3"
    other.write_text("not a library")
    choose = ["update-alternatives", "--quiet", "--altdir", chosen, "--admindir", state, "--log", tree.scratch / "log"]
    link = links / "libgpuarray.so.3"
    for path, priority in ((other, 100), (folder / "libgpuarray.so.3", 10)):
        run([*choose, "--install", link, "libgpuarray.so.3", path, priority])
    check(link.resolve() == other, "the drop-in is chosen by itself")
    run([*choose, "--set", "libgpuarray.so.3", folder / "libgpuarray.so.3"])
    run([program], env=dict(tree.env, LD_LIBRARY_PATH=f"{links}:{tree.libdir}"))


def check_debian(tree, packaging):
    """Each installed file is in one package of debian/, each name there has a file, and the versions agree."""
    patterns = [(file.stem, line.split("/", 1)[1]) for file in packaging.glob("*.install")
                for line in file.read_text().split("\n") if line.startswith("usr/")]
    found = set()
    for path in sorted(tree.root.rglob("*")):
        if path.is_dir():
            continue
        name = path.relative_to(tree.root)
        owners = {(package, pattern) for package, pattern in patterns
                  if any(pathlib.PurePath(part).match(pattern) for part in (name, *name.parents[:-1]))}
        check(len(owners) == 1, f"{name} is in the packages {sorted(owners)}")
        found |= owners
    check(found == set(patterns), f"no file is installed for {sorted(set(patterns) - found)}")
    for file in packaging.glob("*.docs"):
        for name in file.read_text().split():
            check((packaging.parent / name).exists(), f"{file.name} names {name}, which is not there")
    version = output(["pkg-config", "--modversion", tree.libdir / "pkgconfig" / "kiln.pc"])
    newest = (packaging / "changelog").read_text().split("\n")[0]
    check(newest.startswith(f"kiln ({version}-"), f"debian/changelog begins with {newest!r}, expected {version}")


def check_installed(arguments, meson):
    build, source, prefix, libdir, scratch = arguments[:5]
    source, scratch = pathlib.Path(source), fresh(pathlib.Path(scratch))
    stage = scratch / "stage"
    run([*meson, "install", "--no-rebuild", "-C", build, "--destdir", stage], **QUIET)
    tree = Tree(pathlib.Path(str(stage) + prefix), libdir, scratch, source, "--relocatable" in arguments)
    check_tool(tree)
    if "--static" in arguments and "--gpuarray" in arguments:
        check_debian(tree, source.parents[1] / "debian")
    check_pkg_config(tree)
    check_dlopen(tree)
    static = check_static(tree, scratch / "static") if "--static" in arguments else None
    if shutil.which("cmake"):
        check_cmake(tree, static)
        check_cmake_components(tree)
        check_cmake_versions(tree)
    if "--gpuarray" in arguments:
        check_gpuarray(tree)
    if tree.relocatable and static and shutil.which("cmake"):
        (scratch / "home").mkdir()
        (scratch / "home" / "kiln").symlink_to(tree.root)
        check(page.run(source.parents[1], scratch / "page", scratch / "home", False, tree.env) > 3, "too few blocks")
    run(["ninja", "-C", build, "uninstall"], **QUIET)
    left = [file for file in stage.rglob("*") if file.is_symlink() or file.is_file()]
    check(not left, f"uninstall leaves {left}")


def check_subproject(arguments, meson):
    build_root, source, scratch, how = arguments
    source, project = pathlib.Path(source), fresh(pathlib.Path(scratch))
    for file in ("program.c", "program.cpp", "subproject/meson.build"):
        shutil.copy(source / file, project)
    kiln = project / "subprojects" / "kiln"
    kiln.parent.mkdir()
    kiln.symlink_to(source.parents[1])
    build, env = project / "build", clean_environment()
    kind = "static" if how == "static" else "shared"
    run([*meson, "setup", build, project, f"-Dkiln:default_library={kind}", "-Dunity=on", "-Dunity_size=16"], env=env)
    options = {option["name"]: option["value"]
               for option in json.loads(output([*meson, "introspect", build, "--buildoptions"]))}
    check(not options["kiln:compat"], "compat is on")
    names = {target["name"] for target in json.loads(output([*meson, "introspect", build, "--targets"]))}
    unwanted = names & {"gpuarray", "kiln_operations", "test_abi", "kiln_bench", "exp_loop"}
    check(not unwanted and {"c", "cpp"} <= names, f"the subproject has {unwanted}")
    if how != "configure":
        run([*meson, "test", "-C", build, "--print-errorlogs"], env=env)
        for name in ("c", "cpp"):
            Tree(project, ".", project, source, True).expect(build / name)


def main():
    split = sys.argv.index("--")
    arguments, meson = sys.argv[1:split], sys.argv[split + 1:]
    if arguments[0] == "--subproject":
        check_subproject(arguments[1:], meson)
    else:
        check_installed(arguments, meson)


main()
