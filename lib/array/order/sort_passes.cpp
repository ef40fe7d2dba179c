// SPDX-License-Identifier: Apache-2.0
// Long rows in order by passes over 8 bits of their keys each.
#include <algorithm>
#include <optional>

#include "array/builtins.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/parts.hpp"
#include "array/fold/scan.hpp"
#include "array/index/index.hpp"
#include "array/order/sort_run.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

using base::ceil_div;
using codegen::SortPart;

// A pass: what moves where. `to`, positions and places may be null.
struct SortRunner::Pass {
  const Array* from;
  const Array* from_positions;
  Array* to;
  Array* to_positions;
  Array* places;
  unsigned number;

  // Stands for arrays that are not used.
  Array& other() const { return to ? *to : places ? *places : *to_positions; }
  argument::Read positions() const { return reads(from_positions ? *from_positions : *from); }
  argument::Write moved() const { return writes(to_positions ? *to_positions : other()); }
  argument::Write placed() const { return writes(places ? *places : other()); }
  std::uint32_t mode() const {
    return (to ? kWriteElements : 0) | (to_positions ? kWritePositions : 0) | (places ? kWritePlaces : 0) |
           (from_positions ? 0 : kPositionsAreIndices);
  }
};

std::size_t SortRunner::items(std::int64_t jobs, std::int64_t each) const {
  const auto most = std::int64_t(std::min<std::uint64_t>(traits_.max_groups[0], 1 << 30));
  return std::size_t(std::min(ceil_div(jobs, each), most)) * sizes_.group;
}

// Blocks of rows, whose digits are counted in each pass.
class SortRunner::Blocks {
 public:
  Blocks(SortRunner& runner, std::int64_t rows, std::int64_t n) : runner_(runner), rows_(rows), n_(n) {
    const auto compute_units = std::int64_t(runner.traits_.compute_units);
    const codegen::SortTuning& tuning = runner.tuning_;
    chunk_ = std::int64_t(runner.kind_.small ? runner.sizes_.small_tile : runner.sizes_.tile);
    if (runner.traits_.cpu) {
      const std::int64_t items = tuning.cpu_pass_items * compute_units;
      const std::int64_t most = ceil_div(n, tuning.cpu_block);
      chunk_ = ceil_div(n, rows >= items / 2 ? 1 : std::min(ceil_div(items, rows), most));
    }
    blocks_ = ceil_div(n, chunk_);
    const std::int64_t jobs = rows * blocks_;
    share_ = runner.traits_.cpu ? std::max<std::int64_t>(jobs / (tuning.cpu_pass_items * compute_units), 1)
                                : std::clamp<std::int64_t>(jobs / (tuning.gpu_groups * compute_units), 1,
                                                           std::int64_t(tuning.counted_blocks));
    const std::int64_t shape[] = {rows, 256 * blocks_};
    counts_ = empty(runner.context_, runner.kind_.wide ? KILN_UINT64 : KILN_UINT32, shape, runner.operation_);
  }

  void run(const Pass& pass) const {
    const std::int64_t jobs = rows_ * blocks_;
    const auto shift = std::uint32_t(8 * pass.number);
    const bool wide = runner_.kind_.wide;
    runner_.launch_items(runner_.kernel(SortPart::blocks, "histogram"),
                         kernels::Histogram{.wide = wide,
                                            .source = reads(*pass.from),
                                            .counts = writes(*counts_),
                                            .rows = rows_,
                                            .n = n_,
                                            .blocks = blocks_,
                                            .chunk = chunk_,
                                            .share = share_,
                                            .shift = shift,
                                            .key = runner_.key()},
                         runner_.items(jobs, share_));
    scan_into(*counts_, *counts_, KILN_SCAN_SUM, true, &runner_.traits_, runner_.operation_);
    runner_.launch_items(runner_.kernel(SortPart::blocks, "scatter"),
                         kernels::Scatter{.wide = wide,
                                          .source = reads(*pass.from),
                                          .positions = pass.positions(),
                                          .result = writes(pass.other()),
                                          .moved = pass.moved(),
                                          .places = pass.placed(),
                                          .counts = reads(*counts_),
                                          .rows = rows_,
                                          .n = n_,
                                          .blocks = blocks_,
                                          .chunk = chunk_,
                                          .share = share_,
                                          .shift = shift,
                                          .mode = pass.mode(),
                                          .key = runner_.key()},
                         runner_.items(jobs, runner_.traits_.cpu ? share_ : 1));
  }

 private:
  SortRunner& runner_;
  const std::int64_t rows_, n_;
  std::int64_t chunk_, blocks_;
  std::int64_t share_;  // blocks that an item (a group of `histogram`) does one after the other
  Ref<Array> counts_;
};

