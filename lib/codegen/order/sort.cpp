// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that the kernels in kernels/order and kernels/select expect, and appends the
// kernels.
#include "codegen/order/sort.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "codegen/spell/spelling.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

namespace {

// The number of work-items that together count the place of one element in sort_ranks.cl.
std::uint64_t rank_lanes(std::uint64_t group) { return std::max<std::uint64_t>(group / 8, 1); }

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
  const auto define = [&](const char* name, const std::string& value) {
    out += fmt::format("#define {} {}\n", name, value);
  };
  static constexpr const char* kTypes[] = {"uchar", "ushort", "uint", "ulong"};
  const SortSizes sizes = sort_sizes(traits, tuning);
  define("KILN_INDEX", kind.wide ? "ulong" : "uint");
  define("KILN_ELEMENT", kTypes[std::countr_zero(kind.size)]);
  define("KILN_KEY", kind.size == 8 ? "ulong" : "uint");
  define("KILN_BITS", std::to_string(8 * kind.size));
  define("KILN_FLOAT", kind.floating ? "1" : "0");
  define("KILN_TRUTH", kind.truth ? "1" : "0");
  // KILN_SLOT holds an element or a position.
  define("KILN_SLOT", part == SortPart::warps && !kind.moves ? kTypes[std::countr_zero(kind.size)]
                      : kind.wide || kind.size == 8          ? "ulong"
                                                             : "uint");
  if (part == SortPart::sets)
    define("KILN_BLOCK", std::to_string(kDistinctBlock));
  else
    define("KILN_GROUP", std::to_string(part == SortPart::warps ? pass_sizes(kind, tuning).group : sizes.group));
  if ((part != SortPart::blocks && part != SortPart::warps) || traits.cpu)
    define("KILN_TILE", std::to_string(part == SortPart::sets ? sizes.distinct : sizes.row));
  if ((part == SortPart::blocks || part == SortPart::select) && !traits.cpu)
    define("KILN_V", std::to_string((kind.small ? sizes.small_tile : sizes.tile) / sizes.group));
  if (part == SortPart::network) {
    const bool wide = kind.size == 4;
    define("KILN_PAIR", wide ? "ulong" : "uint");
    define("KILN_PAIRS", wide ? "ulong8" : "uint16");
    define("KILN_LANES", std::to_string(network_lanes(kind)));
    define("KILN_HALF", wide ? "32" : "16");
    define("KILN_LENGTH", std::to_string(tuning.network_row));
  }
  const bool vectors =
      traits.cpu && traits.vectors && (part == SortPart::select || part == SortPart::digits || part == SortPart::pick);
  if (part == SortPart::digits || part == SortPart::pick) define("KILN_VECTORS", vectors ? "1" : "0");
  if (part == SortPart::places) define("KILN_CPU", traits.cpu ? "1" : "0");
  const bool among = part == SortPart::among || part == SortPart::among_near;
  const bool near = part == SortPart::search_near || part == SortPart::among_near;
  if (among || near || part == SortPart::search) {
    define("KILN_AMONG", among ? "1" : "0");
    define("KILN_NEAR", near ? "1" : "0");
    define("KILN_FOUND", among ? "uchar" : "long");
    define("KILN_QUERIES", near ? "4" : traits.cpu ? "32" : "1");
  }
  if (part == SortPart::warps) {
    define("KILN_VOTES", "1");
    define("KILN_V", std::to_string(pass_sizes(kind, tuning).each));
    define("KILN_MOVES", kind.moves ? "1" : "0");
    define("KILN_BACK", std::to_string(pass_sizes(kind, tuning).back));
    define("KILN_WIDE", kind.wide ? "1" : "0");
    define("KILN_PASSES", std::to_string(kind.size));
  }
  if (part == SortPart::blocks) define("KILN_COUNTED", std::to_string(tuning.counted_blocks));
  const bool ranks = part == SortPart::ranks || part == SortPart::quantile_ranks;
  if (ranks) define("KILN_LANES", std::to_string(rank_lanes(sizes.group)));
  out += kernels::find("sort_key.cl");
  const bool quantiles = part == SortPart::quantile || part == SortPart::quantile_ranks || part == SortPart::digits;
  if (quantiles) out += kernels::find("sort_between.cl");
  if (ranks) out += kernels::find("sort_count.cl");
  if (vectors) out += kernels::find("sort_key_vectors.cl");
  if (!traits.cpu && (part == SortPart::rows || part == SortPart::quantile)) out += kernels::find("sort_merge.cl");
  if (part == SortPart::digits || part == SortPart::pick) out += kernels::find("group_sums.cl");
  if (traits.cpu && (part == SortPart::sets || part == SortPart::select)) out += kernels::find("sort_private.cl");
  if (part == SortPart::digits) out += kernels::find("sort_digits.cl");
  const auto file = [&] {
    switch (part) {
      case SortPart::search:
      case SortPart::search_near:
      case SortPart::among:
      case SortPart::among_near:
        return "sort_search.cl";
      case SortPart::places:
        return "sort_places.cl";
      case SortPart::network:
        return "sort_network.cl";
      case SortPart::ranks:
        return "sort_ranks.cl";
      case SortPart::sets:
        return traits.cpu ? "sort_sets_chunks.cl" : "sort_sets.cl";
      case SortPart::quantile:
        return "sort_quantile.cl";
      case SortPart::quantile_ranks:
        return "sort_quantile_ranks.cl";
      case SortPart::digits:
        return traits.cpu ? "sort_digits_chunks.cl" : "sort_digits_groups.cl";
      case SortPart::pick:
        return "sort_pick.cl";
      case SortPart::select:
        return traits.cpu ? "sort_select_chunks.cl" : "sort_select.cl";
      case SortPart::warps:
        return "sort_warps.cl";
      case SortPart::blocks:
        return traits.cpu ? "sort_chunks.cl" : "sort_blocks.cl";
      case SortPart::rows:
        return traits.cpu ? "sort_chunks.cl" : "sort_rows.cl";
    }
    return "";
  };
  out += kernels::find(file());
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
