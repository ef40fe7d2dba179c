// SPDX-License-Identifier: Apache-2.0
// Scans of expressions in both kernel shapes against plain loops on the host: an operator that does not
// commute, in integers, so that every result is exact.
#include "array/fold/caller_scan.hpp"

#include "../support/order_support.hpp"
#include "array/elementwise/elementwise.hpp"
#include "codegen/fold/caller_scan.hpp"
#include "codegen/tuning/tuning.hpp"

using namespace kiln;
using namespace kiln::test;
using array::Scan;
using array::ScanOptions;
using layout::Index;

namespace {

// Maps x -> a x + b, the left one first.
constexpr const char* kIdentity = "a = 1; b = 0";
constexpr const char* kCombine = "b = b*a_ + b_; a = a*a_";

Ref<Scan> affine(runtime::Context& context) {
  return Scan::create(context, {kIdentity, "a = int64(x); b = int64(y) + 3*index()", kCombine, "r = b; s = a + n"},
                      {"x", "y"}, "test");
}

std::vector<std::int64_t> whole(const Array& array) {
  std::vector<std::int64_t> out(std::size_t(array.size()));
  array::read_as(array, KILN_INT64, out.data(), "test");
  return out;
}

struct Affine {
  std::vector<std::int64_t> r, s;
};
Affine reference(const Dims& shape, const std::vector<std::int64_t>& x, const std::vector<std::int64_t>& y,
                 std::size_t axis, const ScanOptions& options) {
  Affine out{std::vector<std::int64_t>(x.size()), std::vector<std::int64_t>(x.size())};
  for (auto line : lines(shape, axis)) {
    const std::size_t n = line.size();
    std::uint64_t a = 1, b = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t place = options.reverse ? n - 1 - i : i, at = line[place];
      const auto put = [&] {
        out.r[at] = std::int64_t(b);
        out.s[at] = std::int64_t(a + n);
      };
      if (options.exclusive) put();
      b = b * std::uint64_t(x[at]) + std::uint64_t(y[at]) + 3 * place;
      a = a * std::uint64_t(x[at]);
      if (!options.exclusive) put();
    }
  }
  return out;
}

// Odd factors, so that products do not vanish.
Values factors(std::size_t count, std::uint64_t seed) {
  Values out = some_values(KILN_INT32, count, seed);
  for (double& value : out) value = 2 * value + 1;
  return out;
}

void check(Scan& scan, const Array& x, const Array& y, const ScanOptions& options, Array* r = nullptr,
           Array* s = nullptr) {
  const std::vector<std::int64_t> xs = whole(x), ys = whole(y);
  const auto axis = std::size_t(options.axis < 0 ? options.axis + std::int64_t(x.shape().size()) : options.axis);
  Affine want = reference(x.shape(), xs, ys, axis, options);
  Ref<Array> outputs[] = {Ref<Array>(r), Ref<Array>(s)};
  const int dtypes[] = {-1, -1};
  const Array* inputs[] = {&x, &y};
  scan.call(inputs, options, outputs, dtypes, "test");
  std::vector<std::int64_t>* wants[] = {&want.r, &want.s};
  for (int k = 0; k < 2; ++k) {
    CHECK(outputs[k]->shape() == x.shape());
    if (outputs[k]->dtype() == KILN_INT32)
      for (std::int64_t& value : *wants[k]) value = std::int32_t(value);
    const std::vector<std::int64_t> got = whole(*outputs[k]);
    const auto at = std::mismatch(got.begin(), got.end(), wants[k]->begin(), wants[k]->end()).first;
    if (at != got.end())
      FAIL("result " << k << " of " << layout::shape_text(x.shape()) << " axis " << options.axis << " exclusive "
                     << options.exclusive << " reverse " << options.reverse << " cpu " << options.traits->cpu << " on "
                     << x.context().device() << ": element " << at - got.begin() << " is " << *at << ", want "
                     << (*wants[k])[std::size_t(at - got.begin())]);
  }
}

}  // namespace

