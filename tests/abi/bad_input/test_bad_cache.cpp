// SPDX-License-Identifier: Apache-2.0
// Cache folders and entries that cannot be used, through the C ABI: work goes on, one warning tells why,
// nothing damaged reaches a driver.
#include <kiln/kiln.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support.hpp"

namespace fs = std::filesystem;

namespace {

constexpr uid_t kNobody = 65534;

// A folder of the test's own, and the environment and flag that steer the cache; all is put back.
struct Place {
  Place() {
    char name[] = "/tmp/kiln-bad-cache-XXXXXX";
    folder = ::mkdtemp(name);
    for (const char* variable : {"HOME", "XDG_CACHE_HOME"}) {
      const char* value = std::getenv(variable);
      saved.push_back({variable, value ? value : ""});
    }
    kiln_flag_info info{};
    WORKS(kiln_flag_find("cache_path", &info));
    cache_path = info.value;
    flag("");
    WORKS(kiln_flag_set("cache_store", "now"));
    kiln_set_log_callback(
        [](kiln_log_level level, const char* line, void* to) {
          if (level == KILN_LOG_WARNING) static_cast<std::vector<std::string>*>(to)->emplace_back(line);
        },
        &warnings);
  }
  ~Place() {
    kiln_set_log_callback(nullptr, nullptr);
    kiln_flag_set("cache_path", cache_path.c_str());
    kiln_flag_set("cache_store", "auto");
    for (const auto& [variable, value] : saved) set(variable.c_str(), value.empty() ? nullptr : value.c_str());
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  static void set(const char* variable, const char* value) {
    if (value)
      setenv(variable, value, 1);
    else
      unsetenv(variable);
  }
  void flag(const std::string& path) { WORKS(kiln_flag_set("cache_path", path.c_str())); }

  std::string folder, cache_path;
  std::vector<std::pair<std::string, std::string>> saved;
  std::vector<std::string> warnings;
};

constexpr const char* kCachedSource = "KILN_KERNEL void f(KILN_ARG(int, r)) { KILN_PTR(int, r); r[0] = 1; }";

// Builds a program in a fresh context; gives the counters of its cache.
kiln_cache_info build(const std::string& device, const char* source = kCachedSource) {
  kiln::Context context(device);
  kiln_program program = nullptr;
  WORKS(kiln_program_create(context.get(), source, KILN_LANGUAGE_PORTABLE, nullptr, &program));
  kiln_program_release(program);
  kiln_cache_info info = KILN_CACHE_INFO_INIT;
  WORKS(kiln_context_get_cache(context.get(), &info));
  return info;
}

// The cache is off for `reason`: contexts work without it and say so once each.
void check_off(Place& place, const std::string& reason) {
  kiln_disk_cache_info info = KILN_DISK_CACHE_INFO_INIT;
  WORKS(kiln_disk_cache(KILN_CACHE_STAT, 0, &info));
  INFO("path '" << info.path << "', reason: " << info.reason);
  CHECK(std::string(info.reason).find(reason) != std::string::npos);
  CHECK(info.entries == 0);
  place.warnings.clear();
  CHECK(build("fake0").compiled == 1);
  REQUIRE(place.warnings.size() == 1);
  INFO(place.warnings[0]);
  CHECK(place.warnings[0].find(reason) != std::string::npos);
  CHECK(place.warnings[0].find("kernel cache") == 0);
  CHECK(place.warnings[0].find("kernels are kept in memory only") != std::string::npos);
}

std::vector<fs::path> entries(const std::string& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder)) found.push_back(entry.path());
  return found;
}

}  // namespace

TEST_CASE("no home, or one that is of no use") {
  Place place;
  Place::set("XDG_CACHE_HOME", nullptr);
  const std::string missing = place.folder + "/missing", file = place.folder + "/file";
  std::ofstream(file) << "x";
  SECTION("unset, relative or missing") {
    for (const char* home : {static_cast<const char*>(nullptr), "", "relative", missing.c_str(), file.c_str()}) {
      Place::set("HOME", home);
      check_off(place, "neither XDG_CACHE_HOME nor HOME names a folder");
    }
    CHECK_FALSE(fs::exists(missing));  // nobody's home is not made
  }
  SECTION("a relative XDG_CACHE_HOME does not count") {
    Place::set("HOME", place.folder.c_str());
    Place::set("XDG_CACHE_HOME", "relative/cache");
    CHECK(build("fake0").compiled == 1);
    CHECK(place.warnings.empty());
    CHECK(entries(place.folder + "/.cache/kiln/v1").size() == 1);
    CHECK_FALSE(fs::exists("relative"));
  }
  SECTION("unwritable") {
    Place::set("HOME", "/proc");  // for root too
    check_off(place, "cannot create '/proc/.cache'");
  }
}

