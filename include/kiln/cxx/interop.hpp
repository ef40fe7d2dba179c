// SPDX-License-Identifier: Apache-2.0
// Foreign handles, order with foreign queues, and DLPack (kiln/interop.h).
#ifndef KILN_CXX_INTEROP_HPP
#define KILN_CXX_INTEROP_HPP

#include <kiln/interop.h>

#include <kiln/cxx/array.hpp>
#include <kiln/cxx/context.hpp>

#include <functional>
#include <memory>
#include <utility>

namespace kiln {

// A context on native handles of OpenCL or CUDA.
inline Context adopt_context(const char* backend, const kiln_native_context& native,
                             const kiln_context_options* options = nullptr) {
  kiln_context out = nullptr;
  detail::check(kiln_context_adopt(backend, &native, options, &out));
  return Context::adopt(out);
}

inline kiln_native_context native(const Context& context) {
  kiln_native_context result = KILN_NATIVE_CONTEXT_INIT;
  detail::check(kiln_context_get_native(detail::need(context), &result));
  return result;
}

inline void* native(const Queue& queue) {
  void* result = nullptr;
  detail::check(kiln_queue_get_native(detail::need(queue), &result));
  return result;
}

// A cl_mem, or a CUdeviceptr as a pointer, and the bytes from its start to the buffer's.
struct NativeMemory {
  void* memory = nullptr;
  std::size_t offset = 0;
};
inline NativeMemory native(const Buffer& buffer) {
  NativeMemory result;
  detail::check(kiln_buffer_get_native(detail::need(buffer), &result.memory, &result.offset));
  return result;
}

// Orders Kiln's work with a native queue. What the queue held at construction runs before the work that Kiln
// queues until the end of the scope, and what the queue gets afterwards runs after it. end() ends the scope
// early and throws errors; the destructor ignores them.
class QueueScope {
 public:
  QueueScope(Context context, void* native_queue) : context_(std::move(context)), queue_(native_queue) {
    detail::check(kiln_context_after_queue(detail::need(context_), queue_));
  }
  QueueScope(const QueueScope&) = delete;
  QueueScope& operator=(const QueueScope&) = delete;
  ~QueueScope() {
    if (queue_) static_cast<void>(kiln_context_before_queue(context_.get(), queue_));
  }
  void end() {
    if (void* const queue = std::exchange(queue_, nullptr))
      detail::check(kiln_context_before_queue(detail::need(context_), queue));
  }

 private:
  Context context_;
  void* queue_;
};

namespace detail {
// Calls `adopt` with a release callback that runs `release` once. `release` must not throw.
template <class Adopt>
Buffer adopt_buffer(std::function<void()> release, Adopt&& adopt) {
  BufferHandle handle;
  if (!release) {
    check(adopt(nullptr, nullptr, handle.out()));
    return Buffer(std::move(handle));
  }
  auto owned = std::make_unique<std::function<void()>>(std::move(release));
  check(adopt(
      [](void* user) {
        const std::unique_ptr<std::function<void()>> call(static_cast<std::function<void()>*>(user));
        (*call)();
      },
      owned.get(), handle.out()));
  static_cast<void>(owned.release());
  return Buffer(std::move(handle));
}
}  // namespace detail

// Buffers in foreign device memory and in host memory, without a copy. `release` is called once, when all
// arrays and buffers on the memory are gone and their work is done.
inline Buffer adopt_memory(const Context& context, void* native, std::size_t offset, std::size_t bytes,
                           std::function<void()> release = {}) {
  return detail::adopt_buffer(std::move(release), [&](kiln_release_callback callback, void* user, kiln_buffer* out) {
    return kiln_buffer_adopt(detail::need(context), native, offset, bytes, callback, user, out);
  });
}
inline Buffer adopt_host_memory(const Context& context, void* data, std::size_t bytes, bool read_only = false,
                                std::function<void()> release = {}) {
  return detail::adopt_buffer(std::move(release), [&](kiln_release_callback callback, void* user, kiln_buffer* out) {
    return kiln_buffer_adopt_host(detail::need(context), data, bytes, read_only, callback, user, out);
  });
}

// Exports the array. The caller calls the tensor's deleter, or gives the tensor to a consumer that does.
inline DLManagedTensorVersioned* to_dlpack(const GpuArray& array,
                                           const kiln_dlpack_options& options = KILN_DLPACK_OPTIONS_INIT) {
  DLManagedTensorVersioned* tensor = nullptr;
  detail::check(kiln_array_to_dlpack(detail::need(array), &options, &tensor));
  return tensor;
}
// Imports a tensor. It is consumed even if the function throws.
inline GpuArray from_dlpack(const Context& context, DLManagedTensorVersioned* tensor,
                            const kiln_dlpack_options& options = KILN_DLPACK_OPTIONS_INIT) {
  kiln_array array = nullptr;
  detail::check(kiln_array_from_dlpack(detail::need(context), tensor, &options, &array));
  return GpuArray::adopt(array);
}

}  // namespace kiln

#endif
