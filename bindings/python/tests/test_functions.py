# SPDX-License-Identifier: Apache-2.0
"""Functions, reductions, elemwise, random numbers and flags."""
import inspect
import pathlib
import re
import unittest

import numpy as np

import kiln
from kiln import _functions
from support import CONTEXT, FLOATS, INTEGERS, TestCase, few, sample

DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs" / "reference" / "expressions.md"
# By kiln.apply alone: OpenCL C's names of functions that are here, and what is no operation of arrays. select is not in Kiln.
APPLY_ONLY = {"max", "min", "mad24", "native_recip", "half_recip", "index", "select"}


class Functions(TestCase):
    def test_all_of_the_documentation_are_there(self):
        text = DOCS.read_text(encoding="utf-8")
        text = text[text.index("## Operators"):text.index("### Other names")]
        documented = {name for name in re.findall(r"`([a-z_0-9]+)\([a-z0-9, ]*\)`", text)}
        self.assertGreater(len(documented), 100)
        self.assertEqual(documented - set(_functions.__all__), APPLY_ONLY)

    def test_each_is_called_by_its_name(self):
        """Few are computed, as each is a kernel to compile; all are found in the library, which refuses four operands."""
        for name in _functions.__all__:
            function = getattr(kiln, name)
            with self.subTest(name=name):
                self.assertIsInstance(function, kiln.Function)
                self.assertTrue(function.__doc__.endswith("."))
                arity = function.__doc__[: function.__doc__.index(")")].count(",") + 1
                wrong = [kiln.ones(1)] * (arity + 1 if arity < 3 else 2)
                with self.assertRaises(kiln.InvalidArgumentError) as caught:
                    function(*wrong)
                self.assertIn(str(arity), str(caught.exception))

    def test_values(self):
        a = sample("float32", positive=True)
        x = kiln.asarray(a)
        for name, expected in [("exp", np.exp(a)), ("hypot", np.hypot(a, a)), ("arctan2", np.arctan2(a, a)),
                               ("round", np.round(a)), ("sign", np.sign(a)), ("maximum", np.maximum(a, a))]:
            function = getattr(kiln, name)
            arity = function.__doc__[: function.__doc__.index(")")].count(",") + 1
            self.assertSame(function(*[x] * arity), expected, 1e-6, name)
        self.assertSame(kiln.divide(kiln.asarray([7]), 2), np.array([3.5], "float32"))
        self.assertSame(kiln.remainder(kiln.asarray([-7]), 4), [1])
        self.assertSame(kiln.apply("divide", kiln.asarray([-7]), 2), [-3])
        self.assertSame(kiln.round(kiln.asarray([2.5])), np.array([2], "float32"))

    def test_numbers_beside_arrays(self):
        x = kiln.asarray([1, 5, 9])
        self.assertSame(kiln.where(x > 4, 1.5, x.astype("float32")), np.array([1, 1.5, 1.5], "float32"))
        self.assertSame(kiln.where(x > 4, 1, 0), [0, 1, 1])
        self.assertSame(kiln.clip(x, 2, 6), [2, 5, 6])
        self.assertSame(kiln.ldexp(x.astype("float32"), 2), np.array([4, 20, 36], "float32"))
        y = kiln.zeros(3, "int32")
        self.assertIs(kiln.add(x, 1, out=y), y)
        self.assertSame(y, np.array([2, 6, 10], "int32"))
        with self.assertRaises(TypeError):
            kiln.exp("x")
        with self.assertRaises(kiln.InvalidArgumentError):
            kiln.exp(1.0)
        with self.assertRaisesRegex(kiln.Error, "expp"):
            kiln.apply("expp", x)
        with self.assertRaises(kiln.Error):
            kiln.apply("exp")


