// SPDX-License-Identifier: Apache-2.0
// Of few elements one launch finds those that hold. It gives what the launches for many elements give, to the
// bit, whatever the elements are: zeros of both signs, NaNs, bytes of a bool that are neither 0 nor 1.
#include <kiln/reduce.h>
#include <kiln/sort.h>

#include "../support/order_support.hpp"
#include "../support/place_support.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/parts.hpp"
#include "array/fold/caller_scan.hpp"
#include "array/index/index.hpp"
#include "array/index/index_true.hpp"
#include "array/order/sort.hpp"
#include "codegen/order/sort.hpp"

using namespace kiln;
using namespace kiln::test;
using array::Array;
using array::Dims;
using base::DType;
using base::Ref;

namespace {

// Half of the bytes random, the others such as zeros, infinities and NaNs are made of; elements come again.
Ref<Array> odd_elements(runtime::Context& context, DType dtype, std::int64_t n, Random& random) {
  const std::size_t item = base::dtype_size(dtype);
  std::string bytes;
  for (std::int64_t i = 0; i < n; ++i) {
    if (i > 2 && random() % 4 == 0) {
      bytes += bytes.substr(std::size_t(random() % std::uint64_t(i)) * item, item);
    } else {
      const bool odd = random() % 2;
      for (std::size_t b = 0; b < item; ++b)
        bytes += odd ? char("\x00\x00\x00\x80\x7f\xff\x7c\xf0\xfc\x01"[random() % 10]) : char(random());
      if (random() % 8 == 0) bytes.replace(bytes.size() - item, item, std::string(item, '\0'));
      if (random() % 8 == 0) bytes.replace(bytes.size() - item, item, std::string(item - 1, '\0') + '\x80');
    }
  }
  const auto out = array::empty(context, dtype, Dims{n}, "test");
  array::write(*out, bytes.data(), nullptr, "test");
  return out;
}

// What sorting does not tell apart moves as it lies: bytes are compared.
void equal(const Array& one, const Array& other) {
  REQUIRE(one.shape() == other.shape());
  CHECK(host_of(one).elements == host_of(other).elements);
}

// Kernels of a dtype take compilers for CPUs seconds: the usual run has some there.
bool compiles(const runtime::Context& context, DType dtype) {
  return test::many() || context.properties().info.kind != backend::DeviceKind::cpu || dtype == KILN_BOOL ||
         dtype == KILN_FLOAT16 || dtype == KILN_UINT64 || dtype == KILN_COMPLEX64;
}

}  // namespace

