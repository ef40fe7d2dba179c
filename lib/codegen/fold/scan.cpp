// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that the kernels in kernels/fold/scan_*.cl expect, and appends the kernel.
#include "codegen/fold/scan.hpp"

#include <algorithm>
#include <bit>

#include "base/rounding.hpp"
#include "codegen/spell/body.hpp"
#include "codegen/tuning/tuning.hpp"
#include "kernels.hpp"
#include "kiln/scan.h"

namespace kiln::codegen {

using base::ceil_div;

namespace {

std::uint64_t scan_group(const ScanClass& kind, const Traits& traits) {
  const std::uint64_t most = kind.small ? traits.tuning->scan.small_group : traits.tuning->scan.group;
  return std::bit_floor(std::max<std::uint64_t>(std::min({traits.max_local_size, traits.max_local_sizes[0], most}), 1));
}

DType computed(const ScanClass& kind) { return base::compute_dtype(DType(kind.to)); }

// The elements of an item in a tile. Small groups have fewer.
std::uint64_t item_width(const ScanClass& kind, const Traits& traits) {
  const ScanTuning& tuning = traits.tuning->scan;
  return std::min({tuning.item_elements, tuning.item_bytes / base::dtype_size(computed(kind)),
                   std::max<std::uint64_t>(scan_group(kind, traits) / 8, 1)});
}

// The most columns of a work-item on CPU devices.
std::uint64_t cpu_columns(const ScanClass& kind, const Traits& traits) {
  return traits.tuning->scan.cpu_column_bytes / base::dtype_size(computed(kind));
}

// The elements of a CPU device's vector of sums; 0: it has none.
int sums_width(const ScanClass& kind, const Traits& traits) {
  const DType dtype = computed(kind);
  if (!traits.cpu || !traits.vectors || kind.columns || base::is_complex(dtype)) return 0;
  const std::size_t size = base::dtype_size(dtype);
  return size == 4 ? 8 : size == 8 ? 4 : 0;
}

// The expression of `a` joined with `b`, which comes after it: numbers, or vectors of `width` elements.
std::string join(const ScanClass& kind, int width = 0) {
  const DType dtype = computed(kind);
  const char* type = compute_type(dtype);
  const bool product = kind.op == KILN_SCAN_PROD;
  if (kind.op == KILN_SCAN_MAX || kind.op == KILN_SCAN_MIN) {
    const char* better = kind.op == KILN_SCAN_MAX ? ">" : "<";
    // From the first NaN on, all results are NaN.
    if (base::is_float(dtype)) return fmt::format("a != a ? a : b {} a || b != b ? b : a", better);
    // Mesa's llvmpipe with LLVM 15 crashes where it compiles the choice of chars.
    if (dtype == KILN_INT8) return fmt::format("(char){}((int)a, (int)b)", kind.op == KILN_SCAN_MAX ? "max" : "min");
    return fmt::format("b {} a ? b : a", better);
  }
  if (base::is_complex(dtype)) {
    const char* make = dtype == KILN_COMPLEX64 ? "KILN_FLOAT2" : "KILN_DOUBLE2";
    return std::string(make) + (product ? "(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)" : "(a.x + b.x, a.y + b.y)");
  }
  const char* sign = product ? "*" : "+";
  if (base::is_float(dtype)) return fmt::format("a {} b", sign);
  // Integers wrap: they are computed in the unsigned type.
  const char* wraps = base::dtype_size(dtype) == 8 ? "ulong" : "uint";
  if (width) return fmt::format("as_{0}{3}(as_{1}{3}(a) {2} as_{1}{3}(b))", type, wraps, sign, width);
  return fmt::format("({0})(({1})a {2} ({1})b)", type, wraps, sign);
}

std::string load(const ScanClass& kind) {
  const DType from = DType(kind.from), dtype = computed(kind);
  const std::string value = widen(from, "(x)");
  if (from == dtype || base::compute_dtype(from) == dtype) return value;
  if (!base::is_complex(dtype)) return fmt::format("(({})({}))", compute_type(dtype), value);
  return dtype == KILN_COMPLEX64 ? fmt::format("KILN_FLOAT2((float)({}), 0.0f)", value)
                                 : fmt::format("KILN_DOUBLE2((double)({}), 0.0)", value);
}

// The value that changes nothing when joined, or, with `first`, the first element of an exclusive scan.
std::string identity(const ScanClass& kind, bool first) {
  const DType dtype = computed(kind);
  const char* type = compute_type(dtype);
  if (kind.op == KILN_SCAN_SUM || kind.op == KILN_SCAN_PROD) {
    const double value = kind.op == KILN_SCAN_PROD ? 1.0 : first ? 0.0 : -0.0;
    if (base::is_complex(dtype)) {
      const double imaginary = kind.op == KILN_SCAN_PROD ? 0.0 : value;
      return literal(base::Scalar::complex(dtype, {value, imaginary}));
    }
    if (base::is_float(dtype)) return literal(base::Scalar::real(dtype, value));
    return fmt::format("(({}){})", type, kind.op == KILN_SCAN_PROD ? 1 : 0);
  }
  const bool lowest = kind.op == KILN_SCAN_MAX;
  if (base::is_float(dtype))
    return literal(base::Scalar::real(
        dtype, lowest ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity()));
  if (base::is_bool(dtype)) return fmt::format("((uchar){})", lowest ? 0 : 1);
  const int bits = int(base::dtype_size(dtype)) * 8;
  if (base::is_unsigned(dtype)) return fmt::format("(({}){})", type, lowest ? "0" : "0xfffffffffffffffful");
  const std::uint64_t smallest = std::uint64_t(1) << (bits - 1);
  return fmt::format("(({}){:#x}ul)", type, lowest ? ~(smallest - 1) : smallest - 1);
}

// The number of elements in one row of local memory's banks, 128 bytes: neighbouring work-items access so many at
// once without a conflict.
std::uint64_t banks(const ScanClass& kind) {
  return 128 / std::max<std::uint64_t>(base::dtype_size(computed(kind)), 4);
}

// The 32-bit words of a total.
std::uint64_t total_words(const ScanClass& kind) {
  return ceil_div(base::dtype_size(computed(kind)), std::uint64_t{4});
}

std::uint64_t once_width(const ScanClass& kind, const Traits& traits) {
  return scan_once_width(traits, base::dtype_size(computed(kind)));
}

// The elements along the axis of a tile of kernels/fold/scan_few_columns.cl.
std::uint64_t few_columns_length(const ScanClass& kind, const Traits& traits, std::uint64_t cols) {
  return scan_group(kind, traits) / cols * item_width(kind, traits);
}

}  // namespace

bool scan_converts(DType from, DType to) {
  if (from == to) return true;
  if (base::is_complex(from) || base::is_bool(to)) return false;
  return !base::is_float(from) || base::is_float(to);
}

std::uint8_t scan_few_columns(const ScanClass& kind, const Traits& traits, std::uint64_t cols, std::uint64_t n) {
  const std::uint64_t group = scan_group(kind, traits), most = std::min<std::uint64_t>(128, group / 2);
  if (traits.cpu || cols < 2 || cols > most || n < few_columns_length(kind, traits, cols) / 2) return 0;
  const std::uint64_t padded = item_width(kind, traits) * cols + banks(kind);
  const std::uint64_t bytes = (group / cols * padded + 2 * group) * base::dtype_size(computed(kind));
  return bytes <= traits.local_memory ? std::uint8_t(cols) : 0;
}

std::uint64_t scan_once_width(const Traits& traits, std::uint64_t bytes) {
  // Local memory holds the tile, a set of accumulators for each item and a set for every 16 items.
  const ScanTuning& tuning = traits.tuning->scan;
  const std::uint64_t local = tuning.once_local_bytes, group = tuning.group, others = group + group / 16;
  if (bytes * (tuning.once_least * group + others) > local) return 0;
  if (bytes < 4) return bytes == 2 ? 42 : 36;  // an odd number of words
  const std::uint64_t fit = (local / bytes - others) / group;
  return fit % 2 ? fit : fit - 1;
}

bool scan_small(const ScanClass& kind, const Traits& traits, std::uint64_t rows, std::uint64_t n) {
  return !traits.cpu && !kind.columns && !kind.few_columns && rows >= 2 * traits.compute_units &&
         n >= traits.tuning->scan.small_least && n < traits.tuning->scan.small_most;
}

bool scan_once(const ScanClass& kind, const Traits& traits, std::uint64_t rows, std::uint64_t n) {
  const std::uint64_t group = scan_group(kind, traits);
  return traits.warps && !traits.cpu && !kind.columns && !kind.few_columns && group >= 32 &&
         rows < 2 * traits.compute_units && n > group * item_width(kind, traits) &&
         rows * ceil_div(n, group * once_width(kind, traits)) <=
             std::min<std::uint64_t>(traits.max_groups[0], INT32_MAX);
}

std::string scan_text(const ScanClass& kind, const Traits& traits) {
  std::string out;
  const DType dtype = computed(kind);
  define(out, "KILN_INDEX", kind.wide ? "ulong" : "uint");
  define(out, "KILN_STEP", kind.wide ? "long" : "int");
  define(out, "KILN_GROUP", std::to_string(scan_group(kind, traits)));
  define(out, "KILN_V", std::to_string(kind.once ? once_width(kind, traits) : item_width(kind, traits)));
  define(out, "KILN_WORDS", std::to_string(total_words(kind)));
  define(out, "KILN_NEAR", std::to_string(std::min<std::uint64_t>(16, scan_group(kind, traits))));
  define(out, "KILN_COLS", std::to_string(std::max<int>(kind.few_columns, 1)));
  define(out, "KILN_BANKS", std::to_string(banks(kind)));
  define(out, "KILN_W", std::to_string(traits.cpu ? cpu_columns(kind, traits) : 1));
  define(out, "KILN_AHEAD",
         traits.cpu || kind.totals ? "1" : "8");  // compilers unroll the loop of totals by themselves
  define(out, "KILN_WRITES", kind.totals ? "0" : "1");
  define(out, "KILN_FROM", storage_type(DType(kind.from)));
  define(out, "KILN_TO", storage_type(DType(kind.to)));
  define(out, "KILN_SUM", storage_type(dtype));
  define(out, "KILN_LOAD(x)", load(kind));
  define(out, "KILN_STORE(x)", to_storage(DType(kind.to), "x"));
  define(out, "KILN_IDENTITY", identity(kind, false));
  define(out, "KILN_FIRST", identity(kind, true));
  define(out, "KILN_SOURCE_STEP", kind.unit ? "1" : kind.columns ? "s2" : "s1");
  define(out, "KILN_RESULT_STEP", kind.unit ? "1" : kind.columns ? "r2" : "r1");
  out += fmt::format("KILN_FUNCTION {0} kiln_join({0} a, {0} b) {{ return {1}; }}\n", storage_type(dtype), join(kind));
  const int width = sums_width(kind, traits);
  define(out, "KILN_WIDTH", std::to_string(width));
  if (width) {
    const std::string vector = fmt::format("{}{}", storage_type(dtype), width);
    define(out, "KILN_VECTOR", vector);
    define(out, "KILN_LOADS", kind.unit && DType(kind.from) == dtype ? "1" : "0");
    define(out, "KILN_STORES", kind.unit && DType(kind.to) == dtype ? "1" : "0");
    out += fmt::format("KILN_FUNCTION {0} kiln_join_each({0} a, {0} b) {{ return {1}; }}\n", vector, join(kind, width));
  }
  return out + std::string(kernels::find("scan.cl")) +
         std::string(kernels::find(kind.columns       ? "scan_columns.cl"
                                   : traits.cpu       ? "scan_chunks.cl"
                                   : kind.totals      ? "scan_totals.cl"
                                   : kind.once        ? "scan_once.cl"
                                   : kind.few_columns ? "scan_few_columns.cl"
                                                      : "scan_rows.cl"));
}

ScanGeometry scan_geometry(const ScanClass& kind, const Traits& traits, std::uint64_t rows, std::uint64_t cols,
                           std::uint64_t n) {
  const ScanTuning& tuning = traits.tuning->scan;
  const std::uint64_t count = rows * cols, full_groups = traits.tuning->device.unit_groups * traits.compute_units;
  ScanGeometry g;
  const auto split = [&](std::uint64_t wanted, std::uint64_t unit) {
    g.chunk = ceil_div(ceil_div(n, std::max<std::uint64_t>(wanted, 1)), unit) * unit;
    g.splits = ceil_div(n, g.chunk);
  };
  if (traits.cpu) {
    const std::uint64_t items = cpu_items(traits, count * n);
    if (kind.columns) {
      const bool far = count * n * base::dtype_size(computed(kind)) > tuning.cpu_near_bytes;
      g.share = std::min(cols, cpu_columns(kind, traits) / (far ? 1 : tuning.cpu_far_share));
    }
    const std::uint64_t blocks = kind.columns ? ceil_div(cols, g.share) * rows : count;
    // Chunks make the source be read twice, so rows are split only if they do not fill the device.
    const bool few = blocks < traits.compute_units && items > blocks;
    split(few ? std::min(ceil_div(items, blocks),
                         ceil_div(n, kind.columns ? tuning.least_column_chunk : tuning.cpu_least_chunk))
              : 1,
          1);
    if (!kind.columns) g.share = ceil_div(count * g.splits, items);
    g.global = g.totals_global = std::size_t(kind.columns ? blocks * g.splits : ceil_div(count * g.splits, g.share));
    return g;
  }
  const std::uint64_t group = scan_group(kind, traits);
  g.local = std::size_t(group);
  const std::uint64_t most = std::min(traits.max_groups[0], std::uint64_t{1} << 30);
  if (kind.once) {
    const std::uint64_t tiles = ceil_div(n, group * once_width(kind, traits));
    g.splits = tiles;
    g.words = 1 + count * (tiles + ceil_div(tiles, group / 2)) * total_words(kind);
    g.global = std::size_t(count * tiles * group);
    return g;
  }
  if (kind.few_columns) {
    const std::uint64_t tile = few_columns_length(kind, traits, cols), target = full_groups;
    split(rows < target / 4 && n > tile ? std::min(ceil_div(target, rows), ceil_div(n, tile)) : 1, tile);
    g.global = g.totals_global = std::size_t(std::min(rows * g.splits, most) * group);
    return g;
  }
  if (kind.columns) {
    const std::uint64_t target = traits.tuning->device.unit_items * traits.compute_units;
    const bool few = count < target / 4;
    split(few ? std::min(ceil_div(target, count), ceil_div(n, tuning.least_column_chunk)) : 1, 1);
    g.global = g.totals_global = std::size_t(ceil_div(count * g.splits, group) * group);
    return g;
  }
  const std::uint64_t tile = group * item_width(kind, traits), target = full_groups;
  g.share = std::min(std::bit_ceil(ceil_div(n, item_width(kind, traits))), group);
  const bool few = count < target / 4;
  split(few && n > tile ? std::min(ceil_div(target, count), ceil_div(n, tile)) : 1, tile);
  // The kernels loop if there are more rows or tiles than groups.
  g.global = std::size_t(std::min(ceil_div(count * g.splits, group / g.share), most) * group);
  g.totals_global = std::size_t(std::min(count * g.splits, most) * group);
  return g;
}

}  // namespace kiln::codegen
