// SPDX-License-Identifier: Apache-2.0
// Writes the kernels of row programs for CPU devices. A work-item is a group and has `share` whole rows. Each level is
// one loop over the row in chunks of kRowChunk elements, with vectors where the steps' programs have a vector form.
// What later levels read of a step is kept in local memory, and operands are read again, from the cache.
#include <algorithm>

#include "codegen/fold/reduce_parts.hpp"
#include "codegen/fold/row_text.hpp"
#include "codegen/tuning/tuning.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

using base::DType;
using StepKind = RowStep::Kind;

namespace {

const char* real_type(int width) { return width == 16 ? "float" : "double"; }

class RowChunks : private RowText {
 public:
  RowChunks(const RowPrograms& programs, const RowClass& kind, const Traits& traits)
      : RowText(programs, kind, traits), levels_(row_levels(programs.steps)), kept_(row_kept(programs.steps)) {
    for (const RowStep& step : p_.steps) widths_.push_back(width_of(step));
  }

  std::string text() {
    std::string out = functions() + vector_functions(widths_);
    define(out, "KILN_INDEX", index());
    if (kind_.stream) out += kernels::find("stream.cl");
    for (std::size_t s = 0; s < p_.steps.size(); ++s)
      if (p_.steps[s].kind == StepKind::reduce) fold_macros(out, s);
    out += fmt::format("KILN_KERNEL void rows({}, KILN_INDEX share) {{\n", parameters());
    const std::uint64_t padded = (n_ + kRowChunk - 1) / kRowChunk * kRowChunk;
    for (std::size_t s = 0; s < p_.steps.size(); ++s)
      for (std::size_t o = 0; o < kept_[s].size(); ++o)
        if (kept_[s][o])
          out += fmt::format("KILN_LOCAL {} t{}_{}[{}];\n", storage_type(p_.steps[s].dtypes[o]), s, o, padded);
    out += pointers();
    out +=
        "const KILN_INDEX begin = from + (KILN_INDEX)get_group_id(0) * share;\n"
        "const KILN_INDEX end = rows - begin < share ? rows : begin + share;\n"
        "for (KILN_INDEX row = begin; row < end; ++row) {\n" +
        row_offsets();
    for (std::size_t s = 0; s < p_.steps.size(); ++s)
      for (std::size_t o = 0; p_.steps[s].kind != StepKind::elements && o < p_.steps[s].dtypes.size(); ++o)
        out += fmt::format("{} r{}_{};\n", storage_type(p_.steps[s].dtypes[o]), s, o);
    const int last = *std::max_element(levels_.begin(), levels_.end());
    // Functions of rows' values that read no reduction have level -1.
    for (int at = -1; at <= last; ++at) level(out, at);
    out += "}\n";
    if (kind_.stream) out += "#ifdef KILN_STREAM\nKILN_STREAMED\n#endif\n";
    return out + "}\n";
  }

 private:
  bool in_level(std::size_t s, int at) const { return levels_[s] == at && p_.steps[s].kind != StepKind::row; }
  int parts(std::size_t s) const { return widths_[s] ? kRowChunk / widths_[s] : 1; }

  // ---- Levels ----

  void level(std::string& out, int at) const {
    bool any = false;
    for (std::size_t s = 0; s < p_.steps.size(); ++s) any = any || in_level(s, at);
    out += "{\n";
    if (any) loop(out, at);
    for (std::size_t s = 0; s < p_.steps.size(); ++s) {
      if (levels_[s] != at) continue;
      if (p_.steps[s].kind == StepKind::reduce) end_reduction(out, s, chains(at));
      if (p_.steps[s].kind == StepKind::row) row_function(out, s);
    }
    out += "}\n";
  }

  // How many chunks have accumulators of their own: results of one are not waited for before the next is read.
  std::uint64_t chains(int at) const {
    std::uint64_t vectors = 0;  // of accumulators, for each chunk
    bool reduces = false;
    for (std::size_t s = 0; s < p_.steps.size(); ++s) {
      if (!in_level(s, at) || p_.steps[s].kind != StepKind::reduce) continue;
      reduces = true;
      if (widths_[s]) vectors += p_.steps[s].fold.identity.size();
    }
    std::uint64_t chains = reduces ? traits_.tuning->row.cpu_chains : 1;
    while (chains > 1 && (chains * vectors > traits_.tuning->row.cpu_accumulators || chains * kRowChunk > n_))
      chains /= 2;
    return chains;
  }

