// SPDX-License-Identifier: Apache-2.0
// concat, stack, split, tile and repeat: parts of the result are assigned, or written in one launch.
#include <algorithm>
#include <bit>
#include <deque>

#include "array/elementwise/parts.hpp"
#include "array/index/index_rows.hpp"
#include "array/launch/destination.hpp"
#include "base/checked.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

namespace {

constexpr std::int64_t kMostAtOnce = 8;  // the most arrays that a kernel joins

// Checks the arrays that make one result and returns their common dtype.
DType common_dtype(Arrays arrays, const char* operation) {
  if (arrays.empty()) fail(KILN_INVALID_ARGUMENT, "{}: got no arrays, expected at least one", operation);
  DType dtype = arrays[0]->dtype();
  for (const Array* array : arrays) {
    check_operand(arrays[0]->context(), *array, operation);
    dtype = base::promote(dtype, array->dtype());
  }
  check_dtype(arrays[0]->context(), dtype, operation);
  return dtype;
}

// Whether results may be written to the destination piece by piece: it shares no memory with an array, and no element
// has to be converted to `dtype` first and then to the destination's dtype.
bool piecewise(const Array* into, DType dtype, Arrays arrays) {
  if (!into) return false;
  bool same = true;
  for (const Array* array : arrays) {
    if (may_overlap(*into, *array)) return false;
    same = same && array->dtype() == dtype;
  }
  return same || into->dtype() == dtype;
}

enum class Join { rows, columns, same };  // the forms of index_join.cl
using Sources = argument::Several<kernels::Join::Each>;

// Launches the kernel for `count` sources in words of `word` bytes. On CPU devices an item has `share` rows.
void launch_join(Array& out, const IndexDevice& device, Join how, const Sources& sources, std::size_t count,
                 std::int64_t word, std::int64_t rows, std::int64_t share, const char* operation) {
  const KernelId id(KernelFamily::index, "join", device.cpu, how, count, word);
  const auto& kernel = library_kernel(out.context(), id, operation, [&] {
    return each_text(count) + kernel_text({"index_join.cl"}, "KILN_UNIT", word_type(std::size_t(word)), "KILN_CPU",
                                          device.cpu, "KILN_COLUMNS", how == Join::columns, "KILN_SAME",
                                          how == Join::same, "KILN_COUNT", count);
  });
  // What an item writes: KILN_AHEAD pieces.
  const std::size_t bytes = how == Join::same ? 2 * 16 : std::size_t(4 * word);
  const std::size_t groups = device.cpu ? std::size_t(base::ceil_div(rows, share))
                                        : base::ceil_div(std::size_t(out.bytes()), device.local * bytes);
  launch_kernel(out.context(), kernel,
                kernels::Join{.result = writes(out),
                              .rows = rows,
                              .width = std::uint32_t(std::int64_t(out.bytes()) / rows / word),
                              .share = share,
                              .source = sources},
                {groups * device.group()}, {device.group()}, operation);
}

// Whether rows of the result, of `bytes` bytes each, are too short to be written array by array. False on CPU devices.
bool joins_short_rows(std::int64_t bytes, const Array& out, const IndexDevice& device) {
  const codegen::IndexTuning& tuning = device.tuning;
  return tuning.short_rows && !device.cpu && bytes <= tuning.join_row_bytes && out.size() < kNarrowLimit;
}

// Joins contiguous arrays of one dtype in one launch: each of the `rows` rows of `out` is a row of each array in turn.
// It does so if elements are so few that launches are the cost, or if rows are short. On CPU devices it also does so if
// a row has one element of each array, where each array would otherwise take a pass. Else it returns false.
bool join_at_once(Array& out, Arrays arrays, std::int64_t rows, const char* operation) {
  const IndexDevice device(out.context());
  bool plain = arrays.size() > 1 && arrays.size() <= std::size_t(kMostAtOnce) && out.c_contiguous() && out.size() > 0;
  for (const Array* array : arrays)
    plain = plain && array->dtype() == out.dtype() && array->c_contiguous() && !array->buffer().pinned();
  if (!plain || out.buffer().pinned()) return false;
  const auto itemsize = std::int64_t(out.itemsize()), row_bytes = out.size() / rows * itemsize;
  const bool several = is_few(out, device) || joins_short_rows(row_bytes, out, device);
  const auto single = [rows](const Array* array) { return array->size() == rows; };
  if (!several && !(device.cpu && std::all_of(arrays.begin(), arrays.end(), single))) return false;
  // Elements move in words of the widest size that divides all rows.
  std::int64_t places = out.memory_offset();
  for (const Array* array : arrays)
    if (array->size() > 0) places |= array->memory_offset() | array->size() / rows * itemsize;
  const std::int64_t word = device.cpu ? itemsize : unit_of(row_bytes, places), each = word / itemsize;
  // Each argument makes a launch dearer, so there are only as many as arrays. For few elements and short rows their
  // number is rounded up to a power of two, so that there are few kernels.
  const std::size_t count = several ? std::bit_ceil(arrays.size()) : arrays.size();
  Sources sources;
  // An argument without an array, or with an empty one, gets the first array that is not empty, and the width 0.
  const Array* some = *std::find_if(arrays.begin(), arrays.end(), [](const Array* a) { return a->size() > 0; });
  for (std::size_t k = 0; k < count; ++k) {
    const std::int64_t width = k < arrays.size() ? arrays[k]->size() / rows / each : 0;
    sources.push_back({.s = reads(width > 0 ? *arrays[k] : *some), .w = std::uint32_t(width)});
  }
  const std::int64_t share = several ? rows : base::ceil_div(rows, std::int64_t(device.items(rows)));
  launch_join(out, device, several ? Join::rows : Join::columns, sources, count, word, rows, share, operation);
  return true;
}

// Repeats each element `times` times in one launch, by words of 16 bytes. It does so on devices with many work-items if
// a repeated element is a short row; else it returns false.
bool repeat_at_once(Array& out, const Array& array, std::int64_t times, const char* operation) {
  const IndexDevice device(out.context());
  const std::size_t itemsize = out.itemsize();
  const bool plain = out.c_contiguous() && array.c_contiguous() && out.dtype() == array.dtype() &&
                     !out.buffer().pinned() && !array.buffer().pinned();
  if (!plain || device.cpu || out.size() == 0 || itemsize > 8 || out.memory_offset() % 16 != 0 ||
      !joins_short_rows(times * std::int64_t(itemsize), out, device))
    return false;
  Sources source;
  source.push_back({.s = reads(array), .w = 1u});
  launch_join(out, device, Join::same, source, 1, std::int64_t(itemsize), array.size(), array.size(), operation);
  return true;
}

}  // namespace

