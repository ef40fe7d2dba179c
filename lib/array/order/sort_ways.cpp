// SPDX-License-Identifier: Apache-2.0
// The ways that take one launch: RankSort, NetworkSort, PartSort and SelectSort.
#include "array/order/sort_ways.hpp"

#include <algorithm>
#include <bit>

namespace kiln::array {

using base::ceil_div;
using codegen::SortPart;

namespace {

// The number of lanes (`span`) with which sort_select_chunks.cl finds the first `keep` elements.
std::int64_t lanes_for(std::int64_t keep) {
  return std::int64_t(std::bit_ceil(std::uint64_t(std::max<std::int64_t>(2 * keep, 16))));
}

std::uint32_t written(const SortJob& job, const Array* moved = nullptr) {
  return mode_of(job.values, moved, job.places, job.positions);
}

// Launches a kernel on parts of `length` elements. It writes `kept` elements of each row in all. On devices with many
// work-items a group has `at_once` parts at a time.
template <class Rows>
void launch_parts(const SortKernels& kernels, SortPart part, const SortJob& job, std::int64_t length, std::int64_t kept,
                  std::int64_t at_once, std::int64_t span, std::int64_t blocks) {
  const codegen::SortClass kind = kernels.kind(job.rows * job.n);
  const std::int64_t parts = ceil_div(job.n, length), jobs = job.rows * parts;
  std::int64_t share = 1, groups = 0;
  if (kernels.traits().cpu) {
    share = std::max(ceil_div(jobs, kernels.cpu_items()), ceil_div(kernels.tuning().cpu_share, length));
    groups = ceil_div(jobs, share);
  } else {
    groups = std::min(ceil_div(jobs, at_once), kernels.most_groups());
  }
  kernels.launch_items(kernels.kernel(kind, part, Rows::kName),
                       Rows{.wide = bool(kind.wide),
                            .source = reads(*job.source),
                            .positions = reads(job.positions ? *job.positions : *job.source),
                            .result = writes(job.values ? *job.values : *job.places),
                            .places = writes(job.places ? *job.places : *job.values),
                            .parts = {.rows = job.rows, .n = job.n, .parts = parts, .length = length},
                            .keep = std::uint32_t(job.keep),
                            .kept = kept,
                            .share = share,
                            .span = std::uint32_t(span),
                            .blocks = std::uint32_t(blocks),
                            .mode = written(job),
                            .key = kernels.key()},
                       std::size_t(groups) * kernels.sizes().group);
}

}  // namespace

bool RankSort::suits(std::int64_t rows, std::int64_t n) const {
  const codegen::SortTuning& tuning = kernels_.tuning();
  const codegen::SortSizes& sizes = kernels_.sizes();
  const codegen::Traits& traits = kernels_.traits();
  if (traits.cpu || rows > tuning.ranked_rows || n > tuning.ranked_row) return false;
  const std::int64_t each = n <= std::int64_t(sizes.row) ? tuning.ranked_short : tuning.ranked_long;
  const std::int64_t full = std::max<std::int64_t>(n, 32), cost = kernels_.kind().size == 8 ? 2 : 1;
  return rows * full * full * cost <= each * std::int64_t(traits.compute_units) &&
         std::uint64_t(rows * ceil_div(n, std::int64_t(sizes.ranked))) <= traits.max_groups[0];
}

void RankSort::run(const SortJob& job, Array* moved, const Array* words) const {
  const codegen::SortSizes& sizes = kernels_.sizes();
  const std::int64_t blocks = ceil_div(job.n, std::int64_t(sizes.ranked));
  // A written array, which is passed for those that are not used.
  Array& other = job.values ? *job.values : job.places ? *job.places : *moved;
  kernels_.launch_items(
      kernels_.kernel(SortPart::ranks, "sort_ranks"),
      kernels::SortRanks{.source = reads(*job.source),
                         .positions = reads(job.positions ? *job.positions
                                            : words       ? *words
                                                          : *job.source),
                         .result = writes(other),
                         .moved = writes(moved ? *moved : other),
                         .places = writes(job.places ? *job.places : other),
                         .n = std::uint32_t(job.n),
                         .keep = std::uint32_t(job.keep),
                         .blocks = std::uint32_t(blocks),
                         .mode = written(job, moved) | (words ? std::uint32_t(words->itemsize()) << 8 : 0),
                         .key = kernels_.key()},
      std::size_t(job.rows * blocks) * sizes.group);
}

bool NetworkSort::suits(const SortJob& job) const {
  const codegen::SortTuning& tuning = kernels_.tuning();
  return kernels_.traits().cpu && kernels_.traits().vectors && kernels_.kind().size <= 4 && !job.positions &&
         job.n >= 2 && job.n <= tuning.network_row && job.rows >= tuning.network_rows &&
         (job.keep >= job.n || tuning.network_keep * job.keep >= job.n);
}

void NetworkSort::run(const SortJob& job) const {
  const codegen::SortClass kind = kernels_.kind(job.rows * job.n);
  const std::int64_t vectors = ceil_div(job.rows, codegen::network_lanes(kind));
  const std::int64_t share =
      std::max(ceil_div(vectors, kernels_.cpu_items()), ceil_div(kernels_.tuning().network_share, job.n));
  launch_kernel(kernels_.context(), kernels_.kernel(kind, SortPart::network, "sort_network"),
                kernels::SortNetwork{.wide = bool(kind.wide),
                                     .source = reads(*job.source),
                                     .result = writes(job.values ? *job.values : *job.places),
                                     .places = writes(job.places ? *job.places : *job.values),
                                     .rows = job.rows,
                                     .n = std::uint32_t(job.n),
                                     .keep = std::uint32_t(job.keep),
                                     .share = share,
                                     .write_elements = std::uint32_t(job.values != nullptr),
                                     .write_places = std::uint32_t(job.places != nullptr),
                                     .key = kernels_.key()},
                {std::size_t(ceil_div(vectors, share))}, {1}, kernels_.operation());
}

void PartSort::run(const SortJob& job, std::int64_t length, std::int64_t kept) const {
  const auto padded = std::int64_t(std::bit_ceil(std::uint64_t(length)));
  launch_parts<kernels::SortRows>(kernels_, SortPart::rows, job, length, kept, most() / padded, padded, padded);
}

std::int64_t SelectSort::part(std::int64_t rows, std::int64_t n, std::int64_t keep) const {
  const codegen::SortTuning& tuning = kernels_.tuning();
  if (keep > std::int64_t(kernels_.sizes().selected)) return 0;
  if (kernels_.traits().cpu) {
    const std::int64_t lanes = lanes_for(keep);
    // There are as many parts as keep the device busy, but none is short.
    const std::int64_t wanted = ceil_div(kernels_.cpu_items(), rows);
    if (n < tuning.selected_least * lanes) return 0;
    const std::int64_t least = std::min(n, tuning.selected_part * lanes);
    return std::clamp<std::int64_t>(ceil_div(n, wanted), least, 1 << 30);
  }
  const std::int64_t part = std::min(n, std::int64_t(kernels_.sizes().tile));
  return 2 * keep <= span_of(part) ? part : 0;
}

// How many work-items a part has. Each has as many elements as an item has of a tile.
std::int64_t SelectSort::span_of(std::int64_t part) const {
  const auto each = std::int64_t(kernels_.sizes().tile / kernels_.sizes().group);
  return std::max(std::int64_t(std::bit_ceil(std::uint64_t(part))) / each, std::int64_t{1});
}

void SelectSort::run(const SortJob& job, std::int64_t length, std::int64_t kept) const {
  const bool cpu = kernels_.traits().cpu;
  const std::int64_t span = cpu ? lanes_for(job.keep) : span_of(length);
  const std::int64_t blocks = cpu ? span : std::min(span, lanes_for(2 * job.keep));
  const std::int64_t at_once = std::int64_t(kernels_.sizes().group) / span;
  launch_parts<kernels::SelectRows>(kernels_, SortPart::select, job, length, kept, at_once, span, blocks);
}

}  // namespace kiln::array
