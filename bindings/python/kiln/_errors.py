# SPDX-License-Identifier: Apache-2.0
"""Statuses of the C API as exceptions. Where Python has a class for the matter, an exception is of that class too."""

from __future__ import annotations

import ctypes
import enum
from typing import Dict, Type

from ._c import _abi
from ._c._library import lib


def plural(count: int, noun: str, many: str = "") -> str:
    """ "1 argument", "2 arguments"; `many` is the noun's plural where that is not the noun and an s."""
    return f"{count} {noun if count == 1 else many or noun + 's'}"


class Status(enum.IntEnum):
    """kiln_status of kiln/types.h."""

    OK = 0
    INVALID_ARGUMENT = 1
    TYPE_ERROR = 2
    SHAPE_ERROR = 3
    INDEX_ERROR = 4
    READ_ONLY = 5
    OUT_OF_MEMORY = 6
    OUT_OF_HOST_MEMORY = 7
    NO_DEVICE = 8
    UNSUPPORTED = 9
    PARSE_ERROR = 10
    BUILD_ERROR = 11
    BACKEND_ERROR = 12
    CONTEXT_MISMATCH = 13
    FORKED = 14
    FLAG_ERROR = 15
    OVERFLOW = 16
    INTERNAL = 17
    CALLBACK_FAILED = 18
    FILE_ERROR = 19


class Error(Exception):
    """A failed call of Kiln.

    status: the Status. vendor_code: the vendor's own code, 0 if none. build_log: the compiler's output, or "".
    """

    def __init__(self, message: str, status: int = Status.INTERNAL, vendor_code: int = 0, build_log: str = "") -> None:
        super().__init__(message)
        try:
            self.status: int = Status(status)
        except ValueError:  # a newer library has statuses that this class does not know
            self.status = status
        self.vendor_code = vendor_code
        self.build_log = build_log

    def __str__(self) -> str:
        return str(self.args[0])


class InvalidArgumentError(Error, ValueError):
    """An argument is out of range or contradicts another."""


class DTypeError(Error, TypeError):
    """The operation or the device does not support a dtype."""


class ShapeError(Error, ValueError):
    """Shapes do not match, do not broadcast or do not fit."""


class OutOfRangeError(Error, IndexError):
    """An index or an axis is out of range."""


class ReadOnlyError(Error, ValueError):
    """The call would write a read-only or broadcast array."""


class OutOfMemoryError(Error, MemoryError):
    """Device memory (Status.OUT_OF_MEMORY) or host memory (Status.OUT_OF_HOST_MEMORY) ran out."""


class NoDeviceError(Error):
    """There is no such device, or its backend is unavailable; the message says why."""


class UnsupportedError(Error, NotImplementedError):
    """The device or backend cannot do this."""


class ParseError(Error, ValueError):
    """A text is not an expression; the message points at the column."""


class BuildError(Error):
    """A kernel did not compile; build_log has the compiler's output."""


class BackendError(Error):
    """A vendor call failed; the message names call and code."""


class ContextMismatchError(Error, ValueError):
    """One call got objects of two contexts."""


class ForkedError(Error):
    """The context was opened before fork()."""


class FlagError(Error, KeyError, ValueError):
    """A flag is unknown or its value is bad; the message suggests the nearest."""


class SizeError(Error, OverflowError):
    """A size, or an integer beside arrays of integers, does not fit its type."""


class FileError(Error, OSError):
    """A file cannot be read or written, or is not what its format says."""


class InternalError(Error):
    """Kiln has a defect; please report it."""


_CLASSES: Dict[int, Type[Error]] = {
    Status.INVALID_ARGUMENT: InvalidArgumentError,
    Status.TYPE_ERROR: DTypeError,
    Status.SHAPE_ERROR: ShapeError,
    Status.INDEX_ERROR: OutOfRangeError,
    Status.READ_ONLY: ReadOnlyError,
    Status.OUT_OF_MEMORY: OutOfMemoryError,
    Status.OUT_OF_HOST_MEMORY: OutOfMemoryError,
    Status.NO_DEVICE: NoDeviceError,
    Status.UNSUPPORTED: UnsupportedError,
    Status.PARSE_ERROR: ParseError,
    Status.BUILD_ERROR: BuildError,
    Status.BACKEND_ERROR: BackendError,
    Status.CONTEXT_MISMATCH: ContextMismatchError,
    Status.FORKED: ForkedError,
    Status.FLAG_ERROR: FlagError,
    Status.OVERFLOW: SizeError,
    Status.INTERNAL: InternalError,
    Status.FILE_ERROR: FileError,
}


def last_error() -> Error:
    """The last failure on this thread."""
    info = _abi.ErrorInfo()
    lib.kiln_last_error(ctypes.byref(info))
    return _CLASSES.get(info.status, Error)(info.message.decode(errors="replace"), info.status, info.vendor_code,
                                            info.build_log.decode(errors="replace"))


def check(status: int) -> None:
    """Raises the exception of a status other than KILN_OK. It must run on the thread of the failed call."""
    if status:
        raise last_error()
