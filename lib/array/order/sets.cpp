// SPDX-License-Identifier: Apache-2.0
// Membership, and sets made with it: distinct elements that are, or are not, among others.
#include <kiln/sort.h>

#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/parts.hpp"
#include "array/index/index.hpp"
#include "array/launch/destination.hpp"
#include "array/order/search.hpp"
#include "array/order/sort.hpp"
#include "array/order/sort_sets.hpp"

namespace kiln::array {

namespace {

// The dtype to which both promote. Refuses arrays that cannot be used together.
DType common_of(const Array& a, const Array& b, const char* operation) {
  for (const Array* array : {&a, &b}) check_operand(a.context(), *array, operation);
  const DType dtype = base::promote(a.dtype(), b.dtype());
  check_dtype(a.context(), dtype, operation);
  return dtype;
}

// isin() for complex numbers, which have no keys to search by. It finds the distinct elements of both arrays together,
// and marks those that the values have.
Ref<Array> complex_isin(const Array& array, const Array& values, bool invert, const char* operation,
                        const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  const Array* const both[] = {&array, &values};
  const auto joined = concat(both, KILN_AXIS_NONE, nullptr, operation);
  const auto distinct = unique(*joined, false, true, false, {}, operation, traits);
  const auto which = [&](std::int64_t start, std::int64_t count) {
    return Array(distinct.inverse->buffer_ref(), KILN_INT64, part(distinct.inverse->layout(), 0, start, count), false);
  };
  const auto held = full(context, KILN_BOOL, distinct.values->shape(), Scalar::integer(KILN_BOOL, invert), operation);
  put(*held, which(array.size(), values.size()), 0,
      *full(context, KILN_BOOL, Dims{1}, Scalar::integer(KILN_BOOL, !invert), operation), operation);
  const auto flags = take(*held, which(0, array.size()), 0, nullptr, operation);
  return reshape(*flags, array.shape(), KILN_COPY_NEVER, operation);
}

}  // namespace

Ref<Array> isin(const Array& array, const Array& values, bool invert, Array* into, const char* operation,
                const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  const DType dtype = common_of(array, values, operation);
  check_destination(context, into, array.shape(), operation);
  const std::int64_t count = array.size(), n = values.size();
  if (base::is_complex(dtype) && count > 0 && n > 0)
    return deliver(complex_isin(array, values, invert, operation, traits), into, operation);
  const auto wanted = packed_as(array, dtype, operation);
  const bool direct = takes_packed(into, KILN_BOOL, {wanted.get(), &values});
  const auto flags = target(context, into, direct, KILN_BOOL, array.shape(), operation);
  if (n == 0) {
    fill(*flags, Scalar::integer(KILN_BOOL, invert), operation);
  } else if (count > 0) {
    const auto among = packed_as(values, dtype, operation);
    const SortKernels kernels(context, dtype, codegen::SortOrder::ascending, traits, operation);
    if (!among_few(kernels, *among, *wanted, invert, *flags)) {
      const auto sorted = sort(*among, KILN_AXIS_NONE, false, nullptr, operation, traits);
      search_among(kernels, *sorted, *wanted, invert, *flags);
    }
  }
  return deliver(flags, into, operation);
}

Ref<Array> set_of(const Array& a, const Array& b, int op, Array* into, const char* operation,
                  const codegen::Traits* traits) {
  if (op < KILN_SET_UNION || op > KILN_SET_SYMMETRIC_DIFFERENCE)
    fail(KILN_INVALID_ARGUMENT, "{}: got operation number {}, expected a kiln_set_op", operation, op);
  const DType dtype = common_of(a, b, operation);
  runtime::Context& context = a.context();
  const std::int64_t total = a.size() + b.size();
  if (!base::is_complex(dtype) && total > 0) {
    const SortKernels kernels(context, dtype, codegen::SortOrder::ascending, traits, operation);
    const FewDistinct distinct(kernels);
    if (distinct.takes(total)) {
      constexpr unsigned kKept[] = {kOfFirst | kOfBoth | kOfSecond, kOfBoth, kOfFirst, kOfFirst | kOfSecond};
      const auto first = packed_as(a, dtype, operation), second = packed_as(b, dtype, operation);
      Array* const fitting = into && fits_but_for(context, *into, Dims{0}, 0) ? into : nullptr;
      const auto made = distinct.find(*first, second.get(), kKept[op], false, false, false, fitting).values;
      check_destination(context, into, made->shape(), operation);
      return deliver(made, into, operation);
    }
  }
  const auto distinct = [&](const Array& array) {
    return unique(array, false, false, false, {}, operation, traits).values;
  };
  const auto joined = [&](const Array& x, const Array& y) {
    const Array* const both[] = {&x, &y};
    return concat(both, KILN_AXIS_NONE, nullptr, operation);
  };
  // The distinct elements of x that are among those of y, or, if `among` is false, that are not.
  const auto chosen = [&](const Array& x, const Array& y, bool among) {
    const auto from = distinct(*packed_as(x, dtype, operation));
    return compress(*from, *isin(*from, y, !among, nullptr, operation, traits), nullptr, operation);
  };
  Ref<Array> out;
  if (op == KILN_SET_UNION)
    out = distinct(*joined(a, b));
  else if (op == KILN_SET_SYMMETRIC_DIFFERENCE)
    out = total == 0 ? distinct(*joined(a, b))
                     : unrepeated(*joined(*distinct(*packed_as(a, dtype, operation)),
                                          *distinct(*packed_as(b, dtype, operation))),
                                  operation, traits);
  else
    out = chosen(a, b, op == KILN_SET_INTERSECTION);
  check_destination(context, into, out->shape(), operation);
  return deliver(out, into, operation);
}

}  // namespace kiln::array
