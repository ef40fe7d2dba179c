// SPDX-License-Identifier: Apache-2.0
// Operations by name, as the C API and the Python package call them.
#pragma once

#include <string>
#include <string_view>

#include "array/conv/conv.hpp"
#include "array/pool/pool.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

// The parameters of an operation beside its inputs. An operation reads those that it has and ignores the others.
struct Attributes {
  std::optional<Dims> axes;
  bool keepdims = false;
  std::int64_t axis = -1;
  int dtype = -1;
  Dims shape;
  bool has_shape = false;
  // Sizes of split and widths of pad if they are more than KILN_MAX_DIMS; otherwise `shape` has them.
  std::vector<std::int64_t> sizes;
  std::vector<layout::Index> indices;
  double numbers[2] = {0, 0};
  int flag = 0;
  array::ConvOptions conv;
  array::PoolOptions pool;
};

// Returns the results of the operation. Throws KILN_INVALID_ARGUMENT, with the nearest known name, if there
// is no such operation.
Values apply(std::string_view operation, Values inputs, const Attributes& attributes);

// Every operation's name in alphabetical order, without the functions of expressions, which apply() takes too.
std::vector<std::string> operation_names();

}  // namespace kiln::graph
