// SPDX-License-Identifier: Apache-2.0
// The distributions: each checks its parameters and launches a kernel of kernels/random/random_*.cl.
#include "array/random/random.hpp"

#include <cmath>

#include "array/elementwise/elementwise.hpp"
#include "array/launch/destination.hpp"
#include "array/random/random_launch.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

Ref<RandomGenerator> RandomGenerator::create(runtime::Context& context, std::uint64_t seed, std::uint64_t stream,
                                             std::optional<bool> chunks) {
  const bool cpu = chunks.value_or(traits_of(context).cpu);
  return Ref<RandomGenerator>::adopt(new RandomGenerator(context, seed, stream, cpu));
}

namespace {

void check_float(DType dtype, const char* operation) {
  if (!base::is_float(dtype))
    fail(KILN_TYPE_ERROR, "{}: got dtype {}, expected float16, bfloat16, float32 or float64", operation,
         base::dtype_name(dtype));
}

// Rounds a parameter to the dtype, which must hold it.
double parameter(DType dtype, double value, const char* name, const char* operation) {
  const double rounded = Scalar::real(dtype, value).re + 0.0;  // no -0
  if (!std::isfinite(rounded))
    fail(KILN_INVALID_ARGUMENT, "{}: got {} {}, expected a number that is finite in {}", operation, name, value,
         base::dtype_name(dtype));
  return rounded;
}

// The greatest number of the dtype that is below `value`. The dtype holds `value`, which is not -0.
double below(DType dtype, double value) {
  std::uint64_t bits = 0;
  Scalar::real(dtype, value).store(&bits);
  if (value == 0)
    bits = std::uint64_t{1} << (base::dtype_size(dtype) * 8 - 1) | 1;
  else
    bits = value > 0 ? bits - 1 : bits + 1;
  return Scalar::load(dtype, &bits).re;
}

unsigned float_lanes(DType dtype) { return dtype == KILN_FLOAT64 ? 2 : 4; }

DType bits_of(DType dtype) {
  const std::size_t size = base::dtype_size(dtype);
  return size == 1 ? KILN_UINT8 : size == 2 ? KILN_UINT16 : size == 4 ? KILN_UINT32 : KILN_UINT64;
}

}  // namespace

Ref<Array> RandomGenerator::uniform(const Request& request, double low, double high) {
  const DType dtype = request.dtype;
  const char* const op = request.operation;
  check_float(dtype, op);
  const double from = parameter(dtype, low, "low", op), to = parameter(dtype, high, "high", op);
  if (!(from < to))
    fail(KILN_INVALID_ARGUMENT, "{}: got low {} and high {}, expected low < high in {}", op, low, high,
         base::dtype_name(dtype));
  const double width = parameter(base::compute_dtype(dtype), to - from, "high - low", op);
  const double last = below(dtype, to);
  return fill(request, {RandomDraw::uniform, dtype, float_lanes(dtype)}, [&](LibraryLaunch& launch) {
    for (const double value : {from, width, last}) add_real(launch, dtype, value);
  });
}

Ref<Array> RandomGenerator::normal(const Request& request, double mean, double deviation) {
  const DType dtype = request.dtype, computed = base::compute_dtype(dtype);
  const char* const op = request.operation;
  check_float(dtype, op);
  const double center = parameter(computed, mean, "mean", op), spread = parameter(computed, deviation, "deviation", op);
  if (spread < 0) fail(KILN_INVALID_ARGUMENT, "{}: got deviation {}, expected at least 0", op, deviation);
  if (center == 0 && spread == 1)
    return fill(request, {RandomDraw::standard_normal, dtype, float_lanes(dtype)}, [](LibraryLaunch&) {});
  return fill(request, {RandomDraw::normal, dtype, float_lanes(dtype)}, [&](LibraryLaunch& launch) {
    add_real(launch, dtype, center);
    add_real(launch, dtype, spread);
  });
}

