// SPDX-License-Identifier: Apache-2.0
// Checks operands and destinations, and copies results to their destinations.
#include "array/launch/destination.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kiln::array {

namespace {

void check_context(const runtime::Context& context, const Array& array, const char* what, const char* operation) {
  if (&array.context() == &context) return;
  refuse_context(fmt::format("{}: {}", operation, what), array.context(), "this context", context);
}

}  // namespace

void refuse_context(std::string_view what, const runtime::Context& got, std::string_view whose,
                    const runtime::Context& expected) {
  // Two contexts of one device have the same name, which does not tell them apart.
  const bool same = got.device() == expected.device();
  fail(KILN_CONTEXT_MISMATCH,
       "{} of another context (on {}{}), expected one of {}{}; kiln_array_transfer, or to() in C++ and Python, copies "
       "between contexts",
       what, got.device(), same ? " too, but opened apart" : "", whose,
       same ? std::string() : fmt::format(" (on {})", expected.device()));
}

void check_operand(const runtime::Context& context, const Array& array, const char* operation, const char* what) {
  check_context(context, array, what, operation);
  if (!array.buffer().kernel_readable())
    fail(KILN_INVALID_ARGUMENT, "{}: {} in a write-only buffer, expected a readable one", operation, what);
}

void check_destination(const runtime::Context& context, const Array* into, const Dims& shape, const char* operation,
                       int number) {
  if (!into) return;
  check_context(context, *into, "a destination", operation);
  check_writable(*into, operation);
  if (!(into->shape() == shape))
    fail(KILN_SHAPE_ERROR, "{}: {} has shape {}, expected {}", operation,
         number < 0 ? "the destination" : fmt::format("destination {}", number), layout::shape_text(into->shape()),
         layout::shape_text(shape));
}

void check_holds(const Array* into, std::int64_t greatest, const char* operation, std::int64_t least) {
  if (!into || into->dtype() == KILN_INT64) return;
  const DType dtype = base::real_dtype(into->dtype());
  // Floating-point numbers hold all integers of as many bits as their significands have.
  const int bits = dtype == KILN_FLOAT64    ? 53
                   : dtype == KILN_FLOAT32  ? 24
                   : dtype == KILN_FLOAT16  ? 11
                   : dtype == KILN_BFLOAT16 ? 8
                                            : 0;
  const auto holds = [&](std::int64_t number) {
    const std::int64_t most = std::int64_t{1} << bits;
    if (bits > 0) return -most <= number && number <= most;
    return Scalar::integer(KILN_INT64, number).cast(dtype).cast(KILN_INT64).i == number &&
           (number >= 0 || !base::is_unsigned(dtype));
  };
  if (!holds(least) || !holds(std::max(least, greatest)))
    fail(KILN_TYPE_ERROR, "{}: a destination is {}, which does not hold all integers from {} to {}", operation,
         base::dtype_name(into->dtype()), least, greatest);
}

Ref<Array> target(runtime::Context& context, Array* into, bool direct, DType dtype, const Dims& shape,
                  const char* operation) {
  return into && direct ? Ref<Array>(into) : empty(context, dtype, shape, operation);
}

Ref<Array> deliver(Ref<Array> written, Array* into, const char* operation) {
  if (!into || written.get() == into) return written;
  assign(*into, *written, operation);
  return Ref<Array>(into);
}

void check_destinations(const runtime::Context& context, std::span<Array* const> into, std::span<const Dims> shapes,
                        const char* operation) {
  for (std::size_t i = 0; i < into.size(); ++i) {
    if (!into[i]) continue;
    check_destination(context, into[i], shapes[shapes.size() == 1 ? 0 : i], operation, into.size() > 1 ? int(i) : -1);
    for (std::size_t j = 0; j < i; ++j)
      if (into[j] && may_overlap(*into[i], *into[j]))
        fail(KILN_INVALID_ARGUMENT, "{}: destinations {} and {} share memory, expected memory of their own", operation,
             j, i);
  }
}

void deliver_each(std::span<Ref<Array>> made, std::span<Array* const> into, const char* operation) {
  for (std::size_t i = 0; i < into.size(); ++i)
    if (into[i]) made[i] = deliver(made[i], into[i], operation);
}

bool same_steps(const Layout& to, const Layout& from) noexcept {
  if (from.ndim() > to.ndim()) return false;
  const std::size_t missing = to.ndim() - from.ndim();
  for (std::size_t d = 0; d < to.ndim(); ++d) {
    if (to.shape[d] == 1) continue;
    const bool broadcast = d < missing || from.shape[d - missing] == 1;
    if (to.strides[d] != (broadcast ? 0 : from.strides[d - missing])) return false;
  }
  return true;
}

bool same_elements(const Array& destination, const Array& source) noexcept {
  const auto ahead = runtime::distance(destination.buffer(), source.buffer());
  return ahead && destination.layout().offset == source.layout().offset + *ahead &&
         destination.itemsize() == source.itemsize() && same_steps(destination.layout(), source.layout());
}

bool may_be_in_place(const Array& destination, const Array& source) {
  return same_elements(destination, source) || !may_overlap(destination, source);
}

bool apart_from(const Array& array, std::initializer_list<const Array*> others) {
  return std::none_of(others.begin(), others.end(),
                      [&](const Array* other) { return other && may_overlap(array, *other); });
}

bool takes_packed(const Array* into, DType dtype, std::initializer_list<const Array*> read) {
  return into && into->dtype() == dtype && into->c_contiguous() && apart_from(*into, read);
}

bool fits_but_for(const runtime::Context& context, const Array& into, const Dims& shape, std::size_t axis) {
  if (&into.context() != &context || !into.writable() || !into.buffer().kernel_writable() ||
      into.shape().size() != shape.size())
    return false;
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (d != axis && into.shape()[d] != shape[d]) return false;
  return true;
}

}  // namespace kiln::array
