// SPDX-License-Identifier: Apache-2.0
// Texts of the kernels of Winograd's convolution of 3 x 3 taps (kernels/conv/winograd.cl and winograd_*.cl).
#pragma once

#include <cstdint>
#include <string>

#include "codegen/product/gemm.hpp"

namespace kiln::codegen {

// Results along an axis of a tile, elements along an axis of the patch that they read, places of a transformed patch.
inline constexpr int kWinogradTile = 4, kWinogradPatch = kWinogradTile + 2;
inline constexpr int kWinogradPlaces = kWinogradPatch * kWinogradPatch;

// What a kernel transforms: filters; patches of the input; products to results; and, for the gradient by the filters,
// the gradient by the results, and products to taps.
enum class WinogradStep : std::uint8_t { filters, input, output, gradient, taps };

struct WinogradClass {
  WinogradStep step = WinogradStep::filters;
  DType dtype = KILN_FLOAT32;  // or float64
  bool cpu = false;            // work-items have vectors, and filters are packed in panels
  bool across = false;         // input, output, gradient: work-items side by side have neighbouring channels, not tiles
};
// `epilogue` may be null; only WinogradStep::output has one.
std::string winograd_text(const WinogradClass& kind, const Traits& traits, const GemmEpilogue* epilogue = nullptr);

}  // namespace kiln::codegen
