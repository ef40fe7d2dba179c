#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Writes print_golden.txt: arrays and what str() of NumPy 1.24 makes of them. Run by hand where NumPy is at hand:
#   python3 print_golden.py [CASES [SEED]] > print_golden.txt
# A line holds dtype, shape, precision, threshold, the elements in hexadecimal, and the text with newlines as "|".
import random
import sys

import numpy as np

assert np.__version__.startswith("1.24."), "the expected text is NumPy 1.24's"
np.seterr(all="ignore")
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "float32", "float64"]
COMPLEX = {"complex64": "float32", "complex128": "float64"}


def emit(array, precision=8, threshold=1000):
    with np.printoptions(threshold=threshold):
        text = np.array_str(array, precision=precision)
    assert "|" not in text
    data = np.ascontiguousarray(array).tobytes().hex()
    shape = ",".join(map(str, array.shape))
    print(f"{array.dtype};{shape};{precision};{threshold};{data};" + text.replace("\n", "|"))


def floats(dtype, count, rng):
    kind = rng.randrange(10)
    if kind == 0:
        values = [rng.random() for _ in range(count)]
    elif kind == 1:
        values = [rng.gauss(0, 30) for _ in range(count)]
    elif kind == 2:
        values = [rng.gauss(0, 1) * 10.0 ** rng.randint(-6, 9) for _ in range(count)]
    elif kind == 3:
        values = [float(rng.randint(-200, 200)) for _ in range(count)]
    elif kind == 4:
        values = [rng.randint(-99, 99) / 8 for _ in range(count)]
    elif kind == 5:
        values = [2.0 ** rng.randint(-30, 30) for _ in range(count)]
    elif kind == 6:
        values = [10.0 ** rng.randint(-12, 16) * rng.choice([1, 1, -1, 5]) for _ in range(count)]
    elif kind == 7:
        values = [round(rng.random() * 10, rng.randint(0, 10)) for _ in range(count)]
    elif kind == 8:
        size = np.dtype(dtype).itemsize
        return np.frombuffer(bytes(rng.randrange(256) for _ in range(count * size)), dtype).copy()
    else:
        values = [rng.choice([1e8, 99999999.0, 9999999.5, 1e-4, 9.9999e-5, 1000.0, 1001.0, 1.0, 0.5]) for _ in range(count)]
    array = np.array(values).astype(dtype)
    if rng.randrange(4) == 0:
        for _ in range(rng.randint(1, 3)):
            if count:
                array[rng.randrange(count)] = rng.choice([np.nan, np.inf, -np.inf, -0.0, 0.0])
    return array


def elements(dtype, count, rng):
    if dtype == "bool":
        return np.array([rng.random() < 0.5 for _ in range(count)], dtype)
    if dtype in INTEGERS:
        info = np.iinfo(dtype)
        bits = rng.randint(1, info.bits)
        return np.array([rng.choice([info.min, info.max]) if rng.randrange(30) == 0 else
                         max(info.min, min(info.max, rng.randint(-2**bits, 2**bits))) for _ in range(count)], dtype)
    if dtype in COMPLEX:
        part = COMPLEX[dtype]
        out = np.empty(count, dtype)
        out.real = floats(part, count, rng)
        out.imag = floats(part, count, rng)
        return out
    return floats(dtype, count, rng)


def random_case(rng):
    dtype = rng.choice(["bool"] + INTEGERS + 5 * FLOATS + 3 * list(COMPLEX))
    ndim = rng.choice([0, 1, 1, 1, 1, 2, 2, 3, 4])
    shape = [rng.choice([0] + 5 * [1, 2, 3, 5, 8, 11]) if ndim > 1 else rng.choice([0, 1, 2, 3, 5, 7, 8, 17, 30]) for _ in range(ndim)]
    while np.prod(shape) > 80:
        shape[rng.randrange(ndim)] = rng.randint(1, 3)
    array = elements(dtype, int(np.prod(shape)), rng).reshape(shape)
    emit(array, rng.choice([8, 8, 8, 8, 0, 1, 2, 3, 4, 12, 17]), rng.choice([1000, 1000, 5, 20, 1]))


def table():
    loop = [1.2317803, 1.6187935, 1.5227807, 0.5, 2.2077181, 2.2996776, 1.623233]
    emit(np.array(loop, np.float32), threshold=6)
    emit(np.array([1, 2, 3], np.float64))
    emit(np.array([0.1, 12345.0], np.float16))
    emit(np.array([1.1e10, 1.2345678e-5], np.float32))
    emit(np.array([1e-320, 1.0]))
    emit(np.array([-0.0, 0.0]))
    emit(np.array([1.0, 1000.0]))
    emit(np.array([1.0, 1001.0], np.float16))
    emit(np.array([1.0, 1000.0001], np.float32))
    emit(np.array([1e-4, 0.05], np.float32))
    emit(np.array([99999999.0, 1e6]))
    emit(np.array([1e8, 1e6]))
    emit(np.array([50000, 65504, 16384], np.float16))
    emit(np.array([33554432, 99999992], np.float32))
    emit(np.array([np.nan]))
    emit(np.array([-np.inf, np.nan, 1.0], np.float32))
    emit(np.arange(1200, dtype=np.int16))
    emit(np.arange(1200, dtype=np.uint8).reshape(30, 40))
    emit(np.zeros((2, 0, 3), np.float32))
    emit(np.zeros((1, 1, 1, 1), np.int32))
    emit(np.array([[1e16], [1.0]]))
    for value in [0.0, -0.0, 1.0, 0.1, 1e15, 123456789012345680.0, 1e16, 1e-4, 9.9e-5, 1.5e300, 3e-5, np.nan, -np.inf]:
        for dtype in FLOATS + list(COMPLEX):
            emit(np.array(value).astype(dtype))
    for value in [2j, 1 + 2j, -0.0 + 2j, complex(0, -2), complex(-0.0, -0.0), complex(np.nan, np.inf), complex(1, -np.inf),
                  complex(0, np.nan), 1e16 + 1e-5j]:
        emit(np.array(value))
        emit(np.array([value, 1]))


if __name__ == "__main__":
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    table()
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 400):
        random_case(rng)
