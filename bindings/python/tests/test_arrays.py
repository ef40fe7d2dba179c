# SPDX-License-Identifier: Apache-2.0
"""Facts, views, copies, creation, and the way to the host and back."""
import array
import copy
import importlib.util
import pickle
import unittest

import numpy as np

import kiln
from support import ALL, CONTEXT, DOUBLE, TestCase, few, sample


class Facts(TestCase):
    def test_of_a_view(self):
        host = np.zeros((4, 6), "int32")[1:, ::2].T
        x = kiln.zeros((4, 6), "int32")[1:, ::2].T
        self.assertEqual((x.shape, x.strides, x.ndim, x.size, x.nbytes, x.itemsize, x.offset, len(x)),
                         (host.shape, host.strides, 2, 9, 36, 4, 24, 3))
        self.assertEqual((x.c_contiguous, x.f_contiguous, x.writable), (False, False, True))
        self.assertIs(x.context, CONTEXT)
        self.assertEqual(x.device, CONTEXT.device)

    def test_dtypes(self):
        x = kiln.zeros(2, "float32")
        self.assertEqual(x.dtype, kiln.float32)
        self.assertEqual(x.dtype, "float32")
        self.assertEqual(x.dtype, np.float32)
        self.assertEqual(x.dtype, np.dtype("float32"))
        self.assertEqual(np.dtype(x.dtype), np.dtype("float32"))
        self.assertNotEqual(x.dtype, "float64")
        self.assertNotEqual(x.dtype, 3)
        self.assertEqual({kiln.float32: 1}["float32"], 1)
        self.assertEqual((x.dtype.itemsize, x.dtype.kind, str(x.dtype), repr(x.dtype)), (4, "f", "float32", "kiln.float32"))
        self.assertIs(pickle.loads(pickle.dumps(kiln.int8)), kiln.int8)
        self.assertEqual(kiln.zeros(1, bool).dtype, "bool")
        self.assertEqual(kiln.zeros(1, int).dtype, "int64")
        self.assertEqual(kiln.zeros(1, np.uint8).dtype, "uint8")
        self.assertEqual(kiln.zeros(1, float).dtype, kiln.flags["floatX"])
        for wrong in ("float31", np.dtype("S3"), np.dtype(">f4"), 7, None.__class__):
            with self.assertRaises(TypeError):
                kiln.zeros(1, wrong)

    def test_context(self):
        context = kiln.Context(CONTEXT.device, single_stream=True, memory_budget=1 << 30, preallocate=0, sched="single",
                               cache_path="off")
        self.assertEqual((context.device, context.kind), (CONTEXT.device, CONTEXT.kind))
        self.assertIn(context.backend, ("opencl", "cuda", "fake"))
        self.assertTrue(context.name and context.platform and context.compute_units and context.total_memory)
        x = kiln.arange(3, context=context)
        self.assertIs(x.context, context)
        self.assertGreaterEqual(context.memory().in_use, x.nbytes)
        self.assertSame(x.to(CONTEXT), [0, 1, 2])
        self.assertIs(x.to(context), x)
        context.sync()
        context.trim()
        self.assertIn(CONTEXT.device, [device.device for device in kiln.devices()])
        self.assertIn(context.backend, [backend.name for backend in kiln.backends()])


