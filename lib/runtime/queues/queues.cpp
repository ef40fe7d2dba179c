// SPDX-License-Identifier: Apache-2.0
// The order between queues, marks, and errors that a device reports late.
#include "runtime/queues/queues.hpp"

#include <algorithm>

namespace kiln::runtime {

backend::Error annotated(const backend::Error& error, const char* operation, const std::string& name) {
  return {error.status(), fmt::format("{} on {}: {}", operation, name, error.message()), error.vendor_code(),
          error.log()};
}

Queues::Queues(backend::Context& device, const std::string& name, bool single_stream, std::uintptr_t native)
    : device_(device),
      name_(name),
      single_stream_(single_stream),
      times_work_(native == 0 && device.properties().timing_is_free) {
  lanes_[0].handle = native ? device_.queue_adopt(native) : device_.queue_create(times_work_);
  if (single_stream_) return;
  try {
    lanes_[1].handle = device_.queue_create(times_work_);
  } catch (...) {
    device_.queue_destroy(lanes_[0].handle);
    throw;
  }
}

Queues::~Queues() {
  for (Lane& lane : lanes_) {
    if (!lane.handle) continue;
    try {
      device_.queue_finish(lane.handle);
    } catch (const std::exception&) {
      // The process or context is ending, so there is nobody to report an error to.
    }
  }
  for (Lane& lane : lanes_) {
    lane.marks.clear();
    if (lane.timing) device_.queue_destroy(lane.timing);
    if (lane.handle) device_.queue_destroy(lane.handle);
  }
}

// Makes the lane wait for the other one: a read for the other's last write of the memory, a write for its
// last reads and writes. Call it with the submit lock held.
void Queues::order(int lane, const LastUse& use, bool write) {
  const int other = 1 - lane;
  const std::uint64_t number = write ? std::max(use.write[other], use.read[other]) : use.write[other];
  if (number == 0 || number <= lanes_[lane].waits_for || passed(other, number)) return;
  const MarkRef mark = mark_locked(other, number);
  device_.event_enqueue_wait(lanes_[lane].handle, mark->handle);
  lanes_[lane].waits_for = mark->number;
}

// The oldest known mark at or behind `number`, or a new mark at the end of the lane.
MarkRef Queues::mark_locked(int lane, std::uint64_t number) {
  Lane& this_lane = lanes_[lane];
  for (const MarkRef& mark : this_lane.marks)
    if (mark->number >= number) return mark;
  // Each new mark checks whether the oldest one has passed. So the list holds few marks that have passed.
  if (!this_lane.marks.empty()) {
    const MarkRef oldest = this_lane.marks.front();
    if (device_.event_done(oldest->handle)) complete(this_lane, oldest->number);
  }
  const backend::EventHandle handle = device_.event_record(this_lane.handle);
  MarkRef mark;
  try {
    mark = std::make_shared<Mark>(device_, handle, lane, this_lane.submitted);
  } catch (...) {
    device_.event_destroy(handle);
    throw;
  }
  this_lane.marks.push_back(mark);
  return mark;
}

MarkRef Queues::mark(int lane, std::uint64_t number, const char* operation) {
  return locked(operation, [&] { return passed(lane, number) ? nullptr : mark_locked(lane, number); });
}

MarkRef Queues::mark_of(int lane, std::uint64_t number, backend::EventHandle event) {
  try {
    return std::make_shared<Mark>(device_, event, lane, number);
  } catch (...) {
    device_.event_destroy(event);
    throw;
  }
}

// Timed events slow every command of a queue, on some vendors. So they are recorded on a separate queue that
// waits for the lane.
MarkRef Queues::timed_mark(int lane, const char* operation) {
  base::check_not_forked(operation);
  make_room(lane, operation);
  return locked(operation, [&] {
    Lane& this_lane = lanes_[lane];
    if (!times_work_) {
      if (!this_lane.timing) this_lane.timing = device_.queue_create(true);
      if (!passed(lane, this_lane.submitted)) {
        const MarkRef end = mark_locked(lane, this_lane.submitted);
        device_.event_enqueue_wait(this_lane.timing, end->handle);
      }
    }
    const backend::EventHandle handle = device_.event_record(times_work_ ? this_lane.handle : this_lane.timing);
    ++this_lane.submitted;
    note(lane, operation, {});
    return mark_of(lane, this_lane.submitted, handle);
  });
}

void Queues::enqueue_wait(int lane, const Mark& mark, const char* operation) {
  base::check_not_forked(operation);
  make_room(lane, operation);
  locked(operation, [&] {
    if (lane == mark.lane || passed(mark.lane, mark.number)) return;
    device_.event_enqueue_wait(lanes_[lane].handle, mark.handle);
    lanes_[lane].waits_for = std::max(lanes_[lane].waits_for, mark.number);
    ++lanes_[lane].submitted;
    note(lane, operation, {});
  });
}

template <class Work>
void Queues::with_native(std::uintptr_t native, const char* operation, Work&& work) {
  locked(operation, [&] {
    const backend::QueueHandle queue = device_.queue_adopt(native);
    try {
      for (int lane = 0; lane < (single_stream_ ? 1 : kQueueCount); ++lane)
        if (device_.queue_native(lanes_[lane].handle) != native) work(lane, queue);
    } catch (...) {
      device_.queue_destroy(queue);
      throw;
    }
    device_.queue_destroy(queue);
  });
}

void Queues::after(std::uintptr_t native, const char* operation) {
  for (int lane = 0; lane < (single_stream_ ? 1 : kQueueCount); ++lane) make_room(lane, operation);
  with_native(native, operation, [&](int lane, backend::QueueHandle queue) {
    const backend::EventHandle event = device_.event_record(queue);
    try {
      device_.event_enqueue_wait(lanes_[lane].handle, event);
    } catch (...) {
      device_.event_destroy(event);
      throw;
    }
    device_.event_destroy(event);  // waits that were queued for the event do not need the handle any more
    ++lanes_[lane].submitted;
    note(lane, operation, {});
  });
}

void Queues::before(std::uintptr_t native, const char* operation) {
  with_native(native, operation, [&](int lane, backend::QueueHandle queue) {
    if (passed(lane, lanes_[lane].submitted)) return;
    device_.event_enqueue_wait(queue, mark_locked(lane, lanes_[lane].submitted)->handle);
  });
}

// Notes that submission `number` and those before it have passed. Call it with the submit lock held.
void Queues::complete(Lane& lane, std::uint64_t number) {
  if (number > lane.completed.load(std::memory_order_relaxed)) lane.completed.store(number, std::memory_order_release);
  while (!lane.marks.empty() && lane.marks.front()->number <= number) lane.marks.pop_front();
}

void Queues::finish_quietly(const Lane& lane) noexcept {
  for (const backend::QueueHandle queue : {lane.handle, lane.timing}) {
    try {
      if (queue) device_.queue_finish(queue);
    } catch (const std::exception&) {
      // The caller reports the failure that led here, or there is nobody to report to.
    }
  }
}

void Queues::drain() noexcept {
  if (base::forked()) return;
  const std::lock_guard lock(mutex_);
  for (const Lane& lane : lanes_) finish_quietly(lane);
}

void Queues::leave() noexcept {
  const std::lock_guard lock(mutex_);
  for (Lane& lane : lanes_) {
    if (lane.submitted != lane.left) finish_quietly(lane);
    lane.left = lane.submitted;
  }
}

bool Queues::passed(const LastUse& use) const noexcept {
  if (failed_.load(std::memory_order_acquire)) return true;
  for (int lane = 0; lane < kQueueCount; ++lane)
    if (!passed(lane, std::max(use.write[lane], use.read[lane]))) return false;
  return true;
}

void Queues::poll() noexcept {
  if (base::forked()) return;
  const std::lock_guard lock(mutex_);
  if (failed_.load(std::memory_order_relaxed)) return;
  try {
    for (int i = 0; i < kQueueCount; ++i) {
      Lane& lane = lanes_[i];
      while (!lane.marks.empty() && device_.event_done(lane.marks.front()->handle))
        complete(lane, lane.marks.front()->number);
      if (lane.marks.empty() && !passed(i, lane.submitted)) mark_locked(i, lane.submitted);
    }
  } catch (const std::exception&) {
    // It is not known what has passed; the next wait reports the error.
  }
}

LastUse Queues::last_use(const LastUse& use) {
  const std::lock_guard lock(mutex_);
  return use;
}

void Queues::check(const char* operation) {
  base::check_not_forked(operation);
  if (!failed_.load(std::memory_order_acquire)) return;
  const std::lock_guard lock(mutex_);
  throw_failure(operation);
}

// "exp_loop (31 times), fill": the operations that were queued and may not have passed. Call it with the
// submit lock held.
std::string Queues::queued_names() const {
  std::string text;
  const auto append = [&](const char* name, std::uint64_t times) {
    if (!text.empty()) text += ", ";
    text += name;
    if (times > 1) text += fmt::format(" ({} times)", times);
  };
  for (const Lane& lane : lanes_) {
    std::uint64_t next = lane.completed.load(std::memory_order_relaxed) + 1;
    if (lane.submitted >= next + kRing) {
      append("...", 1);
      next = lane.submitted - kRing + 1;
    }
    while (next <= lane.submitted) {
      const char* const name = lane.ring[next % kRing];
      std::uint64_t times = 0;
      for (; next <= lane.submitted && std::string_view(lane.ring[next % kRing]) == name; ++next) ++times;
      append(name, times);
    }
  }
  return text;
}

// If a wait fails, the results of everything queued are unknown, so the context stays failed.
void Queues::fail_late(const backend::Error& error, const char* operation) {
  const std::lock_guard lock(mutex_);
  const std::string names = queued_names();
  std::string message = annotated(error, operation, name_).message();
  if (!names.empty()) message += "; queued since the last wait: " + names;
  if (!failure_) {
    failure_ = backend::Error(error.status(), message, error.vendor_code(), error.log());
    failed_.store(true, std::memory_order_release);
  }
  throw backend::Error(error.status(), message, error.vendor_code(), error.log());
}

void Queues::throw_failure(const char* operation) const {
  throw backend::Error(failure_->status(),
                       fmt::format("{}: the context has failed: {}", operation, failure_->message()),
                       failure_->vendor_code(), failure_->log());
}

}  // namespace kiln::runtime
