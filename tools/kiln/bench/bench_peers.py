# SPDX-License-Identifier: Apache-2.0
"""Times the calls of the operation table (tools/operations) with the peers of `kiln bench`.

The `kiln` command holds this text and those of bench_peers_arrays.py, bench_peers_numpy.py, bench_peers_jax.py and
bench_peers_torch.py, appends a call of main() and runs all that once for each peer. Answers are lines of fields between tabs:

    version TEXT | missing REASON | begin INDEX | seconds INDEX CALLS ROUND... | lacks INDEX REASON

INDEX counts the requests. A request names a row of the table, what it times, dtype, size, and the bytes and floating-point operations
of Kiln's call. If a peer's call has other numbers of bytes or operations, it does something else and gets no figure.
"""
import math
import os
import time

MOST_CALLS, ROUNDS, FEWEST_ROUNDS, MOST_SECONDS = 5000, 7, 3, 1.5

given_results = True  # whether results go to a given array if the function takes one; see main()

answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what libraries print must not be read as an answer


def answer(*fields):
    print(*(str(field).replace("\t", " ").replace("\n", " ") for field in fields), sep="\t", file=answers, flush=True)


class Lacks(Exception):
    """The peer does not have the operation, or not for this dtype."""


class Case:
    """A call ready to be timed. Bytes are counted as the table counts them: by default inputs and result."""

    def __init__(self, call, inputs=(), bytes=None, operations=0):
        self.call, self.inputs, self.bytes, self.operations = call, inputs, bytes, operations


