// SPDX-License-Identifier: Apache-2.0
// Results that go past the caches of CPU devices (kernels/common/stream.cl) are those that go through them,
// bit by bit, and what lies beside them stays: all dtypes, addresses and ends of every alignment, rows,
// several results.
#include <algorithm>
#include <cstring>

#include "../support/few_items.hpp"
#include "array/array.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/index/index.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Array;
using base::DType;
using base::Ref;
using layout::Dims;
using test::stream_all;
using test::stream_large;
using test::Tuned;

namespace {

const std::vector<DType> kFew = {KILN_UINT8, KILN_FLOAT32},
                         kMany = {KILN_UINT8, KILN_FLOAT16, KILN_FLOAT32, KILN_FLOAT64, KILN_COMPLEX128};
const std::vector<std::int64_t> kTurned = {1, 0};
constexpr std::int64_t kBeside = 40;  // elements before and behind

// Small numbers of every kind, which no operation here rounds.
Ref<Array> numbers(runtime::Context& context, DType dtype, const Dims& shape) {
  const std::int64_t count = layout::checked_size(shape, 1, "test");
  std::vector<std::int8_t> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::int8_t((i * 37 + i / 101) % 100);
  return array::from_host(context, dtype, shape, nullptr, KILN_INT8, values.data());
}

// A view of `shape`, `first` elements into memory that is otherwise full of ones.
struct Target {
  Ref<Array> whole, view;
  Target(runtime::Context& context, DType dtype, const Dims& shape, std::int64_t first) {
    const std::int64_t count = layout::checked_size(shape, 1, "test") + first + kBeside;
    whole = array::empty(context, dtype, Dims{count}, "test");
    array::fill(*whole, base::Scalar::integer(KILN_INT8, 1), "test");
    const auto item = std::int64_t(base::dtype_size(dtype));
    view = array::view(*whole, {shape, layout::c_strides(shape, std::size_t(item)), first * item}, true);
  }
  std::vector<unsigned char> bytes() const {
    std::vector<unsigned char> out(whole->bytes());
    array::read(*whole, out.data(), nullptr, "test");
    return out;
  }
};

// What `work` writes into views, through the caches and past them.
template <class Work>
void compare(runtime::Context& context, const std::vector<DType>& dtypes, const Dims& shape, std::int64_t first,
             Work work) {
  std::vector<std::vector<unsigned char>> results[2];
  for (const bool all : {false, true}) {
    const Tuned guard(context, all ? stream_all : stream_large);
    std::vector<Target> targets;
    for (const DType dtype : dtypes) targets.emplace_back(context, dtype, shape, first + std::int64_t(targets.size()));
    work(targets);
    for (const Target& target : targets) results[all].push_back(target.bytes());
  }
  INFO(base::dtype_name(dtypes[0]) << " " << layout::shape_text(shape) << ", " << first << " elements in");
  const bool same = results[0] == results[1];
  CHECK(same);
}

void check_text(runtime::Context& context, const char* text, const std::vector<DType>& dtypes, const Array& source,
                std::int64_t first) {
  compare(context, dtypes, source.shape(), first, [&](const std::vector<Target>& targets) {
    std::vector<array::Operand> operands;
    for (const Target& target : targets) operands.push_back(array::Operand(*target.view));
    operands.push_back(array::Operand(source));
    array::Elementwise::create(context, expr::parse_statements(text), nullptr)->call(operands);
  });
}

bool streams(const std::string& device) {
  return test::context(device).properties().info.kind == backend::DeviceKind::cpu;
}

}  // namespace

