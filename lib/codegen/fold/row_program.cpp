// SPDX-License-Identifier: Apache-2.0
// Writes the kernels of row programs.
#include "codegen/fold/row_program.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "codegen/fold/reduce_parts.hpp"
#include "codegen/fold/row_text.hpp"
#include "codegen/tuning/tuning.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

using base::DType;
using StepKind = RowStep::Kind;

namespace {

class RowWriter : private RowText {
 public:
  RowWriter(const RowPrograms& programs, const RowClass& kind, const RowShape& shape, const Traits& traits)
      : RowText(programs, kind, traits),
        shape_(shape),
        shuffles_(row_shuffles(traits, programs.columns)),
        levels_(row_levels(programs.steps)),
        kept_(row_kept(programs.steps)),
        first_(programs.operands.size(), -1),
        last_(programs.operands.size(), -1) {
    for (std::size_t s = 0; s < programs.steps.size(); ++s)
      for (const RowInput& input : programs.steps[s].inputs) {
        if (!input.operand) continue;
        int &first = first_[input.index], &last = last_[input.index];
        first = first < 0 ? levels_[s] : std::min(first, levels_[s]);
        last = std::max(last, levels_[s]);
      }
  }

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
  // Where the element of round u is: among those of all rounds, which are kept from level to level, or among those of
  // the rounds that are computed together.
  const char* place(bool kept) const { return kept && !again_ ? "u" : "i"; }
  bool operand_kept(std::size_t k) const { return first_[k] < last_[k]; }
  std::string result(std::size_t s, std::size_t o, const char* j = " + j") const {
    return fmt::format("e{}_{}[{} * KILN_V{}]", s, o, place(kept_[s][o]), j);
  }
  // The stored form of an element that a step reads in its loop.
  std::string element(const RowInput& input) const {
    if (!input.operand)
      return p_.steps[input.index].kind == StepKind::elements ? result(input.index, input.output) : row_value(input);
    if (!p_.operands[input.index].whole) return fmt::format("h{}", input.index);
    return fmt::format("w{}[{}]{}", input.index, place(operand_kept(input.index)), shape_.width > 1 ? ".item[j]" : "");
  }
  std::string widened(const RowInput& input) const { return widen(stored(input), element(input)); }

  // ---- The parts of the kernel ----

  void body(std::string& out) {
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
    const auto [least, most] = std::minmax_element(levels_.begin(), levels_.end());
    for (int level = *least; level <= *most; ++level) run_level(out, level);
  }

  // ---- Levels ----

  // The loops over a row's elements, and what follows from the reductions.
  void run_level(std::string& out, int level) {
    std::vector<std::size_t> steps;
    for (const std::size_t s : row_order(p_.steps))
      if (levels_[s] == level) steps.push_back(s);
    for (const std::size_t s : steps)
      if (p_.steps[s].kind == StepKind::reduce) out += accumulators(s);
    if (shape_.held > 0) {
      out += declarations(steps, true) + load(level);
      run_rounds(out, steps);
    }
    if (shape_.held < shape_.rounds) {
      again_ = true;
      run_rounds(out, steps);
      again_ = false;
    }
    for (const std::size_t s : steps) {
      const RowStep& step = p_.steps[s];
      if (step.kind == StepKind::elements) continue;
      for (std::size_t o = 0; o < step.dtypes.size(); ++o)
        out += fmt::format("{} r{}_{};\n", storage_type(step.dtypes[o]), s, o);
      if (step.kind == StepKind::reduce)
        end_reduction(out, s);
      else
        row_function(out, s);
    }
  }

  // Declares the results of elements' steps that are kept, or those that are not.
  std::string declarations(std::span<const std::size_t> steps, bool kept) const {
    std::string out;
    for (const std::size_t s : steps)
      for (std::size_t o = 0; p_.steps[s].kind == StepKind::elements && o < p_.steps[s].dtypes.size(); ++o)
        if ((kept_[s][o] && !again_) == kept)
          out += fmt::format("{} e{}_{}[{}];\n", storage_type(p_.steps[s].dtypes[o]), s, o,
                             (kept ? shape_.held : together_) * shape_.width);
    return out;
  }

  // The steps of earlier levels whose results these steps read, in the order in which they run.
  std::vector<std::size_t> computed_again(const std::vector<std::size_t>& steps) const {
    std::vector<std::size_t> open = steps, found;
    while (!open.empty()) {
      const RowStep& step = p_.steps[open.back()];
      open.pop_back();
      for (const RowInput& input : step.inputs)
        if (!input.operand && p_.steps[input.index].kind == StepKind::elements &&
            std::find(steps.begin(), steps.end(), input.index) == steps.end() &&
            std::find(found.begin(), found.end(), input.index) == found.end()) {
          found.push_back(input.index);
          open.push_back(input.index);
        }
    }
    std::vector<std::size_t> ordered;
    for (const std::size_t s : row_order(p_.steps))
      if (std::find(found.begin(), found.end(), s) != found.end()) ordered.push_back(s);
    return ordered;
  }

