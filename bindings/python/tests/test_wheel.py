# SPDX-License-Identifier: Apache-2.0
"""`pip install .` as a user does it, without a network: a wheel, a virtual environment, and a program that runs in it with nothing
of the build in its surroundings. KILN_BUILD_DIR is the build folder."""
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
    for file in ("include/kiln/version.h", "LICENSE"):
        (target.parents[1] / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, target.parents[1] / file)
    return target


def build_wheel(source, folder, build):
    environment = dict(os.environ, KILN_BUILD_DIR=build, PKG_CONFIG_LIBDIR="/nowhere")
    if not build:
        del environment["KILN_BUILD_DIR"]
    return run([*PIP, "wheel", "--no-build-isolation", "--no-index", "--no-deps", "-w", folder, source], environment)


@unittest.skipIf(MISSING, f"{sys.executable} has no {', '.join(MISSING)}")
@unittest.skipUnless(BUILD, "KILN_BUILD_DIR is not set")
class Wheel(unittest.TestCase):
    def test_built_installed_and_used(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            built = build_wheel(copy_sources(folder), folder, BUILD)
            self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
            wheels = list(folder.glob("*.whl"))
            version = re.search(r'VERSION_STRING "(.*)"', (ROOT / "include/kiln/version.h").read_text()).group(1)
            self.assertRegex(wheels[0].name, rf"^kiln-{re.escape(version)}-py3-none-linux_\w+\.whl$")
            names = zipfile.ZipFile(wheels[0]).namelist()
            for name in ("kiln/_libs/libkiln.so.0", "kiln/_libs/kiln_backend_opencl.so", "kiln/py.typed", "kiln/LICENSE"):
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

    def test_nothing_built(self):
        with tempfile.TemporaryDirectory() as folder:
            source = copy_sources(folder)
            for build, said in [("", "pkg-config knows no installed Kiln"), (folder, "KILN_BUILD_DIR")]:
                done = build_wheel(source, folder, build)
                self.assertNotEqual(done.returncode, 0)
                self.assertRegex(done.stdout + done.stderr, r"kiln: no libkiln.so.0 in")
                self.assertIn(said, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
