// SPDX-License-Identifier: Apache-2.0
// What kiln.hpp has under the Array API standard's names, every function of an element by its own name, and
// the facts of dtypes.
#include <kiln/kiln.hpp>

#include <cfloat>
#include <cmath>

#include "cxx_support.hpp"
#include "support.hpp"

using kiln::GpuArray;
using kiln::Shape;

namespace {

template <class T>
using V = std::vector<T>;

bool says(const std::string& message, const char* part) { return message.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the library knows every function that kiln.hpp has by name") {
  const auto last = static_cast<unsigned>(kiln::detail::Op::mad_sat);
  CHECK(last > 120);
  for (unsigned op = 0; op <= last; ++op) {
    const auto function = kiln::detail::function_of(static_cast<kiln::detail::Op>(op));
    INFO(function.name);
    kiln_expression x = nullptr, result = nullptr;
    REQUIRE(kiln_expression_input("x", &x) == KILN_OK);
    const kiln_expression operands[] = {x, x, x};
    CHECK(kiln_expression_apply(function.name, function.operands, operands, &result) == KILN_OK);
    kiln_expression_release(result);
    kiln_expression_release(x);
  }
}

TEST_CASE("functions of an element by the standard's names, alone and in one kernel") {
  for (const auto& device : test_devices()) {
    INFO(device);
    const kiln::Context context(device);
    const auto a = GpuArray::from(context, {-7, 7, 9}), b = GpuArray::from(context, {3, -3, 4});
    // Each of these means what the expression of that name does.
    CHECK(GpuArray(kiln::floor_divide(a, b)).read<int>() == V<int>{-3, -3, 2});
    CHECK(GpuArray(kiln::floor_mod(a, b)).read<int>() == V<int>{2, -2, 1});
    CHECK(GpuArray(kiln::rem(a, b)).read<int>() == V<int>{-1, 1, 1});
    CHECK(GpuArray(kiln::remainder(a, b)).read<float>() == kiln::apply("remainder", {a, b}).read<float>());
    CHECK(GpuArray(kiln::true_divide(a, 2)).read<float>() == V<float>{-3.5f, 3.5f, 4.5f});
    CHECK(GpuArray(kiln::logical_xor(a > 0, b > 0)).read<bool>() == V<bool>{true, true, false});
    CHECK(GpuArray(kiln::positive(a) + kiln::square(b)).read<int>() == V<int>{2, 16, 25});
    CHECK(GpuArray((a << 1) >> kiln::abs(b)).read<int>() == V<int>{-2, 1, 1});
    CHECK(GpuArray(kiln::clip(a, -1, 8)).read<int>() == V<int>{-1, 7, 8});
    CHECK(GpuArray(kiln::popcount(b)).read<int>() == V<int>{2, 31, 1});
    const auto x = GpuArray::from(context, {-0.0f, 4.0f, 2.5f});
    CHECK(GpuArray(kiln::signbit(x)).read<bool>() == V<bool>{true, false, false});
    CHECK(GpuArray(kiln::reciprocal(x)).read<float>() == V<float>{-INFINITY, 0.25f, 0.4f});
    CHECK(GpuArray(kiln::rint(x)).read<float>() == V<float>{-0.0f, 4, 2});
    CHECK(GpuArray(kiln::nextafter(x, 10)).read<float>()[1] == std::nextafter(4.0f, 10.0f));
    CHECK(GpuArray(kiln::logaddexp(x, x)).read<float>()[1] == Approx(4 + std::log(2.0)));
    CHECK(GpuArray(kiln::ldexp(x, 3)).read<float>() == V<float>{-0.0f, 32, 20});
    CHECK(GpuArray(kiln::make_complex(x, 1)).dtype() == KILN_COMPLEX64);
    // By name: arrays, expressions and numbers, into an array that is there.
    CHECK(kiln::apply("floor_divide", {a, 2}).read<int>() == V<int>{-4, 3, 4});
    CHECK(kiln::apply("maximum", {a * 2, b}).read<int>() == V<int>{3, 14, 18});
    CHECK(kiln::apply("hypot", {3.0, x}).read<float>()[1] == 5);
    const auto out = GpuArray::zeros(context, {3}, KILN_FLOAT32);
    CHECK(kiln::apply("add", V<GpuArray>{a, b}, out).get() == out.get());
    CHECK(out.read<float>() == V<float>{-4, 4, 13});
    CHECK(says(message_of([&] { kiln::apply("add", {1, 2}); }), "no array"));
    CHECK(says(message_of([&] { kiln::apply("add", {a + 1}); }), "add"));
    GpuArray shifted = a.copy();
    shifted <<= 2;
    CHECK(shifted.read<int>() == V<int>{-28, 28, 36});
  }
}

TEST_CASE("the dtype of a function's result is known before it runs") {
  // Arrays without elements have results without kernels.
  const kiln::Context context(test_devices().front());
  const auto last = static_cast<unsigned>(kiln::detail::Op::mad_sat);
  std::vector<GpuArray> arrays;
  for (int dtype = KILN_BOOL; dtype <= KILN_COMPLEX128; ++dtype)
    if (context.properties().has_float64 || (dtype != KILN_FLOAT64 && dtype != KILN_COMPLEX128))
      arrays.push_back(GpuArray::empty(context, {0}, kiln_dtype(dtype)));
  const std::vector<kiln::Expr> partners = {arrays[KILN_INT32], arrays[KILN_FLOAT32], 3, 2.5, 300, true};
  unsigned same = 0;
  for (unsigned op = 0; op <= last; ++op) {
    const auto function = kiln::detail::function_of(static_cast<kiln::detail::Op>(op));
    for (const GpuArray& a : arrays)
      for (const kiln::Expr& partner : partners) {
        std::vector<kiln::Expr> operands(function.operands, partner);
        operands[0] = a;
        kiln_dtype made = KILN_DTYPE_AUTO, said = KILN_DTYPE_AUTO;
        kiln_status refused_made = KILN_OK, refused_said = KILN_OK;
        try {
          made = kiln::apply(function.name, operands).dtype();
        } catch (const kiln::Error& error) {
          refused_made = error.status();
        }
        try {
          said = kiln::apply_dtype(function.name, operands);
        } catch (const kiln::Error& error) {
          refused_said = error.status();
        }
        INFO(function.name << " of " << kiln_dtype_name(a.dtype()));
        if (made != said || refused_made != refused_said) {
          CHECK(made == said);
          CHECK(refused_made == refused_said);
        }
        same += made == said && made != KILN_DTYPE_AUTO;
      }
  }
  CHECK(same > 5000);
  kiln_argument operand = {};
  operand.kind = KILN_ARGUMENT_ARRAY;
  operand.value.array = arrays[KILN_FLOAT32].get();
  kiln_dtype dtype = KILN_INT8;
  CHECK(kiln_array_apply_dtype("expp", 1, &operand, &dtype) == KILN_PARSE_ERROR);
  CHECK(dtype == KILN_BOOL);
  CHECK(kiln_array_apply_dtype("add", 1, &operand, &dtype) == KILN_INVALID_ARGUMENT);
  operand.kind = KILN_ARGUMENT_NEW;
  CHECK(kiln_array_apply_dtype("exp", 1, &operand, &dtype) == KILN_INVALID_ARGUMENT);
}

TEST_CASE("arrays like others, views of axes, the shape of several") {
  for (const auto& device : test_devices()) {
    INFO(device);
    const kiln::Context context(device);
    const auto a = GpuArray::arange(context, 0, 24, 1, KILN_INT32).reshape({2, 3, 4});
    CHECK(kiln::ones(context, {2}).read<float>() == V<float>{1, 1});
    CHECK(kiln::zeros_like(a).dtype() == KILN_INT32);
    CHECK(kiln::ones_like(a, KILN_FLOAT32).sum().item<float>() == 24);
    CHECK(kiln::full_like(a, 2.5, KILN_FLOAT32).sum().item<float>() == 60);
    CHECK(kiln::empty_like(a.transpose()).shape() == Shape{4, 3, 2});

    CHECK(kiln::expand_dims(a).shape() == Shape{1, 2, 3, 4});
    CHECK(kiln::expand_dims(a, -1).shape() == Shape{2, 3, 4, 1});
    CHECK(kiln::expand_dims(a, 2).shape() == Shape{2, 3, 1, 4});
    CHECK(says(message_of([&] { kiln::expand_dims(a, 4); }), "expand_dims: got axis 4, expected one of 4"));
    CHECK(kiln::squeeze(kiln::expand_dims(kiln::expand_dims(a, 1)), {0, 2}).shape() == Shape{2, 3, 4});
    CHECK(kiln::squeeze(a, {}).shape() == Shape{2, 3, 4});
    CHECK(says(message_of([&] { kiln::squeeze(a, {1}); }), "axis 1 has 3 elements, expected 1"));
    CHECK(says(message_of([&] { kiln::squeeze(kiln::expand_dims(a), {0, -4}); }), "comes twice"));
    CHECK(kiln::moveaxis(a, 0, -1).shape() == Shape{3, 4, 2});
    CHECK(kiln::moveaxis(a, {2, 0}, {0, 1}).shape() == Shape{4, 2, 3});
    CHECK(kiln::moveaxis(a, 2, 0)(1, 1, 2).item<int>() == 21);
    CHECK(says(message_of([&] { kiln::moveaxis(a, {0, 0}, {0, 1}); }), "comes twice"));
    CHECK(says(message_of([&] { kiln::moveaxis(a, Shape{0}, Shape{}); }), "got 1 axis and 0 places"));
    CHECK(kiln::matrix_transpose(a).shape() == Shape{2, 4, 3});
    CHECK(kiln::permute_dims(a, {1, 2, 0}).shape() == Shape{3, 4, 2});
    const auto rows = kiln::unstack(a, 1);
    REQUIRE(rows.size() == 3);
    CHECK(rows[2].read<int>() == V<int>{8, 9, 10, 11, 20, 21, 22, 23});
    CHECK(rows[0].may_overlap(a));
    CHECK(kiln::unstack(GpuArray::zeros(context, {0, 2})).empty());
    CHECK(says(message_of([&] { kiln::unstack(a.sum()); }), "unstack: got axis 0, expected one of 0 axes"));

    const auto column = GpuArray::zeros(context, {5, 1, 1, 1}), number = GpuArray::zeros(context, {});
    CHECK(kiln::broadcast_shape({a, column, number}) == Shape{5, 2, 3, 4});
    CHECK(kiln::broadcast_shape({number}) == Shape{});
    for (const auto& view : kiln::broadcast_arrays({a, column})) CHECK(view.shape() == Shape{5, 2, 3, 4});
    CHECK(says(message_of([&] { kiln::broadcast_shape({a, a.transpose()}); }), "(2, 3, 4)"));
    std::size_t ndim = 9;
    std::int64_t shape[KILN_MAX_DIMS];
    CHECK(kiln_array_broadcast_shape(0, nullptr, &ndim, shape) == KILN_OK);
    CHECK(ndim == 0);
    CHECK(kiln_array_broadcast_shape(1, nullptr, &ndim, shape) == KILN_INVALID_ARGUMENT);
    const kiln_array handles[] = {a.get()};
    CHECK(kiln_array_broadcast_shape(1, handles, nullptr, shape) == KILN_INVALID_ARGUMENT);
    CHECK(kiln_array_broadcast_shape(1, handles, &ndim, nullptr) == KILN_INVALID_ARGUMENT);

    CHECK(kiln::cumulative_sum(rows[0], 1, KILN_FLOAT32, true).read<float>() ==
          V<float>{0, 0, 1, 3, 6, 0, 12, 25, 39, 54});
    CHECK(kiln::cumulative_prod(rows[0], 0).read<int>() == V<int>{0, 1, 2, 3, 0, 13, 28, 45});
    const auto twice = GpuArray::from(context, {5, 3, 5, 5});
    const auto counted = kiln::unique_counts(twice), placed = kiln::unique_inverse(twice);
    CHECK(counted.values.read<int>() == V<int>{3, 5});
    CHECK(counted.counts.read<int>() == V<int>{1, 3});
    CHECK(placed.inverse.read<int>() == V<int>{1, 0, 1, 1});
  }
}

TEST_CASE("facts of dtypes") {
  const auto info = [](kiln_dtype dtype) { return kiln::dtype_info(dtype); };
  CHECK((info(KILN_INT8).min_integer == -128 && info(KILN_INT8).max_integer == 127));
  CHECK((info(KILN_INT64).min_integer == INT64_MIN && info(KILN_INT64).max_integer == INT64_MAX));
  CHECK((info(KILN_UINT64).min_integer == 0 && info(KILN_UINT64).max_integer == UINT64_MAX));
  CHECK((info(KILN_UINT16).max_integer == 65535 && info(KILN_UINT16).kind == KILN_KIND_UNSIGNED));
  CHECK((info(KILN_BOOL).max_integer == 1 && info(KILN_BOOL).bits == 8));
  const auto f32 = info(KILN_FLOAT32), f64 = info(KILN_FLOAT64), c128 = info(KILN_COMPLEX128);
  CHECK((f32.eps == FLT_EPSILON && f32.max == double(FLT_MAX) && f32.smallest_normal == double(FLT_MIN)));
  CHECK((f64.eps == DBL_EPSILON && f64.max == DBL_MAX && f64.smallest_normal == DBL_MIN));
  CHECK((c128.kind == KILN_KIND_COMPLEX && c128.bits == 64 && c128.max == DBL_MAX));
  CHECK((info(KILN_FLOAT16).max == 65504 && info(KILN_FLOAT16).eps == 0x1p-10));
  CHECK((info(KILN_BFLOAT16).max == 0x1.fep127 && info(KILN_BFLOAT16).eps == 0x1p-7));
  CHECK(info(KILN_FLOATX).kind == KILN_KIND_FLOAT);
  kiln_dtype_info bad = KILN_DTYPE_INFO_INIT;
  CHECK(kiln_dtype_get_info(static_cast<kiln_dtype>(77), &bad) == KILN_TYPE_ERROR);
  CHECK(kiln_dtype_get_info(KILN_INT8, nullptr) == KILN_INVALID_ARGUMENT);

  const kiln::Context context(test_devices().front());
  const auto bytes = GpuArray::zeros(context, {1}, KILN_UINT8);
  CHECK(kiln::promote(KILN_UINT8, KILN_INT8) == KILN_INT16);
  CHECK(kiln::result_type(bytes) == KILN_UINT8);
  CHECK(kiln::result_type(bytes, KILN_INT16, bytes) == KILN_INT16);
  CHECK(kiln::result_type(KILN_FLOAT32, bytes) == KILN_FLOAT32);
  CHECK(kiln::can_cast(KILN_UINT8, KILN_INT16));
  CHECK(!kiln::can_cast(KILN_INT16, KILN_UINT8));
  CHECK(!kiln::can_cast(KILN_COMPLEX64, KILN_FLOAT64));
}
