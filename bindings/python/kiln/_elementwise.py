# SPDX-License-Identifier: Apache-2.0
"""Elementwise computations: one function of docs/reference/expressions.md, and kiln.elemwise, which fuses a text into one
kernel."""

from __future__ import annotations

import ctypes
import functools
import operator
import threading
from typing import Any, Dict, List, NamedTuple, Optional, Protocol, Sequence, Tuple, Union

from ._base import A, ArrayBase
from ._c import _abi
from ._c._handle import Handle
from ._c._library import lib
from ._c._scalar import is_scalar, limits, weak_argument
from ._context import Context, default_context
from ._dtype import BY_CODE, bool_, promote
from ._errors import check, plural


class NumpyScalar(Protocol):
    """A number of NumPy's, for type checkers, which may not have NumPy."""

    def tobytes(self) -> bytes: ...


# What a function takes: an array, or a number beside one.
Operand = Union[A, bool, int, float, complex, NumpyScalar]

_COMPARISONS = {"equal": operator.eq, "not_equal": operator.ne, "less": operator.lt, "less_equal": operator.le,
                "greater": operator.gt, "greater_equal": operator.ge}


def is_operand(value: Any) -> bool:
    """Whether an operator of arrays takes the value. Arrays in host memory are a TypeError: they are not copied
    unasked."""
    if isinstance(value, ArrayBase) or is_scalar(value):
        return True
    if isinstance(value, (list, tuple)) or hasattr(value, "__array_interface__") or hasattr(value, "__array__"):
        kind = type(value).__name__
        article = "an" if kind[:1].lower() in "aeiou" or kind == "ndarray" else "a"
        raise TypeError(f"kiln: {article} {kind} is in host memory, expected a kiln.GpuArray or a number: "
                        "kiln.asarray() copies it to the device")
    return False


def _compare_beyond(function: str, operands: Sequence[Any]) -> Any:
    """The result of comparing integers with a Python integer that their dtype cannot hold, which is the same for
    every element. None for other operands."""
    left, right = operands
    array, number = (left, right) if isinstance(left, ArrayBase) else (right, left)
    if isinstance(number, (bool, ArrayBase)) or not isinstance(number, int) or array.dtype.kind not in "iu":
        return None
    low, high = limits(array.dtype)
    if low <= number <= high:
        return None
    compare = _COMPARISONS[function]
    answer = compare(low, number) if array is left else compare(number, low)
    return array._full(array.shape, bool(answer), bool_, array.context)


def _arguments(function: str, operands: Sequence[Any]) -> Any:
    """The operands as kiln_array_apply takes them."""
    arguments = (_abi.Argument * max(1, len(operands)))()
    for place, operand in enumerate(operands):
        if isinstance(operand, ArrayBase):
            arguments[place].kind = _abi.ARGUMENT_ARRAY
            arguments[place].value.array = operand._handle
        elif not is_operand(operand):
            raise TypeError(f"kiln: {function}: operand {place + 1} is {operand!r}, expected a kiln.GpuArray or a number")
    # The condition of where() does not influence the dtype of the other operands.
    arrays = [operand for operand in operands[function == "where" :] if isinstance(operand, ArrayBase)]
    if len(arrays) < len(operands):
        meets = functools.reduce(promote, (array.dtype for array in arrays)) if arrays else None
        for argument, operand in zip(arguments, operands):
            if not isinstance(operand, ArrayBase):
                weak_argument(argument, operand, meets)
    return arguments


