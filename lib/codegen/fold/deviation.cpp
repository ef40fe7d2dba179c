// SPDX-License-Identifier: Apache-2.0
// Writes the macros that repair overflown sums of squared deviations.
#include "codegen/fold/deviation.hpp"

#include <cmath>
#include <limits>

#include "codegen/spell/body.hpp"

namespace kiln::codegen {

namespace {

// The sum of the squares of 2^kSumBits elements may need kSumBits bits more than the greatest square.
constexpr int kSumBits = 42;
// The elements that are summed before the sum is added to others: one sum of very many elements loses digits.
constexpr int kRun = 64;
// The elements that are read between two checks whether all were finite.
constexpr int kScan = 512;

// Literals in the dtype of a set.
struct Numbers {
  Numbers(const ReducePrograms& programs, std::size_t c) : dtype(programs.map.outputs[c].dtype) {}
  std::string operator()(double value) const { return literal(base::Scalar::real(dtype, value)); }
  std::string most() const {
    return (*this)(dtype == KILN_FLOAT64 ? std::numeric_limits<double>::max()
                                         : double(std::numeric_limits<float>::max()));
  }
  DType dtype;
};

}  // namespace

double deviation_unscale(DType dtype) {
  const int exponent =
      dtype == KILN_FLOAT64 ? std::numeric_limits<double>::max_exponent : std::numeric_limits<float>::max_exponent;
  // Differences have one bit more than elements.
  return std::ldexp(1.0, (exponent + kSumBits) / 2 + 1);
}

std::string deviation_taken(const ReducePrograms& programs) {
  std::string out;
  if (!programs.taken) return out;
  for (const std::size_t c : programs.deviations)
    out += fmt::format("\ny{0} = y{1} < 0 ? {2} : y{0};\ny{1} = fabs(y{1});", c + 2, c,
                       Numbers(programs, c)(std::numeric_limits<double>::infinity()));
  return out;
}

std::string deviation_macros(const ReducePrograms& programs, const std::string& prefix, const std::string& read) {
  if (programs.deviations.empty()) return {};
  std::string overflown, nan, keep, check, finite, scales, wanted, scale, take, mark;
  for (const std::size_t c : programs.deviations) {
    const Numbers number(programs, c);
    const std::string most = number.most(), one = number(1), type = compute_type(number.dtype);
    const char* const either = c == programs.deviations[0] ? "" : " || ";
    overflown += fmt::format("{}!(x{}[j] <= {})", overflown.empty() ? "" : " | ", c + 2, most);
    nan += fmt::format("{}kept{}[2] != kept{}[2]", either, c, c);
    keep += fmt::format("{0} kept{1}[4], z{1};\nint finite{1} = 1;\nkept{1}[2] = x{2}[j];\n", type, c, c + 2);
    check += fmt::format("finite{} &= (fabs(y{}) <= {}) & (fabs(y{}) <= {});\n", c, c + 2, most, c + 3, most);
    finite += fmt::format("{}finite{}", either, c);
    scales += fmt::format("z{0} = kept{0}[2] <= {1} || !finite{0} ? {2} : {3};\n", c, most, one,
                          number(1 / deviation_unscale(number.dtype)));
    wanted += fmt::format("{}z{} != {}", either, c, one);
    if (programs.taken)
      scale += fmt::format(
          "{{ const {0} by = y{1} < 0 ? {2} : z{1}; y{1} = fabs(y{1}); y{3} *= by; y{4} = y{4} * by * by; "
          "y{5} *= by; }}\n",
          type, c, one, c + 1, c + 2, c + 3);
    else
      scale += fmt::format("y{} *= z{};\n", c + 3, c);
    std::string marked;
    for (std::size_t i = 0; i < 4; ++i) {
      take += fmt::format("kept{}[{}] = x{}[0];\n", c, i, c + i);
      marked += fmt::format(" x{}[j] = {}kept{}[{}];", c + i, i ? "" : "-", c, i);
    }
    // Some devices end long loops early. The result is taken only if all elements were counted.
    const std::string whole = fmt::format(" && kept{}[0] == ({})(again_end - again_begin)", c, type);
    mark += fmt::format("if (z{} != {}{}) {{{} }}\n", c, one, programs.taken ? "" : whole, marked);
  }
  std::string out;
  define(out, prefix + "OVERFLOWN(j)", "(" + overflown + ")");
  define(out, prefix + "REPAIR(j, column, begin, end)",
         fmt::format("if ({prefix}OVERFLOWN(j)) {{\n"
                     "const long again_column = (column);\n"
                     "const KILN_INDEX again_begin = (begin), again_end = (end);\n"
                     "{keep}{{\n"
                     "{prefix}DECLARE(2)\n"
                     "if ({nan})\n"
                     "for (KILN_INDEX from = again_begin, stop; ({finite}) && from < again_end; from = stop) {{\n"
                     "stop = again_end - from < {scan} ? again_end : from + {scan};\n"
                     "for (KILN_INDEX e = from; e < stop; ++e) {{\n{read}{check}}}\n"
                     "}}\n"
                     "{scales}"
                     "{prefix}INIT(0)\n{prefix}INIT(1)\n"
                     "for (KILN_INDEX e = again_begin; ({wanted}) && e < again_end; ++e) {{\n"
                     "{read}{scale}{prefix}NEXT(1)\n"
                     "if (e % {run} == {run} - 1 || e + 1 == again_end) {{\n"
                     "{prefix}FROM_LANE(1)\n{prefix}FOLD(0)\n{prefix}INIT(1)\n"
                     "}}\n"
                     "}}\n"
                     "{take}}}\n"
                     "{mark}}}",
                     fmt::arg("prefix", prefix), fmt::arg("keep", keep), fmt::arg("nan", nan),
                     fmt::arg("finite", finite), fmt::arg("scan", kScan), fmt::arg("read", read),
                     fmt::arg("check", check), fmt::arg("scales", scales), fmt::arg("wanted", wanted),
                     fmt::arg("scale", scale), fmt::arg("run", kRun), fmt::arg("take", take), fmt::arg("mark", mark)));
  return out;
}

}  // namespace kiln::codegen
