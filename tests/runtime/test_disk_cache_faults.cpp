// SPDX-License-Identifier: Apache-2.0
// The disk cache when system calls fail, the disk is full, writers are killed and many processes race. The
// test program's own read, write, fsync, renameat and fchmod stand in front of the C library's.
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <random>
#include <thread>

#include "catch.hpp"
#include "test_disk_cache.hpp"

using namespace disk_test;
using kiln::runtime::DiskCache;

namespace {

enum class Entry { none, read, write, fsync, rename, chmod };

// While it lives, the n-th call of `entry` and those after it fail with `error`; EINTR and short transfers
// pass in the end.
struct Fault {
  static inline Entry entry = Entry::none;
  static inline int error = 0;  // 0: transfers one byte at a time
  static inline int after = 0;  // so many calls pass first
  static inline int hits = 0;
  static inline bool toggle = false;
  Fault(Entry where, int with, int passing = 0) {
    error = with;
    after = passing;
    hits = 0;
    toggle = false;
    entry = where;
  }
  ~Fault() { entry = Entry::none; }
  Fault(const Fault&) = delete;
  Fault& operator=(const Fault&) = delete;
  // Whether this call fails.
  static bool strikes(Entry where) noexcept {
    if (entry != where || after-- > 0) return false;
    ++hits;
    toggle = !toggle;
    if (error == 0 || (error == EINTR && !toggle)) return false;
    errno = error;
    return true;
  }
  static std::size_t limit(Entry where, std::size_t bytes) noexcept {
    return entry == where && error == 0 && bytes > 1 ? 1 : bytes;
  }
};

}  // namespace

extern "C" {
ssize_t read(int file, void* to, size_t bytes) {
  if (Fault::strikes(Entry::read)) return -1;
  return syscall(SYS_read, file, to, Fault::limit(Entry::read, bytes));
}
ssize_t write(int file, const void* from, size_t bytes) {
  if (Fault::strikes(Entry::write)) return -1;
  return syscall(SYS_write, file, from, Fault::limit(Entry::write, bytes));
}
int fsync(int file) {
  if (Fault::strikes(Entry::fsync)) return -1;
  return static_cast<int>(syscall(SYS_fsync, file));
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  if (Fault::strikes(Entry::rename)) return -1;
  return static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, 0));
}
int fchmod(int file, mode_t mode) noexcept {
  if (Fault::strikes(Entry::chmod)) return -1;
  return static_cast<int>(syscall(SYS_fchmod, file, mode));
}
}

TEST_CASE("disk cache: a failing write leaves nothing behind and the old entry in place") {
  const TempFolder temp;
  const Bytes old = value_of(1, 1000), fresh = value_of(2, 3000);
  DiskCache(temp.cache()).store("key", old);
  struct Case {
    Entry entry;
    int error;
    int passing;
  };
  for (const Case& c : {Case{Entry::write, ENOSPC, 0}, Case{Entry::write, ENOSPC, 1}, Case{Entry::write, EIO, 2},
                        Case{Entry::write, EDQUOT, 2}, Case{Entry::fsync, EIO, 0}, Case{Entry::fsync, ENOSPC, 0},
                        Case{Entry::rename, EACCES, 0}, Case{Entry::rename, EROFS, 0}, Case{Entry::chmod, EPERM, 0}}) {
    Warnings warnings;
    DiskCache cache(temp.cache());
    {
      const Fault fault(c.entry, c.error, c.passing);
      cache.store("key", fresh);
      cache.store("key", fresh);
    }
    CHECK(Fault::hits >= 2);
    REQUIRE(warnings.lines.size() == 1);
    CHECK(warnings.lines[0].find(std::strerror(c.error)) != std::string::npos);
    CHECK(cache.statistics().temporary == 0);
    CHECK(cache.load("key") == old);
  }
  DiskCache cache(temp.cache());
  cache.store("key", fresh);
  CHECK(cache.load("key") == fresh);
}

TEST_CASE("disk cache: interrupted and short transfers are carried on") {
  const TempFolder temp;
  Warnings warnings;
  DiskCache cache(temp.cache());
  const Bytes value = value_of(3, 2000);
  for (const int error : {0, EINTR}) {
    {
      const Fault fault(Entry::write, error);
      cache.store("key", value);
    }
    CHECK(Fault::hits >= (error ? 6 : 2000));
    std::optional<Bytes> loaded;
    {
      const Fault fault(Entry::read, error);
      loaded = cache.load("key");
    }
    CHECK(Fault::hits >= (error ? 2 : 2000));
    CHECK(loaded == value);
    cache.remove("key");
  }
  {
    const Fault fault(Entry::fsync, EINTR);
    cache.store("key", value);
  }
  CHECK(cache.load("key") == value);
  bool rejected = false;
  std::optional<Bytes> loaded;
  {
    const Fault fault(Entry::read, EIO);
    loaded = cache.load("key", &rejected);
  }
  CHECK_FALSE(loaded.has_value());
  CHECK(rejected);
  CHECK(cache.load("key") == value);
  CHECK(warnings.lines.empty());
}

TEST_CASE("disk cache: a full disk costs a warning and nothing else") {
  const TempFolder temp;
  CHECK(in_child([&] {
          signal(SIGXFSZ, SIG_IGN);
          const rlimit limit{4096, 4096};
          if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
          Warnings warnings;
          DiskCache cache(temp.cache());
          for (std::uint64_t i = 0; i < 20; ++i) cache.store("big", value_of(i, 4000 + i * 10));
          cache.store("small", value_of(1, 100));
          if (cache.load("small") != value_of(1, 100)) return 2;
          bool rejected = false;
          const auto big = cache.load("big", &rejected);
          // Sizes up to the limit got in; the last of those is what is there.
          if (!big || rejected || *big != value_of(4, 4040)) return 3;
          if (warnings.lines.size() != 1) return 4;
          if (cache.statistics().temporary != 0) return 5;
          return 0;
        }) == 0);
}

