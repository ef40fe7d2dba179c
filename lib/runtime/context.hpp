// SPDX-License-Identifier: Apache-2.0
// One opened device: its queues, memory and programs. Thread-safe. Every buffer, queue and event holds a
// reference, so any order of release is safe. Work is ordered by sequence numbers: each queue counts its
// submissions, buffers remember the numbers of their last uses, and vendor events are recorded only where
// another queue or the host must wait.
#pragma once

#include <kiln/backend.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/callback.hpp"
#include "base/flags.hpp"
#include "base/ref.hpp"
#include "runtime/buffer.hpp"
#include "runtime/program.hpp"

namespace kiln::runtime {

// What computes matrix products: see flag blas.
enum class BlasChoice { automatic, own, vendor };

struct ContextOptions {
  bool single_stream = false;
  bool launch_blocking = false;
  bool fast_math = false;
  bool check_index = false;
  bool tensor_float = false;  // matmul_precision is tensorfloat32
  BlasChoice blas = BlasChoice::automatic;
  backend::Sched sched = backend::Sched::driver;
  base::Preallocate preallocate;
  std::uint64_t memory_budget = 0;  // 0: none
  // What may be queued and not have passed: commands, and bytes of the memory that they touch; 0: any number
  std::uint64_t run_ahead = 0, run_ahead_bytes = 0;
  std::string cache_path;       // "": no disk cache
  bool store_costly = false;    // binaries that cost a compilation too
  bool cache_homeless = false;  // none because no folder could be found for it, which is told
  static ContextOptions from_flags();
  // Canonical values of the flags of these names.
  void set_sched(std::string_view value);
  void set_cache_path(std::string_view value);
};

// Of device memory; pinned host memory is not counted.
struct MemoryStatistics {
  std::uint64_t total = 0, free = 0, largest_block = 0;
  std::uint64_t in_use = 0, peak = 0, reserved = 0, allocations = 0, reuses = 0;
};
struct CacheStatistics {
  std::atomic<std::uint64_t> compiled{0}, disk_hits{0}, memory_hits{0}, rejected{0};
};

// How a piece of work touches a buffer.
struct BufferUse {
  Buffer* buffer;
  bool read;
  bool write;
};

class Communicator;
class Event;
struct Mark;

class Context final : public base::RefCounted {
 public:
  // Opens a device string; logs the active device if the flag print_active_device says so.
  static base::Ref<Context> open(const std::string& device, const ContextOptions& options);
  // For tests: a context over a backend context made by hand.
  static base::Ref<Context> wrap(std::unique_ptr<backend::Context> device, std::string name,
                                 const ContextOptions& options, std::uintptr_t native_queue = 0);
  // On a vendor's handles that were made elsewhere. With a queue, `options` is of a single stream.
  static base::Ref<Context> adopt(const std::string& backend, const backend::Native& native,
                                  const ContextOptions& options);

  const backend::DeviceProperties& properties() const noexcept;
  const std::string& device() const noexcept;  // "opencl0:0"
  const ContextOptions& options() const noexcept;

  // ---- Memory ----
  // Zero bytes give a buffer without memory. Throws KILN_OUT_OF_MEMORY after a trim and one retry.
  base::Ref<Buffer> allocate(std::size_t bytes, backend::MemoryKind kind = backend::MemoryKind::device,
                             bool readable = true, const char* operation = "allocate");
  // The caller's memory as pinned memory, for as long as he keeps it: for reading on the host. No work that
  // is queued may name it.
  base::Ref<Buffer> host_buffer(void* data, std::size_t bytes);
  // Memory made elsewhere, used where it is. On failure `owner` is not told.
  base::Ref<Buffer> adopt_memory(std::uintptr_t native, std::size_t offset, std::size_t bytes,
                                 const Foreign& owner, const char* operation);
  base::Ref<Buffer> adopt_host_memory(void* data, std::size_t bytes, const Foreign& owner,
                                      const char* operation);
  base::Ref<Buffer> import_memory(const backend::IpcHandle& handle, std::size_t offset, std::size_t bytes,
                                  const char* operation);
  // Waits for the work on the buffer.
  backend::IpcHandle export_memory(Buffer& buffer, const char* operation);
  std::uintptr_t memory_native(const Buffer& buffer) const noexcept;  // of the memory that the buffer lies in
  // Where the host finds the buffer while no work uses it; null: nowhere.
  void* host_view(Buffer& buffer, const char* operation);
  // A handle that begins where the buffer does, kept with it; null where the address has to do.
  backend::MemoryHandle part(Buffer& buffer, const char* operation);
  // The native handle of that, or the address.
  std::uintptr_t part_native(Buffer& buffer, const char* operation);
  // backend::Context's of these names.
  std::uintptr_t enter(const char* operation);
  void leave(std::uintptr_t previous, const char* operation);
  MemoryStatistics memory_statistics(const char* operation = "memory statistics");
  void trim(const char* operation = "trim");

