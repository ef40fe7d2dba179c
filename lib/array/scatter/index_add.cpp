// SPDX-License-Identifier: Apache-2.0
// scatter_add: equal indices add up in their order, so that the sum is the same every time.
#include <algorithm>
#include <bit>

#include "array/launch/destination.hpp"
#include "array/order/sort_run.hpp"
#include "array/scatter/index_write.hpp"
#include "base/rounding.hpp"
#include "kernels.hpp"

namespace kiln::array {

using base::fail;

namespace {

struct Sorted {
  Ref<Array> keys, order, starts;
};

// Places in ascending order, of equal ones in the indices' order; `starts` is not filled yet, beside what no
// index names.
Sorted sort_places(const IndexWrite& write, bool each_place, const runtime::Kernel& kernel, std::size_t local,
                   const char* operation) {
  const Move& move = write.move;
  auto& context = write.indices->context();
  const auto made = [&](std::int64_t count) { return empty(context, KILN_UINT32, Dims{count}, operation); };
  const Ref<Array> keys = made(move.count);
  const std::int64_t starts = each_place ? move.n : 0;
  const Sorted sorted{made(move.count), made(move.count), made(std::max<std::int64_t>(starts, 1))};
  LibraryLaunch(context)
      .read(*move.indices.array)
      .write(*keys)
      .write(*sorted.starts)
      .value(move.n)
      .value(move.count)
      .value(move.indices.stride[1] / std::int64_t(write.indices->itemsize()))
      .value(starts)
      .launch(kernel, {(std::size_t(move.count) + local - 1) / local * local}, {local}, operation);
  SortRunner(context, KILN_UINT32, codegen::SortOrder::ascending, nullptr, operation)
      .order(*keys, move.count, unsigned(std::bit_width(std::uint64_t(move.n))), *sorted.keys, *sorted.order);
  return sorted;
}

const char* number_type(DType dtype) {
  if (base::is_float(dtype)) return dtype == KILN_FLOAT64 ? "double" : "float";
  // Signed integers wrap as unsigned ones do.
  static constexpr const char* kTypes[] = {"uchar", "ushort", "uint", "ulong"};
  return kTypes[std::countr_zero(base::dtype_size(dtype))];
}

constexpr std::int64_t kEach = 4;  // KILN_EACH: elements of a row that a work-item has on their way
constexpr std::int64_t kRows = 8;  // KILN_ROWS: indices that it has
constexpr std::int64_t kMostKeys = (std::int64_t{1} << 32) - 1;  // places that sorting tells apart

// Where rows are single elements, those of all outer places are the row, so that a group has many of an
// index.
Move longest_rows(Move move) {
  if (move.inner != 1) return move;
  std::swap(move.outer, move.inner);
  for (Rows* rows : {&move.array, &move.other}) std::swap(rows->stride[0], rows->stride[2]);
  return move;
}

// Comparing each index with every other, for each part of a row, costs less than the launches that sort them.
bool compares(const Move& move, const IndexDevice& device) {
  const codegen::IndexTuning& tuning = device.tuning;
  if (device.local < kRows || move.count > tuning.add_compared) return false;
  const std::int64_t parts = base::ceil_div(move.inner, tuning.add_chunk),
                     blocks = base::ceil_div(move.count, kRows);
  // Sorting has no keys for such an axis.
  return move.n >= kMostKeys ||
         double(move.outer) * double(blocks * parts) * double(tuning.add_group + move.count) <=
             double(device.units) * tuning.add_worth;
}

// Elements of a row for a group of index_add_few: as many groups as a device has at a time.
std::int64_t few_part(const Move& move, const IndexDevice& device) {
  const std::int64_t blocks = (move.count + kRows - 1) / kRows,
                     wanted = std::int64_t(device.units) * device.tuning.add_groups;
  std::int64_t part = device.tuning.add_chunk;
  while (part * kRows > std::int64_t(device.local) &&
         move.outer * blocks * ((move.inner + part - 1) / part) <= wanted)
    part /= 2;
  return part;
}

// Very few indices of so many others that each group can compare them.
bool by_lines(const Move& move, const IndexDevice& device) {
  const auto items_of_unit = std::int64_t(device.unit_items / 2);
  if (move.count > device.tuning.add_lines) return false;
  if (device.cpu) return move.inner <= device.tuning.cpu_add_row && move.outer >= items_of_unit;
  const std::int64_t items = move.outer * move.inner;
  return items >= std::int64_t(device.units) * items_of_unit && items * move.count < std::int64_t{1} << 31;
}

// The runs of more than kLongRun equal indices, which index_add leaves out: parts of them, then those. What
// may fail for want of memory comes before anything is added.
class LongRuns {
 public:
  LongRuns(const Move& move, const Sorted& sorted, DType dtype, const IndexDevice& device,
           const char* operation)
      : context_(sorted.keys->context()),
        move_(move),
        sorted_(sorted),
        local_(device.local),
        operation_(operation) {
    constexpr std::int64_t kLongRun = 1024, kPiece = 256;  // KILN_LONG, KILN_PIECE
    if (move.count <= kLongRun) return;
    blocks_ = base::ceil_div(move.count, kPiece);
    parts_ = empty(context_, dtype, Dims{2 * blocks_ * move.outer, move.inner}, operation);
    const auto kernel = [&](const char* name) {
      return &library_kernel(context_, {KernelFamily::index, name, dtype}, operation, [&] {
        backend::Source source;
        source.text =
            fmt::format("#define KILN_NUMBER {}\n#define KILN_ITEMS {}\n", number_type(dtype), local_) +
            std::string(kernels::find("index_add_runs.cl"));
        return source;
      });
    };
    add_parts_ = kernel("index_add_parts");
    add_runs_ = kernel("index_add_runs");
  }

