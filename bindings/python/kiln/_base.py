# SPDX-License-Identifier: Apache-2.0
"""The base class of GpuArray: facts, views, copies, and elements made and read. The modules that GpuArray is
built of work with this class. A function whose result is an array makes it of the class of an array that it is
given."""

from __future__ import annotations

import ctypes
from typing import Any, List, NamedTuple, Optional, Tuple, Type, TypeVar

from . import _dtype as dtypes
from ._c import _abi
from ._c._handle import Handle, wait
from ._c._library import lib
from ._c._scalar import FORMATS, element, own_dtype
from ._context import Context, context_or_default, extents, int64s
from ._dtype import DType, DTypeLike, as_dtype
from ._errors import check, plural

# The class of an array. It is GpuArray, which the modules below it do not import.
A = TypeVar("A", bound="ArrayBase")


class _Facts(NamedTuple):
    dtype: DType
    shape: Tuple[int, ...]
    strides: Tuple[int, ...]
    offset: int
    size: int
    nbytes: int
    c_contiguous: bool
    f_contiguous: bool
    writable: bool


class ArrayBase(Handle):
    """A strided array on a device, without operators and subscripts: see GpuArray."""

    __slots__ = ("_known", "_context")
    _release = lib.kiln_array_release
    _known: Optional[_Facts]
    _context: Optional[Context]

    def __init__(self, *_: Any, **__: Any) -> None:
        raise TypeError("kiln: a GpuArray is made by kiln.asarray(), kiln.empty() and their kin")

    @classmethod
    def _wrap(cls: Type[A], handle: Any) -> A:
        self = super()._wrap(handle)
        self._known = self._context = None
        return self

    # ---- Facts

    @property
    def _facts(self) -> _Facts:
        if self._known is None:
            info = _abi.ArrayInfo(ctypes.sizeof(_abi.ArrayInfo))
            check(lib.kiln_array_get_info(self._handle, ctypes.byref(info)))
            self._known = _Facts(dtypes.BY_CODE[info.dtype], tuple(info.shape[: info.ndim]),
                                 tuple(info.strides[: info.ndim]), info.offset, info.size, info.bytes,
                                 bool(info.c_contiguous), bool(info.f_contiguous), bool(info.writable))
        return self._known

    @property
    def dtype(self) -> DType:
        """The type of the elements."""
        return self._facts.dtype

    @property
    def shape(self) -> Tuple[int, ...]:
        """The extents."""
        return self._facts.shape

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self._facts.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._facts.size

    @property
    def strides(self) -> Tuple[int, ...]:
        """Bytes from one element to the next along each axis."""
        return self._facts.strides

    @property
    def offset(self) -> int:
        """Bytes from the beginning of the memory to the first element."""
        return self._facts.offset

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return self._facts.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self._facts.nbytes

    @property
    def c_contiguous(self) -> bool:
        """Whether the elements lie one behind the other in C order."""
        return self._facts.c_contiguous

    @property
    def f_contiguous(self) -> bool:
        """Whether the elements lie one behind the other in Fortran order."""
        return self._facts.f_contiguous

    @property
    def writable(self) -> bool:
        """Whether the elements may be written. They may not in read-only memory and in arrays that broadcasting
        made."""
        return self._facts.writable

    @property
    def context(self) -> Context:
        """The context that the array is in."""
        if self._context is None:
            handle = ctypes.c_void_p()
            check(lib.kiln_array_context(self._handle, ctypes.byref(handle)))
            self._context = Context._adopt(handle)
        return self._context

    @property
    def device(self) -> str:
        """The string of the context's device: "opencl0:0"."""
        return self.context.device

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("kiln: len() of a 0-d array")
        return self.shape[0]

    # ---- Views and copies

    @property
    def T(self: A) -> A:
        """A view with the axes in reverse order."""
        return self.transpose()

    def transpose(self: A, *axes: Any) -> A:
        """A view with the axes in the given order, as numbers or as one tuple. Without numbers the order is
        reversed."""
        chosen = axes[0] if len(axes) == 1 and (axes[0] is None or not hasattr(axes[0], "__index__")) else axes or None
        if chosen is not None and len(chosen) != self.ndim:
            raise ValueError(f"kiln: transpose: got {plural(len(chosen), 'axis', 'axes')}, expected {self.ndim}")
        order = None if chosen is None else int64s(extents(chosen))
        handle = ctypes.c_void_p()
        check(lib.kiln_array_transpose(self._handle, order, ctypes.byref(handle)))
        return self._wrap(handle)

    def reshape(self: A, *shape: Any, copy: Optional[bool] = None) -> A:
        """The elements in C order in another shape, given as numbers or as one tuple. One extent may be -1. The
        result is a view if one can have the shape, else a copy. copy=True always copies; copy=False never does
        (ShapeError if no view has the shape)."""
        chosen = extents(shape[0]) if len(shape) == 1 else extents(shape)
        handle = ctypes.c_void_p()
        how = _abi.COPY_IF_NEEDED if copy is None else _abi.COPY_ALWAYS if copy else _abi.COPY_NEVER
        check(lib.kiln_array_reshape(self._handle, len(chosen), int64s(chosen), how, ctypes.byref(handle)))
        return self._wrap(handle)

    def broadcast_to(self: A, shape: Any) -> A:
        """A read-only view of the shape, in which axes of extent 1 are repeated."""
        chosen = extents(shape)
        handle = ctypes.c_void_p()
        check(lib.kiln_array_broadcast_to(self._handle, len(chosen), int64s(chosen), ctypes.byref(handle)))
        return self._wrap(handle)

    def copy(self: A, order: str = "C") -> A:
        """A new array with the same elements, in the order "C", "F", or "K" for that of the strides."""
        if order not in _abi.ORDERS:
            raise ValueError(f"kiln: copy: order is {order!r}, expected 'C', 'F' or 'K'")
        handle = ctypes.c_void_p()
        check(lib.kiln_array_copy(self._handle, _abi.ORDERS[order], ctypes.byref(handle)))
        return self._wrap(handle)

    def astype(self: A, dtype: DTypeLike, copy: bool = True) -> A:
        """A new array with the elements converted. From floating point to integers fractions are cut off, numbers
        that do not fit become the nearest that does, and NaN becomes 0. With copy=False an array that has the
        dtype is returned itself."""
        wanted = as_dtype(dtype)
        if not copy and wanted is self.dtype:
            return self
        handle = ctypes.c_void_p()
        check(lib.kiln_array_astype(self._handle, wanted.code, ctypes.byref(handle)))
        return self._wrap(handle)

    def to(self: A, context: Context) -> A:
        """A copy of the array in another context, or the array itself if it is there already."""
        if context_or_default(context) is self.context:
            return self
        handle = ctypes.c_void_p()
        self.sync()
        check(lib.kiln_array_transfer(self._handle, context._handle, ctypes.byref(handle)))
        return self._wrap(handle)

    # ---- New arrays

    @classmethod
    def _full(cls: Type[A], shape: Any, value: Any, dtype: Optional[DTypeLike], context: Optional[Context]) -> A:
        """kiln.full()."""
        wanted = own_dtype(value) if dtype is None else as_dtype(dtype)
        chosen = extents(shape)
        source, data = element(value, wanted)
        handle = ctypes.c_void_p()
        check(lib.kiln_array_full(context_or_default(context)._handle, wanted.code, len(chosen), int64s(chosen), source.code,
                                  data, ctypes.byref(handle)))
        return cls._wrap(handle)

    @classmethod
    def _from_host(cls: Type[A], context: Context, dtype: DType, shape: Tuple[int, ...],
                   strides: Optional[Tuple[int, ...]], host_dtype: DType, data: Any) -> A:
        """A copy of elements of `host_dtype` at `data`, converted to `dtype`. strides: bytes; None: C order."""
        handle = ctypes.c_void_p()
        check(lib.kiln_array_from_host(context._handle, dtype.code, len(shape), int64s(shape),
                                       None if strides is None else int64s(strides), host_dtype.code, data,
                                       ctypes.byref(handle)))
        return cls._wrap(handle)

    # ---- To the host: these wait

    def sync(self: A) -> A:
        """Waits for the work that is queued on the array's memory so far, and raises its late errors."""
        wait(lib.kiln_array_wait, self._handle)
        return self

    def _read(self) -> Tuple[bytearray, DType]:
        """The elements in C order. Those of float16 and bfloat16 become float32."""
        dtype = dtypes.float32 if self.dtype in (dtypes.float16, dtypes.bfloat16) else self.dtype
        data = bytearray(max(1, self.size * dtype.itemsize))
        memory = (ctypes.c_char * len(data)).from_buffer(data)
        self.sync()
        check(lib.kiln_array_read_as(self._handle, dtype.code, memory, self.size * dtype.itemsize))
        return data, dtype

    def _flat(self) -> List[Any]:
        data, dtype = self._read()
        parts = {"complex64": "f", "complex128": "d"}.get(dtype.name)
        letter: Any = parts or FORMATS[dtype.name]
        flat = memoryview(data)[: self.size * dtype.itemsize].cast(letter).tolist()
        return [complex(*pair) for pair in zip(flat[::2], flat[1::2])] if parts else flat
