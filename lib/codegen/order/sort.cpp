// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that the kernels in kernels/order and kernels/select expect, and appends the kernels.
#include "codegen/order/sort.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "codegen/spell/spelling.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

namespace {

// The number of work-items that together count the place of one element in sort_ranks.cl.
std::uint64_t rank_lanes(std::uint64_t group) { return std::max<std::uint64_t>(group / 8, 1); }

// The files of a part behind sort_key.cl, in their order, on CPU devices and on others.
struct Files {
  SortPart part;
  std::vector<const char*> cpu, many;
};
const Files kFiles[] = {{SortPart::blocks, {"sort_parts.cl", "sort_chunks.cl"}, {"sort_blocks.cl"}},
                        {SortPart::warps, {}, {"sort_warps.cl"}},
                        {SortPart::rows,
                         {"sort_parts.cl", "sort_private.cl", "sort_rows_chunks.cl"},
                         {"sort_parts.cl", "sort_merge.cl", "sort_rows.cl"}},
                        {SortPart::network, {"sort_network.cl"}, {}},
                        {SortPart::ranks, {}, {"sort_count.cl", "sort_ranks.cl"}},
                        {SortPart::sets,
                         {"sort_sets_rules.cl", "sort_private.cl", "sort_sets_chunks.cl"},
                         {"sort_sets_rules.cl", "sort_sets.cl"}},
                        {SortPart::select,
                         {"sort_key_vectors.cl", "sort_parts.cl", "sort_private.cl", "sort_select_chunks.cl"},
                         {"sort_parts.cl", "sort_select.cl"}},
                        {SortPart::search, {"sort_search.cl"}, {"sort_search.cl"}},
                        {SortPart::search_near, {}, {"sort_search.cl"}},
                        {SortPart::among, {"sort_search.cl"}, {"sort_search.cl"}},
                        {SortPart::among_near, {}, {"sort_search.cl"}},
                        {SortPart::places, {"sort_places.cl"}, {"sort_places.cl"}},
                        {SortPart::quantile,
                         {"sort_between.cl", "sort_quantile_chunks.cl"},
                         {"sort_between.cl", "sort_merge.cl", "sort_quantile.cl"}},
                        {SortPart::quantile_ranks, {}, {"sort_between.cl", "sort_count.cl", "sort_quantile_ranks.cl"}},
                        {SortPart::digits,
                         {"sort_key_vectors.cl", "sort_between.cl", "group_sums.cl", "sort_parts.cl", "sort_digits.cl",
                          "sort_digits_chunks.cl", "sort_digits_parts.cl"},
                         {"sort_between.cl", "group_sums.cl", "sort_parts.cl", "sort_digits.cl",
                          "sort_digits_groups.cl", "sort_digits_parts.cl", "sort_digits_row.cl"}},
                        {SortPart::pick,
                         {"sort_key_vectors.cl", "sort_parts.cl", "sort_pick.cl"},
                         {"group_sums.cl", "sort_parts.cl", "sort_pick.cl"}}};

}  // namespace

SortSizes sort_sizes(const Traits& traits, const SortTuning& tuning) {
  SortSizes sizes;
  if (traits.cpu) {
    sizes.row = sizes.distinct = tuning.cpu_row;
    sizes.selected = traits.vectors ? tuning.cpu_selected : 0;
    return sizes;
  }
  const std::uint64_t most = std::min({traits.max_local_size, traits.max_local_sizes[0], tuning.group});
  const std::uint64_t group = std::bit_floor(std::max<std::uint64_t>(most, 1));
  // Items of small groups have fewer elements.
  const std::uint64_t each = std::clamp<std::uint64_t>(group / 8, 1, tuning.block);
  sizes.group = std::size_t(group);
  sizes.tile = group * each;
  sizes.small_tile = group * std::min(each, tuning.small_block);
  sizes.row = group * tuning.row;
  // Each element of a set takes 22 bytes of local memory; the kernel needs some more.
  if (group >= kDistinctBlock) {
    const std::uint64_t most_bytes = 22 * tuning.distinct * group + 1024;
    sizes.distinct = group * (traits.local_memory >= most_bytes ? tuning.distinct : tuning.distinct_small);
  }
  sizes.ranked = 4 * (group / rank_lanes(group));
  sizes.selected = group / 2;
  return sizes;
}

PassSizes pass_sizes(const SortClass& kind, const SortTuning& tuning) {
  PassSizes sizes = (kind.moves ? tuning.pass_moves : tuning.pass)[kind.small];
  if ((kind.size == 8 || (kind.wide && kind.moves)) && sizes.each > 4) sizes.each /= 2;
  return sizes;
}

bool sort_by_warps(const Traits& traits, const SortTuning& tuning) {
  return traits.warps && !traits.cpu && sort_sizes(traits, tuning).group == 256;
}

