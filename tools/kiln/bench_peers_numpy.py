# SPDX-License-Identifier: Apache-2.0
# NumPy, CuPy and JAX: libraries with the functions of NumPy. Follows bench_peers.py.


class ArrayModule(Peer):
    """NumPy and what is called as NumPy is: CuPy and JAX."""

    stable = {}
    clip = {"mode": "clip"}  # indices are not checked

    def into(self, function, *inputs):
        return into(function, self.lib.asarray, *inputs)  # some results are numbers

    def updating(self, function, array, *inputs):
        """Calls that modify an array."""
        return lambda: function(array, *inputs)

    def dtype(self, name):
        if name == "bfloat16":
            raise Lacks("no bfloat16")
        return self.lib.dtype(name)

    def ones(self, shape, dtype):
        return self.lib.ones(shape, self.dtype(dtype))

    def random(self, shape, dtype):
        g = self.lib.random.default_rng(42)
        if self.whole(dtype):
            return g.integers(0, 2 if dtype == "bool" else 127, shape).astype(self.dtype(dtype))
        return g.random(shape, dtype="float64" if dtype == "float64" else "float32").astype(self.dtype(dtype))

    def indices(self, count, below):
        return self.lib.random.default_rng(43).integers(0, below, count)

    def function(self, operation, dtype):
        name = NUMPY_NAMES.get(operation, operation)
        if operation == "divide" and self.whole(dtype) or not name or not hasattr(self.lib, name):
            raise Lacks("no such function")
        return getattr(self.lib, name)

    def reduction(self, name, axis, matrix):
        if name == "norm":
            function = lambda m: self.lib.linalg.norm(m.reshape(-1) if axis is None else m, axis=axis)
        elif not hasattr(self.lib, name):
            raise Lacks("no such function")
        else:
            function = lambda m, **out: getattr(self.lib, name)(m, axis=axis, **out)
        return Case(self.into(function, matrix), [matrix])

    def scan(self, name, axis, array):
        if name in ("cummax", "cummin"):
            function = (self.lib.maximum if name == "cummax" else self.lib.minimum).accumulate
        else:
            function = getattr(self.lib, name)
        return Case(self.into(lambda a, **out: function(a, axis=axis, **out), array), [array])

    def row_full(self, what, dtype, size):
        return Case(lambda: self.lib.full((size,), 1, self.dtype(dtype)))

    def row_fill(self, what, dtype, size):
        a = self.ones((size,), dtype)
        return Case(lambda: a.fill(1), [a], a.nbytes)

    def row_arange(self, what, dtype, size):
        return Case(lambda: self.lib.arange(0, size, 1, self.dtype(dtype)))

    def row_linspace(self, what, dtype, size):
        return Case(lambda: self.lib.linspace(0, 1, size, dtype=self.dtype(dtype)))

    def row_eye(self, what, dtype, size):
        return Case(lambda: self.lib.eye(math.isqrt(size), dtype=self.dtype(dtype)))

    def row_astype(self, what, dtype, size):
        a, to = self.ones((size,), dtype), self.dtype(what.split()[-1])
        return Case(self.into(lambda x: x.astype(to), a), [a])

    def row_assign(self, what, dtype, size):
        a = self.ones(matrix_of(size), dtype)
        source = a.T if what else a
        if not given_results:
            return Case(lambda: self.lib.array(source, order="C"), [a])
        to = self.ones(source.shape, dtype)
        return Case(lambda: self.lib.copyto(to, source), [a], 2 * a.nbytes)

    def row_reshape(self, what, dtype, size):
        a = self.ones(matrix_of(size), dtype)
        return Case(self.into(lambda m: m.T.reshape(-1), a), [a])

    def row_sort(self, what, dtype, size):
        a = self.to_sort(what, dtype, size)
        return Case(self.into(lambda x: self.lib.sort(x, axis=-1, **self.stable), a), [a])

    def row_argsort(self, what, dtype, size):
        a = self.to_sort(what, dtype, size, 4)
        return Case(self.into(lambda x: self.lib.argsort(x, axis=-1, **self.stable), a), [a])

    def row_topk(self, what, dtype, size):
        a, count = self.for_topk(what, dtype, size)

        def call():
            places = self.lib.argpartition(a, -count, axis=-1)[..., -count:]
            values = self.lib.take_along_axis(a, places, -1)
            order = self.lib.argsort(values, axis=-1)
            return self.lib.take_along_axis(values, order, -1), self.lib.take_along_axis(places, order, -1)

        return Case(call, [], a.nbytes)

    def row_unique(self, what, dtype, size):
        a = self.random((size,), dtype)
        return Case(lambda: self.lib.unique(a), [a], 2 * a.nbytes)

    def row_searchsorted(self, what, dtype, size):
        among, values = self.lib.sort(self.random((1024,), dtype)), self.random((size,), dtype)
        return Case(self.into(lambda v: self.lib.searchsorted(among, v), values), [values], values.nbytes + 8 * size)

    def row_take(self, what, dtype, size):
        take = lambda x, by, **out: self.lib.take(x, by, axis=0, **self.clip, **out)
        if what == "single elements":
            a, by = self.single_places(dtype, size)
            return Case(self.into(take, a, by), [a, by], 2 * by.size * a.itemsize + by.nbytes)
        table, by, moved = self.rows_and_places(dtype, size, *number_in(what))
        return Case(self.into(take, table, by), [], 2 * moved.nbytes)

    def row_take_along_axis(self, what, dtype, size):
        a, by = self.single_places(dtype, size)
        return Case(self.into(lambda x, y: self.lib.take_along_axis(x, y, 0), a, by), [], 2 * by.size * a.itemsize + by.nbytes)

    def row_put(self, what, dtype, size):
        table, by, moved = self.rows_and_places(dtype, size, *number_in(what))
        return Case(self.updating(self.put, table, by, moved), [], moved.nbytes)

    def row_scatter_add(self, what, dtype, size):
        table, by, moved = self.rows_and_places(dtype, size, *number_in(what))
        return Case(self.updating(self.scatter_add, table, by, moved), [], moved.nbytes)

    def put(self, table, by, moved):
        table[by] = moved

    def scatter_add(self, table, by, moved):
        self.lib.add.at(table, by, moved)

    def row_compress(self, what, dtype, size):
        a, mask = self.ones((size,), dtype), self.random((size,), "bool")
        return Case(lambda: a[mask], [], 1.5 * a.nbytes + mask.nbytes)

    def row_put_mask(self, what, dtype, size):
        a, mask = self.ones((size,), dtype), self.random((size,), "bool")
        return Case(self.updating(self.put_mask, a, mask), [], 0.5 * a.nbytes + mask.nbytes)

    def put_mask(self, a, mask):
        a[mask] = 1

    def row_nonzero(self, what, dtype, size):
        a = self.random((size,), "bool").astype(self.dtype(dtype))
        return Case(lambda: self.lib.nonzero(a), [], a.nbytes + 4 * size)

    def row_concat(self, what, dtype, size):
        a, b = self.to_move(dtype, size, 2), self.to_move(dtype, size, 2)
        return Case(self.into(lambda x, y, **out: self.lib.concatenate([x, y], 0, **out), a, b), [a, b])

    def row_stack(self, what, dtype, size):
        a = self.to_move(dtype, size, 2)
        return Case(self.into(lambda x, **out: self.lib.stack([x, x], -1, **out), a), [a])

    def moved(self, function, dtype, size, grows=1):
        a = self.to_move(dtype, size, grows)
        return Case(self.into(function, a), [a])

    def row_tile(self, what, dtype, size):
        return self.moved(lambda a: self.lib.tile(a, (2, 2)), dtype, size, 4)

    def row_repeat(self, what, dtype, size):
        return self.moved(lambda a: self.lib.repeat(a, 4, -1), dtype, size, 4)

    def row_roll(self, what, dtype, size):
        return self.moved(lambda a: self.lib.roll(a, (1, 7), (0, 1)), dtype, size)

    def row_pad(self, what, dtype, size):
        return self.moved(lambda a: self.lib.pad(a, 1, "reflect"), dtype, size)

    def row_tril(self, what, dtype, size):
        return self.moved(self.lib.tril, dtype, size)

    def row_triu(self, what, dtype, size):
        return self.moved(self.lib.triu, dtype, size)


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


    def row_random_permutation(self, what, dtype, size):
        g = self.lib.random.default_rng(42)
        return Case(lambda: g.permutation(size))


