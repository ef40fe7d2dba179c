// SPDX-License-Identifier: Apache-2.0
// Queues and events over the mock driver, whose streams run late when told to.
#include "cuda_support.hpp"

using namespace kiln::test;
using kiln::mock::Failure;

TEST_CASE("cuda: events order queues and are done only when the work is", "[cuda]") {
  Opened o;
  o.cuda.deferred = true;
  const QueueHandle second = o.context->queue_create(false);
  const MemoryHandle memory = o.allocate(4);
  const unsigned one = 1;
  unsigned back = 0;
  o.context->memory_write(o.queue, memory, 0, &one, 4, false);
  const EventHandle written = o.context->event_record(o.queue);
  CHECK_FALSE(o.context->event_done(written));
  o.context->event_enqueue_wait(second, written);
  o.context->memory_read(second, memory, 0, &back, 4, false);
  const EventHandle read = o.context->event_record(second);
  CHECK(back == 0);
  o.context->event_wait(read);  // runs the second queue, which first waits for the first
  CHECK(back == 1);
  CHECK(o.context->event_done(written));
  CHECK(o.context->event_done(read));
  o.context->event_destroy(written);
  o.context->event_destroy(read);
  o.context->memory_free(memory);
  o.context->queue_destroy(second);
}

TEST_CASE("cuda: work of one queue runs in order", "[cuda]") {
  Opened o;
  o.cuda.deferred = true;
  const MemoryHandle memory = o.allocate(1);
  unsigned char back = 0;
  for (const unsigned char value : {std::uint8_t{3}, std::uint8_t{1}, std::uint8_t{2}})
    o.context->memory_fill(o.queue, memory, 0, 1, &value, 1);
  o.context->memory_read(o.queue, memory, 0, &back, 1, false);
  o.context->queue_flush(o.queue);
  CHECK(back == 0);
  o.context->queue_finish(o.queue);
  CHECK(back == 2);
  o.context->memory_free(memory);
}

TEST_CASE("cuda: event times exist on timing queues only", "[cuda]") {
  Opened o(true);
  const MemoryHandle memory = o.allocate(4);
  const unsigned zero = 0;
  const EventHandle start = o.context->event_record(o.queue);
  o.context->memory_fill(o.queue, memory, 0, 4, &zero, 4);
  const EventHandle end = o.context->event_record(o.queue);
  CHECK(o.context->event_seconds(start, end) == Approx(0.002));  // the mock takes 1 ms for each piece of work
  const QueueHandle plain = o.context->queue_create(false);
  const EventHandle untimed = o.context->event_record(plain);
  const Error error = error_of([&] { o.context->event_seconds(start, untimed); });
  CHECK(contains(error.message(), "cuEventElapsedTime: CUDA_ERROR_INVALID_HANDLE (400)"));
  for (const EventHandle event : {start, end, untimed}) o.context->event_destroy(event);
  o.context->queue_destroy(plain);
  o.context->memory_free(memory);
}

TEST_CASE("cuda: late errors surface where something waits, by name", "[cuda]") {
  Opened o;
  const EventHandle event = o.context->event_record(o.queue);
  o.cuda.late_error = 700;
  const auto expect = [](const Error& error, const char* call) {
    CHECK(error.status() == KILN_BACKEND_ERROR);
    CHECK(error.vendor_code() == 700);
    CHECK(contains(error.message(), std::string(call) + ": CUDA_ERROR_ILLEGAL_ADDRESS (700)"));
    CHECK(contains(error.message(), "context is lost"));
  };
  expect(error_of([&] { o.context->queue_finish(o.queue); }), "cuStreamSynchronize");
  expect(error_of([&] { o.context->event_wait(event); }), "cuEventSynchronize");
  expect(error_of([&] { o.context->event_done(event); }), "cuEventQuery");
  o.cuda.late_error = 2;
  const Error memory = error_of([&] { o.context->queue_finish(o.queue); });
  CHECK(memory.status() == KILN_OUT_OF_MEMORY);
  CHECK_FALSE(contains(memory.message(), "context is lost"));
  o.cuda.late_error = 0;
  o.context->event_destroy(event);
}

TEST_CASE("cuda: queue and event calls that fail leave nothing behind", "[cuda]") {
  Opened o;
  o.cuda.failures["cuStreamCreate"] = Failure{1, 2};
  CHECK(error_of([&] { o.context->queue_create(false); }).status() == KILN_OUT_OF_MEMORY);
  o.cuda.failures["cuEventCreate"] = Failure{1, 2};
  CHECK(contains(error_of([&] { o.context->event_record(o.queue); }).message(), "cuEventCreate"));
  o.cuda.failures["cuEventRecord"] = Failure{1, 999};
  CHECK(contains(error_of([&] { o.context->event_record(o.queue); }).message(), "cuEventRecord"));
  CHECK(o.cuda.live_events == 0);
  const EventHandle event = o.context->event_record(o.queue);
  o.cuda.failures["cuStreamWaitEvent"] = Failure{1, 999};
  CHECK(contains(error_of([&] { o.context->event_enqueue_wait(o.queue, event); }).message(), "cuStreamWaitEvent"));
  o.context->event_destroy(event);
  // The current context cannot be set: entries say so, releases stay silent.
  void* handle = open_library(variable("KILN_TEST_MOCK_CUDA"));
  const auto set = reinterpret_cast<int (*)(void*)>(::dlsym(handle, "cuCtxSetCurrent"));
  set(nullptr);
  o.cuda.failures["cuCtxSetCurrent"] = Failure{1, 709};
  const Error error = error_of([&] { o.context->queue_finish(o.queue); });
  CHECK(contains(error.message(), "cuCtxSetCurrent: CUDA_ERROR_CONTEXT_IS_DESTROYED (709)"));
}
