#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times what tools/bench/graph_reductions.cpp times, in NumPy (without gradients) and JAX: the least times of the processor that a
call took, as kiln-graph-bench's `processor`.

    graph_peer_reductions.py [numpy] [jax]
"""
import sys

import numpy

from graph_peer_programs import normal, processor_time

CASES = (((4096, 1024), 0), ((512, 8192), 0), ((64, 512, 64), 1), ((1 << 18, 8), 1), ((1 << 17, 32), 1))


def functions(module, axis):
    def shifted(x):
        return x - x.max(axis, keepdims=True)

    def softmax(x):
        e = module.exp(shifted(x))
        return e / e.sum(axis, keepdims=True)

    def log_softmax(x):
        rest = shifted(x)
        return rest - module.log(module.exp(rest).sum(axis, keepdims=True))

    def norm(x):
        rest = x - x.mean(axis, keepdims=True)
        return rest / module.sqrt((rest * rest).mean(axis, keepdims=True) + 1e-5)

    return {"softmax": softmax, "log-softmax": log_softmax, "layer norm": norm}


def show(peer, name, shape, axis, dtype, call, wait):
    print(f"{peer}: {name}, {shape} axis {axis}, {dtype} {processor_time(call, wait):.0f} us", flush=True)


def with_numpy(dtype):
    for shape, axis in CASES:
        x = normal(*shape).astype(dtype)
        for name, function in functions(numpy, axis).items():
            show("numpy", name, shape, axis, dtype, lambda f=function: f(x), lambda: None)


def with_jax(dtype):
    import jax
    import jax.numpy as jnp
    jax.config.update("jax_enable_x64", True)
    for shape, axis in CASES:
        x = jnp.asarray(normal(*shape).astype(dtype))
        out = {}
        for name, function in functions(jnp, axis).items():
            times = (lambda y, x: y * y * x) if name == "layer norm" else (lambda y, x: y * y)
            gradient = jax.grad(lambda x, f=function, times=times: times(f(x), x).sum())
            for title, compiled in ((name, jax.jit(function)), ("its gradient", jax.jit(gradient))):
                def call(compiled=compiled):
                    out["value"] = compiled(x)
                show("jax", title, shape, axis, dtype, call, lambda: jax.block_until_ready(out["value"]))


if __name__ == "__main__":
    for dtype in ("float32", "float64", "float16"):
        for peer in sys.argv[1:] or ["numpy", "jax"]:
            {"numpy": with_numpy, "jax": with_jax}[peer](dtype)
