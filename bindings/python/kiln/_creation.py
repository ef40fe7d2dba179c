# SPDX-License-Identifier: Apache-2.0
"""New arrays: from host memory, of one value, and grids. dtype None is what the values have; floats are floatX (flag)."""

from __future__ import annotations

import array as host_arrays
import ctypes
import numbers
import sys
from typing import Any, Iterator, List, Optional, Tuple, Union

from . import _dtype as dtypes
from ._array import GpuArray, full
from ._context import Context, context_or_default, extents, int64s
from ._dtype import DType, DTypeLike, as_dtype
from ._errors import check
from ._library import lib
from ._scalar import FORMATS, is_numpy_scalar, is_scalar, limits, own_dtype

# Kinds of the buffer protocol's formats; the size comes from the buffer.
_KINDS = {"?": "bool", "b": "int", "h": "int", "i": "int", "l": "int", "q": "int", "B": "uint", "H": "uint", "I": "uint",
          "L": "uint", "Q": "uint", "e": "float", "f": "float", "d": "float"}


def _from_host(context: Context, dtype: DType, shape: Tuple[int, ...], strides: Optional[Tuple[int, ...]],
               host_dtype: DType, data: Any) -> GpuArray:
    handle = ctypes.c_void_p()
    check(lib.kiln_array_from_host(context._handle, dtype.code, len(shape), int64s(shape),
                                   None if strides is None else int64s(strides), host_dtype.code, data,
                                   ctypes.byref(handle)))
    return GpuArray._wrap(handle)


def from_numpy(values: Any, dtype: Optional[DTypeLike] = None, context: Optional[Context] = None) -> GpuArray:
    """A copy of a NumPy array, of any strides, converted where dtype is given. For memory shared with NumPy see from_dlpack."""
    host = as_dtype(values.dtype)
    interface = values.__array_interface__
    return _from_host(context_or_default(context), host if dtype is None else as_dtype(dtype), tuple(values.shape),
                      tuple(values.strides), host, ctypes.c_void_p(interface["data"][0] or 1))


def _from_buffer(values: Any, dtype: Optional[DTypeLike], context: Context) -> GpuArray:
    """From an object with the buffer protocol: array.array, bytes, memoryview."""
    view = memoryview(values)
    native = "@=<" if sys.byteorder == "little" else "@=>"
    kind = _KINDS.get(view.format.lstrip(native) if view.format else "B", "")
    host = dtypes.BY_NAME.get(kind if kind == "bool" else f"{kind}{8 * view.itemsize}")
    if host is None:
        raise TypeError(f"kiln: a buffer has elements of format {view.format!r}, expected one of {''.join(_KINDS)}")
    data = view.tobytes()
    return _from_host(context, host if dtype is None else as_dtype(dtype), tuple(view.shape or ()), None, host,
                      data or b"\0")


def _shape_of(values: Any) -> Tuple[int, ...]:
    if not isinstance(values, (list, tuple)):
        return ()
    return (len(values), *(_shape_of(values[0]) if values else ()))


def _flatten(values: Any, shape: Tuple[int, ...]) -> Iterator[Any]:
    """The numbers of nested lists; ValueError where these are ragged."""
    if not shape:
        if isinstance(values, (list, tuple)):
            raise ValueError("kiln: asarray: the lists are nested to different depths")
        if not is_scalar(values):
            raise TypeError(f"kiln: asarray: got {values!r}, expected a number")
        yield values.item() if is_numpy_scalar(values) else values
        return
    if not isinstance(values, (list, tuple)) or len(values) != shape[0]:
        raise ValueError(f"kiln: asarray: lists of different lengths, expected {shape[0]}")
    for value in values:
        yield from _flatten(value, shape[1:])


def _from_lists(values: Any, dtype: Optional[DTypeLike], context: Context) -> GpuArray:
    shape = _shape_of(values)
    flat = list(_flatten(values, shape))
    wanted = None if dtype is None else as_dtype(dtype)
    kind = max((["bool", "int", "float", "complex"].index(type(value).__name__) for value in flat), default=2)
    data: Any
    if kind == 0:
        host, data = dtypes.bool_, bytes(flat)
    elif kind == 1:
        low, high = min(flat), max(flat)
        host = dtypes.uint64 if high >= 2**63 else dtypes.int64
        for fits in (host, wanted):
            if fits is not None and fits.kind in "iu" and not (limits(fits)[0] <= low and high <= limits(fits)[1]):
                raise OverflowError(f"kiln: asarray: integers from {low} to {high} do not fit {fits}")
        data = host_arrays.array(FORMATS[host.name], flat).tobytes()
        wanted = wanted or host
    elif kind == 2:
        host, data = dtypes.float64, host_arrays.array("d", flat).tobytes()
        wanted = wanted or dtypes.floatx()
    else:
        if wanted is not None and wanted.kind != "c":
            raise TypeError(f"kiln: asarray: complex numbers for {wanted}")
        parts = [part for value in flat for part in (complex(value).real, complex(value).imag)]
        host, data = dtypes.complex128, host_arrays.array("d", parts).tobytes()
        wanted = wanted or dtypes.complexx()
    return _from_host(context, wanted or host, shape, None, host, data or b"\0")


