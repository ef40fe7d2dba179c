// SPDX-License-Identifier: Apache-2.0
// Fuzzes the cache entry reader. Input: mode, key length, key, then either a file as it is, or patches and a
// value to make a sound entry from and damage. A sound entry must be read, anything else refused.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "runtime/disk/disk_cache.hpp"
#include "runtime/disk/disk_entry.hpp"

namespace {

using Bytes = std::vector<std::byte>;
using kiln::runtime::parse_entry;

Bytes make_entry(std::string_view key, std::span<const std::byte> value) {
  const auto header = kiln::runtime::make_entry_header(key, value);
  Bytes entry(header.size() + key.size() + value.size());
  auto end = std::copy(header.begin(), header.end(), entry.begin());
  end = std::copy_n(reinterpret_cast<const std::byte*>(key.data()), key.size(), end);
  std::copy(value.begin(), value.end(), end);
  return entry;
}

void demand(bool condition) {
  if (!condition) __builtin_trap();
}

bool same(std::span<const std::byte> a, std::span<const std::byte> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// Whatever is accepted is exactly what the writer would have written.
void check_raw(std::span<const std::byte> file, std::string_view key) {
  const auto value = parse_entry(file, key);
  if (value) demand(same(make_entry(key, *value), file));
}

void check_damaged(std::span<const std::byte> rest, std::string_view key) {
  const std::size_t patches = rest.empty() ? 0 : std::to_integer<std::size_t>(rest[0]) % 8;
  if (rest.size() < 1 + 3 * patches) return;
  const auto value = rest.subspan(1 + 3 * patches);
  const Bytes sound = make_entry(key, value);
  Bytes entry = sound;
  for (std::size_t i = 0; i < patches; ++i) {
    const auto patch = rest.subspan(1 + 3 * i, 3);
    const std::size_t at = std::to_integer<std::size_t>(patch[0]) | std::to_integer<std::size_t>(patch[1]) << 8;
    entry[at % entry.size()] ^= patch[2];
  }
  const auto found = parse_entry(entry, key);
  demand(found.has_value() == (entry == sound));
  if (found) demand(same(*found, value));
  if (!sound.empty()) demand(!parse_entry(std::span(sound).first(sound.size() - 1), key));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const auto bytes = std::as_bytes(std::span(data, size));
  const std::size_t key_bytes = std::min<std::size_t>(data[1], size - 2);
  const std::string_view key(reinterpret_cast<const char*>(data) + 2, key_bytes);
  const auto rest = bytes.subspan(2 + key_bytes);
  if (data[0] % 2 == 0)
    check_raw(rest, key);
  else
    check_damaged(rest, key);
  return 0;
}
