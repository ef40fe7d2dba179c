// SPDX-License-Identifier: Apache-2.0
// The programs of a context, found by the full text they are made from. A program is made once, no matter how
// many threads ask for it. A program that fails to build is not kept.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "runtime/context.hpp"
#include "runtime/disk/disk_cache.hpp"

namespace kiln::runtime {

// Everything that determines a binary, as one text. Two programs have equal keys exactly if their binaries
// may be exchanged.
std::string program_key(const std::string& backend, const backend::DeviceProperties& properties,
                        const backend::Source& source);

// The key of a program's draft on disk (see backend::Context::program_draft).
std::string draft_key(const std::string& program_key);

class ProgramCache {
 public:
  ProgramCache(backend::Context& device, std::string backend, const ContextOptions& options);
  ~ProgramCache();  // destroys the programs
  Program* get(Context& context, const backend::Source& source);
  // The program, if it is in memory, or null.
  Program* find(const backend::Source& source);
  // Findings about the device, stored on the same disk. Without a disk cache, the contexts of the process share them.
  std::optional<std::vector<std::byte>> recall(std::string_view what);
  void remember(std::string_view what, std::span<const std::byte> finding);
  CacheStatistics& statistics() noexcept { return statistics_; }

 private:
  struct Entry {
    std::unique_ptr<Program> program;  // null if it could not be made
    // For the threads that waited, which throw copies. It is empty if host memory ended. An exception object is not
    // shared: it is freed by a count inside the C++ runtime, which ThreadSanitizer does not see.
    std::optional<backend::Error> error;
    bool ready = false;
  };
  struct Hash {
    std::size_t operator()(const std::string& key) const noexcept;
  };
  std::string finding_key(std::string_view what) const;
  backend::ProgramHandle make(const std::string& key, const backend::Source& source);
  backend::ProgramHandle load(const std::string& key, const backend::Source& source);
  void store(const std::string& key, backend::ProgramHandle program) noexcept;

  backend::Context& device_;
  const std::string backend_;
  std::unique_ptr<DiskCache> disk_;
  // Whether drafts are stored in place of binaries, because a binary costs this driver another compilation.
  const bool drafts_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_map<std::string, std::shared_ptr<Entry>, Hash> entries_;
  CacheStatistics statistics_;
};

}  // namespace kiln::runtime
