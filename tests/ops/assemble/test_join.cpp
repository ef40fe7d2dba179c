// SPDX-License-Identifier: Apache-2.0
// Arrays put together from others against plain loops on the host; the operation table has grids too.
#include "../support/index_support.hpp"
#include "../support/place_support.hpp"
#include "array/index/index_rows.hpp"
#include "plain_build.hpp"

using namespace kiln;
using namespace kiln::test;
using base::Scalar;

namespace {

// Runs with and without a destination; the destination has strides of its own.
void both(runtime::Context& context, DType dtype, Random& random, const Dims& shape,
          const std::function<Ref<Array>(Array*)>& run, const std::function<std::string(const Dims&)>& wanted) {
  expect(*run(nullptr), shape, wanted);
  const auto into = random_array(context, dtype, shape, random);
  CHECK(run(into.get()).get() == into.get());
  expect(*into, shape, wanted);
}

// Few elements in one launch, by either shape of its kernel, as many are, or as short rows are.
class Way {
 public:
  Way(runtime::Context& context, int way)
      : plain_(way == 0 || way == 3), tuned_(context, [&](codegen::Tuning& numbers) {
          numbers.index.few = way < 2;
          numbers.index.short_rows = way == 3;
          if (way != 2) numbers.index.cpu_shape = way == 1;
        }) {}

 private:
  const PlainBuild plain_;
  const Tuned tuned_;
};

std::int64_t modulo(std::int64_t a, std::int64_t n) { return ((a % n) + n) % n; }

}  // namespace

TEST_CASE("concat, stack and split", "[join]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    Random random(3);
    for (const DType dtype : dtypes_of(context)) {
      if (dtype != KILN_UINT32 && !test::many()) continue;  // the operation table has the others
      const Dims shapes[] = {Dims{2, 3, 4}, Dims{2, 1, 4}, Dims{2, 0, 4}, Dims{2, 5, 4}};
      std::vector<Ref<Array>> kept;
      std::vector<const Array*> arrays;
      std::vector<Host> hosts;
      for (const Dims& shape : shapes) {
        kept.push_back(dtype == KILN_UINT32 ? random_array(context, dtype, shape, random)
                                            : random_bytes(context, dtype, shape, random));
        arrays.push_back(kept.back().get());
        hosts.push_back(host_of(*kept.back()));
      }
      const auto joined = [&](const Dims& at) {
        Dims inside = at;
        std::size_t which = 0;
        while (inside[1] >= shapes[which][1]) inside[1] -= shapes[which++][1];
        return hosts[which].at(inside);
      };
      if (dtype != KILN_UINT32) {
        expect(*array::concat(arrays, 1, nullptr, "test"), Dims{2, 9, 4}, joined);
        continue;
      }
      both(
          context, dtype, random, Dims{2, 9, 4}, [&](Array* into) { return array::concat(arrays, -2, into, "test"); },
          joined);
      both(
          context, dtype, random, Dims{72},
          [&](Array* into) { return array::concat(arrays, KILN_AXIS_NONE, into, "test"); },
          [&](const Dims& at) {
            std::size_t i = std::size_t(at[0]), which = 0;
            while (i >= hosts[which].elements.size()) i -= hosts[which++].elements.size();
            return hosts[which].elements[i];
          });
      const Array* same[] = {arrays[0], arrays[0], arrays[0]};
      both(
          context, dtype, random, Dims{2, 3, 4, 3}, [&](Array* into) { return array::stack(same, -1, into, "test"); },
          [&](const Dims& at) {
            return hosts[0].at(Dims{at[0], at[1], at[2]});
          });
      // Contiguous ones in one launch, in both shapes of the kernel; more than it takes one by one.
      std::vector<Ref<Array>> packed;
      std::vector<const Array*> few, many;
      for (const Array* array : arrays) packed.push_back(array::copy(*array, KILN_ORDER_C, "test"));
      for (const auto& array : packed) few.push_back(array.get());
      for (int i = 0; i < 9; ++i) many.push_back(few[0]);
      for (const int shape : {0, 1}) {
        const ForcedShape forced(context, shape);
        expect(*array::concat(few, 1, nullptr, "test"), Dims{2, 9, 4}, joined);
        expect(*array::concat(std::span(few).first(2), 1, nullptr, "test"), Dims{2, 4, 4}, joined);
        for (const std::size_t count : {8, 9})
          expect(*array::stack(std::span(many).first(count), 1, nullptr, "test"), Dims{2, std::int64_t(count), 3, 4},
                 [&](const Dims& at) {
                   return hosts[0].at(Dims{at[0], at[2], at[3]});
                 });
      }
      const std::int64_t sizes[] = {3, 0, 1, 5};
      const auto whole = array::concat(arrays, 1, nullptr, "test");
      const auto pieces = array::split(*whole, 1, 4, sizes, "test");
      CHECK(&pieces[3]->buffer() == &whole->buffer());
      expect(*pieces[3], Dims{2, 5, 4}, [&](const Dims& at) { return hosts[3].at(at); });
      const auto equal = array::split(*whole, 1, 4, nullptr, "test");
      CHECK(equal[0]->shape() == Dims{2, 3, 4});
      CHECK(equal[3]->shape() == Dims{2, 2, 4});
    }
  }
}