Ref<Array> concat(Arrays arrays, std::int64_t axis, Array* into, const char* operation) {
  const DType dtype = common_dtype(arrays, operation);
  auto& context = arrays[0]->context();
  const bool flat = axis == KILN_AXIS_NONE;
  Dims shape = flat ? Dims{0} : arrays[0]->shape();
  const std::size_t at = layout::normalize_axis(flat ? 0 : axis, shape.size(), operation);
  shape[at] = 0;
  for (const Array* array : arrays) {
    Dims own = array->shape();
    const bool fits = flat || own.size() == shape.size();
    const std::int64_t extent = flat ? array->size() : fits ? own[at] : 0;
    if (fits && !flat) own[at] = shape[at];
    if (!fits || (!flat && !(own == shape)))
      fail(KILN_SHAPE_ERROR, "{}: shapes {} and {} differ in more than axis {}", operation,
           layout::shape_text(arrays[0]->shape()), layout::shape_text(array->shape()), at);
    shape[at] = base::checked_add(shape[at], extent, operation);
  }
  check_destination(context, into, shape, operation);
  const auto out = target(context, into, piecewise(into, dtype, arrays), dtype, shape, operation);
  if (join_at_once(*out, arrays, flat ? 1 : extents_product(shape, 0, at), operation))
    return deliver(out, into, operation);
  std::int64_t start = 0;
  for (const Array* array : arrays) {
    const std::int64_t extent = flat ? array->size() : array->shape()[at];
    Layout piece = part(out->layout(), at, start, extent);
    // A part of one axis can always be seen with more axes.
    if (flat) piece = *layout::reshape_view(piece, array->shape(), out->itemsize());
    move_part(*out, piece, *array, array->layout(), operation);
    start += extent;
  }
  return deliver(out, into, operation);
}

