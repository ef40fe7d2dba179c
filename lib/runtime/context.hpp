// SPDX-License-Identifier: Apache-2.0
// A context is one opened device with its queues, memory and programs. All functions may be called from any
// thread. Buffers, queues and events hold references to their context, so they may be released in any order.
// Work is ordered by sequence numbers: each queue numbers its submissions, and each buffer remembers the
// numbers of its last uses. Vendor events are recorded only where another queue or the host must wait.
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
#include "base/flags/flags.hpp"
#include "base/ref.hpp"
#include "runtime/buffer.hpp"
#include "runtime/program.hpp"

namespace kiln::runtime {

// Chooses what computes matrix products and convolutions; see the flags `blas` and `conv`.
enum class VendorChoice { automatic, builtin, vendor };

struct ContextOptions {
  bool single_stream = false;
  bool launch_blocking = false;
  bool fast_math = false;
  bool check_index = false;
  bool tensor_float = false;  // the flag matmul_precision is tensorfloat32
  VendorChoice blas = VendorChoice::automatic, conv = VendorChoice::automatic;
  bool winograd = true;  // Kiln's convolutions may be computed by transforms
  backend::Sched sched = backend::Sched::driver;
  base::Preallocate preallocate;
  std::uint64_t memory_budget = 0;  // in bytes; 0: no limit
  // The most commands that may be queued and not finished, and the most bytes of memory that these may use; 0: no
  // limit. Both limits bound how far the host may run ahead of the device.
  std::uint64_t run_ahead = 0, run_ahead_bytes = 0;
  std::string cache_path;       // "": no disk cache
  bool store_costly = false;    // store binaries even if the driver must compile once more to make them
  bool cache_homeless = false;  // no folder was found for the cache; this is logged
  static ContextOptions from_flags();
  // Set options from canonical values of the flags of these names.
  void set_sched(std::string_view value);
  void set_cache_path(std::string_view value);
};

// Statistics of device memory in bytes. Pinned host memory is not counted.
struct MemoryStatistics {
  std::uint64_t total = 0, free = 0, largest_block = 0;
  std::uint64_t in_use = 0, peak = 0, reserved = 0, allocations = 0, reuses = 0;
};
struct CacheStatistics {
  std::atomic<std::uint64_t> compiled{0}, disk_hits{0}, memory_hits{0}, rejected{0};
};

// A buffer that a piece of work uses, and whether the work reads and writes it.
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
  // Opens the device that a device string names. Logs it if the flag print_active_device is set.
  static base::Ref<Context> open(const std::string& device, const ContextOptions& options,
                                 const char* operation = "open");
  // Makes a context from a backend's context. Tests call it directly.
  static base::Ref<Context> wrap(std::unique_ptr<backend::Context> device, std::string name,
                                 const ContextOptions& options, std::uintptr_t native_queue = 0,
                                 const char* operation = "open");
  // Makes a context from a vendor's handles that were created elsewhere. If they include a queue, `options`
  // must ask for a single stream.
  static base::Ref<Context> adopt(const std::string& backend, const backend::Native& native,
                                  const ContextOptions& options, const char* operation);

  const backend::DeviceProperties& properties() const noexcept;
  const std::string& device() const noexcept;  // "opencl0:0"
  const ContextOptions& options() const noexcept;

