# SPDX-License-Identifier: Apache-2.0
"""Arrays and contexts made of what other libraries have: DLPack, and native handles (docs/reference/interop.md)."""

from __future__ import annotations

import ctypes
import itertools
from typing import Any, Dict, Optional, Tuple

from ._array import GpuArray
from ._c import _abi
from ._c._library import lib
from ._context import Context, context_or_default, context_options, extents, int64s
from ._creation import asarray
from ._dtype import DTypeLike, as_dtype
from ._errors import Error, check
from ._export import CPU, CUDA, NAMES, USED, capsule_get_pointer, capsule_is_valid, capsule_set_name, copy_option


def _producers_capsule(producer: Any, kind: int) -> Any:
    # The producer makes the legacy default stream wait for its own stream, and Kiln waits for the default stream.
    wanted: Dict[str, Any] = {"stream": 1} if kind == CUDA else {}
    try:
        return producer.__dlpack__(**wanted, max_version=(1, 0))
    except TypeError:  # the producer is older than DLPack 1.0
        return producer.__dlpack__(**wanted)


def from_dlpack(x: Any, /, *, context: Optional[Context] = None, copy: Optional[bool] = None) -> GpuArray:
    """The elements of another library's array, x.__dlpack__(), as an array of the context (None: the default one).

    Memory is shared where that is possible: on one CUDA device; within one cl_context; host memory (NumPy) on CPU devices whose
    driver works on it in place. copy: None copies what cannot be shared, False refuses it (UnsupportedError,
    ContextMismatchError), True copies always. Shared memory stays the other library's; it lives as long as the array and its views.
    NumPy's unaligned elements cannot be shared: copy False is an InvalidArgumentError, or NumPy's BufferError.
    What the other library has queued on a CUDA device comes before Kiln's work; memory of OpenCL must be complete.
    """
    chosen = context_or_default(context)
    if not hasattr(x, "__dlpack__") or not hasattr(x, "__dlpack_device__"):
        raise TypeError(f"kiln: from_dlpack: a {type(x).__name__} has no __dlpack__ and __dlpack_device__")
    kind, number = map(int, x.__dlpack_device__())
    if kind == CUDA and copy is not False and chosen.device != f"cuda{number}":
        # Only the producer's own device can wait for its stream.
        return from_dlpack(x, context=Context(f"cuda{number}"), copy=copy).to(chosen)
    if kind == CPU and copy is not False and not getattr(getattr(x, "flags", None), "aligned", True):
        return asarray(x, context=chosen)  # NumPy's elements at odd addresses, which no array of Kiln's can share
    capsule = _producers_capsule(x, kind)
    queued = kind == CUDA and chosen.device == f"cuda{number}"
    options = _abi.DLPackOptions(ctypes.sizeof(_abi.DLPackOptions), copy_option(copy),
                                 _abi.ORDER_QUEUE if queued else _abi.ORDER_HOST, 1 if queued else None, 0)
    for versioned, take in ((True, lib.kiln_array_from_dlpack), (False, lib.kiln_array_from_dlpack_legacy)):
        if capsule_is_valid(capsule, NAMES[versioned]):
            tensor = capsule_get_pointer(capsule, NAMES[versioned])
            capsule_set_name(capsule, USED[versioned])  # Kiln consumes it, whatever happens
            handle = ctypes.c_void_p()
            check(take(chosen._handle, tensor, ctypes.byref(options), ctypes.byref(handle)))
            return GpuArray._wrap(handle)
    raise ValueError(f"kiln: from_dlpack: got {capsule!r}, expected a capsule 'dltensor' or 'dltensor_versioned' that nobody has taken")


# ---- Native handles


def adopt_context(backend: str, context: int, device: int = 0, queue: int = 0, **options: Any) -> Context:
    """A Context on native handles of "opencl" or "cuda", such as PyOpenCL's int_ptr or PyCUDA's handle. With a queue all work goes to
    it, in order with its owner's. OpenCL's handles are counted; CUDA's must outlive the Context. options: as of Context."""
    native = _abi.NativeContext(ctypes.sizeof(_abi.NativeContext), context or None, device or None, queue or None)
    handle = ctypes.c_void_p()
    check(lib.kiln_context_adopt(backend.encode(), ctypes.byref(native), ctypes.byref(context_options(**options)),
                                 ctypes.byref(handle)))
    return Context._adopt(handle)


_owners: Dict[int, Any] = {}
_tokens = itertools.count(1)


def _forget_owner(token: int, owners: Dict[int, Any] = _owners) -> None:
    owners.pop(token, None)


_forget = _abi.RELEASE_CALLBACK(_forget_owner)
ctypes.pythonapi.Py_IncRef(ctypes.py_object(_forget))  # memory may be released when modules are gone


def from_memory(memory: int, shape: Any, dtype: DTypeLike, *, offset: int = 0, strides: Optional[Tuple[int, ...]] = None,
                context: Optional[Context] = None, owner: Any = None) -> GpuArray:
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
    return GpuArray._wrap(handle)