Ref<Array> stack(Arrays arrays, std::int64_t axis, Array* into, const char* operation) {
  common_dtype(arrays, operation);
  const std::size_t at = layout::normalize_axis(axis, arrays[0]->shape().size() + 1, operation);
  std::deque<Array> parts;  // with one axis more
  std::vector<const Array*> joined;
  for (const Array* array : arrays) {
    if (!(array->shape() == arrays[0]->shape()))
      fail(KILN_SHAPE_ERROR, "{}: got shapes {} and {}, expected equal ones", operation,
           layout::shape_text(arrays[0]->shape()), layout::shape_text(array->shape()));
    Layout layout = array->layout();
    layout.insert_axis(at);
    joined.push_back(&parts.emplace_back(array->buffer_ref(), array->dtype(), layout, false));
  }
  return concat(joined, std::int64_t(at), into, operation);
}

std::vector<Ref<Array>> split(const Array& array, std::int64_t axis, std::size_t count, const std::int64_t* sizes,
                              const char* operation) {
  const std::size_t at = layout::normalize_axis(axis, array.shape().size(), operation);
  if (count == 0) fail(KILN_INVALID_ARGUMENT, "{}: got 0 pieces, expected at least one", operation);
  const std::int64_t extent = array.shape()[at];
  std::int64_t sum = 0;
  for (std::size_t i = 0; sizes && i < count; ++i) {
    if (sizes[i] < 0) fail(KILN_SHAPE_ERROR, "{}: piece {} has size {}, expected at least 0", operation, i, sizes[i]);
    sum = base::checked_add(sum, sizes[i], operation);
  }
  if (sizes && sum != extent)
    fail(KILN_SHAPE_ERROR, "{}: the sizes sum to {}, expected {}, the extent of axis {}", operation, sum, extent, at);
  std::vector<Ref<Array>> out;
  std::int64_t start = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t size =
        sizes ? sizes[i] : extent / std::int64_t(count) + (std::int64_t(i) < extent % std::int64_t(count) ? 1 : 0);
    out.push_back(view(array, part(array.layout(), at, start, size), true, operation));
    start += size;
  }
  return out;
}

namespace {

// Repeats the first `period` elements of an axis until its end, by copies that double what is there.
void extend(Array& out, const Layout& whole, std::size_t axis, std::int64_t period, const char* operation) {
  const std::int64_t extent = whole.shape[axis];
  for (std::int64_t done = period; done < extent;) {
    const std::int64_t more = std::min(done, extent - done);
    move_part(out, part(whole, axis, done, more), out, part(whole, axis, 0, more), operation);
    done += more;
  }
}

// Writes the source repeats[d] times along each axis to the part `whole` of `out`. No extent is 0.
void tile_into(Array& out, const Layout& whole, const Array& source, const Layout& from, Dims repeats,
               const char* operation) {
  const std::size_t ndim = whole.ndim();
  std::size_t last = ndim, splits = 0;
  for (std::size_t d = 0; d < ndim; ++d) {
    if (repeats[d] == 1 || from.shape[d] == 1) continue;
    last = d;
    ++splits;
  }
  const std::int64_t run = extents_product(from.shape, last, ndim);
  if (last < ndim && (run < tuning(source.context()).index.short_run || ndim + splits > KILN_MAX_DIMS)) {
    repeats[last] = 1;
    tile_into(out, part(whole, last, 0, from.shape[last]), source, from, repeats, operation);
    return extend(out, whole, last, from.shape[last], operation);
  }
  // Each axis that repeats becomes two axes, and the source is broadcast along the first of them.
  Layout to{{}, {}, whole.offset}, wide{{}, {}, from.offset};
  for (std::size_t d = 0; d < ndim; ++d) {
    if (repeats[d] != 1 && from.shape[d] != 1) {
      to.push_axis(repeats[d], whole.strides[d] * from.shape[d]);
      wide.push_axis(1, 0);
    }
    to.push_axis(from.shape[d] == 1 ? whole.shape[d] : from.shape[d], whole.strides[d]);
    wide.push_axis(from.shape[d], from.strides[d]);
  }
  move_part(out, to, source, wide, operation);
}

}  // namespace

