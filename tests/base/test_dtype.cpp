// SPDX-License-Identifier: Apache-2.0
// Names, sizes, the whole promotion table, and conversions of single values.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "base/checked.hpp"
#include "base/dtype.hpp"
#include "base/flags/flags.hpp"
#include "base/half.hpp"
#include "catch.hpp"
#include "check_error.hpp"

using namespace kiln::base;

namespace {

DType dtype(int index) { return static_cast<DType>(index); }
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("dtype names and sizes") {
  const std::size_t sizes[] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
  for (int i = 0; i < kDTypeCount; ++i) {
    CHECK(is_dtype(i));
    CHECK(dtype_size(dtype(i)) == sizes[i]);
    CHECK(dtype_from_name(dtype_name(dtype(i))) == dtype(i));
  }
  CHECK_FALSE(is_dtype(-1));
  for (int wrong : {kDTypeCount, static_cast<int>(KILN_FLOATX)}) {
    CHECK_FALSE(is_dtype(wrong));
    CHECK(dtype_size(dtype(wrong)) == 0);
    CHECK(dtype_name(dtype(wrong)) == nullptr);
  }
  for (const auto& [word, meant] : {std::pair{"float", "float32"},
                                    {"double", "float64"},
                                    {"half", "float16"},
                                    {"int", "int32"},
                                    {"long", "int64"},
                                    {"uchar", "uint8"}})
    CHECK_ERROR(dtype_from_name(word), KILN_TYPE_ERROR,
                std::string("unknown dtype '") + word + "', did you mean '" + meant + "'?");
  CHECK_ERROR(dtype_from_name("complex"), KILN_TYPE_ERROR, "did you mean 'complex64' or 'complex128'?");
  CHECK_ERROR(dtype_from_name("flaot32"), KILN_TYPE_ERROR, "did you mean 'float32'?");
  CHECK_ERROR(dtype_from_name("quaternion"), KILN_TYPE_ERROR, "expected one of bool, int8");
  CHECK_ERROR(dtype_from_name(""), KILN_TYPE_ERROR, "unknown dtype ''");
}

TEST_CASE("floatX follows its flag") {
  setenv("KILNRC", "/dev/null", 1);
  setenv("KILN_FLAGS", "floatX=float64", 1);
  Flags::reload();
  CHECK(dtype_from_name("floatX") == KILN_FLOAT64);
  Flags::set("floatX", "float16");
  CHECK(dtype_from_name("floatX") == KILN_FLOAT16);
  unsetenv("KILN_FLAGS");
  Flags::reload();
  CHECK(dtype_from_name("floatX") == KILN_FLOAT32);
}

TEST_CASE("promotion is the Array API's table, and Kiln's rules where it has none") {
  // Columns as rows: b i1 i2 i4 i8 u1 u2 u4 u8 e g f d F D, numbered as kiln_dtype.
  constexpr int b = 0, i1 = 1, i2 = 2, i4 = 3, i8 = 4, u1 = 5, u2 = 6, u4 = 7, u8 = 8;
  constexpr int e = 9, g = 10, f = 11, d = 12, F = 13, D = 14;
  const int table[kDTypeCount][kDTypeCount] = {
      {b, i1, i2, i4, i8, u1, u2, u4, u8, e, g, f, d, F, D},  {i1, i1, i2, i4, i8, i2, i4, i8, d, e, g, f, d, F, D},
      {i2, i2, i2, i4, i8, i2, i4, i8, d, e, g, f, d, F, D},  {i4, i4, i4, i4, i8, i4, i4, i8, d, e, g, f, d, F, D},
      {i8, i8, i8, i8, i8, i8, i8, i8, d, e, g, f, d, F, D},  {u1, i2, i2, i4, i8, u1, u2, u4, u8, e, g, f, d, F, D},
      {u2, i4, i4, i4, i8, u2, u2, u4, u8, e, g, f, d, F, D}, {u4, i8, i8, i8, i8, u4, u4, u4, u8, e, g, f, d, F, D},
      {u8, d, d, d, d, u8, u8, u8, u8, e, g, f, d, F, D},     {e, e, e, e, e, e, e, e, e, e, f, f, d, F, D},
      {g, g, g, g, g, g, g, g, g, f, g, f, d, F, D},          {f, f, f, f, f, f, f, f, f, f, f, f, d, F, D},
      {d, d, d, d, d, d, d, d, d, d, d, d, d, D, D},          {F, F, F, F, F, F, F, F, F, F, F, F, D, F, D},
      {D, D, D, D, D, D, D, D, D, D, D, D, D, D, D},
  };
  for (int a = 0; a < kDTypeCount; ++a) {
    for (int c = 0; c < kDTypeCount; ++c) {
      INFO(dtype_name(dtype(a)) << " with " << dtype_name(dtype(c)));
      CHECK(promote(dtype(a), dtype(c)) == dtype(table[a][c]));
      CHECK(promote(dtype(a), dtype(c)) == promote(dtype(c), dtype(a)));
    }
  }
}

TEST_CASE("integers wrap") {
  CHECK(Scalar::integer(KILN_INT64, 300).cast(KILN_UINT8) == Scalar::natural(KILN_UINT8, 44));
  CHECK(Scalar::integer(KILN_INT64, 200).cast(KILN_INT8).i == -56);
  CHECK(Scalar::integer(KILN_INT8, -1).cast(KILN_UINT64).u == std::numeric_limits<std::uint64_t>::max());
  CHECK(Scalar::natural(KILN_UINT64, std::uint64_t{1} << 63).cast(KILN_INT64).i ==
        std::numeric_limits<std::int64_t>::min());
  CHECK(Scalar::natural(KILN_UINT32, 0x80000000u).cast(KILN_INT32).i == std::numeric_limits<std::int32_t>::min());
  CHECK(Scalar::natural(KILN_UINT8, 0x1FF).u == 0xFF);
  CHECK(Scalar::boolean(true).cast(KILN_INT16).i == 1);
  CHECK(Scalar::boolean(true).cast(KILN_FLOAT32).re == 1);
}

TEST_CASE("floats to integers truncate and saturate, NaN gives 0") {
  const auto cast = [](double value, DType to) { return Scalar::real(KILN_FLOAT64, value).cast(to); };
  CHECK(cast(-2.9, KILN_INT32).i == -2);
  CHECK(cast(2.9, KILN_UINT8).u == 2);
  CHECK(cast(-0.9, KILN_UINT8).u == 0);
  CHECK(cast(127.9, KILN_INT8).i == 127);
  CHECK(cast(-128.9, KILN_INT8).i == -128);
  CHECK(cast(-129, KILN_INT8).i == -128);
  for (int i = KILN_INT8; i <= KILN_INT64; ++i) {
    const unsigned bits = static_cast<unsigned>(dtype_size(dtype(i))) * 8;
    const std::int64_t largest = std::numeric_limits<std::int64_t>::max() >> (64 - bits);
    for (double huge : {std::ldexp(1.0, static_cast<int>(bits) - 1), 1e30, kInfinity}) {
      CHECK(cast(huge, dtype(i)).i == largest);
      CHECK(cast(-huge, dtype(i)).i == -largest - 1);
    }
    CHECK(cast(kNaN, dtype(i)).i == 0);
  }
  for (int i = KILN_UINT8; i <= KILN_UINT64; ++i) {
    const unsigned bits = static_cast<unsigned>(dtype_size(dtype(i))) * 8;
    for (double huge : {std::ldexp(1.0, static_cast<int>(bits)), 1e30, kInfinity}) {
      CHECK(cast(huge, dtype(i)).u == std::numeric_limits<std::uint64_t>::max() >> (64 - bits));
      CHECK(cast(-huge, dtype(i)).u == 0);
    }
    CHECK(cast(kNaN, dtype(i)).u == 0);
  }
  CHECK(cast(18446744073709549568.0, KILN_UINT64).u == 18446744073709549568u);
}

TEST_CASE("to bool is != 0") {
  CHECK(Scalar::real(KILN_FLOAT32, kNaN).cast(KILN_BOOL) == Scalar::boolean(true));
  CHECK(Scalar::real(KILN_FLOAT32, -0.0).cast(KILN_BOOL) == Scalar::boolean(false));
  CHECK(Scalar::real(KILN_FLOAT64, 0.25).cast(KILN_BOOL) == Scalar::boolean(true));
  CHECK(Scalar::complex(KILN_COMPLEX64, {0, 1}).cast(KILN_BOOL) == Scalar::boolean(true));
  CHECK(Scalar::integer(KILN_INT64, std::int64_t{1} << 40).cast(KILN_BOOL) == Scalar::boolean(true));
}

TEST_CASE("floats are rounded to their dtype") {
  CHECK(Scalar::real(KILN_FLOAT32, 0.1).re == static_cast<double>(0.1f));
  CHECK(Scalar::real(KILN_FLOAT16, 1.0 / 3).re == half_to_float(double_to_half(1.0 / 3)));
  CHECK(Scalar::real(KILN_BFLOAT16, 1.0 / 3).re == bfloat16_to_float(double_to_bfloat16(1.0 / 3)));
  CHECK(Scalar::real(KILN_FLOAT16, 1e6).re == kInfinity);
  CHECK(Scalar::real(KILN_FLOAT32, 1e300).re == kInfinity);
  CHECK(Scalar::complex(KILN_COMPLEX64, {0.1, 0.2}).im == static_cast<double>(0.2f));
  CHECK(Scalar::complex(KILN_COMPLEX128, {1, 2}).cast(KILN_FLOAT64) == Scalar::real(KILN_FLOAT64, 1));
  CHECK(Scalar::complex(KILN_COMPLEX128, {1.5, 2}).cast(KILN_INT32) == Scalar::integer(KILN_INT32, 1));
  CHECK(Scalar::real(KILN_FLOAT64, 3).cast(KILN_COMPLEX64) == Scalar::complex(KILN_COMPLEX64, {3, 0}));
}

TEST_CASE("integers are rounded to floats once") {
  const std::uint64_t values[] = {0,
                                  1,
                                  (1u << 24) + 1,
                                  (std::uint64_t{1} << 53) + 1,
                                  (std::uint64_t{1} << 54) + (std::uint64_t{1} << 30) + 1,
                                  (std::uint64_t{1} << 60) + (std::uint64_t{1} << 36) + 1,
                                  ~std::uint64_t{0},
                                  0x8000008000000001u};
  for (std::uint64_t value : values) {
    const Scalar natural = Scalar::natural(KILN_UINT64, value);
    CHECK(natural.cast(KILN_FLOAT32).re == static_cast<double>(static_cast<float>(value)));
    CHECK(natural.cast(KILN_FLOAT64).re == static_cast<double>(value));
    const auto integer = static_cast<std::int64_t>(value);
    CHECK(Scalar::integer(KILN_INT64, integer).cast(KILN_FLOAT32).re ==
          static_cast<double>(static_cast<float>(integer)));
    CHECK(Scalar::integer(KILN_INT64, integer).cast(KILN_FLOAT64).re == static_cast<double>(integer));
  }
  // Just above a tie of bfloat16: a detour through double would make it the tie, which goes down.
  const std::int64_t above_tie = (std::int64_t{1} << 62) + (std::int64_t{1} << 54) + 1;
  CHECK(Scalar::integer(KILN_INT64, above_tie).cast(KILN_BFLOAT16).re == 0x1.02p62);
  CHECK(Scalar::integer(KILN_INT64, above_tie - 1).cast(KILN_BFLOAT16).re == 0x1p62);
  CHECK(Scalar::integer(KILN_INT64, -above_tie).cast(KILN_BFLOAT16).re == -0x1.02p62);
  CHECK(Scalar::integer(KILN_INT32, 65520).cast(KILN_FLOAT16).re == kInfinity);
}

TEST_CASE("load and store keep every element") {
  for (int i = 0; i < kDTypeCount; ++i) {
    const std::size_t size = dtype_size(dtype(i));
    for (int pattern = 0; pattern < 256; ++pattern) {
      unsigned char element[16], copy[17];
      for (std::size_t k = 0; k < size; ++k) element[k] = static_cast<unsigned char>(pattern * (k + 1) + 3 * k);
      if (i == KILN_BOOL) element[0] = pattern & 1;
      std::memset(copy, 0xA5, sizeof copy);
      const Scalar value = Scalar::load(dtype(i), element);
      if (std::isnan(value.re) || std::isnan(value.im)) continue;
      value.store(copy);
      INFO(dtype_name(dtype(i)) << " pattern " << pattern);
      CHECK(std::memcmp(element, copy, size) == 0);
      CHECK(copy[size] == 0xA5);
      CHECK(value == Scalar::load(dtype(i), copy));
      CHECK(value.cast(dtype(i)) == value);
    }
  }
  const unsigned char two = 2;
  CHECK(Scalar::load(KILN_BOOL, &two) == Scalar::boolean(true));
  CHECK_ERROR(Scalar::load(KILN_FLOATX, &two), KILN_TYPE_ERROR, "expected a dtype");
  CHECK_ERROR(Scalar::boolean(true).cast(KILN_FLOATX), KILN_TYPE_ERROR, "expected a dtype");
}

TEST_CASE("equality looks at bits") {
  CHECK_FALSE(Scalar::real(KILN_FLOAT32, 0.0) == Scalar::real(KILN_FLOAT32, -0.0));
  CHECK(Scalar::real(KILN_FLOAT32, kNaN) == Scalar::real(KILN_FLOAT32, -kNaN));
  CHECK_FALSE(Scalar::real(KILN_FLOAT32, 1) == Scalar::real(KILN_FLOAT64, 1));
  CHECK_FALSE(Scalar::complex(KILN_COMPLEX64, {1, 0.0}) == Scalar::complex(KILN_COMPLEX64, {1, -0.0}));
  CHECK_FALSE(Scalar::integer(KILN_INT64, 1) == Scalar::integer(KILN_INT64, 2));
}

TEST_CASE("size arithmetic throws instead of wrapping") {
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  CHECK(checked_mul<std::int64_t>(largest / 2, 2, "test") == largest - 1);
  CHECK_ERROR(checked_mul<std::int64_t>(largest / 2 + 1, 2, "test"), KILN_OVERFLOW, "test:");
  CHECK(checked_add<std::int64_t>(largest - 1, 1, "test") == largest);
  CHECK_ERROR(checked_add<std::int64_t>(largest, 1, "test"), KILN_OVERFLOW, "overflows");
}
