// SPDX-License-Identifier: Apache-2.0
// Chooses how a convolution is computed, and launches the kernels. Products whose gathered factor is a matrix in
// memory, as that of filters of one tap, go to matrix products. Groups of few filters are summed directly. Other
// convolutions are products in panels on CPU devices, in tiles on others.
#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "array/conv/conv_launch.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/product/gemm_launch.hpp"
#include "array/product/tile_choice.hpp"

namespace kiln::array {

using base::ceil_div;
using base::fail;
using codegen::ConvClass;
using codegen::ConvKernel;

namespace {

std::atomic<ConvWay> forced_way{ConvWay::automatic};

// Whether all positions lie inside of the gathered array.
bool all_inside(const ConvTask& task) {
  for (std::size_t q = 0; q < 4; ++q) {
    const std::int64_t line = (task.lines[q] - 1) * task.b.line_step[q], along = (task.k[q] - 1) * task.b.k_step[q];
    if (task.b.origin[q] + std::min<std::int64_t>(line, 0) + std::min<std::int64_t>(along, 0) < 0) return false;
    if (task.b.origin[q] + std::max<std::int64_t>(line, 0) + std::max<std::int64_t>(along, 0) >= task.b.extent[q])
      return false;
  }
  return true;
}

// A view of an array of the task as matrices: (outer, inner, rows, columns). Strides and the start count elements.
Layout matrices(const Array& array, std::int64_t start, const Dims& shape, const Dims& strides) {
  const auto item = std::int64_t(array.itemsize());
  Layout layout{shape, strides, array.layout().offset + start * item};
  for (std::int64_t& stride : layout.strides) stride *= item;
  return layout;
}

// What a way of computing a task has done. Where it is `apart`, it has done nothing, as C is to be computed without
// what comes after it.
enum class Done { no, yes, apart };

Done done_if(bool computed) { return computed ? Done::yes : Done::apart; }

// A task with something after it as a product of matrices in memory; the strides of a joined digit are given.
Gemm task_gemm(const ConvTask& t, std::int64_t a_along, std::int64_t b_along, std::int64_t b_line,
               std::int64_t c_line) {
  const auto side = [&](const Array& array, std::int64_t start, std::int64_t row, std::int64_t column,
                        std::int64_t outer, std::int64_t inner) {
    return GemmSide{&array.buffer(),
                    array.memory_offset() + start * std::int64_t(array.itemsize()),
                    row,
                    column,
                    t.outer > 1 ? outer : 0,
                    t.inner > 1 ? inner : 0,
                    false};
  };
  Gemm gemm{&t.c.array->context(),
            t.c.array->dtype(),
            t.m,
            t.n(),
            t.places(),
            t.outer,
            t.inner,
            side(*t.a.array, t.a.start, t.a.line, a_along, t.a.outer, t.a.inner),
            side(*t.b.array, t.b.start, b_along, b_line, t.b.outer, t.b.inner),
            side(*t.c.array, t.c.start, t.c.row, c_line, t.c.outer, t.c.inner),
            Scalar::complex(KILN_COMPLEX128, 1),
            Scalar::complex(KILN_COMPLEX128, 0)};
  gemm.after = *t.after;
  return gemm;
}

// Computes the task as a product of matrices in memory, if it is one. With `ask`, it only says what it would do.
Done run_product(const ConvTask& task, const char* operation, bool ask = false) {
  const auto b_line = joined(task.lines, task.b.line_stride), c_line = joined(task.lines, task.c.line);
  const auto b_along = joined(task.k, task.b.k_stride), a_along = joined(task.k, task.a.k);
  if (!b_line || !c_line || !b_along || !a_along || !all_inside(task)) return Done::no;
  if (task.after) {
    const Gemm gemm = task_gemm(task, *a_along, *b_along, *b_line, *c_line);
    return done_if(ask ? fuses(gemm, operation) : fused_gemm(gemm, operation));
  }
  if (ask) return Done::yes;
  const std::int64_t m = task.m, n = task.n(), k = task.places();
  const Dims batch{task.outer, task.inner};
  const auto layout = [&](const Array& array, std::int64_t start, std::int64_t outer, std::int64_t inner,
                          std::int64_t rows, std::int64_t row, std::int64_t columns, std::int64_t column) {
    return matrices(array, start, {task.outer, task.inner, rows, columns}, {outer, inner, row, column});
  };
  product({task.a.array, layout(*task.a.array, task.a.start, task.a.outer, task.a.inner, m, task.a.line, k, *a_along)},
          {task.b.array, layout(*task.b.array, task.b.start, task.b.outer, task.b.inner, k, *b_along, n, *b_line)},
          *task.c.array, layout(*task.c.array, task.c.start, task.c.outer, task.c.inner, m, task.c.row, n, *c_line),
          Scalar::complex(KILN_COMPLEX128, 1), Scalar::complex(KILN_COMPLEX128, 0), operation);
  return Done::yes;
}

// A copy of the places that a task with filters of one tap takes, so that they lie at one stride: what the task then
// reads, or nothing if it is no such task. `from` is where the copy is to be made from.
struct Compacted {
  ConvTask task;
  Layout from;
};
std::optional<Compacted> compacted(const ConvTask& task) {
  const std::int64_t channels = task.by_filters ? task.lines[0] : task.k[3];
  if ((task.by_filters ? task.n() : task.places()) != channels || !all_inside(task)) return std::nullopt;
  const Digits &places = task.by_filters ? task.k : task.lines,
               &steps = task.by_filters ? task.b.k_stride : task.b.line_stride;
  const std::int64_t channel_step = task.by_filters ? task.b.line_stride[0] : task.b.k_stride[3];
  const std::int64_t count = product_of(places);
  // An array of (outer, inner, channels, places), or, if channels are neighbours, of (outer, inner, places, channels).
  const bool last = channel_step == 1;
  Dims shape{task.outer, task.inner}, strides{task.b.outer, task.b.inner};
  const auto add = [&](std::int64_t extent, std::int64_t step) { shape.push_back(extent), strides.push_back(step); };
  if (!last) add(channels, channel_step);
  for (std::size_t q = 0; q < 4; ++q) add(places[q], steps[q]);
  if (last) add(channels, channel_step);
  ConvTask out = task;
  out.b.start = 0, out.b.outer = task.inner * channels * count, out.b.inner = channels * count;
  const std::int64_t step = last ? channels : 1;
  const Digits packed{places[1] * places[2] * places[3] * step, places[2] * places[3] * step, places[3] * step, step};
  (task.by_filters ? out.b.k_stride : out.b.line_stride) = packed;
  (task.by_filters ? out.b.line_stride[0] : out.b.k_stride[3]) = last ? 1 : count;
  return Compacted{out, matrices(*task.b.array, task.b.start, shape, strides)};
}

// Computes a sum over channels alone, or a gradient by filters of one tap, as a product of matrices. The places that it
// takes, and its results, are copied where they do not lie at one stride.
Done run_compact(const ConvTask& task, const char* operation) {
  const bool apart =
      !joined(task.by_filters ? task.k : task.lines, task.by_filters ? task.b.k_stride : task.b.line_stride);
  const auto compact = compacted(task);
  if (!compact || (task.by_filters && !joined(task.k, task.a.k))) return Done::no;
  ConvTask out = apart ? compact->task : task;
  // What decides needs the strides alone.
  if (apart && task.after && run_product(out, operation, true) == Done::apart) return Done::apart;
  Ref<Array> from, to;
  if (apart) {
    from = copy(*view(*task.b.array, compact->from, false, operation), KILN_ORDER_C, operation);
    out.b.array = from.get();
  }
  const bool gaps = !joined(task.lines, task.c.line);
  if (!gaps) return run_product(out, operation);
  const bool last = task.c.row == 1;
  const std::int64_t n = task.n(), step = last ? task.m : 1;
  const Digits& lines = task.lines;
  Dims shape{task.outer, task.inner}, strides{task.c.outer, task.c.inner};
  const auto add = [&](std::int64_t extent, std::int64_t stride) {
    shape.push_back(extent), strides.push_back(stride);
  };
  if (!last) add(task.m, task.c.row);
  for (std::size_t q = 0; q < 4; ++q) add(lines[q], task.c.line[q]);
  if (last) add(task.m, task.c.row);
  to = empty(task.c.array->context(), task.c.array->dtype(), shape, operation);
  out.c = {to.get(),     0,
           last ? 1 : n, task.inner * task.m * n,
           task.m * n,   {lines[1] * lines[2] * lines[3] * step, lines[2] * lines[3] * step, lines[3] * step, step}};
  if (const Done done = run_product(out, operation); done != Done::yes) return done;
  elementwise_assign(*view(*task.c.array, matrices(*task.c.array, task.c.start, shape, strides), true, operation), *to,
                     operation);
  return Done::yes;
}

// The same; where there is no memory for the copies, other ways compute all results anew.
Done try_compact(const ConvTask& task, const char* operation) {
  try {
    return run_compact(task, operation);
  } catch (const backend::Error& error) {
    if (error.status() != KILN_OUT_OF_MEMORY) throw;
    return Done::no;
  }
}

class Direct : ConvLaunches {
 public:
  using ConvLaunches::ConvLaunches;

