// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that the kernels in kernels/conv expect, and appends these kernels.
#include "codegen/conv/conv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "codegen/spell/body.hpp"
#include "codegen/tuning/tuning.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

int conv_lanes(const Traits& traits) noexcept { return traits.cpu ? 32 : 1; }

int conv_sum_items(const Traits& traits) noexcept {
  return traits.cpu ? 1 : int(std::bit_floor(std::min<std::uint64_t>(128, traits.max_local_size)));
}

int conv_vector(DType dtype) noexcept { return gemm_dtype(dtype) == KILN_FLOAT64 ? 8 : 16; }

// 0, 1, ... as a KILN_MASK.
static std::string conv_mask_order(int lanes) {
  std::string order = "0";
  for (int i = 1; i < lanes; ++i) order += ", " + std::to_string(i);
  return fmt::format("(KILN_MASK)({})", order);
}

void define_lanes(std::string& out, DType dtype) {
  const DType computed = gemm_dtype(dtype);
  const int lanes = conv_vector(dtype);
  const bool wide = computed == KILN_FLOAT64;
  define(out, "KILN_VEC", storage_type(computed) + std::to_string(lanes));
  define(out, "KILN_PLACE", wide ? "long" : "int");
  define(out, "KILN_MASK", wide ? "long8" : "int16");
  define(out, "KILN_ORDER", conv_mask_order(lanes));
  define(out, "KILN_VLOAD(p)", fmt::format("vload{}(0, p)", lanes));
  define(out, "KILN_VSTORE(x, p)", fmt::format("vstore{}(x, 0, p)", lanes));
  define(out, "KILN_LANES", std::to_string(lanes));
}

bool conv_ends(const ConvClass& kind) noexcept {
  switch (kind.kernel) {
    case ConvKernel::direct:
      return true;
    case ConvKernel::tiles:
      return !kind.partial;
    case ConvKernel::lanes:
    case ConvKernel::planes:
      return kind.op == LanesOp::products && !kind.transposed;
    default:
      return false;
  }
}

unsigned conv_registers(const ConvClass& kind, const Traits& traits) noexcept {
  const bool large = kind.kernel == ConvKernel::tiles && kind.tile == 0;
  return large && kind.b_along_k && gemm_dtype(kind.dtype) == KILN_FLOAT32 ? traits.tuning->conv.large_registers : 0;
}

