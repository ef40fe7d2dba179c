// SPDX-License-Identifier: Apache-2.0
// Convolutions with few filters of few taps on devices with many work-items (kernels/conv/conv_points.cl,
// conv_point_sums.cl). Their kernels are written for the number of taps.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

#include "array/conv/conv_launch.hpp"
#include "codegen/conv/conv_points.hpp"

namespace kiln::array {

using base::ceil_div;
using base::divisor;
using codegen::ConvPointsClass;

namespace {

// The task with taps of digit 2 in the order in which their positions grow.
ConvTask upwards(ConvTask task) {
  if (task.b.k_step[2] >= 0) return task;
  const std::int64_t last = task.k[2] - 1;
  task.a.start += last * task.a.k[2];
  task.b.start += last * task.b.k_stride[2];
  task.b.origin[2] += last * task.b.k_step[2];
  task.a.k[2] = -task.a.k[2], task.b.k_stride[2] = -task.b.k_stride[2], task.b.k_step[2] = -task.b.k_step[2];
  return task;
}

// Whether the taps of digit 2 come in the reverse order of their positions in a gradient by filters.
bool is_turned(const ConvTask& task) { return task.by_filters && task.b.line_step[2] < 0; }

// Such a gradient with B beginning at the first position of digit 2.
ConvTask from_first(ConvTask task) {
  if (!is_turned(task)) return task;
  const std::int64_t last = task.lines[2] - 1;
  task.b.start += last * task.b.line_stride[2];
  task.b.origin[2] += last * task.b.line_step[2];
  return task;
}

ConvPointsClass with_taps(bool sums, const Digits& taps, bool across) {
  ConvPointsClass kind;
  kind.sums = sums;
  kind.taps1 = std::uint8_t(taps[1]), kind.taps2 = std::uint8_t(taps[2]), kind.taps3 = std::uint8_t(taps[3]);
  kind.across = across;
  return kind;
}

// Rows of a work-item beyond the last one, at most.
constexpr std::int64_t kBeyond = 16;

const runtime::Kernel& points_kernel(runtime::Context& context, const ConvPointsClass& kind,
                                     const codegen::Traits& traits, const char* operation,
                                     const EpilogueSides* after = nullptr) {
  // All members have a name here, so that a new one is not forgotten.
  const auto& [sums, dtype, across, partial, taps1, taps2, taps3, each, step, tap_step, turned, tap_stride, filter2,
               filter3, columns] = kind;
  const KernelId id(KernelFamily::conv, sums ? "conv_point_sums" : "conv_points", dtype, across, partial, taps1, taps2,
                    taps3, each, step, tap_step, turned, tap_stride, filter2, filter3, columns);
  return kernel_with(context, id, after, operation, [&](const codegen::GemmEpilogue* epilogue) {
    return codegen::conv_points_text(kind, traits, epilogue);
  });
}

class Points : ConvLaunches {
 public:
  Points(const ConvTask& task, const codegen::Traits& traits, const char* operation)
      : ConvLaunches(task.by_filters ? from_first(task) : upwards(task), traits, operation, kBeyond),
        turned_(is_turned(task)) {}

  bool fits() const {
    const Digits& taps = t_.by_filters ? t_.lines : t_.k;
    const std::int64_t most = t_.by_filters ? traits_.tuning->conv.point_sum_taps : traits_.tuning->conv.point_taps;
    return !wide_ && t_.lines[0] == 1 && taps[1] * taps[2] * taps[3] <= most &&
           (t_.by_filters ? tap_step() <= std::numeric_limits<std::uint8_t>::max()
                          : span(1) <= traits_.tuning->conv.point_span);
  }
  void run() { t_.by_filters ? sums() : points(); }

