#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`kiln bench` on PoCL: what it writes, its peers, wrong usage. No time is judged.

Usage: test_bench.py PATH-OF-KILN
"""
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

import test_cli

SVG = "{http://www.w3.org/2000/svg}"


def python_with_numpy():
    for python in ["/usr/bin/python3", sys.executable]:
        if shutil.which(python) and subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode == 0:
            return python
    return None


def peers_program():
    folder = Path(__file__).resolve().parents[2] / "tools/kiln/bench"
    return "\n\n".join((folder / f"bench_peers{part}.py").read_text() for part in ["", "_arrays", "_numpy", "_jax", "_torch"])


class Bench(test_cli.CliTest):
    # One cache of kernels for all tests.
    cache = tempfile.TemporaryDirectory(prefix="kiln-bench-")

    def bench(self, *arguments, **more):
        flags = f"device=opencl:pocl,cache_path={self.cache.name}"
        return self.kiln("bench", "--round-seconds", "0.001", *arguments, KILN_FLAGS=flags, **more)

    def program(self, text):
        path = self.folder / "python"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o700)
        return str(path)

    def test_table_json_and_plot(self):
        paths = [self.folder / "out.json", self.folder / "out.svg"]
        out, error = self.bench("--op", "add", "sum", "--sizes", "1000:4000", "--peers", "none", "--json", str(paths[0]),
                               "--plot", str(paths[1]))
        self.assertEqual(error, "")
        self.assertRegex(out, r"(?m)^launch of a kernel of one element: [\d.]+ microseconds; with its result read by the host: [\d.]+$")
        self.assertRegex(out, r"(?m)^sum +axis 1 +float32 +4000 +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+ +GB/s +[\d.]+ +[\d.]+$")
        report = json.loads(paths[0].read_text())
        self.assertEqual(report["kind"], "cpu")
        self.assertGreater(report["launch_median_seconds_per_call"], 0)
        self.assertGreater(report["read_median_seconds_per_call"], 0)
        self.assertEqual((report["peers"], report["left_out"]), ([], []))
        rows = [(m["operation"], m["what"], m["size_elements"]) for m in report["measurements"]]
        self.assertEqual(rows, [("add", "", 1000), ("add", "", 2000), ("add", "", 4000)] +
                         [("sum", what, size) for size in [1000, 2000, 4000] for what in ["all", "axis 0", "axis 1"]])
        for m in report["measurements"]:
            rounds = m["seconds_per_call_in_rounds"]
            self.assertEqual(len(rounds), len(m["copy_seconds_per_call_in_rounds"]))
            self.assertAlmostEqual(m["median_seconds_per_call"] / statistics.median(rounds), 1, 6)
            self.assertAlmostEqual(m["bytes_per_second"] * m["median_seconds_per_call"] / m["bytes"], 1, 6)
            self.assertGreater(m["bandwidth_over_copy_bandwidth"], 0)
        self.assertEqual(report["measurements"][0]["bytes"], 12000)
        picture = xml.etree.ElementTree.parse(paths[1]).getroot()
        self.assertEqual(len(picture.findall(f"{SVG}polyline")), 3)  # the copy, add, the first of sum
        names = [text.text for text in picture.findall(f"{SVG}text")]
        self.assertEqual(names[0], f"float32 on {report['name']} ({report['device']})")
        for name in ["device copy", "add", "sum, all", "bytes in and out", "GB/s"]:
            self.assertIn(name, names)

    def test_plot_of_peers_cases_and_dtypes(self):
        python = python_with_numpy()
        if not python:
            self.skipTest("no NumPy")
        path = self.folder / "out.svg"
        self.bench("--op", "sum", "--dtype", "float32", "int32", "--sizes", "1000:2000", "--peers", "numpy", "--python",
                   python, "--plot", str(path))
        picture = xml.etree.ElementTree.parse(path).getroot()
        lines = picture.findall(f"{SVG}polyline")
        self.assertEqual(len(lines), 1 + 2 * 3 * 2)  # the copy; dtypes, cases, libraries
        names = [text.text for text in picture.findall(f"{SVG}text")]
        self.assertRegex(names[0], r"^float32, int32 on .* \(opencl\d+:\d+\)$")
        for name in ["sum, axis 1, int32", "sum, all, float32", "Kiln", "numpy"]:
            self.assertEqual(names.count(name), 1)
        # A peer's line has the colour of Kiln's line, and its own dash.
        styles = [(line.get("stroke"), line.get("stroke-dasharray")) for line in lines[1:]]
        self.assertEqual(len(set(styles)), 12)
        self.assertEqual(len({colour for colour, _ in styles}), 6)
        # What arithmetic bounds is named beside the lines.
        self.bench("--op", "gemm", "assign", "--size", "1e6", "--peers", "none", "--plot", str(path))
        picture = xml.etree.ElementTree.parse(path).getroot()
        self.assertEqual(len(picture.findall(f"{SVG}polyline")), 2)
        names = [text.text for text in picture.findall(f"{SVG}text")]
        self.assertEqual(names[-2:], ["Not shown, as bytes do not bound them:", "gemm"])

    def test_numpy(self):
        python = python_with_numpy()
        if not python:
            self.skipTest("no NumPy")
        path = self.folder / "out.json"
        out, _ = self.bench("--op", "add", "sum", "popcount", "--size", "1000", "--peers", "numpy", "--python",
                           python, "--json", str(path))
        self.assertRegex(out, r"(?m)^numpy: NumPy [\d.]+ on the host's processor, BLAS")
        self.assertRegex(out, r"(?m)^add .* [\d.]+  +[\d.]+$")
        report = json.loads(path.read_text())
        self.assertEqual([peer["name"] for peer in report["peers"]], ["numpy"])
        for m in report["measurements"]:
            peer = m["peers"]["numpy"]
            if m["operation"] == "popcount":
                self.assertEqual(m["dtype"], "int32")  # float32 has none
            else:
                self.assertGreater(peer["median_seconds_per_call"], 0)

    def test_numpy_has_the_rows_it_can(self):
        python = python_with_numpy()
        if not python:
            self.skipTest("no NumPy")
        path = self.folder / "out.json"
        operations = """pown real complex logsumexp average weighted_var cov corrcoef random_integers random_bernoulli random_bits
            random_choice diff reduce_by_key sort_by_key quantile isin union1d intersect1d setdiff1d setxor1d take_at repeat_each ger
            vecdot vector_norm cross trace""".split()
        self.bench("--op", *operations, "--size", "4096", "--peers", "numpy", "--python", python, "--json", str(path))
        rows = [(m["operation"], m["what"], m["peers"]["numpy"]) for m in json.loads(path.read_text())["measurements"]]
        self.assertEqual({name for name, _, _ in rows}, set(operations))
        self.assertEqual([row for row in rows if "median_seconds_per_call" not in row[2]], [])

    def test_peers_that_make_new_results(self):
        python = python_with_numpy()
        if not python:
            self.skipTest("no NumPy")
        path = self.folder / "out.json"
        out, _ = self.bench("--op", "add", "assign", "fused_elementwise", "--size", "1e6", "--peers", "numpy", "--peers-new-results",
                            "--python", python, "--json", str(path))
        self.assertRegex(out, r"(?m)^numpy: NumPy .*, each result a new array$")
        for m in json.loads(path.read_text())["measurements"]:
            self.assertGreater(m["peers"]["numpy"]["median_seconds_per_call"], 0)
        # What the calls of each kind give: the same array again, or a new one.
        text = """\nfor given_results in (True, False):
    for name, what in [("add", ""), ("fused_elementwise", "a*b + c"), ("take", "single elements")]:
        call = NumPy("cpu").case(name, what, "float32", 1000).call
        first = call()
        answer(call() is first)\n"""
        done = subprocess.run([python, "-"], input=peers_program() + text, text=True, capture_output=True, check=True)
        self.assertEqual(done.stdout.split(), ["True"] * 3 + ["False"] * 3)

    def test_a_peer_that_does_another_thing_has_no_figure(self):
        python = python_with_numpy()
        if not python:
            self.skipTest("no NumPy")
        request = {"operation": "add", "what": "", "dtype": "float32", "size": 1000, "bytes": 12000, "operations": 0}
        requests = [request, {**request, "bytes": 16000}, {**request, "operation": "nonsense"}, {**request, "dtype": "bfloat16"}]
        done = subprocess.run([python, "-"], input=f"{peers_program()}\nmain('numpy', 'cpu', 0.001, {requests})\n", text=True,
                              capture_output=True, check=True)
        answers = [line.split("\t") for line in done.stdout.splitlines() if not line.startswith("begin")]
        self.assertEqual([fields[:2] for fields in answers[1:]],
                         [["seconds", "0"], ["lacks", "1"], ["lacks", "2"], ["lacks", "3"]])
        self.assertIn("12000 bytes, Kiln's 16000", answers[2][2])

    def test_peers_know_the_table(self):
        out, _ = self.kiln("selftest", "--list")
        groups = dict(line.split()[:2] for line in out.splitlines())
        names = """answer(*ELEMENTWISE_1, *ELEMENTWISE_2, *ELEMENTWISE_3, *REDUCTIONS, *SCANS,
                          *(name[4:] for peer in [NumPy, CuPy, Jax, Torch] for name in dir(peer) if name.startswith("row_")))"""
        done = subprocess.run([sys.executable, "-"], input=f"{peers_program()}\n{names}\n", text=True, capture_output=True,
                              check=True)
        known = set(done.stdout.rstrip("\n").split("\t"))
        self.assertEqual(known - set(groups), set())
        self.assertEqual({name for name, group in groups.items() if group == "(elementwise):"} - known, set())

    def test_peers_that_cannot_be_had(self):
        # Missing ones are worth a word only where they were named.
        empty = self.program("exec " + sys.executable + " -S -\n")
        _, error = self.bench("--op", "add", "--size", "1000", "--python", empty, PYTHONPATH="")
        self.assertEqual(error, "")
        _, error = self.bench("--op", "add", "--size", "1000", "--python", empty, "--peers", "torch")
        self.assertIn("torch: not installed: No module named 'torch'", error)
        for text, message in [("cat >/dev/null; echo broken >&2; exit 3", "numpy: exit status 3: broken"),
                              ("kill -9 $$", "numpy: ended by Killed"),
                              ("echo nonsense; exec sleep 100", "numpy: unexpected answer 'nonsense'"),
                              ("printf 'version\\t1\\nseconds\\t7\\t1\\t1\\n'", "unexpected answer 'seconds"),
                              ("exec >/dev/null; sleep 0.1; exit 4", "numpy: exit status 4"),
                              ("exec sleep 100", "numpy: no answer for 1 s")]:
            with self.subTest(text=text):
                out, error = self.bench("--op", "add", "--size", "1000", "--python", self.program(text), "--peers", "numpy",
                                        "--peer-seconds", "1")
                self.assertIn(message, error)
                self.assertIn("\nadd ", out)
        _, error = self.bench("--op", "add", "--size", "1000", "--python", str(self.folder / "none"), "--peers", "numpy")
        self.assertIn("none does not start: No such file or directory", error)

    def test_what_cannot_be_measured(self):
        out, _ = self.bench("--op", "add", "--size", "1000", "--size", "2^50", "--peers", "none")
        self.assertRegex(out, r"(?m)^add +float32 +1000 ")
        self.assertRegex(out, r"(?m)^left out: add, float32, 2\^50: .*bytes")
        out, _ = self.bench("--op", "add", "bitwise_and", "--dtype", "float32", "--size", "10", "--peers", "none")
        self.assertIn("left out: bitwise_and, float32, 10: it does not take this dtype\n", out)
        for arguments, message in [(("--op", "nonsense"), "no operation 'nonsense'"), (("--dtype", "float23"), "float32"),
                                   (("--json", "/nonexistent/out.json"), "cannot write '/nonexistent/out.json'"),
                                   (("--plot", "/nonexistent/out.svg"), "cannot write"), (("-b", "opencl99:0"), "opencl99:0"),
                                   (("--op", "bitwise_and", "--dtype", "float32"), "nothing was measured")]:
            with self.subTest(arguments=arguments):
                _, error = self.bench(*arguments, "--peers", "none", status=1)
                self.assertIn(message, error)

    def test_wrong_usage(self):
        for arguments in [("--size", "many"), ("--size", "0"), ("--size", "2^60"), ("--size", "1.5"), ("--sizes", "1000"),
                          ("--sizes", "1e6:1e3"), ("--peers", "matlab"), ("--peer-seconds", "-1"), ("extra",)]:
            with self.subTest(arguments=arguments):
                _, error = self.bench(*arguments, status=2)
                self.assertIn("Usage:", error)


if __name__ == "__main__":
    test_cli.KILN = sys.argv.pop(1)
    unittest.main()
