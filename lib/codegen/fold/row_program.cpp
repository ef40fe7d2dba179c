// SPDX-License-Identifier: Apache-2.0
// Writes the kernels of row programs.
#include "codegen/fold/row_program.hpp"

#include <algorithm>

#include "codegen/fold/reduce_parts.hpp"
#include "codegen/fold/row_text.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

using base::DType;
using StepKind = RowStep::Kind;

namespace {

class RowWriter : private RowText {
 public:
  RowWriter(const RowPrograms& programs, const RowClass& kind, const RowShape& shape, const Traits& traits)
      : RowText(programs, kind, traits), shape_(shape), shuffles_(row_shuffles(traits, programs.columns)) {}

  std::string text() {
    std::string out = functions();
    define(out, "KILN_INDEX", index());
    define(out, "KILN_SHUFFLES", shuffles_ && shape_.lanes > 1 ? "1" : "0");
    out += kernels::find("row_program.cl");
    for (std::size_t k = 0; k < p_.operands.size(); ++k)
      if (shape_.width > 1 && p_.operands[k].whole)
        out += fmt::format("typedef union {{ {} wide; {} item[{}]; }} kiln_row{};\n",
                           wide_type(shape_.width * base::dtype_size(p_.operands[k].dtype)), type(k), shape_.width, k);
    for (std::size_t s = 0; s < p_.steps.size(); ++s)
      if (p_.steps[s].kind == StepKind::reduce) fold_macros(out, s);
    out += fmt::format("KILN_KERNEL void rows({}) {{\n", parameters());
    body(out);
    return out + "}\n";
  }

 private:
  // The stored form of an element that a step reads in its loop: operands that vary along the row are in registers.
  std::string element(const RowInput& input) const {
    if (!input.operand)
      return p_.steps[input.index].kind == StepKind::elements
                 ? fmt::format("e{}_{}[u * KILN_V + j]", input.index, input.output)
                 : row_value(input);
    if (!p_.operands[input.index].whole) return fmt::format("h{}", input.index);
    return fmt::format("w{}[u]{}", input.index, shape_.width > 1 ? ".item[j]" : "");
  }
  std::string widened(const RowInput& input) const { return widen(stored(input), element(input)); }

  // ---- The parts of the kernel ----

  void body(std::string& out) const {
    define(out, "KILN_V", std::to_string(shape_.width));
    for (std::size_t s = 0; s < p_.steps.size(); ++s)
      if (p_.steps[s].kind == StepKind::reduce) locals(out, s);
    out += pointers();
    const std::uint64_t lanes = shape_.lanes, slots = shape_.slots;
    out += "const uint item = (uint)get_local_id(0);\n";
    out += p_.columns ? fmt::format("const uint slot = item % {0}u, lane = item / {0}u;\n", slots)
                      : fmt::format("const uint slot = item / {0}u, lane = item % {0}u;\n", lanes);
    // Work-items past the last row compute the last one again and store nothing: barriers need all of a group.
    out += fmt::format(
        "const KILN_INDEX at = from + (KILN_INDEX)get_group_id(0) * {}u + slot;\n"
        "const int active = at < rows;\n"
        "const KILN_INDEX row = active ? at : rows - 1;\n",
        slots);
    out += row_offsets();
    std::vector<bool> loaded(p_.operands.size());
    for (const std::size_t s : row_order(p_.steps)) {
      const RowStep& step = p_.steps[s];
      for (std::size_t o = 0; o < step.dtypes.size(); ++o)
        out += step.kind == StepKind::elements
                   ? fmt::format("{} e{}_{}[{}];\n", storage_type(step.dtypes[o]), s, o, shape_.rounds * shape_.width)
                   : fmt::format("{} r{}_{};\n", storage_type(step.dtypes[o]), s, o);
      load(out, step, loaded);
      if (step.kind == StepKind::reduce)
        reduce(out, s);
      else if (step.kind == StepKind::elements)
        elements(out, s);
      else
        row_function(out, s);
    }
  }

  // Whether all items have elements in each round.
  bool complete() const { return n_ == shape_.rounds * shape_.lanes * shape_.width; }
  // A loop over the rounds of an item, in which t is the element of the row where the access begins.
  std::string rounds(const std::string& inside) const {
    std::string out = fmt::format(
        "#pragma unroll\nfor (int u = 0; u < {}; ++u) {{\nconst uint t = ((uint)u * {}u + lane) * KILN_V;\n",
        shape_.rounds, shape_.lanes);
    // All rounds but the last are complete.
    if (!complete()) out += fmt::format("if (u < {} || t < {}u) {{\n", n_ / (shape_.lanes * shape_.width), n_);
    return out + inside + (complete() ? "}\n" : "}\n}\n");
  }
  static std::string each_item(const std::string& inside) {
    return "#pragma unroll\nfor (int j = 0; j < KILN_V; ++j) {\n" + inside + "}\n";
  }

