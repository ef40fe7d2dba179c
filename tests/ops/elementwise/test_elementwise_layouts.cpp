// SPDX-License-Identifier: Apache-2.0
// Elementwise calls over random strided, broadcast, reversed, offset and overlapping operands, against a host
// model that reads every input before it writes an output. Values are small integers, so that results are
// exact whatever the device contracts.
#include <algorithm>
#include <functional>
#include <random>

#include "../support/few_items.hpp"
#include "../support/stores.hpp"
#include "array/elementwise/elementwise.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Array;
using array::Elementwise;
using array::Operand;
using base::Ref;
using base::Scalar;
using layout::Dims;
using layout::Layout;
using test::dtype_of;
using test::each;
using test::element;
using test::of;
using test::Store;

namespace {

// A layout of that shape in fresh memory: permuted axes, padded extents, steps of both signs, an odd offset.
Layout random_layout(const Dims& shape, std::size_t itemsize, std::mt19937& random, std::size_t& needed) {
  std::vector<std::size_t> order(shape.size());
  for (std::size_t d = 0; d < order.size(); ++d) order[d] = d;
  if (random() % 2) std::shuffle(order.begin(), order.end(), random);
  Layout layout;
  layout.shape = shape;
  layout.strides = Dims(shape.size(), 0);
  std::int64_t stride = std::int64_t(itemsize);
  layout.offset = std::int64_t(itemsize) * std::int64_t(random() % 3 ? 0 : random() % 9);
  for (std::size_t k = order.size(); k-- > 0;) {
    const std::size_t d = order[k];
    const std::int64_t step = random() % 4 == 0 ? 2 + std::int64_t(random() % 2) : 1;
    layout.strides[d] = stride * step;
    stride *= step * (shape[d] + (random() % 3 == 0 ? 1 : 0));
    if (random() % 5 == 0 && shape[d] > 0) {
      layout.offset += (shape[d] - 1) * layout.strides[d];
      layout.strides[d] = -layout.strides[d];
    }
  }
  needed = std::size_t(stride) / itemsize * 2 + 64;
  return layout;
}

Dims random_shape(std::mt19937& random) {
  static constexpr std::int64_t kExtents[] = {0, 1, 2, 3, 5, 7, 16, 17, 31, 33, 64, 129};
  for (;;) {
    Dims shape;
    std::int64_t size = 1;
    for (std::size_t d = random() % 7; d > 0; --d) {
      shape.push_back(kExtents[random() % (random() % 8 == 0 ? 12 : 11)]);
      size *= std::max<std::int64_t>(shape.back(), 1);
    }
    if (size <= (test::small() ? 600 : 20000)) return shape;
  }
}

// What an input may look like that broadcasts to the shape.
Dims broadcast_from(const Dims& shape, std::mt19937& random) {
  Dims out;
  const std::size_t skip = random() % 3 == 0 && shape.size() ? random() % (shape.size() + 1) : 0;
  for (std::size_t d = skip; d < shape.size(); ++d) out.push_back(random() % 5 == 0 ? 1 : shape[d]);
  return out;
}

template <class T>
void random_layouts(const std::string& device, int cases) {
  auto& context = test::context(device);
  auto elementwise =
      Elementwise::create(context, expr::parse_statements("r = a*2 - b + c; s = a > b ? a : c"), "r, s, a, b, c");
  for (int seed = 0; seed < cases; ++seed) {
    std::mt19937 random{unsigned(seed)};
    const Dims shape = random_shape(random);
    INFO(device << " " << base::dtype_name(dtype_of<T>()) << " seed " << seed << " shape "
                << layout::shape_text(shape));
    std::vector<Store<T>> stores;
    std::vector<Layout> layouts;
    std::vector<Ref<Array>> arrays;
    std::vector<Operand> operands;
    for (int k = 0; k < 5; ++k) {
      std::size_t needed = 0;
      layouts.push_back(random_layout(k < 2 ? shape : broadcast_from(shape, random), sizeof(T), random, needed));
      stores.emplace_back(context, needed, random);
      arrays.push_back(stores.back().view(layouts.back()));
      operands.push_back(of(arrays.back()));
    }
    elementwise->call(operands);
    each(shape, [&](const Dims& index) {
      const T a = stores[2].host[element<T>(layouts[2], index)], b = stores[3].host[element<T>(layouts[3], index)],
              c = stores[4].host[element<T>(layouts[4], index)];
      stores[0].host[element<T>(layouts[0], index)] = T(a * 2 - b + c);
      stores[1].host[element<T>(layouts[1], index)] = a > b ? a : c;
    });
    for (const auto& store : stores) store.check_equal("random layouts");
  }
}

}  // namespace

