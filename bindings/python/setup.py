# SPDX-License-Identifier: Apache-2.0
"""Puts libkiln and its backends into the wheel. They come from the build folder KILN_BUILD_DIR (relative to the root of
Kiln), else from `build` there, else from an installed Kiln that pkg-config knows. The files of the folder KILN_WHEEL_FILES
go beside them: an OpenCL loader for machines that have none, and its licence."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = "libkiln.so.0"
BACKENDS = ("opencl", "cuda")


def version():
    header = ROOT / "include" / "kiln" / "version.h"
    if not header.exists():
        sys.exit(f"kiln: {header} is not there: install from a copy of Kiln's repository, pip install ./bindings/python")
    return re.search(r'VERSION_STRING "(.*)"', header.read_text()).group(1)


def from_build(folder):
    """The files of a build folder, or None where it has no library."""
    library = folder / "lib" / "capi" / LIBRARY
    modules = [folder / "backends" / name / f"kiln_backend_{name}.so" for name in BACKENDS]
    return [library, *filter(pathlib.Path.exists, modules)] if library.exists() else None


def from_system():
    """The files of an installed Kiln, or None."""
    def variable(name):
        return subprocess.run(["pkg-config", f"--variable={name}", "kiln"], capture_output=True, text=True).stdout.strip()

    if not shutil.which("pkg-config") or not variable("libdir"):
        return None
    library = pathlib.Path(variable("libdir")) / LIBRARY
    modules = [pathlib.Path(variable("moduledir")) / f"kiln_backend_{name}.so" for name in BACKENDS]
    return [library, *filter(pathlib.Path.exists, modules)] if library.exists() else None


def native_files():
    named = os.environ.get("KILN_BUILD_DIR")
    folder = ROOT / (named or "build")
    files = from_build(folder) or (None if named else from_system())
    if files is None:
        sys.exit(f"kiln: no {LIBRARY} in {folder / 'lib' / 'capi'}"
                 + ("" if named else ", and pkg-config knows no installed Kiln")
                 + ". Build Kiln first (./tools/quickstart.sh), or name its build folder in KILN_BUILD_DIR")
    if len(files) == 1:
        sys.exit(f"kiln: {files[0]} has no backends beside it: build all of Kiln (ninja)")
    return files


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        if getattr(self, "editable_mode", False):
            return  # the package stays where it is: KILN_LIBRARY names the library
        package = pathlib.Path(self.build_lib) / "kiln"
        shutil.rmtree(package / "_libs", ignore_errors=True)
        (package / "_libs").mkdir(parents=True)
        for file in native_files():
            shutil.copy(file, package / "_libs" / (LIBRARY if file.name.startswith("libkiln") else file.name))
        if more := os.environ.get("KILN_WHEEL_FILES"):
            shutil.copytree(more, package / "_libs", dirs_exist_ok=True)
        for file in ("LICENSE", "NOTICE"):
            shutil.copy(ROOT / file, package / file)


class PlatformWheel(bdist_wheel):
    """Any Python 3, this platform."""

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


class BinaryDistribution(Distribution):
    def has_ext_modules(self):
        return True


setup(version=version(), distclass=BinaryDistribution, cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel})