Ref<Array> tile(const Array& array, std::span<const std::int64_t> repeats, Array* into, const char* operation) {
  check_operand(array.context(), array, operation);
  Layout from = array.layout();
  Dims times(repeats);
  while (from.ndim() < times.size()) from.insert_axis(0);
  while (times.size() < from.ndim()) times.insert(0, 1);
  std::vector<MapAxis> map;
  for (std::size_t d = 0; d < from.ndim(); ++d) {
    if (times[d] < 0)
      fail(KILN_INVALID_ARGUMENT, "{}: got {} repeats along axis {}, expected at least 0", operation, times[d], d);
    const std::int64_t extent = base::checked_mul(from.shape[d], times[d], operation);
    map.push_back({extent, from.shape[d], 0, 1, KILN_PAD_WRAP});
  }
  return map_into(array, from, map, Scalar(), into, operation,
                  [&](Array& out) { tile_into(out, out.layout(), array, from, times, operation); });
}

bool is_flat_axis(const Array& array, std::int64_t axis) noexcept {
  return axis == KILN_AXIS_NONE || (array.shape().empty() && (axis == -1 || axis == 0));
}

namespace {

// Writes each element of an axis `repeats` times, where there are too many elements for map_axes.
void repeat_into(Array& out, const Array& array, std::int64_t repeats, std::size_t at, const char* operation) {
  const IndexDevice device(out.context());
  const Layout& whole = out.layout();
  const std::int64_t extent = array.shape()[at], run = repeats * extents_product(whole.shape, at + 1, whole.ndim());
  if (run == repeats && repeat_at_once(out, array, repeats, operation)) return;
  if (run == repeats && repeats <= kMostAtOnce &&
      join_at_once(out, std::vector<const Array*>(std::size_t(repeats), &array), array.size(), operation))
    return;
  if (whole.ndim() == KILN_MAX_DIMS ||
      (device.cpu && repeats <= device.tuning.cpu_repeats && run < device.tuning.short_run)) {
    // The first copies of all elements are assigned together, then the second ones, and so on.
    for (std::int64_t i = 0; i < repeats; ++i)
      move_part(out, part(whole, at, i, extent, repeats), array, array.layout(), operation);
    return;
  }
  Layout to = part(whole, at, 0, extent, repeats), from = array.layout();
  to.strides[at] = whole.strides[at] * repeats;
  to.insert_axis(at + 1, repeats, whole.strides[at]);
  from.insert_axis(at + 1);
  move_part(out, to, array, from, operation);
}

}  // namespace

Ref<Array> repeat(const Array& array, std::int64_t repeats, std::int64_t axis, Array* into, const char* operation) {
  check_operand(array.context(), array, operation);
  if (is_flat_axis(array, axis)) return repeat(*flattened(array, operation), repeats, 0, into, operation);
  const std::size_t at = layout::normalize_axis(axis, array.shape().size(), operation);
  if (repeats < 0) fail(KILN_INVALID_ARGUMENT, "{}: got {} repeats, expected at least 0", operation, repeats);
  std::vector<MapAxis> map;
  for (const std::int64_t extent : array.shape()) map.push_back({extent, extent});
  map[at].to = base::checked_mul(map[at].from, repeats, operation);
  map[at].each = repeats;
  return map_into(array, array.layout(), map, Scalar(), into, operation,
                  [&](Array& out) { repeat_into(out, array, repeats, at, operation); });
}

}  // namespace kiln::array
