// SPDX-License-Identifier: Apache-2.0
// Launches Kiln's own kernels of the matrix product. CPU devices compute small matrices by rows; for larger ones
// they copy panels of B and read A directly, or pack panels of both. Other devices use tiles in local memory, which may
// sum a part of k each (tile_choice.hpp). Products with few rows and columns and long sums have kernels of their own
// (gemm_thin.cpp).
#include "array/product/gemm_launch.hpp"
#include "array/product/tile_choice.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

using base::ceil_div;
using codegen::GemmClass;
using codegen::GemmKernel;

namespace {

class Run : GemmPanelLaunches {
 public:
  Run(const Gemm& gemm, const GemmShifts* shifts, const char* operation)
      : GemmPanelLaunches(gemm, traits_of(*gemm.context), shifts, operation) {}

  void run(GemmWay way) {
    way = cpu_way(way);
    if (way == GemmWay::rows) return rows();
    if (way == GemmWay::direct) return direct();
    if (way == GemmWay::panels) return panels();
    tiles(way);
  }

  // Whether run() computes an epilogue too. The product of a matrix and its own transpose is faster without one.
  bool takes_epilogue(GemmWay way) const { return cpu_way(way) != GemmWay::panels || !symmetric(); }

  // With shifts_, the product is a single one, of a matrix with itself transposed.
  void tiles(GemmWay way) {
    const std::int64_t grid = g_.outer * g_.inner;
    const auto groups_of = [&](const codegen::GemmTile& tile) {
      const std::int64_t rows = ceil_div(g_.m, tile.m);
      return shifts_ ? rows * (rows + 1) / 2 : grid * rows * ceil_div(g_.n, tile.n);
    };
    std::optional<int> forced;
    if (way == GemmWay::large_tiles) forced = 0;
    if (way == GemmWay::medium_tiles) forced = 1;
    if (way == GemmWay::small_tiles || way == GemmWay::split_tiles) forced = codegen::kGemmSmallTile;
    if (way == GemmWay::team_tiles) forced = codegen::kGemmTeamTile;
    const std::int64_t count = grid * g_.m * g_.n;
    const auto [which, groups, parts_wanted] = choose_tile(dtype_, traits_,
                                                           {.groups = groups_of,
                                                            .results = count,
                                                            .k = g_.k,
                                                            .least_part = tuning_.least_part,
                                                            .medium_speed = tuning_.medium_speed,
                                                            .teams = !shifts_},
                                                           forced);
    const codegen::GemmTile tile = codegen::gemm_tile(dtype_, which, traits_);
    std::int64_t splits = way == GemmWay::split_tiles ? 3 : parts_wanted;
    splits = std::clamp<std::int64_t>(splits, 1, std::max<std::int64_t>(1, ceil_div(g_.k, tile.k)));
    const std::int64_t chunk = std::max<std::int64_t>(1, ceil_div(ceil_div(g_.k, splits), tile.k)) * tile.k;
    splits = std::max<std::int64_t>(1, ceil_div(g_.k, chunk));
    if (groups > kMostGroups / splits)
      fail(KILN_OVERFLOW, "{}: {} tiles of {} parts, expected at most {} groups of work-items", operation_, groups,
           splits, kMostGroups);

    GemmClass kind;
    kind.kernel = GemmKernel::tiles;
    kind.tile = std::uint8_t(which);
    const bool partial = splits > 1 || shifts_;
    kind.partial = partial;
    kind.shifted = shifts_ != nullptr;
    // CPU devices run these kernels only in tests. Fewer variants then save compilations.
    kind.a_along_k = traits_.cpu || std::abs(g_.a.column) == 1 || (std::abs(g_.a.row) != 1 && g_.a.row != 0);
    kind.b_along_k = !traits_.cpu && std::abs(g_.b.row) == 1 && std::abs(g_.b.column) != 1;
    kind.a_pieces = pieces(g_.a, kind.a_along_k ? g_.a.column : g_.a.row, kind.a_along_k ? g_.a.row : g_.a.column);
    kind.b_pieces = pieces(g_.b, kind.b_along_k ? g_.b.row : g_.b.column, kind.b_along_k ? g_.b.column : g_.b.row);
    Ref<runtime::Buffer> parts;
    if (partial) parts = workspace(computed_, base::checked_mul(count, splits, operation_));
    // Parts are packed, one behind the other, and not scaled.
    std::byte one[16];
    Scalar::real(KILN_FLOAT64, 1).cast(computed_).store(one);
    const argument::Value unit(one, base::dtype_size(computed_));
    const kernels::GemmScale unscaled{.use_beta = std::int32_t{0}, .alpha = unit, .beta = unit};
    const auto items = std::size_t(tile.items());
    launch_kernel(
        context_, kernel(kind),
        kernels::GemmTiles{.wide = wide_,
                           .a = a(),
                           .b = b(),
                           .c = partial ? writes(*parts, start(parts)) : c(),
                           .shifts = shifts_ ? std::optional(reads(*shifts_->buffer, shifts_->a_offset)) : std::nullopt,
                           .extents = extents(),
                           .chunk = chunk,
                           .splits = splits,
                           .inner = g_.inner,
                           .factors = factors(),
                           .result = partial ? packed_result() : result(),
                           .c_split = partial ? count : std::int64_t{0},
                           .conjugate = conjugate(),
                           .scale = partial ? unscaled : scale(),
                           .operand = operands<kernels::GemmTiles>(kind)},
        {std::size_t(groups * splits) * items}, {items}, operation_, codegen::gemm_packs(kind));
    if (partial) combine(*parts, splits, shifts_ != nullptr);
  }

