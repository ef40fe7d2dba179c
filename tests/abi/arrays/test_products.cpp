// SPDX-License-Identifier: Apache-2.0
// Products through the C ABI and kiln.hpp: results, and calls that cannot be.
#include <kiln/kiln.hpp>

#include <complex>

#include "support.hpp"

using kiln::GpuArray;
using Shape = std::vector<std::int64_t>;
using Floats = std::vector<float>;

TEST_CASE("products of kiln.hpp") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::arange(context, 0, 6, 1, KILN_FLOAT32).reshape({2, 3});
    const auto b = GpuArray::arange(context, 0, 12, 1, KILN_FLOAT32).reshape({3, 4});
    const auto x = GpuArray::from(context, Floats{1, 2, 3});
    CHECK(kiln::matmul(a, b).read<float>() == Floats{20, 23, 26, 29, 56, 68, 80, 92});
    CHECK(kiln::matmul(a, x).read<float>() == Floats{8, 26});
    CHECK(kiln::dot(x, x).item<float>() == 14);
    CHECK(kiln::vdot(x, x).item<float>() == 14);
    CHECK(kiln::outer(x, x).read<float>() == Floats{1, 2, 3, 2, 4, 6, 3, 6, 9});
    CHECK(kiln::tensordot(a, b, 1).shape() == Shape{2, 4});
    CHECK(kiln::tensordot(a, a).item<float>() == 55);
    CHECK(kiln::tensordot(a, a, {0}, {-2}).shape() == Shape{3, 3});
    const auto c = GpuArray::full(context, {2, 4}, 1.0F);
    kiln::gemm(2, a, b, -1, c);
    CHECK(c.read<float>() == Floats{39, 45, 51, 57, 111, 135, 159, 183});
    kiln::gemm(1, a, b.transpose(), 0, c, KILN_NO_TRANSPOSE, KILN_TRANSPOSE);
    CHECK(c.read<float>() == Floats{20, 23, 26, 29, 56, 68, 80, 92});
    const auto d = GpuArray::zeros(context, {2, 4}, KILN_FLOAT32);
    kiln::gemm(1, {a, a}, {b, b}, 1, {d, c});
    CHECK(d.read<float>() == Floats{20, 23, 26, 29, 56, 68, 80, 92});
    CHECK(c.read<float>()[0] == 40);
    const auto y = GpuArray::full(context, {2}, 1.0F);
    kiln::gemv(1, a, x, 2, y);
    CHECK(y.read<float>() == Floats{10, 28});
    const auto m = GpuArray::zeros(context, {3, 3}, KILN_FLOAT32);
    kiln::ger(0.5, x, x, m);
    kiln::gerc(0.5, x, x, m);
    CHECK(m.read<float>() == Floats{1, 2, 3, 2, 4, 6, 3, 6, 9});
    CHECK(kiln::matmul(m, x, x).get() == x.get());
    CHECK(x.read<float>() == Floats{14, 28, 42});
  }
}

TEST_CASE("vector products and traces") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::from(context, Floats{1, 2, 3, 4, 5, 6}, {2, 3});
    CHECK(kiln::cross(a[0], a[1]).read<float>() == Floats{-3, 6, -3});
    CHECK(kiln::cross(a, a[0]).read<float>() == Floats{0, 0, 0, 3, -6, 3});
    const auto columns = a.transpose();
    CHECK(kiln::cross(columns, columns(kiln::slice(), kiln::slice(0, 1)), 0).read<float>() ==
          Floats{0, 3, 0, -6, 0, 3});
    // Onto what is read; of another dtype.
    const auto b = a.copy();
    CHECK(kiln::cross(b[0], b[1], -1, b[1]).valid());
    CHECK(b.read<float>() == Floats{1, 2, 3, -3, 6, -3});
    const auto whole = GpuArray::empty(context, {3}, KILN_INT8);
    CHECK(kiln::cross(a[0], a[1], 0, whole).get() == whole.get());
    CHECK(whole.read<std::int8_t>() == std::vector<std::int8_t>{-3, 6, -3});
    kiln_array out = junk<kiln_array>();
    FAILS(kiln_array_cross(a.get(), columns.get(), -1, nullptr, &out), KILN_SHAPE_ERROR,
          "shapes (2, 3) (3, 2) do not broadcast");
    CHECK(out == nullptr);

    CHECK(kiln::trace(a).item<float>() == 6);
    CHECK(kiln::trace(a, 1).item<float>() == 8);
    CHECK(kiln::trace(a > 2.5F, 0).item<std::int64_t>() == 1);
    CHECK(kiln::trace(a.reshape({1, 2, 3}), -1, KILN_INT32).read<std::int32_t>() == std::vector<std::int32_t>{4});
    FAILS(kiln_array_trace(a.get(), 0, KILN_INT8, whole.get(), &out), KILN_INVALID_ARGUMENT, "the destination has one");
    CHECK(out == nullptr);

    const auto m = GpuArray::from(context, Floats{1, 1, 1, 0}, {2, 2});
    CHECK(kiln::matrix_power(m, 10).read<float>() == Floats{89, 55, 55, 34});
    CHECK(kiln::matrix_power(m, 1).read<float>() == m.read<float>());
    CHECK(kiln::matrix_power(m, 0).read<float>() == Floats{1, 0, 0, 1});
    CHECK_THROWS_AS(kiln::matrix_power(m, -1), kiln::Error);
    CHECK_THROWS_AS(kiln::matrix_power(a, 2), kiln::Error);
  }
}

