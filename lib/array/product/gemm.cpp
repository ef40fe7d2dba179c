// SPDX-License-Identifier: Apache-2.0
// Launches Kiln's own kernels of the matrix product. CPU devices compute small matrices by rows; for larger ones
// they copy panels of B and read A directly, or pack panels of both. Other devices use tiles in local memory; if
// there are too few tiles to fill the device, each sums a part of k. Products with few rows and columns and long
// sums have kernels of their own (gemm_thin.cpp).
#include "array/product/gemm_launch.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

using base::ceil_div;
using codegen::GemmClass;
using codegen::GemmKernel;

namespace {

class Run : GemmLaunches {
 public:
  Run(const Gemm& gemm, const GemmShifts* shifts, const char* operation)
      : GemmLaunches(gemm, traits_of(*gemm.context), shifts, operation) {}

  void run(GemmWay way) {
    const long double work =
        (long double)(g_.m) * (long double)(g_.n) * (long double)(g_.k) * (base::is_complex(dtype_) ? 2 : 1);
    const std::int64_t most_direct = codegen::gemm_plain(dtype_) ? tuning_.direct_product : tuning_.direct_converted;
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
    if (way == GemmWay::rows) return rows();
    if (way == GemmWay::direct) return direct();
    if (way == GemmWay::panels) return panels();
    tiles(way);
  }

