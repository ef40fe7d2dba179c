// SPDX-License-Identifier: Apache-2.0
// Checks of operands and destinations, and how results reach a destination. Private to array/.
#pragma once

#include <initializer_list>
#include <span>

#include "array/array.hpp"

namespace kiln::array {

// Refuses an array of another context or one that kernels cannot read. `what` names the array in the message.
void check_operand(const runtime::Context& context, const Array& array, const char* operation,
                   const char* what = "an array");
// Refuses a destination (if any) of another context or shape, or one that cannot be written. `number`: which
// of several, for the message.
void check_destination(const runtime::Context& context, const Array* into, const Dims& shape, const char* operation,
                       int number = -1);
// Refuses a destination (if any) of positions or counts whose dtype does not hold all from `least` to
// `greatest`.
void check_holds(const Array* into, std::int64_t greatest, const char* operation, std::int64_t least = 0);
// Where results are written: the destination if `direct`, else a new array.
Ref<Array> target(runtime::Context& context, Array* into, bool direct, DType dtype, const Dims& shape,
                  const char* operation);
// The operation's result: what was written, brought to the destination if that is another array.
Ref<Array> deliver(Ref<Array> written, Array* into, const char* operation);
// The same of several results: `into` may be empty, its entries null. All destinations are looked at before
// the first is written. `shapes`: one for each result, or a single one that all of them have.
void check_destinations(const runtime::Context& context, std::span<Array* const> into, std::span<const Dims> shapes,
                        const char* operation);
void deliver_each(std::span<Ref<Array>> made, std::span<Array* const> into, const char* operation);

// Whether two layouts step alike along every axis. `from` is broadcast to the shape of `to`; axes of extent 1
// do not count.
bool same_steps(const Layout& to, const Layout& from) noexcept;
// Whether element i of `source`, broadcast to the destination's shape, lies exactly where element i of the
// destination does.
bool same_elements(const Array& destination, const Array& source) noexcept;
// Whether a kernel that reads element i of `source` before it writes element i of the destination may write
// there: both have the same elements, or they share no memory.
bool may_be_in_place(const Array& destination, const Array& source);
// Whether an array shares memory with none of `others` (null: none).
bool apart_from(const Array& array, std::initializer_list<const Array*> others);
// Whether a kernel may write results of `dtype` to the destination (null: no) one behind the other, in
// whatever order: it has that dtype, is packed, and shares no memory with what the kernel reads.
bool takes_packed(const Array* into, DType dtype, std::initializer_list<const Array*> read);

// Whether a destination can be written and has `shape` but for the extent of `axis`, which the operation will
// find out.
bool fits_but_for(const runtime::Context& context, const Array& into, const Dims& shape, std::size_t axis);

}  // namespace kiln::array