TEST_CASE("random layouts") {
  for (const auto& device : test::devices()) {
    random_layouts<float>(device, test::cases(80));
    random_layouts<std::int8_t>(device, test::cases(40));
    if (test::context(device).properties().has_float64) random_layouts<double>(device, test::cases(20));
  }
}

TEST_CASE("operands that overlap in every way give what separate arrays give") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    auto elementwise = Elementwise::create(context, expr::parse_statements("r = a + 3*b"), "r, a, b");
    for (int seed = 0; seed < test::cases(60); ++seed) {
      std::mt19937 random{unsigned(seed)};
      INFO(device << " seed " << seed);
      Store<float> store(context, 400, random);
      const std::int64_t rows = 1 + std::int64_t(random() % 6), columns = 1 + std::int64_t(random() % 9);
      std::vector<Layout> layouts;
      for (int k = 0; k < 3; ++k) {
        Layout layout;
        layout.shape = {rows, columns};
        const bool flip = random() % 3 == 0, turn = random() % 3 == 0;
        const std::int64_t inner = 4 * (turn ? rows : 1), outer = 4 * (turn ? 1 : columns);
        layout.strides = {outer, flip ? -inner : inner};
        layout.offset = 4 * std::int64_t(random() % 40) + (flip ? inner * (columns - 1) : 0);
        if (k && random() % 4 == 0) layout = layouts[0];
        layouts.push_back(layout);
      }
      std::vector<Ref<Array>> arrays;
      std::vector<Operand> operands;
      for (const auto& layout : layouts) {
        arrays.push_back(store.view(layout));
        operands.push_back(of(arrays.back()));
      }
      elementwise->call(operands);
      const auto before = store.host;
      each(layouts[0].shape, [&](const Dims& index) {
        store.host[element<float>(layouts[0], index)] =
            before[element<float>(layouts[1], index)] + 3 * before[element<float>(layouts[2], index)];
      });
      store.check_equal("overlap");
    }
  }
}

TEST_CASE("large contiguous arrays of awkward lengths and offsets") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    std::mt19937 random(5);
    auto plain = Elementwise::create(context, expr::parse_statements("r = a + b"), nullptr);
    auto costly = Elementwise::create(context, expr::parse_statements("r = a + b*exp(0*a)"), nullptr);
    for (std::size_t n : {1u, 15u, 16u, 17u, 255u, 4095u, 4097u, 65536u, 65537u, 262147u}) {
      if (test::small() && n > 5000) continue;
      if (test::brief() && n == 4095) continue;
      for (std::int64_t shift : {0, 1, 3}) {
        Store<float> a(context, n + 4, random), b(context, n + 4, random), r(context, n + 4, random),
            s(context, n + 4, random);
        const Layout layout{{std::int64_t(n)}, {4}, 4 * shift};
        const auto va = a.view(layout), vb = b.view(layout), vr = r.view(layout), vs = s.view(layout);
        const Operand first[] = {of(vr), of(va), of(vb)}, second[] = {of(vs), of(va), of(vb)};
        plain->call(first);
        costly->call(second);
        for (std::size_t i = 0; i < n; ++i)
          r.host[i + shift] = s.host[i + shift] = a.host[i + shift] + b.host[i + shift];
        INFO(device << " n " << n << " shift " << shift);
        r.check_equal("plain");
        s.check_equal("costly");
      }
    }
  }
}