TEST_CASE("many elements of each array in turn, in one launch", "[join]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    Random random(9);
    const std::int64_t n = small() ? 129 : 1429;
    for (const DType dtype : dtypes_of(context)) {
      if (dtype == KILN_BOOL) continue;
      if (small() && dtype != KILN_UINT8 && dtype != KILN_FLOAT32) continue;
      const std::size_t itemsize = base::dtype_size(dtype);
      std::vector<Ref<Array>> kept;
      std::vector<const Array*> arrays;
      std::vector<Host> hosts;
      for (int k = 0; k < 8; ++k) {
        kept.push_back(random_bytes(context, dtype, Dims{7, n}, random));
        arrays.push_back(kept.back().get());
        hosts.push_back(host_of(*kept.back()));
      }
      const Few of_many(context, false);
      for (std::size_t count = 2; count <= (itemsize == 4 ? 8 : 2); ++count) {
        INFO(device << " " << base::dtype_name(dtype) << " " << count);
        const auto extent = std::int64_t(count);
        const auto wanted = [&](const Dims& at) { return hosts[std::size_t(at[2])].at(Dims{at[0], at[1]}); };
        {
          const ForcedShape forced(context, 1);
          expect(*array::stack(std::span(arrays).first(count), -1, nullptr, "test"), Dims{7, n, extent}, wanted);
        }
        // Of the other shape one kernel writes any number of the same.
        for (const int shape : {0, 1}) {
          const ForcedShape forced(context, shape);
          expect(*array::repeat(*arrays[0], extent, 1, nullptr, "test"), Dims{7, n * extent}, [&](const Dims& at) {
            return hosts[0].at(Dims{at[0], at[1] / extent});
          });
        }
      }
    }
  }
}

TEST_CASE("short rows of several arrays in turn, in one launch of the GPU shape", "[join]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    Random random(11);
    const Way way(context, 3);
    struct Case {
      DType dtype;
      Dims widths;
    };
    for (const Case& of : std::vector<Case>{{KILN_FLOAT32, {2, 2}},  // words of 8 bytes
                                            {KILN_UINT8, {3, 1, 2}},
                                            {KILN_INT16, {8, 0, 16}},  // of 16
                                            {KILN_COMPLEX64, {1, 4, 2, 1, 1}}}) {
      INFO(device << " " << base::dtype_name(of.dtype));
      std::vector<Ref<Array>> kept;
      std::vector<const Array*> arrays;
      std::vector<Host> hosts;
      std::int64_t width = 0;
      for (const std::int64_t each : of.widths) {
        kept.push_back(random_bytes(context, of.dtype, Dims{701, each}, random));
        arrays.push_back(kept.back().get());
        hosts.push_back(host_of(*kept.back()));
        width += each;
      }
      expect(*array::concat(arrays, 1, nullptr, "test"), Dims{701, width}, [&](const Dims& at) {
        Dims inside = at;
        std::size_t which = 0;
        while (inside[1] >= of.widths[which]) inside[1] -= of.widths[which++];
        return hosts[which].at(inside);
      });
    }
  }
}

