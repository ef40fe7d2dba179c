// SPDX-License-Identifier: Apache-2.0
// Each element as often as an array says: places among the running sums of the counts are what is taken.
#include "array/index_rows.hpp"
#include "array/scan.hpp"
#include "array/sort.hpp"
#include "base/checked.hpp"
#include "kiln/scan.h"

namespace kiln::array {

using base::fail;

Ref<Array> repeat_each(const Array& array, const Array& repeats, std::int64_t axis, Array* into,
                       const char* operation) {
  auto& context = array.context();
  check_operand(context, array, operation);
  check_operand(context, repeats, operation);
  if (!base::is_integer(repeats.dtype()))
    fail(KILN_TYPE_ERROR, "{}: repeats have dtype {}, expected an integer one", operation,
         base::dtype_name(repeats.dtype()));
  if (is_flat_axis(array, axis)) {
    const std::int64_t flat[] = {array.size()};
    return repeat_each(*reshape(array, flat, KILN_COPY_IF_NEEDED, operation), repeats, 0, into, operation);
  }
  const std::size_t at = layout::normalize_axis(axis, array.shape().size(), operation);
  const std::int64_t n = array.shape()[at], given = repeats.size();
  if (repeats.shape().size() > 1 || (given != 1 && given != n))
    fail(KILN_SHAPE_ERROR, "{}: repeats have shape {}, expected one axis of {} elements, or one element",
         operation, layout::shape_text(repeats.shape()), n);
  std::vector<std::int64_t> counts(std::size_t(given), 0);
  if (given > 0) read(*astype(repeats, KILN_INT64, operation), counts.data(), nullptr, operation);
  std::int64_t total = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    // Of uint64 this is a number beyond any array.
    if (counts[i] < 0 && repeats.dtype() == KILN_UINT64)
      fail(KILN_OVERFLOW, "{}: got {} repeats at position {}", operation, std::uint64_t(counts[i]), i);
    if (counts[i] < 0)
      fail(KILN_INVALID_ARGUMENT, "{}: got {} repeats at position {}, expected at least 0", operation,
           counts[i], i);
    total = base::checked_add(total, counts[i], operation);
  }
  if (given == 1) return repeat(array, counts[0], std::int64_t(at), into, operation);
  Dims shape = array.shape();
  shape[at] = total;
  check_destination(context, into, shape, operation);
  if (layout::checked_size(shape, 1, operation) == 0)
    return into ? Ref<Array>(into) : empty(context, array.dtype(), shape, operation);
  ScanOptions sums;
  sums.axis = 0;
  sums.dtype = KILN_INT64;
  const auto places = arange(context, KILN_INT64, 0, double(total), 1, nullptr, operation);
  const auto ends = scan(repeats, KILN_SCAN_SUM, sums, nullptr, operation);
  return take(array, *searchsorted(*ends, *places, true, nullptr, operation), std::int64_t(at), into,
              operation);
}

}  // namespace kiln::array
