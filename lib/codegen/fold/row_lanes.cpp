// SPDX-License-Identifier: Apache-2.0
// Writes the kernels of row programs for CPU devices whose vectors have an element of each of 16 rows: for columns, and
// for rows that are shorter than vectors. A work-item is a group and has `share` blocks of rows that lie side by side
// along the last kept loop. Vectors of a level go through the elements of a block's rows, and nothing is combined
// across vectors. Columns are read where they lie. Blocks of short rows are copied to local memory, turned over, and
// results are turned back at the block's end.
#include <algorithm>

#include "codegen/fold/reduce_parts.hpp"
#include "codegen/fold/row_text.hpp"

namespace kiln::codegen {

using base::DType;
using StepKind = RowStep::Kind;

namespace {

class RowLanes : private RowText {
 public:
  RowLanes(const RowPrograms& programs, const RowClass& kind, const Traits& traits)
      : RowText(programs, kind, traits),
        turned_(!programs.columns),
        levels_(row_levels(programs.steps)),
        kept_(row_kept(programs.steps)),
        used_(programs.operands.size()),
        lanes_(int(kind.lanes)) {
    for (const RowStep& step : p_.steps) {
      widths_.push_back(width_of(step));
      ends_.push_back(end_of(step));
      for (const RowInput& input : step.inputs)
        if (input.operand) used_[input.index] = true;
    }
    for (std::size_t s = 0; turned_ && s < p_.steps.size(); ++s)
      for (std::size_t o = 0; p_.steps[s].kind == StepKind::elements && o < kept_[s].size(); ++o)
        if (p_.steps[s].outputs[o] >= 0) kept_[s][o] = true;
  }

  std::string text() {
    std::string out = functions() + vector_functions(widths_, ends_);
    define(out, "KILN_INDEX", index());
    for (std::size_t s = 0; s < p_.steps.size(); ++s)
      if (p_.steps[s].kind == StepKind::reduce) fold_macros(out, s);
    out += fmt::format("KILN_KERNEL void rows({}, KILN_INDEX share) {{\n", parameters());
    for (std::size_t k = 0; k < p_.operands.size(); ++k)
      if (copied(k)) out += fmt::format("KILN_LOCAL {} g{}[{}];\n", type(k), k, n_ * kind_.lanes);
    for (std::size_t s = 0; s < p_.steps.size(); ++s)
      for (std::size_t o = 0; o < kept_[s].size(); ++o)
        if (kept_[s][o])
          out +=
              fmt::format("KILN_LOCAL {} t{}_{}[{}];\n", storage_type(p_.steps[s].dtypes[o]), s, o, n_ * kind_.lanes);
    out += pointers();
    const std::string inner = kind_.kept == 1 ? "rows" : fmt::format("e{}", kind_.kept - 1);
    out += fmt::format(
        "const KILN_INDEX beside = {0}, across = (beside + {1}u) / {2}u, blocks = rows / beside * across;\n"
        "const KILN_INDEX begin = from + (KILN_INDEX)get_group_id(0) * share;\n"
        "const KILN_INDEX end = blocks - begin < share ? blocks : begin + share;\n"
        "for (KILN_INDEX at = begin; at < end; ++at) {{\n"
        "const KILN_INDEX first = at % across * {2}u, row = at / across * beside + first;\n",
        inner, kind_.lanes - 1, kind_.lanes);
    out += row_offsets();
    // The last rows of a loop may be fewer than a block has.
    if (kind_.parted && kind_.full) out += fmt::format("if (beside - first < {}u)\n", kind_.lanes);
    if (kind_.parted) {
      out += fmt::format("{{\nconst int lanes = (int)(beside - first), chunks = lanes / {};\n", kRowChunk);
      block(out, true);
      out += kind_.full ? "} else\n" : "}\n";
    }
    if (kind_.full) {
      out += "{\n";
      block(out, false);
      out += "}\n";
    }
    return out + "}\n}\n";
  }

