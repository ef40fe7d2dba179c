#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs an example on every device of KILN_TEST_DEVICES and checks what it prints.

    check_examples.py exp_loop PROGRAM [ITERATIONS]     in float32 and float64, against the values of NumPy
    check_examples.py check PROGRAM [ITERATIONS]        in float32, a program that prints what Theano's check1.py does
    check_examples.py plain PROGRAM                     exit status only
A device without double precision skips float64. Exit status 0: all right.
"""
import os
import re
import subprocess
import sys

# exp() of the first and last three of NumPy's RandomState(22).rand(10 * 30 * 768).
EXPECTED = {
    "float32": ([1.23178029, 1.61879349, 1.52278066, 2.20771813, 2.29967761, 1.62323296], 5e-7),
    "float64": ([1.23178032, 1.61879341, 1.52278065, 2.20771815, 2.29967753, 1.62323285], 1e-8),
}


def run(program, arguments, device, floatx):
    flags = os.environ.get("KILN_FLAGS", "")
    settings = [flags] if flags else []
    env = dict(os.environ, KILN_FLAGS=",".join(settings + [f"device={device}", f"floatX={floatx}"]))
    done = subprocess.run([program, *arguments], env=env, capture_output=True, text=True, timeout=600)
    print(f"--- {os.path.basename(program)} on {device}, floatX={floatx}")
    print(done.stdout + done.stderr, end="", flush=True)
    return done


def check_loops(kind, output, floatx, iterations):
    problems = []
    times = re.findall(r"^Looping (\d+) times took [0-9.e-]+ seconds$", output, re.M)
    loops = 3 if kind == "exp_loop" else 1
    if times != [str(iterations)] * loops:
        problems.append(f"expected {loops} loops of {iterations}, got {times}")
    result = re.search(r"^Result is \[([^\]]*)\]$", output, re.M)
    if not result or "..." not in result.group(1):
        return problems + ["no abridged result"]
    values = [float(word) for word in result.group(1).replace("...", " ").split()]
    expected, relative = EXPECTED[floatx]
    if len(values) != len(expected):
        problems.append(f"expected {len(expected)} values, got {values}")
    for got, want in zip(values, expected):
        # Half a unit of the last printed digit comes on top of the relative error.
        if abs(got - want) > relative * want + 0.5e-8:
            problems.append(f"got {got}, expected {want}")
    used = r"^Used the device: \S+ \S" if kind == "exp_loop" else r"^Used the [cg]pu$"
    if not re.search(used, output, re.M):
        problems.append("no device named")
    if kind == "check" and not re.match(r"\[.*Elemwise\{exp.*\]$", output.splitlines()[0]):
        problems.append("no line of the sorted graph")
    return problems


def main():
    kind, program, *arguments = sys.argv[1:]
    devices = os.environ.get("KILN_TEST_DEVICES") or "opencl:pocl"
    failed = False
    for device in devices.split(","):
        for floatx in ["float32", "float64"] if kind == "exp_loop" else ["float32"]:
            done = run(program, arguments, device, floatx)
            if done.returncode != 0:
                no_double = floatx == "float64" and done.stderr.startswith("KILN_TYPE_ERROR")
                problems = [] if no_double else [f"exit status {done.returncode}"]
            elif kind != "plain":
                problems = check_loops(kind, done.stdout, floatx, int(arguments[0]) if arguments else 1000)
            else:
                problems = []
            for problem in problems:
                failed = True
                print(f"WRONG: {problem}")
    sys.exit(failed)


main()
