# SPDX-License-Identifier: Apache-2.0
"""NumPy's memory in Kiln and Kiln's in NumPy: without a copy where the device works on the host's memory (PoCL), else by copies.

    python3 numpy_kiln.py [DEVICE]
"""
import sys

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

import kiln

context = kiln.init(sys.argv[1] if len(sys.argv) > 1 else "cpu")
print("Used the device:", context.device, context.name)

# NumPy to Kiln. copy=False is refused where the device cannot use host memory in place.
host = np.linspace(0, 1, 1_000_000, dtype="float32")
try:
    x = kiln.from_dlpack(host, copy=False)
    shared = True
except kiln.UnsupportedError as error:
    print("copied:", error)
    x = kiln.from_dlpack(host)
    shared = False
assert host[0] == 0
x += 1  # queued: NumPy may look when sync() is back
x.sync()
assert (host[0] == 1) == shared
print("NumPy sees Kiln's work:", shared)

# Kiln to NumPy.
y = kiln.exp(-x)
try:
    seen = np.from_dlpack(y.host_view())
    print("NumPy reads Kiln's memory")
    y[0] = 42.0
    y.sync()
    assert seen[0] == 42.0
except BufferError as error:
    print("copied:", error)
    seen = np.asarray(y)
np.testing.assert_allclose(seen[1:], np.exp(-np.asarray(x)[1:]), rtol=1e-5)
print("all right")
