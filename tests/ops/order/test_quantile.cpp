// SPDX-License-Identifier: Apache-2.0
// Quantiles of rows of every length in both kernel shapes: what sorting the rows gives.
#include "../support/order_support.hpp"
#include "../support/place_support.hpp"
#include "array/index/index_rows.hpp"
#include "array/order/sort.hpp"
#include "array/order/sort_run.hpp"
#include "codegen/order/sort.hpp"

using namespace kiln;
using namespace kiln::test;
using array::Array;
using array::Dims;
using base::DType;
using layout::Layout;

namespace {

// 64-bit counts of the digits of keys, of a row at a time.
struct Long : Tuned {
  Long(runtime::Context& context, bool all)
      : Tuned(context, [&](codegen::Tuning& numbers) {
          numbers.sort.wide_counts = all;
          if (all) numbers.sort.counted_rows = 1;
        }) {}
};

// Compilers may contract a product and a sum. Of zeros the sign is not fixed.
void near(const Values& got, const Values& want, DType dtype, double greatest) {
  const double digit = dtype == KILN_FLOAT64   ? 0x1p-52
                       : dtype == KILN_FLOAT32 ? 0x1p-23
                       : dtype == KILN_FLOAT16 ? 0x1p-10
                                               : 0x1p-7;
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!same(got[i], want[i]) && !(std::abs(got[i] - want[i]) <= digit * greatest))
      FAIL("at " << i << ": " << got[i] << ", want " << want[i]);
}
double greatest_of(DType dtype) { return base::is_float(dtype) ? 2 : 200; }

}  // namespace

TEST_CASE("quantiles of long rows, whole and in parts", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    for (const codegen::Traits& traits : both_shapes(context))
      for (int dtype = KILN_BOOL; dtype <= KILN_FLOAT64; ++dtype)
        for (const Dims& shape : {Dims{3, 2049}, Dims{2, 40000}, Dims{400, 100}}) {
          const auto d = DType(dtype);
          if (base::needs_float64(d) && !context.properties().has_float64) continue;
          // Few dtypes in the usual run; a simulator takes minutes for more.
          if (!test::many() && d != KILN_BOOL && d != KILN_FLOAT32 && d != KILN_FLOAT64) continue;
          if (small() && (d != KILN_FLOAT32 || shape[1] != 2049)) continue;
          const auto n = std::size_t(shape[1]);
          INFO(base::dtype_name(d) << ' ' << layout::shape_text(shape) << " on " << device << ", cpu " << traits.cpu);
          Values values = some_values(d, product(shape), 6);
          if (base::is_float(d)) {
            // Every other key differs from its kind in its last digits only.
            const double step = d == KILN_FLOAT64 ? 0x1p-52 : d == KILN_FLOAT32 ? 0x1p-23 : 0x1p-7;
            const std::size_t steps = step < 0x1p-20 ? 4096 : 64;
            for (std::size_t i = 0; i < values.size(); i += 2) values[i] = 1 + double(i * 37 % steps) * step;
            values[1] = HUGE_VAL;
            values[2] = -HUGE_VAL;
            values[3] = -0.0;
            values[n + 5] = NAN;  // of the second row
          } else {
            for (std::size_t i = n; i < 2 * n; ++i) values[i] = 1;  // all equal but one
            values[2 * n - 1] = 0;
          }
          const auto array = upload(context, d, shape, values);
          for (const double q : {0.0, 0.25, 0.5, 1 / 3.0, 1.0})
            for (const bool wide : {false, true}) {
              if (wide && !test::many() && d != KILN_FLOAT32) continue;
              const Few many(context, false);
              const Long counts(context, wide);
              const auto got = array::quantile(*array, q, 1, false, nullptr, "test", &traits);
              Values want;
              for (std::size_t row = 0; row < std::size_t(shape[0]); ++row) {
                Values sorted(values.begin() + std::ptrdiff_t(row * n), values.begin() + std::ptrdiff_t((row + 1) * n));
                const bool nan = std::any_of(sorted.begin(), sorted.end(), [](double x) { return x != x; });
                if (nan) {
                  want.push_back(NAN);
                  continue;
                }
                std::sort(sorted.begin(), sorted.end());
                const double place = double(n - 1) * q, low = std::floor(place), t = place - low;
                const double x = sorted[std::size_t(low)], y = sorted[std::min(std::size_t(low) + 1, n - 1)];
                want.push_back(t == 0 || x == y ? x : x * (1 - t) + y * t);
              }
              // What is no mean of two is exact.
              const double place = double(n - 1) * q;
              near(download(*got), want, got->dtype(), place == std::floor(place) ? 0 : greatest_of(d));
            }
        }
  }
}