TEST_CASE("few elements that hold are those that hold among many", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    for (int dtype = KILN_BOOL; dtype <= KILN_COMPLEX128; ++dtype)
      for (const std::int64_t n : {1, small() ? 40 : 255, 4096}) {
        if (!test::many() && n == 255 && dtype != KILN_FLOAT16) continue;
        if (!compiles(context, DType(dtype))) continue;
        // A simulator takes minutes for more.
        if (small() && (n != 40 || dtype != KILN_FLOAT16)) continue;
        if (base::needs_float64(DType(dtype)) && !context.properties().has_float64) continue;
        INFO(base::dtype_name(DType(dtype)) << ", " << n << " elements");
        const auto elements = odd_elements(context, DType(dtype), n, random);
        REQUIRE(array::TrueElements::few(*elements));
        const auto mask = random_bytes(context, KILN_BOOL, Dims{n}, random);
        const auto found = array::nonzero(*elements, {}, "test");
        const auto packed = array::compress(*elements, *mask, nullptr, "test");
        // Into arrays: the right ones, and one of another extent, which is not touched.
        const auto room = [&](const Array& like) { return random_bytes(context, like.dtype(), like.shape(), random); };
        const auto found_into = room(*found[0]), packed_into = room(*packed);
        Array* const founds[] = {found_into.get()};
        array::nonzero(*elements, founds, "test");
        CHECK(array::compress(*elements, *mask, packed_into.get(), "test").get() == packed_into.get());
        equal(*found[0], *found_into);
        equal(*packed, *packed_into);
        const auto kinds = array::unique(*elements, true, false, true, {}, "test", nullptr),
                   values = array::unique(*elements, false, false, false, {}, "test", nullptr);
        const auto values_into = room(*values.values);
        Array* const uniques[] = {values_into.get(), nullptr, nullptr, nullptr};
        array::unique(*elements, false, false, false, uniques, "test", nullptr);
        equal(*values.values, *values_into);
        const auto other = random_bytes(context, DType(dtype), Dims{n + 1}, random),
                   places = random_bytes(context, KILN_INT64, Dims{n + 1}, random);
        const Host before = host_of(*other), places_before = host_of(*places);
        Array *const others[] = {other.get(), nullptr, nullptr, nullptr}, *const wrong[] = {places.get()};
        CHECK_THROWS_AS(array::compress(*elements, *mask, other.get(), "test"), base::Error);
        CHECK_THROWS_AS(array::unique(*elements, false, false, false, others, "test", nullptr), base::Error);
        CHECK_THROWS_AS(array::nonzero(*elements, wrong, "test"), base::Error);
        CHECK(host_of(*other).elements == before.elements);
        CHECK(host_of(*places).elements == places_before.elements);
        const Few many(context, false);
        REQUIRE(!array::TrueElements::few(*elements));
        equal(*found[0], *array::nonzero(*elements, {}, "test")[0]);
        equal(*packed, *array::compress(*elements, *mask, nullptr, "test"));
        if (small() && !context.properties().short_loops) continue;  // a simulator sorts for half a minute
        const auto want = array::unique(*elements, true, false, true, {}, "test", nullptr);
        equal(*kinds.values, *want.values);
        equal(*kinds.indices, *want.indices);
        equal(*kinds.counts, *want.counts);
        equal(*values.values, *want.values);
      }
  });
}

TEST_CASE("few runs of keys are reduced as many are", "[scan]") {
  everywhere([](runtime::Context& context, Random& random) {
    for (int dtype = KILN_BOOL; dtype <= KILN_COMPLEX128; ++dtype)
      for (const std::int64_t n : {std::int64_t{1}, std::int64_t{255}, std::int64_t{4096}}) {
        if (!compiles(context, DType(dtype)) || (!test::many() && n == 255 && dtype != KILN_FLOAT16)) continue;
        if (small() && (n != 255 || dtype != KILN_FLOAT16)) continue;
        if (base::needs_float64(DType(dtype)) && !context.properties().has_float64) continue;
        INFO(base::dtype_name(DType(dtype)) << ", " << n << " elements");
        const auto keys = odd_elements(context, DType(dtype), n, random);
        const auto some = upload(context, KILN_FLOAT32, Dims{n}, some_values(KILN_FLOAT32, std::size_t(n), 1));
        for (const int op : {int(KILN_REDUCE_SUM), int(KILN_REDUCE_MEAN)}) {
          const auto runs = array::reduce_by_key(*keys, *some, op, 0, nullptr, nullptr, "test");
          const Few many(context, false);
          const auto want = array::reduce_by_key(*keys, *some, op, 0, nullptr, nullptr, "test");
          equal(*runs.keys, *want.keys);
          equal(*runs.values, *want.values);
        }
      }
  });
}

