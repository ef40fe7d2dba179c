// SPDX-License-Identifier: Apache-2.0
// A list of up to KILN_MAX_DIMS extents or strides, stored inside the object so that shapes never allocate.
#pragma once

#include <kiln/types.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "base/error.hpp"

namespace kiln::layout {

// The message lacks the operation, which is not known here. The C ABI adds its entry's name.
class TooManyDimensions final : public base::Error {
 public:
  TooManyDimensions() : Error(KILN_SHAPE_ERROR, fmt::format("a shape of more than {} dimensions", KILN_MAX_DIMS)) {}
};

class Dims {
 public:
  Dims() = default;
  Dims(std::initializer_list<std::int64_t> values) : Dims(std::span(values.begin(), values.size())) {}
  explicit Dims(std::span<const std::int64_t> values) {
    for (auto v : values) push_back(v);
  }
  Dims(std::size_t count, std::int64_t value) {
    for (std::size_t i = 0; i < count; ++i) push_back(value);
  }
  Dims(const Dims& other) noexcept { *this = other; }
  Dims& operator=(const Dims& other) noexcept {
    if (this == &other) return *this;
    size_ = other.size_;
    std::copy_n(other.values_, size_, values_);
    return *this;
  }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  std::int64_t& operator[](std::size_t i) noexcept { return values_[i]; }
  std::int64_t operator[](std::size_t i) const noexcept { return values_[i]; }
  std::int64_t& back() noexcept { return values_[size_ - 1]; }
  std::int64_t back() const noexcept { return values_[size_ - 1]; }
  const std::int64_t* data() const noexcept { return values_; }
  const std::int64_t* begin() const noexcept { return values_; }
  const std::int64_t* end() const noexcept { return values_ + size_; }
  std::int64_t* begin() noexcept { return values_; }
  std::int64_t* end() noexcept { return values_ + size_; }
  operator std::span<const std::int64_t>() const noexcept { return {values_, size_}; }
  void push_back(std::int64_t value) {
    if (size_ == KILN_MAX_DIMS) throw TooManyDimensions();
    values_[size_++] = value;
  }
  void insert(std::size_t at, std::int64_t value) {
    push_back(value);
    std::rotate(begin() + at, end() - 1, end());
  }
  void erase(std::size_t at) noexcept {
    std::copy(begin() + at + 1, end(), begin() + at);
    --size_;
  }
  void clear() noexcept { size_ = 0; }
  friend bool operator==(const Dims& a, const Dims& b) noexcept {
    return a.size_ == b.size_ && std::equal(a.begin(), a.end(), b.begin());
  }

 private:
  std::uint32_t size_ = 0;
  std::int64_t values_[KILN_MAX_DIMS];
};

}  // namespace kiln::layout
