// SPDX-License-Identifier: Apache-2.0
// Creation on the device: every dtype, every source of values, the refusals.
#include <cmath>

#include "support.hpp"

using namespace kiln;
using namespace kiln::array;
using namespace kiln::test;

namespace {

// Elements of a dtype from small numbers that every dtype holds.
std::vector<std::byte> small_numbers(DType dtype, std::size_t count) {
  std::vector<std::byte> out(count * base::dtype_size(dtype));
  for (std::size_t i = 0; i < count; ++i) {
    Scalar::integer(KILN_INT64, static_cast<std::int64_t>(i % 100))
        .cast(dtype)
        .store(out.data() + i * base::dtype_size(dtype));
  }
  return out;
}

void check_scalars(const Array& array, const std::vector<Scalar>& expected) {
  std::vector<std::byte> got(array.bytes());
  read(array, got.data(), nullptr, "test");
  REQUIRE(expected.size() == static_cast<std::size_t>(array.size()));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto value = Scalar::load(array.dtype(), got.data() + i * array.itemsize());
    CAPTURE(base::dtype_name(array.dtype()), i, value.i, value.re, value.im, expected[i].i, expected[i].re);
    REQUIRE(value == expected[i]);
  }
}

}  // namespace

TEST_CASE("empty and full for every dtype") {
  for (const auto& context : contexts()) {
    for (auto dtype : dtypes(*context)) {
      const auto array = empty(*context, dtype, Dims{2, 3}, "op");
      CHECK(array->dtype() == dtype);
      CHECK(array->shape() == Dims{2, 3});
      CHECK(array->c_contiguous());
      CHECK(array->writable());
      const auto value = Scalar::complex(KILN_COMPLEX128, {2.5, -1.5});
      check_scalars(*full(*context, dtype, Dims{3, 5}, value, "op"), std::vector<Scalar>(15, value.cast(dtype)));
      check_scalars(*full(*context, dtype, Dims{}, value, "op"), {value.cast(dtype)});
      CHECK(full(*context, dtype, Dims{0, 5}, value, "op")->size() == 0);
    }
  }
}

TEST_CASE("creation refuses bad shapes and dtypes") {
  auto& context = *contexts()[0];
  check_error(KILN_SHAPE_ERROR, "op: got a negative extent", [&] { empty(context, KILN_INT8, Dims{-1}, "op"); });
  check_error(KILN_OVERFLOW, "op: shape", [&] { empty(context, KILN_FLOAT32, Dims{INT64_MAX / 2}, "op"); });
  check_error(KILN_TYPE_ERROR, "dtype number 77", [&] { empty(context, static_cast<DType>(77), Dims{1}, "op"); });
  check_error(KILN_OUT_OF_MEMORY, "", [&] { empty(context, KILN_INT8, Dims{std::int64_t{1} << 60}, "op"); });
}

TEST_CASE("arange") {
  for (const auto& context : contexts()) {
    const auto check = [&](DType dtype, double start, double stop, double step, std::size_t count) {
      const auto array = arange(*context, dtype, start, stop, step);
      std::vector<Scalar> expected;
      for (std::size_t i = 0; i < count; ++i) {
        expected.push_back(Scalar::real(KILN_FLOAT64, start + static_cast<double>(i) * step).cast(dtype));
      }
      check_scalars(*array, expected);
    };
    for (auto dtype : {KILN_INT8, KILN_INT32, KILN_UINT64, KILN_FLOAT16, KILN_BFLOAT16, KILN_COMPLEX64}) {
      check(dtype, 3, 90, 7, 13);
    }
    check(KILN_INT32, 10, -10, -3, 7);
    check(KILN_INT64, 0, 100000, 1, 100000);
    check(KILN_INT16, 0, 5, 0.75, 7);
    // Beyond what doubles tell apart.
    std::vector<Scalar> whole, high;
    for (std::int64_t i = 0; i < 6; ++i) whole.push_back(Scalar::integer(KILN_INT64, (std::int64_t{1} << 53) + i));
    for (std::uint64_t i = 0; i < 4; ++i)
      high.push_back(Scalar::natural(KILN_UINT64, (std::uint64_t{1} << 63) + 1025 * i));
    check_scalars(*arange(*context, KILN_INT64, 0x1p53, 0x1p53 + 6, 1), whole);
    check_scalars(*arange(*context, KILN_UINT64, 0x1p63, 0x1p63 + 4096, 1025), high);
    check(KILN_FLOAT32, 1, 1, 1, 0);
    check(KILN_FLOAT32, 1, 0, 1, 0);
    if (context->properties().has_float64) check(KILN_FLOAT64, 0, 1, 0.1, 10);
    check_error(KILN_INVALID_ARGUMENT, "array.arange: ", [&] { arange(*context, KILN_FLOAT32, 0, 1, 0); });
    check_error(KILN_INVALID_ARGUMENT, "finite", [&] { arange(*context, KILN_FLOAT32, 0, NAN, 1); });
    check_error(KILN_OVERFLOW, "elements", [&] { arange(*context, KILN_FLOAT32, 0, 1e300, 1); });
    check_error(KILN_TYPE_ERROR, "bool", [&] { arange(*context, KILN_BOOL, 0, 1, 1); });
    // The last number counts, not where it ends; numbers go towards 0.
    check(KILN_INT8, 126, 128, 1, 2);
    check(KILN_INT8, -128, -129.5, -0.75, 2);
    check(KILN_UINT16, 0, 65536, 65535, 2);
    struct Beyond {
      DType dtype;
      double start, stop, step;
    };
    const Beyond beyond[] = {
        {KILN_INT8, 0, 129, 1}, {KILN_INT8, -129, 0, 1}, {KILN_UINT8, 3, -2, -1}, {KILN_UINT16, 0, 65537, 1}};
    for (const Beyond& b : beyond)
      check_error(KILN_OVERFLOW, "which " + std::string(base::dtype_name(b.dtype)) + " does not hold",
                  [&] { arange(*context, b.dtype, b.start, b.stop, b.step); });
  }
}