class IntegersBesideIntegers(TestCase):
    """A Python integer and an array of integers: in floating point any integer will do, in integers the dtype must hold it."""

    NUMBERS = [-1, 3, 256, 70000, -(2**31), 2**40, 2**63 - 1, -(2**63)]
    FLOATING = {"divide": np.true_divide, "hypot": np.hypot, "atan2": np.arctan2, "copysign": np.copysign, "fdim": None,
                "logaddexp": np.logaddexp, "fmax": np.fmax, "fmod": np.fmod}

    def test_functions_in_floating_point(self):
        for name, numpy_function in self.FLOATING.items():
            for dtype in few(INTEGERS, name):
                a = sample(dtype, positive=True)
                x = kiln.asarray(a)
                reference = numpy_function or (lambda p, q: np.maximum(p - q, 0))
                for number in self.NUMBERS:
                    with self.subTest(name=name, dtype=dtype, number=number):
                        # As the expression has it: both operands in the default float.
                        real, own = np.float64(np.float32(number)), a.astype("float64")
                        self.assertSame(getattr(kiln, name)(x, number), reference(own, real).astype("float32"), 3e-6)
                        if name == "divide":
                            self.assertSame(x / number, reference(own, real).astype("float32"), 3e-6)
                            self.assertSame(number / x, reference(real, own).astype("float32"), 3e-6)
                        if name == "atan2":
                            self.assertSame(kiln.atan2(number, x), reference(real, own).astype("float32"), 3e-6)

    def test_functions_in_integers(self):
        for dtype in INTEGERS:
            x, low, high = kiln.zeros(2, dtype), np.iinfo(dtype).min, np.iinfo(dtype).max
            condition = kiln.zeros(2, "bool")
            for number in (int(high) + 1, int(low) - 1, 2**70, -(2**70)):
                for call in (lambda: x + number, lambda: number - x, lambda: x // number, lambda: x & number,
                             lambda: kiln.maximum(x, number), lambda: kiln.where(condition, x, number),
                             lambda: kiln.add(x, number, out=x), lambda: kiln.clip(x, 0, number)):
                    with self.subTest(dtype=dtype, number=number), self.assertRaises(OverflowError):
                        call()
        for number in (2**63, -(2**63) - 1):  # numbers have 64 bits
            with self.assertRaises(OverflowError):
                kiln.zeros(2, "uint8") / number
        self.assertSame(kiln.asarray([2**63], "uint64") / 2**63, np.ones(1, "float32"))

    def test_what_has_its_own_rule(self):
        x = kiln.asarray([0, 1, 2], "uint8")
        self.assertSame(kiln.logical_and(x, 300), [False, True, True])
        self.assertSame(kiln.where(256, x, x + 1), np.array([0, 1, 2], "uint8"))
        result = kiln.zeros(3, "bool")
        self.assertIs(kiln.less(x, 300, out=result), result)
        self.assertSame(result, [True] * 3)
        with self.assertRaises(OverflowError):
            kiln.ldexp(kiln.ones(2, "float32"), 2**40)


class Reductions(TestCase):
    def test_against_numpy(self):
        a = sample("int32", (3, 4, 2), 3)
        x = kiln.asarray(a)
        for name in ("sum", "prod", "max", "min", "any", "all", "argmax", "argmin"):
            with self.subTest(name=name):
                self.assertSame(getattr(x, name)(), getattr(a, name)())
                self.assertSame(getattr(x, name)(1), getattr(a, name)(1))
                self.assertSame(getattr(x, name)(axis=-1, keepdims=True), getattr(a, name)(axis=-1, keepdims=True))
        self.assertSame(x.sum((0, 2)), a.sum((0, 2)))
        self.assertSame(x.sum(()), a.astype("int64"))
        self.assertSame(x.sum(dtype="float32"), a.sum(dtype="float32"))
        self.assertSame(kiln.ones((2, 0)).sum(1), np.zeros(2, "float32"))

    def test_statistics(self):
        for dtype in few(FLOATS, "s", 1):
            a = sample(dtype, (3, 4), 4)
            x = kiln.asarray(a)
            self.assertSame(x.mean(0), a.mean(0), 1e-6)
            self.assertSame(x.var(1), a.var(1), 1e-5)
            self.assertSame(x.std(correction=1), np.asarray(a.std(ddof=1)), 1e-5)
        self.assertEqual(kiln.arange(3).mean().dtype, kiln.flags["floatX"])
        self.assertEqual(kiln.arange(3).mean(dtype="float16").dtype, "float16")

    def test_refusals(self):
        x = kiln.ones((2, 3))
        for wrong in (lambda: x.sum(2), lambda: x.sum((0, 0)), lambda: x.sum(2**70)):
            with self.assertRaises((IndexError, ValueError, OverflowError)):
                wrong()
        with self.assertRaises(kiln.ShapeError):
            kiln.ones(0).max()
        with self.assertRaises(TypeError):
            x.sum(1.5)
        with self.assertRaises(kiln.DTypeError):
            kiln.ones(2, "complex64").max()


