// SPDX-License-Identifier: Apache-2.0
// Products that have kernels for their extents: of few rows and columns and long sums, and by small matrices;
// by plain loops on the host, of small numbers, whose sums are exact.
#include "../support/product_support.hpp"
#include "array/product/blas.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using namespace kiln::test;
using array::GemmWay;

namespace {

struct Size {
  std::int64_t batch, m, n, k;
};

Complexes small_numbers(DType dtype, std::int64_t count, std::uint64_t seed) {
  Complexes values(std::size_t(count), 0);
  std::mt19937_64 random(seed);
  const bool signs = !base::is_bool(dtype) && !base::is_unsigned(dtype);
  for (Complex& value : values) {
    const double re = double(random() % 3) - (signs ? 1 : 0), im = double(random() % 3) - 1;
    value = base::is_bool(dtype) ? Complex(double(random() % 64 == 0)) : base::is_complex(dtype) ? Complex(re, im) : re;
  }
  return values;
}

Complexes product_of(DType dtype, const Size& size, const Complexes& a, const Complexes& b) {
  Complexes out(std::size_t(size.batch * size.m * size.n), 0);
  for (std::int64_t row = 0; row < size.batch * size.m; ++row)
    for (std::int64_t p = 0; p < size.k; ++p)
      for (std::int64_t j = 0; j < size.n; ++j) {
        Complex& sum = out[std::size_t(row * size.n + j)];
        sum += a[std::size_t(row * size.k + p)] * b[std::size_t((row / size.m * size.k + p) * size.n + j)];
        if (base::is_bool(dtype)) sum = double(sum != 0.0);
        if (dtype == KILN_UINT8) sum = std::fmod(sum.real(), 256.0);
      }
  return out;
}

// How a matrix of a batch lies in memory: by its rows, by its columns, or by every other element of its rows.
enum class Lies { rows, columns, apart };

Ref<Array> laid(runtime::Context& context, DType dtype, std::int64_t batch, std::int64_t rows, std::int64_t columns,
                Lies lies, const Complexes& values) {
  const std::int64_t item = std::int64_t(base::dtype_size(dtype)), step = lies == Lies::apart ? 2 : 1;
  const std::int64_t row = lies == Lies::columns ? 1 : columns * step, column = lies == Lies::columns ? rows : step;
  Complexes memory(std::size_t(batch * rows * columns * step), 0);
  for (std::int64_t at = 0; at < batch * rows * columns; ++at)
    memory[std::size_t(at / (rows * columns) * rows * columns * step + at / columns % rows * row +
                       at % columns * column)] = values[std::size_t(at)];
  const auto held = upload_complexes(context, dtype, Dims{std::int64_t(memory.size())}, memory);
  Layout layout{Dims{batch, rows, columns}, Dims{rows * columns * step * item, row * item, column * item}, 0};
  if (batch == 1) {
    layout.shape.erase(0);
    layout.strides.erase(0);
  }
  return array::view(*held, layout, false, "test");
}

void check_elements(DType dtype, const Complexes& got, const Complexes& expected) {
  REQUIRE(got.size() == expected.size());
  const double rounding = dtype == KILN_FLOAT16 ? 0x1p-11 : 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    wrong += !(std::abs(got[i] - expected[i]) <= std::abs(expected[i]) * rounding);
  CHECK(wrong == 0);
}

void check_products(std::initializer_list<GemmWay> ways, std::initializer_list<Size> sizes) {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const DType dtype :
         {KILN_FLOAT32, KILN_FLOAT64, KILN_FLOAT16, KILN_COMPLEX64, KILN_INT64, KILN_UINT8, KILN_BOOL}) {
      if (!array::has_dtype(context, dtype)) continue;
      const bool thorough = test::many() || dtype == KILN_FLOAT32;
      if (!thorough && (test::small() || dtype == KILN_FLOAT64 || dtype == KILN_INT64)) continue;
      for (const GemmWay way : ways) {
        const Forced forced(way);
        for (const Size& size : sizes) {
          if (test::small() && size.batch * size.m * size.n * size.k > 40000) continue;
          // Compilers take a second for a kernel of many work-items.
          if (!thorough && (way == GemmWay::automatic || &size - sizes.begin() > 1)) continue;
          INFO(base::dtype_name(dtype) << " way " << int(way) << ": " << size.batch << " of " << size.m << ", "
                                       << size.n << ", " << size.k << " on " << device);
          const Complexes a = small_numbers(dtype, size.batch * size.m * size.k, 77),
                          b = small_numbers(dtype, size.batch * size.k * size.n, 154);
          const Complexes expected = product_of(dtype, size, a, b);
          for (const Lies lies_a : {Lies::rows, Lies::columns, Lies::apart})
            for (const Lies lies_b : {Lies::rows, Lies::columns, Lies::apart}) {
              const bool groups = way == GemmWay::thin_groups || way == GemmWay::small_items;
              if (lies_a != lies_b && !test::many() && (!thorough || (groups && lies_a != Lies::rows))) continue;
              if (test::small() && (int(lies_a) + int(lies_b)) % 2 == 1) continue;
              INFO("a lies " << int(lies_a) << ", b " << int(lies_b));
              const auto x = laid(context, dtype, size.batch, size.m, size.k, lies_a, a);
              const auto y = laid(context, dtype, size.batch, size.k, size.n, lies_b, b);
              check_elements(dtype, gathered(*array::matmul(*x, *y, nullptr, "test")), expected);
              if (dtype != KILN_FLOAT32) continue;
              const Dims shape = size.batch > 1 ? Dims{size.batch, size.m, size.n} : Dims{size.m, size.n};
              const auto sum = array::full(context, dtype, shape, base::Scalar::integer(KILN_INT64, 5), "test");
              array::gemm(0, 0, {2, 0}, *x, *y, {3, 0}, *sum, "test");
              Complexes scaled = expected;
              for (Complex& element : scaled) element = 2.0 * element + 15.0;
              check_elements(dtype, gathered(*sum), scaled);
            }
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("products of few rows and columns and long sums, however the factors lie", "[blas]") {
  check_products(
      {GemmWay::automatic, GemmWay::thin, GemmWay::thin_groups},
      {{1, 2, 2, 8201}, {1, 3, 8, 1003}, {1, 8, 5, 8192}, {1, 17, 13, 700}, {3, 4, 4, 16}, {1, 33, 64, 1029}});
}

TEST_CASE("products by small matrices: many rows, many columns, many of them", "[blas]") {
  check_products({GemmWay::automatic, GemmWay::small, GemmWay::small_items}, {{1, 3000, 4, 4},
                                                                              {1, 4, 1500, 3},
                                                                              {1300, 3, 3, 3},
                                                                              {70, 8, 8, 8},
                                                                              {5, 300, 15, 7},
                                                                              {1, 2500, 2, 8},
                                                                              {40, 2, 5, 1}});
}

TEST_CASE("vectors beside matrices of few rows or columns", "[blas]") {
  check_products(
      {GemmWay::automatic},
      {{1, 13001, 1, 3}, {1, 1, 7003, 8}, {1, 9002, 1, 5}, {1, 1, 3, 12001}, {1, 6, 1, 8200}, {1, 2501, 6, 7}});
}

TEST_CASE("a matrix times itself transposed", "[blas]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT64, KILN_FLOAT16, KILN_COMPLEX64, KILN_UINT8}) {
      if (!array::has_dtype(context, dtype)) continue;
      if (dtype != KILN_FLOAT32 && test::small()) continue;
      for (const GemmWay way : {GemmWay::automatic, GemmWay::panels}) {
        // The simulator calls sums in vectors of integers uninitialised, whose values are right.
        if (way == GemmWay::panels && (context.properties().dialect != backend::Dialect::opencl_c || test::small()))
          continue;
        const Forced forced(way);
        for (const Size& size : {Size{1, 101, 101, 530}, Size{1, 33, 33, 5000}, Size{3, 45, 45, 70}}) {
          if (test::small() && size.k > 100) continue;
          INFO(base::dtype_name(dtype) << " way " << int(way) << ": " << size.batch << " of " << size.m << ", "
                                       << size.k << " on " << device);
          const Complexes a = small_numbers(dtype, size.batch * size.m * size.k, 31);
          Complexes b(a.size());
          for (std::int64_t at = 0; at < std::int64_t(a.size()); ++at)
            b[std::size_t(at / (size.m * size.k) * size.m * size.k + at % size.k * size.m + at / size.k % size.m)] =
                a[std::size_t(at)];
          const Complexes expected = product_of(dtype, size, a, b);
          for (const Lies lies : {Lies::rows, Lies::columns}) {
            const auto x = laid(context, dtype, size.batch, size.m, size.k, lies, a);
            Layout turned = x->layout();
            const std::size_t last = turned.ndim() - 1;
            std::swap(turned.shape[last], turned.shape[last - 1]);
            std::swap(turned.strides[last], turned.strides[last - 1]);
            const auto y = array::view(*x, turned, false, "test");
            check_elements(dtype, gathered(*array::matmul(*x, *y, nullptr, "test")), expected);
          }
        }
      }
    }
  }
}
