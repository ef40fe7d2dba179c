# SPDX-License-Identifier: Apache-2.0
"""run_tests.py MODULE: its tests, or exit status 77 (skipped) where NumPy, which they compare with, is missing."""
import sys
import unittest

try:
    import numpy  # noqa: F401
except ImportError:
    print(f"skipped: {sys.executable} has no NumPy (Debian: python3-numpy)")
    sys.exit(77)
unittest.main(module=sys.argv.pop(1), verbosity=2)