  // Reads what the step's loop is the first to need.
  void load(std::string& out, const RowStep& step, std::vector<bool>& loaded) const {
    std::string inside;
    for (const RowInput& input : step.inputs) {
      const std::size_t k = input.index;
      if (!input.operand || !p_.operands[k].whole || loaded[k]) continue;
      loaded[k] = true;
      if (shape_.width > 1) {
        out += fmt::format("kiln_row{0} w{0}[{1}];\n", k, shape_.rounds);
        inside += fmt::format("w{0}[u].wide = *(KILN_GLOBAL const {1}*)(&{2});\n", k,
                              wide_type(shape_.width * base::dtype_size(p_.operands[k].dtype)), memory(k, "t"));
      } else {
        out += fmt::format("{} w{}[{}];\n", type(k), k, shape_.rounds);
        inside += fmt::format("w{}[u] = {};\n", k, memory(k, "t"));
      }
    }
    if (!inside.empty()) out += rounds(inside);
  }

  void elements(std::string& out, std::size_t s) const {
    const RowStep& step = p_.steps[s];
    std::string one = "{\n" + scalar_body(
                                  step.function, [&](std::size_t i) { return widened(step.inputs[i]); }, "0", "");
    std::string before, after;
    for (std::size_t o = 0; o < step.dtypes.size(); ++o) {
      const std::string value = to_storage(step.dtypes[o], fmt::format("v{}", step.function.outputs[o].value));
      one += fmt::format("e{}_{}[u * KILN_V + j] = {};\n", s, o, value);
      if (step.outputs[o] < 0) continue;
      const auto k = std::size_t(step.outputs[o]);
      if (shape_.width > 1) {
        before += fmt::format("kiln_row{0} s{0};\n", k);
        one += fmt::format("s{}.item[j] = e{}_{}[u * KILN_V + j];\n", k, s, o);
        after += fmt::format("if (active) *(KILN_GLOBAL {}*)(&{}) = s{}.wide;\n",
                             wide_type(shape_.width * base::dtype_size(p_.operands[k].dtype)), memory(k, "t"), k);
      } else {
        after += fmt::format("if (active) {} = e{}_{}[u];\n", memory(k, "t"), s, o);
      }
    }
    out += rounds(before + each_item(one + "}\n") + after);
  }

  void row_function(std::string& out, std::size_t s) const {
    const RowStep& step = p_.steps[s];
    out += "{\n" + scalar_body(
                       step.function, [&](std::size_t i) { return widened(step.inputs[i]); }, "0", "");
    results(out, s, step.function);
    out += "}\n";
  }

  // Keeps and stores the results of a row.
  void results(std::string& out, std::size_t s, const expr::Program& program) const {
    const RowStep& step = p_.steps[s];
    for (std::size_t o = 0; o < step.dtypes.size(); ++o) {
      out +=
          fmt::format("r{}_{} = {};\n", s, o, to_storage(step.dtypes[o], fmt::format("v{}", program.outputs[o].value)));
      if (step.outputs[o] >= 0)
        out += fmt::format("if (active && lane == 0) p{0}[b{0}] = r{1}_{2};\n", step.outputs[o], s, o);
    }
  }

  // ---- Reductions ----

  void locals(std::string& out, std::size_t s) const {
    const ReducePrograms& p = p_.steps[s].fold;
    if (const std::uint64_t sets = row_local_sets(traits_, shape_, p_.columns))
      for (std::size_t c = 0; c < p.identity.size(); ++c)
        out += fmt::format("KILN_LOCAL {} l{}_{}[{}];\n", compute_type(p.map.outputs[c].dtype), s, c, sets);
  }

