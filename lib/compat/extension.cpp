// SPDX-License-Identifier: Apache-2.0
// The functions of gpuarray_get_extension().
#include <gpuarray/extension.h>

#include <string_view>

#include "compat/objects.hpp"

extern "C" {

void* gpuarray_get_extension(const char* name) {
  static_cast<void>(name);
  return nullptr;
}

}  // extern "C"
