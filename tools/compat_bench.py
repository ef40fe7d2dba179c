#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times pygpu on libgpuarray itself and on Kiln's libgpuarray.so.3, in turns, and prints a table.

    tools/compat_bench.py BUILD [--device opencl0:0] [--python /usr/bin/python3] [--rounds 5] [--suite]

Every measurement runs in a process of its own; the two libraries take turns. Kernel caches begin empty and are kept
between the processes of one library. --suite adds pygpu's own tests with cold and warm caches."""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

CHILD = r"""
import ctypes, json, os, statistics, sys, time
import numpy, pygpu
from pygpu import gpuarray
from pygpu._elemwise import GpuElemwise, arg
start = time.perf_counter()
context = gpuarray.init(os.environ['DEVICE'])
result = {'opening a context': time.perf_counter() - start}

def median(call, wait, times, repeats):
    call(); wait()
    rounds = []
    for _ in range(times):
        begin = time.perf_counter()
        for _ in range(repeats):
            call()
        wait()
        rounds.append((time.perf_counter() - begin) / repeats)
    return statistics.median(rounds)

a, b, r = (gpuarray.array(numpy.arange(1024, dtype='float32'), context=context) for _ in range(3))
begin = time.perf_counter()
ge = GpuElemwise(context, 'r = a * b + 1', [arg('r', 'float32', write=True), arg('a', 'float32', read=True),
                                            arg('b', 'float32', read=True)])
ge(r, a, b)
r.sync()
result['first GpuElemwise of a process'] = time.perf_counter() - begin
assert (numpy.asarray(r) == numpy.arange(1024, dtype='float32') ** 2 + 1).all()
result['steady elementwise call, 1024 elements'] = median(lambda: ge(r, a, b), r.sync, 9, 2000)
big = [gpuarray.array(numpy.ones(1 << 22, dtype='float32'), context=context) for _ in range(3)]
result['steady elementwise call, 4 Mi elements'] = median(lambda: ge(*big), big[0].sync, 5, 3)
columns = gpuarray.array(numpy.ones((1024, 1024), dtype='float32'), context=context).T
rows = gpuarray.array(numpy.ones((1024, 1024), dtype='float32'), context=context)
out = gpuarray.array(numpy.ones((1024, 1024), dtype='float32'), context=context)
result['steady elementwise call, 1 Mi elements, one transposed'] = median(lambda: ge(out, rows, columns), out.sync, 5, 3)

made = []
result['zeros(1024)'] = median(lambda: made.append(gpuarray.zeros((1024,), dtype='float32', context=context)),
                               lambda: (made[-1].sync(), made.clear()), 5, 3)
source = gpuarray.array(numpy.arange(64 * 16, dtype='float32').reshape(64, 16), context=context)
index = gpuarray.array(numpy.array([3, -1, 0, 9] * 8, dtype='int64'), context=context)
taken = []
result['take1, repeated'] = median(lambda: taken.append(source.take1(index)), lambda: (taken[-1].sync(), taken.clear()), 5, 3)

class GpuArray(ctypes.Structure):
    _fields_ = [('data', ctypes.c_void_p), ('dimensions', ctypes.c_void_p), ('strides', ctypes.c_void_p),
                ('offset', ctypes.c_size_t), ('nd', ctypes.c_uint), ('flags', ctypes.c_int), ('typecode', ctypes.c_int)]

def struct(array):  # it follows the head of the Python object and a pointer
    found = GpuArray.from_address(id(array) + object.__basicsize__ + ctypes.sizeof(ctypes.c_void_p))
    assert found.nd == array.ndim
    return ctypes.byref(found)

library = ctypes.CDLL('libgpuarray.so.3')
most = gpuarray.zeros((64,), dtype='float32', context=context)
place = gpuarray.zeros((64,), dtype='int64', context=context)
axes = (ctypes.c_uint * 1)(1)

def maxandargmax():
    assert library.GpuArray_maxandargmax(struct(most), struct(place), struct(source), 1, axes) == 0

result['maxandargmax, repeated'] = median(maxandargmax, place.sync, 5, 3)
assert (numpy.asarray(place) == 15).all()
print(json.dumps(result))
"""


