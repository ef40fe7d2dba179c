# SPDX-License-Identifier: Apache-2.0
"""Arrays as other libraries see them: DLPack, the CUDA array interface, and native memory (docs/reference/interop.md)."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple

from ._base import ArrayBase
from ._c import _abi
from ._c._library import lib
from ._dtype import bfloat16
from ._errors import Error, check

# DLDeviceType
CPU, CUDA, CUDA_HOST, OPENCL = 1, 2, 3, 4
# The names of capsules, which point to them, so they live for ever. False: the tensor has no version.
NAMES = {True: ctypes.create_string_buffer(b"dltensor_versioned"), False: ctypes.create_string_buffer(b"dltensor")}
USED = {True: ctypes.create_string_buffer(b"used_dltensor_versioned"), False: ctypes.create_string_buffer(b"used_dltensor")}


def _python(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A function of the interpreter's C API. Its prototype is this module's own."""
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


capsule_new = _python("PyCapsule_New", ctypes.py_object, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
capsule_is_valid = _python("PyCapsule_IsValid", ctypes.c_int, ctypes.py_object, ctypes.c_void_p)
capsule_get_pointer = _python("PyCapsule_GetPointer", ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
capsule_set_name = _python("PyCapsule_SetName", ctypes.c_int, ctypes.py_object, ctypes.c_void_p)
capsule_destructor = ctypes.cast(lib.kiln_dlpack_capsule_destructor, ctypes.c_void_p)


# ---- DLPack


def copy_option(copy: Optional[bool]) -> int:
    return _abi.COPY_IF_NEEDED if copy is None else _abi.COPY_ALWAYS if copy else _abi.COPY_NEVER


def dlpack_device(array: ArrayBase) -> Tuple[int, int]:
    kind, number = ctypes.c_int32(), ctypes.c_int32()
    check(lib.kiln_array_dlpack_device(array._handle, ctypes.byref(kind), ctypes.byref(number)))
    return kind.value, number.value


def to_dlpack(array: ArrayBase, stream: Optional[int], max_version: Optional[Tuple[int, int]],
              device: Optional[Tuple[int, int]], copy: Optional[bool]) -> Any:
    """Exports an array as a capsule. What cannot be exported is a BufferError, as the Array API asks."""
    own = dlpack_device(array)
    host = device is not None and tuple(device) != own
    if host and tuple(device or ()) != (CPU, 0):
        raise BufferError(f"kiln: the array is on DLPack's device {own}, it cannot be exported to {device}")
    order = _abi.ORDER_HOST
    if stream is not None and not host and own[0] != CPU:
        if own[0] == CUDA and stream == 0:
            raise ValueError("kiln: the stream 0 is ambiguous: 1 is the legacy default stream, 2 that of the thread")
        order = _abi.ORDER_NONE if stream == -1 else _abi.ORDER_QUEUE
    versioned = max_version is not None and max_version[0] >= 1
    options = _abi.DLPackOptions(ctypes.sizeof(_abi.DLPackOptions), copy_option(copy), order,
                                 stream if order == _abi.ORDER_QUEUE else None, host)
    if host or order == _abi.ORDER_HOST:
        array.sync()
    tensor = ctypes.c_void_p()
    export = lib.kiln_array_to_dlpack if versioned else lib.kiln_array_to_dlpack_legacy
    try:
        check(export(array._handle, ctypes.byref(options), ctypes.byref(tensor)))
    except Error as error:
        if isinstance(error, MemoryError):
            raise
        raise BufferError(str(error)) from error
    return capsule_new(tensor, NAMES[versioned], capsule_destructor)


class HostView:
    """The elements of an array as DLPack's CPU device sees them: numpy.from_dlpack(x.host_view()). See
    GpuArray.host_view."""

    def __init__(self, array: ArrayBase, copy: Optional[bool]) -> None:
        self._array = array
        self._copy = copy

    def __dlpack_device__(self) -> Tuple[int, int]:
        return CPU, 0

    def __dlpack__(self, *, stream: Any = None, max_version: Optional[Tuple[int, int]] = None,
                   dl_device: Optional[Tuple[int, int]] = None, copy: Optional[bool] = None) -> Any:
        if dl_device is not None and tuple(dl_device) != (CPU, 0):
            raise BufferError(f"kiln: a view of host memory cannot be exported to {dl_device}")
        return to_dlpack(self._array, None, max_version, (CPU, 0), self._copy if copy is None else copy)


# ---- Native memory


class NativeMemory(NamedTuple):
    """A cl_mem and the bytes from its start to the buffer's; for CUDA the address and 0."""

    handle: int
    offset: int


def native_memory(array: ArrayBase) -> NativeMemory:
    buffer, memory, offset = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t()
    check(lib.kiln_array_buffer(array._handle, ctypes.byref(buffer)))
    try:
        check(lib.kiln_buffer_get_native(buffer, ctypes.byref(memory), ctypes.byref(offset)))
    finally:
        lib.kiln_buffer_release(buffer)
    return NativeMemory(memory.value or 0, offset.value)


def cuda_array_interface(array: ArrayBase) -> Dict[str, Any]:
    if array.context.backend != "cuda":
        raise AttributeError(f"kiln: __cuda_array_interface__ is for arrays on CUDA devices, this one is on {array.device}")
    if array.dtype is bfloat16:
        raise AttributeError("kiln: __cuda_array_interface__ has no bfloat16")
    array.sync()  # so that the consumer need not wait for a stream
    address = native_memory(array).handle + array.offset if array.size else 0
    kind = "|b" if array.dtype.kind == "b" else "<" + array.dtype.kind
    return {"shape": array.shape, "typestr": f"{kind}{array.itemsize}", "data": (address, not array.writable),
            "strides": None if array.c_contiguous else array.strides, "version": 3, "stream": None}
