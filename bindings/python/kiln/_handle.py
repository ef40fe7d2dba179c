# SPDX-License-Identifier: Apache-2.0
"""What all counted objects of the C API share."""

from __future__ import annotations

from typing import Any, Callable, ClassVar, Optional, Type, TypeVar

H = TypeVar("H", bound="Handle")


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
