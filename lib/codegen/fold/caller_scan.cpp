// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that kernels/fold/scan_caller.cl expects, and appends that file and the kernels of a shape.
#include "codegen/fold/caller_scan.hpp"

#include <algorithm>
#include <bit>

#include "base/rounding.hpp"
#include "codegen/fold/reduce_parts.hpp"
#include "codegen/fold/scan.hpp"
#include "codegen/spell/body.hpp"
#include "codegen/tuning/tuning.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

using base::ceil_div;

namespace {

// The number of neighbouring elements of a work-item, where a group shares a row.
std::uint64_t caller_scan_item(const ReducePrograms& programs, const Traits& traits) {
  return std::clamp<std::uint64_t>(std::bit_floor(traits.tuning->caller_scan.item_bytes / accumulator_bytes(programs)),
                                   1, 8);
}

// The number of work-items whose accumulators fit local memory to be joined there; 1: they do not fit.
std::uint64_t caller_scan_fits(const ReducePrograms& programs, const Traits& traits) {
  return std::min<std::uint64_t>(reduce_group(traits),
                                 std::bit_floor(traits.tuning->caller_scan.local_bytes / accumulator_bytes(programs)));
}

// The 32-bit words of a set of accumulators.
std::uint64_t caller_scan_words(const ReducePrograms& programs) {
  std::uint64_t words = 0;
  for (const auto& accumulator : programs.map.outputs)
    words += ceil_div(base::dtype_size(accumulator.dtype), std::uint64_t{4});
  return words;
}

// The columns of an item on CPU devices, at most.
std::uint64_t caller_scan_columns(const ReducePrograms& programs, const Traits& traits) {
  return std::max<std::uint64_t>(traits.tuning->scan.cpu_column_bytes / accumulator_bytes(programs) / 16 * 16, 16);
}

class CallerScanWriter {
 public:
  CallerScanWriter(const ReducePrograms& programs, const CallerScanClass& kind, const Traits& traits)
      : p_(programs), kind_(kind), traits_(traits), cpu_(traits.cpu), beside_(traits.cpu && kind.columns) {
    const std::uint64_t fits = caller_scan_fits(programs, traits);
    if (!cpu_ && kind.group == 1 && fits > 1) carries_ = unsigned(fits);
    outputs_ = p_.finish.outputs.size();
    operands_ = outputs_ + p_.map.inputs.size();
  }

