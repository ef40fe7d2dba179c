// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that the kernels of Winograd's convolution expect, and appends these kernels.
#include "codegen/conv/winograd.hpp"

#include <fmt/format.h>

#include "codegen/spell/body.hpp"
#include "codegen/tuning/tuning.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

std::string winograd_text(const WinogradClass& kind, const Traits& traits, const GemmEpilogue* epilogue) {
  const bool output = kind.step == WinogradStep::output;
  std::string out = output ? epilogue_text(epilogue, false, kind.cpu, traits) : "";
  const auto number = [&](const char* name, int value) { define(out, name, std::to_string(value)); };
  const GemmPanel panel = gemm_panel(kind.dtype, traits);
  const std::string type = storage_type(kind.dtype);
  const int lanes = kind.cpu ? gemm_lanes(kind.dtype, traits) : 1;
  define(out, "KILN_T", type);
  if (output) {
    define(out, "KILN_INDEX", "int");
    define(out, "KILN_STORED", type);
    define(out, "KILN_STORE(x)", "(x)");
  }
  define(out, "KILN_V", lanes > 1 ? type + std::to_string(lanes) : type);
  define(out, "KILN_FOUR", type + "4");
  define(out, "KILN_VLOAD(p)", lanes > 1 ? fmt::format("vload{}(0, p)", lanes) : "(*(p))");
  define(out, "KILN_VSTORE(x, p)", lanes > 1 ? fmt::format("vstore{}(x, 0, p)", lanes) : "(*(p) = (x))");
  number("KILN_LANES", lanes);
  number("KILN_VECTORS", int(kind.cpu));
  number("KILN_ACROSS", int(kind.across));
  number("KILN_ROWS", kind.cpu ? panel.rows : 1);
  number("KILN_WIDTH", (panel.rows + lanes - 1) / lanes * lanes);
  number("KILN_RUN", traits.tuning->conv.winograd_run);
  number("KILN_TILES", panel.columns);
  number("KILN_SIDE", kind.step == WinogradStep::gradient ? kWinogradTile : kWinogradPatch);
  out += kernels::find("winograd.cl");
  static constexpr const char* kFiles[] = {"winograd_filters.cl", "winograd_input.cl", "winograd_output.cl",
                                           "winograd_input.cl", "winograd_taps.cl"};
  return out + std::string(kernels::find(kFiles[int(kind.step)]));
}

}  // namespace kiln::codegen
