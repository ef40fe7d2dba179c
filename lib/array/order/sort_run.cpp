// SPDX-License-Identifier: Apache-2.0
// Few elements and short rows are sorted in one launch; long rows by passes over 8 bits of the key each,
// between two workspaces; the first few of long rows by taking the first few of parts again and again.
#include "array/order/sort_run.hpp"

#include <algorithm>
#include <bit>

#include "array/fold/scan.hpp"
#include "array/tuning.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

using base::ceil_div;

namespace {

// What sort_select_chunks.cl wants for `span`.
std::int64_t cpu_lanes(std::int64_t keep) {
  return std::int64_t(std::bit_ceil(std::uint64_t(std::max<std::int64_t>(2 * keep, 16))));
}

// `mode` of kernels that write what is not null.
std::uint32_t written(const Array* elements, const Array* moved, const Array* places, const Array* positions) {
  return (elements ? kWriteElements : 0) | (moved ? kWritePositions : 0) | (places ? kWritePlaces : 0) |
         (positions ? 0 : kPositionsAreIndices);
}

}  // namespace

SortRunner::SortRunner(runtime::Context& context, DType dtype, codegen::SortOrder order, const codegen::Traits* traits,
                       const char* operation)
    : context_(context),
      dtype_(dtype),
      kind_(codegen::sort_class(dtype)),
      key_(codegen::sort_key(dtype, order)),
      traits_(traits ? *traits : traits_of(context)),
      tuning_(array::tuning(context).sort),
      sizes_(codegen::sort_sizes(traits_, tuning_)),
      operation_(operation) {}

const runtime::Kernel& SortRunner::kernel(codegen::SortPart part, const char* name) {
  // All members have a name here, so that a new one is not forgotten.
  const auto& [size, floating, truth, wide, small, moves] = kind_;
  const KernelId id(KernelFamily::sort, name, part, traits_.cpu, size, floating, truth, wide, small, moves);
  return library_kernel(context_, id, operation_, [&] {
    backend::Source text;
    text.text = codegen::sort_text(kind_, part, traits_, tuning_);
    if (part == codegen::SortPart::blocks) text.max_registers = tuning_.block_registers;
    if (part == codegen::SortPart::warps) text.max_registers = codegen::pass_sizes(kind_, tuning_).registers;
    if (part == codegen::SortPart::select) text.max_registers = tuning_.select_registers;
    return text;
  });
}

kernels::KeyArguments SortRunner::key() const {
  const auto bits = [&](std::uint64_t value) {
    return kind_.size == 8 ? argument::Value(value) : argument::Value(std::uint32_t(value));
  };
  return {.flip = bits(key_.flip), .infinity = bits(key_.infinity), .nan = bits(key_.nan)};
}

std::int64_t SortRunner::share(std::int64_t count) const {
  return traits_.cpu ? std::max(ceil_div(count, cpu_items()), tuning_.cpu_share) : 1;
}

Ref<Array> SortRunner::workspace(DType dtype, std::int64_t count) const {
  return empty(context_, dtype, std::span(&count, 1), operation_);
}

void SortRunner::sort(const Array& source, std::int64_t rows, std::int64_t n, std::int64_t keep, Array* values,
                      Array* places) {
  const auto most = std::int64_t(sizes_.row);
  // The first few of every part are candidates, in the order of the row where equal.
  Ref<Array> candidates, positions;
  const Array* from = &source;
  for (;;) {
    if (ranks(rows, n)) return sort_ranks(*from, positions.get(), rows, n, keep, values, nullptr, places);
    if (!positions && sort_network(*from, rows, n, keep, values, places)) return;
    if (!positions && picks(rows, n, keep)) return pick_rows(*from, rows, n, keep, values, places);
    const std::int64_t selected = selected_part(rows, n, keep), length = selected ? selected : most;
    if (!selected && n > most && keep > most / tuning_.cut_part)
      return sort_and_cut(*from, rows, n, keep, values, places);
    const auto shorten = selected ? &SortRunner::select_rows : &SortRunner::sort_rows;
    if (n <= length) return (this->*shorten)(*from, positions.get(), rows, n, n, keep, keep, values, places);
    const std::int64_t parts = ceil_div(n, length), last = n - (parts - 1) * length;
    const std::int64_t kept = (parts - 1) * keep + std::min(keep, last);
    const Ref<Array> next = workspace(dtype_, rows * kept), next_positions = workspace(KILN_INT64, rows * kept);
    (this->*shorten)(*from, positions.get(), rows, n, length, keep, kept, next.get(), next_positions.get());
    candidates = next;
    positions = next_positions;
    from = candidates.get();
    n = kept;
  }
}

