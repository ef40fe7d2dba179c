// SPDX-License-Identifier: Apache-2.0
// Winograd's convolution (kernels/conv/winograd.cl). Private to array/conv.
#pragma once

#include "array/conv/conv_task.hpp"

namespace kiln::array {

// Computes the task, and says whether it could: filters of 3 x 3 taps of float32 or float64, or gradients by them,
// without strides, dilation and groups. Unless it is `forced`, it does so only where that is expected to be faster than
// the sums of products. A task that sums over taps has the channels inside.
bool winograd_conv(const ConvTask& task, bool forced, const char* operation);

}  // namespace kiln::array
