# SPDX-License-Identifier: Apache-2.0
"""Devices and contexts, and the default context."""

from __future__ import annotations

import atexit
import ctypes
import operator
import threading
import weakref
from typing import Any, List, NamedTuple, Optional, Tuple

from ._c import _abi, _drivers
from ._c._handle import Handle, wait
from ._c._library import lib
from ._errors import Error, ForkedError, NoDeviceError, check


class Backend(NamedTuple):
    """A backend module; reason says why it has no devices, if it has none."""

    name: str
    path: str
    reason: str
    notes: str
    device_count: int


class Device(NamedTuple):
    """A device; `device` is the string that opens it: "opencl0:0"."""

    device: str
    name: str
    platform: str
    driver: str
    uid: str
    kind: str


class Memory(NamedTuple):
    """Memory of a context, in bytes; allocations and reuses count calls (kiln_memory_info)."""

    total: int
    free: int
    largest_block: int
    in_use: int
    peak: int
    reserved: int
    allocations: int
    reuses: int


class NativeContext(NamedTuple):
    """Native handles as numbers: cl_context, cl_device_id and cl_command_queue for OpenCL; CUcontext, CUdevice
    and CUstream for CUDA."""

    context: int
    device: int
    queue: int


def _count(function: Any) -> int:
    count = ctypes.c_size_t()
    check(function(ctypes.byref(count)))
    return count.value


def backends() -> List[Backend]:
    """The backend modules that were found."""
    info, found = _abi.BackendInfo(), []
    for index in range(_count(lib.kiln_backend_count)):
        check(lib.kiln_backend_get(index, ctypes.byref(info)))
        found.append(Backend(info.name.decode(), info.path.decode(), info.reason.decode(), info.notes.decode(),
                             info.device_count))
    return found


def devices() -> List[Device]:
    """The devices of this machine. Empty where there is none: backends() says why."""
    info, found = _abi.DeviceInfo(), []
    for index in range(_count(lib.kiln_device_count)):
        check(lib.kiln_device_get(index, ctypes.byref(info)))
        found.append(Device(*(getattr(info, field).decode(errors="replace") for field in Device._fields)))
    return found


def _tristate(value: Optional[bool]) -> int:
    return _abi.TRISTATE_FLAG if value is None else int(bool(value))


def context_options(single_stream: Optional[bool] = None, launch_blocking: Optional[bool] = None,
                    fastmath: Optional[bool] = None, preallocate: Optional[float] = None, memory_budget: int = 0,
                    sched: Optional[str] = None, cache_path: Optional[str] = None) -> _abi.ContextOptions:
    """The options of Context as the C API takes them."""
    texts = [None if value is None else str(value).encode() for value in (preallocate, sched, cache_path)]
    return _abi.ContextOptions(ctypes.sizeof(_abi.ContextOptions), _tristate(single_stream), _tristate(launch_blocking),
                               _tristate(fastmath), texts[0], memory_budget, *texts[1:])


_by_handle: "weakref.WeakValueDictionary[int, Context]" = weakref.WeakValueDictionary()
_by_handle_lock = threading.RLock()  # taken again where making an object collects garbage


