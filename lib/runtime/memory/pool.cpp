// SPDX-License-Identifier: Apache-2.0
// The memory pool: allocation, release, and when memory goes back to the vendor.
#include "runtime/memory/pool.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/rounding.hpp"

namespace kiln::runtime {

using base::round_up;

namespace {

constexpr std::size_t kKiB = 1024;
// Requests of at most kSmall bytes share segments, so that the many parameters of a net lie in few of them: some
// drivers take time in each launch for each allocation that it uses. Growing by a quarter makes some two thirds of the
// segments that growing by an eighth makes.
constexpr std::size_t kSmall = 512 * kKiB;
constexpr std::size_t kSmallestSegment = 64 * kKiB, kLargestSmallSegment = 8 * kMiB, kSmallGrowth = 4;
// However little is in use, the pool may keep this much. The pinned pool keeps more, since pinned memory is slow to
// allocate.
constexpr std::uint64_t kPinnedFloor = 64 * kMiB, kDeviceFloor = 2 * kSmallestSegment;
constexpr std::uint64_t kMostPendingPinned = 32 * kMiB, kMostPendingUnpooled = 64 * kMiB;

void merge(LastUse& into, const LastUse& from) noexcept {
  for (int lane = 0; lane < kQueueCount; ++lane) {
    into.write[lane] = std::max(into.write[lane], from.write[lane]);
    into.read[lane] = std::max(into.read[lane], from.read[lane]);
  }
}

}  // namespace

Pool::Pool(backend::Context& device, Queues& queues, backend::MemoryKind kind, const base::Preallocate& preallocation,
           std::uint64_t budget)
    : device_(device),
      queues_(queues),
      kind_(kind),
      pooled_(preallocation.mode != base::Preallocate::Mode::no_pool),
      budget_(budget),
      granule_(round_up(std::size_t{512}, std::max<std::size_t>(device.properties().base_alignment, 1))) {
  preallocate(preallocation);
}

Pool::~Pool() {
  for (const auto& [segment, owner] : segments_) {
    for (Block* block = segment->first; block;) delete std::exchange(block, block->after);
    device_.memory_free(segment->memory);
  }
  while (spare_blocks_) delete std::exchange(spare_blocks_, spare_blocks_->after);
}

void Pool::preallocate(const base::Preallocate& preallocation) {
  const backend::DeviceProperties& properties = device_.properties();
  std::uint64_t size = 0;
  if (preallocation.mode == base::Preallocate::Mode::fraction) {
    const double share = std::clamp(preallocation.fraction, 0.0, 0.95);
    size = static_cast<std::uint64_t>(share * static_cast<double>(properties.total_memory));
  } else if (preallocation.mode == base::Preallocate::Mode::bytes) {
    size = preallocation.bytes;
  }
  if (properties.largest_block != 0) size = std::min(size, properties.largest_block);
  if (budget_ != 0) size = std::min(size, budget_);
  size = size / granule_ * granule_;
  if (size == 0) return;
  Lock lock(mutex_);
  allocate_segment(lock, size, Group::permanent);
  permanent_ = size;
}

Block* Pool::allocate(std::size_t bytes) {
  if (bytes > SIZE_MAX - granule_)
    base::fail(kind_ == backend::MemoryKind::pinned ? KILN_OUT_OF_HOST_MEMORY : KILN_OUT_OF_MEMORY,
               "no machine has {} bytes", bytes);
  const std::size_t size = round_up(bytes, granule_);
  Lock lock(mutex_);
  if (Block* block = find(size)) return reuse(*block, size);
  if (pending_first_) {
    settle_passed(true);
    const std::uint64_t most =
        pooled_ ? kMostPendingPinned : std::max<std::uint64_t>(kMostPendingUnpooled, statistics_.peak);
    if (pending_bytes_ > most) wait_for_pending(lock, most / 2);
    if (!pooled_) {
      Segment* freed = nullptr;
      while (idle_first_) freed = detach_idle(*idle_first_, freed);
      lock.unlock();
      free_segments(freed, false);
      lock.lock();
    }
    if (Block* block = find(size)) return reuse(*block, size);
  }
  return grow(lock, size);
}

Block* Pool::find(std::size_t size) const noexcept {
  if (!pooled_) return nullptr;
  if (permanent_ != 0)
    if (Block* block = bins(Group::permanent).best_fit(size)) return block;
  if (size <= kSmall) return bins(Group::small).best_fit(size);
  Block* const block = bins(Group::large).best_fit(size);
  if (!block || block->segment->live != 0 || block->size - size <= size / 8) return block;
  // A small block in an otherwise free large segment would keep the whole segment from being freed. A new
  // segment is better if the limit leaves room for one, or if the limit is exceeded already.
  const std::uint64_t more = statistics_.reserved + segment_size(size), most = limit(size);
  const bool room = more <= most && (budget_ == 0 || more <= budget_);
  return room || statistics_.reserved > most ? nullptr : block;
}

// Finds a free block of a segment in use, of any group. Called if no segment can be allocated.
Block* Pool::find_anywhere(std::size_t size) const noexcept {
  if (!pooled_) return nullptr;
  for (const Group group : {Group::small, Group::large}) {
    Block* const block = bins(group).best_fit(size);
    if (block && block->segment->live != 0) return block;
  }
  return nullptr;
}

// Takes the first `size` bytes of a free block and leaves the rest as a free block.
Block* Pool::take(Block& block, std::size_t size) {
  Segment& segment = *block.segment;
  // A rest that is too small for any request of the group stays with the block.
  const std::size_t least = segment.group == Group::large && size > kSmall ? kSmall + granule_ : granule_;
  Block* rest = block.size - size >= least ? new_block() : nullptr;
  bins(segment.group).remove(block);
  if (segment.live == 0) remove_idle(segment);
  if (rest) {
    *rest = {.segment = &segment,
             .offset = block.offset + size,
             .size = block.size - size,
             .use = block.use,
             .before = &block,
             .after = block.after};
    if (rest->after) rest->after->before = rest;
    block.after = rest;
    block.size = size;
    bins(segment.group).insert(*rest);
  }
  block.in_use = size;
  ++segment.live;
  statistics_.in_use += size;
  statistics_.peak = std::max(statistics_.peak, statistics_.in_use);
  return &block;
}

Block* Pool::reuse(Block& block, std::size_t size) {
  Block* const result = take(block, size);
  ++statistics_.reuses;
  return result;
}

// The most that may be reserved once `more` bytes come into use.
std::uint64_t Pool::limit(std::uint64_t more) const noexcept {
  const std::uint64_t most = std::max(statistics_.peak, statistics_.in_use + more);
  const std::uint64_t floor = kind_ == backend::MemoryKind::pinned ? kPinnedFloor : kDeviceFloor;
  return std::max({most + most / 8, permanent_, floor});
}

std::size_t Pool::segment_size(std::size_t size) const noexcept {
  if (!pooled_) return size;
  std::size_t result = round_up(size_class(size), granule_);
  // Small segments grow with the total they hold, so that a program with few small arrays reserves little.
  if (size <= kSmall)
    result = std::max(result, std::clamp<std::size_t>(round_up(small_reserved_ / kSmallGrowth, kSmallestSegment),
                                                      kSmallestSegment, kLargestSmallSegment));
  const std::uint64_t largest = device_.properties().largest_block;
  return largest != 0 && result > largest ? size : result;
}

Block* Pool::grow(Lock& lock, std::size_t size) {
  std::size_t segment = segment_size(size);
  const auto over_budget = [&] { return budget_ != 0 && statistics_.reserved + segment > budget_; };
  Segment* victims = nullptr;
  while (idle_first_ && (over_budget() || statistics_.reserved + segment > limit(size)))
    victims = detach_idle(*idle_first_, victims);
  if (over_budget()) segment = size;
  const bool refused = over_budget();
  const Group group = pooled_ && size <= kSmall ? Group::small : Group::large;
  if (victims) {
    // Idle segments are freed before the new one is allocated. Meanwhile its bytes already count as reserved, unless
    // there is none.
    const std::size_t counted = refused ? 0 : segment;
    statistics_.reserved += counted;
    lock.unlock();
    free_segments(victims, true);
    lock.lock();
    statistics_.reserved -= counted;
  }
  if (refused) {
    if (Block* const block = find_anywhere(size)) return reuse(*block, size);
    base::fail(KILN_OUT_OF_MEMORY, "the memory budget of {} bytes is used up", budget_);
  }
  try {
    return take(*allocate_segment(lock, segment, group), size);
  } catch (const backend::Error& error) {
    if (error.status() != KILN_OUT_OF_MEMORY && error.status() != KILN_OUT_OF_HOST_MEMORY) throw;
    Block* const block = find_anywhere(size);
    if (!block) throw;
    return reuse(*block, size);
  }
}

// Allocates a segment that is one free block. The vendor is called without the lock.
Block* Pool::allocate_segment(Lock& lock, std::size_t size, Group group) {
  auto segment = std::make_unique<Segment>();
  Block* const block = new_block();
  *block = Block{};
  statistics_.reserved += size;
  ++statistics_.allocations;
  lock.unlock();
  try {
    segment->memory = device_.memory_allocate(size, kind_);
    if (kind_ == backend::MemoryKind::pinned)
      segment->host = static_cast<char*>(device_.memory_host_pointer(segment->memory));
    lock.lock();
    if (segment->host) host_ranges_.emplace(segment->host, size);
    segments_.emplace(segment.get(), nullptr);
  } catch (...) {
    if (segment->memory) device_.memory_free(segment->memory);
    if (!lock.owns_lock()) lock.lock();
    if (segment->host) host_ranges_.erase(segment->host);
    statistics_.reserved -= size;
    drop_block(block);
    throw;
  }
  segment->number = new_segment_number();
  segment->size = block->size = size;
  segment->group = group;
  segment->first = block;
  block->segment = segment.get();
  if (group == Group::small) small_reserved_ += size;
  bins(group).insert(*block);
  add_idle(*segment);
  Segment* const key = segment.get();
  segments_[key] = std::move(segment);
  return block;
}

void Pool::release(Block* block, const LastUse& use) noexcept {
  Segment* surplus = nullptr;
  {
    const Lock lock(mutex_);
    statistics_.in_use -= block->in_use;
    block->use = use;
    const bool keep_back = kind_ == backend::MemoryKind::pinned || !pooled_;
    if (keep_back && !queues_.passed(use))
      add_pending(*block);
    else
      settle(*block);
    // Memory in use may have kept the pool above its limit. Now some of it can be freed.
    Segment* segment = !pooled_ || statistics_.reserved > limit(0) ? idle_first_ : nullptr;
    while (segment) {
      Segment& candidate = *std::exchange(segment, segment->idle_after);
      const bool excess = candidate.size > kSmallestSegment && statistics_.reserved > limit(0);
      if (!pooled_ || (excess && queues_.passed(candidate.first->use))) surplus = detach_idle(candidate, surplus);
    }
  }
  free_segments(surplus, false);
}

// Makes a block free and merges it with free neighbours.
void Pool::settle(Block& released) noexcept {
  Block* block = &released;
  Segment& segment = *block->segment;
  Bins& free_blocks = bins(segment.group);
  const auto is_free = [](const Block* other) { return other && other->in_use == 0; };
  block->in_use = 0;
  // Makes the block behind it a part of `first`.
  const auto join = [&](Block& first) {
    Block* const second = first.after;
    first.size += second->size;
    merge(first.use, second->use);
    first.after = second->after;
    if (first.after) first.after->before = &first;
    drop_block(second);
  };
  if (is_free(block->after)) {
    free_blocks.remove(*block->after);
    join(*block);
  }
  if (is_free(block->before)) {
    block = block->before;
    free_blocks.remove(*block);
    join(*block);
  }
  free_blocks.insert(*block);
  if (--segment.live == 0) add_idle(segment);
}

// Settles pending blocks whose work has passed. `poll`: asks the vendor first which work has.
void Pool::settle_passed(bool poll) noexcept {
  if (poll) queues_.poll();
  // Blocks are released nearly in the order of their work, so the search ends after a few that have not passed.
  int misses = 0;
  for (Block* block = pending_first_; block && misses < 16;) {
    Block& candidate = *std::exchange(block, block->bin_after);
    if (!queues_.passed(candidate.use)) {
      ++misses;
      continue;
    }
    remove_pending(candidate);
    settle(candidate);
  }
}

void Pool::wait_for_pending(Lock& lock, std::uint64_t bytes) noexcept {
  while (pending_first_ && pending_bytes_ > bytes) {
    const LastUse use = pending_first_->use;
    lock.unlock();
    bool waited = true;
    try {
      queues_.wait(use, "allocate");
    } catch (const std::exception&) {
      waited = false;  // go on without more waiting: the vendor's allocator tells whether there is memory
    }
    lock.lock();
    settle_passed(false);
    if (!waited) return;
  }
}

void Pool::trim() noexcept {
  Lock lock(mutex_);
  if (pending_first_) wait_for_pending(lock, 0);
  Segment* idle = nullptr;
  for (Segment* segment = idle_first_; segment;) {
    Segment& candidate = *std::exchange(segment, segment->idle_after);
    idle = detach_idle(candidate, idle);
  }
  lock.unlock();
  free_segments(idle, true);
}

void Pool::free_segments(Segment* list, bool wait) noexcept {
  while (list) {
    const std::unique_ptr<Segment> segment(std::exchange(list, list->idle_after));
    if (wait && !queues_.passed(segment->first->use)) {
      try {
        queues_.wait(segment->first->use, "trim");
      } catch (const std::exception&) {
        queues_.drain();  // the next call reports the error
      }
    }
    device_.memory_free(segment->memory);
    delete segment->first;
  }
}

Pool::Statistics Pool::statistics() const {
  const Lock lock(mutex_);
  Statistics result = statistics_;
  for (const auto& [segment, owner] : segments_) {
    for (const Block* block = segment->first; block; block = block->after)
      if (block->in_use == 0) result.largest_free = std::max<std::uint64_t>(result.largest_free, block->size);
  }
  return result;
}

std::uint64_t Pool::new_segment_number() noexcept {
  static std::atomic<std::uint64_t> segments{0};
  return 1 + segments.fetch_add(1, std::memory_order_relaxed);
}

bool Pool::has_segment(std::uint64_t number) const noexcept {
  const Lock lock(mutex_);
  return std::any_of(segments_.begin(), segments_.end(),
                     [&](const auto& entry) { return entry.first->number == number; });
}

bool Pool::owns(const void* pointer, std::size_t bytes) const noexcept {
  const char* const begin = static_cast<const char*>(pointer);
  const Lock lock(mutex_);
  auto found = host_ranges_.upper_bound(begin);
  if (found == host_ranges_.begin()) return false;
  --found;
  const std::size_t offset = static_cast<std::size_t>(begin - found->first);
  return offset <= found->second && bytes <= found->second - offset;
}

}  // namespace kiln::runtime
