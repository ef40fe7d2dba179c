// SPDX-License-Identifier: Apache-2.0
// Which arrays may be written in place or straight to, how axes come into loops, and when 64-bit indices are
// needed.
#include "array/launch/destination.hpp"
#include "array/launch/loops.hpp"
#include "support.hpp"

using namespace kiln;
using namespace kiln::array;
using namespace kiln::test;

namespace {

Ref<Array> seen(const Array& array, const Dims& shape, const Dims& strides, std::int64_t offset = 0) {
  return view(array, {shape, strides, offset}, true, "test");
}

}  // namespace

TEST_CASE("arrays may be written in place where their elements are the same, or apart", "[destination]") {
  const auto context = contexts()[0];
  const auto whole = empty(*context, KILN_FLOAT32, Dims{6, 4}, "test"), another = copy(*whole, KILN_ORDER_C, "test");
  const auto rows = seen(*whole, {3, 4}, {16, 4});
  const auto same = [&](const Array& to, const Array& from, bool expected) {
    CHECK(same_elements(to, from) == expected);
    CHECK(may_be_in_place(to, from) == expected);
    CHECK_FALSE(apart_from(to, {&from}));
  };
  same(*rows, *seen(*whole, {3, 4}, {16, 4}), true);
  same(*seen(*whole, {1, 4}, {16, 4}), *seen(*whole, {1, 4}, {999, 4}), true);  // a step that nothing takes
  same(*seen(*whole, {1, 4}, {16, 4}), *seen(*whole, {4}, {4}), true);          // broadcast without copies
  same(*rows, *seen(*whole, {4}, {4}), false);                                  // broadcast
  same(*rows, *seen(*whole, {3, 1}, {16, 4}), false);
  same(*rows, *seen(*whole, {3, 4}, {32, 4}), false);  // the same first element, other rows
  same(*rows, *seen(*whole, {3, 4}, {16, 4}, 16), false);
  same(*seen(*whole, {4}, {4}), *rows, false);  // more axes
  const Array words(whole->buffer_ref(), KILN_INT64, {Dims{2}, Dims{8}, 0}, true);
  same(*seen(*whole, {2}, {8}), words, false);  // elements of another size

  const auto far = seen(*whole, {3, 4}, {16, 4}, 48);
  for (const Array* apart : {far.get(), another.get()}) {
    CHECK_FALSE(same_elements(*rows, *apart));
    CHECK(may_be_in_place(*rows, *apart));
    CHECK(apart_from(*rows, {apart, nullptr}));
  }
  CHECK_FALSE(apart_from(*rows, {far.get(), whole.get()}));
}

TEST_CASE("packed destinations of the right dtype take results directly", "[destination]") {
  const auto context = contexts()[0];
  const auto whole = empty(*context, KILN_FLOAT32, Dims{6, 4}, "test");
  const auto rows = seen(*whole, {3, 4}, {16, 4}), far = seen(*whole, {3, 4}, {16, 4}, 48);
  CHECK(takes_packed(rows.get(), KILN_FLOAT32, {far.get()}));
  CHECK(takes_packed(rows.get(), KILN_FLOAT32, {nullptr}));
  CHECK_FALSE(takes_packed(nullptr, KILN_FLOAT32, {}));
  CHECK_FALSE(takes_packed(rows.get(), KILN_INT32, {far.get()}));
  CHECK_FALSE(takes_packed(rows.get(), KILN_FLOAT32, {far.get(), whole.get()}));
  CHECK_FALSE(takes_packed(seen(*whole, {3, 2}, {16, 4}).get(), KILN_FLOAT32, {}));
}

TEST_CASE("the axes beside one come into two loops", "[loops]") {
  const auto context = contexts()[0];
  const auto array = empty(*context, KILN_FLOAT32, Dims{2, 3, 5, 7}, "test");
  AxisLoops loops;
  const Array* const one[] = {array.get()};
  REQUIRE(bring_into_loops(one, 2, false, loops));
  CHECK((loops.rows == 6 && loops.cols == 7 && loops.n == 5 && loops.count == 1));
  const AxisLoops::Steps& steps = loops.steps[0];
  CHECK((steps.row == 35 && steps.axis == 7 && steps.col == 1 && steps.start == 0));
  REQUIRE(bring_into_loops(one, 2, true, loops));
  CHECK((steps.axis == -7 && steps.start == 28));
  // All others are one loop, or none.
  REQUIRE(bring_into_loops(one, 0, false, loops));
  CHECK((loops.rows == 1 && loops.cols == 105 && steps.row == 0 && steps.col == 1 && steps.axis == 105));
  const auto line = seen(*array, {5}, {8});
  const Array* const lines[] = {line.get()};
  REQUIRE(bring_into_loops(lines, 0, false, loops));
  CHECK((loops.rows == 1 && loops.cols == 1 && loops.n == 5 && steps.axis == 2));
  // The second array's axes are in another order, and cannot join.
  const auto turned = seen(*array, {2, 3, 5, 7}, {4, 8, 168, 24});
  const Array* const both[] = {array.get(), turned.get()};
  CHECK_FALSE(bring_into_loops(both, 2, false, loops));
  CHECK(loops.cols == 1);
}

TEST_CASE("64-bit indices are for many places and wide spans", "[loops]") {
  const auto wide = [](const Dims& extents, std::int64_t span) {
    IndexWidth width;
    width.loops(extents);
    width.operand(span);
    return width.wide();
  };
  CHECK_FALSE(wide({1000, 1000}, 1000000));
  CHECK(wide({1 << 16, 1 << 16}, 0));
  CHECK(wide({INT64_MAX, INT64_MAX}, 0));
  CHECK(wide({1, 0}, kNarrowLimit));
  CHECK_FALSE(wide({kNarrowLimit - 1}, kNarrowLimit - 1));
  CHECK(wide({kNarrowLimit}, 0));
  CHECK(elements_spanned(Dims{3, 4}, Dims{-64, 4}, 4) == 2 * 16 + 3);
  CHECK(elements_spanned(Dims{3, 4}, Dims{}, 4) == 0);
}
