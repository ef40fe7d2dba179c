// SPDX-License-Identifier: Apache-2.0
// Adopts streams and memory made elsewhere, exports this backend's objects, and shares memory with other processes.
#include <memory>

#include "cuda/context.hpp"

namespace kiln::cuda {
namespace {

using base::fail;

// The driver's names for default streams are 1 (the legacy one) and 2 (that of the thread).
constexpr std::uintptr_t kLastNamedStream = 2;
// Kernels expect memory to begin at a multiple of this, as the driver's memory does.
constexpr std::size_t kAlignment = 256;

}  // namespace

backend::Native CudaContext::native() noexcept {
  return {reinterpret_cast<std::uintptr_t>(context_), static_cast<std::uintptr_t>(device_), 0};
}

backend::QueueHandle CudaContext::queue_adopt(std::uintptr_t native) {
  const Current current(*this, "queue_adopt");
  if (native == 0)
    fail(KILN_INVALID_ARGUMENT, "the CUstream is NULL; the legacy default stream is 1, that of the thread 2");
  auto queue = std::make_unique<Queue>();
  queue->stream = reinterpret_cast<CUstream>(native);
  queue->foreign = true;
  if (native > kLastNamedStream) {
    CUcontext owner = nullptr;
    KILN_CUDA(api(), cuStreamGetCtx, queue->stream, &owner);
    if (owner != context_)
      fail(KILN_CONTEXT_MISMATCH, "the CUstream is of another CUcontext, expected one of this context's");
    int capturing = 0;
    KILN_CUDA(api(), cuStreamIsCapturing, queue->stream, &capturing);
    if (capturing != 0) fail(KILN_UNSUPPORTED, "the CUstream is being captured; Kiln's work cannot be part of a graph");
  }
  return reinterpret_cast<backend::QueueHandle>(queue.release());
}

std::uintptr_t CudaContext::queue_native(backend::QueueHandle queue) noexcept {
  return reinterpret_cast<std::uintptr_t>(as_queue(queue).stream);
}

void CudaContext::check_device_memory(CUdeviceptr pointer) const {
  unsigned type = 0;
  const CUresult result = api().cuPointerGetAttribute(&type, kPointerMemoryType, pointer);
  if (result == kErrorInvalidValue) fail(KILN_INVALID_ARGUMENT, "{:#x} is no memory that CUDA knows", pointer);
  check(api(), "cuPointerGetAttribute", result);
  int ordinal = -1;
  KILN_CUDA(api(), cuPointerGetAttribute, &ordinal, kPointerDeviceOrdinal, pointer);
  if (type != kMemoryTypeDevice)
    fail(KILN_INVALID_ARGUMENT, "{:#x} is host memory, expected memory of the device", pointer);
  if (std::to_string(ordinal) != properties_.info.id)
    fail(KILN_CONTEXT_MISMATCH, "{:#x} is memory of CUDA device {}, expected {}", pointer, ordinal,
         properties_.info.id);
  // Memory of a pool belongs to no context; the whole device can reach it.
  CUcontext owner = nullptr;
  if (api().cuPointerGetAttribute(&owner, kPointerContext, pointer) == kSuccess && owner && owner != context_)
    fail(KILN_CONTEXT_MISMATCH, "{:#x} is memory of another CUcontext, expected that of this context", pointer);
}

backend::AdoptedMemory CudaContext::memory_adopt(std::uintptr_t native, std::size_t offset, std::size_t bytes) {
  const Current current(*this, "memory_adopt");
  const CUdeviceptr pointer = native, last = pointer + offset + bytes - 1;
  if (last < pointer) fail(KILN_INVALID_ARGUMENT, "{} bytes at offset {} wrap around", bytes, offset);
  check_device_memory(pointer);
  CUdeviceptr base = 0;
  std::size_t size = 0;
  KILN_CUDA(api(), cuMemGetAddressRange, &base, &size, pointer);
  if (last - base >= size) {
    // Allocators that map pages themselves (VMM) may join several allocations to one address range. Then `size`
    // is that of one allocation only.
    int whole = 1;
    if (api().cuPointerGetAttribute(&whole, kPointerLegacyIpc, pointer) != kSuccess) whole = 1;
    if (whole != 0)
      fail(KILN_INVALID_ARGUMENT, "{} bytes at offset {} do not fit, {} are allocated there", bytes, offset,
           base + size - pointer);
    check_device_memory(last);
  }
  auto memory = std::make_unique<Memory>();
  const std::size_t before = pointer % kAlignment;
  memory->origin = Memory::Origin::foreign;
  memory->pointer = pointer - before;
  memory->bytes = before + offset + bytes;
  return {.handle = reinterpret_cast<backend::MemoryHandle>(memory.release()), .offset = before + offset};
}

// Takes memory that CUDA has page-locked before, which the device reads and writes in place. The device's address
// of it may differ. Other memory is refused.
backend::AdoptedMemory CudaContext::memory_adopt_host(void* data, std::size_t bytes) {
  const Current current(*this, "memory_adopt_host");
  const auto locked = [&](CUdeviceptr byte) {
    unsigned type = 0;
    return api().cuPointerGetAttribute(&type, kPointerMemoryType, byte) == kSuccess && type == kMemoryTypeHost;
  };
  const auto first = static_cast<CUdeviceptr>(reinterpret_cast<std::uintptr_t>(data));
  if (!locked(first) || !locked(first + bytes - 1)) return {};
  CUdeviceptr pointer = 0;
  KILN_CUDA(api(), cuPointerGetAttribute, &pointer, kPointerDevicePointer, first);
  const std::size_t before = pointer % kAlignment;
  auto memory = std::make_unique<Memory>();
  memory->origin = Memory::Origin::foreign;
  memory->pointer = pointer - before;
  memory->host = static_cast<char*>(data) - before;
  memory->bytes = before + bytes;
  return {.handle = reinterpret_cast<backend::MemoryHandle>(memory.release()), .offset = before};
}

std::uintptr_t CudaContext::enter() {
  const base::DriverScope scope(health());
  CUcontext previous = nullptr;
  KILN_CUDA(api(), cuCtxGetCurrent, &previous);
  KILN_CUDA(api(), cuCtxSetCurrent, context_);
  return reinterpret_cast<std::uintptr_t>(previous);
}

void CudaContext::leave(std::uintptr_t previous) {
  const base::DriverScope scope(health());
  KILN_CUDA(api(), cuCtxSetCurrent, reinterpret_cast<CUcontext>(previous));
}

void* CudaContext::memory_host_view(backend::MemoryHandle memory) { return as_memory(memory).host; }

backend::IpcHandle CudaContext::memory_export(backend::MemoryHandle handle) {
  const Current current(*this, "memory_export");
  const Memory& memory = as_memory(handle);
  if (memory.host || memory.origin != Memory::Origin::own)
    fail(KILN_UNSUPPORTED, "the buffer is not device memory that Kiln allocated, which alone can be exported");
  backend::IpcHandle result;
  KILN_CUDA(api(), cuIpcGetMemHandle, &result, memory.pointer);
  return result;
}

backend::MemoryHandle CudaContext::memory_import(const backend::IpcHandle& handle, std::size_t bytes) {
  const Current current(*this, "memory_import");
  auto memory = std::make_unique<Memory>();
  KILN_CUDA(api(), cuIpcOpenMemHandle, &memory->pointer, handle, kIpcLazyPeerAccess);
  memory->origin = Memory::Origin::imported;
  memory->bytes = bytes;
  CUdeviceptr base = 0;
  std::size_t size = 0;
  const CUresult result = api().cuMemGetAddressRange(&base, &size, memory->pointer);
  if (result != kSuccess || memory->pointer - base + bytes > size) {
    api().cuIpcCloseMemHandle(memory->pointer);
    check(api(), "cuMemGetAddressRange", result);
    fail(KILN_INVALID_ARGUMENT, "{} bytes asked, the other process exported {}", bytes, size);
  }
  return reinterpret_cast<backend::MemoryHandle>(memory.release());
}

}  // namespace kiln::cuda