// Tiles of rows, whose digits are counted once for all passes. Beside elements and positions this takes two
// words for each digit of a tile, and one for each digit of a pass and row.
class SortRunner::LookBackPasses {
 public:
  LookBackPasses(SortRunner& runner, const Array& source, std::int64_t rows, std::int64_t n, unsigned passes)
      : runner_(runner), rows_(rows), n_(n), passes_(passes) {
    const codegen::PassSizes sizes = codegen::pass_sizes(runner.kind_, runner.tuning_);
    group_ = sizes.group;
    blocks_ = ceil_div(n, sizes.tile());
    if (blocks_ == 1) return;
    const std::int64_t jobs = rows * blocks_, counts = 8 + rows * passes * 256;
    work_ = runner.workspace(runner.kind_.wide ? KILN_UINT64 : KILN_UINT32, counts + (passes > 1 ? 2 : 1) * jobs * 256);
    Array begin(work_->buffer_ref(), work_->dtype(), part(work_->layout(), 0, 0, counts), true);
    fill(begin, Scalar::integer(KILN_INT64, 0), runner.operation_);
    const std::int64_t share =
        std::clamp<std::int64_t>(jobs / (runner.tuning_.gpu_groups * std::int64_t(runner.traits_.compute_units)), 1,
                                 runner.tuning_.counted_tiles);
    const std::int64_t groups = std::int64_t(runner.items(rows * ceil_div(blocks_, share), 1) / runner.sizes_.group);
    launch_kernel(runner.context_, runner.kernel(SortPart::warps, "count_digits"),
                  kernels::CountTileDigits{.wide = bool(runner.kind_.wide),
                                           .source = reads(source),
                                           .work = updates(*work_),
                                           .rows = rows,
                                           .n = n,
                                           .blocks = blocks_,
                                           .passes = std::uint32_t(passes),
                                           .share = std::uint32_t(share),
                                           .key = runner.key()},
                  {std::size_t(groups) * group_}, {group_}, runner.operation_);
  }

  // SortClass::small: large tiles where all compute units have some, unless they end far behind short rows.
  static std::uint8_t fitting(codegen::SortClass kind, std::int64_t rows, std::int64_t n, const codegen::Traits& traits,
                              const codegen::SortTuning& tuning) {
    const auto tile = [&](std::uint8_t small) {
      kind.small = small;
      return codegen::pass_sizes(kind, tuning).tile();
    };
    const auto tiles = [&](std::uint8_t small) { return ceil_div(n, tile(small)); };
    if (rows * tiles(2) < std::int64_t(traits.compute_units)) return 1;
    return 8 * tiles(0) * tile(0) > tuning.half_tiles * tiles(2) * tile(2) ? 2 : 0;
  }

  void run(const Pass& pass) const {
    launch_kernel(runner_.context_, runner_.kernel(SortPart::warps, "sort_pass"),
                  kernels::SortPass{.wide = bool(runner_.kind_.wide),
                                    .source = reads(*pass.from),
                                    .positions = pass.positions(),
                                    .result = writes(pass.other()),
                                    .moved = pass.moved(),
                                    .places = pass.placed(),
                                    .work = work_ ? updates(*work_) : writes(pass.other()),
                                    .rows = rows_,
                                    .n = n_,
                                    .blocks = blocks_,
                                    .passes = std::uint32_t(passes_),
                                    .pass = std::uint32_t(pass.number),
                                    .mode = pass.mode(),
                                    .key = runner_.key()},
                  {std::size_t(rows_ * blocks_) * group_}, {group_}, runner_.operation_);
  }

 private:
  SortRunner& runner_;
  const std::int64_t rows_, n_;
  const unsigned passes_;
  std::size_t group_;
  std::int64_t blocks_;
  Ref<Array> work_;
};

void SortRunner::sort_blocks(const Array& source, std::int64_t rows, std::int64_t n, unsigned passes, Array* values,
                             Array* places, Array* last_positions, const Array* carried) {
  kind_.wide = n >= kNarrowLimit || tuning_.wide_positions;
  std::optional<LookBackPasses> look_back;
  std::optional<Blocks> blocks;
  if (codegen::sort_by_warps(traits_, tuning_)) {
    kind_.moves = places || last_positions;
    kind_.small = LookBackPasses::fitting(kind_, rows, n, traits_, tuning_);
    look_back.emplace(*this, source, rows, n, passes);
  } else {
    kind_.small = !traits_.cpu && rows * ceil_div(n, std::int64_t(sizes_.tile)) < std::int64_t(traits_.compute_units);
    blocks.emplace(*this, rows, n);
  }
  Ref<Array> elements[2], positions[2];
  Pass pass{&source, carried, nullptr, nullptr, nullptr, 0};
  for (; pass.number < passes; ++pass.number) {
    const bool last = pass.number + 1 == passes;
    pass.to = last ? values : nullptr;
    pass.to_positions = last ? last_positions : nullptr;
    pass.places = last ? places : nullptr;
    if (!last) {
      auto& own = elements[pass.number % 2];
      if (!own) own = workspace(dtype_, rows * n);
      pass.to = own.get();
      auto& own_positions = positions[pass.number % 2];
      if ((places || last_positions) && !own_positions)
        own_positions = workspace(kind_.wide ? KILN_UINT64 : KILN_UINT32, rows * n);
      pass.to_positions = own_positions.get();
    }
    look_back ? look_back->run(pass) : blocks->run(pass);
    pass.from = pass.to;
    pass.from_positions = pass.to_positions;
  }
  kind_.small = kind_.moves = 0;
}

}  // namespace kiln::array