TEST_CASE("strided arrays with several elements for each work-item") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    std::mt19937 random(6);
    auto plain = Elementwise::create(context, expr::parse_statements("r = a + b"), nullptr);
    auto costly = Elementwise::create(context, expr::parse_statements("r = a + b*exp(0*a)"), nullptr);
    const test::Tuned few(context, test::few_items);
    const std::int64_t total = std::max<std::int64_t>(16 * context.properties().compute_units, 900) + 100;
    for (const Dims& shape : {Dims{total / 3, 3}, Dims{total / 300, 300}, Dims{5, 2563}, Dims{7, 3, total / 21}}) {
      if (test::brief() && shape[0] == 5) continue;
      // Rows from the last to the first beside rows as they lie, and the same number for a whole row.
      std::int64_t n = 1;
      for (auto extent : shape) n *= extent;
      const std::int64_t rows = shape[0], width = n / rows;
      Layout straight{shape, layout::c_strides(shape, 4), 0}, reversed = straight, still = straight;
      reversed.strides[0] = -reversed.strides[0];
      reversed.offset = (rows - 1) * width * 4;
      still.strides = Dims(shape.size(), 0);
      still.strides[0] = 4;
      Store<float> a(context, std::size_t(n), random), b(context, std::size_t(rows), random),
          r(context, std::size_t(n), random), s(context, std::size_t(n), random);
      const auto va = a.view(reversed), vb = b.view(still), vr = r.view(straight), vs = s.view(straight);
      const Operand first[] = {of(vr), of(va), of(vb)}, second[] = {of(vs), of(va), of(vb)};
      plain->call(first);
      costly->call(second);
      for (std::int64_t i = 0; i < n; ++i)
        r.host[std::size_t(i)] = s.host[std::size_t(i)] =
            a.host[std::size_t((rows - 1 - i / width) * width + i % width)] + b.host[std::size_t(i / width)];
      INFO(device << " shape " << layout::shape_text(shape));
      r.check_equal("plain");
      s.check_equal("costly");
    }
  }
}

TEST_CASE("more axes than a kernel visits") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    std::mt19937 random(9);
    auto elementwise = Elementwise::create(context, expr::parse_statements("r = a - b"), nullptr);
    // 14 axes of 2 whose operands run in opposite orders: nothing collapses.
    const std::size_t ndim = test::small() ? 8 : 14;
    Dims shape(ndim, 2), forward, backward;
    for (std::size_t d = 0; d < ndim; ++d) forward.push_back(std::int64_t(4) << (ndim - 1 - d));
    for (std::size_t d = 0; d < ndim; ++d) backward.push_back(std::int64_t(4) << d);
    const std::size_t n = std::size_t(1) << ndim;
    Store<float> r(context, n, random), a(context, n, random), b(context, n, random);
    const Layout lr{shape, forward, 0}, la{shape, backward, 0}, lb{shape, forward, 0};
    const auto vr = r.view(lr), va = a.view(la), vb = b.view(lb);
    const Operand operands[] = {of(vr), of(va), of(vb)};
    elementwise->call(operands);
    each(shape, [&](const Dims& index) {
      r.host[element<float>(lr, index)] = a.host[element<float>(la, index)] - b.host[element<float>(lb, index)];
    });
    r.check_equal("many axes");
  }
}

