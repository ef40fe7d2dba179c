// SPDX-License-Identifier: Apache-2.0
// Entries of the disk cache: round trips, every kind of damage, pruning.
#include "test_disk_cache.hpp"

#include <cstring>

#include "catch.hpp"

using namespace disk_test;
using kiln::runtime::DiskCache;
using kiln::runtime::kEntryHeaderBytes;
using kiln::runtime::kMostEntryBytes;
using kiln::runtime::parse_entry;

namespace {

const std::string kKey = "device 1.2\nkernel void f() {}";

Bytes entry_bytes(const std::string& key, const Bytes& value) {
  const auto header = kiln::runtime::make_entry_header(key, value);
  Bytes bytes(header.begin(), header.end());
  for (const char c : key) bytes.push_back(static_cast<std::byte>(c));
  bytes.insert(bytes.end(), value.begin(), value.end());
  return bytes;
}

void put64(Bytes& bytes, std::size_t at, std::uint64_t value) {
  for (std::size_t i = 0; i < 8; ++i) bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
}

// Refused, and said to be; a store mends it.
void check_refused(DiskCache& cache) {
  bool rejected = false;
  CHECK_FALSE(cache.load(kKey, &rejected).has_value());
  CHECK(rejected);
}

}  // namespace

TEST_CASE("disk cache: values come back, in this and in another instance") {
  const TempFolder temp;
  Warnings warnings;
  DiskCache cache(temp.cache());
  REQUIRE(cache.enabled());
  CHECK(cache.path() == temp.cache());
  CHECK(cache.reason().empty());
  struct stat folder {};
  REQUIRE(stat(temp.cache().c_str(), &folder) == 0);
  CHECK((folder.st_mode & 07777) == 0700);
  bool rejected = true;
  CHECK_FALSE(cache.load(kKey, &rejected).has_value());
  CHECK_FALSE(rejected);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{5000}, std::size_t{1} << 20}) {
    const Bytes value = value_of(size, size);
    cache.store(kKey, value);
    CHECK(cache.load(kKey) == value);
    CHECK(DiskCache(temp.cache()).load(kKey) == value);
  }
  cache.store("", value_of(1, 10));
  CHECK(cache.load("") == value_of(1, 10));
  struct stat entry {};
  REQUIRE(stat(temp.entry(kKey).c_str(), &entry) == 0);
  CHECK((entry.st_mode & 07777) == 0600);
  CHECK(cache.statistics().entries == 2);
  CHECK(cache.statistics().bytes == (1U << 20) + 10 + kKey.size() + 2 * kEntryHeaderBytes);
  cache.remove(kKey);
  CHECK_FALSE(cache.load(kKey).has_value());
  CHECK(cache.clear() == 1);
  CHECK(cache.statistics().entries == 0);
  CHECK(warnings.lines.empty());
}

TEST_CASE("disk cache: the format is fixed") {
  Bytes expected;
  for (const char c : std::string("KILNPROG")) expected.push_back(static_cast<std::byte>(c));
  for (const int b : {1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0})
    expected.push_back(static_cast<std::byte>(b));
  const Bytes bytes = entry_bytes("abc", {std::byte{4}, std::byte{5}});
  REQUIRE(bytes.size() == 48 + 5);
  CHECK(Bytes(bytes.begin(), bytes.begin() + 32) == expected);
  // XXH3-128 of no bytes, by its published test vector.
  CHECK(std::string(kiln::runtime::entry_name("").text) == "99aa06d3014798d86001c324468d497f");
}

TEST_CASE("disk cache: every truncation is refused") {
  const TempFolder temp;
  DiskCache cache(temp.cache());
  const Bytes whole = entry_bytes(kKey, value_of(1, 100));
  write_file(temp.entry(kKey), whole);
  REQUIRE(cache.load(kKey) == value_of(1, 100));
  int accepted = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_file(temp.entry(kKey), Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    bool rejected = false;
    if (cache.load(kKey, &rejected) || !rejected) ++accepted;
  }
  CHECK(accepted == 0);
  Bytes longer = whole;
  longer.push_back(std::byte{0});
  write_file(temp.entry(kKey), longer);
  check_refused(cache);
  cache.store(kKey, value_of(2, 10));
  CHECK(cache.load(kKey) == value_of(2, 10));
}