std::string sort_text(const SortClass& kind, SortPart part, const Traits& traits, const SortTuning& tuning) {
  std::string out;
  const auto define = [&](const char* name, const auto& value) { out += fmt::format("#define {} {}\n", name, value); };
  static constexpr const char* kTypes[] = {"uchar", "ushort", "uint", "ulong"};
  const SortSizes sizes = sort_sizes(traits, tuning);
  const PassSizes pass = pass_sizes(kind, tuning);
  const std::uint64_t block = kind.small ? sizes.small_tile : sizes.tile;
  const char* const element = kTypes[std::countr_zero(kind.size)];
  define("KILN_INDEX", kind.wide ? "ulong" : "uint");
  define("KILN_ELEMENT", element);
  define("KILN_KEY", kind.size == 8 ? "ulong" : "uint");
  define("KILN_BITS", 8 * kind.size);
  define("KILN_FLOAT", kind.floating);
  define("KILN_TRUTH", kind.truth);
  if (part == SortPart::sets)
    define("KILN_BLOCK", kDistinctBlock);
  else
    define("KILN_GROUP", part == SortPart::warps ? pass.group : sizes.group);
  define("KILN_TILE", part == SortPart::warps                   ? std::uint64_t(pass.tile())
                      : part == SortPart::blocks && !traits.cpu ? block
                      : part == SortPart::sets                  ? sizes.distinct
                                                                : sizes.row);
  define("KILN_V", part == SortPart::warps ? pass.each : block / sizes.group);
  if (part == SortPart::blocks) define("KILN_COUNTED", tuning.counted_blocks);
  if (part == SortPart::warps) {
    // KILN_SLOT holds an element or a position.
    define("KILN_SLOT", !kind.moves ? element : kind.wide || kind.size == 8 ? "ulong" : "uint");
    define("KILN_VOTES", 1);
    define("KILN_MOVES", kind.moves);
    define("KILN_BACK", pass.back);
    define("KILN_WIDE", kind.wide);
    define("KILN_PASSES", kind.size);
  }
  if (part == SortPart::network) {
    define("KILN_PAIR", kind.size == 4 ? "ulong" : "uint");
    define("KILN_PAIRS", kind.size == 4 ? "ulong8" : "uint16");
    define("KILN_LANES", network_lanes(kind));
    define("KILN_HALF", kind.size == 4 ? 32 : 16);
    define("KILN_LENGTH", tuning.network_row);
  }
  if (part == SortPart::ranks || part == SortPart::quantile_ranks) define("KILN_LANES", rank_lanes(sizes.group));
  if (part == SortPart::rows || part == SortPart::sets) define("KILN_PLACE", "ushort");
  if (part == SortPart::select) define("KILN_PLACE", "uint");
  if (part == SortPart::places) define("KILN_CPU", int(traits.cpu));
  if (part == SortPart::digits || part == SortPart::pick) define("KILN_VECTORS", int(traits.vectors && traits.cpu));
  const bool near = part == SortPart::search_near || part == SortPart::among_near;
  const bool among = part == SortPart::among || part == SortPart::among_near;
  if (near || among || part == SortPart::search) {
    define("KILN_AMONG", int(among));
    define("KILN_NEAR", int(near));
    define("KILN_FOUND", among ? "uchar" : "long");
    define("KILN_QUERIES", near ? 4 : traits.cpu ? 32 : 1);
  }
  out += kernels::find("sort_key.cl");
  const auto files = std::ranges::find(kFiles, part, &Files::part);
  for (const std::string_view file : traits.cpu ? files->cpu : files->many)
    if (traits.vectors || file != "sort_key_vectors.cl") out += kernels::find(file);
  return out;
}

std::string quantile_text(base::DType from, base::DType computed, base::DType result, bool wide, SortPart part,
                          const Traits& traits, const SortTuning& tuning) {
  SortClass kind = sort_class(from);
  kind.wide = std::uint8_t(wide);
  return fmt::format(
             "#define KILN_STORED {}\n#define KILN_RESULT {}\n#define KILN_WIDE {}\n"
             "#define KILN_NUMBER(x) {}\n#define KILN_ROUNDED(x) {}\n",
             storage_type(from), storage_type(result), storage_type(computed),
             cast_text(widen(from, "x"), base::compute_dtype(from), computed), to_storage(result, "(x)")) +
         sort_text(kind, part, traits, tuning);
}

SortClass sort_class(base::DType dtype) {
  SortClass kind;
  kind.size = std::uint8_t(base::dtype_size(dtype));
  kind.floating = base::is_float(dtype);
  kind.truth = base::is_bool(dtype);
  return kind;
}

SortKey sort_key(base::DType dtype, SortOrder order) {
  const std::uint64_t sign = std::uint64_t{1} << (8 * base::dtype_size(dtype) - 1), all = sign - 1 + sign;
  SortKey key;
  if (order != SortOrder::ascending) key.flip = all;
  if (base::is_signed(dtype)) key.flip ^= sign;
  key.infinity = dtype == KILN_FLOAT16    ? 0x7c00
                 : dtype == KILN_BFLOAT16 ? 0x7f80
                 : dtype == KILN_FLOAT32  ? 0x7f800000
                                          : 0x7ff0000000000000;
  key.nan = order == SortOrder::descending_nan_first ? 0 : all;
  return key;
}

}  // namespace kiln::codegen