  // ---- Host transfers, copies, fills (ranges are checked; zero bytes do nothing; `operation` is a string
  // literal) ----
  void write(Buffer& to, std::size_t offset, const void* from, std::size_t bytes, const char* operation);
  void read(Buffer& from, std::size_t offset, void* to, std::size_t bytes, const char* operation);
  base::Ref<Event> write_async(Buffer& to, std::size_t offset, const void* from, std::size_t bytes,
                               const char* operation);
  base::Ref<Event> read_async(Buffer& from, std::size_t offset, void* to, std::size_t bytes,
                              const char* operation);
  // Into pinned memory of this context, beside the work of the compute queue where it is much.
  void read_async(Buffer& from, std::size_t offset, Buffer& to, std::size_t to_offset, std::size_t bytes,
                  const char* operation);
  // Buffers of this and another context; KILN_INVALID_ARGUMENT for overlapping ranges of one buffer.
  static void copy(Buffer& to, std::size_t to_offset, Buffer& from, std::size_t from_offset,
                   std::size_t bytes, const char* operation);
  // Do copies between two contexts go by way of host memory?
  static bool copies_through_host(const Context& from, const Context& to) noexcept;
  void fill(Buffer& buffer, std::size_t offset, std::size_t bytes, const void* pattern,
            std::size_t pattern_bytes, const char* operation);

  // ---- Kernels ----
  // From memory, from disk, or built. The prelude is the backend's; the text here is the whole rest. Equal
  // keys build once.
  Program* program(const backend::Source& source, const char* operation = "program");
  // Queues a kernel on the compute queue after the work its buffers depend on. `operation` is a string
  // literal or lives as long as the context. Allocates no memory.
  void launch(const Kernel& kernel, const backend::Launch& launch, std::span<const BufferUse> uses,
              const char* operation);
  // Queues a product of the vendor's BLAS in the same way; false: it has none for this.
  bool gemm(const backend::Gemm& gemm, std::span<const BufferUse> uses, const char* operation);
  // The vendor's library behind gemm(), or "".
  std::string blas_identity(const char* operation);
  CacheStatistics& cache_statistics() noexcept;
  // A small finding about this device, its driver and `what`, kept beside the kernels on disk, where they
  // are.
  std::optional<std::vector<std::byte>> recall(std::string_view what);
  void remember(std::string_view what, std::span<const std::byte> finding);

  // ---- Waiting ----
  void synchronize(const char* operation = "synchronize");
  void synchronize(QueueId queue, const char* operation = "synchronize");
  void synchronize(Buffer& buffer, const char* operation = "synchronize");
  // The same, but for at most so long: false if there was more to wait for.
  bool wait_for(double seconds, const char* operation);
  bool wait_for(Buffer& buffer, double seconds, const char* operation);
  // For operations that wait in their midst: these leave indices out of range to the next call that waits.
  void settle(const char* operation);
  // What `error` broke off is half done, and memory is in an unknown state: from now on the context refuses
  // work. Throws the error.
  [[noreturn]] void lose(const backend::Error& error, const char* operation);
  void read_now(Buffer& from, std::size_t offset, void* to, std::size_t bytes, const char* operation);
  // The process is about to end (runtime/live_contexts.hpp): waits until nothing runs on the context's
  // behalf. It can be used afterwards, and this can come again. Drops errors.
  void leave_process() noexcept;
  base::Ref<Event> record(QueueId queue, const char* operation = "record event");
  void wait_event(QueueId queue, Event& event, const char* operation = "wait for event");

