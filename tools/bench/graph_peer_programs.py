#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times what tools/bench/graph_programs.cpp times, and the perceptron of graph_bench.cpp, in PyTorch and JAX, on a GPU if they see
one. Medians of seven rounds.

    graph_peer_programs.py [torch] [jax] [--processor] [--only=WORD]

With --only=WORD it times the programs whose names contain WORD. With --processor they are the least times of the processor that a
call took, as kiln-graph-bench's `processor`. PyTorch runs each program eagerly, compiled, and compiled to a CUDA graph where there is
a GPU; the fastest counts. Products are computed in float32, without TF32.
"""
import math
import statistics
import sys
import time

import numpy

ROWS, COLUMNS = 8192, 4096
BATCH, TOKENS, WIDTH, HEADS, INNER = 8, 256, 512, 8, 2048
STEPS, LSTM_BATCH, LSTM_WIDTH = 32, 64, 256
EXAMPLES, SIZES = 512, (784, 1024, 1024, 10)
PROCESSOR = "--processor" in sys.argv
ONLY = next((word[len("--only="):] for word in sys.argv if word.startswith("--only=")), "")


def normal(*shape):
    return numpy.random.RandomState(7).standard_normal(shape).astype("float32")


def median(call, wait, count):
    for _ in range(3):
        call()
    wait()
    rounds = []
    for _ in range(7):
        begin = time.perf_counter()
        for _ in range(count):
            call()
        wait()
        rounds.append((time.perf_counter() - begin) / count)
    return statistics.median(rounds) * 1e6


def processor_time(call, wait):
    """As processor_seconds() of graph_timing.hpp, in microseconds."""
    def once():
        begin = time.process_time_ns()
        call()
        wait()
        return (time.process_time_ns() - begin) / 1e3
    once()
    once()
    rounds = [once()]
    while len(rounds) < 4 or (sum(rounds) < 3e4 and len(rounds) < 200):
        rounds.append(once())
    return min(rounds)


def measured(call, wait, count):
    return processor_time(call, wait) if PROCESSOR else median(call, wait, count)


def normalised(x, w, b, sqrt, mean):
    rest = x - mean(x)
    return rest / sqrt(mean(rest * rest) + 1e-5) * w + b


def layers():
    """The weights of a transformer's block, in the order in which block() takes them."""
    shapes = [(WIDTH, ), (WIDTH, )] + 4 * [(WIDTH, WIDTH), (WIDTH, )] + [(WIDTH, ), (WIDTH, )]
    shapes += [(WIDTH, INNER), (INNER, ), (INNER, WIDTH), (WIDTH, )]
    return [0.02 * normal(*shape) if len(shape) > 1 else numpy.zeros(shape, "float32") for shape in shapes]


