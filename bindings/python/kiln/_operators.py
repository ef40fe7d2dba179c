# SPDX-License-Identifier: Apache-2.0
"""Python's operators of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ._elementwise import apply, apply_in_place, is_operand, matmul

if TYPE_CHECKING:
    from ._array import GpuArray


def _binary(function: str, left: Any, right: Any, given: Any) -> "GpuArray":
    """function(left, right), of which `given` is the operand that may be anything."""
    return apply(function, left, right) if is_operand(given) else cast("GpuArray", NotImplemented)


def _in_place(function: str, target: Any, given: Any) -> "GpuArray":
    return apply_in_place(function, target, given) if is_operand(given) else cast("GpuArray", NotImplemented)


class Operators:
    """Operators compute as the functions of docs/expressions.md do, with Python's division and remainder. Numbers take the dtype of
    the array where it is of their kind."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # == is by element

    def __add__(self, other: Any) -> "GpuArray":
        return _binary("add", self, other, other)

    def __radd__(self, other: Any) -> "GpuArray":
        return _binary("add", other, self, other)

    def __iadd__(self, other: Any) -> "GpuArray":
        return _in_place("add", self, other)

    def __sub__(self, other: Any) -> "GpuArray":
        return _binary("subtract", self, other, other)

    def __rsub__(self, other: Any) -> "GpuArray":
        return _binary("subtract", other, self, other)

    def __isub__(self, other: Any) -> "GpuArray":
        return _in_place("subtract", self, other)

    def __mul__(self, other: Any) -> "GpuArray":
        return _binary("multiply", self, other, other)

    def __rmul__(self, other: Any) -> "GpuArray":
        return _binary("multiply", other, self, other)

    def __imul__(self, other: Any) -> "GpuArray":
        return _in_place("multiply", self, other)

    def __truediv__(self, other: Any) -> "GpuArray":
        return _binary("true_divide", self, other, other)

    def __rtruediv__(self, other: Any) -> "GpuArray":
        return _binary("true_divide", other, self, other)

    def __itruediv__(self, other: Any) -> "GpuArray":
        return _in_place("true_divide", self, other)

    def __floordiv__(self, other: Any) -> "GpuArray":
        return _binary("floor_divide", self, other, other)

    def __rfloordiv__(self, other: Any) -> "GpuArray":
        return _binary("floor_divide", other, self, other)

    def __ifloordiv__(self, other: Any) -> "GpuArray":
        return _in_place("floor_divide", self, other)

    def __mod__(self, other: Any) -> "GpuArray":
        return _binary("floor_mod", self, other, other)

    def __rmod__(self, other: Any) -> "GpuArray":
        return _binary("floor_mod", other, self, other)

    def __imod__(self, other: Any) -> "GpuArray":
        return _in_place("floor_mod", self, other)

    def __pow__(self, other: Any) -> "GpuArray":
        return _binary("pow", self, other, other)

    def __rpow__(self, other: Any) -> "GpuArray":
        return _binary("pow", other, self, other)

    def __ipow__(self, other: Any) -> "GpuArray":
        return _in_place("pow", self, other)

    def __and__(self, other: Any) -> "GpuArray":
        return _binary("bitwise_and", self, other, other)

    def __rand__(self, other: Any) -> "GpuArray":
        return _binary("bitwise_and", other, self, other)

    def __iand__(self, other: Any) -> "GpuArray":
        return _in_place("bitwise_and", self, other)

    def __or__(self, other: Any) -> "GpuArray":
        return _binary("bitwise_or", self, other, other)

    def __ror__(self, other: Any) -> "GpuArray":
        return _binary("bitwise_or", other, self, other)

    def __ior__(self, other: Any) -> "GpuArray":
        return _in_place("bitwise_or", self, other)

    def __xor__(self, other: Any) -> "GpuArray":
        return _binary("bitwise_xor", self, other, other)

    def __rxor__(self, other: Any) -> "GpuArray":
        return _binary("bitwise_xor", other, self, other)

    def __ixor__(self, other: Any) -> "GpuArray":
        return _in_place("bitwise_xor", self, other)

    def __lshift__(self, other: Any) -> "GpuArray":
        return _binary("bitwise_left_shift", self, other, other)

    def __rlshift__(self, other: Any) -> "GpuArray":
        return _binary("bitwise_left_shift", other, self, other)

    def __ilshift__(self, other: Any) -> "GpuArray":
        return _in_place("bitwise_left_shift", self, other)

    def __rshift__(self, other: Any) -> "GpuArray":
        return _binary("bitwise_right_shift", self, other, other)

    def __rrshift__(self, other: Any) -> "GpuArray":
        return _binary("bitwise_right_shift", other, self, other)

    def __irshift__(self, other: Any) -> "GpuArray":
        return _in_place("bitwise_right_shift", self, other)

    def __eq__(self, other: Any) -> "GpuArray":  # type: ignore[override]
        return _binary("equal", self, other, other)

    def __ne__(self, other: Any) -> "GpuArray":  # type: ignore[override]
        return _binary("not_equal", self, other, other)

    def __lt__(self, other: Any) -> "GpuArray":
        return _binary("less", self, other, other)

    def __le__(self, other: Any) -> "GpuArray":
        return _binary("less_equal", self, other, other)

    def __gt__(self, other: Any) -> "GpuArray":
        return _binary("greater", self, other, other)

    def __ge__(self, other: Any) -> "GpuArray":
        return _binary("greater_equal", self, other, other)

    def __matmul__(self, other: Any) -> "GpuArray":
        return matmul(cast("GpuArray", self), other) if is_operand(other) else cast("GpuArray", NotImplemented)

    def __neg__(self) -> "GpuArray":
        return apply("negative", self)

    def __pos__(self) -> "GpuArray":
        return cast("GpuArray", self).copy()

    def __abs__(self) -> "GpuArray":
        return apply("abs", self)

    def __invert__(self) -> "GpuArray":
        return apply("bitwise_invert", self)