TEST_CASE("results past the caches: elementwise", "[stream]") {
  for (const auto& device : test::devices()) {
    if (!streams(device)) continue;
    auto& context = test::context(device);
    const auto line = numbers(context, KILN_INT8, {2100});
    for (const DType dtype : test::many() ? kMany : kFew) {
      if (!array::has_dtype(context, dtype)) continue;
      for (const std::int64_t first : {0, 1, 3, 8, 31})
        if (test::many() || dtype == KILN_FLOAT32 || first % 2) check_text(context, "r = x + 1", {dtype}, *line, first);
    }
    const auto rows = numbers(context, KILN_FLOAT32, {9, 700});
    check_text(context, "r = x*2; i = index()", {KILN_FLOAT32, KILN_INT64}, *rows, 2);
    const auto part = array::view(*rows, {{9, 696}, {2800, 4}, 12}, false);
    for (const std::int64_t first : {0, 1})
      check_text(context, "r = x*2; b = x > 7; d = x", {KILN_FLOAT32, KILN_BOOL, KILN_INT16}, *part, first);
    const auto turned = array::view(*rows, layout::transpose(rows->layout(), kTurned, "test"), false);
    check_text(context, "r = x - 1", {KILN_FLOAT32}, *turned, 0);
    // Functions that are computed by vectors; results of single bytes begin far from a line.
    for (const std::int64_t first : {0, 1, 30}) {
      check_text(context, "r = exp(x * 0.01f)", {KILN_FLOAT32}, *rows, first);
      check_text(context, "r = exp(x * 0.01f); b = exp(x * 0.01f) > 1.5f", {KILN_FLOAT32, KILN_BOOL}, *part, first);
    }
    check_text(context, "r = exp(x * 0.01f)", {KILN_FLOAT32}, *turned, 5);
    if (!array::has_dtype(context, KILN_FLOAT64)) continue;
    check_text(context, "r = exp(x * 0.01)", {KILN_FLOAT64}, *numbers(context, KILN_FLOAT64, {9, 700}), 3);
  }
}

TEST_CASE("results past the caches: rows taken", "[stream]") {
  for (const auto& device : test::devices()) {
    if (!streams(device)) continue;
    auto& context = test::context(device);
    const auto indices = numbers(context, KILN_INT32, {50});
    for (const std::int64_t width : {1024, 1027})
      for (const std::int64_t first : {0, 1, 8}) {
        const auto source = numbers(context, KILN_FLOAT32, {100, width});
        compare(context, {KILN_FLOAT32}, {50, width}, first, [&](const std::vector<Target>& targets) {
          array::take(*source, *indices, 0, targets[0].view.get(), "test");
        });
        const auto cube = array::reshape(*source, std::vector<std::int64_t>{10, 10, width}, KILN_COPY_NEVER, "test");
        const Array* const by[] = {indices.get(), indices.get()};
        compare(context, {KILN_FLOAT32}, {50, width}, first,
                [&](const std::vector<Target>& targets) { array::take_at(*cube, by, targets[0].view.get(), "test"); });
      }
  }
}

TEST_CASE("results past the caches: transposed copies", "[stream][transpose]") {
  for (const auto& device : test::devices()) {
    if (!streams(device)) continue;
    auto& context = test::context(device);
    for (const DType dtype : test::many() ? kMany : kFew) {
      if (!array::has_dtype(context, dtype)) continue;
      for (const std::int64_t height : {256, 150}) {
        const auto source = numbers(context, dtype, {height, 141});
        const auto turned = array::view(*source, layout::transpose(source->layout(), kTurned, "test"), false);
        for (const std::int64_t first : {0, 1})
          compare(context, {dtype}, turned->shape(), first,
                  [&](const std::vector<Target>& targets) { array::assign(*targets[0].view, *turned, "test"); });
      }
    }
  }
}

TEST_CASE("large fills: every element, and none beside them", "[stream]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const DType dtype : {KILN_UINT8, KILN_FLOAT16, KILN_FLOAT32, KILN_FLOAT64, KILN_COMPLEX64, KILN_COMPLEX128}) {
      if (!array::has_dtype(context, dtype)) continue;
      const std::size_t item = base::dtype_size(dtype), before = 3 * item;
      const std::size_t count = (test::small() ? 1000 : std::size_t{4} << 20) / item + 7;
      const Target target(context, dtype, {std::int64_t(count)}, 3);
      auto expected = target.bytes();
      const auto value = base::Scalar::real(KILN_FLOAT64, 6.5).cast(dtype);
      array::fill(*target.view, value, "test");
      unsigned char* const first = expected.data() + before;
      value.store(first);
      for (std::size_t done = 1; done < count; done *= 2)
        std::memcpy(first + done * item, first, std::min(done, count - done) * item);
      INFO(device << " " << base::dtype_name(dtype));
      const bool same = target.bytes() == expected;  // not printed: it is long
      CHECK(same);
    }
  }
}
