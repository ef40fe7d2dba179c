# SPDX-License-Identifier: Apache-2.0
"""Element types."""

from __future__ import annotations

import ctypes
import functools
import importlib
from typing import Any, Dict, List, Optional, Union

from ._c._library import lib
from ._errors import check
from ._flags import flags


class DType:
    """An element type: name ("float32"), itemsize (bytes), kind ("b" bool, "i", "u", "f", "c").

    Equal to its name and to NumPy's dtype of that name. numpy.dtype(t) takes it where NumPy has such a dtype.
    """

    __slots__ = ("name", "itemsize", "kind", "code")

    def __init__(self, name: str, code: int, itemsize: int) -> None:
        self.name = name
        self.code = code  # kiln_dtype
        self.itemsize = itemsize
        self.kind = "b" if name == "bool" else "f" if name == "bfloat16" else name[0]

    @property
    def dtype(self) -> Any:
        """NumPy's dtype of the same name. bfloat16 has one only if the module ml_dtypes is installed."""
        import numpy

        try:
            return numpy.dtype(self.name)
        except TypeError:
            if self.name == "bfloat16":
                try:
                    return numpy.dtype(importlib.import_module("ml_dtypes").bfloat16)
                except ImportError:
                    pass
            raise TypeError(f"kiln: NumPy has no dtype {self.name}: astype('float32') keeps every value") from None

    def __repr__(self) -> str:
        return f"kiln.{self.name}"

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, DType):
            return self is other
        if isinstance(other, str):
            return self.name == other
        try:
            return self is as_dtype(other)
        except TypeError:
            return False

    def __reduce__(self) -> Any:
        return as_dtype, (self.name,)


_NAMES = {
    "bool": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8,
    "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8, "complex64": 8, "complex128": 16,
}
BY_CODE: List[DType] = [DType(name, code, itemsize) for code, (name, itemsize) in enumerate(_NAMES.items())]
BY_NAME: Dict[str, DType] = {dtype.name: dtype for dtype in BY_CODE}

(bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64,
 complex128) = BY_CODE

# A DType, its name ("floatX" for the flag's), a dtype or scalar class of NumPy, or bool, int, float, complex.
DTypeLike = Union[DType, str, type, Any]


def floatx() -> DType:
    """The default float, flag floatX."""
    return BY_NAME[flags["floatX"]]


def complexx() -> DType:
    """The complex dtype of the default float's precision."""
    return complex128 if floatx() is float64 else complex64


def as_dtype(given: DTypeLike) -> DType:
    """The DType that a value names. TypeError: it names none."""
    if isinstance(given, DType):
        return given
    if isinstance(given, str):
        name: Optional[str] = given
    elif isinstance(given, type):
        if given is float:
            return floatx()
        if given is complex:
            return complexx()
        name = "int64" if given is int else given.__name__.rstrip("_")
    else:
        name = getattr(given, "name", None)
        if getattr(given, "isnative", True) is False:
            raise TypeError(f"kiln: {given!r} is of the other byte order, expected this machine's")
    if name == "floatX":
        return floatx()
    found = BY_NAME.get(name) if isinstance(name, str) else None
    if found is None:
        if isinstance(given, str) and "\0" not in given:
            code = ctypes.c_int()  # the error suggests what the name may mean
            check(lib.kiln_dtype_from_name(given.encode(errors="replace"), ctypes.byref(code)))
        raise TypeError(f"kiln: {given!r} is no dtype, expected one of {', '.join(BY_NAME)}, floatX")
    return found


@functools.lru_cache(maxsize=None)
def promote(a: DType, b: DType) -> DType:
    """The dtype to which a and b promote, by the Array API's table. An integer and a floating-point dtype promote
    to the latter."""
    code = ctypes.c_int()
    check(lib.kiln_dtype_promote(a.code, b.code, ctypes.byref(code)))
    return BY_CODE[code.value]


def result_type(*given: DTypeLike) -> DType:
    """The dtype to which dtypes, and those of arrays, promote."""
    found = [as_dtype(getattr(each, "dtype", each) if not isinstance(each, (DType, type)) else each) for each in given]
    if not found:
        raise TypeError("kiln: result_type() of nothing, expected dtypes or arrays")
    return functools.reduce(promote, found)
