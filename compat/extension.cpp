// SPDX-License-Identifier: Apache-2.0
// The functions that gpuarray_get_extension() returns: they share contexts, memory and order of work with
// other code that uses the vendor's API. Here vendor handles are pointers, and a CUdeviceptr is an integer.
#include <gpuarray/extension.h>

#include <cstring>
#include <string_view>

#include "compat/objects.hpp"

namespace kiln::compat {

namespace {

// Refuses a context of another backend, whose handles would be mistaken for this vendor's.
void require_backend(const gpucontext* context, Backend backend, const char* operation) {
  require(context, operation, "the context");
  if (context->backend != backend)
    fail(GA_INVALID_ERROR, "{}: the context is on {}", operation, context->properties.device);
}

gpudata* adopt_buffer(gpucontext* context, Backend backend, void* native, std::size_t size, const char* operation) {
  return guard_pointer(context, nullptr, [&] {
    require_backend(context, backend, operation);
    kiln_buffer buffer = nullptr;
    check(kiln_buffer_adopt(context->context.get(), native, 0, size, nullptr, nullptr, &buffer), operation);
    OwnedBuffer owned(buffer);
    check(kiln_buffer_size(buffer, &size), operation);
    return wrap_buffer(*context, std::move(owned), size, GA_BUFFER_READ_WRITE, operation);
  });
}

// The queue that kernels run on.
void* native_queue(gpucontext* context, Backend backend, const char* operation) {
  require_backend(context, backend, operation);
  kiln_queue queue = nullptr;
  check(kiln_context_compute_queue(context->context.get(), &queue), operation);
  void* native = nullptr;
  const kiln_status status = kiln_queue_get_native(queue, &native);
  kiln_queue_release(queue);
  check(status, operation);
  return native;
}

void* stream_of(gpucontext* context, Backend backend, const char* operation) {
  return guard_pointer(context, nullptr, [&] { return native_queue(context, backend, operation); });
}

// ---- CUDA ----

// The contexts that were current before the calls of cuda_enter() on this thread that have not been left.
thread_local std::vector<void*> entered;

void cuda_enter(gpucontext* context) {
  static_cast<void>(guard(context, [&] {
    require_backend(context, Backend::cuda, "cuda_enter");
    entered.reserve(entered.size() + 1);
    void* previous = nullptr;
    check(kiln_context_enter(context->context.get(), &previous), "cuda_enter");
    entered.push_back(previous);
  }));
}

void cuda_exit(gpucontext* context) {
  static_cast<void>(guard(context, [&] {
    require_backend(context, Backend::cuda, "cuda_exit");
    if (entered.empty()) fail(GA_VALUE_ERROR, "cuda_exit: this thread has left all that it entered");
    void* const previous = entered.back();
    entered.pop_back();
    check(kiln_context_leave(context->context.get(), previous), "cuda_exit");
  }));
}

gpucontext* cuda_make_ctx(void* native, gpucontext_props* props) {
  return guard_pointer(nullptr, nullptr, [&] { return adopt_context(Backend::cuda, native, props, "cuda_make_ctx"); });
}

void* cuda_get_stream(void* context) {
  return stream_of(static_cast<gpucontext*>(context), Backend::cuda, "cuda_get_stream");
}

gpudata* cuda_make_buf(void* context, std::uint64_t pointer, std::size_t size) {
  return adopt_buffer(static_cast<gpucontext*>(context), Backend::cuda, reinterpret_cast<void*>(pointer), size,
                      "cuda_make_buf");
}

std::size_t cuda_get_sz(gpudata* data) { return data ? data->size : 0; }

// Call this before you queue work on the context's stream: it then runs after Kiln's work on the buffer.
int cuda_wait(gpudata* data, int) {
  return guard(context_of(data), [&] {
    require(data, "cuda_wait", "the buffer");
    void* const stream = native_queue(data->context, Backend::cuda, "cuda_wait");
    check(kiln_context_before_queue(data->context->context.get(), stream), "cuda_wait");
  });
}

// Call this after you have queued that work: Kiln's later work, also on its queue for transfers, runs after
// it.
int cuda_record(gpudata* data, int) {
  return guard(context_of(data), [&] {
    require(data, "cuda_record", "the buffer");
    void* const stream = native_queue(data->context, Backend::cuda, "cuda_record");
    check(kiln_context_after_queue(data->context->context.get(), stream), "cuda_record");
  });
}

int cuda_get_ipc_handle(gpudata* data, GpuArrayIpcMemHandle* handle) {
  if (handle) std::memset(handle, 0, sizeof *handle);
  return guard(context_of(data), [&] {
    constexpr const char* kOperation = "cuda_get_ipc_handle";
    require(data, kOperation, "the buffer");
    require(handle, kOperation, "the handle");
    kiln_ipc_handle exported;
    check(kiln_buffer_export_ipc(data->buffer.get(), &exported), kOperation);
    // libgpuarray's handle has no field for the offset.
    if (exported.offset != 0)
      fail(GA_UNSUPPORTED_ERROR,
           "{}: the buffer lies inside a larger allocation; make the context with "
           "gpucontext_props_alloc_cache(p, 0, 0)",
           kOperation);
    static_assert(sizeof exported.bytes == sizeof *handle);
    std::memcpy(handle, exported.bytes, sizeof *handle);
  });
}

gpudata* cuda_open_ipc_handle(gpucontext* context, GpuArrayIpcMemHandle* handle, std::size_t size) {
  return guard_pointer(context, nullptr, [&] {
    constexpr const char* kOperation = "cuda_open_ipc_handle";
    require(context, kOperation, "the context");
    require(handle, kOperation, "the handle");
    kiln_ipc_handle imported = {};
    std::memcpy(imported.bytes, handle, sizeof imported.bytes);
    imported.size = size;
    kiln_buffer buffer = nullptr;
    check(kiln_buffer_import_ipc(context->context.get(), &imported, &buffer), kOperation);
    return wrap_buffer(*context, OwnedBuffer(buffer), size, GA_BUFFER_READ_WRITE, kOperation);
  });
}

// ---- OpenCL ----

gpucontext* cl_make_ctx(void* native) {
  return guard_pointer(nullptr, nullptr,
                       [&] { return adopt_context(Backend::opencl, native, nullptr, "cl_make_ctx"); });
}

void* cl_get_stream(void* context) {
  return stream_of(static_cast<gpucontext*>(context), Backend::opencl, "cl_get_stream");
}

gpudata* cl_make_buf(gpucontext* context, void* memory) {
  return adopt_buffer(context, Backend::opencl, memory, SIZE_MAX, "cl_make_buf");
}

void* cl_get_buf(gpudata* data) { return data ? data->native : nullptr; }

struct Extension {
  std::string_view name;
  void* function;
};
#define KILN_EXTENSION(name) \
  { #name, reinterpret_cast < void*>(name) }
const Extension kExtensions[] = {
    KILN_EXTENSION(cuda_enter),          KILN_EXTENSION(cuda_exit),
    KILN_EXTENSION(cuda_make_ctx),       KILN_EXTENSION(cuda_get_stream),
    KILN_EXTENSION(cuda_make_buf),       KILN_EXTENSION(cuda_get_sz),
    KILN_EXTENSION(cuda_wait),           KILN_EXTENSION(cuda_record),
    KILN_EXTENSION(cuda_get_ipc_handle), KILN_EXTENSION(cuda_open_ipc_handle),
    KILN_EXTENSION(cl_make_ctx),         KILN_EXTENSION(cl_get_stream),
    KILN_EXTENSION(cl_make_buf),         KILN_EXTENSION(cl_get_buf),
};

}  // namespace

}  // namespace kiln::compat

extern "C" {

void* gpuarray_get_extension(const char* name) {
  if (!name) return nullptr;
  for (const auto& extension : kiln::compat::kExtensions)
    if (extension.name == name) return extension.function;
  return nullptr;
}

}  // extern "C"