class Context(Handle):
    """An opened device: memory and queues. Threads may share it.

    device: "cuda0", "opencl0:0", "opencl:pocl", "gpu", "cpu", "auto" (docs/reference/flags.md), or None for the flag `device`.
    single_stream, launch_blocking, fastmath, preallocate, sched, cache_path: as the flags of those names; None: the flag's value.
    memory_budget: most device bytes the pool may hold, 0: no limit.
    NoDeviceError for an unknown or unavailable device; the message lists what there is.
    """

    __slots__ = ("_properties",)
    _release = lib.kiln_context_release

    def __init__(self, device: Optional[str] = None, *, single_stream: Optional[bool] = None,
                 launch_blocking: Optional[bool] = None, fastmath: Optional[bool] = None,
                 preallocate: Optional[float] = None, memory_budget: int = 0, sched: Optional[str] = None,
                 cache_path: Optional[str] = None) -> None:
        options = context_options(single_stream, launch_blocking, fastmath, preallocate, memory_budget, sched, cache_path)
        handle = ctypes.c_void_p()
        try:
            check(lib.kiln_context_create(None if device is None else device.encode(), ctypes.byref(options),
                                          ctypes.byref(handle)))
        except NoDeviceError as error:
            if devices():
                raise
            raise NoDeviceError(f"{error}. {_drivers.advice()}", error.status, error.vendor_code) from None
        self._handle = handle.value
        self._properties: Optional[_abi.ContextProperties] = None
        with _by_handle_lock:
            _by_handle[handle.value or 0] = self

    @classmethod
    def _adopt(cls, handle: ctypes.c_void_p) -> "Context":
        """The object for a handle, of which there is one as long as it lives. Takes over the reference."""
        with _by_handle_lock:
            known = _by_handle.get(handle.value or 0)
            if known is None:
                known = _by_handle[handle.value or 0] = cls._wrap(handle)
                known._properties = None
                return known
        lib.kiln_context_release(handle)
        return known

    @staticmethod
    def named(name: str) -> "Context":
        """The context that the flag `contexts` calls `name`, opened at the first call."""
        handle = ctypes.c_void_p()
        check(lib.kiln_context_named(name.encode(), ctypes.byref(handle)))
        return Context._adopt(handle)

    def _get(self, field: str) -> Any:
        if self._properties is None:
            properties = _abi.ContextProperties(ctypes.sizeof(_abi.ContextProperties))
            check(lib.kiln_context_get_properties(self._handle, ctypes.byref(properties)))
            self._properties = properties
        value = getattr(self._properties, field)
        return value.decode(errors="replace") if isinstance(value, bytes) else value

    @property
    def device(self) -> str:
        """The string that opens the device: "opencl0:0"."""
        return str(self._get("device"))

    @property
    def name(self) -> str:
        """The vendor's name for the device."""
        return str(self._get("name"))

    @property
    def vendor(self) -> str:
        """The device's vendor."""
        return str(self._get("vendor"))

    @property
    def platform(self) -> str:
        """The driver's platform: "Portable Computing Language", "CUDA"."""
        return str(self._get("platform"))

    @property
    def driver(self) -> str:
        """The driver's version."""
        return str(self._get("driver"))

    @property
    def language(self) -> str:
        """What kernels are compiled as: "OpenCL C 1.2", "sm_90"."""
        return str(self._get("language"))

    @property
    def uid(self) -> str:
        """PCI address or UUID, or ""."""
        return str(self._get("uid"))

    @property
    def kind(self) -> str:
        """"cpu", "gpu", "accelerator" or "other"."""
        return str(self._get("kind"))

    @property
    def backend(self) -> str:
        """The backend's name: "opencl", "cuda"."""
        return self.device.split(":")[-2 if self.device.startswith("fault:") else 0].rstrip("0123456789")

    @property
    def compute_units(self) -> int:
        """Compute units of the device."""
        return int(self._get("compute_units"))

    @property
    def total_memory(self) -> int:
        """Bytes of the device."""
        return int(self._get("total_memory"))

    @property
    def has_float64(self) -> bool:
        """Whether the device has double precision: without, float64 arrays are a DTypeError."""
        return bool(self._get("has_float64"))

    @property
    def unified_memory(self) -> bool:
        """Whether the device's memory is the host's."""
        return bool(self._get("unified_memory"))

    def memory(self) -> Memory:
        """Facts of the context's memory."""
        info = _abi.MemoryInfo(ctypes.sizeof(_abi.MemoryInfo))
        check(lib.kiln_context_get_memory(self._handle, ctypes.byref(info)))
        return Memory(*(getattr(info, field) for field in Memory._fields))

    def trim(self) -> None:
        """Gives cached memory that no pending work uses back to the device."""
        check(lib.kiln_context_trim(self._handle))

    def sync(self) -> None:
        """Waits for everything queued; raises late errors."""
        wait(lib.kiln_context_wait, self._handle)

    @property
    def native(self) -> NativeContext:
        """The handles of OpenCL or CUDA. They stay Kiln's and live as long as the context."""
        native = _abi.NativeContext(ctypes.sizeof(_abi.NativeContext))
        check(lib.kiln_context_get_native(self._handle, ctypes.byref(native)))
        return NativeContext(native.context or 0, native.device or 0, native.queue or 0)

    def after_queue(self, queue: int) -> None:
        """Work that is queued from now on runs after all work that a native queue holds now. The queue is a
        cl_command_queue or CUstream of the same native context."""
        check(lib.kiln_context_after_queue(self._handle, queue))

    def before_queue(self, queue: int) -> None:
        """Work that the native queue gets from now on runs after all work that this context holds now."""
        check(lib.kiln_context_before_queue(self._handle, queue))

    def __repr__(self) -> str:
        return f"<kiln.Context {self.device}: {self.name}>"


_default: Optional[Context] = None
_default_lock = threading.Lock()


def init(device: Optional[str] = None, **options: Any) -> Context:
    """Opens a context and makes it the default one; arguments as of Context."""
    global _default
    context = Context(device, **options)
    with _default_lock:
        _default = context
    return context


def default_context() -> Context:
    """The default context: that of the last init(), or one opened by the flag `device` at the first use."""
    global _default
    with _default_lock:
        if _default is None:
            _default = Context()
        return _default


@atexit.register
def _finish() -> None:
    """Raises errors that devices find late when the interpreter ends, since they would be lost otherwise. (The
    library sees to it that queued work ends before the process does.)"""
    failed: Optional[Error] = None
    for context in list(_by_handle.values()):
        try:
            context.sync()
        except ForkedError:  # the context belongs to the parent process
            pass
        except Error as error:
            failed = error
    if failed is not None:
        raise failed


def context_or_default(context: Optional[Context]) -> Context:
    """The context that a parameter `context` means: None is the default one."""
    if context is None:
        return default_context()
    if not isinstance(context, Context):
        raise TypeError(f"kiln: context is {context!r}, expected a kiln.Context")
    return context


def sync(context: Optional[Context] = None) -> None:
    """Waits for everything queued on the context (None: the default one, if there is one yet); raises late errors."""
    if context is None and _default is None:
        return
    context_or_default(context).sync()


def extents(shape: Any) -> "Tuple[int, ...]":
    """A shape as a tuple: an integer is one extent."""
    return (operator.index(shape),) if hasattr(shape, "__index__") else tuple(map(operator.index, shape))


def int64s(values: "Tuple[int, ...]") -> Any:
    """The numbers as a C array. A number that int64 does not hold is an OverflowError; ctypes would wrap it."""
    for value in values:
        if not -(2**63) <= value < 2**63:
            raise OverflowError(f"kiln: {value} does not fit int64")
    return (ctypes.c_int64 * len(values))(*values)
