// SPDX-License-Identifier: Apache-2.0
// Types of kernels' arguments. A parameter takes what its type says and nothing that converts to it: no
// number of another width or sign, no written memory where a kernel reads. kernels/launch_structs.py makes a
// struct of them for each kernel (array/kernel_launches.hpp).
#pragma once

#include <array>
#include <concepts>
#include <cstring>
#include <memory>
#include <type_traits>

#include "array/array.hpp"

namespace kiln::array {

namespace argument {

// KILN_ARG: memory and a byte offset into it, and what the kernel does with it.
struct Memory {
  runtime::Buffer& buffer;
  std::int64_t offset;
  bool read, written;
};
// Of a const parameter, and of one that is not.
struct Read : Memory {
  Read(runtime::Buffer& buffer, std::int64_t offset) : Memory{buffer, offset, true, false} {}
};
struct Write : Memory {
  Write(runtime::Buffer& buffer, std::int64_t offset, bool read, bool written = true)
      : Memory{buffer, offset, read, written} {}
};

// A number of exactly the parameter's type.
template <class T>
struct Number {
  template <std::same_as<T> U>
  constexpr Number(U number) : value(number) {}
  T value;
};
// Whether the kernel's index type has 64 bits; else 32.
struct Wide {
  template <std::same_as<bool> U>
  constexpr Wide(U wide) : value(wide) {}
  bool value;
};
// A number of the kernel's index type.
struct Index {
  template <std::same_as<std::int64_t> U>
  constexpr Index(U number) : value(number) {}
  std::int64_t value;
};
// A value of a type that the kernel's text chooses: a number of 4 or 8 bytes, or an element of up to 16.
struct Value {
  template <class U>
  requires(std::is_arithmetic_v<U> && (sizeof(U) == 4 || sizeof(U) == 8)) Value(U number)
      : Value(&number, sizeof number) {}
  Value(const void* element, std::size_t bytes) : size(bytes) { std::memcpy(data, element, bytes); }
  std::size_t size;
  std::byte data[16];
};

// Up to eight groups of arguments, one behind the other.
template <class T>
class Several {
 public:
  static constexpr std::size_t kMost = 8;
  Several() = default;
  void push_back(const T& group) {
    static_assert(std::is_trivially_destructible_v<T> && std::is_copy_constructible_v<T>);
    std::construct_at(groups() + count_++, group);
  }
  const T* begin() const noexcept { return std::launder(reinterpret_cast<const T*>(bytes_)); }
  const T* end() const noexcept { return begin() + count_; }

 private:
  T* groups() noexcept { return reinterpret_cast<T*>(bytes_); }
  std::size_t count_ = 0;
  alignas(T) std::byte bytes_[kMost * sizeof(T)];
};

}  // namespace argument

// What a kernel reads, what it writes to without reading, and what it does both with: an array, or memory
// from `offset` bytes on.
inline argument::Read reads(const Array& array) { return {array.buffer(), array.memory_offset()}; }
inline argument::Read reads(runtime::Buffer& buffer, std::int64_t offset) { return {buffer, offset}; }
inline argument::Write writes(Array& array) { return {array.buffer(), array.memory_offset(), false}; }
inline argument::Write writes(runtime::Buffer& buffer, std::int64_t offset) { return {buffer, offset, false}; }
inline argument::Write updates(Array& array) { return {array.buffer(), array.memory_offset(), true}; }
inline argument::Write updates(runtime::Buffer& buffer, std::int64_t offset) { return {buffer, offset, true}; }
// What the kernel could write to and in this launch does not touch.
inline argument::Write leaves(runtime::Buffer& buffer, std::int64_t offset) { return {buffer, offset, true, false}; }

}  // namespace kiln::array
