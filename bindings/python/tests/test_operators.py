# SPDX-License-Identifier: Apache-2.0
"""Every operator against NumPy: arrays, numbers on either side, in place, promotion, refusals."""
import operator
import unittest

import numpy as np

import kiln
from support import ALL, COMPLEX, DOUBLE, FLOATS, INTEGERS, SIGNED, TestCase, few, sample

NUMERIC = INTEGERS + FLOATS + COMPLEX
REAL = INTEGERS + FLOATS
BITS = ["bool"] + INTEGERS
# Operator, its in-place form, dtypes, whether zeros of the right operand are left out.
BINARY = [
    (operator.add, operator.iadd, NUMERIC, False),
    (operator.sub, operator.isub, NUMERIC, False),
    (operator.mul, operator.imul, NUMERIC, False),
    (operator.truediv, operator.itruediv, FLOATS + COMPLEX, True),
    (operator.floordiv, operator.ifloordiv, REAL, True),
    (operator.mod, operator.imod, REAL, True),
    (operator.pow, operator.ipow, FLOATS + INTEGERS, True),
    (operator.and_, operator.iand, BITS, False),
    (operator.or_, operator.ior, BITS, False),
    (operator.xor, operator.ixor, BITS, False),
    (operator.lshift, operator.ilshift, INTEGERS, True),
    (operator.rshift, operator.irshift, INTEGERS, True),
    (operator.eq, None, ALL, False),
    (operator.ne, None, ALL, False),
    (operator.lt, None, BITS + FLOATS, False),
    (operator.le, None, BITS + FLOATS, False),
    (operator.gt, None, BITS + FLOATS, False),
    (operator.ge, None, BITS + FLOATS, False),
]


def tolerance(name, dtype):
    inexact = name in ("pow", "truediv") and dtype[0] in "fc" or dtype[0] == "c" and name in ("mul",)
    return 0 if not inexact else 1e-5 if dtype in ("float32", "complex64") else 1e-13