  void loop(std::string& out, int at) const {
    const std::uint64_t many = chains(at), step = many * kRowChunk, whole = n_ / step * step;
    for (std::size_t s = 0; s < p_.steps.size(); ++s)
      if (in_level(s, at) && p_.steps[s].kind == StepKind::reduce) begin_reduction(out, s, many);
    if (whole > 0)
      out += fmt::format(
          "for (uint first = 0; first < {}u; first += {}u) {{\n#pragma unroll\nfor (int u = 0; u < {}; ++u) {{\n"
          "const uint t = first + (uint)u * {}u;\n{}}}\n}}\n",
          whole, step, many, kRowChunk, chunk(at, false));
    if (whole == n_) return;
    // What is left: whole chunks and, if the row does not end with one, a part of one.
    const std::uint64_t parted = n_ / kRowChunk * kRowChunk;
    if (parted > whole)
      out += fmt::format("for (uint t = {}u; t < {}u; t += {}u) {{\nconst int u = 0;\n{}}}\n", whole, parted, kRowChunk,
                         chunk(at, false));
    if (parted < n_) out += fmt::format("{{\nconst uint t = {}u;\nconst int u = 0;\n{}}}\n", parted, chunk(at, true));
  }
  // The elements of a chunk, or of the part of one at the row's end.
  int length(bool part) const { return part ? int(n_ % kRowChunk) : kRowChunk; }

  // ---- Inputs ----

  // Whether a chunk's elements of operand k are copied to private memory first.
  bool gathered(std::size_t k, bool part) const { return part || !unit(k); }
  bool same_level(const RowInput& input, int at) const { return levels_[input.index] == at; }

  // The stored form of element j of the chunk.
  std::string element(const RowInput& input, int at, bool part) const {
    if (!input.operand) {
      if (p_.steps[input.index].kind != StepKind::elements) return row_value(input);
      return fmt::format(fmt::runtime(same_level(input, at) ? "c{}_{}[j]" : "t{}_{}[t + j]"), input.index,
                         input.output);
    }
    const std::size_t k = input.index;
    if (!p_.operands[k].whole) return fmt::format("h{}", k);
    if (gathered(k, part)) return fmt::format("w{}[j]", k);
    return fmt::format("(p{0} + (b{0} + ({1})t))[j]", k, signed_index());
  }
  // The computed form of `width` elements, from element `from` of the chunk on.
  std::string elements_of(const RowInput& input, int width, int from, int at, bool part) const {
    const DType dtype = stored(input);
    const auto read = [&](const std::string& address) {
      return widen_vector(dtype, width, fmt::format("vload{}(0, {} + {})", width, address, from));
    };
    const auto same = [&](const std::string& value) {
      return widen_vector(dtype, width, fmt::format("({}{})({})", storage_type(dtype), width, value));
    };
    if (!input.operand) {
      if (p_.steps[input.index].kind != StepKind::elements) return same(row_value(input));
      return read(
          fmt::format(fmt::runtime(same_level(input, at) ? "c{}_{}" : "t{}_{} + t"), input.index, input.output));
    }
    const std::size_t k = input.index;
    if (!p_.operands[k].whole) return same(fmt::format("h{}", k));
    return read(gathered(k, part) ? fmt::format("w{}", k) : "&" + memory(k, "t"));
  }

  // ---- Chunks ----

  // The steps of a level for the chunk from element t on, whose accumulators have number u. `part`: it is the part at
  // the row's end.
  std::string chunk(int at, bool part) const {
    std::string out;
    std::vector<bool> taken(p_.operands.size());
    for (std::size_t s = 0; s < p_.steps.size(); ++s) {
      if (!in_level(s, at)) continue;
      for (const RowInput& input : p_.steps[s].inputs) {
        const std::size_t k = input.index;
        if (!input.operand || !p_.operands[k].whole || taken[k] || !gathered(k, part)) continue;
        taken[k] = true;
        gather(out, k, part);
      }
    }
    for (std::size_t s = 0; s < p_.steps.size(); ++s) {
      if (!in_level(s, at)) continue;
      if (p_.steps[s].kind == StepKind::elements)
        elements(out, s, part);
      else
        accumulate(out, s, part);
    }
    return out;
  }

