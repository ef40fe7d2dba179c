# SPDX-License-Identifier: Apache-2.0
"""DLPack both ways, the array interfaces, and native handles. Owners are told once, on every path."""
import ctypes
import gc
import unittest
import weakref

import numpy as np

import kiln
from kiln import _export, _interop
from support import ALL, CONTEXT, DEVICE, TestCase, sample

IN_PLACE = CONTEXT.unified_memory and CONTEXT.kind == "cpu"


class Tensor(ctypes.Structure):
    """DLTensor of dlpack.h."""

    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8),
                ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Legacy(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("manager", ctypes.c_void_p), ("deleter", DELETER)]


class Versioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("manager", ctypes.c_void_p), ("deleter", DELETER),
                ("flags", ctypes.c_uint64), ("tensor", Tensor)]


class Producer:
    """An array of another library: floats in host memory, and a count of how often its deleter was called."""

    def __init__(self, values, versioned=True, flags=0, lanes=1, major=1):
        self.values = np.array(values, "float32")
        self.deleted = 0
        self.asked = []
        self.versioned = versioned
        self.managed = Versioned() if versioned else Legacy()
        tensor = self.managed.tensor
        tensor.data = self.values.ctypes.data
        tensor.device[0] = _export.CPU
        tensor.ndim, tensor.code, tensor.bits, tensor.lanes = self.values.ndim, 2, 32, lanes
        self.shape = (ctypes.c_int64 * self.values.ndim)(*self.values.shape)
        tensor.shape = self.shape
        if versioned:
            self.managed.major, self.managed.flags = major, flags
        self.managed.deleter = self.deleter = DELETER(self.count)

    def count(self, _):
        self.deleted += 1

    def __dlpack_device__(self):
        return _export.CPU, 0

    def __dlpack__(self, **wanted):
        if not self.versioned and "max_version" in wanted:
            raise TypeError("no such argument")
        self.asked.append(wanted)
        return _export.capsule_new(ctypes.addressof(self.managed), _export.NAMES[self.versioned], None)


def capsule_name(capsule):
    name = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(("PyCapsule_GetName", ctypes.pythonapi))
    return name(capsule).decode()


class Import(TestCase):
    def test_from_another_library(self):
        for versioned in (True, False):
            for copy in (None, True):
                with self.subTest(versioned=versioned, copy=copy):
                    producer = Producer([[1, 2], [3, 4]], versioned)
                    x = kiln.from_dlpack(producer, copy=copy)
                    self.assertSame(x, producer.values)
                    self.assertEqual(producer.deleted, 1 if copy or not IN_PLACE else 0)
                    view = x[0]
                    del x
                    self.assertSame(view, producer.values[0])
                    del view
                    gc.collect()
                    self.assertEqual(producer.deleted, 1)
                    self.assertEqual(len(producer.asked), 1)

    @unittest.skipUnless(IN_PLACE, "the device does not work on host memory in place")
    def test_memory_is_shared(self):
        producer = Producer([1, 2, 3])
        x = kiln.from_dlpack(producer, copy=False)
        x += 1
        x.sync()
        self.assertEqual(producer.values.tolist(), [2, 3, 4])
        host = np.arange(6, dtype="int64").reshape(2, 3)
        y = kiln.from_dlpack(host[:, ::2])
        y *= 10
        y.sync()
        self.assertEqual(host.tolist(), [[0, 1, 20], [30, 4, 50]])

    def test_numpy(self):
        for dtype in ALL:
            if dtype == "bool":
                continue  # NumPy 1 exports none
            a = sample(dtype, (3, 4))
            self.assertSame(kiln.from_dlpack(a), a)
            self.assertSame(kiln.from_dlpack(a.T[::-1]), a.T[::-1])
        kept = np.ones(3, "float32")
        gone = weakref.ref(kept)
        x = kiln.from_dlpack(kept)
        del kept
        gc.collect()
        self.assertSame(x, np.ones(3, "float32"))
        del x
        gc.collect()
        self.assertIsNone(gone())

    def test_unaligned_elements_are_copied(self):
        contiguous = np.frombuffer(bytearray(17), "uint8")[1:].view("float32")
        contiguous[:] = [1, 2, 3, 4]
        field = np.zeros(3, "uint8, float32")["f1"]
        field[:] = [5, 6, 7]
        for a in (contiguous, contiguous[::-2], field):
            self.assertFalse(a.flags.aligned)
            for copy in (None, True):
                self.assertSame(kiln.from_dlpack(a, copy=copy), a)
            with self.assertRaises((kiln.InvalidArgumentError, BufferError)):
                kiln.from_dlpack(a, copy=False)

    def test_refusals(self):
        """The owner is told, whatever is wrong."""
        read_only = 1
        for producer, error in [(Producer([1], lanes=2), kiln.DTypeError), (Producer([1], major=2), kiln.InvalidArgumentError),
                                (Producer([1], flags=1 << 40), kiln.InvalidArgumentError)]:
            with self.assertRaises(error):
                kiln.from_dlpack(producer)
            self.assertEqual(producer.deleted, 1)
        producer = Producer([1], flags=read_only)
        x = kiln.from_dlpack(producer)
        if IN_PLACE:
            with self.assertRaises(kiln.ReadOnlyError):
                x += 1
        for wrong in (3, [1, 2], None):
            with self.assertRaises(TypeError):
                kiln.from_dlpack(wrong)

        class Used:
            def __dlpack_device__(self):
                return 1, 0

            def __dlpack__(self, **_):
                return "no capsule"

        with self.assertRaises((ValueError, TypeError, ctypes.ArgumentError)):
            kiln.from_dlpack(Used())

    def test_a_capsule_is_taken_once(self):
        x = kiln.arange(3)
        capsule = x.__dlpack__(max_version=(1, 0))

        class Again:
            def __dlpack_device__(self):
                return x.__dlpack_device__()

            def __dlpack__(self, **_):
                return capsule

        self.assertSame(kiln.from_dlpack(Again()), [0, 1, 2])
        with self.assertRaisesRegex(ValueError, "nobody has taken"):
            kiln.from_dlpack(Again())