  void run() { t_.by_filters ? sums() : lanes(); }

 private:
  void lanes() {
    // Neighbours are groups where these lie side by side, as with channels last.
    const bool across = t_.inner > 1 && t_.b.inner == 1 && std::abs(t_.b.line_stride[3]) != 1;
    const std::int64_t lanes = across ? t_.inner : t_.lines[3];
    const std::int64_t lines = across ? t_.n() : t_.n() / t_.lines[3], inner = across ? 1 : t_.inner;
    const std::int64_t items =
        t_.outer * inner * t_.m * lines * ceil_div(lanes, std::int64_t(codegen::conv_lanes(traits_)));
    const std::size_t local = traits_.cpu ? 1 : std::min<std::size_t>(256, traits_.max_local_size);
    ConvClass kind;
    kind.kernel = ConvKernel::direct;
    kind.across = across;
    launch_kernel(context_, kernel(kind),
                  kernels::ConvDirect{.wide = wide_,
                                      .a = a(),
                                      .b = b(),
                                      .c = c(),
                                      .items = items,
                                      .m = t_.m,
                                      .line_count = lines,
                                      .lanes = lanes,
                                      .rows = t_.places() / t_.k[3],
                                      .inner = t_.inner,
                                      .filters = filters(),
                                      .result = result(),
                                      .conv_side = side(),
                                      .operand = epilogue_operands<kernels::ConvDirect>(after(kind))},
                  {std::size_t(ceil_div(items, std::int64_t(local))) * local}, {local}, operation_);
  }

