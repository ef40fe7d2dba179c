// SPDX-License-Identifier: Apache-2.0
// Host conversions against Scalar::cast for all pairs of dtypes, and strided host copies against a naive
// loop.
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "array/host/host_elements.hpp"
#include "catch.hpp"
#include "layout/layout.hpp"

using namespace kiln;
using array::convert_elements;
using base::DType;
using base::Scalar;
using layout::Dims;

namespace {

// Random bits, ordinary numbers and the edges of ranges, as elements of a dtype.
std::vector<std::byte> sample(DType dtype, std::mt19937_64& random) {
  const double edges[] = {0,      -0.0,   1,        -1,        0.5,     127,   128,        -128,      -129,
                          255,    256,    32767.5,  -32769,    65535,   65536, 0x1p31,     -0x1p31,   0x1p32,
                          0x1p53, 0x1p63, -0x1p63,  0x1p64,    -0x1p64, 1e30,  -1e30,      1e300,     65504,
                          65520,  NAN,    INFINITY, -INFINITY, 0.1,     -2.75, 1.00390625, 1.01171875};
  const auto size = base::dtype_size(dtype);
  std::vector<std::byte> out;
  const auto push = [&](const Scalar& value) {
    out.resize(out.size() + size);
    value.store(out.data() + out.size() - size);
  };
  for (double edge : edges) {
    push(Scalar::real(KILN_FLOAT64, edge).cast(dtype));
    push(Scalar::complex(KILN_COMPLEX128, {edge, 3.0}).cast(dtype));
    push(Scalar::complex(KILN_COMPLEX128, {0.0, edge}).cast(dtype));
  }
  for (int shift = 0; shift < 64; ++shift) {
    push(Scalar::integer(KILN_INT64, static_cast<std::int64_t>(random() >> shift)).cast(dtype));
    push(Scalar::integer(KILN_INT64, -static_cast<std::int64_t>(random() >> shift >> 1)).cast(dtype));
  }
  // Where a second rounding would show: just above a tie of bfloat16, by less than a double keeps.
  push(Scalar::integer(KILN_INT64, (std::int64_t{0x101} << 54) + 1).cast(dtype));
  push(Scalar::natural(KILN_UINT64, (std::uint64_t{0x101} << 55) + 1).cast(dtype));
  for (int i = 0; i < 1500; ++i) {
    std::byte bits[16];
    for (auto& b : bits) b = static_cast<std::byte>(random());
    push(Scalar::load(dtype, bits));
  }
  return out;
}

}  // namespace

TEST_CASE("conversion is Scalar::cast for every pair of dtypes") {
  std::mt19937_64 random(11);
  for (int f = 0; f < base::kDTypeCount; ++f) {
    const auto from = static_cast<DType>(f);
    const auto source = sample(from, random);
    const auto count = source.size() / base::dtype_size(from);
    for (int t = 0; t < base::kDTypeCount; ++t) {
      const auto to = static_cast<DType>(t);
      // Begins at an odd address: host memory promises no alignment.
      std::vector<std::byte> memory(count * base::dtype_size(to) + 1), input(source.size() + 1);
      std::memcpy(input.data() + 1, source.data(), source.size());
      convert_elements(from, input.data() + 1, to, memory.data() + 1, count);
      int wrong = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const auto value = Scalar::load(from, source.data() + i * base::dtype_size(from));
        const auto got = Scalar::load(to, memory.data() + 1 + i * base::dtype_size(to));
        if (!(got == value.cast(to)) && wrong++ == 0) {
          CAPTURE(base::dtype_name(from), base::dtype_name(to), i, value.i, value.re, got.i, got.re);
          CHECK(got == value.cast(to));
        }
      }
      CHECK(wrong == 0);
    }
  }
  CHECK_NOTHROW(convert_elements(KILN_INT8, nullptr, KILN_INT8, nullptr, 0));
  char byte = 0;
  CHECK_THROWS_AS(convert_elements(KILN_INT8, &byte, KILN_FLOATX, &byte, 1), base::Error);
}

TEST_CASE("a bool element is true for any byte but 0, and stored as 1") {
  const unsigned char bytes[] = {0, 1, 2, 255};
  unsigned char out[4];
  convert_elements(KILN_BOOL, bytes, KILN_UINT8, out, 4);
  CHECK((out[0] == 0 && out[1] == 1 && out[2] == 1 && out[3] == 1));
}

TEST_CASE("strided host copies move every element") {
  std::mt19937 random(12);
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  for (int round = 0; round < 2000; ++round) {
    const std::size_t itemsize = std::size_t{1} << pick(0, 4);
    Dims shape;
    for (int n = pick(0, 4); n > 0; --n) shape.push_back(pick(0, 20) == 0 ? 0 : pick(1, 5));
    // Strides of any order and sign; sources may repeat elements. Padded by an odd number of bytes.
    const auto strides_of = [&](bool repeats, std::int64_t& first, std::int64_t& bytes) {
      Dims strides(shape.size(), 0);
      std::vector<std::size_t> order;
      for (std::size_t i = 0; i < shape.size(); ++i) order.insert(order.begin() + pick(0, static_cast<int>(i)), i);
      bytes = static_cast<std::int64_t>(itemsize) + (pick(0, 3) == 0 ? 1 : 0);
      first = 0;
      for (auto axis : order) {
        strides[axis] = bytes;
        bytes *= std::max<std::int64_t>(shape[axis], 1);
        if (repeats && pick(0, 5) == 0) strides[axis] = 0;
        if (pick(0, 2) != 0) continue;
        first += strides[axis] * std::max<std::int64_t>(shape[axis] - 1, 0);
        strides[axis] = -strides[axis];
      }
      return strides;
    };
    std::int64_t to_first, to_bytes, from_first, from_bytes;
    const auto to_strides = strides_of(false, to_first, to_bytes);
    const auto from_strides = strides_of(true, from_first, from_bytes);
    std::vector<std::byte> from(static_cast<std::size_t>(from_bytes) + 1), to(static_cast<std::size_t>(to_bytes) + 1);
    for (auto& b : from) b = static_cast<std::byte>(random());
    auto expected = to;
    std::vector<std::int64_t> at(shape.size(), 0);
    bool more = std::find(shape.begin(), shape.end(), 0) == shape.end();
    while (more) {
      auto t = to_first, f = from_first;
      for (std::size_t i = 0; i < at.size(); ++i) {
        t += at[i] * to_strides[i];
        f += at[i] * from_strides[i];
      }
      std::memcpy(expected.data() + t, from.data() + f, itemsize);
      more = false;
      for (std::size_t i = at.size(); i-- > 0 && !more; at[i] = more ? at[i] : 0) more = ++at[i] < shape[i];
    }
    array::copy_elements(itemsize, shape, to.data() + to_first, to_strides, from.data() + from_first, from_strides);
    REQUIRE(to == expected);
  }
}