  std::string text() {
    std::string out = function_texts({&p_.map, &p_.combine, &p_.finish});
    define(out, "KILN_INDEX", kind_.wide ? "ulong" : "uint");
    define(out, "KILN_GROUP", std::to_string(kind_.group));
    define(
        out, "KILN_V",
        std::to_string(kind_.once ? scan_once_width(traits_, accumulator_bytes(p_)) : caller_scan_item(p_, traits_)));
    define(out, "KILN_W", beside_ ? std::to_string(caller_scan_columns(p_, traits_)) : "1");
    // Joining four elements with each other first shortens the chain of dependent joins but takes twice as many.
    // It is off if a join calls a costly function.
    define(out, "KILN_RUNS", has_costly_function(p_.combine) ? "0" : "1");
    define(out, "KILN_EXCLUSIVE", kind_.exclusive ? "1" : "0");
    define(out, "KILN_TILE", std::to_string(traits_.tuning->caller_scan.local_bytes / accumulator_bytes(p_)));
    define(out, "KILN_CARRIES", std::to_string(carries_));
    define(out, "KILN_WRITES", kind_.totals ? "0" : "1");
    define(out, "KILN_GATHERS", kind_.gathers ? "1" : "0");
    if (kind_.gathers) {
      const std::string key = storage_type(stored(outputs_));
      define(out, "KILN_GATHERED", fmt::format(", KILN_ARG({}, kinds), KILN_ARG(long, found)", key));
      define(out, "KILN_GATHERED_POINTERS", fmt::format("KILN_PTR({}, kinds); KILN_PTR(long, found);", key));
      define(out, "KILN_RUN(x)", "x##1");
      define(out, "KILN_KEEP(kiln_to, kiln_t)", fmt::format("kinds[kiln_to] = {};", at(outputs_)));
    } else {
      define(out, "KILN_GATHERED", "");
      define(out, "KILN_GATHERED_POINTERS", "");
    }
    define_each(out, "S", "KILN_ARG({1}, p{0})", ", ");
    define_each(out, "_STEPS", ", {2} k{0}_0, {2} k{0}_1, {2} k{0}_2");
    // A result may be a source, so no pointer is restricted.
    define_each(out, "_POINTERS", "KILN_PTR({1}, p{0});\n");
    define_each(out, "_BASES(kiln_row, kiln_col)",
                "const {2} b{0} = ({2})(kiln_row) * k{0}_0 + ({2})(kiln_col) * k{0}_2;\n");
    define(out, "KILN_TOTALS",
           kind_.once ? "KILN_ARG(ulong, work)" : each_accumulator(p_, "KILN_ARG({2}, q{0})", ", "));
    define(out, "KILN_TOTAL_POINTERS",
           kind_.once ? "KILN_PTR(ulong, work);" : each_accumulator(p_, "KILN_PTR({2}, q{0});", "\n"));
    if (kind_.once) {
      define(out, "KILN_WORDS", std::to_string(caller_scan_words(p_)));
      define(out, "KILN_TELL(kiln_words, x)",
             words("kiln_total.bits[0] = 0; kiln_total.value = x##{1};",
                   "kiln_to[k] = (ulong)1 << 32 | kiln_total.bits[k];", ""));
      define(out, "KILN_WAIT(o, kiln_words)",
             words("", "ulong word; do word = kiln_to[k]; while (word >> 32 == 0); kiln_total.bits[k] = (uint)word;",
                   "o##{1} = kiln_total.value;"));
    }
    define(out, "KILN_LOCALS(kiln_size)", each_accumulator(p_, "KILN_LOCAL {2} l{0}[kiln_size];", "\n"));
    define(out, "KILN_DECLARE(o)", each_accumulator(p_, "{2} o##{0};", " "));
    define(out, "KILN_MANY(o, w)", each_accumulator(p_, "{2} o##{0}[w];", " "));
    define(out, "KILN_START(kiln_o)", each_accumulator(p_, "kiln_o##{0} = {3};\n"));
    define(out, "KILN_COPY(o, x)", each_accumulator(p_, "o##{0} = x##{0};", " "));
    define(out, "KILN_TAKE(o, x, j)", each_accumulator(p_, "o##{0} = x##{0}[j];", " "));
    define(out, "KILN_PUT(o, j, x)", each_accumulator(p_, "o##{0}[j] = x##{0};", " "));
    define(out, "KILN_TO_LOCAL(at, x)", each_accumulator(p_, "l{0}[at] = x##{0};", " "));
    define(out, "KILN_FROM_LOCAL(o, at)", each_accumulator(p_, "o##{0} = l{0}[at];", " "));
    define(out, "KILN_TO_TOTALS(at, x)", each_accumulator(p_, "q{0}[at] = x##{0};", " "));
    define(out, "KILN_FROM_TOTALS(o, at)", each_accumulator(p_, "o##{0} = q{0}[at];", " "));
    // Bodies use members .x and .y, so no parameter may have these names.
    define(out, "KILN_MAP(kiln_o, kiln_t, kiln_u, kiln_j)", map());
    define(out, "KILN_JOIN(kiln_o, kiln_a, kiln_b)", join());
    define(out, "KILN_FINISH(kiln_a, kiln_t, kiln_j)", finish());
    const char* const shape = kind_.group == 1   ? "scan_caller_alone.cl"
                              : kind_.short_rows ? "scan_caller_short.cl"
                              : kind_.once       ? "scan_caller_once.cl"
                                                 : "scan_caller_groups.cl";
    return out + std::string(kernels::find("scan_caller.cl")) + std::string(kernels::find(shape));
  }

 private:
  const char* step() const { return kind_.wide ? "long" : "int"; }
  DType stored(std::size_t k) const {
    return k < outputs_ ? p_.finish.outputs[k].dtype : p_.map.inputs[k - outputs_].dtype;
  }
  std::string type(std::size_t k) const { return std::string(k < outputs_ ? "" : "const ") + storage_type(stored(k)); }
  bool is_still(std::size_t k) const { return k >= outputs_ && kind_.unit && kind_.still >> (k - outputs_) & 1; }

