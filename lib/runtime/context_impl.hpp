// SPDX-License-Identifier: Apache-2.0
// What a context is made of. The parts are destroyed in the opposite order: queues finish first of all, then
// programs and memory go, then queues, and the backend's context last.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/context.hpp"
#include "runtime/pool.hpp"
#include "runtime/program_cache.hpp"
#include "runtime/queues.hpp"

namespace kiln::runtime {

struct Context::Impl {
  Impl(std::unique_ptr<backend::Context> opened, std::string device_name,
       const ContextOptions& context_options, std::uintptr_t native_queue);
  ~Impl();
  Pool& pool(backend::MemoryKind kind) noexcept {
    return kind == backend::MemoryKind::pinned ? pinned_pool : device_pool;
  }
  // A block of the pool; on out of memory everything free is trimmed and the request made once more.
  Block* allocate(std::size_t bytes, backend::MemoryKind kind, const char* operation);
  // Changes whenever memory of either pool goes back to the vendor.
  std::uint64_t generation() const noexcept { return device_pool.generation() + pinned_pool.generation(); }
  // With launch_blocking every call waits for what it queued.
  void queued(int lane, const char* operation) {
    if (options.launch_blocking) queues.finish(lane, operation);
  }
  void launched(int lane, const char* operation) {
    queued(lane, operation);
    if (compiles_to_see.load(std::memory_order_relaxed) > 0) [[unlikely]]
      see_compiler(operation);
  }

  const std::unique_ptr<backend::Context> device;
  const std::string name;          // "opencl0:0"
  const std::string backend_name;  // "opencl"
  const ContextOptions options;
  const bool staged;  // pageable host memory goes through pinned memory
  Queues queues;
  Pool device_pool, pinned_pool;
  ProgramCache programs;
  // Of devices whose compiler is a part of this process and compiles when kernels run: how many more
  // programs are waited for, and how many were compiled when one last was.
  std::atomic<int> compiles_to_see;
  std::atomic<std::uint64_t> compiles_seen{0};

  // Of the flag check_index: a block of the pool once there was a checked operation.
  std::mutex index_mutex;        // of what follows, but for the flag
  Block* index_block = nullptr;  // the record, and behind it a copy for the host
  bool index_ready = false;      // the record has once been made an empty one
  bool index_unread = false;     // the copy has been made, and reading it failed
  std::vector<const char*> index_operations;
  std::atomic<bool> index_pending{false};

 private:
  void see_compiler(const char* operation);
  [[noreturn]] void fail_out_of_memory(std::size_t bytes, backend::MemoryKind kind, const char* operation,
                                       const backend::Error& error);
};

inline Load load_of(std::span<const BufferUse> uses) noexcept {
  Load load;
  for (const BufferUse& use : uses) load.bytes += use.buffer->size();
  return load;
}

// A pinned block for one transfer; goes back with what is known of its last use.
class Staging {
 public:
  Staging(Context::Impl& impl, std::size_t bytes, const char* operation);
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging() { pool_.release(block_, use); }
  char* data() const noexcept { return block_->segment->host + block_->offset; }
  LastUse use;

 private:
  Pool& pool_;
  Block* block_;
};

}  // namespace kiln::runtime
