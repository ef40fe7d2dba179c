# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C while the device has much to do: KeyboardInterrupt comes before that is done, whatever Python waits in."""
import os
import select
import signal
import subprocess
import sys
import time
import unittest

from support import DEVICE, TestCase

# Queues work of some seconds, as the bound on it is lifted, and says so; then does what `wait` says until it is interrupted.
PROGRAM = """
import ctypes, os, time
import kiln
import numpy

kiln.flags["run_ahead"] = {run_ahead!r}
kiln.flags["run_ahead_memory"] = {run_ahead!r}
context = kiln.init(os.environ["KILN_TEST_DEVICE"])
# Drivers queue some thousand launches at most, so that one has to take long.
step = kiln.elemwise("r = " + "sin(" * 40 + "x" + ")" * 40)
size = 1 << 17
while True:
    x = kiln.ones(size, "float32")
    y = step(x)
    y.sync()
    y[y > 0].sync()  # the first kernels of a context are waited for where they are launched
    begin = time.monotonic()
    step(x).sync()
    one = time.monotonic() - begin
    if one > 5e-3 or size == 1 << 28:
        break
    size *= 2
count = int({seconds} / max(one, 1e-4)) + 1
for _ in range(count):
    y = step(x)
print("queued", flush=True)
try:
    {wait}
except KeyboardInterrupt:
    done = ctypes.c_int()
    kiln._c._library.lib.kiln_context_wait(context._handle, 0, ctypes.byref(done))
    print("interrupted, done" if done.value else "interrupted", flush=True)
os._exit(0)
"""


class Interrupt(TestCase):
    def interrupted(self, wait, seconds=20, run_ahead="0"):
        """What the program says after a signal."""
        program = PROGRAM.format(wait=wait, seconds=seconds, run_ahead=run_ahead)
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True,
                              env=dict(os.environ, KILN_TEST_DEVICE=DEVICE)) as process:
            self.assertEqual(process.stdout.readline(), "queued\n")
            time.sleep(0.3)
            # Python drops the interrupt that comes while it destroys an object.
            while not select.select([process.stdout], [], [], 0.5)[0]:
                process.send_signal(signal.SIGINT)
            said = process.stdout.readline()
            self.assertEqual(process.wait(), 0)
            return said

    def test_waits(self):
        for wait in ["context.sync()", "y.sync()", "y[:3].tolist()", "str(y)", "numpy.asarray(y[:3])", "y[y > 0]"]:
            with self.subTest(wait):
                self.assertEqual(self.interrupted(wait), "interrupted\n")

    def test_calls(self):
        # The bound makes the calls themselves wait, each for a part of what is queued.
        self.assertIn("interrupted", self.interrupted("while True: y = step(x)", seconds=0.1, run_ahead="1024"))


if __name__ == "__main__":
    unittest.main()
