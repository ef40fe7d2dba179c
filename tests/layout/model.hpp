// SPDX-License-Identifier: Apache-2.0
// The naive model of a layout: its shape and every element's byte offset in C order. Views of a model pick
// from that list.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "catch.hpp"
#include "layout/layout.hpp"

namespace kiln::test {

using layout::Dims;
using layout::Index;
using layout::Layout;

struct Model {
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> offsets;
};

// Calls visit(index) for each index of the shape in C order.
template <class Visit>
void for_each_index(const std::vector<std::int64_t>& shape, Visit visit) {
  std::vector<std::int64_t> index(shape.size(), 0);
  for (auto extent : shape) {
    if (extent == 0) return;
  }
  for (;;) {
    visit(index);
    std::size_t axis = shape.size();
    for (; axis > 0; --axis) {
      if (++index[axis - 1] < shape[axis - 1]) break;
      index[axis - 1] = 0;
    }
    if (axis == 0) return;
  }
}

inline Model model_of(const Layout& layout) {
  Model model{{layout.shape.begin(), layout.shape.end()}, {}};
  for_each_index(model.shape, [&](const auto& index) {
    auto offset = layout.offset;
    for (std::size_t i = 0; i < index.size(); ++i) offset += index[i] * layout.strides[i];
    model.offsets.push_back(offset);
  });
  return model;
}

inline std::int64_t at(const Model& model, const std::vector<std::int64_t>& index) {
  std::int64_t flat = 0;
  for (std::size_t i = 0; i < index.size(); ++i) flat = flat * model.shape[i] + index[i];
  return model.offsets[static_cast<std::size_t>(flat)];
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::int64_t operator()(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }
  bool coin() { return (*this)(0, 1) == 1; }
  Dims shape(std::size_t max_ndim, std::int64_t max_extent) {
    Dims out;
    const auto ndim = (*this)(0, static_cast<std::int64_t>(max_ndim));
    // Empty extents are rare, so that most cases have elements.
    for (std::int64_t i = 0; i < ndim; ++i) out.push_back((*this)(0, 12) == 0 ? 0 : (*this)(1, max_extent));
    return out;
  }
  // No element twice: C order with padding, then axes permuted and flipped.
  Layout layout(const Dims& shape, std::size_t itemsize) {
    Layout out{shape, Dims(shape.size(), 0), 0};
    std::vector<std::size_t> order(shape.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), engine_);
    auto stride = static_cast<std::int64_t>(itemsize) * ((*this)(0, 3) == 0 ? 2 : 1);
    for (auto axis : order) {
      out.strides[axis] = stride;
      stride *= std::max<std::int64_t>(shape[axis], 1) + ((*this)(0, 3) == 0 ? 1 : 0);
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if ((*this)(0, 3) != 0) continue;
      if (shape[i] > 0) out.offset += (shape[i] - 1) * out.strides[i];
      out.strides[i] = -out.strides[i];
    }
    return out;
  }

 private:
  std::mt19937 engine_;
};

inline void check_same(const Layout& view, const Model& expected) {
  const auto got = model_of(view);
  CHECK(got.shape == expected.shape);
  CHECK(got.offsets == expected.offsets);
}

template <class Call>
void check_fails(kiln_status status, const std::string& part, Call call) {
  try {
    call();
    FAIL("expected an error with: " << part);
  } catch (const base::Error& error) {
    CHECK(error.status() == status);
    CAPTURE(error.message());
    CHECK(error.message().find(part) != std::string::npos);
    CHECK(error.message().find("op: ") == 0);
  }
}

}  // namespace kiln::test
