// SPDX-License-Identifier: Apache-2.0
// Transfers between host and device, copies and fills. Small transfers use the compute queue and large ones the
// transfer queue. On devices with separate memory, pageable host memory is copied by way of pinned chunks. Waits
// do not hold the submit lock. Only Queues::drain() does, after an error; then the device no longer uses the caller's
// memory, unless the driver is lost (base/plugin/driver_call.hpp) and cannot be waited for.
#include <algorithm>
#include <cstring>
#include <optional>

#include "base/error.hpp"
#include "runtime/context/checks.hpp"
#include "runtime/context/context_impl.hpp"
#include "runtime/context/recording.hpp"

namespace kiln::runtime {
namespace {

constexpr std::size_t kSmallCopy = std::size_t{64} << 10;
constexpr std::size_t kSmallestChunk = std::size_t{256} << 10, kLargestChunk = std::size_t{4} << 20;

// The size of chunks, small enough that host and device work at the same time.
std::size_t chunk_size(std::size_t bytes) {
  return std::clamp((bytes / 4 + kSmallCopy - 1) / kSmallCopy * kSmallCopy, kSmallestChunk, kLargestChunk);
}

void check_range(const Buffer& buffer, std::size_t offset, std::size_t bytes, const char* operation) {
  if (offset <= buffer.size() && bytes <= buffer.size() - offset) return;
  base::fail(KILN_INVALID_ARGUMENT, "{}: {} bytes at offset {} do not fit in a buffer of {} bytes", operation, bytes,
             offset, buffer.size());
}

void check_target(const Buffer& buffer, std::size_t offset, std::size_t bytes, const char* operation) {
  check_range(buffer, offset, bytes, operation);
  check_writable(buffer, operation);
}

void check_host(const void* pointer, const char* operation) {
  if (!pointer) base::fail(KILN_INVALID_ARGUMENT, "{}: the host pointer is NULL", operation);
}

}  // namespace

struct Transfers {
  Context::Impl& impl;
  const char* operation;

  int transfer_lane() const { return impl.queues.lane(QueueId::transfer); }
  int compute_lane() const { return impl.queues.lane(QueueId::compute); }

  int write_lane(std::size_t bytes) const { return bytes <= kSmallCopy ? compute_lane() : transfer_lane(); }
  // The lane for a read. Memory that queued work of the compute queue still has to write is read on that queue,
  // since the transfer queue would only wait for it.
  int read_lane(std::size_t bytes, const LastUse& use) const {
    const int compute = compute_lane();
    return bytes <= kSmallCopy || !impl.queues.passed(compute, use.write[compute]) ? compute : transfer_lane();
  }

  // Submits work that reads memory with the use `from` and writes memory with the use `to`. Either may be
  // null. `bytes` counts for run_ahead.hpp. enqueue(queue) makes the backend's call.
  template <class Enqueue>
  std::uint64_t submit(int lane, LastUse* from, LastUse* to, std::size_t bytes, Enqueue&& enqueue) const {
    const auto visit = [&](auto&& touch) {
      if (from) touch(*from, true, false);
      if (to) touch(*to, false, true);
    };
    return impl.queues.submit(lane, operation, {1, bytes}, visit, enqueue);
  }

  std::uint64_t enqueue_write(int lane, LastUse& to_use, backend::MemoryHandle to, std::size_t offset, const void* from,
                              std::size_t bytes, LastUse* staging) const {
    return submit(lane, staging, &to_use, bytes, [&](backend::QueueHandle queue) {
      impl.device->memory_write(queue, to, offset, from, bytes, false);
    });
  }

  std::uint64_t enqueue_read(int lane, LastUse& from_use, backend::MemoryHandle from, std::size_t offset, void* to,
                             std::size_t bytes, LastUse* staging) const {
    return submit(lane, &from_use, staging, bytes,
                  [&](backend::QueueHandle queue) { impl.device->memory_read(queue, from, offset, to, bytes, false); });
  }

  // Calls `call` while the device may use the caller's memory. If that fails, waits until the device no longer
  // uses the memory.
  template <class Call>
  auto or_drain(Call&& call) const -> decltype(call()) {
    try {
      return call();
    } catch (...) {
      impl.queues.drain();
      throw;
    }
  }

