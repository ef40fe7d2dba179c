// SPDX-License-Identifier: Apache-2.0
// The folder of the cache is opened and checked once. Files in it are reached by its descriptor, never
// through symbolic links. An entry appears as a whole, by rename, or not at all. If two processes store the
// same key, it does not matter which one wins, as the values are equal.
#include "runtime/disk/disk_cache.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "base/error.hpp"
#include "base/log.hpp"
#include "runtime/disk/disk_entry.hpp"

namespace kiln::runtime {
namespace {

constexpr std::string_view kTemporaryPrefix = "tmp-";
constexpr std::int64_t kHour = 3600, kDay = 24 * kHour;
// store() prunes the cache to this size after storing one key in 64, chosen by the key's hash. So short processes
// prune now and then too.
constexpr std::uint64_t kBudget = std::uint64_t{1} << 30;
constexpr std::uint64_t kPruneMask = 63;

class File {
 public:
  explicit File(int descriptor) noexcept : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  int get() const noexcept { return descriptor_; }
  explicit operator bool() const noexcept { return descriptor_ >= 0; }
  int release() noexcept { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

template <class Call>
auto retry(Call&& call) noexcept {
  for (;;) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

bool read_all(int file, std::span<std::byte> to) noexcept {
  while (!to.empty()) {
    const ssize_t got = retry([&] { return ::read(file, to.data(), to.size()); });
    if (got <= 0) return false;
    to = to.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

bool write_all(int file, const void* from, std::size_t bytes) noexcept {
  const auto* at = static_cast<const std::byte*>(from);
  while (bytes > 0) {
    const ssize_t put = retry([&] { return ::write(file, at, bytes); });
    if (put == 0) errno = EIO;
    if (put <= 0) return false;
    at += put;
    bytes -= static_cast<std::size_t>(put);
  }
  return true;
}

// Writing beyond the process's limit on file sizes raises a signal that would end the process.
bool allowed(std::uint64_t bytes) noexcept {
  struct rlimit limit {};
  return ::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || bytes <= limit.rlim_cur;
}

// Whether two times are far apart. The order does not matter, as clocks may be set back.
bool far_from(std::int64_t then, std::int64_t now, std::int64_t seconds) noexcept {
  return then < now - seconds || then > now + seconds;
}

// The reason why a folder cannot be trusted, or "".
std::string distrust(const struct stat& folder) {
  if (folder.st_uid != ::geteuid()) return fmt::format("is owned by user {}, expected {}", folder.st_uid, ::geteuid());
  if ((folder.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return fmt::format("has mode {:04o}: others may write to it, expected 0700", folder.st_mode & 07777U);
  return {};
}

bool acceptable(const struct stat& file) noexcept {
  return S_ISREG(file.st_mode) && (file.st_mode & 07777) == 0600 && file.st_uid == ::geteuid() &&
         file.st_size >= static_cast<off_t>(kEntryHeaderBytes) && file.st_size <= static_cast<off_t>(kMostEntryBytes);
}

// Creates the folder and its parents, opens it and checks it. On failure returns -1 and sets `reason`.
int open_folder(const std::string& path, std::string& reason) {
  if (::getauxval(AT_SECURE) != 0) return reason = "the program runs with raised privileges", -1;
  if (path.empty()) return reason = "neither XDG_CACHE_HOME nor HOME names a folder by an absolute path", -1;
  if (path[0] != '/') return reason = "is not an absolute path", -1;
  // "link/" and "link/." would follow the symbolic link that O_NOFOLLOW is to refuse.
  std::string folder = path;
  while (folder.ends_with('/') || folder.ends_with("/.")) folder.pop_back();
  if (folder.empty() || folder.ends_with("/..")) return reason = "is no folder for a cache", -1;
  for (std::size_t at = 1; at != std::string::npos;) {
    at = folder.find('/', at);
    const std::string part = folder.substr(0, at);
    if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST) {
      // mkdir fails for an existing parent that may not be written (EROFS, EACCES). What matters is whether
      // the folder exists.
      const int error = errno;
      struct stat found {};
      if (::stat(part.c_str(), &found) != 0)
        return reason = fmt::format("cannot create '{}': {}", part, std::strerror(error)), -1;
    }
    if (at != std::string::npos) ++at;
  }
  File file(retry([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); }));
  if (!file) {
    const bool link = errno == ELOOP || errno == ENOTDIR;
    return reason =
               link ? "is a symbolic link or no folder" : fmt::format("cannot be opened: {}", std::strerror(errno)),
           -1;
  }
  struct stat found {};
  if (::fstat(file.get(), &found) != 0) return reason = fmt::format("cannot be read: {}", std::strerror(errno)), -1;
  reason = distrust(found);
  return reason.empty() ? file.release() : -1;
}

// One file of the folder, as listed.
struct Listed {
  std::string name;
  std::uint64_t bytes;
  struct timespec modified;
  bool temporary;
};

}  // namespace

struct DiskCache::Impl {
  std::string path;
  std::string reason;
  int folder = -1;
  std::atomic<bool> warned{false};

  ~Impl() {
    if (folder >= 0) ::close(folder);
  }

  void warn(const std::string& why) noexcept {
    if (warned.exchange(true)) return;
    try {
      base::log(KILN_LOG_WARNING, fmt::format("kernel cache{}: {}; kernels are kept in memory only",
                                              path.empty() ? "" : " '" + path + "'", why));
    } catch (...) {
      return;  // there is no memory for the message; reason() has the text
    }
  }

  bool unlink(const char* name) const noexcept { return ::unlinkat(folder, name, 0) == 0; }

  // Lists entries and temporary files. Other files are not the cache's and are not touched.
  std::vector<Listed> list() const {
    std::vector<Listed> files;
    File again(retry([&] { return ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
    if (!again) return files;
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(::fdopendir(again.get()), ::closedir);
    if (!directory) return files;
    again.release();  // closedir closes it
    while (const dirent* const item = ::readdir(directory.get())) {
      const std::string_view name = item->d_name;
      const bool temporary = name.starts_with(kTemporaryPrefix);
      if (!temporary && !is_entry_name(name)) continue;
      struct stat found {};
      if (::fstatat(folder, item->d_name, &found, AT_SYMLINK_NOFOLLOW) != 0 || S_ISDIR(found.st_mode)) continue;
      files.push_back({std::string(name), static_cast<std::uint64_t>(found.st_size), found.st_mtim, temporary});
    }
    return files;
  }

  enum class Got { none, bad, good };

  // Reads a whole file, if it is one that store() could have written. `use` marks it as used, at most once a day.
  Got read(const char* name, std::vector<std::byte>& bytes, bool use) const {
    const File file(
        retry([&] { return ::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); }));
    if (!file) {
      const bool ours = errno == ENOENT || errno == EMFILE || errno == ENFILE || errno == ENOMEM;
      return ours ? Got::none : Got::bad;
    }
    struct stat found {};
    if (::fstat(file.get(), &found) != 0 || !acceptable(found)) return Got::bad;
    bytes.resize(static_cast<std::size_t>(found.st_size));
    if (!read_all(file.get(), bytes)) return Got::bad;
    if (use && far_from(found.st_mtim.tv_sec, ::time(nullptr), kDay)) {
      const struct timespec times[2] = {{0, UTIME_OMIT}, {0, UTIME_NOW}};
      ::futimens(file.get(), times);  // fails in a read-only folder, where only the order of use is lost
    }
    return Got::good;
  }

  // Returns null on success, otherwise the step that failed; errno has the reason.
  const char* write(const EntryName& name, std::string_view key, std::span<const std::byte> value) const noexcept {
    if (!allowed(kEntryHeaderBytes + key.size() + value.size())) return errno = EFBIG, "write";
    std::uint64_t random[2] = {};
    if (retry([&] { return ::getrandom(random, sizeof(random), 0); }) != sizeof(random)) return "getrandom";
    char temporary[48];
    *fmt::format_to_n(temporary, sizeof(temporary) - 1, "{}{:016x}{:016x}", kTemporaryPrefix, random[0], random[1])
         .out = '\0';
    const File file(retry([&] {
      return ::openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    }));
    if (!file) return "create";
    const auto header = make_entry_header(key, value);
    const char* failed = nullptr;
    if (::fchmod(file.get(), S_IRUSR | S_IWUSR) != 0)  // the mode must not depend on the umask
      failed = "chmod";
    else if (!write_all(file.get(), header.data(), header.size()) || !write_all(file.get(), key.data(), key.size()) ||
             !write_all(file.get(), value.data(), value.size()))
      failed = "write";
    else if (retry([&] { return ::fsync(file.get()); }) != 0)
      failed = "fsync";
    else if (::renameat(folder, temporary, folder, name.text) != 0 && errno != ENOENT)
      failed = "rename";  // ENOENT: another process cleared the cache meanwhile
    if (failed) {
      const int error = errno;
      unlink(temporary);
      errno = error;
    }
    return failed;
  }
};

std::string DiskCache::default_path() {
  const char* const cache = ::secure_getenv("XDG_CACHE_HOME");
  if (cache && cache[0] == '/') return std::string(cache) + "/kiln/v1";
  // A missing home is not created: system users have one that must not exist.
  const char* const home = ::secure_getenv("HOME");
  struct stat found {};
  if (home && home[0] == '/' && ::stat(home, &found) == 0 && S_ISDIR(found.st_mode))
    return std::string(home) + "/.cache/kiln/v1";
  return {};
}

DiskCache::DiskCache(std::string path) : impl_(std::make_unique<Impl>()) {
  impl_->path = std::move(path);
  impl_->folder = open_folder(impl_->path, impl_->reason);
  if (impl_->folder < 0) impl_->warn(impl_->reason);
}

DiskCache::~DiskCache() = default;

bool DiskCache::enabled() const noexcept { return impl_->folder >= 0; }
const std::string& DiskCache::path() const noexcept { return impl_->path; }
const std::string& DiskCache::reason() const noexcept { return impl_->reason; }

std::optional<std::vector<std::byte>> DiskCache::load(std::string_view key, bool* rejected) noexcept {
  if (rejected) *rejected = false;
  if (!enabled()) return std::nullopt;
  try {
    std::vector<std::byte> bytes;
    const Impl::Got got = impl_->read(entry_name(key).text, bytes, true);
    if (got == Impl::Got::none) return std::nullopt;
    const auto value = got == Impl::Got::good ? parse_entry(bytes, key) : std::nullopt;
    if (!value) {
      if (rejected) *rejected = true;
      return std::nullopt;
    }
    bytes.erase(bytes.begin(), bytes.end() - static_cast<std::ptrdiff_t>(value->size()));
    return bytes;
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

void DiskCache::store(std::string_view key, std::span<const std::byte> value) noexcept {
  if (!enabled()) return;
  const std::size_t most = kMostEntryBytes - kEntryHeaderBytes;
  if (key.size() > most || value.size() > most - key.size()) return;
  try {
    const EntryName name = entry_name(key);
    if (const char* const failed = impl_->write(name, key, value)) {
      impl_->warn(fmt::format("{} failed: {}", failed, std::strerror(errno)));
    } else if ((name.low & kPruneMask) == 0) {
      prune(kBudget);
    }
  } catch (const std::bad_alloc&) {
    return;
  }
}

void DiskCache::remove(std::string_view key) noexcept {
  if (enabled()) impl_->unlink(entry_name(key).text);
}

DiskCache::Statistics DiskCache::statistics() {
  Statistics found;
  if (!enabled()) return found;
  for (const Listed& file : impl_->list()) {
    if (file.temporary) {
      ++found.temporary;
      continue;
    }
    ++found.entries;
    found.bytes += file.bytes;
  }
  return found;
}

DiskCache::Statistics DiskCache::verify(bool remove_damaged) {
  Statistics found;
  if (!enabled()) return found;
  std::vector<std::byte> bytes;
  for (const Listed& file : impl_->list()) {
    if (file.temporary) {
      ++found.temporary;
      continue;
    }
    const Impl::Got got = impl_->read(file.name.c_str(), bytes, false);
    if (got == Impl::Got::none) continue;  // another process removed it
    const auto entry = got == Impl::Got::good ? read_entry(bytes) : std::nullopt;
    const bool sound = entry && file.name == entry_name(entry->key).text;
    if (!sound) ++found.damaged;
    if (!sound && remove_damaged && impl_->unlink(file.name.c_str())) continue;
    ++found.entries;
    found.bytes += file.bytes;
  }
  return found;
}

DiskCache::Statistics DiskCache::prune(std::uint64_t bytes) {
  Statistics left;
  if (!enabled()) return left;
  std::vector<Listed> files = impl_->list();
  std::sort(files.begin(), files.end(), [](const Listed& a, const Listed& b) {
    return a.modified.tv_sec != b.modified.tv_sec ? a.modified.tv_sec < b.modified.tv_sec
                                                  : a.modified.tv_nsec < b.modified.tv_nsec;
  });
  for (const Listed& file : files) left.bytes += file.temporary ? 0 : file.bytes;
  const std::int64_t now = ::time(nullptr);
  for (const Listed& file : files) {
    if (file.temporary) {
      const bool stale = far_from(file.modified.tv_sec, now, kHour);
      if (!stale || !impl_->unlink(file.name.c_str())) ++left.temporary;
      continue;
    }
    if (left.bytes > bytes && (impl_->unlink(file.name.c_str()) || errno == ENOENT))
      left.bytes -= file.bytes;
    else
      ++left.entries;
  }
  return left;
}

std::uint64_t DiskCache::clear() {
  std::uint64_t removed = 0;
  if (!enabled()) return removed;
  for (const Listed& file : impl_->list())
    if (impl_->unlink(file.name.c_str()) && !file.temporary) ++removed;
  return removed;
}

}  // namespace kiln::runtime
