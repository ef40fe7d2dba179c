// SPDX-License-Identifier: Apache-2.0
// The plug-in interface: what a device backend provides. A backend is a shared module that exports one
// `kiln_backend_module` object; libkiln finds it beside itself or in KILN_BACKEND_PATH (absolute paths). It
// sees memory, offsets and bytes, never a shape or a dtype.
//
// Rules: failures throw kiln::backend::Error naming the vendor's call and code; functions marked noexcept
// never fail. A Context may be called from any thread; one Queue is used by one thread at a time. Zero sizes
// never reach a backend. Modules share libkiln's C++ ABI (same standard library). New entries are appended
// with a default and raise kInterfaceVersion.
#pragma once

#include <kiln/types.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#define KILN_VISIBLE __attribute__((visibility("default")))

namespace kiln::backend {

inline constexpr std::uint32_t kInterfaceVersion = 14;

// The one exception of Kiln's internals: becomes a status and a message at the C ABI.
class KILN_VISIBLE Error : public std::exception {
 public:
  Error(kiln_status status, std::string message, std::int64_t vendor_code = 0, std::string log = {})
      : status_(status), vendor_code_(vendor_code), message_(std::move(message)), log_(std::move(log)) {}
  const char* what() const noexcept override { return message_.c_str(); }
  kiln_status status() const noexcept { return status_; }
  std::int64_t vendor_code() const noexcept { return vendor_code_; }
  const std::string& message() const noexcept { return message_; }
  const std::string& log() const noexcept { return log_; }

 private:
  kiln_status status_;
  std::int64_t vendor_code_;
  std::string message_;
  std::string log_;
};

// Thrown by recording_replay: some commands were queued, then the device refused one twice.
class KILN_VISIBLE PartlyQueued final : public Error {
 public:
  PartlyQueued(const Error& error, std::size_t queued) : Error(error), queued_(queued) {}
  std::size_t queued() const noexcept { return queued_; }  // commands, repetitions included

