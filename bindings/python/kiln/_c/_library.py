# SPDX-License-Identifier: Apache-2.0
"""Finds and loads libkiln: the wheel's own, then the file that KILN_LIBRARY names, then the system's."""

from __future__ import annotations

import ctypes
import os
import pathlib
from typing import Any, List, Tuple

from . import _abi, _drivers

# The ABI that the package is written for; meson.build gives the library the same number.
SONAME = "libkiln.so.0"


def _candidates() -> List[Tuple[str, str]]:
    """Files to try, each with what it is in a message. One that is named is the last: nothing else is loaded instead."""
    own = pathlib.Path(__file__).resolve().parents[1] / "_libs" / SONAME
    if own.exists():
        return [("the package's own", str(own))]
    named = os.environ.get("KILN_LIBRARY")
    if named:
        return [("KILN_LIBRARY", named)]
    return [("the system's", SONAME)]


def _load() -> Tuple[Any, str]:
    tried = []
    for what, path in _candidates():
        try:
            return ctypes.CDLL(path), path
        except OSError as error:
            tried.append(f"{what} ({path}): {error}")
    raise ImportError("kiln: libkiln does not load: " + "; ".join(tried)
                      + ". Install Kiln, or name the library in KILN_LIBRARY")


lib, path = _load()
_drivers.register(path)
for _name, (_result, _arguments) in _abi.PROTOTYPES.items():
    try:
        _function = getattr(lib, _name)
    except AttributeError:
        raise ImportError(f"kiln: {path} has no function {_name}: it is not the libkiln that this package is for") from None
    _function.restype = _result
    _function.argtypes = _arguments


def version() -> str:
    """The version of the loaded library, "0.1.0"."""
    number = int(lib.kiln_version())
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"