 private:
  // The program that gives a step's value of each row, with the width of its vectors.
  VectorEnd end_of(const RowStep& step) const {
    if (step.kind == StepKind::elements) return {};
    if (step.kind == StepKind::row) return {step.function, traits_.vectors ? vector_width(step.function, true) : 0};
    expr::Program finish = step.fold.finish;
    // The number of elements is an int64. If it is not read, it must not keep the other values from vectors.
    const std::size_t count = step.fold.identity.size();
    bool reads = false;
    for (const expr::Value& value : finish.values)
      reads = reads || (value.kind == expr::Value::Kind::input && value.input == count);
    if (reads || !traits_.vectors) return {finish, 0};
    expr::Program without = finish;
    without.inputs[count].dtype = without.outputs[0].dtype;
    return {std::move(finish), vector_width(without, true)};
  }
  bool in_level(std::size_t s, int at) const { return levels_[s] == at && p_.steps[s].kind != StepKind::row; }
  int parts(std::size_t s) const { return widths_[s] ? kRowChunk / widths_[s] : 1; }
  bool copied(std::size_t k) const { return turned_ && p_.operands[k].whole && !is_output(k); }
  // Whether neighbouring rows are neighbours in operand k.
  bool beside(std::size_t k) const { return kind_.beside >> k & 1; }
  // Element t of row `lane` of the block in operand k.
  std::string place(std::size_t k, const std::string& t, const std::string& lane) const {
    return fmt::format("(&{})[({})({}) * {}]", memory(k, t), signed_index(), lane, stride(k));
  }
  std::string stride(std::size_t k) const { return beside(k) ? "1" : fmt::format("k{}_{}", k, kind_.kept - 1); }
  // The rows of a block that exist.
  std::string existing() const { return part_ ? "lanes" : std::to_string(kind_.lanes); }
  // Statements for the existing rows of a chunk: `one` for row j, or `all` if `vector` says so and all exist.
  std::string of_chunk(bool vector, const std::string& all, const std::string& one) const {
    if (!part_) return vector ? all : fmt::format("for (int j = 0; j < {}; ++j) {}", kRowChunk, one);
    const std::string some = fmt::format("for (int j = 0; j < {0} && u * {0} + j < lanes; ++j) {1}", kRowChunk, one);
    return vector ? fmt::format("if (u < chunks) {{\n{}}} else {{\n{}}}\n", all, some) : some;
  }

  // ---- A block of rows ----

  // Writes the steps for a block. `part`: only its first `lanes` rows exist; the others are computed from zeros.
  void block(std::string& out, bool part) {
    part_ = part;
    const int lanes = lanes_;
    for (std::size_t k = 0; k < p_.operands.size(); ++k) {
      if (is_output(k) || !used_[k]) continue;
      if (!p_.operands[k].whole) {
        out += fmt::format("{} hv{}[{}] __attribute__((aligned(64)));\n", type(k), k, lanes);
        if (part) out += fmt::format("for (int j = lanes; j < {}; ++j) hv{}[j] = 0;\n", lanes, k);
        out += fmt::format("for (int j = 0; j < {}; ++j) hv{}[j] = {};\n", existing(), k, place(k, "0", "j"));
      } else if (copied(k)) {
        if (part) out += fmt::format("for (int i = 0; i < {}; ++i) g{}[i] = 0;\n", n_ * std::uint64_t(lanes), k);
        out +=
            fmt::format("for (int j = 0; j < {}; ++j)\nfor (uint t = 0; t < {}u; ++t) g{}[t * {}u + (uint)j] = {};\n",
                        existing(), n_, k, lanes, place(k, "t", "j"));
      }
    }
    for (std::size_t s = 0; s < p_.steps.size(); ++s)
      for (std::size_t o = 0; p_.steps[s].kind != StepKind::elements && o < p_.steps[s].dtypes.size(); ++o)
        out += fmt::format("{} r_{}_{}[{}] __attribute__((aligned(64)));\n", storage_type(p_.steps[s].dtypes[o]), s, o,
                           lanes);
    const int last = *std::max_element(levels_.begin(), levels_.end());
    // Functions of rows' values that read no reduction have level -1.
    for (int at = -1; at <= last; ++at) level(out, at);
    for (std::size_t s = 0; turned_ && s < p_.steps.size(); ++s)
      for (std::size_t o = 0; p_.steps[s].kind == StepKind::elements && o < p_.steps[s].dtypes.size(); ++o)
        if (p_.steps[s].outputs[o] >= 0)
          out += fmt::format(
              "for (int j = 0; j < {}; ++j)\nfor (uint t = 0; t < {}u; ++t) {} = t{}_{}[t * {}u + (uint)j];\n",
              existing(), n_, place(std::size_t(p_.steps[s].outputs[o]), "t", "j"), s, o, lanes);
  }

