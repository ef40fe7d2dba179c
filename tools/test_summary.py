#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the test programs of a meson testlog.json: "N passed, N failed, N skipped". Fails if nothing ran."""
import json
import sys

passed = failed = skipped = 0
for line in open(sys.argv[1]):
    result = json.loads(line)["result"]
    if result in ("OK", "EXPECTEDFAIL"):
        passed += 1
    elif result == "SKIP":
        skipped += 1
    else:
        failed += 1
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(0 if passed and not failed else 1)
