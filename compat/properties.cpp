// SPDX-License-Identifier: Apache-2.0
// Properties of contexts, buffers and kernels by number.
#include <cstring>
#include <string_view>

#include "compat/objects.hpp"

namespace kiln::compat {

namespace {

template <class T>
void store(void* res, const T& value) noexcept {
  std::memcpy(res, &value, sizeof value);
}
void store_text(void* res, std::string_view text, std::size_t size) noexcept {
  std::memset(res, 0, size);
  std::memcpy(res, text.data(), std::min(text.size(), size - 1));
}

// Writes 15 characters that tell devices apart: the PCI address, or a hash of a longer identifier.
void store_unique_id(void* res, const gpucontext& context, const char* operation) {
  const std::string_view uid = context.properties.uid;
  constexpr std::size_t kSize = 16;
  if (uid.empty()) fail(GA_DEVSUP_ERROR, "{}: the driver tells no unique id of {}", operation, context.properties.name);
  if (uid.size() < kSize) return store_text(res, uid, kSize);
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : uid) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  store_text(res, fmt::format("{:015x}", hash >> 4), kSize);
}

gpudata* error_buffer(gpucontext& context, const char* operation) {
  const std::lock_guard lock(context.error_buffer_mutex);
  if (!context.error_buffer) {
    char zeros[8] = {};
    int code = GA_NO_ERROR;
    gpudata* made = gpudata_alloc(&context, sizeof zeros, zeros, GA_BUFFER_INIT, &code);
    if (!made) fail(code, "{}: {}", operation, gpucontext_error(&context, code));
    context.error_buffer = made;
    // The context owns this buffer. With a reference of its own the buffer would keep the context alive.
    context.references.fetch_sub(1, std::memory_order_relaxed);
  }
  return context.error_buffer;
}

kiln_memory_info memory_of(const gpucontext& context, const char* operation) {
  kiln_memory_info info = KILN_MEMORY_INFO_INIT;
  check(kiln_context_get_memory(context.context.get(), &info), operation);
  return info;
}

// The limit of groups. If the driver states none, it is what the caller's types can hold.
std::size_t groups_of(std::uint64_t most) noexcept {
  return most == UINT64_MAX ? std::size_t{INT32_MAX} : std::size_t(most);
}

[[noreturn]] void fail_unknown(int id, const char* operation) {
  fail(GA_INVALID_ERROR, "{}: unknown property {}", operation, id);
}

void context_property(gpucontext& context, int id, void* res, const char* operation) {
  const kiln_context_properties& p = context.properties;
  switch (id) {
    case GA_CTX_PROP_DEVNAME:
      return store_text(res, p.name, 256);
    case GA_CTX_PROP_LMEMSIZE:
      return store(res, std::size_t(p.local_memory));
    case GA_CTX_PROP_NUMPROCS:
      return store(res, unsigned(p.compute_units));
    case GA_CTX_PROP_BIN_ID:
      return store(res, context.binary_id.c_str());
    case GA_CTX_PROP_ERRBUF:
      return store(res, error_buffer(context, operation));
    case GA_CTX_PROP_TOTAL_GMEM:
      return store(res, std::size_t(p.total_memory));
    case GA_CTX_PROP_FREE_GMEM:
      return store(res, std::size_t(memory_of(context, operation).free));
    case GA_CTX_PROP_NATIVE_FLOAT16:
      return store(res, p.has_float16);
    case GA_CTX_PROP_MAXGSIZE0:
    case GA_CTX_PROP_MAXGSIZE1:
    case GA_CTX_PROP_MAXGSIZE2:
      return store(res, groups_of(p.max_groups[id - GA_CTX_PROP_MAXGSIZE0]));
    case GA_CTX_PROP_MAXLSIZE0:
    case GA_CTX_PROP_MAXLSIZE1:
    case GA_CTX_PROP_MAXLSIZE2:
      return store(res, std::size_t(p.max_local_sizes[id - GA_CTX_PROP_MAXLSIZE0]));
    case GA_CTX_PROP_UNIQUE_ID:
      return store_unique_id(res, context, operation);
    case GA_CTX_PROP_LARGEST_MEMBLOCK:
      return store(res, std::size_t(memory_of(context, operation).largest_block));
    default:
      fail_unknown(id, operation);
  }
}

}  // namespace

}  // namespace kiln::compat

using namespace kiln::compat;

extern "C" {

int gpucontext_property(gpucontext* ctx, int prop_id, void* res) {
  return guard(ctx, [&] {
    constexpr const char* kOperation = "gpucontext_property";
    require(ctx, kOperation, "the context");
    require(res, kOperation, "res");
    if (prop_id >= GA_BUFFER_PROP_START)
      fail(GA_VALUE_ERROR, "{}: property {} is not one of contexts", kOperation, prop_id);
    context_property(*ctx, prop_id, res, kOperation);
  });
}

int gpudata_property(gpudata* buf, int prop_id, void* res) {
  return guard(context_of(buf), [&] {
    constexpr const char* kOperation = "gpudata_property";
    require(buf, kOperation, "the buffer");
    require(res, kOperation, "res");
    switch (prop_id) {
      case GA_BUFFER_PROP_CTX:
        return store(res, buf->context);
      case GA_BUFFER_PROP_REFCNT:
        return store(res, buf->references.load(std::memory_order_relaxed));
      case GA_BUFFER_PROP_SIZE:
        return store(res, buf->size);
      default:
        if (prop_id >= GA_KERNEL_PROP_START)
          fail(GA_VALUE_ERROR, "{}: property {} is one of kernels", kOperation, prop_id);
        if (prop_id >= GA_BUFFER_PROP_START) fail_unknown(prop_id, kOperation);
        context_property(*buf->context, prop_id, res, kOperation);
    }
  });
}

int gpukernel_property(gpukernel* k, int prop_id, void* res) {
  return guard(context_of(k), [&] {
    constexpr const char* kOperation = "gpukernel_property";
    require(k, kOperation, "the kernel");
    require(res, kOperation, "res");
    switch (prop_id) {
      case GA_KERNEL_PROP_CTX:
        return store(res, k->context);
      case GA_KERNEL_PROP_MAXLSIZE:
        return store(res, std::size_t(k->properties.max_local_size));
      case GA_KERNEL_PROP_PREFLSIZE:
        return store(res, std::size_t(k->properties.preferred_multiple));
      case GA_KERNEL_PROP_NUMARGS:
        return store(res, unsigned(k->types.size()));
      case GA_KERNEL_PROP_TYPES:
        return store(res, static_cast<const int*>(k->types.data()));
      default:
        if (prop_id >= GA_KERNEL_PROP_START) fail_unknown(prop_id, kOperation);
        if (prop_id >= GA_BUFFER_PROP_START)
          fail(GA_VALUE_ERROR, "{}: property {} is one of buffers", kOperation, prop_id);
        context_property(*k->context, prop_id, res, kOperation);
    }
  });
}

gpucontext* gpudata_context(gpudata* b) { return context_of(b); }
gpucontext* gpukernel_context(gpukernel* k) { return context_of(k); }

}  // extern "C"
