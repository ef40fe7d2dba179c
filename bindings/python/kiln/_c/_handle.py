# SPDX-License-Identifier: Apache-2.0
"""The base class of all objects that hold a handle of the C API."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, ClassVar, Optional, Type, TypeVar

from .._errors import check

H = TypeVar("H", bound="Handle")
_SECONDS = 0.2


def wait(function: Any, handle: Optional[int]) -> None:
    """Calls kiln_context_wait or kiln_array_wait until all work has run. Each call is short, because Python
    handles signals, such as that of Ctrl-C, only between calls of libraries."""
    done = ctypes.c_int()
    while not done.value:
        check(function(handle, _SECONDS, ctypes.byref(done)))


class Handle:
    """Owns one reference of the C API. Objects may be released in any order and from any thread."""

    __slots__ = ("_handle", "__weakref__")
    _handle: Optional[int]
    # The function of libkiln that releases. The class holds it, since modules may be gone before the last objects.
    _release: ClassVar[Callable[[Optional[int]], None]]

    @classmethod
    def _wrap(cls: Type[H], handle: Any) -> H:
        """Takes over the reference that a call has put into a c_void_p."""
        self = cls.__new__(cls)
        self._handle = handle.value
        return self

    def __del__(self) -> None:
        handle = getattr(self, "_handle", None)  # missing if __init__ has failed
        if handle is not None:
            self._handle = None
            type(self)._release(handle)

    def __reduce__(self) -> Any:
        raise TypeError(f"kiln: a {type(self).__name__} cannot be pickled or copied")
