// SPDX-License-Identifier: Apache-2.0
// Arguments and shared variables whose floating-point numbers are moved by two roundings. What a program computes of
// them tells how much of its results is rounding: everything, where a sum cancels.
#pragma once

#include "graph/node/function_spec.hpp"

namespace kiln::graph {

class Moved {
 public:
  // Copies the numbers in the dtypes of the function's inputs. `seed` chooses which of them grow and which shrink, and
  // `turned` makes the ones grow that shrank. Integers and booleans stay.
  Moved(const FunctionSpec& spec, std::span<const Argument> arguments, std::span<const Ref<Shared>> shared,
        runtime::Context& context, std::uint64_t seed, bool turned);
  std::span<const Argument> arguments() const { return arguments_; }
  std::span<const Ref<Shared>> shared() const { return shared_; }

 private:
  std::vector<Ref<array::Array>> arrays_;  // what arguments_ point to
  std::vector<Argument> arguments_;
  std::vector<Ref<Shared>> shared_;
};

}  // namespace kiln::graph
