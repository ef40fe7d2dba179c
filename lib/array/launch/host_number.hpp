// SPDX-License-Identifier: Apache-2.0
// A number that a kernel computes and the host reads. Private to array/.
#pragma once

#include "array/array.hpp"

namespace kiln::array {

// One number in memory that kernels write. wait() waits for them and returns it.
class HostNumber {
 public:
  HostNumber(runtime::Context& context, const char* operation);
  Array& array() noexcept { return *array_; }  // one int64
  std::int64_t wait() const;

 private:
  Ref<Array> array_;
  const char* operation_;
};

}  // namespace kiln::array