std::string conv_text(const ConvClass& kind, const Traits& traits, const GemmEpilogue* epilogue) {
  const bool rows = kind.kernel == ConvKernel::lanes || kind.kernel == ConvKernel::planes;
  const bool stores = rows || kind.kernel == ConvKernel::tiles || kind.kernel == ConvKernel::direct;
  std::string out = stores ? epilogue_text(epilogue, kind.wide, rows, traits) : "";
  const auto number = [&](const char* name, int value) { define(out, name, std::to_string(value)); };
  const DType computed = gemm_dtype(kind.dtype);
  const std::string computed_type = storage_type(computed);
  define(out, "KILN_INDEX", kind.wide ? "long" : "int");
  define(out, "KILN_STORED", storage_type(kind.dtype));
  define(out, "KILN_LOAD(x)", "(" + widen(kind.dtype, "(x)") + ")");
  const auto behind = [&](const char* file) {
    return out + std::string(kernels::find("conv_side.cl")) + std::string(kernels::find(file));
  };
  if (kind.kernel == ConvKernel::pack_taps) {
    define(out, "KILN_R", computed_type);
    number("KILN_WIDTH", gemm_panel(kind.dtype, traits).rows);
    number("KILN_TAPS", int(kConvTaps));
    return out + std::string(kernels::find("conv_pack_taps.cl"));
  }
  if (kind.kernel == ConvKernel::pack) {
    const GemmPanel panel = gemm_panel(kind.dtype, traits);
    const int lanes = !kind.filters && !kind.wide && gemm_plain(kind.dtype) ? panel.columns / 2 : 0;
    define(out, "KILN_R", computed_type);
    number("KILN_WIDTH", kind.filters ? panel.rows : panel.columns);
    number("KILN_LANES", lanes);
    if (lanes) {
      const std::string place = computed == KILN_FLOAT64 ? "long" : "int";
      define(out, "KILN_PLACE", place);
      define(out, "KILN_MASK", place + std::to_string(lanes));
      define(out, "KILN_ORDER", conv_mask_order(lanes));
      define(out, "KILN_VEC", computed_type + std::to_string(lanes));
      define(out, "KILN_VLOAD(p)", fmt::format("vload{}(0, p)", lanes));
      define(out, "KILN_VSTORE(x, p)", fmt::format("vstore{}(x, 0, p)", lanes));
    }
    return behind("conv_pack.cl");
  }
  define(out, "KILN_T", computed_type);
  define(out, "KILN_STORE(x)", kind.partial ? "(x)" : to_storage(kind.dtype, "(x)"));
  if (kind.kernel == ConvKernel::direct) {
    number("KILN_LANES", conv_lanes(traits));
    number("KILN_ACROSS", int(kind.across));
    return behind("conv_direct.cl");
  }
  if (kind.kernel == ConvKernel::lanes || kind.kernel == ConvKernel::lane_sums) {
    define_lanes(out, kind.dtype);
    number("KILN_STEP", kind.step);
    number("KILN_ACROSS", int(kind.across));
    number("KILN_TAPS", int(kConvTaps));
    if (kind.kernel == ConvKernel::lane_sums) return behind("conv_lane_sums.cl");
    number("KILN_PLAIN", int(gemm_plain(kind.dtype)));
    number("KILN_OP", int(kind.op));
    number("KILN_COUNT", kind.count);
    return behind("conv_lanes.cl");
  }
  if (kind.kernel == ConvKernel::planes || kind.kernel == ConvKernel::pool_planes) {
    define_lanes(out, kind.dtype);
    number("KILN_PLAIN", int(gemm_plain(kind.dtype)));
    define(out, "KILN_HALF_VLOAD(p)", fmt::format("vload{}(0, p)", conv_vector(kind.dtype) / 2));
    number("KILN_IN", kind.in);
    number("KILN_OUT", kind.out);
    number("KILN_ROOM", kind.room);
    number("KILN_TAPS", int(kConvTaps));
    number("KILN_TRANSPOSED", int(kind.transposed));
    out += kernels::find("plane_side.cl");
    if (kind.kernel == ConvKernel::pool_planes) {
      number("KILN_G", kind.step);
      number("KILN_DISJOINT", int(!kind.overlap));
      return out + std::string(kernels::find("pool_planes.cl"));
    }
    number("KILN_OP", int(kind.op));
    number("KILN_COUNT", kind.count);
    return out + std::string(kernels::find("conv_planes.cl"));
  }
  if (kind.kernel == ConvKernel::sums) {
    number("KILN_ITEMS", conv_sum_items(traits));
    number("KILN_LANES", traits.cpu ? 16 : 1);
    return behind("conv_sums.cl");
  }
  const GemmTile tile = gemm_tile(kind.dtype, kind.tile, traits);
  define(out, "KILN_RESULT", kind.partial ? computed_type : storage_type(kind.dtype));
  number("KILN_TM", tile.m);
  number("KILN_TN", tile.n);
  number("KILN_TK", tile.k);
  number("KILN_RM", tile.rows);
  number("KILN_RN", tile.columns);
  number("KILN_V", int(16 / base::dtype_size(computed)));
  number("KILN_UNROLL", traits.cpu ? 1 : tile.k);  // CPU devices run this kernel only in tests
  number("KILN_A_ALONG_K", int(kind.a_along_k));
  number("KILN_B_ALONG_K", int(kind.b_along_k));
  return behind("conv_tiles.cl");
}

}  // namespace kiln::codegen
