#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The measurements of kiln_bench done by the peers that are installed: NumPy, libgpuarray (pygpu), PyTorch, CuPy, JAX.

    peers.py [--device opencl0:0|cuda0] [--quick]

Prints one JSON object a line, as kiln_bench does. `device` chooses libgpuarray's device and whether the GPU libraries run."""
import argparse
import json
import statistics
import time

import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="opencl0:0")
parser.add_argument("--quick", action="store_true")
options = parser.parse_args()
rounds, loops = (3, 200) if options.quick else (7, 1000)
gpu = options.device.startswith("cuda")
values = np.random.RandomState(22).rand(10 * 30 * 768).astype("float32")
large = 1 << 27 if gpu else 10_000_000


def report(peer, name, value, unit):
    print(json.dumps({"peer": peer, "name": name, "value": round(value, 4), "unit": unit}), flush=True)


def loop(peer, name, body, wait=lambda: None, count=None):
    count = count or loops
    body()
    wait()
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(count):
            body()
        wait()
        seconds.append(time.perf_counter() - start)
    report(peer, name, statistics.median(seconds) * 1e6 / count, "ms/1000")


def rate(peer, name, body, arrays, wait=lambda: None, repeats=5, elements=None):
    body()
    wait()
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(repeats):
            body()
        wait()
        seconds.append((time.perf_counter() - start) / repeats)
    report(peer, name, arrays * 4 * (elements or large) / statistics.median(seconds) / 1e9, "GB/s")


# Reductions of a matrix, over all and over each axis; `of(name)` gives a function of (matrix, axis).
rows, columns = (8192, 16384) if gpu else (4096, 4096)


def reductions(peer, matrix, of, wait=lambda: None):
    for name in ["sum", "max", "argmax", "var"]:
        for axis in [None, 0, 1]:
            function = of(name)
            label = name + (", all" if axis is None else f", axis {axis}")
            rate(peer, label, lambda: function(matrix, axis), 1, wait, 20 if gpu else 5, rows * columns)


def numpy_peer():
    out = np.empty_like(values)
    loop("numpy", "exp loop, new result", lambda: np.exp(values))
    loop("numpy", "exp loop, given result", lambda: np.exp(values, out=out))
    if not gpu:
        a, b, c, d = (np.random.rand(large).astype("float32") for _ in range(4))
        rate("numpy", "r = a*b + c*exp(d)", lambda: a * b + c * np.exp(d), 5, repeats=1)
        reductions("numpy", np.random.rand(rows, columns).astype("float32"), lambda name: getattr(np, name))


def pygpu_peer():
    import pygpu
    from pygpu.elemwise import GpuElemwise, arg

    context = pygpu.init(options.device)
    x = pygpu.gpuarray.array(values, context=context)
    out = pygpu.gpuarray.empty(values.shape, dtype="float32", context=context)
    kernel = GpuElemwise(context, "r = exp(x)", [arg("r", "float32", write=True), arg("x", "float32", read=True)])
    loop("libgpuarray", "exp loop, given result", lambda: kernel(out, x), out.sync, count=loops // 5)


def torch_peer():
    import torch

    x = torch.from_numpy(values).cuda()
    out = torch.empty_like(x)
    wait = torch.cuda.synchronize
    loop("pytorch", "exp loop, given result", lambda: torch.exp(x, out=out), wait)
    loop("pytorch", "exp loop, new result", lambda: torch.exp(x), wait)
    loop("pytorch", "exp loop, result to the host", lambda: torch.exp(x).cpu(), wait, count=loops // 5)
    a, b, c, d = (torch.rand(large, device="cuda") for _ in range(4))
    fused = torch.compile(lambda a, b, c, d: a * b + c * torch.exp(d))
    rate("pytorch compiled", "r = a*b + c*exp(d)", lambda: fused(a, b, c, d), 5, wait, 20)

    def of(name):
        whole, along = getattr(torch, name), {"max": torch.amax}.get(name, getattr(torch, name))
        return lambda matrix, axis: whole(matrix) if axis is None else along(matrix, axis)

    reductions("pytorch", torch.rand(rows, columns, device="cuda"), of, wait)


def cupy_peer():
    import cupy

    x = cupy.asarray(values)
    out = cupy.empty_like(x)
    wait = cupy.cuda.Device().synchronize
    loop("cupy", "exp loop, given result", lambda: cupy.exp(x, out=out), wait)
    loop("cupy", "exp loop, new result", lambda: cupy.exp(x), wait)
    loop("cupy", "exp loop, result to the host", lambda: cupy.exp(x).get(), wait, count=loops // 5)
    fused = cupy.ElementwiseKernel("float32 a, float32 b, float32 c, float32 d", "float32 r", "r = a*b + c*exp(d)")
    a, b, c, d = (cupy.random.rand(large, dtype=cupy.float32) for _ in range(4))
    rate("cupy", "r = a*b + c*exp(d)", lambda: fused(a, b, c, d), 5, wait, 20)
    reductions("cupy", cupy.random.rand(rows, columns, dtype=cupy.float32), lambda name: getattr(cupy, name), wait)


def jax_peer():
    import jax

    x = jax.numpy.asarray(values)
    f = jax.jit(jax.numpy.exp)
    last = [f(x)]

    def step():
        last[0] = f(x)

    loop("jax", "exp loop, new result", step, lambda: last[0].block_until_ready())
    loop("jax", "exp loop, result to the host", lambda: np.asarray(f(x)), count=loops // 5)

    def of(name):
        compiled = jax.jit(getattr(jax.numpy, name), static_argnums=1)

        def run(matrix, axis):
            last[0] = compiled(matrix, axis)

        return run

    matrix = jax.random.uniform(jax.random.PRNGKey(0), (rows, columns), jax.numpy.float32)
    reductions("jax", matrix, of, lambda: last[0].block_until_ready())


for peer in [numpy_peer, pygpu_peer] + ([torch_peer, cupy_peer, jax_peer] if gpu else []):
    try:
        peer()
    except Exception as error:  # a peer that is not installed or cannot run is named, the others go on
        print(json.dumps({"peer": peer.__name__, "not run": f"{type(error).__name__}: {error}"[:200]}), flush=True)