  void reduce(std::string& out, std::size_t s) const {
    const RowStep& step = p_.steps[s];
    const ReducePrograms& p = step.fold;
    // The elements of an access are combined with each other first where that costs less.
    const bool tree = p.tree && shape_.width > 1;
    out += fmt::format("{{\n{}({})\n{}(0)\n", macro(s, "DECLARE"), tree ? 1 + shape_.width : 1, macro(s, "INIT"));
    std::string one = map(
        step, [&](std::size_t i) { return widened(step.inputs[i]); }, "(t + j)");
    std::string after;
    if (tree) {
      for (std::size_t c = 0; c < p.identity.size(); ++c) one += fmt::format("x{0}[1 + j] = y{0};\n", c);
      for (std::uint64_t span = 1; span < shape_.width; span *= 2)
        for (std::uint64_t j = 1; j <= shape_.width; j += 2 * span)
          after += fmt::format("{}({})\n{}({})\n", macro(s, "FROM_LANE"), j + span, macro(s, "FOLD"), j);
      after += fmt::format("{}(1)\n{}(0)\n", macro(s, "FROM_LANE"), macro(s, "FOLD"));
    } else {
      one += macro(s, "NEXT(0)") + "\n";
    }
    out += rounds(each_item(one) + after);
    across(out, s);
    if (!p.deviations.empty()) out += fmt::format("{}(0, 0, 0, {}u)\n", macro(s, "REPAIR"), n_);
    out += finish(step, [&](std::size_t i) { return widened(step.inputs[i]); });
    results(out, s, p.finish);
    out += "}\n";
  }

  // For each accumulator of step s, statements that give y what `exchange` gives for its words.
  std::string exchanged(std::size_t s, const char* exchange) const {
    std::string out;
    const ReducePrograms& p = p_.steps[s].fold;
    for (std::size_t c = 0; c < p.identity.size(); ++c) {
      const char* const type = compute_type(p.map.outputs[c].dtype);
      const std::size_t words = row_words_of(p.map.outputs[c].dtype);
      out += fmt::format("{{ union {{ {0} value; uint word[{1}]; }} m; m.word[0] = 0; m.value = x{2}[0];\n", type,
                         words, c);
      for (std::size_t w = 0; w < words; ++w)
        out += fmt::format("m.word[{}] = {};\n", w, fmt::format(fmt::runtime(exchange), w));
      out += fmt::format("y{} = m.value; }}\n", c);
    }
    return out;
  }
  std::string moved(std::size_t s, const char* pattern) const {
    std::string out;
    for (std::size_t c = 0; c < p_.steps[s].fold.identity.size(); ++c)
      out += fmt::format(fmt::runtime(pattern), c, s) + "\n";
    return out;
  }

  // Combines the accumulators of a row's items, and gives all of them the result.
  void across(std::string& out, std::size_t s) const {
    const std::uint64_t lanes = shape_.lanes;
    if (lanes == 1) return;
    const std::string fold = macro(s, "FOLD(0)\n");
    if (!shuffles_) {
      const std::uint64_t apart = p_.columns ? shape_.slots : 1;
      out += moved(s, "l{1}_{0}[item] = x{0}[0];") + "barrier(CLK_LOCAL_MEM_FENCE);\n";
      out += fmt::format("for (uint half_of = {}u; half_of > 0; half_of /= 2) {{\nif (lane < half_of) {{\n", lanes / 2);
      out += moved(s, fmt::format("y{{0}} = l{{1}}_{{0}}[item + half_of * {}u];", apart).c_str()) + fold;
      out += moved(s, "l{1}_{0}[item] = x{0}[0];") + "}\nbarrier(CLK_LOCAL_MEM_FENCE);\n}\n";
      out += moved(s, fmt::format("x{{0}}[0] = l{{1}}_{{0}}[item - lane * {}u];", apart).c_str());
      return;
    }
    const std::uint64_t within = std::min(lanes, kWarp), warps = lanes / kWarp;
    out += fmt::format("#pragma unroll\nfor (uint half_of = {}u; half_of > 0; half_of /= 2) {{\n", within / 2);
    out += exchanged(s, "kiln_row_down(m.word[{}], half_of)") + fold + "}\n";
    if (warps <= 1) {
      out += fmt::format("const uint leader = item % {}u - lane;\n", kWarp);
      out += exchanged(s, "kiln_row_first(m.word[{}], leader)") + moved(s, "x{0}[0] = y{0};");
      return;
    }
    out += fmt::format("if (item % {0}u == 0) {{\n{1}}}\nbarrier(CLK_LOCAL_MEM_FENCE);\n", kWarp,
                       moved(s, fmt::format("l{{1}}_{{0}}[item / {}u] = x{{0}}[0];", kWarp).c_str()));
    out += fmt::format("const uint leader = slot * {}u;\n", warps) + moved(s, "x{0}[0] = l{1}_{0}[leader];");
    out += fmt::format("#pragma unroll\nfor (uint warp = 1; warp < {}u; ++warp) {{\n", warps);
    out += moved(s, "y{0} = l{1}_{0}[leader + warp];") + fold + "}\n";
  }

  const RowShape& shape_;
  const bool shuffles_;
};

}  // namespace

std::string row_text(const RowPrograms& programs, const RowClass& kind, const RowShape& shape, const Traits& traits) {
  return RowWriter(programs, kind, shape, traits).text();
}

}  // namespace kiln::codegen
