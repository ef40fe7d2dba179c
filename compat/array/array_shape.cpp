// SPDX-License-Identifier: Apache-2.0
// gpuarray/array.h: views of other shapes.
#include <gpuarray/array.h>

#include <algorithm>
#include <vector>

#include "compat/array/array_struct.hpp"

using namespace kiln::compat;

namespace {

// a[starts:stops:steps]. A step of 0 takes one element and drops the axis.
void index(GpuArray& a, const ssize_t* starts, const ssize_t* stops, const ssize_t* steps, const char* op) {
  if (a.nd > 0 && (!starts || !stops || !steps)) fail(GA_VALUE_ERROR, "{}: starts, stops or steps is NULL", op);
  const auto nd = unsigned(a.nd - std::count(steps, steps + a.nd, ssize_t(0)));
  Axes axes(nd);
  std::size_t offset = a.offset;
  bool empty = false;
  for (unsigned i = 0, kept = 0; i < a.nd; ++i) {
    const ssize_t start = starts[i], stop = stops[i], step = steps[i], extent = ssize_t(a.dimensions[i]);
    if (start < -1 || start > extent || (step == 0 && (start == -1 || start >= extent)))
      fail(GA_VALUE_ERROR, "{}: start {} of dimension {}, expected an index of {} elements", op, start, i, extent);
    if (step == 0) {
      offset += std::size_t(start) * std::size_t(a.strides[i]);
      continue;
    }
    // A slice that runs the wrong way has no elements if it is shorter than a step, and is refused otherwise.
    if (stop < -1 || stop > extent || (stop - start) / step < 0)
      fail(GA_VALUE_ERROR, "{}: slice {}:{}:{} of dimension {}, which has {} elements", op, start, stop, step, i,
           extent);
    // |step| as an unsigned number, since the most negative number has no opposite.
    const std::size_t pace = step > 0 ? std::size_t(step) : std::size_t(0) - std::size_t(step);
    const auto reach = std::size_t(std::max(step > 0 ? stop - start : start - stop, ssize_t(0)));
    axes.dims[kept] = reach / pace + (reach % pace != 0);
    if (axes.dims[kept] != 0 && (start < 0 || start >= extent))
      fail(GA_VALUE_ERROR, "{}: slice {}:{}:{} of dimension {} begins outside its {} elements", op, start, stop, step,
           i, extent);
    // With one element the stride is not used, so a step that is too large for it does no harm.
    if (__builtin_mul_overflow(step, a.strides[i], &axes.strides[kept])) axes.strides[kept] = a.strides[i];
    empty |= axes.dims[kept] == 0;
    if (axes.dims[kept] != 0) offset += std::size_t(start) * std::size_t(a.strides[i]);
    ++kept;
  }
  // The offset of an array without elements has no meaning. This one always lies inside the buffer.
  a.offset = empty ? a.offset : offset;
  replace_axes(a, nd, std::move(axes));
}

struct Axis {
  std::size_t extent;
  ssize_t stride;
};

// Computes the strides of a view that has the dimensions in `made`; `old` and `made` have the innermost axis
// first. Returns false if only a copy can have these dimensions. Neither list has axes of extent 1 or 0, and
// both have the same product of extents.
bool regroup(const std::vector<Axis>& old, std::vector<Axis>& made) {
  std::size_t from = 0, to = 0;
  while (to < made.size()) {
    // Finds the shortest series of old axes and of new ones with the same number of elements.
    std::size_t old_size = old[from].extent, new_size = made[to].extent;
    const std::size_t old_begin = from++, new_begin = to++;
    while (old_size != new_size) {
      if (old_size < new_size)
        old_size *= old[from++].extent;
      else
        new_size *= made[to++].extent;
    }
    for (std::size_t i = old_begin + 1; i < from; ++i)
      if (old[i].stride != ssize_t(old[i - 1].extent) * old[i - 1].stride) return false;
    made[new_begin].stride = old[old_begin].stride;
    for (std::size_t i = new_begin + 1; i < to; ++i) made[i].stride = ssize_t(made[i - 1].extent) * made[i - 1].stride;
  }
  return true;
}

// Gives the array other dimensions. Returns false if that takes a copy. GA_INVALID_ERROR: the number of
// elements differs. GA_XLARGE_ERROR: it does not fit size_t.
bool reshape(GpuArray& a, unsigned nd, const std::size_t* dims, ga_order order, const char* op) {
  if (nd > 0) require(dims, op, "newdims");
  if (order < GA_ANY_ORDER || order > GA_F_ORDER) fail(GA_VALUE_ERROR, "{}: unknown order, got {}", op, int(order));
  if (order == GA_ANY_ORDER) order = GpuArray_ISFORTRAN(&a) && a.nd > 1 ? GA_F_ORDER : GA_C_ORDER;
  std::size_t size = 1;
  bool fits = true;
  for (unsigned i = 0; i < nd; ++i)
    if (dims[i] != 0) fits &= !__builtin_mul_overflow(size, dims[i], &size);
  if (std::find(dims, dims + nd, std::size_t(0)) != dims + nd) size = 0;
  if (!fits) fail(GA_XLARGE_ERROR, "{}: more elements than an address can count", op);
  if (size != element_count(a))
    fail(GA_INVALID_ERROR, "{}: the new dimensions are for another number of elements than {}", op, element_count(a));

  const std::size_t itemsize = element_size(a.typecode, op);
  Axes axes(nd);
  std::copy_n(dims, nd, axes.dims.get());
  contiguous_strides(nd, dims, itemsize, order, axes.strides.get());
  const int wanted = order == GA_C_ORDER ? GA_C_CONTIGUOUS : GA_F_CONTIGUOUS;
  if (size != 0 && !GpuArray_CHKFLAGS(&a, wanted)) {
    // The innermost axis comes first. It is the last axis in C order and the first one in F order.
    const auto place = [&](unsigned k, unsigned count) { return order == GA_C_ORDER ? count - 1 - k : k; };
    std::vector<Axis> old, made;
    for (unsigned k = 0; k < a.nd; ++k)
      if (const unsigned i = place(k, a.nd); a.dimensions[i] != 1) old.push_back({a.dimensions[i], a.strides[i]});
    for (unsigned k = 0; k < nd; ++k)
      if (const unsigned i = place(k, nd); dims[i] != 1) made.push_back({dims[i], 0});
    if (!regroup(old, made)) return false;
    ssize_t step = ssize_t(itemsize);
    for (unsigned k = 0, next = 0; k < nd; ++k) {
      const unsigned i = place(k, nd);
      if (dims[i] != 1) {
        axes.strides[i] = made[next].stride;
        step = made[next].stride * ssize_t(made[next].extent);
        ++next;
      } else {
        axes.strides[i] = step;
      }
    }
  }
  replace_axes(a, nd, std::move(axes));
  return true;
}

void transpose(GpuArray& a, const unsigned* axes, const char* op) {
  Axes made(a.nd);
  std::vector<bool> seen(a.nd);
  for (unsigned i = 0; i < a.nd; ++i) {
    const unsigned from = axes ? axes[i] : a.nd - 1 - i;
    if (from >= a.nd || seen[from])
      fail(GA_VALUE_ERROR, "{}: axis {} is {}, expected each of {} axes once", op, i, from, a.nd);
    seen[from] = true;
    made.dims[i] = a.dimensions[from];
    made.strides[i] = a.strides[from];
  }
  replace_axes(a, a.nd, std::move(made));
}

// Gives *result a view of `a` after `change` has changed it.
template <class Change>
int changed_view(GpuArray* result, const GpuArray* a, const char* op, Change&& change) {
  return guard(context_of(a), [&] {
    require(result, op, "the result");
    require_array(a, op, "a");
    LocalArray made;
    make_view(made.get(), *a);
    change(made);
    made.move_to(result);
  });
}

}  // namespace

