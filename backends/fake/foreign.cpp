// SPDX-License-Identifier: Apache-2.0
// Foreign queues and memory of the fake. A foreign queue is another handle of one of its queues, foreign
// memory is any host memory.
#include "fake/context.hpp"

namespace kiln::fake {

backend::Native Context::native() noexcept { return {reinterpret_cast<std::uintptr_t>(this), 1, 0}; }

backend::QueueHandle Context::queue_adopt(std::uintptr_t native) {
  const auto lock = enter({.entry = "queue_adopt", .queue = native});
  const auto found = queues_.find(native);
  if (found == queues_.end()) base::fail(KILN_CONTEXT_MISMATCH, "{} is no queue of this context", native);
  ++found->second.adopted;
  log_->update([](Live& live, Counters&) { ++live.queues; });
  return handle<backend::QueueHandle>(native);
}

std::uintptr_t Context::queue_native(backend::QueueHandle queue) noexcept { return number(queue); }

backend::AdoptedMemory Context::memory_adopt(std::uintptr_t native, std::size_t offset, std::size_t bytes) {
  std::lock_guard lock(mutex_);
  record({.entry = "memory_adopt", .object = last_id_ + 1, .offset = offset, .bytes = bytes});
  if (native == 0) base::fail(KILN_INVALID_ARGUMENT, "the memory is NULL");
  if (bytes == 0) misuse("memory_adopt: zero bytes");
  auto* const data = reinterpret_cast<std::byte*>(native);
  const std::size_t before = native % options_.alignment;
  memories_.emplace(last_id_ + 1, Memory{std::unique_ptr<std::byte, FreeDeleter>(data - before, FreeDeleter{false}),
                                         before + offset + bytes, backend::MemoryKind::device});
  ++last_id_;
  device_bytes_ += before + offset + bytes;  // memory_free subtracts it again
  log_->update([&](Live& live, Counters& counters) {
    ++live.memories;
    counters.bytes_in_use += before + offset + bytes;
  });
  return {.handle = handle<backend::MemoryHandle>(last_id_), .offset = before + offset};
}

backend::AdoptedMemory Context::memory_adopt_host(void* data, std::size_t bytes) {
  if (!options_.unified_memory) return {};
  return memory_adopt(reinterpret_cast<std::uintptr_t>(data), 0, bytes);
}

void* Context::memory_host_view(backend::MemoryHandle memory) {
  if (!options_.unified_memory) return nullptr;
  {
    std::lock_guard lock(mutex_);
    const auto found = memories_.find(number(memory));
    if (found != memories_.end() && !found->second.real) return nullptr;
  }
  return reinterpret_cast<void*>(memory_native(memory));
}

// The "other process" is this process.
backend::IpcHandle Context::memory_export(backend::MemoryHandle memory) {
  const std::uintptr_t address = memory_native(memory);
  backend::IpcHandle handle;
  std::memcpy(handle.bytes, &address, sizeof address);
  return handle;
}

backend::MemoryHandle Context::memory_import(const backend::IpcHandle& handle, std::size_t bytes) {
  std::uintptr_t address = 0;
  std::memcpy(&address, handle.bytes, sizeof address);
  return memory_adopt(address, 0, bytes).handle;
}

}  // namespace kiln::fake
