# SPDX-License-Identifier: Apache-2.0
"""Errors as exceptions, memory that goes back, threads, and the end of the interpreter."""
import gc
import os
import subprocess
import sys
import threading
import unittest

import numpy as np

import kiln
from support import CONTEXT, DEVICE, TestCase


def run(program, **environment):
    """A Python program in a process of its own."""
    return subprocess.run([sys.executable, "-X", "dev", "-W", "error", "-c", program], capture_output=True, text=True, timeout=300,
                          env=dict(os.environ, KILN_TEST_DEVICE=DEVICE, **environment), check=False)


class Errors(TestCase):
    def test_classes(self):
        for cls, base in [(kiln.InvalidArgumentError, ValueError), (kiln.DTypeError, TypeError), (kiln.ShapeError, ValueError),
                          (kiln.OutOfRangeError, IndexError), (kiln.ReadOnlyError, ValueError),
                          (kiln.OutOfMemoryError, MemoryError), (kiln.UnsupportedError, NotImplementedError),
                          (kiln.ParseError, ValueError), (kiln.FlagError, KeyError), (kiln.SizeError, OverflowError)]:
            self.assertTrue(issubclass(cls, base) and issubclass(cls, kiln.Error))

    def test_what_an_error_carries(self):
        with self.assertRaises(kiln.ShapeError) as caught:
            kiln.ones(3) + kiln.ones(4)
        error = caught.exception
        self.assertEqual((error.status, error.status.name, error.vendor_code, error.build_log),
                         (kiln.Status.SHAPE_ERROR, "SHAPE_ERROR", 0, ""))
        self.assertEqual(str(error), error.args[0])

    def test_no_device(self):
        with self.assertRaises(kiln.NoDeviceError) as caught:
            kiln.Context("opencl99:0")
        self.assertIn("opencl99", str(caught.exception))
        with self.assertRaises(kiln.NoDeviceError):
            kiln.init("nothing")
        with self.assertRaises(kiln.FlagError):
            kiln.Context(DEVICE, sched="now")
        self.assertIs(kiln.default_context(), CONTEXT)

    def test_out_of_memory(self):
        context = kiln.Context(DEVICE, memory_budget=1 << 20)
        with self.assertRaises(MemoryError) as caught:
            kiln.empty(1 << 22, "uint8", context)
        self.assertEqual(caught.exception.status, kiln.Status.OUT_OF_MEMORY)

    def test_arrays_are_not_made_by_their_class(self):
        with self.assertRaisesRegex(TypeError, "asarray"):
            kiln.GpuArray()


class Memory(TestCase):
    def test_nothing_is_left(self):
        """Buffers of a context go back, also those of calls that failed."""
        context = kiln.Context(DEVICE)

        def work():
            x = kiln.arange(1000, dtype="float32", context=context).reshape(10, 100)
            f = kiln.elemwise("s = a + b; d = a - b")
            y, z = f(x, x[::-1])
            y[2] = z.T[0].copy().sum()
            y += 1
            y[[1, 2], [3, 4]] = 5
            y[y > 3] = kiln.asarray(0.0, context=context)
            list(y), y.tolist(), np.asarray(y), str(y), y.max(0), y @ x.T, x.T.reshape(-1)
            for wrong in (lambda: x + y[:, :3], lambda: f(x, y[:, :3]), lambda: x[20], lambda: y.reshape(7), lambda: x & y,
                          lambda: kiln.asarray([1.0] * 7, "float32", context).reshape(2, -1)):
                try:
                    wrong()
                except kiln.Error:
                    continue
                raise AssertionError("no error")

        work()
        gc.collect()
        context.sync()
        self.assertEqual(context.memory().in_use, 0)

    def test_views_keep_memory(self):
        context = kiln.Context(DEVICE)
        view = kiln.arange(8, context=context)[2:4]
        gc.collect()
        self.assertEqual(context.memory().in_use > 0, True)
        self.assertSame(view + 0, [2, 3])
        del view
        context.sync()
        self.assertEqual(context.memory().in_use, 0)

    def test_any_order(self):
        context = kiln.Context(DEVICE)
        x = kiln.arange(4, context=context)
        f = kiln.elemwise("r = x + 2")
        f(x)
        r = kiln.Random(1, context)
        del context
        gc.collect()
        self.assertSame(f(x), [2, 3, 4, 5])
        self.assertIs(x.context, r.context)
        del x, f
        self.assertEqual(r.uniform(3).shape, (3,))

    def test_cycles(self):
        context = kiln.Context(DEVICE)

        class Node:
            pass

        for _ in range(50):
            node = Node()
            node.self, node.array, node.context = node, kiln.zeros(1000, context=context), context
        del node
        gc.collect()
        context.sync()
        self.assertEqual(context.memory().in_use, 0)

    def test_half_made_objects(self):
        for cls in (kiln.GpuArray, kiln.Context, kiln.Random):
            del_ = cls.__new__(cls)
            del del_


