// SPDX-License-Identifier: Apache-2.0
// What the disk cache's tests share: a private folder, captured warnings, raw files.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "runtime/disk/disk_cache.hpp"
#include "runtime/disk/disk_entry.hpp"

namespace disk_test {

using Bytes = std::vector<std::byte>;

// A folder removed at the end; the cache lives in its subfolder "cache".
struct TempFolder {
  TempFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "kiln-cache-XXXXXX";
    if (!mkdtemp(pattern.data())) std::abort();
    root = pattern;
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(root, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  std::string cache() const { return root + "/cache"; }
  std::string entry(std::string_view key) const { return cache() + "/" + kiln::runtime::entry_name(key).text; }
  std::string root;
};

// Collects the log's lines while it lives.
struct Warnings {
  Warnings() {
    kiln::base::set_log_callback(
        [](kiln_log_level, const char* line, void* user) {
          auto* const self = static_cast<Warnings*>(user);
          std::lock_guard lock(self->mutex);
          self->lines.emplace_back(line);
        },
        this);
  }
  ~Warnings() { kiln::base::set_log_callback(nullptr, nullptr); }
  Warnings(const Warnings&) = delete;
  Warnings& operator=(const Warnings&) = delete;
  std::mutex mutex;
  std::vector<std::string> lines;
};

// Bytes that depend on the seed alone.
inline Bytes value_of(std::uint64_t seed, std::size_t size) {
  Bytes bytes(size);
  std::uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
  for (std::byte& byte : bytes) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<std::byte>(state >> 56);
  }
  return bytes;
}

inline Bytes read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  Bytes bytes(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) bytes[i] = static_cast<std::byte>(text[i]);
  return bytes;
}

inline void write_file(const std::string& path, const Bytes& bytes, mode_t mode = 0600) {
  std::filesystem::remove(path);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  chmod(path.c_str(), mode);
}

inline void set_age(const std::string& path, long seconds) {
  timespec times[2] = {};
  clock_gettime(CLOCK_REALTIME, &times[0]);
  times[0].tv_sec -= seconds;
  times[1] = times[0];
  utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW);
}

inline long age_of(const std::string& path) {
  struct stat found {};
  timespec now{};
  if (stat(path.c_str(), &found) != 0) return -1;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec - found.st_mtim.tv_sec;
}

inline std::size_t count_prefix(const std::string& folder, const std::string& prefix) {
  std::size_t count = 0;
  for (const auto& item : std::filesystem::directory_iterator(folder))
    if (item.path().filename().string().rfind(prefix, 0) == 0) ++count;
  return count;
}

// Runs a function in a child process and gives its exit status, or minus the signal that ended it. The
// function must not use Catch.
template <class Function>
int in_child(Function&& function) {
  const pid_t child = fork();
  if (child == 0) ::_exit(function());
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1000;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace disk_test
