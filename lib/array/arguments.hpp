// SPDX-License-Identifier: Apache-2.0
// Types of kernel arguments, which the compiler checks: an argument must have exactly the parameter's type. A number of
// another width or sign does not convert, and memory that the kernel only reads is not taken for memory that it writes.
// kernels/launch_structs.py makes a struct of these types for each kernel (array/kernel_launches.hpp).
#pragma once

#include <concepts>
#include <cstring>
#include <memory>
#include <type_traits>

#include "array/array.hpp"

namespace kiln::array {

namespace argument {

// An argument for KILN_ARG: memory, a byte offset into it, and whether the kernel reads and writes it.
struct Memory {
  runtime::Buffer& buffer;
  std::int64_t offset;
  bool read, written;
};
// Read is for parameters that point to const, Write for others.
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
// Whether the kernel's index type has 64 bits, not 32. It is not passed: the width of Index arguments depends on it.
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
// A value whose type the kernel's text chooses: a number of 4 or 8 bytes, or an element of up to 16 bytes.
struct Value {
  template <class U>
  requires(std::is_arithmetic_v<U> && (sizeof(U) == 4 || sizeof(U) == 8)) Value(U number)
      : Value(&number, sizeof number) {}
  Value(const void* element, std::size_t bytes) : size(bytes) { std::memcpy(data, element, bytes); }
  std::size_t size;
  std::byte data[16];
};

// Up to eight groups of arguments, which follow each other in the kernel's list.
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

// Arguments for memory: reads() for what a kernel only reads, writes() for what it writes without reading,
// updates() for what it reads and writes. Each takes an array, or a buffer from `offset` bytes on.
inline argument::Read reads(const Array& array) { return {array.buffer(), array.memory_offset()}; }
inline argument::Read reads(runtime::Buffer& buffer, std::int64_t offset) { return {buffer, offset}; }
inline argument::Write writes(Array& array) { return {array.buffer(), array.memory_offset(), false}; }
inline argument::Write writes(runtime::Buffer& buffer, std::int64_t offset) { return {buffer, offset, false}; }
inline argument::Write updates(Array& array) { return {array.buffer(), array.memory_offset(), true}; }
inline argument::Write updates(runtime::Buffer& buffer, std::int64_t offset) { return {buffer, offset, true}; }
// Memory that this launch does not write, although the kernel's parameter is not const.
inline argument::Write leaves(runtime::Buffer& buffer, std::int64_t offset) { return {buffer, offset, true, false}; }

}  // namespace kiln::array
