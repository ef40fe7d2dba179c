# SPDX-License-Identifier: Apache-2.0
"""Convolutions, pooling, upsampling, and their gradients (kiln/conv.h, kiln/pool.h)."""

from __future__ import annotations

import ctypes
import operator
from typing import Any, Callable, Optional, Sequence, Tuple, Union

from ._array import GpuArray
from ._c import _abi
from ._c._library import lib
from ._context import int64s
from ._errors import InvalidArgumentError, check

__all__ = ["conv", "conv_filter_gradient", "conv_transpose", "pool", "pool_gradient", "upsample", "upsample_gradient"]

# A number for each extent, or one for all of them.
Numbers = Union[int, Sequence[int]]
# Numbers of padding: one for all sides, one for each extent, or one before and one behind each; or a border's name.
Padding = Union[str, int, Sequence[Union[int, Tuple[int, int]]]]

_BORDERS = {"valid": _abi.CONV_VALID, "half": _abi.CONV_HALF, "full": _abi.CONV_FULL}


def _many(numbers: Any) -> Optional[Tuple[Any, ...]]:
    """The numbers of a sequence; None for what is one whole number, or nothing of either kind."""
    try:
        operator.index(numbers)
        return None
    except TypeError:
        pass
    try:
        return tuple(numbers)
    except TypeError:
        return None


def _whole(name: str, what: str, given: Any, number: Any, expected: str) -> int:
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"kiln: {name}: got the {what} {given!r}, expected {expected}") from None


def _list(name: str, what: str, numbers: Optional[Numbers], rank: int) -> Any:
    """A number for each extent, for a member of options; None if there are none."""
    if numbers is None:
        return None
    expected = "a whole number, or one for each of the spatial axes"
    many = _many(numbers)
    if many is None:
        return int64s((_whole(name, what, numbers, numbers, expected),) * rank)
    return int64s(tuple(_whole(name, what, numbers, number, expected) for number in many))


def _pairs(name: str, padding: Union[int, Sequence[Union[int, Tuple[int, int]]]], rank: int) -> Any:
    """Two numbers for each extent."""
    expected = "whole numbers: one, one for each of the spatial axes, or one before and one behind each"
    sides = _many(padding)
    if sides is None:
        return int64s((_whole(name, "padding", padding, padding, expected),) * (2 * rank))
    numbers = []
    for side in sides:
        ends = _many(side)
        if ends is not None and len(ends) != 2:
            raise TypeError(f"kiln: {name}: got the padding {padding!r}, expected {expected}")
        numbers += [_whole(name, "padding", padding, end, expected) for end in (ends or (side, side))]
    return int64s(tuple(numbers))


def _check_arrays(name: str, **operands: Any) -> None:
    for what, operand in operands.items():
        if not isinstance(operand, GpuArray) and (operand is not None or what != "out"):
            raise TypeError(f"kiln: {name}: got a {type(operand).__name__} for {what}, expected a kiln.GpuArray (kiln.asarray "
                            f"makes one)")


def _rank(array: GpuArray) -> int:
    return max(array.ndim - 2, 0)


def _same(name: str, rank: int, pairs: Any = None, **lists: Any) -> None:
    """Refuses lists that have no number for each spatial axis, and pairs of paddings that are not as many."""
    for what, numbers in lists.items():
        if numbers is not None and len(numbers) != rank:
            raise InvalidArgumentError(f"{name}: got the {what} {tuple(numbers)}, expected one number for each of the spatial "
                                       f"axes, of which the array has {rank}")
    if pairs is not None and len(pairs) != 2 * rank:
        raise InvalidArgumentError(f"{name}: got the padding {tuple(pairs)}, expected numbers before and behind each of the "
                                   f"spatial axes, of which the array has {rank}")


