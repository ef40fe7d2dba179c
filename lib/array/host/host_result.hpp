// SPDX-License-Identifier: Apache-2.0
// to_host() in two steps. The first, empty_on_host(), allocates the pinned memory, so that a call can have it before it
// queues work. The second, to_host(), allocates only if it must pack the array.
#pragma once

#include "array/array.hpp"

namespace kiln::array {

Ref<Array> empty_on_host(const Array& like, const char* operation);
void to_host(const Array& array, const Array& host, const char* operation);
// Queues the copy; waiting for the buffer of `host` waits for it. If `array` is in pinned memory, the host copies now.
void start_to_host(const Array& array, const Array& host, const char* operation);

}  // namespace kiln::array
