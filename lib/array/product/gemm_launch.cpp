// SPDX-License-Identifier: Apache-2.0
// Prepares launches of Kiln's own products: index width, kernel, arguments, and the sum of parts.
#include "array/product/gemm_launch.hpp"

#include <cstdlib>

#include "array/launch/loops.hpp"

namespace kiln::array {

using base::ceil_div;

namespace {

// Sizes and strides of a valid array multiply without overflow; extents of 1 have stride 0. Tiles reach past
// the ends of rows and columns.
bool is_wide(const Gemm& g, std::int64_t rows, std::int64_t columns, const GemmSide& side) {
  IndexWidth width;
  const std::int64_t extents[] = {g.outer, g.inner, rows + 64, columns + 64};
  width.loops(extents);
  width.operand(rows * std::abs(side.row) + columns * std::abs(side.column) + g.outer * std::abs(side.outer) +
                g.inner * std::abs(side.inner));
  return width.wide();
}
bool is_wide(const Gemm& g) {
  return is_wide(g, g.m, g.k, g.a) || is_wide(g, g.k, g.n, g.b) || is_wide(g, g.m, g.n, g.c) ||
         std::any_of(g.after.sides.begin(), g.after.sides.begin() + std::ptrdiff_t(g.after.count),
                     [&](const GemmSide& operand) { return is_wide(g, g.m, g.n, operand); });
}

// All members have a name here, so that a new one is not forgotten.
KernelId gemm_id(const codegen::GemmClass& kind) {
  const auto& [kernel, dtype, wide, tile, partial, a_along_k, b_along_k, a_pieces, b_pieces, shifted, m, n, k, item,
               unit, packed] = kind;
  return {KernelFamily::product,
          "gemm",
          kernel,
          dtype,
          wide,
          tile,
          partial,
          a_along_k,
          b_along_k,
          a_pieces,
          b_pieces,
          shifted,
          m,
          n,
          k,
          item,
          unit,
          packed};
}

}  // namespace

Gemm turned_gemm(Gemm g) {
  std::swap(g.m, g.n);
  std::swap(g.a, g.b);
  for (GemmSide* side : {&g.a, &g.b, &g.c}) std::swap(side->row, side->column);
  for (GemmSide& operand : g.after.sides) std::swap(operand.row, operand.column);
  return g;
}

GemmLaunches::GemmLaunches(const Gemm& gemm, const codegen::Traits& traits, const GemmShifts* shifts,
                           const char* operation)
    : g_(gemm),
      shifts_(shifts),
      context_(*gemm.context),
      traits_(traits),
      tuning_(traits.tuning->gemm),
      dtype_(gemm.dtype),
      computed_(codegen::gemm_dtype(dtype_)),
      wide_(is_wide(gemm)),
      operation_(operation) {
  g_.alpha.cast(computed_).store(alpha_);
  g_.beta.cast(computed_).store(beta_);
  use_beta_ = g_.beta.re != 0 || g_.beta.im != 0;  // NaN too
}

const runtime::Kernel& GemmLaunches::kernel(codegen::GemmClass kind) {
  kind.dtype = dtype_;
  kind.wide = wide_;
  unsigned registers = 0;
  // A group of the most work-items must fit a compute unit with 65536 registers.
  if (kind.kernel == codegen::GemmKernel::thin && codegen::gemm_thin_items(dtype_) == 512) registers = 128;
  if (g_.after.program && codegen::gemm_ends(kind))
    return g_.after.program->kernel(
        gemm_id(kind), g_.after,
        [&](const codegen::GemmEpilogue& epilogue) { return codegen::gemm_text(kind, traits_, &epilogue); }, registers,
        operation_);
  return library_kernel(context_, gemm_id(kind), operation_, [&] {
    backend::Source source;
    source.text = codegen::gemm_text(kind, traits_);
    source.fast_math = context_.options().fast_math;
    source.max_registers = registers;
    return source;
  });
}

void GemmLaunches::small(const codegen::GemmClass& kind, std::int64_t rows, std::int64_t share, std::size_t global,
                         std::size_t local) {
  launch_kernel(context_, kernel(kind),
                kernels::GemmSmall{.wide = wide_,
                                   .a = a(),
                                   .b = b(),
                                   .c = c(),
                                   .extents = extents(),
                                   .rows = rows,
                                   .share = share,
                                   .inner = g_.inner,
                                   .factors = factors(),
                                   .result = result(),
                                   .conjugate = conjugate(),
                                   .scale = scale(),
                                   .operand = operands<kernels::GemmSmall>(kind)},
                {global}, {local}, operation_);
}

void GemmLaunches::combine(runtime::Buffer& parts, std::int64_t splits, bool symmetric) {
  const std::int64_t count = g_.outer * g_.inner * g_.m * g_.n;
  codegen::GemmClass kind;
  kind.kernel = codegen::GemmKernel::combine;
  kind.shifted = symmetric;
  kind.partial = shifts_ != nullptr;
  const bool shared = !traits_.cpu && splits >= tuning_.combine_worth &&
                      traits_.max_local_size >= std::size_t{codegen::kGemmCombined} << tuning_.combine_shared;
  if (shared) kind.tile = std::uint8_t(tuning_.combine_shared);
  const std::size_t elements = shared ? codegen::kGemmCombined : std::min<std::size_t>(256, traits_.max_local_size);
  const std::size_t local = elements << kind.tile;
  launch_kernel(context_, kernel(kind),
                kernels::GemmCombine{.wide = wide_,
                                     .parts = reads(parts, std::int64_t(parts.offset())),
                                     .c = c(),
                                     .m = g_.m,
                                     .n = g_.n,
                                     .splits = splits,
                                     .inner = g_.inner,
                                     .count = count,
                                     .result = result(),
                                     .scale = scale(),
                                     .operand = operands<kernels::GemmCombine>(kind)},
                {std::size_t(ceil_div(count, std::int64_t(elements))) * local}, {local}, operation_);
}

}  // namespace kiln::array
