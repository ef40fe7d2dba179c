# SPDX-License-Identifier: Apache-2.0
"""Finds the OpenCL drivers for CPUs that PyPI's packages bring, on machines where no registered driver shows a device."""

from __future__ import annotations

import atexit
import importlib.metadata
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
from typing import List

# A package of PyPI, and how the name of its driver's library begins.
PACKAGES = (("pocl-binary-distribution", "libpocl"), ("intel-opencl-rt", "libintelocl.so"))
# Whoever sets one of these has chosen the drivers.
SETTINGS = ("OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH", "KILN_OPENCL_LIBRARY")
SYSTEM = "/etc/OpenCL/vendors"
_made: List[str] = []  # the folder that register() has made
# Prints whether libkiln finds an OpenCL device. It is not the package that is imported, since that would look again.
LOOK = """
import ctypes, sys
kiln = ctypes.CDLL(sys.argv[1])
count, info = ctypes.c_size_t(), (ctypes.c_char_p * 6)()
if kiln.kiln_device_count(ctypes.byref(count)) == 0:
    found = [i for i in range(count.value) if kiln.kiln_device_get(ctypes.c_size_t(i), info) == 0
             and (info[0] or b"").startswith(b"opencl")]
    print("some" if found else "none", flush=True)
"""
LOOK_SECONDS = 30


def _registered() -> str:
    """What decides about drivers on this machine, or ""."""
    settings = [name for name in SETTINGS if name in os.environ]
    return ", ".join(settings or sorted(map(str, pathlib.Path(SYSTEM).glob("*.icd"))))


def _shows_no_device(library: str) -> bool:
    """Whether the registered drivers show no device, or end the process that asks. Another process asks, because the
    OpenCL loader of this one would not look for drivers again. Where that cannot be known, they are left alone."""
    if not os.path.basename(sys.executable or "").startswith(("python", "pypy")):
        return False  # a program that embeds Python
    environment = dict(os.environ, KILN_CUDA_LIBRARY="/nonexistent")  # only OpenCL is asked for
    try:
        done = subprocess.run([sys.executable, "-I", "-S", "-c", LOOK, library], env=environment, timeout=LOOK_SECONDS,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    except (OSError, subprocess.SubprocessError):
        return False
    said = done.stdout.decode(errors="replace").split()
    return said[-1:] == ["none"] or (not said and done.returncode < 0)


def _packaged() -> List[str]:
    """The libraries of the drivers that are installed beside this package, each by its absolute path."""
    found = []
    for package, library in PACKAGES:
        try:
            files = importlib.metadata.files(package) or []
        except importlib.metadata.PackageNotFoundError:
            continue
        names = sorted((file for file in files if file.name.startswith(library) and not file.name.endswith(".py")),
                       key=lambda file: len(file.name))
        if names:
            found.append(str(pathlib.Path(str(names[0].locate())).resolve()))
    return found


def advice() -> str:
    """What brings a device, where there is none."""
    packaged, registered = _packaged(), _registered()
    if packaged and registered and not _made:
        return f"{packaged[0]} is installed and not used, because of {registered}; OCL_ICD_VENDORS={packaged[0]} uses it"
    if packaged:
        return f"{packaged[0]} is installed and shows no device"
    extra = "intel" if platform.machine() in ("x86_64", "AMD64") else "pocl"
    return f"The extra [{extra}] of kiln-array brings a driver for this machine's processor (docs/reference/python.md)"


def register(library: str) -> None:
    """Names the packages' drivers to the OpenCL loader, which reads its settings once, when it is first used. This is
    done where nothing else is registered, or nothing with a device. `library` is libkiln's file."""
    if any(name in os.environ for name in SETTINGS):
        return
    libraries = _packaged()
    if not libraries or (_registered() and not _shows_no_device(library)):
        return
    folder = tempfile.mkdtemp(prefix="kiln-icd-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for place, library in enumerate(libraries):
        (pathlib.Path(folder) / f"{place}.icd").write_text(library + "\n")
    os.environ["OCL_ICD_VENDORS"] = folder
    _made.append(folder)