 private:
  // The way by which CPU devices compute what they are to compute by any of Kiln's kernels.
  GemmWay cpu_way(GemmWay way) const {
    const long double work =
        (long double)(g_.m) * (long double)(g_.n) * (long double)(g_.k) * (base::is_complex(dtype_) ? 2 : 1);
    const bool wide = base::dtype_size(computed_) > 4 || g_.m < 3;
    // Reading A across k touches a cache line for each place. Packed panels compute one half of a symmetric product.
    const bool apart = std::abs(g_.a.column) * std::int64_t(base::dtype_size(dtype_)) >= 64;
    const bool across = (apart || symmetric()) && g_.m >= tuning_.block_rows && g_.n >= tuning_.block_columns;
    const std::int64_t most_direct = !codegen::gemm_plain(dtype_) ? tuning_.direct_converted
                                     : across                     ? tuning_.direct_across
                                     : wide                       ? tuning_.direct_wide
                                                                  : tuning_.direct_product;
    if (way == GemmWay::builtin && traits_.cpu)
      way = work <= tuning_.rows_product ? GemmWay::rows
            : work <= most_direct        ? GemmWay::direct
            : g_.m < 3                   ? GemmWay::rows
                                         : GemmWay::panels;
    // `direct` keeps unfinished sums in C. float16 and bfloat16 would be rounded there, so long sums of them take
    // `panels`.
    if (way == GemmWay::direct && base::is_float(dtype_) && dtype_ != computed_ && g_.k > codegen::kGemmDirectDepth)
      way = GemmWay::panels;
    if ((way == GemmWay::panels || way == GemmWay::direct) && g_.k == 0) way = GemmWay::rows;
    return way;
  }

  void rows() {
    const std::int64_t rows = g_.outer * g_.inner * g_.m;
    const std::int64_t work = std::max<std::int64_t>(1, g_.n * std::max<std::int64_t>(g_.k, 1));
    const auto most = std::int64_t(traits_.tuning->device.cpu_unit_items * traits_.compute_units);
    const std::int64_t items =
        std::clamp<std::int64_t>(rows / std::max<std::int64_t>(1, tuning_.cpu_worth / work), 1, most);
    const std::int64_t share = ceil_div(rows, items);
    GemmClass kind;
    kind.kernel = GemmKernel::small;
    small(kind, rows, share, std::size_t(ceil_div(rows, share)), 1);
  }

