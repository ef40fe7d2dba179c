#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of an installed, unmodified pygpu with this build's libgpuarray.so.3.

run_pygpu.py LIBRARY_FOLDER LEAST_PASSED: fails if a test fails, if fewer pass, or if another library was loaded.
Exits with 77, which Meson takes for skipped, where no interpreter has pygpu and pytest."""
import os
import re
import shutil
import subprocess
import sys

LOADED = """
import os, pygpu.gpuarray, pytest
with open('/proc/self/maps') as maps:
    print(os.path.dirname(pygpu.gpuarray.__file__))
    print({line.split()[-1] for line in maps if 'libgpuarray' in line}.pop())
"""

# Its elements are random, and of differences near 0 it expects more digits than float32 has: one seed.
SEEDED = 'import sys, numpy, pytest; numpy.random.seed(0); sys.exit(pytest.main(sys.argv[1:]))'


def interpreter(environment):
    """An interpreter with pygpu and pytest, pygpu's folder and the library it loads; None without one."""
    for candidate in dict.fromkeys([sys.executable, '/usr/bin/python3', shutil.which('python3')]):
        if not candidate or not os.path.exists(candidate):
            continue
        run = subprocess.run([candidate, '-c', LOADED], env=environment, capture_output=True, text=True, timeout=120)
        if run.returncode == 0:
            return [candidate, *run.stdout.split('\n')[:2]]
        if 'ModuleNotFoundError' not in run.stderr:
            sys.exit(f'{candidate} cannot import pygpu:\n{run.stderr}')
    return None


def main():
    folder, least = os.path.realpath(sys.argv[1]), int(sys.argv[2])
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE='1')
    environment.setdefault('DEVICE', 'opencl0:0')
    environment['LD_LIBRARY_PATH'] = ':'.join(filter(None, [folder, os.environ.get('LD_LIBRARY_PATH')]))
    found = interpreter(environment)
    if not found:
        print('no interpreter has pygpu and pytest')
        return 77
    python, pygpu, library = found
    if os.path.dirname(os.path.realpath(library)) != folder:
        print(f'pygpu loads {library}, expected one of {folder}')
        return 1
    run = subprocess.run([python, '-c', SEEDED, '-q', '-rs', '-p', 'no:cacheprovider', os.path.join(pygpu, 'tests')],
                         env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(run.stdout)
    passed = re.search(r'(\d+) passed', run.stdout)
    if run.returncode != 0:
        print(f'pytest ended with {run.returncode}')
        return 1
    if not passed or int(passed[1]) < least:
        print(f'fewer tests passed than {least}')
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
