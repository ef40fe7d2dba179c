// SPDX-License-Identifier: Apache-2.0
// Reductions of rows that keep their axes, and softmax.
#pragma once

#include "support.hpp"

namespace kiln::test {

inline graph::Value over(const char* operation, const graph::Value& x, const Dims& axes) {
  Attributes attributes;
  attributes.axes = axes;
  attributes.keepdims = true;
  return op(operation, {x}, attributes);
}

inline graph::Value softmax_along(const graph::Value& x, std::int64_t axis) {
  Attributes attributes;
  attributes.axis = axis;
  return op("softmax", {x}, attributes);
}

}  // namespace kiln::test
