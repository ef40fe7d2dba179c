// SPDX-License-Identifier: Apache-2.0
// Parses and writes cache entries. The digest detects accidental damage. The owner and mode of the folder
// protect against attackers.
#include "runtime/disk/disk_entry.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/disk/disk_cache.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace kiln::runtime {
namespace {

constexpr std::string_view kMagic = "KILNPROG";
constexpr std::uint32_t kFormat = 1;

// The offsets of the header's fields.
enum : std::size_t { kFormatAt = 8, kFlagsAt = 12, kKeyAt = 16, kValueAt = 24, kDigestAt = 32 };

std::uint64_t get(const std::byte* from, std::size_t bytes) noexcept {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value |= std::to_integer<std::uint64_t>(from[i]) << (8 * i);
  return value;
}

void put(std::byte* to, std::uint64_t value, std::size_t bytes) noexcept {
  for (std::size_t i = 0; i < bytes; ++i) to[i] = static_cast<std::byte>(value >> (8 * i));
}

XXH128_hash_t digest(std::string_view key, std::span<const std::byte> value) noexcept {
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  XXH3_128bits_update(&state, key.data(), key.size());
  if (!value.empty()) XXH3_128bits_update(&state, value.data(), value.size());
  return XXH3_128bits_digest(&state);
}

}  // namespace

std::optional<Entry> read_entry(std::span<const std::byte> file) noexcept {
  if (file.size() < kEntryHeaderBytes || file.size() > kMostEntryBytes) return std::nullopt;
  const std::byte* const data = file.data();
  if (std::memcmp(data, kMagic.data(), kMagic.size()) != 0) return std::nullopt;
  if (get(data + kFormatAt, 4) != kFormat || get(data + kFlagsAt, 4) != 0) return std::nullopt;
  const std::uint64_t key_bytes = get(data + kKeyAt, 8), value_bytes = get(data + kValueAt, 8);
  const std::uint64_t rest = file.size() - kEntryHeaderBytes;
  if (key_bytes > rest || value_bytes != rest - key_bytes) return std::nullopt;
  Entry entry;
  entry.key = {reinterpret_cast<const char*>(data) + kEntryHeaderBytes, static_cast<std::size_t>(key_bytes)};
  entry.value = file.subspan(kEntryHeaderBytes + static_cast<std::size_t>(key_bytes));
  const XXH128_hash_t found = digest(entry.key, entry.value);
  if (get(data + kDigestAt, 8) != found.low64 || get(data + kDigestAt + 8, 8) != found.high64) return std::nullopt;
  return entry;
}

std::array<std::byte, kEntryHeaderBytes> make_entry_header(std::string_view key,
                                                           std::span<const std::byte> value) noexcept {
  std::array<std::byte, kEntryHeaderBytes> header{};
  const XXH128_hash_t hash = digest(key, value);
  std::memcpy(header.data(), kMagic.data(), kMagic.size());
  put(header.data() + kFormatAt, kFormat, 4);
  put(header.data() + kKeyAt, key.size(), 8);
  put(header.data() + kValueAt, value.size(), 8);
  put(header.data() + kDigestAt, hash.low64, 8);
  put(header.data() + kDigestAt + 8, hash.high64, 8);
  return header;
}

EntryName entry_name(std::string_view key) noexcept {
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  EntryName name{};
  name.low = hash.low64;
  for (std::size_t i = 0; i < kEntryNameLength; ++i) {
    const std::uint64_t half = i < 16 ? hash.high64 : hash.low64;
    name.text[i] = "0123456789abcdef"[(half >> (60 - 4 * (i % 16))) & 15];
  }
  return name;
}

bool is_entry_name(std::string_view name) noexcept {
  return name.size() == kEntryNameLength &&
         std::all_of(name.begin(), name.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::optional<std::span<const std::byte>> parse_entry(std::span<const std::byte> file, std::string_view key) noexcept {
  const std::optional<Entry> entry = read_entry(file);
  if (!entry || entry->key != key) return std::nullopt;
  return entry->value;
}

}  // namespace kiln::runtime