  void level(std::string& out, int at) const {
    bool any = false;
    for (std::size_t s = 0; s < p_.steps.size(); ++s) any = any || in_level(s, at);
    out += "{\n";
    for (std::size_t s = 0; s < p_.steps.size(); ++s)
      if (in_level(s, at) && p_.steps[s].kind == StepKind::reduce) begin_reduction(out, s);
    if (any) {
      out += fmt::format("for (uint t = 0; t < {}u; ++t) {{\n#pragma unroll\nfor (int u = 0; u < {}; ++u) {{\n", n_,
                         lanes_ / kRowChunk);
      chunk(out, at);
      out += "}\n}\n";
    }
    for (std::size_t s = 0; s < p_.steps.size(); ++s) {
      if (levels_[s] != at) continue;
      if (p_.steps[s].kind == StepKind::reduce) end_reduction(out, s);
      if (p_.steps[s].kind == StepKind::row)
        results(out, s, [&](std::size_t i) { return of_row(p_.steps[s].inputs[i]); });
    }
    out += "}\n";
  }

  // ---- Inputs ----

  // Whether a chunk's elements of operand k are copied to private memory first.
  bool gathered(std::size_t k) const { return !turned_ && (part_ || !beside(k)); }
  std::string turned_place(const std::string& name) const {
    return fmt::format("{} + (t * {}u + (uint)u * {}u)", name, lanes_, kRowChunk);
  }
  // Where the chunk's stored elements lie, one behind the other.
  std::string address(const RowInput& input, int at) const {
    const std::size_t k = input.index;
    if (!input.operand) {
      if (p_.steps[k].kind != StepKind::elements) return fmt::format("r_{}_{} + u * {}", k, input.output, kRowChunk);
      if (levels_[k] == at) return fmt::format("c{}_{}", k, input.output);
      return turned_place(fmt::format("t{}_{}", k, input.output));
    }
    if (!p_.operands[k].whole) return fmt::format("hv{} + u * {}", k, kRowChunk);
    if (turned_) return turned_place(fmt::format("g{}", k));
    if (gathered(k)) return fmt::format("w{}", k);
    return fmt::format("&{} + u * {}", memory(k, "t"), kRowChunk);
  }
  std::string element(const RowInput& input, int at) const {
    return widen(stored(input), fmt::format("({})[j]", address(input, at)));
  }
  std::string elements_of(const RowInput& input, int width, int from, int at) const {
    return widen_vector(stored(input), width, fmt::format("vload{}(0, {} + {})", width, address(input, at), from));
  }
  // What each row has one of: an array with an element for each row of the block, or the same number for all.
  struct RowValue {
    std::string name;
    DType dtype;
    bool array;
  };
  RowValue of_row(const RowInput& input) const {
    return {input.operand ? fmt::format("hv{}", input.index) : fmt::format("r_{}_{}", input.index, input.output),
            stored(input), true};
  }

  // ---- Chunks ----

  void chunk(std::string& out, int at) const {
    std::vector<bool> taken(p_.operands.size());
    for (std::size_t s = 0; s < p_.steps.size(); ++s) {
      if (!in_level(s, at)) continue;
      for (const RowInput& input : p_.steps[s].inputs) {
        const std::size_t k = input.index;
        if (!input.operand || !p_.operands[k].whole || taken[k] || !gathered(k)) continue;
        taken[k] = true;
        out += fmt::format("{} w{}[{}] __attribute__((aligned(64)));\n", type(k), k, kRowChunk);
        if (part_) out += fmt::format("vstore{0}(({1}{0})(0), 0, w{2});\n", kRowChunk, type(k), k);
        out += of_chunk(beside(k),
                        fmt::format("vstore{0}(vload{0}(0, &{1} + u * {0}), 0, w{2});\n", kRowChunk, memory(k, "t"), k),
                        fmt::format("w{}[j] = {};\n", k, place(k, "t", fmt::format("j + u * {}", kRowChunk))));
      }
    }
    for (std::size_t s = 0; s < p_.steps.size(); ++s) {
      if (!in_level(s, at)) continue;
      if (p_.steps[s].kind == StepKind::elements)
        elements(out, s);
      else
        accumulate(out, s);
    }
  }
  static std::string each(const std::string& inside) {
    return fmt::format("KILN_VECTORIZE\nfor (int j = 0; j < {}; ++j) {{\n{}}}\n", kRowChunk, inside);
  }

