// SPDX-License-Identifier: Apache-2.0
// Bytes of files: what readers take parts of, what writers append to, and how both refuse a file.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace kiln::array::file {

// The operation and the file that messages name.
struct Where {
  const char* operation;
  std::string_view path;
};

// Throws "OPERATION: 'PATH': ...". KILN_FILE_ERROR is for files that are not what their format says, KILN_UNSUPPORTED
// for sound files with something that Kiln does not read.
template <class... Args>
[[noreturn]] void refuse(kiln_status status, const Where& where, fmt::format_string<Args...> format, Args&&... args) {
  base::fail(status, "{}: '{}': {}", where.operation, where.path,
             base::message_text(format, fmt::make_format_args(args...)));
}

// A file, or bytes in memory for the fuzzer. Callers of read() have checked that the range lies in the file.
class Input {
 public:
  virtual ~Input() = default;
  virtual std::uint64_t size() const noexcept = 0;
  virtual void read(std::uint64_t offset, std::span<std::byte> into) const = 0;

  // Whether `bytes` bytes from `offset` on lie in front of `end`.
  static bool fits(std::uint64_t offset, std::uint64_t bytes, std::uint64_t end) noexcept {
    return offset <= end && bytes <= end - offset;
  }
  std::vector<std::byte> take(std::uint64_t offset, std::uint64_t bytes) const {
    std::vector<std::byte> found(static_cast<std::size_t>(bytes));
    read(offset, found);
    return found;
  }
};

class Output {
 public:
  virtual ~Output() = default;
  virtual void write(std::span<const std::byte> bytes) = 0;
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
};

// The little-endian number at `offset`.
template <std::unsigned_integral T>
T number_at(std::span<const std::byte> bytes, std::size_t offset) noexcept {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value = static_cast<T>(value | static_cast<T>(std::to_integer<T>(bytes[offset + i]) << (8 * i)));
  return value;
}

template <std::unsigned_integral T>
void put_number(std::string& text, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
}

inline std::string_view text_of(std::span<const std::byte> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace kiln::array::file
