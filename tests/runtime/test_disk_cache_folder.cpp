// SPDX-License-Identifier: Apache-2.0
// Which folders and files the disk cache trusts, and that it goes quiet instead of failing where it trusts
// none.
#include <fcntl.h>
#include <sys/auxv.h>

#include "catch.hpp"
#include "test_disk_cache.hpp"

using namespace disk_test;
using kiln::runtime::DiskCache;

namespace {

constexpr uid_t kNobody = 65534;
const std::string kShortKey = "key";

// Off, with a reason and one warning, and still harmless to use.
void check_off(const std::string& path, const std::string& why) {
  Warnings warnings;
  DiskCache cache(path);
  INFO(path << ": " << cache.reason());
  CHECK_FALSE(cache.enabled());
  CHECK(cache.reason().find(why) != std::string::npos);
  REQUIRE(warnings.lines.size() == 1);
  CHECK(warnings.lines[0].find(cache.reason()) != std::string::npos);
  cache.store(kShortKey, value_of(1, 10));
  bool rejected = true;
  CHECK_FALSE(cache.load(kShortKey, &rejected).has_value());
  CHECK_FALSE(rejected);
  cache.remove(kShortKey);
  CHECK(cache.statistics().entries == 0);
  CHECK(cache.verify(true).entries == 0);
  CHECK(cache.prune(0).entries == 0);
  CHECK(cache.clear() == 0);
  CHECK(warnings.lines.size() == 1);
}

struct Environment {
  Environment(const char* variable, const char* value) : name(variable) {
    if (const char* const before = getenv(variable)) saved = before, had = true;
    if (value)
      setenv(variable, value, 1);
    else
      unsetenv(variable);
  }
  ~Environment() {
    if (had)
      setenv(name, saved.c_str(), 1);
    else
      unsetenv(name);
  }
  const char* name;
  std::string saved;
  bool had = false;
};

}  // namespace

TEST_CASE("disk cache: the default folder") {
  {
    const Environment xdg("XDG_CACHE_HOME", "/x"), home("HOME", "/");
    CHECK(DiskCache::default_path() == "/x/kiln/v1");
  }
  for (const char* const unusable : {"relative", "", static_cast<const char*>(nullptr)}) {
    const Environment xdg("XDG_CACHE_HOME", unusable);
    {
      const Environment home("HOME", "/usr");
      CHECK(DiskCache::default_path() == "/usr/.cache/kiln/v1");
    }
    const Environment home("HOME", unusable);
    CHECK(DiskCache::default_path().empty());
    check_off(DiskCache::default_path(), "neither XDG_CACHE_HOME nor HOME");
  }
}

TEST_CASE("disk cache: missing folders are made for their owner alone") {
  const TempFolder temp;
  Warnings warnings;
  const mode_t before = umask(0);
  DiskCache cache(temp.root + "/a//b/c/");
  umask(before);
  CHECK(cache.enabled());
  for (const char* const part : {"/a", "/a/b", "/a/b/c"}) {
    struct stat found {};
    REQUIRE(stat((temp.root + part).c_str(), &found) == 0);
    CHECK((found.st_mode & 07777) == 0700);
  }
  CHECK(warnings.lines.empty());
}

TEST_CASE("disk cache: an entry is 0600 whatever the umask") {
  const TempFolder temp;
  DiskCache cache(temp.cache());
  const mode_t before = umask(0277);
  cache.store(kShortKey, value_of(1, 10));
  umask(before);
  CHECK(cache.load(kShortKey) == value_of(1, 10));
}

TEST_CASE("disk cache: folders that are not trusted turn it off") {
  const TempFolder temp;
  REQUIRE(mkdir(temp.cache().c_str(), 0700) == 0);
  for (const mode_t mode : {mode_t{0777}, mode_t{0770}, mode_t{0702}, mode_t{01777}}) {
    REQUIRE(chmod(temp.cache().c_str(), mode) == 0);
    check_off(temp.cache(), "others may write to it");
  }
  REQUIRE(chmod(temp.cache().c_str(), 0755) == 0);
  CHECK(DiskCache(temp.cache()).enabled());  // others may read it: the entries are 0600

  const std::string link = temp.root + "/link";
  REQUIRE(symlink(temp.cache().c_str(), link.c_str()) == 0);
  for (const char* const end : {"", "/", "/.", "//./"}) check_off(link + end, "symbolic link");
  REQUIRE(symlink("/nonexistent/x", (temp.root + "/dangling").c_str()) == 0);
  check_off(temp.root + "/dangling", "symbolic link");

  write_file(temp.root + "/file", value_of(1, 10));
  check_off(temp.root + "/file", "no folder");
  check_off(temp.root + "/file/below", "cannot create");
  check_off("relative/folder", "not an absolute path");
  check_off("/", "is no folder for a cache");
  check_off(temp.cache() + "/..", "is no folder for a cache");
  check_off("/proc/kiln/v1", "cannot create");
  CHECK_FALSE(std::filesystem::exists("relative"));
}

TEST_CASE("disk cache: a folder of another user turns it off") {
  if (geteuid() != 0) {
    WARN("skipped: giving a folder away needs root");
    return;
  }
  const TempFolder temp;
  REQUIRE(mkdir(temp.cache().c_str(), 0700) == 0);
  REQUIRE(chown(temp.cache().c_str(), kNobody, static_cast<gid_t>(-1)) == 0);
  check_off(temp.cache(), "is owned by user 65534");
  // And an entry of another user in a folder of ours.
  REQUIRE(chown(temp.cache().c_str(), 0, static_cast<gid_t>(-1)) == 0);
  DiskCache cache(temp.cache());
  cache.store(kShortKey, value_of(1, 10));
  REQUIRE(chown(temp.entry(kShortKey).c_str(), kNobody, static_cast<gid_t>(-1)) == 0);
  bool rejected = false;
  CHECK_FALSE(cache.load(kShortKey, &rejected).has_value());
  CHECK(rejected);
}