class Binary(TestCase):
    def test_arrays(self):
        for op, _, dtypes, nonzero in BINARY:
            for dtype in few(dtypes, op.__name__, 1):
                with self.subTest(op=op.__name__, dtype=dtype):
                    a = sample(dtype, seed=2, positive=op is operator.pow)
                    b = sample(dtype, seed=3, positive=nonzero)
                    if op is operator.pow:
                        a, b = np.minimum(a, 3).astype(dtype), np.minimum(b, 3).astype(dtype)
                    got = op(kiln.asarray(a), kiln.asarray(b))
                    self.assertSame(got, op(a, b), tolerance(op.__name__, dtype))

    def test_numbers_on_either_side(self):
        """A Python number has the dtype of the array."""
        for op, _, dtypes, _ in BINARY:
            for dtype in few(dtypes, op.__name__, 1):
                with self.subTest(op=op.__name__, dtype=dtype):
                    a = sample(dtype, seed=4, positive=True)
                    number = True if dtype == "bool" else 2 if dtype[0] in "iu" else 2.5 if dtype[0] == "f" else 2 + 1j
                    typed = a.dtype.type(number)
                    x = kiln.asarray(a)
                    self.assertSame(op(x, number), op(a, typed), tolerance(op.__name__, dtype))
                    if op not in (operator.lshift, operator.rshift):
                        self.assertSame(op(number, x), op(typed, a), tolerance(op.__name__, dtype))

    def test_in_place(self):
        for _, op, dtypes, nonzero in BINARY:
            if op is None:
                continue
            for dtype in few(dtypes, op.__name__, 1):
                with self.subTest(op=op.__name__, dtype=dtype):
                    a, b = sample(dtype, seed=5, positive=True), sample(dtype, seed=6, positive=nonzero)
                    b = b if op is not operator.ipow else np.minimum(b, 2).astype(dtype)
                    x = before = kiln.asarray(a)
                    view = x[1:]
                    x = op(x, kiln.asarray(b))
                    self.assertIs(x, before)
                    expected = op(a.copy(), b)
                    near = tolerance(op.__name__[1:], dtype)
                    self.assertSame(x, expected, near)
                    self.assertSame(view, expected[1:], near)

    def test_integers_divide_to_floats(self):
        a, b = np.array([7, -7, 8], "int32"), np.array([2, 2, 3], "int32")
        self.assertSame(kiln.asarray(a) / kiln.asarray(b), (a / b).astype("float32"), 1e-6)
        self.assertSame(3 / kiln.asarray(b), (3 / b).astype("float32"), 1e-6)

    def test_division_by_zero_of_integers_gives_zero(self):
        x, zero = kiln.asarray([5, -5]), kiln.asarray([0, 0])
        self.assertSame(x // zero, [0, 0])
        self.assertSame(x % zero, [0, 0])

    def test_integers_divide_as_python_s_do(self):
        for dtype, least in (("int32", -2**31), ("int8", -128), ("uint8", 0)):
            numbers = [least, 7, 3, 1, 127] + ([-1, -3, -7] if least else [])
            pairs = [(a, b) for a in numbers + [0] for b in numbers if b]
            a, b = (kiln.asarray([pair[i] for pair in pairs], dtype) for i in (0, 1))
            with self.subTest(dtype=dtype):
                self.assertEqual((a % b).tolist(), [m % n for m, n in pairs])
                # The smallest integer by -1 does not fit, and wraps to itself.
                whole = [m // n if (m, n) != (least, -1) else least for m, n in pairs]
                self.assertEqual((a // b).tolist(), whole)
                self.assertSame(a / b, np.array([m / n for m, n in pairs], "float32"), 1e-6)
        self.assertEqual((-7 % kiln.asarray([3, -3])).tolist(), [2, -1])
        self.assertEqual((kiln.asarray([7, 0, -7]) / 0).tolist()[::2], [float("inf"), float("-inf")])
        flags = kiln.asarray([True, False])
        self.assertEqual((flags / kiln.asarray([True, True])).tolist(), [1, 0])
        with self.assertRaises(TypeError):
            flags % flags

    def test_unary(self):
        for op, dtypes in [(operator.neg, SIGNED + FLOATS + COMPLEX), (operator.pos, NUMERIC), (operator.invert, BITS),
                           (abs, SIGNED + FLOATS + COMPLEX)]:
            for dtype in few(dtypes, op.__name__, 1):
                with self.subTest(op=op.__name__, dtype=dtype):
                    a = sample(dtype, seed=7)
                    self.assertSame(op(kiln.asarray(a)), op(a), 1e-6 if dtype[0] == "c" else 0)

    def test_matmul(self):
        for dtype in few(FLOATS + COMPLEX, "m", 1):
            with self.subTest(dtype=dtype):
                a, b = sample(dtype, (2, 3, 4), 8), sample(dtype, (4, 5), 9)
                self.assertSame(kiln.asarray(a) @ kiln.asarray(b), a @ b, 1e-5)
        x = kiln.asarray(sample("float32", (4,), 10))
        self.assertSame(x @ x, np.float32(np.asarray(x) @ np.asarray(x)), 1e-6)
        self.assertSame(kiln.matmul(x, x), x @ x, 1e-6)
        y = kiln.asarray(sample("float32", (4, 4), 11))
        expected = np.asarray(x) @ np.asarray(y)
        x @= y
        self.assertSame(x, expected, 1e-5)

    def test_broadcasting(self):
        a, b = sample("int32", (3, 1), 11), sample("int32", (4,), 12)
        self.assertSame(kiln.asarray(a) + kiln.asarray(b), a + b)
        x = kiln.asarray(a)
        with self.assertRaises(kiln.ShapeError):
            x += kiln.asarray(b)
        self.assertSame(x, a)

    def test_strided_and_empty(self):
        a = sample("int32", (6, 4), 13)
        x = kiln.asarray(a)
        self.assertSame(x[::-2].T + x[1::2].T, a[::-2].T + a[1::2].T)
        self.assertSame(x[:0] + x[:0], a[:0])

    def test_divmod_by_two_operators(self):
        a = sample("int32", seed=14)
        x = kiln.asarray(a)
        self.assertSame((x // 3) * 3 + x % 3, a)


class Promotion(TestCase):
    def test_pairs(self):
        pairs = [("int8", "uint8", "int16"), ("uint8", "int64", "int64"), ("int64", "float32", "float32"),
                 ("bool", "uint16", "uint16"), ("float32", "complex64", "complex64")]
        pairs += [("float64", "complex64", "complex128"), ("float32", "float64", "float64")] if DOUBLE else []
        for a, b, result in pairs:
            with self.subTest(a=a, b=b):
                self.assertEqual(kiln.result_type(a, b), result)
        self.assertEqual((kiln.ones(2, "int8") + kiln.ones(2, "uint8")).dtype, "int16")

    def test_python_numbers_are_weak(self):
        self.assertEqual((kiln.ones(2, "float32") * 2).dtype, "float32")
        self.assertEqual((kiln.ones(2, "float16") * 2.5).dtype, "float16")
        self.assertEqual((kiln.ones(2, "uint8") + True).dtype, "uint8")
        self.assertEqual((kiln.ones(2, "int32") * 2.5).dtype, "float32")  # floatX
        self.assertEqual((kiln.ones(2, "float32") * 1j).dtype, "complex64")
        self.assertEqual((kiln.ones(2, "bool") + 1).dtype, "int64")

    def test_numpy_scalars_are_not(self):
        x = kiln.ones(2, "int8")
        self.assertEqual((x + np.int32(1)).dtype, "int32")
        self.assertEqual((np.int32(1) + x).dtype, "int32")
        self.assertSame(np.float32(3) - kiln.asarray([1, 2], "float32"), np.array([2, 1], "float32"))

    def test_integers_that_do_not_fit(self):
        x = kiln.asarray([1, 2], "uint8")
        for op in (operator.add, operator.mul, operator.iadd):
            with self.assertRaises(OverflowError):
                op(x, 300)
            with self.assertRaises(OverflowError):
                op(x, -1)
        self.assertSame(x, np.array([1, 2], "uint8"))
        for op, answer in [(operator.eq, False), (operator.ne, True), (operator.lt, True), (operator.le, True),
                           (operator.gt, False), (operator.ge, False)]:
            self.assertSame(op(x, 300), [answer] * 2, message=op.__name__)
            self.assertSame(op(x, 2**70), [answer] * 2, message=op.__name__)
        self.assertSame(x > -1, [True, True])
        self.assertSame(-1 < x, [True, True])
        self.assertSame(300 < x, [False, False])

    def test_in_place_keeps_the_dtype(self):
        for dtype, other in [("int32", 1.5), ("int32", kiln.ones(1, "float32")), ("bool", 1), ("float32", 1j),
                             ("uint8", kiln.ones(1, "int16"))]:
            x = kiln.ones(1, dtype)
            with self.subTest(dtype=dtype), self.assertRaisesRegex(TypeError, "in-place"):
                x += other
        x = kiln.ones(1, "int32")
        flags = kiln.asarray([True, False])  # a power of bool is a number, by the library's typing rules
        self.assertNotEqual((flags ** flags).dtype, "bool")
        with self.assertRaisesRegex(TypeError, "in-place pow"):
            flags **= flags
        with self.assertRaisesRegex(TypeError, "in-place true_divide"):
            x /= 2
        x = kiln.ones(1, "int8")
        x += kiln.asarray([300], "int16")  # of its kind: converted
        self.assertSame(x, np.array([45], "int8"))


class Refusals(TestCase):
    def test_what_is_no_operand(self):
        x = kiln.ones(2)
        for other in (None, "1", object()):
            with self.subTest(other=other):
                with self.assertRaises(TypeError):
                    x + other
                with self.assertRaises(TypeError):
                    other + x
                with self.assertRaises(TypeError):
                    x < other
        self.assertIs(x == None, False)  # noqa: E711
        self.assertIs(x != "1", True)

    def test_arrays_on_the_host(self):
        x, host = kiln.ones(2), np.ones(2, "float32")
        for other in (host, [1.0, 2.0]):
            for op in (operator.add, operator.eq, operator.matmul, operator.iadd):
                named = "an ndarray" if other is host else "a list"
                with self.assertRaisesRegex(TypeError, f"{named} is in host memory.*asarray"):
                    op(x, other)
            with self.assertRaisesRegex(TypeError, "host memory"):
                other - x
            with self.assertRaisesRegex(TypeError, "host memory.*asarray"):
                kiln.elemwise("r = x + 1")(other)
            with self.assertRaisesRegex(TypeError, "host memory.*asarray"):
                kiln.elemwise("r = x + y")(2, y=other)

    def test_dtypes(self):
        with self.assertRaisesRegex(kiln.DTypeError, "bitwise_and"):
            kiln.ones(2) & kiln.ones(2)
        with self.assertRaises(TypeError):
            ~kiln.ones(2)
        with self.assertRaises(kiln.DTypeError):
            kiln.ones(2, "complex64") < 1j

    def test_shapes_and_contexts(self):
        with self.assertRaisesRegex(ValueError, "3.*4|4.*3"):
            kiln.ones(3) + kiln.ones(4)
        other = kiln.Context(kiln.default_context().device)
        with self.assertRaises(kiln.ContextMismatchError):
            kiln.ones(3) + kiln.ones(3, context=other)

    def test_read_only(self):
        x = kiln.ones(1).broadcast_to(3)
        with self.assertRaises(kiln.ReadOnlyError):
            x += 1


if __name__ == "__main__":
    unittest.main()
