// SPDX-License-Identifier: Apache-2.0
// Random reductions, products, parts and other operations, each with what is known of its elements.
#include <algorithm>
#include <cmath>

#include "graph/build/grad.hpp"
#include "graph/loop/loops.hpp"
#include "graph/ops/shape_ops.hpp"
#include "random_graph.hpp"

namespace kiln::test {

void RandomGraph::reduction() {
  const RandomValue* x = any_value();
  if (!x) return;
  Attributes a;
  Dims axes;
  double most = 1, fewest = 1;
  const bool all = chance(4);
  for (std::size_t d = 0; d < x->ndim(); ++d) {
    if (!all && chance(2)) continue;
    axes.push_back(chance(3) ? std::int64_t(d) - std::int64_t(x->ndim()) : std::int64_t(d));
    std::int64_t greatest = 0;
    for (std::size_t s = 0; s < kShapings; ++s) greatest = std::max(greatest, x->shape(s)[d]);
    most *= double(greatest);
    fewest *= double(least_extent(*x, d));
  }
  if (!all) a.axes = axes;
  a.keepdims = chance(2);
  const Range r = x->range;
  const double b = r.bound, e = r.error, n = std::max(most, 1.0), u = unit(x->dtype());
  const bool boolean = x->dtype() == KILN_BOOL;
  const std::int64_t which = below(16);
  if (which >= 13) {
    if (!r.exact) return;
    const char* const names[] = {"any", "all", "count_nonzero"};
    return void(by_name(names[which - 13], {x}, {which == 15 ? n : 1, 0, true, 0}, a));
  }
  if (which <= 5) {
    if (chance(5) && x->dtype() == KILN_FLOAT32) a.dtype = wide_ ? KILN_FLOAT64 : KILN_FLOAT32;
    return void(by_name("sum", {x}, {n * b, r.bits, r.exact, n * e + n * n * u * b * !r.exact}, a));
  }
  if (boolean) return;
  if (which == 6) {
    if (n > 7 || b > 4) return;
    const double bound = std::max(1.0, std::pow(b, n));
    return void(by_name("prod", {x}, {bound, int(n) * r.bits, r.exact, n * bound * (e + u * !r.exact)}, a));
  }
  if (fewest == 0) return;
  const double real_unit = base::is_float(x->dtype()) ? u : unit(KILN_FLOAT32);
  switch (which) {
    case 7:
    case 8:
      return void(by_name(which == 7 ? "reduce_max" : "reduce_min", {x}, r, a));
    case 9:
      return void(by_name("mean", {x}, {b, 0, false, e + (n + 4) * real_unit * b}, a));
    case 10:
      return void(by_name("var", {x}, {4 * b * b, 0, false, 8 * b * e + 8 * (n + 4) * real_unit * b * b}, a));
    case 11:
      if (base::is_float(x->dtype()) && b <= 4)
        by_name("logsumexp", {x}, {b + std::log(n), 0, false, e + (n + 16) * real_unit * (b + 4)}, a);
      return;
    default:
      if (!r.exact) return;
      if (!all) a.axes = Dims{below(std::int64_t(std::max<std::size_t>(x->ndim(), 1)))};
      if (!all && (x->ndim() == 0 || least_extent(*x, std::size_t((*a.axes)[0])) == 0)) return;
      by_name(chance(2) ? "argmax" : "argmin", {x}, {20000, 0, true, 0}, a);
  }
}

// A product of matrices and what becomes one kernel with it, as nothing else reads the product.
void RandomGraph::dense() {
  const auto matrix = [](const RandomValue& v) {
    return v.ndim() >= 2 && (v.dtype() == KILN_FLOAT32 || v.dtype() == KILN_FLOAT64);
  };
  const RandomValue *x = pick(matrix), *y = pick(matrix);
  if (!x || !y) return;
  double n = 1;
  for (std::size_t s = 0; s < kShapings; ++s) n = std::max(n, double(x->shape(s)[x->ndim() - 1]));
  const auto made = [&](const RandomValue* other) {
    const Range r = x->range, q = other->range;
    const bool exact = r.exact && q.exact;
    const double bound = n * r.bound * q.bound,
                 error = n * (r.bound * q.error + q.bound * r.error) + n * bound * unit(x->dtype()) * !exact;
    return attempt({x, other}, {bound / 2 + 1, r.bits + q.bits + 1, exact, error}, false, "dense", [](const Values& v) {
      return build("max(0.5*p + 1, 0)", {{"p", op("dot", {v[0], swap_last(v[1])})}});
    });
  };
  if (!made(y)) made(x);
}

void RandomGraph::product() {
  if (chance(2)) return dense();
  const RandomValue *x = pick([](const RandomValue&v) { return v.ndim() >= 1 && v.dtype() != KILN_BOOL; }),
                    *y = pick([](const RandomValue&v) { return v.ndim() >= 1 && v.dtype() != KILN_BOOL; });
  if (!x || !y) return;
  double n = 1;
  for (std::size_t s = 0; s < kShapings; ++s) n = std::max(n, double(x->shape(s)[x->ndim() - 1]));
  const Range r = x->range, q = y->range;
  const double bound = r.bound * q.bound, u = unit(x->dtype() == KILN_FLOAT64 ? KILN_FLOAT64 : KILN_FLOAT32);
  Range out{n * bound, r.bits + q.bits, r.exact && q.exact,
            n * (r.bound * q.error + q.bound * r.error) + n * n * u * bound * !(r.exact && q.exact)};
  const Operands operands{x, y};
  const bool turn = chance(2);
  const auto dot_of = [&](const Values& v) {
    // The second operand turned, where that fits.
    Value b = v[1];
    if (turn && b.type().ndim() >= 2) b = swap_last(b);
    return op("dot", {v[0], b});
  };
  if (!attempt(operands, out, false, fmt::format("dot{}", turn ? " turned" : ""), dot_of)) {
    Attributes a;
    a.axes = Dims{std::int64_t(x->ndim()) - 1, 0};
    if (chance(2) || !by_name("tensordot", {x, y}, out, a))
      by_name("outer", {x, y}, {bound, out.bits, out.exact, out.error});
    return;
  }
  // Scaled sums with a value, and what becomes one kernel with the product.
  const RandomValue& product = values.back();
  if (!chance(2)) return;
  const RandomValue* z = pick([&](const RandomValue& v) { return base::is_float(v.dtype()); });
  if (!z) return;
  const char* const texts[] = {"0.5*a + b", "b - a",         "a - 0.25*b",        "-a + 2*b",
                               "a*b",       "2*(0.5*a) - b", "max(a + b, 0) - b", "max(a, b) + min(b, 0)"};
  const Range p = product.range, t = z->range;
  written(texts[below(8)], {&product, z},
          {std::max(p.bound + 2 * t.bound, p.bound * t.bound), std::max({p.bits + 1, t.bits + 2, p.bits + t.bits}),
           p.exact && t.exact, p.error * std::max(2.0, t.bound) + t.error * std::max(2.0, p.bound)});
}

void RandomGraph::shape() {
  const RandomValue* x = tensor(0);
  if (!x) return;
  Attributes a;
  const auto n = std::int64_t(x->ndim());
  switch (below(9)) {
    case 0:
    case 1:
    case 2: {
      Dims order;
      for (std::int64_t i = 0; i < n; ++i)
        if (x->value.type().shape[std::size_t(i)] != 1 || chance(2)) order.push_back(i);
      std::shuffle(order.begin(), order.end(), rng_);
      if (chance(2)) order.insert(std::size_t(below(std::int64_t(order.size()) + 1)), -1);
      a.axes = order;
      return void(by_name("dimshuffle", {x}, x->range, a));
    }
    case 3:
      return void(by_name(chance(2) ? "flatten" : "transpose", {x}, x->range));
    case 4:
    case 5: {
      const Dims choices[] = {{-1}, {3, -1}, {-1, 3}, {1, -1}, {-1, 1}, {1, -1, 3}, {3, 1, -1}, {}};
      a.shape = choices[below(8)];
      a.has_shape = true;
      return void(by_name("reshape", {x}, x->range, a));
    }
    case 6: {
      const RandomValue* like = any_value();
      if (!like) return;
      return void(attempt({x, like}, x->range, true, "broadcast_like",
                          [](const Values& v) { return op("broadcast_like", v); }));
    }
    case 7:
      a.shape = x->value.type().shape;
      if (chance(2)) a.shape.insert(0, 3);
      for (std::int64_t& extent : a.shape) {
        if (extent == kUnknown) return;
        if (extent == 1 && chance(2)) extent = 3;
      }
      a.has_shape = true;
      return void(by_name("alloc", {x}, x->range, a));
    default:
      return void(by_name(chance(2) ? "zeros_like" : "ones_like", {x}, {1, 0, true, 0}));
  }
}

std::vector<layout::Index> RandomGraph::subscripts(const RandomValue& x) {
  using Kind = layout::Index::Kind;
  std::vector<layout::Index> out;
  const std::size_t stop = chance(3) ? std::size_t(below(std::int64_t(x.ndim()) + 1)) : x.ndim();
  for (std::size_t d = 0; d < stop; ++d) {
    if (chance(8)) out.push_back({Kind::new_axis});
    layout::Index index;
    const std::int64_t least = least_extent(x, d);
    switch (below(4)) {
      case 0:
        if (least == 0) break;
        index.kind = Kind::integer;
        index.start = below(2 * least) - least;
        break;
      case 1:
        break;
      default: {
        const std::int64_t steps[] = {1, 1, 1, -1, 2, -2, 3};
        if (!chance(3)) index.start = below(9) - 4;
        if (!chance(3)) index.stop = below(9) - 4;
        index.step = steps[below(7)];
      }
    }
    out.push_back(index);
  }
  return out;
}

void RandomGraph::part() {
  const RandomValue* x = tensor();
  if (!x) return;
  Attributes a;
  a.indices = subscripts(*x);
  const std::size_t before = values.size(), which = std::size_t(x - values.data());
  if (!by_name("subtensor", {x}, x->range, a) || chance(2)) return;
  // Written back, changed; or another value.
  const RandomValue &whole = values[which], &piece = values[before];
  const RandomValue* y =
      pick([&](const RandomValue& v) { return v.dtype() == whole.dtype() && v.ndim() <= piece.ndim(); });
  if (!y || chance(2)) {
    if (whole.dtype() == KILN_BOOL
            ? !written("!a", {&piece}, {1, 0, true, 0})
            : !written("a*2 + 1", {&piece},
                       {2 * piece.range.bound + 1, piece.range.bits, piece.range.exact, 2 * piece.range.error}))
      return;
    y = &values.back();
  }
  const bool add = chance(2) && values[which].dtype() != KILN_BOOL;
  for (std::size_t s = 0; s < kShapings; ++s)
    if (!broadcasts(*y, s, values[before].shape(s))) return;
  const Range r = values[which].range, q = y->range;
  by_name(add ? "inc_subtensor" : "set_subtensor", {&values[which], y},
          {r.bound + q.bound, std::max(r.bits, q.bits), r.exact && q.exact, r.error + q.error}, a);
}

void RandomGraph::joined() {
  const RandomValue* x = tensor();
  if (!x) return;
  const auto n = std::int64_t(x->ndim());
  Attributes a;
  a.axis = below(n);
  const Range r = x->range;
  const RandomValue* y = pick([&](const RandomValue& v) { return v.dtype() == x->dtype() && v.ndim() == x->ndim(); });
  const Range q = y ? y->range : r;
  const Range both{std::max(r.bound, q.bound), std::max(r.bits, q.bits), r.exact && q.exact,
                   std::max(r.error, q.error)};
  switch (below(8)) {
    case 0:
    case 1:
      if (y) by_name("concat", {x, y, x}, both, a);
      return;
    case 2:
      if (y) by_name("stack", {y, x}, both, a);
      return;
    case 3: {
      a.axes = chance(3) ? std::optional<Dims>() : Dims{a.axis};
      return void(by_name("flip", {x}, r, a));
    }
    case 4:
      a.shape = Dims{below(7) - 3};
      a.has_shape = true;
      a.axes = Dims{a.axis};
      return void(by_name("roll", {x}, r, a));
    case 5:
      a.numbers[0] = double(below(4));
      return void(by_name("repeat", {x}, r, a));
    case 6:
      a.shape = Dims{-1, -1, -1};
      a.has_shape = true;
      for (std::uint32_t i = 0; i < 3; ++i) by_name("split", {x}, r, a, i);
      return;
    default:
      a.numbers[0] = double(below(5) - 2);
      if (n >= 2) by_name(chance(2) ? "tril" : "triu", {x}, r, a);
  }
}

void RandomGraph::gathered() {
  const RandomValue* x = tensor();
  if (!x) return;
  Attributes a;
  const std::size_t axis = std::size_t(below(std::int64_t(x->ndim())));
  a.axis = std::int64_t(axis);
  const std::int64_t least = least_extent(*x, axis);
  const RandomValue* i = pick([&](const RandomValue& v) {
    return base::is_integer(v.dtype()) && v.range.bound <= double(least) - 1 && v.ndim() <= 2;
  });
  if (!i) {
    // Indices that fit.
    i = pick([&](const RandomValue& v) { return v.range.exact && v.dtype() != KILN_BOOL && v.ndim() <= 2; });
    if (!i || least == 0) return;
    const std::size_t which = std::size_t(x - values.data());
    if (!written(fmt::format("int64(clamp(a, {}, {}))", -least, least - 1), {i}, {double(least), 0, true, 0})) return;
    i = &values.back();
    x = &values[which];
  }
  const Range r = x->range;
  if (chance(2)) return void(by_name("take", {x, i}, r, a));
  const RandomValue* y = pick([&](const RandomValue& v) { return v.dtype() == x->dtype() && v.ndim() <= 1; });
  if (!y || x->dtype() == KILN_BOOL) return;
  const Range q = y->range;
  double n = 1;
  for (std::size_t s = 0; s < kShapings; ++s)
    n = std::max(n, double(std::max<std::int64_t>(i->shaped[s].type().size(), 1)));
  by_name(chance(2) ? "put" : "scatter_add", {x, i, y},
          {r.bound + n * q.bound, std::max(r.bits, q.bits), r.exact && q.exact, r.error + n * q.error}, a);
}

void RandomGraph::other() {
  const RandomValue* x = tensor();
  if (!x) return;
  Attributes a;
  a.axis = below(std::int64_t(x->ndim()));
  const Range r = x->range;
  double n = 1;
  for (std::size_t s = 0; s < kShapings; ++s) n = std::max(n, double(x->shape(s)[std::size_t(a.axis)]));
  switch (below(8)) {
    case 7: {
      // The greatest element so far, along axis 0.
      if (least_extent(*x, 0) == 0) return;
      const bool only_last = chance(2);
      const auto loop = [&](const Values& v) {
        Attributes first;
        first.indices = {layout::Index{layout::Index::Kind::integer, 0, 0, 1}};
        ScanRequest request;
        request.sequences = {{v[0]}};
        request.outputs = {{op("subtensor", {v[0]}, first), {-1}, only_last}};
        const char* const name = v[0].type().dtype == KILN_BOOL ? "logical_or" : "max";
        return scan(request, [&](const Values& u) { return Values{op(name, {u[0], u[1]})}; })[0];
      };
      return void(attempt({x}, r, false, "scan", loop));
    }
    case 6: {
      const RandomValue* c = pick([](const RandomValue& v) { return v.range.exact && v.ndim() == 0; });
      const RandomValue* y =
          pick([&](const RandomValue& v) { return v.dtype() == x->dtype() && v.ndim() == x->ndim(); });
      if (!c || !y) return;
      const Range q = y->range;
      return void(by_name(
          "ifelse", {c, x, y},
          {std::max(r.bound, q.bound), std::max(r.bits, q.bits), r.exact && q.exact, std::max(r.error, q.error)}));
    }
    case 0:
      a.flag = int(below(4));
      if (x->dtype() != KILN_BOOL)
        by_name("cumsum", {x},
                {n * r.bound, r.bits, r.exact, n * r.error + n * n * r.bound * unit(x->dtype()) * !r.exact}, a);
      return;
    case 1:
      a.flag = int(below(2));
      if (r.exact && chance(2)) {
        a.numbers[0] = 2;
        for (const std::uint32_t i : {0u, 1u}) by_name("topk", {x}, {i == 0 ? r.bound : 20000, r.bits, true, 0}, a, i);
        return;
      }
      return void(by_name("sort", {x}, r, a));
    case 2:
      return void(by_name("arange_like", {x}, {200, 0, true, 0}, a));
    case 3:
      return void(by_name(chance(2) ? "shape" : "size", {x}, {20000, 0, true, 0}));
    case 4:
      a.shape = Dims(2 * x->ndim(), 1);
      a.has_shape = true;
      a.numbers[0] = 2;
      return void(by_name("pad", {x}, {std::max(r.bound, 2.0), r.bits, r.exact, r.error}, a));
    default:
      a.numbers[0] = double(below(3) - 1);
      a.axes = std::nullopt;
      if (x->ndim() >= 2) by_name("diagonal", {x}, r, a);
  }
}

void RandomGraph::add_gradient() {
  const RandomValue *x = pick([&](const RandomValue&v) { return v.dtype() == real_; }),
                    *y = pick([&](const RandomValue&v) { return v.dtype() == real_; });
  if (!x || !y) return;
  if (y - x > 0) std::swap(x, y);
  const std::size_t before = values.size();
  const auto derivative = [&](const Values& v) {
    const Value wrt[] = {v[0]};
    return grad(op("sum", {v[1]}), wrt)[0];
  };
  if (!attempt({x, y}, {1, 0, false, 1e-8}, false, "gradient", derivative)) return;
  values[before].last = true;
}

}  // namespace kiln::test