def apply(function: str, *operands: Operand[A], out: Optional[A] = None) -> A:
    """Computes a function of docs/reference/expressions.md by its name: function(operands). The result is a new array, or
    goes to `out`, converted to its dtype.

    There are 1 to 3 operands, arrays and numbers, and at least one is an array. Python's numbers take the dtype
    of the arrays if it is of their kind; NumPy's scalars keep theirs. DTypeError: the function does not take the
    dtypes.
    """
    if function in _COMPARISONS and len(operands) == 2:
        known = _compare_beyond(function, operands)
        if known is not None and out is not None:
            check(lib.kiln_array_assign(out._handle, known._handle))
        if known is not None:
            return known if out is None else out
    arguments = _arguments(function, operands)
    if out is not None:
        check(lib.kiln_array_apply(function.encode(), len(operands), arguments, out._handle, None))
        return out
    handle = ctypes.c_void_p()
    check(lib.kiln_array_apply(function.encode(), len(operands), arguments, None, ctypes.byref(handle)))
    like: A = next(operand for operand in operands if isinstance(operand, ArrayBase))
    return like._wrap(handle)


def apply_in_place(function: str, target: A, other: Operand[A]) -> A:
    """target = function(target, other). The target keeps its dtype. A result of a greater kind (bool < integers <
    floating point < complex) is a TypeError."""
    arguments = _arguments(function, (target, other))
    code = ctypes.c_int()
    check(lib.kiln_array_apply_dtype(function.encode(), 2, arguments, ctypes.byref(code)))
    result = BY_CODE[code.value]
    kinds = "buifc"
    if kinds.index(result.kind) > kinds.index(target.dtype.kind):
        raise TypeError(f"kiln: in-place {function} has a result of {result}, which does not go into {target.dtype}")
    check(lib.kiln_array_apply(function.encode(), 2, arguments, target._handle, None))
    return target


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
    """One fused kernel from a text such as "r = a*b + c*exp(d); s = a > b ? a : b" (docs/reference/expressions.md).
    Its operators are C's: of integers `/` truncates and `%` has the sign of its left side.

    A call takes what the text reads, in the order of `inputs` or by name: arrays, which broadcast, and numbers.
    It returns what the text assigns, in the order of `outputs`: one array, or a tuple of arrays. They are new
    arrays, except that f(x, r=y) writes y, converted to its dtype, and that a name that is read before it is
    assigned ("x += y") is an input whose array is written.

    `parameters`, such as "r, a, b", gives the order of the names; names that are assigned and not in it are
    temporaries. Without it the names that are assigned come first, then those that are read, as they appear in
    the text. Numbers take dtypes as with operators; an integer that the integer arrays cannot hold is int64.

    The first call in a context compiles the text, and raises ParseError and DTypeError. A call in another context
    compiles it again. The object keeps these contexts.
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

    def __call__(self, *args: Operand[A], **kwargs: Operand[A]) -> Union[A, Tuple[A, ...]]:
        like: Optional[A] = next((value for value in (*args, *kwargs.values()) if isinstance(value, ArrayBase)), None)
        if like is None:
            for value in (*args, *kwargs.values()):
                is_operand(value)  # tells of an array in host memory
            raise TypeError(f"kiln: elemwise {self.text!r}: no array is given, expected at least one")
        kernel, parameters = self._in(like.context)
        given = self._match(parameters, args, kwargs)
        arguments = (_abi.Argument * len(parameters.names))()
        new: Dict[str, ctypes.c_void_p] = {}
        inputs = [given[name] for name in parameters.read]
        integers = [value.dtype for value in inputs if isinstance(value, ArrayBase) and value.dtype.kind in "iu"]
        meeting = integers or [value.dtype for value in inputs if isinstance(value, ArrayBase)]
        meets = functools.reduce(promote, meeting) if meeting else None
        for argument, name, kind in zip(arguments, parameters.names, parameters.kinds):
            value = given.get(name)
            if isinstance(value, ArrayBase):
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
        made = tuple(like._wrap(new[name]) if name in new else given[name] for name in parameters.written)
        return made[0] if len(made) == 1 else made

    def _match(self, parameters: _Parameters, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Dict[str, Any]:
        """Matches names with values as Python matches the arguments of a function."""
        what = f"kiln: elemwise {self.text!r}:"
        expected = ", ".join(parameters.read)
        if len(args) > len(parameters.read):
            raise TypeError(f"{what} got {plural(len(args), 'argument')}, expected {len(parameters.read)}: {expected}")
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
