// SPDX-License-Identifier: Apache-2.0
// Arrays of random bytes in random layouts, and their elements on the host: for operations that move
// elements.
#pragma once

#include <functional>
#include <random>
#include <string>

#include "array/index/index.hpp"
#include "catch.hpp"
#include "devices.hpp"

namespace kiln::test {

using array::Array;
using array::Dims;
using base::DType;
using base::Ref;

using Random = std::mt19937_64;
inline std::int64_t pick(Random& random, std::int64_t low, std::int64_t high) {
  return low + std::int64_t(random() % std::uint64_t(high - low + 1));
}

// The elements in C order, each as its bytes.
struct Host {
  Dims shape;
  std::vector<std::string> elements;
  const std::string& at(const Dims& position) const {
    std::int64_t flat = 0;
    for (std::size_t d = 0; d < shape.size(); ++d) flat = flat * shape[d] + position[d];
    return elements[std::size_t(flat)];
  }
};

// Calls for every position of a shape in C order.
inline void each(const Dims& shape, const std::function<void(const Dims&)>& call) {
  std::int64_t count = 1;
  for (auto extent : shape) count *= extent;
  Dims position(shape.size(), 0);
  for (std::int64_t i = 0; i < count; ++i) {
    call(position);
    for (std::size_t d = shape.size(); d-- > 0 && ++position[d] == shape[d];) position[d] = 0;
  }
}

// Reads the whole buffer: gathering on the device would compile a kernel for each layout.
inline Host host_of(const Array& array) {
  std::string bytes(array.buffer().size(), '\0');
  if (!bytes.empty()) array.context().read(array.buffer(), 0, bytes.data(), bytes.size(), "test");
  Host host{array.shape(), {}};
  each(array.shape(), [&](const Dims& position) {
    std::int64_t at = array.layout().offset;
    for (std::size_t d = 0; d < position.size(); ++d) at += position[d] * array.strides()[d];
    host.elements.push_back(bytes.substr(std::size_t(at), array.itemsize()));
  });
  return host;
}

inline void expect(const Array& result, const Dims& shape, const std::function<std::string(const Dims&)>& wanted) {
  REQUIRE(layout::shape_text(result.shape()) == layout::shape_text(shape));
  const Host got = host_of(result);
  std::size_t i = 0, wrong = 0;
  each(shape, [&](const Dims& position) {
    const std::string want = wanted(position);
    if (got.elements[i++] != want && wrong++ == 0)
      FAIL("element " << layout::shape_text(position) << " of " << layout::shape_text(shape) << " of "
                      << base::dtype_name(result.dtype()) << " on " << result.context().device());
  });
}

inline Ref<Array> random_bytes(runtime::Context& context, DType dtype, const Dims& shape, Random& random) {
  auto out = array::empty(context, dtype, shape, "test");
  std::string bytes(out->bytes(), '\0');
  for (char& byte : bytes) byte = char(base::is_bool(dtype) ? random() % 2 : random());
  if (!bytes.empty()) array::write(*out, bytes.data(), nullptr, "test");
  return out;
}

// A view with steps of any sign, axes in any order, and an offset; one time in three plain C order.
inline Ref<Array> random_array(runtime::Context& context, DType dtype, const Dims& shape, Random& random) {
  if (pick(random, 0, 2) == 0) return random_bytes(context, dtype, shape, random);
  Dims order;
  for (std::size_t d = 0; d < shape.size(); ++d)
    order.insert(std::size_t(pick(random, 0, std::int64_t(d))), std::int64_t(d));
  Dims whole, steps;
  std::vector<layout::Index> indices;
  for (auto axis : order) {
    const std::int64_t extent = shape[std::size_t(axis)], step = pick(random, 1, 2), before = pick(random, 0, 1);
    whole.push_back(before + extent * step);
    const bool back = extent > 0 && pick(random, 0, 2) == 0;
    layout::Index index;
    index.step = back ? -step : step;
    index.start = back ? before + (extent - 1) * step : before;
    if (!back) index.stop = before + extent * step;
    if (back && before - step >= 0) index.stop = before - step;
    indices.push_back(index);
  }
  const auto memory = random_bytes(context, dtype, whole, random);
  const auto part = layout::index(memory->layout(), indices, "test");
  Dims back(order.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) back[std::size_t(order[i])] = std::int64_t(i);
  return array::view(*memory, layout::transpose(part, back, "test"), true);
}

// These elements, every second of the last axis of their memory, in either direction.
inline Ref<Array> spread(runtime::Context& context, DType dtype, const Dims& shape,
                         const std::vector<std::string>& elements, Random& random) {
  if (shape.empty()) {
    const auto out = array::empty(context, dtype, shape, "test");
    array::write(*out, elements[0].data(), nullptr, "test");
    return out;
  }
  Dims whole = shape;
  whole.back() *= 2;
  const auto memory = random_bytes(context, dtype, whole, random);
  auto layout = memory->layout();
  layout.shape = shape;
  layout.strides.back() *= 2;
  if (pick(random, 0, 1) && whole.back() > 0) {
    layout.offset += (layout.shape.back() - 1) * layout.strides.back();
    layout.strides.back() *= -1;
  }
  std::string bytes(memory->bytes(), '\0');
  std::size_t i = 0;
  each(shape, [&](const Dims& position) {
    std::int64_t at = layout.offset;
    for (std::size_t d = 0; d < position.size(); ++d) at += position[d] * layout.strides[d];
    bytes.replace(std::size_t(at), memory->itemsize(), elements[i++]);
  });
  if (!bytes.empty()) array::write(*memory, bytes.data(), nullptr, "test");
  return array::view(*memory, layout, true);
}

inline std::vector<DType> dtypes_of(runtime::Context& context) {
  std::vector<DType> out;
  for (int d = 0; d < base::kDTypeCount; ++d)
    if (array::has_dtype(context, DType(d))) out.push_back(DType(d));
  return out;
}

template <class Call>
void refused(kiln_status status, const std::string& part, Call&& call) {
  try {
    call();
  } catch (const base::Error& error) {
    INFO(error.message());
    CHECK(error.status() == status);
    CHECK(error.message().find(part) != std::string::npos);
    return;
  }
  FAIL("expected an error with: " << part);
}

}  // namespace kiln::test
