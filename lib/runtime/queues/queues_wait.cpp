// SPDX-License-Identifier: Apache-2.0
// The functions by which the host waits for lanes. No wait holds the submit lock.
#include <algorithm>

#include "runtime/queues/queues.hpp"

namespace kiln::runtime {

void Queues::wait(const Mark& mark, const char* operation) {
  check(operation);
  ask(operation, [&] { device_.event_wait(mark.handle); });
  passes(mark);
}

void Queues::wait(int lane, std::uint64_t number, const char* operation) {
  if (const MarkRef found = mark(lane, number, operation)) wait(*found, operation);
}

void Queues::wait(const LastUse& use, const char* operation) {
  for (int lane = 0; lane < kQueueCount; ++lane) wait(lane, std::max(use.write[lane], use.read[lane]), operation);
}

bool Queues::wait_until(Clock::time_point end, int lane, std::uint64_t number, const char* operation) {
  const MarkRef found = mark(lane, number, operation);
  if (!found) return true;
  const std::chrono::duration<double> left = end - Clock::now();
  const double seconds = std::max(left.count(), 0.0);
  if (!ask(operation, [&] { return device_.event_wait_for(found->handle, seconds); })) return false;
  passes(*found);
  return true;
}

bool Queues::wait_until(Clock::time_point end, const LastUse& use, const char* operation) {
  for (int lane = 0; lane < kQueueCount; ++lane)
    if (!wait_until(end, lane, std::max(use.write[lane], use.read[lane]), operation)) return false;
  return true;
}

bool Queues::wait_until(Clock::time_point end, const char* operation) {
  check(operation);
  LastUse all;
  {
    const std::lock_guard lock(mutex_);
    for (int lane = 0; lane < kQueueCount; ++lane) all.write[lane] = lanes_[lane].submitted;
  }
  return wait_until(end, all, operation);
}

void Queues::wait_for_room(int lane, std::uint64_t number, const char* operation) {
  const Clock::time_point begin = Clock::now();
  wait(lane, number, operation);
  const std::chrono::duration<double> took = Clock::now() - begin;
  const std::lock_guard lock(mutex_);
  lanes_[lane].ahead.waited(took.count());
}

// Records the mark that ends a share (run_ahead.hpp). If that fails, the next submission tries again.
void Queues::mark_share(int lane) noexcept {
  Lane& this_lane = lanes_[lane];
  try {
    mark_locked(lane, this_lane.submitted);
    this_lane.ahead.marked(this_lane.submitted);
  } catch (const std::exception&) {
    // The next wait reports the queue's error.
  }
}

// The vendor's finish reports errors that events do not, but only the holder of the submit lock may use a queue. So
// this first waits for an event without the lock. Then it takes the lock and finishes the queue if that is still idle.
void Queues::finish(int lane, const char* operation) {
  const MarkRef end = locked(operation, [&] {
    const std::uint64_t last = lanes_[lane].submitted;
    return passed(lane, last) ? nullptr : mark_locked(lane, last);
  });
  if (end) wait(*end, operation);
  std::optional<backend::Error> late;
  {
    const std::lock_guard lock(mutex_);
    if (!passed(lane, lanes_[lane].submitted)) return;
    try {
      device_.queue_finish(lanes_[lane].handle);
    } catch (const backend::Error& error) {
      late = error;
    }
  }
  if (late) fail_late(*late, operation);
}

void Queues::finish_all(const char* operation) {
  for (int lane = 0; lane < (single_stream_ ? 1 : kQueueCount); ++lane) finish(lane, operation);
}

bool Queues::done(const Mark& mark, const char* operation) {
  check(operation);
  if (passed(mark.lane, mark.number)) return true;
  if (!ask(operation, [&] { return device_.event_done(mark.handle); })) return false;
  passes(mark);
  return true;
}

}  // namespace kiln::runtime
