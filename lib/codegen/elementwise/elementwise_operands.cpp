// SPDX-License-Identifier: Apache-2.0
// Writes the parameters of an elementwise kernel and the expressions of its operands' elements.
#include "codegen/elementwise/elementwise_operands.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/rounding.hpp"
#include "codegen/spell/body.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

ElementwiseOperands::ElementwiseOperands(const expr::Program& program, const ElementwiseClass& kind,
                                         const Traits& traits)
    : program_(program), kind_(kind), traits_(traits) {
  for (std::size_t i = 0; i < program.outputs.size(); ++i) add(program.outputs[i].dtype, true, i);
  for (std::size_t i = 0; i < program.inputs.size(); ++i)
    if (!program.inputs[i].scalar) add(program.inputs[i].dtype, false, i);
  operand_of_input_.assign(program.inputs.size(), 0);
  for (std::size_t k = 0; k < operands_.size(); ++k)
    if (!operands_[k].output) operand_of_input_[operands_[k].slot] = k;
}

void ElementwiseOperands::add(base::DType stored, bool output, std::size_t slot) {
  operands_.push_back({stored, kind_.inner[operands_.size()], output, slot});
}

std::size_t ElementwiseOperands::strided() const {
  return std::size_t(std::count_if(operands_.begin(), operands_.end(),
                                   [](const Operand& operand) { return operand.inner == Inner::strided; }));
}

std::string ElementwiseOperands::element_type(const Operand& operand) const {
  return std::string(operand.output ? "" : "const ") + storage_type(operand.stored);
}

std::vector<ElementwiseOperands::Number> ElementwiseOperands::numbers(bool flat) const {
  std::vector<Number> out;
  std::size_t end = 0, most = sizeof(std::uint64_t);
  const auto add = [&](const char* type, std::size_t size, std::string name) {
    end = base::round_up(end, size) + size;
    most = std::max(most, size);
    out.push_back({type, std::move(name)});
  };
  const std::size_t index_bytes = kind_.wide ? 8 : 4;
  const auto index = [&](std::string name) { add(index_type(), index_bytes, std::move(name)); };
  const auto step = [&](std::string name) { add(signed_index_type(), index_bytes, std::move(name)); };
  for (std::size_t k = 0; k < operands_.size(); ++k) add("ulong", sizeof(std::uint64_t), fmt::format("p{}_offset", k));
  for (std::size_t i = 0; i < program_.inputs.size(); ++i) {
    const base::DType computed = base::compute_dtype(program_.inputs[i].dtype);
    if (program_.inputs[i].scalar)
      add(compute_type(program_.inputs[i].dtype), base::dtype_size(computed), fmt::format("a{}", i));
  }
  index("n");
  if (!flat) {
    index("rows");
    for (int d = 1; d + 1 < kind_.dims; ++d) index(fmt::format("e{}", d));
    for (std::size_t k = 0; k < operands_.size(); ++k)
      for (int d = 0; d + 1 < kind_.dims; ++d) step(fmt::format("s{}_{}", k, d));
    for (std::size_t k = 0; k < operands_.size(); ++k)
      if (operands_[k].inner >= Inner::strided) step(fmt::format("t{}", k));
    if (traits_.cpu) {
      index("chunk");
      index(kind_.tile ? "tiles" : "row_chunk");
    }
  }
  // Mesa's rusticl (22.3) leaves the bytes at the end of a structure out of its size.
  while (traits_.packs_numbers && end % most != 0) {
    add("uint", sizeof(std::uint32_t), fmt::format("kiln_rest{}", end));
    out.back().padding = true;
  }
  return out;
}

