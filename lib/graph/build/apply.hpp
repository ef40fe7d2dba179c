// SPDX-License-Identifier: Apache-2.0
// Operations by name.
#pragma once

#include <string>
#include <string_view>

#include "graph/node/node.hpp"

namespace kiln::graph {

// What an operation needs beside its inputs; each reads what it knows.
struct Attributes {
  std::optional<Dims> axes;
  bool keepdims = false;
  std::int64_t axis = -1;
  int dtype = -1;
  Dims shape;
  bool has_shape = false;
  std::vector<std::int64_t>
      sizes;  // of split, in the place of the shape where they are more than it may have
  std::vector<layout::Index> indices;
  double numbers[2] = {0, 0};
  int flag = 0;
};

// The results of the operation; KILN_INVALID_ARGUMENT with the nearest name for one that there is not.
Values apply(std::string_view operation, Values inputs, const Attributes& attributes);

// Every name that apply() takes but for the functions of expressions, in alphabetical order.
std::vector<std::string> operation_names();

}  // namespace kiln::graph
