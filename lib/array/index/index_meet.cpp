// SPDX-License-Identifier: Apache-2.0
// Takes the elements where several index arrays meet, array[i, j, ...], in one launch.
#include <algorithm>
#include <optional>

#include "array/index/index_rows.hpp"
#include "array/launch/destination.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

namespace {

constexpr std::size_t kMostMet = 4;  // the most index arrays of a kernel

// The extents and the strides, in bytes, of what the kernel visits.
struct Meeting {
  std::int64_t count = 1, inner = 1;  // places, and elements of each
  std::int64_t index[kMostMet] = {};  // of the index arrays from place to place
  std::int64_t axis[kMostMet] = {};   // of the array's indexed axes
  std::int64_t row = 0;               // of the array's other axes as one
  std::int64_t out_place = 0, out_row = 0;
};

// The stride of a layout's axes from `first` on as one axis of `count` elements, if they have one.
std::optional<std::int64_t> one_stride(const Layout& layout, std::size_t first, std::int64_t count,
                                       std::size_t itemsize) {
  const Layout rest{Dims(std::span(layout.shape).subspan(first)), Dims(std::span(layout.strides).subspan(first)), 0};
  const auto seen = layout::reshape_view(rest, Dims{count}, itemsize);
  if (!seen) return std::nullopt;
  return count == 1 ? 0 : seen->strides[0];
}

// Fills `m`. Returns false if an array needs more than one stride, or if index arrays are too many or differ in dtype.
bool lies_well(Meeting& m, const Array& array, Arrays indices, const Dims& places, const char* operation) {
  if (indices.size() > kMostMet) return false;
  m.count = extents_product(places, 0, places.size());
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const Array& each = *indices[d];
    const auto stride = one_stride(layout::broadcast_to(each.layout(), places, operation), 0, m.count, each.itemsize());
    if (!stride || each.dtype() != indices[0]->dtype()) return false;
    m.index[d] = *stride;
    if (array.shape()[d] > 1) m.axis[d] = array.strides()[d];
  }
  m.inner = extents_product(array.shape(), indices.size(), array.shape().size());
  const auto row = one_stride(array.layout(), indices.size(), m.inner, array.itemsize());
  m.row = row.value_or(0);
  return row.has_value();
}

void launch_met(Meeting m, const Array& array, Arrays indices, Array& out, const char* operation) {
  auto& context = array.context();
  const IndexDevice device(context);
  const auto itemsize = std::int64_t(array.itemsize());
  std::int64_t unit = itemsize;
  const bool run = m.inner > 1 && m.row == itemsize && m.out_row == itemsize;
  if (run) {
    std::int64_t offsets = array.memory_offset() | out.memory_offset() | m.out_place;
    for (const auto stride : m.axis) offsets |= stride;
    unit = row_unit(m.inner * itemsize, offsets, device.cpu);
    m.inner = m.inner * itemsize / unit;
    m.row = m.out_row = unit;
  }
  for (auto* stride : {&m.row, &m.out_place, &m.out_row}) *stride /= unit;
  std::int64_t from = (m.inner - 1) * std::abs(m.row), index = 0;
  for (std::size_t d = 0; d < indices.size(); ++d) {
    m.axis[d] /= unit;
    m.index[d] /= std::int64_t(indices[d]->itemsize());
    from += (array.shape()[d] - 1) * std::abs(m.axis[d]);
    index = std::max(index, (m.count - 1) * std::abs(m.index[d]));
  }
  const std::int64_t to = (m.count - 1) * std::abs(m.out_place) + (m.inner - 1) * std::abs(m.out_row);
  // Work-items go past the last unit by less than a group, and loops of CPU devices by less than a block: the margin of
  // kNarrowLimit covers both.
  const bool wide = std::max({from, to, index, m.count * m.inner}) >= kNarrowLimit;

  const bool checked = context.options().check_index, single = m.inner == 1;
  const bool stream = run && !single && device.streams(m.count, m.inner * unit);
  const int ahead = single ? 0 : indices_ahead(device, array, run, m.inner * unit);
  const DType position = indices[0]->dtype();
  const KernelId id(KernelFamily::index, "index_meet", device.cpu, unit, indices.size(), position, checked, wide,
                    single, run, stream, ahead);
  const auto& kernel = library_kernel(context, id, operation, [&] {
    return row_text(position, checked, unit, wide, stream) + each_text(indices.size()) +
           kernel_text({"index_meet.cl"}, "KILN_SINGLE", single, "KILN_RUN", run && !single, "KILN_CPU", device.cpu,
                       "KILN_AHEAD", ahead);
  });
  const Shares shares(m.count, m.inner,
                      std::int64_t(device.items(m.count * (m.inner + 2 * std::int64_t(indices.size())))));
  argument::Several<kernels::IndexMeet::Each> each;
  for (std::size_t d = 0; d < indices.size(); ++d)
    each.push_back({.i = reads(*indices[d]), .n = array.shape()[d], .a = m.axis[d], .s = m.index[d]});
  const kernels::IndexMeet arguments{.wide = wide,
                                     .a = reads(array),
                                     .b = writes(out),
                                     .count = m.count,
                                     .inner = m.inner,
                                     .a_row = m.row,
                                     .b_place = m.out_place,
                                     .b_row = m.out_row,
                                     .share = shares.rows,
                                     .part = shares.inner,
                                     .index = each};
  if (device.cpu)
    return launch_kernel(context, kernel, arguments, {std::size_t(shares.shares), std::size_t(shares.parts)}, {1, 1},
                         operation);
  const auto items = std::size_t(m.count * m.inner);
  launch_kernel(context, kernel, arguments, {base::round_up(items, device.local)}, {device.local}, operation);
}

}  // namespace

Ref<Array> take_met(const Array& array, Arrays indices, const Dims& places, Array* into, const char* operation) {
  Meeting m;
  if (!lies_well(m, array, indices, places, operation)) return nullptr;
  auto& context = array.context();
  Dims shape = places;
  for (std::size_t d = indices.size(); d < array.shape().size(); ++d) shape.push_back(array.shape()[d]);
  const Dims rows{m.count, m.inner};
  const auto out = target(context, into, fits(into, array, indices, rows), array.dtype(), shape, operation);
  // Only rows are worth a copy; for single elements every order of reading costs the same.
  const auto source = m.inner > 1 ? mostly_read(array, *out, operation) : itself(array);
  if (source.get() != &array) {
    m = {};
    lies_well(m, *source, indices, places, operation);  // true, because the copy is contiguous
  }
  const Layout seen = *layout::reshape_view(out->layout(), rows, out->itemsize());
  if (m.count > 1) m.out_place = seen.strides[0];
  if (m.inner > 1) m.out_row = seen.strides[1];
  launch_met(m, *source, indices, *out, operation);
  report_positions(context, context.options().check_index, operation);
  return deliver(out, into, operation);
}

}  // namespace kiln::array
