// SPDX-License-Identifier: Apache-2.0
// Limits how far the host may run ahead of a lane (flags run_ahead and run_ahead_memory). What may be queued is divided
// into eight shares. A mark is recorded after each share, and more is queued only when the mark of eight shares ago has
// passed. So the device always has seven shares of work left when the host goes on, and a call waits for one share at
// most. Shares become smaller if such waits take long, and larger again if they are short.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace kiln::runtime {

// The commands and bytes that a submission adds to the work that is queued.
struct Load {
  std::uint64_t commands = 1;
  std::uint64_t bytes = 0;  // of the memory that it uses
};

class RunAhead {
 public:
  // Sets the limits; 0: no limit. Up to kAlways commands may be queued however much memory they use.
  void limit(std::uint64_t commands, std::uint64_t bytes) noexcept {
    if (commands != 0) most_ = commands;
    share_ = most_share_ = most_ / std::min<std::uint64_t>(kShares, most_);
    if (bytes != 0) bytes_share_ = std::max<std::uint64_t>(bytes / kShares, 1);
    always_ = std::min<std::uint64_t>(kAlways / kShares, most_share_);
  }
  std::uint64_t most() const noexcept { return most_; }

  // Counts a submission. Returns true if a mark is due.
  bool add(const Load& load) noexcept {
    commands_ += load.commands;
    bytes_ += load.bytes;
    return commands_ >= share_ || (bytes_ >= bytes_share_ && commands_ >= always_);
  }
  // Tells that a mark was recorded after submission `number`.
  void marked(std::uint64_t number) noexcept {
    shares_[newest_ = (newest_ + 1) % kShares] = {number, commands_};
    commands_ = bytes_ = 0;
    // Finds how many of the newest shares may stay queued while one more is added. Two submissions that are
    // larger than a share may be queued in any case.
    std::uint64_t queued = 0;
    std::size_t back = 0;
    for (; back < kShares - 1; ++back) {
      const Share& share = shares_[(newest_ + kShares - back) % kShares];
      queued += share.commands;
      if (queued > most_ - most_share_ && (back != 0 || share.commands <= most_share_)) break;
    }
    first_.store(shares_[(newest_ + kShares - back) % kShares].number, std::memory_order_relaxed);
  }
  // The submission that must have passed before more is queued; 0: none.
  std::uint64_t first() const noexcept { return first_.load(std::memory_order_relaxed); }
  // Tells how long the wait for first() took.
  void waited(double seconds) noexcept {
    constexpr double kLong = 0.25, kShort = 0.03;
    if (seconds > kLong) share_ = std::max<std::uint64_t>(share_ / 2, 1);
    if (seconds < kShort) share_ = std::min(share_ * 2, most_share_);
    always_ = std::min<std::uint64_t>(kAlways / kShares, share_);
  }

 private:
  static constexpr std::size_t kShares = 8;
  static constexpr std::uint64_t kAlways = 64;
  struct Share {
    std::uint64_t number = 0, commands = 0;
  };
  std::uint64_t most_ = UINT64_MAX / 2, most_share_ = UINT64_MAX / 2, share_ = UINT64_MAX / 2;
  std::uint64_t bytes_share_ = UINT64_MAX, always_ = 1;
  std::uint64_t commands_ = 0, bytes_ = 0;
  std::array<Share, kShares> shares_{};
  std::size_t newest_ = 0;
  std::atomic<std::uint64_t> first_{0};
};

}  // namespace kiln::runtime
