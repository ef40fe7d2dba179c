#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The scripts of tools/: their use, and the command for Python that quickstart.sh prints.

Usage: test_scripts.py ROOT BUILD
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = BUILD = pathlib.Path()
PASS_ON = {"test.sh"}  # gives its arguments to meson test


def scripts():
    return sorted(path for path in (ROOT / "tools").rglob("*.sh") if os.access(path, os.X_OK))


class Use(unittest.TestCase):
    def run_script(self, script, *arguments):
        """Runs it where nothing can be installed or built."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ("apt-get", "dpkg-query", "meson", "ninja", "pip", "python3", "sudo"):
                stand_in = pathlib.Path(folder) / name
                stand_in.write_text("#!/bin/sh\nexit 97\n")
                stand_in.chmod(0o755)
            environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}", KILN_BUILD_DIR=f"{folder}/build")
            done = subprocess.run([script, *arguments], env=environment, cwd=folder, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=20)
        return done.returncode, done.stdout, done.stderr

    def test_help(self):
        self.assertTrue(scripts())
        for script in scripts():
            for option in ("--help", "-h"):
                with self.subTest(script=script.name, option=option):
                    status, out, error = self.run_script(script, option)
                    self.assertEqual((status, error), (0, ""))
                    self.assertRegex(out, rf"^usage: tools/(bench/)?{script.name}\b.*\n$")

    def test_arguments_that_it_does_not_know(self):
        for script in scripts():
            if script.name in PASS_ON:
                continue
            for arguments in (["--nonsense"], ["a", "b", "c", "d", "e"]):
                if script.name == "sanitize.sh":  # more arguments than the first go to meson test
                    arguments = arguments[:1]
                with self.subTest(script=script.name, arguments=arguments):
                    status, out, error = self.run_script(script, *arguments)
                    self.assertEqual((status, out), (2, ""))
                    self.assertRegex(error, rf"^usage: tools/(bench/)?{script.name}\b.*\n$")


class Quickstart(unittest.TestCase):
    def test_the_command_for_python(self):
        self.assertIn('$(python_command "$BUILD_DIR")', (ROOT / "tools/quickstart.sh").read_text())
        command = subprocess.run(["bash", "-c", '. "$1/tools/setup.sh"; python_command "$2"', "bash", ROOT, BUILD],
                                 capture_output=True, text=True, check=True).stdout
        ours = ("KILN_LIBRARY", "KILN_BACKEND_PATH", "KILN_BUILD_DIR", "LD_LIBRARY_PATH", "PYTHONPATH")
        environment = {name: value for name, value in os.environ.items() if name not in ours}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        done = subprocess.run(["bash", "-c", command], env=environment, cwd="/", capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "[0 2 4 6 8]\n")


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(2)).resolve()
    ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