void ElementwiseOperands::parameters(std::string& out, bool flat) const {
  std::string all, declared, members;
  const auto add = [&](const std::string& parameter) { all += (all.empty() ? "" : ", ") + parameter; };
  const std::vector<Number> each = numbers(flat);
  for (std::size_t i = 0; i < each.size(); ++i) {
    if (i < operands_.size() && !kind_.shares[i])
      add(fmt::format("KILN_GLOBAL {} *p{}_base", element_type(operands_[i]), i));
    if (!traits_.packs_numbers) {
      add(fmt::format("{} {}", each[i].type, each[i].name));
      continue;
    }
    members += fmt::format(" {} {};", each[i].type, each[i].name);
    if (!each[i].padding) declared += fmt::format("const {0} {1} = at.{1};\n", each[i].type, each[i].name);
  }
  if (traits_.packs_numbers) {
    out += fmt::format("typedef struct {{{} }} kiln_numbers;\n", members);
    add("const kiln_numbers at");
  }
  define(out, "KILN_PARAMETERS", all);
  for (std::size_t k = 0; k < operands_.size(); ++k) {
    const std::string type = element_type(operands_[k]);
    if (kind_.shares[k])
      declared +=
          fmt::format("KILN_GLOBAL {0} *p{1}_base = (KILN_GLOBAL {0} *)p{2}_base;\n", type, k, kind_.shares[k] - 1);
    declared += fmt::format("{}({}, p{});\n", kind_.aliased ? "KILN_PTR" : "KILN_PTR_RESTRICT", type, k);
  }
  define(out, "KILN_POINTERS", declared);
}

std::string ElementwiseOperands::row_offsets() const {
  if (kind_.dims == 1) return "";
  const int outer = kind_.dims - 1;
  std::string out;
  for (int d = outer - 1; d >= 0; --d) {
    const std::string rest = d == outer - 1 ? "row" : fmt::format("r{}", d);
    if (d == 0) {
      out += fmt::format("const {0} i0 = ({0}){1};\n", signed_index_type(), rest);
    } else {
      out += fmt::format("const {0} i{1} = ({0})({2} % e{1}); const {3} r{4} = {2} / e{1};\n", signed_index_type(), d,
                         rest, index_type(), d - 1);
    }
  }
  for (std::size_t k = 0; k < operands_.size(); ++k) {
    out += fmt::format("const {} o{} = ", signed_index_type(), k);
    for (int d = 0; d < outer; ++d) out += fmt::format("{}i{} * s{}_{}", d ? " + " : "", d, k, d);
    out += ";\n";
  }
  return out;
}

std::string ElementwiseOperands::in_memory(std::size_t k, const std::string& i, char o) const {
  const std::string base = kind_.dims > 1 ? fmt::format("p{}[{}{}", k, o, k) : fmt::format("p{}[0", k);
  if (operands_[k].inner == Inner::zero) return base + "]";
  const std::string along = fmt::format("{} + ({}){}", base, signed_index_type(), i);
  return operands_[k].inner == Inner::unit ? along + "]" : fmt::format("{} * t{}]", along, k);
}

std::string ElementwiseOperands::at(std::size_t k, const std::string& i) const {
  if (!staged(k)) return in_memory(k, i, kind_.tile ? 'q' : 'o');
  if (operands_[k].inner == Inner::held) return fmt::format("z[{}]", i);
  if (traits_.cpu) return fmt::format("z{}[({}) - from]", k, i);
  return fmt::format("held{}[(int)(({}) - from) * (KILN_TILE + 1) + r]", k, i);
}

void ElementwiseOperands::strips(std::string& out) const {
  std::string gather, scatter;
  for (std::size_t k = 0; k < operands_.size(); ++k) {
    if (!staged(k)) continue;
    const char* const type = storage_type(operands_[k].stored);
    const std::string all = fmt::format("{{ KILN_GLOBAL {0}{1} *const m = &{2}; for (int j = 0; j < some; ++j) ",
                                        operands_[k].output ? "" : "const ", type, in_memory(k, "from", 'o'));
    const std::string in_strip = fmt::format("z{}[j]", k), far = fmt::format("m[(long)j * t{}]", k);
    gather += fmt::format("{} z{}[KILN_STRIP] KILN_LINED; ", type, k);
    (operands_[k].output ? scatter : gather) +=
        all + (operands_[k].output ? far + " = " + in_strip : in_strip + " = " + far) + "; }\n";
  }
  define(out, "KILN_GATHER", gather);
  define(out, "KILN_SCATTER", scatter);
}