  // Submits a read that the caller waits for next, and returns its mark.
  MarkRef marked_read(int lane, LastUse& from_use, backend::MemoryHandle from, std::size_t offset, void* to,
                      std::size_t bytes, LastUse* staging) const {
    backend::EventHandle event{};
    const std::uint64_t number = submit(lane, &from_use, staging, bytes, [&](backend::QueueHandle queue) {
      event = impl.device->memory_read_event(queue, from, offset, to, bytes);
    });
    return or_drain([&] { return impl.queues.mark_of(lane, number, event); });
  }

  // Uses two pinned chunks in turn: the host copies to one while the device transfers the other.
  void write_staged(LastUse& use, backend::MemoryHandle to, std::size_t offset, const char* from,
                    std::size_t bytes) const {
    const int lane = write_lane(bytes);
    const std::size_t chunk = std::min(bytes, chunk_size(bytes));
    std::optional<Staging> slots[2];
    MarkRef marks[2];
    for (std::size_t at = 0, turn = 0; at < bytes; at += chunk, turn ^= 1) {
      const std::size_t size = std::min(chunk, bytes - at);
      if (marks[turn]) impl.queues.wait(*marks[turn], operation);
      if (!slots[turn]) slots[turn].emplace(impl, size, operation);
      std::memcpy(slots[turn]->data(), from + at, size);
      const std::uint64_t number =
          enqueue_write(lane, use, to, offset + at, slots[turn]->data(), size, &slots[turn]->use);
      if (bytes > chunk) marks[turn] = impl.queues.mark(lane, number, operation);
    }
  }

