// SPDX-License-Identifier: Apache-2.0
// What the launches of pooling have in common. Private to array/pool.
#pragma once

#include "array/conv/conv_launch.hpp"
#include "array/conv/spatial.hpp"
#include "codegen/conv/pool.hpp"

namespace kiln::array {

// One extent that windows pass over.
struct Window {
  std::int64_t input = 1, output = 1, extent = 1, stride = 1, before = 0, end = 1;  // `end`: of the padding behind
};
using Windows = std::array<Window, 3>;

// Extents and strides in elements: batch, channels, and three spatial axes.
struct Steps {
  std::int64_t batch, channels, batch_step, channel_step;
  std::array<std::int64_t, 3> extents{1, 1, 1}, steps{};
  Steps(const Array& array, bool last, const char* operation) {
    const Layout& layout = array.layout();
    const Spatial axes(layout.shape, last, "an operand", operation);
    const auto item = std::int64_t(array.itemsize());
    batch = layout.shape[0], channels = layout.shape[axes.channels()];
    batch_step = layout.strides[0] / item, channel_step = layout.strides[axes.channels()] / item;
    for (std::size_t d = 0; d < axes.rank(); ++d) {
      extents[3 - axes.rank() + d] = layout.shape[axes.spatial(d)];
      steps[3 - axes.rank() + d] = layout.strides[axes.spatial(d)] / item;
    }
  }
};

const runtime::Kernel& pool_kernel(runtime::Context& context, const codegen::PoolClass& kind, const char* operation);

// Pooling and its gradient on CPU devices (pool_cpu.cpp). Each says whether it could compute the result: not with
// 64-bit indices, nor where few results lie side by side; gradients only of dtypes that are stored as they are
// computed.
bool pool_on_cpu(codegen::PoolClass kind, const Array& x, Array& result, const Windows& windows, const char* operation);
bool pool_gradient_on_cpu(codegen::PoolClass kind, const Array& x, const Array& y, Array& result,
                          const Windows& windows, const char* operation);

// Has the kernel's text written for these strides, as division by a known number is cheaper, and for these windows,
// whose loops it then writes out. Says whether it could do both: not on CPU devices, nor of large windows.
bool write_windows(codegen::PoolClass& kind, const Windows& windows, const codegen::Traits& traits);
// The gradient of max pooling on other devices (pool_blocks.cpp). Says whether it could compute the result: not with
// 64-bit indices, nor of windows that overlap or are large.
bool pool_gradient_in_blocks(codegen::PoolClass kind, const Array& x, const Array& y, Array& result,
                             const Windows& windows, bool channels_last, const char* operation);

}  // namespace kiln::array
