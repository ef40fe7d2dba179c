# SPDX-License-Identifier: Apache-2.0
"""Functions of docs/expressions.md as operations, reductions and products, each one call of the C API."""

from __future__ import annotations

import ctypes
import functools
import operator
from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple, Union

from . import _abi, _array
from ._context import int64s
from ._dtype import DType, DTypeLike, as_dtype, bool_, complexx, floatx, int64, promote
from ._errors import check
from ._library import lib
from ._scalar import is_numpy_scalar, is_scalar, limits, weak_argument

if TYPE_CHECKING:
    from ._array import GpuArray

# What a function takes: an array, or a number beside one.
Operand = Union["GpuArray", bool, int, float, complex, Any]
# One axis, several, or all (None).
Axis = Union[None, int, Tuple[int, ...]]

_COMPARISONS = {"equal": operator.eq, "not_equal": operator.ne, "less": operator.lt, "less_equal": operator.le,
                "greater": operator.gt, "greater_equal": operator.ge}


def is_operand(value: Any) -> bool:
    """Whether an operator of arrays takes the value. TypeError for arrays on the host, which are not copied unasked."""
    if isinstance(value, _array.GpuArray) or is_scalar(value):
        return True
    if isinstance(value, (list, tuple)) or hasattr(value, "__array_interface__") or hasattr(value, "__array__"):
        raise TypeError(f"kiln: a {type(value).__name__} is in host memory, expected a kiln.GpuArray or a number: "
                        "kiln.asarray() copies it to the device")
    return False


def _compare_beyond(function: str, operands: Sequence[Any]) -> "Optional[GpuArray]":
    """A comparison of integers with a Python integer that their dtype cannot hold: the same for every element."""
    left, right = operands
    array, number = (left, right) if isinstance(left, _array.GpuArray) else (right, left)
    if isinstance(number, (bool, _array.GpuArray)) or not isinstance(number, int) or array.dtype.kind not in "iu":
        return None
    low, high = limits(array.dtype)
    if low <= number <= high:
        return None
    compare = _COMPARISONS[function]
    answer = compare(low, number) if array is left else compare(number, low)
    return _array.full(array.shape, bool(answer), bool_, array.context)


def apply(function: str, *operands: Operand, out: "Optional[GpuArray]" = None) -> "GpuArray":
    """function(operands) by its name in docs/expressions.md, into a new array, or into `out`, converted to its dtype.

    1 to 3 operands, arrays and numbers, at least one an array. Python's numbers take the dtype of the arrays where it is of their
    kind; NumPy's scalars have their own. DTypeError for dtypes that the function does not take.
    """
    arguments = (_abi.Argument * max(1, len(operands)))()
    arrays = []
    for place, operand in enumerate(operands):
        if isinstance(operand, _array.GpuArray):
            arguments[place].kind = _abi.ARGUMENT_ARRAY
            arguments[place].value.array = operand._handle
            # The condition of where() has no say in the dtype of the others.
            if place > 0 or function != "where":
                arrays.append(operand)
        elif not is_operand(operand):
            raise TypeError(f"kiln: {function}: operand {place + 1} is {operand!r}, expected a kiln.GpuArray or a number")
    if len(arrays) < len(operands):
        if len(operands) == 2 and arrays and function in _COMPARISONS:
            known = _compare_beyond(function, operands)
            if known is not None and out is not None:
                out[...] = known
            if known is not None:
                return known if out is None else out
        meets = functools.reduce(promote, (array.dtype for array in arrays)) if arrays else None
        for place, operand in enumerate(operands):
            if isinstance(operand, _array.GpuArray):
                continue
            weak_argument(arguments[place], operand, meets)
    handle = ctypes.c_void_p()
    check(lib.kiln_array_apply(function.encode(), len(operands), arguments, out._handle if out is not None else None,
                               None if out is not None else ctypes.byref(handle)))
    return out if out is not None else _array.GpuArray._wrap(handle)


def _result_dtype(function: str, target: DType, other: Any) -> DType:
    """The dtype of an arithmetic function of an array and an operand."""
    if isinstance(other, _array.GpuArray):
        result = promote(target, other.dtype)
    elif is_numpy_scalar(other):
        result = promote(target, as_dtype(other.dtype))
    elif isinstance(other, bool):
        result = target
    elif isinstance(other, int):
        result = int64 if target is bool_ else target
    elif isinstance(other, float):
        result = target if target.kind in "fc" else floatx()
    else:
        result = target if target.kind == "c" else complexx()
    return floatx() if function == "true_divide" and result.kind in "biu" else result


def apply_in_place(function: str, target: "GpuArray", other: Operand) -> "GpuArray":
    """target = function(target, other). The dtype stays, so the result must be of its kind or a lesser one."""
    result = _result_dtype(function, target.dtype, other)
    kinds = "buifc"
    if kinds.index(result.kind) > kinds.index(target.dtype.kind):
        raise TypeError(f"kiln: in-place {function} has a result of {result}, which does not go into {target.dtype}")
    return apply(function, target, other, out=target)


def reduce(array: "GpuArray", operation: str, axis: Axis, keepdims: bool, dtype: Optional[DTypeLike] = None,
           correction: float = 0.0) -> "GpuArray":
    """A reduction by its name in kiln/reduce.h."""
    axes: Any = None
    count = 0
    if axis is not None:
        chosen = axis if isinstance(axis, (tuple, list)) else (axis,)
        count = len(chosen)
        axes = int64s(tuple(map(operator.index, chosen)))
    options = _abi.ReduceOptions(ctypes.sizeof(_abi.ReduceOptions), axes, count, int(bool(keepdims)),
                                 _abi.DTYPE_AUTO if dtype is None else as_dtype(dtype).code, correction)
    if axes is not None and count == 0:  # no axis goes: a pointer that is not NULL says so
        options.axes = (ctypes.c_int64 * 1)()
    handle = ctypes.c_void_p()
    check(lib.kiln_array_reduce(array._handle, _abi.REDUCE[operation], ctypes.byref(options), None, ctypes.byref(handle)))
    return _array.GpuArray._wrap(handle)


def matmul(a: "GpuArray", b: "GpuArray") -> "GpuArray":
    """The product of matrices, of stacks of them, and of vectors, as NumPy's matmul."""
    for operand in (a, b):
        if not isinstance(operand, _array.GpuArray):
            raise TypeError(f"kiln: matmul: got {operand!r}, expected a kiln.GpuArray")
    handle = ctypes.c_void_p()
    check(lib.kiln_array_matmul(a._handle, b._handle, None, ctypes.byref(handle)))
    return _array.GpuArray._wrap(handle)
