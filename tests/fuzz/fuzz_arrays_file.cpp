// SPDX-License-Identifier: Apache-2.0
// Fuzzes the readers of .npz and .safetensors. Input: a byte that chooses the reader, then the file. A file is refused
// by an error, or all its arrays lie in it and have the bytes that shape and dtype need.
#include <algorithm>
#include <cstdint>

#include "array/file/stored.hpp"

namespace {

using namespace kiln::array::file;

void demand(bool condition) {
  if (!condition) __builtin_trap();
}

class MemoryInput final : public Input {
 public:
  explicit MemoryInput(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint64_t size() const noexcept override { return bytes_.size(); }
  void read(std::uint64_t offset, std::span<std::byte> into) const override {
    demand(fits(offset, into.size(), bytes_.size()));
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
  }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const MemoryInput input(std::as_bytes(std::span(data, size)).subspan(1));
  const Where where{"fuzz", "file"};
  try {
    std::uint64_t all = 0;
    for (const Stored& each : (data[0] % 2 == 0 ? read_npz : read_safetensors)(input, where)) {
      demand(!each.name.empty() && bytes_of(each.dtype, each.shape) == each.bytes);
      demand(Input::fits(each.offset, each.bytes, input.size()));
      if (each.crc) demand(Input::fits(each.entry_offset, each.entry_bytes, input.size()));
      all += each.bytes;
    }
    demand(all <= input.size());  // no two arrays share bytes
  } catch (const kiln::base::Error& error) {
    demand(error.status() == KILN_FILE_ERROR || error.status() == KILN_UNSUPPORTED);
  }
  return 0;
}