 private:
  std::size_t queued_;
};

enum class DeviceKind { cpu, gpu, accelerator, other };
enum class Dialect { opencl_c, cuda_c, host };

// What probing finds, before a device is opened.
struct DeviceInfo {
  std::string id;  // what follows the backend's name in a device string: "0:0" or "0"
  std::string name;
  std::string platform;
  std::string driver;
  std::string uid;  // PCI address or UUID, or ""
  DeviceKind kind = DeviceKind::other;
};

struct Probe {
  std::vector<DeviceInfo> devices;
  std::string reason;  // why there are none, or what had to be left out; "" when all is well
  std::vector<std::string>
      notes;  // further findings for `kiln doctor`: loader, vendors folder, library versions
};

struct DeviceProperties {
  DeviceInfo info;
  std::string vendor;
  std::string language;        // "OpenCL C 1.2", "sm_90"
  std::string cache_identity;  // all that makes a binary unfit for another machine: device, driver and
                               // compiler versions
  Dialect dialect = Dialect::opencl_c;
  std::uint64_t compute_units = 1;
  std::uint64_t max_local_size = 1;
  std::uint64_t max_local_sizes[3] = {1, 1, 1};
  std::uint64_t max_groups[3] = {1, 1, 1};  // UINT64_MAX where no limit is known
  // Bytes of local memory a group: all that a launch may have, and what a kernel's source may declare of it.
  std::uint64_t local_memory = 0;
  std::uint64_t declared_local_memory = 0;
  std::uint64_t total_memory = 0;
  std::uint64_t largest_block = 0;
  std::uint64_t base_alignment = 1;  // bytes; of fresh memory and of sub-ranges passed to kernels as pointers
  bool has_float16 = false;
  bool has_float64 = false;
  bool has_subnormals = true;  // of float32; else operands and results may be flushed to zero
  bool has_int64_atomics = false;
  bool unified_memory = false;
  std::uint64_t vector_bytes = 0;  // of the registers one instruction works on; 0: not known
  std::uint64_t cache_bytes = 0;   // of the last cache before the memory; 0: not known
  bool acquire_release = false;    // Source::acquire_release is taken
  // program_binary compiles once more, and keeps the compiler from others meanwhile.
  bool binary_compiles = false;
  // The driver ends a work-item's loops after some iterations, and does not tell: kernels for many work-items
  // are taken, of short loops each, though the device is a CPU.
  bool short_loops = false;
  std::uint64_t builds_before_drafts = 0;  // of a context: from then on drafts (program_draft) are worth it
  std::uint64_t parameter_bytes = 1024;  // of a kernel's arguments together; every OpenCL device takes these
  std::uint64_t max_groups_in_all = UINT64_MAX;  // of one launch: the product over its dimensions
};

struct MemoryInfo {
  std::uint64_t total = 0;
  std::uint64_t free = 0;  // meaningful only if known
  bool free_known = false;
};

// Opaque handles; each backend points them at objects of its own.
using QueueHandle = struct QueueTag*;
using EventHandle = struct EventTag*;
using MemoryHandle = struct MemoryTag*;
using ProgramHandle = struct ProgramTag*;
using KernelHandle = struct KernelTag*;
using RecordingHandle = struct RecordingTag*;
using CommunicatorHandle = struct CommunicatorTag*;

enum class MemoryKind { device, pinned };
// How the host waits for the device: as the driver likes, sleeping, or spinning.
enum class Sched { driver, multi, single };

struct Source {
  std::string text;
  std::vector<std::string> defines;  // "NAME" or "NAME=value", no prefix
  bool fast_math = false;
  bool raw = false;  // the text is the vendor's own language: no prelude
  // Of a work-item, where the compiler can be told; 0: as it likes. More items are at work at a time with
  // fewer.
  unsigned max_registers = 0;
  // Uses OpenCL C 3.0's atomics of acquire-release order at the scope of the device.
  bool acquire_release = false;
};

struct KernelInfo {
  std::uint64_t max_local_size = 1;
  std::uint64_t preferred_multiple = 1;
  std::uint64_t local_memory = 0;
};

// A kernel argument. `memory` hands the kernel a pointer to `offset` bytes into it (offset 0, or a multiple
// of base_alignment on devices that need it); `value` copies `size` bytes; `local` asks for `size` bytes a
// group.
struct Argument {
  enum class Kind { memory, value, local } kind = Kind::value;
  MemoryHandle memory = nullptr;
  std::size_t offset = 0;
  const void* value = nullptr;
  std::size_t size = 0;
};

// Sizes in work-items. local[0] == 0 leaves the local size to the backend; otherwise global is a multiple of
// local.
struct Launch {
  unsigned dims = 1;
  std::size_t global[3] = {1, 1, 1};
  std::size_t local[3] = {0, 0, 0};
  const Argument* arguments = nullptr;
  std::size_t argument_count = 0;
  // CUDA C's dynamic shared memory, `extern __shared__`: bytes a group, in front of local arguments. Other
  // dialects have none.
  std::size_t dynamic_local = 0;
};

// C = alpha op(A) op(B) + beta C for the vendor's BLAS: `batch` row-major matrices of one floating-point or
// complex dtype, m by n, k summed over (none is 0). float16 and bfloat16 are summed in float32, and float32
// in no reduced precision unless `tf32` allows it. Results are the same bits every time.
struct Gemm {
  enum class Operation { none, transpose, conjugate_transpose };
  struct Matrix {
    MemoryHandle memory = nullptr;
    std::size_t offset = 0;     // bytes
    std::int64_t leading = 0;   // elements from one row of the stored matrix to the next
    std::int64_t distance = 0;  // elements from one matrix of the batch to the next, 0: the same
  };
  kiln_dtype dtype = KILN_FLOAT32;
  Operation a_operation = Operation::none, b_operation = Operation::none;
  std::int64_t m = 0, n = 0, k = 0, batch = 1;
  Matrix a, b, c;
  double alpha[2] = {1, 0}, beta[2] = {0, 0};  // real and imaginary part
  bool tf32 = false;
};

// What the ranks of one communicator know each other by.
struct CollectiveId {
  unsigned char bytes[128] = {};
};

// One rank's part of a collective. `count` is of elements of `dtype`: those of a rank, where an operation
// takes or gives as many from each. Ranges are the same, or do not overlap but for reduce_scatter and
// all_gather in place, where the smaller is the rank's own part of the larger. Memory that a rank has no use
// for may be null.
struct Collective {
  enum class Operation { all_reduce, reduce, reduce_scatter, broadcast, all_gather };
  enum class Reduction { sum, prod, max, min };
  struct Range {
    MemoryHandle memory = nullptr;
    std::size_t offset = 0;  // bytes
  };
  Operation operation = Operation::all_reduce;
  Reduction reduction = Reduction::sum;
  int root = 0;
  // int8, uint8, int32, uint32, int64, uint64 or a floating-point dtype
  kiln_dtype dtype = KILN_FLOAT32;
  std::size_t count = 0;
  Range source, destination;
};

// One piece of work of a recording: the arguments of kernel_launch, blas_gemm, memory_copy or memory_fill but
// for the queue.
struct Command {
  struct KernelLaunch {
    KernelHandle kernel = nullptr;
    Launch launch;
  };
  struct Copy {
    MemoryHandle to = nullptr;
    std::size_t to_offset = 0;
    MemoryHandle from = nullptr;
    std::size_t from_offset = 0;
    std::size_t bytes = 0;
  };
  struct Fill {
    MemoryHandle to = nullptr;
    std::size_t offset = 0;
    std::size_t bytes = 0;
    unsigned char pattern[16] = {};
    std::size_t pattern_bytes = 0;
  };
  // Consecutive commands that belong together. They may run beside earlier sections but for those named,
  // which come first.
  struct Section {
    std::uint32_t number = 0;  // from 0, in order
    const std::uint32_t* after = nullptr;
    std::size_t after_count = 0;
  };
  const char* operation = "";  // what queued it
  std::variant<KernelLaunch, Gemm, Copy, Fill> work;
  const Section* section = nullptr;  // null: after all earlier commands. Either all commands have one or none
};

// Handles of the vendor's own, as numbers; 0: none.
struct Native {
  std::uintptr_t context = 0, device = 0, queue = 0;
};

// Memory that the backend did not allocate. memory_free gives up what was taken of it and leaves it alone.
struct AdoptedMemory {
  MemoryHandle handle = nullptr;
  std::size_t offset =
      0;  // of what was asked for in what the handle stands for, which is aligned as fresh memory is
  bool readable = true, writable = true;  // for kernels
  std::size_t bytes = 0;                  // where SIZE_MAX was asked for, all that there is
};

// What another process needs to open an allocation.
struct IpcHandle {
  unsigned char bytes[64] = {};
};

class KILN_VISIBLE Context {
 public:
  virtual ~Context() = default;
  virtual const DeviceProperties& properties() const noexcept = 0;
  virtual MemoryInfo memory_info() = 0;

