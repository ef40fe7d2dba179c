// SPDX-License-Identifier: Apache-2.0
// Memory: allocation, pinned memory, writes, reads, copies and fills at offsets, and every refusal.
#include <numeric>

#include "support.hpp"

using namespace conformance;

namespace {

constexpr MemoryKind kKinds[] = {MemoryKind::device, MemoryKind::pinned};

std::vector<unsigned char> ramp(std::size_t count, unsigned char first = 0) {
  std::vector<unsigned char> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

}  // namespace

TEST_CASE("memory has the pointers its kind promises") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Memory memory(device, 100);
  const Memory pinned(device, 100, MemoryKind::pinned);
  CHECK(device->memory_host_pointer(memory) == nullptr);
  CHECK(device->memory_native(memory) != 0);
  unsigned char* host = static_cast<unsigned char*>(device->memory_host_pointer(pinned));
  REQUIRE(host != nullptr);
  for (int i = 0; i < 100; ++i) host[i] = static_cast<unsigned char>(i);
  CHECK(read<unsigned char>(device, pinned, 100) == ramp(100));
  CHECK(device->memory_host_pointer(pinned) == host);
}

TEST_CASE("more memory than there is gives KILN_OUT_OF_MEMORY") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const std::size_t total = device->properties().total_memory;
  for (const std::size_t bytes : {total * 4, SIZE_MAX / 2}) {
    INFO(bytes << " bytes");
    std::string message;
    CHECK(status_of([&] { Memory(device, bytes); }, &message) == KILN_OUT_OF_MEMORY);
    CHECK(contains(message, std::to_string(bytes)));
  }
  const Memory still_works(device, 16);
}

TEST_CASE("many small blocks are distinct") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  std::vector<std::unique_ptr<Memory>> blocks;
  for (int i = 0; i < 300; ++i) {
    blocks.push_back(std::make_unique<Memory>(device, 4));
    device->memory_write(device.queue, *blocks.back(), 0, &i, sizeof i, true);
  }
  for (int i = 0; i < 300; ++i) REQUIRE(read<int>(device, *blocks[i], 1)[0] == i);
}

TEST_CASE("writes and reads at offsets, blocking and not") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const bool block = GENERATE(true, false);
  for (const MemoryKind kind : kKinds) {
    const Memory memory(device, 1000, kind);
    write(device, memory, std::vector<unsigned char>(1000, 0xAA));
    const std::vector<unsigned char> values = ramp(300, 7);
    std::vector<unsigned char> back(300);
    device->memory_write(device.queue, memory, 333, values.data(), 300, block);
    device->memory_read(device.queue, memory, 333, back.data(), 300, block);
    device->queue_finish(device.queue);
    CHECK(back == values);
    const std::vector<unsigned char> all = read<unsigned char>(device, memory, 1000);
    CHECK(all[332] == 0xAA);
    CHECK(all[633] == 0xAA);
  }
}

TEST_CASE("large blocks, odd sizes, released while commands use them") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  for (const std::size_t count : {std::size_t{4} << 20, (std::size_t{5} << 20) + 3}) {
    std::vector<unsigned char> back(count), values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<unsigned char>(i * i >> 7);
    {
      const Memory first(device, count), second(device, count);
      device->memory_write(device.queue, first, 0, values.data(), count, false);
      device->memory_copy(device.queue, second, 0, first, 0, count);
      device->memory_read(device.queue, second, 0, back.data(), count, false);
    }
    device->queue_finish(device.queue);
    CHECK(back == values);
  }
}

TEST_CASE("a blocking write lets the caller reuse its bytes") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Memory memory(device, 1 << 20);
  std::vector<unsigned char> values(1 << 20, 1);
  device->memory_write(device.queue, memory, 0, values.data(), values.size(), true);
  std::fill(values.begin(), values.end(), static_cast<unsigned char>(2));
  const std::vector<unsigned char> back = read<unsigned char>(device, memory, values.size());
  CHECK(std::count(back.begin(), back.end(), 1) == 1 << 20);
}

