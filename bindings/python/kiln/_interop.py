# SPDX-License-Identifier: Apache-2.0
"""Memory shared with other libraries: DLPack, the CUDA array interface, and native handles (docs/interop.md)."""

from __future__ import annotations

import ctypes
import itertools
from typing import TYPE_CHECKING, Any, Callable, Dict, NamedTuple, Optional, Tuple

from . import _abi, _array
from ._context import Context, context_or_default, context_options, extents, int64s
from ._dtype import DTypeLike, as_dtype, bfloat16
from ._errors import Error, check
from ._library import lib

if TYPE_CHECKING:
    from ._array import GpuArray

# DLDeviceType
CPU, CUDA, CUDA_HOST, OPENCL = 1, 2, 3, 4
# Names that capsules point to, so they live for ever. Those with False are of a tensor without version.
_NAMES = {True: ctypes.create_string_buffer(b"dltensor_versioned"), False: ctypes.create_string_buffer(b"dltensor")}
_USED = {True: ctypes.create_string_buffer(b"used_dltensor_versioned"), False: ctypes.create_string_buffer(b"used_dltensor")}


def _python(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A function of the interpreter's C API, of this module alone."""
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


_capsule_new = _python("PyCapsule_New", ctypes.py_object, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_capsule_is_valid = _python("PyCapsule_IsValid", ctypes.c_int, ctypes.py_object, ctypes.c_void_p)
_capsule_get_pointer = _python("PyCapsule_GetPointer", ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
_capsule_set_name = _python("PyCapsule_SetName", ctypes.c_int, ctypes.py_object, ctypes.c_void_p)
_capsule_destructor = ctypes.cast(lib.kiln_dlpack_capsule_destructor, ctypes.c_void_p)


# ---- DLPack


def _copy_option(copy: Optional[bool]) -> int:
    return _abi.COPY_IF_NEEDED if copy is None else _abi.COPY_ALWAYS if copy else _abi.COPY_NEVER


def dlpack_device(array: "GpuArray") -> Tuple[int, int]:
    kind, number = ctypes.c_int32(), ctypes.c_int32()
    check(lib.kiln_array_dlpack_device(array._handle, ctypes.byref(kind), ctypes.byref(number)))
    return kind.value, number.value


def to_dlpack(array: "GpuArray", stream: Optional[int], max_version: Optional[Tuple[int, int]],
              device: Optional[Tuple[int, int]], copy: Optional[bool]) -> Any:
    """A capsule; BufferError for what cannot be exported, as the Array API asks."""
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
    options = _abi.DLPackOptions(ctypes.sizeof(_abi.DLPackOptions), _copy_option(copy), order,
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
    return _capsule_new(tensor, _NAMES[versioned], _capsule_destructor)


class HostView:
    """The elements of an array as DLPack's CPU device sees them: numpy.from_dlpack(x.host_view()). See GpuArray.host_view."""

    def __init__(self, array: "GpuArray", copy: Optional[bool]) -> None:
        self._array = array
        self._copy = copy

    def __dlpack_device__(self) -> Tuple[int, int]:
        return CPU, 0

    def __dlpack__(self, *, stream: Any = None, max_version: Optional[Tuple[int, int]] = None,
                   dl_device: Optional[Tuple[int, int]] = None, copy: Optional[bool] = None) -> Any:
        if dl_device is not None and tuple(dl_device) != (CPU, 0):
            raise BufferError(f"kiln: a view of host memory cannot be exported to {dl_device}")
        return to_dlpack(self._array, None, max_version, (CPU, 0), self._copy if copy is None else copy)


def _producers_capsule(producer: Any, kind: int) -> Any:
    # The legacy default stream stands between: the producer makes it wait for its own, Kiln waits for it.
    wanted: Dict[str, Any] = {"stream": 1} if kind == CUDA else {}
    try:
        return producer.__dlpack__(**wanted, max_version=(1, 0))
    except TypeError:  # from before DLPack 1.0
        return producer.__dlpack__(**wanted)


def from_dlpack(x: Any, /, *, context: Optional[Context] = None, copy: Optional[bool] = None) -> "GpuArray":
    """The elements of another library's array, x.__dlpack__(), as an array of the context (None: the default one).

    Memory is shared where that is possible: on one CUDA device; within one cl_context; host memory (NumPy) on CPU devices whose
    driver works on it in place. copy: None copies what cannot be shared, False refuses it (UnsupportedError,
    ContextMismatchError), True copies always. Shared memory stays the other library's; it lives as long as the array and its views.
    What the other library has queued on a CUDA device comes before Kiln's work; memory of OpenCL must be complete.
    """
    chosen = context_or_default(context)
    if not hasattr(x, "__dlpack__") or not hasattr(x, "__dlpack_device__"):
        raise TypeError(f"kiln: from_dlpack: a {type(x).__name__} has no __dlpack__ and __dlpack_device__")
    kind, number = map(int, x.__dlpack_device__())
    if kind == CUDA and copy is not False and chosen.device != f"cuda{number}":
        # The producer's stream can be waited for on its own device alone.
        return from_dlpack(x, context=Context(f"cuda{number}"), copy=copy).to(chosen)
    capsule = _producers_capsule(x, kind)
    queued = kind == CUDA and chosen.device == f"cuda{number}"
    options = _abi.DLPackOptions(ctypes.sizeof(_abi.DLPackOptions), _copy_option(copy),
                                 _abi.ORDER_QUEUE if queued else _abi.ORDER_HOST, 1 if queued else None, 0)
    for versioned, take in ((True, lib.kiln_array_from_dlpack), (False, lib.kiln_array_from_dlpack_legacy)):
        if _capsule_is_valid(capsule, _NAMES[versioned]):
            tensor = _capsule_get_pointer(capsule, _NAMES[versioned])
            _capsule_set_name(capsule, _USED[versioned])  # Kiln consumes it, whatever happens
            handle = ctypes.c_void_p()
            check(take(chosen._handle, tensor, ctypes.byref(options), ctypes.byref(handle)))
            return _array.GpuArray._wrap(handle)
    raise ValueError(f"kiln: from_dlpack: got {capsule!r}, expected a capsule 'dltensor' or 'dltensor_versioned' that nobody has taken")


# ---- Native handles


class NativeContext(NamedTuple):
    """OpenCL: cl_context, cl_device_id and cl_command_queue. CUDA: CUcontext, CUdevice and CUstream. As numbers."""

    context: int
    device: int
    queue: int


class NativeMemory(NamedTuple):
    """A cl_mem and the bytes at which the buffer begins there, or CUDA's address and 0."""

    handle: int
    offset: int


def native_context(context: Context) -> NativeContext:
    native = _abi.NativeContext(ctypes.sizeof(_abi.NativeContext))
    check(lib.kiln_context_get_native(context._handle, ctypes.byref(native)))
    return NativeContext(native.context or 0, native.device or 0, native.queue or 0)


def adopt_context(backend: str, context: int, device: int = 0, queue: int = 0, **options: Any) -> Context:
    """A Context on native handles of "opencl" or "cuda", such as PyOpenCL's int_ptr or PyCUDA's handle. With a queue all work goes to
    it, in order with its owner's. OpenCL's handles are counted; CUDA's must outlive the Context. options: as of Context."""
    native = _abi.NativeContext(ctypes.sizeof(_abi.NativeContext), context or None, device or None, queue or None)
    handle = ctypes.c_void_p()
    check(lib.kiln_context_adopt(backend.encode(), ctypes.byref(native), ctypes.byref(context_options(**options)),
                                 ctypes.byref(handle)))
    return Context._adopt(handle)


def native_memory(array: "GpuArray") -> NativeMemory:
    buffer, memory, offset = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t()
    check(lib.kiln_array_buffer(array._handle, ctypes.byref(buffer)))
    try:
        check(lib.kiln_buffer_get_native(buffer, ctypes.byref(memory), ctypes.byref(offset)))
    finally:
        lib.kiln_buffer_release(buffer)
    return NativeMemory(memory.value or 0, offset.value)


_owners: Dict[int, Any] = {}
_tokens = itertools.count(1)


def _forget_owner(token: int, owners: Dict[int, Any] = _owners) -> None:
    owners.pop(token, None)


_forget = _abi.RELEASE_CALLBACK(_forget_owner)
ctypes.pythonapi.Py_IncRef(ctypes.py_object(_forget))  # memory may be released when modules are gone


def from_memory(memory: int, shape: Any, dtype: DTypeLike, *, offset: int = 0, strides: Optional[Tuple[int, ...]] = None,
                context: Optional[Context] = None, owner: Any = None) -> "GpuArray":
    """An array on a cl_mem or CUDA device address of the context's own native context, without a copy.

    offset and strides in bytes; strides None: C order. The first element is at `offset`, and none may lie before it. `owner`
    is kept until Kiln and the device no longer use the memory; a cl_mem is counted and needs none. Work that others queue on
    the memory is ordered by Context.after_queue and before_queue, by one common queue, or by waiting.
    """
    chosen = context_or_default(context)
    wanted, counts = as_dtype(dtype), extents(shape)
    steps = None if strides is None else extents(strides)
    if steps is not None and (len(steps) != len(counts) or any(step < 0 for step in steps)):
        raise ValueError(f"kiln: from_memory: strides are {steps}, expected {len(counts)} that are not negative")
    packed = []
    size = wanted.itemsize
    for count in reversed(counts):
        packed.append(size)
        size *= count
    used = steps if steps is not None else tuple(reversed(packed))
    empty = any(count <= 0 for count in counts)
    span = 0 if empty else wanted.itemsize + sum((count - 1) * step for count, step in zip(counts, used))
    if not 0 <= offset < 2**63 or span >= 2**63:
        raise OverflowError(f"kiln: from_memory: offset {offset} and {span} bytes")
    buffer, handle = ctypes.c_void_p(), ctypes.c_void_p()
    token = next(_tokens)
    if owner is not None:
        _owners[token] = owner
    try:
        check(lib.kiln_buffer_adopt(chosen._handle, memory, offset, span,
                                    _forget if owner is not None else _abi.RELEASE_CALLBACK(), token, ctypes.byref(buffer)))
    except Error:
        _owners.pop(token, None)
        raise
    try:
        check(lib.kiln_array_from_buffer(buffer, wanted.code, len(counts), int64s(counts),
                                         None if steps is None else int64s(steps), 0, ctypes.byref(handle)))
    finally:
        lib.kiln_buffer_release(buffer)
    return _array.GpuArray._wrap(handle)


def cuda_array_interface(array: "GpuArray") -> Dict[str, Any]:
    if array.context.backend != "cuda":
        raise AttributeError(f"kiln: __cuda_array_interface__ is for arrays on CUDA devices, this one is on {array.device}")
    if array.dtype is bfloat16:
        raise AttributeError("kiln: __cuda_array_interface__ has no bfloat16")
    array.sync()  # so that no stream has to be waited for
    address = native_memory(array).handle + array.offset if array.size else 0
    kind = "|b" if array.dtype.kind == "b" else "<" + array.dtype.kind
    return {"shape": array.shape, "typestr": f"{kind}{array.itemsize}", "data": (address, not array.writable),
            "strides": None if array.c_contiguous else array.strides, "version": 3, "stream": None}
