// SPDX-License-Identifier: Apache-2.0
// gpuarray/kernel.h: kernels with room for their arguments, and the choice of their geometry.
#include <gpuarray/kernel.h>

#include <algorithm>

#include "compat/array/array_struct.hpp"
#include "compat/schedule.hpp"

using namespace kiln::compat;

namespace kiln::compat {

void schedule(const Limits& limits, std::size_t count, std::size_t* groups, std::size_t* local) noexcept {
  constexpr std::size_t kMostLocal = 512, kGroupsPerProcessor = 32;
  const std::size_t step = std::max<std::size_t>(limits.preferred_local, 1);
  const std::size_t most_local = std::clamp<std::size_t>(limits.most_local, 1, kMostLocal);
  const std::size_t most_groups = std::max<std::size_t>(limits.processors, 1) * kGroupsPerProcessor;
  const auto pieces = [](std::size_t all, std::size_t of) { return all == 0 ? 1 : (all - 1) / of + 1; };
  if (*local == 0) {
    if (*groups == 0) {
      // Groups are small as long as there are not too many of them.
      *groups = std::min(pieces(count, std::min(step, most_local)), most_groups);
    }
    // The local size is a multiple of the preferred one if the limit allows that.
    *local = std::min(pieces(pieces(count, *groups), step) * step, most_local);
  } else if (*groups == 0) {
    *groups = std::min(pieces(count, *local), most_groups);
  }
}

void schedule_chunks(const Limits& limits, std::size_t count, std::size_t* groups, std::size_t* local) noexcept {
  // A few groups for each processor even out differences in speed. A group for fewer elements costs more than
  // it gains.
  constexpr std::size_t kGroupsPerProcessor = 4, kLeastElements = 4096;
  *groups = std::clamp<std::size_t>(count / kLeastElements, 1,
                                    std::max<std::size_t>(limits.processors, 1) * kGroupsPerProcessor);
  *local = 1;
}

Limits limits_of(const gpukernel& kernel) noexcept {
  return {std::size_t(kernel.properties.max_local_size), std::size_t(kernel.properties.preferred_multiple),
          std::size_t(kernel.context->properties.compute_units)};
}

}  // namespace kiln::compat

extern "C" {

int GpuKernel_init(GpuKernel* k, gpucontext* ctx, unsigned int count, const char** strs, const size_t* lens,
                   const char* name, unsigned int argcount, const int* types, int flags, char** err_str) {
  if (err_str) *err_str = nullptr;
  if (!k) return note_failure(ctx, GA_VALUE_ERROR, "GpuKernel_init: k is NULL");
  *k = {};
  int code = GA_NO_ERROR;
  k->args = static_cast<void**>(std::calloc(std::max(argcount, 1u), sizeof(void*)));
  if (!k->args) return note_failure(ctx, GA_MEMORY_ERROR, "GpuKernel_init: no host memory for the arguments");
  k->k = gpukernel_init(ctx, count, strs, lens, name, argcount, types, flags, &code, err_str);
  if (k->k) return GA_NO_ERROR;
  GpuKernel_clear(k);
  return code;
}

void GpuKernel_clear(GpuKernel* k) {
  if (!k) return;
  if (k->k) gpukernel_release(k->k);
  std::free(k->args);
  *k = {};
}

gpucontext* GpuKernel_context(GpuKernel* k) { return k ? context_of(k->k) : nullptr; }

int GpuKernel_setarg(GpuKernel* k, unsigned int i, void* val) {
  if (!k || !k->k) return note_failure(nullptr, GA_INVALID_ERROR, "GpuKernel_setarg: k is no kernel");
  return gpukernel_setarg(k->k, i, val);
}

int GpuKernel_sched(GpuKernel* k, size_t n, size_t* gs, size_t* ls) {
  const char* op = __func__;
  return guard(k ? context_of(k->k) : nullptr, [&] {
    if (!k || !k->k) fail(GA_INVALID_ERROR, "{}: k is no kernel", op);
    require(gs, op, "gs");
    require(ls, op, "ls");
    schedule(limits_of(*k->k), n, gs, ls);
  });
}

int GpuKernel_call(GpuKernel* k, unsigned int n, const size_t* gs, const size_t* ls, size_t shared, void** args) {
  if (!k || !k->k) return note_failure(nullptr, GA_INVALID_ERROR, "GpuKernel_call: k is no kernel");
  return gpukernel_call(k->k, n, gs, ls, shared, args);
}

const char* GpuKernel_error(const GpuKernel* k, int err) {
  return gpucontext_error(k ? context_of(k->k) : nullptr, err);
}

}  // extern "C"
