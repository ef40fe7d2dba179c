// SPDX-License-Identifier: Apache-2.0
// Checks of operands and destinations, and how results reach a destination. Private to array/.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "array/array.hpp"

namespace kiln::array {

// Throws KILN_CONTEXT_MISMATCH: `what`, of the context `got`, belongs to another context than `whose`, which is
// `expected`.
[[noreturn]] void refuse_context(std::string_view what, const runtime::Context& got, std::string_view whose,
                                 const runtime::Context& expected);
// Refuses an array of another context or one that kernels cannot read. `what` names the array in the message.
void check_operand(const runtime::Context& context, const Array& array, const char* operation,
                   const char* what = "an array");
// Refuses a destination of another context or shape, or one that cannot be written. Null passes. If a call has
// several destinations, `number` says in the message which one it is.
void check_destination(const runtime::Context& context, const Array* into, const Dims& shape, const char* operation,
                       int number = -1);
// Refuses a destination whose dtype does not hold every integer from `least` to `greatest`. Null passes. For
// results that are positions or counts.
void check_holds(const Array* into, std::int64_t greatest, const char* operation, std::int64_t least = 0);
// Where results are written: the destination if `direct`, else a new array.
Ref<Array> target(runtime::Context& context, Array* into, bool direct, DType dtype, const Dims& shape,
                  const char* operation);
// Returns the operation's result: `written` if there is no destination or it is the same array; otherwise `into`,
// to which the elements are copied, with their dtype converted.
Ref<Array> deliver(Ref<Array> written, Array* into, const char* operation);
// These are check_destination() and deliver() for several results. `into` may be empty, and its entries may be null.
// Destinations that share memory are refused. `shapes` has one for each result, or a single one for all.
void check_destinations(const runtime::Context& context, std::span<Array* const> into, std::span<const Dims> shapes,
                        const char* operation);
void deliver_each(std::span<Ref<Array>> made, std::span<Array* const> into, const char* operation);

// Whether two layouts have equal strides along every axis. `from` is broadcast to the shape of `to`; axes of
// extent 1 do not count.
bool same_steps(const Layout& to, const Layout& from) noexcept;
// Whether element i of `source`, broadcast to the destination's shape, lies exactly where element i of the
// destination does.
bool same_elements(const Array& destination, const Array& source) noexcept;
// Whether a kernel that reads element i of `source` before it writes element i of the destination may write
// there: both have the same elements, or they share no memory.
bool may_be_in_place(const Array& destination, const Array& source);
// Whether an array shares memory with none of `others`, whose null entries do not count.
bool apart_from(const Array& array, std::initializer_list<const Array*> others);
// Whether a kernel may write packed results of `dtype` straight to the destination, even before it has read everything.
// That needs the same dtype, a packed layout, and no memory in common with `read`, which is all that the kernel reads.
// A null destination gives false.
bool takes_packed(const Array* into, DType dtype, std::initializer_list<const Array*> read);

// Whether a destination can be written and has `shape`, apart from the extent of `axis`, which is not yet known.
bool fits_but_for(const runtime::Context& context, const Array& into, const Dims& shape, std::size_t axis);

}  // namespace kiln::array