TEST_CASE("disk cache: every flipped bit is refused") {
  const TempFolder temp;
  DiskCache cache(temp.cache());
  cache.store(kKey, value_of(3, 2048 - kEntryHeaderBytes - kKey.size()));
  const Bytes whole = read_file(temp.entry(kKey));
  REQUIRE(whole.size() == 2048);
  const int file = open(temp.entry(kKey).c_str(), O_WRONLY | O_CLOEXEC);
  REQUIRE(file >= 0);
  int accepted = 0;
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    const std::byte flipped = whole[bit / 8] ^ static_cast<std::byte>(1U << (bit % 8));
    const auto at = static_cast<off_t>(bit / 8);
    if (pwrite(file, &flipped, 1, at) != 1) ++accepted;
    bool rejected = false;
    if (cache.load(kKey, &rejected) || !rejected) ++accepted;
    if (pwrite(file, &whole[bit / 8], 1, at) != 1) ++accepted;
  }
  close(file);
  CHECK(accepted == 0);
  CHECK(cache.load(kKey).has_value());
}

TEST_CASE("disk cache: other headers, foreign keys and huge lengths are refused") {
  const Bytes value = value_of(4, 64);
  const Bytes good = entry_bytes(kKey, value);
  REQUIRE(parse_entry(good, kKey).has_value());
  CHECK_FALSE(parse_entry(good, kKey + "x").has_value());
  CHECK_FALSE(parse_entry({}, kKey).has_value());
  Bytes bad = good;
  std::memcpy(bad.data(), "KILNPROH", 8);
  CHECK_FALSE(parse_entry(bad, kKey).has_value());
  bad = good;
  bad[8] = std::byte{2};
  CHECK_FALSE(parse_entry(bad, kKey).has_value());
  bad = good;
  bad[12] = std::byte{1};
  CHECK_FALSE(parse_entry(bad, kKey).has_value());
  // A big-endian writer's lengths, then lengths that wrap around when they are added.
  bad = good;
  put64(bad, 16, std::uint64_t{kKey.size()} << 56);
  CHECK_FALSE(parse_entry(bad, kKey).has_value());
  for (const std::uint64_t huge : {UINT64_MAX, UINT64_MAX - 47, UINT64_MAX - kKey.size(), std::uint64_t{1} << 63})
    for (const std::size_t at : {std::size_t{16}, std::size_t{24}}) {
      bad = good;
      put64(bad, at, huge);
      CHECK_FALSE(parse_entry(bad, kKey).has_value());
      put64(bad, 40 - at, good.size() - kEntryHeaderBytes - huge);  // sums right modulo 2^64
      CHECK_FALSE(parse_entry(bad, kKey).has_value());
    }
  // A sound entry of another key under this key's name.
  const TempFolder temp;
  DiskCache cache(temp.cache());
  write_file(temp.entry(kKey), entry_bytes("another key", value));
  check_refused(cache);
  CHECK(cache.verify(false).damaged == 1);
}

TEST_CASE("disk cache: files over the cap are neither read nor written") {
  const TempFolder temp;
  Warnings warnings;
  DiskCache cache(temp.cache());
  cache.store(kKey, Bytes(kMostEntryBytes - kEntryHeaderBytes - kKey.size() + 1));
  CHECK(cache.statistics().entries == 0);
  write_file(temp.entry(kKey), {});
  REQUIRE(truncate(temp.entry(kKey).c_str(), static_cast<off_t>(kMostEntryBytes) + 1) == 0);
  check_refused(cache);
  CHECK(warnings.lines.empty());
}

