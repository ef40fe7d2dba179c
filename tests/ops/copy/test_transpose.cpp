// SPDX-License-Identifier: Apache-2.0
// Copies between layouts whose innermost axes differ, by tiles: every element size, batches, strides of both
// signs.
#include <cstring>

#include "array/array.hpp"
#include "catch.hpp"
#include "codegen/elementwise/elementwise.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Array;
using array::Dims;
using base::DType;
using base::Ref;

namespace {

// Bytes 0, 1, 2, ... so that every element differs from its neighbours.
Ref<Array> counted(runtime::Context& context, DType dtype, const Dims& shape) {
  std::vector<unsigned char> bytes(std::size_t(layout::checked_size(shape, 1, "test")) * base::dtype_size(dtype));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>((i * 167 + i / 256) & 0x7f);
  return array::from_host(context, dtype, shape, nullptr, dtype, bytes.data());
}

std::vector<unsigned char> bytes_of(const Array& array) {
  std::vector<unsigned char> out(array.bytes());
  array::read(array, out.data(), nullptr, "test");
  return out;
}

// What the host makes of array.transpose(axes) in C order.
std::vector<unsigned char> permuted(const Array& array, const std::vector<std::int64_t>& axes) {
  const auto from = bytes_of(array);
  const std::size_t item = array.itemsize(), n = axes.size();
  const Dims strides = layout::c_strides(array.shape(), item);
  std::vector<unsigned char> out;
  std::vector<std::int64_t> at(n);
  for (std::int64_t left = array.size(); left > 0; --left) {
    std::int64_t place = 0;
    for (std::size_t d = 0; d < n; ++d) place += at[d] * strides[std::size_t(axes[d])];
    out.insert(out.end(), from.begin() + place, from.begin() + place + std::ptrdiff_t(item));
    for (std::size_t d = n; d-- > 0 && ++at[d] == array.shape()[std::size_t(axes[d])];) at[d] = 0;
  }
  return out;
}

bool cpu(const Array& array) { return codegen::traits_of(array.context().properties()).cpu; }

void check(const Ref<Array>& source, const std::vector<std::int64_t>& axes, bool tiles) {
  const auto turned = array::view(*source, layout::transpose(source->layout(), axes, "test"), true);
  const auto to = array::empty(source->context(), source->dtype(), turned->shape(), "test");
  INFO(base::dtype_name(source->dtype()) << " " << layout::shape_text(turned->shape()));
  CHECK(array::transpose_copy(*to, *turned, "test") == (tiles && cpu(*to)));
  array::assign(*to, *turned, "test");
  CHECK(bytes_of(*to) == permuted(*source, axes));
}

}  // namespace

TEST_CASE("transposed copies by tiles", "[transpose]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (DType dtype : {KILN_UINT8, KILN_INT16, KILN_FLOAT32, KILN_INT64, KILN_COMPLEX64, KILN_COMPLEX128}) {
      if (!array::has_dtype(context, dtype)) continue;
      if (test::small() && (dtype == KILN_INT16 || dtype == KILN_INT64 || dtype == KILN_COMPLEX64)) continue;
      if (test::brief() && dtype == KILN_COMPLEX128) continue;
      check(counted(context, dtype, test::small() ? Dims{70, 66} : Dims{140, 262}), {1, 0}, true);
    }
    check(counted(context, KILN_FLOAT32, Dims{64, 64}), {1, 0}, true);
    check(counted(context, KILN_FLOAT32, Dims{16, 17}), {1, 0}, true);
    check(counted(context, KILN_FLOAT32, Dims{3, 20, 65}), {0, 2, 1}, true);
    check(counted(context, KILN_FLOAT32, Dims{2, 17, 3, 34}), {2, 3, 0, 1}, true);
    check(counted(context, KILN_FLOAT32, Dims{20, 3, 30}), {2, 1, 0}, true);
    check(counted(context, KILN_FLOAT32, Dims{15, 64}), {1, 0}, false);  // too narrow
    check(counted(context, KILN_FLOAT32, Dims{64, 64}), {0, 1}, false);
  }
}

TEST_CASE("transposed copies of views, and onto the same memory", "[transpose]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const auto whole = counted(context, KILN_FLOAT32, Dims{60, 100});
    // Rows backwards, within a wider array.
    const layout::Layout part{Dims{50, 40}, Dims{-400, 4}, 55 * 400 + 12};
    const auto source = array::view(*whole, layout::transpose(part, std::vector<std::int64_t>{1, 0}, "test"), true);
    const auto all = bytes_of(*whole);
    std::vector<unsigned char> expected;
    for (std::ptrdiff_t j = 0; j < 40; ++j)
      for (std::ptrdiff_t i = 0; i < 50; ++i) {
        const auto at = all.begin() + (55 - i) * 400 + 12 + j * 4;
        expected.insert(expected.end(), at, at + 4);
      }
    const auto to = array::empty(context, KILN_FLOAT32, source->shape(), "test");
    CHECK(array::transpose_copy(*to, *source, "test") == cpu(*to));
    array::assign(*to, *source, "test");
    CHECK(bytes_of(*to) == expected);
    const auto square = counted(context, KILN_FLOAT32, Dims{40, 40});
    const auto turned =
        array::view(*square, layout::transpose(square->layout(), std::vector<std::int64_t>{1, 0}, "test"), true);
    const auto want = permuted(*square, {1, 0});
    CHECK_FALSE(array::transpose_copy(*square, *turned, "test"));
    array::assign(*square, *turned, "test");
    CHECK(bytes_of(*square) == want);
  }
}
