// SPDX-License-Identifier: Apache-2.0
// Convolutions on CPU devices: the factors are packed in panels, the gathered one from where it lies, and multiplied as
// those of matrix products are. Only so many panels are packed at a time as the caches hold: those of some lines, or,
// if the sums are over places in the output, those of some rows along k.
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "array/conv/conv_launch.hpp"
#include "array/conv/panel_product.hpp"

namespace kiln::array {

using base::ceil_div;
using codegen::ConvClass;
using codegen::ConvKernel;

namespace {

// A factor to pack: its digits, and how its places along k are numbered.
struct PackSide {
  const Array* array;
  std::int64_t start, outer, inner;
  Digits lines, line_stride, line_step, k, k_stride, k_step, place, origin, extent;
};

// The number of the place along k of each digit. Taps of a filter are numbered as they lie in memory.
Digits places_of(const ConvTask& task) {
  const Digits& k = task.k;
  const std::int64_t taps = k[0] * k[1] * k[2];
  const bool outside = !task.panels && !task.by_filters && std::abs(task.a.k[3]) > std::abs(task.a.k[2]);
  if (outside) return {k[1] * k[2], k[2], 1, taps};
  return {k[1] * k[2] * k[3], k[2] * k[3], k[3], 1};
}

PackSide gathered(const ConvTask& t, const Digits& place) {
  return {t.b.array, t.b.start,    t.b.outer,  t.b.inner, t.lines,    t.b.line_stride, t.b.line_step,
          t.k,       t.b.k_stride, t.b.k_step, place,     t.b.origin, t.b.extent};
}

// The filters, or the output: all of their elements count, so positions do not matter.
PackSide straight(const ConvTask& t, const Digits& place) {
  PackSide side{t.a.array, t.a.start, t.a.outer, t.a.inner, {1, 1, 1, t.m}, {0, 0, 0, t.a.line}, {}, t.k,
                t.a.k,     {},        place,     {},        {1, 1, 1, 1}};
  if (t.by_filters) return side;
  // The digits in the order in which they lie in memory, and joined where they can be.
  std::array<std::size_t, 4> order{0, 1, 2, 3};
  if (place[3] != 1) order = {3, 0, 1, 2};
  Digits k{1, 1, 1, 1}, stride{}, number{};
  std::size_t to = 4;
  for (std::size_t i = 4; i-- > 0;) {
    const std::size_t q = order[i];
    if (t.k[q] == 1) continue;
    if (to < 4 && t.a.k[q] == stride[to] * k[to] && place[q] == number[to] * k[to]) {
      k[to] *= t.k[q];
      continue;
    }
    --to;
    k[to] = t.k[q], stride[to] = t.a.k[q], number[to] = place[q];
  }
  // The last digit must be there; the rows are the others.
  side.k = k, side.k_stride = stride, side.place = number;
  return side;
}

class Packing {
 public:
  Packing(const ConvTask& task, const codegen::Traits& traits, const char* operation)
      : context_(task.c.array->context()),
        traits_(traits),
        dtype_(task.c.array->dtype()),
        panel_(codegen::gemm_panel(dtype_, traits)),
        wide_(is_wide(task)),
        operation_(operation) {}

  struct Part {
    std::int64_t line_first, line_last, row_first, row_last;  // what to pack
    std::int64_t outer_first, outer, inner;                   // of which matrices
    std::int64_t k, place_first;                              // places along k of a panel, the number of the first
  };

