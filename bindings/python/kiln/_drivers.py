# SPDX-License-Identifier: Apache-2.0
"""Finds the OpenCL drivers for CPUs that PyPI's packages bring, on machines where no driver is registered."""

from __future__ import annotations

import atexit
import importlib.metadata
import os
import pathlib
import shutil
import tempfile
from typing import List

# A package of PyPI, and how the name of its driver's library begins.
PACKAGES = (("pocl-binary-distribution", "libpocl"), ("intel-opencl-rt", "libintelocl.so"))
# Whoever sets one of these has chosen the drivers.
SETTINGS = ("OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH", "KILN_OPENCL_LIBRARY")
SYSTEM = "/etc/OpenCL/vendors"


def _registered() -> bool:
    return any(name in os.environ for name in SETTINGS) or any(pathlib.Path(SYSTEM).glob("*.icd"))


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