  // The loop of a level over the rounds that are held, or over the others, some of them together: operands that are
  // not kept are read for all of these before any is computed, so that reads overlap.
  void run_rounds(std::string& out, const std::vector<std::size_t>& steps) {
    std::vector<std::size_t> all = again_ ? computed_again(steps) : std::vector<std::size_t>();
    const std::size_t before = all.size();
    for (const std::size_t s : steps)
      if (p_.steps[s].kind != StepKind::row) all.push_back(s);
    if (all.empty()) return;
    std::set<std::size_t> passing;
    for (const std::size_t s : all)
      for (const RowInput& input : p_.steps[s].inputs)
        if (input.operand && p_.operands[input.index].whole && (again_ || !operand_kept(input.index)))
          passing.insert(input.index);
    together_ = rounds_together(passing);
    // Arrays in registers need indices that the compiler knows, so loops over them are written out. Others stay short.
    if (!again_) out += uses_kept(all) ? "#pragma unroll\n" : "#pragma unroll 1\n";
    out += fmt::format("for (int v = {}; v < {}; v += {}) {{\n", again_ ? shape_.held : 0,
                       again_ ? shape_.rounds : shape_.held, together_);
    std::string reads;
    for (const std::size_t k : passing) {
      out += declared(k, together_);
      reads += read(k);
    }
    if (!reads.empty()) out += rounds(reads);
    out += declarations(all, false);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::size_t s = all[i];
      out += p_.steps[s].kind == StepKind::reduce ? reduce(s) : elements(s, i >= before);
    }
    out += "}\n";
  }

  // The rounds that are computed together: of each operand they read as many bytes as an item should hold, and of the
  // operands that are not kept no more than its registers have room for.
  std::uint64_t rounds_together(const std::set<std::size_t>& passing) const {
    std::size_t bytes = 1, all = 0;
    for (std::size_t k = 0; k < p_.operands.size(); ++k)
      if (p_.operands[k].whole) bytes = std::max<std::size_t>(bytes, base::dtype_size(p_.operands[k].dtype));
    for (const std::size_t k : passing) all += base::dtype_size(p_.operands[k].dtype);
    const RowTuning& tuning = traits_.tuning->row;
    std::uint64_t most = 4 * tuning.words / (shape_.width * bytes);
    if (all > 0) most = std::min(most, 4 * tuning.most_words / (shape_.width * all));
    return std::clamp<std::uint64_t>(most, 1, again_ ? shape_.rounds - shape_.held : shape_.held);
  }
  // Whether the steps read or compute something that registers keep from loop to loop.
  bool uses_kept(const std::vector<std::size_t>& steps) const {
    for (const std::size_t s : steps) {
      for (const RowInput& input : p_.steps[s].inputs)
        if (input.operand ? p_.operands[input.index].whole && operand_kept(input.index)
                          : p_.steps[input.index].kind == StepKind::elements && kept_[input.index][input.output])
          return true;
      if (p_.steps[s].kind == StepKind::elements && std::find(kept_[s].begin(), kept_[s].end(), true) != kept_[s].end())
        return true;
    }
    return false;
  }
  // A loop over the rounds from v on that are computed together, which i counts. t is the element of the row where the
  // access of round u begins. With `all` it is the loop over all rounds that are held.
  std::string rounds(const std::string& inside, bool all = false) const {
    const std::uint64_t together = together_, end = again_ ? shape_.rounds : shape_.held;
    const std::uint64_t begin = again_ ? shape_.held : 0, full = n_ / (shape_.lanes * shape_.width);
    std::string out = "#pragma unroll\n";
    out += all ? fmt::format("for (int u = 0; u < {}; ++u) {{\n", end)
               : fmt::format("for (int i = 0; i < {}; ++i) {{\nconst int u = v + i;\n", together);
    out += fmt::format("const uint t = ((uint)u * {}u + lane) * KILN_V;\n", shape_.lanes);
    std::vector<std::string> conditions;
    if (!all && (end - begin) % together) conditions.push_back(fmt::format("u < {}", end));
    // All rounds of the row but the last are complete.
    if (full < end) conditions.push_back(fmt::format("(u < {} || t < {}u)", full, n_));
    if (!conditions.empty()) out += "if (" + base::join(conditions, " && ") + ") {\n";
    return out + inside + (conditions.empty() ? "}\n" : "}\n}\n");
  }
  static std::string each_item(const std::string& inside) {
    return "#pragma unroll\nfor (int j = 0; j < KILN_V; ++j) {\n" + inside + "}\n";
  }

