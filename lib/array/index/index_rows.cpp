// SPDX-License-Identifier: Apache-2.0
// Moves rows by index, and divides the work among work-items.
#include "array/index/index_rows.hpp"

#include <algorithm>
#include <bit>

#include "array/elementwise/parts.hpp"
#include "base/rounding.hpp"
#include "codegen/spell/body.hpp"

namespace kiln::array {

namespace {

std::int64_t span(const std::int64_t (&stride)[3], std::int64_t outer, std::int64_t middle, std::int64_t inner) {
  return (outer - 1) * std::abs(stride[0]) + (middle - 1) * std::abs(stride[1]) + (inner - 1) * std::abs(stride[2]);
}

}  // namespace

IndexDevice::IndexDevice(runtime::Context& context) : tuning(array::tuning(context).index) {
  const auto traits = traits_of(context);
  cpu = tuning.cpu_shape.value_or(traits.cpu);
  units = std::max<std::size_t>(std::size_t(traits.compute_units), 1);
  unit_items = traits.tuning->device.unit_items;
  const auto most = std::min(traits.max_local_size, traits.max_local_sizes[0]);
  stream_bytes = cpu ? traits.stream_bytes : UINT64_MAX;
  local = std::bit_floor(std::clamp<std::size_t>(std::size_t(most), 1, tuning.group));
}

std::size_t IndexDevice::items(std::int64_t work) const {
  return std::size_t(std::clamp<std::int64_t>(work / tuning.cpu_worth, 1, std::int64_t(units) * tuning.cpu_items));
}

std::int64_t IndexDevice::places(std::int64_t count) const {
  return std::min(std::int64_t(items(count * 2)), std::int64_t(units));
}

bool IndexDevice::streams(std::int64_t rows, std::int64_t row_bytes) const {
  return row_bytes >= tuning.streamed_row && std::uint64_t(rows * row_bytes) >= stream_bytes;
}

Shares::Shares(std::int64_t all, std::int64_t length, std::int64_t items) {
  parts = std::clamp<std::int64_t>(items / std::min(all, items), 1, length);
  inner = (length + parts - 1) / parts;
  inner = (inner + 15) / 16 * 16;
  parts = (length + inner - 1) / inner;
  shares = std::max<std::int64_t>(std::min(all, items) / parts, 1);
  rows = (all + shares - 1) / shares;
  shares = (all + rows - 1) / rows;
}

std::int64_t unit_of(std::int64_t row_bytes, std::int64_t offsets) {
  const std::int64_t bits = row_bytes | offsets;
  return std::min<std::int64_t>(bits & -bits, 16);
}

std::int64_t row_unit(std::int64_t row_bytes, std::int64_t offsets, bool cpu) {
  return std::min<std::int64_t>(unit_of(row_bytes, offsets), cpu ? 8 : 16);
}

std::int64_t extents_product(const Dims& shape, std::size_t first, std::size_t last) noexcept {
  std::int64_t n = 1;
  for (std::size_t d = first; d < last; ++d) n *= shape[d];
  return n;
}

Dims indexed_shape(const Array& array, std::size_t axis, const Array& indices) {
  Dims shape = array.shape();
  shape.erase(axis);
  for (std::size_t d = 0; d < indices.shape().size(); ++d) shape.insert(axis + d, indices.shape()[d]);
  return shape;
}

Rows rows_of(const Array& array, const Layout& layout, const Dims& shape3, const char* operation) {
  Rows rows;
  rows.array = &array;
  auto seen = layout::reshape_view(layout, shape3, array.itemsize());
  if (!seen || layout.offset != array.layout().offset) {
    rows.held = empty(array.context(), array.dtype(), layout.shape, operation);
    move_part(*rows.held, rows.held->layout(), array, layout, operation);
    rows.array = rows.held.get();
    seen = layout::reshape_view(rows.held->layout(), shape3, array.itemsize());
  }
  for (std::size_t d = 0; d < 3; ++d) rows.stride[d] = shape3[d] == 1 ? 0 : seen->strides[d];
  return rows;
}

void Move::see(const Array& a, const Layout& a_layout, const Array& b, const Layout& b_layout, const Array& index,
               const Layout& index_layout, const char* operation) {
  array = rows_of(a, a_layout, Dims{outer, n, inner}, operation);
  other = rows_of(b, b_layout, Dims{outer, count, inner}, operation);
  indices = rows_of(index, index_layout, along ? Dims{outer, count, inner} : Dims{1, count, 1}, operation);
}

void check_indices(const runtime::Context& context, const Array& indices, const char* operation) {
  check_operand(context, indices, operation);
  if (!base::is_integer(indices.dtype()))
    fail(KILN_TYPE_ERROR, "{}: the indices have dtype {}, expected an integer one", operation,
         base::dtype_name(indices.dtype()));
}

std::string place_text(DType indices, bool checked) {
  return kernel_text({"index_place.cl"}, "KILN_POSITION", codegen::storage_type(indices), "KILN_UNSIGNED",
                     base::is_unsigned(indices), "KILN_CHECKED", checked);
}

std::string row_text(DType indices, bool checked, std::int64_t unit, bool wide, bool stream) {
  return place_text(indices, checked) + (unit == 16 ? "#define KILN_WIDE_UNIT 1\n" : "") +
         kernel_text({stream ? "stream.cl" : "", "index_row.cl"}, "KILN_UNIT", word_type(std::size_t(unit)),
                     "KILN_OFFSET", wide ? "long" : "int");
}

std::string each_text(std::size_t count) {
  std::string text = "#define KILN_EACH(do)";
  for (std::size_t k = 0; k < count; ++k) text += fmt::format(" do({})", k);
  return text + "\n";
}

// Long rows are not prefetched, nor are rows of an array that is small enough for a cache.
int indices_ahead(const IndexDevice& device, const Array& array, bool run, std::int64_t row_bytes) {
  const codegen::IndexTuning& tuning = device.tuning;
  if (!device.cpu || !run || array.bytes() <= tuning.near_bytes || row_bytes > tuning.ahead_long_row) return 0;
  return int(row_bytes > tuning.ahead_short_row ? tuning.ahead_long : tuning.ahead_short);
}

namespace {

constexpr std::int64_t kMostGroups = std::int64_t{1} << 20;

// If rows are single elements, makes the indices the row: each element then has an index of its own.
void go_along_indices(Move& m) {
  if (m.inner != 1 || m.count <= 1) return;
  m.along = true;
  m.inner = m.count;
  m.count = 1;
  m.other.stride[2] = m.other.stride[1];
  m.indices.stride[2] = m.indices.stride[1];
  m.array.stride[2] = 0;
}

// Converts extents and strides from elements and bytes to the units that the kernel moves, and strides of indices to
// indices. Returns the bytes of a unit. `run` says that rows are contiguous.
std::int64_t to_units(Move& m, bool run, const IndexDevice& device) {
  const auto itemsize = std::int64_t(m.array.array->itemsize());
  std::int64_t unit = itemsize;
  if (run) {
    std::int64_t offsets = m.array.array->memory_offset() | m.other.array->memory_offset();
    for (int d = 0; d < 2; ++d) offsets |= m.array.stride[d] | m.other.stride[d];
    unit = row_unit(m.inner * itemsize, offsets, device.cpu);
    m.inner = m.inner * itemsize / unit;
    m.array.stride[2] = m.other.stride[2] = unit;
  }
  for (auto* rows : {&m.array, &m.other})
    for (auto& stride : rows->stride) stride /= unit;
  for (auto& stride : m.indices.stride) stride /= std::int64_t(m.indices.array->itemsize());
  return unit;
}

// How groups share the work. Each has whole rows, or, if rows are few, the same part of some rows.
struct MoveGroups {
  std::int64_t splits = 1, row_chunk, chunk;
  std::size_t groups = 1, width = 1, height = 1;  // a group has width times height work-items
};

// The width of a group. A narrower one is taken if it leaves fewer work-items idle at a row's end, by 1/8 of the row.
std::size_t fitting_width(std::int64_t row, const IndexDevice& device) {
  std::size_t width = std::min<std::size_t>(std::bit_ceil(std::size_t(std::min<std::int64_t>(row, 256))), device.local);
  const auto waste = [&](std::size_t w) { return base::round_up(std::size_t(row), w) - std::size_t(row); };
  for (std::size_t w = width; w > 32; w /= 2)
    if (std::int64_t(waste(w / 2) * 8) < std::int64_t(waste(w) * 8) - row) width = w / 2;
  return width;
}

// Divides the work among groups. `single` says that there is one row, each of whose elements has an index.
MoveGroups groups_of(const Move& m, bool single, const IndexDevice& device) {
  const std::int64_t rows = m.outer * m.count;
  MoveGroups g{.row_chunk = rows, .chunk = m.inner};
  if (single) {
    g.width = device.local;
    g.groups = base::ceil_div(std::size_t(m.inner), g.width);
  } else if (device.cpu && m.winner == Winner::parts) {
    g.row_chunk = base::ceil_div(m.n, device.places(rows * m.inner));
    g.groups = std::size_t(base::ceil_div(m.n, g.row_chunk));
  } else if (device.cpu) {
    const Shares each(rows, m.inner, std::int64_t(device.items(rows * (m.inner + 2))));
    g.splits = each.parts;
    g.chunk = each.inner;
    g.row_chunk = each.rows;
    g.groups = std::size_t(each.shares * g.splits);
  } else {
    g.width = fitting_width(m.inner, device);
    g.height = device.local / g.width;
    const std::int64_t shares = std::min(base::ceil_div(rows, std::int64_t(g.height)), kMostGroups);
    const std::int64_t wanted = std::int64_t(device.units) * device.tuning.groups;
    const std::int64_t most = base::ceil_div(m.inner, std::int64_t(g.width));
    g.splits = std::clamp<std::int64_t>(wanted / shares, 1, most);
    g.groups = std::size_t(shares * g.splits);
  }
  return g;
}

}  // namespace

void move_rows(runtime::Context& context, Move m, bool checked, const char* operation) {
  const IndexDevice device(context);
  go_along_indices(m);
  const auto itemsize = std::int64_t(m.array.array->itemsize());
  const bool run = !m.along && m.array.stride[2] == itemsize && m.other.stride[2] == itemsize;
  const std::int64_t unit = to_units(m, run, device), rows = m.outer * m.count;
  // A loop over rows goes on by the rows of all groups, so its counter passes the end by at most so many.
  constexpr std::int64_t kMostRows = kMostGroups * 256;
  const bool wide =
      std::max({span(m.array.stride, m.outer, m.n, m.inner), span(m.other.stride, m.outer, m.count, m.inner),
                span(m.indices.stride, m.outer, m.count, m.inner), rows, m.inner}) >= kNarrowLimit - kMostRows;
  const bool single = !device.cpu && !m.put && m.along && rows == 1;
  const bool stream = run && !m.put && device.streams(rows, m.inner * unit);
  const int ahead = m.put ? 0 : indices_ahead(device, *m.array.array, run, m.inner * unit);
  const DType position = m.indices.array->dtype();
  const KernelId id(KernelFamily::index, "index_move", device.cpu, unit, position, run, m.along, m.put, m.winner,
                    checked, wide, single, stream, ahead, m.keep);
  const auto& kernel = library_kernel(context, id, operation, [&] {
    return row_text(position, checked, unit, wide, stream) +
           kernel_text({"index_move.cl"}, "KILN_ALONG", m.along, "KILN_RUN", run, "KILN_PUT", m.put, "KILN_WINNER",
                       int(m.winner), "KILN_SINGLE", single, "KILN_CPU", device.cpu, "KILN_AHEAD", ahead, "KILN_KEEP",
                       m.keep);
  });
  auto& array = const_cast<Array&>(*m.array.array);
  auto& other = const_cast<Array&>(*m.other.array);
  using argument::Memory;
  const Memory a = m.put ? Memory(updates(array)) : reads(array);
  const Memory b = m.put ? Memory(reads(other)) : m.keep ? updates(other) : writes(other);
  const MoveGroups g = groups_of(m, single, device);
  launch_kernel(context, kernel,
                kernels::IndexMove{.wide = wide,
                                   .a = a,
                                   .b = b,
                                   .index = reads(*m.indices.array),
                                   .winner = reads(m.winners ? *m.winners : *m.indices.array),
                                   .n = m.n,
                                   .rows = rows,
                                   .count = m.count,
                                   .inner = m.inner,
                                   .a_steps = m.array.steps(1),
                                   .b_steps = m.other.steps(1),
                                   .index_steps = m.indices.steps(1),
                                   .splits = g.splits,
                                   .row_chunk = g.row_chunk,
                                   .chunk = g.chunk},
                {g.groups * g.width, g.height}, {g.width, g.height}, operation);
}

}  // namespace kiln::array