  void sums() {
    const auto items = std::size_t(codegen::conv_sum_items(traits_));
    ConvClass kind;
    kind.kernel = ConvKernel::sums;
    launch_kernel(context_, kernel(kind),
                  kernels::ConvSums{.wide = wide_,
                                    .a = a(),
                                    .b = b(),
                                    .c = c(),
                                    .m = t_.m,
                                    .n = t_.n(),
                                    .rows = t_.places() / t_.k[3],
                                    .inner = t_.inner,
                                    .filters = filters(),
                                    .result = result(),
                                    .conv_side = side()},
                  {std::size_t(t_.outer * t_.inner * t_.m * t_.n()) * items}, {items}, operation_);
  }
};

// How many groups sum a part of the places along k, and the tile that they use.
struct TilePlan {
  int tile;
  std::int64_t groups, splits, row_chunk;
};

TilePlan plan_tiles(const ConvTask& task, const codegen::Traits& traits, ConvWay way) {
  const std::int64_t grid = task.outer * task.inner;
  const auto groups_of = [&](const codegen::GemmTile& tile) {
    return grid * ceil_div(task.m, tile.m) * ceil_div(task.n(), tile.n);
  };
  std::optional<int> forced;
  if (way == ConvWay::large_tiles) forced = 0;
  if (way == ConvWay::medium_tiles) forced = 1;
  if (way == ConvWay::small_tiles || way == ConvWay::split_tiles) forced = codegen::kGemmSmallTile;
  const TileChoice choice = choose_tile(task.c.array->dtype(), traits,
                                        {.groups = groups_of,
                                         .results = grid * task.m * task.n(),
                                         .k = task.places(),
                                         .least_part = traits.tuning->conv.least_part,
                                         .medium_speed = traits.tuning->conv.medium_speed,
                                         .teams = false},
                                        forced);
  const std::int64_t rows = task.places() / task.k[3];
  const std::int64_t splits = std::clamp<std::int64_t>(way == ConvWay::split_tiles ? 3 : choice.splits, 1, rows);
  const std::int64_t chunk = ceil_div(rows, splits);
  return {choice.tile, choice.groups, ceil_div(rows, chunk), chunk};
}

class Tiles : ConvLaunches {
 public:
  using ConvLaunches::ConvLaunches;

