# SPDX-License-Identifier: Apache-2.0
"""Finds the OpenCL drivers for CPUs that PyPI's packages bring, on machines where no driver is registered."""

from __future__ import annotations

import atexit
import importlib.metadata
import os
import pathlib
import platform
import shutil
import tempfile
from typing import List

# A package of PyPI, and how the name of its driver's library begins.
PACKAGES = (("pocl-binary-distribution", "libpocl"), ("intel-opencl-rt", "libintelocl.so"))
# Whoever sets one of these has chosen the drivers.
SETTINGS = ("OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH", "KILN_OPENCL_LIBRARY")
SYSTEM = "/etc/OpenCL/vendors"
_made: List[str] = []  # the folder that register() has made


def _registered() -> str:
    """What decides about drivers on this machine, or ""."""
    settings = [name for name in SETTINGS if name in os.environ]
    return ", ".join(settings or sorted(map(str, pathlib.Path(SYSTEM).glob("*.icd"))))


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


def register() -> None:
    """Names the packages' drivers to the OpenCL loader, which reads its settings once, when it is first used."""
    if _registered():
        return
    libraries = _packaged()
    if not libraries:
        return
    folder = tempfile.mkdtemp(prefix="kiln-icd-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for place, library in enumerate(libraries):
        (pathlib.Path(folder) / f"{place}.icd").write_text(library + "\n")
    os.environ["OCL_ICD_VENDORS"] = folder
    _made.append(folder)
