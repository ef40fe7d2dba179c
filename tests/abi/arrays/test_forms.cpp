// SPDX-License-Identifier: Apache-2.0
// Operations that take lists (of widths, of shifts, of axes) take them in one form, for arrays and for variables of
// graphs: the same call gives the same elements, and is refused with the same status.
#include <kiln/kiln.hpp>

#include "cxx_support.hpp"
#include "status_of.hpp"
#include "support.hpp"

namespace g = kiln::graph;
using kiln::GpuArray;
using kiln::PadWidths;
using kiln::Shape;
using kiln::test::status_of;

namespace {

using Floats = std::vector<float>;

GpuArray evaluated(const GpuArray& a, const std::function<g::Variable(const g::Variable&)>& call) {
  const auto x = g::input("x", a.dtype(), Shape(a.ndim(), -1));
  return g::Function({.inputs = {x}, .outputs = {call(x)}})(a)[0];
}

}  // namespace

TEST_CASE("pad takes a pair of widths for each axis", "[forms]") {
  for (const auto& device : test_devices()) {
    INFO(device);
    const kiln::Context context(device);
    const auto a = GpuArray::arange(context, 1, 7, 1, KILN_FLOAT32).reshape({2, 3});
    const PadWidths widths{{1, 0}, {0, 2}};
    CHECK(kiln::pad(a, widths).read<float>() == Floats{0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 4, 5, 6, 0, 0});
    for (const auto mode : {KILN_PAD_CONSTANT, KILN_PAD_EDGE, KILN_PAD_REFLECT, KILN_PAD_WRAP, KILN_PAD_SYMMETRIC}) {
      const auto padded = kiln::pad(a, widths, mode);
      const auto in_graph = evaluated(a, [&](const g::Variable& x) { return g::pad(x, widths, mode); });
      CHECK(padded.shape() == Shape{3, 5});
      CHECK(in_graph.shape() == padded.shape());
      CHECK(in_graph.read<float>() == padded.read<float>());
    }
    const auto bordered = kiln::pad_constant(a, {{0, 1}, {1, 0}}, 2.5);
    CHECK(bordered.read<float>() == Floats{2.5f, 1, 2, 3, 2.5f, 4, 5, 6, 2.5f, 2.5f, 2.5f, 2.5f});
    const auto in_graph = evaluated(a, [](const g::Variable& x) { return g::pad_constant(x, {{0, 1}, {1, 0}}, 2.5); });
    CHECK(in_graph.read<float>() == bordered.read<float>());
    CHECK(kiln::pad(a(0, 0), {}).item<float>() == 1);
    // As many axes as there may be have more widths than axes.
    const Shape deep(KILN_MAX_DIMS, 1);
    PadWidths last(KILN_MAX_DIMS, {0, 0});
    last.back() = {1, 2};
    const auto many = GpuArray::full(context, deep, 3.0f);
    CHECK(kiln::pad(many, last).read<float>() == Floats{0, 3, 0, 0});
    CHECK(evaluated(many, [&](const g::Variable& x) { return g::pad(x, last); }).read<float>() == Floats{0, 3, 0, 0});
  }
}

TEST_CASE("widths that cannot be are refused alike", "[forms]") {
  const kiln::Context context(test_devices()[0]);
  const auto a = GpuArray::zeros(context, {2, 3}, KILN_FLOAT32);
  const auto x = g::matrix("x", KILN_FLOAT32), known = g::input("y", KILN_FLOAT32, {2, 3});
  const auto both = [&](const PadWidths& widths, kiln_status status, const std::string& array_text,
                        const std::string& graph_text) {
    const auto of_array = [&] { kiln::pad(a, widths); };
    const auto of_graph = [&] { g::pad(known, widths); };
    INFO(message_of(of_array) << "; " << message_of(of_graph));
    CHECK(status_of(of_array) == status);
    CHECK(status_of(of_graph) == status);
    CHECK(message_of(of_array).find(array_text) != std::string::npos);
    CHECK(message_of(of_graph).find(graph_text) != std::string::npos);
  };
  both({{1, 2}}, KILN_INVALID_ARGUMENT, "pad: got 1 pair of widths, expected 2: (before, behind) for each axis",
       "graph.pad: got 2 widths, expected 4: (before, behind) for each axis of float32(2, 3)");
  both({{1, 2}, {0, -1}}, KILN_INVALID_ARGUMENT, "pad: got widths 0 and -1 along axis 1, expected at least 0",
       "graph.pad: got widths 0 and -1 along axis 1, expected at least 0");
  both({{INT64_MAX, 1}, {0, 0}}, KILN_OVERFLOW, "overflows", "graph.pad: 9223372036854775807 + 1 overflows");
  both({{INT64_MAX, 0}, {0, 0}}, KILN_OVERFLOW, "overflows", "graph.pad: 2 + 9223372036854775807 overflows");
  CHECK(message_of([&] { kiln::pad_constant(a, {}, 1); }).find("pad_constant: got 0 pairs of widths, expected 2") !=
        std::string::npos);
  // The C API: widths in front, and those behind in `axes`, are no form of it.
  const std::int64_t before[] = {1, 2}, behind[] = {3, 4};
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.shape = before;
  options.shape_count = 2;
  options.axes = behind;
  options.axis_count = 2;
  CHECK(message_of([&] { g::apply("pad", {x}, options); }).find("graph.pad: got 2 widths, expected 4") !=
        std::string::npos);
  options.shape_count = 0;
  CHECK(status_of([&] { g::apply("pad", {x}, options); }) == KILN_INVALID_ARGUMENT);
  const std::int64_t widths[] = {1, 2, 3, 4};
  options.shape = widths;
  options.shape_count = 4;
  options.numbers[1] = 0x1p32;  // is no mode 0
  CHECK(message_of([&] { g::apply("pad", {x}, options); }).find("got mode 4294967296, expected a kiln_pad_mode") !=
        std::string::npos);
}

