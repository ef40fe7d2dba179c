// SPDX-License-Identifier: Apache-2.0
// Products that make an array: matmul, outer, tensordot, cross, of any dtypes; and traces.
#include "array/builtins.hpp"
#include "array/elementwise/builtin_expression.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/parts.hpp"
#include "array/fold/reduce.hpp"
#include "array/launch/destination.hpp"
#include "array/product/blas.hpp"
#include "array/product/product.hpp"
#include "base/checked.hpp"
#include "base/text.hpp"
#include "kiln/reduce.h"

namespace kiln::array {

namespace {

DType result_dtype(const Array& a, const Array& b, const char* op) {
  const DType dtype = base::promote(a.dtype(), b.dtype());
  check_dtype(a.context(), dtype, op);
  return dtype;
}

}  // namespace

Ref<Array> matmul(const Array& a, const Array& b, Array* into, const char* op) {
  check_operand(a.context(), b, op, "b");
  const Dims &left = a.shape(), &right = b.shape();
  if (left.empty() || right.empty())
    fail(KILN_SHAPE_ERROR, "{}: shapes {} and {}, expected at least one dimension each", op, layout::shape_text(left),
         layout::shape_text(right));
  const DType dtype = result_dtype(a, b, op);
  const auto x = as(a, dtype, op), y = as(b, dtype, op);
  // 1-d operands as a row and a column.
  Layout rows = x->layout(), columns = y->layout();
  if (left.size() == 1) rows.insert_axis(0);
  if (right.size() == 1) columns.insert_axis(1);
  const std::size_t a_last = rows.ndim() - 1, b_last = columns.ndim() - 1;
  if (rows.shape[a_last] != columns.shape[b_last - 1])
    fail(KILN_SHAPE_ERROR, "{}: shapes {} and {}: a has {} and b {}, expected as many", op, layout::shape_text(left),
         layout::shape_text(right), base::plural(rows.shape[a_last], "column"),
         base::plural(columns.shape[b_last - 1], "row"));
  Dims batches[2];
  for (std::size_t d = 0; d + 2 < rows.ndim(); ++d) batches[0].push_back(rows.shape[d]);
  for (std::size_t d = 0; d + 2 < columns.ndim(); ++d) batches[1].push_back(columns.shape[d]);
  Dims whole;
  try {
    whole = layout::broadcast_shapes(batches, op);
  } catch (const base::Error&) {
    fail(KILN_SHAPE_ERROR, "{}: shapes {} and {}: batches {} and {} do not broadcast together", op,
         layout::shape_text(left), layout::shape_text(right), layout::shape_text(batches[0]),
         layout::shape_text(batches[1]));
  }
  Dims shape = whole;
  whole.push_back(rows.shape[a_last - 1]);
  whole.push_back(columns.shape[b_last]);
  if (left.size() > 1) shape.push_back(rows.shape[a_last - 1]);
  if (right.size() > 1) shape.push_back(columns.shape[b_last]);
  check_destination(a.context(), into, shape, op);
  const auto result = target(a.context(), into, into && into->dtype() == dtype, dtype, shape, op);
  // The layout of the result with the axes of 1-d operands put back.
  Layout full = result->layout();
  full.shape = whole;
  if (left.size() == 1) full.strides.insert(whole.size() - 2, 0);
  if (right.size() == 1) full.strides.insert(whole.size() - 1, 0);
  const Scalar one = Scalar::complex(KILN_COMPLEX128, 1), zero = Scalar::complex(KILN_COMPLEX128, 0);
  product({x.get(), rows}, {y.get(), columns}, *result, full, one, zero, op);
  return deliver(result, into, op);
}

Ref<Array> vecdot(const Array& a, const Array& b, std::int64_t axis, Array* into, const char* op) {
  check_operand(a.context(), b, op, "b");
  const std::size_t ndim = std::max(a.shape().size(), b.shape().size());
  const std::size_t back = ndim - layout::normalize_axis(axis, ndim, op);
  const Array* const sides[] = {&a, &b};
  for (const Array* side : sides)
    if (side->shape().size() < back)
      fail(KILN_SHAPE_ERROR, "{}: shapes {} and {}, expected axis {} in both", op, layout::shape_text(a.shape()),
           layout::shape_text(b.shape()), -std::int64_t(back));
  const auto extent = [&](const Array& side) { return side.shape()[side.shape().size() - back]; };
  if (extent(a) != extent(b))
    fail(KILN_SHAPE_ERROR, "{}: axis {} of a has extent {} and of b {}, expected equal ones", op, -std::int64_t(back),
         extent(a), extent(b));
  const DType dtype = result_dtype(a, b, op);
  // The axis becomes the last one.
  Ref<Array> turned[2];
  Dims rests[2];
  for (int s = 0; s < 2; ++s) {
    const auto converted = as(*sides[s], dtype, op);
    const std::size_t axes = converted->shape().size();
    Dims order;
    for (std::size_t d = 0; d < axes; ++d) {
      if (d == axes - back) continue;
      order.push_back(std::int64_t(d));
      rests[s].push_back(converted->shape()[d]);
    }
    order.push_back(std::int64_t(axes - back));
    turned[s] = view(*converted, layout::transpose(converted->layout(), order, op), false, op);
  }
  const Dims shape = layout::broadcast_shapes(rests, op);
  check_destination(a.context(), into, shape, op);
  const auto sums = [&](Array* to) {
    return sum_of_products(*turned[0], true, *turned[1], false, to, to ? -1 : int(dtype), op);
  };
  return deliver(sums(into && into->dtype() == dtype ? into : nullptr), into, op);
}

Ref<Array> outer(const Array& a, const Array& b, Array* into, const char* op) {
  check_operand(a.context(), b, op, "b");
  const DType dtype = result_dtype(a, b, op);
  const Dims shape{layout::checked_size(a.shape(), 1, op), layout::checked_size(b.shape(), 1, op)};
  check_destination(a.context(), into, shape, op);
  if (into && into->dtype() != dtype && base::compute_dtype(dtype) != dtype)
    // the result is rounded to float16 or bfloat16 before it is converted
    return deliver(outer(a, b, nullptr, op), into, op);
  const Ref<Array> result = target(a.context(), into, true, dtype, shape, op);
  if (result->size() == 0) return result;
  const std::int64_t column[] = {shape[0], 1}, row[] = {1, shape[1]};
  const auto x = reshape(a, column, KILN_COPY_IF_NEEDED, op), y = reshape(b, row, KILN_COPY_IF_NEEDED, op);
  Builtins& own = builtins(a.context());
  (base::is_bool(dtype) ? own.both : own.multiply)->call({*result, *x, *y}, op);
  return result;
}

Ref<Array> tensordot(const Array& a, const Array& b, std::span<const std::int64_t> axes_a,
                     std::span<const std::int64_t> axes_b, Array* into, const char* op) {
  check_operand(a.context(), b, op, "b");
  bool gone[2][KILN_MAX_DIMS] = {};
  const Array* const sides[] = {&a, &b};
  const std::span<const std::int64_t> axes[] = {axes_a, axes_b};
  for (int s = 0; s < 2; ++s)
    for (const std::int64_t axis : axes[s]) {
      const std::size_t at = layout::normalize_axis(axis, sides[s]->shape().size(), op);
      if (gone[s][at])
        fail(KILN_INDEX_ERROR, "{}: axis {} of {} is given twice, expected different axes", op, axis, s ? "b" : "a");
      gone[s][at] = true;
    }
  for (std::size_t i = 0; i < axes_a.size(); ++i) {
    const auto extent = [&](int s) {
      return sides[s]->shape()[layout::normalize_axis(axes[s][i], sides[s]->shape().size(), op)];
    };
    if (extent(0) != extent(1))
      fail(KILN_SHAPE_ERROR, "{}: axis {} of a has extent {} and axis {} of b {}, expected equal ones", op, axes_a[i],
           extent(0), axes_b[i], extent(1));
  }
  // a as a matrix (kept axes, summed axes), b as a matrix (summed axes, kept axes).
  Dims shape;
  Ref<Array> matrices[2];
  const DType dtype = result_dtype(a, b, op);
  for (int s = 0; s < 2; ++s) {
    const Dims& from = sides[s]->shape();
    Dims order;
    std::int64_t stay = 1, go = 1;
    const auto add_summed = [&] {
      for (const std::int64_t axis : axes[s]) {
        const std::size_t at = layout::normalize_axis(axis, from.size(), op);
        order.push_back(std::int64_t(at));
        go = base::checked_mul(go, from[at], op);
      }
    };
    if (s == 1) add_summed();
    for (std::size_t d = 0; d < from.size(); ++d)
      if (!gone[s][d]) {
        order.push_back(std::int64_t(d));
        shape.push_back(from[d]);
        stay = base::checked_mul(stay, from[d], op);
      }
    if (s == 0) add_summed();
    const auto turned = view(*sides[s], layout::transpose(sides[s]->layout(), order, op), false, op);
    const std::int64_t matrix[] = {s ? go : stay, s ? stay : go};
    matrices[s] = as(*reshape(*turned, matrix, KILN_COPY_IF_NEEDED, op), dtype, op);
  }
  check_destination(a.context(), into, shape, op);
  layout::checked_size(shape, base::dtype_size(dtype), op);
  if (into && into->dtype() == dtype) {
    const Dims flat{matrices[0]->shape()[0], matrices[1]->shape()[1]};
    if (const auto seen = layout::reshape_view(into->layout(), flat, into->itemsize())) {
      const auto target = view(*into, *seen, true, op);
      matmul(*matrices[0], *matrices[1], target.get(), op);
      return Ref<Array>(into);
    }
  }
  const auto made = matmul(*matrices[0], *matrices[1], nullptr, op);
  const auto result = reshape(*made, shape, KILN_COPY_IF_NEEDED, op);
  return deliver(result, into, op);
}

Ref<Array> cross(const Array& a, const Array& b, std::int64_t axis, Array* into, const char* op) {
  check_operand(a.context(), b, op, "b");
  const Dims both[] = {a.shape(), b.shape()};
  Dims shape = layout::broadcast_shapes(both, op);
  const std::size_t at = layout::normalize_axis(axis, shape.size(), op), back = shape.size() - at;
  const Array* const sides[] = {&a, &b};
  for (const Array* side : sides)
    if (side->shape().size() < back || side->shape()[side->shape().size() - back] != 3)
      fail(KILN_SHAPE_ERROR, "{}: shapes {} and {}, expected extent 3 of both along axis {}", op,
           layout::shape_text(a.shape()), layout::shape_text(b.shape()), axis);
  const DType dtype = result_dtype(a, b, op);
  if (base::is_bool(dtype)) fail(KILN_TYPE_ERROR, "{}: computes with numbers, got dtype bool", op);
  check_destination(a.context(), into, shape, op);
  const auto result = target(a.context(), into, into && into->dtype() == dtype, dtype, shape, op);
  if (result->size() > 0) {
    // Results first, each a part of one axis.
    Ref<Array> parts[9];
    Operand operands[9];
    for (std::size_t k = 0; k < 9; ++k) {
      const Array& of = k < 3 ? *result : *sides[k / 3 - 1];
      parts[k] = view(of, part(of.layout(), of.shape().size() - back, std::int64_t(k % 3), 1), k < 3, op);
      operands[k].array = parts[k].get();
    }
    builtin_expression(a.context(), "x = a2*b3 - a3*b2; y = a3*b1 - a1*b3; z = a1*b2 - a2*b1",
                       "x, y, z, a1, a2, a3, b1, b2, b3")
        .call(operands, op);
  }
  return deliver(result, into, op);
}

Ref<Array> trace(const Array& array, std::int64_t offset, int dtype, Array* into, const char* op) {
  if (array.shape().size() < 2)
    fail(KILN_SHAPE_ERROR, "{}: shape {}, expected at least two dimensions", op, layout::shape_text(array.shape()));
  const auto diagonal = view(array, layout::diagonal(array.layout(), offset, -2, -1, op), false, op);
  const std::int64_t last[] = {-1};
  return reduce(*diagonal, KILN_REDUCE_SUM, {false, last, false}, dtype, 0, into, op);
}

}  // namespace kiln::array