TEST_CASE("quantiles of rows that groups rank, or that one sorts, are those of longer ones", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    for (const codegen::Traits& traits : both_shapes(context)) {
      if (traits.cpu) continue;
      const auto most = std::int64_t(codegen::sort_sizes(traits, {}).row);
      for (int dtype = KILN_BOOL; dtype <= KILN_FLOAT64; ++dtype)
        for (const Dims& shape : {Dims{1, most}, Dims{5, 1}, Dims{300, 7}, Dims{3, 100}, Dims{9, 33}}) {
          if (base::needs_float64(DType(dtype)) && !context.properties().has_float64) continue;
          // A dtype of each kind and size in the usual run.
          if (!test::many() && dtype != KILN_BOOL && dtype != KILN_INT16 && dtype != KILN_FLOAT32 &&
              dtype != KILN_FLOAT64)
            continue;
          if (small() && (dtype != KILN_FLOAT32 || shape[0] != 9)) continue;
          INFO(base::dtype_name(DType(dtype)) << ' ' << layout::shape_text(shape) << " on " << device);
          Values values = some_values(DType(dtype), product(shape), 5);
          if (base::is_float(DType(dtype))) {
            values.front() = HUGE_VAL;
            values.back() = shape[1] > 1 ? -HUGE_VAL : NAN;
            if (shape[0] > 3) values[values.size() / 2] = NAN;
          }
          const auto array = upload(context, DType(dtype), shape, values);
          for (const double q : {0.0, 0.3, 0.5, 1.0})
            for (const std::int64_t axis : {std::int64_t{0}, std::int64_t{1}, std::int64_t{KILN_AXIS_NONE}}) {
              codegen::Traits alone = traits;
              alone.compute_units = 0;  // no groups for ranks
              const auto ranked = array::quantile(*array, q, axis, true, nullptr, "test", &traits);
              const auto got = array::quantile(*array, q, axis, true, nullptr, "test", &alone);
              const Few many(context, false);
              const auto want = array::quantile(*array, q, axis, true, nullptr, "test", &traits);
              REQUIRE(got->shape() == want->shape());
              REQUIRE(got->dtype() == want->dtype());
              INFO("q " << q << " axis " << axis);
              near(download(*got), download(*want), got->dtype(), greatest_of(DType(dtype)));
              near(download(*ranked), download(*want), got->dtype(), greatest_of(DType(dtype)));
            }
          if (shape[0] == 9) {  // over what is read
            const auto want = array::quantile(*array, 0.5, 1, false, nullptr, "test", &traits);
            if (want->dtype() == array->dtype()) {
              Layout first{want->shape(), Dims{std::int64_t(array->itemsize())}, array->layout().offset};
              Array over(array->buffer_ref(), array->dtype(), first, true);
              array::quantile(*array, 0.5, 1, false, &over, "test", &traits);
              CHECK(host_of(over).elements == host_of(*want).elements);
            }
          }
        }
    }
  }
}

TEST_CASE("the first of long rows, picked before they are sorted", "[sort]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    for (const codegen::Traits& traits : both_shapes(context))
      for (const DType dtype : {KILN_FLOAT32, KILN_INT8, KILN_UINT64, KILN_FLOAT16, KILN_BOOL}) {
        if (!array::has_dtype(context, dtype)) continue;
        // Compilers for CPUs take seconds for the kernels of a dtype.
        if (!test::many() && dtype != KILN_FLOAT32 && (!traits.cpu || dtype != KILN_INT8)) continue;
        const Dims shape{3, 40000};  // parts of rows
        const std::int64_t keep = 5003;
        if (small() && dtype != KILN_FLOAT32) continue;
        INFO(base::dtype_name(dtype) << " on " << device << (traits.cpu ? " in chunks" : " in groups"));
        Values values = some_values(dtype, product(shape), 31);
        if (base::is_float(dtype))  // equal ones, zeros of both signs, NaNs
          for (std::size_t i = 0; i < values.size(); i += 3) values[i] = i % 2 ? 0.0 : i % 5 ? -0.0 : i % 7 ? 1.5 : NAN;
        const auto array = upload(context, dtype, shape, values);
        for (const bool largest : {false, true}) {
          Ref<Array> got[2], want[2], alone;
          {
            const Tuned never(context, [&](codegen::Tuning& numbers) { numbers.sort.pick_least = INT64_MAX; });
            array::topk(*array, keep, 1, largest, &want[0], &want[1], "test", &traits);
          }
          const Tuned always(context, [&](codegen::Tuning& numbers) { numbers.sort.pick_least = 1000; });
          array::topk(*array, keep, 1, largest, &got[0], &got[1], "test", &traits);
          array::topk(*array, keep, 1, largest, nullptr, &alone, "test", &traits);
          CHECK(host_of(*got[0]).elements == host_of(*want[0]).elements);
          CHECK(host_of(*got[1]).elements == host_of(*want[1]).elements);
          CHECK(host_of(*alone).elements == host_of(*want[1]).elements);
        }
      }
  }
}