  void read_staged(LastUse& use, const LastUse& known, backend::MemoryHandle from, std::size_t offset, char* to,
                   std::size_t bytes) const {
    const int lane = read_lane(bytes, known);
    const std::size_t chunk = std::min(bytes, chunk_size(bytes));
    const std::size_t count = (bytes + chunk - 1) / chunk;
    std::optional<Staging> slots[2];
    MarkRef marks[2];
    for (std::size_t step = 0; step < count + 1; ++step) {
      if (step < count) {
        const std::size_t turn = step % 2, at = step * chunk, size = std::min(chunk, bytes - at);
        if (!slots[turn]) slots[turn].emplace(impl, size, operation);
        marks[turn] = marked_read(lane, use, from, offset + at, slots[turn]->data(), size, &slots[turn]->use);
      }
      if (step == 0) continue;
      const std::size_t turn = (step - 1) % 2, at = (step - 1) * chunk, size = std::min(chunk, bytes - at);
      if (marks[turn]) impl.queues.wait(*marks[turn], operation);
      std::memcpy(to + at, slots[turn]->data(), size);
    }
  }
};

void Context::write(Buffer& to, std::size_t offset, const void* from, std::size_t bytes, const char* operation) {
  check_target(to, offset, bytes, operation);
  if (bytes == 0) return;
  check_host(from, operation);
  check_not_capturing(operation);
  impl_->queues.check(operation);
  if (to.pinned()) {
    impl_->queues.wait(impl_->queues.last_use(to.use_), operation);
    std::memmove(static_cast<char*>(to.host_) + offset, from, bytes);
    return;
  }
  const Transfers transfers{*impl_, operation};
  const int lane = transfers.write_lane(bytes);
  if (bytes <= kSmallCopy || (impl_->staged && !impl_->pinned_pool.owns(from, bytes))) {
    transfers.write_staged(to.use_, to.memory_, to.offset_ + offset, static_cast<const char*>(from), bytes);
    impl_->queued(lane, operation);
  } else {
    const std::uint64_t number =
        transfers.enqueue_write(lane, to.use_, to.memory_, to.offset_ + offset, from, bytes, nullptr);
    transfers.or_drain([&] { impl_->queues.wait(lane, number, operation); });
  }
}

void Context::read(Buffer& from, std::size_t offset, void* to, std::size_t bytes, const char* operation) {
  check_not_capturing(operation);
  check_indices(operation);
  read_now(from, offset, to, bytes, operation);
}

void Context::read_now(Buffer& from, std::size_t offset, void* to, std::size_t bytes, const char* operation) {
  check_range(from, offset, bytes, operation);
  if (bytes == 0) return;
  check_host(to, operation);
  check_not_capturing(operation);
  impl_->queues.check(operation);
  LastUse use = impl_->queues.last_use(from.use_);
  if (from.pinned()) {
    for (std::uint64_t& number : use.read) number = 0;
    impl_->queues.wait(use, operation);
    std::memmove(to, static_cast<const char*>(from.host_) + offset, bytes);
    return;
  }
  const Transfers transfers{*impl_, operation};
  if (impl_->staged && !impl_->pinned_pool.owns(to, bytes)) {
    transfers.read_staged(from.use_, use, from.memory_, from.offset_ + offset, static_cast<char*>(to), bytes);
    return;
  }
  const int lane = transfers.read_lane(bytes, use);
  const MarkRef mark = transfers.marked_read(lane, from.use_, from.memory_, from.offset_ + offset, to, bytes, nullptr);
  transfers.or_drain([&] { impl_->queues.wait(*mark, operation); });
}

base::Ref<Event> Context::write_async(Buffer& to, std::size_t offset, const void* from, std::size_t bytes,
                                      const char* operation) {
  check_not_capturing(operation);
  const Transfers transfers{*impl_, operation};
  const int lane = transfers.write_lane(bytes);
  const bool direct = bytes != 0 && from && !to.pinned() && (!impl_->staged || impl_->pinned_pool.owns(from, bytes));
  if (!direct) {
    write(to, offset, from, bytes, operation);
    return record(impl_->queues.queue(lane), operation);
  }
  check_target(to, offset, bytes, operation);
  transfers.enqueue_write(lane, to.use_, to.memory_, to.offset_ + offset, from, bytes, nullptr);
  return transfers.or_drain([&] {
    impl_->queued(lane, operation);
    return record(impl_->queues.queue(lane), operation);
  });
}

base::Ref<Event> Context::read_async(Buffer& from, std::size_t offset, void* to, std::size_t bytes,
                                     const char* operation) {
  check_not_capturing(operation);
  check_indices(operation);
  const Transfers transfers{*impl_, operation};
  const bool direct = bytes != 0 && to && !from.pinned() && (!impl_->staged || impl_->pinned_pool.owns(to, bytes));
  if (!direct) {
    // Drivers block in asynchronous reads to pageable memory, which they must not do while the submit lock is held.
    read(from, offset, to, bytes, operation);
    return record(QueueId::compute, operation);
  }
  check_range(from, offset, bytes, operation);
  const int lane = transfers.read_lane(bytes, impl_->queues.last_use(from.use_));
  transfers.enqueue_read(lane, from.use_, from.memory_, from.offset_ + offset, to, bytes, nullptr);
  return transfers.or_drain([&] {
    impl_->queued(lane, operation);
    return record(impl_->queues.queue(lane), operation);
  });
}

void Context::read_async(Buffer& from, std::size_t offset, Buffer& to, std::size_t to_offset, std::size_t bytes,
                         const char* operation) {
  check_range(from, offset, bytes, operation);
  check_target(to, to_offset, bytes, operation);
  if (bytes == 0) return;
  check_not_capturing(operation);
  const Transfers transfers{*impl_, operation};
  const int lane = transfers.write_lane(bytes);
  const std::uint64_t number = transfers.enqueue_read(lane, from.use_, from.memory_, from.offset_ + offset,
                                                      static_cast<char*>(to.host_) + to_offset, bytes, &to.use_);
  impl_->queued(lane, operation);
  // Some drivers start the read only when the host waits, unless a mark follows it.
  impl_->queues.mark(lane, number, operation);
}

void Context::copy(Buffer& to, std::size_t to_offset, Buffer& from, std::size_t from_offset, std::size_t bytes,
                   const char* operation) {
  check_target(to, to_offset, bytes, operation);
  check_range(from, from_offset, bytes, operation);
  if (bytes == 0) return;
  if (&to == &from && to_offset < from_offset + bytes && from_offset < to_offset + bytes) {
    base::fail(KILN_INVALID_ARGUMENT, "{}: ranges of {} bytes at {} and {} of one buffer overlap", operation, bytes,
               to_offset, from_offset);
  }
  Impl& target = *to.context_->impl_;
  if (to.context_ != from.context_) {
    to.context_->check_not_capturing(operation);
    from.context_->check_not_capturing(operation);
    copy_between(to, to_offset, from, from_offset, bytes, operation);
    return;
  }
  if (auto* const capture = Recording::Capture::of(*to.context_)) [[unlikely]]
    return capture->copy(
        to, from, {to.memory_, to.offset_ + to_offset, from.memory_, from.offset_ + from_offset, bytes}, operation);
  const Transfers transfers{target, operation};
  const int lane = transfers.compute_lane();
  transfers.submit(lane, &from.use_, &to.use_, 2 * bytes, [&](backend::QueueHandle queue) {
    target.device->memory_copy(queue, to.memory_, to.offset_ + to_offset, from.memory_, from.offset_ + from_offset,
                               bytes);
  });
  target.queued(lane, operation);
}

bool Context::copies_through_host(const Context& from, const Context& to) noexcept {
  return from.impl_->backend_name != to.impl_->backend_name || !from.properties().copies_peers;
}

// The queues of two contexts cannot wait for each other, so the host waits before and after the copy.
void Context::copy_between(Buffer& to, std::size_t to_offset, Buffer& from, std::size_t from_offset, std::size_t bytes,
                           const char* operation) {
  Impl& source = *from.context_->impl_;
  Impl& target = *to.context_->impl_;
  target.queues.check(operation);
  LastUse use = source.queues.last_use(from.use_);
  for (std::uint64_t& number : use.read) number = 0;
  source.queues.check(operation);
  source.queues.wait(use, operation);
  if (from.pinned()) {
    to.context_->write(to, to_offset, static_cast<const char*>(from.host_) + from_offset, bytes, operation);
    return;
  }
  if (to.pinned()) {
    target.queues.wait(target.queues.last_use(to.use_), operation);
    from.context_->read(from, from_offset, static_cast<char*>(to.host_) + to_offset, bytes, operation);
    return;
  }
  if (source.backend_name == target.backend_name) {
    bool direct = false;
    const Transfers transfers{target, operation};
    const int lane = transfers.compute_lane();
    const std::uint64_t number = transfers.submit(lane, nullptr, &to.use_, bytes, [&](backend::QueueHandle queue) {
      direct = target.device->memory_copy_peer(queue, to.memory_, to.offset_ + to_offset, *source.device, from.memory_,
                                               from.offset_ + from_offset, bytes);
    });
    if (direct) return transfers.or_drain([&] { target.queues.wait(lane, number, operation); });
  }
  const std::size_t chunk = std::min(bytes, chunk_size(bytes));
  Staging staging(source, chunk, operation);
  const Transfers transfers{source, operation};
  const int lane = transfers.read_lane(bytes, use);
  for (std::size_t at = 0; at < bytes; at += chunk) {
    const std::size_t size = std::min(chunk, bytes - at);
    const MarkRef mark = transfers.marked_read(lane, from.use_, from.memory_, from.offset_ + from_offset + at,
                                               staging.data(), size, &staging.use);
    source.queues.wait(*mark, operation);
    to.context_->write(to, to_offset + at, staging.data(), size, operation);
  }
}

void Context::fill(Buffer& buffer, std::size_t offset, std::size_t bytes, const void* pattern,
                   std::size_t pattern_bytes, const char* operation) {
  check_target(buffer, offset, bytes, operation);
  if (pattern_bytes == 0 || pattern_bytes > 16 || (pattern_bytes & (pattern_bytes - 1)) != 0)
    base::fail(KILN_INVALID_ARGUMENT, "{}: a pattern of {} bytes, expected 1, 2, 4, 8 or 16", operation, pattern_bytes);
  if (offset % pattern_bytes != 0 || bytes % pattern_bytes != 0) {
    base::fail(KILN_INVALID_ARGUMENT, "{}: {} bytes at offset {} are no multiples of the pattern's {} bytes", operation,
               bytes, offset, pattern_bytes);
  }
  if (bytes == 0) return;
  check_host(pattern, operation);
  if (auto* const capture = Recording::Capture::of(*this)) [[unlikely]] {
    backend::Fill work{buffer.memory_, buffer.offset_ + offset, bytes, {}, pattern_bytes};
    std::memcpy(work.pattern, pattern, pattern_bytes);
    return capture->fill(buffer, work, operation);
  }
  const Transfers transfers{*impl_, operation};
  const int lane = transfers.compute_lane();
  transfers.submit(lane, nullptr, &buffer.use_, bytes, [&](backend::QueueHandle queue) {
    impl_->device->memory_fill(queue, buffer.memory_, buffer.offset_ + offset, bytes, pattern, pattern_bytes);
  });
  impl_->queued(lane, operation);
}

}  // namespace kiln::runtime
