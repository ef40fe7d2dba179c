// SPDX-License-Identifier: Apache-2.0
#include "array/file/zip.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace kiln::array::file {

namespace {

constexpr std::uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50, kEnd64 = 0x06064b50,
                        kLocator64 = 0x07064b50;
constexpr std::size_t kLocalBytes = 30, kCentralBytes = 46, kEndBytes = 22, kEnd64Bytes = 56, kLocator64Bytes = 20;
constexpr std::uint32_t kIn64Bits = 0xffffffff;  // stands for a number in the 64-bit fields
constexpr std::uint16_t kVersion = 45;           // of the format that has 64-bit fields
constexpr std::uint16_t kExtra64 = 1, kUtf8 = 0x800, kEncrypted = 1;
constexpr std::uint16_t kDate = 1 << 5 | 1;  // 1 January 1980: files with the same arrays are the same

struct Directory {
  std::uint64_t offset, bytes, count;
};

std::uint16_t u16(std::span<const std::byte> bytes, std::size_t at) { return number_at<std::uint16_t>(bytes, at); }
std::uint32_t u32(std::span<const std::byte> bytes, std::size_t at) { return number_at<std::uint32_t>(bytes, at); }
std::uint64_t u64(std::span<const std::byte> bytes, std::size_t at) { return number_at<std::uint64_t>(bytes, at); }

[[noreturn]] void not_zip(const Where& where, const char* what) {
  refuse(KILN_FILE_ERROR, where, "{}, expected a zip file", what);
}

// The record at the end of the file says where the directory is; a comment of any length may follow it.
Directory find_directory(const Input& input, const Where& where) {
  const std::uint64_t tail_bytes = std::min<std::uint64_t>(input.size(), kEndBytes + 0xffff);
  const auto tail = input.take(input.size() - tail_bytes, tail_bytes);
  std::optional<std::size_t> found;
  for (std::size_t left = kEndBytes; left <= tail.size() && !found; ++left) {
    const std::size_t at = tail.size() - left;
    if (u32(tail, at) == kEnd && u16(tail, at + 20) == left - kEndBytes) found = at;
  }
  if (!found) not_zip(where, "the end of a directory is missing");
  const auto end = std::span(tail).subspan(*found, kEndBytes);
  const std::uint64_t end_at = input.size() - tail_bytes + *found;
  Directory directory{u32(end, 16), u32(end, 12), u16(end, 10)};
  std::uint64_t limit = end_at;
  bool one_disk = u16(end, 4) == u16(end, 6) && u16(end, 8) == u16(end, 10);
  if (end_at >= kLocator64Bytes) {
    const auto locator = input.take(end_at - kLocator64Bytes, kLocator64Bytes);
    if (u32(locator, 0) == kLocator64) {
      limit = u64(locator, 8);
      if (!Input::fits(limit, kEnd64Bytes, end_at - kLocator64Bytes))
        not_zip(where, "the 64-bit end of the directory is out of bounds");
      const auto end64 = input.take(limit, kEnd64Bytes);
      if (u32(end64, 0) != kEnd64) not_zip(where, "the 64-bit end of the directory is missing");
      directory = {u64(end64, 48), u64(end64, 40), u64(end64, 32)};
      one_disk = u32(end64, 16) == u32(end64, 20) && u64(end64, 24) == u64(end64, 32);
    }
  }
  if (!one_disk) refuse(KILN_UNSUPPORTED, where, "the zip file is one of several parts, expected a whole one");
  if (!Input::fits(directory.offset, directory.bytes, limit)) not_zip(where, "the directory is out of bounds");
  return directory;
}

// Replaces numbers of a directory's entry that stand in its 64-bit fields. Returns false if they are missing.
bool read_extra(std::span<const std::byte> extra, std::span<std::uint64_t* const> numbers) {
  const auto waits = [](const std::uint64_t* number) { return *number == kIn64Bits; };
  if (std::none_of(numbers.begin(), numbers.end(), waits)) return true;
  while (extra.size() >= 4) {
    const std::size_t bytes = u16(extra, 2);
    if (bytes > extra.size() - 4) return false;
    auto field = extra.subspan(4, bytes);
    if (u16(extra, 0) == kExtra64) {
      for (std::uint64_t* const number : numbers) {
        if (!waits(number)) continue;
        if (field.size() < 8) return false;
        *number = u64(field, 0);
        field = field.subspan(8);
      }
      return true;
    }
    extra = extra.subspan(4 + bytes);
  }
  return false;
}

// The entry at the start of the rest of the directory, which loses it. Returns where the entry's own header is.
std::uint64_t read_central(std::span<const std::byte>& rest, ZipEntry& entry, const Where& where) {
  if (rest.size() < kCentralBytes || u32(rest, 0) != kCentral) not_zip(where, "an entry of the directory is damaged");
  const std::size_t name_bytes = u16(rest, 28), extra_bytes = u16(rest, 30), comment_bytes = u16(rest, 32);
  const std::size_t all = kCentralBytes + name_bytes + extra_bytes + comment_bytes;
  if (all > rest.size()) not_zip(where, "an entry of the directory is cut off");
  entry.name = text_of(rest.subspan(kCentralBytes, name_bytes));
  entry.crc = u32(rest, 16);
  std::uint64_t packed = u32(rest, 20), local = u32(rest, 42);
  entry.bytes = u32(rest, 24);
  if (!read_extra(rest.subspan(kCentralBytes + name_bytes, extra_bytes), std::array{&entry.bytes, &packed, &local}))
    refuse(KILN_FILE_ERROR, where, "entry '{}' lacks its 64-bit fields", entry.name);
  if (u16(rest, 8) & kEncrypted)
    refuse(KILN_UNSUPPORTED, where, "entry '{}' is encrypted, expected one that is not", entry.name);
  if (const unsigned method = u16(rest, 10); method != 0)
    refuse(
        KILN_UNSUPPORTED, where,
        "entry '{}' is compressed (method {}), expected a stored one, as numpy.savez and not savez_compressed writes",
        entry.name, method);
  if (packed != entry.bytes)
    refuse(KILN_FILE_ERROR, where, "entry '{}' is stored in {} bytes, expected its {}", entry.name, packed,
           entry.bytes);
  rest = rest.subspan(all);
  return local;
}

// Finds the contents behind the entry's own header, which has the name and extra fields of its own.
void find_contents(const Input& input, std::uint64_t local, std::uint64_t end, ZipEntry& entry, const Where& where) {
  if (!Input::fits(local, kLocalBytes, end))
    refuse(KILN_FILE_ERROR, where, "entry '{}' begins at byte {}, expected one in front of byte {}", entry.name, local,
           end);
  const auto header = input.take(local, kLocalBytes);
  const std::uint64_t name_bytes = u16(header, 26), extra_bytes = u16(header, 28);
  entry.offset = local + kLocalBytes + name_bytes + extra_bytes;
  if (u32(header, 0) != kLocal || name_bytes != entry.name.size() ||
      !Input::fits(local + kLocalBytes, name_bytes, end) ||
      text_of(input.take(local + kLocalBytes, name_bytes)) != entry.name)
    refuse(KILN_FILE_ERROR, where, "entry '{}' has no header at byte {}", entry.name, local);
  if (!Input::fits(entry.offset, entry.bytes, end))
    refuse(KILN_FILE_ERROR, where, "entry '{}' has {} bytes from byte {} on, expected an end in front of byte {}",
           entry.name, entry.bytes, entry.offset, end);
}

}  // namespace