  void elements(std::string& out, std::size_t s) const {
    const RowStep& step = p_.steps[s];
    const int at = levels_[s];
    for (std::size_t o = 0; o < step.dtypes.size(); ++o)
      out +=
          fmt::format("{} c{}_{}[{}] __attribute__((aligned(64)));\n", storage_type(step.dtypes[o]), s, o, kRowChunk);
    if (const int width = widths_[s]) {
      for (int from = 0; from < kRowChunk; from += width) {
        out += "{\n" + vector_body(
                           step.function, width,
                           [&](std::size_t i) { return elements_of(step.inputs[i], width, from, at); }, "");
        for (std::size_t o = 0; o < step.dtypes.size(); ++o)
          out += fmt::format(
              "vstore{}({}, 0, c{}_{} + {});\n", width,
              to_stored_vector(step.dtypes[o], width, fmt::format("v{}", step.function.outputs[o].value)), s, o, from);
        out += "}\n";
      }
    } else {
      std::string one = scalar_body(
          step.function, [&](std::size_t i) { return element(step.inputs[i], at); }, "0", "");
      for (std::size_t o = 0; o < step.dtypes.size(); ++o)
        one += fmt::format("c{}_{}[j] = {};\n", s, o,
                           to_storage(step.dtypes[o], fmt::format("v{}", step.function.outputs[o].value)));
      out += each(one);
    }
    for (std::size_t o = 0; o < step.dtypes.size(); ++o) {
      if (kept_[s][o])
        out += fmt::format("vstore{0}(vload{0}(0, c{1}_{2}), 0, {3});\n", kRowChunk, s, o,
                           turned_place(fmt::format("t{}_{}", s, o)));
      if (turned_ || step.outputs[o] < 0) continue;
      const auto k = std::size_t(step.outputs[o]);
      out += of_chunk(
          beside(k),
          fmt::format("vstore{0}(vload{0}(0, c{1}_{2}), 0, &{3} + u * {0});\n", kRowChunk, s, o, memory(k, "t")),
          fmt::format("{} = c{}_{}[j];\n", place(k, "t", fmt::format("j + u * {}", kRowChunk)), s, o));
    }
  }

  // ---- Reductions ----

  void begin_reduction(std::string& out, std::size_t s) const {
    const ReducePrograms& p = p_.steps[s].fold;
    for (std::size_t c = 0; c < p.identity.size(); ++c) {
      const std::string first = literal(p.identity[c]);
      if (const int width = widths_[s])
        out += fmt::format(
            "{0}{1} a{2}_{3}[{4}];\n#pragma unroll\nfor (int g = 0; g < {4}; ++g) a{2}_{3}[g] = ({0}{1})({5});\n",
            width == 16 ? "float" : "double", width, s, c, lanes_ / width, first);
      else
        out += fmt::format("{0} a{1}_{2}[{3}];\nfor (int g = 0; g < {3}; ++g) a{1}_{2}[g] = {4};\n",
                           compute_type(p.map.outputs[c].dtype), s, c, lanes_, first);
    }
  }

  void accumulate(std::string& out, std::size_t s) const {
    const RowStep& step = p_.steps[s];
    const ReducePrograms& p = step.fold;
    const int at = levels_[s], width = widths_[s];
    const std::size_t count = p.identity.size();
    if (!width) {
      std::string one;
      for (std::size_t c = 0; c < count; ++c) one += fmt::format("{} y{};\n", compute_type(p.map.outputs[c].dtype), c);
      one += map(
          step, [&](std::size_t i) { return element(step.inputs[i], at); }, "t");
      const auto accumulator = [&](std::size_t c) { return fmt::format("a{}_{}[u * {} + j]", s, c, kRowChunk); };
      one += scalar_body(
          p.next, [&](std::size_t i) { return i < count ? accumulator(i) : fmt::format("y{}", i - count); }, "0", "");
      for (std::size_t c = 0; c < count; ++c)
        one += fmt::format("{} = v{};\n", accumulator(c), p.next.outputs[c].value);
      out += each(one);
      return;
    }
    for (int from = 0; from < kRowChunk; from += width) {
      const auto accumulator = [&](std::size_t c) {
        return fmt::format("a{}_{}[u * {} + {}]", s, c, parts(s), from / width);
      };
      const char* const real = width == 16 ? "float" : "double";
      out += "{\n";
      for (std::size_t c = 0; c < count; ++c) out += fmt::format("{}{} y{};\n", real, width, c);
      out += "{\n" + vector_body(
                         p.map, width, [&](std::size_t i) { return elements_of(step.inputs[i], width, from, at); }, "");
      for (std::size_t c = 0; c < count; ++c) out += fmt::format("y{} = v{};\n", c, p.map.outputs[c].value);
      out += "}\n" + vector_body(
                         p.next, width,
                         [&](std::size_t i) { return i < count ? accumulator(i) : fmt::format("y{}", i - count); }, "");
      for (std::size_t c = 0; c < count; ++c)
        out += fmt::format("{} = v{};\n", accumulator(c), p.next.outputs[c].value);
      out += "}\n";
    }
  }

