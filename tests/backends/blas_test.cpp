// SPDX-License-Identifier: Apache-2.0
// Products of the vendor's BLAS, where there is one: small integers, which are exact in any order. On CPU
// devices one of them, but in long runs: CLBlast's kernels take PoCL ten seconds a dtype to compile.
#include <cmath>

#include "device_list.hpp"
#include "support.hpp"

using namespace conformance;
using Floats = std::vector<float>;

namespace {

template <class T>
void check_products(const Device& device, kiln_dtype dtype, std::size_t parts, bool one = false) {
  // Batches of matrices with room behind rows, behind an offset; C begins as NaN. The second size is one for
  // which CLBlast copies its operands first.
  struct Size {
    std::int64_t m, n, k, batch;
  };
  for (const Size size : {Size{5, 7, 9, 2}, Size{130, 67, 200, 1}})
    for (const int forms : {0, 1, 2, 3}) {
      if (one && (forms != 0 || size.batch > 1)) continue;
      const auto [m, n, k, batch] = size;
      const std::int64_t matrices = batch;  // Clang before 16 captures no structured bindings
      const bool at = (forms & 1) != 0, bt = (forms & 2) != 0;
      const std::int64_t lda = (at ? m : k) + 3, ldb = (bt ? k : n) + 1, ldc = n + 2;
      const std::int64_t da = (at ? k : m) * lda, db = 0, dc = m * ldc + 5, start = 4;
      const auto count = [&](std::int64_t rows, std::int64_t leading, std::int64_t distance) {
        return static_cast<std::size_t>(start + rows * leading + matrices * distance) * parts;
      };
      std::vector<T> a(count(at ? k : m, lda, da)), b(count(bt ? n : k, ldb, db)),
          c(count(m, ldc, dc), static_cast<T>(NAN));
      for (std::size_t i = 0; i < a.size(); i += parts) a[i] = static_cast<T>(i * 5 % 11) - 5;
      for (std::size_t i = 0; i < b.size(); i += parts) b[i] = static_cast<T>(i * 3 % 7) - 3;
      const Memory da_memory(device, a.size() * sizeof(T)), db_memory(device, b.size() * sizeof(T)),
          dc_memory(device, c.size() * sizeof(T));
      write(device, da_memory, a);
      write(device, db_memory, b);
      write(device, dc_memory, c);
      Gemm gemm;
      gemm.dtype = dtype;
      gemm.a_operation = at ? Gemm::Operation::transpose : Gemm::Operation::none;
      gemm.b_operation = bt ? Gemm::Operation::conjugate_transpose : Gemm::Operation::none;
      gemm.m = m;
      gemm.n = n;
      gemm.k = k;
      gemm.batch = batch;
      const std::size_t offset = static_cast<std::size_t>(start) * parts * sizeof(T);
      gemm.a = {da_memory, offset, lda, da};
      gemm.b = {db_memory, offset, ldb, db};
      gemm.c = {dc_memory, offset, ldc, dc};
      gemm.alpha[0] = 2;
      REQUIRE(device->blas_gemm(device.queue, gemm));
      const auto got = read<T>(device, dc_memory, c.size());
      std::size_t wrong = 0, touched = 0;
      std::vector<bool> ours(c.size(), false);
      const auto place = [&](std::int64_t leading, std::int64_t distance, std::int64_t g, std::int64_t i,
                             std::int64_t j) {
        return static_cast<std::size_t>(start + g * distance + i * leading + j) * parts;
      };
      for (std::int64_t g = 0; g < batch; ++g)
        for (std::int64_t i = 0; i < m; ++i)
          for (std::int64_t j = 0; j < n; ++j) {
            T sum = 0;
            for (std::int64_t p = 0; p < k; ++p)
              sum += a[at ? place(lda, da, g, p, i) : place(lda, da, g, i, p)] *
                     b[bt ? place(ldb, db, g, j, p) : place(ldb, db, g, p, j)];
            const std::size_t to = place(ldc, dc, g, i, j);
            for (std::size_t part = 0; part < parts; ++part) {
              ours[to + part] = true;
              wrong += got[to + part] != (part ? 0 : 2 * sum);
            }
          }
      for (std::size_t i = 0; i < got.size(); ++i) touched += !ours[i] && !std::isnan(got[i]);
      CAPTURE(forms, m, batch);
      CHECK(wrong == 0);
      CHECK(touched == 0);
    }
}

}  // namespace

TEST_CASE("products of the vendor's BLAS", "[blas]") {
  for (const std::string& name : device_names()) {
    const Device device(name);
    const auto& properties = device->properties();
    if (device->blas_identity().empty()) {
      WARN(name << " has no BLAS (on OpenCL devices CLBlast; Debian: libclblast1)");
      continue;
    }
    const bool cpu = properties.info.kind == DeviceKind::cpu;
    // Other compilers take minutes.
    if (cpu && properties.info.platform.find("Portable Computing Language") == std::string::npos) continue;
    const bool one = cpu && !kiln::test::many();
    check_products<float>(device, KILN_FLOAT32, 1, one);
    if (one) continue;
    check_products<float>(device, KILN_COMPLEX64, 2);
    if (!properties.has_float64) continue;
    check_products<double>(device, KILN_FLOAT64, 1);
    check_products<double>(device, KILN_COMPLEX128, 2);
  }
}
