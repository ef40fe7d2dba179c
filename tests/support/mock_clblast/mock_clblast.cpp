// SPDX-License-Identifier: Apache-2.0
#include "mock_clblast.hpp"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <unistd.h>

#include <algorithm>
#include <complex>
#include <tuple>
#include <vector>

namespace {

using Size = std::size_t;

kiln::mock::ClblastControl& control() {
  static auto* instance = new kiln::mock::ClblastControl;
  return *instance;
}

struct Matrix {
  cl_mem memory;
  Size offset, leading, distance;
  auto tied() const { return std::tie(memory, offset, leading, distance); }
};

template <class T>
std::complex<T> value(std::complex<T> z) {
  return z;
}
template <class T>
T value(T x) {
  return x;
}
std::complex<float> value(cl_float2 z) { return {z.s[0], z.s[1]}; }
std::complex<double> value(cl_double2 z) { return {z.s[0], z.s[1]}; }
template <class T>
std::complex<T> conjugate(std::complex<T> z) {
  return std::conj(z);
}
template <class T>
T conjugate(T x) {
  return x;
}

template <class Given>
int product(int layout, int a_form, int b_form, Size m, Size n, Size k, Given given_alpha, Matrix a, Matrix b,
            Given given_beta, Matrix c, Size batch, cl_command_queue queue) {
  using T = decltype(value(given_alpha));
  auto& controls = control();
  ++(batch ? controls.batches : controls.products);
  if (controls.status != 0) return controls.status;
  if (controls.delay_us > 0) ::usleep(static_cast<useconds_t>(controls.delay_us));
  static auto last = std::make_tuple(Size(0), Size(0), Size(0), cl_mem(nullptr), Size(0));
  const auto now = std::make_tuple(m, n, k, c.memory, c.offset);
  // The first call of a test has none before it, though memory may lie where another test's did.
  if (controls.fast && now == last && controls.products + controls.batches > 1) return 0;
  last = now;
  if (layout != 101) return -30;
  const T alpha = value(given_alpha), beta = value(given_beta);
  const Size count = std::max<Size>(batch, 1);
  // The places behind k are those of the larger matrix that this one lies in.
  const Size end = controls.fours ? (k + 3) / 4 * 4 : k;
  const auto read = [&](const Matrix& matrix, Size rows) {
    std::vector<T> values((count - 1) * matrix.distance + rows * matrix.leading + end - k);
    // The last row may end before `leading`, and the memory with it.
    Size bytes = 0;
    clGetMemObjectInfo(matrix.memory, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
    const Size start = matrix.offset * sizeof(T), wanted = std::min(values.size() * sizeof(T), bytes - start);
    clEnqueueReadBuffer(queue, matrix.memory, CL_TRUE, start, wanted, values.data(), 0, nullptr, nullptr);
    return values;
  };
  const auto left = read(a, a_form == 111 ? m : end), right = read(b, b_form == 111 ? end : n);
  const auto at = [](const std::vector<T>& values, const Matrix& matrix, int form, Size g, Size i, Size j) {
    if (form != 111) std::swap(i, j);
    const T found = values[g * matrix.distance + i * matrix.leading + j];
    return form == 113 ? conjugate(found) : found;
  };
  for (Size g = 0; g < count; ++g)
    for (Size i = 0; i < m; ++i) {
      const Size start = (c.offset + g * c.distance + i * c.leading) * sizeof(T);
      std::vector<T> row(n);
      clEnqueueReadBuffer(queue, c.memory, CL_TRUE, start, n * sizeof(T), row.data(), 0, nullptr, nullptr);
      std::vector<T> sums(n);
      for (Size p = 0; p < end; ++p) {
        const T factor = at(left, a, a_form, g, i, p);
        for (Size j = 0; j < n; ++j) sums[j] += factor * at(right, b, b_form, g, p, j);
      }
      for (Size j = 0; j < n; ++j) row[j] = beta == T(0) ? alpha * sums[j] : alpha * sums[j] + beta * row[j];
      if (controls.wrong && i == m / 2)
        std::transform(row.begin(), row.end(), row.begin(), [](T x) { return x + T(1); });
      if (controls.spills && c.leading > n) row.resize(n + 1);
      clEnqueueWriteBuffer(queue, c.memory, CL_TRUE, start, row.size() * sizeof(T), row.data(), 0, nullptr, nullptr);
    }
  return 0;
}

}  // namespace

#define MOCK __attribute__((visibility("default")))

extern "C" {

MOCK kiln::mock::ClblastControl* kiln_mock_clblast_control() { return &control(); }
MOCK int CLBlastClearCache() {
  ++control().clears;
  return 0;
}

#define MOCK_GEMM(T, letter)                                                                                          \
  MOCK int CLBlast##letter##gemm(int layout, int fa, int fb, Size m, Size n, Size k, T alpha, cl_mem a, Size a_at,    \
                                 Size lda, cl_mem b, Size b_at, Size ldb, T beta, cl_mem c, Size c_at, Size ldc,      \
                                 cl_command_queue* queue, cl_event*) {                                                \
    return product(layout, fa, fb, m, n, k, alpha, {a, a_at, lda, 0}, {b, b_at, ldb, 0}, beta, {c, c_at, ldc, 0}, 0,  \
                   *queue);                                                                                           \
  }                                                                                                                   \
  MOCK int CLBlast##letter##gemmStridedBatched(int layout, int fa, int fb, Size m, Size n, Size k, T alpha, cl_mem a, \
                                               Size a_at, Size lda, Size sa, cl_mem b, Size b_at, Size ldb, Size sb,  \
                                               T beta, cl_mem c, Size c_at, Size ldc, Size sc, Size batch,            \
                                               cl_command_queue* queue, cl_event*) {                                  \
    return product(layout, fa, fb, m, n, k, alpha, {a, a_at, lda, sa}, {b, b_at, ldb, sb}, beta, {c, c_at, ldc, sc},  \
                   batch, *queue);                                                                                    \
  }
MOCK_GEMM(cl_float, S)
MOCK_GEMM(cl_double, D)
MOCK_GEMM(cl_float2, C)
MOCK_GEMM(cl_double2, Z)

}  // extern "C"