class Threads(TestCase):
    def test_one_context(self):
        failures = []
        f = kiln.elemwise("r = x*2 + k")

        def work(number):
            try:
                for step in range(30):
                    x = kiln.full(100, number, "int32")
                    if f(x, step).sum().item() != 100 * (2 * number + step):
                        failures.append((number, step))
                    try:
                        x + kiln.ones(number + 2, "int32")
                        failures.append("no error")
                    except kiln.ShapeError as error:
                        if str(number + 2) not in str(error):  # of this thread, not of another
                            failures.append(str(error))
            except Exception as error:  # noqa: BLE001
                failures.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_the_default_context_is_opened_once(self):
        done = run("""
import os, threading, kiln
kiln.flags["device"] = os.environ["KILN_TEST_DEVICE"]
found = []
threads = [threading.Thread(target=lambda: found.append(kiln.default_context())) for _ in range(8)]
[t.start() for t in threads]
[t.join() for t in threads]
assert len(found) == 8 and len(set(found)) == 1, found
""")
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Waiting(TestCase):
    def test_sync(self):
        done = run("""
import os, kiln
kiln.sync()  # there is nothing to wait for, and no device is opened for it
assert kiln._context._default is None
kiln.flags["check_index"] = True
context = kiln.init(os.environ["KILN_TEST_DEVICE"])
for arguments in [(), (None,), (context,)]:
    wrong = kiln.arange(4)[kiln.asarray([1, 7])]
    try: kiln.sync(*arguments)
    except kiln.OutOfRangeError: pass
    else: raise AssertionError("no error")
    kiln.sync(*arguments)
other = kiln.Context(os.environ["KILN_TEST_DEVICE"])
wrong = kiln.arange(4, context=other)[kiln.asarray([1, 7], context=other)]
kiln.sync()  # not the other's
try: kiln.sync(context=other)
except kiln.OutOfRangeError: pass
else: raise AssertionError("no error")
for no_context in ("opencl0:0", wrong):
    try: kiln.sync(no_context)
    except TypeError: pass
    else: raise AssertionError("no error")
""")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))


class Interpreter(TestCase):
    def test_at_exit(self):
        """Arrays in globals, in cycles, in a thread that still runs, and pending work, when the interpreter ends."""
        done = run("""
import os, sys, threading, time, kiln
kiln.init(os.environ["KILN_TEST_DEVICE"])
x = kiln.ones((100, 100))
f = kiln.elemwise("r = x + 1")
class Node: pass
node = Node(); node.self = node; node.array = f(x); node.generator = kiln.Random(1)
sys.kept = [x[1:], node]
threading.Thread(target=lambda: [f(x) for _ in range(50)], daemon=True).start()
y = x @ x
""")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_pending_work_is_waited_for_at_exit(self):
        """PoCL compiles a kernel when it runs: in a process that ends meanwhile that is a crash, now and then. Here the context is
        kept by arrays alone, and memory that is freed changes."""
        done = run("""
import gc, os, sys, kiln
context = kiln.Context(os.environ["KILN_TEST_DEVICE"])
functions = [kiln.elemwise(f"r = exp(x)*x + sqrt(x + {k}.{os.getpid()})") for k in range(3)]
sys.kept = [f(kiln.ones(1 << 16, "float32", context)) for f in functions]
del context, functions
gc.collect()
assert not kiln._context._by_handle
""", MALLOC_PERTURB_="165")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_late_errors_are_told_at_exit(self):
        done = run("""
import os, kiln
kiln.flags["check_index"] = True
kiln.init(os.environ["KILN_TEST_DEVICE"])
x = kiln.arange(4)[kiln.asarray([1, 7])]
""")
        self.assertRegex(done.stderr, "OutOfRangeError: .*7")

    def test_importing_opens_no_device(self):
        done = run("import kiln; kiln.elemwise('r = x'); assert kiln._context._default is None")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_without_numpy(self):
        done = run("""
import sys; sys.modules["numpy"] = None
import array, os, kiln
kiln.init(os.environ["KILN_TEST_DEVICE"])
x = kiln.asarray(array.array("f", [1, 2, 3]))
x[[0, 2]] = 5
assert (x * 2 + 1).tolist() == [11, 5, 11], x
assert x.dtype == "float32" and x.dtype != 3 and x[kiln.asarray([True, False, True])].tolist() == [5, 5]
try: x.__array__()
except ImportError: pass
else: raise AssertionError
""")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_without_the_library(self):
        for value, said in [("/nowhere/libkiln.so", "KILN_LIBRARY .*nowhere"), (None, "libkiln.so.0"),
                            ("libc.so.6", "libc.so.6 has no function kiln_")]:
            environment = {key: text for key, text in os.environ.items() if key not in ("KILN_LIBRARY", "LD_LIBRARY_PATH")}
            if value is not None:
                environment["KILN_LIBRARY"] = value
            done = subprocess.run([sys.executable, "-c", "import kiln"], capture_output=True, text=True, timeout=60,
                                  env=environment, check=False)
            if value is None and done.returncode == 0:
                continue  # Kiln is installed on this system
            self.assertRegex(done.stderr, "ImportError: kiln: .*" + said)

    def test_after_a_fork(self):
        done = run("""
import os, sys, kiln
kiln.init(os.environ["KILN_TEST_DEVICE"])
x = kiln.ones(3)
child = os.fork()
if child == 0:
    try: x + x
    except kiln.ForkedError: os._exit(7)
    os._exit(1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
""")
        self.assertEqual(done.returncode, 7, done.stderr)


if __name__ == "__main__":
    unittest.main()