TEST_CASE("from_host: every dtype, strided memory, conversion") {
  for (const auto& context : contexts()) {
    for (auto dtype : dtypes(*context)) {
      const auto data = small_numbers(dtype, 12);
      const auto itemsize = static_cast<std::int64_t>(base::dtype_size(dtype));
      const auto at = [&](std::size_t i) {
        return Scalar::load(dtype, data.data() + i * static_cast<std::size_t>(itemsize));
      };
      std::vector<Scalar> rows, reversed, converted;
      for (std::size_t i = 0; i < 12; ++i) {
        rows.push_back(at(i));
        reversed.push_back(at(11 - i % 4 * 3 - i / 4));  // (3, 4) of a (4, 3) transposed and flipped
        converted.push_back(at(i).cast(KILN_FLOAT32));
      }
      check_scalars(*from_host(*context, dtype, Dims{3, 4}, nullptr, dtype, data.data()), rows);
      const Dims strides{-itemsize, -3 * itemsize};
      check_scalars(*from_host(*context, dtype, Dims{3, 4}, &strides, dtype, data.data() + 11 * itemsize), reversed);
      check_scalars(*from_host(*context, KILN_FLOAT32, Dims{12}, nullptr, dtype, data.data()), converted);
    }
    CHECK(from_host(*context, KILN_INT8, Dims{0}, nullptr, KILN_INT8, nullptr)->size() == 0);
    CHECK(from_host(*context, KILN_INT8, Dims{0}, nullptr, KILN_FLOAT32, nullptr)->size() == 0);
    const float one = 1;
    check_scalars(*from_host(*context, KILN_FLOAT16, Dims{}, nullptr, KILN_FLOAT32, &one),
                  {Scalar::real(KILN_FLOAT16, 1)});
    check_error(KILN_INVALID_ARGUMENT, "array.from_host: the host pointer is NULL",
                [&] { from_host(*context, KILN_INT8, Dims{1}, nullptr, KILN_INT8, nullptr); });
    const Dims wrong{1, 1};
    check_error(KILN_INVALID_ARGUMENT, "2 host strides",
                [&] { from_host(*context, KILN_FLOAT32, Dims{1}, &wrong, KILN_FLOAT32, &one); });
  }
}

TEST_CASE("from_buffer checks the layout and knows what may be written") {
  auto& context = *contexts()[0];
  const auto buffer = context.allocate(64);
  CHECK(from_buffer(buffer, KILN_INT32, {Dims{4, 4}, Dims{16, 4}, 0})->writable());
  CHECK(from_buffer(buffer, KILN_INT32, {Dims{4, 4}, Dims{4, 16}, 0})->writable());
  CHECK_FALSE(from_buffer(buffer, KILN_INT32, {Dims{4, 4}, Dims{0, 4}, 0})->writable());
  CHECK_FALSE(from_buffer(buffer, KILN_INT32, {Dims{3, 3}, Dims{4, 4}, 0})->writable());
  const auto constant = context.allocate(64);
  constant->make_read_only();
  CHECK_FALSE(from_buffer(constant, KILN_INT32, {Dims{4}, Dims{4}, 0})->writable());
  check_error(KILN_INVALID_ARGUMENT, "array.from_buffer: shape (17,)", [&] {
    from_buffer(buffer, KILN_INT32, {Dims{17}, Dims{4}, 0});
  });
  check_error(KILN_INVALID_ARGUMENT, "offset", [&] { from_buffer(buffer, KILN_INT32, {Dims{1}, Dims{4}, 2}); });
  const auto array = from_buffer(buffer, KILN_INT32, {Dims{4}, Dims{0}, 0});
  check_error(KILN_READ_ONLY, "op: the array of shape (4,) is read-only, because broadcasting (a stride of 0)",
              [&] { check_writable(*array, "op"); });
  check_error(KILN_READ_ONLY, "op: the array of shape (4,) is read-only, because its buffer is", [&] {
    check_writable(*from_buffer(constant, KILN_INT32, {Dims{4}, Dims{4}, 0}), "op");
  });
  check_error(KILN_READ_ONLY,
              "op: the array of shape (1,) is read-only, because it is a view of an array that broadcasting", [&] {
                check_writable(*view(*array, {Dims{1}, Dims{4}, 0}, true), "op");
              });
}

TEST_CASE("views share the buffer and never gain the right to write") {
  auto& context = *contexts()[0];
  const auto array = empty(context, KILN_FLOAT32, Dims{3, 1}, "op");
  const auto same = view(*array, array->layout(), true);
  CHECK(&same->buffer() == &array->buffer());
  CHECK(same->writable());
  const auto wide = view(*array, layout::broadcast_to(array->layout(), Dims{3, 4}, "op"), false);
  CHECK_FALSE(wide->writable());
  CHECK_FALSE(view(*wide, array->layout(), true)->writable());
  CHECK_FALSE(array::reshape(*wide, Dims{1, 3, 4}, KILN_COPY_NEVER)->writable());
  check_error(KILN_OVERFLOW, "array.view", [&] {
    view(*array, layout::broadcast_to(array->layout(), Dims{INT64_MAX / 4, 3, 1}, "op"), false);
  });
}
