// SPDX-License-Identifier: Apache-2.0
// Collectives of arrays over the ranks of a communicator (kiln/collective.h).
#pragma once

#include <kiln/reduce.h>

#include "array/array.hpp"
#include "runtime/context/communicator.hpp"

namespace kiln::array {

// `op` is a number of kiln_reduce_op.
void all_reduce(runtime::Communicator& communicator, const Array& source, int op, Array& destination,
                const char* operation);
// Only the rank `root` uses `destination`.
void reduce(runtime::Communicator& communicator, const Array& source, int op, int root, Array* destination,
            const char* operation);
void reduce_scatter(runtime::Communicator& communicator, const Array& source, int op, Array& destination,
                    const char* operation);
void broadcast(runtime::Communicator& communicator, Array& array, int root, const char* operation);
void all_gather(runtime::Communicator& communicator, const Array& source, Array& destination, const char* operation);

}  // namespace kiln::array
