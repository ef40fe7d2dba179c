// SPDX-License-Identifier: Apache-2.0
// Compiled programs on disk. A cache is code, so it is guarded like code: an owned folder nobody else may
// write, one file an entry with the full key and an XXH3-128 digest, written to a temporary file, synced and
// renamed. No locks. Any doubt is a miss, never an error: a cache that cannot be used warns once and stays
// empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kiln::runtime {

class DiskCache {
 public:
  struct Statistics {
    std::uint64_t entries = 0, bytes = 0, damaged = 0, temporary = 0;
  };
  // The folder of the flag cache_path's default: $XDG_CACHE_HOME/kiln/v1 or ~/.cache/kiln/v1; "" if there is
  // no home.
  static std::string default_path();
  // Creates the folder (0700) if missing. On failure the cache is disabled and reason() says why; one warning
  // is logged.
  explicit DiskCache(std::string path);
  ~DiskCache();
  bool enabled() const noexcept;
  const std::string& path() const noexcept;
  const std::string& reason() const noexcept;

  // The value stored under exactly this key. `rejected` is set if a file was there and was refused.
  std::optional<std::vector<std::byte>> load(std::string_view key, bool* rejected = nullptr) noexcept;
  void store(std::string_view key, std::span<const std::byte> value) noexcept;
  void remove(std::string_view key) noexcept;

  Statistics statistics();                 // reads names and sizes only
  Statistics verify(bool remove_damaged);  // reads every entry
  // Removes least recently used entries until at most `bytes` remain, and temporary files older than an hour.
  Statistics prune(std::uint64_t bytes);
  std::uint64_t clear();  // entries removed

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The reader alone, for the fuzzer: the value in a file's bytes if they hold that key undamaged.
std::optional<std::span<const std::byte>> parse_entry(std::span<const std::byte> file,
                                                      std::string_view key) noexcept;

}  // namespace kiln::runtime
