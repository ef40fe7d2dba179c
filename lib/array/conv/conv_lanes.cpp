// SPDX-License-Identifier: Apache-2.0
// Depthwise convolutions and pooling on CPU devices, by vectors of results (kernels/conv/conv_lanes.cl).
#include <cstdlib>

#include "array/conv/conv_launch.hpp"

namespace kiln::array {

using base::ceil_div;
using codegen::ConvClass;
using codegen::ConvKernel;
using codegen::LanesOp;

namespace {

class Lanes : ConvLaunches {
 public:
  using ConvLaunches::ConvLaunches;

  bool fits(LanesOp op) const { return !wide_ && (op != LanesOp::products || t_.places() <= codegen::kConvTaps); }
  void run(LanesOp op, std::uint8_t count, const std::array<std::int64_t, 3>& ends) {
    const bool across = this->across();
    const std::int64_t vector = codegen::conv_vector(dtype_), inner = across ? ceil_div(t_.inner, vector) : t_.inner;
    const std::int64_t items = t_.outer * inner * t_.m * (t_.n() / t_.lines[3]);
    const std::int64_t step = across ? t_.b.inner : t_.b.line_stride[3];
    const std::int64_t each = ceil_div(t_.lines[3], across ? 1 : vector) * vector * t_.places();
    const auto wanted = std::int64_t(codegen::cpu_items(traits_, std::uint64_t(items) * std::uint64_t(each)));
    const std::int64_t share = ceil_div(items, std::clamp<std::int64_t>(wanted, 1, items));
    ConvClass kind;
    kind.kernel = ConvKernel::lanes;
    kind.across = across;
    kind.op = op;
    kind.count = count;
    kind.step = step == 1 || step == 2 ? std::uint8_t(step) : 0;
    // The elements of B that lie before its first one and behind it.
    std::int64_t before = 0, behind = 0;
    const layout::Layout& layout = t_.b.array->layout();
    for (std::size_t d = 0; d < layout.ndim(); ++d) {
      const std::int64_t reach = (layout.shape[d] - 1) * layout.strides[d] / std::int64_t(t_.b.array->itemsize());
      (reach < 0 ? before : behind) += reach;
    }
    launch_kernel(context_, kernel(kind),
                  kernels::ConvLanes{.wide = false,
                                     .a = a(),
                                     .b = b(),
                                     .c = c(),
                                     .items = items,
                                     .share = share,
                                     .m = t_.m,
                                     .width = across ? t_.inner : t_.lines[3],
                                     .images = t_.outer,
                                     .inner = t_.inner,
                                     .l0 = t_.lines[0],
                                     .k0 = t_.k[0],
                                     .safe_first = before,
                                     .safe_last = behind,
                                     .z1 = ends[0],
                                     .z2 = ends[1],
                                     .z3 = ends[2],
                                     .filters = filters(),
                                     .result = result(),
                                     .conv_side = side()},
                  {std::size_t(ceil_div(items, share))}, {1}, operation_);
  }

 private:
  // Neighbours are groups where these lie side by side, as with channels last.
  bool across() const { return t_.inner > 1 && t_.b.inner == 1 && std::abs(t_.b.line_stride[3]) != 1; }
};

}  // namespace

bool lanes_conv(const ConvTask& task, LanesOp op, std::uint8_t count, const std::array<std::int64_t, 3>& ends,
                const char* operation) {
  Lanes lanes(task, traits_of(task.c.array->context()), operation);
  if (!lanes.fits(op)) return false;
  lanes.run(op, count, ends);
  return true;
}

}  // namespace kiln::array
