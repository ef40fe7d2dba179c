// SPDX-License-Identifier: Apache-2.0
// sort, argsort, topk, sort_by_key and searchsorted. They bring the axis to the end, pack the rows, and take results to
// where they belong.
#include "array/order/sort.hpp"

#include <optional>

#include "array/elementwise/elementwise.hpp"
#include "array/index/index.hpp"
#include "array/launch/destination.hpp"
#include "array/order/search.hpp"
#include "array/order/sort_run.hpp"

namespace kiln::array {

using codegen::SortOrder;

namespace {

void check_sortable(const Array& array, const char* operation) {
  if (base::is_complex(array.dtype()))
    fail(KILN_TYPE_ERROR, "{}: got an array of {}, expected a real dtype", operation, base::dtype_name(array.dtype()));
  check_operand(array.context(), array, operation);
}

std::size_t sorted_axis(const Array& array, std::int64_t axis, const char* operation) {
  if (array.shape().empty())
    fail(KILN_INDEX_ERROR, "{}: got axis {} of a 0-d array, which has none, expected KILN_AXIS_NONE", operation, axis);
  return layout::normalize_axis(axis, array.shape().size(), operation);
}

// The order of axes with `axis` last, and the order that undoes it.
Dims moved_last(std::size_t ndim, std::size_t axis) {
  Dims order;
  for (std::size_t d = 0; d < ndim; ++d)
    if (d != axis) order.push_back(std::int64_t(d));
  order.push_back(std::int64_t(axis));
  return order;
}
Dims moved_back(std::size_t ndim, std::size_t axis) {
  Dims order;
  for (std::size_t d = 0; d + 1 < ndim; ++d) order.push_back(std::int64_t(d));
  order.insert(axis, std::int64_t(ndim) - 1);
  return order;
}

// The array in C order with `axis` last. It is a view if the elements lie so already.
Ref<Array> packed_rows(const Array& array, std::size_t axis, const char* operation) {
  const std::size_t ndim = array.shape().size();
  if (axis + 1 == ndim) return packed(array, operation);
  const auto turned = view(array, layout::transpose(array.layout(), moved_last(ndim, axis), operation), false);
  return turned->c_contiguous() ? turned : copy(*turned, KILN_ORDER_C, operation);
}

// A view of packed rows in which the axis is back at its place.
Ref<Array> in_place_of(Ref<Array> rows, std::size_t axis, const char* operation) {
  const std::size_t ndim = rows->shape().size();
  if (axis + 1 == ndim) return rows;
  const auto turned = view(*rows, layout::transpose(rows->layout(), moved_back(ndim, axis), operation), true);
  return turned;
}

// Finds the first `wanted` elements in order of each row along an axis, or all. `values` and `indices` are as in
// topk().
void first_of_rows(const Array& array, std::optional<std::int64_t> wanted, std::int64_t given_axis, SortOrder order,
                   Ref<Array>* values, Ref<Array>* indices, const char* operation, const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  check_sortable(array, operation);
  if (given_axis == KILN_AXIS_NONE)
    return first_of_rows(*flattened(array, operation), wanted, 0, order, values, indices, operation, traits);
  const std::size_t axis = sorted_axis(array, given_axis, operation);
  const std::int64_t n = array.shape()[axis], k = wanted.value_or(n);
  if (k < 0 || k > n)
    fail(KILN_INVALID_ARGUMENT, "{}: got k {}, expected 0 to {}, the extent of axis {} of shape {}{}", operation, k, n,
         axis, layout::shape_text(array.shape()), n == 0 ? ", which is empty" : "");
  Ref<Array>* const outputs[] = {values, indices};
  const DType dtypes[] = {array.dtype(), KILN_INT64};
  Dims result = array.shape();
  result[axis] = k;
  Array* const into[] = {values ? values->get() : nullptr, indices ? indices->get() : nullptr};
  check_destinations(context, into, {&result, 1}, operation);
  if (k > 0) check_holds(into[1], n - 1, operation);
  if (!values && !indices) return;
  const bool inner = axis + 1 == result.size();
  const Ref<Array> source = packed_rows(array, axis, operation);
  Dims shape = source->shape();
  shape.back() = k;
  Ref<Array> made[2];
  for (int i = 0; i < 2; ++i) {
    if (!outputs[i]) continue;
    const bool direct = inner && takes_packed(into[i], dtypes[i], {source.get()});
    made[i] = target(context, into[i], direct, dtypes[i], shape, operation);
  }
  if (k > 0 && source->size() > 0) {
    const SortRunner runner(context, array.dtype(), order, traits, operation);
    runner.sort(*source, source->size() / n, n, k, made[0].get(), made[1].get());
  }
  // New arrays are made first, since memory for them may run out.
  Ref<Array> results[2];
  for (int i = 0; i < 2; ++i)
    if (outputs[i] && !*outputs[i])
      results[i] = inner ? made[i] : copy(*in_place_of(made[i], axis, operation), KILN_ORDER_C, operation);
  for (int i = 0; i < 2; ++i) {
    if (!outputs[i]) continue;
    if (results[i])
      *outputs[i] = results[i];
    else if (made[i].get() != outputs[i]->get())
      assign(**outputs[i], *in_place_of(made[i], axis, operation), operation);
  }
}

SortOrder order_of(bool descending) { return descending ? SortOrder::descending : SortOrder::ascending; }

}  // namespace

Ref<Array> sort(const Array& array, std::int64_t axis, bool descending, Array* into, const char* operation,
                const codegen::Traits* traits) {
  Ref<Array> values(into);
  first_of_rows(array, {}, axis, order_of(descending), &values, nullptr, operation, traits);
  return values;
}

Ref<Array> argsort(const Array& array, std::int64_t axis, bool descending, Array* into, const char* operation,
                   const codegen::Traits* traits) {
  Ref<Array> indices(into);
  first_of_rows(array, {}, axis, order_of(descending), nullptr, &indices, operation, traits);
  return indices;
}

void topk(const Array& array, std::int64_t k, std::int64_t axis, bool largest, Ref<Array>* values, Ref<Array>* indices,
          const char* operation, const codegen::Traits* traits) {
  const SortOrder order = largest ? SortOrder::descending_nan_first : SortOrder::ascending;
  first_of_rows(array, k, axis, order, values, indices, operation, traits);
}

SortedByKey sort_by_key(const Array& keys, const Array& values, std::int64_t given_axis, bool descending,
                        bool keys_wanted, bool values_wanted, std::span<Array* const> into, const char* operation,
                        const codegen::Traits* traits) {
  runtime::Context& context = keys.context();
  check_sortable(keys, operation);
  check_operand(context, values, operation);
  if (!(values.shape() == keys.shape()))
    fail(KILN_SHAPE_ERROR, "{}: the values have shape {}, expected the keys' {}", operation,
         layout::shape_text(values.shape()), layout::shape_text(keys.shape()));
  if (given_axis == KILN_AXIS_NONE)
    return sort_by_key(*flattened(keys, operation), *flattened(values, operation), 0, descending, keys_wanted,
                       values_wanted, into, operation, traits);
  const std::size_t axis = sorted_axis(keys, given_axis, operation);
  check_destinations(context, into, {&keys.shape(), 1}, operation);
  const bool inner = axis + 1 == keys.shape().size();
  const Ref<Array> source = packed_rows(keys, axis, operation);
  // Memory for result `i` in the order of the packed keys. It is the destination itself if nothing is read there.
  const auto room = [&](int i, DType dtype) {
    Array* const to = into[i];
    const bool direct = inner && takes_packed(to, dtype, {&keys, &values});
    return target(context, to, direct, dtype, source->shape(), operation);
  };
  Ref<Array> made[2], places;
  if (keys_wanted) made[0] = room(0, keys.dtype());
  if (source->size() == 0) {
    if (values_wanted) made[1] = room(1, values.dtype());
  } else if (keys_wanted || values_wanted) {
    const SortRunner runner(context, keys.dtype(), order_of(descending), traits, operation);
    const std::int64_t n = keys.shape()[axis], rows = source->size() / n;
    if (values_wanted && runner.carries(values.itemsize(), rows, n)) {
      made[1] = room(1, values.dtype());
      runner.carry(*source, *packed_rows(values, axis, operation), rows, n, made[0].get(), *made[1]);
    } else {
      if (values_wanted) places = empty(context, KILN_INT64, source->shape(), operation);
      runner.sort(*source, rows, n, n, made[0].get(), places.get());
    }
  }
  if (places)
    made[1] = take_along_axis(values, *in_place_of(places, axis, operation), std::int64_t(axis), nullptr, operation);
  for (int i = 0; i < 2; ++i)
    if (made[i] && !inner && !(i && places)) {
      const Ref<Array> turned = in_place_of(made[i], axis, operation);
      made[i] = into[i] ? turned : copy(*turned, KILN_ORDER_C, operation);
    }
  // This comes last, since a destination may share memory with what was read.
  deliver_each(made, into, operation);
  return {made[0], made[1]};
}

Ref<Array> searchsorted(const Array& sorted, const Array& values, bool right, Array* into, const char* operation,
                        const codegen::Traits* traits) {
  runtime::Context& context = values.context();
  for (const Array* array : {&sorted, &values}) check_sortable(*array, operation);
  check_operand(context, sorted, operation, "the sorted array");
  if (sorted.shape().size() != 1)
    fail(KILN_SHAPE_ERROR, "{}: the sorted array has shape {}, expected one dimension", operation,
         layout::shape_text(sorted.shape()));
  check_destination(context, into, values.shape(), operation);
  check_holds(into, sorted.size(), operation);
  const DType dtype = base::promote(sorted.dtype(), values.dtype());
  check_dtype(context, dtype, operation);
  const auto among = as(sorted, dtype, operation), wanted = packed_as(values, dtype, operation);
  const bool direct = takes_packed(into, KILN_INT64, {among.get(), wanted.get()});
  const auto places = target(context, into, direct, KILN_INT64, values.shape(), operation);
  if (among->size() == 0) {
    fill(*places, Scalar::integer(KILN_INT64, 0), operation);
  } else if (values.size() > 0) {
    search({context, dtype, SortOrder::ascending, traits, operation}, *among, *wanted, right, *places);
  }
  return deliver(places, into, operation);
}

}  // namespace kiln::array
