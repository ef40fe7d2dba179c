// SPDX-License-Identifier: Apache-2.0
// Arrays in host memory: arguments that stay on the host, and what operations of the host read and write. The
// elements are in C order. The memory is the caller's, or the context has pinned it.
#pragma once

#include "graph/node/function_spec.hpp"

namespace kiln::graph {

// Makes an array with undefined elements. The host may write them at once: the call waits for work that is
// still queued on the memory.
Ref<array::Array> array_on_host(runtime::Context& context, DType dtype, const Dims& shape, const char* operation);
// Makes an array with the elements of `value`.
Ref<array::Array> host_copy(runtime::Context& context, const HostValue& value);
// The argument of an input that stays on the host, as an array of `dtype` in C order. Where the caller's
// memory already has this dtype and order, the array refers to it and is valid only as long as the caller's
// memory is. Otherwise the elements are copied.
Ref<array::Array> host_argument(runtime::Context& context, const Argument& argument, DType dtype,
                                const char* operation);
// The first element of an array in host memory.
std::byte* host_elements(const array::Array& array);

}  // namespace kiln::graph
