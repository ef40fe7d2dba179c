// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that conv_points.cl and conv_point_sums.cl expect, and appends these kernels.
#include "codegen/conv/conv_points.hpp"

#include <algorithm>
#include <bit>

#include "codegen/spell/body.hpp"
#include "codegen/tuning/tuning.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

int conv_point_items(const Traits& traits) noexcept {
  return int(std::bit_floor(std::min<std::uint64_t>(traits.tuning->conv.point_items, traits.max_local_size)));
}

std::string conv_points_text(const ConvPointsClass& kind, const Traits& traits, const GemmEpilogue* epilogue) {
  std::string out = kind.sums ? "" : epilogue_text(epilogue, false, false, traits);
  const auto number = [&](const char* name, int value) { define(out, name, std::to_string(value)); };
  const std::string computed = storage_type(gemm_dtype(kind.dtype)), stored = storage_type(kind.dtype);
  define(out, "KILN_INDEX", "int");
  define(out, "KILN_STORED", stored);
  define(out, "KILN_LOAD(x)", "(" + widen(kind.dtype, "(x)") + ")");
  define(out, "KILN_T", computed);
  define(out, "KILN_STORE(x)", kind.partial ? "(x)" : to_storage(kind.dtype, "(x)"));
  number("KILN_ACROSS", int(kind.across));
  number("KILN_T1", kind.taps1);
  number("KILN_T2", kind.taps2);
  number("KILN_T3", kind.taps3);
  number("KILN_EACH", kind.each);
  number("KILN_S2", kind.step);
  number("KILN_D2", kind.tap_step);
  const auto stride = [&](const char* name, int value, const char* argument) {
    define(out, name, value ? "(" + std::to_string(value) + ")" : argument);
  };
  stride("KILN_K3", kind.tap_stride, kind.sums ? "ls3" : "ks3");
  if (kind.sums) {
    number("KILN_TURNED", int(kind.turned));
    define(out, "KILN_RESULT", kind.partial ? computed : stored);
    number("KILN_ITEMS", conv_point_items(traits));
    number("KILN_COLUMNS", kind.columns);
  } else {
    stride("KILN_A2", kind.filter2, "ak2");
    stride("KILN_A3", kind.filter3, "ak3");
  }
  return out + std::string(kernels::find("quotient.cl")) + std::string(kernels::find("conv_side.cl")) +
         std::string(kernels::find(kind.sums ? "conv_point_sums.cl" : "conv_points.cl"));
}

}  // namespace kiln::codegen
