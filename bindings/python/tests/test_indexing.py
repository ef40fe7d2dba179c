# SPDX-License-Identifier: Apache-2.0
"""Subscripts against NumPy's, read and written."""
import unittest

import numpy as np

import kiln
from support import CONTEXT, TestCase

SHAPE = (4, 5, 6)
BASIC = [0, -1, slice(1, 3), slice(None, None, -1), slice(10, None), slice(-100, 100, 2), Ellipsis, None, (), (1, 2, 3),
         (slice(None), 2), (Ellipsis, 0), (0, Ellipsis, slice(1, 4)), (None, 1, None, Ellipsis, None),
         (slice(3, 0, -2), slice(None), slice(None, None, 3)), np.int64(2), (slice(-(10**30), 10**30),)]
I, J = [2, 0, -1], [1, 1, -5]
I2 = [[0, 1], [-1, -2]]
MASK = np.arange(4) % 2 == 0
MASK2 = (np.arange(20).reshape(4, 5) % 3) == 0
ADVANCED = [I, (slice(None), I), (Ellipsis, I), (I, J), (I, slice(None), J), (0, slice(None), I), (slice(None), 0, I),
            (I, 1), (None, I), (I2, 0), (I2, I2), (slice(1, 3), I, J), (I, None, J), (None, I, slice(None), J),
            (slice(None), 0, None, I), (I, J, I), (slice(None), I, slice(1, 4)),
            (slice(None, None, -1), slice(None), I), [], MASK, MASK2, (MASK, 2), (MASK, slice(1, 3)), (slice(None), MASK2[0]),
            (MASK, [0, 1]), (0, MASK2[0]), (MASK2, None), np.array(I), np.array(I[:2], "uint8"), MASK.tolist(), np.zeros(4, bool)]


def on_device(key):
    """The subscript with its arrays on the device."""
    if isinstance(key, tuple):
        return tuple(map(on_device, key))
    if isinstance(key, (list, np.ndarray)):
        return kiln.asarray(np.asarray(key, None if len(key) else "int64"))
    return key


def for_numpy(key):
    """The subscript as NumPy takes it: an empty list would be of floats."""
    if isinstance(key, tuple):
        return tuple(map(for_numpy, key))
    return np.zeros(0, int) if isinstance(key, list) and not key else key


class Reading(TestCase):
    def setUp(self):
        self.host = np.arange(np.prod(SHAPE)).reshape(SHAPE)
        self.x = kiln.asarray(self.host)

    def test_basic(self):
        for key in BASIC:
            with self.subTest(key=key):
                self.assertSame(self.x[key], self.host[key])

    def test_arrays_of_the_host_and_of_the_device(self):
        for key in ADVANCED:
            with self.subTest(key=key):
                expected = self.host[for_numpy(key)]
                self.assertSame(self.x[key], expected)
                self.assertSame(self.x[on_device(key)], expected)

    def test_of_a_view(self):
        view, host = self.x.T[::-1], self.host.T[::-1]
        self.assertSame(view[I, J], host[I, J])
        self.assertSame(view[:, :, MASK], host[:, :, MASK])

    def test_a_0d_index(self):
        self.assertSame(self.x[kiln.asarray(2)], self.host[2])

    def test_refusals(self):
        for key in [4, -5, (0, 0, 6), (0, 0, 0, 0), (Ellipsis, Ellipsis), 1.0, "a", True, (True, 0), [1.0], [4], [[-5]],
                    ([0], [5]), (I, [0, 1]), np.ones(3, bool), (slice(None), MASK), ([0], [0], [0], [0]), ([0], Ellipsis, Ellipsis),
                    10**30]:
            with self.subTest(key=key), self.assertRaises((IndexError, ValueError, TypeError)):
                self.x[key]
        with self.assertRaises(ValueError):
            self.x[::0]

    def test_indices_beyond_on_the_device_are_clamped(self):
        self.assertSame(kiln.asarray([1, 2, 3])[kiln.asarray([7, -9])], [3, 1])

    def test_checked_indices(self):
        before = kiln.flags["check_index"]
        kiln.flags["check_index"] = True
        try:
            checked = kiln.Context(CONTEXT.device)
        finally:
            kiln.flags["check_index"] = before
        x = kiln.asarray([[1, 2], [3, 4]], context=checked)
        for key in [(kiln.asarray([5], context=checked),), (kiln.asarray([0], context=checked), kiln.asarray([-3], context=checked))]:
            with self.assertRaises(IndexError):
                x[key]
                checked.sync()
        checked.sync()  # said once


class Writing(TestCase):
    def fresh(self):
        host = np.arange(np.prod(SHAPE)).reshape(SHAPE)
        return host, kiln.asarray(host)

    def test_numbers_and_arrays(self):
        for key in BASIC + ADVANCED:
            with self.subTest(key=key):
                theirs = for_numpy(key)
                host, x = self.fresh()
                x[key] = -7
                host[theirs] = -7
                self.assertSame(x, host)
                host, x = self.fresh()
                values = -np.arange(host[theirs].size).reshape(host[theirs].shape)
                x[on_device(key)] = kiln.asarray(values)
                host[theirs] = values
                self.assertSame(x, host)

    def test_of_a_view_without_a_joint_axis(self):
        host, x = self.fresh()
        host.transpose(2, 0, 1)[::2][:, I, J] = -1
        x.transpose(2, 0, 1)[::2][:, I, J] = -1
        self.assertSame(x, host)

    def test_broadcast_converted_and_from_the_host(self):
        host, x = self.fresh()
        for key in (1, (slice(None), I), MASK):
            x[key] = [[1.7] * 6]
            host[key] = [[1] * 6]
            self.assertSame(x, host)
        x[0] = np.float64(3.9)
        self.assertEqual(x[0, 0, 0].item(), 3)

    def test_overlap(self):
        host, x = self.fresh()
        x[1:] = x[:-1]
        host[1:] = host[:-1].copy()
        self.assertSame(x, host)

    def test_in_place_operators_of_items(self):
        host, x = self.fresh()
        x[1] += 5
        x[:, 2] *= 2
        x[I] -= 1
        host[1] += 5
        host[:, 2] *= 2
        host[I] -= 1
        self.assertSame(x, host)

    def test_refusals(self):
        host, x = self.fresh()
        for key, value in [(0, [1, 2]), (I, kiln.ones((2, 2))), (MASK, kiln.ones((3, 5, 6))), (9, 1), ([4], 1), (0, "a"), (0, None)]:
            with self.subTest(key=key), self.assertRaises((ValueError, IndexError, TypeError)):
                x[key] = value
        with self.assertRaises(TypeError):
            x[0] = 1j
        with self.assertRaises(OverflowError):
            kiln.zeros(2, "uint8")[0] = 256
        with self.assertRaises(kiln.ReadOnlyError):
            kiln.ones(1).broadcast_to(3)[0] = 1
        self.assertSame(x, host)


if __name__ == "__main__":
    unittest.main()
