// SPDX-License-Identifier: Apache-2.0
// A device made of host memory, for tests. It logs every call, counts live objects and runs registered
// functions as kernels. Misuse of the plug-in interface (wrong handles, ranges or alignment, use after free)
// is refused with KILN_INTERNAL.
#pragma once

#include <kiln/backend.hpp>

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace kiln::fake {

// One call of the interface. A handle is shown as its number, which is never used twice.
struct Call {
  const char* entry = "";  // the function's name
  std::uint64_t queue = 0;
  std::uint64_t object = 0;  // the memory that is written, else the one that is read; or the event, program or kernel
  std::uint64_t other = 0;   // the memory that a copy reads
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  bool block = false;
  std::string name;  // the name of a kernel
  std::thread::id thread = std::this_thread::get_id();
};

// A launch, with everything that the device got.
struct Launched {
  struct Argument {
    std::int32_t kind = backend::Argument::Kind::value;
    std::uint64_t memory = 0;
    std::uint64_t offset = 0;      // of the argument, in bytes from the memory's start
    std::uint64_t bytes = 0;       // the size of the whole memory, of the value, or of the local memory
    std::vector<std::byte> value;  // the bytes of a value argument
  };
  std::shared_ptr<const std::string> text;  // the program's text: compiler options, definitions and source
  std::string kernel;
  unsigned dims = 1;
  std::size_t global[3] = {1, 1, 1};
  std::size_t local[3] = {0, 0, 0};
  std::size_t dynamic_local = 0;
  std::vector<Argument> arguments;
};

// The numbers of objects that have been created and not destroyed. Those that a destroyed context left behind
// still count.
struct Live {
  std::int64_t contexts = 0, queues = 0, events = 0, memories = 0, programs = 0, recordings = 0, communicators = 0;
  std::int64_t total() const noexcept {
    return contexts + queues + events + memories + programs + recordings + communicators;
  }
};

struct Counters {
  std::uint64_t builds = 0;            // builds that succeeded
  std::uint64_t builds_refused = 0;    // builds that failed: the text has "#error", or is too long
  std::uint64_t binaries_handed = 0;   // binaries that program_load() got
  std::uint64_t drafts_handed = 0;     // binaries of program_load() that were drafts
  std::uint64_t binaries_refused = 0;  // binaries of program_load() that were damaged
  std::uint64_t binaries_foreign = 0;  // binaries of program_load() that were sound, but made from another source
  std::uint64_t launches = 0;          // kernels that ran
  std::uint64_t bytes_in_use = 0;      // device and pinned
  std::uint64_t bytes_peak = 0;
};

// Records what happens on the contexts that share this log. It is thread-safe and outlives the contexts.
class Log {
 public:
  // Calls in the order in which they were made.
  std::vector<Call> calls() const { return locked(calls_); }
  // Queued work in the order in which it ran.
  std::vector<Call> executed() const { return locked(executed_); }
  // One for each kernel_launch in calls(), if the option log_launches is set.
  std::vector<Launched> launches() const { return locked(launches_); }
  std::size_t count(std::string_view entry) const;
  void clear();  // removes calls, launches and executed work; the counters stay
  Live live() const { return locked(live_); }
  Counters counters() const { return locked(counters_); }
  std::uint64_t misuses() const { return locked(misuses_); }
  std::vector<std::string> misuse_messages() const { return locked(misuse_messages_); }

  // The backend calls these.
  void record(const Call& call) noexcept;
  void record_launch(const Launched& launch) noexcept;
  void record_executed(const Call& call) noexcept;
  void record_misuse(const std::string& message) noexcept;
  template <class Update>
  void update(Update&& change) {
    std::lock_guard lock(mutex_);
    change(live_, counters_);
  }

 private:
  template <class Member>
  Member locked(const Member& member) const {
    std::lock_guard lock(mutex_);
    return member;
  }
  mutable std::mutex mutex_;
  std::vector<Call> calls_, executed_;
  std::vector<Launched> launches_;
  std::vector<std::string> misuse_messages_;
  std::uint64_t misuses_ = 0;
  Live live_;
  Counters counters_;
};

struct Options {
  std::uint64_t memory = std::uint64_t{1} << 30;  // bytes of device memory; a request for more is KILN_OUT_OF_MEMORY
  std::uint64_t largest_block = 0;                // 0: all of it
  // false: work runs inside the call that queues it. true: work runs only when a wait, a poll or a finish
  // needs it, and work of other queues only as far as events demand.
  bool deferred = false;
  bool poll_progress =
      true;               // with `deferred`: true: event_done runs one piece of pending work; false: it runs nothing
  bool log_calls = true;  // false: calls are only counted, and work that runs at once allocates no host memory
  bool log_launches = false;                // true: the log has text, sizes and arguments of each launch
  std::uint64_t longest_text = UINT64_MAX;  // in bytes; the compiler refuses longer texts
  bool unknown_kernels = false;             // true: a kernel that the text names and nobody registered does nothing
  bool strict_alignment = true;  // whether a kernel argument at an offset that is no multiple of `alignment` is misuse
  bool peer_copy = true;         // whether memory_copy_peer works between fakes
  bool cacheable = true;         // false: program_binary returns nothing
  bool binary_compiles = false;  // the device's property of this name
  bool parallel_builds = false;  // the device's property of this name
  std::function<void()> building = nullptr;  // called at the start of each program_build
  bool drafts = false;                       // true: program_draft returns a draft
  std::uint64_t builds_before_drafts = 0;
  bool recordings = false;  // true: the fake keeps recordings itself and logs their replays
  bool poison = true;       // whether new memory is filled with `poison_word` (its first 16 MiB)
  std::uint64_t poison_word = 0xA5A5A5A5A5A5A5A5U;
  // Device memory of more bytes than this has no host memory behind it: what is written to it is lost, zeros are read
  // from it, and kernels get a null pointer. So a test may have arrays that are larger than the machine's memory.
  std::uint64_t largest_real = UINT64_MAX;
  // The device's properties.
  bool has_float16 = true, has_float64 = true, has_int64_atomics = true, unified_memory = true;
  backend::DeviceKind kind = backend::DeviceKind::cpu;
  backend::Dialect dialect = backend::Dialect::host;
  std::uint64_t alignment = 64;  // a power of two
  std::uint64_t compute_units = 4;
  std::uint64_t max_local_size = 1024;
  std::uint64_t max_groups = UINT64_MAX,
                max_groups_across = UINT64_MAX;  // along axis 0, and along the others
  std::uint64_t local_memory = 32 * 1024;
  std::uint64_t declared_local_memory = UINT64_MAX;  // at most local_memory
  std::uint64_t parameter_bytes = 1024;
  std::uint64_t vector_bytes = 0, cache_bytes = 0;  // 0: not known
  bool acquire_release = false;
  std::string id = "0", name = "Fake device", cache_identity = "fake 1";
  std::shared_ptr<Log> log;  // null: the context makes a log of its own
};

std::unique_ptr<backend::Context> make_context(const Options& options = {});
// The log of a context that make_context() made. KILN_INVALID_ARGUMENT: it is another context.
std::shared_ptr<Log> log_of(backend::Context& context);

// An argument as the kernel sees it. `size` bytes are valid at `data`, up to the end of the memory in which it lies.
struct KernelArgument {
  std::int32_t kind = backend::Argument::Kind::value;
  void* data = nullptr;
  std::size_t size = 0;
};

// The parameter of a kernel function: the launch, and its arguments as addresses.
struct KernelCall {
  std::string_view name;
  unsigned dims = 1;
  std::size_t global[3] = {1, 1, 1};
  std::size_t local[3] = {0, 0, 0};
  std::span<const KernelArgument> arguments;

  std::size_t items() const noexcept { return global[0] * global[1] * global[2]; }
  template <class T>
  T* pointer(std::size_t index) const {
    return static_cast<T*>(argument(index, false, 0).data);
  }
  template <class T>
  std::size_t count(std::size_t index) const {
    return argument(index, false, 0).size / sizeof(T);
  }
  template <class T>
  T value(std::size_t index) const {
    T result;
    std::memcpy(&result, argument(index, true, sizeof(T)).data, sizeof(T));
    return result;
  }
  // The argument at `index`. KILN_INTERNAL: there is none, it is of the other sort, or it is a value of
  // another size than `bytes`.
  const KernelArgument& argument(std::size_t index, bool by_value, std::size_t bytes) const;
};

// A function that runs as a kernel. It runs with the context's lock held, so it must not call the context. An
// Error that it throws is found late, by the next call that waits.
using KernelFunction = std::function<void(const KernelCall&)>;

// Registers a kernel for all fake devices of this process. A program that has `kernel NAME`, `kernel void
// NAME` or `KILN_KERNEL void NAME` in its text finds it.
void register_kernel(const std::string& name, KernelFunction function);
// The function of a kernel, empty if there is none.
KernelFunction find_kernel(const std::string& name);

}  // namespace kiln::fake
