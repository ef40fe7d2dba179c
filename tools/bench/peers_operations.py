#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The lines of kiln_bench_operations for a peer: PyTorch on a CUDA device, or NumPy.

    peers_operations.py torch|numpy [LOG2_OF_ELEMENTS]
"""
import statistics
import sys
import time

peer, exponent = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 27
n, columns = 1 << exponent, 1 << (exponent // 2 + 1)


def seconds(call, calls, wait):
    call()
    wait()
    rounds = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        wait()
        rounds.append((time.perf_counter() - start) / calls)
    return statistics.median(rounds)


def bandwidth(name, size, calls, call, wait):
    s = seconds(call, calls, wait)
    print(f"{name:26} {s * 1e3:10.3f} ms {size / s / 1e9:9.1f} GB/s", flush=True)


def product(size, call, wait):
    s = seconds(call, 3, wait)
    print(f"sgemm {size:<20} {s * 1e3:10.3f} ms {2 * size**3 / s / 1e9:9.2f} GFLOP/s", flush=True)


def torch_lines():
    import torch

    torch.backends.cuda.matmul.allow_tf32 = False
    print(f"PyTorch {torch.__version__}, {torch.cuda.get_device_name()}, 2^{exponent} float32")
    new = dict(device="cuda")
    a, r = torch.rand(n, **new), torch.empty(n, **new)
    m, out = a.view(-1, columns), r.view(-1, columns)
    table, taken = torch.ones(10000, 784, **new), torch.empty(60000, 784, **new)
    rows, places = torch.randint(0, 10000, (60000,), **new), torch.randint(0, n, (n // 4,), **new)
    few, sums = torch.empty(n // 4, **new), torch.zeros(10000, 64, **new)
    words, values = torch.randint(0, 10000, (200000,), **new), torch.ones(200000, 64, **new)
    sizes = [512, 1024, 2048] + ([4096, 8192] if exponent >= 26 else [])
    side = 16384 if exponent >= 26 else 4096
    matrix, vector, result = torch.randn(side, side, **new), torch.randn(side, **new), torch.empty(side, **new)
    return torch.cuda.synchronize, [
        ("copy", 8 * n, 5, lambda: r.copy_(a)),
        ("transposed copy", 8 * n, 5, lambda: r.view(columns, -1).copy_(m.t())),
        ("random uniform", 4 * n, 5, lambda: r.uniform_()),
        ("random normal", 4 * n, 5, lambda: r.normal_()),
        ("cumsum", 8 * n, 3, lambda: torch.cumsum(a, 0, out=r)),
        ("cumsum axis 0", 8 * n, 3, lambda: torch.cumsum(m, 0, out=out)),
        ("cumsum axis 1", 8 * n, 3, lambda: torch.cumsum(m, 1, out=out)),
        ("sort", 8 * n, 1, lambda: torch.sort(a)),
        ("argsort of a quarter", 3 * n, 1, lambda: torch.argsort(a[: n // 4])),
        ("take 60000 rows of 784", 2 * 60000 * 784 * 4, 10, lambda: torch.index_select(table, 0, rows, out=taken)),
        ("take single elements", 4 * n, 3, lambda: torch.index_select(a, 0, places, out=few)),
        ("scatter_add 200000 x 64", 200000 * 64 * 4, 5, lambda: sums.index_add_(0, words, values)),
    ], [(s, (lambda x, y, z: lambda: torch.mm(x, y, out=z))(torch.randn(s, s, **new), torch.randn(s, s, **new),
                                                            torch.empty(s, s, **new))) for s in sizes], (
        "gemv", 4 * side * side, 5, lambda: torch.mv(matrix, vector, out=result))


def numpy_lines():
    import numpy as np

    print(f"NumPy {np.__version__}, 2^{exponent} float32")
    g = np.random.default_rng(42)
    a, r = g.random(n, dtype=np.float32), np.empty(n, np.float32)
    m, out = a.reshape(-1, columns), r.reshape(-1, columns)
    table, taken = np.ones((10000, 784), np.float32), np.empty((60000, 784), np.float32)
    rows, places = g.integers(0, 10000, 60000), g.integers(0, n, n // 4)
    few, sums = np.empty(n // 4, np.float32), np.zeros((10000, 64), np.float32)
    words, values = g.integers(0, 10000, 200000), np.ones((200000, 64), np.float32)
    sizes = [512, 1024, 2048] + ([4096, 8192] if exponent >= 26 else [])
    side = 16384 if exponent >= 26 else 4096
    matrix, vector = g.standard_normal((side, side), np.float32), g.standard_normal(side, np.float32)
    result = np.empty(side, np.float32)
    return lambda: None, [
        ("copy", 8 * n, 5, lambda: np.copyto(r, a)),
        ("transposed copy", 8 * n, 5, lambda: np.copyto(r.reshape(columns, -1), m.T)),
        ("random uniform", 4 * n, 5, lambda: g.random(n, dtype=np.float32, out=r)),
        ("random normal", 4 * n, 5, lambda: g.standard_normal(n, dtype=np.float32, out=r)),
        ("cumsum", 8 * n, 3, lambda: np.cumsum(a, out=r)),
        ("cumsum axis 0", 8 * n, 3, lambda: np.cumsum(m, 0, out=out)),
        ("cumsum axis 1", 8 * n, 3, lambda: np.cumsum(m, 1, out=out)),
        ("sort", 8 * n, 1, lambda: np.sort(a, kind="stable")),
        ("argsort of a quarter", 3 * n, 1, lambda: np.argsort(a[: n // 4], kind="stable")),
        ("take 60000 rows of 784", 2 * 60000 * 784 * 4, 2, lambda: np.take(table, rows, 0, out=taken, mode="clip")),
        ("take single elements", 4 * n, 3, lambda: np.take(a, places, out=few, mode="clip")),
        ("scatter_add 200000 x 64", 200000 * 64 * 4, 1, lambda: np.add.at(sums, words, values)),
    ], [(s, (lambda x, y, z: lambda: np.matmul(x, y, out=z))(g.standard_normal((s, s), np.float32),
                                                             g.standard_normal((s, s), np.float32),
                                                             np.empty((s, s), np.float32))) for s in sizes], (
        "gemv", 4 * side * side, 5, lambda: np.matmul(matrix, vector, out=result))


wait, lines, products, gemv = {"torch": torch_lines, "numpy": numpy_lines}[peer]()
for line in lines:
    bandwidth(*line, wait)
for line in products:
    product(*line, wait)
bandwidth(*gemv, wait)
