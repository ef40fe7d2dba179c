# SPDX-License-Identifier: Apache-2.0
"""The reductions of arrays, as methods."""

from __future__ import annotations

import ctypes
import operator
from typing import Any, Optional, Tuple, Union

from ._base import A, ArrayBase
from ._c import _abi
from ._c._library import lib
from ._context import int64s
from ._dtype import DTypeLike, as_dtype
from ._errors import check

# One axis, several axes, or None for all.
Axis = Union[None, int, Tuple[int, ...]]


def reduce(array: A, operation: str, axis: Axis, keepdims: bool, dtype: Optional[DTypeLike] = None,
           correction: float = 0.0) -> A:
    """Reduces an array. `operation` is the name of a kiln_reduce_op in lower case."""
    axes: Any = None
    count = 0
    if axis is not None:
        chosen = axis if isinstance(axis, (tuple, list)) else (axis,)
        count = len(chosen)
        axes = int64s(tuple(map(operator.index, chosen)))
    options = _abi.ReduceOptions(ctypes.sizeof(_abi.ReduceOptions), axes, count, int(bool(keepdims)),
                                 _abi.DTYPE_AUTO if dtype is None else as_dtype(dtype).code, correction)
    if axes is not None and count == 0:  # no axis is reduced, which a pointer that is not NULL says
        options.axes = (ctypes.c_int64 * 1)()
    handle = ctypes.c_void_p()
    check(lib.kiln_array_reduce(array._handle, _abi.REDUCE[operation], ctypes.byref(options), None, ctypes.byref(handle)))
    return array._wrap(handle)


class Reductions(ArrayBase):
    """The reductions of GpuArray, over all elements or over `axis`, which is one axis or several. keepdims leaves
    reduced axes in the result, with extent 1."""

    __slots__ = ()

    def sum(self: A, axis: Axis = None, *, dtype: Optional[DTypeLike] = None, keepdims: bool = False) -> A:
        """The sum. Its dtype is int64 for bool and signed integers, uint64 for unsigned ones, else the array's."""
        return reduce(self, "sum", axis, keepdims, dtype)

    def prod(self: A, axis: Axis = None, *, dtype: Optional[DTypeLike] = None, keepdims: bool = False) -> A:
        """The product, with the dtypes of sum."""
        return reduce(self, "prod", axis, keepdims, dtype)

    def max(self: A, axis: Axis = None, *, keepdims: bool = False) -> A:
        """The largest element; NaN if there is one."""
        return reduce(self, "max", axis, keepdims)

    def min(self: A, axis: Axis = None, *, keepdims: bool = False) -> A:
        """The smallest element; NaN if there is one."""
        return reduce(self, "min", axis, keepdims)

    def mean(self: A, axis: Axis = None, *, dtype: Optional[DTypeLike] = None, keepdims: bool = False) -> A:
        """The mean, in floatX for integers and bool."""
        return reduce(self, "mean", axis, keepdims, dtype)

    def var(self: A, axis: Axis = None, *, correction: float = 0.0, dtype: Optional[DTypeLike] = None,
            keepdims: bool = False) -> A:
        """The variance: the sum of squared deviations divided by (n - correction)."""
        return reduce(self, "var", axis, keepdims, dtype, correction)

    def std(self: A, axis: Axis = None, *, correction: float = 0.0, dtype: Optional[DTypeLike] = None,
            keepdims: bool = False) -> A:
        """The square root of var."""
        return reduce(self, "std", axis, keepdims, dtype, correction)

    def any(self: A, axis: Axis = None, *, keepdims: bool = False) -> A:
        """Whether an element is not 0."""
        return reduce(self, "any", axis, keepdims)

    def all(self: A, axis: Axis = None, *, keepdims: bool = False) -> A:
        """Whether all elements are not 0."""
        return reduce(self, "all", axis, keepdims)

    def argmax(self: A, axis: Axis = None, *, keepdims: bool = False) -> A:
        """The int64 position of the first maximum, in C order of the reduced axes."""
        return reduce(self, "argmax", axis, keepdims)

    def argmin(self: A, axis: Axis = None, *, keepdims: bool = False) -> A:
        """The int64 position of the first minimum, likewise."""
        return reduce(self, "argmin", axis, keepdims)