def environment_of(name, arguments, folder):
    """The environment of a process that loads the library called `name`, with caches of its own in `folder`."""
    environment = dict(os.environ, DEVICE=arguments.device, POCL_CACHE_DIR=os.path.join(folder, name, 'pocl'),
                       HOME=os.path.join(folder, name), XDG_CACHE_HOME=os.path.join(folder, name, 'cache'),
                       PYTHONDONTWRITEBYTECODE='1')
    os.makedirs(environment['POCL_CACHE_DIR'], exist_ok=True)
    environment.pop('LD_LIBRARY_PATH', None)
    if name == 'Kiln':
        environment['LD_LIBRARY_PATH'] = os.path.join(arguments.build, 'compat')
        environment['KILN_BACKEND_PATH'] = ':'.join(
            os.path.join(arguments.build, 'backends', backend) for backend in ('opencl', 'cuda'))
    return environment


def suite(environment, python):
    """Seconds of pygpu's own tests, and the line pytest ends with."""
    begin = time.perf_counter()
    run = subprocess.run([python, '-c', 'import os, pygpu, sys, pytest\n'
                          'sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", '
                          'os.path.join(os.path.dirname(pygpu.__file__), "tests")]))'],
                         env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = run.stdout.strip().split('\n')
    return time.perf_counter() - begin, lines[-1]


def text_of(seconds):
    for unit, size in (('s', 1), ('ms', 1e-3)):
        if seconds >= size:
            return f'{seconds / size:.3g} {unit}'
    return f'{seconds * 1e6:.3g} us'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build')
    parser.add_argument('--device', default='opencl0:0')
    parser.add_argument('--python', default='/usr/bin/python3')
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('--suite', action='store_true')
    arguments = parser.parse_args()
    arguments.build = os.path.abspath(arguments.build)
    names = ('libgpuarray', 'Kiln')
    times, first = {}, {}
    with tempfile.TemporaryDirectory(prefix='compat-bench-') as folder:
        environments = {name: environment_of(name, arguments, folder) for name in names}
        for round_number in range(arguments.rounds + 1):
            for name in names:
                run = subprocess.run([arguments.python, '-c', CHILD], env=environments[name], capture_output=True, text=True)
                if run.returncode != 0:
                    sys.exit(f'{name}: {run.stderr}')
                result = json.loads(run.stdout.strip().split('\n')[-1])
                for what, seconds in result.items():
                    # The first process has empty caches.
                    (first if round_number == 0 else times).setdefault(what, {}).setdefault(name, []).append(seconds)
        print(f'{arguments.device}, medians of {arguments.rounds} processes; load {os.getloadavg()[0]:.1f}\n')
        print('| | libgpuarray | Kiln | times |\n| --- | --- | --- | --- |')

        def row(what, theirs, ours):
            print(f'| {what} | {text_of(theirs)} | {text_of(ours)} | {theirs / ours:.3g} |')
        row('first GpuElemwise, empty caches', *(first['first GpuElemwise of a process'][name][0] for name in names))
        for what, by_name in times.items():
            row(what, *(statistics.median(by_name[name]) for name in names))
        sys.stdout.flush()
        if arguments.suite:
            with tempfile.TemporaryDirectory(prefix='compat-bench-suite-') as cold:
                environments = {name: environment_of(name, arguments, cold) for name in names}
                for caches in ('cold', 'warm'):
                    (theirs, their_line), (ours, our_line) = (suite(environments[name], arguments.python) for name in names)
                    row(f"pygpu's tests, {caches} caches", theirs, ours)
                    print(f'\nlibgpuarray: {their_line}\nKiln: {our_line}\n')


if __name__ == '__main__':
    main()
