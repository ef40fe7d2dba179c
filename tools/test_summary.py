#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the test programs of a meson testlog.json: "N passed, N failed, N skipped". Fails if nothing ran.

Above the counts stands the end of what each program that failed has printed.
"""
import json
import sys

LINES = 60  # of a program that failed
passed = failed = skipped = 0
for line in open(sys.argv[1]):
    test = json.loads(line)
    if test["result"] in ("OK", "EXPECTEDFAIL"):
        passed += 1
    elif test["result"] == "SKIP":
        skipped += 1
    else:
        failed += 1
        printed = (test.get("stdout", "") + test.get("stderr", "")).splitlines()
        print(f"--- {test['name']}: {test['result']}, the end of what it printed:", *printed[-LINES:], sep="\n")
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(0 if passed and not failed else 1)
