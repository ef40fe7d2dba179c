// SPDX-License-Identifier: Apache-2.0
// Repeats each element as often as an array says. The running sums of the repeats say where its copies end.
#include <algorithm>

#include "array/builtins.hpp"
#include "array/elementwise/parts.hpp"
#include "array/fold/caller_scan.hpp"
#include "array/index/index_rows.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/host_number.hpp"
#include "base/rounding.hpp"
#include "base/text.hpp"
#include "codegen/spell/body.hpp"
#include "kiln/scan.h"

namespace kiln::array {

namespace {

constexpr std::int64_t kMostRepeats = INT64_MAX / 8;  // the most repeats in all, so that places fit int64

// Repeats few rows in one launch; the result is in C order. Returns null if the results are not few, if the repeats are
// not valid, or if `into`, which was then not touched, has room for another number of results.
Ref<Array> repeat_few(const Array& array, const Array& repeats, std::size_t axis, Array* into, const char* operation) {
  runtime::Context& context = array.context();
  const IndexDevice device(context);
  const std::int64_t most_rows = device.tuning.few_repeats, most_bytes = device.tuning.few_repeat_bytes;
  const std::int64_t n = array.shape()[axis];
  const auto itemsize = std::int64_t(array.itemsize());
  if (!device.tuning.few || n > most_rows || array.size() == 0 || std::int64_t(array.bytes()) > most_bytes ||
      !array.c_contiguous())
    return {};
  Dims shape = array.shape();
  const std::int64_t row = std::int64_t(array.bytes()) / n;  // bytes of a row in all outer axes together
  const std::int64_t outer = extents_product(shape, 0, axis);
  std::int64_t room = std::min(most_rows, most_bytes / row);
  if (into) {
    shape[axis] = into->shape()[axis];
    room = std::min(room, shape[axis]);
    if (shape[axis] > room) return {};
  }
  const auto out = into ? Ref<Array>(into) : empty(context, array.dtype(), Dims{room * row / itemsize}, operation);
  const std::int64_t unit = unit_of(row / outer, array.memory_offset() | out->memory_offset());
  const KernelId id(KernelFamily::index, "index_repeat", device.cpu, unit, repeats.dtype());
  const auto& kernel = library_kernel(context, id, operation, [&] {
    return kernel_text({"group_sums.cl", "index_repeat.cl"}, "KILN_CPU", device.cpu, "KILN_ITEMS", device.local,
                       "KILN_ROWS", most_rows, "KILN_UNIT", word_type(std::size_t(unit)), "KILN_REPEATS",
                       codegen::storage_type(repeats.dtype()));
  });
  HostNumber total(context, operation);
  launch_kernel(context, kernel,
                kernels::IndexRepeat{.source = reads(array),
                                     .repeats = reads(repeats),
                                     .out = writes(*out),
                                     .sum = writes(total.array()),
                                     .outer = std::uint32_t(outer),
                                     .n = std::uint32_t(n),
                                     .inner = std::uint32_t(row / outer / unit),
                                     .room = std::uint32_t(room),
                                     .exact = std::uint32_t(into != nullptr)},
                {device.group()}, {device.group()}, operation);
  shape[axis] = total.wait();
  if (shape[axis] < 0) return {};
  return into ? out : view(*out, layout::c_layout(shape, array.itemsize(), operation), true, operation);
}

// The running sums of the repeats, which are packed. A sum above `most`, or one with a negative repeat, is `most`.
Ref<Array> ends_of(const Array& repeats, DType dtype, std::int64_t most, const char* operation) {
  Ref<Scan> sums;
  {
    Builtins& own = builtins(repeats.context());
    std::lock_guard lock(own.mutex);
    Ref<Scan>& known = own.repeat_ends[dtype == KILN_UINT64];
    if (!known) {
      const auto type = base::dtype_name(dtype);
      // A negative number converted to uint64 is a large one.
      const ReduceTexts texts{
          .identity = fmt::format("s = {}(0)", type),
          .map = fmt::format("s = {0}(minimum(uint64(a), uint64({1})))", type, most),
          .combine = fmt::format("s = minimum(s + s_, {}({}))", type, most),
          .finish = "r = s",
      };
      known = Scan::create(repeats.context(), texts, {"a"}, operation, false);
    }
    sums = known;
  }
  ScanOptions options;
  options.axis = 0;
  Ref<Array> ends;
  const Array* inputs[] = {&repeats};
  const int dtypes[] = {dtype};
  sums->call(inputs, options, {&ends, 1}, dtypes, operation);
  return ends;
}

// The running sums of the repeats, and the last of them.
struct Ends {
  Ref<Array> array;  // null: the repeats are not valid
  std::int64_t total = 0;
};
Ends ends_of(const Array& repeats, const char* operation) {
  const bool wide = tuning(repeats.context()).index.repeat_wide;
  // `most` is chosen so that the sum of two sums fits the dtype.
  for (const auto& [dtype, most] : {std::pair{KILN_UINT32, std::int64_t{INT32_MAX}}, {KILN_UINT64, kMostRepeats + 1}}) {
    if (repeats.size() > most || (wide && dtype != KILN_UINT64)) continue;
    Ends ends{ends_of(repeats, dtype, most, operation)};
    const auto last = view(*ends.array, part(ends.array->layout(), 0, repeats.size() - 1, 1), false, operation);
    std::uint64_t total = 0;
    if (dtype == KILN_UINT64) {
      read(*last, &total, nullptr, operation);
    } else {
      std::uint32_t narrow = 0;
      read(*last, &narrow, nullptr, operation);
      total = narrow;
    }
    ends.total = std::int64_t(total);
    if (ends.total < most) return ends;
  }
  return {};
}

// The operands of repeat_many(). It repeats packed rows of (outer, n, inner) words, which become (outer, total, inner)
// words. If `array` is null, it writes the number of the row at each place instead.
struct Repeat {
  std::int64_t outer, n, inner;  // inner in words of `unit` bytes
  std::int64_t unit;
  const Array* array = nullptr;
};
void repeat_many(const Repeat& of, const Ends& ends, Array& out, const char* operation) {
  runtime::Context& context = out.context();
  const IndexDevice device(context);
  const bool wide = ends.array->dtype() == KILN_UINT64;
  const auto text = [&] {
    return kernel_text({"index_repeat_many.cl"}, "KILN_CPU", device.cpu, "KILN_ITEMS", device.local, "KILN_UNIT",
                       word_type(std::size_t(of.unit)), "KILN_END", wide ? "ulong" : "uint", "KILN_PLACES", !of.array,
                       "KILN_ONE", of.inner == 1);
  };
  const auto kernel = [&](const char* name) -> const runtime::Kernel& {
    const KernelId id(KernelFamily::index, name, device.cpu, of.unit, wide, of.array != nullptr, of.inner == 1);
    return library_kernel(context, id, operation, text);
  };
  const auto& many = kernel("index_repeat_many");
  std::int64_t tiles, each;
  Ref<Array> starts;
  if (device.cpu) {
    const auto items = std::int64_t(device.items(of.outer * ends.total * of.inner));
    tiles = std::clamp<std::int64_t>(items / of.outer, 1, ends.total);
    each = base::ceil_div(of.outer, std::max<std::int64_t>(items / tiles, 1));
  } else {
    const std::int64_t tile = std::int64_t(device.local) * 8;  // KILN_TILE
    tiles = base::ceil_div(ends.total, tile);
    starts = empty(context, ends.array->dtype(), Dims{tiles + 1}, operation);
    launch_kernel(context, kernel("index_repeat_starts"),
                  kernels::IndexRepeatStarts{.wide = wide,
                                             .ends = reads(*ends.array),
                                             .starts = writes(*starts),
                                             .n = of.n,
                                             .total = ends.total,
                                             .tiles = tiles},
                  {base::round_up(std::size_t(tiles) + 1, device.local)}, {device.local}, operation);
    // A group counts its words in 32 bits.
    const std::int64_t most = std::max<std::int64_t>((std::int64_t{1} << 30) / (tile * of.inner), 1);
    const std::int64_t wanted = std::int64_t(device.units) * device.tuning.repeat_groups / tiles;
    each = std::min(base::ceil_div(of.outer, std::max<std::int64_t>(wanted, 1)), most);
  }
  launch_kernel(context, many,
                kernels::IndexRepeatMany{.wide = wide,
                                         .ends = reads(*ends.array),
                                         .starts = reads(starts ? *starts : *ends.array),
                                         .source = reads(of.array ? *of.array : *ends.array),
                                         .out = writes(out),
                                         .n = of.n,
                                         .total = ends.total,
                                         .outer = std::uint64_t(of.outer),
                                         .inner = std::uint32_t(of.inner),
                                         .tiles = tiles,
                                         .each = std::uint64_t(each)},
                {std::size_t(tiles * base::ceil_div(of.outer, each)) * device.group()}, {device.group()}, operation);
}

// Refuses repeats that are not valid, and says what is wrong with them.
[[noreturn]] void refuse(const Array& repeats, const char* operation) {
  const auto wide = astype(repeats, KILN_INT64, operation);
  std::vector<std::int64_t> counts(std::size_t(repeats.size()), 0);
  read(*wide, counts.data(), nullptr, operation);
  std::int64_t total = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    // A uint64 that is negative as an int64 is beyond the size of any array.
    if (counts[i] < 0 && repeats.dtype() == KILN_UINT64)
      fail(KILN_OVERFLOW, "{}: got {} repeats at position {}, expected at most {} in all", operation,
           std::uint64_t(counts[i]), i, kMostRepeats);
    if (counts[i] < 0)
      fail(KILN_INVALID_ARGUMENT, "{}: got {} repeats at position {}, expected at least 0", operation, counts[i], i);
    if (counts[i] > kMostRepeats - total)
      fail(KILN_OVERFLOW, "{}: got {} repeats at position {} and {} before, expected at most {} in all", operation,
           counts[i], i, total, kMostRepeats);
    total += counts[i];
  }
  // They were not valid before, so another thread or the owner of their memory has written to them since.
  fail(KILN_INVALID_ARGUMENT, "{}: the repeats changed during the call, expected them to stay", operation);
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
  if (is_flat_axis(array, axis)) return repeat_each(*flattened(array, operation), repeats, 0, into, operation);
  const std::size_t at = layout::normalize_axis(axis, array.shape().size(), operation);
  const std::int64_t n = array.shape()[at], given = repeats.size();
  if (repeats.shape().size() > 1 || (given != 1 && given != n))
    fail(KILN_SHAPE_ERROR, "{}: repeats have shape {}, expected one axis of {}, or one element", operation,
         layout::shape_text(repeats.shape()), base::plural(n, "element"));
  if (given == n && given > 1) {
    const auto held = packed(repeats, operation);
    const bool direct = into && into->size() > 0 && fits_but_for(context, *into, array.shape(), at) &&
                        takes_packed(into, array.dtype(), {&array, held.get()});
    if (const auto out = repeat_few(array, *held, at, direct ? into : nullptr, operation)) {
      check_destination(context, into, out->shape(), operation);
      return deliver(out, into, operation);
    }
  }
  Dims shape = array.shape();
  if (n == 0 && given == 0) {
    check_destination(context, into, shape, operation);
    return into ? Ref<Array>(into) : empty(context, array.dtype(), shape, operation);
  }
  const auto held = packed(repeats, operation);
  const auto flat = reshape(*held, Dims{given}, KILN_COPY_NEVER, operation);
  const Ends ends = ends_of(*flat, operation);
  if (!ends.array) refuse(*flat, operation);
  if (given == 1) return repeat(array, ends.total, std::int64_t(at), into, operation);
  shape[at] = ends.total;
  check_destination(context, into, shape, operation);
  if (layout::checked_size(shape, 1, operation) == 0)
    return into ? Ref<Array>(into) : empty(context, array.dtype(), shape, operation);
  // Long rows, and on CPU devices rows at several outer places, are left to `take`, which moves them as fast.
  const IndexDevice device(context);
  const std::int64_t outer = extents_product(shape, 0, at);
  const std::int64_t row = std::int64_t(array.bytes()) / (outer * n);
  if (array.c_contiguous() && row <= device.tuning.repeat_row_bytes && (outer == 1 || !device.cpu)) {
    const bool direct = takes_packed(into, array.dtype(), {&array, flat.get()});
    const auto out = target(context, into, direct, array.dtype(), shape, operation);
    const std::int64_t unit = unit_of(row, array.memory_offset() | out->memory_offset());
    repeat_many({outer, n, row / unit, unit, &array}, ends, *out, operation);
    return deliver(out, into, operation);
  }
  const DType position = n <= INT32_MAX ? KILN_INT32 : KILN_INT64;
  const auto places = empty(context, position, Dims{ends.total}, operation);
  repeat_many({1, n, 1, std::int64_t(places->itemsize()), nullptr}, ends, *places, operation);
  return take(array, *places, std::int64_t(at), into, operation);
}

}  // namespace kiln::array
