// SPDX-License-Identifier: Apache-2.0
// Matrices for the tests of products, and products by plain loops on the host.
#pragma once

#include <kiln/blas.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>

#include "array/array.hpp"
#include "array/product/product.hpp"
#include "catch.hpp"
#include "devices.hpp"
#include "plain_build.hpp"

namespace kiln::test {

using array::Array;
using array::Dims;
using base::DType;
using base::Ref;
using base::Scalar;
using layout::Layout;

using Complex = std::complex<double>;
using Wide = std::complex<long double>;
using Complexes = std::vector<Complex>;

class Forced {
 public:
  explicit Forced(array::GemmWay way) : plain_(of_groups(way)) { array::force_gemm(way); }
  ~Forced() { array::force_gemm(array::GemmWay::automatic); }

 private:
  static bool of_groups(array::GemmWay way) {
    using enum array::GemmWay;
    return (way >= large_tiles && way <= split_tiles) || way == small_items || way == thin_groups;
  }
  const PlainBuild plain_;
};

// Multiples of 1/64, so that every dtype holds them.
inline Complexes some_complexes(DType dtype, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto number = [&]() -> double {
    const auto bits = random() >> 20;
    if (base::is_bool(dtype)) return double(bits % 7 == 0);
    if (base::is_unsigned(dtype)) return double(bits % 100);
    if (base::is_integer(dtype)) return double(bits % 200) - 100;
    return (double(bits % 255) - 127) / 64;
  };
  Complexes out(count);
  for (Complex& value : out) value = {number(), base::is_complex(dtype) ? number() : 0.0};
  return out;
}

inline Scalar scalar_of(DType dtype, Complex value) { return Scalar::complex(KILN_COMPLEX128, value).cast(dtype); }

inline Ref<Array> upload_complexes(runtime::Context& context, DType dtype, const Dims& shape, const Complexes& values) {
  std::vector<std::byte> bytes(values.size() * base::dtype_size(dtype));
  for (std::size_t i = 0; i < values.size(); ++i)
    scalar_of(dtype, values[i]).store(bytes.data() + i * base::dtype_size(dtype));
  return array::from_host(context, dtype, shape, nullptr, dtype, bytes.data());
}

// Elements in C order, gathered on the host: a copy on the device would be a kernel for each layout.
inline Complexes gathered(const Array& array) {
  const auto itemsize = std::int64_t(array.itemsize());
  const Layout all{{std::int64_t(array.buffer().size()) / itemsize}, {itemsize}, 0};
  const auto whole = array::view(array, all, false);
  std::vector<std::byte> bytes(whole->bytes());
  array::read(*whole, bytes.data(), nullptr, "test");
  Complexes out;
  const Dims &shape = array.shape(), &strides = array.strides();
  Dims at(shape.size(), 0);
  for (std::int64_t i = 0; i < array.size(); ++i) {
    std::int64_t place = array.layout().offset;
    for (std::size_t d = 0; d < shape.size(); ++d) place += at[d] * strides[d];
    const auto value = Scalar::load(array.dtype(), bytes.data() + place).cast(KILN_COMPLEX128);
    out.emplace_back(value.re, value.im);
    for (std::size_t d = shape.size(); d-- > 0 && ++at[d] == shape[d];) at[d] = 0;
  }
  return out;
}

// A view of that shape into a larger array, with axes in a random order, steps and signs.
inline Ref<Array> random_view(runtime::Context& context, DType dtype, const Dims& shape, std::mt19937_64& random) {
  const std::size_t ndim = shape.size();
  std::vector<std::size_t> order(ndim);
  for (std::size_t d = 0; d < ndim; ++d) order[d] = d;
  std::shuffle(order.begin(), order.end(), random);
  Dims whole;
  std::vector<layout::Index> indices;
  for (std::size_t d = 0; d < ndim; ++d) {
    const std::int64_t extent = shape[order[d]], step = std::int64_t(random() % 3), pad = random() % 2;
    whole.push_back(extent * (step == 2 ? 2 : 1) + pad);
    layout::Index index;
    index.step = step == 2 ? 2 : step == 1 ? -1 : 1;
    index.start = step == 1 ? extent - 1 : 0;
    index.stop = step == 1 ? INT64_MIN : extent * (step == 2 ? 2 : 1);
    indices.push_back(index);
  }
  std::size_t count = 1;
  for (auto extent : whole) count *= std::size_t(extent);
  const auto base_array = upload_complexes(context, dtype, whole, some_complexes(dtype, count, random()));
  const auto part = layout::index(base_array->layout(), indices, "test");
  Dims back;
  for (std::size_t d = 0; d < ndim; ++d)
    back.push_back(std::int64_t(std::find(order.begin(), order.end(), d) - order.begin()));
  return array::view(*base_array, layout::transpose(part, back, "test"), true);
}

inline double step_of(DType dtype) {
  switch (base::real_dtype(dtype)) {
    case KILN_FLOAT16:
      return 0x1p-10;
    case KILN_BFLOAT16:
      return 0x1p-7;
    case KILN_FLOAT32:
      return 0x1p-23;
    default:
      return 0x1p-52;
  }
}

// Place of element (..., i, j) of an array whose leading axes broadcast to `batch`.
inline std::size_t at(const Dims& shape, const Dims& batch, std::int64_t b, std::int64_t i, std::int64_t j) {
  std::int64_t place = 0, stride = shape[shape.size() - 1] * shape[shape.size() - 2];
  for (std::size_t d = batch.size(); d-- > 0;) {
    const std::int64_t here = b % batch[d];
    b /= batch[d];
    const std::size_t behind = batch.size() - d;
    if (behind + 2 > shape.size()) continue;
    const std::int64_t extent = shape[shape.size() - 2 - behind];
    if (extent != 1) place += here * stride;
    stride *= extent;
  }
  return std::size_t(place + i * shape[shape.size() - 1] + j);
}

// The vectors along k of a factor, one behind the other: loops over them are most of what these tests take.
struct Vectors {
  std::vector<long double> re, im;
  std::vector<double> size;
  void add(Complex x) {
    re.push_back(x.real());
    im.push_back(x.imag());
    size.push_back(std::abs(x));
  }
};

// got = alpha op(A) op(B) + beta C, all in C order; dtype of integers: wrapped.
inline void check(DType dtype, int ta, int tb, Complex alpha, const Dims& a_shape, const Complexes& a,
                  const Dims& b_shape, const Complexes& b, Complex beta, const Dims& c_shape, const Complexes& c,
                  const Complexes& got) {
  const std::size_t last = c_shape.size() - 1;
  const std::int64_t m = c_shape[last - 1], n = c_shape[last], k = a_shape[a_shape.size() - (ta ? 2 : 1)];
  Dims batch;
  std::int64_t count = 1;
  for (std::size_t d = 0; d + 2 < c_shape.size(); ++d) {
    batch.push_back(c_shape[d]);
    count *= c_shape[d];
  }
  REQUIRE(got.size() == std::size_t(count * m * n));
  const bool exact = !base::is_float(dtype) && !base::is_complex(dtype);
  const auto element = [&](const Complexes& v, const Dims& shape, int t, std::int64_t g, std::int64_t i,
                           std::int64_t j) {
    const Complex x = v[at(shape, batch, g, t ? j : i, t ? i : j)];
    return t == KILN_CONJUGATE_TRANSPOSE ? std::conj(x) : x;
  };
  const bool complex = base::is_complex(dtype);
  for (std::int64_t g = 0; g < count; ++g) {
    Vectors x, y;
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t p = 0; p < k; ++p) x.add(element(a, a_shape, ta, g, i, p));
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t p = 0; p < k; ++p) y.add(element(b, b_shape, tb, g, p, j));
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        const long double *xr = x.re.data() + i * k, *xi = x.im.data() + i * k;
        const long double *yr = y.re.data() + j * k, *yi = y.im.data() + j * k;
        const double *xs = x.size.data() + i * k, *ys = y.size.data() + j * k;
        long double re = 0, im = 0;
        double scale = 0;
        for (std::int64_t p = 0; p < k; ++p) {
          re += xr[p] * yr[p];
          scale += xs[p] * ys[p];
        }
        for (std::int64_t p = 0; complex && p < k; ++p) {
          re -= xi[p] * yi[p];
          im += xr[p] * yi[p] + xi[p] * yr[p];
        }
        const Wide sum(re, im);
        const std::size_t place = std::size_t((g * m + i) * n + j);
        Wide want = Wide(alpha) * sum;
        scale *= std::abs(alpha);
        if (beta != 0.0) {
          want += Wide(beta) * Wide(c[place]);
          scale += std::abs(beta) * std::abs(c[place]);
        }
        const Complex result = got[place];
        bool right;
        if (exact) {
          const auto whole = Scalar::integer(KILN_INT64, std::int64_t(want.real()));
          right = whole.cast(dtype).cast(KILN_FLOAT64).re == result.real();
        } else {
          const DType computed = base::compute_dtype(dtype);
          const double bound =
              (double(k) + 3) * 4 * step_of(computed) * scale + step_of(dtype) * std::abs(Complex(want));
          right = std::abs(Complex(want) - result) <= bound;
        }
        if (!right)
          FAIL(base::dtype_name(dtype) << " " << layout::shape_text(a_shape) << " by " << layout::shape_text(b_shape)
                                       << ", transposes " << ta << " " << tb << ": element " << g << ", " << i << ", "
                                       << j << " is " << result << ", want " << Complex(want));
      }
  }
}

}  // namespace kiln::test
