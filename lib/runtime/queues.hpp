// SPDX-License-Identifier: Apache-2.0
// The queues of a context and the order between them. One submit lock guards enqueueing and every LastUse.
// Each lane (a vendor queue) numbers its submissions; a mark is a vendor event after a numbered submission.
// Nothing here waits for the device with the submit lock held.
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
#include "base/fork_guard.hpp"
#include "runtime/buffer.hpp"
#include "runtime/run_ahead.hpp"

namespace kiln::runtime {

// A vendor event recorded after submission `number` of a lane; destroyed with the last reference.
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

// The error of a vendor's call with the operation and the device it belongs to.
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
  // With single_stream both queues are lane 0. `name` is for messages and outlives this object.
  // `native` not 0: lane 0 is this queue, made elsewhere.
  Queues(backend::Context& device, const std::string& name, bool single_stream, std::uintptr_t native = 0);
  // See runtime/run_ahead.hpp. Before the first use.
  void limit_run_ahead(std::uint64_t commands, std::uint64_t bytes) noexcept {
    for (Lane& lane : lanes_) lane.ahead.limit(commands, bytes);
  }
  Queues(const Queues&) = delete;
  Queues& operator=(const Queues&) = delete;
  ~Queues();  // finishes and destroys; errors are dropped
  // The commands that one submission should not exceed.
  std::uint64_t most_commands() const noexcept { return lanes_[0].ahead.most(); }
  int lane(QueueId queue) const noexcept { return single_stream_ ? 0 : static_cast<int>(queue); }
  QueueId queue(int lane) const noexcept { return static_cast<QueueId>(lane); }

  // Queues one piece of work on a lane, after the work on the other lane that its memory depends on. `visit`
  // calls its argument with (LastUse&, bool read, bool write) for all memory the work touches; `enqueue`
  // makes the vendor's call. Waits first where the host is too far ahead of the device.
  template <class Visit, class Enqueue>
  std::uint64_t submit(int lane, const char* operation, const Load& load, Visit&& visit, Enqueue&& enqueue) {
    base::check_not_forked(operation);
    make_room(lane, operation);
    const std::lock_guard lock(mutex_);
    if (failed_.load(std::memory_order_relaxed)) throw_failure(operation);
    Lane& own = lanes_[lane];
    try {
      if (lanes_[1 - lane].submitted != 0) {
        visit([&](LastUse& use, bool, bool write) { order(lane, use, write); });
      }
      enqueue(own.handle);
    } catch (const backend::Error& error) {
      throw annotated(error, operation, name_);
    }
    const std::uint64_t number = ++own.submitted;
    visit([&](LastUse& use, bool read, bool write) {
      if (read) use.read[lane] = number;
      if (write) use.write[lane] = number;
    });
    note(lane, operation, load);
    return number;
  }

  // A mark at or after submission `number`, of work that may have passed; null only for work that has.
  MarkRef mark(int lane, std::uint64_t number, const char* operation);
  // The mark of submission `number`, whose event this is now responsible for.
  MarkRef mark_of(int lane, std::uint64_t number, backend::EventHandle event);
  // A new mark at the lane's end whose event has a device time.
  MarkRef timed_mark(int lane, const char* operation);
  void enqueue_wait(int lane, const Mark& mark, const char* operation);

  // Queues made elsewhere. What is queued on the lanes from now on runs after what `native` holds...
  void after(std::uintptr_t native, const char* operation);
  // ...and what `native` gets from now on after what the lanes hold.
  void before(std::uintptr_t native, const char* operation);
  std::uintptr_t native(int lane) const noexcept { return device_.queue_native(lanes_[lane].handle); }

  // Waiting. Errors name `operation` and what was queued since the last wait; from then on the context has
  // failed.
  void wait(const Mark& mark, const char* operation);
  void wait(int lane, std::uint64_t number, const char* operation);
  void wait(const LastUse& use, const char* operation);
  void finish(int lane, const char* operation);
  void finish_all(const char* operation);
  bool done(const Mark& mark, const char* operation);
  // The same until a point of time: false if that came first.
  bool wait_until(Clock::time_point end, int lane, std::uint64_t number, const char* operation);
  bool wait_until(Clock::time_point end, const LastUse& use, const char* operation);
  bool wait_until(Clock::time_point end, const char* operation);  // for all that is queued now
  // For failures: waits, with the submit lock held, until queued work leaves all memory alone.
  void drain() noexcept;
  // The same for the end of the process, of lanes that were given work since the last time: a driver may be
  // half gone when this comes again.
  void leave() noexcept;

  // True if the work has passed as far as is known, or can no longer matter. Never calls the vendor.
  bool passed(const LastUse& use) const noexcept;
  bool passed(int lane, std::uint64_t number) const noexcept {
    return number <= lanes_[lane].completed.load(std::memory_order_acquire);
  }
  // Learns what has passed, without waiting. Drops errors: the next wait reports them.
  void poll() noexcept;

  // A copy, under the submit lock.
  LastUse last_use(const LastUse& use);
  void check(const char* operation);  // throws if forked or failed
  // Memory is in an unknown state: the context has failed from now on.
  [[noreturn]] void fail_late(const backend::Error& error, const char* operation);

 private:
  static constexpr std::size_t kRing = 32;
  struct Lane {
    backend::QueueHandle handle = nullptr;
    backend::QueueHandle timing = nullptr;  // made at the first timed mark, where `handle` has no times
    std::uint64_t submitted = 0;
    std::atomic<std::uint64_t> completed{0};
    std::uint64_t left = 0;       // `submitted` at the last leave()
    std::uint64_t waits_for = 0;  // the other lane's number this lane is queued behind
    std::deque<MarkRef> marks;    // not known to have passed, oldest first
    RunAhead ahead;               // but for first(), guarded by mutex_
    std::array<const char*, kRing> ring{};
  };

  void make_room(int lane, const char* operation) {
    const std::uint64_t first = lanes_[lane].ahead.first();
    if (first != 0 && !passed(lane, first)) [[unlikely]]
      wait_for_room(lane, first, operation);
  }
  void wait_for_room(int lane, std::uint64_t number, const char* operation);
  // The lane's last submission was this. Submit lock held.
  void note(int lane, const char* operation, const Load& load) {
    Lane& own = lanes_[lane];
    own.ring[own.submitted % kRing] = operation;
    if (own.ahead.add(load)) [[unlikely]]
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
  // CPU devices of OpenCL: the times are read anyway, and marks on another queue compete with the next
  // kernel.
  const bool times_work_;
  mutable std::mutex mutex_;
  std::array<Lane, kQueueCount> lanes_;
  std::atomic<bool> failed_{false};
  std::optional<backend::Error> failure_;  // guarded by mutex_
};

}  // namespace kiln::runtime