def matrix_of(size):
    columns = 1 << int(math.log2(size) / 2 + 1)
    return max(size // columns, 1), columns


def side_of(size):
    return max([side for side in [512, 1024, 2048, 4096, 8192] if side * side <= size], default=math.isqrt(size))


def axis_of(what):
    """The axis of "axis 1"; None for all of them."""
    return int(what.split()[1]) if what.startswith("axis ") else None


def number_in(what):
    """The numbers of "60000 rows of 784"."""
    return [int(word) for word in what.replace(",", " ").split() if word.isdigit()]


# ---- Elementwise functions whose names differ from Kiln's. None: the peer has none that means the same. ----

NUMPY_NAMES = {
    "rem": "fmod", "floor_mod": "remainder", "remainder": None, "max": "maximum", "min": "minimum", "clamp": "clip",
    "pow": "power", "pown": "power", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "asinh": "arcsinh",
    "acosh": "arccosh", "atanh": "arctanh", "bitwise_invert": "invert", "bitwise_left_shift": "left_shift",
    "bitwise_right_shift": "right_shift", "arg": "angle", "round": None,
}
TORCH_NAMES = {
    "rem": "fmod", "floor_mod": "remainder", "remainder": None, "max": "maximum", "min": "minimum", "mix": "lerp", "pown": "pow",
    "degrees": "rad2deg", "radians": "deg2rad", "equal": "eq", "not_equal": "ne", "less": "lt", "less_equal": "le",
    "greater": "gt", "greater_equal": "ge", "bitwise_invert": "bitwise_not", "arg": "angle",
    "round": None, "rint": "round", "fabs": "abs", "conj": "conj_physical",
}
ELEMENTWISE_1 = set(
    """negative positive abs square reciprocal sign fabs degrees radians logical_not isfinite isinf isnan isnormal signbit bitwise_invert
    popcount clz ctz ceil floor trunc round rint fract sqrt rsqrt cbrt exp exp2 exp10 expm1 log log2 log10 log1p logb ilogb sin cos tan
    asin acos atan sinh cosh tanh asinh acosh atanh sinpi cospi tanpi asinpi acospi atanpi erf erfc lgamma tgamma real imag conj
    arg""".split())
ELEMENTWISE_2 = set(
    """add subtract multiply divide true_divide floor_divide floor_mod rem fmod remainder max min fdim fmax fmin maxmag minmag copysign
    nextafter step equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor isordered isunordered
    bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift abs_diff add_sat sub_sat hadd rhadd mul_hi rotate pow powr
    pown rootn ldexp hypot logaddexp atan2 atan2pi complex""".split())
ELEMENTWISE_3 = {"clamp", "where", "fma", "mad", "mix", "smoothstep", "bitselect", "mad_hi", "mad_sat"}
SECOND_INT32 = {"pown", "rootn", "ldexp"}  # the second operand
REDUCTIONS = {"sum": "sum", "prod": "prod", "reduce_max": "max", "reduce_min": "min", "mean": "mean", "var": "var", "std": "std",
              "any": "any", "all": "all", "count_nonzero": "count_nonzero", "argmax": "argmax", "argmin": "argmin", "norm": "norm",
              "logsumexp": "logsumexp"}
SCANS = {"cumsum", "cumprod", "cummax", "cummin"}


def arity_of(operation):
    return next((arity for arity, names in enumerate([ELEMENTWISE_1, ELEMENTWISE_2, ELEMENTWISE_3], 1) if operation in names), None)


def into(function, as_array, *inputs):
    """Calls that write to the result of the first call if the function takes an array for its result."""
    result = function(*inputs)
    if any(result is array for array in inputs):
        raise Lacks("it gives the array itself")
    if not given_results:
        return lambda: function(*inputs)
    result = as_array(result)
    try:
        function(*inputs, out=result)
    except (TypeError, ValueError, RuntimeError):
        return lambda: function(*inputs)
    return lambda: function(*inputs, out=result)


class Peer:
    """What the libraries have in common. Rows of the table with calls of their own are methods: `row_` and the name."""

    new = {}  # further arguments of functions that make arrays

    def case(self, operation, what, dtype, size):
        own = getattr(self, "row_" + operation, None)
        if own:
            return own(what, dtype, size)
        if operation in REDUCTIONS:
            return self.reduction(REDUCTIONS[operation], axis_of(what), self.ones(matrix_of(size), dtype))
        if operation in SCANS:
            axis = axis_of(what)
            return self.scan(operation, axis or 0, self.random((size,) if axis is None else matrix_of(size), dtype))
        if arity_of(operation):
            function = self.function(operation, dtype)
            inputs = [self.ones((size,), "bool" if operation == "where" and k == 0 else
                                "int32" if operation in SECOND_INT32 and k == 1 else dtype) for k in range(arity_of(operation))]
            return Case(self.into(function, *inputs), inputs)
        raise Lacks("not known here")

    def whole(self, dtype):
        return dtype.startswith(("int", "uint")) or dtype == "bool"

    # Inputs that rows of several libraries share, as tools/operations makes them.
    def to_sort(self, what, dtype, size, part=1):
        return self.random((size // 64, 64) if what else (size // part,), dtype)

    def for_topk(self, what, dtype, size):
        count, *rows = number_in(what)
        return self.random((max(size // rows[0], 1), rows[0]) if rows else (size,), dtype), count

    def rows_and_places(self, dtype, size, width):
        count = max(size // width, 1)
        table = max(count // 6, 1)
        return self.ones((table, width), dtype), self.indices(count, table), self.ones((count, width), dtype)

    def single_places(self, dtype, size):
        return self.random((size,), dtype), self.indices(max(size // 4, 1), size)

    def pairs_of_places(self, dtype, size):
        a = self.random(matrix_of(size), dtype)
        at = self.indices(max(size // 4, 1), math.prod(a.shape))
        return a, at // a.shape[1], at % a.shape[1]

    def array_and_weights(self, dtype, size):
        part = {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)
        return self.random(matrix_of(size), dtype), self.random(matrix_of(size), part)

    def observations(self, dtype, size):
        return self.random((64, max(size // 64, 2)), dtype)

    def runs_of_keys(self, dtype, size):
        return self.lib.arange(size, dtype=self.dtype("int32"), **self.new) // 16, self.ones((size,), dtype)

    def integers_from(self, dtype):
        return 3 if dtype.startswith("uint") else -100

    def to_move(self, dtype, size, grows=1):
        return self.ones(matrix_of(int(size / grows)), dtype)

    def row_fused_elementwise(self, what, dtype, size):
        if what != "a + b.T":
            return self.fused(what, dtype, size)
        shape = matrix_of(size)
        a, b = self.ones(shape, dtype), self.ones(shape[::-1], dtype)
        return Case(self.into(lambda x, y, **out: self.lib.add(x, y.T, **out), a, b), [a, b])

    def fused_inputs(self, what, dtype, size):
        texts = {"a*b + c": 3, "a*b + c*exp(d)": 4}
        if what not in texts:
            raise Lacks("another expression")
        return [self.ones((size,), dtype) for _ in range(texts[what])]

    def product(self, dtype, sizes, function, *inputs):
        work = 8.0 if dtype.startswith("complex") else 2.0
        return Case(self.into(function, *inputs), inputs, operations=work * math.prod(sizes))

    def square_product(self, dtype, n):
        a, b = self.random((n, n), dtype), self.random((n, n), dtype)
        return self.product(dtype, [n, n, n], self.lib.matmul, a, b)

    def row_gemm(self, what, dtype, size):
        return self.square_product(dtype, *number_in(what))

    def row_matmul(self, what, dtype, size):
        if what != "matrix by vector":
            return self.square_product(dtype, *number_in(what))
        n = side_of(size)
        return self.product(dtype, [n, n], self.lib.matmul, self.random((n, n), dtype), self.random((n,), dtype))

    def row_gemm_list(self, what, dtype, size):
        count, n = number_in(what)
        a, b = self.random((count, n, n), dtype), self.random((count, n, n), dtype)
        return self.product(dtype, [count, n, n, n], self.lib.matmul, a, b)

    def row_tensordot(self, what, dtype, size):
        n = number_in(what)[0]
        a = self.random((n, n), dtype)
        return self.product(dtype, [n, n, n], lambda x: self.lib.tensordot(x, x, ([0], [0])), a)

    def row_gemv(self, what, dtype, size):
        n = math.isqrt(size)
        a, x = self.random((n, n), dtype), self.random((n,), dtype)
        return self.product(dtype, [n, n], self.lib.matmul, a.T if what else a, x)

    def row_dot(self, what, dtype, size):
        a, b = self.random((size,), dtype), self.random((size,), dtype)
        return self.product(dtype, [size], self.lib.dot, a, b)

    def row_vdot(self, what, dtype, size):
        a, b = self.random((size,), dtype), self.random((size,), dtype)
        return self.product(dtype, [size], self.lib.vdot, a, b)

    def row_outer(self, what, dtype, size):
        n = math.isqrt(size)
        x, y = self.random((n,), dtype), self.random((n,), dtype)
        return Case(self.into(self.lib.outer, x, y), [], n * n * x.itemsize)

    def row_real(self, what, dtype, size, name="real"):
        a = self.ones((size,), dtype)
        return Case(self.part(name, a), [], a.nbytes * (1.5 if dtype.startswith("complex") else 2))

    def row_imag(self, what, dtype, size):
        if not dtype.startswith("complex"):
            raise Lacks("zeros, for which nothing is read")
        return self.row_real(what, dtype, size, "imag")

    def row_vecdot(self, what, dtype, size):
        shape = matrix_of(size)
        return self.product(dtype, shape, self.vecdot, self.random(shape, dtype), self.random(shape, dtype))

    def row_vector_norm(self, what, dtype, size):
        a = self.random(matrix_of(size), dtype)
        return Case(self.into(lambda x: self.vector_norm(x, number_in(what)[0]), a), [a])

    def vector_norm(self, x, order):
        return self.lib.linalg.norm(x.reshape(-1), order)

    def row_cross(self, what, dtype, size):
        shape = (max(size // 3, 1), 3)
        a, b = self.random(shape, dtype), self.random(shape, dtype)
        return Case(self.into(lambda x, y: self.cross(x, y), a, b), [a, b])

    def cross(self, x, y):
        return self.lib.cross(x, y)

    def row_trace(self, what, dtype, size):
        n = number_in(what)[0]
        a = self.random((n, n), dtype)
        return Case(self.into(self.lib.trace, a), [], n * a.itemsize)

    def row_diff(self, what, dtype, size):
        a = self.random((size,), dtype)
        return Case(self.into(self.lib.diff, a), [a])

    def row_isin(self, what, dtype, size):
        a, values = self.random((size,), dtype), self.random(tuple(number_in(what)), dtype)
        return Case(self.into(self.isin, a, values), [a])

    def isin(self, a, values, **more):
        return self.lib.isin(a, values, **more)

    def row_take_at(self, what, dtype, size):
        a, i, j = self.pairs_of_places(dtype, size)
        return Case(self.into(lambda x, *at: x[at], a, i, j), [i, j], i.nbytes + j.nbytes + 2 * len(i) * a.itemsize)

    def row_custom_scan(self, what, dtype, size):
        raise Lacks("no scan of the caller's own")

    def row_scan_by_key(self, what, dtype, size):
        raise Lacks("no scan of runs")

    def row_custom_reduction(self, what, dtype, size):
        a, b = self.ones((size,), dtype), self.ones((size,), dtype)
        return Case(self.into(self.lib.dot, a, b), [a, b])


# ---- Timing: as Kiln's calls are timed (tools/kiln/bench_measure.cpp) ----

def measure(peer, call, round_seconds):
    def one_round(calls):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        peer.wait()
        return time.perf_counter() - start

    first = one_round(1)
    calls = 1
    # A call that takes so long needs no further one to warm up, unless it was compiled.
    while True:
        seconds = one_round(calls)
        if seconds >= round_seconds / 2 or calls >= MOST_CALLS:
            break
        calls = min(MOST_CALLS, math.ceil(calls * min(max(round_seconds / max(seconds, 1e-7), 1), 100)))
    if seconds > MOST_SECONDS and first < 2 * seconds:
        return calls, [seconds / calls]
    rounds = [one_round(calls) / calls]
    count = min(max(int(MOST_SECONDS / max(rounds[0] * calls, 1e-9)), FEWEST_ROUNDS), ROUNDS)
    return calls, rounds + [one_round(calls) / calls for _ in range(count - 1)]


def bytes_of(case, result):
    if case.bytes is not None:
        return case.bytes
    results = result if isinstance(result, (tuple, list)) else [result]
    return sum(getattr(array, "nbytes", 8) for array in [*case.inputs, *results])


def run(peer, index, request, round_seconds):
    case = peer.case(request["operation"], request["what"], request["dtype"], request["size"])
    unit = "operations" if case.operations else "bytes"
    amount, expected = case.operations or bytes_of(case, case.call()), request[unit]
    if abs(amount - expected) > 0.02 * expected:
        raise Lacks(f"the peer's call is another one: {amount:.6g} {unit}, Kiln's {expected:.6g}")
    calls, rounds = measure(peer, case.call, round_seconds)
    answer("seconds", index, calls, *(f"{seconds:.9g}" for seconds in rounds))


def main(name, device, round_seconds, requests, given=True):
    global given_results
    given_results = given
    try:
        peer = {"numpy": NumPy, "torch": Torch, "cupy": CuPy, "jax": Jax}[name](device)
    except ModuleNotFoundError as error:
        return answer("missing", f"not installed: {error}")
    except Exception as error:
        return answer("missing", f"{type(error).__name__}: {error}")
    answer("version", peer.version + ("" if given else ", each result a new array"))
    for index, request in enumerate(requests):
        answer("begin", index)
        try:
            run(peer, index, request, round_seconds)
        except Lacks as error:
            answer("lacks", index, error)
        except Exception as error:  # the other requests go on
            answer("lacks", index, f"{type(error).__name__}: {error}"[:200])