  void add() {
    if (blocks_ == 0) return;
    const auto itemsize = std::int64_t(parts_->itemsize()), rows = parts_->shape()[0];
    const std::size_t width =
        std::min(std::bit_ceil(std::size_t(std::min<std::int64_t>(move_.inner, 256))), local_);
    const std::size_t height = local_ / width;
    LibraryLaunch first(context_), second(context_);
    first.read(*move_.other.array).read(*sorted_.keys).read(*sorted_.order).write(*parts_);
    first.value(std::uint32_t(move_.n)).value(std::uint32_t(move_.count)).value(std::uint64_t(rows));
    first.value(std::uint32_t(2 * blocks_)).value(move_.inner);
    for (const std::int64_t stride : move_.other.stride) first.value(stride / itemsize);
    const auto groups = std::min<std::size_t>(base::ceil_div(std::size_t(rows), height), 1 << 20);
    first.launch(*add_parts_, {groups * width, height}, {width, height}, operation_);
    second.update(const_cast<Array&>(*move_.array.array)).read(*sorted_.keys).read(*parts_);
    second.value(std::uint32_t(move_.n)).value(std::uint32_t(move_.count)).value(std::uint32_t(blocks_));
    second.value(move_.inner);
    for (const std::int64_t stride : move_.array.stride) second.value(stride / itemsize);
    const std::size_t looks = base::ceil_div(std::size_t(blocks_), local_) * std::size_t(move_.outer);
    second.launch(*add_runs_, {looks * local_}, {local_}, operation_);
  }

