// SPDX-License-Identifier: Apache-2.0
// Chooses the kernel of row programs on CPU devices.
#pragma once

#include "array/tuning.hpp"

namespace kiln::test {

// The kernels of row programs: work-items that share rows, whose registers hold them or hold little of them, so that
// they read and compute the rest again; vectors along rows, and across rows, for CPU devices.
enum class RowWay { items, again, along, across };

// While it lives, row programs of a CPU device have one of the kernels, whatever the length of their rows is; columns
// have vectors across rows or shared rows. Other devices of OpenCL too get the kernels of CPU devices, as simulators
// check what they read and write.
class RowKernel {
 public:
  RowKernel(Context& context, RowWay way) : context_(context), known_(array::tuning(context)) {
    codegen::Tuning numbers = known_;
    // The kernels' texts have OpenCL's vectors.
    const bool items = way == RowWay::items || way == RowWay::again;
    if (!items && context.properties().dialect == backend::Dialect::opencl_c) numbers.device.as_cpu = true;
    numbers.row.cpu_least = way == RowWay::along ? 1 : UINT64_MAX;
    numbers.row.cpu_beside = way == RowWay::across ? 1 : UINT64_MAX;
    if (way == RowWay::again) numbers.row.most_words = numbers.row.most_column_words = 3, numbers.row.group = 16;
    numbers.row.cpu_parted = numbers.row.cpu_piece = 0;
    array::set_tuning(context, numbers);
  }
  ~RowKernel() { array::set_tuning(context_, known_); }

 private:
  Context& context_;
  const codegen::Tuning known_;
};

}  // namespace kiln::test