  void run(const TilePlan& plan) {
    const codegen::GemmTile tile = codegen::gemm_tile(dtype_, plan.tile, traits_);
    constexpr std::int64_t kMostGroups = std::int64_t{1} << 30;
    if (plan.groups > kMostGroups / plan.splits)
      fail(KILN_OVERFLOW, "{}: {} tiles of {} parts, expected at most {} groups of work-items", operation_, plan.groups,
           plan.splits, kMostGroups);
    ConvClass kind;
    kind.kernel = ConvKernel::tiles;
    kind.tile = std::uint8_t(plan.tile);
    kind.partial = plan.splits > 1;
    // CPU devices run this kernel only in tests. Fewer variants then save compilations.
    kind.a_along_k = traits_.cpu || std::abs(t_.a.line) != 1;
    kind.b_along_k = !traits_.cpu && std::abs(t_.b.k_stride[3]) == 1 && std::abs(line_neighbour()) != 1;
    const std::int64_t count = t_.outer * t_.inner * t_.m * t_.n();
    Ref<Array> parts;
    kernels::ConvResult to = result();
    if (kind.partial) {
      const DType computed = codegen::gemm_dtype(dtype_);
      parts = empty(context_, computed, Dims{plan.splits, count}, operation_);
      to = parts_result();
    }
    const auto items = std::size_t(tile.items());
    launch_kernel(context_, kernel(kind),
                  kernels::ConvTiles{.wide = wide_,
                                     .a = a(),
                                     .b = b(),
                                     .c = kind.partial ? writes(*parts) : c(),
                                     .m = t_.m,
                                     .n = t_.n(),
                                     .rows = t_.places() / t_.k[3],
                                     .row_chunk = plan.row_chunk,
                                     .splits = plan.splits,
                                     .inner = t_.inner,
                                     .filters = filters(),
                                     .result = to,
                                     .c_split = kind.partial ? count : std::int64_t{0},
                                     .conv_side = side(),
                                     .operand = epilogue_operands<kernels::ConvTiles>(after(kind))},
                  {std::size_t(plan.groups * plan.splits) * items}, {items}, operation_);
    if (kind.partial) combine_parts(t_, parts->buffer(), plan.splits, operation_);
  }

