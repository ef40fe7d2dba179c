// SPDX-License-Identifier: Apache-2.0
// Zip files whose entries are stored as they are: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 to 4.5. The writer gives
// every entry the 64-bit fields, so that large and small files are written in one way.
#pragma once

#include "array/file/bytes.hpp"

namespace kiln::array::file {

struct ZipEntry {
  std::string name;
  std::uint64_t offset = 0, bytes = 0;  // of its contents in the file
  std::uint32_t crc = 0;
};

// The entries in the order of the directory. Their contents lie in the file and do not overlap.
std::vector<ZipEntry> read_zip(const Input& input, const Where& where);

class ZipWriter {
 public:
  explicit ZipWriter(Output& output) : output_(output) {}
  // Writes one entry, whose contents are `head` and then `body`.
  void add(std::string_view name, std::string_view head, std::span<const std::byte> body);
  void finish();

 private:
  void write(std::string_view text) {
    output_.write(text);
    at_ += text.size();
  }
  Output& output_;
  std::uint64_t at_ = 0, count_ = 0;
  std::string directory_;
};

// CRC-32 of zip (ITU-T V.42) over more bytes; the first call gets 0.
std::uint32_t crc32(std::uint32_t before, std::span<const std::byte> bytes) noexcept;

}  // namespace kiln::array::file
