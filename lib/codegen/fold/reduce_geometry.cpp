// SPDX-License-Identifier: Apache-2.0
// How many work-items a reduction has, and what each of them reads.
#include <algorithm>
#include <bit>

#include "base/rounding.hpp"
#include "codegen/fold/reduce_parts.hpp"
#include "codegen/spell/body.hpp"

namespace kiln::codegen {

using base::ceil_div;

namespace {

constexpr unsigned kReduceGroup = 256;           // work-items of a group; fewer where the device takes fewer
constexpr unsigned kColumnLanes = 32;            // items side by side that read neighbouring columns
constexpr unsigned kWideLanes = 128;             // where they read single elements
constexpr unsigned kNarrowLanes = 8;             // the fewest: of vectors, a line of the cache
constexpr std::uint64_t kFewRows = 16;           // of an item, which it takes in one go
constexpr std::uint64_t kLongItem = 32;          // accesses of an item that is not short
constexpr std::uint64_t kAlone = 32;             // elements of an output that is one item's, at most;
constexpr std::uint64_t kAloneBytes = 48;        // of rows, which its neighbours' accesses then share;
constexpr std::uint64_t kAloneCostly = 7;        // of columns where each element costs much
constexpr std::uint64_t kCpuSetBytes = 64;       // accumulators of one of them: all lie in registers
constexpr std::uint64_t kCpuLong = 65536;        // elements of a range at most
constexpr std::uint64_t kCpuBlockBytes = 16384;  // accumulators of a block of columns
constexpr std::uint64_t kCpuBlockColumns = 16;   // which has a multiple of so many
constexpr std::uint64_t kCpuNarrow = 64;         // columns of a block at least
constexpr std::uint64_t kCpuRows = 16;           // rows of a block at least, where it is shared out
constexpr std::uint64_t kCpuFew = 16;            // columns that rows are joined for, less than these,
constexpr std::uint64_t kCpuJoined = 64;         // accumulators of joined rows at most
constexpr std::uint64_t kCpuShort = 64;          // elements of a short row at most,
constexpr std::uint64_t kCpuShortBytes = 192;    // and fewer bytes than these
constexpr std::uint64_t kCpuRow = 256;           // of one that has a vector of accumulators of its own
constexpr std::uint64_t kCpuNearBytes = 32768;   // elements of a block of short rows, which the cache keeps

bool costly(const ReducePrograms& programs) {
  return has_costly_function(programs.map) || has_costly_function(programs.next);
}

}  // namespace

unsigned reduce_group(const Traits& traits) {
  const std::uint64_t most =
      std::min({traits.max_local_size, traits.max_local_sizes[0], std::uint64_t{kReduceGroup}});
  return unsigned(std::bit_floor(std::max<std::uint64_t>(most, 1)));
}

std::size_t most_accumulator_bytes(const Traits& traits) {
  if (traits.cpu) return kCpuBlockBytes / kCpuBlockColumns;
  return std::size_t(traits.local_memory / reduce_group(traits));
}

std::size_t accumulator_bytes(const ReducePrograms& programs) {
  std::size_t bytes = 0;
  for (const auto& output : programs.map.outputs) bytes += base::dtype_size(output.dtype);
  return bytes;
}

std::uint64_t column_block(const ReducePrograms& programs) {
  return kCpuBlockBytes / accumulator_bytes(programs) / kCpuBlockColumns * kCpuBlockColumns;
}

std::size_t largest_input(const ReducePrograms& programs) {
  std::size_t bytes = 1;
  for (const auto& in : programs.map.inputs) bytes = std::max(bytes, base::dtype_size(in.dtype));
  return bytes;
}

ReduceLanes reduce_lanes(const ReducePrograms& programs) {
  std::size_t largest = 1;
  for (const auto* side : {&programs.map.inputs, &programs.next.inputs})
    for (const auto& value : *side) largest = std::max(largest, base::dtype_size(value.dtype));
  ReduceLanes lanes;
  lanes.width = std::clamp<std::uint64_t>(std::bit_floor(kCpuSetBytes / accumulator_bytes(programs)), 8, 64);
  lanes.interleave = std::max<std::uint64_t>(lanes.width * largest / 32, 1);
  return lanes;
}

bool reduce_short(const ReducePrograms& programs, std::uint64_t n) {
  // Accumulators that keep a place are few, and so cost more.
  const std::uint64_t most = programs.map.uses_index() ? 2 * kCpuShortBytes : kCpuShortBytes;
  return n <= kCpuShort && n * largest_input(programs) < most;
}

unsigned reduce_row_lanes(const ReducePrograms& programs, std::uint64_t n) {
  // One vector of accumulators, which folds at little cost; not of narrow ones, with which PoCL 3.1 loses a
  // row's last elements (seen with bytes, on a processor with AVX-512).
  if (programs.identity.size() != 1 || programs.map.uses_index() || accumulator_bytes(programs) < 4 ||
      n < 4 || n > kCpuRow)
    return 0;
  return n < 8 ? 4 : 8;
}

std::uint64_t reduce_joined(std::uint64_t columns, std::uint64_t rows) {
  if (columns < 2 || columns >= kCpuFew) return 1;
  const std::uint64_t joined = std::bit_floor(kCpuJoined / columns);
  return rows >= 2 * joined ? joined : 1;
}

bool reduce_alone(const ReducePrograms& programs, const Traits& traits, std::uint64_t outputs,
                  std::uint64_t n, Near near) {
  if (traits.cpu || n > kAlone || outputs < traits.compute_units * unit_items) return false;
  if (near == Near::rows) return n * largest_input(programs) <= kAloneBytes;
  return near == Near::few || n <= kAloneCostly || !(programs.tree || costly(programs));
}

unsigned reduce_width(const ReducePrograms& programs, const ReduceClass& kind) {
  if (!kind.vectors) return 1;
  // More than four accumulator sets a lane would spill.
  return unsigned(std::min<std::size_t>(16 / largest_input(programs), 4));
}

ReduceGeometry reduce_geometry(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits,
                               std::uint64_t rows, std::uint64_t cols, std::uint64_t n, bool may_split) {
  ReduceGeometry g;
  if (traits.cpu) {
    const std::uint64_t items =
        std::clamp<std::uint64_t>(rows * cols * n / 4096, 1, 8 * traits.compute_units);
    if (kind.lanes) {
      g.chunk = n;
      g.share = ceil_div(ceil_div(rows, items), kCpuStreams) * kCpuStreams;
      g.global = std::size_t(ceil_div(rows, g.share));
      return g;
    }
    if (kind.columns) {
      const bool beside = !kind.unit && reduce_short(programs, n);
      std::uint64_t most = column_block(programs);
      if (beside) most = std::min(most, kCpuNearBytes / (n * largest_input(programs)) / 16 * 16);
      const std::uint64_t most_splits = may_split && !beside ? ceil_div(n, kCpuRows) : 1;
      // Narrow ones where rows cannot be shared out among all items.
      if (!beside) most = std::min(most, std::max(ceil_div(rows * cols * most_splits, items), kCpuNarrow));
      // Blocks of about the same width.
      const std::uint64_t width = ceil_div(cols, ceil_div(cols, most));
      g.share = std::min({cols, most, ceil_div(width, 16) * 16});
      const std::uint64_t blocks = ceil_div(cols, g.share) * rows;
      const std::uint64_t wanted = std::min(ceil_div(items, blocks), most_splits);
      g.chunk = ceil_div(n, wanted);
      g.splits = ceil_div(n, g.chunk);
      g.global = std::size_t(blocks * g.splits);
      return g;
    }
    // Where rows are shared out at all, an item gets a share for each of its streams. Long ones always are:
    // a few accumulators should not add up very many elements.
    std::uint64_t wanted = 1;
    if (may_split && items > rows) wanted = std::min(ceil_div(items * kCpuStreams, rows), ceil_div(n, 1024));
    if (may_split) wanted = std::max(wanted, ceil_div(n, kCpuLong));
    const std::uint64_t width = reduce_lanes(programs).width;
    g.chunk = ceil_div(ceil_div(n, wanted), width) * width;
    g.splits = ceil_div(n, g.chunk);
    g.share = ceil_div(rows * g.splits, items);
    if (g.share > kCpuStreams) g.share = ceil_div(g.share, kCpuStreams) * kCpuStreams;
    g.global = std::size_t(ceil_div(rows * g.splits, g.share));
    return g;
  }
  const std::uint64_t v = reduce_width(programs, kind), group = reduce_group(traits);
  // Groups that fill the device; a few more would run alone.
  const std::uint64_t target = 8 * traits.compute_units;
  g.local = std::size_t(group);
  std::uint64_t groups = 0;
  if (kind.alone) {
    // Two outputs an item, one after the other: half the groups to begin.
    g.chunk = n;
    groups = ceil_div(rows, 2 * group);
  } else if (kind.columns) {
    // Wide blocks of single elements: where rows begin anywhere, each block reads a piece of memory that is
    // also its neighbour's (H200: gemv of a transposed matrix of odd rows 8 % faster).
    const std::uint64_t most = v == 1 && cols >= 8 * kWideLanes ? kWideLanes : kColumnLanes;
    g.share = std::min({std::bit_ceil(ceil_div(cols, v)), most, group});
    // Few rows: with fewer columns side by side a group has them all, and one pass is enough.
    const std::uint64_t narrow = std::min<std::uint64_t>(g.share, kNarrowLanes);
    if (n <= kFewRows * (group / narrow) && ceil_div(cols, g.share * v) * rows < target / 8) g.share = narrow;
    const std::uint64_t blocks = ceil_div(cols, g.share * v) * rows, lanes = group / g.share;
    const std::uint64_t wanted = may_split && n > kFewRows * lanes
                                     ? std::clamp<std::uint64_t>(target / blocks, 1, ceil_div(n, 8 * lanes))
                                     : 1;
    g.chunk = ceil_div(n, wanted);
    g.splits = ceil_div(n, g.chunk);
    groups = blocks * g.splits;
  } else {
    // Of costly functions many more even out what remains, where their items still have much to read (H200:
    // logsumexp 14 % faster; sums 0.6 % slower).
    const std::uint64_t filling =
        costly(programs) ? std::clamp(rows * n / (group * kLongItem * v), target, 4 * target) : target;
    g.share = std::min(std::bit_ceil(ceil_div(n, 4 * v)), group);
    // A row alone has no others to share the device with.
    if (rows == 1 && n >= v * group) g.share = group;
    const std::uint64_t slots = group / g.share;
    const std::uint64_t wanted =
        may_split ? std::clamp<std::uint64_t>(filling * slots / rows, 1, ceil_div(n, 8 * v * g.share)) : 1;
    // Whole vectors, so that each split begins at one.
    g.chunk = ceil_div(ceil_div(n, wanted), v * g.share) * v * g.share;
    g.splits = ceil_div(n, g.chunk);
    groups = ceil_div(rows * g.splits, slots);
    g.whole = g.share == group;
  }
  groups =
      std::min({groups, traits.max_groups[0], std::uint64_t{1} << 30});  // the kernel strides over the rest
  g.global = std::size_t(std::max<std::uint64_t>(groups, 1) * group);
  return g;
}

}  // namespace kiln::codegen
