# SPDX-License-Identifier: Apache-2.0
"""Python's and NumPy's numbers as C values: arguments of calls and single elements."""

from __future__ import annotations

import ctypes
import struct
import sys
from typing import Any, Optional, Tuple, Union

from . import _abi
from .._dtype import (DType, as_dtype, bfloat16, bool_, complex64, complex128, complexx, float16, float32, float64,
                      floatx, int64, uint64)

Number = Union[bool, int, float, complex]

# The characters of the module struct. bfloat16 and complex dtypes have none.
FORMATS = {"bool": "?", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint8": "B", "uint16": "H",
           "uint32": "I", "uint64": "Q", "float16": "e", "float32": "f", "float64": "d"}


def is_numpy_scalar(value: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.generic)


def is_scalar(value: Any) -> bool:
    return isinstance(value, (bool, int, float, complex)) or is_numpy_scalar(value)


def limits(dtype: DType) -> Tuple[int, int]:
    """The smallest and largest value of an integer dtype."""
    bits = 8 * dtype.itemsize
    return (0, 2**bits - 1) if dtype.kind == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def check_fits(value: int, dtype: DType) -> int:
    low, high = limits(dtype)
    if not low <= value <= high:
        raise OverflowError(f"kiln: {value} does not fit {dtype}")
    return value


def dtype_of_int(value: int) -> DType:
    """The dtype of an integer: int64, or uint64 for a number that only this holds."""
    dtype = int64 if value < 2**63 else uint64
    check_fits(value, dtype)
    return dtype


def own_dtype(value: Any) -> DType:
    """The dtype of an array that is made of the number alone."""
    if is_numpy_scalar(value):
        return as_dtype(value.dtype)
    if isinstance(value, bool):
        return bool_
    if isinstance(value, int):
        return dtype_of_int(value)
    return floatx() if isinstance(value, float) else complexx()


def scalar_argument(argument: _abi.Argument, value: Any, dtype: DType) -> None:
    """Sets an argument to a number of exactly the dtype."""
    argument.kind, argument.dtype = _abi.ARGUMENT_SCALAR, dtype.code
    if dtype.kind in "bi":
        argument.value.i64 = int(value)
    elif dtype.kind == "u":
        argument.value.u64 = int(value)
    elif dtype.kind == "f":
        argument.value.f64 = float(value)
    else:
        number = complex(value)
        argument.value.c128[0], argument.value.c128[1] = number.real, number.imag


def number_argument(argument: _abi.Argument, value: float) -> None:
    """Sets an argument to a real number that takes the dtype of the operand beside it."""
    argument.kind, argument.dtype = _abi.ARGUMENT_NUMBER, float64.code
    argument.value.f64 = value


def integer_argument(argument: _abi.Argument, value: int, meets: Optional[DType]) -> None:
    """Sets an argument to an integer that takes the dtype of the operand beside it. `meets` is the dtype of the
    arrays, if there are some; a function may compute in another one, as a quotient does."""
    if -(2**63) <= value < 2**63:
        argument.kind = _abi.ARGUMENT_INTEGER
        argument.value.i64 = value
    elif meets is None or meets.kind == "b":
        scalar_argument(argument, value, dtype_of_int(value))
    elif meets.kind in "iu":
        scalar_argument(argument, check_fits(value, meets), meets)
    else:
        number_argument(argument, float(value))


def weak_argument(argument: _abi.Argument, value: Any, meets: Optional[DType], one_function: bool = True) -> None:
    """Sets an argument to a number beside arrays whose common dtype is `meets` (None: there are no arrays).
    NumPy's scalars keep their dtype. Python's numbers take that of the arrays if it is of their kind. An integer
    that the dtype cannot hold is an OverflowError, or int64 in a text of several functions."""
    if is_numpy_scalar(value):
        scalar_argument(argument, value.item(), as_dtype(value.dtype))
    elif isinstance(value, bool):
        scalar_argument(argument, value, bool_)
    elif isinstance(value, int) and one_function:
        integer_argument(argument, value, meets)
    elif isinstance(value, int):
        if meets is None or meets.kind in "biu":
            held = meets is not None and meets.kind != "b" and limits(meets)[0] <= value <= limits(meets)[1]
            scalar_argument(argument, value, meets if meets is not None and held else dtype_of_int(value))
        else:
            number_argument(argument, float(value))
    elif isinstance(value, float):
        number_argument(argument, value)
    else:
        double = meets in (float64, complex128) or (meets is None or meets.kind in "biu") and floatx() is float64
        scalar_argument(argument, value, complex128 if double else complex64)


def element(value: Any, dtype: Optional[DType] = None) -> Tuple[DType, ctypes.Array[ctypes.c_char]]:
    """The bytes of one number, and the dtype of these bytes, from which the library converts to `dtype`.

    An integer that an integer dtype cannot hold is an OverflowError. A complex number for a real dtype is a
    TypeError.
    """
    own = float64 if isinstance(value, int) and dtype is not None and dtype.kind in "fc" else own_dtype(value)
    if is_numpy_scalar(value):
        value = value.item()
    if dtype is not None and not isinstance(value, bool):
        if isinstance(value, int) and dtype.kind in "iu":
            own = dtype
            check_fits(value, dtype)
        elif isinstance(value, complex) and dtype.kind != "c":
            raise TypeError(f"kiln: {value} is complex, expected a number for {dtype}")
    if own.kind == "c":
        number = complex(value)
        return complex128, ctypes.create_string_buffer(struct.pack("=dd", number.real, number.imag), 16)
    if own in (float16, bfloat16, float32):
        own = float64
    return own, ctypes.create_string_buffer(struct.pack("=" + FORMATS[own.name], value), own.itemsize)
