#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times of libgpuarray by its Python module (Debian: python3-pygpu), for docs/benchmarks.md: pygpu_times.py DEVICE [log2 of elements]."""
import statistics
import sys
import time

import numpy
import pygpu
from pygpu._array import ndgpuarray
from pygpu.elemwise import GpuElemwise, arg


def measure(name, run, bytes_moved):
    run().sync()  # compiles
    times = []
    for _ in range(5):
        start = time.perf_counter()
        run().sync()
        times.append(time.perf_counter() - start)
    seconds = statistics.median(times)
    print(f"{name:20} {seconds * 1e3:8.2f} ms {bytes_moved / seconds / 1e9:7.2f} GB/s", flush=True)


context = pygpu.init(sys.argv[1])
n = 1 << int(sys.argv[2] if len(sys.argv) > 2 else 24)
values = numpy.random.rand(n).astype(numpy.float32)
a, b = (pygpu.array(values, context=context, cls=ndgpuarray) for _ in range(2))
result = pygpu.empty((n,), dtype="float32", context=context, cls=ndgpuarray)
both = [arg(name, "float32", read=True) for name in "ab"]
fused = GpuElemwise(context, "r = a*b + a*exp(b)", [arg("r", "float32", write=True), *both])


def run_fused():
    fused(result, a, b)
    return result


side = 1 << (n.bit_length() - 1) // 2
matrix = a.reshape((side, n // side))
print(context.devname)
measure("a + b", lambda: a + b, 12 * n)
measure("a*b + a*exp(b)", run_fused, 12 * n)
measure("sum", lambda: matrix.sum(), 4 * n)
measure("sum, axis 0", lambda: matrix.sum(axis=0), 4 * n)
measure("sum, axis 1", lambda: matrix.sum(axis=1), 4 * n)