  std::string declared(std::size_t k, std::uint64_t accesses) const {
    return shape_.width > 1 ? fmt::format("kiln_row{0} w{0}[{1}];\n", k, accesses)
                            : fmt::format("{} w{}[{}];\n", type(k), k, accesses);
  }
  std::string read(std::size_t k) const {
    if (shape_.width == 1) return fmt::format("w{}[{}] = {};\n", k, place(operand_kept(k)), memory(k, "t"));
    return fmt::format("w{0}[{1}].wide = *(KILN_GLOBAL const {2}*)(&{3});\n", k, place(operand_kept(k)),
                       wide_type(shape_.width * base::dtype_size(p_.operands[k].dtype)), memory(k, "t"));
  }

  // Reads the operands that this level is the first to need and later ones need too.
  std::string load(int level) const {
    std::string out, inside;
    for (std::size_t k = 0; k < p_.operands.size(); ++k) {
      if (!p_.operands[k].whole || !operand_kept(k) || first_[k] != level) continue;
      out += declared(k, shape_.held);
      inside += read(k);
    }
    return inside.empty() ? out : out + rounds(inside, true);
  }

  // The loop of a step that computes elements. `stores` says whether they go to memory.
  std::string elements(std::size_t s, bool stores) const {
    const RowStep& step = p_.steps[s];
    std::string one = "{\n" + scalar_body(
                                  step.function, [&](std::size_t i) { return widened(step.inputs[i]); }, "0", "");
    std::string before, after;
    for (std::size_t o = 0; o < step.dtypes.size(); ++o) {
      const std::string value = to_storage(step.dtypes[o], fmt::format("v{}", step.function.outputs[o].value));
      one += fmt::format("{} = {};\n", result(s, o), value);
      if (step.outputs[o] < 0 || !stores) continue;
      const auto k = std::size_t(step.outputs[o]);
      if (shape_.width > 1) {
        before += fmt::format("kiln_row{0} s{0};\n", k);
        one += fmt::format("s{}.item[j] = {};\n", k, result(s, o));
        after += fmt::format("if (active) *(KILN_GLOBAL {}*)(&{}) = s{}.wide;\n",
                             wide_type(shape_.width * base::dtype_size(p_.operands[k].dtype)), memory(k, "t"), k);
      } else {
        after += fmt::format("if (active) {} = {};\n", memory(k, "t"), result(s, o, ""));
      }
    }
    return rounds(before + each_item(one + "}\n") + after);
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

  // Declares the accumulators of reduction s, which live from its loop to its end.
  std::string accumulators(std::size_t s) const {
    const ReducePrograms& p = p_.steps[s].fold;
    std::string out;
    for (std::size_t c = 0; c < p.identity.size(); ++c)
      out += fmt::format("{} a{}_{};\n", compute_type(p.map.outputs[c].dtype), s, c);
    return out + fmt::format("{{\n{}(1)\n{}(0)\n{}}}\n", macro(s, "DECLARE"), macro(s, "INIT"),
                             moved(s, "a{1}_{0} = x{0}[0];"));
  }

  // The loop of a reduction.
  std::string reduce(std::size_t s) const {
    const RowStep& step = p_.steps[s];
    const ReducePrograms& p = step.fold;
    // The elements of an access are combined with each other first where that costs less.
    const bool tree = p.tree && shape_.width > 1;
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
    return fmt::format("{{\n{}({})\n", macro(s, "DECLARE"), tree ? 1 + shape_.width : 1) +
           moved(s, "x{0}[0] = a{1}_{0};") + rounds(each_item(one) + after) + moved(s, "a{1}_{0} = x{0}[0];") + "}\n";
  }

  void end_reduction(std::string& out, std::size_t s) const {
    const RowStep& step = p_.steps[s];
    const ReducePrograms& p = step.fold;
    out += fmt::format("{{\n{}(1)\n", macro(s, "DECLARE")) + moved(s, "x{0}[0] = a{1}_{0};");
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
  const std::vector<int> levels_;
  const std::vector<std::vector<bool>> kept_;
  std::vector<int> first_, last_;  // the levels at which each operand is read
  std::uint64_t together_ = 1;     // how many rounds the current loop computes together
  bool again_ = false;             // whether rounds are written that read and compute again what is not held
};

}  // namespace

std::string row_text(const RowPrograms& programs, const RowClass& kind, const RowShape& shape, const Traits& traits) {
  return RowWriter(programs, kind, shape, traits).text();
}

}  // namespace kiln::codegen
