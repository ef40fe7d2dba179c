# SPDX-License-Identifier: Apache-2.0
# JAX. This text follows bench_peers_arrays.py.


class Jax(ArrayModule):
    """Calls are compiled, except those whose results have an unknown size. Results are always new arrays."""

    def __init__(self, device):
        if device == "cpu":
            os.environ["JAX_PLATFORMS"] = "cpu"
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        import jax

        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_default_matmul_precision", "highest")
        kind, _, number = device.partition(":")
        if kind == "cpu":  # so that waiting for the last call waits for all
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

    def of_unknown_size(self, function, *inputs):
        def call():
            self.last = function(*inputs)
            return self.last

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
        own = {"popcount": "population_count", "mul_hi": "mulhi"}.get(operation, operation)
        if operation in ("rsqrt", "erf", "erfc", "lgamma", "round", "popcount", "clz", "mul_hi", "complex") and hasattr(self.jax.lax, own):
            return getattr(self.jax.lax, own)
        if operation == "tgamma":
            return self.jax.scipy.special.gamma
        return super().function(operation, dtype)

    def logsumexp(self, m, axis):
        return self.jax.scipy.special.logsumexp(m, axis=axis)

    def scan(self, name, axis, array):
        function = getattr(self.jax.lax, name)
        return Case(self.into(lambda a: function(a, axis), array), [array])

    def part(self, name, array):
        return self.into(lambda a: self.lib.copy(getattr(a, name)), array)

    def row_custom_scan(self, what, dtype, size):
        axis = axis_of(what)
        a = self.ones((size,) if axis is None else matrix_of(size), dtype)
        return Case(self.into(lambda x: self.jax.lax.associative_scan(self.lib.add, x, axis=axis or 0), a), [a])

    def row_reduce_by_key(self, what, dtype, size):
        if self.whole(dtype):
            raise Lacks("no sums in int64")
        # Keys are positions in the result, whose size must be known before the call.
        keys, values = self.runs_of_keys(dtype, size)
        sums = lambda v, k: self.jax.ops.segment_sum(v, k, -(-size // 16), indices_are_sorted=True)
        return Case(self.into(sums, values, keys), [], keys.nbytes + values.nbytes)

    def row_sort_by_key(self, what, dtype, size):
        keys, values = self.random((size,), dtype), self.random((size,), dtype)
        return Case(self.into(lambda k, v: self.jax.lax.sort((k, v), num_keys=1), keys, values), [], 4 * keys.nbytes)

    def isin(self, a, values, **more):
        return self.lib.isin(a, values, method="binary_search", **more)  # the default compares all pairs

    def row_setdiff1d(self, what, dtype, size):
        # setdiff1d() compares each element with each and needs memory for all comparisons.
        def without(a, b):
            different = self.lib.unique(a)
            return different[self.isin(different, b, invert=True)]

        return self.set_of_two(without, dtype, size)

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

    def repeat_each(self, a, repeats):
        return self.lib.repeat(a, repeats, -1, total_repeat_length=4 * a.shape[-1])

    def row_ger(self, what, dtype, size, conjugate=False):
        n = math.isqrt(size)
        a, x, y = self.lib.zeros((n, n), dtype), self.random((n,), dtype), self.random((n,), dtype)
        add_outer = lambda a, x, y: a + self.lib.outer(x, y.conj() if conjugate else y)
        return Case(self.updating(add_outer, a, x, y), [], 2 * a.nbytes)

    def row_gerc(self, what, dtype, size):
        return self.row_ger(what, dtype, size, True)

    def put(self, table, by, moved):
        return table.at[by].set(moved)

    def scatter_add(self, table, by, moved):
        return table.at[by].add(moved)

    def put_mask(self, a, mask):
        return self.lib.where(mask, self.lib.ones((), a.dtype), a)

    def drawn(self, function, *arguments):
        return Case(self.into(lambda key: function(key, *arguments), self.key))

    def row_random_uniform(self, what, dtype, size):
        return self.drawn(self.jax.random.uniform, (size,), dtype)

    def row_random_normal(self, what, dtype, size):
        return self.drawn(self.jax.random.normal, (size,), dtype)

    def row_random_exponential(self, what, dtype, size):
        return self.drawn(self.jax.random.exponential, (size,), dtype)

    def row_random_bernoulli(self, what, dtype, size):
        return self.drawn(lambda key: self.jax.random.bernoulli(key, 0.3, (size,)).astype(dtype))

    def row_random_integers(self, what, dtype, size):
        return self.drawn(self.jax.random.randint, (size,), self.integers_from(dtype), 120, dtype)

    def row_random_bits(self, what, dtype, size):
        return self.drawn(self.jax.random.bits, (size,), dtype)

    def row_random_choice(self, what, dtype, size):
        return self.drawn(self.jax.random.choice, number_in(what)[0], (size,))

    def row_random_permutation(self, what, dtype, size):
        return self.drawn(self.jax.random.permutation, size)
