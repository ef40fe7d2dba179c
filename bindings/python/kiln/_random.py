# SPDX-License-Identifier: Apache-2.0
"""Random numbers from Philox generators: the same bits on every device (kiln/random.h)."""

from __future__ import annotations

import ctypes
from typing import Any, Optional

from ._array import GpuArray
from ._c._handle import Handle
from ._c._library import lib
from ._context import Context, context_or_default, extents, int64s
from ._dtype import DTypeLike, as_dtype, floatx
from ._errors import check


class Random(Handle):
    """A stream of random numbers: the same seed and calls give the same numbers. Threads may share it: concurrent calls take
    distinct numbers. Not for cryptography."""

    __slots__ = ("_context",)
    _release = lib.kiln_random_release

    def __init__(self, seed: int, context: Optional[Context] = None) -> None:
        if not 0 <= seed < 2**64:
            raise OverflowError(f"kiln: Random: the seed is {seed}, expected 0 to 2^64 - 1")
        self._context = context_or_default(context)
        handle = ctypes.c_void_p()
        check(lib.kiln_random_create(self._context._handle, seed, ctypes.byref(handle)))
        self._handle = handle.value

    @property
    def context(self) -> Context:
        """Where the numbers are made."""
        return self._context

    @property
    def counter(self) -> int:
        """The block of four 32-bit words that the next call begins with. Set it to repeat or skip."""
        value = ctypes.c_uint64()
        check(lib.kiln_random_counter(self._handle, ctypes.byref(value)))
        return value.value

    @counter.setter
    def counter(self, value: int) -> None:
        if not 0 <= value < 2**64:
            raise OverflowError(f"kiln: Random: the counter is {value}, expected 0 to 2^64 - 1")
        check(lib.kiln_random_set_counter(self._handle, value))

    def _draw(self, function: Any, shape: Any, dtype: Optional[DTypeLike], *values: Any) -> GpuArray:
        chosen = extents(shape)
        handle = ctypes.c_void_p()
        check(function(self._handle, (floatx() if dtype is None else as_dtype(dtype)).code, len(chosen), int64s(chosen),
                       *values, None, ctypes.byref(handle)))
        return GpuArray._wrap(handle)

    def uniform(self, shape: Any = (), low: float = 0.0, high: float = 1.0, dtype: Optional[DTypeLike] = None) -> GpuArray:
        """Numbers of [low, high), of a floating-point dtype; None: floatX."""
        return self._draw(lib.kiln_random_uniform, shape, dtype, low, high)

    def normal(self, shape: Any = (), mean: float = 0.0, deviation: float = 1.0,
               dtype: Optional[DTypeLike] = None) -> GpuArray:
        """Normally distributed numbers of a floating-point dtype; None: floatX."""
        return self._draw(lib.kiln_random_normal, shape, dtype, mean, deviation)

    def integers(self, low: int, high: int, shape: Any = (), dtype: DTypeLike = "int64") -> GpuArray:
        """Integers of [low, high), of a dtype that holds low and high - 1."""
        return self._draw(lib.kiln_random_integers, shape, dtype, *int64s((low, high)))
