// SPDX-License-Identifier: Apache-2.0
// Queues and events: in-order queues of the vendor, and markers as events.
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "opencl/context.hpp"

namespace kiln::opencl {
namespace {

cl_ulong event_time(cl_event event) {
  cl_ulong nanoseconds = 0;
  const cl_int code =
      cl.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof nanoseconds, &nanoseconds, nullptr);
  if (code == CL_PROFILING_INFO_NOT_AVAILABLE)
    throw_error("clGetEventProfilingInfo", code, "the event is of a queue that was created without timing");
  check(code, "clGetEventProfilingInfo");
  // Mesa's rusticl of 22.3 has no clock and says 3; no real clock is that young.
  if (nanoseconds < 1000) base::fail(KILN_UNSUPPORTED, "the device's driver has no clock");
  return nanoseconds;
}

cl_int execution_status(cl_event event) {
  cl_int status = CL_QUEUED;
  check(cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr), "clGetEventInfo");
  return status;
}

}  // namespace

backend::QueueHandle OpenclContext::queue_create(bool timing) {
  const base::DriverScope scope(health_);
  cl_int code = CL_SUCCESS;
  const cl_command_queue_properties wanted = timing ? CL_QUEUE_PROFILING_ENABLE : 0;
  const cl_command_queue queue = cl.clCreateCommandQueue(context_, device_.id, wanted, &code);
  check(code, "clCreateCommandQueue");
  return reinterpret_cast<backend::QueueHandle>(queue);
}

void OpenclContext::queue_destroy(backend::QueueHandle queue) noexcept {
  const base::DriverScope scope(health_);
  if (queue) static_cast<void>(cl.clReleaseCommandQueue(unwrap(queue)));
}

void OpenclContext::queue_flush(backend::QueueHandle queue) {
  const base::DriverScope scope(health_);
  check(cl.clFlush(unwrap(queue)), "clFlush");
}

void OpenclContext::queue_finish(backend::QueueHandle queue) {
  const base::DriverScope scope(health_);
  // Mesa's rusticl of 22.3 waits only for commands that it has not flushed yet. A marker makes sure that there is
  // such a command, and that it is the last one.
  if (collects_)
    check(cl.clEnqueueMarkerWithWaitList(unwrap(queue), 0, nullptr, nullptr), "clEnqueueMarkerWithWaitList");
  check(cl.clFinish(unwrap(queue)), "clFinish");
}

backend::EventHandle OpenclContext::event_record(backend::QueueHandle queue) {
  const base::DriverScope scope(health_);
  cl_event event = nullptr;
  check(cl.clEnqueueMarkerWithWaitList(unwrap(queue), 0, nullptr, &event), "clEnqueueMarkerWithWaitList");
  if (const cl_int code = cl.clFlush(unwrap(queue)); code != CL_SUCCESS) {
    static_cast<void>(cl.clReleaseEvent(event));
    throw_error("clFlush", code);
  }
  return reinterpret_cast<backend::EventHandle>(event);
}

void OpenclContext::event_enqueue_wait(backend::QueueHandle queue, backend::EventHandle event) {
  const base::DriverScope scope(health_);
  const cl_event waited = unwrap(event);
  check(cl.clEnqueueBarrierWithWaitList(unwrap(queue), 1, &waited, nullptr), "clEnqueueBarrierWithWaitList");
}

void OpenclContext::event_wait(backend::EventHandle event) {
  const base::DriverScope scope(health_);
  const cl_event waited = unwrap(event);
  const cl_int code = cl.clWaitForEvents(1, &waited);
  if (code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
    if (const cl_int status = execution_status(waited); status < 0)
      throw_error("clWaitForEvents", status, "the device found this error late");
  check(code, "clWaitForEvents");
}

bool OpenclContext::event_done(backend::EventHandle event) {
  const base::DriverScope scope(health_);
  const cl_int status = execution_status(unwrap(event));
  if (status < 0) throw_error("clGetEventInfo", status, "the device found this error late");
  return status == CL_COMPLETE;
}

// On GPUs the driver is asked repeatedly, as it does itself. On CPU devices that would take a core from the
// work that is waited for, so a callback tells.
bool OpenclContext::event_wait_for(backend::EventHandle event, double seconds) {
  if (properties_.info.kind != backend::DeviceKind::cpu) return Context::event_wait_for(event, seconds);
  if (event_done(event)) return true;
  struct Arrival {
    std::mutex mutex;
    std::condition_variable changed;
    bool came = false;
  };
  const base::DriverScope scope(health_);
  const auto arrival = std::make_shared<Arrival>();
  // The driver has its own reference, because the callback may come when nobody waits any more.
  auto theirs = std::make_unique<std::shared_ptr<Arrival>>(arrival);
  const cl_int code = cl.clSetEventCallback(
      unwrap(event), CL_COMPLETE,
      [](cl_event, cl_int, void* user) {
        const std::unique_ptr<std::shared_ptr<Arrival>> own(static_cast<std::shared_ptr<Arrival>*>(user));
        const std::lock_guard lock((*own)->mutex);
        (*own)->came = true;
        (*own)->changed.notify_all();
      },
      theirs.get());
  if (code == CL_SUCCESS || health_.lost()) static_cast<void>(theirs.release());
  check(code, "clSetEventCallback");
  {
    std::unique_lock lock(arrival->mutex);
    arrival->changed.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return arrival->came; });
  }
  return event_done(event);
}

void OpenclContext::event_destroy(backend::EventHandle event) noexcept {
  const base::DriverScope scope(health_);
  if (event) static_cast<void>(cl.clReleaseEvent(unwrap(event)));
}

double OpenclContext::event_seconds(backend::EventHandle begin, backend::EventHandle end) {
  const base::DriverScope scope(health_);
  event_wait(begin);
  event_wait(end);
  const cl_ulong from = event_time(unwrap(begin)), to = event_time(unwrap(end));
  const double nanoseconds = to >= from ? static_cast<double>(to - from) : -static_cast<double>(from - to);
  return nanoseconds * 1e-9;
}

}  // namespace kiln::opencl