class Views(TestCase):
    def test_reshape_and_transpose(self):
        host = np.arange(24)
        x = kiln.arange(24)
        self.assertSame(x.reshape(2, -1, 4), host.reshape(2, -1, 4))
        self.assertSame(x.reshape((4, 6)).T, host.reshape(4, 6).T)
        y, h = x.reshape(2, 3, 4), host.reshape(2, 3, 4)
        self.assertSame(y.transpose(1, 2, 0), h.transpose(1, 2, 0))
        self.assertSame(y.transpose((-1, 0, 1)), h.transpose(-1, 0, 1))
        self.assertSame(y.T.reshape(24), h.T.reshape(24))
        with self.assertRaises(kiln.ShapeError):
            y.T.reshape(24, copy=False)
        z = y.reshape(24, copy=True)
        z[0] = 5
        self.assertEqual(x[0].item(), 0)
        for axes in [(0, 1), (0, 1, 3), (0, 0, 1)]:
            with self.assertRaises((ValueError, IndexError)):
                y.transpose(axes)
        with self.assertRaises(ValueError):
            x.reshape(5, -1)
        self.assertSame(x[:4].broadcast_to((2, 4)), np.broadcast_to(host[:4], (2, 4)))

    def test_views_share_memory(self):
        x = kiln.zeros((2, 3), "int32")
        x.T[1] = 7
        self.assertSame(x, np.array([[0, 7, 0]] * 2, "int32"))

    def test_copies(self):
        a = sample("int32", (3, 4))
        x = kiln.asarray(a).T
        for y in (x.copy(), copy.copy(x), copy.deepcopy(x), kiln.asarray(x, copy=True)):
            self.assertSame(y, a.T)
            y[0] = 99
            self.assertSame(x, a.T)
        self.assertTrue(x.copy("F").f_contiguous)
        self.assertTrue(x.copy("C").c_contiguous)
        with self.assertRaises(ValueError):
            x.copy("A")

    def test_astype(self):
        x = kiln.asarray([1.7, -2.3, 300.0, float("nan")])
        self.assertSame(x.astype("int32"), np.array([1, -2, 300, 0], "int32"))
        self.assertSame(x.astype("uint8"), np.array([1, 0, 255, 0], "uint8"))  # saturates
        self.assertIs(x.astype("float32", copy=False), x)
        self.assertIsNot(x.astype("float32"), x)


class Host(TestCase):
    def test_there_and_back(self):
        for dtype in ALL:
            with self.subTest(dtype=dtype):
                a = sample(dtype, (3, 5))
                x = kiln.asarray(a)
                self.assertSame(x, a)
                self.assertEqual(x.tolist(), a.tolist())
                for view in (a[::-1, ::2], a.T, a[:0], a[1, 2]):
                    self.assertSame(kiln.asarray(np.asarray(view)), view)
                self.assertEqual(x[1, 2].item(), a[1, 2].item())

    def test_memory_is_not_shared(self):
        a = np.ones(3, "float32")
        x = kiln.asarray(a)
        a[0] = 5
        self.assertSame(x, np.ones(3, "float32"))
        b = np.asarray(x)
        b[1] = 7
        self.assertSame(x, np.ones(3, "float32"))

    def test_array_protocol(self):
        x = kiln.asarray([[1, 2], [3, 4]])
        self.assertEqual(np.asarray(x, "float64").dtype, np.float64)
        self.assertEqual(x.__array__("int8").dtype, np.int8)
        self.assertIsInstance(x.__array__(copy=True), np.ndarray)
        with self.assertRaisesRegex(ValueError, "host_view"):
            x.__array__(copy=False)
        if importlib.util.find_spec("ml_dtypes"):  # it teaches NumPy the dtype
            self.assertEqual(np.asarray(kiln.ones(2, "bfloat16")).dtype.name, "bfloat16")
        else:
            with self.assertRaisesRegex(TypeError, "bfloat16"):
                np.asarray(kiln.ones(2, "bfloat16"))
        self.assertEqual(kiln.ones(2, "bfloat16").tolist(), [1.0, 1.0])

    def test_numbers(self):
        x = kiln.asarray(3)
        self.assertEqual((int(x), float(x), complex(x), [5, 6, 7, 8][x], bool(x), x.item()), (3, 3.0, 3 + 0j, 8, True, 3))
        for wrong in (lambda: bool(kiln.ones(2)), lambda: float(kiln.ones(0)), kiln.ones(3).item):
            with self.assertRaisesRegex(ValueError, "elements|empty"):
                wrong()
        for wrong in (lambda: [1, 2][kiln.asarray([1])], lambda: [1, 2][kiln.asarray(1.0)], lambda: len(x), lambda: iter(x)):
            with self.assertRaises(TypeError):
                wrong()

    def test_iteration(self):
        x = kiln.asarray([[1, 2], [3, 4]])
        self.assertEqual([row.tolist() for row in x], [[1, 2], [3, 4]])
        self.assertTrue(3 in x)
        self.assertFalse(5 in x)

    def test_text(self):
        x = kiln.asarray([[1, 2], [3, 4]], "int32")
        self.assertEqual(str(x), "[[1 2]\n [3 4]]")
        self.assertEqual(repr(x), f"kiln.GpuArray([[1 2]\n               [3 4]], dtype=int32, device={CONTEXT.device!r})")

    def test_no_pickles(self):
        for thing in (kiln.ones(2), CONTEXT):
            with self.assertRaises(TypeError):
                pickle.dumps(thing)
        with self.assertRaises(TypeError):
            copy.copy(CONTEXT)


