# SPDX-License-Identifier: Apache-2.0
"""What all counted objects of the C API share."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, ClassVar, Optional, Type, TypeVar

from ._errors import check

H = TypeVar("H", bound="Handle")
_SECONDS = 0.2


def wait(function: Any, handle: Optional[int]) -> None:
    """Calls kiln_context_wait or kiln_array_wait until all has run. Python handles signals, Ctrl-C's among them, only between calls
    of libraries, so that each of these is short."""
    done = ctypes.c_int()
    while not done.value:
        check(function(handle, _SECONDS, ctypes.byref(done)))


class Handle:
    """Owns one reference of the C API. The library counts, so objects may go in any order, from any thread."""

    __slots__ = ("_handle", "__weakref__")
    _handle: Optional[int]
    # A function of libkiln; held by the class, since modules may be gone when the last objects go.
    _release: ClassVar[Callable[[Optional[int]], None]]

    @classmethod
    def _wrap(cls: Type[H], handle: Any) -> H:
        """Takes over the reference that a call has put into a c_void_p."""
        self = cls.__new__(cls)
        self._handle = handle.value
        return self

    def __del__(self) -> None:
        handle = getattr(self, "_handle", None)  # not there where __init__ has failed
        if handle is not None:
            self._handle = None
            type(self)._release(handle)

    def __reduce__(self) -> Any:
        raise TypeError(f"kiln: a {type(self).__name__} cannot be pickled or copied")
