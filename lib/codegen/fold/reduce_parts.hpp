// SPDX-License-Identifier: Apache-2.0
// What the texts and the geometry of reductions share, also with scans of expressions.
#pragma once

#include "codegen/fold/reduce.hpp"

namespace kiln::codegen {

inline constexpr std::uint64_t kCpuStreams = 4;  // ranges that an item reads at once on CPU devices

// Work-items of a group, on devices with many.
unsigned reduce_group(const Traits& traits);
// A macro of one line or several.
void define(std::string& out, const std::string& name, const std::string& value);
std::size_t accumulator_bytes(const ReducePrograms& programs);
// Accumulators of a block of columns on CPU devices.
std::uint64_t column_block(const ReducePrograms& programs, const Traits& traits);
// Bytes of an element of the widest array.
std::size_t largest_input(const ReducePrograms& programs);

}  // namespace kiln::codegen
