# SPDX-License-Identifier: Apache-2.0
"""kiln.elemwise: fused kernels from expression texts."""

from __future__ import annotations

import ctypes
import functools
import threading
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from . import _abi
from ._array import GpuArray
from ._context import Context, default_context
from ._dtype import promote
from ._elementwise import is_operand
from ._errors import check
from ._handle import Handle
from ._library import lib
from ._scalar import weak_argument


class _Kernel(Handle):
    """A kiln_elementwise."""

    __slots__ = ()
    _release = lib.kiln_elementwise_release


class _Parameters(NamedTuple):
    names: List[str]
    kinds: List[int]  # kiln_parameter_kind
    read: List[str]
    written: List[str]


class Elemwise:
    """One fused kernel from a text such as "r = a*b + c*exp(d); s = a > b ? a : b" (docs/expressions.md).

    Called with what the text reads: arrays, which broadcast, and numbers, in the order of `inputs` or by name. Returns what the text
    assigns: one array, or a tuple of them in the order of `outputs`. These are new arrays, but for

      - names that are given too: f(x, r=y) writes y, converted to its dtype;
      - names that are read before they are assigned ("x += y"): they are inputs, and the array given is written.

    parameters: "r, a, b" gives the order; names that are assigned and not in it are temporaries. Without it the order is: what is
    assigned, then what is read, as they appear. Numbers: as with operators; an integer that the integer arrays cannot hold
    is int64.

    The text is compiled at the first call in a context, which is also where ParseError and DTypeError come from, and again for each
    further context. The object keeps these contexts.
    """

    def __init__(self, text: str, parameters: Optional[str] = None) -> None:
        self.text = text
        self._order = parameters
        self._kernels: Dict[Context, Tuple[_Kernel, _Parameters]] = {}
        self._lock = threading.Lock()

    def _in(self, context: Context) -> Tuple[_Kernel, _Parameters]:
        with self._lock:
            known = self._kernels.get(context)
            if known is None:
                known = self._kernels[context] = self._prepare(context)
            return known

    def _prepare(self, context: Context) -> Tuple[_Kernel, _Parameters]:
        handle, count = ctypes.c_void_p(), ctypes.c_size_t()
        check(lib.kiln_elementwise_create(context._handle, self.text.encode(),
                                          None if self._order is None else self._order.encode(), ctypes.byref(handle)))
        kernel = _Kernel._wrap(handle)
        names, kinds = ctypes.POINTER(ctypes.c_char_p)(), ctypes.POINTER(ctypes.c_int)()
        check(lib.kiln_elementwise_parameters(handle, ctypes.byref(count), ctypes.byref(names)))
        check(lib.kiln_elementwise_kinds(handle, ctypes.byref(count), ctypes.byref(kinds)))
        all_names = [(names[k] or b"").decode() for k in range(count.value)]
        all_kinds = list(kinds[: count.value])
        both = list(zip(all_names, all_kinds))
        return kernel, _Parameters(all_names, all_kinds, [name for name, kind in both if kind != _abi.PARAMETER_OUTPUT],
                                   [name for name, kind in both if kind != _abi.PARAMETER_INPUT])

    @property
    def inputs(self) -> Tuple[str, ...]:
        """The names that a call takes, in order. Before the first call this opens the default context."""
        return tuple(self._any()[1].read)

    @property
    def outputs(self) -> Tuple[str, ...]:
        """The names that a call returns, in order."""
        return tuple(self._any()[1].written)

    def _any(self) -> Tuple[_Kernel, _Parameters]:
        with self._lock:
            for known in self._kernels.values():
                return known
        return self._in(default_context())

    def __call__(self, *args: Any, **kwargs: Any) -> Union[GpuArray, Tuple[GpuArray, ...]]:
        arrays = [value for value in (*args, *kwargs.values()) if isinstance(value, GpuArray)]
        if not arrays:
            raise TypeError(f"kiln: elemwise {self.text!r}: no array is given, expected at least one")
        kernel, parameters = self._in(arrays[0].context)
        given = self._match(parameters, args, kwargs)
        arguments = (_abi.Argument * len(parameters.names))()
        new: Dict[str, ctypes.c_void_p] = {}
        inputs = [given[name] for name in parameters.read]
        integers = [value.dtype for value in inputs if isinstance(value, GpuArray) and value.dtype.kind in "iu"]
        meeting = integers or [value.dtype for value in inputs if isinstance(value, GpuArray)]
        meets = functools.reduce(promote, meeting) if meeting else None
        for argument, name, kind in zip(arguments, parameters.names, parameters.kinds):
            value = given.get(name)
            if isinstance(value, GpuArray):
                argument.kind, argument.value.array = _abi.ARGUMENT_ARRAY, value._handle
            elif kind == _abi.PARAMETER_OUTPUT and name not in given:
                new[name] = ctypes.c_void_p()
                argument.kind, argument.dtype = _abi.ARGUMENT_NEW, _abi.DTYPE_AUTO
                argument.value.new_array = ctypes.pointer(new[name])
            elif kind == _abi.PARAMETER_INPUT and is_operand(value):
                weak_argument(argument, value, meets, one_function=False)
            else:
                expected = "a kiln.GpuArray" + (" or a number" if kind == _abi.PARAMETER_INPUT else "")
                raise TypeError(f"kiln: elemwise {self.text!r}: {name} is {value!r}, expected {expected}")
        check(lib.kiln_elementwise_call(kernel._handle, len(arguments), arguments))
        made = tuple(GpuArray._wrap(new[name]) if name in new else given[name] for name in parameters.written)
        return made[0] if len(made) == 1 else made

    def _match(self, parameters: _Parameters, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Dict[str, Any]:
        """Names with their values, as Python matches arguments of functions."""
        what = f"kiln: elemwise {self.text!r}:"
        expected = ", ".join(parameters.read)
        if len(args) > len(parameters.read):
            raise TypeError(f"{what} got {len(args)} arguments, expected {len(parameters.read)}: {expected}")
        given = dict(zip(parameters.read, args))
        for name, value in kwargs.items():
            if name in given:
                raise TypeError(f"{what} {name} is given twice")
            if name not in parameters.names:
                raise TypeError(f"{what} no parameter is called {name}, expected {', '.join(parameters.names)}")
            given[name] = value
        missing = [name for name in parameters.read if name not in given]
        if missing:
            raise TypeError(f"{what} {', '.join(missing)} missing, expected {expected}")
        return given

    def __repr__(self) -> str:
        return f"kiln.elemwise({self.text!r})"


def elemwise(text: str, parameters: Optional[str] = None) -> Elemwise:
    """Elemwise(text, parameters): f = kiln.elemwise("r = a*x + y"); r = f(2.5, x, y)."""
    return Elemwise(text, parameters)