TEST_CASE("sums of products along an axis") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::from(context, Floats{1, 2, 3, 4, 5, 6}, {2, 3});
    CHECK(kiln::vecdot(a, a).read<float>() == Floats{14, 77});
    CHECK(kiln::vecdot(a, a[1]).read<float>() == Floats{32, 77});
    CHECK(kiln::vecdot(a, a, 0).read<float>() == Floats{17, 29, 45});
    CHECK(kiln::vecdot(a[0], a[1]).item<float>() == 32);
    CHECK(kiln::vecdot(a, a > 2.5F).read<float>() == Floats{3, 15});
    CHECK(kiln::vecdot(a > 1.0F, a > 5.0F).read<bool>() == std::vector<bool>{false, true});
    using Complex = std::complex<float>;
    const auto z = GpuArray::from(context, std::vector<Complex>{{0, 1}, {2, 0}});
    CHECK(kiln::vecdot(z, z).item<Complex>() == Complex(5, 0));
    CHECK(kiln::vecdot(z, z[0].broadcast_to({2})).item<Complex>() == Complex(1, 2));
    // Onto what is read; of another dtype.
    const auto b = a.copy();
    CHECK(kiln::vecdot(b, b, -1, b(kiln::slice(), 1)).shape() == Shape{2});
    CHECK(b.read<float>() == Floats{1, 14, 3, 4, 77, 6});
    const auto whole = GpuArray::empty(context, {3}, KILN_INT8);
    CHECK(kiln::vecdot(a, a, -2, whole).get() == whole.get());
    CHECK(whole.read<std::int8_t>() == std::vector<std::int8_t>{17, 29, 45});
    kiln_array out = junk<kiln_array>();
    FAILS(kiln_array_vecdot(a.get(), a[0].get(), 0, nullptr, &out), KILN_SHAPE_ERROR,
          "shapes (2, 3) and (3,), expected axis -2 in both");
    CHECK(out == nullptr);
  }
}