  // ---- Memory ----
  // Zero bytes give a buffer without memory. If there is no memory, free blocks are given back to the vendor
  // and the allocation is tried once more before KILN_OUT_OF_MEMORY is thrown. `readable`: whether kernels
  // may read the buffer.
  base::Ref<Buffer> allocate(std::size_t bytes, backend::MemoryKind kind = backend::MemoryKind::device,
                             bool readable = true, const char* operation = "allocate");
  // Wraps the caller's host memory as a pinned buffer, which the host can read. The caller keeps the memory
  // alive as long as the buffer. Queued work must not use it.
  base::Ref<Buffer> host_buffer(void* data, std::size_t bytes);
  // Make buffers of memory that was created elsewhere, without a copy. If they throw, owner.release is not called.
  base::Ref<Buffer> adopt_memory(std::uintptr_t native, std::size_t offset, std::size_t bytes, const Foreign& owner,
                                 const char* operation);
  base::Ref<Buffer> adopt_host_memory(void* data, std::size_t bytes, const Foreign& owner, const char* operation);
  base::Ref<Buffer> import_memory(const backend::IpcHandle& handle, std::size_t offset, std::size_t bytes,
                                  const char* operation);
  // Waits for queued work on the buffer first.
  backend::IpcHandle export_memory(Buffer& buffer, const char* operation);
  // The handle of the memory in which the buffer lies.
  std::uintptr_t memory_native(const Buffer& buffer) const noexcept;
  // The host address of the buffer, which is valid while no work uses it; null if the host cannot see it.
  void* host_view(Buffer& buffer, const char* operation);
  // A handle of memory that begins where the buffer does. The buffer owns it. Null if the backend has no such
  // handles and uses addresses.
  backend::MemoryHandle part(Buffer& buffer, const char* operation);
  // The native handle of part(), or the native address.
  std::uintptr_t part_native(Buffer& buffer, const char* operation);
  // These call the functions of the same names of backend::Context.
  std::uintptr_t enter(const char* operation);
  void leave(std::uintptr_t previous, const char* operation);
  MemoryStatistics memory_statistics(const char* operation = "memory statistics");
  // Gives free memory of both pools back to the vendor.
  void trim(const char* operation = "trim");

  // ---- Host transfers, copies, fills ----
  // All of them throw for a range outside the buffer, and do nothing for zero bytes. `operation` is a string
  // literal. write() and read() return when the caller's memory is no longer used; the asynchronous forms
  // return an event for this.
  void write(Buffer& to, std::size_t offset, const void* from, std::size_t bytes, const char* operation);
  void read(Buffer& from, std::size_t offset, void* to, std::size_t bytes, const char* operation);
  base::Ref<Event> write_async(Buffer& to, std::size_t offset, const void* from, std::size_t bytes,
                               const char* operation);
  base::Ref<Event> read_async(Buffer& from, std::size_t offset, void* to, std::size_t bytes, const char* operation);
  // Reads into pinned memory of this context. Large reads run beside the work of the compute queue.
  void read_async(Buffer& from, std::size_t offset, Buffer& to, std::size_t to_offset, std::size_t bytes,
                  const char* operation);
  // The buffers may be of different contexts. Throws KILN_INVALID_ARGUMENT for overlapping ranges of one buffer.
  static void copy(Buffer& to, std::size_t to_offset, Buffer& from, std::size_t from_offset, std::size_t bytes,
                   const char* operation);
  // Whether a copy between the two contexts goes through host memory.
  static bool copies_through_host(const Context& from, const Context& to) noexcept;
  void fill(Buffer& buffer, std::size_t offset, std::size_t bytes, const void* pattern, std::size_t pattern_bytes,
            const char* operation);

  // ---- Kernels ----
  // Returns a program, which comes from memory, from disk, or from the compiler. The backend adds its prelude
  // in front of the source. A program is built once for equal sources and options.
  Program* program(const backend::Source& source, const char* operation = "program");
  // Queues a kernel on the compute queue after the work that its buffers depend on. `operation` is a string
  // literal, or lives as long as the context. Allocates no memory.
  void launch(const Kernel& kernel, const backend::Launch& launch, std::span<const BufferUse> uses,
              const char* operation);
  // Queues a matrix product by the vendor's BLAS in the same way. Returns false if the BLAS cannot compute it.
  bool gemm(const backend::Gemm& gemm, std::span<const BufferUse> uses, const char* operation);
  // Identifies the vendor's library behind gemm(); "" if there is none.
  std::string blas_identity(const char* operation);
  // Convolutions by the vendor's library. conv_ways() gives the ways in which it computes one, conv() queues one by
  // such a way and returns false if the library refuses it, conv_identity() identifies the library; "" if there is
  // none.
  std::vector<backend::ConvWay> conv_ways(const backend::Conv& conv, const char* operation);
  bool conv(const backend::Conv& conv, std::span<const BufferUse> uses, const char* operation);
  std::string conv_identity(const char* operation);
  CacheStatistics& cache_statistics() noexcept;
  // Store small findings about this device and driver, such as which of two kernels is faster, on disk beside
  // the compiled kernels. `what` is the key. Without a disk cache, the contexts of the process share them.
  std::optional<std::vector<std::byte>> recall(std::string_view what);
  void remember(std::string_view what, std::span<const std::byte> finding);

