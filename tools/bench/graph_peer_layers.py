#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times the layers of a table of tools/bench/graph_layers.cpp in the peers that are installed, and prints Kiln's times beside theirs.

    kiln-graph-bench DEVICE conv > layers.txt
    graph_peer_layers.py layers.txt [torch] [jax] [--json FILE] [--processor]

A row has the faster one of both orders of channels, of Kiln and of each peer. The ratio is the peer's time over Kiln's: 1 means as
fast, 0.5 that the peer is twice as fast. Geometric means of the ratios follow for each net, pass and kind of layer. PyTorch
runs eagerly, with cudnn.benchmark and without TF32, and its gradient of max pooling has the places from the forward pass.
"""
import argparse
import json
import math
import time


COLUMNS = (("net", 10), ("op", 7), ("pass", 9), ("batch", 5), ("channels", 8), ("filters", 7), ("window", 6), ("stride", 6),
           ("groups", 6), ("extent", 6))


def rows_of(path):
    names, rows = None, []
    for line in open(path):
        words = line.split()
        if words[:2] == ["net", "op"]:
            names = words
        elif names and len(words) == len(names):
            row = dict(zip(names, words[:3] + [float(word) if "." in word else int(word) for word in words[3:]]))
            row["kiln"] = min(row["first_us"], row["last_us"])
            rows.append(row)
    return rows


def processor_microseconds(call, wait):
    """As processor_seconds_of() of graph_layers.cpp."""
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


def microseconds(call, wait):
    """As seconds_of() of graph_layers.cpp."""
    def timed(count):
        begin = time.perf_counter()
        for _ in range(count):
            call()
        wait()
        return (time.perf_counter() - begin) / count
    timed(1)
    timed(1)
    once = timed(1)
    if once > 0.2:
        return 1e6 * min(once, timed(1))
    count = min(max(int(0.015 / once), 1), 200)
    return 1e6 * sorted(timed(count) for _ in range(5))[2]


def with_torch():
    import torch
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cudnn.benchmark = True
    gpu = torch.cuda.is_available()
    device = "cuda" if gpu else "cpu"
    wait = torch.cuda.synchronize if gpu else lambda: None
    aten = torch.ops.aten

    def measure(row):
        times = []
        for order in (torch.contiguous_format, torch.channels_last):
            def normal(*shape):
                return torch.randn(*shape, device=device).contiguous(memory_format=order)
            x = normal(row["batch"], row["channels"], row["extent"], row["extent"])
            window, stride, padding = [[row[name]] * 2 for name in ("window", "stride", "padding")]
            if row["op"] == "conv":
                w = normal(row["filters"], row["channels"] // row["groups"], *window)
                y = torch.randn_like(torch.conv2d(x, w, None, stride, padding, 1, row["groups"]))
                mask = [row["pass"] == "by_input", row["pass"] == "by_filter", False]
                if row["pass"] == "forward":
                    def call():
                        return torch.conv2d(x, w, None, stride, padding, 1, row["groups"])
                else:
                    def call():
                        return aten.convolution_backward(y, x, w, None, stride, padding, [1, 1], False, [0, 0], row["groups"], mask)
            elif row["op"] == "max":
                y, places = aten.max_pool2d_with_indices(x, window, stride, padding)

                def call():
                    if row["pass"] == "forward":
                        return aten.max_pool2d_with_indices(x, window, stride, padding)
                    return aten.max_pool2d_with_indices_backward(y, x, window, stride, padding, [1, 1], False, places)
            else:
                y = aten.avg_pool2d(x, window, stride, padding, False, False)

                def call():
                    if row["pass"] == "forward":
                        return aten.avg_pool2d(x, window, stride, padding, False, False)
                    return aten.avg_pool2d_backward(y, x, window, stride, padding, False, False, None)
            with torch.no_grad():
                times.append(microseconds(call, wait))
        return min(times)
    return measure


def with_jax():
    import jax
    import jax.numpy as jnp
    from jax import lax
    jax.config.update("jax_default_matmul_precision", "highest")

    def measure(row):
        times = []
        for last in (False, True):
            def shape(first, channels, extent):
                return (first, extent, extent, channels) if last else (first, channels, extent, extent)
            key = jax.random.PRNGKey(7)
            x = jax.random.normal(key, shape(row["batch"], row["channels"], row["extent"]))
            window, stride, padding = row["window"], row["stride"], row["padding"]
            if row["op"] == "conv":
                orders = ("NHWC", "OHWI", "NHWC") if last else ("NCHW", "OIHW", "NCHW")
                w = jax.random.normal(key, shape(row["filters"], row["channels"] // row["groups"], window))

                def forward(x, w):
                    return lax.conv_general_dilated(x, w, (stride, stride), [(padding, padding)] * 2, dimension_numbers=orders,
                                                    feature_group_count=row["groups"])
                arguments = (x, w)
            else:
                start, reduce, scale = (-jnp.inf, lax.max, 1) if row["op"] == "max" else (0.0, lax.add, 1 / window**2)
                spatial = (lambda n, other: (other, n, n, other)) if last else (lambda n, other: (other, other, n, n))

                def forward(x):
                    return scale * lax.reduce_window(x, start, reduce, spatial(window, 1), spatial(stride, 1),
                                                     spatial((padding, padding), (0, 0)))
                arguments = (x, )
            if row["pass"] == "forward":
                function = forward
            else:
                which = 1 if row["pass"] == "by_filter" else 0
                y = jnp.ones_like(jax.eval_shape(forward, *arguments))

                def function(*arguments):
                    return jax.vjp(forward, *arguments)[1](y)[which]
            compiled = jax.jit(function)
            out = []

            def call():
                out[:] = [compiled(*arguments)]
            times.append(microseconds(call, lambda: jax.block_until_ready(out)))
        return min(times)
    return measure


def kind_of(row):
    if row["op"] != "conv":
        return row["op"]
    if row["groups"] > 1:
        return "depthwise"
    return f"{row['window']}x{row['window']}" + (f" stride {row['stride']}" if row["stride"] > 1 else "")


def summary(rows, peer):
    """Prints geometric means of the peer's time over Kiln's."""
    groups = {}
    for row in rows:
        if peer in row:
            ratio = math.log(row[peer] / row["kiln"])
            what = "conv" if row["op"] == "conv" else "pool"
            for group in (f"all, {what}", f"all, {what}, batch {row['batch']}", f"{row['net']}, {what}, {row['pass']}",
                          f"{kind_of(row)}, {row['pass']}"):
                groups.setdefault(group, []).append(ratio)
    for group in sorted(groups):
        ratios = groups[group]
        mean = math.exp(sum(ratios) / len(ratios))
        print(f"{peer}: {group:36} {len(ratios):4} layers {mean:7.2f}, least {math.exp(min(ratios)):.2f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("table")
    parser.add_argument("peers", nargs="*", default=["torch", "jax"])
    parser.add_argument("--json")
    parser.add_argument("--processor", action="store_true", help="the processor's time, as kiln-graph-bench's `processor`")
    options = parser.parse_args()
    if options.processor:
        global microseconds
        microseconds = processor_microseconds
    rows = rows_of(options.table)
    for peer in options.peers:
        try:
            measure = {"torch": with_torch, "jax": with_jax}[peer]()
        except ImportError as error:
            print(f"{peer}: {error}")
            continue
        print(*(f"{name:{width}}" for name, width in COLUMNS), f"{'kiln us':>12} {peer + ' us':>12} ratio")
        for row in rows:
            row[peer] = measure(row)
            layer = [f"{row[name]:{width}}" for name, width in COLUMNS]
            print(*layer, f"{row['kiln']:12.1f} {row[peer]:12.1f} {row[peer] / row['kiln']:5.2f}", flush=True)
        summary(rows, peer)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
