// SPDX-License-Identifier: Apache-2.0
// Indices out of range. Kernels of checked operations note the first one in device memory, and the next call
// that waits reports it.
#include "base/error.hpp"
#include "runtime/context/context_impl.hpp"
#include "runtime/context/recording.hpp"

namespace kiln::runtime {

namespace {

// The layout that kernels/index/index_check.cl uses. `operation` is 0 if there is nothing, and negative if
// the index is unsigned.
struct Record {
  std::int64_t least = INT32_MAX, operation = 0, position = 0, index = 0, extent = 0, low = 0;
};
// The size of the pattern of the fill that resets the record. The pattern is the beginning of an empty record.
constexpr std::size_t kEmpties = 16;

}  // namespace

// Makes a buffer for the record (`which` is 0) or for its copy (1). The context owns the memory, not the buffer. Only
// the compute queue uses it.
base::Ref<Buffer> Context::record_buffer(std::size_t which) {
  auto buffer = base::Ref<Buffer>::adopt(new Buffer);
  buffer->context_ = base::Ref<Context>(this);
  buffer->size_ = sizeof(Record);
  buffer->memory_ = impl_->index_block->segment->memory;
  buffer->offset_ = impl_->index_block->offset + which * sizeof(Record);
  return buffer;
}

Context::IndexRecord Context::index_record(const char* operation) {
  const std::lock_guard lock(impl_->index_mutex);
  if (!impl_->index_ready) {
    if (!impl_->index_block)
      impl_->index_block = impl_->allocate(2 * sizeof(Record), backend::MemoryKind::device, operation);
    const Recording::Suspend now;
    // The block may have had other uses before. They must be complete.
    impl_->queues.finish_all(operation);
    const Record none;
    write(*record_buffer(0), 0, &none, sizeof none, operation);
    impl_->index_ready = true;
  }
  std::vector<const char*>& known = impl_->index_operations;
  std::size_t number = 0;
  while (number < known.size() && known[number] != operation) ++number;
  if (number == known.size()) known.push_back(operation);
  const std::int64_t operation_number = std::int64_t(number) + 1;
  auto* const capture = Recording::Capture::of(*this);
  if (!capture) return {record_buffer(0), operation_number};
  if (!capture->index_record_) capture->index_record_ = record_buffer(0);
  return {capture->index_record_, operation_number};
}

void Context::expect_indices() noexcept {
  if (auto* const capture = Recording::Capture::of(*this)) return capture->expect_indices();
  impl_->index_pending.store(true, std::memory_order_release);
}

std::string Context::take_indices(const char* operation) {
  if (!impl_->index_pending.load(std::memory_order_acquire)) return "";
  // While this thread records, nothing runs that could note an index. While it has an IndexHold, nothing is reported.
  if (capturing() || base::thread_state().index_hold) return "";
  const std::lock_guard lock(impl_->index_mutex);
  if (!impl_->index_pending.exchange(false)) return "";
  const auto record = record_buffer(0), copy = record_buffer(1);
  static constexpr Record none;
  Record found;
  try {
    // Copying and resetting are one submission. What other threads queue before it is seen now; what they
    // queue later is noted anew.
    const bool unread = impl_->index_unread;
    if (!unread)
      impl_->queues.submit(
          impl_->queues.lane(QueueId::compute), operation, {}, [](auto&&) {},
          [&](backend::QueueHandle queue) {
            impl_->device->memory_copy(queue, record->memory_, copy->offset_, record->memory_, record->offset_,
                                       sizeof(Record));
            impl_->device->memory_fill(queue, record->memory_, record->offset_, kEmpties, &none, kEmpties);
          });
    impl_->index_unread = true;
    read_now(*copy, 0, &found, sizeof found, operation);
    impl_->index_unread = false;
    // More may have been noted since the copy was made.
    if (unread) impl_->index_pending.store(true, std::memory_order_release);
  } catch (...) {
    impl_->index_pending.store(true, std::memory_order_release);
    throw;
  }
  if (found.operation == 0) return "";
  const bool is_unsigned = found.operation < 0;
  const auto number = std::size_t((is_unsigned ? -found.operation : found.operation) - 1);
  const std::string index = is_unsigned ? std::to_string(std::uint64_t(found.index)) : std::to_string(found.index);
  const std::string_view noted = number < impl_->index_operations.size() ? impl_->index_operations[number] : "?";
  return fmt::format("{}: index {} at position {} is outside {} .. {}", noted, index, found.position, found.low,
                     found.extent - 1);
}

void Context::IndexHold::keep_indices(std::span<const base::Ref<Context>> contexts) {
  auto* const hold = static_cast<IndexHold*>(base::thread_state().index_hold);
  if (!hold) return;
  struct Lifted {
    void* const hold = std::exchange(base::thread_state().index_hold, nullptr);
    ~Lifted() { base::thread_state().index_hold = hold; }
  } const lifted;
  for (const auto& context : contexts) {
    const std::string found = context->take_indices("function");
    if (hold->kept_.empty()) hold->kept_ = found;
  }
}

void Context::check_indices(const char* operation) {
  const std::string found = take_indices(operation);
  if (found.empty()) return;
  // If this call waited for its own work, `found` begins with the operation's name already.
  const bool named = found.starts_with(std::string(operation) + ": index ");
  base::fail(KILN_INDEX_ERROR, "{}{}{}", named ? "" : operation, named ? "" : ": ", found);
}

}  // namespace kiln::runtime
