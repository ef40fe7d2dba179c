#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a test program in a locale with a decimal comma: run_in_locale.py LOCALE FOLDER PRELOAD PROGRAM [ARGUMENT...].

The locale, such as de_DE, is made in FOLDER, as few machines have it. PRELOAD is support/locale.cpp compiled, which takes the locale
in C and in C++. Exits with 77 (skipped) where localedef or its sources are missing.
"""
import os
import shutil
import subprocess
import sys


def make(locale, folder):
    """Whether the locale is there; what is made is moved to its place, as tests run side by side."""
    place = os.path.join(folder, locale + ".UTF-8")
    if os.path.isdir(place):
        return True
    if not shutil.which("localedef"):
        print("skipped: localedef is not installed (Debian: libc-bin)")
        return False
    new = f"{place}.{os.getpid()}"
    os.makedirs(folder, exist_ok=True)
    made = subprocess.run(["localedef", "-i", locale, "-f", "UTF-8", new], capture_output=True, text=True, check=False)
    if not os.path.isdir(new):
        print(f"skipped: localedef made no {locale} (Debian: locales)\n{made.stderr}")
        return False
    try:
        os.rename(new, place)
    except OSError:  # another test was first
        shutil.rmtree(new)
    return True


def main():
    locale, folder, preload, *command = sys.argv[1:]
    if not make(locale, folder):
        return 77
    already = os.environ.get("LD_PRELOAD")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    # Messages of the system as tests expect them.
    environment.update(LOCPATH=folder, LANG=locale + ".UTF-8", LC_MESSAGES="C",
                       LD_PRELOAD=preload + (":" + already if already else ""))
    return subprocess.run(command, env=environment, check=False).returncode


sys.exit(main())