  // ---- The vendor's handles, and order with queues made elsewhere ----
  backend::Native native() const noexcept;
  std::uintptr_t queue_native(QueueId queue) const noexcept;
  void after_queue(std::uintptr_t native, const char* operation);
  void before_queue(std::uintptr_t native, const char* operation);

  // ---- Indices out of range (flag check_index) ----
  // Where kernels/index/index_check.cl notes the first index that is.
  struct IndexRecord {
    base::Ref<Buffer> buffer;
    std::int64_t operation;  // the number that stands for `operation` in it
  };
  IndexRecord index_record(const char* operation);
  // While it lives, calls of this thread that wait leave what was noted to a later one.
  class IndexHold {
   public:
    IndexHold() noexcept : outer_(std::exchange(base::thread_state.index_hold, this)) {}
    ~IndexHold() { base::thread_state.index_hold = outer_; }
    IndexHold(const IndexHold&) = delete;
    IndexHold& operator=(const IndexHold&) = delete;
    // A function of the program's is about to run. What these contexts noted before belongs to the innermost
    // hold of this thread, which keeps it: calls inside the function are not to tell it.
    static void keep_indices(std::span<const base::Ref<Context>> contexts);
    const std::string& kept() const noexcept { return kept_; }

   private:
    void* outer_;
    std::string kept_;
  };
  void expect_indices() noexcept;  // after those kernels: the next call that waits looks there
  // What was noted, once: "take: index 9 at position 0 is outside -4 .. 3", or "". Waits if there is anything
  // to look at.
  std::string take_indices(const char* operation);
  // Throws it as KILN_INDEX_ERROR.
  void check_indices(const char* operation);

  // ---- Recording (runtime/recording.hpp) ----
  // Is this thread recording what it queues here?
  bool capturing() const noexcept;

  // What a higher layer keeps for as long as the context lives (made by the first caller). It must not hold
  // references to the context.
  struct Attachment {
    virtual ~Attachment() = default;
  };
  Attachment& attachment(std::unique_ptr<Attachment> (*make)(Context&)) {
    std::lock_guard lock(attachment_mutex_);
    if (!attachment_) attachment_ = make(*this);
    return *attachment_;
  }

 private:
  friend class Buffer;
  friend class Communicator;
  friend class Event;
  friend class Program;
  friend class Recording;
  friend class Staging;
  friend struct Transfers;
  struct Impl;
  explicit Context(std::unique_ptr<Impl> impl);
  ~Context() override;
  base::Ref<Buffer> record_buffer(std::size_t which);
  base::Ref<Buffer> foreign_buffer(const backend::AdoptedMemory& memory, std::size_t bytes, Foreign owner);
  base::Ref<Buffer> keep(const backend::AdoptedMemory& memory, std::size_t bytes, const Foreign& owner);
  void let_go(Buffer& buffer) noexcept;
  // For calls that wait for the device or move memory of the host.
  void check_not_capturing(const char* operation) const;
  void check_uses(std::span<const BufferUse> uses, const char* operation) const;
  static void copy_between(Buffer& to, std::size_t to_offset, Buffer& from, std::size_t from_offset,
                           std::size_t bytes, const char* operation);
  std::unique_ptr<Impl> impl_;
  std::mutex attachment_mutex_;
  std::unique_ptr<Attachment> attachment_;
};

// The point a queue had reached.
class Event final : public base::RefCounted {
 public:
  Context& context() const noexcept { return *context_; }
  void wait(const char* operation = "wait for event");
  bool done(const char* operation = "event");
  static double elapsed(Event& start, Event& end, const char* operation = "elapsed time");

 private:
  friend class Context;
  Event(Context& context, std::shared_ptr<Mark> mark);
  ~Event() override;
  base::Ref<Context> context_;
  std::shared_ptr<Mark> mark_;
};

// The handle behind kiln_queue.
class Queue final : public base::RefCounted {
 public:
  Queue(base::Ref<Context> context, QueueId id) : context_(std::move(context)), id_(id) {}
  Context& context() const noexcept { return *context_; }
  QueueId id() const noexcept { return id_; }

 private:
  base::Ref<Context> context_;
  QueueId id_;
};

}  // namespace kiln::runtime
