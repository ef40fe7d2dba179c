// SPDX-License-Identifier: Apache-2.0
// Products on every device, by every kernel of the library, against plain loops on the host.
#include <cstring>

#include "../support/product_support.hpp"
#include "array/product/blas.hpp"
#include "array/product/product.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using namespace kiln::test;
using array::Array;
using array::Dims;
using array::GemmWay;
using base::DType;
using base::Ref;
using base::Scalar;
using layout::Layout;

namespace {

const GemmWay kWays[] = {GemmWay::automatic,    GemmWay::rows,        GemmWay::direct,      GemmWay::panels,
                         GemmWay::medium_tiles, GemmWay::small_tiles, GemmWay::split_tiles, GemmWay::thin,
                         GemmWay::thin_groups,  GemmWay::small,       GemmWay::small_items, GemmWay::team_tiles};

const DType kDtypes[] = {KILN_FLOAT16, KILN_BFLOAT16, KILN_FLOAT32, KILN_FLOAT64, KILN_COMPLEX64, KILN_COMPLEX128};

bool usual(DType dtype) { return dtype == KILN_FLOAT32 || dtype == KILN_COMPLEX64 || test::many(); }

// Whether to run a way on the device. PoCL compiles one kernel of tiles for seconds.
bool runs(const runtime::Context& context, GemmWay way, DType dtype) {
  const auto& properties = context.properties();
  // The simulator calls sums in vectors of integers uninitialised, whose values are right.
  if (way == GemmWay::panels || way == GemmWay::direct)
    return properties.dialect == backend::Dialect::opencl_c &&
           (test::small() ? dtype == KILN_FLOAT32 : !properties.short_loops);
  const bool cpu = properties.info.kind == backend::DeviceKind::cpu;  // whose compilers take long
  if (way == GemmWay::builtin) return !cpu;                           // else the same as automatic
  if (test::many() || way == GemmWay::automatic || way == GemmWay::rows) return true;
  if (!cpu) return usual(dtype) || way == GemmWay::small_tiles;
  return dtype == KILN_FLOAT32 && (way == GemmWay::small_tiles || way == GemmWay::team_tiles ||
                                   way == GemmWay::split_tiles || way >= GemmWay::small);
}

}  // namespace

TEST_CASE("gemm of random strides, transposes, batches, every dtype, every kernel", "[blas]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    std::mt19937_64 random(7);
    for (const DType dtype : kDtypes) {
      if (!array::has_dtype(context, dtype)) continue;
      if (test::small() && dtype != KILN_FLOAT32) continue;
      const bool complex = base::is_complex(dtype);
      for (const GemmWay way : kWays) {
        INFO("way " << int(way));
        if (!runs(context, way, dtype)) continue;
        const Forced forced(way);
        // Each round compiles kernels of its own. Those of small tiles have all that these two have.
        const bool mesa = test::small() && context.properties().short_loops;
        const bool once = mesa && (way == GemmWay::split_tiles || way == GemmWay::team_tiles);
        const int rounds = once ? 1 : test::cases(dtype == KILN_FLOAT32 ? 6 : 3);
        for (int round = 0; round < rounds; ++round) {
          const auto extent = [&](std::int64_t most) { return 1 + std::int64_t(random() % std::uint64_t(most)); };
          const bool little = way == GemmWay::small || way == GemmWay::small_items;
          const std::int64_t most = little ? 7 : test::small() ? 20 : 90;
          const std::int64_t m = 1 + extent(most), n = 1 + extent(most);
          const std::int64_t k = round == 5 && !little ? 450 : extent(most);
          const int ta = int(random() % 3), tb = int(random() % 3);
          Dims a_shape, b_shape, c_shape;
          const int axes = round % 3 == 2 ? 3 : round % 3;
          for (int d = 0; d < axes; ++d) {
            const std::int64_t size = extent(3);
            c_shape.push_back(size);
            if (d > 0 || random() % 2) a_shape.push_back(random() % 3 ? size : 1);
            if (d > 0 || random() % 2) b_shape.push_back(random() % 3 ? size : 1);
          }
          for (const std::int64_t size : {ta ? k : m, ta ? m : k}) a_shape.push_back(size);
          for (const std::int64_t size : {tb ? n : k, tb ? k : n}) b_shape.push_back(size);
          for (const std::int64_t size : {m, n}) c_shape.push_back(size);
          const auto a = random_view(context, dtype, a_shape, random);
          const auto b = random_view(context, dtype, b_shape, random);
          const auto c = random_view(context, dtype, c_shape, random);
          const Complex alpha(round % 2 ? 1 : -1.5, complex && round % 2 == 0 ? 0.5 : 0);
          const Complex beta(round % 3 ? 0.75 : 0, complex && round % 3 == 1 ? -0.25 : 0);
          const Complexes before = gathered(*c);
          array::gemm(ta, tb, {alpha.real(), alpha.imag()}, *a, *b, {beta.real(), beta.imag()}, *c, "test");
          check(dtype, ta, tb, alpha, a_shape, gathered(*a), b_shape, gathered(*b), beta, c_shape, before,
                gathered(*c));
        }
      }
    }
  }
}

