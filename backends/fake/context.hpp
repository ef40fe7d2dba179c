// SPDX-License-Identifier: Apache-2.0
// The objects of the fake context. One lock guards all of them. A handle is a number that is never used twice, so that
// a stale one is always noticed. Pending work stores the handles of memory and looks them up when it runs.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/error.hpp"
#include "fake/fake.hpp"

namespace kiln::fake {

struct FreeDeleter {
  bool owned = true;  // false: foreign memory
  void operator()(std::byte* data) const noexcept {
    if (owned) std::free(data);
  }
};

struct Memory {
  std::unique_ptr<std::byte, FreeDeleter> data;
  std::size_t bytes = 0;
  backend::MemoryKind kind = backend::MemoryKind::device;
  bool real = true;  // false: `data` is only a number and points to no memory
};

struct Event {
  std::uint64_t queue = 0;
  std::uint64_t sequence = 0;
  bool timing = false;
  bool done = false;
  double seconds = 0;
  std::optional<backend::Error> error;  // the failure that the queue had before this event
};

struct Kernel {
  std::string name;
  KernelFunction function;
  std::shared_ptr<const std::string> text;  // the text of the program
};

struct Program {
  std::shared_ptr<const std::string> text;  // the text, and everything else that the binary was made from
  bool draft = false;                       // program_draft() has a draft to return
  std::vector<std::string> names;
  std::unordered_map<std::string, std::uint64_t> kernels;
};

struct Work {
  enum class Kind { write, read, copy, fill, launch, record, wait } kind = Kind::record;
  std::uint64_t sequence = 0;
  Call call;
  std::uint64_t other_offset = 0;
  const void* from = nullptr;
  void* to = nullptr;
  std::array<std::byte, 16> pattern{};
  std::size_t pattern_bytes = 0;
  std::shared_ptr<Event> event;
  std::shared_ptr<Kernel> kernel;
  backend::Launch launch;  // its list of arguments is empty
  std::vector<kiln_backend_argument> arguments;
  std::vector<std::byte> values;  // the value arguments; their `offset` counts from here
};

struct Queue {
  std::uint64_t id = 0;
  bool timing = false;
  unsigned adopted = 0;  // handles that queue_adopt gave; queue_destroy drops these before the queue itself
  std::deque<Work> pending;
  std::optional<backend::Error> error;  // a failure while work ran, which the next wait throws
};

class Context final : public backend::Context {
 public:
  explicit Context(const Options& options);
  ~Context() override;
  const std::shared_ptr<Log>& log() const noexcept { return log_; }

  const backend::DeviceProperties& properties() const noexcept override { return properties_; }
  // The native handle of a queue is its own number, that of memory is its address (foreign.cpp).
#include "base/plugin/context_overrides.def"
  backend::IpcHandle memory_export(backend::MemoryHandle memory) override;
  backend::MemoryHandle memory_import(const backend::IpcHandle& handle, std::size_t bytes) override;
  bool memory_copy_peer(backend::QueueHandle queue, backend::MemoryHandle to, std::size_t to_offset,
                        backend::Context& from_context, backend::MemoryHandle from, std::size_t from_offset,
                        std::size_t bytes) override;
  std::vector<std::byte> program_draft(backend::ProgramHandle program) override;
  backend::CollectiveId collective_id() override;
  backend::CommunicatorHandle communicator_create(const backend::CollectiveId& id, int ranks, int rank) override;
  void communicator_destroy(backend::CommunicatorHandle communicator, bool lost) noexcept override;
  void collective(backend::QueueHandle queue, backend::CommunicatorHandle communicator,
                  const backend::Collective& collective) override;

 private:
  template <class Handle>
  static std::uint64_t number(Handle handle) noexcept {
    return reinterpret_cast<std::uintptr_t>(handle);
  }
  template <class Handle>
  static Handle handle(std::uint64_t number) noexcept {
    return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(number));
  }
  template <class... Args>
  [[noreturn]] void misuse(fmt::format_string<Args...> format, Args&&... args) {
    const std::string message = fmt::format(format, std::forward<Args>(args)...);
    log_->record_misuse(message);
    throw backend::Error(KILN_INTERNAL, "fake: misuse: " + message);
  }
  // The object of a handle. Any other handle is misuse.
  template <class Map>
  typename Map::mapped_type& find(Map& map, std::uint64_t id, const char* entry, const char* what) {
    const auto found = map.find(id);
    if (found == map.end()) misuse("{}: {} is no live {}", entry, id, what);
    return found->second;
  }
  // Finds the object of a handle for entries that cannot throw. Misuse gives the end of the map.
  template <class Map>
  auto known(Map& map, std::uint64_t id, const char* entry, const char* what) noexcept {
    const auto found = map.find(id);
    if (found == map.end()) log_->record_misuse(fmt::format("{}: {} is no live {}", entry, id, what));
    return found;
  }
  // Removes the object of a handle. Returns whether there was one.
  template <class Map>
  bool remove(Map& map, std::uint64_t id, const char* entry, const char* what) noexcept {
    return known(map, id, entry, what) != map.end() && map.erase(id) != 0;
  }
  Queue& find_queue(backend::QueueHandle queue, const char* entry);
  Memory& find_range(std::uint64_t memory, std::uint64_t offset, std::uint64_t bytes, const char* entry);
  void record(const Call& call) noexcept;
  // Locks the context for a call, and records the call.
  [[nodiscard]] std::unique_lock<std::mutex> enter(const Call& call) {
    std::unique_lock lock(mutex_);
    record(call);
    return lock;
  }
  void record_launch(const Kernel& kernel, const backend::Launch& launch);

  // Queued work (queue.cpp).
  Work& new_work(Work& fresh, Work::Kind kind, const Call& call);
  void submit(Queue& queue, Work& work);
  void transfer(Work::Kind kind, const Call& call, const void* from, void* to);
  void run(Queue& queue, std::uint64_t sequence);
  void run_all(Queue& queue);
  void execute(Queue& queue, Work& work);
  void execute_fill(const Work& work);
  void execute_launch(Work& work);
  void check_launch(const Kernel& kernel, const backend::Launch& launch);
  void wait(Queue& queue);
  void wait(Event& event);
  backend::ProgramHandle add_program(std::string text);

  const Options options_;
  const std::shared_ptr<Log> log_;
  backend::DeviceProperties properties_;
  mutable std::mutex mutex_;
  std::uint64_t last_id_ = 0;
  std::uint64_t last_sequence_ = 0;
  std::uint64_t ticks_ = 0;  // the device's clock, which advances by a microsecond with each piece of work
  std::uint64_t device_bytes_ = 0;
  std::unordered_map<std::uint64_t, Queue> queues_;
  std::unordered_map<std::uint64_t, std::shared_ptr<Event>> events_;
  std::unordered_map<std::uint64_t, Memory> memories_;
  std::unordered_map<std::uint64_t, Program> programs_;
  std::unordered_map<std::uint64_t, std::shared_ptr<Kernel>> kernels_;
  std::unordered_map<std::uint64_t, std::span<const backend::Command>> recordings_;
  std::unordered_set<std::uint64_t> communicators_;
  Work scratch_;  // the object for work that runs at once; its memory is reused
  std::vector<KernelArgument> resolved_;
  std::vector<std::byte> local_;
};

}  // namespace kiln::fake
