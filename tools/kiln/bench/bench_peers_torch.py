# SPDX-License-Identifier: Apache-2.0
# PyTorch. This text follows bench_peers.py.


class Torch(Peer):
    def __init__(self, device):
        import torch

        self.lib, self.device = torch, torch.device(device)
        if self.device.type == "cuda":
            if not torch.cuda.is_available():
                raise ModuleNotFoundError("PyTorch has no CUDA device")
            torch.cuda.set_device(self.device)
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.manual_seed(42)
        where = torch.cuda.get_device_name() if self.device.type == "cuda" else "the host's processor"
        self.version = f"PyTorch {torch.__version__} on {where}"
        self.new = {"device": self.device}

    def wait(self):
        if self.device.type == "cuda":
            self.lib.cuda.synchronize()

    def into(self, function, *inputs):
        return into(function, lambda result: result, *inputs)

    def dtype(self, name):
        if not hasattr(self.lib, name):
            raise Lacks("no such dtype")
        return getattr(self.lib, name)

    def ones(self, shape, dtype):
        return self.lib.ones(shape, dtype=self.dtype(dtype), **self.new)

    def empty(self, shape, dtype):
        return self.lib.empty(shape, dtype=self.dtype(dtype), **self.new)

    def random(self, shape, dtype):
        if self.whole(dtype):
            return self.lib.randint(0, 2 if dtype == "bool" else 127, shape, **self.new).to(self.dtype(dtype))
        return self.lib.rand(shape, dtype=self.dtype("float64" if dtype == "float64" else "float32"), **self.new).to(self.dtype(dtype))

    def indices(self, count, below):
        return self.lib.randint(0, below, (count,), **self.new)

    def function(self, operation, dtype):
        if operation in ("fma", "mad"):
            return lambda a, b, c, **out: self.lib.addcmul(c, a, b, **out)
        name = TORCH_NAMES.get(operation, operation)
        if operation in ("divide", "pown") and self.whole(dtype) or not name or not hasattr(self.lib, name):
            raise Lacks("no such function")
        return getattr(self.lib, name)

    def reduction(self, name, axis, matrix):
        more = {"unbiased": False} if name in ("var", "std") else {}
        if name == "norm":
            function = self.lib.linalg.vector_norm
        else:
            function = getattr(self.lib, {"max": "amax", "min": "amin"}.get(name, name))
        if axis is None and name in ("prod", "argmax", "argmin", "any", "all", "count_nonzero"):
            return Case(lambda: function(matrix), [matrix])  # these functions take no list of axes
        axes = (0, 1) if axis is None else axis
        return Case(self.into(lambda m, **out: function(m, dim=axes, **more, **out), matrix), [matrix])

    def scan(self, name, axis, array):
        function = getattr(self.lib, name)
        if name in ("cummax", "cummin"):  # they return positions too
            return Case(lambda: function(array, axis), [], 2 * array.nbytes)
        return Case(self.into(lambda a, **out: function(a, axis, **out), array), [array])

    def fused(self, what, dtype, size):
        inputs = self.fused_inputs(what, dtype, size)
        r = self.lib.empty_like(inputs[0])
        if len(inputs) == 3:
            fused = self.lib.compile(lambda r, a, b, c: r.copy_(a * b + c))
        else:
            fused = self.lib.compile(lambda r, a, b, c, d: r.copy_(a * b + c * self.lib.exp(d)))
        return Case(lambda: fused(r, *inputs), inputs)

    def row_full(self, what, dtype, size):
        return Case(lambda: self.lib.full((size,), 1, dtype=self.dtype(dtype), **self.new))

    def row_fill(self, what, dtype, size):
        a = self.ones((size,), dtype)
        return Case(lambda: a.fill_(1))

    def row_arange(self, what, dtype, size):
        return Case(lambda: self.lib.arange(0, size, 1, dtype=self.dtype(dtype), **self.new))

    def row_linspace(self, what, dtype, size):
        return Case(lambda: self.lib.linspace(0, 1, size, dtype=self.dtype(dtype), **self.new))

    def row_eye(self, what, dtype, size):
        return Case(lambda: self.lib.eye(math.isqrt(size), dtype=self.dtype(dtype), **self.new))

    def row_astype(self, what, dtype, size):
        a, to = self.ones((size,), dtype), self.dtype(what.split()[-1])
        return Case(lambda: a.to(to), [a])

    def row_assign(self, what, dtype, size):
        a = self.ones(matrix_of(size), dtype)
        source = a.t() if what else a
        to = self.empty(source.shape, dtype)
        return Case(lambda: to.copy_(source), [a])

    def row_reshape(self, what, dtype, size):
        a = self.ones(matrix_of(size), dtype).t()
        return Case(lambda: a.reshape(-1), [a])

    def row_sort(self, what, dtype, size):
        a = self.to_sort(what, dtype, size)
        out = self.empty(a.shape, dtype), self.empty(a.shape, "int64")
        return Case(lambda: self.lib.sort(a, dim=-1, stable=True, out=out), [], 2 * a.nbytes)

    def row_argsort(self, what, dtype, size):
        a = self.to_sort(what, dtype, size, 4)
        out = self.empty(a.shape, dtype), self.empty(a.shape, "int64")
        return Case(lambda: self.lib.sort(a, dim=-1, stable=True, out=out), [], a.nbytes + out[1].nbytes)

    def row_sort_by_key(self, what, dtype, size):
        keys, values = self.random((size,), dtype), self.random((size,), dtype)

        def call():
            ordered, order = self.lib.sort(keys, stable=True)
            return ordered, values[order]

        return Case(call, [], 4 * keys.nbytes)

    def row_reduce_by_key(self, what, dtype, size):
        if self.whole(dtype):
            raise Lacks("no sums in int64")
        keys, values = self.runs_of_keys(dtype, size)

        def call():
            different, run = self.lib.unique_consecutive(keys, return_inverse=True)
            return different, values.new_zeros(len(different)).index_add_(0, run, values)

        return Case(call, [], keys.nbytes + values.nbytes)

    def row_quantile(self, what, dtype, size):
        a = self.to_sort(what, dtype, size)
        half = a.shape[-1] // 2
        calls = [lambda: self.lib.quantile(a, 0.5, -1),  # median() gives the lower of the two middle elements
                 lambda: (a.kthvalue(half).values + a.kthvalue(half + 1).values) / 2]
        try:
            calls[0]()
        except RuntimeError:  # older versions take at most 16 million elements
            del calls[0]
        return Case(calls[0], [], a.nbytes)

    def row_topk(self, what, dtype, size):
        a, count = self.for_topk(what, dtype, size)
        return Case(lambda: self.lib.topk(a, count), [], a.nbytes)

    def row_unique(self, what, dtype, size):
        a = self.random((size,), dtype)
        return Case(lambda: self.lib.unique(a), [], 2 * a.nbytes)

    def set_of_two(self, function, dtype, size):
        a = self.random((size // 2,), dtype)
        b = a.clone()  # equal elements, as in the table's row
        return Case(lambda: function(a, b), [], 2 * (a.nbytes + b.nbytes))

    def unique_of(self, a, b, count):
        """The elements that are in `count` of the two arrays."""
        values, counts = self.lib.unique(self.lib.cat([self.lib.unique(a), self.lib.unique(b)]), return_counts=True)
        return values[counts == count]

    def row_union1d(self, what, dtype, size):
        return self.set_of_two(lambda a, b: self.lib.unique(self.lib.cat([a, b])), dtype, size)

    def row_intersect1d(self, what, dtype, size):
        return self.set_of_two(lambda a, b: self.unique_of(a, b, 2), dtype, size)

    def row_setxor1d(self, what, dtype, size):
        return self.set_of_two(lambda a, b: self.unique_of(a, b, 1), dtype, size)

    def row_setdiff1d(self, what, dtype, size):
        def without(a, b):
            different = self.lib.unique(a)
            return different[~self.lib.isin(different, b)]

        return self.set_of_two(without, dtype, size)

    def row_searchsorted(self, what, dtype, size):
        among, values = self.lib.sort(self.random((1024,), dtype))[0], self.random((size,), dtype)
        return Case(self.into(lambda v, **out: self.lib.searchsorted(among, v, **out), values), [values])

    def row_take(self, what, dtype, size):
        take = lambda x, by, **out: self.lib.index_select(x, 0, by, **out)
        if what == "single elements":
            a, by = self.single_places(dtype, size)
            return Case(self.into(take, a, by), [], 2 * by.numel() * a.element_size() + by.nbytes)
        table, by, moved = self.rows_and_places(dtype, size, *number_in(what))
        return Case(self.into(take, table, by), [], 2 * moved.nbytes)

    def row_take_along_axis(self, what, dtype, size):
        a, by = self.single_places(dtype, size)
        call = self.into(lambda x, y, **out: self.lib.gather(x, 0, y, **out), a, by)
        return Case(call, [], 2 * by.numel() * a.element_size() + by.nbytes)

    def row_put(self, what, dtype, size):
        table, by, moved = self.rows_and_places(dtype, size, *number_in(what))
        return Case(lambda: table.index_copy_(0, by, moved), [], moved.nbytes)

    def row_scatter_add(self, what, dtype, size):
        table, by, moved = self.rows_and_places(dtype, size, *number_in(what))
        return Case(lambda: table.index_add_(0, by, moved), [], moved.nbytes)

    def row_compress(self, what, dtype, size):
        a, mask = self.ones((size,), dtype), self.random((size,), "bool")
        return Case(lambda: self.lib.masked_select(a, mask), [], 1.5 * a.nbytes + mask.nbytes)

    def row_put_mask(self, what, dtype, size):
        a, mask = self.ones((size,), dtype), self.random((size,), "bool")
        return Case(lambda: a.masked_fill_(mask, 1), [], 0.5 * a.nbytes + mask.nbytes)

    def row_nonzero(self, what, dtype, size):
        a = self.random((size,), "bool").to(self.dtype(dtype))
        return Case(lambda: self.lib.nonzero(a), [], a.nbytes + 4 * size)

    def moved(self, function, dtype, size, grows=1):
        a = self.to_move(dtype, size, grows)
        return Case(self.into(function, a), [a])

    def row_concat(self, what, dtype, size):
        a, b = self.to_move(dtype, size, 2), self.to_move(dtype, size, 2)
        return Case(self.into(lambda x, y, **out: self.lib.cat([x, y], 0, **out), a, b), [a, b])

    def row_stack(self, what, dtype, size):
        return self.moved(lambda a, **out: self.lib.stack([a, a], -1, **out), dtype, size, 2)

    def row_tile(self, what, dtype, size):
        return self.moved(lambda a: self.lib.tile(a, (2, 2)), dtype, size, 4)

    def row_repeat(self, what, dtype, size):
        return self.moved(lambda a: self.lib.repeat_interleave(a, 4, -1), dtype, size, 4)

    def row_repeat_each(self, what, dtype, size):
        a = self.to_move(dtype, size, 4)
        repeats = self.lib.full(a.shape[-1:], 4, **self.new)
        return Case(lambda: self.lib.repeat_interleave(a, repeats, -1), [a])

    def row_roll(self, what, dtype, size):
        return self.moved(lambda a: self.lib.roll(a, (1, 7), (0, 1)), dtype, size)

    def row_pad(self, what, dtype, size):
        return self.moved(lambda a: self.lib.nn.functional.pad(a[None], (1, 1, 1, 1), "reflect"), dtype, size)

    def row_tril(self, what, dtype, size):
        return self.moved(self.lib.tril, dtype, size)

    def row_triu(self, what, dtype, size):
        return self.moved(self.lib.triu, dtype, size)

    def part(self, name, array):
        part = getattr(array, name) if array.is_complex() else array
        to = self.lib.empty_like(part)
        return (lambda: to.copy_(part)) if given_results else (lambda: part.clone(memory_format=self.lib.contiguous_format))

    def row_average(self, what, dtype, size):
        a, weights = self.array_and_weights(dtype, size)
        return Case(lambda: self.average(a, weights), [], a.nbytes + weights.nbytes)

    def row_weighted_var(self, what, dtype, size):
        a, weights = self.array_and_weights(dtype, size)
        return Case(lambda: self.average((a - self.average(a, weights)) ** 2, weights), [], a.nbytes + weights.nbytes)

    def average(self, a, weights):
        return self.lib.dot(a.flatten(), weights.flatten()) / weights.sum()

    def row_cov(self, what, dtype, size):
        a = self.observations(dtype, size)
        return Case(lambda: self.lib.cov(a), [], a.nbytes)

    def row_corrcoef(self, what, dtype, size):
        a = self.observations(dtype, size)
        return Case(lambda: self.lib.corrcoef(a), [], a.nbytes)

    def vector_norm(self, x, order):
        return self.lib.linalg.vector_norm(x, order)

    def cross(self, x, y):
        return self.lib.linalg.cross(x, y)

    def vecdot(self, x, y, **out):
        return self.lib.linalg.vecdot(x, y, **out)

    def convolution(self, what, dtype, call):
        side = number_in(what)[-1]
        x, w = self.random((1, 64, side, side), dtype), self.random((64, 64, 3, 3), dtype)
        return Case(lambda: call(x, w), [x, w], operations=2.0 * side * side * 64 * 64 * 9)

    def row_conv(self, what, dtype, size):
        return self.convolution(what, dtype, lambda x, w: self.lib.nn.functional.conv2d(x, w, padding=1))

    def row_conv_transpose(self, what, dtype, size):
        return self.convolution(what, dtype, lambda x, w: self.lib.nn.grad.conv2d_input(x.shape, w, x, padding=1))

    def row_conv_filter_gradient(self, what, dtype, size):
        return self.convolution(what, dtype, lambda x, w: self.lib.nn.grad.conv2d_weight(x, w.shape, x, padding=1))

    def row_ger(self, what, dtype, size, conjugate=False):
        n = math.isqrt(size)
        a, x, y = self.empty((n, n), dtype).zero_(), self.random((n,), dtype), self.random((n,), dtype)
        return Case(lambda: a.addr_(x, y.conj() if conjugate else y), [], 2 * a.nbytes)

    def row_gerc(self, what, dtype, size):
        return self.row_ger(what, dtype, size, True)

    def row_random_uniform(self, what, dtype, size):
        out = self.empty((size,), dtype)
        return Case(lambda: out.uniform_())

    def row_random_normal(self, what, dtype, size):
        out = self.empty((size,), dtype)
        return Case(lambda: out.normal_())

    def row_random_exponential(self, what, dtype, size):
        out = self.empty((size,), dtype)
        return Case(lambda: out.exponential_())

    def row_random_permutation(self, what, dtype, size):
        return Case(lambda: self.lib.randperm(size, **self.new))

    def row_random_bernoulli(self, what, dtype, size):
        out = self.empty((size,), dtype)
        return Case(lambda: out.bernoulli_(0.3))

    def row_random_integers(self, what, dtype, size):
        out, low = self.empty((size,), dtype), self.integers_from(dtype)
        return Case(lambda: out.random_(low, 120))

    def row_random_bits(self, what, dtype, size):
        if dtype != "uint8":
            raise Lacks("not all bits of this dtype")
        out = self.empty((size,), dtype)
        return Case(lambda: out.random_())

    def row_random_choice(self, what, dtype, size):
        out, among = self.empty((size,), dtype), number_in(what)[0]
        return Case(lambda: out.random_(0, among))
