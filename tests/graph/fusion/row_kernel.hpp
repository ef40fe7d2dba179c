// SPDX-License-Identifier: Apache-2.0
// Chooses the kernel of row programs on CPU devices.
#pragma once

#include "array/tuning.hpp"

namespace kiln::test {

// While it lives, row programs of a CPU device have one of the two kernels, whatever the length of their rows is. Other
// devices of OpenCL too get the kernel of CPU devices, as simulators check what it reads and writes.
class RowKernel {
 public:
  RowKernel(Context& context, bool chunks) : context_(context), known_(array::tuning(context)) {
    codegen::Tuning numbers = known_;
    // The kernel's text has OpenCL's vectors.
    if (chunks && context.properties().dialect == backend::Dialect::opencl_c) numbers.device.as_cpu = true;
    numbers.row.cpu_least = chunks ? 1 : UINT64_MAX;
    array::set_tuning(context, numbers);
  }
  ~RowKernel() { array::set_tuning(context_, known_); }

 private:
  Context& context_;
  const codegen::Tuning known_;
};

}  // namespace kiln::test
