// SPDX-License-Identifier: Apache-2.0
// Layers whose convolution and both gradients are computed by a way that a test chooses, and compared with plain loops.
#pragma once

#include "../support/product_support.hpp"
#include "../support/vendor_support.hpp"
#include "array/conv/conv.hpp"

namespace kiln::test {

class ForcedConv {
 public:
  explicit ForcedConv(array::ConvWay way)
      : plain_((way >= array::ConvWay::large_tiles && way <= array::ConvWay::split_tiles) ||
               way == array::ConvWay::points) {
    array::force_conv(way);
  }
  ~ForcedConv() { array::force_conv(array::ConvWay::automatic); }

 private:
  const PlainBuild plain_;
};

struct ConvLayer {
  const char* text;
  Dims x, filters;
  array::ConvOptions options;
};

inline array::ConvOptions conv_options(const Dims& strides, const Dims& dilation, const Dims& padding,
                                       std::int64_t groups = 1, bool flip = true, bool last = false) {
  return {strides, dilation, array::ConvOptions::Border::numbers, padding, groups, flip, last};
}

// All three operations of a layer, on views of any strides if `views`.
void check_layer(runtime::Context& context, const ConvLayer& layer, DType dtype, bool views, std::uint64_t seed);

}  // namespace kiln::test