  void pack(const PackSide& side, bool filters, const Part& part, runtime::Buffer& to) {
    const std::int64_t width = filters ? panel_.rows : panel_.columns;
    const std::int64_t lines = part.line_last - part.line_first, rows = part.row_last - part.row_first;
    const std::int64_t panels = ceil_div(lines, width) * part.outer * part.inner, run = side.k[3];
    // As many work-items as are worth their start and keep the compute units busy.
    const auto most = std::int64_t(traits_.tuning->device.cpu_unit_items * traits_.compute_units);
    const std::int64_t worth = panels * width * rows * run / traits_.tuning->conv.pack_worth;
    const std::int64_t chunks = ceil_div(std::clamp<std::int64_t>(worth, 1, std::max(most, panels)), panels);
    const std::int64_t row_chunk = ceil_div(rows, std::min(rows, chunks));
    const std::int64_t row_chunks = ceil_div(rows, row_chunk);
    const std::int64_t run_chunk = std::max<std::int64_t>(ceil_div(run, ceil_div(chunks, row_chunks)), 16);
    // The wide kernel counts the elements of the panels too.
    const bool wide = wide_ || panels * width >= kNarrowLimit / part.k;
    const auto [before, behind] = span_of(*side.array);
    ConvClass kind;
    kind.kernel = ConvKernel::pack;
    kind.dtype = dtype_;
    kind.wide = wide;
    kind.filters = filters;
    launch_kernel(
        context_, conv_kernel(context_, kind, traits_, operation_),
        kernels::ConvPack{.wide = wide,
                          .from = reads(*side.array),
                          .to = writes(to, std::int64_t(to.offset())),
                          .line_first = part.line_first,
                          .line_last = part.line_last,
                          .row_first = part.row_first,
                          .row_last = part.row_last,
                          .row_chunk = row_chunk,
                          .run_chunk = run_chunk,
                          .k = part.k,
                          .place_first = part.place_first,
                          .kp0 = side.place[0],
                          .kp1 = side.place[1],
                          .kp2 = side.place[2],
                          .kp3 = side.place[3],
                          .inner = part.inner,
                          .safe_first = before,
                          .safe_last = behind,
                          .conv_side = conv_side(side.start + part.outer_first * side.outer, side.outer, side.inner,
                                                 side.lines, side.line_stride, side.line_step, side.k, side.k_stride,
                                                 side.k_step, side.origin, side.extent)},
        {std::size_t(panels * row_chunks * ceil_div(run, run_chunk))}, {1}, operation_);
  }

