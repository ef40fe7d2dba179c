// SPDX-License-Identifier: Apache-2.0
// Arrays to the host, between contexts, and printed from the device.
#include "support.hpp"

using namespace kiln;
using namespace kiln::array;
using namespace kiln::test;

namespace {

Ref<Context> another(const Context& context) {
  return Context::open(context.device(), runtime::ContextOptions::from_flags());
}

}  // namespace

TEST_CASE("to_host gives pinned memory in C order") {
  for (const auto& context : contexts()) {
    const Memory memory(*context, 12);
    const auto base = layout::c_layout(Dims{3, 4}, 4, "t");
    for (const auto& layout : {base, layout::reverse_axes(base), layout::flip(base, {}, true, "t")}) {
      const auto host = to_host(*view(*memory.whole, layout, true));
      CHECK(host->shape() == layout.shape);
      CHECK(host->c_contiguous());
      CHECK(host->buffer().pinned());
      const auto* data = static_cast<const std::int32_t*>(host->buffer().host_pointer());
      REQUIRE(data != nullptr);
      CHECK(std::vector<std::int32_t>(data, data + 12) == memory.expected(layout));
    }
    CHECK(to_host(*empty(*context, KILN_FLOAT32, Dims{0}, "t"))->size() == 0);
  }
}

TEST_CASE("transfer and assignment between contexts") {
  Random random(25);
  for (const auto& context : contexts()) {
    const auto other = another(*context);
    const Memory memory(*context, 24);
    const auto same = transfer(*memory.whole, *context, "op");
    CHECK(same.get() == memory.whole.get());
    const auto base = layout::c_layout(Dims{4, 6}, 4, "t");
    for (const auto& layout : {base, layout::reverse_axes(base), layout::diagonal(base, 0, 0, 1, "t"),
                               layout::broadcast_to({Dims{1, 6}, Dims{0, 4}, 8}, Dims{3, 6}, "t")}) {
      CAPTURE(layout::shape_text(layout.shape), layout::shape_text(layout.strides));
      const auto array = view(*memory.whole, layout, false);
      const auto moved = transfer(*array, *other, "op");
      CHECK(&moved->context() == other.get());
      CHECK(moved->c_contiguous());
      CHECK(values_of<std::int32_t>(*moved) == memory.expected(layout));
      // Into a view of any layout, and with conversion.
      const auto target = empty(*other, KILN_INT32, Dims{layout.shape}, "t");
      const auto flipped = view(*target, layout::flip(target->layout(), {}, true, "t"), true);
      assign(*flipped, *array, "op");
      CHECK(values_of<std::int32_t>(*flipped) == memory.expected(layout));
      const auto real = empty(*other, KILN_FLOAT32, Dims{layout.shape}, "t");
      assign(*real, *array, "op");
      const auto expected = memory.expected(layout);
      CHECK(values_of<float>(*real) == std::vector<float>(expected.begin(), expected.end()));
    }
    const auto matrix = empty(*other, KILN_INT32, Dims{2, 24}, "t");
    assign(*matrix, *memory.whole, "op");
    auto twice = memory.host;
    twice.insert(twice.end(), memory.host.begin(), memory.host.end());
    CHECK(values_of<std::int32_t>(*matrix) == twice);
    check_error(KILN_SHAPE_ERROR,
                "op: ", [&] { assign(*empty(*other, KILN_INT32, Dims{5}, "t"), *memory.whole, "op"); });
    CHECK(transfer(*empty(*context, KILN_INT8, Dims{0, 2}, "t"), *other, "op")->shape() == Dims{0, 2});
  }
}

TEST_CASE("an array keeps its context alive") {
  auto context = another(*contexts()[0]);
  const auto array = arange(*context, KILN_INT32, 0, 5, 1);
  context = nullptr;
  CHECK(values_of<std::int32_t>(*array) == numbered(5));
}

TEST_CASE("printing from the device") {
  for (const auto& context : contexts()) {
    const Memory memory(*context, 2000);
    const auto print = [&](const Layout& layout, std::size_t threshold) {
      const auto values = memory.expected(layout);
      const auto got = to_string(*view(*memory.whole, layout, true), -1, threshold);
      CHECK(got == format_elements(KILN_INT32, layout.shape, values.data(), -1, threshold));
      return got;
    };
    const auto base = layout::c_layout(Dims{10, 8, 25}, 4, "t");
    print(base, 0);
    print(base, 5000);
    print(layout::reverse_axes(base), 100);
    print(layout::flip(base, {}, true, "t"), 100);
    print(layout::diagonal(base, 0, 0, 1, "t"), 10);
    CHECK(print(layout::c_layout(Dims{2000}, 4, "t"), 0) == "[   0    1    2 ... 1997 1998 1999]");
    CHECK(print({Dims{}, Dims{}, 28}, 0) == "7");
    // Far more elements than memory has bytes: only the corners are read.
    const auto vast = layout::broadcast_to({Dims{1}, Dims{4}, 4}, Dims{1 << 20, 1 << 20}, "t");
    CHECK(to_string(*view(*memory.whole, vast, false), -1, 0) ==
          "[[1 1 1 ... 1 1 1]\n [1 1 1 ... 1 1 1]\n [1 1 1 ... 1 1 1]\n ...\n [1 1 1 ... 1 1 1]\n [1 1 1 ... "
          "1 1 1]\n"
          " [1 1 1 ... 1 1 1]]");
    CHECK(to_string(*empty(*context, KILN_FLOAT32, Dims{3, 0}, "t"), -1, 0) == "[]");
  }
}