TEST_CASE("products that cannot be") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto f = [&](const Shape& shape, kiln_dtype dtype = KILN_FLOAT32) {
      return GpuArray::zeros(context, shape, dtype);
    };
    const auto a = f({2, 3}), b = f({3, 4}), c = f({2, 4}), x = f({3}), whole = f({2, 3}, KILN_INT32);
    const auto foreign = GpuArray::zeros(other, {3, 4}, KILN_FLOAT32);
    const auto frozen = f({1, 4}).broadcast_to({2, 4});
    const kiln_scale one{1, 0}, zero{0, 0}, turned{1, 2};
    const auto gemm = [&](const GpuArray& left, const GpuArray& right, const GpuArray& to, kiln_scale alpha = {1, 0},
                          int transpose = 0) {
      return kiln_blas_gemm(static_cast<kiln_transpose>(transpose), KILN_NO_TRANSPOSE, alpha, left.get(), right.get(),
                            {0, 0}, to.get());
    };
    FAILS(gemm(a, a, c), KILN_SHAPE_ERROR, "op(a) has 3 columns and op(b) 2 rows");
    FAILS(gemm(a, b, b), KILN_SHAPE_ERROR, "c has shape (3, 4), expected 2 rows and 4 columns");
    FAILS(gemm(a, b, x), KILN_SHAPE_ERROR, "c has shape (3,), expected at least 2 dimensions");
    FAILS(gemm(f({2, 2, 3}), b, c), KILN_SHAPE_ERROR, "kiln_blas_gemm");
    FAILS(gemm(f({2, 2, 3}), b, f({3, 2, 4})), KILN_SHAPE_ERROR, "kiln_blas_gemm");
    FAILS(gemm(a, b, f({2, 4}, KILN_FLOAT16)), KILN_TYPE_ERROR, "c is float16, expected float32 as a is");
    FAILS(gemm(whole, b, c), KILN_TYPE_ERROR, "a is int32, expected a floating-point or complex dtype");
    FAILS(gemm(a, foreign, c), KILN_CONTEXT_MISMATCH, "b is of another context");
    FAILS(gemm(a, b, frozen), KILN_READ_ONLY, "kiln_blas_gemm");
    FAILS(gemm(a, b, c, turned), KILN_INVALID_ARGUMENT, "alpha has the imaginary part 2");
    FAILS(gemm(a, b, c, one, 3), KILN_INVALID_ARGUMENT, "transpose_a is 3, expected a kiln_transpose");
    FAILS(kiln_blas_gemv(KILN_TRANSPOSE, one, a.get(), x.get(), zero, x.get()), KILN_SHAPE_ERROR,
          "x has shape (3,), expected (2,)");
    FAILS(kiln_blas_ger(0, one, x.get(), x.get(), a.get()), KILN_SHAPE_ERROR, "a has shape (2, 3), expected (3, 3)");
    kiln_array out = a.get();
    FAILS(kiln_blas_dot(x.get(), a.get(), 0, nullptr, &out), KILN_SHAPE_ERROR, "y has shape (2, 3)");
    CHECK(!out);
    FAILS(kiln_array_matmul(a.get(), a.get(), nullptr, &out), KILN_SHAPE_ERROR, "a has 3 columns and b 2 rows");
    FAILS(kiln_array_matmul(f({}).get(), a.get(), nullptr, &out), KILN_SHAPE_ERROR, "at least one dimension");
    FAILS(kiln_array_matmul(a.get(), b.get(), b.get(), nullptr), KILN_SHAPE_ERROR,
          "the destination has shape (3, 4), expected (2, 4)");
    FAILS(kiln_array_matmul(a.get(), b.get(), frozen.get(), nullptr), KILN_READ_ONLY, "");
    FAILS(kiln_array_matmul(a.get(), foreign.get(), nullptr, &out), KILN_CONTEXT_MISMATCH, "");
    FAILS(kiln_array_outer(a.get(), foreign.get(), nullptr, &out), KILN_CONTEXT_MISMATCH, "");
    const std::int64_t first[] = {0, 0}, beyond[] = {5};
    FAILS(kiln_array_tensordot(a.get(), b.get(), 1, beyond, first, nullptr, &out), KILN_INDEX_ERROR, "");
    FAILS(kiln_array_tensordot(a.get(), b.get(), 2, first, first, nullptr, &out), KILN_INDEX_ERROR,
          "axis 0 of a is given twice");
    FAILS(kiln_array_tensordot(a.get(), b.get(), 1, first, first, nullptr, &out), KILN_SHAPE_ERROR,
          "axis 0 of a has extent 2 and axis 0 of b 3");
    FAILS(kiln_array_tensordot(a.get(), b.get(), 1, nullptr, first, nullptr, &out), KILN_INVALID_ARGUMENT,
          "axes_a is NULL");
    // Nothing of a list is queued where one entry is wrong.
    kiln_array lefts[] = {a.get(), a.get()}, rights[] = {b.get(), a.get()}, to[] = {c.get(), c.get()};
    FAILS(kiln_blas_gemm_list(KILN_NO_TRANSPOSE, KILN_NO_TRANSPOSE, one, 2, lefts, rights, {1, 0}, to),
          KILN_SHAPE_ERROR, "kiln_blas_gemm_list: triple 1: op(a) has 3 columns and op(b) 2 rows");
    lefts[1] = nullptr;
    FAILS(kiln_blas_gemm_list(KILN_NO_TRANSPOSE, KILN_NO_TRANSPOSE, one, 2, lefts, rights, {1, 0}, to),
          KILN_INVALID_ARGUMENT, "kiln_blas_gemm_list: a[1] is NULL");
    WORKS(kiln_blas_gemm_list(KILN_NO_TRANSPOSE, KILN_NO_TRANSPOSE, one, 0, nullptr, nullptr, zero, nullptr));
    const auto y = GpuArray::full(context, {2}, 5.0F);
    kiln_array matrices[] = {a.get(), a.get()}, vectors[] = {x.get(), y.get()}, sums[] = {y.get(), x.get()};
    FAILS(kiln_blas_gemv_list(KILN_NO_TRANSPOSE, one, 2, matrices, vectors, zero, sums), KILN_SHAPE_ERROR,
          "kiln_blas_gemv_list: triple 1: x has shape (2,), expected (3,)");
    FAILS(kiln_blas_ger_list(0, one, 2, sums, vectors, matrices), KILN_SHAPE_ERROR,
          "kiln_blas_ger_list: triple 1: a has shape (2, 3), expected (3, 2)");
    CHECK(y.read<float>() == std::vector<float>(2, 5));
    CHECK(a.read<float>() == std::vector<float>(6, 0));
  }
}

