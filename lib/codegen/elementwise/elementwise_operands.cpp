// SPDX-License-Identifier: Apache-2.0
// Writes the parameters of an elementwise kernel and the expressions of its operands' elements.
#include "codegen/elementwise/elementwise_operands.hpp"

#include <fmt/format.h>

#include <algorithm>

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

std::string ElementwiseOperands::parameters() const {
  std::string out;
  for (std::size_t k = 0; k < operands_.size(); ++k)
    out += kind_.shares[k] ? fmt::format(", ulong p{}_offset", k)
                           : fmt::format("{}KILN_ARG({}, p{})", k ? ", " : "", element_type(operands_[k]), k);
  for (std::size_t i = 0; i < program_.inputs.size(); ++i)
    if (program_.inputs[i].scalar) out += fmt::format(", {} a{}", compute_type(program_.inputs[i].dtype), i);
  return out;
}

std::string ElementwiseOperands::pointers() const {
  std::string out;
  for (std::size_t k = 0; k < operands_.size(); ++k) {
    const std::string type = element_type(operands_[k]);
    if (kind_.shares[k])
      out += fmt::format("KILN_GLOBAL {0} *p{1}_base = (KILN_GLOBAL {0} *)p{2}_base;\n", type, k, kind_.shares[k] - 1);
    out += fmt::format("{}({}, p{});\n", kind_.aliased ? "KILN_PTR" : "KILN_PTR_RESTRICT", type, k);
  }
  return out;
}

std::string ElementwiseOperands::extents() const {
  std::string out;
  for (int d = 1; d + 1 < kind_.dims; ++d) out += fmt::format(", {} e{}", index_type(), d);
  for (std::size_t k = 0; k < operands_.size(); ++k)
    for (int d = 0; d + 1 < kind_.dims; ++d) out += fmt::format(", {} s{}_{}", signed_index_type(), k, d);
  for (std::size_t k = 0; k < operands_.size(); ++k)
    if (operands_[k].inner >= Inner::strided) out += fmt::format(", {} t{}", signed_index_type(), k);
  return out;
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
