// SPDX-License-Identifier: Apache-2.0
// Calls that show what a number of a tuning table is worth.
#pragma once

#include <kiln/kiln.hpp>

#include <functional>
#include <map>
#include <string>

namespace kiln::tuning {

// Makes the inputs on a context, and returns a function that queues one call. `size` is the number of elements of a
// large array.
using Workload = std::function<std::function<void()>(const Context& context, std::int64_t size)>;

// By name, which says what is computed: "sum (8192, n)" along the last axis, and so on.
const std::map<std::string, Workload>& workloads();

}  // namespace kiln::tuning
