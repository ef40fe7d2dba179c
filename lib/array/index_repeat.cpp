// SPDX-License-Identifier: Apache-2.0
// Each element as often as an array says: places among the running sums of the counts are what is taken.
#include <algorithm>

#include "array/index_rows.hpp"
#include "array/scan.hpp"
#include "array/sort.hpp"
#include "base/checked.hpp"
#include "codegen/body.hpp"
#include "kernels.hpp"
#include "kiln/scan.h"

namespace kiln::array {

using base::fail;

namespace {

constexpr std::int64_t kMostRepeats = INT64_MAX / 8;  // whose places are int64

// One launch for few results, in C order. Null: they are not few, not valid, or not as many as `into` has
// room for, which was then not touched.
Ref<Array> repeat_few(const Array& array, const Array& repeats, std::size_t axis, Array* into,
                      const char* operation) {
  constexpr std::int64_t kRows = 1024, kBytes = 16 << 10;
  runtime::Context& context = array.context();
  const IndexDevice device(context);
  const std::int64_t n = array.shape()[axis];
  const auto itemsize = std::int64_t(array.itemsize());
  if (!index_few || n > kRows || array.size() == 0 || std::int64_t(array.bytes()) > kBytes ||
      !array.c_contiguous())
    return {};
  Dims shape = array.shape();
  const std::int64_t row = std::int64_t(array.bytes()) / n;  // of all outer axes
  std::int64_t room = std::min(kRows, kBytes / row), outer = 1;
  for (std::size_t d = 0; d < axis; ++d) outer *= shape[d];
  if (into) {
    shape[axis] = into->shape()[axis];
    room = std::min(room, shape[axis]);
    if (shape[axis] > room) return {};
  }
  const auto out =
      into ? Ref<Array>(into) : empty(context, array.dtype(), Dims{room * row / itemsize}, operation);
  const std::int64_t unit = unit_of(row / outer, array.memory_offset() | out->memory_offset());
  const auto& kernel = library_kernel(
      context,
      index_key(IndexKernel::repeat, device.cpu, std::uint64_t(repeats.dtype()) << 8 | std::uint64_t(unit)),
      "index_repeat", operation, [&] {
        backend::Source text;
        text.text = fmt::format(
                        "#define KILN_CPU {}\n#define KILN_ITEMS {}\n#define KILN_ROWS {}\n#define KILN_UNIT "
                        "{}\n#define KILN_REPEATS {}\n",
                        int(device.cpu), device.local, kRows, word_type(std::size_t(unit)),
                        codegen::storage_type(repeats.dtype())) +
                    std::string(kernels::find("group_sums.cl")) +
                    std::string(kernels::find("index_repeat.cl"));
        return text;
      });
  const std::size_t items = device.cpu ? 1 : device.local;
  HostNumber total(context, operation);
  LibraryLaunch launch(context);
  launch.read(array).read(repeats).write(*out).write(total.array());
  for (const std::int64_t value : {outer, n, row / outer / unit, room, std::int64_t(into != nullptr)})
    launch.value(std::uint32_t(value));
  launch.launch(kernel, {items}, {items}, operation);
  shape[axis] = total.wait();
  if (shape[axis] < 0) return {};
  return into ? out : view(*out, layout::c_layout(shape, array.itemsize(), operation), true, operation);
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
  if (given == n && given > 1) {
    const auto held = packed(repeats, operation);
    const bool direct = into && into->size() > 0 && fits_but_for(context, *into, array.shape(), at) &&
                        into->dtype() == array.dtype() && into->c_contiguous() &&
                        !may_overlap(*into, array) && !may_overlap(*into, *held);
    if (const auto out = repeat_few(array, *held, at, direct ? into : nullptr, operation)) {
      check_destination(context, into, out->shape(), operation);
      return deliver(out, into, operation);
    }
  }
  const auto wide = astype(repeats, KILN_INT64, operation);
  std::vector<std::int64_t> counts(std::size_t(given), 0);
  if (given > 0) read(*wide, counts.data(), nullptr, operation);
  std::int64_t total = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    // Of uint64 this is a number beyond any array.
    if (counts[i] < 0 && repeats.dtype() == KILN_UINT64)
      fail(KILN_OVERFLOW, "{}: got {} repeats at position {}, expected at most {} in all", operation,
           std::uint64_t(counts[i]), i, kMostRepeats);
    if (counts[i] < 0)
      fail(KILN_INVALID_ARGUMENT, "{}: got {} repeats at position {}, expected at least 0", operation,
           counts[i], i);
    if (counts[i] > kMostRepeats - total)
      fail(KILN_OVERFLOW, "{}: got {} repeats at position {} and {} before, expected at most {} in all",
           operation, counts[i], i, total, kMostRepeats);
    total += counts[i];
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
  const auto ends = scan(*wide, KILN_SCAN_SUM, sums, nullptr, operation);
  return take(array, *searchsorted(*ends, *places, true, nullptr, operation), std::int64_t(at), into,
              operation);
}

}  // namespace kiln::array
