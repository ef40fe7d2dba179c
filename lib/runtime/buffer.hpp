// SPDX-License-Identifier: Apache-2.0
// Counted memory of a context: a block of the pool plus what is needed to order its uses between queues.
#pragma once

#include <kiln/backend.hpp>

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/ref.hpp"

namespace kiln::runtime {

class Context;

enum class QueueId : std::uint8_t { compute = 0, transfer = 1 };
inline constexpr int kQueueCount = 2;

// Sequence numbers of the last work that touched some memory, per queue; 0: none. Guarded by the context's
// submit lock.
struct LastUse {
  std::uint64_t write[kQueueCount] = {0, 0};
  std::uint64_t read[kQueueCount] = {0, 0};
};

// What is known of memory made elsewhere. `release` is called once, when no work uses the memory any more.
struct Foreign {
  void (*release)(void* user) = nullptr;
  void* user = nullptr;
  bool read_only = false;
};

class Buffer final : public base::RefCounted {
 public:
  Context& context() const noexcept { return *context_; }
  std::size_t size() const noexcept { return size_; }
  backend::MemoryHandle memory() const noexcept { return memory_; }  // null for zero bytes
  std::size_t offset() const noexcept { return offset_; }            // of this buffer in memory()
  std::size_t capacity() const noexcept { return capacity_; }        // bytes of the block, at least size()
  std::uint64_t segment() const noexcept { return segment_; }        // of memory(); never used twice
  bool kernel_readable() const noexcept { return readable_; }
  bool kernel_writable() const noexcept { return writable_; }
  // From now on nothing writes it. Only for who has just made it.
  void make_read_only() noexcept { writable_ = false; }
  bool pinned() const noexcept { return kind_ == backend::MemoryKind::pinned; }
  void* host_pointer() const noexcept { return host_; }  // null for device memory

 private:
  friend class Communicator;
  friend class Context;
  friend class Recording;
  Buffer() = default;
  ~Buffer() override;  // returns the block to the pool; the context stays alive until then
  base::Ref<Context> context_;
  backend::MemoryHandle memory_ = nullptr;
  std::size_t offset_ = 0;
  std::size_t size_ = 0, capacity_ = 0;
  backend::MemoryKind kind_ = backend::MemoryKind::device;
  bool readable_ = true, writable_ = true;
  void* host_ = nullptr;
  void* block_ = nullptr;      // the pool's record
  std::uint64_t segment_ = 0;  // the number of its segment, which is never used twice
  LastUse use_;
  // A handle of its own, once it was asked for: memory() where the buffer begins there.
  std::atomic<backend::MemoryHandle> part_{nullptr};
  std::unique_ptr<Foreign> foreign_;  // null: the memory is the pool's
};

}  // namespace kiln::runtime
