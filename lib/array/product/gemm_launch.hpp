// SPDX-License-Identifier: Apache-2.0
// What the launches of Kiln's own products have in common. Private to gemm*.cpp and to convolutions, whose panels
// CPU devices multiply by the same kernel.
#pragma once

#include <algorithm>

#include "array/launch/library_kernel.hpp"
#include "array/product/epilogue.hpp"
#include "array/product/product.hpp"
#include "base/checked.hpp"
#include "base/rounding.hpp"
#include "codegen/product/gemm.hpp"
#include "codegen/tuning/tuning.hpp"

namespace kiln::array {

// Where the operands of an epilogue lie, for a kernel that computes it; none if `after` is null.
template <class Kernel>
argument::Several<typename Kernel::Each> epilogue_operands(const EpilogueSides* after) {
  argument::Several<typename Kernel::Each> out;
  if (!after) return out;
  for (std::size_t i = 0; i < after->count; ++i) {
    const GemmSide& s = after->sides[i];
    const bool written = i < after->program->outputs();
    out.push_back({.p = written ? writes(*s.buffer, s.offset) : leaves(*s.buffer, s.offset),
                   .row = s.row,
                   .column = s.column,
                   .outer = s.outer,
                   .inner = s.inner});
  }
  return out;
}

class GemmLaunches {
 public:
  GemmLaunches(const Gemm& gemm, const codegen::Traits& traits, const GemmShifts* shifts, const char* operation);

 protected:
  static constexpr std::int64_t kMostGroups = std::int64_t{1} << 30;

  const runtime::Kernel& kernel(codegen::GemmClass kind);
  argument::Read a() const { return reads(*g_.a.buffer, g_.a.offset); }
  argument::Read b() const { return reads(*g_.b.buffer, g_.b.offset); }
  argument::Write c() const {
    return use_beta_ ? updates(*g_.c.buffer, g_.c.offset) : writes(*g_.c.buffer, g_.c.offset);
  }
  kernels::GemmExtents extents(std::int64_t k) const { return {.m = g_.m, .n = g_.n, .k = k}; }
  kernels::GemmExtents extents() const { return extents(g_.k); }
  // The kernels' arguments: strides of the factors and of the result, conjugation, and alpha and beta.
  kernels::GemmFactors factors() const {
    return {.a_row = g_.a.row,
            .a_k = g_.a.column,
            .a_outer = g_.a.outer,
            .a_inner = g_.a.inner,
            .b_k = g_.b.row,
            .b_column = g_.b.column,
            .b_outer = g_.b.outer,
            .b_inner = g_.b.inner};
  }
  kernels::GemmResult result() const {
    return {.c_row = g_.c.row, .c_column = g_.c.column, .c_outer = g_.c.outer, .c_inner = g_.c.inner};
  }
  // The same for a packed result of C's extents.
  kernels::GemmResult packed_result() const {
    return {.c_row = g_.n, .c_column = std::int64_t{1}, .c_outer = g_.inner * g_.m * g_.n, .c_inner = g_.m * g_.n};
  }
  kernels::GemmConjugates conjugate() const {
    return {.a = std::int32_t(g_.a.conjugate), .b = std::int32_t(g_.b.conjugate)};
  }
  kernels::GemmScale scale() const {
    const std::size_t bytes = base::dtype_size(computed_);
    return {.use_beta = std::int32_t(use_beta_), .alpha = {alpha_, bytes}, .beta = {beta_, bytes}};
  }
  template <class Kernel>
  argument::Several<typename Kernel::Each> operands(const codegen::GemmClass& kind) const {
    return epilogue_operands<Kernel>(codegen::gemm_ends(kind) ? &g_.after : nullptr);
  }
  static std::int64_t start(const Ref<runtime::Buffer>& buffer) { return std::int64_t(buffer->offset()); }
  Ref<runtime::Buffer> workspace(DType dtype, std::int64_t count) {
    const auto itemsize = std::int64_t(base::dtype_size(dtype));
    return allocate(context_, std::size_t(base::checked_mul(count, itemsize, operation_)), operation_);
  }
  // Computes C by gemm_small.cl. A work-item has `share` of all `rows` rows of C, or one element.
  void small(const codegen::GemmClass& kind, std::int64_t rows, std::int64_t share, std::size_t global,
             std::size_t local);
  // Launches the kernel that adds up the parts of the sums to C. `parts` has the packed products of each of
  // `splits` splits. If `symmetric`, they hold only what is on and below the diagonal. For products of deviations C
  // has the computed dtype.
  void combine(runtime::Buffer& parts, std::int64_t splits, bool symmetric = false);

  const Gemm& g_;
  const GemmShifts* const shifts_;  // or null
  runtime::Context& context_;
  const codegen::Traits traits_;
  const codegen::GemmTuning& tuning_;
  const DType dtype_, computed_;
  const bool wide_;
  const char* operation_;
  alignas(16) std::byte alpha_[16], beta_[16];
  bool use_beta_ = false;
};

// Products on CPU devices whose factors have been packed in panels.
class GemmPanelLaunches : protected GemmLaunches {
 protected:
  using GemmLaunches::GemmLaunches;

  // How the copies of A and B are laid out, and how work-items divide the work.
  struct Panels {
    codegen::GemmPanel panel;
    std::int64_t m_count, n_count;                      // panels of A and of B in one product
    std::int64_t a_outer, a_inner, b_outer, b_inner;    // matrices to pack along a batch axis; 1: products share one
    std::int64_t a_line, b_line;                        // elements of a matrix's panels at one place along k
    std::int64_t round, depth;                          // places along k of a round, of a step in it
    std::int64_t block_m = 0, block_n = 0, blocks = 0;  // panels of a block, and how many blocks
    std::int64_t a_start = 0;                           // elements of `a` before the panels
    Ref<runtime::Buffer> a, b, sums;
  };

  // Everything but the memory. A sum takes rounds of `round` places along k.
  Panels plan_panels(std::int64_t round) const;
  Ref<runtime::Buffer> panel_room(std::int64_t line, std::int64_t matrices, std::int64_t round);
  Ref<runtime::Buffer> sums_room(const Panels& p);
  // Adds the products of the k places that the panels have; `start_k` places came before. `symmetric`: the product is
  // that of a matrix and its own transpose, with beta 0.
  void multiply_panels(const Panels& p, std::int64_t start_k, std::int64_t k, bool symmetric = false);

 private:
  void choose_blocks(Panels& p) const;
};

}  // namespace kiln::array
