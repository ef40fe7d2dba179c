// SPDX-License-Identifier: Apache-2.0
// Kernel launches: geometry, argument packing, dynamic shared memory. A successful launch allocates nothing here.
#include <algorithm>
#include <bit>

#include "base/text.hpp"
#include "cuda/context.hpp"

namespace kiln::cuda {
namespace {

using base::fail;

struct Geometry {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
};

// The arguments in the form of cuLaunchKernel: a pointer to each value. Local arguments become byte offsets
// into the dynamic shared memory.
struct Packed {
  void* pointers[kMaxArguments];
  union Slot {
    CUdeviceptr pointer;
    unsigned offset;
  } slots[kMaxArguments];
  std::size_t shared = 0;
};

constexpr std::size_t kPreferredThreads = 256;

// Proposes a block of powers of two. In several dimensions x gets up to a warp's width, then y and z get
// theirs, and x gets what is left.
void propose_block(const backend::Launch& launch, const Kernel& kernel, const backend::DeviceProperties& device,
                   std::size_t block[3]) {
  std::size_t budget = std::bit_floor(std::min<std::size_t>(kPreferredThreads, kernel.max_threads));
  block[0] = block[1] = block[2] = 1;
  const auto grow = [&](unsigned axis, std::size_t most) {
    most = std::min<std::size_t>({most, std::bit_ceil(launch.global[axis]), device.max_local_sizes[axis]});
    while (budget > 1 && block[axis] * 2 <= most) {
      block[axis] *= 2;
      budget /= 2;
    }
  };
  if (launch.dims > 1) grow(0, 32);
  for (unsigned axis = 1; axis < launch.dims; ++axis) grow(axis, launch.dims == 3 ? 4 : kPreferredThreads);
  grow(0, kPreferredThreads);
}

[[noreturn]] void fail_groups(const Kernel& kernel, unsigned axis, std::size_t groups, std::uint64_t most) {
  fail(KILN_INVALID_ARGUMENT, "'{}': {} groups in dimension {}, the device takes at most {}", kernel.name, groups, axis,
       most);
}

Geometry plan(const backend::Launch& launch, const Kernel& kernel, const backend::DeviceProperties& device) {
  if (launch.dims < 1 || launch.dims > 3)
    fail(KILN_INVALID_ARGUMENT, "'{}': {} dimensions, expected 1 to 3", kernel.name, launch.dims);
  const bool proposed = launch.local[0] == 0;
  std::size_t block[3] = {1, 1, 1};
  if (proposed)
    propose_block(launch, kernel, device, block);
  else
    std::copy_n(launch.local, launch.dims, block);
  Geometry geometry;
  std::size_t threads = 1;
  for (unsigned axis = 0; axis < launch.dims; ++axis) {
    const std::size_t local = block[axis];
    const std::size_t global = launch.global[axis];
    if (local == 0 || (!proposed && global % local != 0))
      fail(KILN_INVALID_ARGUMENT, "'{}': global size {} in dimension {} is no multiple of local size {}", kernel.name,
           global, axis, local);
    if (local > device.max_local_sizes[axis])
      fail(KILN_INVALID_ARGUMENT, "'{}': local size {} in dimension {}, the device takes at most {}", kernel.name,
           local, axis, device.max_local_sizes[axis]);
    const std::size_t groups = global / local + (global % local != 0);
    if (groups > device.max_groups[axis]) fail_groups(kernel, axis, groups, device.max_groups[axis]);
    threads *= local;
    geometry.block[axis] = static_cast<unsigned>(local);
    geometry.grid[axis] = static_cast<unsigned>(groups);
  }
  if (threads > kernel.max_threads)
    fail(KILN_INVALID_ARGUMENT, "'{}': groups of {}, the kernel takes at most {}", kernel.name,
         base::plural(threads, "work-item"), kernel.max_threads);
  return geometry;
}

// The driver reads as many bytes as the kernel declares, whatever was passed. If it tells the sizes, a
// mismatch is caught here.
void check_size(const Kernel& kernel, std::size_t index, std::size_t size) {
  if (kernel.parameters_known && size != kernel.parameter_sizes[index]) [[unlikely]]
    fail(KILN_INVALID_ARGUMENT, "'{}': argument {} has {}, the kernel declares {}", kernel.name, index,
         base::plural(size, "byte"), kernel.parameter_sizes[index]);
}

void pack(const backend::Launch& launch, const Kernel& kernel, Packed& packed) {
  const std::size_t count = launch.argument_count;
  packed.shared = (std::min<std::size_t>(launch.dynamic_local, UINT32_MAX) + 15) & ~std::size_t{15};
  if (count > kMaxArguments)
    fail(KILN_UNSUPPORTED, "'{}': {} arguments, at most {} are possible", kernel.name, count, kMaxArguments);
  if (kernel.parameters_known && count != kernel.parameter_count)
    fail(KILN_INVALID_ARGUMENT, "'{}': {}, the kernel declares {}", kernel.name, base::plural(count, "argument"),
         kernel.parameter_count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& argument = launch.arguments[i];
    switch (argument.kind) {
      case backend::Argument::Kind::memory:
        check_size(kernel, i, sizeof(CUdeviceptr));
        packed.slots[i].pointer = argument.memory ? as_memory(argument.memory).pointer + argument.offset : 0;
        packed.pointers[i] = &packed.slots[i].pointer;
        break;
      case backend::Argument::Kind::value:
        check_size(kernel, i, argument.size);
        packed.pointers[i] = const_cast<void*>(argument.value);  // the driver only reads it
        break;
      case backend::Argument::Kind::local:
        check_size(kernel, i, sizeof(unsigned));
        packed.slots[i].offset = static_cast<unsigned>(packed.shared);
        packed.pointers[i] = &packed.slots[i].offset;
        // Each size is limited, so the sum cannot wrap. allow_shared() compares it with what the device has.
        packed.shared += (std::min<std::size_t>(argument.size, UINT32_MAX / kMaxArguments) + 15) & ~std::size_t{15};
        break;
    }
  }
}

// The driver must be told before a function may use more than 48 KiB of shared memory, the default. It is told
// the most that is available, so that one call suffices.
void allow_shared(const DriverApi& api, Kernel& kernel, std::size_t shared, std::uint64_t available) {
  if (shared <= kernel.dynamic_limit.load(std::memory_order_relaxed)) return;
  if (shared + kernel.static_shared > available)
    fail(KILN_INVALID_ARGUMENT, "'{}': {} of local memory a group ({} of them static), the device has {}", kernel.name,
         base::plural(shared + kernel.static_shared, "byte"), kernel.static_shared, available);
  const auto most = static_cast<unsigned>(available - kernel.static_shared);
  KILN_CUDA(api, cuFuncSetAttribute, kernel.function, kFunctionMaxDynamicSharedSizeBytes, static_cast<int>(most));
  kernel.dynamic_limit.store(most, std::memory_order_relaxed);
}

}  // namespace

void CudaContext::kernel_launch(backend::QueueHandle queue, backend::KernelHandle handle,
                                const backend::Launch& launch) {
  Kernel& kernel = as_kernel(handle);
  const Geometry geometry = plan(launch, kernel, properties_);
  Packed packed;
  pack(launch, kernel, packed);
  const Current current(*this, "kernel_launch");
  allow_shared(api(), kernel, packed.shared, properties_.local_memory);
  const CUresult result = api().cuLaunchKernel(
      kernel.function, geometry.grid[0], geometry.grid[1], geometry.grid[2], geometry.block[0], geometry.block[1],
      geometry.block[2], static_cast<unsigned>(packed.shared), as_queue(queue).stream, packed.pointers, nullptr);
  if (result != kSuccess) [[unlikely]]
    raise(api(), "cuLaunchKernel", result, status_of(result), fmt::format("kernel '{}'", base::excerpt(kernel.name)));
}

}  // namespace kiln::cuda
