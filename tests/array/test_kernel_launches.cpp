// SPDX-License-Identifier: Apache-2.0
// The structs of kernels' arguments refuse what is not the kernel's: an order, a type, a width, a sign, a
// missing one, memory that is written where the kernel reads.
#include "array/kernel_launches.hpp"

#include <type_traits>
#include <vector>

#include "catch.hpp"

using namespace kiln;
using namespace kiln::array;
using argument::Read, argument::Value, argument::Write;

namespace {

using Back = kernels::Back;          // ranks, positions, inverse, count, share
using ScanOnce = kernels::ScanOnce;  // with indices

// The requirements are of templates, so that what does not compile is false.
template <class T>
concept as_it_is = requires(Read read, Write write, std::int64_t n) {
  T{.ranks = read, .positions = read, .inverse = write, .count = n, .share = n};
};
template <class T>
concept out_of_order = requires(Read read, Write write, std::int64_t n) {
  T{.positions = read, .ranks = read, .inverse = write, .count = n, .share = n};
};
template <class T>
concept missing_first = requires(Read read, Write write, std::int64_t n) {
  T{.positions = read, .inverse = write, .count = n, .share = n};
};
template <class T>
concept missing_last = requires(Read read, Write write, std::int64_t n) {
  T{.ranks = read, .positions = read, .inverse = write, .count = n};
};
template <class T>
concept unknown = requires(Read read, Write write, std::int64_t n) {
  T{.ranks = read, .positions = read, .result = write, .count = n, .share = n};
};
template <class T>
concept read_where_written = requires(Read read, std::int64_t n) {
  T{.ranks = read, .positions = read, .inverse = read, .count = n, .share = n};
};
template <class T>
concept written_where_read = requires(Read read, Write write, std::int64_t n) {
  T{.ranks = read, .positions = write, .inverse = write, .count = n, .share = n};
};
template <class T>
concept array_itself = requires(Read read, Array& array, std::int64_t n) {
  T{.ranks = read, .positions = read, .inverse = array, .count = n, .share = n};
};
static_assert(as_it_is<Back>);
static_assert(!out_of_order<Back> && !missing_first<Back> && !missing_last<Back> && !unknown<Back>);
static_assert(!read_where_written<Back> && !written_where_read<Back> && !array_itself<Back>);

template <class T>
concept share_of = requires(Read read, Write write, T share) {
  kernels::Back{.ranks = read, .positions = read, .inverse = write, .count = std::int64_t{1}, .share = share};
};
static_assert(share_of<std::int64_t>);
static_assert(!share_of<std::int32_t> && !share_of<std::uint64_t> && !share_of<double> && !share_of<bool> &&
              !share_of<Value> && !share_of<argument::Index>);

// What the width is told by is no number, and an index is told as 64 bits whatever its width.
static_assert(std::is_constructible_v<argument::Wide, bool> && !std::is_constructible_v<argument::Wide, int>);
static_assert(std::is_constructible_v<argument::Index, std::int64_t> &&
              !std::is_constructible_v<argument::Index, std::uint32_t>);
static_assert(std::is_same_v<decltype(ScanOnce::source), Read> && std::is_same_v<decltype(ScanOnce::work), Write> &&
              std::is_same_v<decltype(ScanOnce::n), argument::Index> &&
              std::is_same_v<decltype(ScanOnce::tiles), argument::Number<std::uint32_t>>);
// A type that the text chooses takes 4 or 8 bytes, or an element.
static_assert(std::is_constructible_v<Value, float> && !std::is_constructible_v<Value, std::uint16_t>);

// Notes the sizes of arguments.
struct Sizes {
  std::vector<int> bytes;
  void add(const argument::Memory& memory) { bytes.push_back(memory.written ? 101 : 100); }
  void add(const Value& value) { bytes.push_back(int(value.size)); }
  template <class T>
  void add(argument::Number<T>) {
    bytes.push_back(sizeof(T));
  }
  void add(argument::Index, bool wide) { bytes.push_back(wide ? 8 : 4); }
};

}  // namespace

TEST_CASE("arguments of kernels go out in the kernel's order", "[launch]") {
  // No memory is touched: a launch only names it.
  alignas(runtime::Buffer) std::byte none[sizeof(runtime::Buffer)];
  auto& buffer = reinterpret_cast<runtime::Buffer&>(none);
  const Read read = reads(buffer, 0);
  const Write write = writes(buffer, 0);
  const std::int64_t n = 1;
  for (const bool wide : {false, true}) {
    Sizes sizes;
    argument::Several<kernels::IndexMeet::Each> each;
    for (int d = 0; d < 2; ++d) each.push_back({.i = read, .n = n, .a = n, .s = n});
    kernels::IndexMeet{.wide = wide,
                       .a = read,
                       .b = write,
                       .count = n,
                       .inner = n,
                       .a_row = n,
                       .b_place = n,
                       .b_row = n,
                       .share = n,
                       .part = n,
                       .index = each}
        .put(sizes);
    const int w = wide ? 8 : 4;
    CHECK(sizes.bytes == std::vector<int>{100, 101, w, w, w, w, w, w, w, 100, 8, w, w, 100, 8, w, w});
  }
}
