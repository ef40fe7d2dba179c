#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a first run costs, with empty caches and with full ones.

    cold_start.py cache [--runs N] [--load N] -- COMMAND...
        the default beside cache_path=off, in turns, each with empty caches; N busy processes beside it
    cold_start.py first BUILD [--runs N] [--python PYTHON]
        from the start of a process with one result to its end: a step of the example exp_loop by Kiln in C++, and
        sum(exp(x)) of 10^6 float32 by Kiln and by the libraries that PYTHON has. Cold: empty caches. Warm: the caches
        of the run before.
"""
import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = {
    "Kiln": "import kiln; x = kiln.Random(1).uniform((10**6,), dtype='float32'); print(kiln.exp(x).sum().item())",
    "NumPy": "import numpy as n; x = n.random.rand(10**6).astype('f'); print(n.exp(x).sum())",
    "PyTorch": "import torch; x = torch.rand(10**6); print(torch.exp(x).sum().item())",
    "JAX": "import jax, jax.numpy as n; x = jax.random.uniform(jax.random.key(1), (10**6,)); "
           "print(jax.jit(lambda x: n.exp(x).sum())(x).item())",
}


def timed(command, caches, **settings):
    """Wall seconds and the processor's seconds of a command whose caches are in the folder `caches`."""
    environment = dict(os.environ, XDG_CACHE_HOME=caches, POCL_CACHE_DIR=os.path.join(caches, "pocl"), **settings)
    os.makedirs(environment["POCL_CACHE_DIR"], exist_ok=True)
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stderr}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def timed_cold(command, **settings):
    with tempfile.TemporaryDirectory() as caches:
        return timed(command, caches, **settings)


def compare_cache(options):
    flags = os.environ.get("KILN_FLAGS", "")
    off = {"KILN_FLAGS": flags + ("," if flags else "") + "cache_path=off"}
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.load)]
    ratios = []
    try:
        for turn in range(options.runs):
            pair = [timed_cold(options.command, **settings) for settings in ([{}, off] if turn % 2 == 0 else [off, {}])]
            if turn % 2:
                pair.reverse()
            ratios.append([default / without for default, without in zip(*pair)])
            print("wall %.2f, %.2f s; CPU %.2f, %.2f s" % (pair[0][0], pair[1][0], pair[0][1], pair[1][1]), flush=True)
    finally:
        for process in busy:
            process.kill()
    print("default over cache_path=off, median of %d: wall %.3f, CPU %.3f"
          % (options.runs, *(statistics.median(column) for column in zip(*ratios))))


def first_results(options):
    build = pathlib.Path(options.build).resolve()
    backends = ":".join(str(build / "backends" / name) for name in ("opencl", "cuda"))
    kiln = {"KILN_BACKEND_PATH": backends, "KILN_BUILD_DIR": str(build), "PYTHONPATH": str(ROOT / "bindings" / "python"),
            "KILN_LIBRARY": str(build / "lib" / "capi" / "libkiln.so.0")}
    commands = {"Kiln, C++": ([build / "docs" / "examples" / "exp_loop", "1"], kiln)}
    for name, program in PROGRAMS.items():
        commands[name] = ([options.python, "-c", program], kiln if name == "Kiln" else {})
        module = program.split()[1].rstrip(";,")
        if name != "Kiln" and subprocess.run([options.python, "-c", f"import {module}"], capture_output=True,
                                             check=False).returncode:
            del commands[name]
    print("| milliseconds | cold | warm |\n| --- | --- | --- |")
    for name, (command, settings) in commands.items():
        cold, warm = [], []
        for _ in range(options.runs):
            caches = tempfile.mkdtemp()
            cold.append(timed(command, caches, **settings)[0])
            warm.append(timed(command, caches, **settings)[0])
            shutil.rmtree(caches)
        print("| %s | %.0f | %.0f |" % (name, 1e3 * statistics.median(cold), 1e3 * statistics.median(warm)), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    cache = commands.add_parser("cache")
    cache.add_argument("--runs", type=int, default=7)
    cache.add_argument("--load", type=int, default=0)
    cache.add_argument("command", nargs=argparse.REMAINDER)
    cache.set_defaults(run=compare_cache)
    first = commands.add_parser("first")
    first.add_argument("build")
    first.add_argument("--runs", type=int, default=5)
    first.add_argument("--python", default=sys.executable)
    first.set_defaults(run=first_results)
    options = parser.parse_args()
    if getattr(options, "command", None) and options.command[0] == "--":
        options.command = options.command[1:]
    options.run(options)


if __name__ == "__main__":
    main()