  // In-order queues. queue_finish also throws an error the device found late.
  virtual QueueHandle queue_create(bool timing) = 0;
  virtual void queue_destroy(QueueHandle queue) noexcept = 0;
  virtual void queue_flush(QueueHandle queue) = 0;
  virtual void queue_finish(QueueHandle queue) = 0;

  // A marker after all work queued so far; recording also submits that work, so that others may wait for it.
  virtual EventHandle event_record(QueueHandle queue) = 0;
  virtual void event_enqueue_wait(QueueHandle queue, EventHandle event) = 0;
  virtual void event_wait(EventHandle event) = 0;
  virtual bool event_done(EventHandle event) = 0;
  virtual void event_destroy(EventHandle event) noexcept = 0;

  // Out of memory is an Error of status KILN_OUT_OF_MEMORY. Free only after the last use has passed.
  virtual MemoryHandle memory_allocate(std::size_t bytes, MemoryKind kind) = 0;
  virtual void memory_free(MemoryHandle memory) noexcept = 0;
  virtual void* memory_host_pointer(MemoryHandle memory) noexcept = 0;     // null for device memory
  virtual std::uintptr_t memory_native(MemoryHandle memory) noexcept = 0;  // cl_mem, CUdeviceptr

  // Transfers. block: return when the host range may be reused; otherwise it must stay valid until a later
  // event.
  virtual void memory_write(QueueHandle queue, MemoryHandle to, std::size_t to_offset, const void* from,
                            std::size_t bytes, bool block) = 0;
  virtual void memory_read(QueueHandle queue, MemoryHandle from, std::size_t from_offset, void* to,
                           std::size_t bytes, bool block) = 0;
  virtual void memory_copy(QueueHandle queue, MemoryHandle to, std::size_t to_offset, MemoryHandle from,
                           std::size_t from_offset, std::size_t bytes) = 0;  // ranges do not overlap
  virtual void memory_fill(QueueHandle queue, MemoryHandle to, std::size_t offset, std::size_t bytes,
                           const void* pattern, std::size_t pattern_bytes) = 0;  // 1, 2, 4, 8 or 16; aligned

