# SPDX-License-Identifier: Apache-2.0
"""Makes arrays of values in host memory: lists, buffers and NumPy's arrays. `cls` is the class of the arrays."""

from __future__ import annotations

import array as host_arrays
import ctypes
import sys
from typing import Any, Iterator, Optional, Tuple, Type

from . import _dtype as dtypes
from ._base import A
from ._c._scalar import FORMATS, is_numpy_scalar, is_scalar, limits, own_dtype
from ._context import Context
from ._dtype import DTypeLike, as_dtype

# Kinds of the buffer protocol's formats; the size comes from the buffer.
_KINDS = {"?": "bool", "b": "int", "h": "int", "i": "int", "l": "int", "q": "int", "B": "uint", "H": "uint", "I": "uint",
          "L": "uint", "Q": "uint", "e": "float", "f": "float", "d": "float"}


def from_numpy(cls: Type[A], values: Any, dtype: Optional[DTypeLike], context: Context) -> A:
    """A copy of a NumPy array of any strides, converted if dtype is given."""
    host = as_dtype(values.dtype)
    interface = values.__array_interface__
    return cls._from_host(context, host if dtype is None else as_dtype(dtype), tuple(values.shape),
                      tuple(values.strides), host, ctypes.c_void_p(interface["data"][0] or 1))


def _from_buffer(cls: Type[A], values: Any, dtype: Optional[DTypeLike], context: Context) -> A:
    """A copy of an object with the buffer protocol: array.array, bytes, memoryview."""
    view = memoryview(values)
    native = "@=<" if sys.byteorder == "little" else "@=>"
    kind = _KINDS.get(view.format.lstrip(native) if view.format else "B", "")
    host = dtypes.BY_NAME.get(kind if kind == "bool" else f"{kind}{8 * view.itemsize}")
    if host is None:
        raise TypeError(f"kiln: a buffer has elements of format {view.format!r}, expected one of {''.join(_KINDS)}")
    data = view.tobytes()
    return cls._from_host(context, host if dtype is None else as_dtype(dtype), tuple(view.shape or ()), None, host,
                      data or b"\0")


def _shape_of(values: Any) -> Tuple[int, ...]:
    if not isinstance(values, (list, tuple)):
        return ()
    return (len(values), *(_shape_of(values[0]) if values else ()))


def _flatten(values: Any, shape: Tuple[int, ...]) -> Iterator[Any]:
    """The numbers of nested lists. ValueError: the lists have different lengths."""
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


def _from_lists(cls: Type[A], values: Any, dtype: Optional[DTypeLike], context: Context) -> A:
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
    return cls._from_host(context, wanted or host, shape, None, host, data or b"\0")


def from_values(cls: Type[A], values: Any, dtype: Optional[DTypeLike], context: Context) -> A:
    """A copy of values in host memory, as kiln.asarray() takes them."""
    if isinstance(values, (list, tuple)):
        return _from_lists(cls, values, dtype, context)
    if is_scalar(values):
        return cls._full((), values, own_dtype(values) if dtype is None else dtype, context)
    if hasattr(values, "__array_interface__") and hasattr(values, "strides"):
        return from_numpy(cls, values, dtype, context)
    try:
        return _from_buffer(cls, values, dtype, context)
    except TypeError:
        if not hasattr(values, "__array__"):
            raise TypeError(f"kiln: asarray: got {values!r}, expected numbers, lists or an array") from None
    return from_numpy(cls, values.__array__(), dtype, context)
