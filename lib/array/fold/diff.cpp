// SPDX-License-Identifier: Apache-2.0
// Differences of neighbours, taken `count` times: each time an elementwise kernel subtracts two views.
#include <algorithm>

#include "array/elementwise/builtin_expression.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/parts.hpp"
#include "array/fold/scan.hpp"
#include "array/index/index.hpp"
#include "array/launch/destination.hpp"

namespace kiln::array {

Ref<Array> diff(const Array& array, std::int64_t count, std::int64_t axis, const Array* prepend, const Array* append,
                Array* into, const char* operation) {
  runtime::Context& context = array.context();
  check_operand(context, array, operation);
  const std::size_t at = layout::normalize_axis(axis, array.shape().size(), operation);
  if (count < 0) fail(KILN_INVALID_ARGUMENT, "{}: got count {}, expected at least 0", operation, count);
  const Array* parts[3] = {};
  std::size_t used = 0;
  for (const Array* one : {prepend, &array, append})
    if (one) parts[used++] = one;
  auto from = itself(array);
  if (used > 1) from = concat({parts, used}, std::int64_t(at), nullptr, operation);
  const DType dtype = from->dtype();
  if (base::is_bool(dtype)) fail(KILN_TYPE_ERROR, "{}: computes with numbers, got dtype bool", operation);
  Dims shape = from->shape();
  const std::int64_t n = shape[at];
  shape[at] = n - std::min(n, count);
  check_destination(context, into, shape, operation);
  if (count == 0 || shape[at] == 0) {
    const auto out = count == 0 ? copy(*from, KILN_ORDER_C, operation) : empty(context, dtype, shape, operation);
    return deliver(out, into, operation);
  }
  Elementwise& subtract = builtin_expression(context, "r = a - b", "r, a, b");
  for (std::int64_t left = n - 1; left >= shape[at]; --left) {
    const Layout &layout = from->layout(), later = part(layout, at, 1, left), before = part(layout, at, 0, left);
    Dims made = shape;
    made[at] = left;
    const auto out = target(context, into, into && left == shape[at] && into->dtype() == dtype, dtype, made, operation);
    const Array sides[] = {{from->buffer_ref(), dtype, later, false}, {from->buffer_ref(), dtype, before, false}};
    subtract.call({*out, sides[0], sides[1]}, operation);
    from = out;
  }
  return deliver(from, into, operation);
}

}  // namespace kiln::array
