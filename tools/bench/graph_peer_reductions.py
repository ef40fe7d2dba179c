#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times what tools/bench/graph_reductions.cpp times, in NumPy (without gradients and bfloat16), JAX and PyTorch: on a GPU medians of
seven rounds of 20 calls by the clock, and else the least times of the processor that a call took, as kiln-graph-bench's `processor`.
PyTorch runs eagerly, with its own functions where it has them, and compiled; the faster one counts.

    graph_peer_reductions.py [numpy] [jax] [torch]
"""
import sys

import numpy

from graph_peer_programs import median, normal, processor_time

CASES = (((4096, 1024), 0), ((512, 8192), 0), ((4096, 16384), 0), ((64, 512, 64), 1), ((1 << 18, 8), 1), ((1 << 17, 32), 1),
         ((1024, 65536), 1), ((2048, 32768), 1), ((64, 256, 784), (0, 2)))


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

    return {"layer norm": norm} if isinstance(axis, tuple) else {"softmax": softmax, "log-softmax": log_softmax, "layer norm": norm}


def times(name):
    """What is summed up where a function's gradient is timed."""
    return (lambda y, x: y * y * x) if name == "layer norm" else (lambda y, x: y * y)


def show(peer, name, shape, axis, dtype, microseconds, note=""):
    print(f"{peer}: {name}, {shape} axis {axis}, {dtype} {microseconds:.0f} us{note}", flush=True)


def with_numpy(dtype):
    if dtype == "bfloat16":
        return
    for shape, axis in CASES:
        x = normal(*shape).astype(dtype)
        for name, function in functions(numpy, axis).items():
            show("numpy", name, shape, axis, dtype, processor_time(lambda f=function: f(x), lambda: None))


def with_jax(dtype):
    import jax
    import jax.numpy as jnp
    jax.config.update("jax_enable_x64", True)
    gpu = jax.default_backend() == "gpu"
    for shape, axis in CASES:
        x = jnp.asarray(normal(*shape)).astype(dtype)
        out = {}
        for name, function in functions(jnp, axis).items():
            gradient = jax.grad(lambda x, f=function, times=times(name): times(f(x), x).sum())
            for title, compiled in ((name, jax.jit(function)), ("its gradient", jax.jit(gradient))):
                def call(compiled=compiled):
                    out["value"] = compiled(x)

                def wait():
                    jax.block_until_ready(out["value"])
                show("jax", title, shape, axis, dtype, median(call, wait, 20) if gpu else processor_time(call, wait))


def torch_functions(torch, shape, axis):
    def norm(x):
        if axis == len(shape) - 1:
            return torch.nn.functional.layer_norm(x, shape[-1:])
        if axis == (0, 2):
            return torch.nn.functional.batch_norm(x, None, None, training=True)
        rest = x - x.mean(axis, keepdim=True)
        return rest / torch.sqrt((rest * rest).mean(axis, keepdim=True) + 1e-5)

    if isinstance(axis, tuple):
        return {"layer norm": norm}
    return {"softmax": lambda x: torch.softmax(x, axis), "log-softmax": lambda x: torch.log_softmax(x, axis), "layer norm": norm}


def with_torch(dtype):
    import torch
    gpu = torch.cuda.is_available()
    wait = torch.cuda.synchronize if gpu else lambda: None
    modes = {"eager": lambda f: f, "compiled": torch.compile}

    def fastest(title, shape, axis, make):
        took = {}
        for mode, wrap in modes.items():
            torch.compiler.reset()  # each shape has code of its own
            try:
                call = make(wrap)
                took[mode] = median(call, wait, 20) if gpu else processor_time(call, wait)
            except Exception as error:  # a mode that this machine lacks a compiler for
                print(f"torch: {title}: {mode}: {error!r}"[:160])
        if took:
            best = min(took, key=took.get)
            show("torch", title, shape, axis, dtype, took[best], f" ({best})")

    for shape, axis in CASES:
        x = torch.tensor(normal(*shape), device="cuda" if gpu else "cpu").to(getattr(torch, dtype))
        leaf = x.clone().requires_grad_()
        for name, function in torch_functions(torch, shape, axis).items():
            def forward(wrap, function=function):
                compiled = wrap(function)

                def call():
                    with torch.no_grad():
                        compiled(x)
                return call

            def gradient(wrap, function=function, times=times(name)):
                compiled = wrap(lambda x: times(function(x), x).sum())
                return lambda: torch.autograd.grad(compiled(leaf), leaf)
            fastest(name, shape, axis, forward)
            fastest("its gradient", shape, axis, gradient)


if __name__ == "__main__":
    for dtype in ("float32", "float64", "float16", "bfloat16"):
        for peer in sys.argv[1:] or ["numpy", "jax"]:
            {"numpy": with_numpy, "jax": with_jax, "torch": with_torch}[peer](dtype)