  // A failing build throws status KILN_BUILD_ERROR with the whole log. The binary is what program_load takes;
  // empty: not cacheable. program_load throws for a binary it cannot use.
  virtual ProgramHandle program_build(const Source& source) = 0;
  virtual ProgramHandle program_load(std::span<const std::byte> binary, const Source& source) = 0;
  virtual std::vector<std::byte> program_binary(ProgramHandle program) = 0;
  virtual void program_destroy(ProgramHandle program) noexcept = 0;  // and its kernels
  virtual KernelHandle program_kernel(ProgramHandle program, const char* name) = 0;
  virtual KernelInfo kernel_info(KernelHandle kernel) = 0;
  // All arguments at once; no state stays behind. Legal from any thread.
  virtual void kernel_launch(QueueHandle queue, KernelHandle kernel, const Launch& launch) = 0;

  // ---- Entries with defaults ----
  // Seconds between two events of queues created with timing.
  virtual double event_seconds(EventHandle, EventHandle) {
    throw Error(KILN_UNSUPPORTED, "event_seconds: this backend has no device timestamps");
  }
  // Copies from a context of the same backend; false: not possible directly, the caller stages through the
  // host.
  virtual bool memory_copy_peer(QueueHandle, MemoryHandle /*to*/, std::size_t, Context& /*from_context*/,
                                MemoryHandle /*from*/, std::size_t, std::size_t /*bytes*/) {
    return false;
  }
  // Of a program just built, and once: what program_load takes too, at hand at once where program_binary
  // compiles, and longer to load. Empty: none.
  virtual std::vector<std::byte> program_draft(ProgramHandle) { return {}; }
  // Names of the program's kernels, where the driver tells them.
  virtual std::vector<std::string> program_kernels(ProgramHandle) { return {}; }
  // Queues a matrix product of the vendor's library; false: there is none, or not for this; nothing is
  // queued.
  virtual bool blas_gemm(QueueHandle, const Gemm&) { return false; }
  // The vendor's library behind blas_gemm, opened if need be: all of it that the speed and the results of
  // products depend on. Empty: there is none.
  virtual std::string blas_identity() { return {}; }
  // Would blas_gemm queue this product? Opens the library if need be, queues nothing.
  virtual bool blas_takes(const Gemm&) { return false; }