  // Copies a chunk's elements of operand k to private memory. Places past the row's end get zeros.
  void gather(std::string& out, std::size_t k, bool part) const {
    out += fmt::format("{} w{}[{}] __attribute__((aligned(64)));\n", type(k), k, kRowChunk);
    if (!unit(k)) {
      if (!part) {
        out += read_along(k, fmt::format("w{}", k));
        return;
      }
      out += fmt::format("for (int j = 0; j < {}; ++j) w{}[j] = {};\n", length(part), k, memory(k, "(t + j)"));
      out += fmt::format("for (int j = {}; j < {}; ++j) w{}[j] = 0;\n", length(part), kRowChunk, k);
      return;
    }
    // One vector of pieces: memory that was written in pieces would be slow to read as a whole.
    std::string all;
    pieces(all, [&](int size, int from) {
      const std::string place = memory(k, fmt::format("(t + {}u)", from));
      return size == 1 ? place + ", " : fmt::format("vload{}(0, &{}), ", size, place);
    });
    for (int j = length(part); j < kRowChunk; ++j) all += j + 1 < kRowChunk ? "0, " : "0";
    out += fmt::format("vstore{0}(({1}{0})({2}), 0, w{3});\n", kRowChunk, type(k), all, k);
  }
  // Writes what `one` gives for each piece of the part at the row's end: vectors of 8 and 4, and single elements.
  void pieces(std::string& out, const std::function<std::string(int size, int from)>& one) const {
    int from = 0;
    for (const int size : {8, 4, 1})
      for (; length(true) - from >= size; from += size) out += one(size, from);
  }

  // A loop over the elements of a chunk.
  std::string each(bool part, const std::string& inside) const {
    return fmt::format("KILN_VECTORIZE\nfor (int j = 0; j < {}; ++j) {{\n{}}}\n", length(part), inside);
  }

  void elements(std::string& out, std::size_t s, bool part) const {
    const RowStep& step = p_.steps[s];
    const int at = levels_[s];
    for (std::size_t o = 0; o < step.dtypes.size(); ++o)
      out +=
          fmt::format("{} c{}_{}[{}] __attribute__((aligned(64)));\n", storage_type(step.dtypes[o]), s, o, kRowChunk);
    if (const int width = widths_[s]) {
      for (int from = 0; from < kRowChunk; from += width) {
        out += "{\n" + vector_body(
                           step.function, width,
                           [&](std::size_t i) { return elements_of(step.inputs[i], width, from, at, part); }, "");
        for (std::size_t o = 0; o < step.dtypes.size(); ++o)
          out += fmt::format(
              "vstore{}({}, 0, c{}_{} + {});\n", width,
              to_stored_vector(step.dtypes[o], width, fmt::format("v{}", step.function.outputs[o].value)), s, o, from);
        out += "}\n";
      }
    } else {
      std::string one = scalar_body(
          step.function,
          [&](std::size_t i) { return widen(stored(step.inputs[i]), element(step.inputs[i], at, part)); }, "0", "");
      for (std::size_t o = 0; o < step.dtypes.size(); ++o)
        one += fmt::format("c{}_{}[j] = {};\n", s, o,
                           to_storage(step.dtypes[o], fmt::format("v{}", step.function.outputs[o].value)));
      out += each(part, one);
    }
    for (std::size_t o = 0; o < step.dtypes.size(); ++o) keep(out, s, o, part);
  }

