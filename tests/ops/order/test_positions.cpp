// SPDX-License-Identifier: Apache-2.0
// Destinations of positions and counts hold all that there may be, or are refused before anything is done.
#include "../support/order_support.hpp"
#include "array/fold/reduce.hpp"
#include "array/index/index.hpp"
#include "array/order/sort.hpp"
#include "array/random/random.hpp"
#include "kiln/reduce.h"

namespace kiln::test {
namespace {

void check_refused(const std::function<void()>& call, DType dtype, std::int64_t greatest) {
  try {
    call();
    FAIL("no error for " << base::dtype_name(dtype));
  } catch (const backend::Error& error) {
    CHECK(error.status() == KILN_TYPE_ERROR);
    CHECK(error.message() == "test: a destination is " + std::string(base::dtype_name(dtype)) +
                                 ", which does not hold all integers from 0 to " + std::to_string(greatest));
  }
}

}  // namespace

TEST_CASE("destinations that do not hold all positions or counts are refused", "[index]") {
  runtime::Context& context = test::context(devices()[0]);
  constexpr std::int64_t kCount = 300;
  Values values;
  for (std::int64_t i = 0; i < kCount; ++i) values.push_back(double(i));
  const auto array = upload(context, KILN_FLOAT32, {kCount}, values);
  const auto into = [&](DType dtype, const Dims& shape) {
    return array::full(context, dtype, shape, Scalar::integer(KILN_INT64, 7), "test");
  };
  const array::ReduceAxes all;
  const auto generator = array::RandomGenerator::create(context, 1);
  for (const DType dtype : {KILN_INT8, KILN_UINT8, KILN_BFLOAT16, KILN_BOOL}) {
    const auto whole = into(dtype, {kCount}), one = into(dtype, {}), few = into(dtype, {2});
    check_refused([&] { array::argsort(*array, 0, false, whole.get(), "test"); }, dtype, kCount - 1);
    check_refused([&] { array::searchsorted(*array, *array, false, whole.get(), "test"); }, dtype, kCount);
    check_refused(
        [&] {
          Ref<Array> found, places = few;
          array::topk(*array, 2, 0, true, &found, &places, "test");
        },
        dtype, kCount - 1);
    check_refused(
        [&] {
          Array* const each[] = {whole.get()};
          array::nonzero(*array, each, "test");
        },
        dtype, kCount - 1);
    for (const int op : {int(KILN_REDUCE_ARGMAX), int(KILN_REDUCE_ARGMIN)})
      check_refused([&] { array::reduce(*array, op, all, KILN_DTYPE_AUTO, 0, one.get(), "test"); }, dtype, kCount - 1);
    check_refused([&] { array::reduce(*array, KILN_REDUCE_COUNT_NONZERO, all, KILN_DTYPE_AUTO, 0, one.get(), "test"); },
                  dtype, kCount);
    check_refused([&] { generator->permutation(kCount, whole.get(), "test"); }, dtype, kCount - 1);
    check_refused([&] { generator->choice(kCount, 2, true, nullptr, few.get(), "test"); }, dtype, kCount - 1);
    // Nothing was written, and no number was drawn.
    CHECK(download(*few) == Values(2, dtype == KILN_BOOL ? 1 : 7));
    CHECK(generator->counter() == 0);
  }
  const Dims distinct{kCount};
  const auto counts = into(KILN_INT8, distinct);
  Array* const four[] = {nullptr, nullptr, nullptr, counts.get()};
  check_refused([&] { array::unique(*array, false, false, true, four, "test"); }, KILN_INT8, kCount);
  const auto places = into(KILN_INT16, {kCount}), place = into(KILN_FLOAT16, {});
  // A simulator sorts for long; it does in other tests.
  if (!brief()) CHECK(download(*array::argsort(*array, 0, false, places.get(), "test")) == values);
  CHECK(download(*array::reduce(*array, KILN_REDUCE_ARGMAX, all, KILN_DTYPE_AUTO, 0, place.get(), "test")) ==
        Values{kCount - 1});
}

}  // namespace kiln::test