TEST_CASE("gemm of sizes that fill blocks, leave edges and take several steps along k", "[blas]") {
  if (test::small()) return;
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const GemmWay way :
         {GemmWay::automatic, GemmWay::builtin, GemmWay::direct, GemmWay::panels, GemmWay::large_tiles}) {
      if (!runs(context, way, KILN_FLOAT32)) continue;
      const Forced forced(way);
      for (const Dims& size : {Dims{257, 130, 1100}, Dims{128, 256, 128}, Dims{5, 300, 700}, Dims{13, 35, 6501}}) {
        const Dims a_shape{size[0], size[2]}, b_shape{size[2], size[1]}, c_shape{size[0], size[1]};
        const Complexes a = some_complexes(KILN_FLOAT32, std::size_t(size[0] * size[2]), 1);
        const Complexes b = some_complexes(KILN_FLOAT32, std::size_t(size[2] * size[1]), 2);
        const auto x = upload_complexes(context, KILN_FLOAT32, a_shape, a),
                   y = upload_complexes(context, KILN_FLOAT32, b_shape, b);
        const auto first = array::matmul(*x, *y, nullptr, "test"), second = array::matmul(*x, *y, nullptr, "test");
        const Complexes got = gathered(*first);
        check(KILN_FLOAT32, 0, 0, 1, a_shape, a, b_shape, b, 0, c_shape, got, got);
        const auto turned = array::copy(
            *array::view(*y, layout::transpose(y->layout(), Dims{1, 0}, "test"), false, "test"), KILN_ORDER_C, "test");
        const auto across =
            array::view(*turned, layout::transpose(turned->layout(), Dims{1, 0}, "test"), false, "test");
        const Complexes again = gathered(*array::matmul(*x, *across, nullptr, "test"));
        check(KILN_FLOAT32, 0, 0, 1, a_shape, a, b_shape, b, 0, c_shape, again, again);
        CHECK(gathered(*second) == got);  // the same bits
      }
    }
  }
}

TEST_CASE("products of long rows in rounds: transposed, batched", "[blas]") {
  if (test::small()) return;
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const DType dtype : {KILN_FLOAT32, KILN_COMPLEX64}) {
      const std::int64_t batch = 2, m = 7, n = 33, k = 4100, item = std::int64_t(base::dtype_size(dtype));
      const Complexes a = some_complexes(dtype, std::size_t(batch * k * m), 3);
      const Complexes b = some_complexes(dtype, std::size_t(k * n), 4);
      const auto turned = upload_complexes(context, dtype, Dims{batch, k, m}, a),
                 y = upload_complexes(context, dtype, Dims{k, n}, b);
      const auto x = array::view(*turned, {{batch, m, k}, {k * m * item, item, m * item}, 0}, false, "test");
      const auto own = [&](GemmWay way) {
        const Forced forced(way);
        return gathered(*array::matmul(*x, *y, nullptr, "test"));
      };
      if (!runs(context, GemmWay::panels, dtype)) continue;
      const Complexes rows = own(GemmWay::rows);
      for (const GemmWay way : {GemmWay::direct, GemmWay::panels}) {
        const Complexes got = own(way);
        REQUIRE(got.size() == rows.size());
        for (std::size_t i = 0; i < got.size(); ++i) CHECK(std::abs(got[i] - rows[i]) < 2e-2);
      }
    }
  }
}