extern "C" {

int GpuArray_index(GpuArray* r, const GpuArray* a, const ssize_t* starts, const ssize_t* stops, const ssize_t* steps) {
  const char* op = __func__;
  return changed_view(r, a, op, [&](LocalArray& made) { index(*made, starts, stops, steps, op); });
}

int GpuArray_index_inplace(GpuArray* a, const ssize_t* starts, const ssize_t* stops, const ssize_t* steps) {
  const char* op = __func__;
  return guard(context_of(a), [&] {
    require_array(a, op, "a");
    index(*a, starts, stops, steps, op);
  });
}

int GpuArray_reshape(GpuArray* res, const GpuArray* a, unsigned int nd, const size_t* newdims, ga_order ord,
                     int nocopy) {
  const char* op = __func__;
  return changed_view(res, a, op, [&](LocalArray& made) {
    if (reshape(*made, nd, newdims, ord, op)) return;
    if (nocopy) fail(GA_COPY_ERROR, "{}: the strides cannot be kept and copying was not allowed", op);
    // GA_ANY_ORDER means F order only for an array in F order, which needs no copy. So here it means C order.
    const ga_order order = ord == GA_F_ORDER ? GA_F_ORDER : GA_C_ORDER;
    LocalArray copy;
    make_empty(copy.get(), a->data->context, a->typecode, a->nd, a->dimensions, order, op);
    assign(*copy, *a, op);
    if (!reshape(*copy, nd, newdims, order, op)) fail(GA_COPY_ERROR, "{}: a contiguous copy did not do", op);
    std::swap(*made, *copy);
  });
}

int GpuArray_reshape_inplace(GpuArray* a, unsigned int nd, const size_t* newdims, ga_order ord) {
  const char* op = __func__;
  return guard(context_of(a), [&] {
    require_array(a, op, "a");
    if (!reshape(*a, nd, newdims, ord, op)) fail(GA_COPY_ERROR, "{}: the strides cannot be kept", op);
  });
}

int GpuArray_transpose(GpuArray* res, const GpuArray* a, const unsigned int* new_axes) {
  const char* op = __func__;
  return changed_view(res, a, op, [&](LocalArray& made) { transpose(*made, new_axes, op); });
}

int GpuArray_transpose_inplace(GpuArray* a, const unsigned int* new_axes) {
  const char* op = __func__;
  return guard(context_of(a), [&] {
    require_array(a, op, "a");
    transpose(*a, new_axes, op);
  });
}

int GpuArray_split(GpuArray** rs, const GpuArray* a, size_t n, size_t* p, unsigned int axis) {
  const char* op = __func__;
  return guard(context_of(a), [&] {
    require(rs, op, "rs");
    require_array(a, op, "a");
    if (n > 0) require(p, op, "p");
    if (axis >= a->nd) fail(GA_VALUE_ERROR, "{}: axis {} of an array with {} dimensions", op, axis, a->nd);
    for (std::size_t i = 0; i <= n; ++i) require(rs[i], op, "one of rs");
    std::vector<ssize_t> starts(a->nd, 0), steps(a->nd, 1);
    std::vector<ssize_t> stops(a->dimensions, a->dimensions + a->nd);
    std::vector<LocalArray> made(n + 1);
    for (std::size_t i = 0; i <= n; ++i) {
      // Replaces a point that is too large for index() by one that index() refuses.
      const auto point = [](std::size_t at) { return at > SSIZE_MAX ? ssize_t(SSIZE_MAX) : ssize_t(at); };
      starts[axis] = i > 0 ? point(p[i - 1]) : 0;
      stops[axis] = i < n ? point(p[i]) : ssize_t(a->dimensions[axis]);
      make_view(made[i].get(), *a);
      index(*made[i], starts.data(), stops.data(), steps.data(), op);
    }
    for (std::size_t i = 0; i <= n; ++i) made[i].move_to(rs[i]);
  });
}

}  // extern "C"
