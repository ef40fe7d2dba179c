// SPDX-License-Identifier: Apache-2.0
// scatter_add. Values of equal indices are added in the order of the indices, so a sum is the same every time.
#include <algorithm>
#include <bit>

#include "array/launch/destination.hpp"
#include "array/scatter/index_add_sorted.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

using base::ceil_div;

namespace {

constexpr std::int64_t kEach = 4;     // KILN_EACH: elements of a row that a work-item has in flight
constexpr std::int64_t kIndices = 8;  // KILN_ROWS: indices of a group
constexpr std::int64_t kMostKeys = (std::int64_t{1} << 32) - 1;  // the most places that sort keys can distinguish

// If rows are single elements, makes the elements at all outer places the row. A group then has many elements for each
// index.
Move longest_rows(Move move) {
  if (move.inner != 1) return move;
  std::swap(move.outer, move.inner);
  for (Rows* rows : {&move.array, &move.other}) std::swap(rows->stride[0], rows->stride[2]);
  return move;
}

// Whether comparing each index with every other, for each part of a row, costs less than the launches that sort them.
bool compares(const Move& move, const IndexDevice& device) {
  const codegen::IndexTuning& tuning = device.tuning;
  if (device.local < kIndices || move.count > tuning.add_compared) return false;
  const std::int64_t parts = ceil_div(move.inner, tuning.add_chunk), blocks = ceil_div(move.count, kIndices);
  // An axis this long has places that sorting has no keys for.
  return move.n >= kMostKeys || double(move.outer) * double(blocks * parts) * double(tuning.add_group + move.count) <=
                                    double(device.units) * tuning.add_worth;
}

// How many elements of a row a group of index_add_few has. With this number there are about as many groups as the
// device runs at a time.
std::int64_t few_part(const Move& move, const IndexDevice& device) {
  const std::int64_t blocks = ceil_div(move.count, kIndices),
                     wanted = std::int64_t(device.units) * device.tuning.add_groups;
  std::int64_t part = device.tuning.add_chunk;
  while (part * kIndices > std::int64_t(device.local) && move.outer * blocks * ceil_div(move.inner, part) <= wanted)
    part /= 2;
  return part;
}

// Whether indices are so few, and each has so many elements, that each group compares all indices by itself.
bool by_lines(const Move& move, const IndexDevice& device) {
  const auto items_of_unit = std::int64_t(device.unit_items / 2);
  if (move.count > device.tuning.add_lines) return false;
  if (device.cpu) return move.inner <= device.tuning.cpu_add_row && move.outer >= items_of_unit;
  const std::int64_t items = move.outer * move.inner;
  return items >= std::int64_t(device.units) * items_of_unit && items * move.count < std::int64_t{1} << 31;
}

// One call of scatter_add: it chooses a way and launches its kernels.
class RowsAdded {
 public:
  RowsAdded(Array& array, const IndexWrite& write, const char* operation)
      : context_(array.context()),
        device_(context_),
        write_(write),
        dtype_(array.dtype()),
        position_(write.indices->dtype()),
        itemsize_(std::int64_t(array.itemsize())),
        operation_(operation),
        longest_(longest_rows(write.move)),
        lines_(by_lines(write.move, device_)),
        few_(!lines_ && !device_.cpu && compares(longest_, device_)),
        move_(few_ ? longest_ : write.move),
        each_place_(move_.n <= move_.count),
        part_(few_part(move_, device_)) {
    const std::int64_t sums = move_.outer * (each_place_ ? move_.n : move_.count);
    single_ = !lines_ && (few_ ? part_ * kIndices <= std::int64_t(device_.local) : move_.inner == 1);
    wide_ = sums >= kNarrowLimit;
    // Whether rows consist of whole aligned words of 16 bytes.
    vectors_ = !device_.cpu && move_.inner * itemsize_ % 16 == 0;
    for (const Rows* rows : {&move_.array, &move_.other})
      vectors_ = vectors_ && rows->stride[2] == itemsize_ && rows->array->memory_offset() % 16 == 0 &&
                 rows->stride[0] % 16 == 0 && rows->stride[1] % 16 == 0;
  }

  void run() {
    if (lines_) return lines();
    if (few_) return few();
    if (device_.cpu) return places();
    sorted();
  }