TEST_CASE("copies between all kinds of memory at offsets") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  for (const MemoryKind from_kind : kKinds) {
    for (const MemoryKind to_kind : kKinds) {
      INFO("from kind " << static_cast<int>(from_kind) << " to " << static_cast<int>(to_kind));
      const Memory from(device, 512, from_kind), to(device, 512, to_kind);
      const std::vector<unsigned char> values = ramp(512);
      write(device, from, values);
      write(device, to, std::vector<unsigned char>(512, 0xEE));
      device->memory_copy(device.queue, to, 5, from, 101, 211);
      device->queue_finish(device.queue);
      std::vector<unsigned char> expected(512, 0xEE);
      std::copy_n(values.begin() + 101, 211, expected.begin() + 5);
      CHECK(read<unsigned char>(device, to, 512) == expected);
    }
  }
}

TEST_CASE("a copy within one memory, ranges apart") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Memory memory(device, 256);
  write(device, memory, ramp(256));
  device->memory_copy(device.queue, memory, 128, memory, 0, 64);
  std::vector<unsigned char> expected = ramp(256);
  std::copy_n(expected.begin(), 64, expected.begin() + 128);
  CHECK(read<unsigned char>(device, memory, 256) == expected);
}

TEST_CASE("fills with every pattern size at offsets") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const std::vector<unsigned char> pattern = ramp(16, 0xC1);
  for (const MemoryKind kind : kKinds) {
    for (const std::size_t size : {1, 2, 4, 8, 16}) {
      for (const std::size_t count : {1, 2, 3, 7, 100, 1500}) {
        INFO("kind " << static_cast<int>(kind) << ", pattern " << size << ", count " << count);
        const std::size_t total = 16 * 1600;
        const Memory memory(device, total, kind);
        write(device, memory, std::vector<unsigned char>(total, 0x55));
        const std::size_t offset = size * 3;
        device->memory_fill(device.queue, memory, offset, size * count, pattern.data(), size);
        std::vector<unsigned char> expected(total, 0x55);
        for (std::size_t i = 0; i < size * count; ++i) expected[offset + i] = pattern[i % size];
        const bool right = read<unsigned char>(device, memory, total) == expected;
        REQUIRE(right);
      }
    }
  }
}

TEST_CASE("a pattern may be reused as soon as the fill is queued") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Memory memory(device, 1 << 16);
  for (std::uint32_t i = 0; i < 64; ++i) {
    std::uint32_t pattern = i;
    device->memory_fill(device.queue, memory, i * 1024, 1024, &pattern, sizeof pattern);
    pattern = 0xFFFFFFFF;
  }
  const std::vector<std::uint32_t> values = read<std::uint32_t>(device, memory, 1 << 14);
  for (std::size_t i = 0; i < values.size(); ++i) REQUIRE(values[i] == i / 256);
}

TEST_CASE("ranges outside of the memory are errors") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Memory memory(device, 64), other(device, 4096);
  std::vector<unsigned char> host(4096);
  const int zero = 0;
  struct Range {
    std::size_t offset, bytes;
  };
  const Range bad[] = {{0, 65}, {64, 1}, {60, 8}, {SIZE_MAX - 3, 8}, {8, SIZE_MAX - 3}, {4096, 4}};
  for (const Range& range : bad) {
    const std::size_t offset = range.offset, bytes = range.bytes;
    INFO("offset " << offset << ", bytes " << bytes);
    const QueueHandle queue = device.queue;
    CHECK(status_of([&] { device->memory_write(queue, memory, offset, host.data(), bytes, true); }) != KILN_OK);
    CHECK(status_of([&] { device->memory_read(queue, memory, offset, host.data(), bytes, true); }) != KILN_OK);
    CHECK(status_of([&] { device->memory_copy(queue, memory, offset, other, 0, bytes); }) != KILN_OK);
    CHECK(status_of([&] { device->memory_copy(queue, other, 0, memory, offset, bytes); }) != KILN_OK);
    CHECK(status_of([&] { device->memory_fill(queue, memory, offset, bytes, &zero, 1); }) != KILN_OK);
  }
}

