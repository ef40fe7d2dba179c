// SPDX-License-Identifier: Apache-2.0
// Handles of the C ABI, the counted objects behind them, and checks of arguments that all entries share. A
// handle is the address of its object, so that conversions between the two cost nothing.
#pragma once

#include <kiln/kiln.h>

#include <cstdint>
#include <cstring>
#include <span>

#include "array/array.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/fold/caller_scan.hpp"
#include "array/fold/reduce.hpp"
#include "array/random/random.hpp"
#include "array/user_kernel/kernel.hpp"
#include "base/callback.hpp"
#include "base/plugin/fork_guard.hpp"
#include "expr/program.hpp"
#include "runtime/context.hpp"
#include "runtime/context/communicator.hpp"

namespace kiln::graph {
class Function;
}

namespace kiln::capi {

class Variable;  // see capi/graph/graph_handles.hpp

using base::DType;
using base::fail;
using base::Ref;

// The object behind kiln_expression.
class Expression final : public base::RefCounted {
 public:
  explicit Expression(expr::Expr value) : value_(std::move(value)) {}
  const expr::Expr& value() const noexcept { return value_; }

 private:
  expr::Expr value_;
};

#define KILN_HANDLE(Handle, Object)                                                              \
  inline Object* to_object(Handle handle) noexcept { return reinterpret_cast<Object*>(handle); } \
  inline Handle to_handle(Object* object) noexcept { return reinterpret_cast<Handle>(object); }
KILN_HANDLE(kiln_context, runtime::Context)
KILN_HANDLE(kiln_queue, runtime::Queue)
KILN_HANDLE(kiln_event, runtime::Event)
KILN_HANDLE(kiln_buffer, runtime::Buffer)
KILN_HANDLE(kiln_array, array::Array)
KILN_HANDLE(kiln_elementwise, array::Elementwise)
KILN_HANDLE(kiln_reduction, array::Reduction)
KILN_HANDLE(kiln_scan, array::Scan)
KILN_HANDLE(kiln_random, array::RandomGenerator)
KILN_HANDLE(kiln_communicator, runtime::Communicator)
KILN_HANDLE(kiln_expression, Expression)
KILN_HANDLE(kiln_program, array::Program)
KILN_HANDLE(kiln_kernel, array::Kernel)
KILN_HANDLE(kiln_variable, Variable)
KILN_HANDLE(kiln_function, graph::Function)
#undef KILN_HANDLE

inline void require(const void* pointer, const char* operation, const char* argument) {
  if (!pointer) fail(KILN_INVALID_ARGUMENT, "{}: {} is NULL", operation, argument);
}

// The object behind a handle. Refuses NULL, and any use in a child that fork() made.
template <class Handle>
auto& use(Handle handle, const char* operation, const char* argument) {
  require(handle, operation, argument);
  base::check_not_forked(operation);
  return *to_object(handle);
}

// require() and use() for element `index` of a list.
inline void require(const void* pointer, const char* operation, const char* argument, std::size_t index) {
  if (!pointer) fail(KILN_INVALID_ARGUMENT, "{}: {}[{}] is NULL", operation, argument, index);
}
template <class Handle>
auto& use(Handle handle, const char* operation, const char* argument, std::size_t index) {
  require(handle, operation, argument, index);
  base::check_not_forked(operation);
  return *to_object(handle);
}

// The object behind a handle, or null if the handle is NULL.
template <class Handle>
auto* use_optional(Handle handle, const char* operation, const char* argument) {
  return handle ? &use(handle, operation, argument) : nullptr;
}

template <class Handle>
Handle retain(Handle handle) noexcept {
  if (handle) to_object(handle)->retain();
  return handle;
}
template <class Handle>
void release(Handle handle) noexcept {
  const base::Entry entry;  // its destructor runs the callbacks of what is released here
  if (handle) to_object(handle)->release();
}

// The number in an enum. A C caller may have stored any number in it.
template <class Enum>
int number_of(const Enum& value) noexcept {
  static_assert(sizeof(Enum) == sizeof(int));
  int number;
  std::memcpy(&number, &value, sizeof number);
  return number;
}

// The enum of a caller, which must be from `low` to `high`. `type` is its name.
template <class Enum>
Enum check_enum(const Enum& value, Enum low, Enum high, const char* operation, const char* argument, const char* type) {
  const int number = number_of(value);
  if (number < low || number > high)
    fail(KILN_INVALID_ARGUMENT, "{}: {} is {}, expected a {}", operation, argument, number, type);
  return static_cast<Enum>(number);
}

// The most entries of a caller's list. No caller needs so many, and memory for so many can be allocated.
inline constexpr std::size_t kMostItems = std::size_t{1} << 20;
// Refuses a count that is too large, before the list is read.
inline void check_count(std::size_t count, const char* operation, const char* argument, std::size_t most = kMostItems) {
  if (count > most) fail(KILN_INVALID_ARGUMENT, "{}: {} is {}, expected at most {}", operation, argument, count, most);
}

// Checks a dtype. KILN_FLOATX becomes the flag's dtype.
DType check_dtype(int dtype, const char* operation, const char* argument);
template <class Enum>
DType check_dtype(const Enum& dtype, const char* operation, const char* argument) {
  return check_dtype(number_of(dtype), operation, argument);
}
// The dtype of a result; KILN_DTYPE_AUTO leaves it to the operation, and must be given beside a destination.
int check_result_dtype(const kiln_dtype& dtype, bool has_destination, const char* operation, const char* argument);
// A list of `count` extents, strides or axes. It may be NULL only if count is 0.
std::span<const std::int64_t> check_dims(std::size_t count, const std::int64_t* values, const char* operation,
                                         const char* argument);
// Element `index` of a list of subscripts.
layout::Index subscript_of(const kiln_index& subscript, const char* operation, const char* argument, std::size_t index);
void check_same_context(const runtime::Context& a, const runtime::Context& b, const char* operation);

// The number in a caller's union of numbers, read as what the dtype says. Floats are rounded. KILN_OVERFLOW: an integer
// dtype, or bool, does not hold the number; where() begins the message.
template <class Numbers, class Where>
base::Scalar scalar_of(const Numbers& numbers, DType dtype, const Where& where) {
  using base::Scalar;
  if (base::is_complex(dtype)) return Scalar::complex(dtype, {numbers.c128[0], numbers.c128[1]});
  if (base::is_float(dtype)) return Scalar::real(dtype, numbers.f64);
  const bool natural = base::is_unsigned(dtype);
  const Scalar scalar = natural                ? Scalar::natural(dtype, numbers.u64)
                        : base::is_bool(dtype) ? Scalar::boolean(numbers.i64 != 0)
                                               : Scalar::integer(dtype, numbers.i64);
  if (scalar.u != numbers.u64)
    fail(KILN_OVERFLOW, "{} is {}, which does not fit {}", where(),
         natural ? std::to_string(numbers.u64) : std::to_string(numbers.i64), base::dtype_name(dtype));
  return scalar;
}

// The number at `value`, for elements of `to`. KILN_OVERFLOW: both are integers, and `to` does not hold it.
base::Scalar element_of(const kiln_dtype& value_dtype, const void* value, DType to, const char* operation);

// The number of bytes of a struct that both the caller and the library know. Refuses sizes that no header can have had.
std::size_t check_struct_size(std::size_t given, std::size_t ours, std::size_t alignment, const char* operation,
                              const char* argument);

// Reads an option struct. Fields that the caller does not know keep the defaults in `value`.
template <class T>
T load_struct(const T& from, T value, const char* operation, const char* argument) {
  const std::size_t known = check_struct_size(from.struct_size, sizeof(T), alignof(T), operation, argument);
  std::memcpy(static_cast<void*>(&value), &from, known);
  value.struct_size = sizeof(T);
  return value;
}

// The same for options that may be left out.
template <class T>
T load_options(const T* given, const T& defaults, const char* operation) {
  return given ? load_struct(*given, defaults, operation, "options") : defaults;
}

// Clears a result struct after struct_size. Call it before anything that may fail.
template <class T>
void clear_struct(T* out, const char* operation) {
  require(out, operation, "out");
  const std::size_t size = out->struct_size;
  check_struct_size(size, sizeof(T), alignof(T), operation, "out");
  std::memset(reinterpret_cast<char*>(out) + sizeof(std::size_t), 0, size - sizeof(std::size_t));
}
// Copies the fields that the caller knows to a cleared struct.
template <class T>
void store_struct(T* out, T value) noexcept {
  const std::size_t size = out->struct_size;
  value.struct_size = size;
  std::memcpy(static_cast<void*>(out), &value, size < sizeof(T) ? size : sizeof(T));
}

// The flags' values, with a caller's options in place of them. NULL: no options.
runtime::ContextOptions context_options(const kiln_context_options* given, const char* operation);

// The name of a kind of device: "cpu", "gpu", "accelerator" or "other".
const char* kind_name(backend::DeviceKind kind) noexcept;

}  // namespace kiln::capi
