// SPDX-License-Identifier: Apache-2.0
// The queues of a context and the order between them. A lane is one vendor queue, which numbers its submissions. A mark
// is a vendor event recorded after a numbered submission. A submission "has passed" when the device has completed it.
// One submit lock guards queueing and every LastUse. Only drain() and leave() wait for the device while they hold it.
#pragma once

#include <kiln/backend.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/plugin/fork_guard.hpp"
#include "runtime/buffer.hpp"
#include "runtime/queues/run_ahead.hpp"

namespace kiln::runtime {

// A vendor event that was recorded after submission `number` of a lane. It is destroyed with its last reference.
struct Mark {
  Mark(backend::Context& context, backend::EventHandle event, int on_lane, std::uint64_t at_number)
      : device(context), handle(event), lane(on_lane), number(at_number) {}
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;
  ~Mark() {
    if (!base::forked()) device.event_destroy(handle);
  }
  backend::Context& device;
  backend::EventHandle handle;
  int lane;
  std::uint64_t number;
};
using MarkRef = std::shared_ptr<Mark>;

// Returns the error of a vendor's call with the operation and the device in its message. vendor_call() makes
// a call and throws its errors in this form.
backend::Error annotated(const backend::Error& error, const char* operation, const std::string& name);
template <class Call>
auto vendor_call(const char* operation, const std::string& name, Call&& call) -> decltype(call()) {
  try {
    return call();
  } catch (const backend::Error& error) {
    throw annotated(error, operation, name);
  }
}

class Queues {
 public:
  using Clock = std::chrono::steady_clock;
  // With single_stream both queues are lane 0. `name` is for messages and must outlive this object. If
  // `native` is not 0, lane 0 is this queue, which was created elsewhere.
  Queues(backend::Context& device, const std::string& name, bool single_stream, std::uintptr_t native = 0);
  // Sets the limits of runtime/queues/run_ahead.hpp. Call it before the first use.
  void limit_run_ahead(std::uint64_t commands, std::uint64_t bytes) noexcept {
    for (Lane& lane : lanes_) lane.ahead.limit(commands, bytes);
  }
  Queues(const Queues&) = delete;
  Queues& operator=(const Queues&) = delete;
  ~Queues();  // finishes and destroys the lanes; errors are dropped
  // The most commands that one submission should have.
  std::uint64_t most_commands() const noexcept { return lanes_[0].ahead.most(); }
  int lane(QueueId queue) const noexcept { return single_stream_ ? 0 : static_cast<int>(queue); }
  QueueId queue(int lane) const noexcept { return static_cast<QueueId>(lane); }

  // Queues one piece of work on a lane, after the work on the other lane that its memory depends on. Calls
  // visit(touch), which must call touch(LastUse&, bool read, bool write) for all memory that the work uses,
  // and enqueue(queue), which must make the vendor's call. Waits first if the host is too far ahead of the
  // device. Returns the number of the submission.
  template <class Visit, class Enqueue>
  std::uint64_t submit(int lane, const char* operation, const Load& load, Visit&& visit, Enqueue&& enqueue) {
    base::check_not_forked(operation);
    make_room(lane, operation);
    return locked(operation, [&] {
      Lane& this_lane = lanes_[lane];
      if (lanes_[1 - lane].submitted != 0) visit([&](LastUse& use, bool, bool write) { order(lane, use, write); });
      enqueue(this_lane.handle);
      const std::uint64_t number = ++this_lane.submitted;
      visit([&](LastUse& use, bool read, bool write) {
        if (read) use.read[lane] = number;
        if (write) use.write[lane] = number;
      });
      note(lane, operation, load);
      return number;
    });
  }

  // A mark at or after submission `number`. Null if that work has passed.
  MarkRef mark(int lane, std::uint64_t number, const char* operation);
  // The mark of submission `number` for an event of the caller, which the mark owns from now on.
  MarkRef mark_of(int lane, std::uint64_t number, backend::EventHandle event);
  // A new mark at the end of the lane whose event has a device time.
  MarkRef timed_mark(int lane, const char* operation);
  // Makes later work of the lane wait for the mark.
  void enqueue_wait(int lane, const Mark& mark, const char* operation);

  // Order with queues that were created elsewhere. after(): later work of the lanes runs after what `native` holds now.
  void after(std::uintptr_t native, const char* operation);
  // before(): what is queued on `native` later runs after what the lanes hold now.
  void before(std::uintptr_t native, const char* operation);
  std::uintptr_t native(int lane) const noexcept { return device_.queue_native(lanes_[lane].handle); }