def _conv_options(name: str, rank: int, stride: Numbers, dilation: Numbers, padding: Padding, groups: int, flip: bool,
                  channels_last: bool) -> Any:
    border, pairs = _abi.CONV_PADDED, None
    if isinstance(padding, str):
        if padding not in _BORDERS:
            raise InvalidArgumentError(f"{name}: got a padding of {padding!r}, expected numbers or one of {list(_BORDERS)}")
        border = _BORDERS[padding]
    else:
        pairs = _pairs(name, padding, rank)
    strides, steps = _list(name, "stride", stride, rank), _list(name, "dilation", dilation, rank)
    _same(name, rank, pairs, stride=strides, dilation=steps)
    if rank == 0:
        strides = steps = pairs = None
    count = _whole(name, "groups", groups, groups, "a whole number")
    return _abi.ConvOptions(ctypes.sizeof(_abi.ConvOptions), rank, strides, steps, pairs, border, count, int(bool(flip)),
                            int(bool(channels_last)))


def _made(array: GpuArray, out: Optional[GpuArray], call: Callable[[Any, Any], int]) -> GpuArray:
    handle = ctypes.c_void_p()
    check(call(None if out is None else out._handle, ctypes.byref(handle)))
    made = array._wrap(handle)
    return made if out is None else out


def conv(x: GpuArray, filters: GpuArray, *, stride: Numbers = 1, dilation: Numbers = 1, padding: Padding = "valid",
         groups: int = 1, flip: bool = True, channels_last: bool = False, out: Optional[GpuArray] = None) -> GpuArray:
    """The convolution of inputs (batch, channels, extents...) with filters (filters, channels of a group, extents...), of
    1 to 3 extents; with channels_last the channels are the last axis of all. flip=False computes a cross-correlation.
    padding: "valid", "half", "full", or numbers of zeros. out: an array for the result."""
    _check_arrays("conv", x=x, filters=filters, out=out)
    options = _conv_options("conv", _rank(x), stride, dilation, padding, groups, flip, channels_last)
    return _made(x, out, lambda to, made: lib.kiln_array_conv(x._handle, filters._handle, ctypes.byref(options), to, made))


def conv_transpose(y: GpuArray, filters: GpuArray, *, stride: Numbers = 1, dilation: Numbers = 1, padding: Padding = "valid",
                   groups: int = 1, flip: bool = True, channels_last: bool = False, extents: Optional[Numbers] = None,
                   out: Optional[GpuArray] = None) -> GpuArray:
    """The transposed convolution: the gradient of conv by its input, where y is that by its output. extents: the input's;
    without them the least that give an output of y's shape."""
    _check_arrays("conv_transpose", y=y, filters=filters, out=out)
    rank = _rank(y)
    options = _conv_options("conv_transpose", rank, stride, dilation, padding, groups, flip, channels_last)
    wanted = _list("conv_transpose", "extents", extents, rank)
    _same("conv_transpose", rank, extents=wanted)
    return _made(y, out, lambda to, made: lib.kiln_array_conv_transpose(y._handle, filters._handle, ctypes.byref(options),
                                                                        wanted, to, made))


def conv_filter_gradient(x: GpuArray, y: GpuArray, extents: Numbers, *, stride: Numbers = 1, dilation: Numbers = 1,
                         padding: Padding = "valid", groups: int = 1, flip: bool = True, channels_last: bool = False,
                         out: Optional[GpuArray] = None) -> GpuArray:
    """The gradient of conv by filters of these extents, where y is that by its output."""
    _check_arrays("conv_filter_gradient", x=x, y=y, out=out)
    rank = _rank(x)
    options = _conv_options("conv_filter_gradient", rank, stride, dilation, padding, groups, flip, channels_last)
    wanted = _list("conv_filter_gradient", "extents", extents, rank)
    _same("conv_filter_gradient", rank, extents=wanted)
    return _made(x, out, lambda to, made: lib.kiln_array_conv_filter_gradient(x._handle, y._handle, ctypes.byref(options),
                                                                              wanted, to, made))


