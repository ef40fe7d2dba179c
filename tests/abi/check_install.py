#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the build into a scratch tree and builds small programs against it as users would: with pkg-config, and with
CMake where that is here. The programs run with nothing but the tree.

    check_install.py BUILD_ROOT SOURCE_DIR PREFIX LIBDIR SCRATCH MESON...
"""
import os
import pathlib
import shutil
import subprocess
import sys

CMAKE_LISTS = """cmake_minimum_required(VERSION 3.18)
project(consumer C CXX)
find_package(kiln 0.1 CONFIG REQUIRED)
add_executable(consumer {source})
target_compile_features(consumer PRIVATE cxx_std_17)
target_link_libraries(consumer kiln::kiln)
"""


def run(command, **options):
    print("+", " ".join(map(str, command)), flush=True)
    return subprocess.run(list(map(str, command)), check=True, **options)


def main():
    build, source, prefix, libdir, scratch = sys.argv[1:6]
    meson = sys.argv[6:]
    source, scratch = pathlib.Path(source), pathlib.Path(scratch)
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    stage = scratch / "stage"
    run([*meson, "install", "--no-rebuild", "-C", build, "--destdir", stage], stdout=subprocess.DEVNULL)
    tree = pathlib.Path(str(stage) + prefix)
    library_dir = tree / libdir

    env = {k: v for k, v in os.environ.items() if k != "KILN_BACKEND_PATH"}
    env["LD_LIBRARY_PATH"] = str(library_dir)
    pkg_env = dict(env, PKG_CONFIG_LIBDIR=str(library_dir / "pkgconfig"))
    programs = [("consumer.c", "kiln", ["gcc", "-std=c99"]), ("consumer.cpp", "kiln", ["g++", "-std=c++17"])]
    if (library_dir / "pkgconfig" / "gpuarray.pc").exists():  # option compat
        programs.append(("consumer_gpuarray.c", "gpuarray", ["gcc", "-std=c99"]))
    for name, package, compiler in programs:
        flags = run(["pkg-config", f"--define-variable=prefix={tree}", "--cflags", "--libs", package], env=pkg_env,
                    capture_output=True, text=True).stdout.split()
        program = scratch / name.replace(".", "_")
        run([*compiler, "-Wall", "-Wextra", "-Werror", source / name, "-o", program, *flags])
        run([program], env=env)

    if shutil.which("cmake"):
        project = scratch / "cmake"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(CMAKE_LISTS.format(source=source / "consumer.cpp"))
        out = {"stdout": subprocess.DEVNULL}
        run(["cmake", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={tree}"], **out)
        run(["cmake", "--build", project / "build"], **out)
        run([project / "build" / "consumer"], env=env)


main()
