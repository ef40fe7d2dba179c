// SPDX-License-Identifier: Apache-2.0
// Checks of operands and destinations, and how results reach a destination. Private to array/.
#pragma once

#include <span>
#include <vector>

#include "array/array.hpp"

namespace kiln::array {

// Refuses an array of another context or one that kernels cannot read.
void check_operand(const runtime::Context& context, const Array& array, const char* operation);
// Refuses a destination (if any) of another context or shape, or one that cannot be written. `number`: which
// of several, for the message.
void check_destination(const runtime::Context& context, const Array* into, const Dims& shape,
                       const char* operation, int number = -1);
// Refuses a destination (if any) of positions or counts whose dtype does not hold all from `least` to
// `greatest`.
void check_holds(const Array* into, std::int64_t greatest, const char* operation, std::int64_t least = 0);
// Where results are written: the destination if `direct`, else a new array.
Ref<Array> target(runtime::Context& context, Array* into, bool direct, DType dtype, const Dims& shape,
                  const char* operation);
// The operation's result: what was written, brought to the destination if that is another array.
Ref<Array> deliver(Ref<Array> written, Array* into, const char* operation);
// The same of several results: `into` may be empty, its entries null. All destinations are looked at before
// the first is written.
void check_destinations(const runtime::Context& context, std::span<Array* const> into,
                        const std::vector<Dims>& shapes, const char* operation);
void deliver_each(std::span<Ref<Array>> made, std::span<Array* const> into, const char* operation);

// Whether a destination can be written and has `shape` but for the extent of `axis`, which the operation will
// find out.
bool fits_but_for(const runtime::Context& context, const Array& into, const Dims& shape, std::size_t axis);

}  // namespace kiln::array