TEST_CASE("scans of one's own: every extent, axis and option", "[scan]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const auto scan = affine(context);
    const std::vector<Dims> shapes = small() ? std::vector<Dims>{{5, 40, 3}, {700}, {70, 20}}
                                             : std::vector<Dims>{{1},     {7},       {300, 5},  {5, 300},   {40000, 1},
                                                                 {50021}, {3, 5011}, {5011, 3}, {700, 170}, {33, 7, 9}};
    for (const Dims& shape : shapes) {
      const auto x = upload(context, KILN_INT32, shape, factors(product(shape), 3)),
                 y = upload(context, KILN_INT32, shape, some_values(KILN_INT32, product(shape), 4));
      for (const auto& traits : both_shapes(context))
        for (std::int64_t axis = 0; axis < std::int64_t(shape.size()); ++axis)
          for (int bits = 0; bits < 4; ++bits)
            check(*scan, *x, *y, {axis, (bits & 1) != 0, (bits & 2) != 0, -1, &traits});
    }
    // In one pass: of 16 bytes an item has 9 elements, and 16 tiles are a block; eight times as many in large
    // groups.
    const codegen::Traits once = in_one_pass(context);
    for (const Dims& shape : {Dims{small()                 ? 700
                                   : large_groups(context) ? 700000
                                                           : 12000},
                              Dims{2, small() ? 400 : 3011, 2}}) {
      const PlainBuild plain;
      const auto x = upload(context, KILN_INT32, shape, factors(product(shape), 9)),
                 y = upload(context, KILN_INT32, shape, some_values(KILN_INT32, product(shape), 10));
      for (int bits = 0; bits < 4; ++bits)
        check(*scan, *x, *y, {std::int64_t(shape.size()) / 2, (bits & 1) != 0, (bits & 2) != 0, -1, &once});
    }
    // Short rows, several to a group.
    for (const Dims& shape : {Dims{140, 20}, Dims{50, 20, 3}, Dims{1030, 31}}) {
      if (small() && shape[0] > 140) continue;
      const auto x = upload(context, KILN_INT32, shape, factors(product(shape), 7)),
                 y = upload(context, KILN_INT32, shape, some_values(KILN_INT32, product(shape), 8));
      for (auto traits : both_shapes(context)) {
        traits.compute_units = 1;
        for (int bits = 0; bits < 4; ++bits) check(*scan, *x, *y, {1, (bits & 1) != 0, (bits & 2) != 0, -1, &traits});
      }
    }
    // Many chunks before an item's own, joined by a launch in between.
    codegen::Tuning joins_early;
    joins_early.caller_scan.joined = 8;
    const Dims shape = small() ? Dims{1200, 8} : Dims{40011, 9};
    const auto x = upload(context, KILN_INT32, shape, factors(product(shape), 5)),
               y = upload(context, KILN_INT32, shape, some_values(KILN_INT32, product(shape), 6));
    for (auto traits : both_shapes(context)) {
      traits.tuning = &joins_early;
      for (int bits = 0; bits < 4; ++bits) check(*scan, *x, *y, {0, (bits & 1) != 0, (bits & 2) != 0, -1, &traits});
    }
  }
}