  // With shifts_, the product is a single one, of a matrix with itself transposed.
  void tiles(GemmWay way) {
    const auto units = std::int64_t(traits_.compute_units);
    const std::int64_t grid = g_.outer * g_.inner;
    const auto groups_of = [&](int which) {
      const codegen::GemmTile tile = codegen::gemm_tile(dtype_, which, traits_);
      const std::int64_t rows = ceil_div(g_.m, tile.m);
      return shifts_ ? rows * (rows + 1) / 2 : grid * rows * ceil_div(g_.n, tile.n);
    };
    // The largest tile that still gives every compute unit a group, or a part of a long sum.
    const std::int64_t most_parts = std::max<std::int64_t>(1, g_.k / tuning_.part);
    int which = 0;
    while (which + 1 < codegen::kGemmTiles && groups_of(which) * most_parts < units) ++which;
    // If the next smaller tile covers C's shorter side, take that: much of a larger one would lie outside C.
    while (which + 1 < codegen::kGemmTiles && std::min(g_.m, g_.n) <= codegen::gemm_tile(dtype_, which + 1, traits_).m)
      ++which;
    if (way == GemmWay::large_tiles) which = 0;
    if (way == GemmWay::medium_tiles) which = 1;
    if (way == GemmWay::small_tiles || way == GemmWay::split_tiles) which = 2;
    while (which + 1 < codegen::kGemmTiles &&
           std::uint64_t(codegen::gemm_tile(dtype_, which, traits_).items()) > traits_.max_local_size)
      ++which;
    const codegen::GemmTile tile = codegen::gemm_tile(dtype_, which, traits_);
    const std::int64_t groups = groups_of(which);
    std::int64_t splits = 1;
    if (way == GemmWay::split_tiles)
      splits = 3;
    else if (way == GemmWay::builtin && groups < 2 * units)
      splits = std::min(ceil_div((which == 0 ? 2 : 4) * units, groups), g_.k / tuning_.least_part);
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
    const std::int64_t count = grid * g_.m * g_.n;
    Ref<runtime::Buffer> parts;
    if (partial) parts = workspace(computed_, base::checked_mul(count, splits, operation_));
    // Parts are packed, one behind the other, and not scaled.
    std::byte one[16];
    Scalar::real(KILN_FLOAT64, 1).cast(computed_).store(one);
    const argument::Value unit(one, base::dtype_size(computed_));
    const kernels::GemmScale unscaled{.use_beta = std::int32_t{0}, .alpha = unit, .beta = unit};
    const kernels::GemmResult packed{
        .c_row = g_.n, .c_column = std::int64_t{1}, .c_outer = g_.inner * g_.m * g_.n, .c_inner = g_.m * g_.n};
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
                           .result = partial ? packed : result(),
                           .c_split = partial ? count : std::int64_t{0},
                           .conjugate = conjugate(),
                           .scale = partial ? unscaled : scale()},
        {std::size_t(groups * splits) * items}, {items}, operation_);
    if (partial) combine(*parts, splits, shifts_ != nullptr);
  }

 private:
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

  void direct() {
    const codegen::GemmPanel panel = codegen::gemm_panel(dtype_, traits_);
    const auto units = std::int64_t(traits_.compute_units);
    const std::int64_t grid = g_.outer * g_.inner, panels = grid * ceil_div(g_.n, panel.columns);
    const std::int64_t m_panels = ceil_div(g_.m, panel.rows);
    // Each work-item copies its columns of B, so it should have many rows.
    const std::int64_t parts =
        std::clamp(tuning_.direct_unit_items * units / panels, ceil_div(g_.m, tuning_.block_rows), m_panels);
    const std::int64_t block = ceil_div(m_panels, parts) * panel.rows;
    GemmClass kind;
    kind.kernel = GemmKernel::direct;
    launch_kernel(context_, kernel(kind),
                  kernels::GemmDirect{.wide = wide_,
                                      .a = a(),
                                      .b = b(),
                                      .c = c(),
                                      .extents = extents(),
                                      .block = block,
                                      .inner = g_.inner,
                                      .factors = factors(),
                                      .result = result(),
                                      .conjugate = conjugate(),
                                      .scale = scale()},
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

  // How many of A's `panels` a block has. A gets from `blocks` to twice as many blocks: the number with which the
  // products of these and of the `others` blocks of B are divided most evenly among the compute units.
  static std::int64_t even_block(std::int64_t panels, std::int64_t blocks, std::int64_t others, std::int64_t units) {
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

  // How panels() lays out the copies of A and B, and how work-items divide the work.
  struct Panels {
    codegen::GemmPanel panel;
    std::int64_t m_count, n_count;                      // panels of A and of B in one product
    std::int64_t a_outer, a_inner, b_outer, b_inner;    // matrices to pack along a batch axis; 1: products share one
    std::int64_t a_line, b_line;                        // elements of a matrix's panels at one place along k
    std::int64_t round, depth;                          // places along k of a round, of a step in it
    std::int64_t block_m = 0, block_n = 0, blocks = 0;  // panels of a block, and how many blocks
    Ref<runtime::Buffer> a, b, sums;
  };

  Panels panels_of() {
    Panels p;
    p.panel = codegen::gemm_panel(dtype_, traits_);
    p.m_count = ceil_div(g_.m, p.panel.rows), p.n_count = ceil_div(g_.n, p.panel.columns);
    p.a_outer = g_.a.outer ? g_.outer : 1, p.a_inner = g_.a.inner ? g_.inner : 1;
    p.b_outer = g_.b.outer ? g_.outer : 1, p.b_inner = g_.b.inner ? g_.inner : 1;
    p.a_line = p.m_count * p.panel.rows * p.panel.parts;
    p.b_line = p.n_count * p.panel.columns * p.panel.parts;
    p.round = round_length();
    p.depth = ceil_div(p.round, ceil_div(p.round, tuning_.depth * 4 / 3));
    choose_blocks(p);
    const DType real = base::real_dtype(computed_);
    const auto room = [&](std::int64_t line, std::int64_t matrices) {
      return workspace(real, base::checked_mul(line * p.round, matrices, operation_));
    };
    p.a = room(p.a_line, p.a_outer * p.a_inner), p.b = room(p.b_line, p.b_outer * p.b_inner);
    p.sums = p.a;  // the kernel does not use it if one step covers k
    if (p.depth < g_.k)
      p.sums = workspace(real, base::checked_mul(p.m_count * p.n_count, g_.outer * g_.inner, operation_) *
                                   p.panel.rows * p.panel.columns * p.panel.parts);
    return p;
  }

  // The largest blocks that caches hold, or smaller ones, so that all compute units have some.
  void choose_blocks(Panels& p) const {
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

  void panels() {
    const Panels p = panels_of();
    for (std::int64_t start_k = 0; start_k < g_.k; start_k += p.round) {
      const std::int64_t k = std::min(p.round, g_.k - start_k);
      pack_panels(p, start_k, k);
      multiply_panels(p, start_k, k);
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

  void multiply_panels(const Panels& p, std::int64_t start_k, std::int64_t k) {
    const std::int64_t a_one = p.a_line * k, b_one = p.b_line * k;
    GemmClass kind;
    kind.kernel = GemmKernel::panels;
    launch_kernel(
        context_, kernel(kind),
        kernels::GemmPanels{.wide = wide_,
                            .a = reads(*p.a, start(p.a)),
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
                            .symmetric = std::int32_t(symmetric()),
                            .scale = scale()},
        {std::size_t(p.blocks)}, {1}, operation_);
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