  // Commands that will be queued many times, in a form that is queued faster. They, what they point at and
  // the memory that a replay touches stay where they are: the commands until recording_destroy, memory at
  // every replay. Null: this backend has no such form, or not for these; the caller queues them one by one.
  virtual RecordingHandle recording_create(std::span<const Command>) { return nullptr; }
  // Queues all commands in their order, `times` times over. One recording is used by one thread at a time.
  // Throws PartlyQueued, or any other error where nothing was queued. What is refused behind other commands
  // is tried again when those have run.
  virtual void recording_replay(QueueHandle, RecordingHandle, std::size_t /*times*/) {
    throw Error(KILN_UNSUPPORTED, "recording_replay: this backend has no recordings");
  }
  // Legal while replays are still to run.
  virtual void recording_destroy(RecordingHandle) noexcept {}

  // ---- Foreign objects: those made elsewhere, and this backend's own for use elsewhere ----
  virtual Native native() noexcept { return {}; }  // but for the queue
  // A queue made elsewhere, of this vendor context and in-order. queue_destroy lets go of it, and leaves
  // alone what is queued there.
  virtual QueueHandle queue_adopt(std::uintptr_t) {
    throw Error(KILN_UNSUPPORTED, "queue_adopt: this backend takes no foreign queues");
  }
  virtual std::uintptr_t queue_native(QueueHandle) noexcept { return 0; }
  // `bytes` (not 0) at `offset` of memory made elsewhere. Throws KILN_CONTEXT_MISMATCH for another context's,
  // KILN_INVALID_ARGUMENT for a size that it does not have. SIZE_MAX bytes: the rest, where the driver tells.
  virtual AdoptedMemory memory_adopt(std::uintptr_t, std::size_t /*offset*/, std::size_t /*bytes*/) {
    throw Error(KILN_UNSUPPORTED, "memory_adopt: this backend takes no foreign memory");
  }
  // The caller's host memory, which the device then uses where it is; a null handle: the device cannot.
  virtual AdoptedMemory memory_adopt_host(void*, std::size_t /*bytes*/) { return {}; }
  // Where the host finds device memory that is host memory, while no command uses it; null: it is not.
  virtual void* memory_host_view(MemoryHandle) { return nullptr; }
  virtual IpcHandle memory_export(MemoryHandle) {
    throw Error(KILN_UNSUPPORTED, "memory_export: this backend shares no memory between processes");
  }
  virtual MemoryHandle memory_import(const IpcHandle&, std::size_t /*bytes*/) {
    throw Error(KILN_UNSUPPORTED, "memory_import: this backend shares no memory between processes");
  }
  // A handle of its own for a part of device memory that begins at a multiple of base_alignment; null: its
  // address does. memory_free lets go of it, also while work on it is queued.
  virtual MemoryHandle memory_part(MemoryHandle, std::size_t /*offset*/, std::size_t /*bytes*/) {
    return nullptr;
  }
  // Makes the vendor's context current on this thread, for calls of the vendor's by others; gives what was
  // current, for leave().
  virtual std::uintptr_t enter() { return 0; }
  virtual void leave(std::uintptr_t /*previous*/) {}

  // ---- Collectives between contexts, of this process and others: the vendor's library, opened if need be.
  // KILN_UNSUPPORTED where there is none ----
  virtual CollectiveId collective_id() {
    throw Error(KILN_UNSUPPORTED, "collectives: this backend has none");
  }
  // Returns when all ranks have called it.
  virtual CommunicatorHandle communicator_create(const CollectiveId&, int /*ranks*/, int /*rank*/) {
    throw Error(KILN_UNSUPPORTED, "collectives: this backend has none");
  }
  // No work of it is queued any more; `lost`: there may be, and it may never end.
  virtual void communicator_destroy(CommunicatorHandle, bool /*lost*/) noexcept {}
  // One communicator is used by one thread at a time. May wait until the other ranks have called it.
  virtual void collective(QueueHandle, CommunicatorHandle, const Collective&) {
    throw Error(KILN_UNSUPPORTED, "collective: this backend has none");
  }

