// SPDX-License-Identifier: Apache-2.0
// Contexts and buffers made from handles that were created elsewhere, order with foreign queues, and native
// handles of this context for others.
#include "base/callback.hpp"
#include "base/error.hpp"
#include "runtime/context/context_impl.hpp"
#include "runtime/context/registry.hpp"

namespace kiln::runtime {

base::Ref<Context> Context::adopt(const std::string& backend, const backend::Native& native,
                                  const ContextOptions& options, const char* operation) {
  std::string name;
  std::unique_ptr<backend::Context> opened =
      Registry::instance().adopt(backend, native, name, options.sched, operation);
  return wrap(std::move(opened), std::move(name), options, native.queue, operation);
}

backend::Native Context::native() const noexcept {
  backend::Native native = impl_->device->native();
  native.queue = queue_native(QueueId::compute);
  return native;
}

std::uintptr_t Context::queue_native(QueueId queue) const noexcept {
  return impl_->queues.native(impl_->queues.lane(queue));
}

void Context::after_queue(std::uintptr_t native, const char* operation) {
  check_not_capturing(operation);
  impl_->queues.after(native, operation);
}

void Context::before_queue(std::uintptr_t native, const char* operation) {
  check_not_capturing(operation);
  impl_->queues.before(native, operation);
}

// ---- Memory ----

base::Ref<Buffer> Context::foreign_buffer(const backend::AdoptedMemory& memory, std::size_t bytes, Foreign owner) {
  auto buffer = base::Ref<Buffer>::adopt(new Buffer);
  buffer->context_ = base::Ref<Context>(this);
  buffer->size_ = buffer->capacity_ = bytes;
  buffer->readable_ = memory.readable;
  buffer->writable_ = memory.writable && !owner.read_only;
  buffer->memory_ = memory.handle;
  buffer->offset_ = memory.offset;
  buffer->segment_ = Pool::new_segment_number();
  if (memory.handle) {
    if (void* const host = impl_->device->memory_host_pointer(memory.handle)) {
      buffer->kind_ = backend::MemoryKind::pinned;
      buffer->host_ = static_cast<char*>(host) + memory.offset;
    }
  }
  buffer->foreign_ = std::make_unique<Foreign>(owner);
  return buffer;
}

namespace {

void check_no_wrap(std::size_t offset, std::size_t bytes, const char* operation) {
  if (bytes > SIZE_MAX - offset)
    base::fail(KILN_INVALID_ARGUMENT, "{}: {} bytes at offset {} wrap around", operation, bytes, offset);
}

[[noreturn]] void fail_unknown_size(const Context& context, const char* operation) {
  base::fail(KILN_UNSUPPORTED,
             "{}: bytes is SIZE_MAX, but {} does not tell how large the memory is, expected a number of bytes",
             operation, context.device());
}

}  // namespace

base::Ref<Buffer> Context::adopt_memory(std::uintptr_t native, std::size_t offset, std::size_t bytes,
                                        const Foreign& owner, const char* operation) {
  impl_->queues.check(operation);
  if (bytes != SIZE_MAX)
    check_no_wrap(offset, bytes, operation);
  else if (properties().native_addresses)
    fail_unknown_size(*this, operation);
  backend::AdoptedMemory memory;
  if (bytes != 0)
    memory = vendor_call(operation, impl_->name, [&] { return impl_->device->memory_adopt(native, offset, bytes); });
  return keep(memory, bytes, owner, operation);
}

base::Ref<Buffer> Context::adopt_host_memory(void* data, std::size_t bytes, const Foreign& owner,
                                             const char* operation) {
  impl_->queues.check(operation);
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  if (bytes > UINTPTR_MAX - address)
    base::fail(KILN_INVALID_ARGUMENT, "{}: {} bytes at address {:#x} wrap around", operation, bytes, address);
  backend::AdoptedMemory memory;
  if (bytes != 0) {
    memory = vendor_call(operation, impl_->name, [&] { return impl_->device->memory_adopt_host(data, bytes); });
    if (!memory.handle)
      base::fail(KILN_UNSUPPORTED,
                 "{}: {} does not use this host memory in place: CPU devices may, and other devices what their "
                 "driver has page-locked",
                 operation, device());
  }
  return keep(memory, bytes, owner, operation);
}

base::Ref<Buffer> Context::import_memory(const backend::IpcHandle& handle, std::size_t offset, std::size_t bytes,
                                         const char* operation) {
  impl_->queues.check(operation);
  check_no_wrap(offset, bytes, operation);
  backend::AdoptedMemory memory;
  if (bytes != 0) {
    memory.handle =
        vendor_call(operation, impl_->name, [&] { return impl_->device->memory_import(handle, offset + bytes); });
    memory.offset = offset;
  }
  return keep(memory, bytes, {}, operation);
}

// Makes a buffer of adopted memory. If that fails, the backend's handle of the memory is released.
base::Ref<Buffer> Context::keep(const backend::AdoptedMemory& memory, std::size_t bytes, const Foreign& owner,
                                const char* operation) {
  try {
    if (bytes == SIZE_MAX && memory.bytes == 0) fail_unknown_size(*this, operation);
    return foreign_buffer(memory, bytes == SIZE_MAX ? memory.bytes : bytes, owner);
  } catch (...) {
    if (memory.handle) impl_->device->memory_free(memory.handle);
    throw;
  }
}

namespace {

// Where a buffer begins. Addresses compare where `memory` is equal: 0 stands for all memory that has addresses.
struct Place {
  std::uintptr_t memory = 0, address = 0;
};

Place place_of(const Buffer& buffer) noexcept {
  if (buffer.host_pointer()) return {0, reinterpret_cast<std::uintptr_t>(buffer.host_pointer())};
  const std::uintptr_t native = buffer.context().memory_native(buffer);
  if (buffer.context().properties().native_addresses) return {0, native + buffer.offset()};
  return {native, buffer.offset()};
}

}  // namespace

std::optional<std::int64_t> distance(const Buffer& a, const Buffer& b) noexcept {
  if (&a == &b) return 0;
  // Blocks of the pool never overlap, and a buffer without memory has no place.
  if ((!a.foreign() && !b.foreign()) || !a.memory() || !b.memory()) return {};
  const Place from = place_of(a), to = place_of(b);
  if (from.memory != to.memory) return {};
  return static_cast<std::int64_t>(to.address - from.address);
}

backend::IpcHandle Context::export_memory(Buffer& buffer, const char* operation) {
  synchronize(buffer, operation);
  return vendor_call(operation, impl_->name, [&] { return impl_->device->memory_export(buffer.memory_); });
}

std::uintptr_t Context::memory_native(const Buffer& buffer) const noexcept {
  return buffer.memory_ ? impl_->device->memory_native(buffer.memory_) : 0;
}

backend::MemoryHandle Context::part(Buffer& buffer, const char* operation) {
  if (const backend::MemoryHandle known = buffer.part_.load(std::memory_order_acquire)) return known;
  if (!buffer.memory_) return nullptr;
  backend::MemoryHandle made = buffer.memory_;
  if (buffer.offset_ != 0)
    made = vendor_call(operation, impl_->name,
                       [&] { return impl_->device->memory_part(buffer.memory_, buffer.offset_, buffer.size_); });
  backend::MemoryHandle other = nullptr;
  if (!made || buffer.part_.compare_exchange_strong(other, made, std::memory_order_acq_rel)) return made;
  if (made != buffer.memory_) impl_->device->memory_free(made);  // another thread was faster
  return other;
}

std::uintptr_t Context::part_native(Buffer& buffer, const char* operation) {
  if (const backend::MemoryHandle handle = part(buffer, operation)) return impl_->device->memory_native(handle);
  if (!buffer.memory_) return 0;
  if (!impl_->device->properties().native_addresses)
    base::fail(KILN_UNSUPPORTED, "{}: no memory object of the vendor's can begin at byte {} of this memory on {}",
               operation, buffer.offset_, device());
  return memory_native(buffer) + buffer.offset_;
}

std::uintptr_t Context::enter(const char* operation) {
  impl_->queues.check(operation);
  return vendor_call(operation, impl_->name, [&] { return impl_->device->enter(); });
}

void Context::leave(std::uintptr_t previous, const char* operation) {
  vendor_call(operation, impl_->name, [&] { impl_->device->leave(previous); });
}

void* Context::host_view(Buffer& buffer, const char* operation) {
  if (buffer.host_ || !buffer.memory_) return buffer.host_;
  void* const memory =
      vendor_call(operation, impl_->name, [&] { return impl_->device->memory_host_view(buffer.memory_); });
  return memory ? static_cast<char*>(memory) + buffer.offset_ : nullptr;
}

// The owner may do anything with the memory after its release, so work on it is waited for.
void Context::let_go(Buffer& buffer) noexcept {
  try {
    impl_->queues.wait(impl_->queues.last_use(buffer.use_), "release");
  } catch (const std::exception&) {
    impl_->queues.drain();  // the next wait reports the error
  }
  if (buffer.memory_) impl_->device->memory_free(buffer.memory_);
  if (buffer.foreign_->release) base::call_back({buffer.foreign_->release, buffer.foreign_->user});
}

}  // namespace kiln::runtime