 private:
  // Positions of digit 2 from tap to tap, and from result to result, or from place to place of a sum.
  std::int64_t tap_step() const {
    return t_.by_filters ? t_.lines[2] > 1 ? std::abs(t_.b.line_step[2]) : 1 : t_.k[2] > 1 ? t_.b.k_step[2] : 1;
  }
  std::int64_t step() const { return t_.by_filters ? t_.b.k_step[2] : t_.b.line_step[2]; }
  // The positions of digit 2 that so many results, or places, have.
  std::int64_t span(std::int64_t each) const {
    return (each - 1) * step() + ((t_.by_filters ? t_.lines[2] : t_.k[2]) - 1) * tap_step() + 1;
  }
  // Elements from position to position of digit 2.
  std::int64_t row() const {
    if (t_.k[2] > 1) return t_.b.k_stride[2] / t_.b.k_step[2];
    return t_.lines[2] > 1 ? t_.b.line_stride[2] / t_.b.line_step[2] : 0;
  }
  std::int8_t known(std::int64_t stride) const { return written_stride(stride, traits_.tuning->conv); }
  // Sets how many results or places a work-item has, at most `each`.
  void share(ConvPointsClass& kind, std::int64_t each) const {
    while (each > 1 && span(each) > traits_.tuning->conv.point_span) --each;
    kind.each = std::uint8_t(each);
    kind.step = each > 1 ? std::uint8_t(step()) : 1;
    kind.tap_step = std::uint8_t(tap_step());
  }
  void points() {
    // Work-items are neighbours along the groups where these lie side by side, as with channels last.
    ConvPointsClass kind =
        with_taps(false, t_.k, t_.inner > 1 && std::abs(t_.b.inner) == 1 && std::abs(t_.b.line_stride[3]) != 1);
    const codegen::ConvTuning& tuning = traits_.tuning->conv;
    share(kind, std::min(tuning.point_each, t_.lines[2]));
    const std::int64_t others = t_.outer * t_.inner * t_.m * t_.lines[1] * t_.lines[3];
    const auto busy = std::int64_t(traits_.compute_units * traits_.tuning->device.unit_items);
    if (others * ceil_div(t_.lines[2], std::int64_t(kind.each)) < busy)
      share(kind, std::min(std::int64_t(kind.each), tuning.point_few_each));
    kind.tap_stride = known(t_.b.k_stride[3]), kind.filter2 = known(t_.a.k[2]), kind.filter3 = known(t_.a.k[3]);
    const std::int64_t chunks = ceil_div(t_.lines[2], std::int64_t(kind.each));
    const std::int64_t items = others * chunks;
    const std::size_t local = std::min<std::size_t>(256, traits_.max_local_size);
    kind.dtype = dtype_;
    launch_kernel(context_, points_kernel(context_, kind, traits_, operation_, t_.after),
                  kernels::ConvPoints{.wide = false,
                                      .a = a(),
                                      .b = b(),
                                      .c = c(),
                                      .items = items,
                                      .m = t_.m,
                                      .chunks = chunks,
                                      .b_row = row(),
                                      .k0 = t_.k[0],
                                      .by_inner = divisor(t_.inner),
                                      .by_l3 = divisor(t_.lines[3]),
                                      .by_chunks = divisor(chunks),
                                      .by_l1 = divisor(t_.lines[1]),
                                      .by_m = divisor(t_.m),
                                      .inner = t_.inner,
                                      .filters = filters(),
                                      .result = result(),
                                      .conv_side = side(),
                                      .operand = epilogue_operands<kernels::ConvPoints>(t_.after)},
                  {std::size_t(ceil_div(items, std::int64_t(local))) * local}, {local}, operation_);
  }

  void sums() {
    ConvPointsClass kind =
        with_taps(true, t_.lines, t_.inner > 1 && std::abs(t_.b.inner) == 1 && std::abs(t_.b.k_stride[3]) != 1);
    const std::int64_t items = codegen::conv_point_items(traits_);
    // Columns that fill a cache line.
    if (kind.across)
      kind.columns =
          std::uint8_t(std::min<std::uint64_t>({32, std::bit_ceil(std::uint64_t(t_.inner)), std::uint64_t(items)}));
    const std::int64_t groups = t_.outer * ceil_div(t_.inner, std::int64_t(kind.columns)) * t_.m;
    // Runs of places, which share elements, if there are enough of them.
    const codegen::ConvTuning& tuning = traits_.tuning->conv;
    const auto runs_of = [&](std::int64_t each) { return t_.places() / t_.k[2] * ceil_div(t_.k[2], each); };
    std::int64_t each = std::min(tuning.point_sum_each, t_.k[2]);
    while (each > 1 && runs_of(each) < items / kind.columns) --each;
    share(kind, each);
    kind.turned = turned_, kind.tap_stride = known(t_.b.line_stride[3]);
    // Parts of the sums, so that all compute units have some.
    const std::int64_t runs = ceil_div(t_.k[2], std::int64_t(kind.each)), places = runs_of(kind.each);
    const auto units = std::int64_t(traits_.compute_units * traits_.tuning->device.unit_groups);
    const std::int64_t most = joined(t_.lines, t_.c.line)
                                  ? places * kind.each / (items / kind.columns * tuning.point_places)
                                  : std::int64_t{1};
    const std::int64_t wanted = std::clamp<std::int64_t>(ceil_div(units, groups), 1, std::max<std::int64_t>(most, 1));
    const std::int64_t chunk = ceil_div(places, wanted), splits = ceil_div(places, chunk);
    kind.partial = splits > 1;
    const std::int64_t count = t_.outer * t_.inner * t_.m * t_.n();
    const Ref<Array> parts =
        kind.partial ? empty(context_, codegen::gemm_dtype(dtype_), Dims{splits, count}, operation_) : Ref<Array>();
    kind.dtype = dtype_;
    launch_kernel(context_, points_kernel(context_, kind, traits_, operation_),
                  kernels::ConvPointSums{.wide = false,
                                         .a = a(),
                                         .b = b(),
                                         .c = parts ? writes(*parts) : c(),
                                         .m = t_.m,
                                         .places = places,
                                         .chunk = chunk,
                                         .splits = splits,
                                         .runs = runs,
                                         .b_row = row(),
                                         .by_k3 = divisor(t_.k[3]),
                                         .by_runs = divisor(runs),
                                         .by_k1 = divisor(t_.k[1]),
                                         .inner = t_.inner,
                                         .filters = filters(),
                                         .result = parts ? parts_result() : result(),
                                         .c_split = parts ? count : std::int64_t{0},
                                         .conv_side = side()},
                  {std::size_t(groups * splits * items)}, {std::size_t(items)}, operation_);
    if (parts) combine_parts(t_, parts->buffer(), splits, operation_);
  }

  const bool turned_;
};

}  // namespace

bool points_conv(const ConvTask& task, const char* operation) {
  Points points(task, traits_of(task.c.array->context()), operation);
  if (!points.fits()) return false;
  points.run();
  return true;
}

}  // namespace kiln::array
