# SPDX-License-Identifier: Apache-2.0
"""What the tests share: the context of the device under test, arrays of every dtype, and comparison with NumPy.

KILN_TEST_DEVICES names the device (the first one; opencl:pocl where it is not set). KILN_TEST_CASES asks for every dtype, where
otherwise a few stand for all: a kernel costs a CPU device half a second to compile.
"""
import os
import unittest

import numpy as np

import kiln

DEVICE = (os.environ.get("KILN_TEST_DEVICES") or "opencl:pocl").split(",")[0]
CONTEXT = kiln.init(DEVICE)
THOROUGH = bool(os.environ.get("KILN_TEST_CASES"))
DOUBLE = CONTEXT.has_float64

SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["float32"] + (["float64"] if DOUBLE else [])
COMPLEX = ["complex64"] + (["complex128"] if DOUBLE else [])
ALL = ["bool"] + INTEGERS + ["float16"] + FLOATS + COMPLEX


def few(dtypes, seed, count=2):
    """Some of the dtypes, others for another seed; all of them in a thorough run."""
    if THOROUGH or len(dtypes) <= count:
        return list(dtypes)
    first = sum(map(ord, seed))
    return [dtypes[(first + k * (len(dtypes) // count)) % len(dtypes)] for k in range(count)]


def sample(dtype, shape=(6,), seed=1, positive=False):
    """A NumPy array of small numbers, none of them 0 where positive."""
    random = np.random.RandomState(seed)
    low = 1 if positive or dtype[0] == "u" else -5
    values = random.randint(low, 9, shape)
    if dtype == "bool":
        return values % 2 == 0
    if dtype[0] == "f":
        return (values + 0.25).astype(dtype)
    if dtype[0] == "c":
        return (values + 1j * random.randint(-4, 4, shape) + 0.5).astype(dtype)
    return values.astype(dtype)


class TestCase(unittest.TestCase):
    def assertSame(self, got, expected, tolerance=0.0, message=None):
        """An array of Kiln against one of NumPy: dtype, shape, elements. The tolerance is relative."""
        expected = np.asarray(expected)
        self.assertIsInstance(got, kiln.GpuArray, message)
        self.assertEqual(str(got.dtype), expected.dtype.name, message)
        self.assertEqual(got.shape, expected.shape, message)
        if tolerance:
            np.testing.assert_allclose(np.asarray(got), expected, rtol=tolerance, err_msg=str(message))
        else:
            np.testing.assert_array_equal(np.asarray(got), expected, err_msg=str(message))