 private:
  // The stride from line to line.
  std::int64_t line_neighbour() const {
    for (std::size_t q = 4; q-- > 0;)
      if (t_.lines[q] > 1) return t_.b.line_stride[q];
    return 1;
  }
};

// The filters with neighbouring items' elements side by side, for tiles: a copy where they are not.
ConvTask beside(ConvTask task, Ref<Array>& copied, const char* operation) {
  if (std::abs(task.a.k[3]) <= 1 || std::abs(task.a.line) <= 1) return task;
  const Array& filters = *task.a.array;
  const auto item = std::int64_t(filters.itemsize());
  Layout layout{{task.inner, task.m, task.k[0], task.k[1], task.k[2], task.k[3]},
                {task.a.inner, task.a.line, task.a.k[0], task.a.k[1], task.a.k[2], task.a.k[3]},
                filters.layout().offset + task.a.start * item};
  for (std::int64_t& stride : layout.strides) stride *= item;
  copied = copy(*view(filters, layout, false, operation), KILN_ORDER_C, operation);
  task.a = {copied.get(),           0,
            task.places(),          0,
            task.m * task.places(), {task.k[1] * task.k[2] * task.k[3], task.k[2] * task.k[3], task.k[3], 1}};
  return task;
}

}  // namespace

void force_conv(ConvWay way) noexcept { forced_way = way; }
ConvWay forced_conv() noexcept { return forced_way; }

ConvTask through_packed(const ConvTask& task, Ref<Array>& packed, const char* operation) {
  ConvTask out = task;
  const Dims shape{task.outer, task.inner, task.m, task.lines[0], task.lines[1], task.lines[2], task.lines[3]};
  packed = empty(task.c.array->context(), task.c.array->dtype(), shape, operation);
  const std::int64_t l3 = task.lines[3], l2 = task.lines[2] * l3, l1 = task.lines[1] * l2, n = task.n();
  out.c = {packed.get(), 0, n, task.inner * task.m * n, task.m * n, {l1, l2, l3, 1}};
  return out;
}

bool run_conv(const ConvTask& inside, const ConvTask& taps, const char* operation) {
  const codegen::Traits traits = traits_of(inside.c.array->context());
  const ConvWay forced = forced_conv();
  const bool own = forced == ConvWay::measured || forced == ConvWay::winograd || forced == ConvWay::columns;
  const ConvWay way = own ? ConvWay::automatic : forced;
  if (!inside.panels && way == ConvWay::automatic)
    for (const ConvTask* task : {&taps, &inside})
      if (const Done done = run_product(*task, operation); done != Done::no) return done == Done::yes;
  const codegen::ConvTuning& tuning = traits.tuning->conv;
  const bool few_filters = sums_few(inside.m, inside.by_filters ? inside.n() : inside.places(), tuning);
  const bool points = way == ConvWay::points || (way == ConvWay::automatic && few_filters && !traits.cpu);
  if (points && points_conv(taps, operation)) return true;
  const bool direct = !inside.panels && (way >= ConvWay::direct || (way == ConvWay::automatic && few_filters));
  if (direct) {
    if (traits.cpu && (taps.by_filters ? lane_sums_conv(taps, operation)
                                       : lanes_conv(taps, codegen::LanesOp::products, 0, {}, operation)))
      return true;
    Direct(taps, traits, operation).run();
    return true;
  }
  const double work = double(inside.outer * inside.inner * inside.m) * double(inside.n()) * double(inside.places());
  // CPU devices gather the places of a gradient by the filters, which took 0.8 of the time with many of them.
  const bool compact = traits.cpu ? !inside.by_filters : work >= tuning.compact_work;
  if (!inside.panels && way == ConvWay::automatic && compact)
    if (const Done done = try_compact(inside, operation); done != Done::no) return done == Done::yes;
  const bool panels = inside.panels || way == ConvWay::panels || (way == ConvWay::automatic && traits.cpu);
  // Few channels would leave most of a tile's places along k empty, and make short rows of panels.
  const bool few = inside.k[3] < codegen::gemm_tile(inside.c.array->dtype(), 0, traits).k && taps.k[3] > inside.k[3];
  Ref<Array> copied, packed;
  ConvTask task = few ? taps : inside;
  const TilePlan plan = panels ? TilePlan{} : plan_tiles(task, traits, way);
  // Panels, and parts of sums, are written to lines with one stride.
  const bool through = (panels || plan.splits > 1) && !joined(task.lines, task.c.line);
  const ConvTask written = task;
  if (through) task = through_packed(task, packed, operation);
  if (panels)
    panels_conv(task, operation);
  else
    Tiles(task.by_filters ? task : beside(task, copied, operation), traits, operation).run(plan);
  if (!through) return true;
  const Array& whole = *written.c.array;
  const auto& c = written.c;
  const auto item = std::int64_t(whole.itemsize());
  Layout layout{packed->shape(),
                {c.outer, c.inner, c.row, c.line[0], c.line[1], c.line[2], c.line[3]},
                whole.layout().offset + c.start * item};
  for (std::int64_t& stride : layout.strides) stride *= item;
  elementwise_assign(*view(whole, layout, true, operation), *packed, operation);
  return true;
}

}  // namespace kiln::array
