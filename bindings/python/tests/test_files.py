# SPDX-License-Identifier: Apache-2.0
"""Files of arrays: NumPy reads what Kiln writes and the other way, and files that are not what they say are refused."""
import json
import os
import struct
import tempfile
import unittest
import zipfile

import numpy as np

import kiln
from support import ALL, TestCase, sample


def arrays():
    every = {dtype: sample(dtype, (2, 3)) for dtype in ALL}
    every.update({"scalar": np.array(3.5, "float32"), "empty": np.zeros((0, 4), "int16"), "\u00e4/b \"": np.arange(5, dtype="uint8")})
    return every


def tensors(header, data=b""):
    """A safetensors file with this header, bytes or a dictionary."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def tensor(dtype, shape, begin, end):
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


def npy(dictionary, data=b"", version=1):
    text = dictionary.encode() + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(text)) + text + data


class Files(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def zip(self, entries):
        with zipfile.ZipFile(self.path("made.npz"), "w") as made:
            for name, data in entries.items():
                made.writestr(name, data)
        return self.path("made.npz")

    def refused(self, path, error, *parts):
        with self.assertRaises(error) as caught:
            kiln.load(path)
        for part in (os.path.basename(path), *parts):
            self.assertIn(part, str(caught.exception))

    def test_numpy_reads_what_kiln_writes(self):
        every = arrays()
        kiln.save(self.path("x.npz"), every)
        with zipfile.ZipFile(self.path("x.npz")) as written:
            self.assertIsNone(written.testzip())
        with np.load(self.path("x.npz")) as found:
            self.assertEqual(list(found.files), list(every))
            for name, expected in every.items():
                self.assertEqual((found[name].dtype, found[name].shape), (expected.dtype, expected.shape))
                np.testing.assert_array_equal(found[name], expected)

    def test_kiln_reads_what_numpy_writes(self):
        every = arrays()
        every["fortran"] = np.asfortranarray(sample("float32", (2, 3, 4)))
        np.savez(self.path("x.npz"), **every)
        found = kiln.load(self.path("x.npz"))
        self.assertEqual(list(found), list(every))
        for name, expected in every.items():
            self.assertSame(found[name], expected)

    def test_versions_of_npy(self):
        for version in (1, 2, 3):
            path = self.zip({"a.npy": npy("{'descr': '<i4', 'fortran_order': True, 'shape': (2, 2)}", bytes(range(16)), version)})
            expected = np.frombuffer(bytes(range(16)), "<i4").reshape((2, 2), order="F")
            self.assertSame(kiln.load(path)["a"], expected)

    def test_bfloat16(self):
        x = kiln.asarray([1.5, -2, 3], dtype="bfloat16")
        for suffix in (".npz", ".safetensors"):
            kiln.save(self.path("x" + suffix), {"x": x})
            found = kiln.load(self.path("x" + suffix))["x"]
            self.assertEqual((found.dtype, found.astype("float32").tolist()), (kiln.bfloat16, [1.5, -2, 3]))
        with np.load(self.path("x.npz")) as plain:
            self.assertEqual(plain["x"].dtype.str, "|V2")

    def test_safetensors_are_made_of_these_bytes(self):
        kiln.save(self.path("x.safetensors"), {"b": kiln.asarray([1, 2], dtype="uint8"), "a\n": kiln.asarray([1.0], dtype="float32")})
        header = b'{"a\\n":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]}}'
        header += b" " * (-len(header) % 8)
        with open(self.path("x.safetensors"), "rb") as file:
            self.assertEqual(file.read(), tensors(header, b"\0\0\x80\x3f\x01\x02"))

    def test_safetensors_of_others(self):
        header = {"__metadata__": {"format": "pt"}, "\u00e4\U0001f600": tensor("I16", [2, 1], 1, 5), "b": tensor("BOOL", [], 0, 1)}
        found = kiln.load(self.write("x.safetensors", tensors(header, b"\x02\x01\0\xff\xff")))
        self.assertSame(found["\u00e4\U0001f600"], np.array([[1], [-1]], "int16"))
        self.assertSame(found["b"], np.array(True))

    def test_formats_and_paths(self):
        x = kiln.asarray([1, 2])
        kiln.save(self.path("plain"), {"x": x}, format="npz")
        self.assertEqual(kiln.load(self.path("plain"), format="npz")["x"].tolist(), [1, 2])
        for bad in (lambda: kiln.load(self.path("plain")), lambda: kiln.save(self.path("x.npy"), {"x": x}),
                    lambda: kiln.save(self.path("x.npz"), {"x": x}, format="zip"), lambda: kiln.save("a\0.npz", {"x": x}),
                    lambda: kiln.save(self.path("x.npz"), {"a\0": x}), lambda: kiln.save(self.path("x.npz"), {"": x})):
            self.assertRaises(ValueError, bad)
        self.assertRaises(OSError, kiln.load, self.path("none.npz"))
        os.mkdir(self.path("folder.npz"))
        self.assertRaises(kiln.FileError, kiln.load, self.path("folder.npz"))
        self.assertRaises(kiln.FileError, kiln.save, self.path("folder.npz"), {"x": x})
        self.assertEqual(sorted(os.listdir(self.folder)), ["folder.npz", "plain"])

    def test_damaged_safetensors(self):
        two = {"a": tensor("F32", [2], 0, 8), "b": tensor("U8", [4], 8, 12)}
        for what, data, parts in [
            ("short", b"1234567", ["7 bytes"]),
            ("header beyond the end", struct.pack("<Q", 2**63) + b"{}", ["header of 9223372036854775808 bytes", "at most 2"]),
            ("no object", tensors(b"[]"), ["expected '{'"]),
            ("text behind", tensors(b"{}x"), ["nothing but spaces"]),
            ("overlap", tensors(dict(two, b=tensor("U8", [4], 6, 10)), b"0" * 10), ["'b'", "overlap"]),
            ("hole", tensors(dict(two, b=tensor("U8", [4], 9, 13)), b"0" * 13), ["'b'", "hole"]),
            ("rest", tensors(two, b"0" * 13), ["end at byte 12", "expected 13"]),
            ("out of bounds", tensors(two, b"0" * 11), ["'b'", "[8, 12]", "11 bytes"]),
            ("backwards", tensors({"a": tensor("U8", [4], 4, 0)}, b"0" * 4), ["'a'", "[4, 0]"]),
            ("size", tensors({"a": tensor("F32", [3], 0, 8)}, b"0" * 8), ["'a'", "8 bytes", "expected 12"]),
            ("huge", tensors({"a": tensor("F64", [2**62, 8], 0, 8)}, b"0" * 8), ["more than 2^63 - 1"]),
            ("huge and empty", tensors({"a": tensor("F64", [0, 2**62, 2**62], 0, 0)}), ["more than 2^63 - 1"]),
            ("negative", tensors({"a": tensor("U8", [-1], 0, 0)}), ["a whole number"]),
            ("float", tensors({"a": tensor("U8", [1.5], 0, 1)}, b"0"), ["expected ']'"]),
            ("twice", tensors(b'{"a":' + json.dumps(tensor("U8", [0], 0, 0)).encode() + b',"a":' +
                              json.dumps(tensor("U8", [0], 0, 0)).encode() + b"}"), ["'a' twice"]),
            ("no name", tensors({"": tensor("U8", [0], 0, 0)}), ["empty name"]),
            ("zero byte", tensors({"a\0b": tensor("U8", [0], 0, 0)}), ["zero byte"]),
            ("surrogate", tensors(b'{"\\ud800": 1}'), ["surrogate"]),
            ("other key", tensors({"a": dict(tensor("U8", [0], 0, 0), more=1)}), ["'more'"]),
            ("key missing", tensors({"a": {"dtype": "U8", "shape": []}}), ["lacks"]),
            ("metadata", tensors({"__metadata__": {"a": 1}}), ["expected '\"'"]),
        ]:
            with self.subTest(what):
                self.refused(self.write("bad.safetensors", data), kiln.FileError, *parts)
        for dtype, shape in (("F8_E4M3", [4]), ("U8", [1] * 33)):
            data = tensors({"a": tensor(dtype, shape, 0, 4)}, b"0" * 4)
            self.refused(self.write("bad.safetensors", data), kiln.UnsupportedError, dtype if dtype != "U8" else "32")

    def test_damaged_npz(self):
        np.savez(self.path("good.npz"), a=np.arange(4, dtype="int32"), b=np.ones(3, "float32"))
        with open(self.path("good.npz"), "rb") as file:
            good = file.read()
        flipped = bytearray(good)
        flipped[good.index(np.arange(4, dtype="<i4").tobytes()) + 1] ^= 1
        for what, data, parts in [
            ("empty", b"", ["zip file"]), ("cut off", good[:-1], ["zip file"]), ("start gone", good[32:], []),
            ("text", b"hello" * 100, ["zip file"]), ("flipped", bytes(flipped), ["'a'", "CRC-32"]),
            ("entries", good.replace(b"\2\0\2\0", b"\3\0\3\0"), ["2 entries, expected 3"]),
        ]:
            with self.subTest(what):
                self.refused(self.write("bad.npz", data), kiln.FileError, *parts)
        with self.subTest("overlap"):  # both entries of the directory lead to the first one
            name, at = b"b.npy", good.rindex(b"PK\1\2")
            data = bytearray(good.replace(b"a.npy", name))
            data[at + 42:at + 46] = bytes(4)
            self.refused(self.write("bad.npz", bytes(data)), kiln.FileError, "within entry")
        for what, entry, parts in [
            ("no npy", b"hello", ["'a'", "npy"]),
            ("short", b"\x93NUMPY\1", ["7 bytes"]),
            ("header cut", npy("{}")[:-2] + b"", ["end within its npy header"]),
            ("negative", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", b"0" * 4), ["whole number"]),
            ("size", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", b"0" * 4), ["4 bytes", "expected 8"]),
            ("huge", npy(f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({2**62}, 4)}}", b"0" * 4), ["2^63"]),
            ("key", npy("{'descr': '<f4', 'order': False, 'shape': (2,)}", b"0" * 8), ["keys"]),
            ("key missing", npy("{'descr': '<f4', 'shape': (2,)}", b"0" * 8), ["keys"]),
        ]:
            with self.subTest(what):
                self.refused(self.zip({"a.npy": entry}), kiln.FileError, *parts)
        self.refused(self.zip({"a.txt": b""}), kiln.FileError, "'a.txt'")

    def test_what_is_not_read(self):
        np.savez_compressed(self.path("x.npz"), a=np.zeros(3))
        self.refused(self.path("x.npz"), kiln.UnsupportedError, "compressed", "savez")
        for value in (np.zeros(2, ">f4"), np.zeros(2, "U3"), np.zeros(2, [("a", "f4")])):
            np.savez(self.path("x.npz"), a=value)
            self.refused(self.path("x.npz"), kiln.UnsupportedError, "'a'")
        with self.assertRaises(kiln.UnsupportedError):
            np.savez(self.path("x.npz"), a=np.zeros(2, object))
            kiln.load(self.path("x.npz"))

    def test_a_failed_save_leaves_the_old_file(self):
        kiln.save(self.path("x.safetensors"), {"a": kiln.asarray([1])})
        with self.assertRaises(kiln.Error):
            kiln.save(self.path("x.safetensors"), {"a": kiln.asarray([2]), "__metadata__": kiln.asarray([3])})
        self.assertEqual(kiln.load(self.path("x.safetensors"))["a"].tolist(), [1])
        self.assertEqual(os.listdir(self.folder), ["x.safetensors"])


if __name__ == "__main__":
    unittest.main()
