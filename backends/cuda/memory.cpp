// SPDX-License-Identifier: Apache-2.0
// Device and pinned memory, transfers, copies and fills. Pinned memory lies in the one address space of host
// and device, so copies and launches use it like device memory.
#include <algorithm>
#include <cstring>
#include <memory>

#include "base/plugin/driver_support.hpp"
#include "base/text.hpp"
#include "cuda/context.hpp"

namespace kiln::cuda {
namespace {

constexpr std::size_t kFillHead = 4096;

CUdeviceptr address(const void* host) { return static_cast<CUdeviceptr>(reinterpret_cast<std::uintptr_t>(host)); }

template <class T>
T load(const void* pattern) {
  T value;
  std::memcpy(&value, pattern, sizeof value);
  return value;
}

}  // namespace

backend::MemoryInfo CudaContext::memory_info() {
  const Current current(*this, "memory_info");
  std::size_t free = 0;
  std::size_t total = 0;
  KILN_CUDA(api(), cuMemGetInfo, &free, &total);
  return {total, free, true};
}

backend::MemoryHandle CudaContext::memory_allocate(std::size_t bytes, backend::MemoryKind kind) {
  const Current current(*this, "memory_allocate");
  auto memory = std::make_unique<Memory>();
  memory->bytes = bytes;
  if (kind == backend::MemoryKind::device) {
    const CUresult result = api().cuMemAlloc(&memory->pointer, bytes);
    if (result != kSuccess)
      raise(api(), "cuMemAlloc", result, status_of(result), fmt::format("asked for {}", base::plural(bytes, "byte")));
  } else {
    const CUresult result = api().cuMemHostAlloc(&memory->host, bytes, kHostAllocPortable | kHostAllocDeviceMap);
    if (result != kSuccess)
      raise(api(), "cuMemHostAlloc", result, result == kErrorOutOfMemory ? KILN_OUT_OF_HOST_MEMORY : status_of(result),
            fmt::format("asked for {} of pinned host memory", base::plural(bytes, "byte")));
    memory->pointer = address(memory->host);
  }
  return reinterpret_cast<backend::MemoryHandle>(memory.release());
}

void CudaContext::memory_free(backend::MemoryHandle handle) noexcept {
  if (!handle) return;
  const std::unique_ptr<Memory> memory(&as_memory(handle));
  const Current current(*this);
  if (!current.ok()) return;
  if (memory->origin == Memory::Origin::foreign) return;
  if (memory->origin == Memory::Origin::imported)
    api().cuIpcCloseMemHandle(memory->pointer);
  else if (memory->host)
    api().cuMemFreeHost(memory->host);
  else
    api().cuMemFree(memory->pointer);
}

void* CudaContext::memory_host_pointer(backend::MemoryHandle memory) noexcept { return as_memory(memory).host; }

std::uintptr_t CudaContext::memory_native(backend::MemoryHandle memory) noexcept {
  return static_cast<std::uintptr_t>(as_memory(memory).pointer);
}

void CudaContext::memory_write(backend::QueueHandle queue, backend::MemoryHandle to, std::size_t to_offset,
                               const void* from, std::size_t bytes, bool block) {
  const Current current(*this, "memory_write");
  const CUstream stream = as_queue(queue).stream;
  const Memory& memory = as_memory(to);
  base::check_range(memory.bytes, to_offset, bytes, "memory_write");
  if (memory.host)
    KILN_CUDA(api(), cuMemcpyAsync, memory.pointer + to_offset, address(from), bytes, stream);
  else
    KILN_CUDA(api(), cuMemcpyHtoDAsync, memory.pointer + to_offset, from, bytes, stream);
  if (block) KILN_CUDA(api(), cuStreamSynchronize, stream);
}

void CudaContext::memory_read(backend::QueueHandle queue, backend::MemoryHandle from, std::size_t from_offset, void* to,
                              std::size_t bytes, bool block) {
  const Current current(*this, "memory_read");
  const CUstream stream = as_queue(queue).stream;
  const Memory& memory = as_memory(from);
  base::check_range(memory.bytes, from_offset, bytes, "memory_read");
  if (memory.host)
    KILN_CUDA(api(), cuMemcpyAsync, address(to), memory.pointer + from_offset, bytes, stream);
  else
    KILN_CUDA(api(), cuMemcpyDtoHAsync, to, memory.pointer + from_offset, bytes, stream);
  if (block) KILN_CUDA(api(), cuStreamSynchronize, stream);
}

void CudaContext::memory_copy(backend::QueueHandle queue, backend::MemoryHandle to, std::size_t to_offset,
                              backend::MemoryHandle from, std::size_t from_offset, std::size_t bytes) {
  const Current current(*this, "memory_copy");
  const Memory& target = as_memory(to);
  const Memory& source = as_memory(from);
  base::check_range(target.bytes, to_offset, bytes, "memory_copy, target");
  base::check_range(source.bytes, from_offset, bytes, "memory_copy, source");
  const CUstream stream = as_queue(queue).stream;
  if (target.host || source.host)
    KILN_CUDA(api(), cuMemcpyAsync, target.pointer + to_offset, source.pointer + from_offset, bytes, stream);
  else
    KILN_CUDA(api(), cuMemcpyDtoDAsync, target.pointer + to_offset, source.pointer + from_offset, bytes, stream);
}

// The driver has no fill wider than 4 bytes. For patterns of 8 and 16 bytes whose words differ, the first
// elements are set word by word: each word is a column of a matrix whose pitch is the pattern. That is slow, so
// the rest is copied: each copy doubles the part that is filled.
void CudaContext::memory_fill(backend::QueueHandle queue, backend::MemoryHandle to, std::size_t offset,
                              std::size_t bytes, const void* pattern, std::size_t pattern_bytes) {
  const Current current(*this, "memory_fill");
  const Memory& target = as_memory(to);
  base::check_range(target.bytes, offset, bytes, "memory_fill");
  base::check_pattern(offset, bytes, pattern_bytes);
  const CUdeviceptr pointer = target.pointer + offset;
  const CUstream stream = as_queue(queue).stream;
  if (pattern_bytes == 1) {
    KILN_CUDA(api(), cuMemsetD8Async, pointer, load<unsigned char>(pattern), bytes, stream);
    return;
  }
  if (pattern_bytes == 2) {
    KILN_CUDA(api(), cuMemsetD16Async, pointer, load<unsigned short>(pattern), bytes / 2, stream);
    return;
  }
  unsigned words[4] = {};
  std::memcpy(words, pattern, pattern_bytes);
  const std::size_t count = pattern_bytes / sizeof words[0];
  if (std::all_of(words, words + count, [&](unsigned word) { return word == words[0]; })) {
    KILN_CUDA(api(), cuMemsetD32Async, pointer, words[0], bytes / 4, stream);
    return;
  }
  const std::size_t head = std::min(bytes, kFillHead);
  for (std::size_t i = 0; i < count; ++i)
    KILN_CUDA(api(), cuMemsetD2D32Async, pointer + i * sizeof words[0], pattern_bytes, words[i], 1,
              head / pattern_bytes, stream);
  for (std::size_t done = head; done < bytes; done *= 2)
    memory_copy(queue, to, offset + done, to, offset, std::min(done, bytes - done));
}

bool CudaContext::memory_copy_peer(backend::QueueHandle queue, backend::MemoryHandle to, std::size_t to_offset,
                                   backend::Context& from_context, backend::MemoryHandle from, std::size_t from_offset,
                                   std::size_t bytes) {
  const auto* peer = dynamic_cast<const CudaContext*>(&from_context);
  if (!peer) return false;
  if (peer->context_ == context_) {  // one device, opened twice
    memory_copy(queue, to, to_offset, from, from_offset, bytes);
    return true;
  }
  const Current current(*this, "memory_copy_peer");
  const Memory& target = as_memory(to);
  const Memory& source = as_memory(from);
  base::check_range(target.bytes, to_offset, bytes, "memory_copy_peer, target");
  base::check_range(source.bytes, from_offset, bytes, "memory_copy_peer, source");
  const CUdeviceptr to_pointer = target.pointer + to_offset;
  const CUdeviceptr from_pointer = source.pointer + from_offset;
  const CUstream stream = as_queue(queue).stream;
  if (target.host || source.host)
    KILN_CUDA(api(), cuMemcpyAsync, to_pointer, from_pointer, bytes, stream);
  else
    KILN_CUDA(api(), cuMemcpyPeerAsync, to_pointer, context_, from_pointer, peer->context_, bytes, stream);
  return true;
}

}  // namespace kiln::cuda