TEST_CASE("gemm of factors that can be read by 16 bytes, of either order", "[blas]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT64, KILN_COMPLEX64, KILN_COMPLEX128}) {
      if (!array::has_dtype(context, dtype) || (test::small() && dtype != KILN_FLOAT32)) continue;
      for (const GemmWay way : {GemmWay::large_tiles, GemmWay::medium_tiles, GemmWay::small_tiles, GemmWay::team_tiles,
                                GemmWay::split_tiles}) {
        if (!runs(context, way, dtype)) continue;
        INFO("way " << int(way));
        const Forced forced(way);
        // Lines of a multiple of 4 elements, of which the last piece is within the matrix only partly.
        const auto factor = [&](std::int64_t lines, std::int64_t length, int seed) {
          const std::int64_t line = (length + 3) / 4 * 4, item = std::int64_t(base::dtype_size(dtype));
          const auto whole = upload_complexes(context, dtype, Dims{2, lines, line},
                                              some_complexes(dtype, std::size_t(2 * lines * line), seed));
          return array::view(*whole, {{2, lines, length}, {lines * line * item, line * item, item}, 0}, false, "test");
        };
        for (const bool ta : {false, true})
          for (const bool tb : {false, true}) {
            if (test::small() && ta == tb) continue;  // two kernels read each factor in both orders
            for (const Dims& size : {Dims{36, 68, 20}, Dims{39, 41, 51}}) {
              if (test::brief() && ta == (size[0] == 36)) continue;
              const std::int64_t m = size[0], n = size[1], k = size[2];
              const auto x = factor(ta ? k : m, ta ? m : k, 3), y = factor(tb ? n : k, tb ? k : n, 4);
              const auto z = array::empty(context, dtype, Dims{2, m, n}, "test");
              array::gemm(ta, tb, {1, 0}, *x, *y, {0, 0}, *z, "test");
              const Complexes got = gathered(*z);
              check(dtype, ta, tb, 1, x->shape(), gathered(*x), y->shape(), gathered(*y), 0, z->shape(), got, got);
            }
          }
      }
    }
  }
}

TEST_CASE("matmul of integers and bool wraps, in every kernel", "[blas]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const DType dtype : {KILN_BOOL, KILN_INT8, KILN_UINT16, KILN_INT32, KILN_UINT64, KILN_INT16, KILN_INT64}) {
      if (!test::many() && dtype > KILN_INT8) continue;
      for (const GemmWay way : {GemmWay::rows, GemmWay::panels, GemmWay::team_tiles, GemmWay::split_tiles}) {
        if (!runs(context, way, dtype)) continue;
        const Forced forced(way);
        const Dims a_shape{17, 40}, b_shape{40, 35}, c_shape{17, 35};
        const Complexes a = some_complexes(dtype, 17 * 40, 3), b = some_complexes(dtype, 40 * 35, 4);
        const auto x = upload_complexes(context, dtype, a_shape, a), y = upload_complexes(context, dtype, b_shape, b);
        const auto c = array::matmul(*x, *y, nullptr, "test");
        CHECK(c->dtype() == dtype);
        check(dtype, 0, 0, 1, a_shape, a, b_shape, b, 0, c_shape, {}, gathered(*c));
        const auto v = array::view(*y, Layout{{40}, {35 * std::int64_t(y->itemsize())}, 0}, false);
        const auto w = array::matmul(*x, *v, nullptr, "test");
        Complexes column;
        for (std::size_t i = 0; i < 40; ++i) column.push_back(b[i * 35]);
        check(dtype, 0, 0, 1, a_shape, a, {40, 1}, column, 0, {17, 1}, {}, gathered(*w));
      }
    }
  }
}

