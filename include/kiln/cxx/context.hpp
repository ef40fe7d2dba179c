// SPDX-License-Identifier: Apache-2.0
// Contexts, queues, events and buffers of kiln.hpp.
#ifndef KILN_CXX_CONTEXT_HPP
#define KILN_CXX_CONTEXT_HPP

#include <kiln/cxx/error.hpp>

#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace kiln {

namespace detail {

// What the Context objects of one handle share: the handle, and the elementwise computations that operators
// have made. It is destroyed with the last Context and GpuArray of the handle, and not by static destruction.
struct ContextState {
  struct Entry {
    std::vector<std::uint16_t> codes;
    ElementwiseHandle elementwise;
  };
  ContextHandle handle;
  std::mutex mutex;
  std::unordered_map<std::uint64_t, Entry> operators;  // by the hash of the codes of expression.hpp
};

// The state of a context. All wrappers of one handle have the same one.
inline std::shared_ptr<ContextState> state_of(ContextHandle handle) {
  if (!handle) return nullptr;
  struct Registry {
    std::mutex mutex;
    std::unordered_map<kiln_context, std::weak_ptr<ContextState>> states;
  };
  static Registry& registry = *new Registry;  // never destroyed: programs may hold contexts in statics
  std::lock_guard<std::mutex> lock(registry.mutex);
  for (auto it = registry.states.begin(); it != registry.states.end();)
    it = it->second.expired() ? registry.states.erase(it) : std::next(it);
  auto& slot = registry.states[handle.get()];
  auto state = slot.lock();
  if (!state) {
    state = std::make_shared<ContextState>();
    state->handle = std::move(handle);
    slot = state;
  }
  return state;
}

}  // namespace detail

// A point in the work of a queue (kiln_event_record). It has passed when the work before it has run.
class Event {
 public:
  Event() noexcept = default;
  explicit Event(detail::EventHandle handle) noexcept : handle_(std::move(handle)) {}
  void wait() const { detail::check(kiln_event_synchronize(detail::need(*this))); }
  bool done() const {
    int result = 0;
    detail::check(kiln_event_done(detail::need(*this), &result));
    return result != 0;
  }
  // The device's time from `start` to this event in seconds; both belong to one queue. Waits for both.
  double seconds_since(const Event& start) const {
    double seconds = 0;
    detail::check(kiln_event_elapsed(detail::need(start), detail::need(*this), &seconds));
    return seconds;
  }
  kiln_event get() const noexcept { return handle_.get(); }

 private:
  detail::EventHandle handle_;
};

// A queue of a context.
class Queue {
 public:
  Queue() noexcept = default;
  explicit Queue(detail::QueueHandle handle) noexcept : handle_(std::move(handle)) {}
  void synchronize() const { detail::check(kiln_queue_synchronize(detail::need(*this))); }
  Event record() const {
    detail::EventHandle event;
    detail::check(kiln_event_record(detail::need(*this), event.out()));
    return Event(std::move(event));
  }
  void wait(const Event& event) const {
    detail::check(kiln_queue_wait_event(detail::need(*this), detail::need(event)));
  }
  kiln_queue get() const noexcept { return handle_.get(); }

 private:
  detail::QueueHandle handle_;
};

// An opened device. Copies are the same context.
class Context {
 public:
  // Opens the device that the flag `device` names.
  Context() : Context(nullptr, nullptr) {}
  explicit Context(const std::string& device) : Context(device.c_str(), nullptr) {}
  Context(const std::string& device, const kiln_context_options& options) : Context(device.c_str(), &options) {}
  explicit Context(const kiln_context_options& options) : Context(nullptr, &options) {}
  // Takes over the caller's reference to the handle.
  static Context adopt(kiln_context handle) { return Context(detail::state_of(detail::ContextHandle::adopt(handle))); }
  // The context to which the flag `contexts` gives the name `name`.
  static Context named(const std::string& name) {
    kiln_context out = nullptr;
    detail::check(kiln_context_named(name.c_str(), &out));
    return adopt(out);
  }
  // An object without a context. It converts to false, and calls that need a context refuse it.
  static Context none() noexcept { return Context(std::shared_ptr<detail::ContextState>()); }

  kiln_context get() const noexcept { return state_ ? state_->handle.get() : nullptr; }
  explicit operator bool() const noexcept { return state_ != nullptr; }
  friend bool operator==(const Context& a, const Context& b) noexcept { return a.get() == b.get(); }
  friend bool operator!=(const Context& a, const Context& b) noexcept { return !(a == b); }

