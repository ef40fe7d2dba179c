// SPDX-License-Identifier: Apache-2.0
// Statistics of two arrays through the C ABI and kiln.hpp: results, and calls that cannot be.
#include <kiln/kiln.hpp>

#include <cmath>
#include <complex>

#include "support.hpp"

using kiln::GpuArray;

namespace {
using Shape = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Complex = std::complex<float>;
}  // namespace

TEST_CASE("weighted means and variances") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::from(context, Floats{1, 2, 3, 5, 5, 5}, {2, 3});
    const auto w = GpuArray::from(context, std::vector<int>{1, 0, 3});
    CHECK(kiln::average(a, w, 1).read<float>() == Floats{2.5F, 5});
    CHECK(kiln::average(a, w).item<float>() == 3.75F);  // meets the last axis
    CHECK(kiln::average(a, w, 1, true).shape() == Shape{2, 1});
    CHECK(kiln::average(a, GpuArray::from(context, Floats{1, 3}), 0).read<float>() == Floats{4, 4.25F, 4.5F});
    CHECK(kiln::weighted_var(a, w, 1).read<float>() == Floats{0.75F, 0});
    CHECK(kiln::weighted_var(a, w, 1, false, 1).read<float>() == Floats{1, 0});
    CHECK(kiln::weighted_var(a, w, 1, false, 1, KILN_FLOAT16).dtype() == KILN_FLOAT16);
    // The norm of order 3, of complex numbers, is another reduction.
    const auto complex = GpuArray::from(context, std::vector<Complex>{{0, 1}, {2, 0}});
    CHECK(std::abs(kiln::vector_norm(complex, {}, false, 3).item<float>() - std::cbrt(9.0F)) < 1e-6F);
    CHECK(kiln::weighted_var(a, w, 1, false, 3).shape() == Shape{2});
    // Of a square the axis that goes counts, not the last one.
    const auto square = GpuArray::from(context, Floats{1, 2, 3, 4}, {2, 2});
    const auto by = GpuArray::from(context, Floats{1, 3});
    CHECK(kiln::average(square, by, 0).read<float>() == Floats{2.5F, 3.5F});
    CHECK(kiln::average(square, by.reshape({1, 2}), 0).read<float>() == Floats{2, 3});
    // A large mean costs no digits.
    const auto far = GpuArray::from(context, Floats{1e7F, 1e7F + 1, 1e7F + 2});
    const auto of_far = kiln::weighted_var(far, GpuArray::from(context, Floats{1, 2, 1}));
    CHECK(std::abs(of_far.item<float>() - 0.5F) < 1e-6F);
    // Nor does an element far off that weighs next to nothing, wherever it comes.
    const Floats tail{1e8F, 0, 1, 2, 3, 4}, head(tail.rbegin(), tail.rend());
    const Floats light{1e-20F, 1, 1, 1, 1, 1}, turned(light.rbegin(), light.rend());
    for (const auto& [values, weights] : {std::pair(tail, light), std::pair(head, turned)})
      CHECK(
          std::abs(kiln::weighted_var(GpuArray::from(context, values), GpuArray::from(context, weights)).item<float>() -
                   2.00002F) < 1e-5F);
    // What has no place in the formula.
    const auto of = [&](const Floats& values, const Floats& weights) {
      return kiln::weighted_var(GpuArray::from(context, values), GpuArray::from(context, weights)).item<float>();
    };
    CHECK(std::isnan(of({1, 2, 3}, {1, -1, 3})));
    CHECK(std::isnan(of({1, 2}, {0, 0})));
    CHECK(std::isnan(of({HUGE_VALF, 2, 3}, {0, 1, 1})));
    CHECK(std::isnan(of({2, 3, HUGE_VALF}, {1, 1, 0})));
    CHECK(of({9, 2, 3}, {0, 1, 1}) == 0.25F);
    CHECK(std::isnan(kiln::average(a, GpuArray::zeros(context, {3}), 1).read<float>()[0]));
    const auto z = GpuArray::from(context, std::vector<Complex>{{1, 2}, {3, -2}});
    CHECK(kiln::average(z, by).item<Complex>() == Complex(2.5F, -1));
    const auto zero = GpuArray::full(context, {2}, -0.0F);
    CHECK(std::signbit(kiln::average(zero, by).item<float>()));
    // The destination may be the weights.
    const auto to = GpuArray::from(context, Floats{1, 3});
    CHECK(kiln::average(square, to, 0, false, KILN_DTYPE_AUTO, to).get() == to.get());
    CHECK(to.read<float>() == Floats{2.5F, 3.5F});
  }
}

