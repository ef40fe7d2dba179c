# SPDX-License-Identifier: Apache-2.0
"""Convolutions and pooling beside plain loops of NumPy."""
import itertools
import unittest

import numpy as np

import kiln
from support import TestCase, sample


def correlated(x, w, stride, padding, groups):
    """Inputs and filters with the channels first, two extents, without turning the filters over."""
    x = np.pad(x, [(0, 0), (0, 0)] + [(n, n) for n in padding])
    each, outputs = w.shape[1], w.shape[0] // groups
    counts = [(x.shape[d + 2] - w.shape[d + 2]) // stride[d] + 1 for d in range(2)]
    y = np.zeros([x.shape[0], w.shape[0], *counts], x.dtype)
    for f, i, j in itertools.product(range(w.shape[0]), *map(range, counts)):
        first = f // outputs * each
        part = x[:, first:first + each, i * stride[0]:i * stride[0] + w.shape[2], j * stride[1]:j * stride[1] + w.shape[3]]
        y[:, f, i, j] = (part * w[f]).sum(axis=(1, 2, 3))
    return y


class Images(TestCase):
    def test_conv(self):
        x, w = sample("float32", (2, 4, 7, 6)), sample("float32", (6, 2, 3, 2), seed=2)
        a, b = kiln.asarray(x), kiln.asarray(w)
        expected = correlated(x, w, (2, 1), (1, 0), 2)
        self.assertSame(kiln.conv(a, b, stride=(2, 1), padding=(1, 0), groups=2, flip=False), expected)
        turned = kiln.asarray(np.ascontiguousarray(w[:, :, ::-1, ::-1]))
        self.assertSame(kiln.conv(a, turned, stride=(2, 1), padding=[(1, 1), (0, 0)], groups=2), expected)
        last = kiln.conv(kiln.asarray(np.ascontiguousarray(np.moveaxis(x, 1, 3))),
                         kiln.asarray(np.ascontiguousarray(np.moveaxis(w, 1, 3))), stride=(2, 1), padding=(1, 0), groups=2,
                         flip=False, channels_last=True)
        self.assertSame(last, np.moveaxis(expected, 1, 3))
        out = kiln.empty(expected.shape, "float32")
        self.assertIs(kiln.conv(a, b, stride=(2, 1), padding=(1, 0), groups=2, flip=False, out=out), out)
        self.assertSame(out, expected)

    def test_gradients_of_conv(self):
        # Of a function that is linear in each operand, <y, conv(x, w)> = <x, gradient by x> = <w, gradient by w>.
        x, w = sample("float32", (2, 3, 6, 5)), sample("float32", (4, 3, 2, 3), seed=2)
        a, b = kiln.asarray(x), kiln.asarray(w)
        how = {"stride": 2, "padding": "half"}
        made = kiln.conv(a, b, **how)
        y = sample("float32", made.shape, seed=3)
        whole = float((np.asarray(made) * y).sum())
        by_x = kiln.conv_transpose(kiln.asarray(y), b, extents=(6, 5), **how)
        by_w = kiln.conv_filter_gradient(a, kiln.asarray(y), (2, 3), **how)
        self.assertEqual(by_x.shape, (2, 3, 6, 5))
        self.assertEqual(by_w.shape, (4, 3, 2, 3))
        self.assertEqual(float((np.asarray(by_x) * x).sum()), whole)
        self.assertEqual(float((np.asarray(by_w) * w).sum()), whole)

    def test_pool(self):
        x = sample("float32", (2, 3, 6, 4))
        a = kiln.asarray(x)
        windows = x.reshape(2, 3, 3, 2, 2, 2)
        self.assertSame(kiln.pool(a, "max", 2), windows.max(axis=(3, 5)))
        self.assertSame(kiln.pool(a, "average", (2, 2)), windows.mean(axis=(3, 5)))
        self.assertSame(kiln.pool(a, "sum"), x.sum(axis=(2, 3), keepdims=True))
        self.assertSame(kiln.pool(a, "max", 3, stride=1, padding=1)[:, :, :1, :1], x[:, :, :2, :2].max(axis=(2, 3), keepdims=True))
        y = sample("float32", (2, 3, 3, 2), seed=2)
        spread = np.broadcast_to(y[:, :, :, None, :, None] / 4, windows.shape).reshape(x.shape)
        self.assertSame(kiln.pool_gradient(a, kiln.asarray(y), "average", 2), spread.astype("float32"))

    def test_upsample(self):
        x = sample("float32", (2, 3, 4, 6))
        a = kiln.asarray(x)
        self.assertSame(kiln.upsample(a, (8, 12)), x.repeat(2, axis=2).repeat(2, axis=3))
        self.assertSame(kiln.upsample(a, (np.int64(2), 3)), x[:, :, ::2, ::2])
        last = kiln.upsample(kiln.asarray(np.ascontiguousarray(x.transpose(0, 2, 3, 1))), (8, 12), channels_last=True)
        self.assertSame(last, x.repeat(2, axis=2).repeat(2, axis=3).transpose(0, 2, 3, 1))
        line = kiln.asarray(np.array([[[0, 4]]], "float32"))
        self.assertSame(kiln.upsample(line, 4, "linear"), np.array([[[0, 1, 3, 4]]], "float32"))
        out = kiln.zeros((1, 1, 4), "float32")
        self.assertIs(kiln.upsample(line, 4, "linear", out=out), out)
        y = kiln.asarray(np.arange(8, dtype="float32").reshape(1, 1, 8))
        self.assertSame(kiln.upsample_gradient(y, 4), np.array([[[1, 5, 9, 13]]], "float32"))
        # <upsample(x), y> = <x, gradient(y)>
        y = sample("float32", (2, 3, 7, 5), seed=2)
        left = (np.asarray(kiln.upsample(a, (7, 5), "linear")).astype("float64") * y).sum()
        right = (x.astype("float64") * np.asarray(kiln.upsample_gradient(kiln.asarray(y), (4, 6), "linear"))).sum()
        self.assertAlmostEqual(left, right, places=4)
        for call, kind, message in (
                (lambda: kiln.upsample(a, (8,)), kiln.InvalidArgumentError, "upsample: got the extents (8,), expected one number"),
                (lambda: kiln.upsample(a, 8, "cubic"), kiln.InvalidArgumentError, "upsample: got the mode 'cubic', expected one"),
                (lambda: kiln.upsample(a, None), TypeError, "upsample: got the extents None, expected a whole number"),
                (lambda: kiln.upsample(x, 8), TypeError, "upsample: got a ndarray for x, expected a kiln.GpuArray"),
                (lambda: kiln.upsample_gradient(x, 8), TypeError, "upsample_gradient: got a ndarray for y")):
            with self.assertRaises(kind) as refused:
                call()
            self.assertIn(message, str(refused.exception))

    def test_numbers_of_numpy(self):
        a, b, two = kiln.ones((1, 2, 5, 5), "float32"), kiln.ones((4, 2, 2, 2), "float32"), np.int64(2)
        self.assertEqual(kiln.conv(a, b, stride=np.int32(2), dilation=np.uint8(1), padding=np.int64(1)).shape, (1, 4, 3, 3))
        self.assertEqual(kiln.conv(a, b, stride=np.array([2, 1]), padding=[np.array(2), (np.int16(0), 1)]).shape, (1, 4, 4, 5))
        self.assertEqual(kiln.conv(a, kiln.ones((4, 1, 2, 2), "float32"), groups=two).shape, (1, 4, 4, 4))
        self.assertEqual(kiln.pool(a, "max", two, stride=(two, two)).shape, (1, 2, 2, 2))
        self.assertEqual(kiln.conv_transpose(kiln.ones((1, 4, 4, 4), "float32"), b, extents=np.int64(5)).shape, a.shape)

    def test_what_is_refused(self):
        a, b = kiln.ones((1, 2, 4, 4), "float32"), kiln.ones((3, 2, 2, 2), "float32")
        for call, message in (
                (lambda: kiln.conv(a, b, padding="same"), "conv: got a padding of 'same', expected numbers or one of"),
                (lambda: kiln.conv(a, b, stride=(1, 2, 3)), "conv: got the stride (1, 2, 3), expected one number for each"),
                (lambda: kiln.conv(a, b, padding=[(1, 1)]), "conv: got the padding (1, 1), expected numbers before and behind"),
                (lambda: kiln.conv(a, b, padding=-1), "the input has shape (1, 2, 4, 4) and the filters (3, 2, 2, 2): got a "
                 "padding of -1 before spatial axis 0, expected 0 to 2147483647"),
                (lambda: kiln.pool(a, "least", 2), "least"),
                (lambda: kiln.pool(a, "max", (2,)), "pool: got the window (2,), expected one number for each of the spatial "
                 "axes, of which the array has 2"),
                (lambda: kiln.conv_transpose(a, b, extents=(5, 5, 5)), "conv_transpose: got the extents (5, 5, 5), expected")):
            with self.assertRaises(kiln.InvalidArgumentError) as refused:
                call()
            self.assertIn(message, str(refused.exception))
        for call, message in (
                (lambda: kiln.conv(a, b, stride=1.5), "conv: got the stride 1.5, expected a whole number, or one for each"),
                (lambda: kiln.conv(a, b, padding=((1, 2, 3), (1, 1))), "conv: got the padding ((1, 2, 3), (1, 1)), expected"),
                (lambda: kiln.conv(a, b, stride=np.array(1.5)), "conv: got the stride array(1.5), expected a whole number"),
                (lambda: kiln.conv(a, b, padding=None), "conv: got the padding None, expected whole numbers"),
                (lambda: kiln.conv(a, b, groups="2"), "conv: got the groups '2', expected a whole number"),
                (lambda: kiln.pool(a, "max", [2.5, 2]), "pool: got the window [2.5, 2], expected a whole number"),
                (lambda: kiln.conv(a, np.ones((3, 2, 2, 2))), "conv: got a ndarray for filters, expected a kiln.GpuArray"),
                (lambda: kiln.conv([1.0], b), "conv: got a list for x, expected a kiln.GpuArray"),
                (lambda: kiln.conv_transpose(a, None), "conv_transpose: got a NoneType for filters"),
                (lambda: kiln.conv_filter_gradient(a, 1, 2), "conv_filter_gradient: got a int for y"),
                (lambda: kiln.pool_gradient(a, [2]), "pool_gradient: got a list for y"),
                (lambda: kiln.pool(np.ones((1, 2, 4, 4))), "pool: got a ndarray for x"),
                (lambda: kiln.pool(a, out=np.ones((1, 2, 1, 1))), "pool: got a ndarray for out")):
            with self.assertRaises(TypeError) as refused:
                call()
            self.assertIn(message, str(refused.exception))
        with self.assertRaises(kiln.ShapeError):
            kiln.conv(a, kiln.ones((3, 3, 2, 2), "float32"))
        with self.assertRaises(kiln.DTypeError):
            kiln.pool(kiln.ones((1, 1, 4), "int32"), "max", 2)


if __name__ == "__main__":
    unittest.main()
