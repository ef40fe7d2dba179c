// SPDX-License-Identifier: Apache-2.0
// Sorts long rows by radix: each pass sorts by 8 bits of the keys.
#include <algorithm>
#include <optional>

#include "array/elementwise/parts.hpp"
#include "array/fold/scan.hpp"
#include "array/index/index.hpp"
#include "array/order/sort_ways.hpp"

namespace kiln::array {

using base::ceil_div;
using codegen::SortPart;

namespace {

// The arrays of one pass. `to`, both positions and `places` may be null.
struct Pass {
  const Array* from;
  const Array* from_positions;
  Array* to;
  Array* to_positions;
  Array* places;
  unsigned number;

  // A written array, which is passed for those that are not used.
  Array& other() const { return to ? *to : places ? *places : *to_positions; }
  argument::Read positions() const { return reads(from_positions ? *from_positions : *from); }
  argument::Write moved() const { return writes(to_positions ? *to_positions : other()); }
  argument::Write placed() const { return writes(places ? *places : other()); }
  std::uint32_t mode() const { return mode_of(to, to_positions, places, from_positions); }
};

// Passes over blocks of rows. Each pass counts the digits of all blocks first.
class Blocks {
 public:
  Blocks(const SortKernels& kernels, const codegen::SortClass& kind, std::int64_t rows, std::int64_t n)
      : kernels_(kernels), kind_(kind), rows_(rows), n_(n) {
    const bool cpu = kernels.traits().cpu;
    const auto compute_units = std::int64_t(kernels.traits().compute_units);
    const codegen::SortTuning& tuning = kernels.tuning();
    chunk_ = std::int64_t(kind.small ? kernels.sizes().small_tile : kernels.sizes().tile);
    if (cpu) {
      const std::int64_t items = tuning.cpu_pass_items * compute_units;
      const std::int64_t most = ceil_div(n, tuning.cpu_block);
      chunk_ = ceil_div(n, rows >= items / 2 ? 1 : std::min(ceil_div(items, rows), most));
    }
    blocks_ = ceil_div(n, chunk_);
    const std::int64_t jobs = rows * blocks_;
    share_ = cpu ? std::max<std::int64_t>(jobs / (tuning.cpu_pass_items * compute_units), 1)
                 : std::clamp<std::int64_t>(jobs / (tuning.gpu_groups * compute_units), 1,
                                            std::int64_t(tuning.counted_blocks));
    const std::int64_t shape[] = {rows, 256 * blocks_};
    counts_ = empty(kernels.context(), kind.wide ? KILN_UINT64 : KILN_UINT32, shape, kernels.operation());
  }

  void run(const Pass& pass) const {
    const std::int64_t jobs = rows_ * blocks_;
    const auto shift = std::uint32_t(8 * pass.number);
    const bool wide = kind_.wide;
    kernels_.launch_items(kernels_.kernel(kind_, SortPart::blocks, "histogram"),
                          kernels::Histogram{.wide = wide,
                                             .source = reads(*pass.from),
                                             .counts = writes(*counts_),
                                             .rows = rows_,
                                             .n = n_,
                                             .blocks = blocks_,
                                             .chunk = chunk_,
                                             .share = share_,
                                             .shift = shift,
                                             .key = kernels_.key()},
                          kernels_.items(jobs, share_));
    scan_into(*counts_, *counts_, KILN_SCAN_SUM, true, &kernels_.traits(), kernels_.operation());
    kernels_.launch_items(kernels_.kernel(kind_, SortPart::blocks, "scatter"),
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
                                           .key = kernels_.key()},
                          kernels_.items(jobs, kernels_.traits().cpu ? share_ : 1));
  }

