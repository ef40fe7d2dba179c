// SPDX-License-Identifier: Apache-2.0
// Compiled programs on disk. A cache contains code and is protected as such: its folder must belong to the
// user, and nobody else may write to it. Each entry is one file with the full key and an XXH3-128 digest. It
// is written to a temporary file, synced and renamed, so no locks are needed. Anything suspicious counts as a
// miss, not as an error. A cache that cannot be used logs one warning and stays empty.
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
  // The default of the flag cache_path: $XDG_CACHE_HOME/kiln/v1 or ~/.cache/kiln/v1, or "" if there is no home.
  static std::string default_path();
  // Creates the folder with mode 0700 if it is missing. On failure the cache is disabled, reason() says why,
  // and one warning is logged.
  explicit DiskCache(std::string path);
  ~DiskCache();
  bool enabled() const noexcept;
  const std::string& path() const noexcept;
  const std::string& reason() const noexcept;

  // Returns the value of exactly this key. `rejected` is set if there was a file that had to be refused.
  std::optional<std::vector<std::byte>> load(std::string_view key, bool* rejected = nullptr) noexcept;
  void store(std::string_view key, std::span<const std::byte> value) noexcept;
  void remove(std::string_view key) noexcept;

  Statistics statistics();                 // reads names and sizes only
  Statistics verify(bool remove_damaged);  // reads every entry
  // Removes the least recently used entries until at most `bytes` remain, and temporary files that are older
  // than an hour. Returns what is left.
  Statistics prune(std::uint64_t bytes);
  std::uint64_t clear();  // returns the number of removed entries

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The parser of an entry, for the fuzzer. Returns the value in a file's bytes if they are an undamaged entry
// for this key.
std::optional<std::span<const std::byte>> parse_entry(std::span<const std::byte> file, std::string_view key) noexcept;

}  // namespace kiln::runtime
