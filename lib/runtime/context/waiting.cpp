// SPDX-License-Identifier: Apache-2.0
// Waits for all of a context, a queue, a buffer or an event, with or without a time limit.
#include <algorithm>
#include <chrono>

#include "base/error.hpp"
#include "runtime/context/context_impl.hpp"

namespace kiln::runtime {
namespace {

// Returns the point of time that many seconds from now. Times beyond kLongest are cut, as the clock might overflow.
Queues::Clock::time_point point_after(double seconds, const char* operation) {
  if (!(seconds >= 0)) base::fail(KILN_INVALID_ARGUMENT, "{}: seconds is {}, expected 0 or more", operation, seconds);
  constexpr double kLongest = 1e6;
  const std::chrono::duration<double> longest(std::min(seconds, kLongest));
  return Queues::Clock::now() + std::chrono::duration_cast<Queues::Clock::duration>(longest);
}

}  // namespace

void Context::synchronize(const char* operation) {
  check_not_capturing(operation);
  check_indices(operation);
  impl_->queues.finish_all(operation);
}

void Context::settle(const char* operation) {
  check_not_capturing(operation);
  impl_->queues.finish_all(operation);
}

void Context::leave_process() noexcept { impl_->queues.leave(); }

void Context::synchronize(QueueId queue, const char* operation) {
  check_not_capturing(operation);
  check_indices(operation);
  impl_->queues.finish(impl_->queues.lane(queue), operation);
}

void Context::synchronize(Buffer& buffer, const char* operation) {
  check_not_capturing(operation);
  check_indices(operation);
  impl_->queues.check(operation);
  impl_->queues.wait(impl_->queues.last_use(buffer.use_), operation);
}

bool Context::wait_for(double seconds, const char* operation) {
  const auto end = point_after(seconds, operation);
  check_not_capturing(operation);
  if (!impl_->queues.wait_until(end, operation)) return false;
  synchronize(operation);
  return true;
}

bool Context::wait_for(Buffer& buffer, double seconds, const char* operation) {
  const auto end = point_after(seconds, operation);
  check_not_capturing(operation);
  // Noted indices are read after everything that is queued.
  const bool all = impl_->index_pending.load(std::memory_order_acquire);
  Queues& queues = impl_->queues;
  const bool done =
      all ? queues.wait_until(end, operation) : queues.wait_until(end, queues.last_use(buffer.use_), operation);
  if (!done) return false;
  synchronize(buffer, operation);
  return true;
}

base::Ref<Event> Context::record(QueueId queue, const char* operation) {
  check_not_capturing(operation);
  Queues& queues = impl_->queues;
  return base::Ref<Event>::adopt(new Event(*this, queues.timed_mark(queues.lane(queue), operation)));
}

void Context::wait_event(QueueId queue, Event& event, const char* operation) {
  if (&event.context() != this) {
    base::fail(KILN_CONTEXT_MISMATCH, "{}: an event of {} on a queue of {}, of two contexts", operation,
               event.context().device(), device());
  }
  check_not_capturing(operation);
  impl_->queues.enqueue_wait(impl_->queues.lane(queue), *event.mark_, operation);
}

Event::Event(Context& context, std::shared_ptr<Mark> mark)
    : context_(base::Ref<Context>(&context)), mark_(std::move(mark)) {}
Event::~Event() = default;

void Event::wait(const char* operation) {
  context_->check_not_capturing(operation);
  context_->check_indices(operation);
  context_->impl_->queues.wait(*mark_, operation);
}

bool Event::done(const char* operation) { return context_->impl_->queues.done(*mark_, operation); }

double Event::elapsed(Event& start, Event& end, const char* operation) {
  Context::Impl& impl = *start.context_->impl_;
  if (start.context_ != end.context_) {
    base::fail(KILN_CONTEXT_MISMATCH, "{}: events of {} and {}, of two contexts", operation, start.context().device(),
               end.context().device());
  }
  if (start.mark_->lane != end.mark_->lane)
    base::fail(KILN_INVALID_ARGUMENT, "{}: events of two queues, expected two of one queue", operation);
  start.context_->check_not_capturing(operation);
  impl.queues.wait(*start.mark_, operation);
  impl.queues.wait(*end.mark_, operation);
  return vendor_call(operation, impl.name,
                     [&] { return impl.device->event_seconds(start.mark_->handle, end.mark_->handle); });
}

}  // namespace kiln::runtime
