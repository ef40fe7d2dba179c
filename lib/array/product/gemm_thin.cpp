// SPDX-License-Identifier: Apache-2.0
// Products with few rows and columns and long sums. A and B are read directly, once or a few times, and work-items
// divide k among them.
#include <bit>
#include <optional>

#include "array/product/gemm_launch.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

using base::ceil_div;
using codegen::GemmClass;
using codegen::GemmKernel;

namespace {

constexpr std::int64_t kPlaces = 4;  // places along k that a work-item has at a time

class Thin : GemmLaunches {
 public:
  Thin(const Gemm& gemm, const codegen::Traits& traits, const GemmShifts* shifts, const char* operation)
      : GemmLaunches(gemm, traits, shifts, operation) {}

  // Launches for CPU devices. If `across`, vectors lie along B's rows, else along k.
  void chunks(bool across) {
    const std::int64_t grid = g_.outer * g_.inner, lanes = codegen::gemm_lanes(dtype_, traits_);
    const std::int64_t wanted = std::max<std::int64_t>(1, 4 * std::int64_t(traits_.compute_units) / grid);
    split(std::min(wanted, ceil_div(g_.k, tuning_.thin_chunk)), lanes);
    GemmClass kind;
    kind.kernel = GemmKernel::thin_chunks;
    if (across) kind.tile = std::uint8_t(g_.m <= 2 ? 1 : g_.m <= 4 ? 2 : 3);
    kind.shifted = shifts_ != nullptr;
    const auto parts = sums();
    const Shifts shifts = shifts_of();
    launch_kernel(context_, kernel(kind),
                  kernels::GemmThinChunks{.wide = wide_,
                                          .a = a(),
                                          .b = b(),
                                          .parts = writes(*parts, start(parts)),
                                          .left_shifts = shifts.left,
                                          .right_shifts = shifts.right,
                                          .variables = shifts.variables,
                                          .extents = extents(),
                                          .chunk = chunk_,
                                          .splits = splits_,
                                          .inner = g_.inner,
                                          .count = count(),
                                          .along_a = std::int32_t(g_.a.column == 1),
                                          .along_b = std::int32_t(g_.b.row == 1),
                                          .factors = factors()},
                  {std::size_t(grid * splits_)}, {1}, operation_);
    combine(*parts, splits_);
  }

  void groups() {
    // log2 of the rows (or columns) of a work-item.
    const auto lines = [](std::int64_t extent) { return extent > 2 ? 2 : extent > 1 ? 1 : 0; };
    const int rows = lines(g_.m), columns = lines(g_.n);
    const auto most_items =
        std::int64_t(std::min<std::uint64_t>(codegen::gemm_thin_items(dtype_), traits_.max_local_size));
    const std::int64_t block = most_items >= 512 ? 16 : most_items >= 128 ? 8 : 4;
    const std::int64_t tiles =
        ceil_div(std::min(g_.m, block), 1 << rows) * ceil_div(std::min(g_.n, block), 1 << columns);
    // The work-items of a tile are a power of two: at least 32, and otherwise so many that the group has at most 256.
    const auto slices = std::int64_t(
        std::bit_floor(std::uint64_t(std::max<std::int64_t>(std::min<std::int64_t>(256, most_items) / tiles, 32))));
    const std::int64_t blocks = ceil_div(g_.m, block) * ceil_div(g_.n, block) * g_.outer * g_.inner;
    const std::int64_t items = tiles * slices;
    const std::int64_t fill =
        ceil_div(std::int64_t(traits_.compute_units * traits_.tuning->device.unit_items), items * blocks);
    split(std::min(fill, ceil_div(g_.k, 4 * kPlaces * slices)), kPlaces * slices);
    GemmClass kind;
    kind.kernel = GemmKernel::thin;
    kind.m = std::uint8_t(rows);
    kind.n = std::uint8_t(columns);
    kind.a_along_k = g_.a.column == 1;
    kind.b_along_k = g_.b.row == 1;
    kind.a_pieces = pieces(g_.a, g_.a.row, g_.a.column, 1 << rows);
    kind.b_pieces = pieces(g_.b, g_.b.column, g_.b.row, 1 << columns);
    kind.shifted = shifts_ != nullptr;
    const auto parts = sums();
    const Shifts shifts = shifts_of();
    launch_kernel(context_, kernel(kind),
                  kernels::GemmThin{.wide = wide_,
                                    .a = a(),
                                    .b = b(),
                                    .parts = writes(*parts, start(parts)),
                                    .left_shifts = shifts.left,
                                    .right_shifts = shifts.right,
                                    .variables = shifts.variables,
                                    .extents = extents(),
                                    .chunk = chunk_,
                                    .splits = splits_,
                                    .inner = g_.inner,
                                    .count = count(),
                                    .block = std::int32_t(block),
                                    .slices = std::int32_t(slices),
                                    .factors = factors(),
                                    .conjugate = conjugate()},
                  {std::size_t(blocks * splits_ * items)}, {std::size_t(items)}, operation_);
    combine(*parts, splits_);
  }

