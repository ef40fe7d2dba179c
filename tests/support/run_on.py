#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a test program on another OpenCL implementation: run_on.py rusticl|oclgrind KILN PROGRAM [ARGUMENT...].

rusticl is Mesa's llvmpipe device. Oclgrind simulates a device and reports races between work-items, accesses out of
bounds and uses of uninitialised memory: any report fails the run. With `--reports` in front, a run that gives no
report fails instead: the check of the check. With `--bounds` it leaves out uses of uninitialised memory. Inputs are
small, and dtypes, layouts and parameters are some of all: with `--variants` in front they are all of them, and with
`--whole` inputs are large too. Several options may be in front. Exits with 77 (skipped) where the implementation is
not installed.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

# Oclgrind's clang makes instructions that its plug-ins do not know unless optimisation is off.
OCLGRIND = ["oclgrind", "--build-options", "-cl-opt-disable", "--data-races", "--check-api"]
# Oclgrind 21.10 crashes with this where a vector is made of another one's even elements.
UNINITIALISED = ["--uninitialized"]


def rusticl(kiln, command):
    environment = dict(os.environ, RUSTICL_ENABLE="llvmpipe")
    found = subprocess.run([kiln, "info", "--json"], env=environment, capture_output=True, text=True, check=False)
    devices = [device["device"] for device in json.loads(found.stdout)["devices"] if device.get("platform") == "rusticl"]
    if not devices:
        print("rusticl has no device here (Debian: mesa-opencl-icd)")
        return 77
    # "opencl1:0": libgpuarray's interface knows numbers alone.
    return subprocess.run(command, env=dict(environment, KILN_TEST_DEVICES=devices[0]), check=False).returncode


def oclgrind(_, command, reports_expected, options):
    if not shutil.which("oclgrind"):
        print("oclgrind is not installed")
        return 77
    # No file cache: it would only hold the simulator's programs. No pool: the simulator loses track of what is
    # initialised behind an offset.
    environment = dict(os.environ, KILN_TEST_DEVICES="opencl", KILN_FLAGS="cache_path=off,preallocate=-1")
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        status = subprocess.run([*OCLGRIND, *options, "--log", log, *command], env=environment, check=False).returncode
        report = open(log, errors="replace").read() if os.path.exists(log) else ""
    if reports_expected:
        print("reported, as expected" if report.strip() else "nothing was reported")
        return 0 if report.strip() else 1
    print(report[:20000])
    return status or (1 if report.strip() else 0)


def main():
    arguments = sys.argv[1:]
    options = set()
    while arguments[0].startswith("--"):
        options.add(arguments.pop(0))
    where, kiln, *command = arguments
    # tests/support/device_list.hpp reads it.
    os.environ["KILN_TEST_SMALL"] = "0" if "--whole" in options else "1" if "--variants" in options else "2"
    return rusticl(kiln, command) if where == "rusticl" else oclgrind(
        kiln, command, "--reports" in options, [] if "--bounds" in options else UNINITIALISED)


sys.exit(main())