std::vector<ZipEntry> read_zip(const Input& input, const Where& where) {
  const Directory directory = find_directory(input, where);
  const auto bytes = input.take(directory.offset, directory.bytes);
  std::span<const std::byte> rest = bytes;
  std::vector<ZipEntry> entries;
  struct Range {
    std::uint64_t begin, end;
    std::size_t entry;
  };
  std::vector<Range> ranges;
  for (; !rest.empty();) {
    ZipEntry& entry = entries.emplace_back();
    const std::uint64_t local = read_central(rest, entry, where);
    find_contents(input, local, directory.offset, entry, where);
    ranges.push_back({local, entry.offset + entry.bytes, entries.size() - 1});
  }
  if (entries.size() != directory.count)
    refuse(KILN_FILE_ERROR, where, "the directory has {} entries, expected {}", entries.size(), directory.count);
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
  for (std::size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].begin < ranges[i - 1].end)
      refuse(KILN_FILE_ERROR, where, "entry '{}' begins at byte {}, within entry '{}'", entries[ranges[i].entry].name,
             ranges[i].begin, entries[ranges[i - 1].entry].name);
  return entries;
}

void ZipWriter::add(std::string_view name, std::string_view head, std::span<const std::byte> body) {
  const std::uint32_t crc = crc32(crc32(0, std::as_bytes(std::span(head))), body);
  const std::uint64_t local = at_, bytes = head.size() + body.size();
  const bool ascii = std::all_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  // What the two headers of an entry have in common, from the version that is needed to the length of the name.
  std::string common;
  put_number(common, kVersion);
  put_number(common, ascii ? std::uint16_t(0) : kUtf8);
  put_number(common, std::uint32_t(0));  // stored, at midnight
  put_number(common, kDate);
  put_number(common, crc);
  put_number(common, kIn64Bits);
  put_number(common, kIn64Bits);
  put_number(common, static_cast<std::uint16_t>(name.size()));
  const auto put_extra = [&](std::string& text, bool with_local) {
    put_number(text, kExtra64);
    put_number(text, std::uint16_t(with_local ? 24 : 16));
    put_number(text, bytes);
    put_number(text, bytes);
    if (with_local) put_number(text, local);
  };
  std::string header;
  put_number(header, kLocal);
  header += common;
  put_number(header, std::uint16_t(20));  // of the extra field
  header += name;
  put_extra(header, false);
  write(header);
  write(head);
  output_.write(body);
  at_ += body.size();

  put_number(directory_, kCentral);
  put_number(directory_, kVersion);  // of the writer
  directory_ += common;
  put_number(directory_, std::uint16_t(28));  // of the extra field
  directory_.append(10, '\0');                // no comment, first disk, no attributes
  put_number(directory_, kIn64Bits);
  directory_ += name;
  put_extra(directory_, true);
  ++count_;
}

