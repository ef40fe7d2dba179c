// SPDX-License-Identifier: Apache-2.0
// Computes how many work-items a reduction has, and what each of them reads.
#include <algorithm>
#include <bit>

#include "base/rounding.hpp"
#include "codegen/fold/reduce_parts.hpp"
#include "codegen/spell/body.hpp"
#include "codegen/tuning/tuning.hpp"

namespace kiln::codegen {

using base::ceil_div;

namespace {

bool costly(const ReducePrograms& programs) {
  return has_costly_function(programs.map) || has_costly_function(programs.next);
}

}  // namespace

unsigned reduce_group(const Traits& traits) {
  const std::uint64_t most = std::min({traits.max_local_size, traits.max_local_sizes[0], traits.tuning->reduce.group});
  return unsigned(std::bit_floor(std::max<std::uint64_t>(most, 1)));
}

std::size_t most_accumulator_bytes(const Traits& traits) {
  const ReduceTuning& tuning = traits.tuning->reduce;
  if (traits.cpu) return std::size_t(tuning.cpu_block_bytes / tuning.cpu_block_step);
  return std::size_t(traits.local_memory / reduce_group(traits));
}

std::size_t accumulator_bytes(const ReducePrograms& programs) {
  std::size_t bytes = 0;
  for (const auto& output : programs.map.outputs) bytes += base::dtype_size(output.dtype);
  return bytes;
}

std::uint64_t column_block(const ReducePrograms& programs, const Traits& traits) {
  const ReduceTuning& tuning = traits.tuning->reduce;
  const std::uint64_t sets = programs.several.outputs.empty() ? 1 : programs.identity.size();
  return sets * tuning.cpu_block_bytes / accumulator_bytes(programs) / tuning.cpu_block_step * tuning.cpu_block_step;
}

int column_vector(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits) {
  if (!traits.cpu || !traits.vectors || !kind.columns || !kind.unit || kind.few || programs.taken || !costly(programs))
    return 0;
  const int width = vector_width(programs.map, true);
  if (!width || has_single_values(programs.next, width)) return 0;
  for (const auto& accumulator : programs.map.outputs)
    if (accumulator.dtype != KILN_FLOAT32 && accumulator.dtype != KILN_FLOAT64) return 0;
  return width;
}

int row_vector(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits) {
  if (!traits.cpu || !traits.vectors || kind.columns || !kind.unit || programs.taken ||
      !has_costly_function(programs.map) || has_costly_function(programs.next))
    return 0;
  // Short rows fill their vectors in part.
  if (kind.lanes && !calls_function(programs.map)) return 0;
  for (const auto& accumulator : programs.map.outputs)
    if (base::is_complex(accumulator.dtype)) return 0;
  return vector_width(programs.map, true, true);
}

bool column_several(const ReducePrograms& programs, int width) {
  return !programs.several.outputs.empty() && !has_single_values(programs.several, width);
}

std::size_t largest_input(const ReducePrograms& programs) {
  std::size_t bytes = 1;
  for (const auto& in : programs.map.inputs) bytes = std::max(bytes, base::dtype_size(in.dtype));
  return bytes;
}

ReduceLanes reduce_lanes(const ReducePrograms& programs, const Traits& traits, std::uint32_t still) {
  std::size_t largest = 1;
  for (std::size_t i = 0; i < programs.map.inputs.size(); ++i)
    if (i >= kMaxStillInputs || !(still >> i & 1))
      largest = std::max(largest, base::dtype_size(programs.map.inputs[i].dtype));
  for (const auto& value : programs.next.inputs) largest = std::max(largest, base::dtype_size(value.dtype));
  ReduceLanes lanes;
  lanes.width = std::clamp<std::uint64_t>(
      std::bit_floor(traits.tuning->reduce.cpu_set_bytes / accumulator_bytes(programs)), 8, 64);
  lanes.interleave = std::max<std::uint64_t>(lanes.width * largest / 32, 1);
  return lanes;
}

bool reduce_short(const ReducePrograms& programs, const Traits& traits, std::uint64_t n) {
  const ReduceTuning& tuning = traits.tuning->reduce;
  // Accumulators that hold an index are wider, so fewer fit a vector, and combining those of one row costs more.
  const std::uint64_t most = (programs.map.uses_index() ? 2 : 1) * tuning.cpu_short_bytes;
  return n <= tuning.cpu_short && n * largest_input(programs) < most;
}

unsigned reduce_row_lanes(const ReducePrograms& programs, const Traits& traits, std::uint64_t n) {
  // Only reductions with one vector of accumulators are reduced so, because that is cheap to combine.
  // Accumulators of fewer than 4 bytes are left out: PoCL 3.1 loses a row's last elements with them (seen with
  // bytes, on a processor with AVX-512).
  if (programs.identity.size() != 1 || programs.map.uses_index() || accumulator_bytes(programs) < 4 || n < 4 ||
      n > traits.tuning->reduce.cpu_lane_row)
    return 0;
  return n < 8 ? 4 : 8;
}

std::uint64_t reduce_joined(const Traits& traits, std::uint64_t columns, std::uint64_t rows) {
  const ReduceTuning& tuning = traits.tuning->reduce;
  if (columns < 2 || columns >= tuning.cpu_few_columns) return 1;
  const std::uint64_t joined = std::bit_floor(tuning.cpu_joined / columns);
  return rows >= 2 * joined ? joined : 1;
}

bool reduce_alone(const ReducePrograms& programs, const Traits& traits, std::uint64_t outputs, std::uint64_t n,
                  Near near) {
  const ReduceTuning& tuning = traits.tuning->reduce;
  if (traits.cpu || n > tuning.alone || outputs < traits.compute_units * traits.tuning->device.unit_items) return false;
  if (near == Near::rows) return n * largest_input(programs) <= tuning.alone_bytes;
  return near == Near::few || n <= tuning.alone_costly || !(programs.tree || costly(programs));
}

unsigned reduce_width(const ReducePrograms& programs, const ReduceClass& kind) {
  if (!kind.vectors) return 1;
  // More than four sets of accumulators in a work-item would be spilled from registers.
  return unsigned(std::min<std::size_t>(16 / largest_input(programs), 4));
}

namespace {

// Returns how many columns a block has if one kernel that reduces whole columns is faster than two: one that reduces
// parts of columns, and one that combines the parts. Otherwise returns 0. Cores with more elements than in four times
// of a second launch always take two, as parts are shared better where another program disturbs a core.
std::uint64_t whole_columns(const Traits& traits, std::uint64_t rows, std::uint64_t cols, std::uint64_t n,
                            std::uint64_t most) {
  const ReduceTuning& tuning = traits.tuning->reduce;
  const std::uint64_t units = traits.compute_units, each = ceil_div(rows * cols * n, units);
  const std::uint64_t share =
      std::min({cols, most,
                std::max(base::round_up(ceil_div(rows * cols, units), std::uint64_t{16}), tuning.cpu_least_columns)});
  const std::uint64_t time = ceil_div(ceil_div(cols, share) * rows, units) * share * n;
  const bool few = n <= tuning.cpu_whole && each <= 4 * tuning.cpu_second;
  return few && time <= each + tuning.cpu_second ? share : 0;
}

ReduceGeometry cpu_geometry(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits,
                            std::uint64_t rows, std::uint64_t cols, std::uint64_t n, bool may_split) {
  ReduceGeometry g;
  const ReduceTuning& tuning = traits.tuning->reduce;
  const std::uint64_t items = cpu_items(traits, rows * cols * n);
  if (kind.lanes) {
    g.chunk = n;
    g.share = ceil_div(ceil_div(rows, items), kCpuStreams) * kCpuStreams;
    g.global = std::size_t(ceil_div(rows, g.share));
    return g;
  }
  if (kind.columns) {
    const bool beside = !kind.unit && reduce_short(programs, traits, n);
    std::uint64_t most = column_block(programs, traits);
    if (beside) most = std::min(most, tuning.cpu_near_bytes / (n * largest_input(programs)) / 16 * 16);
    if (const std::uint64_t share = beside ? 0 : whole_columns(traits, rows, cols, n, most)) {
      g.share = share;
      g.chunk = n;
      g.global = std::size_t(ceil_div(cols, share) * rows);
      return g;
    }
    const std::uint64_t most_splits = may_split && !beside ? ceil_div(n, tuning.cpu_least_rows) : 1;
    // Blocks have fewer columns if the rows alone are not enough for all items.
    if (!beside) most = std::min(most, std::max(ceil_div(rows * cols * most_splits, items), tuning.cpu_least_columns));
    // All blocks have about the same number of columns.
    const std::uint64_t width = ceil_div(cols, ceil_div(cols, most));
    g.share = std::min({cols, most, ceil_div(width, 16) * 16});
    const std::uint64_t blocks = ceil_div(cols, g.share) * rows;
    const std::uint64_t wanted = std::min(ceil_div(items, blocks), most_splits);
    g.chunk = ceil_div(n, wanted);
    g.splits = ceil_div(n, g.chunk);
    g.global = std::size_t(blocks * g.splits);
    return g;
  }
  // If rows are split at all, an item gets a range for each of its streams. Long rows are always split: a few
  // accumulators should not add up very many elements.
  std::uint64_t wanted = 1;
  if (may_split && items > rows)
    wanted = std::min(ceil_div(items * kCpuStreams, rows), ceil_div(n, tuning.cpu_least_range));
  if (may_split) wanted = std::max(wanted, ceil_div(n, tuning.cpu_long));
  const std::uint64_t width = reduce_lanes(programs, traits).width;
  g.chunk = ceil_div(ceil_div(n, wanted), width) * width;
  g.splits = ceil_div(n, g.chunk);
  g.share = ceil_div(rows * g.splits, items);
  if (g.share > kCpuStreams) g.share = ceil_div(g.share, kCpuStreams) * kCpuStreams;
  g.global = std::size_t(ceil_div(rows * g.splits, g.share));
  return g;
}

ReduceGeometry many_geometry(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits,
                             std::uint64_t rows, std::uint64_t cols, std::uint64_t n, bool may_split) {
  ReduceGeometry g;
  const std::uint64_t v = reduce_width(programs, kind), group = reduce_group(traits);
  const ReduceTuning& tuning = traits.tuning->reduce;
  const std::uint64_t target = traits.tuning->device.unit_groups * traits.compute_units;
  g.local = std::size_t(group);
  std::uint64_t groups = 0;
  if (kind.alone) {
    // An item has two outputs, one after the other, so half the groups suffice.
    g.chunk = n;
    groups = ceil_div(rows, 2 * group);
  } else if (kind.columns) {
    g.share = std::min({std::bit_ceil(ceil_div(cols, v)), tuning.column_lanes, group});
    // If there are few rows, a group with fewer columns side by side has all of them, and one pass is enough.
    const std::uint64_t lanes_each = std::min(g.share, tuning.least_lanes);
    if (n <= tuning.few_rows * (group / lanes_each) && ceil_div(cols, g.share * v) * rows < target / 8)
      g.share = lanes_each;
    const std::uint64_t blocks = ceil_div(cols, g.share * v) * rows, lanes = group / g.share;
    const std::uint64_t wanted = may_split && n > tuning.few_rows * lanes
                                     ? std::clamp<std::uint64_t>(target / blocks, 1, ceil_div(n, 8 * lanes))
                                     : 1;
    g.chunk = ceil_div(n, wanted);
    g.splits = ceil_div(n, g.chunk);
    groups = blocks * g.splits;
  } else {
    const std::uint64_t filling =
        costly(programs) ? std::clamp(rows * n / (group * tuning.long_item * v), target, tuning.costly_groups * target)
                         : target;
    g.share = std::min(std::bit_ceil(ceil_div(n, 4 * v)), group);
    // If there is a single row, all work-items of a group work on it.
    if (rows == 1 && n >= v * group) g.share = group;
    const std::uint64_t slots = group / g.share;
    const std::uint64_t wanted =
        may_split ? std::clamp<std::uint64_t>(filling * slots / rows, 1, ceil_div(n, 8 * v * g.share)) : 1;
    // Splits have whole vectors, so that each begins at one.
    g.chunk = ceil_div(ceil_div(n, wanted), v * g.share) * v * g.share;
    g.splits = ceil_div(n, g.chunk);
    groups = ceil_div(rows * g.splits, slots);
    g.whole = g.share == group;
  }
  groups = std::min({groups, traits.max_groups[0], std::uint64_t{1} << 30});  // the kernel loops if there are more
  g.global = std::size_t(std::max<std::uint64_t>(groups, 1) * group);
  return g;
}

}  // namespace

ReduceGeometry reduce_geometry(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits,
                               std::uint64_t rows, std::uint64_t cols, std::uint64_t n, bool may_split) {
  return traits.cpu ? cpu_geometry(programs, kind, traits, rows, cols, n, may_split)
                    : many_geometry(programs, kind, traits, rows, cols, n, may_split);
}

}  // namespace kiln::codegen
