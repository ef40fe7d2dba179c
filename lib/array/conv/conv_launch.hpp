// SPDX-License-Identifier: Apache-2.0
// What the launches of convolutions have in common. Private to array/conv and array/pool.
#pragma once

#include <cstdlib>

#include "array/conv/conv_task.hpp"
#include "array/launch/library_kernel.hpp"
#include "array/product/gemm_launch.hpp"
#include "array/tuning.hpp"
#include "base/rounding.hpp"
#include "codegen/conv/conv.hpp"

namespace kiln::array {

// `after` is what comes after C, or null.
const runtime::Kernel& conv_kernel(runtime::Context& context, const codegen::ConvClass& kind,
                                   const codegen::Traits& traits, const char* operation,
                                   const EpilogueSides* after = nullptr);
// The kernel of this identity, with what comes after C, if there is something. text(epilogue) writes it; `epilogue` may
// be null. A work-item has `registers` registers at most; 0: any number.
template <class Text>
const runtime::Kernel& kernel_with(runtime::Context& context, const KernelId& id, const EpilogueSides* after,
                                   const char* operation, Text&& text, unsigned registers = 0) {
  if (after)
    return after->program->kernel(
        id, *after, [&](const codegen::GemmEpilogue& epilogue) { return text(&epilogue); }, registers, operation);
  return library_kernel(context, id, operation, [&] {
    backend::Source source;
    source.text = text(nullptr);
    source.fast_math = context.options().fast_math;
    source.max_registers = registers;
    return source;
  });
}

// Whether a group has so few rows, each a sum of so few places, that they are summed without tiles.
inline bool sums_few(std::int64_t rows, std::int64_t places, const codegen::ConvTuning& tuning) {
  return rows <= tuning.direct_filters && places <= tuning.direct_elements;
}

// A stride that the text of a kernel is written for, or 0 where it is an argument.
inline std::int8_t written_stride(std::int64_t stride, const codegen::ConvTuning& tuning) {
  return std::abs(stride) <= tuning.point_stride ? std::int8_t(stride) : std::int8_t{0};
}

// The gathered side of a product. `lines` and `k` are the values of its digits.
kernels::ConvSide conv_side(std::int64_t start, std::int64_t outer, std::int64_t inner, const Digits& lines,
                            const Digits& line_stride, const Digits& line_step, const Digits& k, const Digits& k_stride,
                            const Digits& k_step, const Digits& origin, const Digits& extent);

// Adds up the parts of sums, packed products of `splits` splits, to C.
void combine_parts(const ConvTask& task, runtime::Buffer& parts, std::int64_t splits, const char* operation);

// The elements of an array that lie before its first one, and behind it.
std::pair<std::int64_t, std::int64_t> span_of(const Array& array);

// Computes sums over few elements, or the greatest of them, on CPU devices (conv_lanes.cl), and says whether it could:
// not with 64-bit indices, nor with more products than the kernel has room for. `ends` is where the padding behind each
// of the digits 1 to 3 ends, which counts if `count` is 2.
bool lanes_conv(const ConvTask& task, codegen::LanesOp op, std::uint8_t count, const std::array<std::int64_t, 3>& ends,
                const char* operation);

// Computes a gradient by the filters of which a group has few (conv_lane_sums.cl), and says whether it could: in the
// same cases, where elements are stored as they are computed and lie side by side.
bool lane_sums_conv(const ConvTask& task, const char* operation);

// Computes sums over few taps, or a gradient by filters of few taps, where a group has few filters, on devices with
// many work-items (conv_points.cl, conv_point_sums.cl), and says whether it could: not with 64-bit indices.
bool points_conv(const ConvTask& task, const char* operation);

class ConvLaunches {
 public:
  ConvLaunches(const ConvTask& task, const codegen::Traits& traits, const char* operation, std::int64_t beyond = 256)
      : t_(task),
        context_(task.c.array->context()),
        traits_(traits),
        dtype_(task.c.array->dtype()),
        wide_(is_wide(task, beyond)),
        operation_(operation) {}

 protected:
  const runtime::Kernel& kernel(codegen::ConvClass kind) const {
    kind.dtype = dtype_;
    kind.wide = wide_;
    return conv_kernel(context_, kind, traits_, operation_, after(kind));
  }
  // What a kernel of this class computes after C, or null.
  const EpilogueSides* after(const codegen::ConvClass& kind) const { return conv_ends(kind) ? t_.after : nullptr; }
  std::int64_t bytes(std::int64_t elements) const { return elements * std::int64_t(base::dtype_size(dtype_)); }
  argument::Read a() const { return reads(t_.a.array->buffer(), t_.a.array->memory_offset() + bytes(t_.a.start)); }
  argument::Read b() const { return reads(*t_.b.array); }
  argument::Write c() const { return writes(t_.c.array->buffer(), t_.c.array->memory_offset() + bytes(t_.c.start)); }
  kernels::ConvFilters filters() const {
    return {.line = t_.a.line,
            .outer = t_.a.outer,
            .inner = t_.a.inner,
            .k0 = t_.a.k[0],
            .k1 = t_.a.k[1],
            .k2 = t_.a.k[2],
            .k3 = t_.a.k[3]};
  }
  kernels::ConvResult result() const {
    return {.row = t_.c.row,
            .d0 = t_.c.line[0],
            .d1 = t_.c.line[1],
            .d2 = t_.c.line[2],
            .d3 = t_.c.line[3],
            .outer = t_.c.outer,
            .inner = t_.c.inner};
  }
  kernels::ConvSide side() const {
    return conv_side(t_.b.start, t_.b.outer, t_.b.inner, t_.lines, t_.b.line_stride, t_.b.line_step, t_.k,
                     t_.b.k_stride, t_.b.k_step, t_.b.origin, t_.b.extent);
  }
  // Where the parts of long sums go: packed, one behind the other.
  kernels::ConvResult parts_result() const {
    const std::int64_t l3 = t_.lines[3], l2 = t_.lines[2] * l3, l1 = t_.lines[1] * l2;
    return {.row = t_.n(),
            .d0 = l1,
            .d1 = l2,
            .d2 = l3,
            .d3 = std::int64_t{1},
            .outer = t_.inner * t_.m * t_.n(),
            .inner = t_.m * t_.n()};
  }

  const ConvTask t_;
  runtime::Context& context_;
  const codegen::Traits traits_;
  const DType dtype_;
  const bool wide_;
  const char* operation_;
};

}  // namespace kiln::array
