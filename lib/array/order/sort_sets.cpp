// SPDX-License-Identifier: Apache-2.0
// Few elements: the distinct ones, and what is known of them, in one launch.
#include <algorithm>
#include <bit>

#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/parts.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/host_number.hpp"
#include "array/order/sort_run.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

namespace {

constexpr std::uint32_t kWriteIndices = 1, kWriteInverse = 2, kWriteCounts = 4;  // of sort_sets.cl

}  // namespace

bool SortRunner::few(std::int64_t n) const { return tuning_.few && n <= std::int64_t(sizes_.row); }

bool SortRunner::few_distinct(std::int64_t n) {
  return tuning_.few && n <= std::int64_t(sizes_.distinct) && fits_local_memory(context_, sets_kernel());
}

const runtime::Kernel& SortRunner::sets_kernel() {
  kind_.wide = 0;
  return kernel(codegen::SortPart::sets, "sort_sets");
}

std::size_t SortRunner::distinct_items(const runtime::Kernel& kernel) const {
  const std::uint64_t most =
      std::min({traits_.max_local_size, traits_.max_local_sizes[0], kernel.info.max_local_size, std::uint64_t{1024}});
  return std::size_t(std::bit_floor(std::max<std::uint64_t>(most, codegen::kDistinctBlock)));
}

bool SortRunner::near(std::int64_t n, std::int64_t count) const {
  return few(n) && sizes_.group > 1 && count >= tuning_.near_values * n;
}

std::size_t SortRunner::near_items(std::int64_t count) const {
  const auto most = std::min<std::int64_t>(std::int64_t(std::min<std::uint64_t>(traits_.max_groups[0], 1 << 30)),
                                           tuning_.gpu_groups * std::int64_t(traits_.compute_units));
  const std::int64_t groups = std::min(base::ceil_div(count, tuning_.near_each * std::int64_t(sizes_.group)), most);
  return std::size_t(groups) * sizes_.group;
}

UniqueResults SortRunner::distinct(const Array& source, const Array* other, unsigned kept, bool indices, bool inverse,
                                   bool counts, Array* into) {
  const std::int64_t n = source.size(), m = other ? other->size() : 0;
  const auto room = [&](bool wanted) {
    return wanted ? empty(context_, KILN_INT64, Dims{n}, operation_) : Ref<Array>();
  };
  const bool direct = takes_packed(into, dtype_, {&source, other}) && into->size() > 0;
  UniqueResults made{target(context_, into, direct, dtype_, Dims{n + m}, operation_), room(indices), room(inverse),
                     room(counts)};
  HostNumber found(context_, operation_);
  const auto or_found = [&](const Ref<Array>& array) -> Array& { return array ? *array : found.array(); };
  // A table with few collisions.
  const auto slots = std::min(4 * std::uint64_t(n + m), 2 * sizes_.distinct);
  const int bits = int(std::bit_width(slots - 1));
  const runtime::Kernel& sets = sets_kernel();
  // On GPUs an item for each element, if a group can have so many.
  const std::size_t group = traits_.cpu ? 1 : distinct_items(sets);
  const std::size_t groups = traits_.cpu ? 1 : base::ceil_div(std::size_t(n + m), codegen::kDistinctBlock);
  // Arrays without elements may have no memory.
  launch_kernel(context_, sets,
                kernels::SortSets{
                    .first = reads(n > 0 ? source : *other),
                    .second = reads(m > 0 ? *other : source),
                    .distinct = writes(*made.values),
                    .places = writes(or_found(made.indices)),
                    .inverse = writes(or_found(made.inverse)),
                    .counts = writes(or_found(made.counts)),
                    .found = writes(found.array()),
                    .n = std::uint32_t(n),
                    .m = std::uint32_t(m),
                    .bits = std::uint32_t(bits),
                    .rule = std::uint32_t(kept),
                    .mode = (indices ? kWriteIndices : 0) | (inverse ? kWriteInverse : 0) | (counts ? kWriteCounts : 0),
                    .expected = std::int32_t(direct ? into->size() : -1),
                    .key = key()},
                {groups * group}, {group}, operation_);
  const std::int64_t count = found.wait();
  if (direct) check_destination(context_, into, Dims{count}, operation_);
  for (Ref<Array>* const each : {&made.values, &made.indices, &made.counts})
    if (*each && each->get() != into) *each = view(**each, part((*each)->layout(), 0, 0, count), true);
  return made;
}

bool SortRunner::among_few(const Array& values, const Array& wanted, bool invert, Array& flags) {
  const std::int64_t n = values.size(), count = wanted.size();
  // Comparisons, as of sort_ranks.cl; a group for each few elements costs more than looking for many in
  // order.
  if (traits_.cpu || !few(n) || sizes_.group < 8 || count > tuning_.among_values ||
      count * n > std::int64_t(traits_.compute_units) * tuning_.among_each)
    return false;
  launch_items(kernel(codegen::SortPart::places, "among_few"),
               kernels::AmongFew{.values = reads(values),
                                 .wanted = reads(wanted),
                                 .flags = writes(flags),
                                 .n = std::uint32_t(n),
                                 .count = std::uint32_t(count),
                                 .invert = std::uint32_t(invert),
                                 .key = key()},
               items(8 * count));
  return true;
}

}  // namespace kiln::array