 private:
  // Cuts k into at most `most` parts, each of a multiple of `step` elements.
  void split(std::int64_t most, std::int64_t step) {
    chunk_ = ceil_div(ceil_div(g_.k, std::max<std::int64_t>(1, most)), step) * step;
    splits_ = ceil_div(g_.k, chunk_);
  }
  std::int64_t count() const { return g_.outer * g_.inner * g_.m * g_.n; }
  // Memory for the sums of all parts.
  Ref<runtime::Buffer> sums() { return workspace(computed_, base::checked_mul(count(), splits_, operation_)); }
  // The kernel's further arguments for products of deviations; other products have none of them.
  struct Shifts {
    std::optional<argument::Read> left, right;
    std::optional<argument::Index> variables;
  };
  Shifts shifts_of() const {
    if (!shifts_) return {};
    return {reads(*shifts_->buffer, shifts_->a_offset), reads(*shifts_->buffer, shifts_->b_offset),
            argument::Index(shifts_->variables)};
  }
  // Whether the kernel can read pieces of a factor: four elements of a line at once, or one element of each of
  // `lines` lines.
  bool pieces(const GemmSide& side, std::int64_t line, std::int64_t step, std::int64_t lines) const {
    if (step != 1 && line != 1) return false;
    const auto item = std::int64_t(base::dtype_size(dtype_));
    const std::int64_t width = std::min<std::int64_t>((step == 1 ? 4 : lines) * item, 16);
    return (((step == 1 ? line : step) | side.outer | side.inner) * item | side.offset) % width == 0;
  }

  std::int64_t chunk_ = 0, splits_ = 1;
};

enum class Form { none, groups, along, across_a, across_b };

Form form_of(const Gemm& gemm, GemmWay way, const codegen::Traits& traits) {
  const codegen::GemmTuning& tuning = traits.tuning->gemm;
  const bool forced = way != GemmWay::builtin, chunks = traits.cpu && way != GemmWay::thin_groups;
  const std::int64_t most = std::max(gemm.m, gemm.n);
  if (gemm.k < (forced ? 1 : tuning.thin_long) || most > codegen::kGemmThin) return Form::none;
  const bool along_a = gemm.a.column == 1, along_b = gemm.b.row == 1;
  if (!chunks) {
    const bool few = forced || most <= (along_a || along_b ? tuning.thin_groups : tuning.thin_groups_across);
    return few && traits.max_local_size >= 32 ? Form::groups : Form::none;
  }
  if (base::is_complex(gemm.dtype)) return Form::none;
  const std::int64_t lanes = codegen::gemm_lanes(gemm.dtype, traits);
  const auto across = [&](std::int64_t step, std::int64_t line, std::int64_t count, std::int64_t others) {
    return codegen::gemm_plain(gemm.dtype) && line == 1 && step > 0 && count <= lanes && others <= tuning.thin_across;
  };
  if (across(gemm.b.row, gemm.b.column, gemm.n, gemm.m)) return Form::across_b;
  if (across(gemm.a.column, gemm.a.row, gemm.m, gemm.n)) return Form::across_a;
  return (along_a && along_b) || most <= tuning.thin_gathered || forced ? Form::along : Form::none;
}

}  // namespace

bool is_thin(const Gemm& gemm, GemmWay way) { return form_of(gemm, way, traits_of(*gemm.context)) != Form::none; }

bool thin_gemm(const Gemm& gemm, GemmWay way, const GemmShifts* shifts, const char* operation) {
  const codegen::Traits traits = traits_of(*gemm.context);
  const Form form = form_of(gemm, way, traits);
  if (form == Form::none) return false;
  if (form == Form::across_a) {
    const GemmShifts swapped =
        shifts ? GemmShifts{shifts->buffer, shifts->b_offset, shifts->a_offset, shifts->variables} : GemmShifts{};
    const Gemm other = turned_gemm(gemm);
    Thin(other, traits, shifts ? &swapped : nullptr, operation).chunks(true);
    return true;
  }
  Thin thin(gemm, traits, shifts, operation);
  form == Form::groups ? thin.groups() : thin.chunks(form == Form::across_b);
  return true;
}

}  // namespace kiln::array
