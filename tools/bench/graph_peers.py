#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times what tools/bench/graph_bench.cpp times, in the peers that are installed: the logistic regression of Theano's tutorial and a
training step of a multilayer perceptron. Medians of seven rounds.

    graph_peers.py [numpy] [torch] [jax]
"""
import statistics
import sys
import time

import numpy

N, FEATURES, BATCH, SIZES = 400, 784, 512, (784, 1024, 1024, 10)


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


def data():
    random = numpy.random.RandomState(7)
    x = random.randn(N, FEATURES).astype("float32")
    y = (numpy.arange(N) * 7 % 3 == 0).astype("float32")
    w = random.randn(FEATURES).astype("float32")
    images = random.randn(BATCH, SIZES[0]).astype("float32")
    labels = numpy.arange(BATCH) % 10
    weights = []
    for rows, columns in zip(SIZES, SIZES[1:]):
        weights += [(0.03 * random.randn(rows, columns)).astype("float32"), numpy.zeros(columns, "float32")]
    return x, y, w, images, labels, weights


def with_numpy():
    x, y, w, images, labels, weights = data()
    b = numpy.float32(0)
    rate = numpy.float32(0.01)

    def logreg():
        nonlocal w, b
        with numpy.errstate(all="ignore"):
            p = 1 / (1 + numpy.exp(-x.dot(w) - b))
            xent = -y * numpy.log(p) - (1 - y) * numpy.log(1 - p)
        prediction = p > 0.5
        dz = (p - y) / numpy.float32(N)
        w, b = w - rate * (x.T.dot(dz) + numpy.float32(0.02) * w), b - rate * dz.sum()
        return prediction, xent

    def mlp():
        w1, b1, w2, b2, w3, b3 = weights
        h1 = numpy.maximum(images @ w1 + b1, 0)
        h2 = numpy.maximum(h1 @ w2 + b2, 0)
        z = h2 @ w3 + b3
        z -= z.max(axis=1, keepdims=True)
        e = numpy.exp(z)
        p = e / e.sum(axis=1, keepdims=True)
        cost = -numpy.log(p[numpy.arange(BATCH), labels]).mean()
        p[numpy.arange(BATCH), labels] -= 1
        d = p / numpy.float32(BATCH)
        gradients = [h2.T @ d, d.sum(axis=0)]
        d = (d @ w3.T) * (h2 > 0)
        gradients = [h1.T @ d, d.sum(axis=0)] + gradients
        d = (d @ w2.T) * (h1 > 0)
        gradients = [images.T @ d, d.sum(axis=0)] + gradients
        for value, gradient in zip(weights, gradients):
            value -= rate * gradient
        return cost

    nothing = lambda: None  # noqa: E731
    return median(logreg, nothing, 200), median(mlp, nothing, 3)


def with_torch():
    import torch
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.set_float32_matmul_precision("highest")
    x, y, w, images, labels, weights = [torch.tensor(v).cuda() if not isinstance(v, list) else v for v in data()]
    weights = [torch.tensor(v).cuda().requires_grad_() for v in weights]
    w.requires_grad_()
    b = torch.zeros((), device="cuda", requires_grad=True)

    def logreg_cost(x, y, w, b):
        p = 1 / (1 + torch.exp(-x @ w - b))
        xent = -y * torch.log(p) - (1 - y) * torch.log(1 - p)
        return xent.mean() + 0.01 * (w * w).sum(), p > 0.5, xent

    def mlp_cost(images, labels, weights):
        w1, b1, w2, b2, w3, b3 = weights
        h = torch.relu(torch.relu(images @ w1 + b1) @ w2 + b2) @ w3 + b3
        return torch.nn.functional.cross_entropy(h, labels)

    def step(cost, parameters, *arguments):
        result = cost(*arguments)
        loss = result[0] if isinstance(result, tuple) else result
        gradients = torch.autograd.grad(loss, parameters)
        with torch.no_grad():
            torch._foreach_add_(parameters, gradients, alpha=-0.01)
        return result

    out = {}
    for mode, wrap in (("eager", lambda f: f), ("compiled", torch.compile),
                       ("reduce-overhead", lambda f: torch.compile(f, mode="reduce-overhead"))):
        try:
            lr, nn = wrap(logreg_cost), wrap(mlp_cost)
            out[mode] = (median(lambda: step(lr, [w, b], x, y, w, b), torch.cuda.synchronize, 200),
                         median(lambda: step(nn, weights, images, labels, weights), torch.cuda.synchronize, 50))
        except Exception as error:  # a mode that this machine lacks a compiler for
            out[mode] = repr(error)[:100]
    return out


def with_jax():
    import jax
    import jax.numpy as jnp
    jax.config.update("jax_default_matmul_precision", "highest")
    x, y, w, images, labels, weights = data()
    x, y, w, images, labels = map(jnp.asarray, (x, y, w, images, labels))
    weights = [jnp.asarray(v) for v in weights]

    def logreg_cost(parameters, x, y):
        w, b = parameters
        p = 1 / (1 + jnp.exp(-x @ w - b))
        xent = -y * jnp.log(p) - (1 - y) * jnp.log(1 - p)
        return xent.mean() + 0.01 * (w * w).sum(), (p > 0.5, xent)

    def mlp_cost(weights, images, labels):
        w1, b1, w2, b2, w3, b3 = weights
        h = jax.nn.relu(jax.nn.relu(images @ w1 + b1) @ w2 + b2) @ w3 + b3
        return -jnp.take_along_axis(jax.nn.log_softmax(h), labels[:, None], 1).mean()

    @jax.jit
    def logreg(parameters, x, y):
        (_, aux), gradients = jax.value_and_grad(logreg_cost, has_aux=True)(parameters, x, y)
        return [p - 0.01 * g for p, g in zip(parameters, gradients)], aux

    @jax.jit
    def mlp(weights, images, labels):
        cost, gradients = jax.value_and_grad(mlp_cost)(weights, images, labels)
        return [p - 0.01 * g for p, g in zip(weights, gradients)], cost

    state = {"lr": [w, jnp.float32(0)], "nn": weights}

    def step_lr():
        state["lr"], _ = logreg(state["lr"], x, y)

    def step_nn():
        state["nn"], _ = mlp(state["nn"], images, labels)

    return (median(step_lr, lambda: jax.block_until_ready(state["lr"]), 200),
            median(step_nn, lambda: jax.block_until_ready(state["nn"]), 50))


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["numpy", "torch", "jax"]
    for name in wanted:
        try:
            print(f"{name}: logistic regression, MLP; microseconds a step:", {"numpy": with_numpy, "torch": with_torch,
                                                                          "jax": with_jax}[name](), flush=True)
        except ImportError as error:
            print(f"{name}: {error}")
