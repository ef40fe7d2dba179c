# SPDX-License-Identifier: Apache-2.0
"""Subscripts. Integers, slices, ... and None make views. Integer and boolean arrays gather and scatter; NumPy's
rules say where their axes go."""

from __future__ import annotations

import ctypes
import functools
import operator
from typing import Any, Generic, List, NamedTuple, Optional, Sequence, Tuple

from ._base import A, ArrayBase
from ._c import _abi
from ._c._library import lib
from ._c._scalar import element, is_numpy_scalar, is_scalar
from ._elementwise import Elemwise
from ._errors import check, plural
from ._host import from_values

_MOST = 2**63 - 1


def _is_array(part: Any) -> bool:
    return (isinstance(part, (list, ArrayBase)) or hasattr(part, "__array_interface__")) and not is_numpy_scalar(part)


def _bound(value: Any) -> int:
    """A slice's bound for kiln_index. Numbers beyond int64 become the nearest number that int64 holds."""
    return _abi.INDEX_NONE if value is None else max(-_MOST, min(_MOST, operator.index(value)))


def _basic(array: A, parts: Sequence[Any]) -> A:
    """The view that subscripts without arrays select."""
    entries = (_abi.Index * max(1, len(parts)))()
    for entry, part in zip(entries, parts):
        if part is None:
            entry.kind = _abi.INDEX_NEW_AXIS
        elif part is Ellipsis:
            entry.kind = _abi.INDEX_ELLIPSIS
        elif isinstance(part, slice):
            entry.kind = _abi.INDEX_SLICE
            entry.start, entry.stop = _bound(part.start), _bound(part.stop)
            entry.step = 1 if part.step is None else _bound(part.step)
        elif hasattr(part, "__index__") and not isinstance(part, bool):
            place = operator.index(part)
            if not -_MOST <= place <= _MOST:
                raise IndexError(f"kiln: the index {place} is out of range")
            entry.kind, entry.start = _abi.INDEX_INTEGER, place
        else:
            raise IndexError(f"kiln: {part!r} is no subscript, expected an integer, a slice, ..., None, or an array of integers or bool")
    handle = ctypes.c_void_p()
    check(lib.kiln_array_index(array._handle, len(parts), entries, ctypes.byref(handle)))
    return array._wrap(handle)


class _Index(NamedTuple):
    """An index array on the device. If it came from the host, its smallest and largest index are known."""

    array: ArrayBase
    limits: Optional[Tuple[int, int]] = None


def _index_array(part: Any, like: ArrayBase) -> _Index:
    limits = None
    if isinstance(part, ArrayBase):
        array = part
    else:
        array = from_values(type(like), part, None, like.context)
        if isinstance(part, list) and array.size == 0:
            array = array.astype("int64")
        if array.dtype.kind in "iu" and array.size:
            if isinstance(part, list):
                flat = array._flat()  # a list is short
                limits = min(flat), max(flat)
            else:
                limits = int(part.min()), int(part.max())
    if array.dtype.kind not in "biu":
        raise IndexError(f"kiln: an index array is of {array.dtype}, expected integers or bool")
    return _Index(array, limits)


@functools.lru_cache(maxsize=None)
def _linear(count: int) -> Elemwise:
    """Computes the position in several axes taken together. If an index is out of range, the result is the size
    of all, which is out of range too."""
    inside = " && ".join(f"i{k} >= -n{k} && i{k} < n{k}" for k in range(count))
    place = "(i0 < 0 ? i0 + n0 : i0)"
    for k in range(1, count):
        place = f"({place}*n{k} + (i{k} < 0 ? i{k} + n{k} : i{k}))"
    names = [f"{letter}{k}" for k in range(count) for letter in "in"]
    return Elemwise(f"r = {inside} ? {place} : size", ", ".join(["r", *names, "size"]))