TEST_CASE("disk cache: a limit of file sizes costs a warning and no signal") {
  const TempFolder temp;
  Warnings warnings;
  DiskCache cache(temp.cache());
  const std::string key = "key";
  const Bytes before = value_of(1, 100), large = value_of(2, 5000);
  cache.store(key, before);
  const auto whole = kiln::runtime::kEntryHeaderBytes + key.size() + large.size();
  struct rlimit old {};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &old) == 0);
  // None at all, in the header, in the value, one byte too few. The signal would end this program.
  for (const rlim_t limit : {rlim_t{0}, rlim_t{20}, rlim_t{1000}, rlim_t{whole - 1}}) {
    const struct rlimit low = {limit, old.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &low) == 0);
    cache.store(key, large);
    DiskCache(temp.cache()).store(key, large);
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &old) == 0);
    CHECK(cache.load(key) == before);
    CHECK(cache.statistics().temporary == 0);
  }
  const struct rlimit enough = {rlim_t{whole}, old.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &enough) == 0);
  cache.store(key, large);
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &old) == 0);
  CHECK(cache.load(key) == large);
  // One line of each instance.
  REQUIRE(warnings.lines.size() == 5);
  for (const std::string& line : warnings.lines) {
    CHECK(line.find(temp.cache()) != std::string::npos);
    CHECK(line.find("write failed: File too large; kernels are kept in memory only") != std::string::npos);
  }
}

TEST_CASE("disk cache: killed writers leave no bad entry, and their files are pruned") {
  const TempFolder temp;
  constexpr std::uint64_t kKeys = 10;
  const auto key = [](std::uint64_t i) { return "key " + std::to_string(i); };
  const auto value = [](std::uint64_t i) { return value_of(i, 1000 + i * 20000); };
  std::mt19937 random(22);
  int wrong = 0, rejections = 0, loads = 0;
  for (int round = 0; round < 100; ++round) {
    int pipe_ends[2];
    REQUIRE(pipe2(pipe_ends, O_CLOEXEC) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      std::vector<Bytes> values;
      for (std::uint64_t i = 0; i < kKeys; ++i) values.push_back(value(i));
      DiskCache cache(temp.cache());
      if (::write(pipe_ends[1], "x", 1) != 1) ::_exit(1);
      for (std::uint64_t i = static_cast<std::uint64_t>(round);; ++i) cache.store(key(i % kKeys), values[i % kKeys]);
    }
    char started = 0;
    REQUIRE(::read(pipe_ends[0], &started, 1) == 1);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 4000));
    kill(child, SIGKILL);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    DiskCache cache(temp.cache());
    for (std::uint64_t i = 0; i < kKeys; ++i) {
      bool rejected = false;
      const auto loaded = cache.load(key(i), &rejected);
      if (rejected) ++rejections;
      if (!loaded) continue;
      ++loads;
      if (*loaded != value(i)) ++wrong;
    }
  }
  CHECK(wrong == 0);
  CHECK(rejections == 0);
  CHECK(loads > 100);
  DiskCache cache(temp.cache());
  const std::uint64_t left = cache.statistics().temporary;
  CHECK(left > 0);                                   // the kills did hit writes
  CHECK(cache.prune(UINT64_MAX).temporary == left);  // they might still be written
  for (const auto& item : std::filesystem::directory_iterator(temp.cache())) set_age(item.path(), 3700);
  CHECK(cache.prune(UINT64_MAX).temporary == 0);
  CHECK(count_prefix(temp.cache(), "tmp-") == 0);
  CHECK(cache.verify(false).damaged == 0);
}

TEST_CASE("disk cache: twenty cold processes and a pruner race without a wrong load") {
  const TempFolder temp;
  constexpr int kProcesses = 20;
  constexpr std::uint64_t kKeys = 20;
  std::vector<pid_t> children;
  for (int p = 0; p < kProcesses; ++p) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child != 0) {
      children.push_back(child);
      continue;
    }
    Warnings warnings;
    DiskCache cache(temp.cache());
    if (!cache.enabled()) ::_exit(1);
    for (int round = 0; round < 3; ++round)
      for (std::uint64_t i = 0; i < kKeys; ++i) {
        const std::uint64_t k = (i + static_cast<std::uint64_t>(p)) % kKeys;
        bool rejected = false;
        const auto loaded = cache.load("key " + std::to_string(k), &rejected);
        if (rejected) ::_exit(2);
        if (loaded && *loaded != value_of(k, 5000)) ::_exit(3);
        if (!loaded) cache.store("key " + std::to_string(k), value_of(k, 5000));
      }
    ::_exit(warnings.lines.empty() ? 0 : 4);
  }
  DiskCache pruner(temp.cache());
  std::vector<int> statuses;
  std::size_t rounds = 0;
  while (!children.empty()) {
    pruner.prune(30000);
    if (++rounds % 16 == 0) pruner.verify(true);
    int status = 0;
    const pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended <= 0) continue;
    children.erase(std::find(children.begin(), children.end(), ended));
    statuses.push_back(status);
  }
  CHECK(statuses == std::vector<int>(kProcesses, 0));
  CHECK(pruner.statistics().temporary == 0);
  CHECK(pruner.verify(false).damaged == 0);
}