TEST_CASE("dot, gemv and ger", "[blas]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    // The operation table has them; every kernel takes long to compile on a CPU device.
    if (!test::many() && !test::small() && context.properties().info.kind == backend::DeviceKind::cpu) continue;
    std::mt19937_64 random(11);
    for (const DType dtype : kDtypes) {
      if (!array::has_dtype(context, dtype)) continue;
      if (!usual(dtype) && dtype != KILN_FLOAT16) continue;
      // Each layout of each dtype is a kernel: the usual run has float32's, and what differs of others.
      const auto skips = [&](int transpose) {
        return !test::many() && ((dtype == KILN_COMPLEX64 && transpose != 2) || (dtype == KILN_FLOAT16 && transpose));
      };
      const bool complex = base::is_complex(dtype);
      const Complex alpha(1.5, complex ? -0.5 : 0), beta(-0.5, complex ? 0.25 : 0);
      const auto scale = [](Complex z) { return kiln_scale{z.real(), z.imag()}; };
      for (int transpose = 0; transpose < 3; ++transpose) {
        if (skips(transpose)) continue;
        const std::int64_t m = 37, n = 81;
        const Dims a_shape{transpose ? n : m, transpose ? m : n};
        const auto a = random_view(context, dtype, a_shape, random), x = random_view(context, dtype, {n}, random);
        const auto y = random_view(context, dtype, {m}, random);
        const Complexes before = gathered(*y);
        array::gemv(transpose, scale(alpha), *a, *x, scale(beta), *y, "test");
        check(dtype, transpose, 0, alpha, a_shape, gathered(*a), {n, 1}, gathered(*x), beta, {m, 1}, before,
              gathered(*y));
        array::gemv(transpose, {1, 0}, *a, *x, {0, 0}, *y, "test");
        check(dtype, transpose, 0, 1, a_shape, gathered(*a), {n, 1}, gathered(*x), 0, {m, 1}, before, gathered(*y));
      }
      for (const bool conjugate : {false, true}) {
        if (skips(conjugate ? 2 : 0)) continue;
        const auto x = random_view(context, dtype, {301}, random), y = random_view(context, dtype, {301}, random);
        const auto r = array::dot(*x, *y, conjugate, nullptr, "test");
        CHECK(r->shape().empty());
        CHECK(r->dtype() == dtype);
        check(dtype, conjugate ? 2 : 1, 0, 1, {301, 1}, gathered(*x), {301, 1}, gathered(*y), 0, {1, 1}, {},
              gathered(*r));
        const auto a = random_view(context, dtype, {19, 23}, random), u = random_view(context, dtype, {19}, random);
        const auto v = random_view(context, dtype, {23}, random);
        const Complexes before = gathered(*a);
        array::ger(conjugate, scale(alpha), *u, *v, *a, "test");
        check(dtype, 0, conjugate ? 2 : 1, alpha, {19, 1}, gathered(*u), {23, 1}, gathered(*v), 1, {19, 23}, before,
              gathered(*a));
      }
    }
  }
}

TEST_CASE("products: nothing along k, no elements, NaN that beta 0 hides, memory that is shared", "[blas]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const auto make = [&](const Dims& shape, double value) {
      return array::full(context, KILN_FLOAT32, shape, Scalar::real(KILN_FLOAT32, value), "test");
    };
    for (const GemmWay way : {GemmWay::rows, GemmWay::direct, GemmWay::panels, GemmWay::small_tiles,
                              GemmWay::team_tiles, GemmWay::split_tiles}) {
      if (!runs(context, way, KILN_FLOAT32)) continue;
      const Forced forced(way);
      const auto c = make({3, 4}, NAN);
      array::gemm(0, 0, {2, 0}, *make({3, 0}, 0), *make({0, 4}, 0), {0, 0}, *c, "test");
      CHECK(gathered(*c) == Complexes(12, 0));
      array::gemm(0, 0, {0, 0}, *make({3, 5}, NAN), *make({5, 4}, NAN), {0, 0}, *c, "test");
      CHECK(gathered(*c) == Complexes(12, 0));
      array::fill(*c, Scalar::real(KILN_FLOAT32, NAN), "test");
      array::gemm(0, 0, {1, 0}, *make({3, 5}, 2), *make({5, 4}, 3), {0, 0}, *c, "test");
      CHECK(gathered(*c) == Complexes(12, 30));
      array::gemm(0, 0, {0, 0}, *make({3, 5}, NAN), *make({5, 4}, 3), {2, 0}, *c, "test");
      CHECK(gathered(*c) == Complexes(12, 60));
    }
    array::gemm(0, 0, {1, 0}, *make({0, 5}, 2), *make({5, 4}, 3), {0, 0}, *make({0, 4}, 0), "test");
    CHECK(gathered(*array::matmul(*make({2, 0}, 0), *make({0, 1}, 0), nullptr, "test")) == Complexes(2, 0));
    const auto y = make({3}, NAN);
    array::gemv(0, {1, 0}, *make({3, 0}, 0), *make({0}, 0), {0, 0}, *y, "test");
    CHECK(gathered(*y) == Complexes(3, 0));
    CHECK(gathered(*array::dot(*make({0}, 0), *make({0}, 0), false, nullptr, "test")) == Complexes(1, 0));
    const auto a = make({1, 2}, 3), one = make({1}, 1);
    array::ger(false, {0, 0}, *one, *make({2}, NAN), *a, "test");
    CHECK(gathered(*a) == Complexes(2, 3));
    // A wider destination gets what is rounded to the dtype of the factors: 257 has no bfloat16.
    const std::vector<float> left{256, 1}, right{1, 1};
    const auto half = [&](const std::vector<float>& values) {
      const std::int64_t shape[] = {2};
      return array::from_host(context, KILN_BFLOAT16, shape, nullptr, KILN_FLOAT32, values.data());
    };
    const auto number = make({}, 0), table = make({2, 2}, 0);
    array::dot(*half(left), *half(right), false, number.get(), "test");
    CHECK(gathered(*number) == Complexes(1, 256));
    CHECK_THROWS_AS(array::dot(*half(left), *half(right), false, table.get(), "test"), base::Error);
    array::outer(*half({257, 3}), *half({1.0078125f, 1}), table.get(), "test");
    CHECK(gathered(*table)[0] == 258.0);
    // The square of a matrix into itself.
    const Complexes values = some_complexes(KILN_FLOAT32, 40 * 40, 9);
    const auto square = upload_complexes(context, KILN_FLOAT32, {40, 40}, values);
    const auto turned = array::view(*square, layout::reverse_axes(square->layout()), true);
    array::gemm(0, 1, {1, 0}, *square, *square, {0.5, 0}, *turned, "test");
    Complexes before(1600), got = gathered(*turned);
    for (std::size_t i = 0; i < 1600; ++i) before[i] = values[i % 40 * 40 + i / 40];
    check(KILN_FLOAT32, 0, 1, 1, {40, 40}, values, {40, 40}, values, 0.5, {40, 40}, before, got);
  }
}

