// SPDX-License-Identifier: Apache-2.0
// Each element as often as an array says: places among the running sums of the counts are what is taken.
#include "array/index_rows.hpp"
#include "array/scan.hpp"
#include "array/sort.hpp"
#include "base/checked.hpp"
#include "kernels.hpp"
#include "kiln/scan.h"

namespace kiln::array {

using base::fail;

namespace {

// One launch for few results, in C order. False: nothing was done.
bool repeat_few(const Array& array, const Array& repeats, std::size_t axis, Array& out,
                const char* operation) {
  constexpr std::int64_t kRows = 1024, kBytes = 16 << 10;
  const IndexDevice device(array.context());
  const std::int64_t n = array.shape()[axis], total = out.shape()[axis];
  if (!index_few || n > kRows || total > kRows || std::int64_t(out.bytes()) > kBytes || !array.c_contiguous())
    return false;
  std::int64_t outer = 1;
  for (std::size_t d = 0; d < axis; ++d) outer *= array.shape()[d];
  const std::int64_t row = std::int64_t(out.bytes()) / (outer * total);
  const std::int64_t unit = unit_of(row, array.memory_offset() | out.memory_offset());
  const auto& kernel = library_kernel(
      array.context(), index_key(IndexKernel::repeat, device.cpu, std::uint64_t(unit)), "index_repeat",
      operation, [&] {
        backend::Source text;
        text.text =
            fmt::format(
                "#define KILN_CPU {}\n#define KILN_ITEMS {}\n#define KILN_ROWS {}\n#define KILN_UNIT {}\n",
                int(device.cpu), device.local, kRows, word_type(std::size_t(unit))) +
            std::string(kernels::find("index_repeat.cl"));
        return text;
      });
  const std::size_t items = device.cpu ? 1 : device.local;
  LibraryLaunch launch(array.context());
  launch.read(array).read(repeats).write(out);
  for (const std::int64_t value : {outer, n, row / unit, total}) launch.value(std::uint32_t(value));
  launch.launch(kernel, {items}, {items}, operation);
  return true;
}

}  // namespace

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
  const auto wide = astype(repeats, KILN_INT64, operation);
  if (given > 0) read(*wide, counts.data(), nullptr, operation);
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
  const bool direct = into && into->dtype() == array.dtype() && into->c_contiguous() &&
                      !may_overlap(*into, array) && !may_overlap(*into, *wide);
  if (const auto out = target(context, into, direct, array.dtype(), shape, operation);
      repeat_few(array, *wide, at, *out, operation))
    return deliver(out, into, operation);
  ScanOptions sums;
  sums.axis = 0;
  sums.dtype = KILN_INT64;
  const auto places = arange(context, KILN_INT64, 0, double(total), 1, nullptr, operation);
  const auto ends = scan(*wide, KILN_SCAN_SUM, sums, nullptr, operation);
  return take(array, *searchsorted(*ends, *places, true, nullptr, operation), std::int64_t(at), into,
              operation);
}

}  // namespace kiln::array
