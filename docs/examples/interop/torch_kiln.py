# SPDX-License-Identifier: Apache-2.0
"""Tensors of PyTorch in Kiln and the other way round, without a copy, on one CUDA device.

    python3 torch_kiln.py
"""
import sys

try:
    import torch
except ImportError as error:
    print("skipped:", error)
    sys.exit(77)
if not torch.cuda.is_available():
    print("skipped: PyTorch finds no CUDA device")
    sys.exit(77)

import kiln

context = kiln.init("cuda0")
print("Used the device:", context.name)


def stream():
    """PyTorch's stream as Kiln takes it: the legacy default one is 0 there, and 1 as a handle."""
    return torch.cuda.current_stream().cuda_stream or 1


# PyTorch to Kiln. What PyTorch has queued comes first by itself; what Kiln queues is put before PyTorch's next work here.
theirs = torch.arange(1000, dtype=torch.float32, device="cuda")
x = kiln.from_dlpack(theirs, copy=False)
x *= 2
context.before_queue(stream())
assert bool((theirs == 2 * torch.arange(1000, device="cuda")).all()), "PyTorch reads what Kiln wrote"

# Kiln to PyTorch: bfloat16 too.
for dtype in ("float32", "bfloat16", "int64"):
    y = kiln.arange(1000, dtype=dtype)
    seen = torch.from_dlpack(y)
    assert seen.data_ptr() == y.native.handle + y.offset, "the memory is one"
    seen += 1
    context.after_queue(stream())  # Kiln's next work waits for PyTorch's
    y -= 1
    context.before_queue(stream())
    assert seen[:4].tolist() == [0, 1, 2, 3]

# On a stream of its own.
with torch.cuda.stream(torch.cuda.Stream()):
    theirs = torch.rand(1000, 1000, device="cuda")
    z = kiln.from_dlpack(theirs) @ kiln.from_dlpack(theirs).T
    assert torch.allclose(torch.from_dlpack(z), theirs @ theirs.T, rtol=1e-3)
print("all right")
