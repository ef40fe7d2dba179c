// SPDX-License-Identifier: Apache-2.0
// Matrix products by CLBlast, through its C interface, which takes row-major matrices. Products of float16
// are not given to it, because it sums in float16. One lock guards all its calls: before 1.6.1 threads
// corrupt its caches (CLBlast issues 486 and 495), and it does not tell its version.
#include "opencl/libraries/clblast.hpp"

#include <dlfcn.h>
#include <stdlib.h>

#include <atomic>
#include <climits>
#include <mutex>

#include "base/dtype.hpp"
#include "base/plugin/driver_support.hpp"
#include "opencl/context.hpp"

namespace kiln::opencl {
namespace {

using backend::Gemm;

// The arguments of a product: layout, transpositions, m, n, k, alpha, A, B, beta, C, queue, event. A matrix
// is memory, an offset and the elements from row to row; in a batch also those from matrix to matrix.
template <class T>
using Product = int(int, int, int, std::size_t, std::size_t, std::size_t, T, cl_mem, std::size_t, std::size_t, cl_mem,
                    std::size_t, std::size_t, T, cl_mem, std::size_t, std::size_t, cl_command_queue*, cl_event*);
template <class T>
using Products = int(int, int, int, std::size_t, std::size_t, std::size_t, T, cl_mem, std::size_t, std::size_t,
                     std::size_t, cl_mem, std::size_t, std::size_t, std::size_t, T, cl_mem, std::size_t, std::size_t,
                     std::size_t, std::size_t, cl_command_queue*, cl_event*);
using Clear = int();

struct Api {
#define KILN_CLBLAST_ENTRY(Type, name) Type* name = nullptr;
#include "opencl/libraries/clblast.def"
#undef KILN_CLBLAST_ENTRY
  std::string identity;  // "": there is no library
};

// CLBlast's statuses for exceptions that are not its own, those of the driver among them.
constexpr int kUnexpected = -2039, kUnknown = -2040;
// The two numbers after kNotTransposed mean transposed and conjugate-transposed.
constexpr int kRowMajor = 101, kNotTransposed = 111;

// Whether the ICD loader has symbol versions. Builds of CLBlast ask for them, and the dynamic linker ends the process
// if the loader has none. In a library without versions dlvsym finds a function by every version, even an invented one.
bool loader_has_versions() {
  void* const loader = ::dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL);
  return loader && !::dlvsym(loader, "clGetPlatformIDs", "a version that no library has");
}

// Opens the library. KILN_CLBLAST_LIBRARY names the only file to try, by an absolute path.
Api load() {
  Api api;
  if (!loader_has_versions()) return api;
  const char* const path = ::secure_getenv("KILN_CLBLAST_LIBRARY");
  if (path && *path != '/') return api;
  void* const library = ::dlopen(path ? path : "libclblast.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return api;
  bool complete = true;
#define KILN_CLBLAST_ENTRY(Type, name)                         \
  api.name = reinterpret_cast<Type*>(::dlsym(library, #name)); \
  complete = complete && api.name;
#include "opencl/libraries/clblast.def"
#undef KILN_CLBLAST_ENTRY
  if (complete)
    api.identity =
        base::file_identity(base::library_path(reinterpret_cast<const void*>(api.CLBlastSgemm), "libclblast"));
  return api;
}

const Api& api() {
  static const Api& loaded = *new Api(load());
  return loaded;
}

std::mutex& calls() {
  static std::mutex& one = *new std::mutex;
  return one;
}

// Whether CLBlast's kernels can address the matrix: they count elements with int from the start of the memory.
bool fits(const Gemm::Matrix& matrix, std::int64_t rows, std::int64_t columns, std::int64_t batch,
          std::size_t itemsize) {
  if (matrix.offset % itemsize != 0 || matrix.leading < columns || matrix.distance < 0) return false;
  const std::size_t before = matrix.offset / itemsize;
  const auto start = static_cast<long double>(before);
  const auto span = static_cast<long double>(rows) * static_cast<long double>(matrix.leading) +
                    static_cast<long double>(batch) * static_cast<long double>(matrix.distance);
  return start + span < static_cast<long double>(INT_MAX);
}

bool fits(const Gemm& g) {
  const std::size_t itemsize = base::dtype_size(g.dtype);
  for (const std::int64_t extent : {g.m, g.n, g.k, g.batch})
    if (extent < 1 || extent > INT_MAX) return false;
  const auto stored = [&](const Gemm::Matrix& matrix, std::int32_t operation, std::int64_t rows, std::int64_t columns) {
    const bool straight = operation == Gemm::Operation::none;
    return fits(matrix, straight ? rows : columns, straight ? columns : rows, g.batch, itemsize);
  };
  return stored(g.a, g.a_operation, g.m, g.k) && stored(g.b, g.b_operation, g.k, g.n) &&
         stored(g.c, Gemm::Operation::none, g.m, g.n);
}

struct Place {
  cl_mem memory;
  std::size_t offset, leading, distance;
};
Place place(const Gemm::Matrix& matrix, std::size_t itemsize) {
  return {unwrap(matrix.memory).buffer, matrix.offset / itemsize, std::size_t(matrix.leading),
          std::size_t(matrix.distance)};
}

template <class T>
int call(Product<T>* one, Products<T>* several, T alpha, T beta, cl_command_queue queue, const Gemm& g) {
  const Place a = place(g.a, sizeof(T)), b = place(g.b, sizeof(T)), c = place(g.c, sizeof(T));
  const int a_form = kNotTransposed + int(g.a_operation), b_form = kNotTransposed + int(g.b_operation);
  const auto m = std::size_t(g.m), n = std::size_t(g.n), k = std::size_t(g.k);
  if (g.batch == 1)
    return one(kRowMajor, a_form, b_form, m, n, k, alpha, a.memory, a.offset, a.leading, b.memory, b.offset, b.leading,
               beta, c.memory, c.offset, c.leading, &queue, nullptr);
  return several(kRowMajor, a_form, b_form, m, n, k, alpha, a.memory, a.offset, a.leading, a.distance, b.memory,
                 b.offset, b.leading, b.distance, beta, c.memory, c.offset, c.leading, c.distance, std::size_t(g.batch),
                 &queue, nullptr);
}

// Whether a status says that the device has too little for CLBlast's kernels, or no memory for its workspace.
// C is then unchanged.
bool refuses(int status) {
  switch (status) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_INVALID_WORK_GROUP_SIZE:
    case CL_INVALID_WORK_ITEM_SIZE:
    case -1024:  // not implemented
    case -2041:  // no parameters for the device
    case -2044:  // no double precision
    case -2046:  // too little local memory
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string clblast_identity() { return api().identity; }

bool clblast_takes(const Gemm& g) {
  const bool known =
      g.dtype == KILN_FLOAT32 || g.dtype == KILN_FLOAT64 || g.dtype == KILN_COMPLEX64 || g.dtype == KILN_COMPLEX128;
  return known && !api().identity.empty() && fits(g);
}

bool clblast_gemm(cl_command_queue queue, const Gemm& g) {
  if (!clblast_takes(g)) return false;
  const Api& blas = api();
  const double(&alpha)[2] = g.alpha, (&beta)[2] = g.beta;
  const auto single = [](const double(&z)[2]) { return cl_float2{{float(z[0]), float(z[1])}}; };
  const auto whole = [](const double(&z)[2]) { return cl_double2{{z[0], z[1]}}; };
  int status = 0;
  const char* name = "";
#define KILN_CLBLAST_CALL(T, letter, alpha, beta)                                          \
  name = g.batch == 1 ? "CLBlast" #letter "gemm" : "CLBlast" #letter "gemmStridedBatched"; \
  status = call<T>(blas.CLBlast##letter##gemm, blas.CLBlast##letter##gemmStridedBatched, alpha, beta, queue, g);
  const std::lock_guard lock(calls());
  switch (g.dtype) {
    case KILN_FLOAT32:
      KILN_CLBLAST_CALL(cl_float, S, float(alpha[0]), float(beta[0]))
      break;
    case KILN_FLOAT64:
      KILN_CLBLAST_CALL(cl_double, D, alpha[0], beta[0])
      break;
    case KILN_COMPLEX64:
      KILN_CLBLAST_CALL(cl_float2, C, single(alpha), single(beta))
      break;
    case KILN_COMPLEX128:
      KILN_CLBLAST_CALL(cl_double2, Z, whole(alpha), whole(beta))
      break;
    default:
      return false;
  }
#undef KILN_CLBLAST_CALL
  if (status == CL_SUCCESS) return true;
  if (status == kUnexpected || status == kUnknown)
    if (base::DriverHealth* const health = base::DriverScope::current()) health->lose(name, status == kUnexpected);
  if (refuses(status)) return false;
  if (status > -1000) throw_error(name, status);
  base::throw_driver_error(KILN_BACKEND_ERROR, fmt::format("{}: CLBlast status {}", name, status), status);
}

void clear_clblast(bool lost) noexcept {
  // CLBlast can only clear the programs of all contexts at once. Once a driver was lost, that is no longer safe
  // and is not done any more.
  static std::atomic<bool> kept{false};
  if (lost) kept = true;
  if (kept || api().identity.empty()) return;
  const std::lock_guard lock(calls());
  static_cast<void>(api().CLBlastClearCache());
}

}  // namespace kiln::opencl