 private:
  const runtime::Kernel& kernel(const char* name) const {
    // The identity has the size of integers and not their sign, because signed ones share the kernels of unsigned ones.
    const KernelId id(KernelFamily::index, name, device_.cpu, base::is_float(dtype_), itemsize_, position_,
                      write_.checked, wide_, single_, vectors_);
    return library_kernel(context_, id, operation_, [&] {
      return place_text(position_, write_.checked) +
             kernel_text({"index_add.cl"}, "KILN_NUMBER", number_type(dtype_), "KILN_CPU", device_.cpu, "KILN_VECTORS",
                         vectors_, "KILN_EACH", single_ ? 1 : kEach, "KILN_ROW", wide_ ? "ulong" : "uint");
    });
  }
  kernels::MoveExtents extents() const {
    return {.n = move_.n, .outer = move_.outer, .count = move_.count, .inner = move_.inner};
  }
  argument::Write array() const { return updates(const_cast<Array&>(*move_.array.array)); }

  // Adds in one launch, in which each group compares all indices by itself.
  void lines() const {
    const Move& m = move_;
    const auto items = device_.cpu ? std::int64_t(device_.items(m.outer * m.count * (m.inner + 4)))
                                   : ceil_div(m.outer * m.count * m.inner, kEach);
    const std::int64_t share = ceil_div(m.outer, items);
    const std::size_t local = device_.group();
    const std::size_t groups =
        device_.cpu ? std::size_t(ceil_div(m.outer, share)) : ceil_div(std::size_t(items), local);
    const std::int64_t grid = std::int64_t(groups * local), rows = grid / m.inner;
    launch_kernel(context_, kernel("index_add_lines"),
                  kernels::IndexAddLines{.a = array(),
                                         .b = reads(*m.other.array),
                                         .index = reads(*m.indices.array),
                                         .extents = extents(),
                                         .a_steps = move_.array.steps(itemsize_),
                                         .b_steps = move_.other.steps(itemsize_),
                                         .step = write_.step(),
                                         .chunk = share,
                                         .skip_o = std::uint32_t(rows / m.count),
                                         .skip_p = std::uint32_t(rows % m.count),
                                         .skip_j = std::uint32_t(grid % m.inner)},
                  {groups * local}, {local}, operation_);
  }

  // Adds in one launch, in which each group compares its indices with all others.
  void few() const {
    const Move& m = move_;
    const std::int64_t blocks = ceil_div(m.count, kIndices), splits = ceil_div(m.inner, part_);
    launch_kernel(context_, kernel("index_add_few"),
                  kernels::IndexAddFew{.a = array(),
                                       .b = reads(*m.other.array),
                                       .index = reads(*m.indices.array),
                                       .extents = extents(),
                                       .a_steps = move_.array.steps(itemsize_),
                                       .b_steps = move_.other.steps(itemsize_),
                                       .step = write_.step(),
                                       .blocks = blocks,
                                       .splits = splits,
                                       .chunk = part_},
                  {std::size_t(m.outer * blocks * splits) * device_.local}, {device_.local}, operation_);
  }

  // For CPU devices: each work-item has some places of the axis and looks at all indices. There are no more items than
  // keep the device busy.
  void places() const {
    const Move& m = move_;
    const std::int64_t wanted = std::min(std::int64_t(device_.units) * device_.tuning.add_groups,
                                         std::int64_t(device_.items(m.outer * m.count * (m.inner + 4))));
    const std::int64_t shares = std::min(wanted, m.n), range = ceil_div(m.n, shares);
    const std::int64_t parts = std::clamp<std::int64_t>(wanted / shares, 1, m.inner);
    const std::int64_t chunk = ceil_div(m.inner, parts), splits = ceil_div(m.inner, chunk);
    launch_kernel(context_, kernel("index_add"),
                  kernels::IndexAddPlaces{.a = array(),
                                          .b = reads(*m.other.array),
                                          .index = reads(*m.indices.array),
                                          .extents = extents(),
                                          .a_steps = move_.array.steps(itemsize_),
                                          .b_steps = move_.other.steps(itemsize_),
                                          .step = write_.step(),
                                          .splits = splits,
                                          .range = range,
                                          .chunk = chunk},
                  {std::size_t(ceil_div(m.n, range) * splits)}, {1}, operation_);
  }