class Export(TestCase):
    def test_between_arrays_of_kiln(self):
        x = kiln.arange(6).reshape(2, 3).T
        y = kiln.from_dlpack(x)
        y[0] = 9
        self.assertSame(x, [[9, 9], [1, 4], [2, 5]])
        other = kiln.Context(DEVICE)
        self.assertSame(kiln.from_dlpack(x, context=other), np.asarray(x))
        broadcast = kiln.ones(1).broadcast_to(3)
        self.assertFalse(kiln.from_dlpack(broadcast).writable)

    def test_capsules(self):
        x = kiln.ones(3)
        self.assertEqual(capsule_name(x.__dlpack__()), "dltensor")
        self.assertEqual(capsule_name(x.__dlpack__(max_version=(0, 8))), "dltensor")
        self.assertEqual(capsule_name(x.__dlpack__(max_version=(1, 3))), "dltensor_versioned")
        self.assertEqual(x.__dlpack_device__()[0], {"opencl": 4, "cuda": 2}[x.context.backend])
        for wrong in ((99, 0), (x.__dlpack_device__()[0], 77)):
            with self.assertRaises(BufferError):
                x.__dlpack__(dl_device=wrong)
        with self.assertRaises(BufferError):
            kiln.ones(1).broadcast_to(3).__dlpack__(copy=False)  # a legacy tensor cannot say that it is read-only

    def test_unused_capsules_let_go(self):
        context = kiln.Context(DEVICE)
        for version in (None, (1, 0)):
            capsules = [kiln.zeros(100, context=context).__dlpack__(max_version=version) for _ in range(5)]
            self.assertGreater(context.memory().in_use, 0)
            del capsules
            context.sync()
            self.assertEqual(context.memory().in_use, 0)
        # While an exception passes, too.
        with self.assertRaisesRegex(ZeroDivisionError, "division"):
            [kiln.zeros(100, context=context).__dlpack__(), 1 // 0]
        self.assertEqual(context.memory().in_use, 0)

    @unittest.skipUnless(CONTEXT.unified_memory, "the device's memory is not the host's")
    def test_numpy_without_a_copy(self):
        x = kiln.arange(6, dtype="float32").reshape(2, 3)
        host = np.from_dlpack(x.T.host_view())
        self.assertEqual(host.tolist(), [[0, 3], [1, 4], [2, 5]])
        x += 1
        x.sync()
        self.assertEqual(host.tolist(), [[1, 4], [2, 5], [3, 6]])
        del x
        gc.collect()
        self.assertEqual(host[0, 0], 1)
        context = kiln.Context(DEVICE)
        host = np.from_dlpack(kiln.ones(100, context=context).host_view())
        self.assertGreater(context.memory().in_use, 0)
        del host
        self.assertEqual(context.memory().in_use, 0)

    def test_a_copy_for_the_host(self):
        x = kiln.arange(3)
        host = np.from_dlpack(x.host_view(copy=True))
        x[0] = 7
        x.sync()
        self.assertEqual(host.tolist(), [0, 1, 2])

    def test_a_producers_order(self):
        x = kiln.ones(3)
        for stream in (None, -1):
            x.__dlpack__(stream=stream)
        if x.context.backend == "cuda":
            for stream in (1, 2, x.context.native.queue):
                x.__dlpack__(stream=stream)
            with self.assertRaises(ValueError):
                x.__dlpack__(stream=0)
        else:
            x.__dlpack__(stream=x.context.native.queue)


class Interfaces(TestCase):
    def test_cuda_array_interface(self):
        x = kiln.ones((2, 3))
        if x.context.backend != "cuda":
            self.assertFalse(hasattr(x, "__cuda_array_interface__"))
            return
        interface = x.T.__cuda_array_interface__
        self.assertEqual((interface["shape"], interface["typestr"], interface["strides"], interface["version"]),
                         ((3, 2), "<f4", (4, 12), 3))
        self.assertEqual(interface["data"], (x.native.handle, False))
        self.assertEqual(x[1:].__cuda_array_interface__["data"][0], x.native.handle + 12)
        self.assertFalse(hasattr(kiln.ones(1, "bfloat16"), "__cuda_array_interface__"))


class Native(TestCase):
    def test_adopted_context_and_memory(self):
        native = CONTEXT.native
        self.assertTrue(native.context and native.queue)
        mine = kiln.adopt_context(CONTEXT.backend, native.context, native.device, native.queue)
        x = kiln.arange(6)
        memory = x[2:].native
        y = kiln.from_memory(memory.handle, (2, 2), "int64", offset=memory.offset + 16, context=mine)
        y += 100
        mine.sync()
        self.assertSame(x, [0, 1, 102, 103, 104, 105])
        z = kiln.from_memory(memory.handle, (2,), "int64", offset=memory.offset, strides=(24,), context=mine)
        self.assertSame(z, [0, 103])
        CONTEXT.after_queue(mine.native.queue)
        CONTEXT.before_queue(mine.native.queue)
        other = kiln.Context(DEVICE)
        if other.native.context != native.context:
            with self.assertRaises(kiln.ContextMismatchError):
                kiln.from_memory(memory.handle, 2, "int64", context=other)

    def test_owners(self):
        class Owner:
            pass

        x, owner = kiln.arange(8), Owner()
        gone = weakref.ref(owner)
        y = kiln.from_memory(x.native.handle, 4, "int64", offset=x.native.offset, owner=owner)
        del owner
        view = y[1:]
        del y
        gc.collect()
        self.assertIsNotNone(gone())
        self.assertSame(view, [1, 2, 3])
        del view
        gc.collect()
        self.assertIsNone(gone())
        self.assertEqual(_interop._owners, {})

    def test_refusals(self):
        x = kiln.arange(4)
        handle, offset = x.native
        owner = object()
        for wrong in (dict(shape=2**40), dict(shape=2, offset=2**50), dict(shape=2, strides=(8, 8)), dict(shape=2, strides=(-8,)),
                      dict(shape=2, strides=(3,)), dict(shape=-1)):
            with self.subTest(wrong=wrong), self.assertRaises((ValueError, OverflowError)):
                kiln.from_memory(handle, dtype="int64", owner=owner, **wrong)
        self.assertEqual(_interop._owners, {})
        with self.assertRaises(kiln.Error):
            kiln.adopt_context("vulkan", 1)
        with self.assertRaises(kiln.Error):
            kiln.adopt_context(CONTEXT.backend, 0)


if __name__ == "__main__":
    unittest.main()