TEST_CASE("scans of one's own of views, into views and in place", "[scan]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const auto scan = affine(context);
    const Dims shape{6, 80, 5};
    for (const auto& traits : both_shapes(context)) {
      const auto base = upload(context, KILN_INT32, shape, factors(2400, 8));
      const Index steps[] = {{Index::Kind::slice, INT64_MIN, INT64_MIN, -2},
                             {Index::Kind::slice, 1, 79, 3},
                             {Index::Kind::slice, 4, 1, -1}};
      const auto odd = array::view(*base, layout::index(base->layout(), steps, "test"), true);
      const auto turned = array::view(*odd, layout::transpose(odd->layout(), Dims{2, 0, 1}, "test"), true);
      const auto plain = array::copy(*turned, KILN_ORDER_C, "test");
      for (std::int64_t axis = 0; axis < 3; ++axis) {
        const ScanOptions options{axis, axis == 1, axis == 2, -1, &traits};
        check(*scan, *turned, *plain, options);
        check(*scan, *turned, *turned, options);
        // In place, of other strides, and where other elements are read.
        const auto x = array::copy(*plain, KILN_ORDER_C, "test"), y = array::copy(*plain, KILN_ORDER_C, "test");
        check(*scan, *x, *y, options, x.get());
        const auto both = array::copy(*base, KILN_ORDER_C, "test");
        const auto there = array::view(*both, odd->layout(), true);
        const auto flipped = array::view(*there, layout::flip(there->layout(), Dims{}, true, "test"), true);
        check(*scan, *there, *array::copy(*there, KILN_ORDER_C, "test"), options, nullptr, flipped.get());
      }
      // Results of other dtypes; a broadcast input; more axes than kernels have loops.
      const auto ones = upload(context, KILN_INT32, Dims{1}, {1});
      const auto wide = array::view(*ones, layout::broadcast_to(ones->layout(), Dims{40, 3}, "test"), false);
      const auto some = upload(context, KILN_INT32, Dims{40, 3}, some_values(KILN_INT32, 120, 1));
      check(*scan, *wide, *some, {0, false, false, -1, &traits},
            array::empty(context, KILN_FLOAT32, Dims{40, 3}, "test").get());
      const Dims many_axes{3, 2, 3, 2, 4, 2, 3};
      const auto large = upload(context, KILN_INT32, many_axes, factors(864, 2));
      std::vector<Index> every_other(7, Index{Index::Kind::slice, 0, INT64_MIN, 2});
      every_other[3] = every_other[5] = {Index::Kind::slice, INT64_MIN, INT64_MIN, -1};
      const auto apart = array::view(*large, layout::index(large->layout(), every_other, "test"), true);
      check(*scan, *apart, *array::copy(*apart, KILN_ORDER_C, "test"), {4, false, true, -1, &traits}, apart.get());
      // Flattened: places count in C order of the broadcast shape.
      const Array* inputs[] = {odd.get(), ones.get()};
      Ref<Array> outputs[2];
      const int dtypes[] = {-1, -1};
      scan->call(inputs, {KILN_AXIS_NONE, false, false, -1, &traits}, outputs, dtypes, "test");
      const std::int64_t size = odd->size();
      CHECK(outputs[0]->shape() == Dims{size});
      CHECK(whole(*outputs[0]) ==
            reference(Dims{size}, whole(*odd), std::vector<std::int64_t>(std::size_t(size), 1), 0, {}).r);
    }
  }
}

TEST_CASE("scans of one's own of accumulators of several kinds, and of nothing", "[scan]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    // The place of the last element above 1 and how many there are, in float16: accumulated in float32.
    const auto scan = Scan::create(context,
                                   {"found = false; place = -1; z = complex(0, 0); s = 0",
                                    "found = x > 1; place = x > 1 ? index() : -1; z = complex(x, 2*x); s = x",
                                    "place = found_ ? place_ : place; found = found || found_; z = z + z_; s = s + s_",
                                    "p = place; f = found; im = imag(z); t = s"},
                                   {"x"}, "test");
    const Values values = some_values(KILN_FLOAT32, 900, 5);
    for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT16}) {
      const auto x = upload(context, dtype, Dims{900}, values);
      auto kinds = both_shapes(context);
      kinds.push_back(in_one_pass(context));
      for (const auto& traits : kinds) {
        Ref<Array> outputs[4];
        const int dtypes[] = {-1, -1, -1, KILN_FLOAT16};
        const Array* inputs[] = {x.get()};
        scan->call(inputs, {0, false, false, -1, &traits}, outputs, dtypes, "test");
        const Values places = download(*outputs[0]), found = download(*outputs[1]), twice = download(*outputs[2]),
                     sums = download(*outputs[3]);
        double last = -1, sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
          if (values[i] > 1) last = double(i);
          sum += values[i];
          const bool right = places[i] == last && found[i] == double(last >= 0) && twice[i] == 2 * sum &&
                             sums[i] == Scalar::real(KILN_FLOAT64, sum).cast(KILN_FLOAT16).cast(KILN_FLOAT64).re;
          if (!right)
            FAIL("element " << i << ": " << places[i] << ", " << found[i] << ", " << twice[i] << ", " << sums[i]
                            << ", want " << last << ", " << sum);
        }
      }
    }
    const auto none = array::empty(context, KILN_FLOAT32, Dims{3, 0}, "test");
    const auto number = upload(context, KILN_FLOAT32, {}, {5});
    for (const auto& [input, shape] : {std::pair(none, Dims{3, 0}), {number, Dims{1}}}) {
      Ref<Array> outputs[4];
      const int dtypes[] = {-1, -1, -1, -1};
      const Array* inputs[] = {input.get()};
      scan->call(inputs, {-1}, outputs, dtypes, "test");
      CHECK(outputs[3]->shape() == shape);
    }
  }
}