  kiln_context_properties properties() const {
    kiln_context_properties result = KILN_CONTEXT_PROPERTIES_INIT;
    detail::check(kiln_context_get_properties(detail::need(*this), &result));
    return result;
  }
  std::string device() const { return properties().device; }
  std::string name() const { return properties().name; }
  kiln_memory_info memory() const {
    kiln_memory_info result = KILN_MEMORY_INFO_INIT;
    detail::check(kiln_context_get_memory(detail::need(*this), &result));
    return result;
  }
  kiln_cache_info cache() const {
    kiln_cache_info result = KILN_CACHE_INFO_INIT;
    detail::check(kiln_context_get_cache(detail::need(*this), &result));
    return result;
  }
  void trim() const { detail::check(kiln_context_trim(detail::need(*this))); }
  void synchronize() const { detail::check(kiln_context_synchronize(detail::need(*this))); }
  // Waits at most `seconds`. Returns false if something has not run yet.
  bool wait(double seconds) const {
    int done = 0;
    detail::check(kiln_context_wait(detail::need(*this), seconds, &done));
    return done != 0;
  }
  Queue compute_queue() const {
    detail::QueueHandle queue;
    detail::check(kiln_context_compute_queue(detail::need(*this), queue.out()));
    return Queue(std::move(queue));
  }
  Queue transfer_queue() const {
    detail::QueueHandle queue;
    detail::check(kiln_context_transfer_queue(detail::need(*this), queue.out()));
    return Queue(std::move(queue));
  }

  detail::ContextState* state() const noexcept { return state_.get(); }

 private:
  explicit Context(std::shared_ptr<detail::ContextState> state) noexcept : state_(std::move(state)) {}
  Context(const char* device, const kiln_context_options* options) {
    detail::ContextHandle handle;
    detail::check(kiln_context_create(device, options, handle.out()));
    state_ = detail::state_of(std::move(handle));
  }
  std::shared_ptr<detail::ContextState> state_;
};

// Untyped memory of a context.
class Buffer {
 public:
  Buffer() noexcept = default;
  Buffer(const Context& context, std::size_t bytes, unsigned flags = KILN_BUFFER_DEVICE,
         const void* initial = nullptr) {
    detail::check(kiln_buffer_create(detail::need(context), bytes, flags, initial, handle_.out()));
  }
  explicit Buffer(detail::BufferHandle handle) noexcept : handle_(std::move(handle)) {}
  std::size_t size() const {
    std::size_t bytes = 0;
    detail::check(kiln_buffer_size(detail::need(*this), &bytes));
    return bytes;
  }
  void* host_pointer() const {
    void* pointer = nullptr;
    detail::check(kiln_buffer_host_pointer(detail::need(*this), &pointer));
    return pointer;
  }
  void write(std::size_t offset, const void* source, std::size_t bytes) const {
    detail::check(kiln_buffer_write(detail::need(*this), offset, source, bytes));
  }
  void read(std::size_t offset, void* destination, std::size_t bytes) const {
    detail::check(kiln_buffer_read(detail::need(*this), offset, destination, bytes));
  }
  Event write_async(std::size_t offset, const void* source, std::size_t bytes) const {
    detail::EventHandle event;
    detail::check(kiln_buffer_write_async(detail::need(*this), offset, source, bytes, event.out()));
    return Event(std::move(event));
  }
  Event read_async(std::size_t offset, void* destination, std::size_t bytes) const {
    detail::EventHandle event;
    detail::check(kiln_buffer_read_async(detail::need(*this), offset, destination, bytes, event.out()));
    return Event(std::move(event));
  }
  void copy_from(std::size_t offset, const Buffer& source, std::size_t source_offset, std::size_t bytes) const {
    detail::check(kiln_buffer_copy(detail::need(*this), offset, detail::need(source), source_offset, bytes));
  }
  template <class T>
  void fill(std::size_t offset, std::size_t bytes, const T& pattern) const {
    detail::check(kiln_buffer_fill(detail::need(*this), offset, bytes, &pattern, sizeof pattern));
  }
  void synchronize() const { detail::check(kiln_buffer_synchronize(detail::need(*this))); }
  kiln_buffer get() const noexcept { return handle_.get(); }

 private:
  detail::BufferHandle handle_;
};

}  // namespace kiln

#endif