void ElementwiseOperands::tiles(std::string& out) const {
  std::string held, hold, turn, row;
  for (std::size_t k = 0; k < operands_.size(); ++k) {
    const char* const type = storage_type(operands_[k].stored);
    const std::size_t itemsize = base::dtype_size(operands_[k].stored);
    if (!staged(k)) {
      row += fmt::format("const {0} q{1} = o{1} + ({0})(r) * s{1}_{2};\n", signed_index_type(), k, kind_.dims - 2);
      // Prefetch the rows after this strip of 8.
      if (traits_.cpu && !operands_[k].output && operands_[k].inner == Inner::unit)
        row += fmt::format(
            "for (int i = 0; i < KILN_TILE * {0}; i += 64) KILN_PREFETCH((ulong)(&{1} + 8L * s{2}_{3}) + "
            "i, 0, 3);\n",
            itemsize, in_memory(k, "from", 'q'), k, kind_.dims - 2);
      continue;
    }
    if (!traits_.cpu) {
      held += fmt::format("KILN_LOCAL {} held{}[KILN_TILE * (KILN_TILE + 1)];\n", type, k);
      hold += fmt::format("held{0}[(j) * (KILN_TILE + 1) + (i)] = (&{1})[(i) * s{0}_{2}];\n", k,
                          in_memory(k, "(from + (j))", 'o'), kind_.dims - 2);
      continue;
    }
    held += fmt::format("{} held{}[KILN_TILE * KILN_TILE] KILN_LINED;\n", type, k);
    hold += fmt::format(
        "{{ KILN_GLOBAL const {0} *const m = &{1}; "
        "for (int i = 0; i < height; ++i) held{2}[(j) * KILN_TILE + i] = m[(long)i * s{2}_{4}];\n"
        "for (int i = 0; i < KILN_TILE * {3}; i += 64) "
        "KILN_PREFETCH((ulong)(m + (long)ahead * t{2}) + (long)i * s{2}_{4}, 0, 3); }}\n",
        type, in_memory(k, "(from + (j))", 'o'), k, itemsize, kind_.dims - 2);
    turn += fmt::format("{0} x{1}[8 * KILN_TILE] KILN_LINED; int j{1} = 0;\n", type, k);
    if (traits_.vectors && itemsize == 4)
      turn += fmt::format(
          "if (some == 8) for (; j{0} + 8 <= width; j{0} += 8)\n"
          "kiln_turn((const uint *)held{0} + j{0} * KILN_TILE + strip, (uint *)x{0} + j{0}, KILN_TILE);\n",
          k);
    turn += fmt::format(
        "for (; j{0} < width; ++j{0}) for (int u = 0; u < some; ++u)\n"
        "x{0}[u * KILN_TILE + j{0}] = held{0}[j{0} * KILN_TILE + strip + u];\n",
        k);
    row += fmt::format("const {0} *const z{1} = x{1} + (r - strip) * KILN_TILE;\n", type, k);
  }
  define(out, "KILN_CPU", traits_.cpu ? "1" : "0");
  define(out, "KILN_TILE", std::to_string(kind_.tile));
  define(out, "KILN_ROWS", kind_.dims > 2 ? fmt::format("e{}", kind_.dims - 2) : "rows");
  define(out, "KILN_HELD", held);
  define(out, traits_.cpu ? "KILN_HOLD(j)" : "KILN_HOLD(j, i)", hold);
  define(out, "KILN_TURN", turn);
  define(out, "KILN_TILE_ROW(r)", row);
  if (traits_.cpu && traits_.vectors) out += kernels::find("turn.cl");
}

}  // namespace kiln::codegen
