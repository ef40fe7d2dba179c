// SPDX-License-Identifier: Apache-2.0
// Checks of the BLAS entries; their results come from product.cpp and from elementwise computations.
#include "array/product/blas.hpp"

#include "array/builtins.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/launch/destination.hpp"
#include "array/product/product.hpp"
#include "base/numbered.hpp"
#include "base/text.hpp"
#include "runtime/context/recording.hpp"

namespace kiln::array {

namespace {

struct Named {
  const char* name;
  const Array* array;
};

// Refuses arrays that are not of one context and one dtype, or whose dtype BLAS does not have.
void check_operands(std::initializer_list<Named> arrays, const char* op) {
  const Named& first = *arrays.begin();
  const DType dtype = first.array->dtype();
  if (!base::is_float(dtype) && !base::is_complex(dtype))
    fail(KILN_TYPE_ERROR, "{}: {} is {}, expected a floating-point or complex dtype", op, first.name,
         base::dtype_name(dtype));
  for (const Named& other : arrays) {
    if (&other.array->context() != &first.array->context())
      refuse_context(fmt::format("{}: {} is", op, other.name), other.array->context(),
                     fmt::format("{}'s context", first.name), first.array->context());
    if (other.array->dtype() != dtype)
      fail(KILN_TYPE_ERROR, "{}: {} is {}, expected {} as {} is", op, other.name,
           base::dtype_name(other.array->dtype()), base::dtype_name(dtype), first.name);
  }
}

void check_ndim(const Named& a, std::size_t ndim, const char* op) {
  if (a.array->shape().size() != ndim)
    fail(KILN_SHAPE_ERROR, "{}: {} has shape {}, expected {}", op, a.name, layout::shape_text(a.array->shape()),
         base::plural(ndim, "dimension"));
}

void check_shape(const Named& a, const Dims& shape, const char* op) {
  if (a.array->shape() != shape)
    fail(KILN_SHAPE_ERROR, "{}: {} has shape {}, expected {}", op, a.name, layout::shape_text(a.array->shape()),
         layout::shape_text(shape));
}

Scalar scale_of(const kiln_scale& given, DType dtype, const char* name, const char* op) {
  if (!base::is_complex(dtype) && given.im != 0)
    fail(KILN_INVALID_ARGUMENT, "{}: {} has the imaginary part {}, expected 0 for {}", op, name, given.im,
         base::dtype_name(dtype));
  return Scalar::complex(KILN_COMPLEX128, {given.re, given.im});
}

// The factor op(A), where A are the last two axes of the array.
Factor factor(const Array& array, int transpose, const char* name, const char* op) {
  if (transpose < KILN_NO_TRANSPOSE || transpose > KILN_CONJUGATE_TRANSPOSE)
    fail(KILN_INVALID_ARGUMENT, "{}: {} is {}, expected a kiln_transpose", op, name, transpose);
  Factor out{&array, array.layout(), transpose == KILN_CONJUGATE_TRANSPOSE};
  if (transpose != KILN_NO_TRANSPOSE) {
    const std::size_t last = out.layout.ndim() - 1;
    std::swap(out.layout.shape[last], out.layout.shape[last - 1]);
    std::swap(out.layout.strides[last], out.layout.strides[last - 1]);
  }
  return out;
}

// A vector as a matrix of one column (axis 1) or one row (axis 0).
Layout as_matrix(Layout vector, std::size_t axis) {
  vector.insert_axis(axis);
  return vector;
}

}  // namespace

Ref<Array> dot(const Array& x, const Array& y, bool conjugate, Array* into, const char* op) {
  check_operands({{"x", &x}, {"y", &y}}, op);
  check_ndim({"x", &x}, 1, op);
  check_shape({"y", &y}, x.shape(), op);
  if (!into || into->dtype() == x.dtype() || base::compute_dtype(x.dtype()) == x.dtype())
    return sum_of_products(x, conjugate, y, false, into, int(x.dtype()), op);
  // The result is rounded to float16 or bfloat16 before it is converted to the destination's dtype.
  check_shape({"the destination", into}, {}, op);
  check_writable(*into, op);
  assign(*into, *sum_of_products(x, conjugate, y, false, nullptr, int(x.dtype()), op), op);
  return Ref<Array>(into);
}

void gemv(int transpose, kiln_scale alpha, const Array& a, const Array& x, kiln_scale beta, Array& y, const char* op,
          bool only_check) {
  check_operands({{"a", &a}, {"x", &x}, {"y", &y}}, op);
  check_ndim({"a", &a}, 2, op);
  const Factor left = factor(a, transpose, "transpose", op);
  check_shape({"x", &x}, {left.layout.shape[1]}, op);
  check_shape({"y", &y}, {left.layout.shape[0]}, op);
  const Scalar scale_a = scale_of(alpha, a.dtype(), "alpha", op), scale_y = scale_of(beta, a.dtype(), "beta", op);
  check_writable(y, op);
  if (only_check) return;
  product(left, {&x, as_matrix(x.layout(), 1)}, y, as_matrix(y.layout(), 1), scale_a, scale_y, op);
}

void ger(bool conjugate, kiln_scale alpha, const Array& x, const Array& y, Array& a, const char* op, bool only_check) {
  check_operands({{"x", &x}, {"y", &y}, {"a", &a}}, op);
  check_ndim({"x", &x}, 1, op);
  check_ndim({"y", &y}, 1, op);
  check_shape({"a", &a}, {x.shape()[0], y.shape()[0]}, op);
  const Scalar scale = scale_of(alpha, a.dtype(), "alpha", op);
  check_writable(a, op);
  if (only_check || a.size() == 0 || (alpha.re == 0 && alpha.im == 0)) return;
  // These views serve this call alone, so they lie on the stack.
  Array column(x.buffer_ref(), x.dtype(), as_matrix(x.layout(), 1), false),
      row(y.buffer_ref(), y.dtype(), as_matrix(y.layout(), 0), false);
  Builtins& own = builtins(a.context());
  (conjugate && base::is_complex(a.dtype()) ? own.rank_one_conjugate : own.rank_one)
      ->call({a, scale.cast(base::compute_dtype(a.dtype())), column, row}, op);
}

void gemm(int transpose_a, int transpose_b, kiln_scale alpha, const Array& a, const Array& b, kiln_scale beta, Array& c,
          const char* op, bool only_check) {
  check_operands({{"a", &a}, {"b", &b}, {"c", &c}}, op);
  for (const Named& each : {Named{"a", &a}, Named{"b", &b}, Named{"c", &c}})
    if (each.array->shape().size() < 2)
      fail(KILN_SHAPE_ERROR, "{}: {} has shape {}, expected at least 2 dimensions", op, each.name,
           layout::shape_text(each.array->shape()));
  const Factor left = factor(a, transpose_a, "transpose_a", op), right = factor(b, transpose_b, "transpose_b", op);
  const Scalar scale_ab = scale_of(alpha, a.dtype(), "alpha", op), scale_c = scale_of(beta, a.dtype(), "beta", op);
  const auto rows = [](const Layout& l) { return l.shape[l.ndim() - 2]; };
  const auto columns = [](const Layout& l) { return l.shape[l.ndim() - 1]; };
  if (columns(left.layout) != rows(right.layout))
    fail(KILN_SHAPE_ERROR, "{}: op(a) has {} and op(b) {}, expected as many (shapes {} and {})", op,
         base::plural(columns(left.layout), "column"), base::plural(rows(right.layout), "row"),
         layout::shape_text(a.shape()), layout::shape_text(b.shape()));
  if (rows(c.layout()) != rows(left.layout) || columns(c.layout()) != columns(right.layout))
    fail(KILN_SHAPE_ERROR, "{}: c has shape {}, expected {} and {}", op, layout::shape_text(c.shape()),
         base::plural(rows(left.layout), "row"), base::plural(columns(right.layout), "column"));
  check_writable(c, op);
  // Refuses what does not broadcast.
  const auto spread = [&](const Layout& l) {
    Dims shape = c.shape();
    shape[shape.size() - 2] = rows(l);
    shape.back() = columns(l);
    layout::broadcast_to(l, shape, op);
  };
  spread(left.layout);
  spread(right.layout);
  if (only_check) return;
  product(left, right, c, c.layout(), scale_ab, scale_c, op);
}

namespace {

// Calls update(i, only_check) for each of the results, one after the other: first for all with only_check, so that
// nothing is queued unless all can be.
template <class Update>
void each_of_list(std::span<Array* const> results, const char* op, Update update) {
  const auto each = [&](bool only_check) {
    for (std::size_t i = 0; i < results.size(); ++i)
      base::numbered(op, "triple {}", i, [&] {
        update(i, only_check);
        if (&results[i]->context() != &results[0]->context())
          refuse_context(fmt::format("{}: arrays", op), results[i]->context(), "triple 0's context",
                         results[0]->context());
      });
  };
  each(true);
  runtime::Context& context = results[0]->context();
  if (results.size() == 1 || context.capturing()) return each(false);
  // The work is recorded before it runs: if memory runs out or a kernel does not build, nothing has been written.
  Ref<runtime::Recording> recording;
  {
    runtime::Recording::Capture capture(context, op);
    capture.effects();
    each(false);
    recording = capture.finish({}, op, false);
  }
  recording->replay({}, 1, op);
}

}  // namespace

void gemv_list(int transpose, kiln_scale alpha, std::span<const Array* const> a, std::span<const Array* const> x,
               kiln_scale beta, std::span<Array* const> y, const char* op) {
  each_of_list(y, op, [&](std::size_t i, bool only_check) {
    gemv(transpose, alpha, *a[i], *x[i], beta, *y[i], op, only_check);
  });
}

void ger_list(bool conjugate, kiln_scale alpha, std::span<const Array* const> x, std::span<const Array* const> y,
              std::span<Array* const> a, const char* op) {
  each_of_list(a, op,
               [&](std::size_t i, bool only_check) { ger(conjugate, alpha, *x[i], *y[i], *a[i], op, only_check); });
}

void gemm_list(int transpose_a, int transpose_b, kiln_scale alpha, std::span<const Array* const> a,
               std::span<const Array* const> b, kiln_scale beta, std::span<Array* const> c, const char* op) {
  each_of_list(c, op, [&](std::size_t i, bool only_check) {
    gemm(transpose_a, transpose_b, alpha, *a[i], *b[i], beta, *c[i], op, only_check);
  });
}

}  // namespace kiln::array
