// SPDX-License-Identifier: Apache-2.0
// Buffers: gpudata_*.
#include "compat/objects.hpp"

namespace kiln::compat {

gpudata* wrap_buffer(gpucontext& context, OwnedBuffer buffer, std::size_t size, int flags, const char* operation) {
  auto made = std::make_unique<_gpudata>();
  made->flags = flags;
  made->size = size;
  made->buffer = std::move(buffer);
  const auto extent = std::int64_t(size);
  kiln_array bytes = nullptr;
  check(kiln_array_from_buffer(made->buffer.get(), KILN_UINT8, 1, &extent, nullptr, 0, &bytes), operation);
  made->bytes.reset(bytes);
  check(kiln_buffer_get_native_part(made->buffer.get(), &made->native), operation);
  made->context = &context;
  retain(&context);
  return made.release();
}

namespace {

gpudata* allocate(gpucontext& context, std::size_t size, const void* data, int flags, const char* operation) {
  if ((flags & GA_BUFFER_READ_ONLY) && (flags & GA_BUFFER_WRITE_ONLY))
    fail(GA_VALUE_ERROR, "{}: GA_BUFFER_READ_ONLY and GA_BUFFER_WRITE_ONLY exclude each other", operation);
  if (!(flags & GA_BUFFER_INIT)) data = nullptr;
  if ((flags & GA_BUFFER_INIT) && !data && size > 0) fail(GA_VALUE_ERROR, "{}: GA_BUFFER_INIT without data", operation);
  // READ_ONLY and WRITE_ONLY are promises about kernels, and no function shows whether memory is HOST memory.
  // So all buffers are plain device memory, which every kernel and copy can use.
  kiln_buffer buffer = nullptr;
  check(kiln_buffer_create(context.context.get(), size, KILN_BUFFER_DEVICE, data, &buffer), operation);
  return wrap_buffer(context, OwnedBuffer(buffer), size, flags, operation);
}

void check_range(const gpudata& data, std::size_t offset, std::size_t bytes, const char* operation) {
  if (offset <= data.size && bytes <= data.size - offset) return;
  fail(misuse_code(data.context), "{}: {} bytes at offset {} of a buffer of {} bytes", operation, bytes, offset,
       data.size);
}

void copy(gpudata& to, std::size_t to_offset, gpudata& from, std::size_t from_offset, std::size_t bytes,
          const char* operation) {
  check_range(to, to_offset, bytes, operation);
  check_range(from, from_offset, bytes, operation);
  if (bytes == 0) return;
  const bool overlap = &to == &from && to_offset < from_offset + bytes && from_offset < to_offset + bytes;
  if (overlap)
    fail(GA_IMPL_ERROR, "{}: the ranges at {} and {} of one buffer overlap over {} bytes", operation, to_offset,
         from_offset, bytes);
  check(kiln_buffer_copy(to.buffer.get(), to_offset, from.buffer.get(), from_offset, bytes), operation);
}

}  // namespace

}  // namespace kiln::compat

using namespace kiln::compat;

extern "C" {

gpudata* gpudata_alloc(gpucontext* ctx, size_t sz, void* data, int flags, int* ret) {
  return guard_pointer(ctx, ret, [&] {
    require(ctx, "gpudata_alloc", "the context");
    return allocate(*ctx, sz, data, flags, "gpudata_alloc");
  });
}

void gpudata_retain(gpudata* b) {
  if (b) b->references.fetch_add(1, std::memory_order_relaxed);
}

void gpudata_release(gpudata* b) {
  if (!b || b->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  gpucontext* const context = b->context;
  delete b;
  release(context);
}

int gpudata_share(gpudata* a, gpudata* b, int* ret) {
  int shared = -1;
  const int code = guard(context_of(a ? a : b), [&] {
    require(a, "gpudata_share", "the first buffer");
    require(b, "gpudata_share", "the second buffer");
    if (a == b) {
      shared = 1;
      return;
    }
    shared = 0;
    // Two buffers may share foreign memory.
    if (a->context != b->context || !a->native || !b->native) return;
    if (a->context->backend == Backend::opencl) {
      shared = a->native == b->native;
      return;
    }
    const auto first = reinterpret_cast<std::uintptr_t>(a->native),
               second = reinterpret_cast<std::uintptr_t>(b->native);
    shared = first < second + b->size && second < first + a->size;
  });
  if (code != GA_NO_ERROR && ret) *ret = code;
  return shared;
}

int gpudata_move(gpudata* dst, size_t dstoff, gpudata* src, size_t srcoff, size_t sz) {
  return guard(context_of(dst), [&] {
    require(dst, "gpudata_move", "the destination");
    require(src, "gpudata_move", "the source");
    if (dst->context != src->context)
      fail(GA_VALUE_ERROR, "gpudata_move: buffers of two contexts, on {} and {}; gpudata_transfer copies between them",
           dst->context->properties.device, src->context->properties.device);
    copy(*dst, dstoff, *src, srcoff, sz, "gpudata_move");
  });
}

int gpudata_transfer(gpudata* dst, size_t dstoff, gpudata* src, size_t srcoff, size_t sz) {
  return guard(context_of(dst), [&] {
    require(dst, "gpudata_transfer", "the destination");
    require(src, "gpudata_transfer", "the source");
    copy(*dst, dstoff, *src, srcoff, sz, "gpudata_transfer");
  });
}

int gpudata_read(void* dst, gpudata* src, size_t srcoff, size_t sz) {
  return guard(context_of(src), [&] {
    require(src, "gpudata_read", "the source");
    if (sz > 0) require(dst, "gpudata_read", "the destination");
    check_range(*src, srcoff, sz, "gpudata_read");
    check(kiln_buffer_read(src->buffer.get(), srcoff, dst, sz), "gpudata_read");
  });
}

int gpudata_write(gpudata* dst, size_t dstoff, const void* src, size_t sz) {
  return guard(context_of(dst), [&] {
    require(dst, "gpudata_write", "the destination");
    if (sz > 0) require(src, "gpudata_write", "the source");
    check_range(*dst, dstoff, sz, "gpudata_write");
    check(kiln_buffer_write(dst->buffer.get(), dstoff, src, sz), "gpudata_write");
  });
}

int gpudata_memset(gpudata* dst, size_t dstoff, int data) {
  return guard(context_of(dst), [&] {
    require(dst, "gpudata_memset", "the buffer");
    if (dst->flags & GA_BUFFER_READ_ONLY) fail(GA_READONLY_ERROR, "gpudata_memset: the buffer is read-only");
    // An offset beyond the end leaves nothing to set.
    if (dstoff >= dst->size) return;
    const std::size_t bytes = dst->size - dstoff;
    std::size_t width = 16;
    while (dstoff % width != 0 || bytes % width != 0) width /= 2;
    unsigned char pattern[16];
    std::fill_n(pattern, width, static_cast<unsigned char>(data));
    check(kiln_buffer_fill(dst->buffer.get(), dstoff, bytes, pattern, width), "gpudata_memset");
  });
}

int gpudata_sync(gpudata* b) {
  return guard(context_of(b), [&] {
    require(b, "gpudata_sync", "the buffer");
    check(kiln_buffer_synchronize(b->buffer.get()), "gpudata_sync");
  });
}

}  // extern "C"
