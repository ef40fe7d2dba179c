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

  bool fits(LanesOp op) const {
    return !wide_ && (across() || t_.lines[3] >= traits_.tuning->conv.least_lanes) &&
           (op != LanesOp::products || t_.places() <= codegen::kConvTaps);
  }
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
    const auto [before, behind] = span_of(*t_.b.array);
    // Neighbours are then groups.
    EpilogueSides turned;
    const EpilogueSides* after = this->after(kind);
    if (after && across) {
      turned = *after;
      for (GemmSide& side : turned.sides) std::swap(side.column, side.inner);
      after = &turned;
    }
    kind.dtype = dtype_;
    launch_kernel(context_, conv_kernel(context_, kind, traits_, operation_, after),
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
                                     .conv_side = side(),
                                     .operand = epilogue_operands<kernels::ConvLanes>(after)},
                  {std::size_t(ceil_div(items, share))}, {1}, operation_);
  }

 private:
  // Neighbours are groups where these lie side by side, as with channels last.
  bool across() const { return t_.inner > 1 && t_.b.inner == 1 && std::abs(t_.b.line_stride[3]) != 1; }
};

class LaneSums : ConvLaunches {
 public:
  using ConvLaunches::ConvLaunches;

  bool fits() const {
    const std::int64_t step = t_.b.k_stride[3];
    return !wide_ && codegen::gemm_plain(dtype_) && t_.n() <= codegen::kConvTaps &&
           (across() || (t_.a.k[3] == 1 && (step == 1 || step == 2)));
  }
  void run() {
    const bool across = this->across();
    const std::int64_t vector = codegen::conv_vector(dtype_), inner = across ? ceil_div(t_.inner, vector) : t_.inner;
    const std::int64_t items = t_.outer * inner * t_.m, rows = t_.places() / t_.k[3];
    // Parts of the sums, so that all compute units have some.
    const std::uint64_t work = std::uint64_t(items) * std::uint64_t(t_.n() * t_.places()) * (across ? vector : 1);
    const std::int64_t wanted = joined(t_.lines, t_.c.line) ? std::int64_t(codegen::cpu_items(traits_, work)) : 1;
    const std::int64_t chunk = ceil_div(rows, std::clamp<std::int64_t>(wanted / items, 1, rows));
    const std::int64_t splits = ceil_div(rows, chunk);
    ConvClass kind;
    kind.kernel = ConvKernel::lane_sums;
    kind.across = across;
    kind.step = across ? 1 : std::uint8_t(t_.b.k_stride[3]);
    const std::int64_t count = t_.outer * t_.inner * t_.m * t_.n();
    const Ref<Array> parts = splits > 1 ? empty(context_, dtype_, Dims{splits, count}, operation_) : Ref<Array>();
    const auto [a_before, a_behind] = span_of(*t_.a.array);
    const auto [b_before, b_behind] = span_of(*t_.b.array);
    launch_kernel(context_, kernel(kind),
                  kernels::ConvLaneSums{.wide = false,
                                        .a = a(),
                                        .b = b(),
                                        .c = parts ? writes(*parts) : c(),
                                        .m = t_.m,
                                        .n = t_.n(),
                                        .rows = rows,
                                        .row_chunk = chunk,
                                        .splits = splits,
                                        .inner = t_.inner,
                                        .a_first = a_before,
                                        .a_last = a_behind,
                                        .b_first = b_before,
                                        .b_last = b_behind,
                                        .filters = filters(),
                                        .result = parts ? parts_result() : result(),
                                        .c_split = parts ? count : std::int64_t{0},
                                        .conv_side = side()},
                  {std::size_t(items * splits)}, {1}, operation_);
    if (parts) combine_parts(t_, parts->buffer(), splits, operation_);
  }

 private:
  bool across() const { return t_.inner > 1 && t_.b.inner == 1 && t_.a.inner == 1 && t_.a.k[3] != 1; }
};

}  // namespace

std::pair<std::int64_t, std::int64_t> span_of(const Array& array) {
  std::int64_t before = 0, behind = 0;
  const layout::Layout& layout = array.layout();
  for (std::size_t d = 0; d < layout.ndim(); ++d) {
    const std::int64_t reach = (layout.shape[d] - 1) * layout.strides[d] / std::int64_t(array.itemsize());
    (reach < 0 ? before : behind) += reach;
  }
  return {before, behind};
}

bool lane_sums_conv(const ConvTask& task, const char* operation) {
  LaneSums sums(task, traits_of(task.c.array->context()), operation);
  if (!sums.fits()) return false;
  sums.run();
  return true;
}

bool lanes_conv(const ConvTask& task, LanesOp op, std::uint8_t count, const std::array<std::int64_t, 3>& ends,
                const char* operation) {
  Lanes lanes(task, traits_of(task.c.array->context()), operation);
  if (!lanes.fits(op)) return false;
  lanes.run(op, count, ends);
  return true;
}

}  // namespace kiln::array
