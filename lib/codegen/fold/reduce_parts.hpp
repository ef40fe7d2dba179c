// SPDX-License-Identifier: Apache-2.0
// Functions that reductions and the scans with the caller's expressions share, for their texts and geometries.
#pragma once

#include "codegen/fold/reduce.hpp"

namespace kiln::codegen {

inline constexpr std::uint64_t kCpuStreams = 4;  // ranges that an item of a CPU device reads at a time

// The work-items of a group, on devices with many work-items.
unsigned reduce_group(const Traits& traits);
std::size_t accumulator_bytes(const ReducePrograms& programs);
// Formats `pattern` for each accumulator with its number, its computed type, its stored type and the literal of its
// first value.
std::string each_accumulator(const ReducePrograms& programs, const char* pattern, const char* between = "");
// The most columns of a block on CPU devices; each column has a set of accumulators.
std::uint64_t column_block(const ReducePrograms& programs, const Traits& traits);
// CPU devices: the columns of the vectors with which columns are reduced; 0: column by column, which the compiler may
// vectorise. It cannot do so with most mathematical functions.
int column_vector(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits);
// The same along rows: the neighbouring elements that are mapped as a vector. They are then combined lane by lane.
int row_vector(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits);
// Whether the vectors of columns combine kReduceSeveral rows at once.
bool column_several(const ReducePrograms& programs, int width);
// The bytes of an element of the widest input.
std::size_t largest_input(const ReducePrograms& programs);

}  // namespace kiln::codegen