Ref<Array> RandomGenerator::exponential(const Request& request, double scale) {
  const DType dtype = request.dtype;
  const char* const op = request.operation;
  check_float(dtype, op);
  const double factor = parameter(base::compute_dtype(dtype), scale, "scale", op);
  if (factor < 0) fail(KILN_INVALID_ARGUMENT, "{}: got scale {}, expected at least 0", op, scale);
  return fill(request, {RandomDraw::exponential, dtype, float_lanes(dtype)},
              [&](LibraryLaunch& launch) { add_real(launch, dtype, factor); });
}

Ref<Array> RandomGenerator::integers(const Request& request, std::int64_t low, std::int64_t high) {
  const DType dtype = request.dtype;
  const char* const op = request.operation;
  if (!base::is_integer(dtype))
    fail(KILN_TYPE_ERROR, "{}: got dtype {}, expected an integer one", op, base::dtype_name(dtype));
  if (low >= high) fail(KILN_INVALID_ARGUMENT, "{}: got low {} and high {}, expected low < high", op, low, high);
  const int bits = int(base::dtype_size(dtype)) * 8;
  const std::int64_t least = base::is_unsigned(dtype) ? 0 : INT64_MIN >> (64 - bits),
                     most = base::is_unsigned(dtype) ? bits == 64 ? INT64_MAX : (std::int64_t{1} << bits) - 1
                                                     : INT64_MAX >> (64 - bits);
  if (low < least || high - 1 > most)
    fail(KILN_INVALID_ARGUMENT, "{}: got [{}, {}), expected a range that {} holds: {} to {}", op, low, high,
         base::dtype_name(dtype), least, most);
  check_holds(request.into, high - 1, op, low);
  return fill(request, {RandomDraw::integers, bits_of(dtype), 2}, [&](LibraryLaunch& launch) {
    for (const std::uint64_t word : {std::uint64_t(low), std::uint64_t(high) - std::uint64_t(low)})
      launch.add(argument::Value(word));
  });
}

Ref<Array> RandomGenerator::bernoulli(const Request& request, double p) {
  const DType dtype = request.dtype;
  const char* const op = request.operation;
  if (!(p >= 0 && p <= 1)) fail(KILN_INVALID_ARGUMENT, "{}: got p {}, expected 0 to 1", op, p);
  // The kernel stores words of up to 8 bytes. So complex128 elements are converted from bool.
  if (dtype == KILN_COMPLEX128) {
    Request narrow = request;
    narrow.dtype = KILN_BOOL;
    if (request.into) return bernoulli(narrow, p);
    check_dtype(*context_, dtype, op);
    Ref<Array> result = empty(*context_, dtype, request.shape, op);
    narrow.into = result.get();
    return bernoulli(narrow, p);
  }
  const auto hits = std::uint64_t(std::nearbyint(p * 0x1p32));  // so many of the 2^32 possible words give 1
  std::uint64_t one = 0;
  if (hits > 0) Scalar::natural(KILN_UINT64, 1).cast(dtype).store(&one);
  return fill(request, {RandomDraw::bernoulli, bits_of(dtype), 4}, [&](LibraryLaunch& launch) {
    launch.add(argument::Value(std::uint32_t(hits > 0 ? hits - 1 : 0))).add(argument::Value(one));
  });
}

Ref<Array> RandomGenerator::bits(const Request& request) {
  const DType dtype = request.dtype;
  if (!base::is_unsigned(dtype))
    fail(KILN_TYPE_ERROR, "{}: got dtype {}, expected uint8, uint16, uint32 or uint64", request.operation,
         base::dtype_name(dtype));
  // The kernel stores 32-bit words whatever the dtype: elements of other sizes are the bytes of these words.
  return fill(request, {RandomDraw::bits, KILN_UINT32, 4}, [](LibraryLaunch&) {});
}

}  // namespace kiln::array
