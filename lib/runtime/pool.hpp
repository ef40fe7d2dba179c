// SPDX-License-Identifier: Apache-2.0
// Memory of one kind of a context. Vendor allocations (segments) come in size classes and are cut into
// blocks, best fit first. A free device block is handed out while its last work may still be pending: the
// block carries that LastUse and the next work is ordered after it. A pinned block is handed out only when
// its work has passed, since the host writes it. What is reserved stays within 1.125 of the most that was
// ever in use, as far as live blocks allow.
#pragma once

#include <kiln/backend.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/flags.hpp"
#include "runtime/buffer.hpp"
#include "runtime/queues.hpp"

namespace kiln::runtime {

inline constexpr std::size_t kMiB = std::size_t{1} << 20;

struct Segment;
// Requests up to 64 KiB share small segments; the permanent one is what `preallocate` reserved.
enum class Group : std::uint8_t { small, large, permanent };

// A range of a segment. Blocks of a segment are linked in address order; free ones are in a bin.
struct Block {
  Segment* segment = nullptr;
  std::size_t offset = 0;
  std::size_t size = 0;    // of the range
  std::size_t in_use = 0;  // what was asked for, rounded to the granule; 0: free
  LastUse use;             // of the last owner; meaningless while in use
  Block *before = nullptr, *after = nullptr;
  Block *bin_before = nullptr, *bin_after = nullptr;  // of its bin, or of those kept back
};

// One allocation of the vendor's.
struct Segment {
  backend::MemoryHandle memory = nullptr;
  char* host = nullptr;  // of pinned memory
  std::size_t size = 0;
  std::uint64_t number = 0;  // of the process, never used twice
  Group group = Group::large;
  std::uint32_t live = 0;  // blocks in use or kept back
  Block* first = nullptr;
  Segment *idle_before = nullptr, *idle_after = nullptr;
};

// Free blocks by size: eight bins an octave.
class Bins {
 public:
  void insert(Block& block) noexcept;
  void remove(Block& block) noexcept;
  // The smallest block of at least `size` bytes, the last freed among equals; null if there is none.
  Block* best_fit(std::size_t size) const noexcept;

 private:
  static constexpr std::size_t kBins = 512;
  std::array<Block*, kBins> heads_{};
  std::array<std::uint64_t, kBins / 64> filled_{};
};

// Rounds a request above 64 KiB up to its size class: at most 12.5 % more.
std::size_t size_class(std::size_t bytes) noexcept;

class Pool {
 public:
  struct Statistics {
    std::uint64_t in_use = 0, peak = 0, reserved = 0, allocations = 0, reuses = 0;
    std::uint64_t largest_free = 0;  // the largest free block
  };
  // `budget` 0: none. With Preallocate fractions are of `total`.
  Pool(backend::Context& device, Queues& queues, backend::MemoryKind kind,
       const base::Preallocate& preallocate, std::uint64_t budget);
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool();  // frees everything; all work must have passed

  // Throws what the vendor throws, or KILN_OUT_OF_MEMORY for the budget. `bytes` is not 0.
  Block* allocate(std::size_t bytes);
  void release(Block* block, const LastUse& use) noexcept;
  // Waits for the work of free memory, then returns it to the vendor. Only the preallocated segment is kept.
  void trim() noexcept;
  Statistics statistics() const;
  // Changes whenever a segment goes back to the vendor.
  std::uint64_t generation() const noexcept { return generation_.load(std::memory_order_acquire); }
  // For memory that is no pool's too.
  static std::uint64_t new_segment_number() noexcept;
  // Is the segment of that number still the pool's?
  bool has_segment(std::uint64_t number) const noexcept;
  // Is this host range inside one segment of the pool?
  bool owns(const void* pointer, std::size_t bytes) const noexcept;

 private:
  using Lock = std::unique_lock<std::mutex>;

  std::size_t segment_size(std::size_t bytes) const noexcept;
  std::uint64_t limit(std::uint64_t more) const noexcept;
  Block* find(std::size_t bytes) const noexcept;
  Block* find_anywhere(std::size_t bytes) const noexcept;
  Block* take(Block& block, std::size_t bytes);
  Block* reuse(Block& block, std::size_t bytes);
  Block* grow(Lock& lock, std::size_t bytes);
  Block* allocate_segment(Lock& lock, std::size_t size, Group group);
  void preallocate(const base::Preallocate& preallocate);
  void settle(Block& block) noexcept;
  void sweep(bool poll) noexcept;
  void wait_for_pending(Lock& lock, std::uint64_t bytes) noexcept;
  void add_pending(Block& block) noexcept;
  void remove_pending(Block& block) noexcept;
  void add_idle(Segment& segment) noexcept;
  void remove_idle(Segment& segment) noexcept;
  Segment* detach_idle(Segment& segment, Segment* list) noexcept;
  void free_segments(Segment* list, bool wait) noexcept;
  Block* new_block();
  void drop_block(Block* block) noexcept;
  Bins& bins(Group group) const noexcept { return bins_[static_cast<std::size_t>(group)]; }

  backend::Context& device_;
  Queues& queues_;
  const backend::MemoryKind kind_;
  const bool pooled_;
  const std::uint64_t budget_;
  const std::size_t granule_;

  mutable std::mutex mutex_;
  mutable std::array<Bins, 3> bins_;
  std::unordered_map<Segment*, std::unique_ptr<Segment>> segments_;
  std::map<const char*, std::size_t> host_ranges_;            // of pinned segments
  Segment *idle_first_ = nullptr, *idle_last_ = nullptr;      // wholly free, least recently used first
  Block *pending_first_ = nullptr, *pending_last_ = nullptr;  // in order of release
  Block* spare_blocks_ = nullptr;
  std::uint64_t pending_bytes_ = 0;
  std::uint64_t small_reserved_ = 0;
  std::uint64_t permanent_ = 0;
  std::atomic<std::uint64_t> generation_{0};
  Statistics statistics_;
};

}  // namespace kiln::runtime
