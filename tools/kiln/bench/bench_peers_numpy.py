# SPDX-License-Identifier: Apache-2.0
# NumPy and CuPy. This text follows bench_peers_arrays.py.


class NumPy(ArrayModule):
    stable = {"kind": "stable"}

    def __init__(self, device):
        import numpy

        self.lib = numpy
        numpy.dot(numpy.ones((4, 4), "float32"), numpy.ones((4, 4), "float32"))
        self.version = f"NumPy {numpy.__version__} on the host's processor, {self.blas()}"

    @staticmethod
    def blas():
        try:
            files = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
        except OSError:
            return "BLAS unknown"
        for name in ["openblas", "mkl", "blis", "atlas"]:
            if any(name in file for file in files):
                return "BLAS: " + {"openblas": "OpenBLAS", "mkl": "MKL", "blis": "BLIS", "atlas": "ATLAS"}[name]
        return "BLAS: the reference implementation" if any("libblas" in file for file in files) else "BLAS unknown"

    def wait(self):
        pass

    def function(self, operation, dtype):
        function = super().function(operation, dtype)
        if operation == "pown":  # float32 and int32 would give float64
            return lambda a, n, **out: function(a, n, dtype=a.dtype, **out)
        return function

    def row_popcount(self, what, dtype, size):
        if not hasattr(self.lib, "bitwise_count"):
            raise Lacks("no such function")
        # For signed integers it counts the bits of the magnitude, in uint8.
        a = self.ones((size,), dtype)
        bits, to = a.view("u" + dtype.lstrip("u")), self.lib.empty_like(a)
        if given_results:
            return Case(lambda: self.lib.bitwise_count(bits, out=to), [a])
        return Case(lambda: self.lib.bitwise_count(bits).astype(a.dtype), [a])

    def part(self, name, array):
        part = getattr(array, name)
        to = self.lib.empty_like(part)
        return (lambda: self.lib.copyto(to, part)) if given_results else part.copy

    def row_complex(self, what, dtype, size):
        a, b = self.ones((size,), dtype), self.ones((size,), dtype)
        to = self.lib.empty(size, {"float64": "complex128"}.get(dtype, "complex64"))

        def call():
            z = to if given_results else self.lib.empty_like(to)
            z.real = a
            z.imag = b
            return z

        return Case(call, [a, b])

    def row_reduce_by_key(self, what, dtype, size):
        keys, values = self.runs_of_keys(dtype, size)
        zero = self.lib.zeros(1, "int64")

        def call():
            first = self.lib.concatenate([zero, self.lib.flatnonzero(keys[1:] != keys[:-1]) + 1])
            return keys[first], self.lib.add.reduceat(values, first)

        return Case(call, [], keys.nbytes + values.nbytes)

    def row_sort_by_key(self, what, dtype, size):
        keys, values = self.random((size,), dtype), self.random((size,), dtype)

        def call():
            order = self.lib.argsort(keys, **self.stable)
            return self.lib.take(keys, order, **self.clip), self.lib.take(values, order, **self.clip)

        return Case(call, [], 4 * keys.nbytes)

    def row_ger(self, what, dtype, size, conjugate=False):
        n = math.isqrt(size)
        a, x, y = self.lib.zeros((n, n), self.dtype(dtype)), self.random((n,), dtype), self.random((n,), dtype)
        outer = self.into(lambda x, y, **out: self.lib.outer(x, y.conj() if conjugate else y, **out), x, y)
        return Case(lambda: self.lib.add(a, outer(), out=a), [], 2 * a.nbytes)

    def row_gerc(self, what, dtype, size):
        return self.row_ger(what, dtype, size, True)

    def fused(self, what, dtype, size):
        a, b, c, *d = self.fused_inputs(what, dtype, size)
        if not given_results:
            return Case(lambda: a * b + (c * self.lib.exp(d[0]) if d else c), [a, b, c, *d])
        r, term = self.lib.empty_like(a), self.lib.empty_like(a)

        def call():
            self.lib.multiply(a, b, out=r)
            if d:
                self.lib.exp(d[0], out=term)
                self.lib.multiply(c, term, out=term)
            self.lib.add(r, term if d else c, out=r)
            return r

        return Case(call, [a, b, c, *d])

    def fill(self, name, dtype, size):
        if dtype not in ("float32", "float64"):
            raise Lacks("no such dtype")
        out, function = self.lib.empty(size, dtype), getattr(self.lib.random.default_rng(42), name)
        return Case(lambda: function(dtype=dtype, out=out), [], out.nbytes)

    def row_random_uniform(self, what, dtype, size):
        return self.fill("random", dtype, size)

    def row_random_normal(self, what, dtype, size):
        return self.fill("standard_normal", dtype, size)

    def row_random_exponential(self, what, dtype, size):
        return self.fill("standard_exponential", dtype, size)

    def row_random_bernoulli(self, what, dtype, size):
        draw, to = self.fill("random", "float32", size).call, self.lib.empty(size, self.dtype(dtype))
        if given_results:
            return Case(lambda: self.lib.less(draw(), 0.3, out=to), [], to.nbytes)
        return Case(lambda: (draw() < 0.3).astype(to.dtype))

    def row_random_integers(self, what, dtype, size):
        g, low = self.lib.random.default_rng(42), self.integers_from(dtype)
        return Case(lambda: g.integers(low, 120, size, dtype=dtype))

    def row_random_bits(self, what, dtype, size):
        g, each = self.lib.random.default_rng(42), self.dtype(dtype)
        return Case(lambda: self.lib.frombuffer(g.bytes(size * each.itemsize), each))

    def row_random_choice(self, what, dtype, size):
        g, among = self.lib.random.default_rng(42), number_in(what)[0]
        return Case(lambda: g.choice(among, size))

    def row_random_permutation(self, what, dtype, size):
        g = self.lib.random.default_rng(42)
        return Case(lambda: g.permutation(size))


