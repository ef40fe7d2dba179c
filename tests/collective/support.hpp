// SPDX-License-Identifier: Apache-2.0
// What the tests of collectives share: elements of every dtype, ranks in threads, and the mock NCCL where the
// run is over mock libraries (KILN_TEST_MOCK_NCCL). Without CUDA or NCCL the program exits with 77 (skipped).
#pragma once

#include <dlfcn.h>
#include <unistd.h>

#include <kiln/kiln.hpp>

#include <complex>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <thread>

#include "../abi/support.hpp"
#include "base/half.hpp"
#include "mock_cuda.hpp"

namespace kiln::test {

// The strings of all CUDA devices.
inline std::vector<std::string> cuda_devices() {
  std::size_t count = 0;
  WORKS(kiln_device_count(&count));
  std::vector<std::string> result;
  for (std::size_t i = 0; i < count; ++i) {
    kiln_device_info info;
    WORKS(kiln_device_get(i, &info));
    if (std::string(info.device).rfind("cuda", 0) == 0) result.emplace_back(info.device);
  }
  return result;
}

[[noreturn]] inline void skip(const char* why) {
  std::printf("skipped: %s\n", why);
  std::fflush(stdout);
  ::_exit(77);
}

// The first CUDA device; ends the run where there is none, or no NCCL.
inline Context first_context() {
  const auto devices = cuda_devices();
  if (devices.empty()) skip("no CUDA device");
  Context context(devices.front());
  kiln_collective_id id;
  const kiln_status status = kiln_collective_id_create(context.get(), &id);
  if (status == KILN_UNSUPPORTED) skip(last_message().c_str());
  WORKS(status);
  return context;
}

template <class Control>
Control* control_of(const char* variable, const char* symbol) {
  const char* const path = std::getenv(variable);
  if (!path) return nullptr;
  void* const library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(library != nullptr);
  auto* const get = reinterpret_cast<Control* (*)()>(::dlsym(library, symbol));
  REQUIRE(get != nullptr);
  return get();
}
// Null on a real device.
inline mock::NcclControl* mock_nccl() {
  return control_of<mock::NcclControl>("KILN_TEST_MOCK_NCCL", "kiln_mock_nccl_control");
}
inline mock::CudaControl* mock_cuda() {
  return control_of<mock::CudaControl>("KILN_TEST_MOCK_CUDA", "kiln_mock_cuda_control");
}

// ---- Elements, as doubles on the host; small whole numbers are exact in every dtype ----

using Values = std::vector<double>;

template <class T>
std::vector<std::byte> encode_as(const Values& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  for (std::size_t i = 0; i < values.size(); ++i) {
    T element;
    if constexpr (std::is_same_v<T, std::complex<float>>)
      element = static_cast<float>(values[i]);
    else
      element = static_cast<T>(values[i]);
    std::memcpy(bytes.data() + i * sizeof(T), &element, sizeof(T));
  }
  return bytes;
}
template <class T>
Values decode_as(const std::vector<std::byte>& bytes) {
  Values values(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < values.size(); ++i) {
    T element;
    std::memcpy(&element, bytes.data() + i * sizeof(T), sizeof(T));
    if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>)
      values[i] = element.real();
    else
      values[i] = static_cast<double>(element);
  }
  return values;
}
struct Half {
  std::uint16_t bits;
  explicit Half(double value = 0) : bits(base::double_to_half(value)) {}
  explicit operator double() const { return base::half_to_float(bits); }
};
struct Bfloat {
  std::uint16_t bits;
  explicit Bfloat(double value = 0) : bits(base::double_to_bfloat16(value)) {}
  explicit operator double() const { return base::bfloat16_to_float(bits); }
};

// Calls `body` with a value of the C++ type that has the dtype's bytes.
template <class Body>
auto with_type(kiln_dtype dtype, Body&& body) {
  switch (dtype) {
    case KILN_INT8:
      return body(std::int8_t());
    case KILN_INT16:
      return body(std::int16_t());
    case KILN_INT32:
      return body(std::int32_t());
    case KILN_INT64:
      return body(std::int64_t());
    case KILN_BOOL:
    case KILN_UINT8:
      return body(std::uint8_t());
    case KILN_UINT16:
      return body(std::uint16_t());
    case KILN_UINT32:
      return body(std::uint32_t());
    case KILN_UINT64:
      return body(std::uint64_t());
    case KILN_FLOAT16:
      return body(Half());
    case KILN_BFLOAT16:
      return body(Bfloat());
    case KILN_FLOAT32:
      return body(float());
    case KILN_COMPLEX64:
      return body(std::complex<float>());
    case KILN_COMPLEX128:
      return body(std::complex<double>());
    default:
      return body(double());
  }
}