TEST_CASE("memory for a list of products is taken before the first is computed") {
  for (const auto& device : test_devices()) {
    kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
    options.memory_budget = 16 << 20;
    kiln::Context context(device, options);
    const auto small = GpuArray::full(context, {4, 4}, 1.0F), result = GpuArray::full(context, {4, 4}, 7.0F);
    const auto large = GpuArray::full(context, {1024, 1024}, 1.0F), other = GpuArray::full(context, {1024, 1024}, 1.0F),
               rest = GpuArray::zeros(context, {6 << 20}, KILN_UINT8);
    // The second one's output is an input too, and there is no room for a copy.
    const std::vector<GpuArray> a{small, large}, b{small, other}, c{result, large};
    bool failed = false;
    try {
      kiln::gemm(1.0, a, b, 0.0, c);
    } catch (const kiln::Error& error) {
      failed = error.status() == KILN_OUT_OF_MEMORY;
      INFO(error.what());
      CHECK(std::string(error.what()).find("kiln_blas_gemm_list: triple 1: out of device memory") != std::string::npos);
    }
    CHECK(failed);
    CHECK(result.read<float>() == std::vector<float>(16, 7));
    // One after the other: a triple sees what those before it wrote.
    const std::vector<GpuArray> first{small, result}, second{small, small}, to{result, result};
    kiln::gemm(1.0, first, second, 0.0, to);
    CHECK(result.read<float>() == std::vector<float>(16, 16));
  }
}

TEST_CASE("products of NULL") {
  const kiln_scale one{1, 0};
  const auto no = KILN_NO_TRANSPOSE;
  kiln_array out = nullptr;
  FAILS(kiln_blas_dot(nullptr, nullptr, 0, nullptr, &out), KILN_INVALID_ARGUMENT, "x is NULL");
  FAILS(kiln_blas_dot(nullptr, nullptr, 0, nullptr, nullptr), KILN_INVALID_ARGUMENT, "out is NULL");
  FAILS(kiln_blas_gemv(no, one, nullptr, nullptr, one, nullptr), KILN_INVALID_ARGUMENT, "a is NULL");
  FAILS(kiln_blas_ger(0, one, nullptr, nullptr, nullptr), KILN_INVALID_ARGUMENT, "x is NULL");
  FAILS(kiln_blas_gemm(no, no, one, nullptr, nullptr, one, nullptr), KILN_INVALID_ARGUMENT, "a is NULL");
  FAILS(kiln_blas_gemm_list(no, no, one, 1, nullptr, nullptr, one, nullptr), KILN_INVALID_ARGUMENT, "a is NULL");
  FAILS(kiln_blas_gemv_list(no, one, 1, nullptr, nullptr, one, nullptr), KILN_INVALID_ARGUMENT, "a is NULL");
  FAILS(kiln_blas_ger_list(0, one, 1, nullptr, nullptr, nullptr), KILN_INVALID_ARGUMENT, "x is NULL");
  FAILS(kiln_array_matmul(nullptr, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "a is NULL");
  FAILS(kiln_array_outer(nullptr, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "a is NULL");
  FAILS(kiln_array_tensordot(nullptr, nullptr, 0, nullptr, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "a is NULL");
}
