// SPDX-License-Identifier: Apache-2.0
// Products of many rows with a small B, or of many small matrices, as in transforming points by a matrix. A kernel
// that is compiled for B's extents is limited only by memory.
#include "array/product/gemm_launch.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

using base::ceil_div;
using codegen::GemmClass;
using codegen::GemmItem;
using codegen::GemmKernel;
using codegen::kGemmSmall;
using codegen::kGemmSmallDepth;

namespace {

class Small : GemmLaunches {
 public:
  Small(const Gemm& gemm, const codegen::Traits& traits, const char* operation)
      : GemmLaunches(gemm, traits, nullptr, operation) {}

  // The class of the kernel. Empty on CPU devices if other kernels compute this single product faster.
  std::optional<GemmClass> kind_of(bool chunks, bool forced) const {
    const std::int64_t grid = g_.outer * g_.inner;
    GemmClass kind;
    kind.dtype = dtype_;
    kind.kernel = GemmKernel::small;
    kind.n = std::uint8_t(g_.n);
    kind.k = std::uint8_t(g_.k);
    if (grid > 1 && g_.m <= kGemmSmall) kind.m = std::uint8_t(g_.m);
    kind.unit = (g_.a.column == 1 || g_.k == 1) && (g_.b.column == 1 || g_.n == 1) && (g_.c.column == 1 || g_.n == 1);
    kind.item = chunks ? GemmItem::rows : g_.c.row == 1 && g_.c.column != 1 ? GemmItem::row : GemmItem::element;
    kind.packed = chunks && grid == 1 && kind.unit && g_.a.row == g_.k && g_.c.row == g_.n && use_beta_ == 0 &&
                  codegen::gemm_plain(dtype_) && !base::is_complex(dtype_) && g_.n <= tuning_.small_packed;
    if (chunks && grid == 1 && !forced && !kind.packed && !codegen::gemm_small_vectors(kind)) return std::nullopt;
    return kind;
  }

  void run(const GemmClass& kind, bool chunks) {
    const std::int64_t rows = g_.outer * g_.inner * g_.m;
    const std::int64_t items =
        std::clamp<std::int64_t>(rows * g_.n * g_.k / tuning_.cpu_worth, 1,
                                 std::int64_t(traits_.tuning->device.cpu_unit_items * traits_.compute_units));
    const std::int64_t share = chunks ? ceil_div(rows, items) : 1;
    const std::int64_t count = kind.item == GemmItem::element ? rows * g_.n : ceil_div(rows, share);
    const std::size_t local = chunks ? 1 : std::min<std::size_t>(256, traits_.max_local_size);
    small(kind, rows, share, base::round_up(std::size_t(count), local), local);
  }
};

// What small_gemm() does with a product: the product, transposed where that is better, its traits, and whether a
// work-item has several rows, as on CPU devices. Empty: other kernels compute the product.
struct SmallForm {
  Gemm gemm;
  codegen::Traits traits;
  bool chunks;
};
std::optional<SmallForm> small_form(const Gemm& gemm, GemmWay way) {
  const codegen::Traits traits = traits_of(*gemm.context);
  const bool chunks = traits.cpu && way != GemmWay::small_items;
  const std::int64_t most = chunks ? traits.tuning->gemm.small_columns : kGemmSmall;
  if (gemm.k < 1 || gemm.k > kGemmSmallDepth || std::min(gemm.m, gemm.n) > most) return std::nullopt;
  if (way == GemmWay::builtin &&
      (long double)(gemm.outer * gemm.inner) * (long double)(gemm.m * gemm.n) * (long double)(gemm.k) <
          traits.tuning->gemm.small_worth)
    return std::nullopt;
  // Transpose the product if C then has more rows than columns or, for a small C, contiguous rows.
  const bool turn = gemm.n > most || (gemm.m <= most && gemm.c.column != 1 && gemm.c.row == 1);
  return SmallForm{turn ? turned_gemm(gemm) : gemm, traits, chunks};
}

}  // namespace

bool small_gemm(const Gemm& gemm, GemmWay way, const char* operation) {
  const auto form = small_form(gemm, way);
  if (!form) return false;
  Small small(form->gemm, form->traits, operation);
  const auto kind = small.kind_of(form->chunks, way != GemmWay::builtin);
  if (kind) small.run(*kind, form->chunks);
  return kind.has_value();
}

bool small_without_epilogue(const Gemm& gemm, GemmWay way) {
  const auto form = small_form(gemm, way);
  return form && form->chunks && Small(form->gemm, form->traits, "").kind_of(true, way != GemmWay::builtin);
}

}  // namespace kiln::array