TEST_CASE("covariances") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::from(context, Floats{1, 2, 3, 6, 4, 2}, {2, 3});
    CHECK(kiln::cov(a).read<float>() == Floats{1, -2, -2, 4});
    CHECK(kiln::cov(a.astype(KILN_INT8), {}, 1).read<float>() == Floats{1, -2, -2, 4});
    CHECK(kiln::cov(a[0], a[1]).read<float>() == Floats{1, -2, -2, 4});
    CHECK(kiln::cov(a, a[0], 1).shape() == Shape{3, 3});
    CHECK(kiln::cov(a.transpose(), {}, 0).read<float>() ==
          Floats{6.25F, 2.5F, -1.25F, 2.5F, 1, -0.5F, -1.25F, -0.5F, 0.25F});
    CHECK(kiln::cov(a[0]).shape().empty());
    CHECK(kiln::cov(a[0]).item<float>() == 1);
    const auto r = kiln::corrcoef(a).read<float>();
    // Squares that vanish or overflow do not matter.
    for (const float scale : {1e-24F, 1e30F}) {
      const auto rows = GpuArray::from(context, Floats{scale, 2 * scale, scale, 2 * scale, 1, 1, 2, 2.1F}, {2, 4});
      CHECK(std::abs(kiln::corrcoef(rows).read<float>()[1] - 0.047511F) < 1e-5F);
      CHECK(std::abs(kiln::corrcoef(rows).read<float>()[0] - 1) < 1e-6F);
    }
    CHECK(std::isnan(kiln::cov(GpuArray::zeros(context, {2, 0}), {}, -1).read<float>()[0]));
    CHECK(std::abs(r[0] - 1) < 1e-6F);
    CHECK(std::abs(r[1] + 1) < 1e-6F);
    CHECK(kiln::corrcoef(a, {}, GpuArray::empty(context, {2, 2}, KILN_FLOAT16)).dtype() == KILN_FLOAT16);
    // A large mean costs no digits.
    const auto far = GpuArray::from(context, Floats{1e7F, 1e7F + 1, 1e7F + 2, 3e7F + 4, 3e7F + 2, 3e7F}, {2, 3});
    CHECK(kiln::cov(far).read<float>() == Floats{1, -2, -2, 4});
    // Hermitian, with a real diagonal.
    const auto z = GpuArray::from(context, std::vector<Complex>{{0, 1}, {2, 1}, {1, 0}, {1, 4}}, {2, 2});
    CHECK(kiln::cov(z).read<Complex>() == std::vector<Complex>{{2, 0}, {0, -4}, {0, 4}, {8, 0}});
    CHECK(kiln::cov(z, {}, 3).read<Complex>()[0].real() == HUGE_VALF);
    const auto none = kiln::cov(GpuArray::empty(context, {2, 0})).read<float>();
    CHECK((std::isnan(none[0]) && std::isnan(none[3])));
    CHECK(kiln::cov(GpuArray::empty(context, {0, 4})).shape() == Shape{0, 0});
    const auto still = kiln::corrcoef(a[0], GpuArray::full(context, {3}, 5.0F)).read<float>();
    CHECK((std::abs(still[0] - 1) < 1e-6F && std::isnan(still[1]) && std::isnan(still[3])));
    // Halves whose squares overflow on the way.
    const auto halves = GpuArray::from(context, Floats{-300, 300, -300, 300}).astype(KILN_FLOAT16);
    CHECK(kiln::corrcoef(halves).item<float>() == 1);
    const auto onto = GpuArray::from(context, Floats{1, 2, 4, 2}, {2, 2});
    CHECK(kiln::cov(onto, {}, 1, onto.transpose()).get() != nullptr);
    CHECK(onto.read<float>() == Floats{0.5F, -1, -1, 2});
  }
}

TEST_CASE("statistics that cannot be") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto a = GpuArray::zeros(context, {2, 3}), foreign = GpuArray::zeros(other, {2, 3});
    auto out = junk<kiln_array>();
    kiln_reduce_options options = KILN_REDUCE_OPTIONS_INIT;
    FAILS(kiln_array_average(nullptr, a.get(), nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "array is NULL");
    CHECK(!out);
    FAILS(kiln_array_average(a.get(), nullptr, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "weights is NULL");
    FAILS(kiln_array_average(a.get(), foreign.get(), nullptr, nullptr, &out), KILN_CONTEXT_MISMATCH, "context");
    FAILS(kiln_array_average(a.get(), a[0].get(), &options, a.get(), &out), KILN_SHAPE_ERROR, "(2, 3)");
    options.correction = 1;
    FAILS(kiln_array_average(a.get(), a.get(), &options, nullptr, &out), KILN_INVALID_ARGUMENT,
          "kiln_array_average: options->correction is 1, expected 0");
    options.correction = HUGE_VAL;
    FAILS(kiln_array_weighted_var(a.get(), a.get(), &options, nullptr, &out), KILN_INVALID_ARGUMENT,
          "kiln_array_weighted_var: got correction inf, expected a finite number");
    options.correction = 0;
    options.dtype = KILN_FLOAT16;
    FAILS(kiln_array_weighted_var(a.get(), a.get(), &options, a.get(), &out), KILN_INVALID_ARGUMENT,
          "expected KILN_DTYPE_AUTO");
    FAILS(kiln_array_average(a.astype(KILN_COMPLEX64).get(), a.get(), &options, nullptr, &out), KILN_TYPE_ERROR,
          "got dtype float16, expected a complex one");
    FAILS(kiln_array_weighted_var(nullptr, a.get(), nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "array is NULL");
    FAILS(kiln_array_cov(nullptr, nullptr, 1, nullptr, &out), KILN_INVALID_ARGUMENT, "array is NULL");
    FAILS(kiln_array_cov(a.get(), foreign.get(), 1, nullptr, &out), KILN_CONTEXT_MISMATCH, "context");
    FAILS(kiln_array_cov(a.get(), nullptr, NAN, nullptr, &out), KILN_INVALID_ARGUMENT, "got correction nan");
    FAILS(kiln_array_cov(a.get(), a[0](kiln::slice(0, 2)).get(), 1, nullptr, &out), KILN_SHAPE_ERROR,
          "kiln_array_cov: the other array has 2 observations, expected 3");
    FAILS(kiln_array_corrcoef(a.get(), nullptr, foreign.get(), &out), KILN_CONTEXT_MISMATCH, "context");
    FAILS(kiln_array_corrcoef(a.get(), nullptr, a.get(), &out), KILN_SHAPE_ERROR, "expected (2, 2)");
    FAILS(kiln_array_corrcoef(nullptr, nullptr, nullptr, &out), KILN_INVALID_ARGUMENT, "array is NULL");
    CHECK(!out);
    CHECK(a.read<float>() == Floats(6, 0));
  }
}