  // Keeps a chunk of results for later levels, and stores it.
  void keep(std::string& out, std::size_t s, std::size_t o, bool part) const {
    const RowStep& step = p_.steps[s];
    if (kept_[s][o]) out += fmt::format("vstore{0}(vload{0}(0, c{1}_{2}), 0, t{1}_{2} + t);\n", kRowChunk, s, o);
    if (step.outputs[o] < 0) return;
    const auto k = std::size_t(step.outputs[o]);
    if (!unit(k)) {
      const std::string values = fmt::format("c{}_{}", s, o);
      out += part
                 ? fmt::format("for (int j = 0; j < {}; ++j) {} = {}[j];\n", length(part), memory(k, "(t + j)"), values)
                 : write_along(k, values);
      return;
    }
    if (part) {
      pieces(out, [&](int size, int from) {
        const std::string place = memory(k, fmt::format("(t + {}u)", from));
        return size == 1 ? fmt::format("{} = c{}_{}[{}];\n", place, s, o, from)
                         : fmt::format("vstore{0}(vload{0}(0, c{1}_{2} + {3}), 0, &{4});\n", size, s, o, from, place);
      });
      return;
    }
    const std::string vector =
        fmt::format("vstore{0}(vload{0}(0, c{1}_{2}), 0, &{3});\n", kRowChunk, s, o, memory(k, "t"));
    if (kind_.stream >> k & 1)
      out += fmt::format("#ifdef KILN_STREAM\nKILN_STREAM(&{}, c{}_{}, sizeof c{}_{}, __private)\n#else\n{}#endif\n",
                         memory(k, "t"), s, o, s, o, vector);
    else
      out += vector;
  }

  // ---- Reductions ----

  void begin_reduction(std::string& out, std::size_t s, std::uint64_t many) const {
    const ReducePrograms& p = p_.steps[s].fold;
    for (std::size_t c = 0; c < p.identity.size(); ++c) {
      const std::string first = literal(p.identity[c]);
      if (const int width = widths_[s])
        out += fmt::format(
            "{0}{1} a{2}_{3}[{4}];\n#pragma unroll\nfor (int g = 0; g < {4}; ++g) a{2}_{3}[g] = ({0}{1})({5});\n",
            real_type(width), width, s, c, many * std::uint64_t(parts(s)), first);
      else
        out += fmt::format("{0} a{1}_{2}[{3}];\nfor (int g = 0; g < {3}; ++g) a{1}_{2}[g] = {4};\n",
                           compute_type(p.map.outputs[c].dtype), s, c, many * kRowChunk, first);
    }
  }

  void accumulate(std::string& out, std::size_t s, bool part) const {
    const RowStep& step = p_.steps[s];
    const ReducePrograms& p = step.fold;
    const int at = levels_[s], width = widths_[s];
    const std::size_t count = p.identity.size();
    if (!width) {
      std::string one;
      for (std::size_t c = 0; c < count; ++c) one += fmt::format("{} y{};\n", compute_type(p.map.outputs[c].dtype), c);
      one += map(
          step, [&](std::size_t i) { return widen(stored(step.inputs[i]), element(step.inputs[i], at, part)); },
          "(t + j)");
      const auto accumulator = [&](std::size_t c) { return fmt::format("a{}_{}[u * {} + j]", s, c, kRowChunk); };
      one += scalar_body(
          p.next, [&](std::size_t i) { return i < count ? accumulator(i) : fmt::format("y{}", i - count); }, "0", "");
      for (std::size_t c = 0; c < count; ++c)
        one += fmt::format("{} = v{};\n", accumulator(c), p.next.outputs[c].value);
      out += each(part, one);
      return;
    }
    for (int from = 0; from < kRowChunk; from += width) {
      const std::string number = fmt::format("u * {} + {}", parts(s), from / width);
      const auto accumulator = [&](std::size_t c) { return fmt::format("a{}_{}[{}]", s, c, number); };
      out += "{\n";
      for (std::size_t c = 0; c < count; ++c) out += fmt::format("{}{} y{};\n", real_type(width), width, c);
      out += "{\n" +
             vector_body(
                 p.map, width, [&](std::size_t i) { return elements_of(step.inputs[i], width, from, at, part); }, "");
      for (std::size_t c = 0; c < count; ++c) out += fmt::format("y{} = v{};\n", c, p.map.outputs[c].value);
      out += "}\n" + vector_body(
                         p.next, width,
                         [&](std::size_t i) { return i < count ? accumulator(i) : fmt::format("y{}", i - count); }, "");
      for (std::size_t c = 0; c < count; ++c) {
        std::string next = fmt::format("v{}", p.next.outputs[c].value);
        if (part) next = fmt::format("select({}, {}, {})", next, accumulator(c), past(width, from));
        out += fmt::format("{} = {};\n", accumulator(c), next);
      }
      out += "}\n";
    }
  }
  // The mask of the elements from `from` on that lie past the row's end.
  std::string past(int width, int from) const {
    std::string places;
    for (int j = 0; j < width; ++j) places += fmt::format("{}{}", j ? ", " : "", from + j < length(true) ? 0 : -1);
    return fmt::format("({}{})({})", width == 16 ? "int" : "long", width, places);
  }