class CuPy(NumPy):
    stable = clip = {}  # it always is so

    def __init__(self, device):
        import cupy

        self.lib = cupy
        number = int(device.split(":")[1])
        cupy.cuda.Device(number).use()
        self.version = f"CuPy {cupy.__version__} on {cupy.cuda.runtime.getDeviceProperties(number)['name'].decode()}"

    def wait(self):
        self.lib.cuda.get_current_stream().synchronize()

    def function(self, operation, dtype):
        special = {"erf": "erf", "erfc": "erfc", "lgamma": "gammaln"}
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
        # Given a place for the result, these would copy it there.
        function = getattr(self.lib.random.default_rng(42), name)
        return Case(lambda: function(size, dtype=dtype))


class Jax(ArrayModule):
    """Every call is compiled; results are always new arrays."""

    def __init__(self, device):
        if device == "cpu":
            os.environ["JAX_PLATFORMS"] = "cpu"
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        import jax

        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_default_matmul_precision", "highest")
        kind, _, number = device.partition(":")
        if kind == "cpu":  # else waiting for the last call is not waiting for all
            jax.config.update("jax_cpu_enable_async_dispatch", False)
        try:
            chosen = jax.devices(kind)[int(number or 0)]
        except (RuntimeError, IndexError) as error:
            raise ModuleNotFoundError(f"JAX has no device {device}: {error}") from error
        jax.config.update("jax_default_device", chosen)
        self.jax, self.lib, self.last, self.key = jax, jax.numpy, None, jax.random.PRNGKey(42)
        self.version = f"JAX {jax.__version__} on {'the host' + chr(39) + 's processor' if kind == 'cpu' else chosen.device_kind}"

    def wait(self):
        if self.last is not None:
            self.jax.block_until_ready(self.last)

    def into(self, function, *inputs):
        compiled = self.jax.jit(function)

        def call():
            self.last = compiled(*inputs)
            return self.last

        return call

    def updating(self, function, array, *inputs):
        compiled = self.jax.jit(function, donate_argnums=0)
        self.last = array

        def call():
            self.last = compiled(self.last, *inputs)

        return call

    def dtype(self, name):
        return self.lib.dtype(name)

    def random(self, shape, dtype):
        if self.whole(dtype):
            return self.jax.random.randint(self.key, shape, 0, 2 if dtype == "bool" else 127).astype(dtype)
        return self.jax.random.uniform(self.key, shape, "float64" if dtype == "float64" else "float32").astype(dtype)

    def indices(self, count, below):
        return self.jax.random.randint(self.key, (count,), 0, below, "int64")

    def function(self, operation, dtype):
        if operation in ("rsqrt", "erf", "erfc", "lgamma"):
            return getattr(self.jax.lax, operation)
        return super().function(operation, dtype)

    def reduction(self, name, axis, matrix):
        if name == "logsumexp":
            return Case(self.into(lambda m: self.jax.scipy.special.logsumexp(m, axis=axis), matrix), [matrix])
        return super().reduction(name, axis, matrix)

    def scan(self, name, axis, array):
        function = getattr(self.jax.lax, name)
        return Case(self.into(lambda a: function(a, axis), array), [array])

    def fused(self, what, dtype, size):
        inputs = self.fused_inputs(what, dtype, size)
        if len(inputs) == 3:
            return Case(self.into(lambda a, b, c: a * b + c, *inputs), inputs)
        return Case(self.into(lambda a, b, c, d: a * b + c * self.lib.exp(d), *inputs), inputs)

    def row_full(self, what, dtype, size):
        return Case(self.into(lambda: self.lib.full((size,), 1, dtype)))

    def row_fill(self, what, dtype, size):
        return self.row_full(what, dtype, size)

    def row_arange(self, what, dtype, size):
        return Case(self.into(lambda: self.lib.arange(0, size, 1, dtype)))

    def row_linspace(self, what, dtype, size):
        return Case(self.into(lambda: self.lib.linspace(0, 1, size, dtype=dtype)))

    def row_eye(self, what, dtype, size):
        return Case(self.into(lambda: self.lib.eye(math.isqrt(size), dtype=dtype)))

    def row_assign(self, what, dtype, size):
        a = self.ones(matrix_of(size), dtype)
        return Case(self.into((lambda m: m.T) if what else (lambda m: self.lib.copy(m)), a), [a])

    def row_topk(self, what, dtype, size):
        a, count = self.for_topk(what, dtype, size)
        return Case(self.into(lambda x: self.jax.lax.top_k(x, count), a), [], a.nbytes)

    def row_unique(self, what, dtype, size):
        raise Lacks("no result of unknown size when compiled")

    row_compress = row_nonzero = row_unique

    def put(self, table, by, moved):
        return table.at[by].set(moved)

    def scatter_add(self, table, by, moved):
        return table.at[by].add(moved)

    def put_mask(self, a, mask):
        return self.lib.where(mask, self.lib.ones((), a.dtype), a)

    def fill(self, name, dtype, size):
        function = getattr(self.jax.random, name)
        return Case(self.into(lambda key: function(key, (size,), dtype), self.key))

    def row_random_uniform(self, what, dtype, size):
        return self.fill("uniform", dtype, size)

    def row_random_normal(self, what, dtype, size):
        return self.fill("normal", dtype, size)

    def row_random_exponential(self, what, dtype, size):
        return self.fill("exponential", dtype, size)

    def row_random_permutation(self, what, dtype, size):
        return Case(self.into(lambda key: self.jax.random.permutation(key, size), self.key))