  // These wait. Their errors name `operation` and the operations queued since the last wait, and the context
  // has failed from then on.
  void wait(const Mark& mark, const char* operation);
  void wait(int lane, std::uint64_t number, const char* operation);
  void wait(const LastUse& use, const char* operation);
  void finish(int lane, const char* operation);
  void finish_all(const char* operation);
  bool done(const Mark& mark, const char* operation);
  // Wait until a point of time; return false if it came first.
  bool wait_until(Clock::time_point end, int lane, std::uint64_t number, const char* operation);
  bool wait_until(Clock::time_point end, const LastUse& use, const char* operation);
  bool wait_until(Clock::time_point end, const char* operation);  // for all work that is queued now
  // Called after failures and before the context ends: waits, with the submit lock held, until queued work no longer
  // uses any memory. Errors are dropped.
  void drain() noexcept;
  // Works as drain(), at the end of the process. Lanes without new work since the last call are left out, as a driver
  // may be half destroyed when this is called again.
  void leave() noexcept;

  // Whether the work is known to have passed, or no longer matters as the context has failed. Never calls the vendor.
  bool passed(const LastUse& use) const noexcept;
  bool passed(int lane, std::uint64_t number) const noexcept {
    return number <= lanes_[lane].completed.load(std::memory_order_acquire);
  }
  // Asks the vendor what has passed, without waiting. Errors are dropped; the next wait reports them.
  void poll() noexcept;

  // Returns a copy that was made under the submit lock.
  LastUse last_use(const LastUse& use);
  void check(const char* operation);  // throws if the process was forked or the context has failed
  // Marks the context as failed, as memory is in an unknown state, and throws.
  [[noreturn]] void fail_late(const backend::Error& error, const char* operation);

 private:
  static constexpr std::size_t kRing = 32;
  struct Lane {
    backend::QueueHandle handle = nullptr;
    // A queue for timed marks, made at the first one; null if events of `handle` have times.
    backend::QueueHandle timing = nullptr;
    std::uint64_t submitted = 0;
    std::atomic<std::uint64_t> completed{0};
    std::uint64_t left = 0;       // `submitted` at the last leave()
    std::uint64_t waits_for = 0;  // the newest submission of the other lane that this lane already waits for
    std::deque<MarkRef> marks;    // not known to have passed; oldest first
    RunAhead ahead;               // guarded by mutex_, except first()
    std::array<const char*, kRing> ring{};
  };

  // Calls `call` with the submit lock held, unless the context has failed. Its errors name the operation.
  template <class Call>
  auto locked(const char* operation, Call&& call) -> decltype(call()) {
    base::check_not_forked(operation);
    const std::lock_guard lock(mutex_);
    if (failed_.load(std::memory_order_relaxed)) throw_failure(operation);
    return vendor_call(operation, name_, call);
  }
  // Makes a call that waits for the device or asks what has passed. If the call fails, so does the context.
  template <class Call>
  auto ask(const char* operation, Call&& call) -> decltype(call()) {
    try {
      return call();
    } catch (const backend::Error& error) {
      fail_late(error, operation);
    }
  }
  // Notes that the mark's submission has passed.
  void passes(const Mark& mark) {
    const std::lock_guard lock(mutex_);
    complete(lanes_[mark.lane], mark.number);
  }
  void make_room(int lane, const char* operation) {
    const std::uint64_t first = lanes_[lane].ahead.first();
    if (first != 0 && !passed(lane, first)) [[unlikely]]
      wait_for_room(lane, first, operation);
  }
  void wait_for_room(int lane, std::uint64_t number, const char* operation);
  // Notes the operation and load of the lane's newest submission. Call it with the submit lock held.
  void note(int lane, const char* operation, const Load& load) {
    Lane& this_lane = lanes_[lane];
    this_lane.ring[this_lane.submitted % kRing] = operation;
    if (this_lane.ahead.add(load)) [[unlikely]]
      mark_share(lane);
  }
  void mark_share(int lane) noexcept;
  void finish_quietly(const Lane& lane) noexcept;
  template <class Work>
  void with_native(std::uintptr_t native, const char* operation, Work&& work);
  void order(int lane, const LastUse& use, bool write);
  MarkRef mark_locked(int lane, std::uint64_t number);
  void complete(Lane& lane, std::uint64_t number);
  std::string queued_names() const;
  [[noreturn]] void throw_failure(const char* operation) const;

  backend::Context& device_;
  const std::string& name_;
  const bool single_stream_;
  // Whether the events of every queue have times. On CPU devices of OpenCL they always do, and marks on a second
  // queue would compete with kernels for the cores.
  const bool times_work_;
  mutable std::mutex mutex_;
  std::array<Lane, kQueueCount> lanes_;
  std::atomic<bool> failed_{false};
  std::optional<backend::Error> failure_;  // guarded by mutex_
};

}  // namespace kiln::runtime