def _pool_options(name: str, op: str, rank: int, window: Optional[Numbers], stride: Optional[Numbers],
                  padding: Union[int, Sequence[Union[int, Tuple[int, int]]]], ceil: bool, channels_last: bool) -> Tuple[int, Any]:
    if op not in _abi.POOL:
        raise InvalidArgumentError(f"{name}: got {op!r}, expected one of {list(_abi.POOL)}")
    extents, strides = _list(name, "window", window, rank), _list(name, "stride", stride, rank)
    pairs = _pairs(name, padding, rank)
    _same(name, rank, pairs, window=extents, stride=strides)
    if rank == 0:
        extents = strides = pairs = None
    return _abi.POOL[op], _abi.PoolOptions(ctypes.sizeof(_abi.PoolOptions), rank, extents, strides, pairs,
                                           int(bool(ceil)), int(bool(channels_last)))


def pool(x: GpuArray, op: str = "max", window: Optional[Numbers] = None, *, stride: Optional[Numbers] = None,
         padding: Union[int, Sequence[Union[int, Tuple[int, int]]]] = 0, ceil: bool = False, channels_last: bool = False,
         out: Optional[GpuArray] = None) -> GpuArray:
    """The value of each window of inputs (batch, channels, extents...): "max", "sum", "average" (without the padding) or
    "average_padded". Without a window the whole input is one; without a stride windows do not overlap. ceil: windows that
    end behind the padded input count too."""
    _check_arrays("pool", x=x, out=out)
    code, options = _pool_options("pool", op, _rank(x), window, stride, padding, ceil, channels_last)
    return _made(x, out, lambda to, made: lib.kiln_array_pool(x._handle, code, ctypes.byref(options), to, made))


def pool_gradient(x: GpuArray, y: GpuArray, op: str = "max", window: Optional[Numbers] = None, *,
                  stride: Optional[Numbers] = None, padding: Union[int, Sequence[Union[int, Tuple[int, int]]]] = 0,
                  ceil: bool = False, channels_last: bool = False, out: Optional[GpuArray] = None) -> GpuArray:
    """The gradient of pool by its input x, where y is that by its output."""
    _check_arrays("pool_gradient", x=x, y=y, out=out)
    code, options = _pool_options("pool_gradient", op, _rank(x), window, stride, padding, ceil, channels_last)
    return _made(x, out, lambda to, made: lib.kiln_array_pool_gradient(x._handle, y._handle, code, ctypes.byref(options), to,
                                                                       made))


def _upsample_options(name: str, rank: int, extents: Numbers, mode: str) -> Tuple[int, Any]:
    if mode not in _abi.UPSAMPLE:
        raise InvalidArgumentError(f"{name}: got the mode {mode!r}, expected one of {list(_abi.UPSAMPLE)}")
    wanted = _list(name, "extents", extents, rank)
    if wanted is None:
        raise TypeError(f"kiln: {name}: got the extents None, expected a whole number, or one for each of the spatial axes")
    _same(name, rank, extents=wanted)
    return _abi.UPSAMPLE[mode], wanted


def upsample(x: GpuArray, extents: Numbers, mode: str = "nearest", *, channels_last: bool = False,
             out: Optional[GpuArray] = None) -> GpuArray:
    """Inputs (batch, channels, extents...) at other extents. mode: "nearest", place i takes element i X / Y, rounded down,
    for extents X and Y; or "linear", between the centres of neighbours."""
    _check_arrays("upsample", x=x, out=out)
    code, wanted = _upsample_options("upsample", _rank(x), extents, mode)
    return _made(x, out, lambda to, made: lib.kiln_array_upsample(x._handle, code, wanted, int(bool(channels_last)), to, made))


def upsample_gradient(y: GpuArray, extents: Numbers, mode: str = "nearest", *, channels_last: bool = False,
                      out: Optional[GpuArray] = None) -> GpuArray:
    """The gradient of upsample by an input of these extents, where y is that by its output."""
    _check_arrays("upsample_gradient", y=y, out=out)
    code, wanted = _upsample_options("upsample_gradient", _rank(y), extents, mode)
    return _made(y, out, lambda to, made: lib.kiln_array_upsample_gradient(y._handle, code, wanted, int(bool(channels_last)),
                                                                           to, made))
