// SPDX-License-Identifier: Apache-2.0
// A buffer is reference-counted memory of a context: a block of the pool, or memory made elsewhere. It also
// knows its last uses, so that work on several queues can be ordered.
#pragma once

#include <kiln/backend.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/ref.hpp"

namespace kiln::runtime {

class Context;

enum class QueueId : std::uint8_t { compute = 0, transfer = 1 };
inline constexpr int kQueueCount = 2;

// The last uses of a piece of memory: for each queue, the numbers of the last submissions that wrote it and that read
// it, or 0 if there is none. The context's submit lock guards it.
struct LastUse {
  std::uint64_t write[kQueueCount] = {0, 0};
  std::uint64_t read[kQueueCount] = {0, 0};
};

// Describes memory that was made elsewhere. `release` is called once, when no work uses the memory any more.
struct Foreign {
  void (*release)(void* user) = nullptr;
  void* user = nullptr;
  bool read_only = false;
};

class Buffer final : public base::RefCounted {
 public:
  Context& context() const noexcept { return *context_; }
  std::size_t size() const noexcept { return size_; }
  backend::MemoryHandle memory() const noexcept { return memory_; }  // null for a buffer of zero bytes
  std::size_t offset() const noexcept { return offset_; }            // where the buffer begins in memory(), in bytes
  // The size of the block in bytes, at least size().
  std::size_t capacity() const noexcept { return capacity_; }
  // The number of the segment that memory() is; never used twice.
  std::uint64_t segment() const noexcept { return segment_; }
  bool kernel_readable() const noexcept { return readable_; }
  bool kernel_writable() const noexcept { return writable_; }
  // Forbids writing from now on. Only the creator may call it, before it shares the buffer.
  void make_read_only() noexcept { writable_ = false; }
  bool pinned() const noexcept { return kind_ == backend::MemoryKind::pinned; }
  void* host_pointer() const noexcept { return host_; }  // null for device memory
  bool foreign() const noexcept { return foreign_ != nullptr; }

 private:
  friend class Communicator;
  friend class Context;
  friend class Recording;
  Buffer() = default;
  ~Buffer() override;  // returns the block to the pool, so it keeps the context alive until then
  base::Ref<Context> context_;
  backend::MemoryHandle memory_ = nullptr;
  std::size_t offset_ = 0;
  std::size_t size_ = 0, capacity_ = 0;
  backend::MemoryKind kind_ = backend::MemoryKind::device;
  bool readable_ = true, writable_ = true;
  void* host_ = nullptr;
  void* block_ = nullptr;      // the pool's Block
  std::uint64_t segment_ = 0;  // see segment()
  LastUse use_;
  // The handle that Context::part() returns; null before its first call. If offset() is 0, it is memory() itself.
  std::atomic<backend::MemoryHandle> part_{nullptr};
  std::unique_ptr<Foreign> foreign_;  // null: the memory is from the pool
};

// The bytes from the start of `a` to that of `b` where both lie in one memory; nothing where they do not. Two buffers
// lie in one memory if a program has adopted it twice. OpenCL's sub-buffers count as memory of their own.
std::optional<std::int64_t> distance(const Buffer& a, const Buffer& b) noexcept;

}  // namespace kiln::runtime