TEST_CASE("disk cache: verify finds and removes what is damaged") {
  const TempFolder temp;
  DiskCache cache(temp.cache());
  for (int i = 0; i < 6; ++i) cache.store("key " + std::to_string(i), value_of(static_cast<std::uint64_t>(i), 100));
  set_age(temp.entry("key 0"), 3 * 86400);
  CHECK(cache.verify(false).entries == 6);
  CHECK(age_of(temp.entry("key 0")) > 2 * 86400);  // verifying is not using
  Bytes bytes = read_file(temp.entry("key 1"));
  bytes.back() ^= std::byte{1};
  write_file(temp.entry("key 1"), bytes);
  chmod(temp.entry("key 2").c_str(), 0644);
  CHECK(cache.verify(false).damaged == 2);
  CHECK(cache.verify(false).entries == 6);
  const DiskCache::Statistics found = cache.verify(true);
  CHECK(found.damaged == 2);
  CHECK(found.entries == 4);
  CHECK(cache.verify(false).damaged == 0);
  CHECK(cache.statistics().entries == 4);
}

TEST_CASE("disk cache: pruning keeps what was used last and leaves other files alone") {
  const TempFolder temp;
  DiskCache cache(temp.cache());
  for (int i = 0; i < 10; ++i) {
    const std::string key = "key " + std::to_string(i);
    cache.store(key, value_of(1, 1000));
    set_age(temp.entry(key), 86400 * 2 + 100 - i);
  }
  REQUIRE(cache.load("key 0").has_value());  // touches it: it was older than a day
  CHECK(age_of(temp.entry("key 0")) < 60);
  set_age(temp.entry("key 9"), 80000);
  REQUIRE(cache.load("key 9").has_value());  // less than a day: left as it is
  CHECK(age_of(temp.entry("key 9")) > 70000);
  set_age(temp.entry("key 8"), -5 * 86400);
  REQUIRE(cache.load("key 8").has_value());  // from a clock that ran ahead
  CHECK(age_of(temp.entry("key 8")) >= 0);
  write_file(temp.cache() + "/README", value_of(1, 5000));
  write_file(temp.cache() + "/tmp-old", value_of(1, 5000));
  write_file(temp.cache() + "/tmp-new", value_of(1, 5000));
  set_age(temp.cache() + "/tmp-old", 3700);
  const DiskCache::Statistics left = cache.prune(4 * 1053 + 1052);
  CHECK(left.entries == 4);
  CHECK(left.bytes == 4 * (1000 + 5 + kEntryHeaderBytes));
  CHECK(left.temporary == 1);
  for (const int i : {0, 7, 8, 9}) CHECK(cache.load("key " + std::to_string(i)).has_value());
  CHECK(std::filesystem::exists(temp.cache() + "/README"));
  CHECK_FALSE(std::filesystem::exists(temp.cache() + "/tmp-old"));
  CHECK(std::filesystem::exists(temp.cache() + "/tmp-new"));
  CHECK(cache.prune(0).entries == 0);
  CHECK(cache.clear() == 0);
  CHECK(std::filesystem::exists(temp.cache() + "/README"));
}

TEST_CASE("disk cache: storing prunes to 1 GiB now and then") {
  const TempFolder temp;
  DiskCache cache(temp.cache());
  // Sparse files under entry names: 32 of 64 MiB are over the budget.
  for (int i = 0; i < 32; ++i) {
    const std::string path = temp.entry("big " + std::to_string(i));
    write_file(path, {});
    REQUIRE(truncate(path.c_str(), off_t{64} << 20) == 0);
    set_age(path, 1000 - i);
  }
  std::string often = "a";
  while (kiln::runtime::entry_name(often).low % 64 != 0) often += "a";
  cache.store(often + "!", value_of(1, 10));
  CHECK(cache.statistics().entries >= 33);
  cache.store(often, value_of(1, 10));
  CHECK(cache.statistics().bytes <= std::uint64_t{1} << 30);
  CHECK(cache.statistics().entries >= 16);
  CHECK(cache.load(often).has_value());
}