TEST_CASE("disk cache: a read-only folder is read and warns once") {
  const TempFolder temp;
  const auto work = [&] {
    Warnings warnings;
    {
      DiskCache writer(temp.cache());
      writer.store(kShortKey, value_of(1, 10));
    }
    if (chmod(temp.cache().c_str(), 0555) != 0) return 1;
    DiskCache cache(temp.cache());
    if (!cache.enabled()) return 2;
    if (cache.load(kShortKey) != value_of(1, 10)) return 3;
    if (!warnings.lines.empty()) return 4;
    for (int i = 0; i < 3; ++i) cache.store("other", value_of(2, 10));
    if (warnings.lines.size() != 1 || warnings.lines[0].find("create failed") == std::string::npos) return 5;
    if (cache.load("other")) return 6;
    if (cache.load(kShortKey) != value_of(1, 10)) return 7;
    chmod(temp.cache().c_str(), 0700);
    return 0;
  };
  // Permissions do not bind root, so root does it as somebody else.
  const bool root = geteuid() == 0;
  if (root) REQUIRE(chown(temp.root.c_str(), kNobody, static_cast<gid_t>(-1)) == 0);
  CHECK(in_child([&] {
          if (root && setresuid(kNobody, kNobody, kNobody) != 0) return 100;
          return work();
        }) == 0);
}

TEST_CASE("disk cache: only plain private files are entries") {
  const TempFolder temp;
  Warnings warnings;
  DiskCache cache(temp.cache());
  const std::string path = temp.entry(kShortKey);
  const auto refused = [&](const char* what) {
    INFO(what);
    bool rejected = false;
    CHECK_FALSE(cache.load(kShortKey, &rejected).has_value());
    CHECK(rejected);
    CHECK(cache.verify(false).damaged == 1);
    // A store puts a sound entry in its place.
    cache.store(kShortKey, value_of(1, 10));
    CHECK(cache.load(kShortKey) == value_of(1, 10));
  };
  cache.store(kShortKey, value_of(1, 10));
  for (const mode_t mode : {mode_t{0644}, mode_t{0660}, mode_t{0400}, mode_t{0700}, mode_t{04600}}) {
    REQUIRE(chmod(path.c_str(), mode) == 0);
    refused("mode");
  }
  const std::string elsewhere = temp.root + "/elsewhere";
  std::filesystem::rename(path, elsewhere);
  REQUIRE(symlink(elsewhere.c_str(), path.c_str()) == 0);
  refused("symbolic link");
  CHECK(read_file(elsewhere).size() == kiln::runtime::kEntryHeaderBytes + kShortKey.size() + 10);
  std::filesystem::remove(path);
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  refused("FIFO");
  std::filesystem::remove(path);
  CHECK(warnings.lines.empty());

  // A folder cannot be replaced: a miss for ever, and one warning.
  REQUIRE(mkdir(path.c_str(), 0700) == 0);
  bool rejected = false;
  CHECK_FALSE(cache.load(kShortKey, &rejected).has_value());
  CHECK(rejected);
  cache.store(kShortKey, value_of(1, 10));
  cache.store(kShortKey, value_of(1, 10));
  CHECK(warnings.lines.size() == 1);
  CHECK(cache.statistics().temporary == 0);
  CHECK(cache.clear() == 0);
}

TEST_CASE("disk cache: the folder may vanish") {
  const TempFolder temp;
  Warnings warnings;
  DiskCache cache(temp.cache());
  cache.store(kShortKey, value_of(1, 10));
  std::filesystem::remove_all(temp.cache());
  CHECK_FALSE(cache.load(kShortKey).has_value());
  cache.store(kShortKey, value_of(1, 10));
  cache.store(kShortKey, value_of(1, 10));
  CHECK(warnings.lines.size() == 1);
  CHECK(cache.prune(0).entries == 0);
}

// What a set-user-id copy of this program runs.
TEST_CASE("disk cache: as a privileged program", "[.privileged]") {
  const char* const path = getenv("KILN_TEST_PRIVILEGED_CACHE");
  if (!path || getauxval(AT_SECURE) == 0) ::_exit(77);
  const DiskCache cache(path);
  if (cache.enabled() || cache.reason().find("raised privileges") == std::string::npos) ::_exit(1);
  ::_exit(DiskCache::default_path().empty() ? 0 : 2);
}

TEST_CASE("disk cache: a program with raised privileges has none") {
  if (geteuid() != 0) {
    WARN("skipped: making a set-user-id program needs root");
    return;
  }
  const TempFolder temp;
  REQUIRE(chmod(temp.root.c_str(), 0755) == 0);
  REQUIRE(mkdir(temp.cache().c_str(), 0700) == 0);
  REQUIRE(chown(temp.cache().c_str(), kNobody, static_cast<gid_t>(-1)) == 0);
  const std::string program = temp.root + "/program";
  std::filesystem::copy_file("/proc/self/exe", program);
  REQUIRE(chown(program.c_str(), kNobody, static_cast<gid_t>(-1)) == 0);
  REQUIRE(chmod(program.c_str(), 04755) == 0);
  const int status = in_child([&] {
    setenv("KILN_TEST_PRIVILEGED_CACHE", temp.cache().c_str(), 1);
    execl(program.c_str(), program.c_str(), "[.privileged]", static_cast<char*>(nullptr));
    return 126;
  });
  if (status == 77) WARN("skipped: set-user-id is ignored on this file system");
  CHECK((status == 0 || status == 77));
}
