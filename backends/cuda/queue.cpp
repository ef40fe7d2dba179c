// SPDX-License-Identifier: Apache-2.0
// Streams and events. Streams do not synchronise with the legacy default stream. Events carry times only on
// timing queues.
#include <memory>

#include "cuda/context.hpp"

namespace kiln::cuda {

backend::QueueHandle CudaContext::queue_create(bool timing) {
  const Current current(*this, "queue_create");
  auto queue = std::make_unique<Queue>();
  queue->timing = timing;
  KILN_CUDA(api(), cuStreamCreate, &queue->stream, kStreamNonBlocking);
  return reinterpret_cast<backend::QueueHandle>(queue.release());
}

void CudaContext::queue_destroy(backend::QueueHandle handle) noexcept {
  if (!handle) return;
  const std::unique_ptr<Queue> queue(&as_queue(handle));
  const Current current(*this);
  if (!current.ok()) return;
  blas_.forget(api(), queue->stream);
  dnn_.forget(queue->stream);
  if (!queue->foreign) api().cuStreamDestroy(queue->stream);
}

// The driver submits work as it is queued, so there is nothing to flush.
void CudaContext::queue_flush(backend::QueueHandle) {}

void CudaContext::queue_finish(backend::QueueHandle queue) {
  const Current current(*this, "queue_finish");
  KILN_CUDA(api(), cuStreamSynchronize, as_queue(queue).stream);
}

backend::EventHandle CudaContext::event_record(backend::QueueHandle handle) {
  const Current current(*this, "event_record");
  const Queue& queue = as_queue(handle);
  const unsigned flags =
      (queue.timing ? kEventDefault : kEventDisableTiming) | (blocking_sync_ ? kEventBlockingSync : 0U);
  CUevent event = nullptr;
  KILN_CUDA(api(), cuEventCreate, &event, flags);
  if (const CUresult result = api().cuEventRecord(event, queue.stream); result != kSuccess) {
    api().cuEventDestroy(event);
    raise(api(), "cuEventRecord", result);
  }
  return reinterpret_cast<backend::EventHandle>(event);
}

void CudaContext::event_enqueue_wait(backend::QueueHandle queue, backend::EventHandle event) {
  const Current current(*this, "event_enqueue_wait");
  KILN_CUDA(api(), cuStreamWaitEvent, as_queue(queue).stream, as_event(event), 0);
}

void CudaContext::event_wait(backend::EventHandle event) {
  const Current current(*this, "event_wait");
  KILN_CUDA(api(), cuEventSynchronize, as_event(event));
}

bool CudaContext::event_done(backend::EventHandle event) {
  const Current current(*this, "event_done");
  const CUresult result = api().cuEventQuery(as_event(event));
  if (result == kErrorNotReady) return false;
  check(api(), "cuEventQuery", result);
  return true;
}

void CudaContext::event_destroy(backend::EventHandle event) noexcept {
  if (!event) return;
  const Current current(*this);
  if (current.ok()) api().cuEventDestroy(as_event(event));
}

double CudaContext::event_seconds(backend::EventHandle start, backend::EventHandle end) {
  const Current current(*this, "event_seconds");
  float milliseconds = 0;
  KILN_CUDA(api(), cuEventSynchronize, as_event(start));
  KILN_CUDA(api(), cuEventSynchronize, as_event(end));
  KILN_CUDA(api(), cuEventElapsedTime, &milliseconds, as_event(start), as_event(end));
  return static_cast<double>(milliseconds) * 1e-3;
}

}  // namespace kiln::cuda