  // Returns the number of parts of the rows, `least` or more, that takes the least time. The work-items of each part
  // copy their columns of B, so more parts mean more copies.
  std::int64_t direct_parts(std::int64_t panels, std::int64_t m_panels, std::int64_t least) const {
    const auto units = std::int64_t(traits_.compute_units);
    const std::int64_t most = std::clamp(tuning_.direct_unit_items * units / panels, least, m_panels);
    const auto time = [&](std::int64_t parts) {
      return double(ceil_div(panels * parts, units)) * (double(ceil_div(m_panels, parts)) + tuning_.direct_copy);
    };
    std::int64_t best = least;
    for (std::int64_t parts = least + 1; parts <= most; ++parts)
      if (time(parts) < time(best)) best = parts;
    return best;
  }

  void direct() {
    const codegen::GemmPanel panel = codegen::gemm_panel(dtype_, traits_);
    const std::int64_t grid = g_.outer * g_.inner, panels = grid * ceil_div(g_.n, panel.columns);
    const std::int64_t m_panels = ceil_div(g_.m, panel.rows);
    const std::int64_t least = ceil_div(g_.m, tuning_.block_rows);
    const std::int64_t parts = direct_parts(panels, m_panels, least);
    const std::int64_t block = ceil_div(m_panels, parts) * panel.rows;
    GemmClass kind;
    kind.kernel = GemmKernel::direct;
    // Steps along k leave unfinished sums, if C is not for them, in a workspace.
    const bool apart = g_.after.program && !g_.after.sums_in_c && g_.k > codegen::kGemmDirectDepth / panel.parts;
    Ref<runtime::Buffer> sums;
    if (apart) sums = workspace(dtype_, grid * g_.m * g_.n);
    launch_kernel(context_, kernel(kind),
                  kernels::GemmDirect{.wide = wide_,
                                      .a = a(),
                                      .b = b(),
                                      .c = apart ? updates(*sums, start(sums)) : c(),
                                      .extents = extents(),
                                      .block = block,
                                      .inner = g_.inner,
                                      .factors = factors(),
                                      .result = apart ? packed_result() : result(),
                                      .conjugate = conjugate(),
                                      .scale = scale(),
                                      .operand = operands<kernels::GemmDirect>(kind)},
                  {std::size_t(panels * ceil_div(g_.m, block))}, {1}, operation_);
  }

  // Whether the product is that of a matrix and its own transpose.
  bool symmetric() const {
    return !use_beta_ && !base::is_complex(dtype_) && g_.m == g_.n && g_.a.buffer == g_.b.buffer &&
           g_.a.offset == g_.b.offset && g_.a.row == g_.b.column && g_.a.column == g_.b.row &&
           g_.a.outer == g_.b.outer && g_.a.inner == g_.b.inner;
  }

  // Long sums are computed in rounds along k. The panels of a round fit the caches.
  std::int64_t round_length() const {
    const std::int64_t least = std::max(tuning_.round, 2 * std::max(g_.m, g_.n));
    return g_.k < 2 * least ? g_.k : ceil_div(g_.k, g_.k / least);
  }

  void panels() {
    Panels p = plan_panels(round_length());
    p.a = panel_room(p.a_line, p.a_outer * p.a_inner, p.round);
    p.b = panel_room(p.b_line, p.b_outer * p.b_inner, p.round);
    p.sums = sums_room(p);
    const bool mirrored = symmetric() && !g_.after.program;
    for (std::int64_t start_k = 0; start_k < g_.k; start_k += p.round) {
      const std::int64_t k = std::min(p.round, g_.k - start_k);
      pack_panels(p, start_k, k);
      multiply_panels(p, start_k, k, mirrored);
    }
  }