  // Combines the accumulators, and computes the results.
  void end_reduction(std::string& out, std::size_t s, std::uint64_t many) const {
    const RowStep& step = p_.steps[s];
    const ReducePrograms& p = step.fold;
    const std::size_t count = p.identity.size();
    std::uint64_t lanes = many * kRowChunk;
    out += "{\n";
    if (const int width = widths_[s]) {
      lanes = std::uint64_t(width);
      const std::uint64_t vectors = many * std::uint64_t(parts(s));
      if (vectors > 1) {
        out += fmt::format("#pragma unroll\nfor (int half_of = {}; half_of > 0; half_of /= 2) {{\n", vectors / 2);
        out += "#pragma unroll\nfor (int g = 0; g < half_of; ++g) {\n";
        out += vector_body(
            p.combine, width,
            [&](std::size_t i) {
              return i < count ? fmt::format("a{}_{}[g]", s, i) : fmt::format("a{}_{}[g + half_of]", s, i - count);
            },
            "");
        for (std::size_t c = 0; c < count; ++c)
          out += fmt::format("a{}_{}[g] = v{};\n", s, c, p.combine.outputs[c].value);
        out += "}\n}\n";
      }
      out += fmt::format("{}({})\n", macro(s, "DECLARE"), lanes);
      for (std::size_t c = 0; c < count; ++c) out += fmt::format("vstore{}(a{}_{}[0], 0, x{});\n", width, s, c, c);
    } else {
      out += fmt::format("{}({})\n", macro(s, "DECLARE"), lanes);
      for (std::size_t c = 0; c < count; ++c)
        out += fmt::format("for (int j = 0; j < {}; ++j) x{}[j] = a{}_{}[j];\n", lanes, c, s, c);
    }
    out += fmt::format("#pragma unroll\nfor (int half_of = {}; half_of > 0; half_of /= 2) {{\n", lanes / 2);
    out += fmt::format("for (int j = 0; j < half_of; ++j) {{\n{}(j + half_of)\n{}(j)\n}}\n}}\n", macro(s, "FROM_LANE"),
                       macro(s, "FOLD"));
    if (!p.deviations.empty()) out += fmt::format("{}(0, 0, 0, {}u)\n", macro(s, "REPAIR"), n_);
    out += finish(step, [&](std::size_t i) { return of_row(step.inputs[i]); });
    results(out, s, p.finish);
    out += "}\n";
  }

  // ---- Values of which each row has one ----

  std::string of_row(const RowInput& input) const {
    return widen(stored(input), input.operand ? fmt::format("h{}", input.index) : row_value(input));
  }
  void row_function(std::string& out, std::size_t s) const {
    const RowStep& step = p_.steps[s];
    out += "{\n" + scalar_body(
                       step.function, [&](std::size_t i) { return of_row(step.inputs[i]); }, "0", "");
    results(out, s, step.function);
    out += "}\n";
  }
  void results(std::string& out, std::size_t s, const expr::Program& program) const {
    const RowStep& step = p_.steps[s];
    for (std::size_t o = 0; o < step.dtypes.size(); ++o) {
      out +=
          fmt::format("r{}_{} = {};\n", s, o, to_storage(step.dtypes[o], fmt::format("v{}", program.outputs[o].value)));
      if (step.outputs[o] >= 0) out += fmt::format("p{0}[b{0}] = r{1}_{2};\n", step.outputs[o], s, o);
    }
  }

  const std::vector<int> levels_;
  const std::vector<std::vector<bool>> kept_;  // for each result of a step, whether later levels read its elements
  std::vector<int> widths_;                    // for each step, the elements of its vectors
};

}  // namespace

std::string row_chunks_text(const RowPrograms& programs, const RowClass& kind, const Traits& traits) {
  return RowChunks(programs, kind, traits).text();
}

}  // namespace kiln::codegen
