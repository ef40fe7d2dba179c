// SPDX-License-Identifier: Apache-2.0
// The parts of a context. ~Impl waits for all queues. Then the parts are destroyed in reverse order:
// programs, memory, queues, and at last the backend's context.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/context.hpp"
#include "runtime/context/program_cache.hpp"
#include "runtime/memory/pool.hpp"
#include "runtime/queues/queues.hpp"

namespace kiln::runtime {

struct Context::Impl {
  Impl(std::unique_ptr<backend::Context> opened, std::string device_name, const ContextOptions& context_options,
       std::uintptr_t native_queue);
  ~Impl();
  Pool& pool(backend::MemoryKind kind) noexcept {
    return kind == backend::MemoryKind::pinned ? pinned_pool : device_pool;
  }
  // Allocates a block of a pool. If memory is exhausted, gives all free memory back to the vendor and tries once more.
  Block* allocate(std::size_t bytes, backend::MemoryKind kind, const char* operation);
  // Changes whenever one of the pools gives memory back to the vendor.
  std::uint64_t generation() const noexcept { return device_pool.generation() + pinned_pool.generation(); }
  // Queues one piece of work that uses these buffers on the lane of the compute queue, and returns its number.
  template <class Enqueue>
  std::uint64_t submit(std::span<const BufferUse> uses, const char* operation, Enqueue&& enqueue) {
    Load load;  // each buffer counts with its whole size
    for (const BufferUse& use : uses) load.bytes += use.buffer->size();
    const auto visit = [&](auto&& touch) {
      for (const BufferUse& use : uses) touch(use.buffer->use_, use.read, use.write);
    };
    return queues.submit(queues.lane(QueueId::compute), operation, load, visit, enqueue);
  }
  // Call this after queueing work. It waits for the work if the flag launch_blocking is set.
  void queued(int lane, const char* operation) {
    if (options.launch_blocking) queues.finish(lane, operation);
  }
  // Call this instead of queued() after queueing a kernel. It also lets see_compiler() wait for the first kernels.
  void launched(int lane, const char* operation) {
    queued(lane, operation);
    if (compiles_to_see.load(std::memory_order_relaxed) > 0) [[unlikely]]
      see_compiler(operation);
  }

  const std::unique_ptr<backend::Context> device;
  const std::string name;          // "opencl0:0"
  const std::string backend_name;  // "opencl"
  const ContextOptions options;
  const bool staged;  // whether pageable host memory is copied by way of pinned memory
  Queues queues;
  Pool device_pool, pinned_pool;
  ProgramCache programs;
  // Some drivers run their compiler in this process and compile a kernel when it first runs. For these drivers,
  // see_compiler() still waits for `compiles_to_see` programs; `compiles_seen` is the number of programs that had
  // been compiled when it last waited.
  std::atomic<int> compiles_to_see;
  std::atomic<std::uint64_t> compiles_seen{0};

  // These belong to the flag check_index. The block is allocated by the first operation that checks indices.
  std::mutex index_mutex;        // guards the members below, except index_pending
  Block* index_block = nullptr;  // the record, and behind it a copy for the host
  bool index_ready = false;      // whether the record has been initialised
  bool index_unread = false;     // the copy was made, but reading it failed
  std::vector<const char*> index_operations;
  std::atomic<bool> index_pending{false};

 private:
  void see_compiler(const char* operation);
  [[noreturn]] void fail_out_of_memory(std::size_t bytes, backend::MemoryKind kind, const char* operation,
                                       const backend::Error& error);
};

// A pinned block for one transfer. It returns to the pool together with its last use.
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