TEST_CASE("concat promotes, and may write over its operands", "[join]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const auto a = array::arange(context, KILN_INT32, 0, 6, 1), b = array::arange(context, KILN_FLOAT32, 6, 9, 1);
    const Array* arrays[] = {a.get(), b.get()};
    const auto mixed = array::concat(arrays, 0, nullptr, "test");
    CHECK(mixed->dtype() == KILN_FLOAT32);
    float got[9];
    array::read(*mixed, got, nullptr, "test");
    for (int i = 0; i < 9; ++i) CHECK(got[i] == float(i));
    // 2^24 + 1 is no float32: an int64 destination receives what the common dtype holds.
    const auto large = array::full(context, KILN_INT32, Dims{1}, Scalar::integer(KILN_INT32, (1 << 24) + 1), "test");
    const Array* two[] = {large.get(), b.get()};
    const auto wide = array::empty(context, KILN_INT64, Dims{4}, "test");
    array::concat(two, 0, wide.get(), "test");
    std::int64_t back[4];
    array::read(*wide, back, nullptr, "test");
    CHECK(back[0] == 1 << 24);
    CHECK(back[3] == 8);
    const auto tail = array::view(*a, {{3}, {4}, 12}, true), head = array::view(*a, {{3}, {4}, 0}, true);
    const Array* crossed[] = {tail.get(), head.get()};
    array::concat(crossed, 0, a.get(), "test");
    std::int32_t swapped[6];
    array::read(*a, swapped, nullptr, "test");
    for (int i = 0; i < 6; ++i) CHECK(swapped[i] == (i + 3) % 6);
  }
}

TEST_CASE("tile and repeat", "[join]") {
  const int way = GENERATE(0, 1, 2, 3);
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const Way forced(context, way);
    Random random(5);
    const DType dtype = KILN_UINT32;
    const Dims shape{3, 1, 5};
    const auto array = random_array(context, dtype, shape, random);
    const Host host = host_of(*array);
    for (const auto& repeats :
         std::vector<std::vector<std::int64_t>>{{2}, {2, 3, 4}, {2, 1, 3, 1}, {1, 1, 1}, {0, 2, 1}, {}}) {
      if (brief() && repeats.size() < 4 && repeats != std::vector<std::int64_t>{2, 3, 4}) continue;
      Dims times(repeats), source = shape, result;
      while (times.size() < 3) times.insert(0, 1);
      while (source.size() < times.size()) source.insert(0, 1);
      for (std::size_t d = 0; d < times.size(); ++d) result.push_back(source[d] * times[d]);
      both(
          context, dtype, random, result, [&](Array* into) { return array::tile(*array, repeats, into, "test"); },
          [&](const Dims& at) {
            Dims from;
            for (std::size_t d = times.size() - 3; d < times.size(); ++d) from.push_back(at[d] % source[d]);
            return host.at(from);
          });
    }
    for (std::int64_t axis = 0; axis < 3; ++axis)
      for (const std::int64_t repeats : {0, 1, 3, 40}) {
        if (brief() && (repeats < 3 || (repeats == 40 && axis > 0))) continue;
        Dims result = shape;
        result[std::size_t(axis)] *= repeats;
        both(
            context, dtype, random, result,
            [&](Array* into) { return array::repeat(*array, repeats, axis - 3, into, "test"); },
            [&](const Dims& at) {
              Dims from = at;
              from[std::size_t(axis)] /= repeats;
              return host.at(from);
            });
      }
    // As many axes as there may be: none can be divided.
    Dims ones(KILN_MAX_DIMS, 1), many(KILN_MAX_DIMS, 1);
    ones[3] = 2;
    ones[31] = 3;
    many[3] = 3;
    many[31] = 2;
    const auto deep = random_bytes(context, dtype, ones, random);
    const Host deep_host = host_of(*deep);
    Dims grown = ones;
    grown[3] = 6;
    grown[31] = 6;
    expect(*array::tile(*deep, many, nullptr, "test"), grown,
           [&](const Dims& at) { return deep_host.elements[std::size_t(at[3] % 2 * 3 + at[31] % 3)]; });
    grown = ones;
    grown[3] = 4;
    expect(*array::repeat(*deep, 2, 3, nullptr, "test"), grown,
           [&](const Dims& at) { return deep_host.elements[std::size_t(at[3] / 2 * 3 + at[31])]; });
  }
}

