// SPDX-License-Identifier: Apache-2.0
// Buffers of elements on a device with their mirrors on the host, for tests of layouts. Values are small
// integers, so that results are exact whatever the device contracts.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "array/elementwise/elementwise.hpp"
#include "catch.hpp"

namespace kiln::test {

template <class T>
base::DType dtype_of();
template <>
inline base::DType dtype_of<float>() {
  return KILN_FLOAT32;
}
template <>
inline base::DType dtype_of<std::int8_t>() {
  return KILN_INT8;
}
template <>
inline base::DType dtype_of<double>() {
  return KILN_FLOAT64;
}

// A buffer of elements on the device with its mirror on the host.
template <class T>
struct Store {
  base::Ref<array::Array> flat;
  std::vector<T> host;

  Store(runtime::Context& context, std::size_t count, std::mt19937& random) : host(count) {
    for (auto& v : host) v = T(int(random() % 17) - 8);
    const std::int64_t shape[] = {std::int64_t(count)};
    flat = array::from_host(context, dtype_of<T>(), shape, nullptr, dtype_of<T>(), host.data());
  }
  base::Ref<array::Array> view(const layout::Layout& layout) const { return array::view(*flat, layout, true); }
  void check_equal(const char* what) const {
    std::vector<T> got(host.size());
    array::read(*flat, got.data(), nullptr, "test");
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (got[i] == host[i]) continue;
      INFO(what << ": element " << i << " of the buffer is " << double(got[i]) << ", expected " << double(host[i]));
      REQUIRE(got[i] == host[i]);
    }
  }
};

// Calls f(index) for every index of a shape, in C order.
template <class F>
void each(const layout::Dims& shape, F f) {
  layout::Dims index(shape.size(), 0);
  for (auto extent : shape)
    if (extent == 0) return;
  for (;;) {
    f(index);
    std::size_t d = shape.size();
    while (d-- > 0) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
    if (d == std::size_t(-1)) return;
  }
}

// Element number in the buffer that an index of the (larger) shape reads, broadcasting.
template <class T>
std::size_t element(const layout::Layout& layout, const layout::Dims& index) {
  std::int64_t at = layout.offset;
  const std::size_t missing = index.size() - layout.ndim();
  for (std::size_t d = 0; d < layout.ndim(); ++d)
    if (layout.shape[d] != 1) at += index[missing + d] * layout.strides[d];
  return std::size_t(at) / sizeof(T);
}

inline array::Operand of(const base::Ref<array::Array>& array) {
  array::Operand operand;
  operand.array = array.get();
  return operand;
}

}  // namespace kiln::test