TEST_CASE("many values among few sorted elements are found as among many", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    for (codegen::Traits traits : both_shapes(context)) {
      if (traits.cpu) continue;
      Random random(19);
      for (const DType dtype : {KILN_BOOL, KILN_FLOAT32, KILN_INT64})
        for (const std::int64_t n : {std::int64_t{1}, std::int64_t{7}, std::int64_t{200}}) {
          if (small() && (n != 7 || dtype != KILN_FLOAT32)) continue;
          INFO(base::dtype_name(dtype) << ", " << n << " elements on " << device);
          const auto elements = odd_elements(context, dtype, 2 * n, random);
          const auto sorted = array::sort(*elements, 0, false, nullptr, "test", &traits);
          const auto item = std::int64_t(elements->itemsize());
          const auto apart = array::view(*sorted, {Dims{n}, Dims{2 * item}, sorted->layout().offset}, false);
          // Not as few as those that are compared with each element.
          const std::int64_t count = small() ? 333 : 33001;
          const auto values = odd_elements(context, dtype, count, random);
          const auto all = [&] {
            std::vector<Ref<Array>> out;
            for (const bool flag : {false, true}) {
              out.push_back(array::searchsorted(*apart, *values, flag, nullptr, "test", &traits));
              out.push_back(array::isin(*values, *apart, flag, nullptr, "test", &traits));
            }
            return out;
          };
          const auto got = all();
          const Few many(context, false);
          const auto want = all();
          for (std::size_t i = 0; i < got.size(); ++i) {
            INFO("result " << i);
            equal(*got[i], *want[i]);
          }
        }
    }
  }
}

TEST_CASE("distinct elements that fall on one slot of a hash table, few and many of a kind", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    for (const codegen::Traits& traits : both_shapes(context)) {
      const auto most = std::min<std::int64_t>(std::int64_t(codegen::sort_sizes(traits, {}).distinct), 2048);
      const std::int64_t n = small() ? 64 : most;
      // Multiples of the inverse of the table's multiplier, whose hashes have no high bits; every second one,
      // the first and the last are the same. And one kind alone.
      std::uint32_t inverse = 1, multiplier = 2654435769u;
      for (int i = 0; i < 5; ++i) inverse *= 2 - multiplier * inverse;
      REQUIRE(multiplier * inverse == 1);
      for (const bool alone : {false, true}) {
        INFO(n << " elements on " << device << (alone ? ", all the same" : ", one slot"));
        std::vector<std::uint32_t> elements;
        for (std::int64_t i = 0; i < n; ++i)
          elements.push_back(alone ? ~0u : i % 2 || i + 1 == n ? 0 : std::uint32_t(n - i) * inverse);
        auto kinds = elements;
        std::ranges::sort(kinds);
        kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
        const auto source = array::from_host(context, KILN_UINT32, Dims{n}, nullptr, KILN_UINT32, elements.data());
        const auto got = array::unique(*source, true, true, true, {}, "test", &traits);
        Values first, counts, which;
        for (const std::uint32_t kind : kinds) {
          first.push_back(double(std::ranges::find(elements, kind) - elements.begin()));
          counts.push_back(double(std::ranges::count(elements, kind)));
        }
        for (const std::uint32_t element : elements)
          which.push_back(double(std::ranges::lower_bound(kinds, element) - kinds.begin()));
        CHECK(download(*got.values) == Values(kinds.begin(), kinds.end()));
        CHECK(download(*got.indices) == first);
        CHECK(download(*got.inverse) == which);
        CHECK(download(*got.counts) == counts);
      }
    }
  }
}