void ZipWriter::finish() {
  const std::uint64_t directory = at_;
  write(directory_);
  const std::uint64_t end64 = at_;
  std::string end;
  put_number(end, kEnd64);
  put_number(end, std::uint64_t(kEnd64Bytes - 12));
  put_number(end, kVersion);
  put_number(end, kVersion);
  put_number(end, std::uint64_t(0));  // disks
  put_number(end, count_);
  put_number(end, count_);
  put_number(end, std::uint64_t(directory_.size()));
  put_number(end, directory);
  put_number(end, kLocator64);
  put_number(end, std::uint32_t(0));
  put_number(end, end64);
  put_number(end, std::uint32_t(1));  // disks
  put_number(end, kEnd);
  put_number(end, std::uint32_t(0));
  const auto few = static_cast<std::uint16_t>(std::min<std::uint64_t>(count_, 0xffff));
  put_number(end, few);
  put_number(end, few);
  put_number(end, static_cast<std::uint32_t>(std::min<std::uint64_t>(directory_.size(), kIn64Bits)));
  put_number(end, static_cast<std::uint32_t>(std::min<std::uint64_t>(directory, kIn64Bits)));
  put_number(end, std::uint16_t(0));  // no comment
  write(end);
}

std::uint32_t crc32(std::uint32_t before, std::span<const std::byte> bytes) noexcept {
  static const auto table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      made[i] = i;
      for (int bit = 0; bit < 8; ++bit) made[i] = made[i] >> 1 ^ (made[i] & 1 ? 0xedb88320 : 0);
    }
    return made;
  }();
  std::uint32_t crc = ~before;
  for (const std::byte byte : bytes) crc = crc >> 8 ^ table[(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
  return ~crc;
}

}  // namespace kiln::array::file
