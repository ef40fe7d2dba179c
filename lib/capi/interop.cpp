// SPDX-License-Identifier: Apache-2.0
// kiln/interop.h without DLPack: native handles taken and given out, order with foreign queues, and foreign memory.
#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;

namespace {

std::uintptr_t number(const void* native) noexcept { return reinterpret_cast<std::uintptr_t>(native); }
void* pointer(std::uintptr_t native) noexcept { return reinterpret_cast<void*>(native); }

}  // namespace

extern "C" {

kiln_status kiln_context_adopt(const char* backend, const kiln_native_context* native,
                               const kiln_context_options* options, kiln_context* out) {
  return guard_new(__func__, out, [&](const char* op) {
    require(backend, op, "backend");
    require(native, op, "native");
    base::check_not_forked(op);
    const auto given = load_struct(*native, kiln_native_context KILN_NATIVE_CONTEXT_INIT, op, "native");
    require(given.context, op, "native->context");
    auto wanted = context_options(options, op);
    if (given.queue) {
      if (options && options->single_stream == KILN_NO)
        fail(KILN_INVALID_ARGUMENT,
             "{}: options->single_stream is KILN_NO, expected KILN_YES or KILN_FLAG, because native->queue will be the "
             "context's only queue",
             op);
      wanted.single_stream = true;
    }
    return runtime::Context::adopt(backend, {number(given.context), number(given.device), number(given.queue)}, wanted,
                                   op);
  });
}

kiln_status kiln_context_get_native(kiln_context context, kiln_native_context* out) {
  return guard_info(__func__, out, [&](const char* op) {
    const auto native = use(context, op, "context").native();
    return kiln_native_context{0, pointer(native.context), pointer(native.device), pointer(native.queue)};
  });
}

kiln_status kiln_context_enter(kiln_context context, void** previous) {
  return guard_get(__func__, previous, "previous", context, "context",
                   [&](const char* op, auto& used) { return pointer(used.enter(op)); });
}

kiln_status kiln_context_leave(kiln_context context, void* previous) {
  return guard(__func__, [&](const char* op) { use(context, op, "context").leave(number(previous), op); });
}

kiln_status kiln_queue_get_native(kiln_queue queue, void** out) {
  return guard_get(__func__, out, "out", queue, "queue",
                   [&](const char*, const auto& used) { return pointer(used.context().queue_native(used.id())); });
}

kiln_status kiln_context_after_queue(kiln_context context, void* native_queue) {
  return guard(__func__, context, "context", [&](const char* op, auto& used) {
    require(native_queue, op, "native_queue");
    used.after_queue(number(native_queue), op);
  });
}

kiln_status kiln_context_before_queue(kiln_context context, void* native_queue) {
  return guard(__func__, context, "context", [&](const char* op, auto& used) {
    require(native_queue, op, "native_queue");
    used.before_queue(number(native_queue), op);
  });
}

kiln_status kiln_buffer_adopt(kiln_context context, void* native, size_t offset, size_t bytes,
                              kiln_release_callback release, void* user, kiln_buffer* out) {
  return guard_new(__func__, out, context, "context", [&](const char* op, auto& owner) {
    if (bytes != 0) require(native, op, "native");
    return owner.adopt_memory(number(native), offset, bytes, {release, user, false}, op);
  });
}

kiln_status kiln_buffer_adopt_host(kiln_context context, void* data, size_t bytes, int read_only,
                                   kiln_release_callback release, void* user, kiln_buffer* out) {
  return guard_new(__func__, out, context, "context", [&](const char* op, auto& owner) {
    if (bytes != 0) require(data, op, "data");
    return owner.adopt_host_memory(data, bytes, {release, user, read_only != 0}, op);
  });
}

kiln_status kiln_buffer_get_native(kiln_buffer buffer, void** out, size_t* offset) {
  if (out) *out = nullptr;
  return guard_get(__func__, offset, "offset", [&](const char* op) {
    require(out, op, "out");
    const auto& used = use(buffer, op, "buffer");
    const auto native = used.context().memory_native(used);
    // A device address can be added to an offset, a memory object cannot.
    const bool address = used.context().properties().native_addresses;
    *out = pointer(native && address ? native + used.offset() : native);
    return native && !address ? used.offset() : 0;
  });
}

kiln_status kiln_buffer_get_native_part(kiln_buffer buffer, void** out) {
  return guard_get(__func__, out, "out", buffer, "buffer",
                   [&](const char* op, auto& used) { return pointer(used.context().part_native(used, op)); });
}

kiln_status kiln_buffer_export_ipc(kiln_buffer buffer, kiln_ipc_handle* out) {
  return guard_get(__func__, out, "out", buffer, "buffer", [&](const char* op, auto& used) {
    if (used.size() == 0) fail(KILN_INVALID_ARGUMENT, "{}: the buffer has no bytes", op);
    const auto handle = used.context().export_memory(used, op);
    kiln_ipc_handle made = {};
    std::memcpy(made.bytes, handle.bytes, sizeof handle.bytes);
    made.offset = used.offset();
    made.size = used.size();
    return made;
  });
}

kiln_status kiln_buffer_import_ipc(kiln_context context, const kiln_ipc_handle* handle, kiln_buffer* out) {
  return guard_new(__func__, out, context, "context", [&](const char* op, auto& owner) {
    require(handle, op, "handle");
    if (handle->size == 0) fail(KILN_INVALID_ARGUMENT, "{}: handle->size is 0", op);
    backend::IpcHandle native;
    static_assert(sizeof native.bytes == sizeof handle->bytes);
    std::memcpy(native.bytes, handle->bytes, sizeof native.bytes);
    return owner.import_memory(native, handle->offset, handle->size, op);
  });
}

}  // extern "C"
