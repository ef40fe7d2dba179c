// SPDX-License-Identifier: Apache-2.0
// to_host() in two: memory first, which is where it can fail for want of it.
#pragma once

#include "array/array.hpp"

namespace kiln::array {

Ref<Array> empty_on_host(const Array& like, const char* operation);
void to_host(const Array& array, const Array& host, const char* operation);
// The same, queued: waiting for `host`'s buffer waits for it.
void start_to_host(const Array& array, const Array& host, const char* operation);

}  // namespace kiln::array
