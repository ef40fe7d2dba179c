#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the `kiln` command under many environments and checks output and exit status.

Usage: test_cli.py PATH-OF-KILN. Each run gets an environment of its own: no flags, no home but the one given.
"""
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

KILN = ""
FLAG_NAMES = ["device", "floatX", "preallocate", "sched", "single_stream", "cache_path", "cache_store", "launch_blocking",
              "run_ahead", "run_ahead_memory", "fastmath", "check_index", "matmul_precision", "blas", "conv", "winograd",
              "mode", "optimizer", "optimizer_excluding", "optimizer_including", "on_unused_input", "allow_gc", "signatures", "profile",
              "contexts", "assert_no_cpu_op", "warn_float64", "print_active_device"]
KEPT = ["PATH", "LD_LIBRARY_PATH", "KILN_BACKEND_PATH", "POCL_CACHE_DIR", "ASAN_OPTIONS", "LSAN_OPTIONS",
        "UBSAN_OPTIONS", "TSAN_OPTIONS"]


class CliTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kiln-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.home = self.folder / "home"
        self.home.mkdir()

    def kiln(self, *arguments, status=0, home=True, device="opencl:pocl", **variables):
        """Runs kiln; `status` is the exit status expected, None for 0 or 1. Returns (stdout, stderr)."""
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        # The driver's own cache would otherwise want a home too.
        environment["KILNRC"] = "/dev/null"
        if device:
            environment["KILN_FLAGS"] = f"device={device}"
        if home:
            environment["HOME"] = str(self.home)
        environment.update(variables)
        environment = {name: value for name, value in environment.items() if value is not None}
        done = subprocess.run([KILN, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=120)
        self.assertIn(done.returncode, [0, 1] if status is None else [status],
                      f"kiln {' '.join(arguments)}\nstdout:\n{done.stdout}\nstderr:\n{done.stderr}")
        return done.stdout, done.stderr


class Usage(CliTest):
    def test_wrong_usage_gives_help_and_status_2(self):
        for arguments in [(), ("nonsense",), ("info", "--nonsense"), ("cache",), ("cache", "nonsense"),
                          ("info", "extra"), ("cache", "prune", "--bytes", "many"),
                          ("cache", "prune", "--bytes", "-1"), ("cache", "prune", "--bytes", "16777216T"),
                          ("cache", "prune", "--bytes", "1.5G"), ("cache", "prune", "--bytes", ""),
                          ("selftest", "--seed", "-1", "--list"), ("selftest", "--seed", "1.5", "--list"),
                          ("selftest", "--seed", "18446744073709551616", "--list")]:
            with self.subTest(arguments=arguments):
                out, error = self.kiln(*arguments, status=2)
                self.assertEqual(out, "")
                self.assertIn("Usage: kiln ", error)
                self.assertIn("Exit status: 0 ", error)
                if "nonsense" in arguments:
                    self.assertIn("unknown command 'nonsense'", error)
                elif "--nonsense" in arguments:
                    self.assertIn("--nonsense", error)

    def test_help_and_version(self):
        out, _ = self.kiln("--help")
        for name in ["info", "doctor", "flags", "cache", "selftest", "bench"]:
            self.assertIn(name, out)
        out, _ = self.kiln("cache", "--help")
        self.assertIn("prune", out)
        out, _ = self.kiln("--version")
        self.assertRegex(out, r"^kiln \d+\.\d+\.\d+$")

    def test_nearest_names(self):
        rows = [(("bnech",), 2, "unknown command 'bnech', did you mean 'bench'?"),
                (("cache", "claer"), 2, "unknown command 'claer', did you mean 'clear'?"),
                (("info", "--jsno"), 2, "--jsno, did you mean '--json'?"),
                (("bench", "--op", "cumsun"), 1, "no operation 'cumsun' that is timed, did you mean 'cumsum'?"),
                (("bench", "--op", "gem"), 1, "no operation 'gem' that is timed, did you mean 'gemm', 'gemv' or "
                 "'gemm_list'?"),
                (("selftest", "--op", "sotr"), 1, "no operation 'sotr', did you mean 'sort'?")]
        for arguments, status, message in rows:
            with self.subTest(arguments=arguments):
                _, error = self.kiln(*arguments, status=status)
                self.assertIn(message, error)
        _, error = self.kiln("nonsense", status=2)
        self.assertNotIn("did you mean", error)

    def test_escape_codes_only_on_a_terminal(self):
        out, error = self.kiln("selftest", "--op", "full", "--dtype", "int8")
        self.assertNotIn("\033", out + error)
        self.assertNotIn("\r", out + error)
        for terminal, shown in [("xterm", True), ("dumb", False)]:
            master, slave = pty.openpty()
            environment = {**os.environ, "KILN_FLAGS": "device=opencl:pocl", "KILNRC": "/dev/null",
                           "HOME": str(self.home), "TERM": terminal}
            subprocess.run([KILN, "selftest", "--op", "full", "--dtype", "int8"], env=environment,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=slave, check=True, timeout=120)
            os.set_blocking(master, False)
            try:
                drawn = os.read(master, 4096)
            except BlockingIOError:
                drawn = b""
            os.close(master)
            os.close(slave)
            self.assertEqual(b"\033" in drawn, shown)

    def test_completion(self):
        script, _ = self.kiln("completion", "bash")
        self.kiln("completion", "tcl", status=2)
        if not shutil.which("bash"):
            self.skipTest("no bash")
        (self.folder / "a_file").write_text("")
        for words, expected in [("do", "doctor"), ("cache pr", "prune"), ("cache stat --j", "--json"),
                                ("bench --op sum cumpr", "cumprod"), ("bench --dtype bfl", "bfloat16"),
                                ("bench --all --js", "--json"), ("bench --json a_", "a_file"),
                                ("info --driver-seconds ''", ""), ("completion b", "bash")]:
            with self.subTest(words=words):
                call = f"COMP_WORDS=(kiln {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _kiln"
                done = subprocess.run(["bash", "-c", f"{script}\n{call}; echo ${{COMPREPLY[*]}}"], cwd=self.folder,
                                      capture_output=True, text=True, check=True)
                self.assertEqual((done.stdout.strip(), done.stderr), (expected, ""))

    def test_a_full_disk_is_told(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([KILN, "info"], stdout=full, stderr=subprocess.PIPE, text=True,
                                  env={"KILNRC": "/dev/null", "KILN_BACKEND_PATH": "/nonexistent"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write", done.stderr)

    def test_a_full_disk_is_told_by_flags(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([KILN, "flags"], stdout=full, stderr=subprocess.PIPE, text=True,
                                  env={"KILNRC": "/dev/null"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write", done.stderr)


class Flags(CliTest):
    def flags(self, **arguments):
        out, error = self.kiln("flags", "--json", **arguments)
        flags = json.loads(out)
        self.assertEqual([flag["name"] for flag in flags], FLAG_NAMES)
        for flag in flags:
            self.assertEqual(sorted(flag), ["default", "help", "name", "source", "type", "value"])
        return {flag["name"]: flag for flag in flags}, error

    def test_defaults_without_a_home(self):
        flags, error = self.flags(device=None, home=False, KILNRC=None)
        self.assertEqual(error, "")
        for flag in flags.values():
            self.assertEqual((flag["value"], flag["source"]), (flag["default"], "default"))

    def test_table(self):
        out, _ = self.kiln("flags")
        lines = out.splitlines()
        self.assertEqual(len(lines), 1 + len(FLAG_NAMES))
        self.assertTrue(lines[0].startswith("NAME"))
        self.assertRegex(lines[1], r"^device +device +opencl:pocl +auto +KILN_FLAGS +\S")

    def test_sources(self):
        rc = self.home / ".config" / "kiln" / "kilnrc"
        rc.parent.mkdir(parents=True)
        rc.write_text("[global]\nfloatX = float64\nsched = multi\n")
        flags, _ = self.flags(device=None, KILNRC=None, KILN_FLAGS="sched=single,fastmath=1")
        self.assertEqual(flags["floatX"]["value"], "float64")
        self.assertEqual(flags["floatX"]["source"], f"kilnrc:{rc}:2")
        self.assertEqual((flags["sched"]["value"], flags["sched"]["source"]), ("single", "KILN_FLAGS"))
        self.assertEqual(flags["fastmath"]["value"], "True")

    def test_old_names_are_warned_of_once(self):
        flags, error = self.flags(device=None, KILN_FLAGS="gpuarray.preallocate=0.5,device=gpu0")
        self.assertEqual(flags["preallocate"]["value"], "0.5")
        self.assertEqual(flags["device"]["value"], "cuda0")
        self.assertEqual(error.count("gpuarray.preallocate"), 1)
        self.assertEqual(len(error.splitlines()), 2)

    def test_malformed(self):
        rc = self.folder / "rc"
        rc.write_text("\n[global]\nflaotX = float64\n")
        rows = [({"KILN_FLAGS": "devcie=cpu"}, "KILN_FLAGS: unknown flag 'devcie', did you mean 'device'?"),
                ({"KILN_FLAGS": "floatX=float12"}, "did you mean 'float32'?"),
                ({"KILN_FLAGS": "device"}, "column 1"),
                ({"KILN_FLAGS": None, "KILNRC": str(rc)}, f"{rc}:3: unknown flag 'flaotX'"),
                ({"KILNRC": str(self.folder / "missing")}, "cannot be read")]
        for variables, message in rows:
            with self.subTest(variables=variables):
                out, error = self.kiln("flags", status=1, **variables)
                self.assertEqual(out, "")
                self.assertIn("KILN_FLAG_ERROR", error)
                self.assertIn(message, error)
                out, _ = self.kiln("flags", "--json", status=1, **variables)
                self.assertIn(message, json.loads(out)["error"])
                _, error = self.kiln("info", status=1, **variables)
                self.assertIn(message, error)
                out, _ = self.kiln("doctor", status=1, **variables)
                self.assertIn(message, out)
                self.kiln("cache", "stat", status=1, **variables)


class Info(CliTest):
    def test_pocl_is_listed_and_picked(self):
        out, _ = self.kiln("info", "--json")
        info = json.loads(out)
        backends = {backend["name"]: backend for backend in info["backends"]}
        self.assertEqual(sorted(set(backends) & {"cuda", "opencl"}), ["cuda", "opencl"])
        self.assertGreater(backends["opencl"]["device_count"], 0)
        self.assertEqual(backends["opencl"]["reason"], "")
        if backends["cuda"]["device_count"] == 0:
            self.assertNotEqual(backends["cuda"]["reason"], "")
        picked = info["selected"]
        self.assertEqual((picked["flag"], picked["source"], picked["error"]), ("opencl:pocl", "KILN_FLAGS", ""))
        device = {each["device"]: each for each in info["devices"]}[picked["device"]]
        self.assertIn("Portable Computing Language", device["platform"])
        self.assertEqual(device["kind"], "cpu")
        self.assertNotIn("limits", device)

    def test_text(self):
        out, error = self.kiln("info")
        self.assertEqual(error, "")
        self.assertRegex(out, r"(?m)^kiln \d+\.\d+\.\d+$")
        self.assertRegex(out, r"(?m)^\* +opencl\d+:\d+ +cpu +\S")
        self.assertRegex(out, r"(?m)^\* device=opencl:pocl \(from KILN_FLAGS\) opens opencl\d+:\d+$")

    def test_verbose(self):
        # Only PoCL: other drivers of the machine are not under test.
        vendors = self.folder / "vendors"
        vendors.mkdir()
        (vendors / "pocl.icd").write_text(Path("/etc/OpenCL/vendors/pocl.icd").read_text())
        settings = {"OCL_ICD_VENDORS": str(vendors), "OPENCL_VENDOR_PATH": str(vendors)}
        out, _ = self.kiln("info", "--json", "--verbose", status=None, **settings)
        if json.loads(out)["selected"]["error"]:
            self.skipTest("this machine's loader finds no PoCL in a folder of its own")
        device = [each for each in json.loads(out)["devices"] if each["device"].startswith("opencl")][0]
        self.assertGreater(device["limits"]["total_memory"], 0)
        self.assertGreater(device["limits"]["max_local_size"], 0)
        self.assertEqual(len(device["limits"]["max_local_sizes"]), 3)
        self.assertGreaterEqual(device["limits"]["parameter_bytes"], 1024)
        self.assertIn(device["limits"]["has_float64"], [True, False])
        self.assertIn(device["limits"]["has_subnormals"], [True, False])
        out, _ = self.kiln("info", "--verbose", OCL_ICD_VENDORS=str(vendors))
        self.assertRegex(out, r"total_memory +[\d.]+ .iB \(\d+ bytes\)")

    def test_unknown_and_missing_devices(self):
        for device, message in [("openlc0:0", "did you mean 'opencl0:0'?"), ("opencl99:0", "there is no device 'opencl99:0'"),
                                ("vulkan0", "expected one of")]:
            with self.subTest(device=device):
                out, error = self.kiln("info", device=device, status=1)
                self.assertIn(message, error)
                self.assertIn("KILN_NO_DEVICE", error)
                self.assertIn("opencl0:0", out)  # the listing is there all the same
                out, _ = self.kiln("info", "--json", device=device, status=1)
                self.assertIn(message, json.loads(out)["selected"]["error"])

    def test_without_a_home(self):
        self.kiln("info", home=False)

    def test_no_driver(self):
        out, error = self.kiln("info", "--json", device="opencl", status=1, OCL_ICD_VENDORS="/nonexistent")
        info = json.loads(out)
        self.assertEqual([each for each in info["devices"] if each["device"].startswith("opencl")], [])
        opencl = [each for each in info["backends"] if each["name"] == "opencl"][0]
        self.assertNotEqual(opencl["reason"], "")
        self.assertIn(opencl["reason"], error)


def bad_driver(kind):
    return str(Path(os.environ["KILN_TEST_BAD_DRIVERS"]) / f"kiln_icd_{kind}.so")


class BadDrivers(CliTest):
    """Drivers that end the process, or never answer: they are named, and the others are shown."""

    def vendors(self, **drivers):
        folder = self.folder / "vendors"
        folder.mkdir()
        (folder / "m_pocl.icd").write_text(Path("/etc/OpenCL/vendors/pocl.icd").read_text())
        for name, library in drivers.items():
            (folder / f"{name}.icd").write_text(library + "\n")
        return str(folder)

    def check_info(self, vendors, broken, *arguments):
        out, error = self.kiln("info", "--json", *arguments, status=1, OCL_ICD_VENDORS=vendors)
        info = json.loads(out)
        for (name, problem), found in zip(broken, info["broken"]):
            self.assertIn(f"{vendors}/{name}.icd (", found["name"])
            self.assertIn(problem, found["problem"])
            self.assertIn(f"{found['name']} is left out, since it {found['problem']}", error)
        self.assertEqual(len(info["broken"]), len(broken))
        platforms = [each["platform"] for each in info["devices"] if each["device"].startswith("opencl")]
        self.assertRegex(" ".join(platforms), r"^Portable Computing Language \([^()]*\)$")
        self.assertRegex(info["selected"]["device"], r"opencl\d+:\d+")

    def test_crashes(self):
        vendors = self.vendors(a_load=bad_driver("aborts_on_load"), b_list=bad_driver("aborts"),
                               z_exit=bad_driver("exits"))
        self.check_info(vendors, [("a_load", "crashes while listing its devices: Aborted"),
                                  ("b_list", "crashes while listing its devices: Aborted"),
                                  ("z_exit", "ends the process while listing its devices: exit status 0")])
        out, error = self.kiln("doctor", OCL_ICD_VENDORS=vendors)
        self.assertIn("kiln: a driver crashes while listing the devices: Aborted\n", error)
        self.assertIn(f"PROBLEM  {vendors}/b_list.icd ({bad_driver('aborts')}) crashes while listing its devices: "
                      "Aborted\n", out)
        self.assertIn("do:    programs meet this too: install the package that owns the library again, "
                      f"or remove {vendors}/b_list.icd", out)
        driver = bad_driver("aborts_on_load")
        self.assertIn(f"PROBLEM  {vendors}/a_load.icd ({driver}): {driver} crashes while loading", out)
        self.assertRegex(out, r"(?m)^  ok +opencl\d+:\d+ \(.*\) computes$")
        self.assertRegex(out, r"(?m)^1 device works, 4 problems$|^\d+ devices work, 4 problems$")

    def test_a_driver_that_hangs(self):
        self.check_info(self.vendors(a_hang=bad_driver("hangs")),
                        [("a_hang", "does not finish listing its devices: no answer for 3 s")], "--driver-seconds", "3")

    def test_drivers_that_clash(self):
        copy = self.folder / "copy.so"
        shutil.copy(bad_driver("clashes"), copy)
        vendors = self.vendors(a_first=bad_driver("clashes"), z_second=str(copy))
        self.check_info(vendors, [("z_second", f"Aborted (not alone, but beside {vendors}/a_first.icd ")])

    def test_modules(self):
        folder = self.folder / "modules"
        folder.mkdir()
        shutil.copy(bad_driver("aborts_on_load"), folder / "kiln_backend_bad.so")
        path = f"{os.environ['KILN_BACKEND_PATH']}:{folder}"
        out, error = self.kiln("info", status=1, KILN_BACKEND_PATH=path)
        self.assertIn(f"module {folder}/kiln_backend_bad.so is left out, since it crashes while listing its devices: "
                      "Aborted", error)
        self.assertRegex(out, r"opens opencl\d+:\d+")

    def test_a_device_that_crashes(self):
        folder = self.folder / "modules"
        folder.mkdir()
        shutil.copy(Path(bad_driver("x")).parent / "kiln_backend_crashing.so", folder)
        path = f"{os.environ['KILN_BACKEND_PATH']}:{folder}"
        out, _ = self.kiln("doctor", KILN_BACKEND_PATH=path)
        self.assertRegex(out, r"PROBLEM  crashing0 \(.*\): a driver crashes while computing on crashing0: Aborted\n")
        self.assertRegex(out, r"(?m)^  ok +opencl\d+:\d+ \(.*\) computes$")
        self.kiln("doctor", status=1, KILN_BACKEND_PATH=path, KILN_FLAGS="device=opencl:pocl,contexts=a->crashing0")

    def test_no_loader(self):
        hidden = {"LD_AUDIT": os.environ["KILN_TEST_HIDE_LIBRARY"], "KILN_TEST_HIDDEN": "libOpenCL.so.1"}
        out, _ = self.kiln("doctor", status=None if has_cuda() else 1, **hidden)
        section = out.split("\nOpenCL\n")[1].split("\n\n")[0]
        self.assertEqual(section, "  PROBLEM  there is no OpenCL loader: libOpenCL.so.1: cannot open shared object "
                                  "file: No such file or directory\n    do:    apt install ocl-icd-libopencl1 "
                                  "(Debian; elsewhere the package is called ocl-icd)")
        if not has_cuda():
            out, _ = self.kiln("info", status=1, **hidden)
            self.assertIn("There is no OpenCL loader: apt install ocl-icd-libopencl1 (Debian; elsewhere", out)
        missing = "/nonexistent/libOpenCL.so.1"
        out, _ = self.kiln("doctor", status=None if has_cuda() else 1, KILN_OPENCL_LIBRARY=missing)
        self.assertIn("PROBLEM  there is no OpenCL loader: /nonexistent/libOpenCL.so.1: cannot open", out)
        self.assertIn("do:    unset KILN_OPENCL_LIBRARY, or let it name a libOpenCL.so.1\n", out)


class Doctor(CliTest):
    def test_json(self):
        missing = "/nonexistent/libOpenCL.so.1"
        out, _ = self.kiln("doctor", "--json", KILN_OPENCL_LIBRARY=missing, status=None if has_cuda() else 1)
        report = json.loads(out)
        self.assertEqual([section["title"] for section in report["sections"]],
                         ["Flags", "Backends", "OpenCL", "CUDA", "Device files", "Kernel cache", "Devices"])
        findings = [finding for section in report["sections"] for finding in section["findings"]]
        problems = [finding for finding in findings if finding["kind"] == "problem"]
        self.assertEqual(len(problems), report["problems"])
        self.assertGreater(len(problems), 0)
        for finding in findings:
            self.assertIn(finding["kind"], ["ok", "note", "problem"])
            self.assertEqual(finding["advice"] != "", finding["kind"] == "problem")
        if not has_cuda():
            self.assertEqual(report["working_devices"], 0)

    def test_pocl_works(self):
        out, _ = self.kiln("doctor")
        self.assertRegex(out, r"(?m)^  ok +opencl\d+:\d+ \(.*\) computes$")
        self.assertRegex(out, r"(?m)^  ok +device=opencl:pocl opens opencl\d+:\d+$")
        self.assertRegex(out, r"(?m)^  ok +/.*pocl.* loads$")
        self.assertRegex(out, r"(?m)^[1-9]\d* devices? works?, \d+ problems?$")
        self.assertIn(str(self.home / ".cache/kiln/v1"), out)
        self.assertIn("mode 0700", out)

    def test_status(self):
        """It tells whether the devices that the flags choose compute."""
        rows = [("device=opencl:pocl", 0), ("device=opencl99:0", 1), ("device=opencl:pocl,contexts=a->opencl99:0", 1),
                ("device=opencl:pocl,contexts=a->opencl:pocl;b->cpu", 0), ("device=opencl:pocl,cache_path=/proc/x", 0),
                ("device=nonsense", 1)]
        for flags, status in rows:
            with self.subTest(flags=flags):
                self.kiln("doctor", status=status, KILN_FLAGS=flags)
        out, _ = self.kiln("doctor", status=1, KILN_FLAGS="device=opencl:pocl,contexts=a->opencl:pocl;b->opencl99:0")
        self.assertRegex(out, r"(?m)^  ok +contexts=a->opencl:pocl opens opencl\d+:\d+$")
        self.assertRegex(out, r"(?m)^  PROBLEM +contexts=b->opencl99:0: KILN_NO_DEVICE: ")
        self.assertIn("do:    let the flag contexts (from KILN_FLAGS) name a device that computes\n", out)

    def test_no_driver(self):
        out, _ = self.kiln("doctor", status=None if has_cuda() else 1, OCL_ICD_VENDORS="/nonexistent")
        self.assertIn("PROBLEM  OCL_ICD_VENDORS=/nonexistent: ", out)
        self.assertIn("unset OCL_ICD_VENDORS", out)

    def test_a_variable_that_names_the_wrong_place(self):
        missing, empty = "/nonexistent/library.so", str(self.folder)
        rows = [{"OCL_ICD_VENDORS": empty}, {"OCL_ICD_VENDORS": missing}, {"OPENCL_VENDOR_PATH": empty},
                {"OCL_ICD_VENDORS": os.environ["KILN_TEST_EMPTY_ICD"]}, {"OCL_ICD_FILENAMES": missing},
                {"KILN_BACKEND_PATH": empty}, {"KILN_OPENCL_LIBRARY": missing}, {"KILN_CUDA_LIBRARY": missing},
                {"KILN_CUDA_LIBRARY": missing, "KILN_NVRTC_LIBRARY": missing}]
        for variables in rows:
            with self.subTest(variables=variables):
                out, _ = self.kiln("doctor", "--json", status=None, **variables)
                advice = [finding["advice"] for section in json.loads(out)["sections"]
                          for finding in section["findings"]]
                for name in variables:
                    self.assertTrue([text for text in advice if f"unset {name}" in text], (name, advice))
                self.assertNotIn("apt install pocl-opencl-icd", " ".join(advice))

    def test_empty_and_broken_vendor_folders(self):
        vendors = self.folder / "vendors"
        vendors.mkdir()
        out, _ = self.kiln("doctor", status=None if has_cuda() else 1, OCL_ICD_VENDORS=str(vendors))
        self.assertIn(f"PROBLEM  no OpenCL driver in OCL_ICD_VENDORS={vendors}\n    do:    unset OCL_ICD_VENDORS", out)
        (vendors / "pocl.icd").write_text("libpocl-missing.so.9\n")
        (vendors / "empty.icd").write_text("")
        (vendors / "other.icd").write_text("libc.so.6\n")
        out, _ = self.kiln("doctor", status=None if has_cuda() else 1, OCL_ICD_VENDORS=str(vendors))
        self.assertRegex(out, r"PROBLEM +\S+pocl\.icd \(libpocl-missing\.so\.9\): .*cannot open shared object")
        self.assertIn("apt install --reinstall pocl-opencl-icd", out)
        self.assertIn("the file names no library", out)
        self.assertRegex(out, r"PROBLEM +\S+other\.icd \(libc\.so\.6\): libc\.so\.6 has no symbol")

    def test_drivers_without_devices(self):
        vendors = self.folder / "vendors"
        vendors.mkdir()
        (vendors / "empty.icd").write_text(os.environ["KILN_TEST_EMPTY_ICD"] + "\n")
        out, _ = self.kiln("doctor", status=None if has_cuda() else 1, OCL_ICD_VENDORS=str(vendors))
        self.assertIn("opencl: platform 0: Platform without devices (OpenCL 1.2 test): no devices", out)
        self.assertIn("note     opencl: no devices: no platform has a device that can be used: platform 0: ", out)
        self.assertIn("PROBLEM  drivers load, but show no device that Kiln can use", out)
        self.assertIn("do:    a GPU's driver shows none without its hardware and device files; unset OCL_ICD_VENDORS", out)
        # PoCL, with a cache folder that cannot be made.
        (vendors / "empty.icd").write_text(Path("/etc/OpenCL/vendors/pocl.icd").read_text())
        out, _ = self.kiln("doctor", status=None if has_cuda() else 1, OCL_ICD_VENDORS=str(vendors), POCL_CACHE_DIR="/proc/none")
        if "show no device" not in out:
            self.skipTest("this PoCL works without a cache folder")
        self.assertIn("do:    PoCL shows none where it cannot write its cache: let POCL_CACHE_DIR name a folder", out)
        self.assertEqual("0 devices work, " in out, not has_cuda())

    def test_no_modules(self):
        out, _ = self.kiln("doctor", status=1, KILN_BACKEND_PATH=str(self.folder))
        self.assertIn("kiln_backend_opencl.so was not found", out)
        self.assertIn("unset KILN_BACKEND_PATH", out)

    def test_a_module_folder_without_modules(self):
        missing = str(self.folder / "missing")
        rows = [(missing, "cannot be read: No such file or directory"),
                (str(self.folder), "holds no module kiln_backend_*.so")]
        for folder, why in rows:
            with self.subTest(folder=folder):
                text = f"KILN_BACKEND_PATH: '{folder}' {why}"
                out, error = self.kiln("doctor", status=1, KILN_BACKEND_PATH=folder)
                self.assertIn(f"PROBLEM  {text}\n    do:    take it out of KILN_BACKEND_PATH, or let it name", out)
                self.assertEqual(error, f"kiln: warning: {text}\n")
                _, error = self.kiln("info", status=1, KILN_BACKEND_PATH=folder)
                self.assertRegex(error, "KILN_NO_DEVICE: .*was found in the folders of KILN_BACKEND_PATH; " + re.escape(text))
        both = os.environ["KILN_BACKEND_PATH"] + ":" + missing  # devices are found beside it
        out, error = self.kiln("doctor", KILN_BACKEND_PATH=both)
        self.assertIn(f"PROBLEM  KILN_BACKEND_PATH: '{missing}' cannot be read", out)
        self.assertIn(f"KILN_BACKEND_PATH: '{missing}' cannot be read", error)

    def test_the_only_module_crashes(self):
        shutil.copy(bad_driver("aborts_on_load"), self.folder / "kiln_backend_bad.so")
        out, error = self.kiln("doctor", status=1, KILN_BACKEND_PATH=str(self.folder))
        self.assertIn(f"note     KILN_BACKEND_PATH={self.folder}\n", out)
        self.assertNotIn("kiln-drivers-", out + error)  # the folder of what is tried

    def test_modules_that_cannot_be_used(self):
        shutil.copy(os.environ["KILN_TEST_FUTURE_MODULE"], self.folder / "kiln_backend_opencl.so")
        (self.folder / "kiln_backend_cuda.so").write_text("no library")
        out, _ = self.kiln("doctor", status=1, KILN_BACKEND_PATH=str(self.folder))
        self.assertRegex(out, r"PROBLEM  opencl: module kiln_backend_opencl\.so is built for version \d+\.\d+ of the "
                              r"plug-in interface, this Kiln has \d+\.\d+\n"
                              r" +do: +unset KILN_BACKEND_PATH, or let it name the modules that belong to this libkiln\n")
        self.assertRegex(out, r"PROBLEM  cuda: module kiln_backend_cuda\.so does not load: ")
        _, error = self.kiln("info", status=1, KILN_BACKEND_PATH=str(self.folder))
        self.assertRegex(error, "KILN_NO_DEVICE: .*is built for version")

    def test_relative_module_folder(self):
        folders = [Path(folder) for folder in os.environ["KILN_BACKEND_PATH"].split(":")]
        relative = os.path.relpath(folders[0])
        path = ":".join([relative, "~/modules", str(folders[1])])
        out, error = self.kiln("doctor", status=None, KILN_BACKEND_PATH=path)
        self.assertIn(f"PROBLEM  KILN_BACKEND_PATH: '{relative}' is not searched: a relative path would load code", out)
        self.assertIn(f"do:    write it from the root: {folders[0]}\n", out)
        self.assertIn("KILN_BACKEND_PATH: '~/modules' is not searched", out)
        self.assertIn("the module kiln_backend_opencl.so was not found", out)
        self.assertIn(f"KILN_BACKEND_PATH: '{relative}' is not searched, expected an absolute path", error)
        _, error = self.kiln("info", status=1, KILN_BACKEND_PATH=path)
        self.assertRegex(error, r"KILN_NO_DEVICE: .*opencl: no module kiln_backend_opencl\.so was found in the folders of "
                                f"KILN_BACKEND_PATH; KILN_BACKEND_PATH: '{relative}' is not searched, expected an absolute path")

    def test_cache_folder(self):
        folder = self.folder / "cache"
        folder.mkdir()
        folder.chmod(0o777)
        flags = f"device=opencl:pocl,cache_path={folder}"
        out, _ = self.kiln("doctor", KILN_FLAGS=flags)
        self.assertIn(f"PROBLEM  others may write to {folder}", out)
        self.assertIn(f"chmod 700 {folder}", out)
        out, _ = self.kiln("doctor", KILN_FLAGS="device=opencl:pocl,cache_path=off")
        self.assertIn("switched off by cache_path=off", out)
        out, _ = self.kiln("doctor", home=False)
        self.assertIn("set HOME or XDG_CACHE_HOME", out)
        out, _ = self.kiln("doctor", home=False, XDG_CACHE_HOME="relative")
        self.assertIn("note     XDG_CACHE_HOME=relative is no absolute path and does not count", out)
        file = self.folder / "file"
        file.write_text("x")
        for path, reason in [(file, "is a symbolic link or no folder"), (file / "below", "Not a directory"),
                             ("/proc/kiln", "cannot create '/proc/kiln'")]:
            out, error = self.kiln("doctor", KILN_FLAGS=f"device=opencl:pocl,cache_path={path}")
            self.assertRegex(out, f"PROBLEM  the disk cache is off: .*{reason}")
            self.assertIn(f"do:    make {path} a folder of mode 0700", out)
            self.assertRegex(error, f"kernel cache '{path}': .*{reason}.*; kernels are kept in memory only")

    @unittest.skipUnless(os.geteuid() == 0, "only root may give folders away")
    def test_cache_folder_of_another_user(self):
        folder = self.folder / "cache"
        folder.mkdir(mode=0o700)
        os.chown(folder, 65534, 65534)
        out, _ = self.kiln("doctor", KILN_FLAGS=f"device=opencl:pocl,cache_path={folder}")
        self.assertIn("PROBLEM  the disk cache is off: is owned by user 65534, expected 0", out)
        self.assertRegex(out, f"PROBLEM  {folder} belongs to ")


class Cache(CliTest):
    def cache(self, *arguments, **more):
        out, _ = self.kiln("cache", *arguments, **more)
        facts = dict(line.split(":", 1) for line in out.splitlines() if ":" in line)
        return {name: value.strip() for name, value in facts.items()}

    def test_life_of_the_cache(self):
        stored = "device=opencl:pocl,cache_store=now"
        self.kiln("doctor", KILN_FLAGS="device=opencl:pocl")
        others = int(self.cache("stat")["entries"])  # those of PoCL would cost one more compilation
        self.kiln("doctor", KILN_FLAGS=stored)  # compiles kernels
        facts = self.cache("stat")
        entries = int(facts["entries"])
        self.assertGreater(entries, others)
        self.assertEqual(facts["folder"], str(self.home / ".cache/kiln/v1"))
        self.assertEqual(self.cache("verify")["damaged"], "0")
        self.assertEqual(int(self.cache("prune")["entries"]), entries)
        for size in ["1G", "64m", "1000000000", "16777215T"]:
            self.assertEqual(int(self.cache("prune", "--bytes", size)["entries"]), entries)

        files = [path for path in Path(facts["folder"]).rglob("*") if path.is_file()]
        self.assertEqual(len(files), entries)
        out, _ = self.kiln("cache", "stat", "--json")
        self.assertEqual(json.loads(out), {"folder": facts["folder"], "enabled": True, "reason": "", "entries": entries,
                                           "bytes": sum(file.stat().st_size for file in files), "temporary": 0})

        damaged = bytearray(files[0].read_bytes())
        damaged[-1] ^= 1
        files[0].write_bytes(damaged)
        found = self.cache("verify", status=1)
        self.assertEqual(json.loads(self.kiln("cache", "verify", "--json")[0])["damaged"], 0)
        self.assertEqual(found["damaged"], "1 (removed)")
        self.assertEqual(int(found["entries"]), entries - 1)
        self.assertEqual(self.cache("verify")["damaged"], "0")

        self.kiln("doctor", KILN_FLAGS=stored)
        self.assertEqual(int(self.cache("stat")["entries"]), entries)
        self.assertEqual(self.cache("prune", "--bytes", "0")["entries"], "0")
        self.kiln("doctor", KILN_FLAGS=stored)
        self.assertEqual(self.cache("clear")["entries"], "0")
        self.assertEqual(self.cache("stat")["entries"], "0")

    def test_off(self):
        missing = self.folder / "missing"
        homeless = "neither XDG_CACHE_HOME nor HOME names a folder by an absolute path"
        for variables, reason in [({"KILN_FLAGS": "cache_path=off"}, "switched off by the flag cache_path=off"),
                                  ({"home": False}, homeless), ({"HOME": str(missing)}, homeless),
                                  ({"home": False, "XDG_CACHE_HOME": "relative"}, homeless)]:
            with self.subTest(variables=variables):
                out, _ = self.kiln("cache", "stat", **variables)
                self.assertIn(f"the disk cache is off: {reason}\n", out)
                self.kiln("cache", "clear", status=1, **variables)
                facts = json.loads(self.kiln("cache", "stat", "--json", **variables)[0])
                self.assertEqual((facts["enabled"], facts["reason"]), (False, reason))
        self.assertFalse(missing.exists())


def has_cuda():
    return os.path.exists("/dev/nvidiactl")


if __name__ == "__main__":
    KILN = sys.argv.pop(1)
    unittest.main()
