// SPDX-License-Identifier: Apache-2.0
// Work-group sizes of users' kernels: checks the sizes that were given, and chooses some where none were given.

#include "array/user_kernel/kernel.hpp"
#include "base/checked.hpp"
#include "runtime/context/checks.hpp"

namespace kiln::array {

namespace {

constexpr std::uint64_t kGroupItems = 256;  // enough to hide latency on GPUs and to amortise a group on CPUs

struct Limits {
  std::uint64_t items;    // the most work-items of one group
  std::uint64_t each[3];  // the most work-items of a group along each dimension
};

Limits limits_of(const backend::DeviceProperties& device, const backend::KernelInfo& kernel) {
  Limits limits;
  limits.items = std::max<std::uint64_t>(1, std::min(device.max_local_size, kernel.max_local_size));
  for (int i = 0; i < 3; ++i) limits.each[i] = std::max<std::uint64_t>(1, device.max_local_sizes[i]);
  return limits;
}

std::uint64_t round_up_to_power_of_two(std::uint64_t value) {
  std::uint64_t power = 1;
  while (power < value && power < kGroupItems) power *= 2;
  return power;
}

std::uint64_t largest_divisor(std::uint64_t value, std::uint64_t limit) {
  for (std::uint64_t d = std::min(value, limit); d > 1; --d)
    if (value % d == 0) return d;
  return 1;
}

// One CPU thread runs a whole group as a loop. A divisor of the global size needs no rounding up; if there is
// none of reasonable size, the global size is rounded up.
std::uint64_t propose_cpu(std::uint64_t global, std::uint64_t limit) {
  const std::uint64_t best = std::min(global, limit);
  const std::uint64_t divisor = largest_divisor(global, limit);
  return divisor * 4 >= best ? divisor : best;
}

// The first dimension is contiguous in memory: it gets the kernel's preferred multiple of work-items. The other
// dimensions then fill the group.
void propose_gpu(const Limits& limits, std::uint64_t multiple, std::span<const std::size_t> global,
                 std::size_t* local) {
  std::uint64_t items = std::min(kGroupItems, limits.items);
  if (items >= multiple) items -= items % multiple;
  if (global.size() == 1) {
    std::uint64_t needed = std::min<std::uint64_t>(global[0], items);
    if (multiple > 1 && items >= multiple) needed = (needed + multiple - 1) / multiple * multiple;
    local[0] = std::size_t(std::min({needed, items, limits.each[0]}));
    return;
  }
  const std::uint64_t first = std::min(std::max<std::uint64_t>(multiple, 1), items);
  for (std::size_t i = 0; i < global.size(); ++i) {
    const std::uint64_t room = i == 0 ? first : items;
    local[i] = std::size_t(std::min({round_up_to_power_of_two(global[i]), room, limits.each[i]}));
    items = std::max<std::uint64_t>(1, items / local[i]);
  }
}

void check_given(const Limits& limits, std::span<const std::size_t> global, std::span<const std::size_t> local,
                 const char* operation) {
  std::uint64_t items = 1;
  for (std::size_t i = 0; i < local.size(); ++i) {
    if (local[i] == 0 || local[i] > limits.each[i])
      fail(KILN_INVALID_ARGUMENT, "{}: local[{}] is {}, expected 1 to {}", operation, i, local[i], limits.each[i]);
    if (global[i] % local[i] != 0)
      fail(KILN_INVALID_ARGUMENT, "{}: global[{}] is {}, expected a multiple of local[{}] = {}", operation, i,
           global[i], i, local[i]);
    items = base::checked_mul<std::uint64_t>(items, local[i], operation);
  }
  if (items > limits.items)
    fail(KILN_INVALID_ARGUMENT, "{}: groups of {} work-items, expected at most {} for this kernel", operation, items,
         limits.items);
}

}  // namespace

void choose_geometry(const backend::DeviceProperties& device, const backend::KernelInfo& kernel,
                     std::span<const std::size_t> global, std::span<const std::size_t> local, backend::Launch& launch,
                     const char* operation) {
  const Limits limits = limits_of(device, kernel);
  launch.dims = unsigned(global.size());
  std::fill_n(launch.local, 3, std::size_t(1));
  std::fill_n(launch.global, 3, std::size_t(1));
  if (!local.empty()) {
    check_given(limits, global, local, operation);
    std::copy(local.begin(), local.end(), launch.local);
  } else if (device.info.kind == backend::DeviceKind::cpu) {
    launch.local[0] = std::size_t(propose_cpu(global[0], std::min({kGroupItems, limits.items, limits.each[0]})));
  } else {
    propose_gpu(limits, std::max<std::uint64_t>(1, kernel.preferred_multiple), global, launch.local);
  }
  for (std::size_t i = 0; i < global.size(); ++i) {
    const std::size_t rest = global[i] % launch.local[i];
    const std::size_t more = rest ? launch.local[i] - rest : 0;
    if (more > SIZE_MAX - global[i])
      fail(KILN_INVALID_ARGUMENT, "{}: global[{}] is {}, which groups of {} do not cover", operation, i, global[i],
           launch.local[i]);
    launch.global[i] = global[i] + more;
  }
  runtime::check_groups(device, launch, operation);
}

}  // namespace kiln::array
