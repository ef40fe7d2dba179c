#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs example programs on fault:DEVICE and makes the backend calls they make fail, one run a failure.

    fault_examples.py [OPTIONS] WORK_DIRECTORY PROGRAM[:ARGUMENT]...

First an ordinary run counts the calls by entry. Then each entry's n-th call fails, once or with all later calls
of the entry, or with all later calls whatsoever, in the statuses that mean something there. A run that fails
must end in time with exit status 1, without a signal, naming the status, the entry and the vendor's code; a
run that does not fail must print what an ordinary one prints, and is accepted only where the library recovers.
Nothing wrong may be printed before a failure, and in every run all objects of the backend must be destroyed at
the end. Exit status 0: all right.

With --vendor=LIBRARY it is not the backend's entries that fail but OpenCL's calls, by a library to preload.
"""
import argparse
import collections
import concurrent.futures
import os
import queue
import re
import shutil
import subprocess
import sys

# Of kiln/types.h.
OUT_OF_MEMORY, OUT_OF_HOST_MEMORY, NO_DEVICE, BUILD_ERROR, BACKEND_ERROR = 6, 7, 8, 11, 12
STATUS_NAMES = {OUT_OF_MEMORY: "KILN_OUT_OF_MEMORY", OUT_OF_HOST_MEMORY: "KILN_OUT_OF_HOST_MEMORY",
                NO_DEVICE: "KILN_NO_DEVICE", BUILD_ERROR: "KILN_BUILD_ERROR", BACKEND_ERROR: "KILN_BACKEND_ERROR"}
# No code of any vendor, so that a message can have it from nowhere else.
VENDOR_CODE = -54321

# OpenCL's codes that mean something for any call, and what becomes of them.
OUT_OF_RESOURCES = -5  # also out of memory, where memory is asked for
VENDOR_CODES = {
    OUT_OF_RESOURCES: ("CL_OUT_OF_RESOURCES", "KILN_BACKEND_ERROR|KILN_OUT_OF_MEMORY|KILN_OUT_OF_HOST_MEMORY"),
    -4: ("CL_MEM_OBJECT_ALLOCATION_FAILURE", "KILN_OUT_OF_MEMORY|KILN_OUT_OF_HOST_MEMORY"),
    -6: ("CL_OUT_OF_HOST_MEMORY", "KILN_OUT_OF_HOST_MEMORY"),
    -36: ("CL_INVALID_COMMAND_QUEUE", "KILN_BACKEND_ERROR"),
}
# Queries that have an answer without the driver, what only closes, and what the kernel cache does without.
UNNOTICED = re.compile("clGetPlatform|clGetDeviceI|clGetProgram|clRelease|clFlush|clFinish|clEnqueueUnmap|"
                       "clEnqueueMarker|clGetEventInfo|clBuildProgram|clCreateProgramWithBinary")

# Other drivers would only cost time.
POCL_ICD = "/etc/OpenCL/vendors/pocl.icd"

Fault = collections.namedtuple("Fault", "entry call persistent status")
Outcome = collections.namedtuple("Outcome", "ended stdout stderr report")


def fault_text(fault):
    parts = [f"call={fault.call}", f"persistent={int(fault.persistent)}"]
    parts += [f"code={fault.status}"] if fault.status < 0 else [f"status={fault.status}", f"code={VENDOR_CODE}"]
    return ",".join(parts + ([f"entry={fault.entry}"] if fault.entry else []))


def recovers(fault):
    """Whether a program must not notice the failure; None: it may or may not."""
    if not fault.entry:
        return None  # any call
    if fault.status < 0:
        if fault.entry in ("clCreateBuffer", "clEnqueueMapBuffer") and fault.status != -36:
            return not fault.persistent
        return None if UNNOTICED.match(fault.entry) else False
    if fault.entry in ("program_load", "program_binary"):
        return True  # it is compiled; it is not cached
    if fault.entry == "memory_allocate" and fault.status in (OUT_OF_MEMORY, OUT_OF_HOST_MEMORY):
        return not fault.persistent  # a trim and one more try
    # Looking whether work has passed (an event, recorded or asked) and closing a context have nobody to tell.
    if fault.entry in ("event_record", "event_done", "queue_finish"):
        return None
    return False


def workers():
    return len(os.sched_getaffinity(0))


def expected_message(fault):
    """A pattern that the message of a failure begins with."""
    entry = fault.entry or "[A-Za-z_]+"
    if fault.status > 0:
        status = STATUS_NAMES[fault.status]
        return rf"{status}: (?=.* on fault:)\S.*\b{entry}: made to fail .*\({VENDOR_CODE}\)"
    name, statuses = VENDOR_CODES[fault.status]
    listing = not fault.entry or re.match("clGetPlatform|clGetDeviceI", fault.entry)
    start = rf"({statuses}): (?=.* on opencl)" + ("|KILN_NO_DEVICE: " if listing else "")
    return rf"({start})\S.*\b{entry}: {name} \({fault.status}\)"


class Example:
    """One program in one setting, with the caches of an ordinary run."""

    def __init__(self, command, options, cached):
        program, *self.arguments = command.split(":")
        self.program = os.path.abspath(program)
        self.name = " ".join([os.path.basename(program), *self.arguments, *options.flags, "cached" if cached else ""])
        self.device = options.device if options.vendor else "fault:" + options.device
        self.vendor = {"LD_PRELOAD": os.path.abspath(options.vendor)} if options.vendor else {}
        self.flags, self.timeout = options.flags, options.timeout
        self.folder = os.path.join(options.work, re.sub(r"[^\w]+", "-", self.name))
        self.cached = cached
        os.makedirs(self.folder)
        # Runs at the same time share no folder of PoCL's; the further ones are copies of the first when that is full.
        self.pocl_caches = queue.SimpleQueue()
        self.first_pocl_cache = os.path.join(options.work, "pocl")
        self.pocl_caches.put(self.first_pocl_cache)

    def run(self, name, fault=None):
        """A run with a copy of the kernel cache of its own: a run that failed may have changed it."""
        folder = os.path.join(self.folder, name)
        os.makedirs(folder)
        cache = os.path.join(folder, "cache")
        if self.cached and os.path.exists(os.path.join(self.folder, "filled")):
            shutil.copytree(os.path.join(self.folder, "filled"), cache)
        report = os.path.join(folder, "report")
        pocl_cache = self.pocl_caches.get()
        env = dict(os.environ, POCL_CACHE_DIR=pocl_cache, KILN_FAULT_REPORT=report, KILNRC="/dev/null",
                   KILN_FLAGS=",".join([f"device={self.device}", f"cache_path={cache}", "cache_store=now", *self.flags]), **self.vendor)
        env.pop("KILN_FAULT", None)
        if self.device.endswith("pocl") and os.path.exists(POCL_ICD):
            env.setdefault("OCL_ICD_VENDORS", POCL_ICD)
        if self.vendor:  # the fault backend would write a report of its own
            env["KILN_BACKEND_PATH"] = ":".join(path for path in env.get("KILN_BACKEND_PATH", "").split(":")
                                                if os.path.basename(path) != "fault")
        if fault:
            env["KILN_FAULT"] = fault_text(fault)
        ended, stdout, stderr = None, "", ""
        try:
            done = subprocess.run([self.program, *self.arguments], env=env, capture_output=True, text=True,
                                  timeout=self.timeout)
            ended, stdout, stderr = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            pass
        self.pocl_caches.put(pocl_cache)
        lines = []
        if os.path.exists(report):
            with open(report) as file:
                lines = [line.split() for line in file]
        counts = {" ".join(words[:-1]): int(words[-1]) for words in lines}
        if name == "filling" and os.path.exists(cache):
            shutil.move(cache, os.path.join(self.folder, "filled"))
        shutil.rmtree(folder)
        return Outcome(ended, re.sub(r"took [0-9.]+ seconds", "took", stdout), stderr, counts)

    def prepare(self):
        """Problems of the ordinary run; what it printed and its calls by entry."""
        if self.cached:
            self.run("filling")
        self.ordinary = self.run("ordinary")
        self.calls = {key.split()[1]: n for key, n in self.ordinary.report.items() if key.startswith("calls ")}
        problems = leaks(self.ordinary)
        if self.ordinary.ended != 0:
            problems.append(f"exit status {self.ordinary.ended}: {self.ordinary.stderr.strip()}")
        compiled = "clCreateProgramWithSource" if self.vendor else "program_build"
        if (compiled in self.calls) == self.cached:
            problems.append(f"{self.calls.get(compiled, 0)} programs compiled "
                            + ("in the second process" if self.cached else "without a filled cache"))
        for number in range(1, workers()):
            copy = os.path.join(self.folder, f"pocl{number}")
            shutil.copytree(self.first_pocl_cache, copy)
            self.pocl_caches.put(copy)
        return problems


def leaks(outcome):
    live = {key: n for key, n in outcome.report.items() if key.startswith("live ")}
    if not live:
        return ["no report of the fault backend"]
    return [f"{key.split()[1]}: {n} not destroyed" for key, n in live.items() if n != 0]


def check(example, fault, outcome):
    """Problems of a run, and what became of the fault: failed, recovered or, not called so often, unreached."""
    if outcome.ended is None:
        return [f"did not end within {example.timeout} s"], "hung"
    if outcome.ended not in (0, 1):
        return [f"ended with {outcome.ended}: {outcome.stderr.strip()}"], "died"
    problems = leaks(outcome)
    failures = outcome.report.get("failures", 0)
    if fault.persistent < (failures > 1):
        problems.append(f"{failures} calls failed, expected one")
    if outcome.ended == 0:
        if outcome.stdout != example.ordinary.stdout:
            problems.append(f"success with another output:\n{outcome.stdout}")
        if failures == 0:
            return problems, "unreached"
        if recovers(fault) is False:
            problems.append("success, expected a failure")
        return problems, "recovered"
    if recovers(fault):
        problems.append("failure, expected a recovery")
    if failures == 0:
        problems.append("failure without a fault")
    if not example.ordinary.stdout.startswith(outcome.stdout):
        problems.append(f"another output before the failure:\n{outcome.stdout}")
    # "KILN_BACKEND_ERROR: operation: entry: ... (code) ... on device", after lines of the log.
    lines = [line for line in outcome.stderr.splitlines() if line.startswith("KILN_")]
    if len(lines) != 1 or not re.match(expected_message(fault), lines[0]):
        problems.append(f"message does not match '{expected_message(fault)}'")
    if fault.status == BUILD_ERROR and fault.entry and "fault: no build" not in outcome.stderr:
        problems.append("no build log")
    if problems:
        problems.append(f"the program said: {outcome.stderr.strip()}")
    return problems, "failed"


def spread(count, most):
    """Numbers of at most `most` calls of `count`: all, or the first two, the last two, and some between."""
    if count <= most:
        return list(range(1, count + 1))
    inner = max(most - 4, 1)
    middle = [3 + (count - 5) * i // max(inner - 1, 1) for i in range(inner)]
    return sorted({1, 2, *middle, count - 1, count})


def plan(example, options):
    """The faults to try."""
    if options.vendor:
        yield from vendor_plan(example, options)
        return
    for entry, count in example.calls.items():
        # Without a kernel cache only compiling differs, and takes long.
        if not (example.cached or entry in ("program_build", "program_binary")):
            continue
        allocates = entry == "memory_allocate"
        statuses = [OUT_OF_MEMORY] + ([OUT_OF_HOST_MEMORY] if allocates or options.exhaustive else [])
        if entry in ("program_build", "program_load"):
            statuses.append(BUILD_ERROR)
        calls = spread(count, options.most)
        for call in calls:
            ends = call in (calls[0], calls[-1]) or options.exhaustive
            yield Fault(entry, call, False, BACKEND_ERROR)
            for status in statuses if ends or allocates else []:
                yield Fault(entry, call, False, status)
            for status in [BACKEND_ERROR] + (statuses if allocates or options.exhaustive else []) if ends else []:
                yield Fault(entry, call, True, status)
    if not example.cached:
        return
    # The device is lost: nothing works from some call on.
    total = sum(example.calls.values())
    for call in spread(total, options.most * (4 if options.exhaustive else 2)):
        for status in [NO_DEVICE, BACKEND_ERROR, OUT_OF_MEMORY] if options.exhaustive else [NO_DEVICE]:
            yield Fault("", call, True, status)


def vendor_plan(example, options):
    for entry, count in example.calls.items():
        if not (example.cached or "Program" in entry):
            continue
        allocates = entry in ("clCreateBuffer", "clEnqueueMapBuffer", "clCreateContext")
        calls = spread(count, options.most)
        for call in calls:
            for code in VENDOR_CODES if allocates or options.exhaustive else [OUT_OF_RESOURCES]:
                yield Fault(entry, call, False, code)
            if call == calls[0] or options.exhaustive:
                yield Fault(entry, call, True, OUT_OF_RESOURCES)
    if example.cached:
        for call in spread(sum(example.calls.values()), options.most * 4):
            yield Fault("", call, True, -36)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--vendor", help="a library to preload that makes OpenCL's calls fail")
    parser.add_argument("--flags", default="", help="more of KILN_FLAGS")
    parser.add_argument("--most", type=int, default=8, help="calls to fail of one entry")
    parser.add_argument("--exhaustive", action="store_true", help="every status, once and persistently")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("work")
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    devices = (os.environ.get("KILN_TEST_DEVICES") or "opencl:pocl").split(",")
    # The library stands before PoCL; the fault backend works with any device.
    options.device = "opencl:pocl" if options.vendor else devices[0]
    options.flags = [flag for flag in options.flags.split(",") if flag]
    shutil.rmtree(options.work, ignore_errors=True)
    os.makedirs(os.path.join(options.work, "pocl"))
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(workers()) as pool:
        for program in options.programs:
            for cached in (False, True):
                wrong += try_example(Example(program, options, cached), options, pool)
    shutil.rmtree(options.work)
    sys.exit(wrong > 0)


def try_example(example, options, pool):
    problems = example.prepare()
    for problem in problems:
        print(f"WRONG: {example.name}: {problem}")
    if problems:
        return len(problems)
    faults = list(plan(example, options))
    outcomes = pool.map(lambda numbered: example.run(f"run{numbered[0]}", numbered[1]), enumerate(faults))
    wrong, ends = 0, collections.Counter()
    for fault, outcome in zip(faults, outcomes):
        problems, end = check(example, fault, outcome)
        ends[end] += 1
        for problem in problems:
            wrong += 1
            print(f"WRONG: {example.name}: KILN_FAULT={fault_text(fault)}: {problem}")
    if ends["unreached"] > len(faults) // 10:
        wrong += 1
        print(f"WRONG: {example.name}: {ends['unreached']} of {len(faults)} faults were not reached")
    print(f"{example.name}: {sum(example.calls.values())} calls of {len(example.calls)} entries, {len(faults)} faults: "
          + ", ".join(f"{count} {end}" for end, count in sorted(ends.items())), flush=True)
    return wrong


if __name__ == "__main__":
    main()