def asarray(values: Any, dtype: Optional[DTypeLike] = None, context: Optional[Context] = None,
            copy: Optional[bool] = None) -> GpuArray:
    """An array of the values: a number, nested lists, a NumPy array or what NumPy makes one of, an object with the buffer protocol
    (array.array, bytes), or a GpuArray.

    Python's floats become floatX, integers int64 (uint64 where they need it). A GpuArray is returned as it is where dtype and
    context are right (context None: its own); copy True copies it all the same. Everything else is copied: copy False is a
    ValueError there (from_dlpack shares memory).
    """
    if isinstance(values, GpuArray):
        result = values if context is None else values.to(context)
        if dtype is not None:
            result = result.astype(dtype, copy=False)
        if copy is False and result is not values:
            raise ValueError("kiln: asarray: another dtype or context needs a copy")
        return result.copy() if copy and result is values else result
    if copy is False:
        raise ValueError("kiln: asarray: values in host memory are always copied: see from_dlpack")
    chosen = context_or_default(context)
    if isinstance(values, (list, tuple)):
        return _from_lists(values, dtype, chosen)
    if is_scalar(values):
        return full((), values, own_dtype(values) if dtype is None else dtype, chosen)
    if hasattr(values, "__array_interface__") and hasattr(values, "strides"):
        return from_numpy(values, dtype, chosen)
    try:
        return _from_buffer(values, dtype, chosen)
    except TypeError:
        if not hasattr(values, "__array__"):
            raise TypeError(f"kiln: asarray: got {values!r}, expected numbers, lists or an array") from None
    return from_numpy(values.__array__(), dtype, chosen)


def empty(shape: Any, dtype: Optional[DTypeLike] = None, context: Optional[Context] = None) -> GpuArray:
    """A new array with whatever elements; dtype None: floatX. DTypeError for a dtype that the device lacks."""
    return _new(lib.kiln_array_empty, shape, dtype, context)


def zeros(shape: Any, dtype: Optional[DTypeLike] = None, context: Optional[Context] = None) -> GpuArray:
    """A new array of zeros; dtype None: floatX."""
    return _new(lib.kiln_array_zeros, shape, dtype, context)


def _new(function: Any, shape: Any, dtype: Optional[DTypeLike], context: Optional[Context]) -> GpuArray:
    chosen = extents(shape)
    wanted = dtypes.floatx() if dtype is None else as_dtype(dtype)
    handle = ctypes.c_void_p()
    check(function(context_or_default(context)._handle, wanted.code, len(chosen), int64s(chosen), ctypes.byref(handle)))
    return GpuArray._wrap(handle)


def ones(shape: Any, dtype: Optional[DTypeLike] = None, context: Optional[Context] = None) -> GpuArray:
    """A new array of ones; dtype None: floatX."""
    return full(shape, 1, dtypes.floatx() if dtype is None else dtype, context)


def arange(start: Union[int, float], stop: Optional[Union[int, float]] = None, step: Union[int, float] = 1,
           dtype: Optional[DTypeLike] = None, context: Optional[Context] = None) -> GpuArray:
    """start, start + step, ... before stop; arange(n) is 0 to n - 1. dtype None: int64 of integers, else floatX. Integers beyond
    2^53 are an OverflowError."""
    if stop is None:
        start, stop = 0, start
    bounds: List[Union[int, float]] = [start, stop, step]
    whole = all(hasattr(bound, "__index__") for bound in bounds)
    if any(hasattr(bound, "__index__") and abs(int(bound)) > 2**53 for bound in bounds):
        raise OverflowError("kiln: arange: a bound is beyond 2^53")
    wanted = as_dtype(dtype) if dtype is not None else dtypes.int64 if whole else dtypes.floatx()
    handle = ctypes.c_void_p()
    check(lib.kiln_array_arange(context_or_default(context)._handle, wanted.code, start, stop, step, None,
                                ctypes.byref(handle)))
    return GpuArray._wrap(handle)


def linspace(start: complex, stop: complex, num: int = 50, *, endpoint: bool = True, dtype: Optional[DTypeLike] = None,
             context: Optional[Context] = None) -> GpuArray:
    """`num` numbers from start to stop, evenly; endpoint False leaves stop out. Floating-point and complex dtypes; None: floatX,
    or complex64 or complex128, whose parts are floatX, where start or stop is complex."""
    for end in (start, stop):
        if not isinstance(end, numbers.Number):
            raise TypeError(f"kiln: linspace: got {end!r}, expected numbers to begin and end with")
    whole = any(isinstance(end, numbers.Complex) and not isinstance(end, numbers.Real) for end in (start, stop))
    wide = dtypes.floatx() == dtypes.float64
    if dtype is not None:
        wanted = as_dtype(dtype)
    elif whole:
        wanted = dtypes.complex128 if wide else dtypes.complex64
    else:
        wanted = dtypes.floatx()
    ends = [ctypes.byref((ctypes.c_double * 2)(complex(end).real, complex(end).imag)) for end in (start, stop)]
    handle = ctypes.c_void_p()
    check(lib.kiln_array_linspace(context_or_default(context)._handle, wanted.code,
                                  (dtypes.complex128 if whole else dtypes.float64).code, *ends, int64s((num,))[0],
                                  int(endpoint), None, ctypes.byref(handle)))
    return GpuArray._wrap(handle)


def eye(rows: int, columns: Optional[int] = None, k: int = 0, dtype: Optional[DTypeLike] = None,
        context: Optional[Context] = None) -> GpuArray:
    """A matrix with 1 on its k-th diagonal, else 0; dtype None: floatX."""
    wanted = dtypes.floatx() if dtype is None else as_dtype(dtype)
    handle = ctypes.c_void_p()
    check(lib.kiln_array_eye(context_or_default(context)._handle, wanted.code,
                             *int64s((rows, rows if columns is None else columns, k)), None, ctypes.byref(handle)))
    return GpuArray._wrap(handle)