TEST_CASE("scalars, numbers, new outputs, index") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const std::int64_t shape[] = {3, 5};
    auto elementwise =
        Elementwise::create(context, expr::parse_statements("r = x*k + w; i = index()"), "r, i, x, k, w");
    const std::vector<float> twos(15, 2.0f);
    auto x = array::from_host(context, KILN_FLOAT32, shape, nullptr, KILN_FLOAT32, twos.data());
    Ref<Array> r, i;
    Operand operands[5];
    operands[0].kind = operands[1].kind = Operand::Kind::fresh;
    operands[0].fresh = &r;
    operands[1].fresh = &i;
    operands[2] = of(x);
    operands[3].kind = Operand::Kind::scalar;
    operands[3].scalar = Scalar::integer(KILN_INT32, 5);
    operands[4].kind = Operand::Kind::number;
    operands[4].scalar = Scalar::real(KILN_FLOAT64, 0.5);
    elementwise->call(operands);
    REQUIRE(r->dtype() == KILN_FLOAT32);
    REQUIRE(i->dtype() == KILN_INT64);
    std::vector<float> values(15);
    std::vector<std::int64_t> index(15);
    array::read(*r, values.data(), nullptr, "test");
    array::read(*i, index.data(), nullptr, "test");
    for (int k = 0; k < 15; ++k) {
      REQUIRE(values[k] == 10.5f);
      REQUIRE(index[k] == k);
    }
  }
}

namespace {
kiln_status status_of(const std::function<void()>& body, const std::string& part) {
  try {
    body();
  } catch (const backend::Error& error) {
    INFO(error.message());
    CHECK(error.message().find(part) != std::string::npos);
    return error.status();
  }
  return KILN_OK;
}
}  // namespace

TEST_CASE("bad elementwise calls say what is wrong") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    auto create = [&](const char* text, const char* parameters) {
      return Elementwise::create(context, expr::parse_statements(text), parameters);
    };
    auto ones = [&](std::initializer_list<std::int64_t> shape) {
      return array::full(context, KILN_FLOAT32, Dims(shape), Scalar::real(KILN_FLOAT32, 1), "test");
    };
    CHECK(status_of([&] { create("r = a + b", "r, a"); }, "'b' is read") == KILN_INVALID_ARGUMENT);
    CHECK(status_of([&] { create("r = a", "r, a, z"); }, "'z' is neither") == KILN_INVALID_ARGUMENT);
    CHECK(status_of([&] { create("r = a", "r, a, a"); }, "listed twice") == KILN_INVALID_ARGUMENT);
    auto add = create("r = a + b", "r, a, b");
    auto a = ones({3, 4}), b = ones({5}), r = ones({3, 4}), c = ones({3, 4});
    CHECK(status_of(
              [&] {
                const Operand o[] = {of(r), of(a)};
                add->call(o);
              },
              "expected 3: r, a, b") == KILN_INVALID_ARGUMENT);
    CHECK(status_of(
              [&] {
                const Operand o[] = {of(r), of(a), of(b)};
                add->call(o);
              },
              "b (5,)") == KILN_SHAPE_ERROR);
    auto row = ones({4});
    CHECK(status_of(
              [&] {
                const Operand o[] = {of(row), of(a), of(c)};
                add->call(o);
              },
              "output") == KILN_SHAPE_ERROR);
    auto wide = array::view(*row, layout::broadcast_to(row->layout(), Dims{3, 4}, "test"), false);
    CHECK(status_of(
              [&] {
                const Operand o[] = {of(wide), of(a), of(c)};
                add->call(o);
              },
              "") == KILN_READ_ONLY);
    auto two = create("r = a; s = a", "r, s, a");
    CHECK(status_of(
              [&] {
                const Operand o[] = {of(r), of(r), of(a)};
                two->call(o);
              },
              "overlap") == KILN_INVALID_ARGUMENT);
    auto other = runtime::Context::open(device, runtime::ContextOptions::from_flags());
    auto foreign = array::full(*other, KILN_FLOAT32, Dims{3, 4}, Scalar::real(KILN_FLOAT32, 1), "test");
    CHECK(status_of(
              [&] {
                const Operand o[] = {of(r), of(a), of(foreign)};
                add->call(o);
              },
              "'b'") == KILN_CONTEXT_MISMATCH);
    if (!context.properties().has_float64) CHECK(status_of([&] { create("r = float64(a)", "r, a"); }, "") == KILN_OK);
  }
}
