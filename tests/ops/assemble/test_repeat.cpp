// SPDX-License-Identifier: Apache-2.0
// Rows repeated as often as an array says.
#include "../support/place_support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

struct TunedWide : Tuned {
  TunedWide(runtime::Context& context, bool wide)
      : Tuned(context, [&](codegen::Tuning& numbers) { numbers.index.repeat_wide = wide; }) {}
};

struct RepeatCase {
  const char* what;
  DType dtype;
  Dims shape;
  std::int64_t axis;
  DType counted;  // dtype of the repeats
  std::function<std::int64_t(std::int64_t row, Random&)> count;
  bool plain = true;  // in C order
};

// The elements of C-order `host`, each row along the axis as often as its count says.
std::vector<std::string> repeated(const Host& host, std::int64_t axis, const std::vector<std::int64_t>& counts) {
  std::int64_t outer = 1, inner = 1;
  for (std::int64_t d = 0; d < std::int64_t(host.shape.size()); ++d)
    (d < axis ? outer : d > axis ? inner : outer) *= d == axis ? 1 : host.shape[std::size_t(d)];
  std::vector<std::string> out;
  const auto n = std::int64_t(counts.size());
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t row = 0; row < n; ++row)
      for (std::int64_t k = 0; k < counts[std::size_t(row)]; ++k)
        for (std::int64_t i = 0; i < inner; ++i) out.push_back(host.elements[std::size_t((o * n + row) * inner + i)]);
  return out;
}

// Mesa's llvmpipe, which has the GPU shape, mixes up in the other what is written with what was written over.
bool mixes_up_writes(runtime::Context& context) { return has_cpu_shape(context) && context.properties().short_loops; }

}  // namespace

TEST_CASE("rows repeated by an array are those of the host", "[index]") {
  const auto up_to = [](std::int64_t most) {
    return [most](std::int64_t, Random& random) { return std::int64_t(random() % std::uint64_t(most + 1)); };
  };
  const auto seldom = [](std::int64_t among, std::int64_t often) {
    return [=](std::int64_t row, Random&) { return row % among == among / 2 ? often : 0; };
  };
  const RepeatCase cases[] = {
      {"rows of three bytes", KILN_UINT8, {1501, 3}, 0, KILN_INT64, up_to(4)},
      {"between other axes", KILN_FLOAT16, {30, 20, 3}, 1, KILN_UINT16, up_to(3)},
      {"along short rows", KILN_INT8, {300, 5}, 1, KILN_INT8, up_to(3)},
      {"none to two", KILN_FLOAT32, {5003}, 0, KILN_INT32, up_to(2)},
      {"along long rows", KILN_INT32, {3, 2100}, 1, KILN_UINT8, up_to(3)},
      {"sixteen bytes", KILN_COMPLEX64, {700, 2}, 0, KILN_UINT64, up_to(3)},
      {"long rows", KILN_FLOAT32, {50, 100}, 0, KILN_INT16, up_to(3)},
      {"every other element", KILN_INT16, {900}, 0, KILN_UINT32, up_to(3), false},
      {"one often",
       KILN_UINT32,
       {600},
       0,
       KILN_INT32,
       [](std::int64_t row, Random&) { return std::int64_t(row == 300 ? 5000 : row % 2); }},
      {"few of many", KILN_UINT8, {40000}, 0, KILN_INT32, seldom(19001, 3000)},
      {"none behind the last", KILN_UINT8, {3000}, 0, KILN_INT32, seldom(3000, 2)},
  };
  everywhere([&](runtime::Context& context, Random& random) {
    if (mixes_up_writes(context)) return;
    const Few few(context, false);
    for (const RepeatCase& of : cases)
      for (const bool wide : {false, true}) {
        if (small() && (wide || of.shape[0] > 2000)) continue;
        if (wide && !test::many() && of.shape.size() > 1) continue;
        // Of further ones the simulator reports what it does of other scans after each other
        // (tests/meson.build).
        if (small() && !context.properties().short_loops && &of - cases > 1) continue;
        if (brief() && &of - cases != 1) continue;
        const Dims extents = brief() ? Dims{6, 20, 3} : of.shape;
        INFO(of.what << (wide ? ", 64 bits" : ""));
        const TunedWide forced(context, wide);
        const auto array = of.plain ? random_bytes(context, of.dtype, extents, random)
                                    : random_array(context, of.dtype, extents, random);
        std::vector<std::int64_t> counts;
        Dims shape = extents;
        std::int64_t& total = shape[std::size_t(of.axis)];
        const std::int64_t n = std::exchange(total, 0);
        for (std::int64_t i = 0; i < n; ++i) total += counts.emplace_back(of.count(i, random));
        const auto repeats = of_integers(context, of.counted, Dims{n}, counts);
        const auto want = repeated(host_of(*array), of.axis, counts);
        const auto got = array::repeat_each(*array, *repeats, of.axis, nullptr, "test");
        REQUIRE(got->shape() == shape);
        CHECK(host_of(*got).elements == want);
        // Into an array in C order, and into one with strides of its own.
        for (const auto& into :
             {random_bytes(context, of.dtype, shape, random), random_array(context, of.dtype, shape, random)}) {
          CHECK(array::repeat_each(*array, *repeats, of.axis, into.get(), "test").get() == into.get());
          CHECK(host_of(*into).elements == want);
        }
      }
  });
}