inline void write(const GpuArray& array, const Values& values) {
  const auto bytes = with_type(array.dtype(), [&](auto one) { return encode_as<decltype(one)>(values); });
  detail::check(kiln_array_write(array.get(), bytes.data(), bytes.size()));
}
inline Values read(const GpuArray& array) {
  std::vector<std::byte> bytes(array.bytes());
  detail::check(kiln_array_read(array.get(), bytes.data(), bytes.size()));
  return with_type(array.dtype(), [&](auto one) { return decode_as<decltype(one)>(bytes); });
}
inline GpuArray make(const Context& context, const Shape& shape, kiln_dtype dtype, const Values& values) {
  const GpuArray array = GpuArray::empty(context, shape, dtype);
  write(array, values);
  return array;
}

inline const std::vector<kiln_dtype> kReduced = {KILN_INT8,   KILN_UINT8,   KILN_INT32,    KILN_UINT32,  KILN_INT64,
                                                 KILN_UINT64, KILN_FLOAT16, KILN_BFLOAT16, KILN_FLOAT32, KILN_FLOAT64};
inline const std::vector<kiln_dtype> kMovedOnly = {KILN_BOOL, KILN_INT16, KILN_UINT16, KILN_COMPLEX64, KILN_COMPLEX128};
inline const std::vector<kiln_reduce_op> kReductions = {KILN_REDUCE_SUM, KILN_REDUCE_PROD, KILN_REDUCE_MAX,
                                                        KILN_REDUCE_MIN};

inline double combine(kiln_reduce_op op, double a, double b) {
  switch (op) {
    case KILN_REDUCE_SUM:
      return a + b;
    case KILN_REDUCE_PROD:
      return a * b;
    case KILN_REDUCE_MAX:
      return std::max(a, b);
    default:
      return std::min(a, b);
  }
}

// What rank r's arrays hold: other numbers at each place and on each rank.
inline Values values_of(int rank, std::size_t count) {
  Values values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = double((i * 7 + std::size_t(rank) * 3) % 5 + 1);
  return values;
}
inline Values combined(kiln_reduce_op op, int ranks, std::size_t count) {
  Values result = values_of(0, count);
  for (int rank = 1; rank < ranks; ++rank) {
    const Values other = values_of(rank, count);
    for (std::size_t i = 0; i < count; ++i) result[i] = combine(op, result[i], other[i]);
  }
  return result;
}
inline Values part(const Values& values, std::size_t first, std::size_t count) {
  return Values(values.begin() + std::ptrdiff_t(first), values.begin() + std::ptrdiff_t(first + count));
}
inline Values joined(int ranks, std::size_t count) {
  Values result;
  for (int rank = 0; rank < ranks; ++rank) {
    const Values own = values_of(rank, count);
    result.insert(result.end(), own.begin(), own.end());
  }
  return result;
}

// Runs `body` on every rank, each in a thread with a device of its own. Checks of Catch2 belong to the main
// thread, so that bodies throw, or return what is then looked at.
template <class Result>
std::vector<Result> on_ranks(int ranks, const std::function<Result(const Communicator&)>& body) {
  const auto devices = cuda_devices();
  REQUIRE(devices.size() >= std::size_t(ranks));
  const kiln_collective_id id = collective_id(Context(devices.front()));
  std::vector<Result> results(static_cast<std::size_t>(ranks));
  std::vector<std::exception_ptr> errors(results.size());
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&, rank] {
      const auto at = static_cast<std::size_t>(rank);
      try {
        const Context context(devices[at]);
        results[at] = body(Communicator(context, id, ranks, rank));
      } catch (...) {
        errors[at] = std::current_exception();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
  return results;
}

}  // namespace kiln::test
