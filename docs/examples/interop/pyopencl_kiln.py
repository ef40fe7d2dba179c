# SPDX-License-Identifier: Apache-2.0
"""One memory and one queue for PyOpenCL and Kiln: what one writes the other reads, without a copy and without a wait.

    python3 pyopencl_kiln.py [PLATFORM]         a part of the platform's name; without it the first one that has devices
"""
import sys

try:
    import numpy as np
    import pyopencl as cl
    import pyopencl.array
except ImportError as error:
    print("skipped:", error)
    sys.exit(77)

import kiln

wanted = sys.argv[1].lower() if len(sys.argv) > 1 else ""
devices = [device for platform in cl.get_platforms() if wanted in platform.name.lower() for device in platform.get_devices()]
if not devices:
    print("skipped: PyOpenCL finds no device")
    sys.exit(77)
cl_context = cl.Context(devices[:1])
queue = cl.CommandQueue(cl_context)
context = kiln.adopt_context("opencl", cl_context.int_ptr, devices[0].int_ptr, queue.int_ptr)
print("Used the device:", context.name)

# PyOpenCL's array in Kiln. The queue is one, so the two need no waits for each other.
theirs = cl.array.arange(queue, 0, 1000, dtype=np.float32)
x = kiln.from_memory(theirs.data.int_ptr, theirs.shape, theirs.dtype, offset=theirs.offset, strides=theirs.strides,
                     context=context)
assert x[10].item() == 10, "Kiln reads what PyOpenCL wrote"
x[:500] = -1
theirs += 5
result = theirs.get()
assert (result[:500] == 4).all() and (result[500:] == np.arange(505, 1005)).all(), "PyOpenCL reads what Kiln wrote"

# Kiln's array in PyOpenCL. Kiln's memory lives as long as the array y.
y = kiln.arange(12, dtype="float32", context=context).reshape(3, 4)
memory = cl.MemoryObject.from_int_ptr(y.native.handle, retain=True)
seen = cl.array.Array(queue, y.shape, np.float32, data=memory, offset=y.native.offset + y.offset, strides=y.strides)
seen *= 3
assert y.tolist() == (np.arange(12).reshape(3, 4) * 3).tolist(), "Kiln reads what PyOpenCL wrote"
y += kiln.asarray([1.0, 2.0, 3.0, 4.0], context=context)
assert seen.get()[2].tolist() == [25, 29, 33, 37], "PyOpenCL reads what Kiln wrote"
print("all right")