class Creation(TestCase):
    def test_lists(self):
        self.assertSame(kiln.asarray([[1, 2], [3, 4]]), [[1, 2], [3, 4]])
        self.assertSame(kiln.asarray([1, 2.5]), np.array([1, 2.5], "float32"))
        self.assertSame(kiln.asarray((True, False)), [True, False])
        self.assertSame(kiln.asarray([1, 2j]), np.array([1, 2j], "complex64"))
        self.assertSame(kiln.asarray([2**63]), np.array([2**63], "uint64"))
        self.assertSame(kiln.asarray([1, 2], "float16"), np.array([1, 2], "float16"))
        self.assertSame(kiln.asarray([1.7, 2], "int8"), np.array([1, 2], "int8"))
        self.assertSame(kiln.asarray([]), np.zeros(0, "float32"))
        self.assertSame(kiln.asarray([[], []]), np.zeros((2, 0), "float32"))
        self.assertSame(kiln.asarray([np.int32(4), 5]), [4, 5])
        for wrong in ([[1], [2, 3]], [1, [2]], [[1], 2]):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                kiln.asarray(wrong)
        for wrong in (["a"], [None], "text", None, object(), [[1], "a"]):
            with self.subTest(wrong=wrong), self.assertRaises((TypeError, ValueError)):
                kiln.asarray(wrong)
        for wrong, dtype in [([300], "uint8"), ([-1], "uint64"), ([2**64], None), ([2**63, -1], None)]:
            with self.subTest(wrong=wrong), self.assertRaises(OverflowError):
                kiln.asarray(wrong, dtype)
        with self.assertRaises(TypeError):
            kiln.asarray([1j], "float32")

    def test_numbers(self):
        self.assertSame(kiln.asarray(3), np.int64(3))
        self.assertSame(kiln.asarray(2.5), np.float32(2.5))
        self.assertSame(kiln.asarray(np.int8(3)), np.int8(3))
        self.assertSame(kiln.asarray(1j), np.complex64(1j))
        self.assertSame(kiln.asarray(10**30, "float32"), np.float32(1e30))

    def test_buffers(self):
        for code in "bBhHiIlLqQfd":
            if code == "d" and not DOUBLE:
                continue
            values = array.array(code, [1, 2, 3])
            self.assertSame(kiln.asarray(values), np.array(values))
        self.assertSame(kiln.asarray(b"ab"), np.array([97, 98], "uint8"))
        self.assertSame(kiln.asarray(memoryview(np.arange(6).reshape(2, 3))[::-1]), np.arange(6).reshape(2, 3)[::-1])
        self.assertSame(kiln.asarray(array.array("f")), np.zeros(0, "float32"))

    def test_arrays(self):
        x = kiln.ones(2, "float32")
        self.assertIs(kiln.asarray(x), x)
        self.assertEqual(kiln.asarray(x, "int32").dtype, "int32")
        with self.assertRaises(ValueError):
            kiln.asarray(x, "int32", copy=False)
        with self.assertRaises(ValueError):
            kiln.asarray(np.ones(2), copy=False)
        self.assertSame(kiln.from_numpy(np.arange(3.0), "float32"), np.arange(3, dtype="float32"))
        for wrong in (np.array(["a"]), np.array([None]), np.zeros(2, ">f4"), np.zeros(2, "datetime64[s]")):
            with self.assertRaises(TypeError):
                kiln.asarray(wrong)

    def test_of_one_value(self):
        for dtype in few(ALL, "one", 4):
            self.assertSame(kiln.zeros((2, 3), dtype), np.zeros((2, 3), dtype))
            self.assertSame(kiln.ones((2, 3), dtype), np.ones((2, 3), dtype))
        self.assertEqual(kiln.empty((2, 0, 3), "int8").shape, (2, 0, 3))
        self.assertEqual(kiln.empty(4).dtype, kiln.flags["floatX"])
        self.assertSame(kiln.full((2,), 7), [7, 7])
        self.assertSame(kiln.full(2, True), [True, True])
        self.assertSame(kiln.full((), 2.5, "float16"), np.float16(2.5))
        self.assertSame(kiln.full(2, 2**64 - 1, "uint64"), np.full(2, 2**64 - 1, "uint64"))
        with self.assertRaises(OverflowError):
            kiln.full(2, 256, "uint8")
        with self.assertRaises(TypeError):
            kiln.full(2, 1j, "float32")
        for wrong in ((-1,), (2,) * 33):
            with self.assertRaises(kiln.ShapeError):
                kiln.zeros(wrong)
        with self.assertRaises(OverflowError):
            kiln.zeros((2**40, 2**40))
        with self.assertRaises(OverflowError):
            kiln.zeros(2**63)
        with self.assertRaises(TypeError):
            kiln.zeros(2.0)

    def test_grids(self):
        self.assertSame(kiln.arange(5), np.arange(5))
        self.assertSame(kiln.arange(5, 0, -2), np.arange(5, 0, -2))
        self.assertSame(kiln.arange(0, 1, 0.25), np.arange(0, 1, 0.25, "float32"))
        self.assertSame(kiln.arange(3, dtype="uint8"), np.arange(3, dtype="uint8"))
        self.assertSame(kiln.linspace(0, 1, 5), np.linspace(0, 1, 5, dtype="float32"), 1e-6)
        self.assertSame(kiln.linspace(0, 1, 4, endpoint=False), np.linspace(0, 1, 4, False, dtype="float32"), 1e-6)
        self.assertSame(kiln.linspace(1j, 2, 3), np.linspace(1j, 2, 3, dtype="complex64"), 1e-6)
        self.assertSame(kiln.linspace(np.complex64(1j), np.float32(2), 3), np.linspace(1j, 2, 3, dtype="complex64"), 1e-6)
        with self.assertRaisesRegex(kiln.DTypeError, "got dtype float32"):
            kiln.linspace(1j, 2, 3, dtype="float32")
        with self.assertRaisesRegex(TypeError, "got '1'"):
            kiln.linspace("1", 2, 3)
        self.assertSame(kiln.eye(2, 3, 1, "int32"), np.eye(2, 3, 1, "int32"))
        with self.assertRaises(ValueError):
            kiln.arange(0, 5, 0)
        with self.assertRaises(OverflowError):
            kiln.arange(2**60, 2**60 + 2)

    def test_names_of_dtypes(self):
        rows = [("float", "did you mean 'float32'?"), ("flaot32", "did you mean 'float32'?"),
                ("complex", "did you mean 'complex64' or 'complex128'?"), ("colour", "expected one of bool, int8"),
                ("float32\0", "expected one of bool, int8"), ("\ud800", "expected one of bool, int8")]
        for name, part in rows:
            with self.subTest(name), self.assertRaises(TypeError) as caught:
                kiln.zeros(3, dtype=name)
            self.assertIn(part, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
