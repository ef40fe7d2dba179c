# SPDX-License-Identifier: Apache-2.0
"""Arrays to and from files by name: NumPy's .npz and safetensors (docs/reference/files.md)."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Dict, Mapping, Optional, Union

from ._array import GpuArray
from ._c import _abi
from ._c._library import lib
from ._context import Context, context_or_default
from ._creation import asarray
from ._errors import check

Path = Union[str, "os.PathLike[str]"]


def _path(path: Path) -> bytes:
    name = os.fsencode(path)
    if b"\0" in name:
        raise ValueError(f"kiln: the path {path!r} has a zero byte")
    return name


def _format(name: Optional[str]) -> int:
    if name not in _abi.FILE_FORMATS:
        raise ValueError(f"kiln: format is {name!r}, expected 'npz', 'safetensors' or None")
    return _abi.FILE_FORMATS[name]


def save(path: Path, arrays: Mapping[str, Any], *, format: Optional[str] = None) -> None:
    """Writes arrays to a file; values that asarray() takes become arrays. format: "npz", "safetensors", or None for what the
    path ends in.

    The file appears as a whole: after a failure (FileError) an older one is as it was.
    """
    kept = {name: asarray(value) for name, value in arrays.items()}
    for name in kept:
        if not isinstance(name, str) or "\0" in name:
            raise ValueError(f"kiln: save: got the name {name!r}, expected a str without zero bytes")
    named = (_abi.NamedArray * len(kept))(*((name.encode(), array._handle) for name, array in kept.items()))
    check(lib.kiln_arrays_save(_path(path), _format(format), len(kept), named))


def load(path: Path, *, format: Optional[str] = None, context: Optional[Context] = None) -> Dict[str, GpuArray]:
    """All arrays of a file by name, on the context (None: the default one), in the file's order."""
    count, named = ctypes.c_size_t(), ctypes.POINTER(_abi.NamedArray)()
    check(lib.kiln_arrays_load(context_or_default(context)._handle, _path(path), _format(format), ctypes.byref(count),
                               ctypes.byref(named)))
    loaded: Dict[str, GpuArray] = {}
    try:
        for i in range(count.value):
            handle = ctypes.c_void_p(named[i].array)
            named[i].array = None  # the object has the reference now
            loaded[named[i].name.decode()] = GpuArray._wrap(handle)
    finally:
        lib.kiln_arrays_release(named)
    return loaded