void SortRunner::sort_and_cut(const Array& source, std::int64_t rows, std::int64_t n, std::int64_t keep, Array* values,
                              Array* places) {
  if (keep == n) return sort_blocks(source, rows, n, kind_.size, values, places, nullptr);
  const auto all = [&](Array* wanted) { return wanted ? workspace(wanted->dtype(), rows * n) : Ref<Array>(); };
  const Ref<Array> all_values = all(values), all_places = all(places);
  sort_blocks(source, rows, n, kind_.size, all_values.get(), all_places.get(), nullptr);
  for (const auto& [from, to] : {std::pair{all_values.get(), values}, std::pair{all_places.get(), places}}) {
    if (!to) continue;
    const auto itemsize = std::int64_t(to->itemsize());
    const Dims shape{rows, keep};
    const auto first = view(*from, {shape, Dims{n * itemsize, itemsize}, from->layout().offset}, false);
    const auto target = view(*to, {shape, layout::c_strides(shape, to->itemsize()), to->layout().offset}, true);
    assign(*target, *first, operation_);
  }
}

bool SortRunner::ranks(std::int64_t rows, std::int64_t n) const {
  if (traits_.cpu || rows > tuning_.ranked_rows || n > tuning_.ranked_row) return false;
  const std::int64_t each = n <= std::int64_t(sizes_.row) ? tuning_.ranked_short : tuning_.ranked_long;
  const std::int64_t full = std::max<std::int64_t>(n, 32), cost = kind_.size == 8 ? 2 : 1;
  return rows * full * full * cost <= each * std::int64_t(traits_.compute_units) &&
         std::uint64_t(rows * ceil_div(n, std::int64_t(sizes_.ranked))) <= traits_.max_groups[0];
}

void SortRunner::sort_ranks(const Array& source, const Array* positions, std::int64_t rows, std::int64_t n,
                            std::int64_t keep, Array* values, Array* moved, Array* places, const Array* words) {
  kind_.wide = 0;
  const std::int64_t blocks = ceil_div(n, std::int64_t(sizes_.ranked));
  Array& other = values ? *values : places ? *places : *moved;  // stands for arrays that are not used
  launch_items(kernel(codegen::SortPart::ranks, "sort_ranks"),
               kernels::SortRanks{.source = reads(source),
                                  .positions = reads(positions ? *positions
                                                     : words   ? *words
                                                               : source),
                                  .result = writes(other),
                                  .moved = writes(moved ? *moved : other),
                                  .places = writes(places ? *places : other),
                                  .n = std::uint32_t(n),
                                  .keep = std::uint32_t(keep),
                                  .blocks = std::uint32_t(blocks),
                                  .mode = written(values, moved, places, positions) |
                                          (words ? std::uint32_t(words->itemsize()) << 8 : 0),
                                  .key = key()},
               std::size_t(rows * blocks) * sizes_.group);
}

std::int64_t SortRunner::selected_part(std::int64_t rows, std::int64_t n, std::int64_t keep) const {
  if (keep > std::int64_t(sizes_.selected)) return 0;
  if (traits_.cpu) {
    const std::int64_t lanes = cpu_lanes(keep);
    // As many parts as keep the device busy, none of them short.
    const std::int64_t wanted = ceil_div(cpu_items(), rows);
    if (n < tuning_.selected_least * lanes) return 0;
    const std::int64_t least = std::min(n, tuning_.selected_part * lanes);
    return std::clamp<std::int64_t>(ceil_div(n, wanted), least, 1 << 30);
  }
  const std::int64_t part = std::min(n, std::int64_t(sizes_.tile));
  return 2 * keep <= span_of(part) ? part : 0;
}

// Work-items of a part, of sizes_.tile / sizes_.group elements each.
std::int64_t SortRunner::span_of(std::int64_t part) const {
  const auto each = std::int64_t(sizes_.tile / sizes_.group);
  return std::max(std::int64_t(std::bit_ceil(std::uint64_t(part))) / each, std::int64_t{1});
}

void SortRunner::select_rows(const Array& source, const Array* positions, std::int64_t rows, std::int64_t n,
                             std::int64_t length, std::int64_t keep, std::int64_t kept, Array* values, Array* places) {
  const std::int64_t parts = ceil_div(n, length), jobs = rows * parts;
  kind_.wide = rows * n >= kNarrowLimit;
  std::int64_t share = 1, groups = 0, span = cpu_lanes(keep), blocks = span;
  if (traits_.cpu) {
    share = std::max(ceil_div(jobs, cpu_items()), ceil_div(tuning_.cpu_share, length));
    groups = ceil_div(jobs, share);
  } else {
    span = span_of(length);
    blocks = std::min(span, std::int64_t(std::bit_ceil(std::uint64_t(std::max<std::int64_t>(4 * keep, 16)))));
    groups = std::min(ceil_div(jobs, std::int64_t(sizes_.group) / span),
                      std::int64_t(std::min<std::uint64_t>(traits_.max_groups[0], 1 << 30)));
  }
  launch_items(kernel(codegen::SortPart::select, "select_rows"),
               kernels::SelectRows{.wide = bool(kind_.wide),
                                   .source = reads(source),
                                   .positions = reads(positions ? *positions : source),
                                   .result = writes(values ? *values : *places),
                                   .places = writes(places ? *places : *values),
                                   .rows = rows,
                                   .n = n,
                                   .parts = parts,
                                   .length = length,
                                   .keep = std::uint32_t(keep),
                                   .kept = kept,
                                   .share = share,
                                   .span = std::uint32_t(span),
                                   .blocks = std::uint32_t(blocks),
                                   .mode = written(values, nullptr, places, positions),
                                   .key = key()},
               std::size_t(groups) * sizes_.group);
}

