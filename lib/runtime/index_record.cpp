// SPDX-License-Identifier: Apache-2.0
// Indices out of range that checked operations found: noted in device memory by kernels, reported by the next
// call that waits.
#include "base/error.hpp"
#include "runtime/context_impl.hpp"
#include "runtime/recording.hpp"

namespace kiln::runtime {

namespace {

// As kernels/index_check.cl has it. operation: 0 for none, negative where the index is unsigned.
struct Record {
  std::int64_t least = INT32_MAX, operation = 0, position = 0, index = 0, extent = 0;
};

}  // namespace

// A buffer of the record that does not own its block: the context does. Only the compute queue touches it.
base::Ref<Buffer> Context::record_buffer() {
  auto buffer = base::Ref<Buffer>::adopt(new Buffer);
  buffer->context_ = base::Ref<Context>(this);
  buffer->size_ = sizeof(Record);
  buffer->memory_ = impl_->index_block->segment->memory;
  buffer->offset_ = impl_->index_block->offset;
  return buffer;
}

Context::IndexRecord Context::index_record(const char* operation) {
  const std::lock_guard lock(impl_->index_mutex);
  if (!impl_->index_block) {
    Block* const block = impl_->allocate(sizeof(Record), backend::MemoryKind::device, operation);
    const Recording::Suspend now;
    // Whatever used the block before is done.
    impl_->queues.finish_all(operation);
    impl_->index_block = block;
    const Record none;
    write(*record_buffer(), 0, &none, sizeof none, operation);
  }
  std::vector<const char*>& known = impl_->index_operations;
  std::size_t number = 0;
  while (number < known.size() && known[number] != operation) ++number;
  if (number == known.size()) known.push_back(operation);
  return {record_buffer(), std::int64_t(number) + 1};
}

void Context::expect_indices() noexcept {
  if (auto* const capture = Recording::Capture::of(*this)) return capture->expect_indices();
  impl_->index_pending.store(true, std::memory_order_release);
}

void Context::check_indices(const char* operation) {
  if (capturing()) return;  // nothing runs that could have noted one
  if (!impl_->index_pending.load(std::memory_order_acquire)) return;
  const std::lock_guard lock(impl_->index_mutex);
  if (!impl_->index_pending.exchange(false)) return;
  const auto buffer = record_buffer();
  Record found;
  read_now(*buffer, 0, &found, sizeof found, operation);
  if (found.operation == 0) return;
  const Record none;
  write(*buffer, 0, &none, sizeof none, operation);
  const bool is_unsigned = found.operation < 0;
  const auto number = std::size_t((is_unsigned ? -found.operation : found.operation) - 1);
  const std::string index =
      is_unsigned ? std::to_string(std::uint64_t(found.index)) : std::to_string(found.index);
  const std::string_view noted =
      number < impl_->index_operations.size() ? impl_->index_operations[number] : "?";
  base::fail(KILN_INDEX_ERROR, "{}{}{}: index {} at position {} is outside {} .. {}", operation,
             noted == operation ? "" : ": ", noted == operation ? "" : noted, index, found.position,
             -found.extent, found.extent - 1);
}

}  // namespace kiln::runtime
