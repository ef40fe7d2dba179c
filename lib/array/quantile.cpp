// SPDX-License-Identifier: Apache-2.0
// Quantiles: rows in order, and a number between two neighbours of each.
#include <algorithm>
#include <bit>

#include "array/index_support.hpp"
#include "array/sort.hpp"
#include "array/sort_run.hpp"
#include "base/flags.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

using base::fail;

namespace {

// `a` and `b`: neighbours in order. `last`: NaN where the row has any. No product overflows, as b - a would,
// and none is of an infinity and 0, as t is neither 0 nor 1. Roundings do not leave the neighbours.
#define KILN_BETWEEN(T)                                 \
  "x = " T "(a); y = " T "(b); z = " T "(last); u = " T \
  "(1) - t; "                                           \
  "r = z != z ? z : t == 0 || x == y ? x : min(max(x*u + y*t, x), y)"

// Where elements of a row meet, of rows of n.
struct Between {
  std::int64_t low;
  double t;
};
Between between(std::int64_t n, double q, bool wide) {
  const double place = std::min(double(n - 1) * q, double(n - 1));
  Between out{std::int64_t(place), 0};
  out.t = place - double(out.low);
  if (!wide) out.t = double(float(out.t));
  return out.t == 1 ? Between{out.low + 1, 0} : out;  // rounded
}

// Rows that fit into the local memory of a GPU's groups, in one launch: of the last axis of `rows`, to `out`
// in C order.
void short_quantiles(const Array& rows, std::int64_t n, const Between& at, DType computed, SortRunner& runner,
                     Array& out, const char* operation) {
  runtime::Context& context = out.context();
  const codegen::Traits& traits = runner.traits();
  const auto source = packed(rows, operation);
  const std::int64_t count = out.size();
  const auto padded = std::int64_t(std::bit_ceil(std::uint64_t(n)));
  const auto& kernel = library_kernel(
      context,
      kernel_key(KernelFamily::sort, std::uint64_t{1} << 24 | std::uint64_t(rows.dtype()) << 16 |
                                         std::uint64_t(computed) << 8 | std::uint64_t(out.dtype())),
      "sort_quantile", operation, [&] {
        backend::Source text;
        text.text = codegen::quantile_text(rows.dtype(), computed, out.dtype(), traits);
        return text;
      });
  LibraryLaunch launch(context);
  launch.read(*source).write(out);
  for (const std::int64_t value : {count, n, padded, at.low}) launch.value(std::uint32_t(value));
  computed == KILN_FLOAT64 ? launch.value(at.t) : launch.value(float(at.t));
  runner.key(launch);
  const auto most = std::int64_t(std::min<std::uint64_t>(traits.max_groups[0], 1 << 30));
  const std::size_t group = runner.sizes().group;
  const auto groups = std::min(base::ceil_div(count, std::int64_t(runner.sizes().row) / padded), most);
  launch.launch(kernel, {std::size_t(groups) * group}, {group}, operation);
}

}  // namespace

Ref<Array> quantile(const Array& array, double q, std::int64_t given_axis, bool keepdims, Array* into,
                    const char* operation, const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  check_operand(context, array, operation);
  const DType given = array.dtype();
  if (base::is_complex(given))
    fail(KILN_TYPE_ERROR, "{}: got an array of {}, expected a real dtype", operation,
         base::dtype_name(given));
  if (!(q >= 0 && q <= 1))
    fail(KILN_INVALID_ARGUMENT, "{}: got q {}, expected a number from 0 to 1", operation, q);
  const std::size_t ndim = array.shape().size();
  const bool flat = given_axis == KILN_AXIS_NONE;
  const std::size_t axis = flat ? 0 : layout::normalize_axis(given_axis, ndim, operation);
  Dims shape = array.shape();
  if (flat) {
    for (auto& extent : shape) extent = 1;
    if (!keepdims) shape = {};
  } else if (keepdims) {
    shape[axis] = 1;
  } else {
    shape.erase(axis);
  }
  check_destination(context, into, shape, operation);
  const DType dtype = base::is_float(given) ? given : base::flag_floatX();
  check_dtype(context, dtype, operation);
  const std::int64_t n = flat ? array.size() : array.shape()[axis];
  const auto out = target(context, into, true, dtype, shape, operation);
  if (out->size() == 0) return out;
  if (n == 0)
    fail(KILN_SHAPE_ERROR, "{}: no elements along axis {} of shape {}, expected at least one", operation,
         flat ? "KILN_AXIS_NONE" : std::to_string(axis), layout::shape_text(array.shape()));

  // Rows along the last axis, which sorting packs anyway.
  Ref<Array> rows;
  if (flat) {
    rows = reshape(array, Dims{n}, KILN_COPY_IF_NEEDED, operation);
  } else {
    Layout turned = array.layout();
    turned.shape.erase(axis);
    turned.strides.erase(axis);
    turned.shape.push_back(n);
    turned.strides.push_back(array.strides()[axis]);
    rows = view(array, turned, false, operation);
  }
  const bool wide = base::compute_dtype(dtype) == KILN_FLOAT64;
  const auto [low, t] = between(n, q, wide);
  SortRunner runner(context, given, codegen::SortOrder::ascending, traits, operation);
  if (runner.few(n) && out->size() < kNarrowLimit) {
    const bool direct = out->c_contiguous() && !may_overlap(*out, array);
    const auto written = target(context, out.get(), direct, dtype, shape, operation);
    short_quantiles(*rows, n, {low, t}, wide ? KILN_FLOAT64 : KILN_FLOAT32, runner, *written, operation);
    return deliver(written, out.get(), operation);
  }
  const auto sorted = sort(*rows, -1, false, nullptr, operation, traits);
  // An element of each row, in the result's shape.
  const auto at = [&](std::int64_t i) {
    Layout column = part(sorted->layout(), sorted->shape().size() - 1, i, 1);
    Dims strides(shape.size(), 0);
    for (std::size_t d = 0, from = 0; d < shape.size() && !flat; ++d)
      if (!keepdims || d != axis) strides[d] = column.strides[from++];
    return Array(sorted->buffer_ref(), given, {shape, strides, column.offset}, false);
  };
  const Array a = at(low), b = at(std::min(low + 1, n - 1)), last = at(n - 1);
  const Operand operands[] = {operand_of(*out), operand_of(a), operand_of(b), operand_of(last),
                              operand_of(Scalar::real(wide ? KILN_FLOAT64 : KILN_FLOAT32, t))};
  own_expression(context, wide ? KILN_BETWEEN("float64") : KILN_BETWEEN("float32"), "r, a, b, last, t")
      .call(operands, operation);
  return out;
}

}  // namespace kiln::array