TEST_CASE("roll and flip take lists of axes or none", "[forms]") {
  const kiln::Context context(test_devices()[0]);
  const auto a = GpuArray::arange(context, 0, 6, 1, KILN_FLOAT32).reshape({2, 3});
  const auto same = [&](const GpuArray& of_array, const std::function<g::Variable(const g::Variable&)>& call) {
    const auto in_graph = evaluated(a, call);
    CHECK(in_graph.shape() == of_array.shape());
    CHECK(in_graph.read<float>() == of_array.read<float>());
  };
  same(kiln::roll(a, 1), [](const g::Variable& x) { return g::roll(x, 1); });
  same(kiln::roll(a, {1}, {-1}), [](const g::Variable& x) { return g::roll(x, {1}, {-1}); });
  same(kiln::roll(a, {1, -1}, {0, 1}), [](const g::Variable& x) { return g::roll(x, {1, -1}, {0, 1}); });
  same(kiln::roll(a, Shape{}, Shape{}), [](const g::Variable& x) { return g::roll(x, Shape{}, Shape{}); });
  same(a.flip(), [](const g::Variable& x) { return g::flip(x); });
  same(a.flip({1}), [](const g::Variable& x) { return g::flip(x, {1}); });
  same(a.flip(Shape{}), [](const g::Variable& x) { return g::flip(x, Shape{}); });
  const auto x = g::matrix("x", KILN_FLOAT32);
  CHECK(status_of([&] { kiln::roll(a, {1}, {0, 1}); }) == KILN_INVALID_ARGUMENT);
  CHECK(message_of([&] { g::roll(x, {1}, {0, 1}); }).find("graph.roll: got 1 shift, expected 2") != std::string::npos);
}

TEST_CASE("reductions and diagonals take the same options, and mean the same without", "[forms]") {
  const kiln::Context context(test_devices()[0]);
  const auto a = GpuArray::arange(context, 0, 24, 1, KILN_FLOAT32).reshape({2, 3, 4});
  const auto same = [&](const GpuArray& of_array, const std::function<g::Variable(const g::Variable&)>& call) {
    const auto in_graph = evaluated(a, call);
    CHECK(in_graph.dtype() == of_array.dtype());
    CHECK(in_graph.shape() == of_array.shape());
    CHECK(in_graph.read<float>() == of_array.read<float>());
  };
  same(a.diagonal(), [](const g::Variable& x) { return g::diagonal(x); });
  same(a.diagonal(), [](const g::Variable& x) { return g::apply("diagonal", {x}); });
  same(a.diagonal(1, -1, 0), [](const g::Variable& x) { return g::diagonal(x, 1, -1, 0); });
  same(a.var({0, 1}, true, 1), [](const g::Variable& x) { return g::var(x, {0, 1}, true, 1); });
  same(a.stddev(2, false, 1), [](const g::Variable& x) { return g::stddev(x, 2, false, 1); });
  same(a.sum(0, false, KILN_INT32), [](const g::Variable& x) { return g::sum(x, 0, false, KILN_INT32); });
  same(a.prod(2, true, KILN_INT64), [](const g::Variable& x) { return g::prod(x, 2, true, KILN_INT64); });
  same(a.astype(KILN_INT32).mean(1, false, KILN_FLOAT32),
       [](const g::Variable& x) { return g::mean(g::cast(x, KILN_INT32), 1, false, KILN_FLOAT32); });
}

TEST_CASE("extents that overflow are refused while a graph is built", "[forms]") {
  const std::int64_t huge = std::int64_t(1) << 62;
  const auto x = g::input("x", KILN_UINT8, {4}), wide = g::input("wide", KILN_UINT8, {huge});
  CHECK(status_of([&] { g::tile(x, {huge}); }) == KILN_OVERFLOW);
  CHECK(status_of([&] { g::concat({wide, wide}); }) == KILN_OVERFLOW);
  CHECK(status_of([&] { g::pad(wide, {{huge, 0}}); }) == KILN_OVERFLOW);
  const auto rows = g::input("rows", KILN_UINT8, {std::int64_t(1) << 20, 0});
  CHECK(status_of([&] { g::repeat(rows, std::int64_t(1) << 50, 0); }) == KILN_OVERFLOW);
}