  // For other devices: sorts the indices. Each place of the axis has a row of work-items, or, if there are more places
  // than indices, each index has one.
  void sorted() const {
    const Move& m = move_;
    if (m.n >= kMostKeys)
      fail(KILN_UNSUPPORTED, "{}: got an axis of extent {}, expected less than 2^32 - 1", operation_, m.n);
    const auto& add = kernel("index_add");
    const std::size_t local = device_.local;
    const Sorted sorted = sort_places(write_, each_place_, kernel("index_add_keys"), local, operation_);
    if (each_place_)
      launch_kernel(context_, kernel("index_add_starts"),
                    kernels::IndexAddStarts{
                        .key = reads(*sorted.keys), .start = writes(*sorted.starts), .n = m.n, .count = m.count},
                    {base::round_up(std::size_t(m.count), local)}, {local}, operation_);
    const std::int64_t sums = m.outer * (each_place_ ? m.n : m.count);
    const std::int64_t each = vectors_  ? 16 / itemsize_
                              : single_ ? 1
                                        : kEach;  // KILN_SOME of kernels/index/index_add.cl
    const std::size_t width =
        std::min(std::bit_ceil(std::size_t(std::min<std::int64_t>(ceil_div(m.inner, each), 256))), local);
    const std::size_t height = local / width;
    const auto groups = std::min<std::size_t>(ceil_div(std::size_t(sums), height), 1 << 20);
    LongRuns long_runs(m, sorted, dtype_, device_, operation_);
    launch_kernel(context_, add,
                  kernels::IndexAdd{.a = array(),
                                    .b = reads(*m.other.array),
                                    .key = reads(*sorted.keys),
                                    .order = reads(*sorted.order),
                                    .start = reads(*sorted.starts),
                                    .extents = extents(),
                                    .a_steps = move_.array.steps(itemsize_),
                                    .b_steps = move_.other.steps(itemsize_),
                                    .each_place = std::uint32_t(each_place_)},
                  {groups * width, height}, {width, height}, operation_);
    long_runs.add();
  }

  runtime::Context& context_;
  const IndexDevice device_;
  const IndexWrite& write_;
  const DType dtype_, position_;
  const std::int64_t itemsize_;
  const char* const operation_;
  const Move longest_;
  const bool lines_, few_;
  const Move& move_;
  const bool each_place_;    // in sorted(): each place has a row of work-items
  const std::int64_t part_;  // in few(): elements of a row that a group has
  bool single_, wide_, vectors_;
};

// Sees complex numbers as pairs of real ones along one more axis, the last.
Array as_pairs(const Array& array, const char* operation) {
  Layout layout = array.layout();
  if (layout.ndim() == KILN_MAX_DIMS)
    fail(KILN_SHAPE_ERROR, "{}: got {} axes of complex numbers, expected at most {}", operation, KILN_MAX_DIMS,
         KILN_MAX_DIMS - 1);
  layout.push_axis(2, std::int64_t(array.itemsize() / 2));
  return Array(array.buffer_ref(), base::real_dtype(array.dtype()), layout, array.writable());
}

}  // namespace

void check_addable(const Array& array, const char* operation) {
  if (base::is_bool(array.dtype()))
    fail(KILN_TYPE_ERROR, "{}: got an array of dtype bool, expected a number's", operation);
}

void scatter_add(Array& array, const Array& indices, std::int64_t axis, const Array& values, const char* operation) {
  check_addable(array, operation);
  check_operand(array.context(), values, operation);
  axis = std::int64_t(layout::normalize_axis(axis, array.shape().size(), operation));
  if (base::is_complex(array.dtype())) {
    // index_write() checks the same, but after there is one axis more.
    layout::broadcast_to(values.layout(), indexed_shape(array, std::size_t(axis), indices), operation);
    Array pairs = as_pairs(array, operation);
    return scatter_add(pairs, indices, axis, as_pairs(*as(values, array.dtype(), operation), operation), operation);
  }
  if (base::compute_dtype(array.dtype()) != array.dtype()) {
    // Sums are computed in float32 and rounded once.
    check_writable(array, operation);
    const auto wide = astype(array, KILN_FLOAT32, operation);
    scatter_add(*wide, indices, axis, values, operation);
    return assign(array, *wide, operation);
  }
  const auto write = index_write(array, indices, axis, values, operation);
  if (!write) return;
  RowsAdded(array, *write, operation).run();
  finish_write(array, *write, operation);
}

}  // namespace kiln::array