  // Defines macros for the sources and the results, which format `pattern` with the number, the type and the type of
  // steps of each.
  void define_each(std::string& out, const std::string& name, const char* pattern, const char* between = "") const {
    std::string texts[2];  // of results, of sources
    for (std::size_t k = 0; k < operands_; ++k)
      texts[k >= outputs_] +=
          (k && k != outputs_ ? between : "") + fmt::format(fmt::runtime(pattern), k, type(k), step());
    define(out, "KILN_SOURCE" + name, texts[1]);
    define(out, "KILN_RESULT" + name, texts[0]);
  }
  // Writes a block of statements for each accumulator: `before`, then `each` for every 32-bit word of it, then `after`.
  // In the block kiln_to points to the accumulator's first word in the memory at kiln_words.
  std::string words(const char* before, const char* each, const char* after) const {
    std::string out;
    std::uint64_t at = 0;
    for (std::size_t c = 0; c < p_.identity.size(); ++c) {
      const DType dtype = p_.map.outputs[c].dtype;
      const std::uint64_t count = ceil_div(base::dtype_size(dtype), std::uint64_t{4});
      const auto part = [&](const char* text) {
        return fmt::format(fmt::runtime(text), storage_type(dtype), c, count, at);
      };
      out += part(
                 "{{ union {{ {0} value; uint bits[{2}]; }} kiln_total; KILN_GLOBAL volatile ulong *const "
                 "kiln_to = (kiln_words) + {3};\n") +
             part(before) + part("for (int k = 0; k < {2}; ++k) {{ ") + each + "}\n" + part(after) + "}\n";
      at += count;
    }
    return out;
  }

  // The place of operand k along the axis, for the element at kiln_t, whose neighbour is kiln_u.
  const char* place(std::size_t k) const {
    if (k < outputs_ || !(kind_.neighbours >> (k - outputs_) & 1)) return "(kiln_t)";
    return "(kiln_u)";
  }
  // The expression of operand k at kiln_t along the axis, kiln_j columns further.
  std::string at(std::size_t k) const {
    const std::string along = fmt::format("k{}_1", k), across = fmt::format("k{}_2", k), t = place(k);
    const auto times = [&](const std::string& number, const std::string& factor) {
      return is_still(k)       ? "0"
             : kind_.unit == 0 ? fmt::format("{} * {}", number, factor)
                               : (kind_.unit < 0 ? "-" : "") + number;
    };
    // On CPU devices the varying index is 64-bit: a sum that might wrap keeps a loop from being vectorised.
    if (beside_)
      return fmt::format("(p{0} + (b{0} + ({1}){2} * {3}))[{4}]", k, step(), t, along, times("(long)(kiln_j)", across));
    if (cpu_) return fmt::format("(p{0} + b{0})[{1}]", k, times("(long)" + t, along));
    return fmt::format("p{0}[b{0} + ({1}){2} * {3}]", k, step(), t, along);
  }

  std::string assign(const expr::Program& program) const {
    std::string out;
    for (std::size_t c = 0; c < p_.identity.size(); ++c)
      out += fmt::format("kiln_o##{} = v{};\n", c, program.outputs[c].value);
    return out;
  }
  std::string map() const {
    return "{\n" +
           scalar_body(
               p_.map, [&](std::size_t i) { return widen(p_.map.inputs[i].dtype, at(outputs_ + i)); },
               "reverse ? n - 1 - (kiln_t) : (kiln_t)", "") +
           assign(p_.map) + "}";
  }
  std::string join() const {
    const std::size_t count = p_.identity.size();
    return "{\n" +
           scalar_body(
               p_.combine,
               [&](std::size_t i) {
                 return i < count ? fmt::format("kiln_a##{}", i) : fmt::format("kiln_b##{}", i - count);
               },
               "0", "") +
           assign(p_.combine) + "}";
  }
  std::string finish() const {
    std::string out = "{\n" + scalar_body(
                                  p_.finish,
                                  [&](std::size_t i) {
                                    return i < p_.identity.size() ? fmt::format("kiln_a##{}", i) : std::string("count");
                                  },
                                  "0", "");
    return out + stores(p_.finish, [&](std::size_t k) { return at(k); }) + "}";
  }

  const ReducePrograms& p_;
  const CallerScanClass& kind_;
  const Traits& traits_;
  const bool cpu_, beside_;
  unsigned carries_ = 0;
  std::size_t outputs_ = 0, operands_ = 0;
};

}  // namespace

