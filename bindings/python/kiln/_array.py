# SPDX-License-Identifier: Apache-2.0
"""GpuArray: a strided array on a device."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, Iterator, List, NamedTuple, NoReturn, Optional, Tuple

from . import _abi
from . import _dtype as dtypes
from ._context import Context, context_or_default, extents, int64s
from ._dtype import DType, DTypeLike, as_dtype
from ._errors import check
from ._handle import Handle, wait
from ._library import lib
from ._elementwise import Axis, reduce
from ._indexing import get_item, set_item
from ._interop import HostView, NativeMemory, cuda_array_interface, dlpack_device, native_memory, to_dlpack
from ._operators import Operators
from ._scalar import FORMATS, element


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


class GpuArray(Operators, Handle):
    """A strided array on a device, made by kiln.asarray(), kiln.zeros() and their kin.

    Operations are queued and return at once; what brings elements to the host waits for them. An error that the device finds late
    is raised by the next call that waits. Shapes and indices count elements, strides and the offset bytes. A view shares memory
    with what it is a view of and keeps it alive. Threads may share arrays.
    """

    __slots__ = ("_known", "_context")
    _release = lib.kiln_array_release
    _known: Optional[_Facts]
    _context: Optional[Context]
    # NumPy's operators leave the matter to this class's, which refuse arrays on the host.
    __array_ufunc__ = None

    def __init__(self, *_: Any, **__: Any) -> None:
        raise TypeError("kiln: a GpuArray is made by kiln.asarray(), kiln.empty() and their kin")

    @classmethod
    def _wrap(cls, handle: Any) -> "GpuArray":
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
        """Whether the elements may be written: not in read-only memory and what broadcasting made."""
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
    def T(self) -> "GpuArray":
        """A view with the axes in reverse order."""
        return self.transpose()

    def transpose(self, *axes: Any) -> "GpuArray":
        """A view with the axes in the order given, as numbers or as one tuple; without any in reverse order."""
        chosen = axes[0] if len(axes) == 1 and (axes[0] is None or not hasattr(axes[0], "__index__")) else axes or None
        if chosen is not None and len(chosen) != self.ndim:
            raise ValueError(f"kiln: transpose: got {len(chosen)} axes, expected {self.ndim}")
        order = None if chosen is None else int64s(extents(chosen))
        handle = ctypes.c_void_p()
        check(lib.kiln_array_transpose(self._handle, order, ctypes.byref(handle)))
        return GpuArray._wrap(handle)

    def reshape(self, *shape: Any, copy: Optional[bool] = None) -> "GpuArray":
        """The elements in C order in another shape, given as numbers or as one tuple; one extent may be -1. A view where one can have
        the shape, else a copy. copy: True always, False never (ShapeError where no view has the shape)."""
        chosen = extents(shape[0]) if len(shape) == 1 else extents(shape)
        handle = ctypes.c_void_p()
        how = _abi.COPY_IF_NEEDED if copy is None else _abi.COPY_ALWAYS if copy else _abi.COPY_NEVER
        check(lib.kiln_array_reshape(self._handle, len(chosen), int64s(chosen), how, ctypes.byref(handle)))
        return GpuArray._wrap(handle)

    def broadcast_to(self, shape: Any) -> "GpuArray":
        """A read-only view of the shape, in which axes of extent 1 are repeated."""
        chosen = extents(shape)
        handle = ctypes.c_void_p()
        check(lib.kiln_array_broadcast_to(self._handle, len(chosen), int64s(chosen), ctypes.byref(handle)))
        return GpuArray._wrap(handle)

    def copy(self, order: str = "C") -> "GpuArray":
        """A new array of the same elements; order "C", "F", or "K" for that of the strides."""
        if order not in _abi.ORDERS:
            raise ValueError(f"kiln: copy: order is {order!r}, expected 'C', 'F' or 'K'")
        handle = ctypes.c_void_p()
        check(lib.kiln_array_copy(self._handle, _abi.ORDERS[order], ctypes.byref(handle)))
        return GpuArray._wrap(handle)

    def astype(self, dtype: DTypeLike, copy: bool = True) -> "GpuArray":
        """A new array with the elements converted: float to integer truncates and saturates, NaN gives 0. copy False: the array
        itself where it has the dtype."""
        wanted = as_dtype(dtype)
        if not copy and wanted is self.dtype:
            return self
        handle = ctypes.c_void_p()
        check(lib.kiln_array_astype(self._handle, wanted.code, ctypes.byref(handle)))
        return GpuArray._wrap(handle)

    def to(self, context: Context) -> "GpuArray":
        """The array in another context; the array itself where it is there already."""
        if context_or_default(context) is self.context:
            return self
        handle = ctypes.c_void_p()
        self.sync()
        check(lib.kiln_array_transfer(self._handle, context._handle, ctypes.byref(handle)))
        return GpuArray._wrap(handle)

    def __getitem__(self, key: Any) -> "GpuArray":
        """x[key], as NumPy's: a view for integers, slices, ... and None; for integer and boolean arrays a new array."""
        return get_item(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        """x[key] = value: an array, a number, or what asarray() takes; broadcast and converted."""
        set_item(self, key, value)

    def __iter__(self) -> Iterator["GpuArray"]:
        if not self.shape:
            raise TypeError("kiln: a 0-d array is not iterable")
        return (self[place] for place in range(len(self)))

    def __contains__(self, value: Any) -> bool:
        return bool((self == value).any())

    # ---- To the host: these wait

    def sync(self) -> "GpuArray":
        """Waits for the work queued on the array's memory so far; raises late errors."""
        wait(lib.kiln_array_wait, self._handle)
        return self

    def _read(self) -> Tuple[bytearray, DType]:
        """The elements in C order, those of float16 and bfloat16 as float32."""
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

    def tolist(self) -> Any:
        """The elements as Python's numbers in nested lists; of a 0-d array the number."""

        def nest(flat: List[Any], shape: Tuple[int, ...]) -> Any:
            if not shape:
                return flat[0]
            step = len(flat) // shape[0] if shape[0] else 0
            return [nest(flat[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]

        return nest(self._flat(), self.shape)

    def item(self) -> Any:
        """The only element as a Python number; ValueError where there is not one."""
        if self.size != 1:
            raise ValueError(f"kiln: item() of an array of {self.size} elements, expected 1")
        return self._flat()[0]

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError(f"kiln: the truth of an array of {self.size} elements is not defined: use any() or all()")
        return bool(self._flat()[0])

    def __int__(self) -> int:
        return int(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __complex__(self) -> complex:
        return complex(self.item())

    def __index__(self) -> int:
        if self.ndim or self.dtype.kind not in "iu":
            raise TypeError("kiln: only a 0-d array of integers is an index")
        return int(self.item())

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        """numpy.asarray(x): a copy in host memory, C order. copy=False is a ValueError: numpy.from_dlpack(x.host_view()) shares memory
        where it is the host's."""
        import numpy

        if copy is False:
            raise ValueError("kiln: numpy.asarray copies a GpuArray to the host: see GpuArray.host_view")
        host = numpy.empty(self.shape, self.dtype.dtype)
        self.sync()
        check(lib.kiln_array_read(self._handle, host.ctypes.data_as(ctypes.c_void_p), self.nbytes))
        return host if dtype is None else host.astype(dtype, copy=False)

    def _text(self) -> str:
        text, length = ctypes.c_void_p(), ctypes.c_size_t()
        self.sync()
        check(lib.kiln_array_to_string(self._handle, -1, 0, ctypes.byref(text), ctypes.byref(length)))
        try:
            return ctypes.string_at(text.value or 0, length.value).decode()
        finally:
            lib.kiln_string_release(text)

    def __str__(self) -> str:
        return self._text()

    def __repr__(self) -> str:
        text = self._text().replace("\n", "\n" + " " * len("kiln.GpuArray("))
        return f"kiln.GpuArray({text}, dtype={self.dtype}, device={self.device!r})"

    # ---- Reductions

    def sum(self, axis: Axis = None, *, dtype: Optional[DTypeLike] = None, keepdims: bool = False) -> "GpuArray":
        """The sum; int64 of bool and signed integers, uint64 of unsigned ones, else of the array's dtype."""
        return reduce(self, "sum", axis, keepdims, dtype)

    def prod(self, axis: Axis = None, *, dtype: Optional[DTypeLike] = None, keepdims: bool = False) -> "GpuArray":
        """The product; dtypes as of sum."""
        return reduce(self, "prod", axis, keepdims, dtype)

    def max(self, axis: Axis = None, *, keepdims: bool = False) -> "GpuArray":
        """The largest element; NaN if there is one."""
        return reduce(self, "max", axis, keepdims)

    def min(self, axis: Axis = None, *, keepdims: bool = False) -> "GpuArray":
        """The smallest element; NaN if there is one."""
        return reduce(self, "min", axis, keepdims)

    def mean(self, axis: Axis = None, *, dtype: Optional[DTypeLike] = None, keepdims: bool = False) -> "GpuArray":
        """The mean; of integers and bool in floatX."""
        return reduce(self, "mean", axis, keepdims, dtype)

    def var(self, axis: Axis = None, *, correction: float = 0.0, dtype: Optional[DTypeLike] = None,
            keepdims: bool = False) -> "GpuArray":
        """The sum of squared deviations by (n - correction)."""
        return reduce(self, "var", axis, keepdims, dtype, correction)

    def std(self, axis: Axis = None, *, correction: float = 0.0, dtype: Optional[DTypeLike] = None,
            keepdims: bool = False) -> "GpuArray":
        """The square root of var."""
        return reduce(self, "std", axis, keepdims, dtype, correction)

    def any(self, axis: Axis = None, *, keepdims: bool = False) -> "GpuArray":
        """Whether an element is not 0."""
        return reduce(self, "any", axis, keepdims)

    def all(self, axis: Axis = None, *, keepdims: bool = False) -> "GpuArray":
        """Whether all elements are not 0."""
        return reduce(self, "all", axis, keepdims)

    def argmax(self, axis: Axis = None, *, keepdims: bool = False) -> "GpuArray":
        """The int64 place of the first maximum in C order of the axes that go."""
        return reduce(self, "argmax", axis, keepdims)

    def argmin(self, axis: Axis = None, *, keepdims: bool = False) -> "GpuArray":
        """The int64 place of the first minimum."""
        return reduce(self, "argmin", axis, keepdims)

    # ---- Shared with other libraries

    def __dlpack_device__(self) -> Tuple[int, int]:
        """DLPack's device type and number: (2, n) for cudaN, (4, n) for OpenCL's."""
        return dlpack_device(self)

    def __dlpack__(self, *, stream: Optional[int] = None, max_version: Optional[Tuple[int, int]] = None,
                   dl_device: Optional[Tuple[int, int]] = None, copy: Optional[bool] = None) -> Any:
        """A capsule for from_dlpack of other libraries, as the Array API has it. BufferError for what cannot be exported.

        stream: the consumer's CUstream (1: the legacy default one, 2: that of the thread) or cl_command_queue, which then
        waits on the device; None: this call waits; -1: nobody does. dl_device (1, 0): host memory, see host_view.
        """
        return to_dlpack(self, stream, max_version, dl_device, copy)

    def host_view(self, copy: Optional[bool] = False) -> HostView:
        """For consumers that know host memory alone: numpy.from_dlpack(x.host_view()) shares the memory of a device whose memory is
        the host's, such as PoCL's; elsewhere it is a BufferError, or with copy None a copy. Kiln's work on the array is waited for;
        later work, and that of NumPy, are for the caller to order (sync)."""
        return HostView(self, copy)

    @property
    def __cuda_array_interface__(self) -> Dict[str, Any]:
        """Version 3, of arrays on CUDA devices; elsewhere an AttributeError. Waits for the work on the array."""
        return cuda_array_interface(self)

    @property
    def native(self) -> NativeMemory:
        """The memory that the array lies in, as OpenCL or CUDA call it; the first element is at native.offset + offset. It stays Kiln's
        and lives as long as the array or a view of it. Others' work on it is ordered by Context.before_queue and after_queue,
        by one common queue, or by waiting."""
        return native_memory(self)

    # ---- Copies by Python's means

    def __copy__(self) -> "GpuArray":
        return self.copy()

    def __deepcopy__(self, _: Any) -> "GpuArray":
        return self.copy()

    def __reduce__(self) -> NoReturn:
        raise TypeError("kiln: a GpuArray cannot be pickled: pickle numpy.asarray(x) or x.tolist()")


def full(shape: Any, value: Any, dtype: Optional[DTypeLike] = None, context: Optional[Context] = None) -> GpuArray:
    """A new array with every element `value`, a number; dtype None: bool, int64, floatX or complex, by the number."""
    from ._scalar import own_dtype

    wanted = own_dtype(value) if dtype is None else as_dtype(dtype)
    chosen = extents(shape)
    source, data = element(value, wanted)
    handle = ctypes.c_void_p()
    check(lib.kiln_array_full(context_or_default(context)._handle, wanted.code, len(chosen), int64s(chosen), source.code,
                              data, ctypes.byref(handle)))
    return GpuArray._wrap(handle)
