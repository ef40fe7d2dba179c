# SPDX-License-Identifier: Apache-2.0
"""Kiln: arrays on OpenCL and CUDA devices (docs/reference/python.md).

    import kiln
    kiln.init("opencl0:0")                  # or leave it out: the flag `device` chooses
    x = kiln.arange(10, dtype="float32")
    y = x * 2 + kiln.exp(-x)                # four kernels
    f = kiln.elemwise("r = x*2 + exp(-x)")  # one kernel
    print(f(x))

Pure Python over the C ABI of libkiln. NumPy is used where it is installed, and not needed. The symbolic programs of docs/reference/graph.md
are not here: they are C's and C++'s.
"""

import math as _math

from ._array import GpuArray
from ._c._library import path as library_path, version as _version
from ._context import Backend, Context, Device, Memory, NativeContext, backends, default_context, devices, init, sync
from ._creation import arange, asarray, empty, eye, from_numpy, full, linspace, ones, zeros
from ._dtype import (DType, bfloat16, bool_ as bool, complex64, complex128, float16, float32, float64, int8, int16, int32, int64,
                     result_type, uint8, uint16, uint32, uint64)
from ._elementwise import Elemwise, apply, elemwise
from ._errors import (BackendError, BuildError, ContextMismatchError, DTypeError, Error, FileError, FlagError, ForkedError,
                      InternalError, InvalidArgumentError, NoDeviceError, OutOfMemoryError, OutOfRangeError, ParseError,
                      ReadOnlyError, ShapeError, SizeError, Status, UnsupportedError)
from ._flags import Flag, flags
from ._export import HostView, NativeMemory
from ._files import load, save
from . import _functions
from ._functions import *
from ._functions import Function
from ._images import conv, conv_filter_gradient, conv_transpose, pool, pool_gradient, upsample, upsample_gradient
from ._interop import adopt_context, from_dlpack, from_memory
from ._operators import matmul
from ._random import Random

__version__ = _version()

e, inf, nan, newaxis, pi = _math.e, _math.inf, _math.nan, None, _math.pi

__all__ = [
    "Backend", "BackendError", "BuildError", "Context", "ContextMismatchError", "DType", "DTypeError", "Device",
    "Elemwise", "Error", "FileError", "Flag", "FlagError", "ForkedError", "Function", "GpuArray", "HostView", "InternalError",
    "InvalidArgumentError", "Memory", "NativeContext", "NativeMemory", "NoDeviceError", "OutOfMemoryError",
    "OutOfRangeError", "ParseError", "Random", "ReadOnlyError", "ShapeError", "SizeError", "Status",
    "UnsupportedError", "adopt_context", "apply", "arange", "asarray", "backends", "bfloat16", "bool", "complex128",
    "complex64", "conv", "conv_filter_gradient", "conv_transpose", "default_context", "devices", "e", "elemwise",
    "empty", "eye", "flags", "float16", "float32", "float64", "from_dlpack", "from_memory", "from_numpy", "full", "inf",
    "init", "int16", "int32", "int64", "int8", "library_path", "linspace", "load", "matmul", "nan", "newaxis", "ones",
    "pi", "pool", "pool_gradient", "result_type", "save", "sync", "uint16", "uint32", "uint64", "uint8",
    "upsample", "upsample_gradient", "zeros",
]
__all__ += _functions.__all__