std::string caller_scan_text(const ReducePrograms& programs, const CallerScanClass& kind, const Traits& traits) {
  return CallerScanWriter(programs, kind, traits).text();
}

CallerScanGeometry caller_scan_geometry(const ReducePrograms& programs, bool columns, const Traits& traits,
                                        std::uint64_t rows, std::uint64_t cols, std::uint64_t n, bool gathers) {
  const ScanTuning& tuning = traits.tuning->scan;
  const CallerScanTuning& own = traits.tuning->caller_scan;
  CallerScanGeometry g;
  const std::uint64_t count = rows * cols;
  const auto split = [&](std::uint64_t wanted, std::uint64_t unit) {
    g.chunk = ceil_div(ceil_div(n, std::max<std::uint64_t>(wanted, 1)), unit) * unit;
    g.splits = ceil_div(n, g.chunk);
  };
  // With several chunks the inputs are read twice. So rows are split only if there are too few to fill the device.
  if (traits.cpu && !gathers) {
    const std::uint64_t items = cpu_items(traits, count * n);
    if (columns)
      g.share = std::min({cols, caller_scan_columns(programs, traits),
                          std::max<std::uint64_t>(ceil_div(cols * rows, traits.compute_units), 64)});
    const std::uint64_t blocks = ceil_div(cols, g.share) * rows;
    const bool few = blocks < traits.compute_units && items > blocks;
    split(few ? std::min(ceil_div(items, blocks),
                         ceil_div(n, columns ? tuning.least_column_chunk : tuning.cpu_least_chunk))
              : 1,
          1);
    g.each = ceil_div(blocks * g.splits, items);
    g.global = std::size_t(ceil_div(blocks * g.splits, g.each));
    return g;
  }
  const std::uint64_t most = std::min(traits.max_groups[0], std::uint64_t{1} << 30);
  const std::uint64_t least = reduce_group(traits), item = caller_scan_item(programs, traits);
  const std::uint64_t fits = caller_scan_fits(programs, traits);
  if (gathers && (traits.cpu || fits == 1)) return g;
  const std::uint64_t fit_rows = own.local_bytes / accumulator_bytes(programs) / (n | 1);
  if (!gathers && !columns && n > own.alone_short && fits >= own.least_items && fit_rows >= own.least_items &&
      count >= own.short_group * traits.compute_units) {
    g.short_rows = true;
    g.local = g.group = unsigned(std::min(least, own.short_group));
    g.each = std::min<std::uint64_t>(fit_rows, g.group);
    g.global = std::size_t(ceil_div(count, g.each)) * g.local;
    return g;
  }
  if (!gathers && (columns || n <= own.alone || fits == 1)) {
    g.local = std::size_t(std::min(least, own.alone_group));
    const std::uint64_t target = traits.tuning->device.unit_items * traits.compute_units;
    split(count < target / 4 ? std::min(ceil_div(target, count), ceil_div(n, tuning.least_column_chunk)) : 1, 1);
    g.each = ceil_div(count * g.splits, most * g.local);
    g.global = std::size_t(ceil_div(ceil_div(count * g.splits, g.each), g.local) * g.local);
    if (fits > 1 && g.splits > own.joined) g.carries = std::size_t(fits);
    return g;
  }
  g.group = unsigned(std::clamp(std::bit_ceil(ceil_div(n, item)), std::min(own.least_items, fits), fits));
  g.local = g.group;
  const std::uint64_t tile = g.group * item, target = traits.tuning->device.unit_groups * traits.compute_units;
  const std::uint64_t width = scan_once_width(traits, accumulator_bytes(programs));
  const std::uint64_t tiles = ceil_div(n, g.group * std::max<std::uint64_t>(width, 1));
  if (traits.warps && !gathers && width > 0 && count < target / 4 && n > tile && g.group >= 32 &&
      count * tiles <= std::min<std::uint64_t>(most, INT32_MAX)) {
    g.once = true;
    g.splits = tiles;
    g.words = 1 + count * (tiles + ceil_div(tiles, std::uint64_t(g.group / 2))) * caller_scan_words(programs);
    g.global = std::size_t(count * tiles * g.group);
    return g;
  }
  split(!gathers && count < target / 4 && n > tile ? std::min(ceil_div(target, count), ceil_div(n, tile)) : 1, tile);
  g.global = std::size_t(std::min(count * g.splits, most) * g.group);
  return g;
}

}  // namespace kiln::codegen
