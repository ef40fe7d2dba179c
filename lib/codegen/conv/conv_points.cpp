// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that conv_points.cl, conv_point_sums.cl and conv_point_blocks.cl expect, and appends these
// kernels.
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

namespace {

void define_elements(std::string& out, DType dtype) {
  define(out, "KILN_INDEX", "int");
  define(out, "KILN_STORED", storage_type(dtype));
  define(out, "KILN_LOAD(x)", "(" + widen(dtype, "(x)") + ")");
  define(out, "KILN_T", storage_type(gemm_dtype(dtype)));
}

// A stride that the text is written for, or, if that is 0, the kernel's argument.
void define_stride(std::string& out, const char* name, int value, const char* argument) {
  define(out, name, value ? "(" + std::to_string(value) + ")" : argument);
}

}  // namespace

std::string conv_points_text(const ConvPointsClass& kind, const Traits& traits, const GemmEpilogue* epilogue) {
  std::string out = kind.sums ? "" : epilogue_text(epilogue, false, false, traits);
  const auto number = [&](const char* name, int value) { define(out, name, std::to_string(value)); };
  define_elements(out, kind.dtype);
  define(out, "KILN_STORE(x)", kind.partial ? "(x)" : to_storage(kind.dtype, "(x)"));
  number("KILN_ACROSS", int(kind.across));
  number("KILN_T1", kind.taps1);
  number("KILN_T2", kind.taps2);
  number("KILN_T3", kind.taps3);
  number("KILN_EACH", kind.each);
  number("KILN_S2", kind.step);
  number("KILN_D2", kind.tap_step);
  define_stride(out, "KILN_K3", kind.tap_stride, kind.sums ? "ls3" : "ks3");
  if (kind.sums) {
    number("KILN_TURNED", int(kind.turned));
    define(out, "KILN_RESULT", storage_type(kind.partial ? gemm_dtype(kind.dtype) : kind.dtype));
    number("KILN_ITEMS", conv_point_items(traits));
    number("KILN_COLUMNS", kind.columns);
  } else {
    define_stride(out, "KILN_A2", kind.filter2, "ak2");
    define_stride(out, "KILN_A3", kind.filter3, "ak3");
  }
  return out + std::string(kernels::find("quotient.cl")) + std::string(kernels::find("conv_side.cl")) +
         std::string(kernels::find(kind.sums ? "conv_point_sums.cl" : "conv_points.cl"));
}

std::string conv_blocks_text(const ConvBlocksClass& kind) {
  std::string out;
  define_elements(out, kind.dtype);
  define(out, "KILN_STORE(x)", to_storage(kind.dtype, "(x)"));
  define(out, "KILN_ACROSS", std::to_string(int(kind.across)));
  for (std::size_t d = 0; d < 3; ++d) {
    const ConvBlocksClass::Axis& axis = kind.axes[d];
    for (const auto& [name, value] :
         {std::pair{"T", int(axis.taps)}, std::pair{"S", int(axis.stride)}, std::pair{"D", int(axis.step)},
          std::pair{"O", int(axis.origin)}, std::pair{"B", int(axis.results)}, std::pair{"F", int(axis.first)},
          std::pair{"W", int(axis.elements)}})
      define(out, ("KILN_" + std::string(name) + std::to_string(d + 1)).c_str(), "(" + std::to_string(value) + ")");
  }
  define_stride(out, "KILN_K3", kind.tap_stride, "bs3");
  define_stride(out, "KILN_A2", kind.filter2, "ak2");
  define_stride(out, "KILN_A3", kind.filter3, "ak3");
  return out + std::string(kernels::find("quotient.cl")) + std::string(kernels::find("conv_point_blocks.cl"));
}

}  // namespace kiln::codegen