  // Computes the results from the accumulators of each row.
  void end_reduction(std::string& out, std::size_t s) const {
    const RowStep& step = p_.steps[s];
    const ReducePrograms& p = step.fold;
    const std::size_t count = p.identity.size();
    out += fmt::format("{{\n{}({})\n", macro(s, "DECLARE"), lanes_);
    for (std::size_t c = 0; c < count; ++c) {
      if (const int width = widths_[s])
        out += fmt::format("#pragma unroll\nfor (int g = 0; g < {0}; ++g) vstore{1}(a{2}_{3}[g], g, x{3});\n",
                           lanes_ / width, width, s, c);
      else
        out += fmt::format("for (int j = 0; j < {0}; ++j) x{2}[j] = a{1}_{2}[j];\n", lanes_, s, c);
    }
    if (!p.deviations.empty()) repair(out, s);
    results(out, s, [&](std::size_t i) -> RowValue {
      const DType computed = i < count ? p.map.outputs[i].dtype : KILN_INT64;
      if (i < count) return {fmt::format("x{}", i), computed, true};
      if (i == count) return {fmt::format("(long){}", n_), computed, false};
      return of_row(step.inputs[step.mapped + i - count - 1]);
    });
    out += "}\n";
  }

  // The macros of a repair read row values and offsets by the names that they have for a single row.
  void repair(std::string& out, std::size_t s) const {
    out += fmt::format("for (int lane = 0; lane < {}; ++lane) {{\n", existing());
    for (std::size_t k = 0; k < p_.operands.size(); ++k)
      out += fmt::format("const {0} d{1} = b{1} + ({0})lane * {2};\n", signed_index(), k, stride(k));
    out += "{\n";
    for (std::size_t k = 0; k < p_.operands.size(); ++k)
      out += fmt::format("const {0} b{1} = d{1};\n", signed_index(), k);
    for (const RowInput& input : p_.steps[s].inputs)
      if (!input.operand && p_.steps[input.index].kind != StepKind::elements)
        out += fmt::format("const {} r{}_{} = r_{}_{}[lane];\n", storage_type(stored(input)), input.index, input.output,
                           input.index, input.output);
    out += fmt::format("{}(lane, 0, 0, {}u)\n}}\n}}\n", macro(s, "REPAIR"), n_);
  }

  // Computes a function of each row's values, and keeps and stores the results.
  void results(std::string& out, std::size_t s, const std::function<RowValue(std::size_t)>& input) const {
    const RowStep& step = p_.steps[s];
    const auto& [program, width] = ends_[s];
    std::string inside;
    if (width)
      inside = vector_body(
          program, width,
          [&](std::size_t i) {
            const RowValue value = input(i);
            return widen_vector(value.dtype, width, fmt::format("vload{}(0, {} + j)", width, value.name));
          },
          "");
    else
      inside = scalar_body(
          program,
          [&](std::size_t i) {
            const RowValue value = input(i);
            return value.array ? widen(value.dtype, fmt::format("({})[j]", value.name)) : value.name;
          },
          "0", "");
    for (std::size_t o = 0; o < step.dtypes.size(); ++o) {
      const std::string value = fmt::format("v{}", program.outputs[o].value);
      inside += width ? fmt::format("vstore{}({}, 0, r_{}_{} + j);\n", width,
                                    to_stored_vector(step.dtypes[o], width, value), s, o)
                      : fmt::format("r_{}_{}[j] = {};\n", s, o, to_storage(step.dtypes[o], value));
    }
    out += fmt::format("{}for (int j = 0; j < {}; j += {}) {{\n{}}}\n", width ? "" : "KILN_VECTORIZE\n", lanes_,
                       std::max(width, 1), inside);
    for (std::size_t o = 0; o < step.dtypes.size(); ++o)
      if (step.outputs[o] >= 0)
        out += fmt::format("for (int j = 0; j < {}; ++j) {} = r_{}_{}[j];\n", existing(),
                           place(std::size_t(step.outputs[o]), "0", "j"), s, o);
  }

  const bool turned_;  // blocks are copied and turned over
  const std::vector<int> levels_;
  std::vector<std::vector<bool>> kept_;  // for each result of a step, whether it is kept in local memory
  std::vector<bool> used_;               // for each operand, whether a step reads it
  std::vector<int> widths_;              // for each step, the elements of its vectors
  std::vector<VectorEnd> ends_;          // for each step, what gives its value of each row
  const int lanes_;
  bool part_ = false;  // of the block that is being written
};

}  // namespace

std::string row_lanes_text(const RowPrograms& programs, const RowClass& kind, const Traits& traits) {
  return RowLanes(programs, kind, traits).text();
}

}  // namespace kiln::codegen