  void pack_panels(const Panels& p, std::int64_t start_k, std::int64_t k) {
    const auto itemsize = std::int64_t(base::dtype_size(dtype_)), units = std::int64_t(traits_.compute_units);
    const std::int64_t a_all = p.m_count * p.a_outer * p.a_inner, all = a_all + p.n_count * p.b_outer * p.b_inner;
    const std::int64_t wanted = std::clamp<std::int64_t>(32 * units / all, 1, ceil_div(k, tuning_.depth));
    const std::int64_t chunk = ceil_div(k, wanted), chunks = ceil_div(k, chunk);
    GemmClass kind;
    kind.kernel = GemmKernel::pack;
    launch_kernel(context_, kernel(kind),
                  kernels::GemmPack{.wide = wide_,
                                    .a = reads(*g_.a.buffer, g_.a.offset + start_k * g_.a.column * itemsize),
                                    .b = reads(*g_.b.buffer, g_.b.offset + start_k * g_.b.row * itemsize),
                                    .a_panels = writes(*p.a, start(p.a)),
                                    .b_panels = writes(*p.b, start(p.b)),
                                    .extents = extents(k),
                                    .chunk = chunk,
                                    .a_groups = a_all * chunks,
                                    .a_inner_count = p.a_inner,
                                    .b_inner_count = p.b_inner,
                                    .factors = factors(),
                                    .conjugate = conjugate()},
                  {std::size_t(all * chunks)}, {1}, operation_);
  }

  // Whether the elements of a factor can be read 16 bytes at a time. `step` is the stride from element to element,
  // `line` from one line of elements to the next.
  bool pieces(const GemmSide& side, std::int64_t step, std::int64_t line) const {
    const auto item = std::int64_t(base::dtype_size(dtype_));
    return item == std::int64_t(base::dtype_size(computed_)) && item < 16 && step == 1 &&
           ((line | side.outer | side.inner) * item | side.offset) % 16 == 0;
  }
};

}  // namespace

void builtin_gemm(const Gemm& gemm, GemmWay way, const char* operation) {
  if (way == GemmWay::builtin || way == GemmWay::thin || way == GemmWay::thin_groups) {
    if (thin_gemm(gemm, way, nullptr, operation)) return;
  }
  if (way == GemmWay::builtin || way == GemmWay::small || way == GemmWay::small_items) {
    if (small_gemm(gemm, way, operation)) return;
  }
  if (way >= GemmWay::small) way = GemmWay::builtin;
  Run(gemm, nullptr, operation).run(way);
}

bool takes_epilogue(const Gemm& gemm, GemmWay way) {
  const codegen::Traits traits = traits_of(*gemm.context);
  if (!traits.cpu && gemm.after.program->values() > traits.tuning->gemm.epilogue_values) return false;
  if (way == GemmWay::builtin || way == GemmWay::thin || way == GemmWay::thin_groups)
    if (is_thin(gemm, way)) return true;
  if (way == GemmWay::builtin || way == GemmWay::small || way == GemmWay::small_items)
    if (small_without_epilogue(gemm, way)) return false;
  if (way >= GemmWay::small) way = GemmWay::builtin;
  return Run(gemm, nullptr, "").takes_epilogue(way);
}

namespace {

bool is_tiles(GemmWay way) noexcept { return way >= GemmWay::large_tiles && way <= GemmWay::split_tiles; }

// The way to compute a product of deviations, or the way that a test forces; nothing if there is none.
std::optional<GemmWay> deviations_way(const Gemm& gemm, bool symmetric) {
  const GemmWay asked = forced_gemm();
  if (is_tiles(asked)) return symmetric ? std::optional(asked) : std::nullopt;
  const GemmWay thin = asked == GemmWay::thin || asked == GemmWay::thin_groups ? asked : GemmWay::builtin;
  if (is_thin(gemm, thin)) return thin == GemmWay::builtin ? GemmWay::thin : thin;
  const bool cpu = traits_of(*gemm.context).cpu;
  return symmetric && !cpu ? std::optional(GemmWay::builtin) : std::nullopt;
}

}  // namespace

bool takes_deviations(const Gemm& gemm, bool symmetric) { return deviations_way(gemm, symmetric).has_value(); }

void deviation_gemm(const Gemm& gemm, const GemmShifts& shifts, const char* operation) {
  const GemmWay way = *deviations_way(gemm, shifts.a_offset == shifts.b_offset);
  if (way == GemmWay::builtin || is_tiles(way))
    Run(gemm, &shifts, operation).tiles(way);
  else
    thin_gemm(gemm, way, &shifts, operation);
}

}  // namespace kiln::array