 private:
  runtime::Context& context_;
  const Move& move_;
  const Sorted& sorted_;
  std::size_t local_;
  const char* operation_;
  std::int64_t blocks_ = 0;
  Ref<Array> parts_;
  const runtime::Kernel *add_parts_ = nullptr, *add_runs_ = nullptr;
};

void add_rows(Array& array, const IndexWrite& write, const char* operation) {
  auto& context = array.context();
  const IndexDevice device(context);
  const Move longest = longest_rows(write.move);
  const bool lines = by_lines(write.move, device), few = !lines && !device.cpu && compares(longest, device);
  const Move& move = few ? longest : write.move;
  const DType dtype = array.dtype(), position = write.indices->dtype();
  const auto itemsize = std::int64_t(array.itemsize());
  // Rows of whole words of 16 bytes.
  bool vectors = !device.cpu && move.inner * itemsize % 16 == 0;
  for (const Rows* rows : {&move.array, &move.other})
    vectors = vectors && rows->stride[2] == itemsize && rows->array->memory_offset() % 16 == 0 &&
              rows->stride[0] % 16 == 0 && rows->stride[1] % 16 == 0;
  // Of the sorted ones: a row of work-items for each place, else for each index.
  const bool each_place = move.n <= move.count;
  const std::int64_t sums = move.outer * (each_place ? move.n : move.count);
  const std::int64_t part = few_part(move, device);
  const bool single = !lines && (few ? part * kRows <= std::int64_t(device.local) : move.inner == 1),
             wide = sums >= kNarrowLimit;
  const auto kernel = [&](const char* name) -> const runtime::Kernel& {
    // Signed integers share the kernels of unsigned ones.
    const KernelId id(KernelFamily::index, name, device.cpu, base::is_float(dtype), itemsize, position,
                      write.checked, wide, single, vectors);
    return library_kernel(context, id, operation, [&] {
      backend::Source source;
      source.text = place_text(position, write.checked) +
                    fmt::format(
                        "#define KILN_NUMBER {}\n#define KILN_CPU {}\n#define KILN_VECTORS {}\n"
                        "#define KILN_EACH {}\n#define KILN_ROW {}\n",
                        number_type(dtype), int(device.cpu), int(vectors), single ? 1 : kEach,
                        wide ? "ulong" : "uint") +
                    std::string(kernels::find("index_add.cl"));
      return source;
    });
  };
  if (lines || few) {
    LibraryLaunch launch(context);
    launch.update(const_cast<Array&>(*move.array.array)).read(*move.other.array).read(*move.indices.array);
    launch.value(move.n).value(move.outer).value(move.count).value(move.inner);
    for (const Rows* rows : {&move.array, &move.other})
      for (const std::int64_t stride : rows->stride) launch.value(stride / itemsize);
    launch.value(move.indices.stride[1] / std::int64_t(write.indices->itemsize()));
    if (lines) {
      const auto items = device.cpu ? std::int64_t(device.items(move.outer * move.count * (move.inner + 4)))
                                    : (move.outer * move.count * move.inner + kEach - 1) / kEach;
      const std::int64_t share = (move.outer + items - 1) / items;
      const std::size_t local = device.cpu ? 1 : device.local;
      const std::size_t groups = device.cpu ? std::size_t((move.outer + share - 1) / share)
                                            : (std::size_t(items) + local - 1) / local;
      const std::int64_t grid = std::int64_t(groups * local), rows = grid / move.inner;
      launch.value(share);
      for (const std::int64_t skip : {rows / move.count, rows % move.count, grid % move.inner})
        launch.value(std::uint32_t(skip));
      return launch.launch(kernel("index_add_lines"), {groups * local}, {local}, operation);
    }
    // One launch: each group compares its indices with all others.
    const std::int64_t blocks = (move.count + kRows - 1) / kRows;
    const std::int64_t splits = (move.inner + part - 1) / part;
    for (const std::int64_t value : {blocks, splits, part}) launch.value(value);
    return launch.launch(kernel("index_add_few"), {std::size_t(move.outer * blocks * splits) * device.local},
                         {device.local}, operation);
  }
  if (!device.cpu && move.n >= kMostKeys)
    fail(KILN_UNSUPPORTED, "{}: got an axis of extent {}, expected less than 2^32 - 1", operation, move.n);
  const auto& add = kernel("index_add");
  LibraryLaunch launch(context);
  launch.update(const_cast<Array&>(*move.array.array)).read(*move.other.array);
  Sorted sorted;
  if (device.cpu) {
    launch.read(*move.indices.array);
  } else {
    sorted = sort_places(write, each_place, kernel("index_add_keys"), device.local, operation);
    if (each_place)
      LibraryLaunch(context)
          .read(*sorted.keys)
          .write(*sorted.starts)
          .value(move.n)
          .value(move.count)
          .launch(kernel("index_add_starts"),
                  {(std::size_t(move.count) + device.local - 1) / device.local * device.local},
                  {device.local}, operation);
    launch.read(*sorted.keys).read(*sorted.order).read(*sorted.starts);
  }
  launch.value(move.n).value(move.outer).value(move.count).value(move.inner);
  for (const Rows* rows : {&move.array, &move.other})
    for (const std::int64_t stride : rows->stride) launch.value(stride / itemsize);
  if (device.cpu) {
    // Each work-item looks at all indices: no more of them than keep the device busy.
    const std::int64_t wanted =
        std::min(std::int64_t(device.units) * device.tuning.add_groups,
                 std::int64_t(device.items(move.outer * move.count * (move.inner + 4))));
    const std::int64_t shares = std::min(wanted, move.n), range = (move.n + shares - 1) / shares;
    const std::int64_t parts = std::clamp<std::int64_t>(wanted / shares, 1, move.inner);
    const std::int64_t chunk = (move.inner + parts - 1) / parts, splits = (move.inner + chunk - 1) / chunk;
    launch.value(move.indices.stride[1] / std::int64_t(write.indices->itemsize()));
    launch.value(splits).value(range).value(chunk);
    return launch.launch(add, {std::size_t((move.n + range - 1) / range * splits)}, {1}, operation);
  }
  const std::int64_t each = vectors  ? 16 / itemsize
                            : single ? 1
                                     : kEach;  // KILN_SOME of kernels/index/index_add.cl
  const std::size_t width = std::min(
      std::bit_ceil(std::size_t(std::min<std::int64_t>((move.inner + each - 1) / each, 256))), device.local);
  const std::size_t height = device.local / width;
  launch.value(std::uint32_t(each_place));
  const auto groups = std::min<std::size_t>((std::size_t(sums) + height - 1) / height, 1 << 20);
  LongRuns long_runs(move, sorted, dtype, device, operation);
  launch.launch(add, {groups * width, height}, {width, height}, operation);
  long_runs.add();
}

// Complex numbers as pairs of real ones along a last axis.
Array as_pairs(const Array& array, const char* operation) {
  Layout layout = array.layout();
  if (layout.ndim() == KILN_MAX_DIMS)
    fail(KILN_SHAPE_ERROR, "{}: got {} axes of complex numbers, expected at most {}", operation,
         KILN_MAX_DIMS, KILN_MAX_DIMS - 1);
  layout.shape.push_back(2);
  layout.strides.push_back(std::int64_t(array.itemsize() / 2));
  return Array(array.buffer_ref(), base::real_dtype(array.dtype()), layout, array.writable());
}

}  // namespace

void check_addable(const Array& array, const char* operation) {
  if (base::is_bool(array.dtype()))
    fail(KILN_TYPE_ERROR, "{}: got an array of dtype bool, expected a number's", operation);
}

void scatter_add(Array& array, const Array& indices, std::int64_t axis, const Array& values,
                 const char* operation) {
  check_addable(array, operation);
  check_operand(array.context(), values, operation);
  axis = std::int64_t(layout::normalize_axis(axis, array.shape().size(), operation));
  if (base::is_complex(array.dtype())) {
    Dims selected = array.shape();  // what index_write() checks, before there is one axis more
    selected.erase(std::size_t(axis));
    for (std::size_t d = 0; d < indices.shape().size(); ++d)
      selected.insert(std::size_t(axis) + d, indices.shape()[d]);
    layout::broadcast_to(values.layout(), selected, operation);
    const auto converted =
        values.dtype() == array.dtype() ? nullptr : astype(values, array.dtype(), operation);
    Array pairs = as_pairs(array, operation);
    const Array value_pairs = as_pairs(converted ? *converted : values, operation);
    return scatter_add(pairs, indices, axis, value_pairs, operation);
  }
  if (base::compute_dtype(array.dtype()) != array.dtype()) {
    // Sums in float32, rounded once.
    check_writable(array, operation);
    const auto wide = astype(array, KILN_FLOAT32, operation);
    scatter_add(*wide, indices, axis, values, operation);
    return assign(array, *wide, operation);
  }
  const auto write = index_write(array, indices, axis, values, operation);
  if (!write) return;
  add_rows(array, *write, operation);
  finish_write(array, *write, operation);
}

}  // namespace kiln::array