TEST_CASE("repeats by an array that cannot be are refused, whatever their number", "[index][unsimulated]") {
  everywhere([](runtime::Context& context, Random& random) {
    const Few few(context, false);
    const auto array = random_bytes(context, KILN_UINT8, Dims{3000}, random);
    const auto into = random_bytes(context, KILN_UINT8, Dims{3000}, random);
    const auto before = host_of(*into).elements;
    std::vector<std::int64_t> counts(3000, 1);
    const auto refused = [&](const std::string& message, DType dtype) {
      const auto repeats = of_integers(context, dtype, Dims{3000}, counts);
      std::string said;
      try {
        array::repeat_each(*array, *repeats, 0, into.get(), "test");
      } catch (const base::Error& error) {
        said = error.message();
      }
      INFO(said);
      CHECK(said.find(message) != std::string::npos);
      CHECK(host_of(*into).elements == before);
    };
    counts[2001] = -3;
    refused("got -3 repeats at position 2001", KILN_INT32);
    refused("repeats at position 2001, expected at most", KILN_UINT64);
    counts[2001] = INT64_MAX / 8;
    refused("repeats at position 2001 and 2001 before, expected at most", KILN_INT64);
    counts[2001] = 2;
    refused("the destination has shape (3000,), expected (3001,)", KILN_INT64);
  });
}

TEST_CASE("few rows repeated by an array are those repeated of many", "[index][unsimulated]") {
  everywhere([](runtime::Context& context, Random& random) {
    if (mixes_up_writes(context)) return;
    struct Rows {
      DType dtype;
      Dims shape;
      std::int64_t axis, most;
    };
    for (const auto& [dtype, shape, axis, most] : std::vector<Rows>{{KILN_FLOAT32, {700}, 0, 2},
                                                                    {KILN_UINT8, {3, 5, 7}, 1, 4},
                                                                    {KILN_COMPLEX128, {9, 2}, 0, 9},
                                                                    {KILN_INT16, {2, 3}, 1, 300},
                                                                    {KILN_FLOAT64, {1, 4, 3}, 2, 1},
                                                                    {KILN_BOOL, {5, 40}, 0, 3}}) {
      if (base::needs_float64(dtype) && !context.properties().has_float64) continue;
      INFO(base::dtype_name(dtype) << ' ' << layout::shape_text(shape) << " along axis " << axis);
      const auto array = random_bytes(context, dtype, shape, random);
      std::vector<std::int32_t> counts;
      for (std::int64_t i = 0; i < shape[std::size_t(axis)]; ++i)
        counts.push_back(i == 1 ? std::int32_t(most) : std::int32_t(random() % std::uint64_t(most + 1)));
      const auto repeats = array::empty(context, KILN_INT32, Dims{std::int64_t(counts.size())}, "test");
      array::write(*repeats, counts.data(), nullptr, "test");
      const auto got = array::repeat_each(*array, *repeats, axis, nullptr, "test");
      const auto into = random_bytes(context, dtype, got->shape(), random);
      CHECK(array::repeat_each(*array, *repeats, axis, into.get(), "test").get() == into.get());
      Dims longer = got->shape();
      ++longer[std::size_t(axis)];
      const auto other = random_bytes(context, dtype, longer, random);
      const auto before = host_of(*other).elements;
      CHECK_THROWS_AS(array::repeat_each(*array, *repeats, axis, other.get(), "test"), base::Error);
      CHECK(host_of(*other).elements == before);
      const Few many(context, false);
      const auto want = array::repeat_each(*array, *repeats, axis, nullptr, "test");
      CHECK(host_of(*got).elements == host_of(*want).elements);
      CHECK(host_of(*into).elements == host_of(*want).elements);
    }
  });
}
