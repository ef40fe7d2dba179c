// SPDX-License-Identifier: Apache-2.0
// Texts of the kernels of convolutions (kernels/conv) for a dtype, and the shapes that they are written for.
#pragma once

#include <cstdint>
#include <string>

#include "codegen/product/gemm.hpp"

namespace kiln::codegen {

enum class ConvKernel : std::uint8_t { pack, pack_taps, tiles, direct, sums, lanes, lane_sums, planes, pool_planes };

// What `lanes` and `planes` compute of the elements.
enum class LanesOp : std::uint8_t { products, greatest, sums };

// The class of a kernel. A field counts only for the kernels that its comment names.
struct ConvClass {
  ConvKernel kernel = ConvKernel::tiles;
  DType dtype = KILN_FLOAT32;
  bool wide = false;                          // 64-bit index arithmetic
  bool filters = false;                       // pack: panels of A, the filters; else of B
  std::uint8_t tile = 0;                      // tiles: the number of a gemm_tile()
  bool partial = false;                       // tiles: the kernel writes parts of sums, in the computed dtype
  bool overlap = false;                       // pool_planes: elements are in several windows
  bool a_along_k = false, b_along_k = false;  // tiles: neighbouring items read a factor along k, else across it
  bool across = false;             // direct, lanes, lane_sums: results side by side belong to neighbouring groups
  LanesOp op = LanesOp::products;  // lanes, planes
  std::uint8_t count = 0;          // lanes, planes: as of PoolClass
  std::uint8_t step = 0;  // lanes, lane_sums: elements from lane to lane where these are 1 or 2; pool_planes: KILN_G
  std::uint8_t in = 0, out = 0;  // planes, pool_planes: KILN_IN, KILN_OUT
  bool transposed = false;       // planes
  std::int32_t room = 0;         // planes, pool_planes: elements of memory
};
// Whether a kernel of this class stores the results of a forward convolution, and so may compute an epilogue.
bool conv_ends(const ConvClass& kind) noexcept;
// `epilogue` may be null. Its kernels of `lanes` with `across` have neighbours along the groups in place of the lines.
std::string conv_text(const ConvClass& kind, const Traits& traits, const GemmEpilogue* epilogue = nullptr);

// The most registers of a work-item of a kernel of this class; 0: any number.
unsigned conv_registers(const ConvClass& kind, const Traits& traits) noexcept;

// How many results a work-item of `direct` has, and how many work-items a group of `sums` has.
int conv_lanes(const Traits& traits) noexcept;
int conv_sum_items(const Traits& traits) noexcept;
// How many results a vector of `lanes` has, and how many places along k its products have at most.
inline constexpr std::int64_t kConvTaps = 128;
// The greatest stride of `planes`.
inline constexpr std::int64_t kPlanePhases = 8;
int conv_vector(DType dtype) noexcept;
// Appends macros for vectors of so many elements and for their comparisons.
void define_lanes(std::string& out, DType dtype);

}  // namespace kiln::codegen
