// SPDX-License-Identifier: Apache-2.0
// How CPU devices multiply packed panels (gemm_panels.cl), whoever packs them.
#include "array/product/gemm_launch.hpp"

namespace kiln::array {

using base::ceil_div;
using codegen::GemmClass;
using codegen::GemmKernel;

namespace {

// How many of A's `panels` a block has. A gets from `blocks` to twice as many blocks: the number with which the
// products of these and of the `others` blocks of B are divided most evenly among the compute units.
std::int64_t even_block(std::int64_t panels, std::int64_t blocks, std::int64_t others, std::int64_t units) {
  std::int64_t best = 0, least = 0;
  for (std::int64_t count = blocks; count <= std::min({2 * blocks, blocks + 64, panels}); ++count) {
    const std::int64_t block = ceil_div(panels, count);
    const std::int64_t most = ceil_div(ceil_div(panels, block) * others, units) * block;
    if (best == 0 || most < least) {
      best = block;
      least = most;
    }
  }
  return best;
}

}  // namespace

GemmPanelLaunches::Panels GemmPanelLaunches::plan_panels(std::int64_t round) const {
  Panels p;
  p.panel = codegen::gemm_panel(dtype_, traits_);
  p.m_count = ceil_div(g_.m, p.panel.rows), p.n_count = ceil_div(g_.n, p.panel.columns);
  p.a_outer = g_.a.outer ? g_.outer : 1, p.a_inner = g_.a.inner ? g_.inner : 1;
  p.b_outer = g_.b.outer ? g_.outer : 1, p.b_inner = g_.b.inner ? g_.inner : 1;
  p.a_line = p.m_count * p.panel.rows * p.panel.parts;
  p.b_line = p.n_count * p.panel.columns * p.panel.parts;
  p.round = round;
  p.depth = ceil_div(p.round, ceil_div(p.round, tuning_.depth * 4 / 3));
  choose_blocks(p);
  return p;
}

Ref<runtime::Buffer> GemmPanelLaunches::panel_room(std::int64_t line, std::int64_t matrices, std::int64_t round) {
  return workspace(base::real_dtype(computed_), base::checked_mul(line * round, matrices, operation_));
}

Ref<runtime::Buffer> GemmPanelLaunches::sums_room(const Panels& p) {
  if (p.depth >= g_.k) return p.a;  // the kernel does not use it if one step covers k
  return workspace(base::real_dtype(computed_),
                   base::checked_mul(p.m_count * p.n_count, g_.outer * g_.inner, operation_) * p.panel.rows *
                       p.panel.columns * p.panel.parts);
}

// The largest blocks that caches hold, or smaller ones, so that all compute units have some.
void GemmPanelLaunches::choose_blocks(Panels& p) const {
  const auto units = std::int64_t(traits_.compute_units);
  const std::int64_t grid = g_.outer * g_.inner;
  std::int64_t block_m = std::min(p.m_count, tuning_.block_rows / p.panel.rows);
  std::int64_t block_n = std::min(p.n_count, tuning_.block_columns / p.panel.columns);
  const auto least_blocks = std::int64_t(traits_.tuning->device.cpu_unit_items) * units;
  while (grid * ceil_div(p.m_count, block_m) * ceil_div(p.n_count, block_n) < least_blocks &&
         (block_m > 4 || block_n > 1)) {
    if (block_m > 4 && block_m * p.panel.rows >= block_n * p.panel.columns / 2)
      block_m = (block_m + 1) / 2;
    else if (block_n > 1)
      block_n = (block_n + 1) / 2;
    else
      block_m = (block_m + 1) / 2;
  }
  p.block_m = even_block(p.m_count, ceil_div(p.m_count, block_m), grid * ceil_div(p.n_count, block_n), units);
  p.block_n = ceil_div(p.n_count, ceil_div(p.n_count, block_n));
  p.blocks = grid * ceil_div(p.m_count, p.block_m) * ceil_div(p.n_count, p.block_n);
}

void GemmPanelLaunches::multiply_panels(const Panels& p, std::int64_t start_k, std::int64_t k, bool symmetric) {
  const std::int64_t a_one = p.a_line * k, b_one = p.b_line * k;
  const auto a_bytes = p.a_start * std::int64_t(base::dtype_size(base::real_dtype(computed_)));
  GemmClass kind;
  kind.kernel = GemmKernel::panels;
  launch_kernel(
      context_, kernel(kind),
      kernels::GemmPanels{.wide = wide_,
                          .a = reads(*p.a, start(p.a) + a_bytes),
                          .b = reads(*p.b, start(p.b)),
                          .sums = p.depth < g_.k ? updates(*p.sums, start(p.sums)) : leaves(*p.sums, start(p.sums)),
                          .c = c(),
                          .extents = extents(k),
                          .depth = p.depth,
                          .block_m = p.block_m,
                          .block_n = p.block_n,
                          .inner = g_.inner,
                          .a_outer = p.a_outer > 1 ? p.a_inner * a_one : 0,
                          .a_inner = p.a_inner > 1 ? a_one : 0,
                          .b_outer = p.b_outer > 1 ? p.b_inner * b_one : 0,
                          .b_inner = p.b_inner > 1 ? b_one : 0,
                          .result = result(),
                          .begun = std::int32_t(start_k > 0),
                          .more = std::int32_t(start_k + k < g_.k),
                          .symmetric = std::int32_t(symmetric),
                          .scale = scale(),
                          .operand = operands<kernels::GemmPanels>(kind)},
      {std::size_t(p.blocks)}, {1}, operation_);
}

}  // namespace kiln::array