class _Selection(Generic[A]):
    """What a subscript with arrays selects: the elements of `view` at `indices` along `axis`, or those where
    `mask` is true."""

    def __init__(self, array: A, parts: Sequence[Any]) -> None:
        self.mask: Optional[ArrayBase] = None
        self.indices: Optional[ArrayBase] = None
        self.axis = 0
        entries = self._entries(array, parts)
        advanced = [k for k, entry in enumerate(entries) if isinstance(entry, (_Index, int))]
        first = entries[0]
        if len(advanced) == 1 and isinstance(first, _Index) and first.array.dtype.kind == "b" and first.array.ndim:
            self.mask = first.array
            self.view = _basic(array, [slice(None)] * first.array.ndim + entries[1:])
            return
        entries = self._without_masks(array, entries)
        advanced = [k for k, entry in enumerate(entries) if isinstance(entry, (_Index, int))]
        adjacent = advanced[-1] - advanced[0] + 1 == len(advanced)
        self.view = _basic(array, [slice(None) if isinstance(entry, _Index) else entry for entry in entries])
        kept = [entry for entry in entries if not isinstance(entry, int)]
        axes = [axis for axis, entry in enumerate(kept) if isinstance(entry, _Index)]
        others = [axis for axis in range(self.view.ndim) if axis not in axes]
        self.axis = advanced[0] if adjacent else 0
        order = others[: self.axis] + axes + others[self.axis :]
        if order != list(range(self.view.ndim)):
            self.view = self.view.transpose(order)
        self._join([kept[axis] for axis in axes])

    @staticmethod
    def _entries(array: A, parts: Sequence[Any]) -> List[Any]:
        """The subscripts, with index arrays on the device. `...` and missing subscripts are replaced by full
        slices."""
        entries: List[Any] = []
        used = 0
        for part in parts:
            if _is_array(part):
                index = _index_array(part, array)
                used += index.array.ndim if index.array.dtype.kind == "b" else 1
                entries.append(index)
            elif part is None or part is Ellipsis or isinstance(part, slice):
                used += isinstance(part, slice)
                entries.append(part)
            elif hasattr(part, "__index__") and not isinstance(part, bool):
                used += 1
                entries.append(operator.index(part))
            else:
                _basic(array, [part])  # raises the error for it
        missing = [slice(None)] * (array.ndim - used)
        if used > array.ndim:
            raise IndexError(f"kiln: got {plural(used, 'subscript')}, expected at most {array.ndim}")
        dots = [k for k, entry in enumerate(entries) if entry is Ellipsis]
        if len(dots) > 1:
            raise IndexError("kiln: more than one ... in a subscript")
        if dots:
            entries[dots[0] : dots[0] + 1] = missing
        else:
            entries += missing
        return entries

    @staticmethod
    def _without_masks(array: ArrayBase, entries: List[Any]) -> List[Any]:
        """Replaces each mask by index arrays of the positions where it is true. This waits."""
        result: List[Any] = []
        axis = 0
        for entry in entries:
            if isinstance(entry, _Index) and entry.array.dtype.kind == "b":
                mask = entry.array
                if mask.ndim == 0:
                    raise IndexError("kiln: a 0-d mask beside other subscripts is not supported")
                if mask.shape != array.shape[axis : axis + mask.ndim]:
                    raise IndexError(f"kiln: a mask has the shape {mask.shape}, expected {array.shape[axis : axis + mask.ndim]}")
                places = (ctypes.c_void_p * mask.ndim)()
                mask.sync()
                check(lib.kiln_array_nonzero(mask._handle, mask.ndim, places))
                result += [_Index(mask._wrap(ctypes.c_void_p(place))) for place in places]
                axis += mask.ndim
            else:
                result.append(entry)
                axis += entry is not None
        return result

    def _join(self, indices: List[_Index]) -> None:
        """Joins several axes, which have an index array each, to one axis with one index array."""
        counts = self.view.shape[self.axis : self.axis + len(indices)]
        for index, count in zip(indices, counts):
            if index.limits and not (-count <= index.limits[0] and index.limits[1] < count):
                raise IndexError(f"kiln: an index is out of range: got {index.limits[0]} to {index.limits[1]}, the extent is {count}")
        if len(indices) == 1:
            self.indices = indices[0].array
            return
        given: List[Any] = []
        size = 1
        for index, count in zip(indices, counts):
            given += [index.array.astype("int64", copy=False), count]
            size *= count
        places = _linear(len(indices))(*given, size)
        assert isinstance(places, ArrayBase)
        self.indices = places
        self.joined = self.view.shape[: self.axis] + (size,) + self.view.shape[self.axis + len(indices) :]

    def get(self) -> A:
        handle = ctypes.c_void_p()
        if self.mask is not None:
            self.mask.sync()
            check(lib.kiln_array_compress(self.view._handle, self.mask._handle, None, ctypes.byref(handle)))
        else:
            assert self.indices is not None
            source = self.view.reshape(self.joined) if hasattr(self, "joined") else self.view
            check(lib.kiln_array_take(source._handle, self.indices._handle, self.axis, None, ctypes.byref(handle)))
        return self.view._wrap(handle)

    def set(self, values: ArrayBase) -> None:
        if self.mask is not None:
            check(lib.kiln_array_put_mask(self.view._handle, self.mask._handle, values._handle))
            return
        assert self.indices is not None
        if not hasattr(self, "joined"):
            check(lib.kiln_array_put(self.view._handle, self.indices._handle, self.axis, values._handle))
            return
        try:
            target = self.view.reshape(self.joined, copy=False)
            copied = False
        except ValueError:  # no view has the shape, so a copy is written and assigned back
            target = self.view.reshape(self.joined)
            copied = True
        check(lib.kiln_array_put(target._handle, self.indices._handle, self.axis, values._handle))
        if copied:
            check(lib.kiln_array_assign(self.view._handle, target.reshape(self.view.shape)._handle))


def get_item(array: A, key: Any) -> A:
    parts = key if isinstance(key, tuple) else (key,)
    if any(_is_array(part) for part in parts):
        return _Selection(array, parts).get()
    return _basic(array, parts)


def _same_elements(a: ArrayBase, b: ArrayBase) -> bool:
    """Whether both arrays are the same view of the same memory."""
    if (a.offset, a.strides, a.shape, a.dtype) != (b.offset, b.strides, b.shape, b.dtype):
        return False
    handles = []
    for array in (a, b):
        handle = ctypes.c_void_p()
        check(lib.kiln_array_buffer(array._handle, ctypes.byref(handle)))
        lib.kiln_buffer_release(handle)  # the array holds a reference too
        handles.append(handle.value)
    return handles[0] == handles[1]


def set_item(array: ArrayBase, key: Any, value: Any) -> None:
    parts = key if isinstance(key, tuple) else (key,)
    selection = _Selection(array, parts) if any(_is_array(part) for part in parts) else None
    view = _basic(array, parts) if selection is None else None
    if is_scalar(value):
        if view is not None:
            source, data = element(value, array.dtype)
            check(lib.kiln_array_fill(view._handle, source.code, data))
            return
        values = array._full((), value, array.dtype, array.context)
    else:
        values = value if isinstance(value, ArrayBase) else from_values(type(array), value, None, array.context)
    if selection is not None:
        selection.set(values)
    elif view is not None and not _same_elements(view, values):  # x[0] += 1 ends with x[0] = x[0]
        check(lib.kiln_array_assign(view._handle, values._handle))
