// SPDX-License-Identifier: Apache-2.0
// Kernels of random numbers, their launch, and how results reach a destination. Private to array/random/.
#pragma once

#include "array/elementwise/elementwise.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/library_kernel.hpp"
#include "array/random/random.hpp"

namespace kiln::array {

enum class RandomDraw : std::uint8_t {
  bits,
  uniform,
  normal,
  exponential,
  integers,
  bernoulli,
  weighted,
  standard_normal,
  permutation
};

struct RandomShape {
  bool chunks;   // an item fills a contiguous chunk (CPU devices)
  bool vectors;  // without `chunks`: the address allows one store of up to 16 bytes for a block
  bool state;    // seed and counter are read from memory
};

// The kernel of kernels/random/random_fill.cl for a draw.
const runtime::Kernel& random_fill_kernel(runtime::Context& context, RandomDraw draw, DType dtype, unsigned lanes,
                                          RandomShape shape, const char* operation);
// The kernel that computes running sums of weights: in float64, or in float32 if the device has no double precision.
const runtime::Kernel& random_weights_kernel(runtime::Context& context, DType dtype, const char* operation);

struct RandomGeometry {
  std::size_t global, local;
  std::uint64_t chunk;  // blocks of an item, with RandomShape::chunks
};
RandomGeometry random_geometry(runtime::Context& context, bool chunks, std::uint64_t steps);

// A distribution's draw and what its kernel is specialised on.
struct RandomGenerator::Fill {
  RandomDraw draw;
  DType dtype;                // what the kernel stores; for choices by weights the dtype of the running sums
  unsigned lanes;             // elements of a block
  std::size_t unit = 0;       // bytes of an element that is stored, if not those of dtype; else 0
  std::uint64_t counter = 0;  // blocks by which the counter advances, if not those that are written; else 0
};

// Adds a real argument: a double if the kernel computes in float64, else a float.
inline void add_real(LibraryLaunch& launch, DType dtype, double value) {
  if (dtype == KILN_FLOAT64)
    launch.add(argument::Value(value));
  else
    launch.add(argument::Value(float(value)));
}

// Checks the request, calls launch(target) with a contiguous array, and copies its elements to the destination if
// that is another array. The kernel writes units of `alignment` bytes, a power of two.
template <class Launch>
Ref<Array> RandomGenerator::produce(const Request& request, std::size_t alignment, Launch&& launch) {
  const char* const op = request.operation;
  Array* const into = request.into;
  check_dtype(*context_, request.dtype, op);
  const auto itemsize = base::dtype_size(request.dtype);
  const auto layout = layout::c_layout(request.shape, itemsize, op);
  check_destination(*context_, into, layout.shape, op);
  const std::size_t mask = alignment - 1;  // addresses and sizes must have no bit of it
  const bool direct = into && into->dtype() == request.dtype && into->c_contiguous() &&
                      ((std::size_t(into->memory_offset()) | into->bytes()) & mask) == 0;
  Ref<Array> result;
  if (direct) {
    result = Ref<Array>(into);
  } else {
    const std::size_t bytes = (std::size_t(layout.size()) * itemsize + mask) & ~mask;
    result = base::make_ref<Array>(allocate(*context_, bytes, op), request.dtype, layout, true);
  }
  if (layout.size() > 0) launch(*result);
  if (!into || direct) return result;
  if (layout.size() > 0) elementwise_assign(*into, *result, op);
  return Ref<Array>(into);
}

inline void RandomGenerator::start(LibraryLaunch& launch, const Request& request, std::uint64_t blocks) {
  if (request.state)
    launch.add(reads(*request.state)).add(argument::Value(request.skipped));
  else
    for (const std::uint64_t word : {take(blocks), stream_, seed_}) launch.add(argument::Value(word));
}

// Draws the numbers that `how` describes. values(launch) adds the distribution's own arguments.
template <class Values>
Ref<Array> RandomGenerator::fill(const Request& request, const Fill& how, Values&& values) {
  const std::size_t unit = how.unit ? how.unit : base::dtype_size(how.dtype);
  return produce(request, unit, [&](Array& target) {
    const std::uint64_t n = (target.bytes() + unit - 1) / unit;
    const RandomShape shape{chunks_, !chunks_ && std::size_t(target.memory_offset()) % 16 == 0,
                            request.state != nullptr};
    const runtime::Kernel& kernel =
        random_fill_kernel(*context_, how.draw, how.dtype, how.lanes, shape, request.operation);
    const RandomGeometry geometry = random_geometry(*context_, chunks_, n / how.lanes);
    LibraryLaunch launch(*context_);
    launch.add(writes(target)).add(argument::Value(n)).add(argument::Value(geometry.chunk));
    start(launch, request, how.counter ? how.counter : (n + how.lanes - 1) / how.lanes);
    values(launch);
    launch.launch(kernel, {geometry.global}, {geometry.local}, request.operation);
  });
}

}  // namespace kiln::array