TEST_CASE("roll", "[join]") {
  const int way = GENERATE(0, 1, 2, 3);
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const Way forced(context, way);
    Random random(7);
    const Dims shape{3, 4, 5};
    const auto array = random_array(context, KILN_UINT32, shape, random);
    const Host host = host_of(*array);
    struct Case {
      std::vector<std::int64_t> shifts, axes;
    };
    for (const Case& c : {Case{{2}, {-1}}, Case{{-1, 7, INT64_MIN}, {0, 1, 2}}, Case{{3, 3}, {1, 1}}, Case{{0}, {0}}}) {
      std::int64_t by[3] = {};
      for (std::size_t i = 0; i < c.axes.size(); ++i) {
        const std::size_t at = std::size_t(modulo(c.axes[i], 3));
        by[at] += c.shifts[i] % shape[at];
      }
      both(
          context, KILN_UINT32, random, shape,
          [&](Array* into) { return array::roll(*array, c.shifts, c.axes.data(), into, "test"); },
          [&](const Dims& at) {
            return host.at(Dims{modulo(at[0] - by[0], 3), modulo(at[1] - by[1], 4), modulo(at[2] - by[2], 5)});
          });
    }
    const std::int64_t shift[] = {-7};
    both(
        context, KILN_UINT32, random, shape,
        [&](Array* into) { return array::roll(*array, shift, nullptr, into, "test"); },
        [&](const Dims& at) { return host.elements[std::size_t((at[0] * 20 + at[1] * 5 + at[2] + 7) % 60)]; });
    // Onto itself, and over more axes than are rolled at a time.
    const auto small = random_bytes(context, KILN_UINT32, Dims{2, 2, 2, 3, 2}, random);
    const Host before = host_of(*small);
    const std::int64_t ones[] = {1, 1, 1, 1, 1}, axes[] = {0, 1, 2, 3, 4};
    array::roll(*small, ones, axes, small.get(), "test");
    expect(*small, Dims{2, 2, 2, 3, 2}, [&](const Dims& at) {
      return before.at(Dims{1 - at[0], 1 - at[1], 1 - at[2], modulo(at[3] - 1, 3), 1 - at[4]});
    });
    const std::int64_t scalar = 4;
    const auto point = random_bytes(context, KILN_UINT32, Dims{}, random);
    const Host value = host_of(*point);
    expect(*array::roll(*point, {&scalar, 1}, nullptr, nullptr, "test"), Dims{},
           [&](const Dims&) { return value.elements[0]; });
  }
}

TEST_CASE("pad", "[join]") {
  const int way = GENERATE(0, 1, 2, 3);
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const Way forced(context, way);
    Random random(9);
    const auto wide = Scalar::integer(KILN_INT64, -2);
    for (const Dims& shape : {Dims{3, 4}, Dims{1, 2}}) {
      const auto array = random_array(context, KILN_INT32, shape, random);
      const Host host = host_of(*array);
      for (int mode = KILN_PAD_CONSTANT; mode <= KILN_PAD_SYMMETRIC; ++mode)
        for (const auto& widths : std::vector<std::vector<std::int64_t>>{{1, 2, 3, 0}, {0, 0, 0, 19}, {9, 7, 11, 12}}) {
          if (brief() && (widths[3] != (shape[0] == 1 ? 0 : 12) || (way + mode) % 2)) continue;
          const Dims result{shape[0] + widths[0] + widths[1], shape[1] + widths[2] + widths[3]};
          both(
              context, KILN_INT32, random, result,
              [&](Array* into) { return array::pad(*array, widths, mode, wide, into, "test"); },
              [&](const Dims& at) {
                Dims from;
                for (std::size_t d = 0; d < 2; ++d) {
                  const std::int64_t n = shape[d], i = at[d] - widths[2 * d];
                  if (mode == KILN_PAD_CONSTANT && (i < 0 || i >= n)) return std::string("\xfe\xff\xff\xff", 4);
                  const std::int64_t turn = n > 1 ? modulo(i, 2 * n - 2) : 0;
                  from.push_back(mode == KILN_PAD_WRAP        ? modulo(i, n)
                                 : mode == KILN_PAD_REFLECT   ? std::min(turn, std::abs(2 * n - 2 - turn))
                                 : mode == KILN_PAD_SYMMETRIC ? std::min(modulo(i, 2 * n), 2 * n - 1 - modulo(i, 2 * n))
                                                              : std::min(std::max<std::int64_t>(i, 0), n - 1));
                }
                return host.at(from);
              });
        }
    }
    const auto none = random_bytes(context, KILN_INT32, Dims{0, 2}, random);
    const std::int64_t widths[] = {1, 0, 1, 1};
    expect(*array::pad(*none, widths, KILN_PAD_CONSTANT, wide, nullptr, "test"), Dims{1, 4},
           [](const Dims&) { return std::string("\xfe\xff\xff\xff", 4); });
    refused(KILN_SHAPE_ERROR, "axis 0 of shape (0, 2) has no elements",
            [&] { array::pad(*none, widths, KILN_PAD_EDGE, wide, nullptr, "test"); });
  }
}