 private:
  runtime::Context& context_;
  const codegen::Traits traits_;
  const DType dtype_;
  const codegen::GemmPanel panel_;
  const bool wide_;
  const char* operation_;
};

// The product of panels for some of the lines and of the outer batch axis. The factors' sides only say which batch axes
// they have.
Gemm product_of_panels(const ConvTask& t, std::int64_t outer_first, std::int64_t outer, std::int64_t line_first,
                       std::int64_t lines, std::int64_t k) {
  const auto item = std::int64_t(t.c.array->itemsize());
  const std::int64_t column = joined(t.lines, t.c.line).value();
  Array& c = *t.c.array;
  const GemmSide a{&c.buffer(), 0, 0, 0, t.a.outer ? 1 : 0, 1, false}, b{&c.buffer(), 0, 0, 0, 1, 1, false};
  const GemmSide to{&c.buffer(), c.memory_offset() + (t.c.start + outer_first * t.c.outer + line_first * column) * item,
                    t.c.row,     column,
                    t.c.outer,   t.c.inner,
                    false};
  Gemm gemm{&c.context(),
            c.dtype(),
            t.m,
            lines,
            k,
            outer,
            t.inner,
            a,
            b,
            to,
            Scalar::complex(KILN_COMPLEX128, 1),
            Scalar::complex(KILN_COMPLEX128, 0)};
  if (!t.after) return gemm;
  gemm.after = *t.after;
  for (std::size_t i = 0; i < gemm.after.count; ++i) {
    GemmSide& side = gemm.after.sides[i];
    side.offset += (outer_first * side.outer + line_first * side.column) * gemm.after.program->itemsize(i);
  }
  return gemm;
}

// Sums over taps: the panels of the filters stay, those of the input are packed for some outputs at a time.
void by_lines(const ConvTask& t, const codegen::Traits& traits, const char* operation) {
  const Digits place = places_of(t);
  const PackSide a = straight(t, place), b = gathered(t, place);
  const std::int64_t n = t.n(), k = t.places(), packed = traits.tuning->conv.packed;
  const std::int64_t columns = codegen::gemm_panel(t.c.array->dtype(), traits).columns;
  const std::int64_t images = std::clamp<std::int64_t>(packed / t.inner / k / n, 1, t.outer);
  const std::int64_t pieces = images > 1 ? 1 : std::max<std::int64_t>(1, n / std::max(columns, packed / t.inner / k));
  const std::int64_t lines = ceil_div(ceil_div(n, pieces), columns) * columns;
  Packing packing(t, traits, operation);
  Ref<runtime::Buffer> filters;
  for (std::int64_t image = 0; image < t.outer; image += images) {
    const std::int64_t outer = std::min(images, t.outer - image);
    for (std::int64_t line = 0; line < n; line += lines) {
      const std::int64_t count = std::min(lines, n - line);
      const Gemm gemm = product_of_panels(t, image, outer, line, count, k);
      PanelProduct multiply(gemm, traits, k, operation);
      if (t.panels) {
        multiply.set_a(base::Ref<runtime::Buffer>(&t.panels->buffer()), t.panels_start);
      } else if (!filters) {
        const std::int64_t a_rows = product_of(a.k) / a.k[3];
        packing.pack(a, true, {0, t.m, 0, a_rows, 0, 1, t.inner, k, 0}, multiply.a_room());
        filters = multiply.a_panels();
      } else {
        multiply.set_a(filters);
      }
      packing.pack(b, false, {line, line + count, 0, k / t.k[3], image, outer, t.inner, k, 0}, multiply.b_room());
      multiply.run(0, k);
    }
  }
}

// Sums over places in the output: both factors are packed for some rows along k at a time.
void by_rows(const ConvTask& t, const codegen::Traits& traits, const char* operation) {
  const Digits place = places_of(t);
  const PackSide a = straight(t, place), b = gathered(t, place);
  const std::int64_t n = t.n(), k = t.places(), run = t.k[3], rows = k / run;
  const std::int64_t least = ceil_div(std::min<std::int64_t>(k, 256), run);
  const std::int64_t wanted = std::max(least, traits.tuning->conv.packed / (run * t.inner * (t.m + n)));
  const std::int64_t chunk = ceil_div(rows, ceil_div(rows, std::min(wanted, rows)));
  Packing packing(t, traits, operation);
  const Gemm gemm = product_of_panels(t, 0, 1, 0, n, k);
  PanelProduct multiply(gemm, traits, chunk * run, operation);
  runtime::Buffer &a_panels = multiply.a_room(), &b_panels = multiply.b_room();
  for (std::int64_t row = 0; row < rows; row += chunk) {
    const std::int64_t last = std::min(rows, row + chunk), places = (last - row) * run;
    packing.pack(a, true, {0, t.m, row, last, 0, 1, t.inner, places, row * run}, a_panels);
    packing.pack(b, false, {0, n, row, last, 0, 1, t.inner, places, row * run}, b_panels);
    multiply.run(row * run, places);
  }
}

class Combine : GemmLaunches {
 public:
  Combine(const Gemm& gemm, const codegen::Traits& traits, const char* operation)
      : GemmLaunches(gemm, traits, nullptr, operation) {}
  using GemmLaunches::combine;
};

}  // namespace

const runtime::Kernel& conv_kernel(runtime::Context& context, const ConvClass& kind, const codegen::Traits& traits,
                                   const char* operation, const EpilogueSides* after) {
  // All members have a name here, so that a new one is not forgotten.
  const auto& [which, dtype, wide, filters, tile, partial, overlap, a_along_k, b_along_k, across, op, count, step, in,
               out, transposed, room] = kind;
  static constexpr const char* kNames[] = {"conv_pack",  "conv_pack_taps", "conv_tiles",  "conv_direct", "conv_sums",
                                           "conv_lanes", "conv_lane_sums", "conv_planes", "pool_planes"};
  const KernelId id(KernelFamily::conv, kNames[int(which)], dtype, wide, filters, tile, partial, overlap, a_along_k,
                    b_along_k, across, op, count, step, in, out, transposed, room);
  return kernel_with(
      context, id, after, operation,
      [&](const codegen::GemmEpilogue* epilogue) { return codegen::conv_text(kind, traits, epilogue); },
      codegen::conv_registers(kind, traits));
}

kernels::ConvSide conv_side(std::int64_t start, std::int64_t outer, std::int64_t inner, const Digits& lines,
                            const Digits& line_stride, const Digits& line_step, const Digits& k, const Digits& k_stride,
                            const Digits& k_step, const Digits& origin, const Digits& extent) {
  return {.start = start,
          .outer_step = outer,
          .inner_step = inner,
          .l1 = lines[1],
          .l2 = lines[2],
          .l3 = lines[3],
          .ls0 = line_stride[0],
          .ls1 = line_stride[1],
          .ls2 = line_stride[2],
          .ls3 = line_stride[3],
          .lt0 = line_step[0],
          .lt1 = line_step[1],
          .lt2 = line_step[2],
          .lt3 = line_step[3],
          .k1 = k[1],
          .k2 = k[2],
          .k3 = k[3],
          .ks0 = k_stride[0],
          .ks1 = k_stride[1],
          .ks2 = k_stride[2],
          .ks3 = k_stride[3],
          .kt0 = k_step[0],
          .kt1 = k_step[1],
          .kt2 = k_step[2],
          .kt3 = k_step[3],
          .o0 = origin[0],
          .o1 = origin[1],
          .o2 = origin[2],
          .o3 = origin[3],
          .e0 = extent[0],
          .e1 = extent[1],
          .e2 = extent[2],
          .e3 = extent[3]};
}

void combine_parts(const ConvTask& task, runtime::Buffer& parts, std::int64_t splits, const char* operation) {
  const Gemm gemm = product_of_panels(task, 0, task.outer, 0, task.n(), task.places());
  Combine(gemm, traits_of(task.c.array->context()), operation).combine(parts, splits);
}

void panels_conv(const ConvTask& task, const char* operation) {
  const codegen::Traits traits = traits_of(task.c.array->context());
  task.by_filters ? by_rows(task, traits, operation) : by_lines(task, traits, operation);
}

// Packs the filters of transposed convolutions with strides (kernels/conv/conv_pack_taps.cl).
Ref<Array> packed_taps(const ConvGeometry& g, const ConvPieces& pieces, std::span<ConvTask> tasks, bool channels_last,
                       const char* operation) {
  const ConvWay way = forced_conv();
  if (pieces.products.size() < 2 || (way != ConvWay::automatic && way != ConvWay::panels)) return {};
  const ConvTask& t = tasks[0];
  runtime::Context& context = t.c.array->context();
  const codegen::Traits traits = traits_of(context);
  const DType dtype = t.c.array->dtype();
  std::int64_t taps = 1;
  std::array<std::int64_t, 3> classes;
  for (std::size_t d = 0; d < 3; ++d) {
    taps *= g.axes[d].taps;
    classes[d] = g.axes[d].stride / std::gcd(g.axes[d].stride, std::abs(g.axes[d].step));
  }
  if (!traits.cpu || taps > codegen::kConvTaps || t.m <= traits.tuning->conv.direct_filters) return {};
  const std::int64_t width = codegen::gemm_panel(dtype, traits).rows, panels = ceil_div(t.m, width), channels = t.k[3],
                     all = t.inner * panels * width * channels * taps;
  bool wide = all >= kNarrowLimit;
  for (const ConvTask& task : tasks) wide = wide || is_wide(task);
  // Where each product's panels are: the products are in the order of the classes, of which some may have none.
  std::size_t next = 0;
  std::int64_t before = 0;
  for (std::int64_t a = 0; a < std::min(classes[0], g.axes[0].taps); ++a)
    for (std::int64_t b = 0; b < std::min(classes[1], g.axes[1].taps); ++b)
      for (std::int64_t c = 0; c < std::min(classes[2], g.axes[2].taps); ++c) {
        if (next < tasks.size()) {
          const auto& axes = pieces.products[next];
          if (axes[0].filter_start == a && axes[1].filter_start == b && axes[2].filter_start == c)
            tasks[next++].panels_start = before;
        }
        std::int64_t count = 1;
        for (std::size_t d = 0; d < 3; ++d)
          count *= (g.axes[d].taps - 1 - (d == 0 ? a : d == 1 ? b : c)) / classes[d] + 1;
        before += t.inner * panels * width * channels * count;
      }
  const Ref<Array> out = empty(context, codegen::gemm_dtype(dtype), Dims{all}, operation);
  const ConvStrides w = strides_of(*t.a.array, channels_last);
  const auto wanted = std::int64_t(codegen::cpu_items(traits, std::uint64_t(all)));
  const std::int64_t chunk = ceil_div(channels, std::clamp<std::int64_t>(wanted / (t.inner * panels), 1, channels));
  codegen::ConvClass kind;
  kind.kernel = codegen::ConvKernel::pack_taps;
  kind.dtype = dtype;
  kind.wide = wide;
  launch_kernel(context, conv_kernel(context, kind, traits, operation),
                kernels::ConvPackTaps{.wide = wide,
                                      .from = reads(*t.a.array),
                                      .to = writes(*out),
                                      .lines = t.m,
                                      .channels = channels,
                                      .groups = t.inner,
                                      .chunk = chunk,
                                      .T1 = g.axes[0].taps,
                                      .T2 = g.axes[1].taps,
                                      .T3 = g.axes[2].taps,
                                      .classes1 = classes[0],
                                      .classes2 = classes[1],
                                      .classes3 = classes[2],
                                      .group_step = t.a.inner,
                                      .line_step = t.a.line,
                                      .channel_step = t.a.k[3],
                                      .t1 = w.spatial[0],
                                      .t2 = w.spatial[1],
                                      .t3 = w.spatial[2]},
                {std::size_t(t.inner * panels * ceil_div(channels, chunk))}, {1}, operation);
  for (ConvTask& task : tasks) task.panels = out.get();
  return out;
}

}  // namespace kiln::array
