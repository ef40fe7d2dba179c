// SPDX-License-Identifier: Apache-2.0
// Writes what the kernels of row programs have in common.
#include "codegen/fold/row_text.hpp"

#include <numeric>

#include "codegen/fold/deviation.hpp"
#include "codegen/fold/reduce_parts.hpp"

namespace kiln::codegen {

using StepKind = RowStep::Kind;

RowText::RowText(const RowPrograms& programs, const RowClass& kind, const Traits& traits)
    : p_(programs), kind_(kind), traits_(traits) {
  for (const std::uint64_t extent : kind.reduced) n_ *= extent;
}

std::string RowText::functions() const {
  std::vector<const expr::Program*> all;
  for (const RowStep& step : p_.steps) {
    if (step.kind == StepKind::reduce)
      all.insert(all.end(), {&step.fold.map, &step.fold.combine, &step.fold.next, &step.fold.finish});
    else
      all.push_back(&step.function);
  }
  return function_texts(all);
}

int RowText::width_of(const RowStep& step) const {
  if (!traits_.vectors || step.kind == StepKind::row) return 0;
  if (step.kind == StepKind::elements) return vector_width(step.function, true);
  const ReducePrograms& p = step.fold;
  const int width = vector_width(p.map, true);
  for (const expr::Program* program : {&p.combine, &p.next})
    if (vector_width(*program, false) != width) return 0;
  for (const auto& accumulator : p.map.outputs)
    if (accumulator.dtype != (width == 16 ? KILN_FLOAT32 : KILN_FLOAT64)) return 0;
  return width;
}

std::string RowText::vector_functions(const std::vector<int>& widths, std::span<const VectorEnd> ends) const {
  std::vector<VectorProgram> vectors;
  for (const VectorEnd& end : ends)
    if (end.width) vectors.push_back({&end.program, end.width});
  for (std::size_t s = 0; s < p_.steps.size(); ++s) {
    const RowStep& step = p_.steps[s];
    if (!widths[s]) continue;
    if (step.kind == StepKind::elements) vectors.push_back({&step.function, widths[s]});
    if (step.kind != StepKind::reduce) continue;
    for (const expr::Program* program : {&step.fold.map, &step.fold.combine, &step.fold.next})
      vectors.push_back({program, widths[s]});
  }
  return vector_texts(vectors);
}

std::string RowText::parameters() const {
  std::string out;
  for (std::size_t k = 0; k < p_.operands.size(); ++k)
    out += fmt::format("KILN_ARG({}{}, p{}), ", is_output(k) ? "" : "const ", type(k), k);
  out += "KILN_INDEX rows, KILN_INDEX from";
  for (std::size_t d = 1; d < kind_.kept; ++d) out += fmt::format(", KILN_INDEX e{}", d);
  for (std::size_t k = 0; k < p_.operands.size(); ++k) {
    for (std::size_t d = 0; d < kind_.kept; ++d) out += fmt::format(", {} k{}_{}", signed_index(), k, d);
    for (std::size_t d = 0; p_.operands[k].whole && !unit(k) && d < kind_.reduced.size(); ++d)
      out += fmt::format(", {} s{}_{}", signed_index(), k, d);
  }
  return out;
}

std::string RowText::pointers() const {
  // Outputs may lie where inputs do, so no pointer is restrict.
  std::string out;
  for (std::size_t k = 0; k < p_.operands.size(); ++k)
    out += fmt::format("KILN_PTR({}{}, p{});\n", is_output(k) ? "" : "const ", type(k), k);
  return out;
}

std::string RowText::offset(std::size_t k, const std::string& t) const {
  std::string offset, rest = t;
  for (std::size_t d = kind_.reduced.size(); d-- > 0;) {
    const std::string at = d ? fmt::format("({} % {}u)", rest, kind_.reduced[d]) : fmt::format("({})", rest);
    offset += fmt::format("{}({}){} * s{}_{}", offset.empty() ? "" : " + ", signed_index(), at, k, d);
    if (d) rest = fmt::format("({} / {}u)", rest, kind_.reduced[d]);
  }
  return fmt::format("b{} + ({})", k, offset);
}

std::string RowText::memory(std::size_t k, const std::string& t) const {
  if (!p_.operands[k].whole) return fmt::format("p{0}[b{0}]", k);
  if (unit(k)) return fmt::format("p{0}[b{0} + ({1})({2})]", k, signed_index(), t);
  return fmt::format("p{}[{}]", k, offset(k, t));
}

std::string RowText::along(std::size_t k, const Piece& piece, const std::string& each) const {
  constexpr int kLeast = 4;  // elements of a piece that are worth a vector
  const std::uint64_t extent = kind_.reduced.back();
  const auto pieces = [&](int size) {
    std::string text;
    for (int from = 0; from < kRowChunk; from += size)
      text += fmt::format("{{\nconst {} o = {};\n{}}}\n", signed_index(), offset(k, fmt::format("(t + {}u)", from)),
                          piece(size, from));
    return text;
  };
  // A chunk begins at a multiple of its length, so pieces of this size are parts of one run along the last axis.
  const int size = kind_.reduced.size() == 1 ? kRowChunk : int(std::gcd(extent, std::uint64_t(kRowChunk)));
  if (size >= kLeast) return pieces(size);
  if (extent < std::uint64_t(kRowChunk)) return each;
  return fmt::format("if (t % {}u <= {}u) {{\n{}}} else {{\n{}}}\n", extent, extent - kRowChunk, pieces(kRowChunk),
                     each);
}

std::string RowText::read_along(std::size_t k, const std::string& to) const {
  const std::string stride = fmt::format("s{}_{}", k, kind_.reduced.size() - 1);
  return along(
      k,
      [&](int size, int from) {
        return fmt::format(
            "if ({0} == 0) {{\nvstore{1}(({2}{1})(p{3}[o]), 0, {4} + {5});\n}} else if ({0} == 1) {{\n"
            "vstore{1}(vload{1}(0, &p{3}[o]), 0, {4} + {5});\n}} else {{\n"
            "for (int j = 0; j < {1}; ++j) {4}[{5} + j] = p{3}[o + j * {0}];\n}}\n",
            stride, size, type(k), k, to, from);
      },
      fmt::format("for (int j = 0; j < {}; ++j) {}[j] = {};\n", kRowChunk, to, memory(k, "(t + j)")));
}

std::string RowText::write_along(std::size_t k, const std::string& values) const {
  const std::string stride = fmt::format("s{}_{}", k, kind_.reduced.size() - 1);
  return along(
      k,
      [&](int size, int from) {
        return fmt::format(
            "if ({0} == 1) {{\nvstore{1}(vload{1}(0, {2} + {3}), 0, &p{4}[o]);\n}} else {{\n"
            "for (int j = 0; j < {1}; ++j) p{4}[o + j * {0}] = {2}[{3} + j];\n}}\n",
            stride, size, values, from, k);
      },
      fmt::format("for (int j = 0; j < {}; ++j) {} = {}[j];\n", kRowChunk, memory(k, "(t + j)"), values));
}

std::string RowText::row_offsets() const {
  std::string out, rest = "row";
  for (std::size_t d = kind_.kept - 1; d > 0; --d) {
    out += fmt::format("const {0} h_{1} = ({0})({2} % e{1}); const KILN_INDEX q_{1} = {2} / e{1};\n", signed_index(), d,
                       rest);
    rest = fmt::format("q_{}", d);
  }
  out += fmt::format("const {0} h_0 = ({0}){1};\n", signed_index(), rest);
  for (std::size_t k = 0; k < p_.operands.size(); ++k) {
    out += fmt::format("const {} b{} = 0", signed_index(), k);
    for (std::size_t d = 0; d < kind_.kept; ++d) out += fmt::format(" + h_{} * k{}_{}", d, k, d);
    out += ";\n";
    if (!is_output(k) && !p_.operands[k].whole) out += fmt::format("const {} h{} = p{}[b{}];\n", type(k), k, k, k);
  }
  return out;
}

void RowText::fold_macros(std::string& out, std::size_t s) const {
  const RowStep& step = p_.steps[s];
  const ReducePrograms& p = step.fold;
  const auto fold = [&](const expr::Program& program) {
    const std::size_t count = p.identity.size();
    std::string text =
        "{\n" + scalar_body(
                    program,
                    [&](std::size_t i) { return i < count ? fmt::format("x{}[j]", i) : fmt::format("y{}", i - count); },
                    "0", "");
    for (std::size_t c = 0; c < count; ++c) text += fmt::format("x{}[j] = v{};\n", c, program.outputs[c].value);
    return text + "}";
  };
  define(out, macro(s, "DECLARE(w)"), each_accumulator(p, "{1} x{0}[w], y{0};\n"));
  define(out, macro(s, "INIT(j)"), each_accumulator(p, "x{0}[j] = {3};\n"));
  define(out, macro(s, "FROM_LANE(j)"), each_accumulator(p, "y{0} = x{0}[j];\n"));
  define(out, macro(s, "FOLD(j)"), fold(p.combine));
  define(out, macro(s, "NEXT(j)"), fold(p.next));
  // A repair reads the elements from memory.
  const std::string read = map(
      step,
      [&](std::size_t i) {
        const RowInput& input = step.inputs[i];
        return widen(stored(input), input.operand ? memory(input.index, "e") : row_value(input));
      },
      "(e)");
  out += deviation_macros(p, macro(s, ""), read + "\n");
}

std::string RowText::map(const RowStep& step, const Read& read, const std::string& place) {
  const expr::Program& program = step.fold.map;
  std::string out = "{\n" + scalar_body(program, read, place, "");
  for (std::size_t c = 0; c < program.outputs.size(); ++c)
    out += fmt::format("y{} = v{};\n", c, program.outputs[c].value);
  return out + "}\n";
}

std::string RowText::finish(const RowStep& step, const Read& read) const {
  const std::size_t count = step.fold.identity.size();
  return scalar_body(
      step.fold.finish,
      [&](std::size_t i) {
        if (i < count) return fmt::format("x{}[0]", i);
        if (i == count) return fmt::format("(long){}", n_);
        return read(step.mapped + i - count - 1);
      },
      "0", "");
}

}  // namespace kiln::codegen
