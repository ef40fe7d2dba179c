# SPDX-License-Identifier: Apache-2.0
# The functions of NumPy, which NumPy, CuPy and JAX share. This text follows bench_peers.py.


class ArrayModule(Peer):
    """NumPy, and CuPy and JAX, whose functions are called as NumPy's are."""

    stable = {}
    clip = {"mode": "clip"}  # indices are not checked

    def into(self, function, *inputs):
        return into(function, self.lib.asarray, *inputs)  # some results are numbers

    def updating(self, function, array, *inputs):
        """Calls that modify an array."""
        return lambda: function(array, *inputs)

    def of_unknown_size(self, function, *inputs):
        """Calls whose results have a size that depends on the elements."""
        return lambda: function(*inputs)

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
        if operation in ("divide", "pown") and self.whole(dtype) or not name or not hasattr(self.lib, name):
            raise Lacks("no such function")
        return getattr(self.lib, name)

    def reduction(self, name, axis, matrix):
        if name == "norm":
            function = lambda m: self.lib.linalg.norm(m.reshape(-1) if axis is None else m, axis=axis)
        elif name == "logsumexp":
            function = lambda m: self.logsumexp(m, axis)
        elif not hasattr(self.lib, name):
            raise Lacks("no such function")
        else:
            function = lambda m, **out: getattr(self.lib, name)(m, axis=axis, **out)
        return Case(self.into(function, matrix), [matrix])

    def logsumexp(self, m, axis):
        top = m.max(axis=axis, keepdims=True)
        return self.lib.squeeze(top, axis) + self.lib.log(self.lib.exp(m - top).sum(axis=axis))

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
        return Case(self.of_unknown_size(self.lib.unique, a), [], 2 * a.nbytes)

    def set_of_two(self, function, dtype, size):
        # The elements are equal, as in the table's row.
        a, b = self.random((size // 2,), dtype), self.random((size // 2,), dtype)
        return Case(self.of_unknown_size(function, a, b), [], 2 * (a.nbytes + b.nbytes))

    def row_union1d(self, what, dtype, size):
        return self.set_of_two(self.lib.union1d, dtype, size)

    def row_intersect1d(self, what, dtype, size):
        return self.set_of_two(self.lib.intersect1d, dtype, size)

    def row_setdiff1d(self, what, dtype, size):
        return self.set_of_two(self.lib.setdiff1d, dtype, size)

    def row_setxor1d(self, what, dtype, size):
        return self.set_of_two(self.lib.setxor1d, dtype, size)

    def row_quantile(self, what, dtype, size):
        a = self.to_sort(what, dtype, size)
        return Case(self.into(lambda x: self.lib.median(x, axis=-1), a), [], a.nbytes)

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
        return Case(self.of_unknown_size(lambda x, y: x[y], a, mask), [], 1.5 * a.nbytes + mask.nbytes)

    def row_put_mask(self, what, dtype, size):
        a, mask = self.ones((size,), dtype), self.random((size,), "bool")
        return Case(self.updating(self.put_mask, a, mask), [], 0.5 * a.nbytes + mask.nbytes)

    def put_mask(self, a, mask):
        a[mask] = 1

    def row_nonzero(self, what, dtype, size):
        a = self.random((size,), "bool").astype(self.dtype(dtype))
        return Case(self.of_unknown_size(self.lib.nonzero, a), [], a.nbytes + 4 * size)

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

    def row_repeat_each(self, what, dtype, size):
        a = self.to_move(dtype, size, 4)
        return Case(self.into(self.repeat_each, a, self.lib.full(a.shape[-1], 4)), [a])

    def repeat_each(self, a, repeats):
        return self.lib.repeat(a, repeats, -1)

    def row_roll(self, what, dtype, size):
        return self.moved(lambda a: self.lib.roll(a, (1, 7), (0, 1)), dtype, size)

    def row_pad(self, what, dtype, size):
        return self.moved(lambda a: self.lib.pad(a, 1, "reflect"), dtype, size)

    def row_tril(self, what, dtype, size):
        return self.moved(self.lib.tril, dtype, size)

    def row_triu(self, what, dtype, size):
        return self.moved(self.lib.triu, dtype, size)

    def row_average(self, what, dtype, size):
        a, weights = self.array_and_weights(dtype, size)
        return Case(self.into(lambda x, w: self.lib.average(x, weights=w), a, weights), [], a.nbytes + weights.nbytes)

    def row_weighted_var(self, what, dtype, size):
        a, weights = self.array_and_weights(dtype, size)
        average = lambda x, w: self.lib.average(x, weights=w)
        return Case(self.into(lambda x, w: average((x - average(x, w)) ** 2, w), a, weights), [], a.nbytes + weights.nbytes)

    def covariances(self, function, dtype, size):
        a = self.observations(dtype, size)
        same = {} if self.whole(dtype) else {"dtype": a.dtype}  # without a dtype it would compute in float64
        return Case(self.into(lambda x: function(x, **same), a), [], a.nbytes)

    def row_cov(self, what, dtype, size):
        return self.covariances(self.lib.cov, dtype, size)

    def row_corrcoef(self, what, dtype, size):
        return self.covariances(self.lib.corrcoef, dtype, size)

    def vecdot(self, x, y, **out):
        if hasattr(self.lib, "vecdot"):
            return self.lib.vecdot(x, y, **out)
        return self.lib.einsum("ij,ij->i", x.conj(), y, **out)
