// SPDX-License-Identifier: Apache-2.0
// Permutations and choices among 0 .. n-1.
#include <bit>

#include "array/launch/destination.hpp"
#include "array/random/random_launch.hpp"

namespace kiln::array {

Ref<Array> RandomGenerator::permuted(std::int64_t n, const Request& request) {
  // The Feistel network permutes numbers of `bits` bits, which hold 0 .. n-1. Its left half has `left` of them.
  const auto bits = std::uint32_t(std::bit_width(std::uint64_t(n - 1) | 1)), left = bits / 2;
  return fill(request, {RandomDraw::permutation, KILN_UINT64, 1, 8, 2}, [&](LibraryLaunch& launch) {
    launch.add(argument::Value(std::uint64_t(n)));
    for (const std::uint32_t part : {left, bits - left, permutation_rounds(n)}) launch.add(argument::Value(part));
  });
}

Ref<Array> RandomGenerator::permutation(std::int64_t n, Array* into, const char* operation) {
  if (n < 0) fail(KILN_INVALID_ARGUMENT, "{}: got n {}, expected at least 0", operation, n);
  check_holds(into, n - 1, operation);
  const std::int64_t shape[] = {n};
  return permuted(n, {KILN_INT64, shape, into, operation});
}

Ref<Array> RandomGenerator::permutation(const Request& request) { return permuted(request.shape[0], request); }

Ref<Array> RandomGenerator::weighted(const Request& request, const Array& weights) {
  const char* const op = request.operation;
  const DType dtype = has_dtype(*context_, KILN_FLOAT64) ? KILN_FLOAT64 : KILN_FLOAT32;
  const std::int64_t n = weights.size(), one = 1;
  const Ref<Array> sums = astype(weights, dtype, op), status = empty(*context_, KILN_INT64, {&one, 1}, op);
  launch_kernel(*context_, random_weights_kernel(*context_, dtype, op),
                kernels::RandomWeights{.sums = updates(*sums), .status = writes(*status), .n = n}, {1}, {1}, op);
  std::int64_t bad = 0;
  read(*status, &bad, nullptr, op);
  if (bad == n)
    fail(KILN_INVALID_ARGUMENT, "{}: the probabilities sum to 0 or overflow {}", op, base::dtype_name(dtype));
  if (bad >= 0) {
    double weight = 0;
    const layout::Index at{layout::Index::Kind::integer, bad};
    read_as(*view(weights, layout::index(weights.layout(), {&at, 1}, op), false), KILN_FLOAT64, &weight, op);
    fail(KILN_INVALID_ARGUMENT, "{}: probabilities[{}] is {}, expected a finite number not below 0", op, bad, weight);
  }
  return fill(request, {RandomDraw::weighted, dtype, 2, 8},
              [&](LibraryLaunch& draw) { draw.add(reads(*sums)).add(argument::Value(std::uint64_t(n))); });
}

Ref<Array> RandomGenerator::choice(std::int64_t n, std::int64_t count, bool replace, const Array* weights, Array* into,
                                   const char* operation) {
  if (n < 0 || count < 0)
    fail(KILN_INVALID_ARGUMENT, "{}: got n {} and count {}, expected at least 0", operation, n, count);
  if (n == 0 && count > 0)
    fail(KILN_INVALID_ARGUMENT, "{}: got n 0 and count {}: there is nothing to choose", operation, count);
  if (!replace && count > n)
    fail(KILN_INVALID_ARGUMENT, "{}: got count {} of n {} without replacement, expected at most n", operation, count,
         n);
  if (weights) {
    if (!replace) fail(KILN_INVALID_ARGUMENT, "{}: probabilities go with replacement only", operation);
    if (!base::is_float(weights->dtype()))
      fail(KILN_TYPE_ERROR, "{}: got probabilities of {}, expected a floating-point dtype", operation,
           base::dtype_name(weights->dtype()));
    if (weights->shape().size() != 1 || weights->shape()[0] != n)
      fail(KILN_SHAPE_ERROR, "{}: the probabilities have shape {}, expected ({},)", operation,
           layout::shape_text(weights->shape()), n);
    if (&weights->context() != context_.get())
      refuse_context(fmt::format("{}: probabilities", operation), weights->context(), "the generator's context",
                     *context_);
    if (!weights->buffer().kernel_readable())
      fail(KILN_INVALID_ARGUMENT, "{}: probabilities in a write-only buffer, expected a readable one", operation);
  }
  if (count > 0) check_holds(into, n - 1, operation);
  const std::int64_t shape[] = {count};
  const Request request{KILN_INT64, shape, into, operation};
  if (!replace) return permuted(n, request);
  if (weights && count > 0) return weighted(request, *weights);
  if (count == 0) return produce(request, 8, [](Array&) {});
  return integers(request, 0, n);
}

}  // namespace kiln::array
