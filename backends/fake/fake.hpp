// SPDX-License-Identifier: Apache-2.0
// A device made of host memory, for tests: it logs every call, counts live objects, runs registered functions
// as kernels and refuses misuse of the plug-in interface (wrong handles, ranges, alignment, use after free)
// with KILN_INTERNAL.
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
#include <vector>

namespace kiln::fake {

// One call of the interface. Handles appear as numbers, which are never used twice.
struct Call {
  const char* entry = "";  // the function's name
  std::uint64_t queue = 0;
  std::uint64_t object = 0;  // the memory written, or else read; the event, program or kernel
  std::uint64_t other = 0;   // the memory a copy reads
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  bool block = false;
  std::string name;  // of a kernel
};

// A launch with all that the device was told.
struct Launched {
  struct Argument {
    std::int32_t kind = backend::Argument::Kind::value;
    std::uint64_t memory = 0;
    std::uint64_t offset = 0;      // into the memory
    std::uint64_t bytes = 0;       // of the whole memory, of the value, or of local memory
    std::vector<std::byte> value;  // of a value
  };
  std::shared_ptr<const std::string> text;  // the program's: compiler options, definitions and source
  std::string kernel;
  unsigned dims = 1;
  std::size_t global[3] = {1, 1, 1};
  std::size_t local[3] = {0, 0, 0};
  std::size_t dynamic_local = 0;
  std::vector<Argument> arguments;
};

// Objects created and not yet destroyed. What a destroyed context left behind stays counted.
struct Live {
  std::int64_t contexts = 0, queues = 0, events = 0, memories = 0, programs = 0, recordings = 0,
               communicators = 0;
  std::int64_t total() const noexcept {
    return contexts + queues + events + memories + programs + recordings + communicators;
  }
};

struct Counters {
  std::uint64_t builds = 0;            // successful ones
  std::uint64_t builds_refused = 0;    // "#error" in the text, or too long a one
  std::uint64_t binaries_handed = 0;   // to program_load
  std::uint64_t drafts_handed = 0;     // of these
  std::uint64_t binaries_refused = 0;  // damaged ones among them
  std::uint64_t binaries_foreign = 0;  // sound ones made from another source than the one they came with
  std::uint64_t launches = 0;          // kernels run
  std::uint64_t bytes_in_use = 0;      // device and pinned
  std::uint64_t bytes_peak = 0;
};

// What happened on the contexts that share it. Thread-safe; outlives the contexts.
class Log {
 public:
  std::vector<Call> calls() const;     // in the order they were made
  std::vector<Call> executed() const;  // queued work in the order it ran
  std::vector<Launched> launches()
      const;  // one for each kernel_launch of calls(), with the option log_launches
  std::size_t count(std::string_view entry) const;
  void clear();  // forgets calls, launches and executed work, keeps the counters
  Live live() const;
  Counters counters() const;
  std::uint64_t misuses() const;
  std::vector<std::string> misuse_messages() const;

  // For the backend.
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
  mutable std::mutex mutex_;
  std::vector<Call> calls_, executed_;
  std::vector<Launched> launches_;
  std::vector<std::string> misuse_messages_;
  std::uint64_t misuses_ = 0;
  Live live_;
  Counters counters_;
};

struct Options {
  std::uint64_t memory = std::uint64_t{1} << 30;  // device memory; asking for more is KILN_OUT_OF_MEMORY
  std::uint64_t largest_block = 0;                // 0: all of it
  // false: work runs inside the call that queues it. true: work runs when a wait, a poll or a finish needs
  // it, and no sooner; other queues' work runs only as far as events demand.
  bool deferred = false;
  bool poll_progress = true;  // deferred: event_done runs one piece of pending work; false: it only looks
  bool log_calls = true;      // false: counters only, and immediate work allocates no host memory
  bool log_launches = false;  // true: the log has the text, sizes and arguments of each launch
  std::uint64_t longest_text = UINT64_MAX;  // bytes; the compiler refuses longer ones
  bool unknown_kernels = false;             // true: kernels named in the text but not registered do nothing
  bool strict_alignment = true;  // kernel arguments at offsets that are no multiple of `alignment` are misuse
  bool peer_copy = true;         // memory_copy_peer between fakes
  bool cacheable = true;         // false: program_binary gives nothing
  bool binary_compiles = false;  // as the device's property
  bool drafts = false;           // true: program_draft gives something
  std::uint64_t builds_before_drafts = 0;
  bool recordings = false;  // true: keeps recordings itself and logs their replays
  bool poison = true;       // fresh memory holds `poison_word` again and again (its first 16 MiB)
  std::uint64_t poison_word = 0xA5A5A5A5A5A5A5A5U;
  // Device memory of more bytes than these has none of its own: what is written there is lost, zeros are
  // read, and kernels get a null pointer. So a test may have arrays that the machine has no memory for.
  std::uint64_t largest_real = UINT64_MAX;
  // The device's properties.
  bool has_float16 = true, has_float64 = true, has_int64_atomics = true, unified_memory = true;
  backend::DeviceKind kind = backend::DeviceKind::cpu;
  backend::Dialect dialect = backend::Dialect::host;
  std::uint64_t alignment = 64;  // a power of two
  std::uint64_t compute_units = 4;
  std::uint64_t max_local_size = 1024;
  std::uint64_t max_groups = UINT64_MAX, max_groups_across = UINT64_MAX;  // of axis 0, of the others
  std::uint64_t local_memory = 32 * 1024;
  std::uint64_t declared_local_memory = UINT64_MAX;  // no more than local_memory
  std::uint64_t parameter_bytes = 1024;
  std::uint64_t vector_bytes = 0, cache_bytes = 0;  // 0: not known
  bool acquire_release = false;
  std::string id = "0", name = "Fake device", cache_identity = "fake 1";
  std::shared_ptr<Log> log;  // null: the context makes one
};

std::unique_ptr<backend::Context> make_context(const Options& options = {});
// The log of a context that make_context made; throws KILN_INVALID_ARGUMENT for any other.
std::shared_ptr<Log> log_of(backend::Context& context);

// An argument as the kernel sees it: `size` bytes are valid at `data`, up to the end of the memory it lies
// in.
struct KernelArgument {
  std::int32_t kind = backend::Argument::Kind::value;
  void* data = nullptr;
  std::size_t size = 0;
};

// What a kernel function gets: the launch with arguments resolved.
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
  // Throws KILN_INTERNAL if there is no such argument or it is of the other sort.
  const KernelArgument& argument(std::size_t index, bool by_value, std::size_t bytes) const;
};

// Runs with the context's lock held, so it must not call the context. An Error it throws is found late: by
// the next call that waits.
using KernelFunction = std::function<void(const KernelCall&)>;

// The kernels of all fake devices of this process; programs find them by `kernel NAME`, `kernel void NAME` or
// `KILN_KERNEL void NAME` in their text.
void register_kernel(const std::string& name, KernelFunction function);
// Empty if there is none.
KernelFunction find_kernel(const std::string& name);

}  // namespace kiln::fake
