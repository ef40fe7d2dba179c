# SPDX-License-Identifier: Apache-2.0
"""Arrays of CuPy in Kiln and the other way round, without a copy, on one CUDA device.

    python3 cupy_kiln.py
"""
import sys

try:
    import cupy as cp

    cp.cuda.runtime.getDeviceCount()
except Exception as error:  # CuPy is missing, or there is no device for it
    print("skipped:", error)
    sys.exit(77)

import kiln

context = kiln.init("cuda0")
print("Used the device:", context.name)


def stream():
    """CuPy's stream as Kiln takes it: the legacy default one is 0 there, and 1 as a handle."""
    return cp.cuda.get_current_stream().ptr or 1


# CuPy to Kiln by DLPack. What CuPy has queued comes first by itself; what Kiln queues is put before CuPy's next work here.
theirs = cp.arange(1000, dtype=cp.float32)
x = kiln.from_dlpack(theirs, copy=False)
x *= 2
context.before_queue(stream())
assert bool((theirs == 2 * cp.arange(1000)).all()), "CuPy reads what Kiln wrote"

# Kiln to CuPy by DLPack, and by the CUDA array interface.
y = kiln.linspace(0, 1, 1000)
for seen in (cp.from_dlpack(y), cp.asarray(y)):
    assert seen.data.ptr == y.native.handle + y.offset, "the memory is one"
    seen += 1
    context.after_queue(stream())  # Kiln's next work waits for CuPy's
    y -= 1
    context.before_queue(stream())
assert abs(float(seen[-1]) - 1) < 1e-6 and abs(y[-1].item() - 1) < 1e-6

# On a stream of its own.
with cp.cuda.Stream(non_blocking=True):
    theirs = cp.random.rand(1000, 1000).astype(cp.float32)
    z = kiln.from_dlpack(theirs) @ kiln.from_dlpack(theirs).T
    product = cp.from_dlpack(z)
    assert bool(cp.allclose(product, theirs @ theirs.T, rtol=1e-3))
print("all right")
