// SPDX-License-Identifier: Apache-2.0
// Products of vectors and matrices (kiln/blas.h).
//
//   kiln::GpuArray c = kiln::matmul(a, b);
//   kiln::gemm(1.0, a, b, 0.5, c);   // c = a b + c / 2
//
// If `out` is not empty, it receives the result and is returned.
#ifndef KILN_CXX_BLAS_HPP
#define KILN_CXX_BLAS_HPP

#include <kiln/cxx/array.hpp>

#include <complex>
#include <vector>

namespace kiln {

namespace detail {

template <class Call>
GpuArray product(const GpuArray& out, Call&& call) {
  if (out.valid()) {
    check(call(out.get(), nullptr));
    return out;
  }
  kiln_array made = nullptr;
  check(call(nullptr, &made));
  return GpuArray::adopt(made);
}

inline kiln_scale scale(std::complex<double> value) noexcept { return {value.real(), value.imag()}; }

}  // namespace detail

inline GpuArray matmul(const GpuArray& a, const GpuArray& b, const GpuArray& out = {}) {
  return detail::product(out, [&](kiln_array to, kiln_array* made) {
    return kiln_array_matmul(detail::need(a), detail::need(b), to, made);
  });
}
inline GpuArray outer(const GpuArray& a, const GpuArray& b, const GpuArray& out = {}) {
  return detail::product(out, [&](kiln_array to, kiln_array* made) {
    return kiln_array_outer(detail::need(a), detail::need(b), to, made);
  });
}
// The sums of conj(a[i]) * b[i] along an axis; the other axes broadcast.
inline GpuArray vecdot(const GpuArray& a, const GpuArray& b, std::int64_t axis = -1, const GpuArray& out = {}) {
  return detail::product(out, [&](kiln_array to, kiln_array* made) {
    return kiln_array_vecdot(detail::need(a), detail::need(b), axis, to, made);
  });
}
// The vector products of vectors of three elements along an axis; the other axes broadcast.
inline GpuArray cross(const GpuArray& a, const GpuArray& b, std::int64_t axis = -1, const GpuArray& out = {}) {
  return detail::product(out, [&](kiln_array to, kiln_array* made) {
    return kiln_array_cross(detail::need(a), detail::need(b), axis, to, made);
  });
}
// The sums along a diagonal of the last two axes.
inline GpuArray trace(const GpuArray& array, std::int64_t offset = 0, kiln_dtype dtype = KILN_DTYPE_AUTO,
                      const GpuArray& out = {}) {
  return detail::product(out, [&](kiln_array to, kiln_array* made) {
    return kiln_array_trace(detail::need(array), offset, dtype, to, made);
  });
}
// The matrix power: the product of `count` factors a, the identity for 0. Matrices are the last two axes.
inline GpuArray matrix_power(const GpuArray& a, std::int64_t count) {
  const Shape shape = a.shape();
  if (shape.size() < 2 || shape.back() != shape[shape.size() - 2])
    throw Error(KILN_SHAPE_ERROR, "matrix_power: expected square matrices, got " +
                                      detail::plural(shape.size(), "dimension", "dimensions") +
                                      (shape.size() < 2 ? std::string()
                                                        : ", the last two " + std::to_string(shape[shape.size() - 2]) +
                                                              " and " + std::to_string(shape.back())));
  if (count < 0)
    throw Error(KILN_UNSUPPORTED,
                "matrix_power: got " + std::to_string(count) + ", expected at least 0: matrices are not inverted");
  if (count == 0) {
    const GpuArray ones = GpuArray::zeros(a.context(), shape, a.dtype());
    ones.diagonal(0, -2, -1).fill(1);
    return ones;
  }
  GpuArray result, power = a;
  for (; count > 0; count /= 2) {
    if (count % 2) result = result.valid() ? matmul(result, power) : power;
    if (count > 1) power = matmul(power, power);
  }
  return result.get() == a.get() ? a.copy() : result;
}
// The sums of products over pairs of axes, axes_a[i] of a with axes_b[i] of b.
inline GpuArray tensordot(const GpuArray& a, const GpuArray& b, const std::vector<std::int64_t>& axes_a,
                          const std::vector<std::int64_t>& axes_b, const GpuArray& out = {}) {
  if (axes_a.size() != axes_b.size())
    throw Error(KILN_INVALID_ARGUMENT, "tensordot: " + detail::plural(axes_a.size(), "axis", "axes") + " of a and " +
                                           std::to_string(axes_b.size()) + " of b, expected as many");
  return detail::product(out, [&](kiln_array to, kiln_array* made) {
    return kiln_array_tensordot(detail::need(a), detail::need(b), axes_a.size(), axes_a.data(), axes_b.data(), to,
                                made);
  });
}
// The sums of products over the last `axes` axes of a with the first ones of b. It is a template so that {0}
// is a list of axes for the function above.
template <class T, std::enable_if_t<std::is_same_v<T, int>, int> = 0>
GpuArray tensordot(const GpuArray& a, const GpuArray& b, T axes, const GpuArray& out = {}) {
  if (axes < 0)
    throw Error(KILN_INVALID_ARGUMENT, "tensordot: got " + std::to_string(axes) + " axes, expected at least 0");
  std::vector<std::int64_t> axes_a, axes_b;
  for (int i = 0; i < axes; ++i) {
    axes_a.push_back(i - axes);
    axes_b.push_back(i);
  }
  return tensordot(a, b, axes_a, axes_b, out);
}

inline GpuArray tensordot(const GpuArray& a, const GpuArray& b) { return tensordot(a, b, 2); }

// The sum of x[i] * y[i], 0-d; vdot sums conj(x[i]) * y[i].
inline GpuArray dot(const GpuArray& x, const GpuArray& y, const GpuArray& out = {}) {
  return detail::product(out, [&](kiln_array to, kiln_array* made) {
    return kiln_blas_dot(detail::need(x), detail::need(y), 0, to, made);
  });
}
inline GpuArray vdot(const GpuArray& x, const GpuArray& y, const GpuArray& out = {}) {
  return detail::product(out, [&](kiln_array to, kiln_array* made) {
    return kiln_blas_dot(detail::need(x), detail::need(y), 1, to, made);
  });
}
// y = alpha * op(A) x + beta * y
inline void gemv(std::complex<double> alpha, const GpuArray& a, const GpuArray& x, std::complex<double> beta, Written y,
                 kiln_transpose transpose = KILN_NO_TRANSPOSE) {
  detail::check(kiln_blas_gemv(transpose, detail::scale(alpha), detail::need(a), detail::need(x), detail::scale(beta),
                               detail::need(y)));
}
// A = alpha * x y^T + A; gerc conjugates y.
inline void ger(std::complex<double> alpha, const GpuArray& x, const GpuArray& y, Written a) {
  detail::check(kiln_blas_ger(0, detail::scale(alpha), detail::need(x), detail::need(y), detail::need(a)));
}
inline void gerc(std::complex<double> alpha, const GpuArray& x, const GpuArray& y, Written a) {
  detail::check(kiln_blas_ger(1, detail::scale(alpha), detail::need(x), detail::need(y), detail::need(a)));
}
// C = alpha * op(A) op(B) + beta * C. Leading axes are a batch of matrices.
inline void gemm(std::complex<double> alpha, const GpuArray& a, const GpuArray& b, std::complex<double> beta, Written c,
                 kiln_transpose transpose_a = KILN_NO_TRANSPOSE, kiln_transpose transpose_b = KILN_NO_TRANSPOSE) {
  detail::check(kiln_blas_gemm(transpose_a, transpose_b, detail::scale(alpha), detail::need(a), detail::need(b),
                               detail::scale(beta), detail::need(c)));
}

namespace detail {
// Three lists of arrays, all of one length, as lists of handles.
struct Triples {
  std::vector<kiln_array> handles[3];
  Triples(const char* operation, const std::vector<GpuArray>& first, const std::vector<GpuArray>& second,
          const std::vector<GpuArray>& third) {
    if (first.size() != second.size() || first.size() != third.size())
      throw Error(KILN_INVALID_ARGUMENT, std::string(operation) + ": lists of " + std::to_string(first.size()) + ", " +
                                             std::to_string(second.size()) + " and " + std::to_string(third.size()) +
                                             " arrays, expected as many");
    const std::vector<GpuArray>* const lists[] = {&first, &second, &third};
    for (int i = 0; i < 3; ++i)
      for (const GpuArray& array : *lists[i]) handles[i].push_back(detail::need(array, handles[i].size()));
  }
  std::size_t size() const { return handles[0].size(); }
  const kiln_array* operator[](int i) const { return handles[i].data(); }
};
}  // namespace detail

// The same for a[i], b[i], c[i] of lists of one length.
inline void gemm(std::complex<double> alpha, const std::vector<GpuArray>& a, const std::vector<GpuArray>& b,
                 std::complex<double> beta, const std::vector<GpuArray>& c,
                 kiln_transpose transpose_a = KILN_NO_TRANSPOSE, kiln_transpose transpose_b = KILN_NO_TRANSPOSE) {
  const detail::Triples lists("gemm", a, b, c);
  detail::check(kiln_blas_gemm_list(transpose_a, transpose_b, detail::scale(alpha), lists.size(), lists[0], lists[1],
                                    detail::scale(beta), lists[2]));
}
inline void gemv(std::complex<double> alpha, const std::vector<GpuArray>& a, const std::vector<GpuArray>& x,
                 std::complex<double> beta, const std::vector<GpuArray>& y,
                 kiln_transpose transpose = KILN_NO_TRANSPOSE) {
  const detail::Triples lists("gemv", a, x, y);
  detail::check(kiln_blas_gemv_list(transpose, detail::scale(alpha), lists.size(), lists[0], lists[1],
                                    detail::scale(beta), lists[2]));
}
inline void ger(std::complex<double> alpha, const std::vector<GpuArray>& x, const std::vector<GpuArray>& y,
                const std::vector<GpuArray>& a) {
  const detail::Triples lists("ger", x, y, a);
  detail::check(kiln_blas_ger_list(0, detail::scale(alpha), lists.size(), lists[0], lists[1], lists[2]));
}
inline void gerc(std::complex<double> alpha, const std::vector<GpuArray>& x, const std::vector<GpuArray>& y,
                 const std::vector<GpuArray>& a) {
  const detail::Triples lists("gerc", x, y, a);
  detail::check(kiln_blas_ger_list(1, detail::scale(alpha), lists.size(), lists[0], lists[1], lists[2]));
}

}  // namespace kiln

#endif
