// SPDX-License-Identifier: Apache-2.0
// A few small numbers, flags and enumerators as the key of a table: each has a slot of its own.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace kiln::base {

class ValueKey {
 public:
  static constexpr std::size_t kMost = 24;
  // Each value must fit 32 bits. Keys of different numbers of values differ.
  template <class... Values>
  explicit constexpr ValueKey(Values... values) noexcept : count_(sizeof...(values)), values_{std::int32_t(values)...} {
    static_assert(sizeof...(values) <= kMost);
    static_assert(((std::is_integral_v<Values> || std::is_enum_v<Values>)&&...));
  }

  friend constexpr bool operator==(const ValueKey& a, const ValueKey& b) noexcept {
    return a.count_ == b.count_ && std::equal(a.values_.begin(), a.values_.begin() + a.count_, b.values_.begin());
  }
  constexpr std::size_t hash() const noexcept {
    // Each value is multiplied by a factor of its slot. The products do not depend on each other, so the
    // processor computes them at the same time.
    std::uint64_t hash = count_;
    for (std::size_t i = 0; i < count_; ++i)
      hash += std::uint32_t(values_[i]) * std::rotl(std::uint64_t{0x9e3779b97f4a7c15}, int(7 * i));
    return std::size_t(hash ^ hash >> 32);
  }

 private:
  std::size_t count_;
  std::array<std::int32_t, kMost> values_;
};

}  // namespace kiln::base