TEST_CASE("sets of few elements, and words beside few keys, are those of many", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    for (codegen::Traits traits : both_shapes(context)) {
      Random random(17);
      const auto row = std::int64_t(codegen::sort_sizes(traits, {}).distinct), most = std::min<std::int64_t>(row, 300);
      for (int dtype = KILN_BOOL; dtype <= KILN_FLOAT64; ++dtype)
        for (const std::int64_t n : {std::int64_t{1}, most / 2 - 7, most}) {
          if (base::needs_float64(DType(dtype)) && !context.properties().has_float64) continue;
          if (!many() && n < most && dtype != KILN_FLOAT32 && dtype != KILN_UINT8) continue;
          if (traits.cpu && !many() && dtype != KILN_BOOL && dtype != KILN_INT16 && dtype != KILN_FLOAT32 &&
              dtype != KILN_FLOAT64)
            continue;
          if (small() && (n != most || dtype != KILN_FLOAT32)) continue;
          // One of each width, and of each kind.
          if (table_has_it(context) && (dtype == KILN_INT8 || dtype == KILN_UINT16 || dtype == KILN_UINT32 ||
                                        dtype == KILN_INT64 || dtype == KILN_BFLOAT16))
            continue;
          INFO(base::dtype_name(DType(dtype)) << ", " << n << " elements on " << device);
          const auto elements = odd_elements(context, DType(dtype), n, random);
          const std::int64_t half = n / 2;
          const Array first(elements->buffer_ref(), DType(dtype),
                            layout::c_layout(Dims{half}, elements->itemsize(), "test"), false);
          const auto second = array::view(*elements, array::part(elements->layout(), 0, half, n - half), false);
          std::vector<Ref<Array>> got, want;
          const auto all = [&](std::vector<Ref<Array>>& out) {
            const auto made = array::unique(*elements, true, true, true, {}, "test", &traits);
            out = {made.values, made.indices, made.inverse, made.counts};
            for (int op = KILN_SET_UNION; op <= KILN_SET_SYMMETRIC_DIFFERENCE; ++op)
              out.push_back(array::set_of(first, *second, op, nullptr, "test", &traits));
            for (const bool invert : {false, true})
              out.push_back(array::isin(first, *second, invert, nullptr, "test", &traits));
          };
          all(got);
          {
            const Few many(context, false);
            all(want);
          }
          for (std::size_t i = 0; i < got.size(); ++i) {
            INFO("result " << i);
            equal(*got[i], *want[i]);
          }
          const auto none = array::empty(context, DType(dtype), Dims{0, 2}, "test");
          equal(*array::set_of(*elements, *none, KILN_SET_SYMMETRIC_DIFFERENCE, nullptr, "test", &traits), *want[0]);
          equal(*array::set_of(*none, *elements, KILN_SET_UNION, nullptr, "test", &traits), *want[0]);
          CHECK(array::set_of(*none, *elements, KILN_SET_DIFFERENCE, nullptr, "test", &traits)->size() == 0);
          // Into arrays of the right extent, of another, and into the source itself.
          for (int op = KILN_SET_UNION; op <= KILN_SET_SYMMETRIC_DIFFERENCE; ++op) {
            const Array& like = *want[4 + std::size_t(op)];
            const auto into = random_bytes(context, like.dtype(), like.shape(), random),
                       other = random_bytes(context, like.dtype(), Dims{like.size() + 1}, random);
            CHECK(array::set_of(first, *second, op, into.get(), "test", &traits).get() == into.get());
            equal(*into, like);
            const auto before = host_of(*other).elements;
            CHECK_THROWS_AS(array::set_of(first, *second, op, other.get(), "test", &traits), base::Error);
            CHECK(host_of(*other).elements == before);
          }
          if (traits.cpu) continue;  // there, keys and words go the way of many
          for (const DType words :
               {KILN_UINT8, KILN_FLOAT16, KILN_INT32, KILN_INT64, KILN_COMPLEX64, KILN_COMPLEX128}) {
            if (base::needs_float64(words) && !context.properties().has_float64) continue;
            if (table_has_it(context) && dtype != KILN_FLOAT32 && words != KILN_UINT8 && words != KILN_INT64) continue;
            const auto values = random_bytes(context, words, Dims{n}, random);
            const auto places = array::argsort(*elements, 0, false, nullptr, "test", &traits);
            const auto keys = array::sort(*elements, 0, false, nullptr, "test", &traits);
            const auto moved = array::take_along_axis(*values, *places, 0, nullptr, "test");
            Array* nowhere[2] = {};
            const auto made = array::sort_by_key(*elements, *values, 0, false, true, true, nowhere, "test", &traits);
            equal(*made.keys, *keys);
            equal(*made.values, *moved);
            const auto copied = array::copy(*elements, KILN_ORDER_C, "test");
            Array* const over[] = {copied.get(), values.get()};  // what is read
            array::sort_by_key(*copied, *values, 0, false, true, true, over, "test", &traits);
            equal(*copied, *keys);
            equal(*values, *moved);
          }
        }
    }
  }
}
