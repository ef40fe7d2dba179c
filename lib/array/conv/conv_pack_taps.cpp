// SPDX-License-Identifier: Apache-2.0
// Packs the filters of transposed convolutions with strides (kernels/conv/conv_pack_taps.cl).
#include <cstdlib>
#include <numeric>

#include "array/conv/conv_launch.hpp"

namespace kiln::array {

using base::ceil_div;

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