TEST_CASE("matmul, outer and tensordot: shapes, dtypes and destinations", "[blas]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    std::mt19937_64 random(5);
    const auto view = [&](const Dims& shape, DType dtype = KILN_FLOAT32) {
      return random_view(context, dtype, shape, random);
    };
    const auto shape_of = [](const Ref<Array>& array) { return array->shape(); };
    const auto v = view({6}), w = view({6}), a = view({2, 5, 6}), b = view({6, 3});
    CHECK(shape_of(array::matmul(*v, *w, nullptr, "test")) == Dims{});
    CHECK(shape_of(array::matmul(*a, *w, nullptr, "test")) == Dims{2, 5});
    CHECK(shape_of(array::matmul(*v, *b, nullptr, "test")) == Dims{3});
    CHECK(shape_of(array::matmul(*a, *b, nullptr, "test")) == Dims{2, 5, 3});
    const auto into = view({2, 5, 3}, KILN_INT32);
    array::matmul(*a, *b, into.get(), "test");
    const Complexes exact = gathered(*array::matmul(*a, *b, nullptr, "test"));
    Complexes whole = exact;
    for (Complex& value : whole) value = std::trunc(value.real());
    CHECK(gathered(*into) == whole);
    const auto mixed = array::matmul(*array::astype(*b, KILN_INT16, "test"), *view({3, 2}), nullptr, "test");
    CHECK(mixed->dtype() == KILN_FLOAT32);

    const auto o = array::outer(*view({2, 3}, KILN_INT8), *view({4}, KILN_UINT8), nullptr, "test");
    CHECK(o->dtype() == KILN_INT16);
    CHECK(o->shape() == Dims{6, 4});
    const auto x = view({6}), y = view({4});
    check(KILN_FLOAT32, 0, 0, 1, {6, 1}, gathered(*x), {1, 4}, gathered(*y), 0, {6, 4}, {},
          gathered(*array::outer(*x, *y, nullptr, "test")));
    CHECK(array::outer(*view({2}, KILN_BOOL), *view({4}, KILN_BOOL), nullptr, "test")->dtype() == KILN_BOOL);

    const auto p = view({3, 4, 5}), q = view({5, 2, 3});
    const std::int64_t of_p[] = {0, -1}, of_q[] = {2, 0};
    const auto r = array::tensordot(*p, *q, of_p, of_q, nullptr, "test");
    REQUIRE(r->shape() == Dims{4, 2});
    const Complexes ps = gathered(*p), qs = gathered(*q), rs = gathered(*r);
    const auto given = view({4, 2});
    array::tensordot(*p, *q, of_p, of_q, given.get(), "test");
    CHECK(gathered(*given) == rs);
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 2; ++j) {
        Complex want = 0;
        for (std::size_t s = 0; s < 3; ++s)
          for (std::size_t t = 0; t < 5; ++t) want += ps[(s * 4 + i) * 5 + t] * qs[(t * 2 + j) * 3 + s];
        CHECK(std::abs(rs[i * 2 + j] - want) < 1e-4);
      }
    CHECK(shape_of(array::tensordot(*p, *q, {}, {}, nullptr, "test")) == Dims{3, 4, 5, 5, 2, 3});
  }
}