class CuPy(NumPy):
    stable = clip = {}  # CuPy sorts stably and clips indices without being told

    def __init__(self, device):
        import cupy

        self.lib = cupy
        number = int(device.split(":")[1])
        cupy.cuda.Device(number).use()
        self.version = f"CuPy {cupy.__version__} on {cupy.cuda.runtime.getDeviceProperties(number)['name'].decode()}"

    def wait(self):
        self.lib.cuda.get_current_stream().synchronize()

    def function(self, operation, dtype):
        special = {"erf": "erf", "erfc": "erfc", "lgamma": "gammaln", "tgamma": "gamma", "exp10": "exp10"}
        if operation in special:
            import cupyx.scipy.special

            return getattr(cupyx.scipy.special, special[operation])
        if operation == "rsqrt":
            import cupyx

            return cupyx.rsqrt
        return super().function(operation, dtype)

    def fused(self, what, dtype, size):
        inputs = self.fused_inputs(what, dtype, size)
        kernel = self.lib.ElementwiseKernel(", ".join("T " + name for name in "abcd"[:len(inputs)]), "T r", "r = " + what)
        out = self.lib.empty_like(inputs[0])
        return Case(lambda: kernel(*inputs, out), inputs)

    def fill(self, name, dtype, size):
        if dtype not in ("float32", "float64"):
            raise Lacks("no such dtype")
        # With an array for the result, these functions would copy the result to it.
        function = getattr(self.lib.random.default_rng(42), name)
        return Case(lambda: function(size, dtype=dtype))

    def logsumexp(self, m, axis):
        import cupyx.scipy.special

        own = getattr(cupyx.scipy.special, "logsumexp", None)  # only later versions have it
        return own(m, axis) if own else super().logsumexp(m, axis)

    def row_repeat_each(self, what, dtype, size):
        raise Lacks("no array of repeats")

    def row_random_bits(self, what, dtype, size):
        g, most = self.lib.random.default_rng(42), int(self.lib.iinfo(dtype).max)
        return Case(lambda: g.integers(0, most, size, dtype=dtype, endpoint=True))

    # CuPy's generators have neither permutation() nor choice().
    def row_random_permutation(self, what, dtype, size):
        return Case(lambda: self.lib.random.permutation(size))

    def row_random_choice(self, what, dtype, size):
        among = number_in(what)[0]
        return Case(lambda: self.lib.random.choice(among, size))