class Elemwise(TestCase):
    def test_one_output(self):
        f = kiln.elemwise("r = a*x + b")
        a = sample("float32", (3, 2))
        x = kiln.asarray(a)
        self.assertSame(f(2, x, 1.5), 2 * a + np.float32(1.5), 1e-6)
        self.assertSame(f(2, b=1.5, x=x[:, :1]), 2 * a[:, :1] + np.float32(1.5), 1e-6)
        self.assertEqual((f.inputs, f.outputs), (("a", "x", "b"), ("r",)))
        y = kiln.zeros((3, 2), "int32")
        self.assertIs(f(2, x, 1.0, r=y), y)
        self.assertSame(y, (2 * a + 1).astype("int32"))

    def test_several_outputs_and_updates(self):
        f = kiln.elemwise("s = x + y; x += 1; d = s - 1")
        x, y = kiln.asarray([1, 2]), kiln.asarray([10, 20])
        s, r, d = f(x, y)
        self.assertSame(s, [11, 22])
        self.assertIs(r, x)
        self.assertSame(x, [2, 3])
        self.assertSame(d, [10, 21])

    def test_parameters(self):
        f = kiln.elemwise("t = a; a = b; b = t", "a, b")
        a, b = kiln.asarray([1]), kiln.asarray([2])
        f(a, b)
        self.assertEqual((a.item(), b.item()), (2, 1))
        r = kiln.elemwise("r = index()")(r=kiln.zeros((2, 2), "int64"))
        self.assertSame(r, [[0, 1], [2, 3]])

    def test_compiled_once_in_a_context(self):
        f = kiln.elemwise("r = x*3.25 - x")
        x = kiln.ones(3)
        f(x)
        before = self.compiled()
        f(x)
        f(x)
        self.assertEqual(self.compiled(), before)
        other = kiln.Context(CONTEXT.device)
        self.assertSame(f(kiln.ones(3, context=other)), np.full(3, 2.25, "float32"))

    @staticmethod
    def compiled():
        import ctypes

        from kiln._c._library import lib
        counters = (ctypes.c_uint64 * 5)(40)
        assert lib.kiln_context_get_cache(ctypes.c_void_p(CONTEXT._handle), counters) == 0
        return counters[1] + counters[2]

    def test_refusals(self):
        f = kiln.elemwise("r = a + b")
        x = kiln.ones(2)
        for call in (lambda: f(x), lambda: f(x, x, x), lambda: f(x, a=x, b=x), lambda: f(x, x, c=x), lambda: f(1, 2),
                     lambda: f(x, np.ones(2)), lambda: f(x, "b"), lambda: f(x, x, r=3),
                     lambda: kiln.elemwise("x += y")(1, x)):
            with self.assertRaises(TypeError):
                call()
        with self.assertRaisesRegex(kiln.ParseError, "did you mean 'exp'"):
            kiln.elemwise("r = epx(a)")(x)
        with self.assertRaises(kiln.DTypeError):
            kiln.elemwise("r = a & 1.5")(x)
        with self.assertRaises(kiln.ShapeError):
            f(kiln.ones(2), kiln.ones(3))


class Random(TestCase):
    def test_streams(self):
        first, second = kiln.Random(7), kiln.Random(7)
        u = first.uniform((3, 4), -1, 1)
        self.assertSame(second.uniform((3, 4), -1, 1), np.asarray(u))
        self.assertTrue(bool((kiln.abs(u) <= 1).all()))
        self.assertEqual(first.counter, 3)
        n = first.normal(1000, 5, 2)
        self.assertAlmostEqual(n.mean().item(), 5, delta=0.4)
        self.assertAlmostEqual(n.std().item(), 2, delta=0.3)
        i = first.integers(-3, 3, (500,), "int8")
        self.assertEqual((i.dtype, i.min().item(), i.max().item()), (kiln.int8, -3, 2))
        first.counter = 0
        self.assertSame(first.uniform((3, 4), -1, 1), np.asarray(u))
        self.assertIs(first.context, CONTEXT)

    def test_refusals(self):
        r = kiln.Random(0)
        with self.assertRaises(OverflowError):
            kiln.Random(-1)
        with self.assertRaises(OverflowError):
            r.counter = 2**64
        with self.assertRaises(ValueError):
            r.uniform(3, 1, 0)
        with self.assertRaises(kiln.Error):
            r.integers(0, 300, 2, "uint8")
        with self.assertRaises(TypeError):
            r.uniform(3, dtype="int32")


class Flags(TestCase):
    def test_reading_and_setting(self):
        self.assertEqual(kiln.flags["floatX"], "float32")
        self.assertIn("device", kiln.flags)
        self.assertNotIn("devise", kiln.flags)
        self.assertEqual(len(list(kiln.flags)), len(kiln.flags))
        self.assertTrue(kiln.flags.info("device").help)
        self.assertIn("device", repr(kiln.flags))
        before = kiln.flags["fastmath"]
        kiln.flags["fastmath"] = True
        self.assertEqual((kiln.flags["fastmath"], kiln.flags.info("fastmath").source), ("True", "kiln_flag_set"))
        kiln.flags["fastmath"] = before
        for name, value in [("devise", "cuda"), ("floatX", "int7")]:
            with self.assertRaises(kiln.FlagError) as caught:
                kiln.flags[name] = value
            self.assertIsInstance(caught.exception, (KeyError, ValueError))
            self.assertIn(value if name == "floatX" else "device", str(caught.exception))
        self.assertIsNone(kiln.flags.get("devise"))

    def test_floatx(self):
        kiln.flags["floatX"] = "float16"
        try:
            self.assertEqual(kiln.asarray([1.5]).dtype, "float16")
            self.assertEqual(kiln.zeros(1).dtype, "float16")
        finally:
            kiln.flags["floatX"] = "float32"

    def test_named_contexts(self):
        kiln.flags["contexts"] = f"mine->{CONTEXT.device}"
        self.assertIs(kiln.Context.named("mine"), kiln.Context.named("mine"))
        with self.assertRaises(kiln.NoDeviceError):
            kiln.Context.named("yours")


class Documentation(TestCase):
    def test_everything_public_has_a_docstring(self):
        for name, value in vars(kiln).items():
            if name.startswith("_") or isinstance(value, (float, type(None))) or inspect.ismodule(value):
                continue
            self.assertTrue(isinstance(value, (str, kiln.DType)) or inspect.getdoc(value), name)
            if inspect.isclass(value):
                for member, what in vars(value).items():
                    if not member.startswith("_") and (callable(what) or isinstance(what, property)):
                        self.assertTrue(inspect.getdoc(what), f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
