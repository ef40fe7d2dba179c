# SPDX-License-Identifier: Apache-2.0
"""GpuArray: a strided array on a device."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, Iterator, List, NoReturn, Optional, Tuple

from ._c._library import lib
from ._errors import check
from ._export import HostView, NativeMemory, cuda_array_interface, dlpack_device, native_memory, to_dlpack
from ._indexing import get_item, set_item
from ._operators import Operators
from ._reductions import Reductions


class GpuArray(Operators, Reductions):
    """A strided array on a device, made by kiln.asarray(), kiln.zeros() and their kin.

    Operations are queued and return at once; what brings elements to the host waits for them. An error that the device finds late
    is raised by the next call that waits. Shapes and indices count elements, strides and the offset bytes. A view shares memory
    with what it is a view of and keeps it alive. Threads may share arrays.
    """

    __slots__ = ()

    # ---- Subscripts

    def __getitem__(self, key: Any) -> "GpuArray":
        """x[key], as in NumPy: a view for integers, slices, ... and None, and a new array for integer and boolean
        arrays."""
        return get_item(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        """x[key] = value. The value is an array, a number, or anything that asarray() takes; it is broadcast and
        converted."""
        set_item(self, key, value)

    def __iter__(self) -> Iterator["GpuArray"]:
        if not self.shape:
            raise TypeError("kiln: a 0-d array is not iterable")
        return (self[place] for place in range(len(self)))

    def __contains__(self, value: Any) -> bool:
        return bool((self == value).any())

    # ---- To the host: these wait

    def tolist(self) -> Any:
        """The elements as Python's numbers in nested lists; for a 0-d array the number."""

        def nest(flat: List[Any], shape: Tuple[int, ...]) -> Any:
            if not shape:
                return flat[0]
            step = len(flat) // shape[0] if shape[0] else 0
            return [nest(flat[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]

        return nest(self._flat(), self.shape)

    def item(self) -> Any:
        """The element of an array that has one, as a Python number; otherwise a ValueError."""
        if self.size != 1:
            count = f"of {self.size} elements" if self.size else "that is empty"
            raise ValueError(f"kiln: item() of an array {count}, expected 1 element")
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
        """numpy.asarray(x): a copy in host memory, in C order. copy=False is a ValueError;
        numpy.from_dlpack(x.host_view()) shares memory if device memory is host memory."""
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

    # ---- Shared with other libraries

    def __dlpack_device__(self) -> Tuple[int, int]:
        """DLPack's device type and number: (2, n) for cudaN, (4, n) for an OpenCL device."""
        return dlpack_device(self)

    def __dlpack__(self, *, stream: Optional[int] = None, max_version: Optional[Tuple[int, int]] = None,
                   dl_device: Optional[Tuple[int, int]] = None, copy: Optional[bool] = None) -> Any:
        """A capsule for from_dlpack of other libraries, as the Array API describes. What cannot be exported is a
        BufferError.

        stream: the consumer's CUstream (1: the legacy default one, 2: that of the thread) or cl_command_queue,
        which then waits on the device; None: this call waits; -1: nobody waits. dl_device (1, 0): host memory,
        see host_view.
        """
        return to_dlpack(self, stream, max_version, dl_device, copy)

    def host_view(self, copy: Optional[bool] = False) -> HostView:
        """The array for consumers that know host memory only: numpy.from_dlpack(x.host_view()) shares the memory
        of a device whose memory is the host's, such as PoCL's. For other devices it is a BufferError, or with
        copy None a copy. Kiln's work on the array is waited for. The caller orders later work of Kiln and of
        NumPy (sync)."""
        return HostView(self, copy)

    @property
    def __cuda_array_interface__(self) -> Dict[str, Any]:
        """The CUDA array interface, version 3. It waits for the work on the array. On other devices it is an
        AttributeError."""
        return cuda_array_interface(self)

    @property
    def native(self) -> NativeMemory:
        """The array's memory as OpenCL or CUDA call it; the first element is at native.offset + offset. It stays
        Kiln's and lives as long as the array or a view of it. Others' work on it must be ordered by
        Context.before_queue and after_queue, by one common queue, or by waiting."""
        return native_memory(self)

    # ---- Copies by Python's means

    def __copy__(self) -> "GpuArray":
        return self.copy()

    def __deepcopy__(self, _: Any) -> "GpuArray":
        return self.copy()

    def __reduce__(self) -> NoReturn:
        raise TypeError("kiln: a GpuArray cannot be pickled: pickle numpy.asarray(x) or x.tolist()")