TEST_CASE("few elements of every width, along axes that stay and others", "[join]") {
  const int way = GENERATE(0, 1, 2, 3);
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const Way forced(context, way);
    Random random(13);
    for (const DType dtype : {KILN_UINT8, KILN_UINT16, KILN_UINT32, KILN_INT64, KILN_COMPLEX64, KILN_COMPLEX128}) {
      if (dtype == KILN_COMPLEX128 && !context.properties().has_float64) continue;
      if (brief() && dtype != KILN_UINT8 && dtype != KILN_UINT32 && dtype != KILN_COMPLEX64) continue;
      const Dims shape{2, 3, 5, 2, 2};
      const auto array = array::copy(*random_bytes(context, dtype, shape, random), KILN_ORDER_C, "test");
      const Host host = host_of(*array);
      const std::int64_t by[] = {2}, axes[] = {2};
      expect(*array::roll(*array, by, axes, nullptr, "test"), shape, [&](const Dims& at) {
        return host.at(Dims{at[0], at[1], modulo(at[2] - 2, 5), at[3], at[4]});
      });
      const std::int64_t widths[] = {0, 0, 0, 0, 1, 2, 0, 0, 0, 0};
      const auto value = Scalar::load(dtype, std::string(16, '\x55').data());
      expect(*array::pad(*array, widths, KILN_PAD_CONSTANT, value, nullptr, "test"), Dims{2, 3, 8, 2, 2},
             [&](const Dims& at) {
               if (at[2] < 1 || at[2] > 5) return std::string(base::dtype_size(dtype), '\x55');
               return host.at(Dims{at[0], at[1], at[2] - 1, at[3], at[4]});
             });
    }
  }
}

TEST_CASE("eye", "[join]") {
  const int way = GENERATE(1, 2);
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const Way forced(context, way);
    for (const DType dtype : {KILN_BOOL, KILN_FLOAT16, KILN_FLOAT32, KILN_COMPLEX64})
      for (const Dims& shape : {Dims{3, 5}, Dims{5, 3}, Dims{0, 2}, Dims{1, 1}})
        for (const std::int64_t k : {std::int64_t{0}, std::int64_t{-2}, std::int64_t{4}, INT64_MIN, INT64_MAX}) {
          std::string one(base::dtype_size(dtype), '\0');
          Scalar::integer(KILN_INT64, 1).cast(dtype).store(one.data());
          expect(*array::eye(context, dtype, shape[0], shape[1], k, nullptr, "test"), shape,
                 [&](const Dims& at) { return at[1] - at[0] == k ? one : std::string(one.size(), '\0'); });
        }
  }
}

TEST_CASE("triangles keep every bit", "[join]") {
  const int way = GENERATE(1, 2);
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const Way forced(context, way);
    Random random(11);
    for (const DType dtype : dtypes_of(context)) {
      if (dtype != KILN_UINT32 && !test::many()) continue;  // the operation table has the others
      const auto array = dtype == KILN_UINT32 ? random_array(context, dtype, Dims{2, 4, 5}, random)
                                              : random_bytes(context, dtype, Dims{2, 4, 5}, random);
      const Host host = host_of(*array);
      for (const std::int64_t k : {std::int64_t{0}, std::int64_t{-2}, std::int64_t{3}, INT64_MIN, INT64_MAX})
        for (const bool upper : {false, true})
          expect(*array::triangle(*array, upper, k, nullptr, "test"), Dims{2, 4, 5}, [&](const Dims& at) {
            const bool stays = upper ? at[2] - at[1] >= k : at[2] - at[1] <= k;
            return stays ? host.at(at) : std::string(base::dtype_size(dtype), '\0');
          });
      // In place.
      array::triangle(*array, true, 1, array.get(), "test");
      expect(*array, Dims{2, 4, 5},
             [&](const Dims& at) { return at[2] > at[1] ? host.at(at) : std::string(base::dtype_size(dtype), '\0'); });
    }
  }
}
