// SPDX-License-Identifier: Apache-2.0
// The format of a cache entry: a fixed little-endian header (magic, format, flags, key length, value length,
// XXH3-128 of key and value), then the key, then the value, and nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace kiln::runtime {

inline constexpr std::size_t kEntryHeaderBytes = 48;
inline constexpr std::size_t kMostEntryBytes = std::size_t{64} << 20;  // of a whole file
inline constexpr std::size_t kEntryNameLength = 32;

struct Entry {
  std::string_view key;
  std::span<const std::byte> value;
};

struct EntryName {
  char text[kEntryNameLength + 1];  // the key's XXH3-128 in lower-case hexadecimal
  std::uint64_t low;                // the lower half of the hash
};

// The views point into `file`. Empty unless the digest and all fields are right.
std::optional<Entry> read_entry(std::span<const std::byte> file) noexcept;
std::array<std::byte, kEntryHeaderBytes> make_entry_header(std::string_view key,
                                                           std::span<const std::byte> value) noexcept;
// The name of the file that holds this key.
EntryName entry_name(std::string_view key) noexcept;
bool is_entry_name(std::string_view name) noexcept;

}  // namespace kiln::runtime