  // ---- Waiting ----
  // Wait for all queued work, for that of one queue, or for that on one buffer. They report errors that the
  // device found late, and indices out of range.
  void synchronize(const char* operation = "synchronize");
  void synchronize(QueueId queue, const char* operation = "synchronize");
  void synchronize(Buffer& buffer, const char* operation = "synchronize");
  // Wait for at most so many seconds. Return false if there was more to wait for.
  bool wait_for(double seconds, const char* operation);
  bool wait_for(Buffer& buffer, double seconds, const char* operation);
  // Waits as synchronize() does, but does not report indices out of range; a later wait does. An operation calls it if
  // it must wait before it is complete.
  void settle(const char* operation);
  // Makes the context refuse all further work, and throws the error. Call it if work was interrupted half
  // done, so that memory is in an unknown state.
  [[noreturn]] void lose(const backend::Error& error, const char* operation);
  // Works as read(), but does not report indices out of range.
  void read_now(Buffer& from, std::size_t offset, void* to, std::size_t bytes, const char* operation);
  // Waits, as the process is about to end, until the driver runs nothing for this context. The context can
  // still be used afterwards, so this may be called again. Errors are dropped.
  void leave_process() noexcept;
  // Records an event after the work that is queued now. wait_event() makes later work of the queue wait for
  // an event of this context.
  base::Ref<Event> record(QueueId queue, const char* operation = "record event");
  void wait_event(QueueId queue, Event& event, const char* operation = "wait for event");

  // ---- The vendor's handles, and order with queues made elsewhere ----
  backend::Native native() const noexcept;
  std::uintptr_t queue_native(QueueId queue) const noexcept;
  // These do what Queues::after() and Queues::before() do.
  void after_queue(std::uintptr_t native, const char* operation);
  void before_queue(std::uintptr_t native, const char* operation);

  // ---- Indices out of range (flag check_index) ----
  // The memory in which kernels note the first index that is out of range (kernels/index/index_check.cl).
  struct IndexRecord {
    base::Ref<Buffer> buffer;
    std::int64_t operation;  // the number that stands for the operation in the record
  };
  // Returns the record for a checked operation, whose name is a string literal.
  IndexRecord index_record(const char* operation);
  // While it lives, waits of this thread do not report indices out of range. A later wait does.
  class IndexHold {
   public:
    IndexHold() noexcept : outer_(std::exchange(base::thread_state().index_hold, this)) {}
    ~IndexHold() { base::thread_state().index_hold = outer_; }
    IndexHold(const IndexHold&) = delete;
    IndexHold& operator=(const IndexHold&) = delete;
    // Called before a function of the caller's runs inside an operation. Takes what these contexts have noted so far
    // and keeps it in the innermost hold of this thread. Otherwise waits inside the caller's function would report it.
    static void keep_indices(std::span<const base::Ref<Context>> contexts);
    const std::string& kept() const noexcept { return kept_; }

   private:
    void* outer_;
    std::string kept_;
  };
  void expect_indices() noexcept;  // call it after queueing kernels that note indices: the next wait reads the record
  // Takes what kernels have noted, for example "take: index 9 at position 0 is outside -4 .. 3", or "". Waits
  // for queued work if there may be anything to take.
  std::string take_indices(const char* operation);
  // Throws KILN_INDEX_ERROR if take_indices() returns anything.
  void check_indices(const char* operation);

  // ---- Recording (runtime/context/recording.hpp) ----
  // Whether this thread is recording its work on this context.
  bool capturing() const noexcept;

  // An object of a higher layer that lives as long as the context. The first caller makes it. It must not
  // hold references to the context, which would then never be freed.
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
  base::Ref<Buffer> keep(const backend::AdoptedMemory& memory, std::size_t bytes, const Foreign& owner,
                         const char* operation);
  void let_go(Buffer& buffer) noexcept;
  // Throws if this thread records on the context. Calls that wait for the device or transfer host memory use it.
  void check_not_capturing(const char* operation) const;
  void check_uses(std::span<const BufferUse> uses, const char* operation) const;
  static void copy_between(Buffer& to, std::size_t to_offset, Buffer& from, std::size_t from_offset, std::size_t bytes,
                           const char* operation);
  std::unique_ptr<Impl> impl_;
  std::mutex attachment_mutex_;
  std::unique_ptr<Attachment> attachment_;
};

// A point in the work of a queue, reached when all work queued before it is complete.
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

// The object behind a kiln_queue.
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
