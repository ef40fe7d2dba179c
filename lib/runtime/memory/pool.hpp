// SPDX-License-Identifier: Apache-2.0
// The memory of one kind (device or pinned host) of a context. The vendor's allocations (segments) have sizes of a few
// classes and are cut into blocks; a request gets the smallest free block that fits. A free block of device memory is
// handed out even if its last work is still queued: the block remembers this LastUse, and the next work is ordered
// after it. A pinned block is handed out only when its work has passed, as the host writes it. As far as blocks in use
// allow, the reserved memory stays near the most that was ever in use; see limit().
#pragma once

#include <kiln/backend.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "base/flags/flags.hpp"
#include "runtime/buffer.hpp"
#include "runtime/queues/queues.hpp"

namespace kiln::runtime {

inline constexpr std::size_t kMiB = std::size_t{1} << 20;

struct Segment;
// Requests of at most kSmall bytes share small segments. The permanent segment is the one that `preallocate` reserved.
enum class Group : std::uint8_t { small, large, permanent };

// A range of a segment. The blocks of a segment are linked in the order of addresses. Free blocks are in a
// bin, except for pending ones.
struct Block {
  Segment* segment = nullptr;
  std::size_t offset = 0;
  std::size_t size = 0;    // in bytes
  std::size_t in_use = 0;  // the requested size, rounded up to Pool::granule_; 0: free
  LastUse use;             // the last use before the release; meaningless while in use
  Block *before = nullptr, *after = nullptr;
  // Neighbours in the bin or in the list of pending blocks.
  Block *bin_before = nullptr, *bin_after = nullptr;
};

// One allocation by the vendor.
struct Segment {
  backend::MemoryHandle memory = nullptr;
  char* host = nullptr;  // the host address of pinned memory
  std::size_t size = 0;
  std::uint64_t number = 0;  // unique in the process
  Group group = Group::large;
  std::uint32_t live = 0;  // blocks in use or pending
  Block* first = nullptr;
  Segment *idle_before = nullptr, *idle_after = nullptr;
};

// Free blocks sorted by size, with eight bins for each power of two.
class Bins {
 public:
  void insert(Block& block) noexcept;
  void remove(Block& block) noexcept;
  // The smallest block of at least `size` bytes; of equal ones, the one freed last. Null if there is none.
  Block* best_fit(std::size_t size) const noexcept;

 private:
  static constexpr std::size_t kBins = 512;
  std::array<Block*, kBins> heads_{};
  std::array<std::uint64_t, kBins / 64> filled_{};
};

// Rounds a large request up to the size of its segment, by at most an eighth.
std::size_t size_class(std::size_t bytes) noexcept;

class Pool {
 public:
  struct Statistics {
    std::uint64_t in_use = 0, peak = 0, reserved = 0, allocations = 0, reuses = 0;
    std::uint64_t largest_free = 0;  // the largest free block
  };
  // `budget` is in bytes, 0 for no limit. `preallocate` may be a fraction of the device's total memory.
  Pool(backend::Context& device, Queues& queues, backend::MemoryKind kind, const base::Preallocate& preallocate,
       std::uint64_t budget);
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool();  // frees everything; all work must have passed

  // Returns a block of at least `bytes`, which is not 0. Throws the vendor's error, or KILN_OUT_OF_MEMORY if
  // the budget is used up.
  Block* allocate(std::size_t bytes);
  void release(Block* block, const LastUse& use) noexcept;
  // Waits for work on free memory, then returns the memory to the vendor. Only the preallocated segment stays.
  void trim() noexcept;
  Statistics statistics() const;
  // Changes whenever a segment goes back to the vendor.
  std::uint64_t generation() const noexcept { return generation_.load(std::memory_order_acquire); }
  // Returns a number for a segment. Memory that belongs to no pool gets one, too.
  static std::uint64_t new_segment_number() noexcept;
  // Whether the segment with this number is still in the pool.
  bool has_segment(std::uint64_t number) const noexcept;
  // Whether the host range lies inside one segment of the pool.
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
  void settle_passed(bool poll) noexcept;
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
  const std::size_t granule_;  // sizes and offsets of blocks are multiples of it, for the device's alignment

  mutable std::mutex mutex_;
  mutable std::array<Bins, 3> bins_;
  std::unordered_map<Segment*, std::unique_ptr<Segment>> segments_;
  std::map<const char*, std::size_t> host_ranges_;  // of pinned segments: address and size
  // Segments without blocks in use, least recently used first.
  Segment *idle_first_ = nullptr, *idle_last_ = nullptr;
  // Blocks that were released before their work had passed, in the order of release.
  Block *pending_first_ = nullptr, *pending_last_ = nullptr;
  Block* spare_blocks_ = nullptr;
  std::uint64_t pending_bytes_ = 0;
  std::uint64_t small_reserved_ = 0;
  std::uint64_t permanent_ = 0;
  std::atomic<std::uint64_t> generation_{0};
  Statistics statistics_;
};

}  // namespace kiln::runtime
