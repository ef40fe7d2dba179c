// SPDX-License-Identifier: Apache-2.0
// Values in host memory: arguments that stay there, and what operations of the host read and make.
#pragma once

#include "graph/node/function_spec.hpp"

namespace kiln::graph {

// In memory that the context pins, C order; nothing is queued that uses it.
Ref<array::Array> array_on_host(runtime::Context& context, DType dtype, const Dims& shape,
                                const char* operation);
Ref<array::Array> host_copy(runtime::Context& context, const HostValue& value);
// The argument of an input that stays on the host, C order. The program's own memory where it can be read as
// it is: the array is good for as long as that is.
Ref<array::Array> host_argument(runtime::Context& context, const Argument& argument, DType dtype,
                                const char* operation);
// Of an array on the host.
std::byte* host_elements(const array::Array& array);

}  // namespace kiln::graph
