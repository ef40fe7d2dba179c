// SPDX-License-Identifier: Apache-2.0
// Finds the distinct elements of few, and what is asked about them, in one launch.
#include <algorithm>
#include <bit>

#include "array/elementwise/parts.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/host_number.hpp"
#include "array/order/sort_sets.hpp"

namespace kiln::array {

namespace {

constexpr std::uint32_t kWriteIndices = 1, kWriteInverse = 2, kWriteCounts = 4;  // bits of `mode` of sort_sets.cl

std::size_t group_items(const codegen::Traits& traits, const runtime::Kernel& kernel) {
  const std::uint64_t most =
      std::min({traits.max_local_size, traits.max_local_sizes[0], kernel.info.max_local_size, std::uint64_t{1024}});
  return std::size_t(std::bit_floor(std::max<std::uint64_t>(most, codegen::kDistinctBlock)));
}

}  // namespace

bool FewDistinct::takes(std::int64_t n) const {
  return kernels_.tuning().few && n <= std::int64_t(kernels_.sizes().distinct) &&
         fits_local_memory(kernels_.context(), kernel());
}

UniqueResults FewDistinct::find(const Array& source, const Array* other, unsigned kept, bool indices, bool inverse,
                                bool counts, Array* into) const {
  runtime::Context& context = kernels_.context();
  const char* const operation = kernels_.operation();
  const bool cpu = kernels_.traits().cpu;
  const std::int64_t n = source.size(), m = other ? other->size() : 0;
  const auto room = [&](bool wanted) { return wanted ? empty(context, KILN_INT64, Dims{n}, operation) : Ref<Array>(); };
  const bool direct = takes_packed(into, kernels_.dtype(), {&source, other}) && into->size() > 0;
  UniqueResults made{target(context, into, direct, kernels_.dtype(), Dims{n + m}, operation), room(indices),
                     room(inverse), room(counts)};
  HostNumber found(context, operation);
  const auto or_found = [&](const Ref<Array>& array) -> Array& { return array ? *array : found.array(); };
  // The hash table has so many slots that collisions are few.
  const auto slots = std::min(4 * std::uint64_t(n + m), 2 * kernels_.sizes().distinct);
  const int bits = int(std::bit_width(slots - 1));
  const runtime::Kernel& sets = kernel();
  // On GPUs a group is as large as it can be, since each puts all elements into its table.
  const std::size_t group = cpu ? 1 : group_items(kernels_.traits(), sets);
  const std::size_t groups = cpu ? 1 : base::ceil_div(std::size_t(n + m), codegen::kDistinctBlock);
  // An array without elements may have no memory, so the other one is passed for it.
  launch_kernel(context, sets,
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
                    .key = kernels_.key()},
                {groups * group}, {group}, operation);
  const std::int64_t count = found.wait();
  if (direct) check_destination(context, into, Dims{count}, operation);
  for (Ref<Array>* const each : {&made.values, &made.indices, &made.counts})
    if (*each && each->get() != into) *each = view(**each, part((*each)->layout(), 0, 0, count), true);
  return made;
}

}  // namespace kiln::array
