// SPDX-License-Identifier: Apache-2.0
// Membership and sets through the C ABI and kiln.hpp: results, and calls that cannot be.
#include <kiln/kiln.hpp>

#include <cmath>
#include <complex>
#include <cstring>

#include "support.hpp"

using kiln::GpuArray;

namespace {
using Shape = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Flags = std::vector<bool>;
}  // namespace

TEST_CASE("membership") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::from(context, Floats{3, -0.0F, 2, NAN, 5, 1}, {2, 3});
    const auto of = GpuArray::from(context, Floats{0, 5, NAN, 2, 2, 7}, {3, 2});
    CHECK(kiln::isin(a, of).read<bool>() == Flags{false, true, true, false, true, false});
    CHECK(kiln::isin(a.transpose(), of, true).read<bool>() == Flags{true, true, false, false, false, true});
    CHECK(kiln::isin(a, of(0, 1)).read<bool>() == Flags{false, false, false, false, true, false});
    const auto none = GpuArray::empty(context, {0});
    CHECK(kiln::isin(a, none).read<bool>() == Flags(6, false));
    CHECK(kiln::isin(a, none, true).read<bool>() == Flags(6, true));
    CHECK(kiln::isin(none, a).shape() == Shape{0});
    // Dtypes meet: an integer is among floating-point numbers, 2.5 among no integers.
    const auto whole = GpuArray::from(context, std::vector<int>{2, 3});
    CHECK(kiln::isin(whole, of).read<bool>() == Flags{true, false});
    CHECK(kiln::isin(GpuArray::from(context, Floats{2.5F, 3}), whole).read<bool>() == Flags{false, true});
    // The destination may be what is read, of another dtype.
    const auto b = a.copy();
    CHECK(kiln::isin(b, of, false, b).get() == b.get());
    CHECK(b.read<float>() == Floats{0, 1, 1, 0, 1, 0});
    const auto onto = of.copy();
    kiln::isin(a, onto, false, onto.reshape({2, 3}));
    CHECK(onto.read<float>() == Floats{0, 1, 1, 0, 1, 0});
    const auto z = GpuArray::from(context, std::vector<std::complex<float>>{{1, 2}, {1, 3}, {NAN, 0}});
    CHECK(kiln::isin(z, z(kiln::slice(1, 3))).read<bool>() == Flags{false, true, false});
    CHECK(kiln::isin(z, z(kiln::slice(0, 0)), true).read<bool>() == Flags(3, true));
  }
}

TEST_CASE("sets") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::from(context, Floats{3, 1, 2, 1}, {2, 2});
    const auto b = GpuArray::from(context, std::vector<int>{7, 3, 3, 2, 0});
    CHECK(kiln::union1d(a, b).read<float>() == Floats{0, 1, 2, 3, 7});
    CHECK(kiln::intersect1d(a, b).read<float>() == Floats{2, 3});
    CHECK(kiln::setdiff1d(a, b).read<float>() == Floats{1});
    CHECK(kiln::setdiff1d(b, a).read<float>() == Floats{0, 7});
    CHECK(kiln::setxor1d(a, b).read<float>() == Floats{0, 1, 7});
    CHECK(kiln::setdiff1d(b, a).dtype() == KILN_FLOAT32);
    const auto none = GpuArray::empty(context, {0, 3});
    CHECK(kiln::union1d(none, none).shape() == Shape{0});
    CHECK(kiln::intersect1d(a, none).shape() == Shape{0});
    CHECK(kiln::setdiff1d(a, none).read<float>() == Floats{1, 2, 3});
    // Every NaN is one of its own.
    const auto nans = GpuArray::from(context, Floats{NAN, 1, NAN});
    CHECK(kiln::union1d(nans, nans).shape() == Shape{5});
    CHECK(kiln::intersect1d(nans, nans).read<float>() == Floats{1});
    CHECK(kiln::setdiff1d(nans, nans).shape() == Shape{2});
    CHECK(kiln::setxor1d(nans, a).shape() == Shape{4});
    const auto onto = GpuArray::from(context, std::vector<int>{5, 6, 7, 8});
    const auto to = onto(kiln::slice(0, 4, 2)).flip();
    CHECK(kiln::intersect1d(a, b, to).get() == to.get());
    CHECK(onto.read<int>() == std::vector<int>{3, 6, 2, 8});
  }
}

TEST_CASE("sets that cannot be") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto a = GpuArray::from(context, Floats{3, 1, 2});
    const auto foreign = GpuArray::zeros(other, {3});
    const auto isin_refused = [&](const GpuArray& x, const GpuArray& y, const GpuArray& to, kiln_status status,
                                  const std::string& part) {
      auto out = junk<kiln_array>();
      FAILS(kiln_array_isin(x.get(), y.get(), 0, to.get(), &out), status, "kiln_array_isin: " + part);
      CHECK(!out);
    };
    isin_refused({}, a, {}, KILN_INVALID_ARGUMENT, "array is NULL");
    isin_refused(a, {}, {}, KILN_INVALID_ARGUMENT, "values is NULL");
    isin_refused(a, foreign, {}, KILN_CONTEXT_MISMATCH, "an array of another context");
    isin_refused(a, a, a(kiln::slice(0, 2)), KILN_SHAPE_ERROR, "the destination has shape (2,), expected (3,)");
    isin_refused(a, a, a[0].broadcast_to({3}), KILN_READ_ONLY, "");
    const auto set_refused = [&](const GpuArray& x, const GpuArray& y, int number, const GpuArray& to,
                                 kiln_status status, const std::string& part) {
      kiln_set_op op;
      std::memcpy(&op, &number, sizeof op);
      auto out = junk<kiln_array>();
      FAILS(kiln_array_set(x.get(), y.get(), op, to.get(), &out), status, "kiln_array_set: " + part);
      CHECK(!out);
    };
    set_refused({}, a, 0, {}, KILN_INVALID_ARGUMENT, "a is NULL");
    set_refused(a, {}, 0, {}, KILN_INVALID_ARGUMENT, "b is NULL");
    set_refused(a, a, 4, {}, KILN_INVALID_ARGUMENT, "got operation number 4, expected a kiln_set_op");
    set_refused(a, a, -1, {}, KILN_INVALID_ARGUMENT, "got operation number -1");
    set_refused(a, foreign, 1, {}, KILN_CONTEXT_MISMATCH, "an array of another context");
    set_refused(a, a, 2, a, KILN_SHAPE_ERROR, "the destination has shape (3,), expected (0,)");
    CHECK(a.read<float>() == Floats{3, 1, 2});
    if (context.properties().has_float64) continue;
    isin_refused(a.astype(KILN_UINT64), a.astype(KILN_INT64), {}, KILN_TYPE_ERROR, "float64");
  }
}