 private:
  const SortKernels& kernels_;
  const codegen::SortClass kind_;
  const std::int64_t rows_, n_;
  std::int64_t chunk_, blocks_;
  std::int64_t share_;  // blocks that an item (a group of `histogram`) does one after the other
  Ref<Array> counts_;
};

// Passes over tiles of rows, with look-back. The digits of all passes are counted once. In a pass each tile then looks
// back at the tiles before it. Beside elements and positions this takes two words for each digit of a tile, and one for
// each digit of a pass and row.
class LookBackPasses {
 public:
  LookBackPasses(const SortKernels& kernels, const codegen::SortClass& kind, const Array& source, std::int64_t rows,
                 std::int64_t n, unsigned passes)
      : kernels_(kernels), kind_(kind), rows_(rows), n_(n), passes_(passes) {
    const codegen::PassSizes sizes = codegen::pass_sizes(kind, kernels.tuning());
    group_ = sizes.group;
    blocks_ = ceil_div(n, sizes.tile());
    if (blocks_ == 1) return;
    const std::int64_t jobs = rows * blocks_, counts = 8 + rows * passes * 256;
    work_ = kernels.workspace(kind.wide ? KILN_UINT64 : KILN_UINT32, counts + (passes > 1 ? 2 : 1) * jobs * 256);
    Array begin(work_->buffer_ref(), work_->dtype(), part(work_->layout(), 0, 0, counts), true);
    fill(begin, Scalar::integer(KILN_INT64, 0), kernels.operation());
    const std::int64_t share =
        std::clamp<std::int64_t>(jobs / (kernels.tuning().gpu_groups * std::int64_t(kernels.traits().compute_units)), 1,
                                 kernels.tuning().counted_tiles);
    const std::int64_t groups = std::int64_t(kernels.items(rows * ceil_div(blocks_, share), 1) / kernels.sizes().group);
    launch_kernel(kernels.context(), kernels.kernel(kind, SortPart::warps, "count_digits"),
                  kernels::CountTileDigits{.wide = bool(kind.wide),
                                           .source = reads(source),
                                           .work = updates(*work_),
                                           .rows = rows,
                                           .n = n,
                                           .blocks = blocks_,
                                           .passes = std::uint32_t(passes),
                                           .share = std::uint32_t(share),
                                           .key = kernels.key()},
                  {std::size_t(groups) * group_}, {group_}, kernels.operation());
  }

  // Chooses SortClass::small: small tiles if half-size ones are fewer than the compute units, else large tiles, or
  // half-size ones if large ones would end far behind the rows.
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
    launch_kernel(kernels_.context(), kernels_.kernel(kind_, SortPart::warps, "sort_pass"),
                  kernels::SortPass{.wide = bool(kind_.wide),
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
                                    .key = kernels_.key()},
                  {std::size_t(rows_ * blocks_) * group_}, {group_}, kernels_.operation());
  }

 private:
  const SortKernels& kernels_;
  const codegen::SortClass kind_;
  const std::int64_t rows_, n_;
  const unsigned passes_;
  std::size_t group_;
  std::int64_t blocks_;
  Ref<Array> work_;
};

}  // namespace

void PassSort::run(const Array& source, std::int64_t rows, std::int64_t n, unsigned passes, Array* values,
                   Array* places, Array* last_positions, const Array* carried) const {
  const codegen::Traits& traits = kernels_.traits();
  const codegen::SortTuning& tuning = kernels_.tuning();
  codegen::SortClass kind = kernels_.kind();
  kind.wide = n >= kNarrowLimit || tuning.wide_positions;
  std::optional<LookBackPasses> look_back;
  std::optional<Blocks> blocks;
  if (codegen::sort_by_warps(traits, tuning)) {
    kind.moves = places || last_positions;
    kind.small = LookBackPasses::fitting(kind, rows, n, traits, tuning);
    look_back.emplace(kernels_, kind, source, rows, n, passes);
  } else {
    kind.small =
        !traits.cpu && rows * ceil_div(n, std::int64_t(kernels_.sizes().tile)) < std::int64_t(traits.compute_units);
    blocks.emplace(kernels_, kind, rows, n);
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
      if (!own) own = kernels_.workspace(kernels_.dtype(), rows * n);
      pass.to = own.get();
      auto& own_positions = positions[pass.number % 2];
      if ((places || last_positions) && !own_positions)
        own_positions = kernels_.workspace(kind.wide ? KILN_UINT64 : KILN_UINT32, rows * n);
      pass.to_positions = own_positions.get();
    }
    look_back ? look_back->run(pass) : blocks->run(pass);
    pass.from = pass.to;
    pass.from_positions = pass.to_positions;
  }
}

}  // namespace kiln::array
