// SPDX-License-Identifier: Apache-2.0
// kiln/buffer.h: counted memory of a context.
#include "runtime/buffer.hpp"

#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;

namespace {

void check_flags(unsigned flags, std::size_t bytes, const void* initial, const char* operation) {
  constexpr unsigned kKnown = KILN_BUFFER_HOST | KILN_BUFFER_READ_ONLY | KILN_BUFFER_WRITE_ONLY;
  if (flags & ~kKnown) fail(KILN_INVALID_ARGUMENT, "{}: unknown flags {:#x}", operation, flags & ~kKnown);
  if ((flags & KILN_BUFFER_READ_ONLY) && (flags & KILN_BUFFER_WRITE_ONLY))
    fail(KILN_INVALID_ARGUMENT, "{}: KILN_BUFFER_READ_ONLY and KILN_BUFFER_WRITE_ONLY exclude each other", operation);
  if ((flags & KILN_BUFFER_READ_ONLY) && bytes > 0 && !initial)
    fail(KILN_INVALID_ARGUMENT, "{}: KILN_BUFFER_READ_ONLY needs initial data, got NULL", operation);
}

void require_host(const void* pointer, std::size_t bytes, const char* operation, const char* argument) {
  if (bytes > 0) require(pointer, operation, argument);
}

}  // namespace

extern "C" {

kiln_status kiln_buffer_create(kiln_context context, size_t bytes, unsigned flags, const void* initial,
                               kiln_buffer* out) {
  return guard_new(__func__, out, context, "context", [&](const char* op, auto& owner) {
    check_flags(flags, bytes, initial, op);
    const auto kind = flags & KILN_BUFFER_HOST ? backend::MemoryKind::pinned : backend::MemoryKind::device;
    auto buffer = owner.allocate(bytes, kind, !(flags & KILN_BUFFER_WRITE_ONLY), op);
    if (initial) owner.write(*buffer, 0, initial, bytes, op);
    if (flags & KILN_BUFFER_READ_ONLY) buffer->make_read_only();
    return buffer;
  });
}

kiln_buffer kiln_buffer_retain(kiln_buffer buffer) { return retain(buffer); }
void kiln_buffer_release(kiln_buffer buffer) { release(buffer); }

kiln_status kiln_buffer_size(kiln_buffer buffer, size_t* bytes) {
  return guard_get(__func__, bytes, "bytes", [&](const char* op) { return use(buffer, op, "buffer").size(); });
}

kiln_status kiln_buffer_host_pointer(kiln_buffer buffer, void** out) {
  return guard_get(__func__, out, "out", buffer, "buffer", [&](const char* op, const auto& used) {
    if (!used.pinned())
      fail(KILN_UNSUPPORTED, "{}: device memory has no host address; create the buffer with KILN_BUFFER_HOST", op);
    return used.host_pointer();
  });
}

kiln_status kiln_buffer_write(kiln_buffer buffer, size_t offset, const void* source, size_t bytes) {
  return guard(__func__, buffer, "buffer", [&](const char* op, auto& used) {
    require_host(source, bytes, op, "source");
    used.context().write(used, offset, source, bytes, op);
  });
}

kiln_status kiln_buffer_read(kiln_buffer buffer, size_t offset, void* destination, size_t bytes) {
  return guard(__func__, buffer, "buffer", [&](const char* op, auto& used) {
    require_host(destination, bytes, op, "destination");
    used.context().read(used, offset, destination, bytes, op);
  });
}

kiln_status kiln_buffer_write_async(kiln_buffer buffer, size_t offset, const void* source, size_t bytes,
                                    kiln_event* out) {
  return guard_new(__func__, out, buffer, "buffer", [&](const char* op, auto& used) {
    require_host(source, bytes, op, "source");
    return used.context().write_async(used, offset, source, bytes, op);
  });
}

kiln_status kiln_buffer_read_async(kiln_buffer buffer, size_t offset, void* destination, size_t bytes,
                                   kiln_event* out) {
  return guard_new(__func__, out, buffer, "buffer", [&](const char* op, auto& used) {
    require_host(destination, bytes, op, "destination");
    return used.context().read_async(used, offset, destination, bytes, op);
  });
}

kiln_status kiln_buffer_copy(kiln_buffer destination, size_t destination_offset, kiln_buffer source,
                             size_t source_offset, size_t bytes) {
  return guard(__func__, destination, "destination", [&](const char* op, auto& to) {
    auto& from = use(source, op, "source");
    runtime::Context::copy(to, destination_offset, from, source_offset, bytes, op);
  });
}

kiln_status kiln_buffer_fill(kiln_buffer buffer, size_t offset, size_t bytes, const void* pattern,
                             size_t pattern_bytes) {
  return guard(__func__, buffer, "buffer", [&](const char* op, auto& used) {
    require(pattern, op, "pattern");
    used.context().fill(used, offset, bytes, pattern, pattern_bytes, op);
  });
}

kiln_status kiln_buffer_synchronize(kiln_buffer buffer) {
  return guard(__func__, buffer, "buffer", [&](const char* op, auto& used) { used.context().synchronize(used, op); });
}

}  // extern "C"
