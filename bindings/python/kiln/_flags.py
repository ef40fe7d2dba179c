# SPDX-License-Identifier: Apache-2.0
"""Flags (docs/reference/flags.md) as a mapping from name to text."""

from __future__ import annotations

import ctypes
from typing import Iterator, Mapping, NamedTuple

from ._c import _abi
from ._c._library import lib
from ._errors import FlagError, check


class Flag(NamedTuple):
    """One flag: its value and default as text, and where the value came from."""

    name: str
    type: str
    value: str
    default: str
    source: str
    help: str


def _flag(info: _abi.FlagInfo) -> Flag:
    return Flag(*(getattr(info, field).decode() for field in
                  ("name", "type", "value", "default_value", "source", "help")))


class Flags(Mapping[str, str]):
    """kiln.flags["device"] reads a flag; kiln.flags["device"] = "cuda0" sets it for contexts opened later, which wins over
    KILN_FLAGS. FlagError, a KeyError and ValueError, for unknown names and bad values."""

    def info(self, name: str) -> Flag:
        """All about one flag."""
        found = _abi.FlagInfo()
        check(lib.kiln_flag_find(name.encode(), ctypes.byref(found)))
        return _flag(found)

    def __getitem__(self, name: str) -> str:
        return self.info(name).value

    def __setitem__(self, name: str, value: object) -> None:
        check(lib.kiln_flag_set(name.encode(), str(value).encode()))

    def __iter__(self) -> Iterator[str]:
        found = _abi.FlagInfo()
        for index in range(lib.kiln_flag_count()):
            check(lib.kiln_flag_get(index, ctypes.byref(found)))
            yield found.name.decode()

    def __len__(self) -> int:
        return int(lib.kiln_flag_count())

    def __contains__(self, name: object) -> bool:
        return name in list(self)

    def __repr__(self) -> str:
        try:
            return f"kiln.flags({dict(self)})"
        except FlagError as error:
            return f"kiln.flags({error})"


flags = Flags()
