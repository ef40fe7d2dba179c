// SPDX-License-Identifier: Apache-2.0
// Sums over windows of one channel at a time, on CPU devices (kernels/conv/plane_side.cl). Private to array/conv and
// array/pool.
#pragma once

#include "array/conv/conv_launch.hpp"

namespace kiln::array {

struct PlaneTask {
  struct Axis {
    std::int64_t results = 1, input = 1, taps = 1, stride = 1, step = 1, origin = 0;
    std::int64_t end = 1;  // of pooling: where the padding behind ends
  };
  // A, the filters; B, the input; and C. Pooling has no filters: `a` is the input again.
  const Array *a, *b;
  Array* c;
  std::int64_t batch, groups, filters;  // filters of a group
  // Result p takes from input p * stride + t * step + origin for each tap t; if transposed, the result at such a
  // position takes from input p.
  bool transposed = false;
  std::array<Axis, 3> axes;
  const EpilogueSides* after = nullptr;  // as in ConvTask; not of a transposed task
  // The task, not transposed if its strides are 1.
  PlaneTask plain() const {
    PlaneTask out = *this;
    for (const Axis& axis : axes)
      if (axis.stride > 1) return out;
    if (transposed)
      for (Axis& axis : out.axes) axis.step = -axis.step, axis.origin = -axis.origin;
    out.transposed = false;
    return out;
  }
  // Strides in elements.
  struct {
    std::int64_t filter = 0, group = 0;
    std::array<std::int64_t, 3> taps{};
  } from;
  struct {
    std::int64_t batch = 0, group = 0;
    std::array<std::int64_t, 3> spatial{};
  } in;
  struct {
    std::int64_t batch = 0, group = 0, filter = 0;
    std::array<std::int64_t, 3> spatial{};
  } to;
};

// Each computes a task, and says whether it could: not with 64-bit indices, nor where a work-item's memory holds
// too little of a channel.
bool planes_conv(const PlaneTask& task, codegen::LanesOp op, std::uint8_t count, const char* operation);

// The gradient of max pooling by its input: the results of `task` are the windows, its taps their elements. `a` is the
// gradient by the output, of which `from` has the strides: `filter` that of the batch, `taps` those of the windows.
// `to` has the strides of `c`, the gradient by the input.
bool planes_greatest_gradient(const PlaneTask& task, const char* operation);

// A convolution whose groups have one channel of the gathered array, or its transpose.
std::optional<PlaneTask> plane_task(const ConvGeometry& geometry, const Array& x, const Array& filters, Array& result,
                                    bool transposed, bool channels_last);

}  // namespace kiln::array
