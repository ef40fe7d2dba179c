# SPDX-License-Identifier: Apache-2.0
"""New arrays: from host memory, of one value, and grids. dtype None means the dtype of the values; Python's
floats have the dtype of the flag floatX."""

from __future__ import annotations

import ctypes
import numbers
from typing import Any, List, Optional, Union

from . import _dtype as dtypes
from . import _host
from ._array import GpuArray
from ._c._library import lib
from ._context import Context, context_or_default, extents, int64s
from ._dtype import DTypeLike, as_dtype
from ._errors import check
from ._host import from_values


def from_numpy(values: Any, dtype: Optional[DTypeLike] = None, context: Optional[Context] = None) -> GpuArray:
    """A copy of a NumPy array of any strides, converted if dtype is given. from_dlpack shares memory with NumPy."""
    return _host.from_numpy(GpuArray, values, dtype, context_or_default(context))


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
    return from_values(GpuArray, values, dtype, context_or_default(context))


def empty(shape: Any, dtype: Optional[DTypeLike] = None, context: Optional[Context] = None) -> GpuArray:
    """A new array with undefined elements; dtype None: floatX. DTypeError: the device lacks the dtype."""
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


def full(shape: Any, value: Any, dtype: Optional[DTypeLike] = None, context: Optional[Context] = None) -> GpuArray:
    """A new array whose elements all are `value`, a number. dtype None: bool, int64, floatX or complex, by the
    number."""
    return GpuArray._full(shape, value, dtype, context)


def ones(shape: Any, dtype: Optional[DTypeLike] = None, context: Optional[Context] = None) -> GpuArray:
    """A new array of ones; dtype None: floatX."""
    return full(shape, 1, dtypes.floatx() if dtype is None else dtype, context)


def arange(start: Union[int, float], stop: Optional[Union[int, float]] = None, step: Union[int, float] = 1,
           dtype: Optional[DTypeLike] = None, context: Optional[Context] = None) -> GpuArray:
    """The numbers start, start + step, ... before stop; arange(n) is 0 to n - 1. dtype None: int64 for integers,
    else floatX. Integers beyond 2^53 are an OverflowError."""
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
    """`num` numbers, evenly spaced from start to stop; endpoint=False leaves stop out. The dtype is
    floating-point or complex. None: floatX, or the complex dtype with floatX parts if start or stop is complex."""
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
    """A matrix with 1 on its k-th diagonal and 0 elsewhere; dtype None: floatX."""
    wanted = dtypes.floatx() if dtype is None else as_dtype(dtype)
    handle = ctypes.c_void_p()
    check(lib.kiln_array_eye(context_or_default(context)._handle, wanted.code,
                             *int64s((rows, rows if columns is None else columns, k)), None, ctypes.byref(handle)))
    return GpuArray._wrap(handle)