TEST_CASE("fills with bad patterns are errors") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Memory memory(device, 64);
  const std::vector<unsigned char> pattern(64);
  const auto fill = [&](std::size_t offset, std::size_t bytes, std::size_t pattern_bytes) {
    return status_of([&] { device->memory_fill(device.queue, memory, offset, bytes, pattern.data(), pattern_bytes); });
  };
  CHECK(fill(0, 12, 3) == KILN_INVALID_ARGUMENT);
  CHECK(fill(0, 32, 32) == KILN_INVALID_ARGUMENT);
  CHECK(fill(0, 16, 0) == KILN_INVALID_ARGUMENT);
  CHECK(fill(2, 16, 4) == KILN_INVALID_ARGUMENT);
  CHECK(fill(4, 10, 4) == KILN_INVALID_ARGUMENT);
}

TEST_CASE("transfers larger than the backend's pieces", "[large]") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  // 16 MiB and more is in pieces for pinned memory.
  const std::size_t bytes = (std::size_t{40} << 20) + 12;
  const Memory from(device, bytes, MemoryKind::pinned), to(device, bytes, MemoryKind::pinned);
  const std::uint32_t pattern = 0x12345678;
  device->memory_fill(device.queue, from, 0, bytes, &pattern, sizeof pattern);
  device->queue_finish(device.queue);
  auto* source = static_cast<std::uint32_t*>(device->memory_host_pointer(from));
  CHECK(std::count(source, source + bytes / 4, pattern) == static_cast<std::ptrdiff_t>(bytes / 4));
  for (std::size_t i = 0; i < bytes / 4; i += 4096) source[i] += static_cast<std::uint32_t>(i);
  device->memory_copy(device.queue, to, 0, from, 0, bytes);
  device->queue_finish(device.queue);
  CHECK(std::memcmp(device->memory_host_pointer(to), source, bytes) == 0);
}

TEST_CASE("fills and copies beyond 2^31 bytes", "[.][huge]") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  for (const std::size_t bytes : {(std::size_t{1} << 31) + 4, (std::size_t{1} << 32) + 8}) {
    if (device->properties().largest_block < bytes || device->properties().total_memory / 3 < bytes) continue;
    const Memory from(device, bytes), to(device, bytes);
    const std::uint32_t pattern = 0xDEADDEAD, last = 0xFEEDF00D, zero = 0;
    // Of bytes there are more than 2^31.
    for (const std::size_t width : {1, 2, 4}) {
      const std::uint32_t wide = width == 1 ? 0xADADADAD : pattern;
      device->memory_fill(device.queue, from, 0, bytes, &zero, 4);
      device->memory_fill(device.queue, from, 8, bytes - 12, &wide, width);
      for (std::size_t offset = 8; offset + 8 <= bytes; offset += (std::size_t{1} << 29) - 4)
        REQUIRE(read<std::uint32_t>(device, from, 1, offset)[0] == wide);
      CHECK(read<std::uint32_t>(device, from, 1, 4)[0] == 0);
      CHECK(read<std::uint32_t>(device, from, 1, bytes - 8)[0] == wide);
      CHECK(read<std::uint32_t>(device, from, 1, bytes - 4)[0] == 0);
    }
    device->memory_fill(device.queue, from, 0, bytes, &pattern, sizeof pattern);
    device->memory_write(device.queue, from, bytes - 4, &last, 4, true);
    device->memory_copy(device.queue, to, 0, from, 0, bytes);
    for (std::size_t offset = 0; offset + 8 <= bytes; offset += (std::size_t{1} << 30) - 4)
      REQUIRE(read<std::uint32_t>(device, to, 1, offset)[0] == pattern);
    CHECK(read<std::uint32_t>(device, to, 1, bytes - 8)[0] == pattern);
    CHECK(read<std::uint32_t>(device, to, 1, bytes - 4)[0] == last);
  }
}
