# SPDX-License-Identifier: Apache-2.0
"""Python's operators of arrays, and matmul."""

from __future__ import annotations

import ctypes
from typing import Any, cast

from ._base import A, ArrayBase
from ._c._library import lib
from ._elementwise import apply, apply_in_place, is_operand
from ._errors import check


def _binary(array: A, function: str, other: Any) -> A:
    """function(array, other)."""
    return apply(function, array, other) if is_operand(other) else cast(A, NotImplemented)


def _reflected(array: A, function: str, other: Any) -> A:
    """function(other, array)."""
    return apply(function, other, array) if is_operand(other) else cast(A, NotImplemented)


def _in_place(array: A, function: str, other: Any) -> A:
    return apply_in_place(function, array, other) if is_operand(other) else cast(A, NotImplemented)


def matmul(a: A, b: A) -> A:
    """The product of matrices, of stacks of matrices and of vectors, as NumPy's matmul."""
    for operand in (a, b):
        if not isinstance(operand, ArrayBase):
            raise TypeError(f"kiln: matmul: got {operand!r}, expected a kiln.GpuArray")
    handle = ctypes.c_void_p()
    check(lib.kiln_array_matmul(a._handle, b._handle, None, ctypes.byref(handle)))
    return a._wrap(handle)


class Operators(ArrayBase):
    """The operators of arrays. They compute as the functions of docs/reference/expressions.md, with Python's division and
    remainder. Numbers take the dtype of the array if it is of their kind."""

    __slots__ = ()
    # Makes NumPy's operators call these, which refuse arrays on the host.
    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]  # == is by element

    def __add__(self: A, other: Any) -> A:
        return _binary(self, "add", other)

    def __radd__(self: A, other: Any) -> A:
        return _reflected(self, "add", other)

    def __iadd__(self: A, other: Any) -> A:
        return _in_place(self, "add", other)

    def __sub__(self: A, other: Any) -> A:
        return _binary(self, "subtract", other)

    def __rsub__(self: A, other: Any) -> A:
        return _reflected(self, "subtract", other)

    def __isub__(self: A, other: Any) -> A:
        return _in_place(self, "subtract", other)

    def __mul__(self: A, other: Any) -> A:
        return _binary(self, "multiply", other)

    def __rmul__(self: A, other: Any) -> A:
        return _reflected(self, "multiply", other)

    def __imul__(self: A, other: Any) -> A:
        return _in_place(self, "multiply", other)

    def __truediv__(self: A, other: Any) -> A:
        return _binary(self, "true_divide", other)

    def __rtruediv__(self: A, other: Any) -> A:
        return _reflected(self, "true_divide", other)

    def __itruediv__(self: A, other: Any) -> A:
        return _in_place(self, "true_divide", other)

    def __floordiv__(self: A, other: Any) -> A:
        return _binary(self, "floor_divide", other)

    def __rfloordiv__(self: A, other: Any) -> A:
        return _reflected(self, "floor_divide", other)

    def __ifloordiv__(self: A, other: Any) -> A:
        return _in_place(self, "floor_divide", other)

    def __mod__(self: A, other: Any) -> A:
        return _binary(self, "floor_mod", other)

    def __rmod__(self: A, other: Any) -> A:
        return _reflected(self, "floor_mod", other)

    def __imod__(self: A, other: Any) -> A:
        return _in_place(self, "floor_mod", other)

    def __pow__(self: A, other: Any) -> A:
        return _binary(self, "pow", other)

    def __rpow__(self: A, other: Any) -> A:
        return _reflected(self, "pow", other)

    def __ipow__(self: A, other: Any) -> A:
        return _in_place(self, "pow", other)

    def __and__(self: A, other: Any) -> A:
        return _binary(self, "bitwise_and", other)

    def __rand__(self: A, other: Any) -> A:
        return _reflected(self, "bitwise_and", other)

    def __iand__(self: A, other: Any) -> A:
        return _in_place(self, "bitwise_and", other)

    def __or__(self: A, other: Any) -> A:
        return _binary(self, "bitwise_or", other)

    def __ror__(self: A, other: Any) -> A:
        return _reflected(self, "bitwise_or", other)

    def __ior__(self: A, other: Any) -> A:
        return _in_place(self, "bitwise_or", other)

    def __xor__(self: A, other: Any) -> A:
        return _binary(self, "bitwise_xor", other)

    def __rxor__(self: A, other: Any) -> A:
        return _reflected(self, "bitwise_xor", other)

    def __ixor__(self: A, other: Any) -> A:
        return _in_place(self, "bitwise_xor", other)

    def __lshift__(self: A, other: Any) -> A:
        return _binary(self, "bitwise_left_shift", other)

    def __rlshift__(self: A, other: Any) -> A:
        return _reflected(self, "bitwise_left_shift", other)

    def __ilshift__(self: A, other: Any) -> A:
        return _in_place(self, "bitwise_left_shift", other)

    def __rshift__(self: A, other: Any) -> A:
        return _binary(self, "bitwise_right_shift", other)

    def __rrshift__(self: A, other: Any) -> A:
        return _reflected(self, "bitwise_right_shift", other)

    def __irshift__(self: A, other: Any) -> A:
        return _in_place(self, "bitwise_right_shift", other)

    def __eq__(self: A, other: Any) -> A:  # type: ignore[override]
        return _binary(self, "equal", other)

    def __ne__(self: A, other: Any) -> A:  # type: ignore[override]
        return _binary(self, "not_equal", other)

    def __lt__(self: A, other: Any) -> A:
        return _binary(self, "less", other)

    def __le__(self: A, other: Any) -> A:
        return _binary(self, "less_equal", other)

    def __gt__(self: A, other: Any) -> A:
        return _binary(self, "greater", other)

    def __ge__(self: A, other: Any) -> A:
        return _binary(self, "greater_equal", other)

    def __matmul__(self: A, other: Any) -> A:
        return matmul(self, other) if is_operand(other) else cast(A, NotImplemented)

    def __neg__(self: A) -> A:
        return apply("negative", self)

    def __pos__(self: A) -> A:
        return self.copy()

    def __abs__(self: A) -> A:
        return apply("abs", self)

    def __invert__(self: A) -> A:
        return apply("bitwise_invert", self)
