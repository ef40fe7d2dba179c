// SPDX-License-Identifier: Apache-2.0
// Triangles of matrices, and arrays whose elements follow from their positions (linspace, eye, meshgrid).
#include <algorithm>
#include <cmath>

#include "array/elementwise/builtin_expression.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/index/index_rows.hpp"
#include "array/launch/destination.hpp"

namespace kiln::array {

Ref<Array> triangle(const Array& array, bool upper, std::int64_t k, Array* into, const char* operation) {
  auto& context = array.context();
  check_operand(context, array, operation);
  const std::size_t ndim = array.shape().size();
  if (ndim < 2)
    fail(KILN_SHAPE_ERROR, "{}: got shape {}, expected at least two axes", operation,
         layout::shape_text(array.shape()));
  check_destination(context, into, array.shape(), operation);
  const auto out =
      target(context, into, into && into->dtype() == array.dtype(), array.dtype(), array.shape(), operation);
  if (out->size() == 0) return deliver(out, into, operation);
  const std::int64_t rows = array.shape()[ndim - 2], columns = array.shape()[ndim - 1];
  k = std::clamp(k, -rows, columns);
  const DType bits = bits_dtype(array.dtype());
  const Array source(array.buffer_ref(), bits, array.layout(), false);
  const Array result(out->buffer_ref(), bits, out->layout(), true);
  if (is_few(*out, IndexDevice(context))) {
    Elementwise& compute = builtin_expression(
        context,
        upper ? "r = index() % m - index() / m % n >= k ? a : 0" : "r = index() % m - index() / m % n <= k ? a : 0",
        "r, a, n, m, k");
    compute.call({result, source, Scalar::integer(KILN_INT64, rows), Scalar::integer(KILN_INT64, columns),
                  Scalar::integer(KILN_INT64, k)},
                 operation);
    return deliver(out, into, operation);
  }
  // Row and column numbers are arrays that broadcast, so that no element needs a division to find its row.
  const DType counter = std::max(rows, columns) < std::int64_t{1} << 30 ? KILN_INT32 : KILN_INT64;
  const auto numbers = arange(context, counter, 0, double(std::max(rows, columns)), 1, nullptr, operation);
  const std::int64_t step = numbers->strides()[0];
  const Array row(numbers->buffer_ref(), counter, {{rows, 1}, {step, 0}, 0}, false);
  const Array column(numbers->buffer_ref(), counter, {{1, columns}, {0, step}, 0}, false);
  Elementwise& compute =
      builtin_expression(context, upper ? "r = c - i >= k ? a : 0" : "r = c - i <= k ? a : 0", "r, a, i, c, k");
  compute.call({result, source, row, column, Scalar::integer(counter, k)}, operation);
  return deliver(out, into, operation);
}

Ref<Array> linspace(runtime::Context& context, DType dtype, const Scalar& start, const Scalar& stop, std::int64_t count,
                    bool endpoint, Array* into, const char* operation) {
  check_dtype(context, dtype, operation);
  if (!base::is_float(dtype) && !base::is_complex(dtype))
    fail(KILN_TYPE_ERROR, "{}: got dtype {}, expected a floating-point or complex one", operation,
         base::dtype_name(dtype));
  const bool complex = base::is_complex(start.dtype);
  if (complex && !base::is_complex(dtype))
    fail(KILN_TYPE_ERROR, "{}: got dtype {} and complex numbers to begin and end with, expected a complex one",
         operation, base::dtype_name(dtype));
  const Scalar from = start.cast(KILN_COMPLEX128), to = stop.cast(KILN_COMPLEX128);
  for (const double end : {from.re, from.im, to.re, to.im})
    if (!std::isfinite(end))
      fail(KILN_INVALID_ARGUMENT, "{}: got {} to begin or end with, expected finite numbers", operation, end);
  if (count < 0) fail(KILN_SHAPE_ERROR, "{}: got count {}, expected at least 0", operation, count);
  const Dims shape{count};
  check_destination(context, into, shape, operation);
  const auto out = target(context, into, into && into->dtype() == dtype, dtype, shape, operation);
  if (count == 0) return deliver(out, into, operation);
  const double steps = double(endpoint ? count - 1 : count);
  const auto step = [&](double first, double last) { return steps > 0 ? last / steps - first / steps : 0; };
  const bool wide = context.properties().has_float64;
  const DType numbers = complex ? (wide ? KILN_COMPLEX128 : KILN_COMPLEX64) : wide ? KILN_FLOAT64 : KILN_FLOAT32;
  const auto number = [&](double re, double im) { return Scalar::complex(KILN_COMPLEX128, {re, im}).cast(numbers); };
  // The last number is exactly `stop`, however the step was rounded.
  Elementwise& compute = builtin_expression(context,
                                            wide ? "r = index() == last ? stop : start + float64(index()) * step"
                                                 : "r = index() == last ? stop : start + float32(index()) * step",
                                            "r, start, step, stop, last");
  const std::int64_t last = endpoint && count > 1 ? count - 1 : -1;
  compute.call({*out, number(from.re, from.im), number(step(from.re, to.re), step(from.im, to.im)),
                number(to.re, to.im), Scalar::integer(KILN_INT64, last)},
               operation);
  return deliver(out, into, operation);
}

Ref<Array> eye(runtime::Context& context, DType dtype, std::int64_t rows, std::int64_t columns, std::int64_t k,
               Array* into, const char* operation) {
  check_dtype(context, dtype, operation);
  const Dims shape{rows, columns};
  layout::checked_size(shape, base::dtype_size(dtype), operation);
  check_destination(context, into, shape, operation);
  // The result can be written directly to the destination: 0 and 1 are exact in every dtype.
  const auto out = target(context, into, into != nullptr, dtype, shape, operation);
  if (is_few(*out, IndexDevice(context))) {
    builtin_expression(context, "r = index() % m - index() / m == k", "r, m, k")
        .call({*out, Scalar::integer(KILN_INT64, columns), Scalar::integer(KILN_INT64, k)}, operation);
    return out;
  }
  fill(*out, Scalar::integer(KILN_INT64, 0), operation);
  if (k <= -rows || k >= columns) return out;
  Array diagonal(out->buffer_ref(), out->dtype(), layout::diagonal(out->layout(), k, 0, 1, operation), true);
  fill(diagonal, Scalar::integer(KILN_INT64, 1), operation);
  return out;
}

std::vector<Ref<Array>> meshgrid(Arrays arrays, bool ij, const char* operation) {
  Dims shape;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    check_operand(arrays[0]->context(), *arrays[i], operation);
    if (arrays[i]->shape().size() > 1)
      fail(KILN_SHAPE_ERROR, "{}: array {} has shape {}, expected at most one axis", operation, i,
           layout::shape_text(arrays[i]->shape()));
    shape.push_back(arrays[i]->size());
  }
  const auto axis_of = [&](std::size_t i) { return ij || i > 1 || arrays.size() < 2 ? i : 1 - i; };
  Dims grid = shape;
  for (std::size_t i = 0; i < arrays.size(); ++i) grid[axis_of(i)] = shape[i];
  std::vector<Ref<Array>> out;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    Layout wide{grid, Dims(grid.size(), 0), arrays[i]->layout().offset};
    if (!arrays[i]->shape().empty()) wide.strides[axis_of(i)] = arrays[i]->strides()[0];
    out.push_back(view(*arrays[i], wide, false, operation));
  }
  return out;
}

}  // namespace kiln::array