def block(x, p, norm, softmax, tanh, swap):
    it = iter(p)
    take = lambda: next(it)  # noqa: E731
    layer = lambda v: v @ take() + take()  # noqa: E731
    split = lambda v: swap(v.reshape(BATCH, TOKENS, HEADS, WIDTH // HEADS), 1, 2)  # noqa: E731
    v = norm(x, take() + 1, take())
    q, k, v = split(layer(v)), split(layer(v)), split(layer(v))
    scores = softmax(q @ swap(k, 2, 3) * (1 / math.sqrt(WIDTH // HEADS)))
    x = x + layer(swap(scores @ v, 1, 2).reshape(BATCH, TOKENS, WIDTH))
    wide = layer(norm(x, take() + 1, take()))
    return x + layer(0.5 * wide * (1 + tanh(0.7978845608 * (wide + 0.044715 * wide * wide * wide))))


def perceptron():
    """The examples, their labels and the weights of a perceptron."""
    weights = [make((rows, columns)[at:]) for rows, columns in zip(SIZES, SIZES[1:])
               for at, make in enumerate((lambda shape: 0.03 * normal(*shape), lambda shape: numpy.zeros(shape, "float32")))]
    return normal(EXAMPLES, SIZES[0]), numpy.arange(EXAMPLES) % 10, weights


def logits(x, p, relu):
    return relu(relu(x @ p[0] + p[1]) @ p[2] + p[3]) @ p[4] + p[5]


def lstm(x, w, u, b, zero, sigmoid, tanh):
    inputs, h, c = x @ w + b, zero, zero
    for t in range(STEPS):
        z = inputs[t] + h @ u
        gates = [z[:, i * LSTM_WIDTH:(i + 1) * LSTM_WIDTH] for i in range(4)]
        c = sigmoid(gates[0]) * c + sigmoid(gates[1]) * tanh(gates[2])
        h = sigmoid(gates[3]) * tanh(c)
    return (h * h).mean()


def lstm_by_scan(x, w, u, b, zero, jax):
    def cell(state, z):
        h, c = state
        z = z + h @ u
        gates = [z[:, i * LSTM_WIDTH:(i + 1) * LSTM_WIDTH] for i in range(4)]
        c = jax.nn.sigmoid(gates[0]) * c + jax.nn.sigmoid(gates[1]) * jax.numpy.tanh(gates[2])
        return (jax.nn.sigmoid(gates[3]) * jax.numpy.tanh(c), c), None
    (h, _), _ = jax.lax.scan(cell, (zero, zero), x @ w + b)
    return (h * h).mean()


def lstm_data():
    return (normal(STEPS, LSTM_BATCH, LSTM_WIDTH), 0.02 * normal(LSTM_WIDTH, 4 * LSTM_WIDTH),
            0.02 * normal(LSTM_WIDTH, 4 * LSTM_WIDTH), numpy.zeros(4 * LSTM_WIDTH, "float32"),
            numpy.zeros((LSTM_BATCH, LSTM_WIDTH), "float32"))


ADAM = {"Adam, 4 tensors of 2^24": [1 << 24] * 4, "Adam, 100 tensors of 2^12 to 2^16": [1 << (12 + i % 5) for i in range(100)]}


def with_torch():
    import torch
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    gpu = torch.cuda.is_available()
    device = "cuda" if gpu else "cpu"
    wait = torch.cuda.synchronize if gpu else lambda: None
    count = 20 if gpu else 1
    put = lambda v: torch.tensor(v, device=device)  # noqa: E731
    mean = lambda v: v.mean(-1, keepdim=True)  # noqa: E731
    norm = lambda x, w, b: normalised(x, w, b, torch.sqrt, mean)  # noqa: E731
    modes = [("eager", lambda f: f), ("compiled", torch.compile)]
    if gpu:
        modes.append(("graph", lambda f: torch.compile(f, mode="reduce-overhead")))

    def best(name, make):
        if ONLY not in name:
            return
        times = {}
        for mode, wrap in modes:
            try:
                times[mode] = measured(make(wrap), wait, count)
            except Exception as error:  # a mode that this machine lacks a compiler for
                print(f"torch: {name}: {mode}: {error!r}"[:160])
        if times:
            fastest = min(times, key=times.get)
            print(f"torch: {name:44} {times[fastest]:10.1f} us ({fastest})", flush=True)

    def step(cost, parameters, *arguments):
        gradients = torch.autograd.grad(cost(*arguments), parameters)
        with torch.no_grad():
            torch._foreach_add_(parameters, gradients, alpha=-0.01)

    x, w, b = put(normal(ROWS, COLUMNS)), put(normal(COLUMNS)), put(normal(COLUMNS))

    def forward(name, function, *arguments):
        def make(wrap):
            compiled = wrap(function)

            def call():
                with torch.no_grad():
                    compiled(*arguments)
            return call
        best(name, make)

    forward("softmax of rows, 8192 x 4096", lambda x: torch.softmax(x, 1), x)
    forward("softmax of columns", lambda x: torch.softmax(x, 0), x)
    forward("layer norm of rows", lambda x, w, b: torch.nn.functional.layer_norm(x, (COLUMNS, ), w, b), x, w, b)
    leaves = [v.clone().requires_grad_() for v in (x, w, b)]
    cost = lambda x, w, b: (norm(x, w, b)**2 * x).sum()  # noqa: E731

    def gradient(wrap):
        compiled = wrap(cost)
        return lambda: torch.autograd.grad(compiled(*leaves), leaves)
    best("its gradient by x, w, b", gradient)
    for name, sizes in ADAM.items():
        def adam(wrap, sizes=sizes):
            parameters = [put(normal(size)).requires_grad_() for size in sizes]
            for parameter in parameters:
                parameter.grad = put(normal(parameter.numel()))
            optimiser = torch.optim.Adam(parameters, lr=0.001, fused=gpu or None, capturable=False)
            return wrap(optimiser.step)
        best(name, adam)
    images, labels, weights = perceptron()
    images, labels, layered = put(images), put(labels), [put(v).requires_grad_() for v in weights]
    entropy = lambda p, x, labels: torch.nn.functional.cross_entropy(logits(x, p, torch.relu), labels)  # noqa: E731
    best("MLP 784-1024-1024-10, batch 512, a step",
         lambda wrap: (lambda f: lambda: step(f, layered, layered, images, labels))(wrap(entropy)))
    tokens = put(normal(BATCH, TOKENS, WIDTH))
    weights = [put(v).requires_grad_() for v in layers()]
    run = lambda x, p: block(x, p, norm, lambda v: torch.softmax(v, -1), torch.tanh, torch.transpose)  # noqa: E731
    forward("transformer block, forward", run, tokens, weights)
    loss = lambda x, p: (run(x, p)**2).mean()  # noqa: E731
    best("transformer block, a training step", lambda wrap: (lambda f: lambda: step(f, weights, tokens, weights))(wrap(loss)))
    xs, w, u, b, zero = [put(v) for v in lstm_data()]
    parameters = [v.requires_grad_() for v in (w, u, b)]
    recurrent = lambda x, zero: lstm(x, *parameters, zero, torch.sigmoid, torch.tanh)  # noqa: E731
    best("LSTM of 32 steps, a training step", lambda wrap: (lambda f: lambda: step(f, parameters, xs, zero))(wrap(recurrent)))


def with_jax():
    import jax
    import jax.numpy as jnp
    jax.config.update("jax_default_matmul_precision", "highest")
    count = 20 if jax.default_backend() == "gpu" else 1
    mean = lambda v: v.mean(-1, keepdims=True)  # noqa: E731
    norm = lambda x, w, b: normalised(x, w, b, jnp.sqrt, mean)  # noqa: E731

    def show(name, function, *arguments, keep=None):
        """Calls function(*arguments) again and again. With `keep`, the result takes the place of argument 0."""
        if ONLY not in name:
            return
        compiled = jax.jit(function, donate_argnums=(0, ) if keep else ())
        state = {"first": arguments[0], "out": None}

        def call():
            state["out"] = compiled(state["first"], *arguments[1:])
            if keep:
                state["first"] = keep(state["out"])
        took = measured(call, lambda: jax.block_until_ready(state["out"]), count)
        print(f"jax: {name:44} {took:10.1f} us", flush=True)

    x, w, b = map(jnp.asarray, (normal(ROWS, COLUMNS), normal(COLUMNS), normal(COLUMNS)))
    show("softmax of rows, 8192 x 4096", lambda x: jax.nn.softmax(x, 1), x)
    show("softmax of columns", lambda x: jax.nn.softmax(x, 0), x)
    show("layer norm of rows", norm, x, w, b)
    show("its gradient by x, w, b", jax.grad(lambda x, w, b: (norm(x, w, b)**2 * x).sum(), argnums=(0, 1, 2)), x, w, b)

    def adam(state, gradients):
        t, tensors = state
        t = t + 1
        rate = 0.001 * jnp.sqrt(1 - 0.999**t) / (1 - 0.9**t)
        new = []
        for (p, m, v), g in zip(tensors, gradients):
            m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
            new.append((p - rate * m / (jnp.sqrt(v) + 1e-8), m, v))
        return t, new

    for name, sizes in ADAM.items():
        tensors = [(jnp.asarray(normal(n)), jnp.zeros(n), jnp.zeros(n)) for n in sizes]
        show(name, adam, (jnp.float32(0), tensors), [jnp.asarray(normal(n)) for n in sizes], keep=lambda out: out)

    def trained(cost):
        def step(p, *arguments):
            loss, gradients = jax.value_and_grad(cost)(p, *arguments)
            return [v - 0.01 * g for v, g in zip(p, gradients)], loss
        return step

    images, labels, weights = perceptron()
    entropy = lambda p, x, labels: -jnp.take_along_axis(  # noqa: E731
        jax.nn.log_softmax(logits(x, p, jax.nn.relu)), labels[:, None], 1).mean()
    show("MLP 784-1024-1024-10, batch 512, a step", trained(entropy), [jnp.asarray(v) for v in weights], jnp.asarray(images),
         jnp.asarray(labels), keep=lambda out: out[0])
    tokens, weights = jnp.asarray(normal(BATCH, TOKENS, WIDTH)), [jnp.asarray(v) for v in layers()]
    run = lambda p, x: block(x, p, norm, jax.nn.softmax, jnp.tanh, jnp.swapaxes)  # noqa: E731
    show("transformer block, forward", run, weights, tokens)
    show("transformer block, a training step", trained(lambda p, x: (run(p, x)**2).mean()), weights, tokens, keep=lambda out: out[0])
    xs, w, u, b, zero = map(jnp.asarray, lstm_data())
    show("LSTM of 32 steps, a training step",
         trained(lambda p, x, zero: lstm(x, *p, zero, jax.nn.sigmoid, jnp.tanh)), [w, u, b], xs, zero, keep=lambda out: out[0])
    again = [jnp.asarray(v) for v in lstm_data()[1:4]]  # the others were given away
    show("LSTM of 32 steps by lax.scan, a training step", trained(lambda p, x, zero: lstm_by_scan(x, *p, zero, jax)), again, xs, zero,
         keep=lambda out: out[0])


if __name__ == "__main__":
    for peer in [name for name in sys.argv[1:] if not name.startswith("--")] or ["torch", "jax"]:
        try:
            {"torch": with_torch, "jax": with_jax}[peer]()
        except ImportError as error:
            print(f"{peer}: {error}")