TEST_CASE("cache folders that are of no use") {
  Place place;
  SECTION("a plain file") {
    std::ofstream(place.folder + "/file") << "x";
    place.flag(place.folder + "/file");
    check_off(place, "is a symbolic link or no folder");
    place.flag(place.folder + "/file/below");
    check_off(place, "cannot create '" + place.folder + "/file/below': Not a directory");
  }
  SECTION("a symbolic link") {
    fs::create_directory(place.folder + "/real");
    fs::create_directory_symlink(place.folder + "/real", place.folder + "/link");
    place.flag(place.folder + "/link");
    check_off(place, "is a symbolic link or no folder");
  }
  SECTION("others may write to it") {
    place.flag(place.folder);
    REQUIRE(::chmod(place.folder.c_str(), 0777) == 0);
    check_off(place, "has mode 0777: others may write to it, expected 0700");
  }
  SECTION("another user's") {
    if (::geteuid() != 0) return;  // only root may give folders away
    place.flag(place.folder);
    REQUIRE(::chown(place.folder.c_str(), kNobody, static_cast<gid_t>(-1)) == 0);
    check_off(place, "is owned by user 65534, expected 0");
  }
  SECTION("unwritable") {
    place.flag(place.folder);
    REQUIRE(::chmod(place.folder.c_str(), 0500) == 0);
    const bool root = ::geteuid() == 0;
    if (root) {  // nothing is unwritable for root
      REQUIRE(::chown(place.folder.c_str(), kNobody, static_cast<gid_t>(-1)) == 0);
      REQUIRE(::seteuid(kNobody) == 0);
    }
    const auto counters = build("fake0");
    if (root) REQUIRE(::seteuid(0) == 0);
    CHECK(counters.compiled == 1);
    REQUIRE(place.warnings.size() == 1);
    CHECK(place.warnings[0] ==
          "kernel cache '" + place.folder + "': create failed: Permission denied; kernels are kept in memory only");
    CHECK(entries(place.folder).empty());
  }
  SECTION("a relative path is no flag's value") {
    FAILS(kiln_flag_set("cache_path", "relative/cache"), KILN_FLAG_ERROR,
          "'relative/cache', expected an absolute path");
  }
}

TEST_CASE("damaged entries are refused, compiled anew and replaced") {
  const std::string device = GENERATE(from_range(test_devices()));
  INFO(device);
  Place place;
  place.flag(place.folder);
  CHECK(build(device).compiled == 1);
  const auto files = entries(place.folder);
  REQUIRE(files.size() == 1);
  const fs::path& file = files[0];
  const auto size = fs::file_size(file);
  CHECK(build(device).disk_hits == 1);
  SECTION("truncated") { fs::resize_file(file, size / 2); }
  SECTION("emptied") { fs::resize_file(file, 0); }
  SECTION("flipped") {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(size / 2));
    const int byte = stream.peek();
    stream.seekp(static_cast<std::streamoff>(size / 2));
    stream.put(static_cast<char>(byte ^ 0x10));
  }
  SECTION("another key's") {
    build(device, "KILN_KERNEL void g(KILN_ARG(int, r)) { KILN_PTR(int, r); r[0] = 2; }");
    for (const fs::path& other : entries(place.folder))
      if (other != file) fs::copy_file(other, file, fs::copy_options::overwrite_existing);
  }
  SECTION("readable by others") { fs::permissions(file, fs::perms(0644)); }
  SECTION("no entry at all") { std::ofstream(file) << "#!/bin/sh\n"; }
  const auto again = build(device);
  CHECK(again.rejected == 1);
  CHECK(again.compiled == 1);
  CHECK(again.disk_hits == 0);
  CHECK(build(device).disk_hits == 1);
  CHECK(place.warnings.empty());
}