  // memory_read that does not block, and an event after it: where the vendor gives one with the read, that
  // costs less than one more of the queue. What it throws leaves nothing queued.
  virtual EventHandle memory_read_event(QueueHandle queue, MemoryHandle from, std::size_t from_offset,
                                        void* to, std::size_t bytes) {
    memory_read(queue, from, from_offset, to, bytes, false);
    try {
      return event_record(queue);
    } catch (...) {
      try {
        queue_finish(queue);
      } catch (const Error&) {  // the first error is what happened
      }
      throw;
    }
  }

  // event_wait for at most so long; false: the event is still to come. Looks again and again, at first at
  // once, then after naps that are short beside what has been waited.
  virtual bool event_wait_for(EventHandle event, double seconds) {
    using Seconds = std::chrono::duration<double>;
    const auto begin = std::chrono::steady_clock::now();
    while (!event_done(event)) {
      const Seconds waited = std::chrono::steady_clock::now() - begin;
      if (waited.count() >= seconds) return false;
      constexpr double kAtOnce = 1e-4, kLongest = 1e-3;
      const double nap = std::min({waited.count() / 16, kLongest, seconds - waited.count()});
      if (waited.count() < kAtOnce)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(Seconds(nap));
    }
    return true;
  }
};

// Queues one command by the entry that it stands for; false where blas_gemm gives that.
inline bool queue_command(Context& context, QueueHandle queue, const Command& command) {
  if (const auto* launch = std::get_if<Command::KernelLaunch>(&command.work)) {
    context.kernel_launch(queue, launch->kernel, launch->launch);
  } else if (const auto* gemm = std::get_if<Gemm>(&command.work)) {
    return context.blas_gemm(queue, *gemm);
  } else if (const auto* copy = std::get_if<Command::Copy>(&command.work)) {
    context.memory_copy(queue, copy->to, copy->to_offset, copy->from, copy->from_offset, copy->bytes);
  } else if (const auto* fill = std::get_if<Command::Fill>(&command.work)) {
    context.memory_fill(queue, fill->to, fill->offset, fill->bytes, fill->pattern, fill->pattern_bytes);
  }
  return true;
}

// Queues a command behind `queued` others of its list: one that is refused is tried again when those have
// run.
template <class Work>
void queue_behind(Context& context, QueueHandle queue, std::size_t queued, Work&& work) {
  try {
    return work();
  } catch (const Error&) {
    if (queued == 0) throw;
  }
  try {
    context.queue_finish(queue);
    work();
  } catch (const Error& error) {
    throw PartlyQueued(error, queued);
  }
}

class KILN_VISIBLE Driver {
 public:
  virtual ~Driver() = default;
  virtual const char* name() const noexcept = 0;  // "opencl"
  virtual Probe probe() noexcept = 0;             // loads the vendor's library; never fails a program
  // An id that probe() listed. Backends without a choice of waiting ignore `sched`.
  virtual std::unique_ptr<Context> open(const std::string& id, Sched sched = Sched::driver) = 0;
  // On handles made elsewhere; properties().info.id is that of the device. The queue is not adopted here.
  virtual std::unique_ptr<Context> adopt(const Native&, Sched) {
    throw Error(KILN_UNSUPPORTED, "adopt: this backend opens no foreign contexts");
  }
  // What made this memory, for adopt(); a context of 0: nobody in particular, the device is enough.
  virtual Native memory_owner(std::uintptr_t) {
    throw Error(KILN_UNSUPPORTED, "memory_owner: this backend takes no foreign memory");
  }
};

// The exported object. libkiln reads `interface_version` before anything else.
struct Module {
  std::uint32_t interface_version;
  const char* name;
  Driver* (*create)();  // a new Driver, owned by the caller; null: unavailable
};

}  // namespace kiln::backend

// Put at the end of a module: KILN_BACKEND_MODULE("name", create_function)
#define KILN_BACKEND_MODULE(name, create)                                    \
  extern "C" KILN_VISIBLE const ::kiln::backend::Module kiln_backend_module; \
  const ::kiln::backend::Module kiln_backend_module = {::kiln::backend::kInterfaceVersion, name, create}
