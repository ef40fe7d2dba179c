# SPDX-License-Identifier: Apache-2.0
"""`pip install .` as a user does it, without a network: a wheel, a virtual environment, and a program that runs in it with nothing
of the build in its surroundings. KILN_BUILD_DIR is the build folder."""
import ctypes
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = os.environ.get("KILN_BUILD_DIR", "")
NEEDED = ["setuptools", "wheel", "pip", "venv", "ensurepip"]
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
PROGRAM = """
import array, os, kiln
assert os.path.dirname(kiln.library_path).endswith("_libs"), kiln.library_path
kiln.init(os.environ["KILN_TEST_DEVICE"])
x = kiln.asarray(array.array("f", range(5)))
f = kiln.elemwise("r = x*2 + 1")
print(kiln.__version__, f(x).tolist())
"""


def run(command, environment=None, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, env=environment, check=False,
                          **options)


def copy_sources(folder):
    """What the wheel is built from, so that setuptools leaves nothing in the repository."""
    target = pathlib.Path(folder) / "kiln" / "bindings" / "python"
    shutil.copytree(ROOT / "bindings" / "python", target,
                    ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__", "tests"))
    for file in ("include/kiln/version.h", "LICENSE", "NOTICE"):
        (target.parents[1] / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, target.parents[1] / file)
    return target


def build_wheel(source, folder, build, **settings):
    environment = dict(os.environ, KILN_BUILD_DIR=build, PKG_CONFIG_LIBDIR="/nowhere", **settings)
    if not build:
        del environment["KILN_BUILD_DIR"]
    return run([*PIP, "wheel", "--no-build-isolation", "--no-index", "--no-deps", "-w", folder, source], environment)


def system_loader():
    """The file of the system's OpenCL loader, or None."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        ctypes.CDLL("libOpenCL.so.1")
        maps.seek(0)
        return next((line.split()[-1] for line in maps if "libOpenCL" in line), None)


@unittest.skipIf(MISSING, f"{sys.executable} has no {', '.join(MISSING)}")
@unittest.skipUnless(BUILD, "KILN_BUILD_DIR is not set")
class Wheel(unittest.TestCase):
    def test_built_installed_and_used(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "loader").mkdir()
            shutil.copy(system_loader(), folder / "loader" / "libOpenCL.so.1")
            built = build_wheel(copy_sources(folder), folder, BUILD, KILN_WHEEL_FILES=str(folder / "loader"))
            self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
            wheels = list(folder.glob("*.whl"))
            version = re.search(r'VERSION_STRING "(.*)"', (ROOT / "include/kiln/version.h").read_text()).group(1)
            self.assertRegex(wheels[0].name, rf"^kiln_array-{re.escape(version)}-py3-none-linux_\w+\.whl$")
            names = zipfile.ZipFile(wheels[0]).namelist()
            for name in ("kiln/_libs/libkiln.so.0", "kiln/_libs/kiln_backend_opencl.so", "kiln/py.typed", "kiln/LICENSE", "kiln/NOTICE"):
                self.assertIn(name, names)
            self.assertFalse([name for name in names if "fake" in name or "fault" in name or "test" in name])

            made = run([sys.executable, "-m", "venv", folder / "venv"])
            self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
            python = folder / "venv" / "bin" / "python"
            installed = run([python, "-m", "pip", "install", "--no-index", wheels[0]])
            self.assertEqual(installed.returncode, 0, installed.stdout + installed.stderr)
            bare = {key: text for key, text in os.environ.items()
                    if key not in ("KILN_LIBRARY", "KILN_BACKEND_PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "KILN_BUILD_DIR")}
            bare["KILN_TEST_DEVICE"] = (os.environ.get("KILN_TEST_DEVICES") or "opencl:pocl").split(",")[0]
            done = run([python, "-c", PROGRAM], bare, cwd=folder)
            self.assertEqual((done.returncode, done.stdout), (0, f"{version} [1.0, 3.0, 5.0, 7.0, 9.0]\n"), done.stderr)
            self.check_loader(python, folder, bare)

    def check_loader(self, python, folder, environment):
        """Where the system's loader does not load, the wheel's own is taken; without one there is a reason."""
        (folder / "libOpenCL.so.1").write_text("no library")
        environment = dict(environment, LD_LIBRARY_PATH=str(folder))
        program = "import kiln; print([d.platform for d in kiln.devices() if d.device.startswith('opencl')])"
        self.assertIn("Portable Computing Language", run([python, "-c", program], environment, cwd=folder).stdout)
        for loader in (folder / "venv").rglob("_libs/libOpenCL.so.1"):
            loader.unlink()
        done = run([python, "-c", "import kiln; kiln.Context('opencl0:0')"], environment, cwd=folder)
        self.assertRegex(done.stderr, r"NoDeviceError.*loader could not be loaded: .*libOpenCL.so.1")

    def test_nothing_built(self):
        with tempfile.TemporaryDirectory() as folder:
            source = copy_sources(folder)
            for build, said in [("", "pkg-config knows no installed Kiln"), (folder, "KILN_BUILD_DIR")]:
                done = build_wheel(source, folder, build)
                self.assertNotEqual(done.returncode, 0)
                self.assertRegex(done.stdout + done.stderr, r"kiln: no libkiln.so.0 in")
                self.assertIn(said, done.stdout + done.stderr)


class Drivers(unittest.TestCase):
    """Drivers of PyPI's packages are named to the loader where no registered one shows a device, and not otherwise."""

    def found(self, registered, settings=(), packages=("pocl-binary-distribution", "intel-opencl-rt"), show=True):
        """What register() names, and its folder. `show`: whether the registered drivers show a device."""
        program = f"""
import importlib.metadata, os, pathlib
from unittest import mock
import kiln
from kiln._c import _drivers

class File(str):
    name = property(lambda self: self.rsplit("/", 1)[-1])
    def locate(self):
        return "/nowhere/" + self

def files(package):
    if package not in {packages!r}:
        raise importlib.metadata.PackageNotFoundError(package)
    return [File("lib/libintelocl.so.2026"), File("lib/libintelocl.so"), File("lib/libintelocl.so-gdb.py"), File("x/libpocl-1.so")]

with mock.patch.object(importlib.metadata, "files", files), mock.patch.object(_drivers, "SYSTEM", {str(registered)!r}):
    for name in _drivers.SETTINGS:
        os.environ.pop(name, None)
    os.environ.update(dict({settings!r}))
    _drivers._shows_no_device = lambda library: not {show}
    _drivers.register(kiln.library_path)
    folder = os.environ.get("OCL_ICD_VENDORS")
print(sorted(icd.read_text().strip() for icd in pathlib.Path(folder).iterdir()) if folder else None, folder)
"""
        done = run([sys.executable, "-c", program])
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.rsplit(None, 1)

    def test_named_where_none_is_registered(self):
        with tempfile.TemporaryDirectory() as folder:
            said, made = self.found(folder)
            self.assertEqual(said, "['/nowhere/lib/libintelocl.so', '/nowhere/x/libpocl-1.so']")
            self.assertFalse(os.path.exists(made), "the folder is gone with the process")
            self.assertEqual(self.found(folder, packages=("intel-opencl-rt",))[0], "['/nowhere/lib/libintelocl.so']")
            self.assertEqual(self.found(folder, packages=()), ["None", "None"])
            self.assertEqual(self.found(folder, {"OCL_ICD_FILENAMES": "x"}), ["None", "None"])
            (pathlib.Path(folder) / "any.icd").write_text("libany.so")
            self.assertEqual(self.found(folder), ["None", "None"])
            self.assertEqual(self.found(folder, show=False)[0], said)
            self.assertEqual(self.found(folder, {"OCL_ICD_FILENAMES": "x"}, show=False), ["None", "None"])

    def test_drivers_that_show_no_device_are_looked_at(self):
        program = """
import sys
import kiln
from kiln._c import _drivers
print(_drivers._shows_no_device(kiln.library_path))
"""
        def shows_none(**settings):
            done = run([sys.executable, "-c", program], dict(os.environ, **settings))
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout.strip()

        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(shows_none(), "False")  # the tests have a device
            self.assertEqual(shows_none(OCL_ICD_VENDORS=folder), "True")
            (pathlib.Path(folder) / "any.icd").write_text("libkiln-no-such-driver.so")
            self.assertEqual(shows_none(OCL_ICD_VENDORS=folder), "True")
            for kind, expected in [("empty_icd", "True"), ("icd_aborts", "True"), ("icd_exits", "False")] if BUILD else []:
                with self.subTest(kind=kind):
                    driver = next(pathlib.Path(BUILD).glob(f"tests/*/kiln_{kind}.so"))
                    (pathlib.Path(folder) / "any.icd").write_text(str(driver))
                    self.assertEqual(shows_none(OCL_ICD_VENDORS=folder), expected)
            self.assertEqual(shows_none(OCL_ICD_VENDORS=folder, KILN_FLAGS="nonsense"), "False")  # that cannot be known


if __name__ == "__main__":
    unittest.main()
