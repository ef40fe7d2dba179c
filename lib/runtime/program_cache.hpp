// SPDX-License-Identifier: Apache-2.0
// The programs of a context by the full text they are made from. Equal keys are made once, however many
// threads ask; a program that failed to build is not kept.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "runtime/context.hpp"
#include "runtime/disk_cache.hpp"

namespace kiln::runtime {

// All that decides what a binary holds, as one text: equal exactly if the program is.
std::string program_key(const std::string& backend, const backend::DeviceProperties& properties,
                        const backend::Source& source);

// Where a program's draft (backend::Context::program_draft) lies on disk.
std::string draft_key(const std::string& program_key);

class ProgramCache {
 public:
  ProgramCache(backend::Context& device, std::string backend, const ContextOptions& options);
  ~ProgramCache();  // destroys the programs
  Program* get(Context& context, const backend::Source& source);
  // Findings about the device on the same disk; nothing without one.
  std::optional<std::vector<std::byte>> recall(std::string_view what);
  void remember(std::string_view what, std::span<const std::byte> finding);
  CacheStatistics& statistics() noexcept { return statistics_; }

 private:
  struct Entry {
    std::unique_ptr<Program> program;
    std::exception_ptr error;  // for the threads that waited for it
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
  const bool drafts_;  // are stored, as binaries cost a compilation
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_map<std::string, std::shared_ptr<Entry>, Hash> entries_;
  CacheStatistics statistics_;
};

}  // namespace kiln::runtime
