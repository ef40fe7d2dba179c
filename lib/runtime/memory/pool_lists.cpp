// SPDX-License-Identifier: Apache-2.0
// The lists of the pool: free blocks by size, pending blocks, segments without blocks in use; and the size
// classes of segments.
#include <bit>
#include <utility>

#include "base/rounding.hpp"
#include "runtime/memory/pool.hpp"

namespace kiln::runtime {

using base::round_up;

namespace {

constexpr int kSmallestOctave = 9;  // blocks are multiples of 512 bytes

std::size_t bin_of(std::size_t size) noexcept {
  const int octave = static_cast<int>(std::bit_width(size)) - 1;
  return static_cast<std::size_t>(octave - kSmallestOctave) * 8 + ((size >> (octave - 3)) & 7);
}

}  // namespace

void Bins::insert(Block& block) noexcept {
  const std::size_t bin = bin_of(block.size);
  block.bin_before = nullptr;
  block.bin_after = heads_[bin];
  if (heads_[bin]) heads_[bin]->bin_before = &block;
  heads_[bin] = &block;
  filled_[bin / 64] |= std::uint64_t{1} << (bin % 64);
}

void Bins::remove(Block& block) noexcept {
  const std::size_t bin = bin_of(block.size);
  if (block.bin_after) block.bin_after->bin_before = block.bin_before;
  (block.bin_before ? block.bin_before->bin_after : heads_[bin]) = block.bin_after;
  block.bin_before = block.bin_after = nullptr;
  if (!heads_[bin]) filled_[bin / 64] &= ~(std::uint64_t{1} << (bin % 64));
}

Block* Bins::best_fit(std::size_t size) const noexcept {
  // Blocks of one bin differ in size by at most an eighth, so a long list need not be searched to the end.
  constexpr int kMostLooks = 64;
  const std::size_t first = bin_of(size);
  for (std::size_t bin = first; bin < kBins;) {
    Block* best = nullptr;
    int looks = 0;
    for (Block* block = heads_[bin]; block && looks < kMostLooks; block = block->bin_after, ++looks) {
      if (block->size >= size && (!best || block->size < best->size)) best = block;
      if (best && best->size == size) return best;
    }
    if (best) return best;
    ++bin;
    std::uint64_t word = bin / 64 < filled_.size() ? filled_[bin / 64] >> (bin % 64) : 0;
    if (word != 0) {
      bin += static_cast<std::size_t>(std::countr_zero(word));
      continue;
    }
    std::size_t next = bin / 64 + 1;
    while (next < filled_.size() && filled_[next] == 0) ++next;
    if (next >= filled_.size()) return nullptr;
    bin = next * 64 + static_cast<std::size_t>(std::countr_zero(filled_[next]));
  }
  return nullptr;
}

std::size_t size_class(std::size_t bytes) noexcept {
  const std::size_t step = std::bit_floor(bytes) / 8;
  if (bytes > SIZE_MAX - 2 * kMiB - step) return bytes;
  const std::size_t result = round_up(bytes, step);
  if (result < 2 * kMiB) return result;
  const std::size_t whole = round_up(result, 2 * kMiB);
  return whole - bytes <= bytes / 8 ? whole : result;
}

void Pool::add_pending(Block& block) noexcept {
  block.bin_before = pending_last_;
  block.bin_after = nullptr;
  (pending_last_ ? pending_last_->bin_after : pending_first_) = &block;
  pending_last_ = &block;
  pending_bytes_ += block.size;
}

void Pool::remove_pending(Block& block) noexcept {
  (block.bin_before ? block.bin_before->bin_after : pending_first_) = block.bin_after;
  (block.bin_after ? block.bin_after->bin_before : pending_last_) = block.bin_before;
  block.bin_before = block.bin_after = nullptr;
  pending_bytes_ -= block.size;
}

void Pool::add_idle(Segment& segment) noexcept {
  if (segment.group == Group::permanent) return;
  segment.idle_before = idle_last_;
  segment.idle_after = nullptr;
  (idle_last_ ? idle_last_->idle_after : idle_first_) = &segment;
  idle_last_ = &segment;
}

void Pool::remove_idle(Segment& segment) noexcept {
  if (segment.group == Group::permanent) return;
  (segment.idle_before ? segment.idle_before->idle_after : idle_first_) = segment.idle_after;
  (segment.idle_after ? segment.idle_after->idle_before : idle_last_) = segment.idle_before;
  segment.idle_before = segment.idle_after = nullptr;
}

// Takes a segment without blocks in use out of the pool and puts it in front of `list`.
Segment* Pool::detach_idle(Segment& segment, Segment* list) noexcept {
  remove_idle(segment);
  bins(segment.group).remove(*segment.first);
  if (segment.host) host_ranges_.erase(segment.host);
  if (segment.group == Group::small) small_reserved_ -= segment.size;
  statistics_.reserved -= segment.size;
  generation_.fetch_add(1, std::memory_order_acq_rel);
  const auto found = segments_.find(&segment);
  static_cast<void>(found->second.release());  // `list` owns the segment now
  segments_.erase(found);
  segment.idle_after = list;
  return &segment;
}

Block* Pool::new_block() {
  if (!spare_blocks_) return new Block;
  return std::exchange(spare_blocks_, spare_blocks_->after);
}

void Pool::drop_block(Block* block) noexcept {
  block->after = spare_blocks_;
  spare_blocks_ = block;
}

}  // namespace kiln::runtime