bool SortRunner::sort_network(const Array& source, std::int64_t rows, std::int64_t n, std::int64_t keep, Array* values,
                              Array* places) {
  if (!traits_.cpu || !traits_.vectors || kind_.size > 4 || n < 2 || n > tuning_.network_row ||
      rows < tuning_.network_rows || (keep < n && tuning_.network_keep * keep < n))
    return false;
  kind_.wide = rows * n >= kNarrowLimit;
  const std::int64_t vectors = ceil_div(rows, codegen::network_lanes(kind_));
  const std::int64_t share = std::max(ceil_div(vectors, cpu_items()), ceil_div(tuning_.network_share, n));
  launch_kernel(context_, kernel(codegen::SortPart::network, "sort_network"),
                kernels::SortNetwork{.wide = bool(kind_.wide),
                                     .source = reads(source),
                                     .result = writes(values ? *values : *places),
                                     .places = writes(places ? *places : *values),
                                     .rows = rows,
                                     .n = std::uint32_t(n),
                                     .keep = std::uint32_t(keep),
                                     .share = share,
                                     .write_elements = std::uint32_t(values != nullptr),
                                     .write_places = std::uint32_t(places != nullptr),
                                     .key = key()},
                {std::size_t(ceil_div(vectors, share))}, {1}, operation_);
  return true;
}

void SortRunner::sort_rows(const Array& source, const Array* positions, std::int64_t rows, std::int64_t n,
                           std::int64_t length, std::int64_t keep, std::int64_t kept, Array* values, Array* places) {
  const std::int64_t parts = ceil_div(n, length), jobs = rows * parts;
  kind_.wide = rows * n >= kNarrowLimit;
  const auto padded = std::uint32_t(std::bit_ceil(std::uint64_t(length)));
  std::int64_t share = 1, groups = 0;
  if (traits_.cpu) {
    share = std::max(ceil_div(jobs, cpu_items()), ceil_div(tuning_.cpu_share, length));
    groups = ceil_div(jobs, share);
  } else {
    groups = std::min(ceil_div(jobs, std::int64_t(sizes_.row) / padded),
                      std::int64_t(std::min<std::uint64_t>(traits_.max_groups[0], 1 << 30)));
  }
  launch_items(kernel(codegen::SortPart::rows, "sort_rows"),
               kernels::SortRows{.wide = bool(kind_.wide),
                                 .source = reads(source),
                                 .positions = reads(positions ? *positions : source),
                                 .result = writes(values ? *values : *places),
                                 .places = writes(places ? *places : *values),
                                 .rows = rows,
                                 .n = n,
                                 .parts = parts,
                                 .length = std::uint32_t(length),
                                 .keep = std::uint32_t(keep),
                                 .kept = kept,
                                 .padded = padded,
                                 .share = share,
                                 .mode = written(values, nullptr, places, positions),
                                 .key = key()},
               std::size_t(groups) * sizes_.group);
}

void SortRunner::order(const Array& keys, std::int64_t n, unsigned bits, Array& sorted, Array& positions) {
  if (ranks(1, n)) return sort_ranks(keys, nullptr, 1, n, n, &sorted, &positions, nullptr);
  sort_blocks(keys, 1, n, (std::max(bits, 1U) + 7) / 8, &sorted, nullptr, &positions);
}

bool SortRunner::carries(std::size_t word_bytes, std::int64_t rows, std::int64_t n) const {
  if (ranks(rows, n)) return word_bytes <= 8;
  return word_bytes == 4 && n > std::int64_t(sizes_.row) && n < kNarrowLimit;
}

void SortRunner::carry(const Array& source, const Array& words, std::int64_t rows, std::int64_t n, Array* values,
                       Array& moved) {
  if (ranks(rows, n)) return sort_ranks(source, nullptr, rows, n, n, values, &moved, nullptr, &words);
  sort_blocks(source, rows, n, kind_.size, values, nullptr, &moved, &words);
}

}  // namespace kiln::array
